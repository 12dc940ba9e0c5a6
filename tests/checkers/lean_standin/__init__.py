"""A stand-in for a Lean toolchain: scripts that speak Lean's documented command lines, in place of a real one."""
