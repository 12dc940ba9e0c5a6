"""Statements in Lean 4: text to a syntax tree and back. What is not understood is said so, never guessed.

Nothing is elaborated: notation keeps its written form, and names of libraries stay names.
"""

from __future__ import annotations

from .ast import Binder, BinderKind, Definition, Problem, Reading, Statement, Term

__all__ = ["Binder", "BinderKind", "Definition", "Problem", "Reading", "Statement", "Term"]
