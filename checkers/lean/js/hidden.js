'use strict';
// What of a statement is hidden from a reader of its header: hypotheses in variables, names that mean another thing than
// in the library or only look like it, instances that hold inside of it alone.
const { childrenOf, Writer, TERM } = require('./closure.js');
const { Builder } = require('./replay.js');
const { Names } = require('./names.js');
const { pathOf, spine } = require('./table.js');

const INSTANCE_BINDER = 3;
// Two instances of these are equal, so that none of them changes or assumes anything.
const SUBSINGLETON = /^Decidable(Eq|Pred|Rel|LT|LE)?$/;
const GENERATED = new Set(['recOn', 'casesOn']); // of every type, so that nobody can write them
const CONSTRUCTOR = 6;
const MAX_UNFOLDED = 20;
const TRANSPARENT = new Set(['inferInstance', 'inferInstanceAs', 'id']);
const TERMINATION = 'WellFoundedRelation'; // what a recursion ends by says nothing of its values

/** The names that the claim binds at its beginning, variables included. */
function boundNames(data) {
  const found = [];
  for (let entry = data.terms[data.constants.at(-1).type]; entry[0] === TERM.forall; entry = data.terms[entry[3]]) {
    const [prefix, name] = data.names[entry[1]];
    if (prefix === 0 && typeof name === 'string') found.push(name);
  }
  return found;
}

class Hidden {
  /** `verdicts` elaborates probes and knows the library (verdict.js). */
  constructor(objects, frontend, verdicts) {
    this.o = objects;
    this.frontend = frontend;
    this.verdicts = verdicts;
    this.isClass = objects.function('lean_is_class');
    this.isInstance = objects.function('lean_is_instance');
    this.names = new Names(objects, frontend, verdicts, (state, text) => this.stands(state, text));
  }

  /** True if Lean has nothing against `text` in that state (borrowed). */
  stands(state, text) {
    const [{ messages }] = this.verdicts.continue(state, text, 'probe', () => null);
    return !messages.some((message) => message.severity === 'error');
  }

  /** Sentences, the first one most telling. `found`: what reading.js read; `data`: the claim. */
  complaints(found, before, data) {
    const own = this.own(before, data), last = new Set(own.map(({ path }) => path.at(-1)));
    return [
      ...this.ofVariables(found, last, new Set(boundNames(data))), ...this.names.complaints(found.names, before, own, data),
      ...this.ofInstances(before, data, own),
    ];
  }

  /** Of the variables that the claim is about; a named one that it does not bind is none of its hypotheses. */
  ofVariables({ state, variables }, ownLast, bound) {
    const names = new Set(variables.flatMap((variable) => variable.names)), complaints = [];
    for (const { text, type, tokens, mentions, names: given } of variables) {
      if (given.length && !given.some((name) => bound.has(name))) continue;
      if (type === '' || this.stands(state, `example : Prop := (${type})`)) {
        complaints.push(`“variable ${text}” before the theorem is a hypothesis that its header does not show`);
        continue;
      }
      if (!this.stands(state, `example [${type}] : True := trivial`)) continue;
      // An instance of a class of the library for nothing but variables says no more than that they have such a structure.
      const [head, ...rest] = tokens[0] === '∀' ? tokens.slice(tokens.indexOf(',') + 1) : tokens;
      const plain = tokens[0] !== '∀' && rest.some((token) => names.has(token))
        && rest.every((token) => names.has(token) || /^[0-9]+$/.test(token))
        && !rest.some((token) => this.stands(state, `example : Prop := (${token})`)); // [Inhabited p] assumes p
      const decides = SUBSINGLETON.test(head) && !rest.includes('→') && !rest.includes('->');
      if (!(plain || decides) || mentions.some((name) => ownLast.has(name.split('.').at(-1)))) {
        complaints.push(`“variable ${text}” before the theorem can hold a hypothesis that its header does not show`);
      }
    }
    return complaints;
  }

