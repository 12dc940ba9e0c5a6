'use strict';
// node build.js FOLDER LIBRARY MODULES: import the modules (comma separated) from LIBRARY into the Lean of FOLDER and
// save its memory as FOLDER/snapshot.bin.
const fs = require('fs');
const path = require('path');
const { load, start } = require('./runtime.js');
const { Objects } = require('./objects.js');
const { Frontend } = require('./frontend.js');
const { save } = require('./snapshot.js');

const [FOLDER, LIBRARY, MODULES] = process.argv.slice(2);

/** Every module in the library, as Init.Data.Nat. */
function modulesIn(folder, prefix = '') {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return modulesIn(path.join(folder, entry.name), `${prefix}${entry.name}.`);
    return entry.name.endsWith('.olean') ? [prefix + entry.name.slice(0, -'.olean'.length)] : [];
  });
}

const lean = load(FOLDER);
start(lean, () => {
  const frontend = new Frontend(new Objects(lean));
  frontend.importModules(lean, FOLDER, LIBRARY, MODULES.split(','));
  const modules = modulesIn(LIBRARY);
  save(lean, path.join(FOLDER, 'snapshot.bin'), { env: frontend.env, options: frontend.options, modules });
  console.log(JSON.stringify({ version: frontend.version, modules: modules.length }));
  process.exit(0);
});
