'use strict';
// What may stand before a theorem whose own file is all that says what its statement means; judged on the tokens and
// kinds of Lean's own parser, before anything of it is elaborated.

const P = 'Lean.Parser.Command.';
const kinds = (names) => new Set(names.split(' ').map((name) => P + name));

// Plain definitions, and what scopes them: elaborated.
const KEPT = kinds('definition abbrev structure inductive classInductive namespace section end open universe variable mutual moduleDoc eoi');
// These change nothing that a later statement means, and are left out.
const LEFT_OUT = kinds('theorem example check check_failure print printAxioms reduce synth');
const DECLARATION = `${P}declaration`, IN = `${P}in`, SET_OPTION = `${P}set_option`, ATTRIBUTE = `${P}attribute`, MUTUAL = `${P}mutual`, INSTANCE = `${P}instance`, OPEN = `${P}open`;

const ATTRIBUTES = new Set(('simp grind reducible semireducible irreducible inline noinline always_inline specialize ext match_pattern ' +
  'expose elab_as_elim deprecated inherit_doc implemented_by').split(' '));
const LIMITS = new Set(['maxHeartbeats', 'maxRecDepth', 'synthInstance.maxHeartbeats', 'synthInstance.maxSize']);
const LOOKS = /^(pp|format|linter|trace|profiler|warn)\./; // options that change no meaning: left out

// Code of the text would run in the process that judges, or a name would mean another one.
const CODE = 'code would run while the statement is read';
const WORDS = new Map([
  ...['native_decide', 'bv_decide', 'bv_decide?', 'bv_check', 'native', 'reduceBool', 'reduceNat', 'ofReduceBool', 'ofReduceNat', 'trustCompiler',
    'unsafe', 'run_tac', 'run_cmd', 'by_elab', 'unsafeCast', 'dbg_trace', 'dbgSleep', 'include_str'].map((word) => [word, CODE]),
  ['renaming', 'it can change what the statement says'],
]);
const CHANGES = 'it can change what the statement says';
// "(config := e)" and "(maxSteps := e)" of a tactic: Lean compiles e and runs it, and implemented_by can make that code unsound.
const SETTINGS = new Set(['Lean.Parser.Tactic.valConfigItem', 'Lean.Parser.Tactic.config']);

class Policy {
  /** `instances` says of a declaration whether it is an instance that changes nothing of the library. */
  constructor(syntax, instances) {
    this.syntax = syntax;
    this.instances = instances;
  }

  /** 'keep', 'skip', or {word, why, start}: what to do with a command; `state` (borrowed) is the one before it. */
  command(command, state) {
    const s = this.syntax;
    let inner = command, prefixes = [];
    while (s.kind(inner) === IN) {
      const [first, , rest] = s.children(inner);
      prefixes.push(first);
      inner = rest;
    }
    const kind = s.kind(inner) === DECLARATION ? s.kind(s.children(inner)[1]) : s.kind(inner);
    if (LEFT_OUT.has(kind)) return 'skip';
    for (const prefix of prefixes) {
      if (s.kind(prefix) === OPEN) {
        const word = this.words(prefix);
        if (word) return word;
        continue; // no more than an `open` of its own
      }
      const option = this.option(prefix);
      if (option !== 'keep') return option === 'skip' ? this.refusal(prefix, CHANGES) : option;
    }
    if (kind === SET_OPTION) return this.option(inner);
    if (kind === ATTRIBUTE && this.instances.isClassical(inner, state)) return 'keep';
    if (kind === ATTRIBUTE) return this.attributes(inner) ?? 'skip';
    if (!KEPT.has(kind) && !(kind === INSTANCE && this.instances.allowed(inner, state))) return this.refusal(inner, CHANGES);
    if (kind === MUTUAL) {
      for (const declaration of s.nodes(inner, new Set([DECLARATION]))) {
        const own = s.kind(s.children(declaration)[1]);
        if (!KEPT.has(own)) return this.refusal(declaration, CHANGES);
      }
    }
    return this.attributes(inner) ?? this.words(inner) ?? 'keep';
  }

  /** null, or what is refused in a piece of syntax that will be elaborated. */
  words(piece) {
    const leaves = this.syntax.leaves(piece);
    for (const [i, { text, start, isName }] of leaves.entries()) {
      const last = isName ? text.slice(text.lastIndexOf('.') + 1) : text.trim();
      if (WORDS.has(last)) return { word: last, why: WORDS.get(last), start };
      if (last === 'set_option') return { word: `set_option ${leaves[i + 1]?.text ?? ''}`, why: CHANGES, start };
      if (isName && /(^|\.)_/.test(text) && /\._?(redArg|rarg|boxed|spec|lam|lambda|elam|closed|unsafe_rec|cstage1|cstage2)/.test(text)) {
        return { word: text, why: CODE, start };
      }
    }
    for (const setting of this.syntax.nodes(piece, SETTINGS)) {
      const [open, name, becomes, ...value] = this.syntax.leaves(setting);
      const isNumber = value.length === 2 && becomes.text.trim() === ':=' && /^[0-9]+$/.test(value[0].text);
      if (!isNumber) return { word: `(${name?.text ?? ''} := …)`, why: CODE, start: open?.start ?? -1 };
    }
    return null;
  }

  option(command) {
    const s = this.syntax;
    if (s.kind(command) !== SET_OPTION) return this.refusal(command, CHANGES, ' … in');
    const [, name] = s.leaves(command);
    if (LIMITS.has(name.text)) return 'keep';
    return LOOKS.test(name.text) ? 'skip' : { word: `set_option ${name.text}`, why: CHANGES, start: name.start };
  }

  attributes(piece) {
    const s = this.syntax;
    for (const instance of s.nodes(piece, new Set(['Lean.Parser.Term.attrInstance', `${P}eraseAttr`]))) {
      const [scope, attribute] = s.children(instance);
      const [first] = s.leaves(attribute ?? instance);
      if (s.leaves(scope).length || s.kind(instance) === `${P}eraseAttr` || !ATTRIBUTES.has(first?.text.trim())) {
        const start = s.leaves(instance)[0]?.start ?? -1;
        return { word: `@${first?.text.trim() ?? ''}`, why: 'an attribute that can change what later text means', start };
      }
    }
    return null;
  }

  refusal(command, why, after = '') {
    const first = this.syntax.leaves(command).find((leaf) => leaf.start >= 0) ?? { text: this.syntax.kind(command), start: -1 };
    const words = this.syntax.leaves(command).map((leaf) => leaf.text.trim());
    const named = words.find((word) => /^(axiom|instance|opaque|notation|infix|infixl|infixr|prefix|postfix|macro|macro_rules|syntax|elab|elab_rules|deriving|include|omit|export|initialize|open|variable|local|scoped)$/.test(word));
    return { word: `${named ?? first.text.trim()}${after}`, why, start: first.start };
  }
}

module.exports = { Policy };
