'use strict';
// node patch.js FOLDER: turn the npm package's in.lean.js and in.lean.wasm in FOLDER into lean.js, lean.wasm and
// symtab.bin. The result is deterministic: the set-up knows the sha256 of each. Every text that is replaced is counted
// first, so that another release of the package stops here instead of being half patched.
//
// Why: as shipped, each symbol that the interpreter looks up is searched among 201,110 JavaScript exports, which makes
// one check take minutes. Symbols move to a sorted table; lean.wasm keeps the few exports that lean.js names.
const fs = require('fs');
const path = require('path');
const { createHash } = require('crypto');

const FOLDER = process.argv[2];
const inFolder = (name) => path.join(FOLDER, name);

function stop(why) {
  console.error(`patch: ${why}`);
  process.exit(1);
}

// ---- lean.js: 89 MB -> 0.7 MB

// From the first text up to the second one becomes the third.
const SPANS = [
  ['var updateGOT=', 'var isImmutableGlobal=', 'var updateGOT=(exports,replace)=>{};'],
  ['var reportUndefinedSymbols=', 'var loadDylibs=',
    'var GOTKEEP=new Set(["__cxa_throw","__cxa_end_catch","__cxa_rethrow","exit",...["console_log","console_error","console_warn",' +
    '"console_trace","out","err"].map(x=>"emscripten_"+x)]);var reportUndefinedSymbols=()=>{for(var[n,e]of Object.entries(GOT)){' +
    'if(e.value==-1){if(!GOTKEEP.has(n)){e.value=0;continue}var v=resolveGlobalSymbol(n,true).sym;e.value=addFunction(v,v.sig)}}};'],
  // Symbols by binary search in symtab.bin: rows of (two words of the name's sha1, address, is data).
  ['var __dlsym_js=', '__dlsym_js.sig=',
    'var SYMTAB=null,SHA1=require("crypto");var symLookup=n=>{if(!SYMTAB){var b=fs.readFileSync(scriptDirectory+"symtab.bin");' +
    "SYMTAB=new Uint32Array(b.buffer.slice(b.byteOffset,b.byteOffset+b.length))}var d=SHA1.createHash('sha1').update(n).digest()," +
    'a=d.readUInt32LE(0),c=d.readUInt32LE(4),lo=0,hi=(SYMTAB.length>>2)-1;while(lo<=hi){var m=(lo+hi)>>1,x=SYMTAB[m*4],y=SYMTAB[m*4+1];' +
    'if(x==a&&y==c)return m;if(x<a||(x==a&&y<c))lo=m+1;else hi=m-1}return -1};var __dlsym_js=(handle,symbol,symbolIndex)=>{' +
    'symbol=UTF8ToString(symbol);var r=symLookup(symbol);if(r<0){dlSetError("unknown symbol "+symbol);return 0}return SYMTAB[r*4+2]};'],
];

// The first text, which occurs so often, becomes the second one.
const TEXTS = [
  ['functionsInTableMap=new WeakMap;updateTableMap(0,wasmTable.length)', 1, 'functionsInTableMap=new WeakMap'],
  ['var tlsExports={};metadata.tlsExports.forEach(s=>tlsExports[s]=moduleExports[s]);updateGOT(relocateExports(tlsExports,__tls_base),true)', 1, ''],
  ['console.log("[DEBUG', 55, '(()=>{})("[DEBUG'],
  ['var pthreadPoolSize=4;', 1, 'var pthreadPoolSize=+(process.env.LEAN_POOL??4);'],
  // The hook by which runtime.js reaches the inside of lean.js.
  ['var wasmExports;if(!ENVIRONMENT_IS_PTHREAD){createWasm();run()}', 1,
    'Module["LX"]=x=>eval(x);var wasmExports;if(!ENVIRONMENT_IS_PTHREAD){createWasm();run()}'],
  // Threads get a larger C stack.
  ['if(!entryFunction)return;', 1,
    'if(!entryFunction)return;{var SS=67108864,slo=_malloc(SS);_emscripten_stack_set_limits(slo+SS,slo);stackRestore(slo+SS)}'],
  // A process that starts from a snapshot restores the globals instead of running the constructors.
  ['callRuntimeCallbacks(__RELOC_FUNCS__);callRuntimeCallbacks(onInits)', 1,
    'if(!Module["skipCtors"])callRuntimeCallbacks(__RELOC_FUNCS__);callRuntimeCallbacks(onInits)'],
  ['wasmExports["__wasm_call_ctors"]();', 1, 'Module["skipCtors"]?Module["skipCtors"]():wasmExports["__wasm_call_ctors"]();'],
];

function find(text, part, times = 1) {
  const seen = text.split(part).length - 1;
  if (seen !== times) stop(`lean.js has ${JSON.stringify(part.slice(0, 50))} ${seen} times, not ${times}`);
  return text.indexOf(part);
}

