'use strict';
// The statement of a theorem as Lean reads it: its source parsed command by command, what may change its meaning unseen
// refused before it is elaborated, and the header taken from Lean's own syntax tree, with `sorry` for a proof.
const { Syntax } = require('./syntax.js');
const { Policy } = require('./policy.js');
const { Instances } = require('./instances.js');

const THEOREM = 'Lean.Parser.Command.theorem', DECLARATION = 'Lean.Parser.Command.declaration', IN = 'Lean.Parser.Command.in';
const NO_PROOF = '\n:= sorry\n';
const SHOW = 'set_option pp.fullNames true in set_option format.width 100000 in #check @_root_.';

class Reading {
  constructor(objects, frontend) {
    this.o = objects;
    this.frontend = frontend;
    this.syntax = new Syntax(objects);
    this.policy = new Policy(this.syntax, new Instances(objects, frontend, this.syntax));
  }

  /**
   * Read `source` up to the theorem of that full name. `strict`: only plain definitions count before it; else all of it
   * is ours. Returns {state (owned, before the theorem), header (text) or null, place {line, column} of the header,
   * refused {word, why, line} or null, variables, names, messages, missing}.
   */
  read(source, theorem, strict) {
    const first = this.attempt(source, theorem, strict);
    if (first.header !== null || !first.open) return first;
    // The theorem has no proof: Lean finds where its statement ends when one follows.
    this.o.dec(first.state);
    const second = this.attempt(source + NO_PROOF, theorem, strict);
    if (second.header !== null && second.proofStart < this.o.utf8.encode(source).length) {
      second.header = null;
      second.refused = { word: 'sorry', why: 'where the statement ends is not certain', line: second.place.line };
    }
    return second;
  }

  /** A guard that stops at the first command that holds one of `words`, before it is elaborated. */
  without(words, source) {
    const found = { refused: null, check: null };
    found.check = (command) => {
      const hit = this.syntax.leaves(command).find(({ text, isName }) => {
        const word = text.trim();
        return words.has(word) || (isName && (words.has(word.slice(word.lastIndexOf('.') + 1)) || (words.size && word.startsWith('debug.'))));
      });
      if (!hit) return 'keep';
      found.refused = { word: hit.text.trim(), line: hit.start < 0 ? 0 : this.place(this.o.utf8.encode(source), hit.start).line };
      return 'stop';
    };
    return found;
  }

  attempt(source, theorem, strict) {
    const bytes = this.o.utf8.encode(source), wanted = JSON.stringify(theorem);
    const found = { header: null, place: null, refused: null, open: false, proofStart: -1, names: new Set() };
    const lineOf = (start) => (start < 0 ? 0 : this.place(bytes, start).line);
    const refuse = (what) => {
      if (what) found.refused ??= { word: what.word, why: what.why, line: lineOf(what.start) };
    };
    const guard = (command, state) => {
      const target = this.target(command, state, wanted);
      if (target) {
        if (strict) refuse(this.prefix(command));
        const inside = strict ? this.policy.words(this.syntax.children(target)[2]) : null;
        if (inside) refuse(inside);
        else this.take(found, target, bytes);
        return 'stop';
      }
      const action = strict ? this.policy.command(command, state) : 'keep';
      if (typeof action === 'string') {
        if (action === 'keep') for (const leaf of this.syntax.leaves(command)) if (leaf.isName) found.names.add(leaf.text);
        return action;
      }
      refuse(action); // and left out: what the statement says without it can still be shown
      return 'skip';
    };
    const { state, messages, missing } = this.frontend.elaborate(this.frontend.beginning(), source, 'definitions', guard);
    return { ...found, state, messages, missing, variables: this.variables(state, bytes) };
  }

  /** The declaration node of the wanted theorem, if this command is it. */
  target(command, state, wanted) {
    const s = this.syntax;
    let inner = command;
    while (s.kind(inner) === IN) inner = s.children(inner)[2];
    if (s.kind(inner) !== DECLARATION) return null;
    const theorem = s.children(inner)[1];
    if (s.kind(theorem) !== THEOREM) return null;
    const id = s.children(s.children(theorem)[1])[0];
    if (id === undefined || id & 1 || this.o.tag(id) !== 3) return null;
    const own = this.o.parts(this.o.field(id, 2)), space = this.o.parts(this.frontend.scopeField(state, 2));
    const full = own[0] === '_root_' ? own.slice(1) : [...space, ...own];
    return JSON.stringify(full) === wanted ? theorem : null;
  }

  /** What is refused of the "… in" before a theorem. */
  prefix(command) {
    const s = this.syntax;
    for (let inner = command; s.kind(inner) === IN; inner = s.children(inner)[2]) {
      const option = this.policy.option(s.children(inner)[0]);
      if (typeof option !== 'string') return option;
    }
    return null;
  }

  /** Take the header: from the keyword to the end of the signature. */
  take(found, theorem, bytes) {
    const s = this.syntax, [keyword, , signature, value] = s.children(theorem);
    found.open = value === undefined || s.broken(value) || s.leaves(value).length === 0;
    if (found.open || s.broken(signature)) {
      found.open = true;
      return;
    }
    const start = s.leaves(keyword)[0].start, last = s.leaves(signature).at(-1);
    found.proofStart = s.leaves(value)[0].start;
    found.header = this.o.text.decode(bytes.slice(start, last.end));
    found.place = this.place(bytes, start);
    for (const leaf of s.leaves(signature)) if (leaf.isName) found.names.add(leaf.text);
  }

  /** The binders of `variable` at the end of a state: {text, type, names, tokens, mentions}. */
  variables(state, bytes) {
    const s = this.syntax, cut = (piece) => {
      const placed = s.leaves(piece).filter((leaf) => leaf.start >= 0);
      return placed.length ? this.o.text.decode(bytes.slice(placed[0].start, placed.at(-1).end)) : '';
    };
    return this.o.items(this.frontend.scopeField(state, 5)).map((binder) => {
      const parts = s.children(binder), isInstance = s.kind(binder) === 'Lean.Parser.Term.instBinder';
      const typed = isInstance ? parts[2] : s.children(parts[2] ?? 1)[1];
      return {
        text: cut(binder), type: typed === undefined ? '' : cut(typed),
        names: s.leaves(parts[1] ?? 1).filter((leaf) => leaf.isName).map((leaf) => leaf.text),
        tokens: typed === undefined ? [] : s.leaves(typed).map((leaf) => leaf.text.trim()),
        mentions: typed === undefined ? [] : s.leaves(typed).filter((leaf) => leaf.isName).map((leaf) => leaf.text),
      };
    });
  }

  place(bytes, offset) {
    const before = this.o.text.decode(bytes.slice(0, offset)).split('\n');
    return { line: before.length, column: [...before.at(-1)].length };
  }
}

/** The text that declares the theorem of `header` without its proof. */
const declaration = (header) => `${header}${NO_PROOF}`;

/** The text that has Lean show what the theorem says; apart from the header, which can say things too. */
const question = (theorem) => `${SHOW}${theorem.map((part) => `«${part}»`).join('.')}`;

module.exports = { Reading, declaration, question };
