'use strict';
// Lean's own frontend, driven from outside on one thread: parse a command, elaborate it, go on.
const { box, LEAF } = require('./objects.js');

const NATIVE_STACK = 64 * 1048576; // bytes; the package's 64 KiB overflow on ordinary proofs
const PRIVATE_LEVEL = 2;
const IS_NONCOMPUTABLE = 0; // where a scope keeps it among its scalars
const MAX_MESSAGES = 200;
const MAX_MESSAGE = 8_000; // characters
const MAX_COMMANDS = 10_000;

// Without these `x : ℝ` would be about any type at all where ℝ is not known.
const OPTIONS = 'set_option autoImplicit false\nset_option relaxedAutoImplicit false';

class Frontend {
  constructor(objects) {
    this.o = objects;
    const of = (name) => objects.function(name);
    this.makeRef = of('lean_st_mk_ref');
    this.makeState = of('l_Lean_Elab_Command_mkState');
    this.makeInput = of('l_Lean_Parser_mkInputContext___redArg___boxed');
    this.parseHeader = of('l_Lean_Parser_parseHeader___boxed');
    this.headerImports = of('l_Lean_Elab_headerToImports');
    this.parseCommand = of('l_Lean_Parser_parseCommand');
    this.elaborateCommand = of('l_Lean_Elab_Frontend_elabCommandAtFrontend___boxed');
    this.isTerminal = of('l_Lean_Parser_isTerminalCommand___boxed');
    this.logToArray = of('l_Lean_MessageLog_toArray___boxed');
    this.messageToJson = of('l_Lean_Message_toJson___boxed');
    this.compress = of('l_Lean_Json_compress');
    this.emptyLog = objects.variable('l_Lean_MessageLog_empty');
    this.modules = new Set(); // what a text may import: all of it is there from the beginning
  }

  get version() { return this.o.read(this.o.variable('l_Lean_versionString')); }

  /** Import `modules` from the folder `library`; afterwards no file can be reached. Sets `env` and `options`. */
  importModules(lean, folder, library, modules) {
    const o = this.o;
    // The path of the program must exist in the virtual file system; the library is the only real folder in it.
    lean.inside(`FS.mkdirTree(${JSON.stringify(folder)});FS.mkdir("lib");` +
      `FS.mount(NODEFS,{root:${JSON.stringify(library)}},"lib");ENV["LEAN_PATH"]="lib"`);
    const low = (o.malloc(NATIVE_STACK + 64) + 63) & ~63;
    lean.inside('_emscripten_stack_set_limits')(low + NATIVE_STACK, low);
    lean.inside('stackRestore')(low + NATIVE_STACK);
    o.function('lean_initialize')();
    o.io(o.function('lean_init_search_path')(), 'search path');
    o.function('lean_enable_initializer_execution')();
    o.function('lean_io_mark_end_initialization')();
    o.function('lean_init_task_manager_using')(1); // more than one thread hangs
    const empty = o.variable('l_Lean_Options_empty');
    const imports = o.array(modules.map((module) => {
      const made = o.constructor_(0, [o.name(module.split('.'))], 3);
      o.setScalar(made, 1, 1); // isExported
      return made;
    }));
    const load = o.function('l_Lean_importModules');
    this.env = o.io(load(imports, o.inc(empty), 0, o.array([]), 1, 1, PRIVATE_LEVEL, LEAF), 'import');
    lean.inside('FS.unmount("lib")');
    this.options = empty;
    const afterOptions = this.elaborate(this.beginning(), OPTIONS, 'options');
    this.options = o.inc(this.scopeField(afterOptions.state, 1));
  }

  /**
   * The owned state at the beginning of a text: the library, our options, no namespace; as in a `noncomputable section`,
   * because the code of much of the library is not there, and a definition means the same without code of its own.
   */
  beginning() {
    const state = this.makeState(this.o.inc(this.env), this.o.inc(this.emptyLog), this.o.inc(this.options));
    this.o.setScalar(this.o.field(this.o.field(state, 2), 0), IS_NONCOMPUTABLE, 1); // of the outermost scope, just made
    return state;
  }

  /** The environment (borrowed) of a state (borrowed). */
  environment(state) { return this.o.field(state, 0); }

  scopeField(state, i) { return this.o.field(this.o.field(this.o.field(state, 2), 0), i); }