function patchJs(source) {
  const opening = 'function assignWasmExports(wasmExports){';
  const declared = find(source, 'var _main,_lean_main');
  const assigned = find(source, opening);
  const rest = find(source, 'var wasmImports;function assignWasmImports');
  const head = source.slice(0, declared);
  const tail = source.slice(rest);
  const names = source.slice(declared, assigned).trim().replace(/;+$/, '').slice(4).split(',');
  // Drop the variables of exports that nothing names.
  const used = new Set((head + tail).match(/[A-Za-z_$][\w$]*/g));
  const plain = /^([A-Za-z_$][\w$]*)=(?:Module\["[^"]*"\]=)?wasmExports\["[^"]*"\](?:\.value)?$/;
  const kept = source.slice(assigned + opening.length, rest).replace(/\}$/, '').split(';').filter((statement) => {
    const found = plain.exec(statement);
    return statement && (!found || used.has(found[1]));
  });
  const made = new Set(kept.map((statement) => statement.split('=')[0]));
  const variables = names.filter((name) => used.has(name) || made.has(name));
  let text = `${head}var ${variables.join(',')};${opening}${kept.join(';')}}${tail}`;
  for (const [start, end, becomes] of SPANS) {
    const at = find(text, start);
    find(text, end);
    text = text.slice(0, at) + becomes + text.slice(text.indexOf(end, at));
  }
  for (const [old, times, becomes] of TEXTS) {
    find(text, old, times);
    text = text.split(old).join(becomes);
  }
  return text;
}

// ---- lean.wasm: 137 -> 116 MB

const IMPORT = 2, TABLE = 4, GLOBAL = 6, EXPORT = 7, ELEMENT = 9, CODE = 10; // sections
const FUNCTION = 0, TABLE_KIND = 1, GLOBAL_KIND = 3; // kinds of imports and exports

function leb(n, signed = false) {
  const out = [];
  for (;;) {
    const low = n & 127;
    n >>= 7;
    if ((n === 0 && !(signed && low & 64)) || (signed && n === -1 && low & 64)) return Buffer.from([...out, low]);
    out.push(low | 128);
  }
}

class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  byte() { return this.bytes[this.at++]; }

  unsigned() {
    let value = 0, shift = 0, next;
    do {
      next = this.byte();
      value += (next & 127) * 2 ** shift;
      shift += 7;
    } while (next > 127);
    return value;
  }

  signed() {
    const start = this.at, value = this.unsigned(), bits = 7 * (this.at - start);
    return this.bytes[this.at - 1] & 64 ? value - 2 ** bits : value;
  }

  text() {
    const size = this.unsigned();
    this.at += size;
    return this.bytes.toString('latin1', this.at - size, this.at);
  }

  list(from, item) {
    this.at = from;
    return Array.from({ length: this.unsigned() }, item);
  }
}

function readSections(r) {
  const body = {}, sections = [];
  for (r.at = 8; r.at < r.bytes.length;) {
    const start = r.at, id = r.byte(), size = r.unsigned();
    body[id] = r.at;
    r.at += size;
    sections.push([id, start, r.at]);
  }
  return [body, sections];
}

function countImports(r, from) {
  const counts = [0, 0, 0, 0];
  r.list(from, () => {
    r.text();
    r.text();
    const kind = r.byte();
    counts[kind]++;
    if (kind === FUNCTION) r.unsigned();
    else if (kind === GLOBAL_KIND) r.at += 2;
    else if (kind === TABLE_KIND) { r.byte(); limits(r); } else limits(r);
  });
  return counts;
}

function limits(r) {
  const flags = r.unsigned();
  r.unsigned();
  if (flags & 1) r.unsigned();
}

function readGlobals(r, from) {
  return r.list(from, () => {
    r.byte();
    const mutable = r.byte(), op = r.byte();
    let value = null;
    if (op === 0x41 || op === 0x42) value = r.signed();
    else if (op === 0x43) r.at += 4;
    else if (op === 0x44) r.at += 8;
    else r.unsigned();
    if (r.byte() !== 0x0b) stop('a global with an unknown start value');
    return { mutable, value };
  });
}

