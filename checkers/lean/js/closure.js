'use strict';
// Declarations as plain data: what a theorem rests on beyond the library, written out in one process and rebuilt in
// another one. Nothing but data crosses: whatever the checked text did to the memory of its process, the other kernel
// checks every declaration again.
//
// {names: [[prefix, component]…], levels: [[tag, …]…], terms: [[tag, …]…], constants: [{…}…]}; entries refer to earlier
// ones by index; name 0 is the anonymous one. Constants come after those that they use. mdata is left out.

const LEVEL = { zero: 0, succ: 1, max: 2, imax: 3, param: 4 };
const TERM = { bvar: 0, sort: 3, constant: 4, app: 5, lambda: 6, forall: 7, let: 8, literal: 9, mdata: 10, proj: 11 };
const KINDS = ['axiom', 'definition', 'theorem', 'opaque', 'quot', 'inductive', 'constructor', 'recursor'];
const SAFETY = ['unsafe', 'safe', 'partial'];
const MAX_ENTRIES = 1_000_000;

class TooLarge extends Error {}

/** The indices of the terms in an entry. */
function childrenOf(entry) {
  switch (entry[0]) {
    case TERM.app: return [entry[1], entry[2]];
    case TERM.lambda: case TERM.forall: return [entry[2], entry[3]];
    case TERM.let: return [entry[2], entry[3], entry[4]];
    case TERM.proj: return [entry[3]];
    default: return [];
  }
}

class Writer {
  /** `find(name)` gives the owned ConstantInfo of a name, or NIL; `known(name)` says that the reader has it already. */
  constructor(objects, find, known) {
    this.o = objects;
    this.find = find;
    this.known = known;
    this.names = [[0, '']];
    this.levels = [];
    this.terms = [];
    this.constants = [];
    this.indexOf = { names: new Map(), levels: new Map(), terms: new Map() };
    this.nameKeys = new Map();
    this.nameObjects = new Map(); // index -> address; the constants that we hold keep it alive
    this.held = [];
    this.stamps = [];
    this.state = new Map(); // index of a name -> 'open' | 'done'
  }

  get data() { return { names: this.names, levels: this.levels, terms: this.terms, constants: this.constants }; }

  release() { for (const o of this.held) this.o.dec(o); }

  /** Write the constant of that name (borrowed) and everything that it uses and the reader does not know. */
  write(root) {
    const stack = [{ at: this.name(root) }];
    while (stack.length) {
      const top = stack[stack.length - 1];
      if (top.made) {
        stack.pop();
        if (this.state.get(top.at) !== 'done') {
          this.state.set(top.at, 'done');
          this.constants.push(top.made);
        }
        continue;
      }
      if (this.state.has(top.at)) {
        stack.pop();
        continue;
      }
      this.state.set(top.at, 'open');
      const [made, uses] = this.describe(top.at);
      top.made = made;
      for (const at of uses) if (!this.state.has(at) && !this.known(this.nameObjects.get(at))) stack.push({ at });
    }
  }

  /** A constant as data, and the indices of the names that it uses. */
  describe(at) {
    const o = this.o, option = this.find(this.nameObjects.get(at));
    if (option & 1) return [{ name: at, kind: 'missing' }, []];
    this.held.push(option);
    const info = o.field(option, 0), kind = KINDS[o.tag(info)], value = o.field(info, 0), base = o.field(value, 0);
    const made = { name: at, kind, levels: o.listItems(o.field(base, 1)).map((name) => this.name(name)), type: this.term(o.field(base, 2)) };
    const roots = [made.type], uses = [];
    if (kind === 'definition' || kind === 'theorem' || kind === 'opaque') {
      made.value = this.term(o.field(value, 1));
      roots.push(made.value);
    }
    if (kind === 'definition') {
      const hints = o.field(value, 2);
      made.hints = hints & 1 ? hints >>> 1 : -1 - o.u32()[(hints >> 2) + 2]; // opaque 0, abbrev 1, regular -1 - height
      made.safety = SAFETY[o.scalar(value, 0)];
    } else if (kind === 'opaque') {
      made.safety = SAFETY[1 - o.scalar(value, 0)];
    } else if (kind === 'inductive') {
      made.parameters = o.field(value, 1) >>> 1;
      made.safety = SAFETY[1 - o.scalar(value, 1)];
      made.family = o.listItems(o.field(value, 3)).map((name) => this.inductive(name, roots));
    } else if (kind === 'constructor') {
      uses.push(this.name(o.field(value, 1)));
    } else if (kind === 'recursor') {
      uses.push(this.name(o.listItems(o.field(value, 1))[0]));
    }
    return [made, [...uses, ...this.constantsIn(roots)]];
  }

