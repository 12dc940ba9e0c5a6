"""Measurements that are no tests: accuracy on labelled proofs, and speed."""