// `debug.skipKernelTC` is closed: the functions that add a declaration without checking it call the checking ones.
function closeSkipping(r, from, exports, importedFunctions) {
  const index = new Map(exports.filter((e) => e.kind === FUNCTION).map((e) => [e.name, e.index]));
  const edits = new Map();
  for (const prefix of ['lean', 'lean_elab']) {
    const checking = leb(index.get(`${prefix}_add_decl`));
    // (local.get 0, i32.const 0, local.get 1, i32.const 1, call checking): no heartbeat limit, no cancel token.
    const body = Buffer.concat([Buffer.from([0, 0x20, 0, 0x41, 0, 0x20, 1, 0x41, 1, 0x10]), checking, Buffer.from([0x0b])]);
    edits.set(index.get(`${prefix}_add_decl_without_checking`) - importedFunctions, body);
  }
  r.at = from;
  const parts = [];
  let copied = from, found = 0;
  for (let n = r.unsigned(), j = 0; j < n; j++) {
    const start = r.at, size = r.unsigned(), end = r.at + size;
    if (edits.has(j)) {
      parts.push(r.bytes.subarray(copied, start), leb(edits.get(j).length), edits.get(j));
      copied = end;
      found++;
    }
    r.at = end;
  }
  if (found !== 2) stop('the functions that add declarations were not found');
  parts.push(r.bytes.subarray(copied, r.at));
  return parts;
}

function patchWasm(bytes, js) {
  const r = new Reader(bytes);
  const [body, sections] = readSections(r);
  const imported = countImports(r, body[IMPORT]);
  const exports = r.list(body[EXPORT], () => ({ name: r.text(), kind: r.byte(), index: r.unsigned() }));
  const globals = readGlobals(r, body[GLOBAL]);

  // Every exported function gets a slot in the table, so that a symbol has an address.
  r.at = body[ELEMENT];
  if (r.unsigned() !== 1) stop('more than one element segment');
  const elements = r.at;
  r.at += 2;
  const base = r.signed();
  r.byte();
  const slot = new Map();
  for (let n = r.unsigned(), j = 0; j < n; j++) {
    const index = r.unsigned();
    if (!slot.has(index)) slot.set(index, base + j);
  }
  const elementsEnd = r.at, tableType = bytes[body[TABLE] + 1], extra = [];
  r.at = body[TABLE] + 3;
  const first = r.unsigned();
  for (const e of exports) {
    if (e.kind === FUNCTION && !slot.has(e.index)) {
      slot.set(e.index, first + extra.length);
      extra.push(e.index);
    }
  }

  // Keep the exports that lean.js names, and the mutable globals for snapshots.
  const named = [...js.matchAll(/wasmExports\["([^"]+)"\]/g)].map((found) => found[1]);
  const needed = new Set(['__stack_pointer', 'memory', '__tls_base', 'main', '__main_argc_argv', ...named]);
  const kept = exports.filter((e) => needed.has(e.name) || e.kind === TABLE_KIND);
  globals.forEach((g, i) => {
    const index = imported[GLOBAL_KIND] + i;
    if (g.mutable) kept.push({ name: `__g${index}`, kind: GLOBAL_KIND, index });
  });

  const made = {
    [TABLE]: [Buffer.from([1, tableType, 0]), leb(first + extra.length)],
    [CODE]: closeSkipping(r, body[CODE], exports, imported[FUNCTION]),
    [EXPORT]: [leb(kept.length), ...kept.flatMap((e) => [leb(e.name.length), Buffer.from(e.name), Buffer.from([e.kind]), leb(e.index)])],
    [ELEMENT]: [leb(2), bytes.subarray(elements, elementsEnd), Buffer.from([0, 0x41]), leb(first, true), Buffer.from([0x0b]),
      leb(extra.length), ...extra.map((index) => leb(index))],
  };
  const wasm = Buffer.concat([bytes.subarray(0, 8), ...sections.flatMap(([id, start, end]) => {
    if (!made[id]) return [bytes.subarray(start, end)];
    const content = Buffer.concat(made[id]);
    return [Buffer.from([id]), leb(content.length), content];
  })]);
  return [wasm, symbolTable(exports, slot, globals, imported[GLOBAL_KIND])];
}

function symbolTable(exports, slot, globals, importedGlobals) {
  const rows = new Map();
  for (const e of exports) {
    const isData = e.kind === GLOBAL_KIND;
    const where = e.kind === FUNCTION ? slot.get(e.index) : isData ? globals[e.index - importedGlobals].value : null;
    if (where === null) continue;
    const hash = createHash('sha1').update(e.name, 'latin1').digest();
    rows.set(hash.toString('hex', 0, 8), [hash.readUInt32LE(0), hash.readUInt32LE(4), where >>> 0, Number(isData)]);
  }
  const sorted = [...rows.values()].sort((x, y) => x[0] - y[0] || x[1] - y[1]);
  return Buffer.from(Uint32Array.from(sorted.flat()).buffer);
}

const js = patchJs(fs.readFileSync(inFolder('in.lean.js'), 'utf8'));
const [wasm, symbols] = patchWasm(fs.readFileSync(inFolder('in.lean.wasm')), js);
for (const [name, data] of [['lean.js', js], ['lean.wasm', wasm], ['symtab.bin', symbols]]) fs.writeFileSync(inFolder(name), data);
