'use strict';
// What the WebAssembly module may ask of JavaScript once the library is imported: memory, time, random numbers, the
// lookup of its own symbols, exceptions, threads of its own. Files, sockets, processes and dynamic libraries answer "no such
// function", whatever the checked text manages to run. Node's permission model stands behind this as a second wall.

const ENOSYS = 52;
const KEPT = new RegExp(`^(${[
  'invoke_\\w+', '__cxa_\\w+', '__resumeException', 'llvm_eh_typeid_for', '_emscripten_throw_longjmp',
  '__assert_fail', '_?abort(_js)?', 'exit', 'proc_exit', '_dlsym_js', '_dlsym_catchup_js',
  'clock_\\w+', 'emscripten_(get_now|date_now|num_logical_cores|get_heap_max|resize_heap|check_blocking_allowed)',
  '_(tzset|timegm|mktime|localtime|gmtime)_js', 'uv__hrtime', 'random_get',
  '_emscripten_init_main_thread_js', '_emscripten_thread_set_strongref', '_emscripten_thread_mailbox_await',
  '__pthread_create_js', '_emscripten_(thread_cleanup|thread_exit_joinable|notify_mailbox_postmessage|receive_on_main_thread_js)',
  '_emscripten_runtime_keepalive_clear', 'emscripten_unwind_to_js_event_loop',
  'environ_(sizes_)?get',
].join('|')})$`);

/** Replace every other function that lean.wasm can import. Call it before the module is instantiated. */
function close(lean) {
  lean.module.closeImports = replace;
  // A thread makes its table of imports later than the main one.
  lean.inside('{const make=assignWasmImports;assignWasmImports=()=>{make();Module["closeImports"](wasmImports)};' +
    'if(wasmImports)Module["closeImports"](wasmImports)}');
}

function replace(imports) {
  for (const [name, given] of Object.entries(imports)) {
    if (typeof given !== 'function' || KEPT.test(name)) continue;
    const answer = name.startsWith('fd_') ? ENOSYS : -ENOSYS;
    const refusal = () => answer;
    for (const property of ['sig', 'stub']) if (property in given) refusal[property] = given[property];
    imports[name] = refusal;
  }
}

module.exports = { close };
