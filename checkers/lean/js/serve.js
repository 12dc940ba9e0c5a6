'use strict';
// node serve.js FOLDER: restore the snapshot of FOLDER and answer one JSON request per line of stdin with one JSON line
// on stdout: {"id", "op": "check" | "judge", …} -> {"id", "ms", "rss", …} or {"id", "fatal"}; the first line says that
// it is ready. After a fatal answer the process ends: its memory may be inconsistent.
const fs = require('fs');
const path = require('path');
const readline = require('readline');
const { load, start } = require('./runtime.js');
const { restore } = require('./snapshot.js');
const { close } = require('./sandbox.js');
const { guard } = require('./guard.js');
const { Objects } = require('./objects.js');
const { Frontend } = require('./frontend.js');
const { Verdicts } = require('./verdict.js');

const began = performance.now();
const FOLDER = process.argv[2];

function send(answer) {
  const line = Buffer.from(`${JSON.stringify(answer)}\n`);
  for (let done = 0; done < line.length;) {
    try {
      done += fs.writeSync(1, line, done);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}

function reason(error) {
  if (error?.name === 'ExitStatus') return 'the text ended the process';
  if (typeof error === 'number') return 'an exception of C++'; // its address
  return String(error?.stack ?? error?.message ?? error);
}

function answer(verdicts, line) {
  const at = performance.now();
  let request = {}, found;
  try {
    request = JSON.parse(line);
    if (request.op !== 'check' && request.op !== 'judge') throw new Error(`no operation ${request.op}`);
    found = verdicts[request.op](request);
  } catch (error) {
    found = { fatal: reason(error).slice(0, 4_000), overflow: error instanceof RangeError };
  }
  send({ id: request.id, ms: Math.round(performance.now() - at), rss: process.memoryUsage.rss(), ...found });
  if (found.fatal !== undefined) process.exit(70);
}

const lean = load(FOLDER);
close(lean);
const roots = restore(lean, path.join(FOLDER, 'snapshot.bin'));
start(lean, () => {
  const objects = new Objects(lean), frontend = new Frontend(objects);
  Object.assign(frontend, { env: roots.env, options: roots.options, modules: new Set(roots.modules) });
  const verdicts = new Verdicts(objects, frontend);
  guard();
  send({ ready: true, ms: Math.round(performance.now() - began), version: frontend.version });
  readline.createInterface({ input: process.stdin }).on('close', () => process.exit(0)).on('line', (line) => answer(verdicts, line));
});
