'use strict';
// What of a statement is hidden from a reader of its header: hypotheses in variables, names that mean another thing than
// in the library or only look like it, instances that hold inside of it alone.
const { childrenOf, Writer, TERM } = require('./closure.js');
const { Builder } = require('./replay.js');
const { lookalikes, pairs } = require('./lookalikes.js');

const INSTANCE_BINDER = 3;
const MAX_NAMES = 300; // that are compared with the library
// Two instances of these are equal, so that none of them changes or assumes anything.
const SUBSINGLETON = /^Decidable(Eq|Pred|Rel|LT|LE)?$/;
const GENERATED = new Set(['recOn', 'casesOn']); // of every type, so that nobody can write them
const NUMBERS = new Map([['ℕ', 'Nat'], ['ℤ', 'Int'], ['ℚ', 'Rat'], ['ℝ', ''], ['ℂ', '']]);
const CONSTRUCTOR = 6;
const MAX_UNFOLDED = 20;

/** The names that the claim binds at its beginning, variables included. */
function boundNames(data) {
  const found = [];
  for (let entry = data.terms[data.constants.at(-1).type]; entry[0] === TERM.forall; entry = data.terms[entry[3]]) {
    const [prefix, name] = data.names[entry[1]];
    if (prefix === 0 && typeof name === 'string') found.push(name);
  }
  return found;
}

/** [head, arguments] of an application. */
function spine(terms, at) {
  const args = [];
  for (; terms[at][0] === TERM.app; at = terms[at][1]) args.unshift(terms[at][2]);
  return [at, args];
}

function pathOf({ names }, at) {
  const path = [];
  for (; at !== 0; [at] = names[at]) path.unshift(names[at][1]);
  return path;
}

const isConstant = (table, at, name) => table.terms[at][0] === TERM.constant && pathOf(table, table.terms[at][1]).join('.') === name;

class Hidden {
  /** `verdicts` elaborates probes and knows the library (verdict.js). */
  constructor(objects, frontend, verdicts) {
    this.o = objects;
    this.frontend = frontend;
    this.verdicts = verdicts;
    this.isClass = objects.function('lean_is_class');
  }

  /** True if Lean has nothing against `text` in that state (borrowed). */
  stands(state, text) {
    const [{ messages }] = this.verdicts.continue(state, text, 'probe', () => null);
    return !messages.some((message) => message.severity === 'error');
  }

  /** Sentences, the first one most telling. `found`: what reading.js read; `data`: the claim. */
  complaints(found, before, data) {
    const own = this.own(before, data), paths = own.map(({ path }) => path);
    const library = this.frontend.beginning();
    const complaints = [
      ...this.ofVariables(found, new Set(paths.map((path) => path.at(-1))), new Set(boundNames(data))), ...this.ofNames(found, own, data, library),
      ...this.ofInstances(before, data, own),
    ];
    this.o.dec(library);
    return complaints;
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
        && rest.every((token) => names.has(token) || /^[0-9]+$/.test(token));
      const decides = SUBSINGLETON.test(head) && !rest.includes('→') && !rest.includes('->');
      if (!(plain || decides) || mentions.some((name) => ownLast.has(name.split('.').at(-1)))) {
        complaints.push(`“variable ${text}” before the theorem can hold a hypothesis that its header does not show`);
      }
    }
    return complaints;
  }

  ofNames(found, own, data, library) {
    const paths = own.map(({ path }) => path);
    const known = (name) => this.stands(library, `#check @${name}`);
    const used = paths.flatMap((path) => path.slice(1).map((_, i) => path.slice(i + 1).join('.'))).filter((name) => found.names.has(name));
    const bound = boundNames(data), complaints = [];
    for (const name of new Set([...bound.filter((name) => /^\p{Lu}/u.test(name)), ...used])) {
      if (known(name)) complaints.push(`${name} means something else here than in the library`);
    }
    const parts = [...new Set([...bound, ...used, ...paths.flat(), ...paths.map((path) => path.join('.'))])].slice(0, MAX_NAMES);
    for (const name of parts) {
      const like = lookalikes(name).find(known);
      if (like) complaints.push(`${name} is not the library's ${like}, which it looks like`);
    }
    for (const name of bound) if (NUMBERS.has(name)) complaints.push(`${name} is not here what the sign stands for`);
    for (const { path, constant, table } of own) {
      const means = NUMBERS.get(path.at(-1));
      if (means !== undefined && !(constant.kind === 'definition' && isConstant(table, constant.value, means))) {
        complaints.push(`${path.at(-1)} is not here what the sign stands for`);
      }
    }
    for (const [one, other] of pairs([...new Set([...bound, ...paths.map((path) => path.at(-1))])])) {
      complaints.push(`${one} and ${other} are two names that look like one`);
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
      const name = (isType && this.bound(env, table, at, ours)) || this.made(env, table, at, ours);
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

  /** The dotted name of a class, unless one of `args` is a type of ours or a variable (of more than the `inner` last). */
  matters(env, table, path, args, ours, inner) {
    const name = path.join('.');
    if (SUBSINGLETON.test(name) || !this.isData(env, path)) return null;
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
