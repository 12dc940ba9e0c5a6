'use strict';
// The two questions that a process answers.
//
// check: elaborate text of others and write out what one of its theorems rests on. The answer is data, as JSON in a string
// that whoever asks hands on unread, and proves nothing.
// judge: elaborate our own text (definitions, goals, probes), rebuild the theorem from that data, and let the kernel
// alone decide which goal it proves. A process that judges runs no text of others.
const { NIL, LEAF } = require('./objects.js');
const { Writer, TooLarge, TERM } = require('./closure.js');
const { Builder, Refused, refuse } = require('./replay.js');
const { Canon, Table } = require('./compare.js');
const { Reading, declaration, question } = require('./reading.js');
const { Hidden } = require('./hidden.js');

const GOAL = ['Audit', 'goal'], PROVED = ['Audit', 'is'], THEIRS = ['Audit', 'theirs'], OURS = ['Audit', 'ours'];

const hasError = (messages) => messages.some((message) => message.severity === 'error');

/** A text as Lean reads a file: the ends of lines of Windows are ends of lines. */
const unix = (text) => text.replaceAll('\r\n', '\n');

function parsed(closure) {
  try {
    return Object(JSON.parse(closure));
  } catch {
    return refuse('a closure that is no JSON');
  }
}

class Verdicts {
  constructor(objects, frontend) {
    this.o = objects;
    this.frontend = frontend;
    const of = (name) => objects.function(name);
    this.findIn = of('l_Lean_Environment_find_x3f___boxed');
    this.addDeclaration = of('lean_elab_add_decl');
    this.collectAxioms = of('l_Lean_CollectAxioms_collect');
    this.makeConstant = of('lean_expr_mk_const');
    this.makeApplication = of('lean_expr_mk_app');
    this.makeParameter = of('lean_level_mk_param');
    this.kept = { text: '', state: frontend.beginning(), report: { messages: [], missing: [], commands: [] } };
    this.reading = new Reading(objects, frontend);
    this.hidden = new Hidden(objects, frontend, this);
    this.lastRead = { key: '', found: null };
  }

  find(env, name) { return this.findIn(this.o.inc(env), this.o.inc(name), 1); }

  has(env, name) {
    const option = this.find(env, name);
    this.o.dec(option);
    return !(option & 1);
  }

  inLibrary(name) { return this.has(this.frontend.env, name); }

  /** The state after the definitions `text`, kept for the next question with the same ones, and what Lean said. */
  definitions(text) {
    if (text !== this.kept.text) {
      const { state, ...report } = this.frontend.elaborate(this.frontend.beginning(), text, 'definitions');
      this.o.dec(this.kept.state);
      this.kept = { text, state, report };
    }
    return this.kept;
  }

  /** Elaborate `text` after the definitions; `use(env)` looks at the environment before it is dropped. */
  continue(state, text, file, use, guard) {
    const { state: end, ...report } = this.frontend.elaborate(this.frontend.after(state), text, file, guard);
    try {
      return [report, use(this.frontend.environment(end), report)];
    } finally {
      this.o.dec(end);
    }
  }

  /** The closure of a constant as data, without what `known` says is there already; null if there is no such constant. */
  written(env, name, known) {
    if (!this.has(env, name)) return null;
    const writer = new Writer(this.o, (n) => this.find(env, n), known);
    try {
      writer.write(name);
      return writer.data;
    } finally {
      writer.release();
    }
  }

  check({ definitions, text: given, theorem, words = [] }) {
    const { state, report: before } = this.definitions(unix(definitions)), name = this.o.name(theorem), text = unix(given);
    const guard = this.reading.without(new Set(words), text);
    let found = null;
    const [report, closure] = this.continue(state, text, 'input', (env, { messages }) => {
      if (guard.refused || hasError(before.messages) || hasError(messages)) return null;
      try {
        const data = this.written(env, name, (n) => this.inLibrary(n));
        found = data && data.constants.at(-1).kind;
        return data;
      } catch (error) {
        if (!(error instanceof TooLarge)) throw error;
        found = 'too large';
        return null;
      }
    }, guard.check);
    this.o.dec(name);
    return { definitions: before, ...report, refused: guard.refused, found, closure: closure && JSON.stringify(closure) };
  }

