'use strict';
// A thread of lean.wasm: Lean runs a few things (equations of definitions, for one) as a task. lean.js starts this file
// instead of itself, so that a thread can ask for no more than the main one. LEAN_FOLDER: where lean.js is.
const { load } = require('./runtime.js');
const { close } = require('./sandbox.js');

close(load(process.env.LEAN_FOLDER));
