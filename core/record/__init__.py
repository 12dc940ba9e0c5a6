"""The audit as a file: canonical bytes, strict reading, the event chain, the journal, locks, atomic saving."""