  /**
   * `statement`: {source, theorem, strict} of our claim, or null where a goal of the key `claim` says it. `goals`: texts
   * of ours that declare Audit.goal.KEY.
   */
  judge({ statement, goals, theorem, closure }) {
    const answer = { statement: null, goals: {}, type: '', refused: null, differing: [], own: [], library: [], proves: [] };
    const state = statement ? this.read(statement).state : this.definitions('').state, targets = [];
    if (statement) {
      const claim = this.claim(statement, answer);
      if (claim) targets.push(claim);
    }
    for (const goal of goals) {
      const target = this.goal(state, goal, answer);
      if (target) targets.push(target);
    }
    if (!closure) return answer;
    try {
      this.prove(this.frontend.environment(state), targets, theorem, parsed(closure), answer);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      answer.refused = error.message;
      answer.proves = [];
    }
    return answer;
  }

  /** What a source says before a theorem and in its header, kept for the next question about the same. */
  read(statement) {
    const key = JSON.stringify(statement);
    if (key !== this.lastRead.key) {
      if (this.lastRead.found) this.o.dec(this.lastRead.found.state);
      this.lastRead = { key, found: this.reading.read(unix(statement.source), statement.theorem, statement.strict) };
    }
    return this.lastRead.found;
  }

  /** The claim as data; null if it is refused or in error. */
  claim({ theorem, strict }, answer) {
    const found = this.lastRead.found, before = this.frontend.environment(found.state);
    const { header, place, refused, messages, missing } = found;
    answer.statement = { found: header !== null, place, refused, messages, missing, claim: null, complaints: [] };
    if (header === null) return null;
    const name = this.o.name(theorem);
    const { state, ...report } = this.frontend.elaborate(this.frontend.after(found.state), declaration(header), 'claim');
    let data = null, shown = [];
    if (!hasError(report.messages)) {
      data = this.written(this.frontend.environment(state), name, (n) => this.has(before, n));
      [{ messages: shown }] = this.continue(state, question(theorem), 'shown', () => null);
    }
    this.o.dec(state);
    this.o.dec(name);
    answer.statement.claim = { ...report, messages: [...report.messages, ...shown] }; // the last one is the claim in Lean's words
    if (data && strict) answer.statement.complaints = this.hidden.complaints(found, before, data);
    return data && { key: 'claim', data };
  }

  /** A goal as data; null if its text is in error. Its root is the constant Audit.goal.KEY. */
  goal(state, { key, text }, answer) {
    const name = this.o.name([...GOAL, key]), before = this.frontend.environment(state);
    const [report, data] = this.continue(state, unix(text), 'goal', (env, { messages }) =>
      (hasError(messages) ? null : this.written(env, name, (n) => this.has(before, n))));
    this.o.dec(name);
    answer.goals[key] = report;
    return data && { key, data };
  }

  prove(env, targets, theorem, closure, answer) {
    const o = this.o, builder = new Builder(o, closure), path = JSON.stringify(theorem);
    const proof = builder.data.constants.find((constant) => builder.keys[constant.name] === path);
    if (!proof) refuse('the theorem is not among its own declarations');
    const { ours, renamed, clash } = this.common(env, builder, answer);
    builder.rename(renamed, THEIRS).build();
    const [library, assumed] = this.axioms(env, builder);
    answer.library = library;
    answer.own = [...assumed, ...closure.constants.filter((c) => c.kind === 'axiom').map((c) => builder.shown(c))];
    if (answer.own.length || clash) return;
    if (proof.kind !== 'theorem') refuse(`${theorem.join('.')} is no theorem but ${proof.kind}`);
    const end = this.replay(o.inc(env), builder, (constant) => ours.has(builder.keys[constant.name]));
    const claim = targets.find((target) => target.key === 'claim');
    if (claim) {
      for (const target of targets) this.decide(end, builder, proof, claim, target, answer);
      this.decide(end, builder, proof, claim, null, answer);
    }
    o.dec(end);
    builder.release();
  }

