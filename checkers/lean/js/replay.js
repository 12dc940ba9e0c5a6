'use strict';
// Rebuilds declarations from data (closure.js) and gives each to the kernel. The data come from a process that ran text
// of others: every index, tag and size is checked before it reaches Lean.
const { box, NIL } = require('./objects.js');
const { childrenOf, LEVEL, TERM } = require('./closure.js');

const MAX_INDEX = 1_000_000; // of a bound variable; Lean keeps 20 bits for the largest one
const HEIGHT_LIMIT = 2 ** 32 - 1;

class Refused extends Error {}

function refuse(why) { throw new Refused(why); }

const isIndex = (n, size) => Number.isInteger(n) && n >= 0 && n < size;

/** The canonical key of a name in a table. */
function nameKeys(names) {
  const keys = ['[]'];
  const paths = [[]];
  for (let i = 1; i < names.length; i++) {
    const [prefix, part] = names[i];
    if (!isIndex(prefix, i) || !(typeof part === 'string' || isIndex(part, 2 ** 31))) refuse('a malformed name');
    paths.push([...paths[prefix], part]);
    if (paths[i].length > 200) refuse('a very long name');
    keys.push(JSON.stringify(paths[i]));
  }
  return { keys, paths };
}

class Builder {
  /** Lean's names from the tables of `data`; `build` makes levels and terms. Raises Refused for what Lean did not write. */
  constructor(objects, data) {
    this.o = objects;
    for (const list of ['names', 'levels', 'terms', 'constants']) if (!Array.isArray(data[list])) refuse('a malformed closure');
    this.data = data;
    Object.assign(this, nameKeys(data.names));
    for (const constant of data.constants) {
      if (typeof constant !== 'object' || constant === null || !isIndex(constant.name, this.keys.length)) refuse('a malformed constant');
    }
    const of = (name) => objects.function(name);
    this.make = {
      zero: of('lean_level_mk_zero'), succ: of('lean_level_mk_succ'), max: of('lean_level_mk_max'), imax: of('lean_level_mk_imax'),
      param: of('lean_level_mk_param'), bvar: of('lean_expr_mk_bvar'), sort: of('lean_expr_mk_sort'), constant: of('lean_expr_mk_const'),
      app: of('lean_expr_mk_app'), lambda: of('lean_expr_mk_lambda'), forall: of('lean_expr_mk_forall'), let: of('lean_expr_mk_let'),
      literal: of('lean_expr_mk_lit'), proj: of('lean_expr_mk_proj'),
    };
    this.names = this.paths.map((path) => objects.name(path));
    this.levels = [];
    this.terms = [];
    this.loose = []; // how many binders around each term its variables need
  }

  /** Put the constants with these keys under another name, so that ours can stand beside them. Before `build`. */
  rename(keys, prefix) {
    this.keys.forEach((key, i) => {
      if (!keys.has(key)) return;
      this.o.dec(this.names[i]);
      this.names[i] = this.o.name([...prefix, ...this.paths[i]]);
    });
    return this;
  }

  build() {
    this.data.levels.forEach((entry, i) => this.levels.push(this.level(entry, i)));
    this.data.terms.forEach((entry, i) => this.terms.push(this.term(entry, i)));
    return this;
  }

  release() { for (const o of [...this.names, ...this.levels, ...this.terms]) this.o.dec(o); }

  /** The owned object at an index that must be one. */
  get(list, at, size = this[list].length) {
    if (!isIndex(at, size)) refuse(`a malformed reference to ${list}`);
    return this.o.inc(this[list][at]);
  }

  level(entry, i) {
    if (!Array.isArray(entry)) refuse('a malformed level');
    const [tag, a, b] = entry, level = (at) => this.get('levels', at, i);
    switch (tag) {
      case LEVEL.zero: return this.make.zero(box(0));
      case LEVEL.succ: return this.make.succ(level(a));
      case LEVEL.max: return this.make.max(level(a), level(b));
      case LEVEL.imax: return this.make.imax(level(a), level(b));
      case LEVEL.param: return this.make.param(this.get('names', a));
      default: return refuse('a level with a hole');
    }
  }

