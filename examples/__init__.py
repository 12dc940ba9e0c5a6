"""Bundled example proofs; the first-error label of each stands in expected.json."""