  inductive(name, roots) {
    const o = this.o, option = this.find(name);
    this.held.push(option);
    const value = o.field(o.field(option, 0), 0), type = this.term(o.field(o.field(value, 0), 2));
    const constructors = o.listItems(o.field(value, 4)).map((constructor) => {
      const found = this.find(constructor);
      this.held.push(found);
      return [this.name(constructor), this.term(o.field(o.field(o.field(o.field(found, 0), 0), 0), 2))];
    });
    roots.push(type, ...constructors.map(([, of]) => of));
    return { name: this.name(name), type, constructors };
  }

  /** The indices of the names of the constants in the terms at `roots`. */
  constantsIn(roots) {
    const stamp = this.constants.length + this.state.size + 1, found = new Set(), stack = [...roots];
    while (stack.length) {
      const at = stack.pop();
      if (this.stamps[at] === stamp) continue;
      this.stamps[at] = stamp;
      const entry = this.terms[at];
      if (entry[0] === TERM.constant || entry[0] === TERM.proj) found.add(entry[1]);
      for (const part of childrenOf(entry)) stack.push(part);
    }
    return found;
  }

  name(o) {
    if (o & 1) return 0;
    const seen = this.indexOf.names.get(o);
    if (seen !== undefined) return seen;
    let at = 0;
    for (const part of this.o.parts(o)) {
      const key = `${at}${typeof part === 'string' ? 's' : 'n'}${part}`;
      let next = this.nameKeys.get(key);
      if (next === undefined) {
        next = this.add(this.names, [at, part]);
        this.nameKeys.set(key, next);
      }
      at = next;
    }
    this.indexOf.names.set(o, at);
    if (!this.nameObjects.has(at)) this.nameObjects.set(at, o);
    return at;
  }

  add(list, entry) {
    if (list.length >= MAX_ENTRIES) throw new TooLarge('the proof term is too large');
    return list.push(entry) - 1;
  }

  level(root) {
    const o = this.o, done = this.indexOf.levels, stack = [root];
    while (stack.length) {
      const level = stack[stack.length - 1];
      if (done.has(level)) {
        stack.pop();
        continue;
      }
      const tag = level & 1 ? level >>> 1 : o.tag(level);
      const parts = tag === LEVEL.succ ? [o.field(level, 0)] : tag === LEVEL.max || tag === LEVEL.imax ? [o.field(level, 0), o.field(level, 1)] : [];
      const open = parts.filter((part) => !done.has(part));
      if (open.length) {
        stack.push(...open);
        continue;
      }
      stack.pop();
      const entry = tag === LEVEL.param ? [tag, this.name(o.field(level, 0))] : [tag, ...parts.map((part) => done.get(part))];
      done.set(level, this.add(this.levels, entry));
    }
    return done.get(root);
  }

  /** The index of a term (borrowed). */
  term(root) {
    const o = this.o, done = this.indexOf.terms, stack = [root];
    while (stack.length) {
      const term = stack[stack.length - 1];
      if (done.has(term)) {
        stack.pop();
        continue;
      }
      const tag = o.tag(term);
      const parts = this.parts(term, tag), open = parts.filter((part) => !done.has(part));
      if (open.length) {
        stack.push(...open.reverse());
        continue;
      }
      stack.pop();
      const indices = parts.map((part) => done.get(part));
      done.set(term, tag === TERM.mdata ? indices[0] : this.add(this.terms, this.entry(term, tag, indices)));
    }
    return done.get(root);
  }

  parts(term, tag) {
    const o = this.o;
    switch (tag) {
      case TERM.app: return [o.field(term, 0), o.field(term, 1)];
      case TERM.lambda: case TERM.forall: return [o.field(term, 1), o.field(term, 2)];
      case TERM.let: return [o.field(term, 1), o.field(term, 2), o.field(term, 3)];
      case TERM.mdata: return [o.field(term, 1)];
      case TERM.proj: return [o.field(term, 2)];
      default: return [];
    }
  }

  entry(term, tag, parts) {
    const o = this.o;
    switch (tag) {
      case TERM.bvar: return [tag, Number(o.natural(o.field(term, 0)))];
      case TERM.sort: return [tag, this.level(o.field(term, 0))];
      case TERM.constant: return [tag, this.name(o.field(term, 0)), o.listItems(o.field(term, 1)).map((level) => this.level(level))];
      case TERM.lambda: case TERM.forall: return [tag, this.name(o.field(term, 0)), ...parts, o.scalar(term, 8)];
      case TERM.let: return [tag, this.name(o.field(term, 0)), ...parts];
      case TERM.literal: {
        const literal = o.field(term, 0), isText = o.tag(literal) === 1;
        return [tag, isText ? 's' : 'n', isText ? o.read(o.field(literal, 0)) : o.natural(o.field(literal, 0))];
      }
      case TERM.proj: return [tag, this.name(o.field(term, 0)), Number(o.natural(o.field(term, 1))), ...parts];
      case TERM.app: return [tag, ...parts];
      default: throw new Error(`a term with a hole (tag ${tag})`);
    }
  }
}

module.exports = { Writer, TooLarge, childrenOf, LEVEL, TERM, SAFETY };