  /**
   * Instances of a class for types of the library that the statement itself makes or binds: with them “9 < 2” can mean
   * anything. What the header assumes in brackets is plain to see.
   */
  ofInstances(before, data, own) {
    const claim = data.constants.at(-1);
    let type = claim.type;
    while (data.terms[type][0] === TERM.forall && data.terms[type][4] === INSTANCE_BINDER) type = data.terms[type][3];
    const places = [{ table: data, roots: [type], assumed: true }];
    for (const { path, constant, table } of own) {
      if (constant.kind === 'definition' && !GENERATED.has(path.at(-1))) places.push({ table, roots: [constant.type, constant.value] });
      if (constant.kind === 'inductive') places.push({ table, roots: constant.family.flatMap((of) => of.constructors.map(([, made]) => made)) });
    }
    const ours = new Map(own.map((entry) => [JSON.stringify(entry.path), entry]));
    for (const { table, roots, assumed } of places) {
      const name = this.instanceIn(before, table, roots, ours, assumed);
      if (name) return [`an instance of ${name} that the statement makes for itself can change what it says`];
    }
    return [];
  }

  instanceIn(env, table, roots, ours, assumed) {
    const { terms } = table, seen = new Set(), stack = [];
    for (let at of roots) {
      if (assumed) {
        for (; terms[at][0] === TERM.forall; at = terms[at][3]) if (terms[at][4] !== INSTANCE_BINDER) stack.push([terms[at][2], true]);
      }
      stack.push([at, false]);
    }
    while (stack.length) {
      const [at, isType] = stack.pop(), entry = terms[at];
      const name = (isType && this.bound(env, table, at, ours)) || this.made(env, table, at, ours) || this.given(env, table, at, ours);
      if (name) return name;
      if (seen.has(at)) continue;
      seen.add(at);
      const binds = entry[0] === TERM.let || entry[0] === TERM.lambda || entry[0] === TERM.forall;
      if (entry[0] === TERM.app) {
        for (let part = at; ; part = terms[part][1]) {
          if (terms[part][0] !== TERM.app) {
            if (terms[part][0] !== TERM.constant) stack.push([part, false]);
            break;
          }
          stack.push([terms[part][2], false]);
        }
        continue;
      }
      for (const [i, part] of childrenOf(entry).entries()) stack.push([part, binds && i === 0]);
    }
    return null;
  }

  /** The class of which a binder of that type is an instance, for types of the library; null of any other. */
  bound(env, table, at, ours) {
    let { terms } = table, inner = 0;
    for (; terms[at][0] === TERM.forall; inner++) at = terms[at][3];
    for (let unfolded = 0; unfolded < MAX_UNFOLDED; unfolded++) {
      const [head, args] = spine(terms, at);
      if (terms[head][0] !== TERM.constant) return null;
      const path = pathOf(table, terms[head][1]), alias = ours.get(JSON.stringify(path));
      if (alias?.constant.kind !== 'definition') return this.matters(env, table, path, args, ours, inner);
      table = alias.table;
      ({ terms } = table);
      at = alias.constant.value;
      inner = Infinity; // what an abbreviation is for is taken for a type of the library
      while (terms[at][0] === TERM.lambda || terms[at][0] === TERM.forall) at = terms[at][3];
    }
    return null;
  }

  /** The class of which a constructor is applied there. */
  made(env, table, at, ours) {
    const [head, args] = spine(table.terms, at);
    if (table.terms[head][0] !== TERM.constant) return null;
    const object = this.o.name(pathOf(table, table.terms[head][1])), option = this.verdicts.find(env, object);
    this.o.dec(object);
    if (option & 1) return null;
    const info = this.o.field(option, 0), isConstructor = this.o.tag(info) === CONSTRUCTOR;
    const path = isConstructor ? this.o.parts(this.o.field(this.o.field(info, 0), 1)) : null;
    this.o.dec(option);
    return path && this.matters(env, table, path, args, ours, Infinity);
  }

