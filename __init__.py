"""ProofSieve: audit natural-language proofs step by step."""

__version__ = "0.1.0"
