'use strict';
// A thread that ends the process when its parent is gone, even while a proof keeps the main thread busy.
const { Worker, isMainThread, workerData } = require('worker_threads');

const LOOK_EVERY = 1_000; // milliseconds

/** Start the thread; it keeps nothing alive by itself. */
function guard() {
  new Worker(__filename, { workerData: process.ppid }).unref();
}

if (!isMainThread) {
  setInterval(() => {
    if (process.ppid !== workerData) process.kill(process.pid, 'SIGKILL');
  }, LOOK_EVERY);
}

module.exports = { guard };