  term(entry, i) {
    if (!Array.isArray(entry)) refuse('a malformed term');
    const [tag, a, b, c, d] = entry, term = (at) => this.get('terms', at, i), need = (at) => this.loose[at];
    const parts = childrenOf(entry);
    for (const part of parts) if (!isIndex(part, i)) refuse('a malformed reference to terms');
    let loose = Math.max(0, ...parts.map(need)), made;
    switch (tag) {
      case TERM.bvar:
        if (!isIndex(a, MAX_INDEX)) refuse('a malformed variable');
        loose = a + 1;
        made = this.make.bvar(box(a));
        break;
      case TERM.sort: made = this.make.sort(this.get('levels', a)); break;
      case TERM.constant:
        if (!Array.isArray(b)) refuse('a malformed constant');
        made = this.make.constant(this.get('names', a), this.o.list(b.map((level) => this.get('levels', level))));
        break;
      case TERM.app: made = this.make.app(term(a), term(b)); break;
      case TERM.lambda: case TERM.forall:
        if (!isIndex(d, 4)) refuse('a malformed binder');
        loose = Math.max(need(b), need(c) - 1);
        made = this.make[tag === TERM.lambda ? 'lambda' : 'forall'](this.get('names', a), term(b), term(c), d);
        break;
      case TERM.let:
        loose = Math.max(need(b), need(c), need(d) - 1);
        made = this.make.let(this.get('names', a), term(b), term(c), term(d));
        break;
      case TERM.literal: made = this.make.literal(this.literal(a, b)); break;
      case TERM.proj:
        if (!isIndex(b, 2 ** 20)) refuse('a malformed projection');
        made = this.make.proj(this.get('names', a), box(b), term(c));
        break;
      default: refuse('a term with a hole');
    }
    this.loose.push(loose);
    return made;
  }

  literal(kind, text) {
    if (typeof text !== 'string') refuse('a malformed literal');
    if (kind === 's') return this.o.constructor_(1, [this.o.string(text)]);
    if (kind !== 'n' || !/^(0|[1-9][0-9]*)$/.test(text)) refuse('a malformed numeral');
    return this.o.constructor_(0, [this.o.makeNatural(text)]);
  }

  closed(at) {
    const term = this.get('terms', at);
    if (this.loose[at] !== 0) refuse('a term with a free variable');
    return term;
  }

  nameList(list) {
    if (!Array.isArray(list)) refuse('a malformed list of names');
    return this.o.list(list.map((name) => this.get('names', name)));
  }

  /** The owned ConstantVal: name, universe parameters, type. */
  base(c) { return this.o.constructor_(0, [this.get('names', c.name), this.nameList(c.levels), this.closed(c.type)]); }

  /** The owned Declaration of a constant; null where it comes with another one (a constructor, a recursor). */
  declaration(c) {
    const o = this.o;
    if (c.safety !== undefined && c.safety !== 'safe') refuse(`${this.shown(c)} is ${c.safety}`);
    switch (c.kind) {
      case 'definition': {
        const value = o.constructor_(0, [this.base(c), this.closed(c.value), this.hints(c.hints), o.list([this.get('names', c.name)])], 1);
        o.setScalar(value, 0, 1); // safe
        return o.constructor_(1, [value]);
      }
      case 'theorem': return o.constructor_(2, [o.constructor_(0, [this.base(c), this.closed(c.value), o.list([this.get('names', c.name)])])]);
      case 'opaque': return o.constructor_(3, [o.constructor_(0, [this.base(c), this.closed(c.value), o.list([this.get('names', c.name)])], 1)]);
      case 'inductive': {
        if (!Array.isArray(c.family) || !isIndex(c.parameters, 2 ** 20)) refuse('a malformed inductive type');
        const types = c.family.map((of) => o.constructor_(0, [this.get('names', of.name), this.closed(of.type),
          o.list(of.constructors.map(([name, type]) => o.constructor_(0, [this.get('names', name), this.closed(type)])))]));
        return o.constructor_(6, [this.nameList(c.levels), box(c.parameters), o.list(types)], 1);
      }
      case 'constructor': case 'recursor': return null;
      case 'missing': return refuse(`there is no ${this.shown(c)}`);
      default: return refuse(`${this.shown(c)} is ${c.kind}`);
    }
  }

  hints(n) {
    if (n === 0 || n === 1) return box(n);
    if (!Number.isInteger(n) || n > -1 || -1 - n > HEIGHT_LIMIT) refuse('malformed hints');
    const made = this.o.constructor_(2, [], 4);
    this.o.setWord(made, 0, -1 - n);
    return made;
  }

  shown(c) { return isIndex(c.name, this.paths.length) ? this.paths[c.name].join('.') : '?'; }
}

module.exports = { Builder, Refused, refuse, nameKeys, isIndex };
