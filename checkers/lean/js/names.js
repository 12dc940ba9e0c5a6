'use strict';
// The names that a statement binds or defines, against what a reader takes them for: names of the library, constructors,
// signs for numbers, one another.
const { TERM, childrenOf } = require('./closure.js');
const { lookalikes, pairs } = require('./lookalikes.js');
const { isConstant, pathOf, spine } = require('./table.js');

const NUMBERS = new Map([['ℕ', 'Nat'], ['ℤ', 'Int'], ['ℚ', 'Rat'], ['ℝ', ''], ['ℂ', '']]);
const MAX_ELABORATED = 300; // names that Lean is asked for; all others are looked up
const MAX_UNFOLDED = 20;
const INDUCTIVE = 5;

/** The binders in the terms at `roots`: {name, type} of those with a name that can be written. */
function bindersIn({ names, terms }, roots, seen) {
  const found = [], stack = [...roots];
  while (stack.length) {
    const at = stack.pop();
    if (seen.has(at)) continue;
    seen.add(at);
    const entry = terms[at];
    if (entry[0] === TERM.lambda || entry[0] === TERM.forall || entry[0] === TERM.let) {
      const [prefix, name] = names[entry[1]];
      if (prefix === 0 && typeof name === 'string' && name !== '') found.push({ name, type: entry[2] });
    }
    stack.push(...childrenOf(entry));
  }
  return found;
}

class Names {
  constructor(objects, frontend, verdicts, stands) {
    Object.assign(this, { o: objects, frontend, verdicts, stands });
  }

  /** Sentences on the names that `data` (the claim) and `own` (what it rests on) bind and define; `read` in the text. */
  complaints(read, before, own, data) {
    const library = this.frontend.beginning(), known = this.knownIn(library), complaints = [];
    const paths = own.map(({ path }) => path);
    const used = paths.flatMap((path) => path.slice(1).map((_, i) => path.slice(i + 1).join('.'))).filter((name) => read.has(name));
    const ours = new Map(own.map((entry) => [JSON.stringify(entry.path), entry]));
    const binders = this.binders(own, data), bound = [...new Set(binders.map(({ name }) => name))];
    for (const name of new Set([...bound.filter((name) => /^\p{Lu}/u.test(name)), ...used])) {
      if (known(name)) complaints.push(`${name} means something else here than in the library`);
    }
    for (const name of new Set([...bound, ...used, ...paths.flat(), ...paths.map((path) => path.join('.'))])) {
      const like = lookalikes(name).find(known);
      if (like) complaints.push(`${name} is not the library's ${like}, which it looks like`);
    }
    this.o.dec(library);
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
    for (const { name, type, table } of binders) {
      const constructor = this.constructorOf(before, table, type, name, ours);
      if (constructor) complaints.push(`${name} is a variable here and not ${constructor}`);
    }
    return complaints;
  }

  /** Whether a dotted name means something in the library; by Lean itself too, which knows other names for some. */
  knownIn(library) {
    let asked = 0;
    return (name) => {
      const object = this.o.name(name.split('.')), found = this.verdicts.inLibrary(object);
      this.o.dec(object);
      return found || (asked++ < MAX_ELABORATED && this.stands(library, `#check @${name}`));
    };
  }

  binders(own, data) {
    const found = bindersIn(data, [data.constants.at(-1).type], new Set()).map((binder) => ({ ...binder, table: data })), seen = new Set();
    for (const { constant, table } of own) {
      const roots = constant.kind === 'definition' ? [constant.type, constant.value]
        : constant.kind === 'inductive' ? constant.family.flatMap((of) => [of.type, ...of.constructors.map(([, made]) => made)]) : [];
      found.push(...bindersIn(table, roots, seen).map((binder) => ({ ...binder, table })));
    }
    return found;
  }

  /** The constructor, dotted, that a pattern of that name could be taken for; null of an ordinary variable. */
  constructorOf(env, table, at, name, ours) {
    let path = null;
    for (let unfolded = 0; unfolded < MAX_UNFOLDED; unfolded++) {
      const [head] = spine(table.terms, at);
      if (table.terms[head][0] !== TERM.constant) return null;
      path = pathOf(table, table.terms[head][1]);
      const alias = ours.get(JSON.stringify(path));
      if (alias?.constant.kind !== 'definition') break;
      table = alias.table;
      at = alias.constant.value;
      while (table.terms[at][0] === TERM.lambda) at = table.terms[at][3];
    }
    const { o } = this, object = o.name(path), option = this.verdicts.find(env, object);
    o.dec(object);
    if (option & 1) return null;
    const info = o.field(option, 0);
    const constructors = o.tag(info) === INDUCTIVE ? o.listItems(o.field(o.field(info, 0), 4)).map((made) => o.parts(made)) : [];
    o.dec(option);
    return constructors.find((made) => String(made.at(-1)).toLowerCase() === name.toLowerCase())?.join('.') ?? null;
  }
}

module.exports = { Names };
