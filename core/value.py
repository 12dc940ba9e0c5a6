"""The one way to declare a value: a frozen, keyword-only, slotted dataclass that strict readers can validate."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
def value(cls: type[T]) -> type[T]:
    """Make ``cls`` a frozen keyword-only dataclass whose reader refuses unknown fields.

    ``__pydantic_config__`` is how pydantic takes settings from a standard dataclass; it costs nothing until an
    audit file is read.
    """
    made = dataclass(frozen=True, slots=True, kw_only=True)(cls)
    made.__pydantic_config__ = {"extra": "forbid"}  # type: ignore[attr-defined]
    return made
