"""Readers: bytes of a file into a Proof with exact source spans."""
