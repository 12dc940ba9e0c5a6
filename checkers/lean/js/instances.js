'use strict';
// Which instances may stand before a theorem whose own file says what its statement means: those of a class of the
// library for a type that the file itself defines, and decisions. They give that type its operations; what the library
// says of its own types stays.
const { TERM } = require('./closure.js');

const P = 'Lean.Parser.', APPLIED = `${P}Term.app`, PROBE = ['Audit', 'probe'], DEFINITION = 1, INDUCTIVE = 5;
const NAME = /^[\p{L}_][\p{L}\p{N}_'!?]*(\.[\p{L}_][\p{L}\p{N}_'!?]*)*$/u;
const words = (text) => new Set(text.split(' '));
const DECISIONS = words('Decidable DecidableEq DecidablePred DecidableRel');
// By which of their arguments has to be a type of the file; of the last kind one of the first two.
const BY_FIRST = words('Add Sub Mul Div Mod Neg Inv Dvd Zero One LT LE Ord Min Max BEq Inhabited Nonempty Repr ToString Hashable OfNat ' +
  'Append EmptyCollection Union Inter SDiff HasSubset HasSSubset HasEquiv Setoid Coe CoeFun CoeSort CoeOut NatPow Functor Pure Bind ' +
  'Seq Applicative Monad AndOp OrOp XorOp Complement GetElem NatCast IntCast SizeOf');
const BY_SECOND = words('Membership');
const BY_EITHER = words('HAdd HSub HMul HDiv HMod HPow HAppend SMul HSMul Pow');

class Instances {
  constructor(objects, frontend, syntax) {
    this.o = objects;
    this.frontend = frontend;
    this.syntax = syntax;
    this.findIn = objects.function('l_Lean_Environment_find_x3f___boxed');
  }

  /** True of a declaration (its node) that is such an instance; `state` (borrowed) is the one before it. */
  allowed(declaration, state) {
    const s = this.syntax, instance = s.children(declaration)[1];
    const [scope, , priority, , signature] = s.children(instance);
    if (s.leaves(scope).length || s.leaves(priority).length) return false;
    const [binders, typed] = s.children(signature), type = s.children(typed)[1];
    if (type === undefined) return false;
    const isApplied = s.kind(type) === APPLIED, pieces = isApplied ? s.children(s.children(type)[1]) : [];
    if (pieces.some((piece) => s.kind(piece) === `${P}Term.namedArgument`)) return false;
    const [of, ...args] = [isApplied ? s.children(type)[0] : type, ...pieces].map((piece) => this.head(piece));
    const names = s.children(binders).map((binder) => s.children(binder)[1] ?? 1);
    const bound = new Set(names.flatMap((piece) => s.leaves(piece)).filter((leaf) => leaf.isName).map((leaf) => leaf.text));
    const name = of && !bound.has(of) ? this.resolved(of, state) : null;
    if (name === null || !name.ofLibrary) return false;
    const isOurs = (arg) => {
      if (!arg || bound.has(arg)) return false;
      const found = this.resolved(arg, state);
      return found !== null && !found.ofLibrary && found.kind === INDUCTIVE;
    };
    if (DECISIONS.has(name.text)) return true;
    if (BY_FIRST.has(name.text)) return isOurs(args[0]);
    if (BY_SECOND.has(name.text)) return isOurs(args[1]);
    return BY_EITHER.has(name.text) && (isOurs(args[0]) || isOurs(args[1]));
  }

  /** True of `attribute [local instance] Classical.propDecidable`: whatever is decided so, is decided alike. */
  isClassical(command, state) {
    const said = this.syntax.leaves(command).map((leaf) => leaf.text.trim()).join(' ');
    if (!/^attribute \[ (local )?instance \] Classical\.propDecidable$/.test(said)) return false;
    const found = this.resolved('Classical.propDecidable', state);
    return found !== null && found.ofLibrary && found.text === 'Classical.propDecidable';
  }

  /** The name at the head of a type as written: of P, P n, (P n); "" of any other. */
  head(piece) {
    const s = this.syntax;
    let inner = s.kind(piece) === `${P}Term.paren` ? s.children(piece)[1] : piece;
    if (s.kind(inner) === APPLIED) [inner] = s.children(inner);
    const [leaf, ...rest] = s.leaves(inner);
    return leaf?.isName && !rest.length && NAME.test(leaf.text) ? leaf.text : '';
  }

  /** The constant that a name means in a state: {text, kind, ofLibrary}; null if it is none. */
  resolved(name, state) {
    const o = this.o, probe = o.name(PROBE);
    const { state: end, messages } = this.frontend.elaborate(this.frontend.after(state), `noncomputable def _root_.${PROBE.join('.')} := @${name}`, 'probe');
    let found = null;
    if (!messages.some((message) => message.severity === 'error')) {
      const option = this.find(this.frontend.environment(end), probe);
      if (!(option & 1) && o.tag(o.field(option, 0)) === DEFINITION) {
        const value = o.field(o.field(o.field(option, 0), 0), 1);
        if (o.tag(value) === TERM.constant) found = this.constant(o.field(value, 0), this.frontend.environment(end));
      }
      o.dec(option);
    }
    o.dec(probe);
    o.dec(end);
    return found;
  }

  constant(name, env) {
    const o = this.o, option = this.find(env, name), library = this.find(this.frontend.env, name);
    const found = { text: o.parts(name).join('.'), kind: option & 1 ? -1 : o.tag(o.field(option, 0)), ofLibrary: !(library & 1) };
    o.dec(option);
    o.dec(library);
    return found;
  }

  find(env, name) { return this.findIn(this.o.inc(env), this.o.inc(name), 1); }
}

module.exports = { Instances };
