'use strict';
// node drive.js SCRIPTS FOLDER PROGRAM CASES: run `ProofSieve.judgeText` of the Lean text PROGRAM on each case, by Lean's own
// interpreter, and print one JSON line per case. SCRIPTS: checkers/lean/js; FOLDER: a set-up with the modules Init, Std, Lean.
const fs = require('fs');
const path = require('path');

const [SCRIPTS, FOLDER, PROGRAM, CASES] = process.argv.slice(2);
const script = (name) => require(path.join(SCRIPTS, name));
const { load, start } = script('runtime.js');
const { restore } = script('snapshot.js');
const { Objects } = script('objects.js');
const { Frontend } = script('frontend.js');
const { Writer, LEVEL, TERM } = script('closure.js');

const TERM_TAGS = new Map([[TERM.bvar, 'b'], [TERM.sort, 's'], [TERM.constant, 'c'], [TERM.app, 'a'], [TERM.lambda, 'l'],
  [TERM.forall, 'f'], [TERM.let, 't'], [TERM.proj, 'p']]);
const LEVEL_TAGS = new Map([[LEVEL.zero, 'z'], [LEVEL.succ, 's'], [LEVEL.max, 'm'], [LEVEL.imax, 'i'], [LEVEL.param, 'p']]);

function termRow(entry) {
  if (entry[0] === TERM.literal) return [entry[1] === 's' ? 'x' : 'n', entry[2]];
  const parts = entry[0] === TERM.lambda || entry[0] === TERM.forall ? entry.slice(1, 4) : entry.slice(1);
  return [TERM_TAGS.get(entry[0]), ...parts];
}

/** What the embedded Lean writes of constants, in the form of ProofSieve.Data. */
function converted(data) {
  const constants = new Map(), safe = (c) => c.safety === undefined || c.safety === 'safe';
  for (const c of data.constants) {
    const base = { name: c.name, levels: c.levels, type: c.type, safe: safe(c) };
    if (c.kind === 'inductive') {
      for (const of of c.family) {
        constants.set(of.name, { ...base, kind: 'inductive', name: of.name, type: of.type, parameters: c.parameters,
          family: c.family.map((member) => member.name), constructors: of.constructors.map(([name]) => name) });
        for (const [name, type] of of.constructors) constants.set(name, { ...base, kind: 'constructor', name, type, family: [of.name] });
      }
    } else if (c.kind === 'recursor') constants.set(c.name, { ...base, kind: 'recursor', family: [data.names[c.name][0]] });
    else if (c.kind !== 'constructor') {
      const hints = c.hints === 0 ? 'opaque' : c.hints === 1 ? 'abbrev' : -1 - c.hints;
      constants.set(c.name, { ...base, kind: c.kind, ...(c.value === undefined ? {} : { value: c.value }),
        ...(c.hints === undefined ? {} : { hints }) });
    }
  }
  return {
    names: data.names.slice(1), levels: data.levels.map(([tag, ...parts]) => [LEVEL_TAGS.get(tag), ...parts]),
    terms: data.terms.map(termRow), constants: [...constants.values()],
  };
}

/** Data as somebody might forge them. */
function forged(data, how) {
  if (how === '') return JSON.stringify(data);
  const last = data.constants.at(-1), name = (...parts) => parts.reduce((before, part) => data.names.push([before, part]), 0);
  const constant = (...parts) => data.terms.push(['c', name(...parts), []]) - 1;
  if (how === 'twice') data.constants.push(last);
  if (how === 'forward') data.terms[0] = ['a', data.terms.length - 1, 0];
  if (how === 'loose') last.value = data.terms.push(['b', 0]) - 1;
  if (how === 'far') last.type = 10 ** 9;
  if (how === 'unsafe') last.safe = false;
  if (how === 'library') {
    last.value = constant('Nat', 'add');
    data.constants.push({ ...last, kind: 'axiom', name: data.names.length });
  }
  if (how === 'value') last.value = constant('True', 'intro');
  if (how === 'kind') last.kind = 'recursor';
  if (how === 'no value') delete last.value;
  if (how === 'huge') data.terms.push(['b', 10 ** 12]);
  const text = JSON.stringify(data);
  return how === 'cut' ? text.slice(0, -20) : text;
}

const lean = load(FOLDER);
const roots = restore(lean, path.join(FOLDER, 'snapshot.bin'));
start(lean, () => {
  const o = new Objects(lean), frontend = new Frontend(o);
  Object.assign(frontend, { env: roots.env, options: roots.options, modules: new Set(roots.modules) });
  const find = o.function('l_Lean_Environment_find_x3f___boxed');
  const found = (env, name) => find(o.inc(env), o.inc(name), 1);
  const table = (text, wanted) => {
    const { state } = frontend.elaborate(frontend.beginning(), text, 'input');
    const writer = new Writer(o, (name) => found(frontend.environment(state), name), (name) => !(found(frontend.env, name) & 1));
    for (const name of wanted.map((parts) => o.name(parts))) if (!(found(frontend.environment(state), name) & 1)) writer.write(name);
    return converted(writer.data);
  };
  const program = frontend.elaborate(frontend.beginning(), fs.readFileSync(PROGRAM, 'utf8'), 'program');
  for (const { severity, data } of program.messages) if (severity === 'error') console.error(data);
  const made = o.function('lean_eval_const')(o.inc(frontend.environment(program.state)), o.inc(frontend.options), o.name(['ProofSieve', 'judgeText']));
  if (o.tag(made) !== 1) {
    console.error(o.read(o.field(made, 0)));
    process.exit(1);
  }
  const judge = o.field(made, 0), apply = o.function('lean_apply_4');
  for (const { challenge, solution, claim, goals, native, mutate } of JSON.parse(fs.readFileSync(CASES, 'utf8'))) {
    const ours = JSON.stringify(table(challenge, [claim, ...goals.map((goal) => ['Audit', 'goal', goal])]));
    const theirs = forged(table(solution, [['t']]), mutate);
    const request = JSON.stringify({ nonce: 'n', imports: [['Init']], claim, goals, theorem: ['t'], native });
    o.inc(judge);
    console.log(o.read(apply(judge, o.string(request), o.string(ours), o.string(theirs), o.inc(frontend.env))));
  }
  process.exit(0);
});
