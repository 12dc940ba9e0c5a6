'use strict';
// Are two constants, each written in a table of its own (closure.js), the same? Types and values must have the same
// structure. Names of bound variables do not matter, nor do the proofs of a theorem, nor does the name of a definition
// or theorem that is used: Lean shares auxiliary ones (aux.match_1, aux._proof_1) with whatever came before.
const { LEVEL, TERM, childrenOf } = require('./closure.js');
const { nameKeys } = require('./replay.js');

class Canon {
  constructor() { this.numbers = new Map(); }

  /** One number per structure: equal keys, equal numbers. */
  number(key) {
    let n = this.numbers.get(key);
    if (n === undefined) this.numbers.set(key, n = this.numbers.size);
    return n;
  }
}

class Table {
  constructor(canon, data) {
    this.canon = canon;
    this.data = data;
    this.keys = nameKeys(data.names).keys;
    this.levelNumbers = [];
    for (const [tag, ...parts] of data.levels) {
      const inner = tag === LEVEL.param ? [this.keys[parts[0]]] : parts.map((part) => this.levelNumbers[part]);
      this.levelNumbers.push(canon.number(`l${tag},${inner}`));
    }
    this.termNumbers = [];
    this.contents = new Map(); // what a name stands for, of definitions and theorems; a use comes after its definition
    for (const c of data.constants) {
      if (c.kind === 'definition' || c.kind === 'theorem') this.contents.set(this.keys[c.name], canon.number(`c${this.constant(c)}`));
    }
  }

  find(key) { return this.data.constants.find((constant) => this.keys[constant.name] === key); }

  /** The canonical number of a term; parts stand before wholes in the table. */
  term(root) {
    const wanted = new Set(), stack = [root];
    while (stack.length) {
      const at = stack.pop();
      if (wanted.has(at) || this.termNumbers[at] !== undefined) continue;
      wanted.add(at);
      stack.push(...childrenOf(this.data.terms[at]));
    }
    for (const at of [...wanted].sort((a, b) => a - b)) this.termNumbers[at] = this.canon.number(this.termKey(this.data.terms[at]));
    return this.termNumbers[root];
  }

  termKey(entry) {
    const parts = childrenOf(entry).map((part) => this.termNumbers[part]);
    switch (entry[0]) {
      case TERM.sort: return `t${entry[0]},${this.levelNumbers[entry[1]]}`;
      case TERM.constant: {
        const key = this.keys[entry[1]];
        return `t${entry[0]},${this.contents.get(key) ?? key},${entry[2].map((level) => this.levelNumbers[level])}`;
      }
      case TERM.bvar: return `t${entry[0]},${entry[1]}`;
      case TERM.literal: return `t${entry[0]},${JSON.stringify(entry.slice(1))}`;
      case TERM.proj: return `t${entry[0]},${this.keys[entry[1]]},${entry[2]},${parts}`;
      default: return `t${entry[0]},${parts}`;
    }
  }

  constant(c) {
    const name = (at) => this.keys[at];
    const found = [c.kind, c.levels.map(name), this.term(c.type), c.safety];
    if (c.kind === 'definition' || c.kind === 'opaque') found.push(this.term(c.value));
    if (c.kind === 'inductive') {
      found.push(c.parameters, c.family.map((of) => [name(of.name), this.term(of.type), of.constructors.map(([n, type]) => [name(n), this.term(type)])]));
    }
    return JSON.stringify(found);
  }
}

module.exports = { Canon, Table };