  /**
   * Ask the kernel for one theorem: the claim by the proof itself; the claim's negation by a bridge `W → ¬ claim` that we
   * proved, applied to the proof; or (no target) the claim's negation by the proof itself.
   */
  decide(env, builder, proof, claim, target, answer) {
    const o = this.o, goal = new Builder(o, claim.data), root = claim.data.constants.at(-1);
    goal.rename(new Set(claim.data.constants.map((c) => goal.keys[c.name])), OURS).build(); // the proof has such names too
    let end = this.replay(o.inc(env), goal, (constant) => constant === root);
    const levels = () => o.list(root.levels.map((level) => this.makeParameter(goal.get('names', level))));
    let type = goal.closed(root.type), value = this.makeConstant(builder.get('names', proof.name), levels());
    const key = target ? target.key : 'negation';
    if (target !== claim) type = this.makeApplication(this.makeConstant(o.name(['Not']), NIL), type);
    if (target && target !== claim) {
      const bridge = new Builder(o, target.data).build();
      end = this.replay(end, bridge, () => false);
      value = this.makeApplication(this.makeConstant(o.name([...GOAL, key]), levels()), value);
      bridge.release();
    }
    const id = o.name([...PROVED, key]);
    const base = o.constructor_(0, [o.inc(id), goal.nameList(root.levels), type]);
    const [accepted, made] = this.add(end, o.constructor_(2, [o.constructor_(0, [base, value, o.list([id])])]));
    if (accepted) answer.proves.push(key);
    o.dec(made);
    goal.release();
  }

  /**
   * The constants that our definitions have too: the keys of those that are the same (ours stand for them) and of those
   * that differ and get other names; `clash` where that cannot be (inductive types). Definitions that differ go into the
   * answer: the kernel then decides whether the theorem says the same all the same.
   */
  common(env, builder, answer) {
    const shared = builder.data.constants.filter((c) => this.has(env, builder.names[c.name]));
    const ours = new Set(), renamed = new Set();
    let clash = false;
    if (!shared.length) return { ours, renamed, clash };
    const writer = new Writer(this.o, (n) => this.find(env, n), (n) => this.inLibrary(n));
    for (const c of shared) writer.write(builder.names[c.name]);
    const canon = new Canon(), theirs = new Table(canon, builder.data), own = new Table(canon, writer.data);
    for (const c of shared) {
      const key = builder.keys[c.name], same = own.find(key);
      if (same && own.constant(same) === theirs.constant(c)) {
        ours.add(key);
        continue;
      }
      renamed.add(key);
      clash ||= c.kind !== 'definition' && c.kind !== 'theorem';
      if (c.kind !== 'theorem') answer.differing.push(builder.shown(c));
    }
    writer.release();
    return { ours, renamed, clash };
  }

  /** The axioms behind what the theorem uses of the library and of our definitions: [of the library, of ours]. */
  axioms(env, builder) {
    const o = this.o, seen = new Set();
    let state = o.constructor_(0, [LEAF, o.array([])]);
    for (const entry of builder.data.terms) {
      if (entry[0] !== TERM.constant || seen.has(entry[1])) continue;
      seen.add(entry[1]);
      const name = builder.names[entry[1]];
      if (!this.has(env, name)) continue;
      const result = this.collectAxioms(o.inc(name), o.inc(env), state);
      state = o.inc(o.field(result, 1));
      o.dec(result);
    }
    const found = [[], []];
    for (const axiom of o.items(o.field(state, 1))) found[this.inLibrary(axiom) ? 0 : 1].push(o.parts(axiom).join('.'));
    o.dec(state);
    return found;
  }

  /** The environment (owned) with the constants of `builder` that `skip` does not leave out; takes `env`. */
  replay(env, builder, skip) {
    const done = new Set();
    for (const constant of builder.data.constants) {
      const key = builder.keys[constant.name];
      if (skip(constant) || done.has(key)) continue;
      const declaration = builder.declaration(constant);
      if (declaration === null) continue;
      const [accepted, made] = this.add(env, declaration);
      if (!accepted) refuse(`the kernel refuses ${builder.shown(constant)}`);
      env = made;
      for (const of of constant.family ?? []) done.add(builder.keys[of.name]);
      done.add(key);
    }
    return env;
  }

  /** Give an owned declaration to the kernel: [accepted, owned environment]. Takes `env`. */
  add(env, declaration) {
    const o = this.o, result = this.addDeclaration(env, 0, declaration, NIL), accepted = o.tag(result) === 1;
    const made = accepted ? o.inc(o.field(result, 0)) : NIL;
    o.dec(result);
    o.dec(declaration);
    return [accepted, made];
  }
}

module.exports = { Verdicts };
