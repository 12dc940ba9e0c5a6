"""The side that runs tools: what turns a statement into evidence."""
