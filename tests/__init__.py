"""The tests; not part of the wheel."""
