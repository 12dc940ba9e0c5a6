"""The rules of the offline analyst: wording, symbols, growth of the tree, risks. Deterministic, no model."""