  /** The class of which a function is given something there that is no instance of the library, of ours or of a header. */
  given(env, table, at, ours) {
    const { o } = this, [head, args] = spine(table.terms, at);
    if (!args.length || table.terms[head][0] !== TERM.constant) return null;
    const object = o.name(pathOf(table, table.terms[head][1])), option = this.verdicts.find(env, object);
    o.dec(object);
    if (option & 1) return null;
    let type = o.field(o.field(o.field(o.field(option, 0), 0), 0), 2), name = null;
    for (let i = 0; i < args.length && name === null && o.tag(type) === TERM.forall; type = o.field(type, 2), i++) {
      if (o.scalar(type, 8) !== INSTANCE_BINDER || !this.isChosen(env, table, args[i])) continue;
      let of = o.field(type, 1), known = [];
      for (; o.tag(of) === TERM.app; of = o.field(of, 0)) {
        const arg = o.field(of, 1), index = o.tag(arg) === TERM.bvar ? i - 1 - Number(o.natural(o.field(arg, 0))) : -1;
        if (index >= 0) known.push(args[index]);
      }
      if (o.tag(of) === TERM.constant) name = this.matters(env, table, o.parts(o.field(of, 0)), known, ours, Infinity);
    }
    o.dec(option);
    return name;
  }

  /** True of a term that is neither an instance that Lean knows, nor a variable, nor made by a constructor. */
  isChosen(env, table, at) {
    const { terms } = table;
    for (;;) {
      while (terms[at][0] === TERM.lambda || terms[at][0] === TERM.let) at = terms[at].at(terms[at][0] === TERM.let ? 4 : 3);
      const [head, args] = spine(terms, at);
      if (terms[head][0] === TERM.bvar) return false;
      if (terms[head][0] !== TERM.constant) return true;
      const path = pathOf(table, terms[head][1]);
      if (TRANSPARENT.has(path.join('.')) && args.length === 2) {
        at = args[1];
        continue;
      }
      const object = this.o.name(path), option = this.verdicts.find(env, object);
      const plain = option & 1 || this.o.tag(this.o.field(option, 0)) === CONSTRUCTOR
        || this.isInstance(this.o.inc(env), this.o.inc(object)) & 1;
      this.o.dec(option);
      this.o.dec(object);
      return !plain;
    }
  }

  /** The dotted name of a class, unless one of `args` is a type of ours or a variable (of more than the `inner` last). */
  matters(env, table, path, args, ours, inner) {
    const name = path.join('.');
    if (SUBSINGLETON.test(name) || name === TERMINATION || !this.isData(env, path)) return null;
    for (const arg of args) {
      const entry = table.terms[spine(table.terms, arg)[0]];
      if (entry[0] === TERM.bvar && entry[1] >= inner) return null;
      if (entry[0] === TERM.constant && ours.get(JSON.stringify(pathOf(table, entry[1])))?.constant.kind === 'inductive') return null;
    }
    return name;
  }

  /** True of a class that is no proposition. */
  isData(env, path) {
    const { o } = this, object = o.name(path), option = this.verdicts.find(env, object);
    const isClass = this.isClass(o.inc(env), o.inc(object)) & 1;
    o.dec(object);
    if (option & 1) return false;
    let type = o.field(o.field(o.field(o.field(option, 0), 0), 0), 2);
    while (o.tag(type) === TERM.forall) type = o.field(type, 2);
    const level = o.tag(type) === TERM.sort ? o.field(type, 0) : 1;
    const isProp = level & 1 ? level >>> 1 === 0 : o.tag(level) === 0;
    o.dec(option);
    return Boolean(isClass) && !(o.tag(type) === TERM.sort && isProp);
  }

  /** What a statement rests on and the library has not: [{path (the names' parts), constant, table}]. */
  own(before, data) {
    const { o, verdicts } = this, writer = new Writer(o, (n) => verdicts.find(before, n), (n) => verdicts.inLibrary(n));
    const builder = new Builder(o, data), used = new Set(data.terms.filter((entry) => entry[0] === TERM.constant).map((entry) => entry[1]));
    for (const at of used) if (verdicts.has(before, builder.names[at]) && !verdicts.inLibrary(builder.names[at])) writer.write(builder.names[at]);
    const table = writer.data, path = (c) => o.parts(writer.nameObjects.get(c.name)).filter((part) => typeof part === 'string');
    const found = table.constants.map((constant) => ({ path: path(constant), constant, table })).filter(({ path: parts }) => parts.length);
    writer.release();
    builder.release();
    return found;
  }
}

module.exports = { Hidden };
