"""Proofs that core Lean can find by itself, tried one after the other."""