  /** The owned copy of a state (borrowed), with an empty log: what follows a text that ended there. */
  after(state) {
    const o = this.o, fields = Array.from({ length: o.fieldCount(state) }, (_, i) => o.inc(i === 1 ? this.emptyLog : o.field(state, i)));
    const scalars = o.scalarBytes(state), made = o.constructor_(o.tag(state), fields, scalars.length);
    scalars.forEach((byte, i) => o.setScalar(made, i, byte));
    return made;
  }

  /**
   * Elaborate `source` from `state` on (taken). Returns the owned `state` after it, the imports that it asks for and
   * that are not there (`missing`), its `messages` as Lean's JSON objects, and the syntax kinds of its `commands`.
   * `guard(command, state)` says what to do with each command before it is elaborated: keep, skip or stop.
   */
  elaborate(state, source, file, guard = () => 'keep') {
    const o = this.o;
    const input = this.makeInput(o.string(source), o.string(file), box(1), box(o.utf8.encode(source).length));
    const head = o.io(this.parseHeader(o.inc(input), 1), 'header'), afterHead = o.field(head, 1);
    let parser = o.inc(o.field(afterHead, 0));
    const messages = [], commands = [];
    this.collect(o.field(afterHead, 1), messages);
    const importList = this.headerImports(o.inc(o.field(head, 0)), 0);
    const imports = o.items(importList).map((item) => o.parts(o.field(item, 0)).join('.'));
    const missing = imports.filter((module) => !this.modules.has(module));
    o.dec(importList);
    o.dec(head);
    const ref = this.makeRef(o.constructor_(0, [state, o.inc(parser), o.inc(o.field(parser, 0)), o.array([])]));
    for (let done = false; !done;) {
      const before = o.field(ref, 0), commandState = o.field(before, 0);
      const scope = [1, 2, 3].map((i) => o.inc(this.scopeField(commandState, i)));
      const context = o.constructor_(0, [o.inc(this.environment(commandState)), ...scope]);
      const at = o.inc(o.field(parser, 0)), parsed = this.parseCommand(o.inc(input), context, parser, o.inc(this.emptyLog));
      const command = o.inc(o.field(parsed, 0)), next = o.inc(o.field(o.field(parsed, 1), 0));
      const action = guard(command, commandState);
      if (action === 'keep') this.collect(o.field(o.field(parsed, 1), 1), messages);
      o.dec(parsed);
      o.u32()[(ref >> 2) + 2] = o.constructor_(0, [o.inc(commandState), o.inc(next), at, o.array([])]);
      o.dec(before); // the reference is ours alone
      done = action === 'stop' || Boolean(this.isTerminal(o.inc(command)) >> 1 & 1);
      if (commands.length < MAX_COMMANDS) commands.push(this.kindOf(command));
      if (action === 'keep') {
        o.io(this.elaborateCommand(command, o.inc(input), o.inc(ref), 1), 'elaborate');
        this.collect(o.field(o.field(o.field(ref, 0), 0), 1), messages);
      } else o.dec(command);
      parser = next;
    }
    const found = { state: o.inc(o.field(o.field(ref, 0), 0)), missing, messages, commands };
    o.dec(ref);
    o.dec(input);
    return found;
  }

  /** Append the messages of a log (borrowed); of very many the first, of a very long one its beginning. */
  collect(log, messages) {
    const o = this.o, array = this.logToArray(o.inc(log));
    for (const message of o.items(array)) {
      if (messages.length >= MAX_MESSAGES) break;
      const found = JSON.parse(o.take(this.compress(this.messageToJson(o.inc(message), 1))));
      messages.push({
        severity: found.severity, kind: found.kind, pos: found.pos, endPos: found.endPos, data: found.data.slice(0, MAX_MESSAGE),
      });
    }
    o.dec(array);
  }

  /** The syntax kind of a command; of a declaration, which one it is. */
  kindOf(command) {
    const o = this.o;
    const kind = (node) => (!(node & 1) && o.tag(node) === 1 ? o.parts(o.field(node, 1)).join('.') : '');
    const outer = kind(command);
    if (outer !== 'Lean.Parser.Command.declaration') return outer;
    return kind(o.items(o.field(command, 2))[1]) || outer;
  }
}

module.exports = { Frontend };
