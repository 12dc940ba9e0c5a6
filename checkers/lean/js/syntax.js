'use strict';
// Lean's syntax trees: nodes with a kind, and leaves with the text and the place that Lean's own parser gave them.

const NODE = 1, ATOM = 2, IDENT = 3, ORIGINAL = 0;

class Syntax {
  constructor(objects) { this.o = objects; }

  isNode(s) { return !(s & 1) && this.o.tag(s) === NODE; }

  /** The kind of a node, dotted; "" of anything else. */
  kind(s) { return this.isNode(s) ? this.o.parts(this.o.field(s, 1)).join('.') : ''; }

  children(s) { return this.isNode(s) ? this.o.items(this.o.field(s, 2)) : []; }

  /** True if something is missing in it: the parser stopped inside. */
  broken(s) { return this.every(s, (part) => !(part & 1)) === false; }

  every(s, test) {
    const stack = [s];
    while (stack.length) {
      const part = stack.pop();
      if (!test(part)) return false;
      stack.push(...this.children(part));
    }
    return true;
  }

  /** The nodes of these kinds in it, in order. */
  nodes(s, kinds) {
    const found = [], stack = [s];
    while (stack.length) {
      const part = stack.pop();
      if (kinds.has(this.kind(part))) found.push(part);
      stack.push(...this.children(part).reverse());
    }
    return found;
  }

  /** Its tokens in order: {text, start, end} with byte offsets; -1 for what Lean made up. */
  leaves(s) {
    const o = this.o, found = [], stack = [s];
    while (stack.length) {
      const part = stack.pop();
      if (part & 1) continue;
      if (o.tag(part) === NODE) {
        stack.push(...this.children(part).reverse());
        continue;
      }
      const info = o.field(part, 0), placed = !(info & 1) && o.tag(info) === ORIGINAL;
      const text = o.tag(part) === ATOM ? o.read(o.field(part, 1)) : o.tag(part) === IDENT ? o.parts(o.field(part, 2)).join('.') : '';
      found.push({ text, isName: o.tag(part) === IDENT, start: placed ? o.field(info, 1) >>> 1 : -1, end: placed ? o.field(info, 3) >>> 1 : -1 });
    }
    return found;
  }
}

module.exports = { Syntax };
