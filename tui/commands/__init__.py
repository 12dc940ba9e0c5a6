"""One module per command; each defines ``command`` and imports what is heavy inside its functions."""
