"""Real Lean as a checker: an unofficial WebAssembly build in a child process, core library only."""
