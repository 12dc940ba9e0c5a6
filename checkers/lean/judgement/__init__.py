"""One judgement for every Lean backend: from a question and a raw result to an outcome. Pure functions, no process."""
