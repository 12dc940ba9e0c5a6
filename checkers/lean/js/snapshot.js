'use strict';
// The memory of a process that has imported its modules: written once, and restored at each start in a fraction of the
// time that importing takes. It fits only the lean.wasm and lean.js that wrote it.
const fs = require('fs');

const PAGE = 65536;

/** Write the pages that are not zero, the mutable globals, and `roots` (JSON: the addresses that we need again). */
function save(lean, file, roots) {
  const memory = new Uint8Array(lean.inside('wasmMemory').buffer);
  const words = new BigUint64Array(memory.buffer);
  const isZero = (from) => {
    for (let i = from >> 3; i < (from + PAGE) >> 3; i++) if (words[i] !== 0n) return false;
    return true;
  };
  const chunks = [];
  const descriptor = fs.openSync(file, 'w');
  let written = 0;
  for (let from = 0; from < memory.length;) {
    if (isZero(from)) {
      from += PAGE;
      continue;
    }
    let end = from + PAGE;
    while (end < memory.length && !isZero(end)) end += PAGE;
    const part = memory.slice(from, end); // a copy: shared memory cannot be written directly
    for (let done = 0; done < part.length;) done += fs.writeSync(descriptor, part, done, part.length - done);
    chunks.push([from, end - from, written]);
    written += end - from;
    from = end;
  }
  fs.closeSync(descriptor);
  const exports = lean.inside('wasmExports');
  const globals = {};
  for (const name of Object.keys(exports)) if (/^__g\d+$/.test(name)) globals[name] = exports[name].value;
  fs.writeFileSync(`${file}.json`, JSON.stringify({ size: memory.length, bytes: written, globals, chunks, roots }));
}

/** Restore `file` into a module that is loaded and not yet started; returns the roots. */
function restore(lean, file) {
  const saved = JSON.parse(fs.readFileSync(`${file}.json`, 'utf8'));
  const memory = lean.inside('wasmMemory');
  memory.grow((saved.size - memory.buffer.byteLength) / PAGE);
  lean.inside('updateMemoryViews()');
  const descriptor = fs.openSync(file, 'r');
  for (const [from, length, at] of saved.chunks) {
    for (let done = 0; done < length;) {
      const n = fs.readSync(descriptor, new Uint8Array(memory.buffer, from + done, length - done), 0, length - done, at + done);
      if (n <= 0) throw new Error('the snapshot is cut short');
      done += n;
    }
  }
  fs.closeSync(descriptor);
  lean.module.skipCtors = () => {
    const exports = lean.inside('wasmExports');
    for (const name in saved.globals) exports[name].value = saved.globals[name];
  };
  return saved.roots;
}

module.exports = { save, restore };
