'use strict';
// The patched lean.js, loaded and not yet started: its module object, a way to evaluate inside it, and its start.
const fs = require('fs');
const path = require('path');

process.env.LEAN_POOL ??= '0'; // read by the patched lean.js: no idle threads

// The constants that lean.js asks an internal interface for; under Node's permission model that interface is closed.
process.binding = () => ({ fs: fs.constants });

/** Load lean.js from `folder`. `inside` evaluates an expression in its scope, through a hook that the patch adds. */
function load(folder) {
  const module = require(path.join(folder, 'lean.js'));
  module.noInitialRun = true;
  module.print = module.printErr = () => {};
  module.mainScriptUrlOrBlob = path.join(__dirname, 'worker.js');
  process.env.LEAN_FOLDER = folder;
  return { module, inside: (code) => module.LX(code) };
}

/** Call `started` once the WebAssembly module runs. What it prints goes nowhere: stdout belongs to the protocol. */
function start(lean, started) {
  lean.module.onRuntimeInitialized = () => {
    lean.inside('out=Module["print"];err=Module["printErr"]');
    started();
  };
}

module.exports = { load, start };
