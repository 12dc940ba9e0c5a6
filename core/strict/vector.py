"""A frozen sequence that grows and changes in constant time: what was there before stays as it was.

A tuple would be copied at every act. Here 32 items share a node, so that one act copies one short path.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Generic, TypeVar

T = TypeVar("T")

_BITS = 5
_WIDTH = 1 << _BITS


class Vector(Generic[T]):
    """Items by place, from 0. ``append`` and ``put`` give a new vector and leave this one alone."""

    __slots__ = ("_root", "_shift", "_size")

    def __init__(self, root: tuple[Any, ...] = (), shift: int = 0, size: int = 0) -> None:
        self._root, self._shift, self._size = root, shift, size

    @classmethod
    def of(cls, items: Iterable[T]) -> Vector[T]:
        """A vector of ``items``; linear."""
        nodes: list[Any] = list(items)
        size, shift = len(nodes), -_BITS
        while len(nodes) > 1 or shift < 0:
            nodes = [tuple(nodes[at : at + _WIDTH]) for at in range(0, len(nodes), _WIDTH)] or [()]
            shift += _BITS
        return cls(nodes[0], shift, size)

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, place: int) -> T:
        if not 0 <= place < self._size:
            raise IndexError(place)
        node: Any = self._root
        for shift in range(self._shift, -1, -_BITS):
            node = node[(place >> shift) % _WIDTH]
        item: T = node
        return item

    def __iter__(self) -> Iterator[T]:
        waiting: list[tuple[Any, int]] = [(self._root, self._shift)]
        while waiting:
            node, shift = waiting.pop()
            if shift == 0:
                yield from node
            else:
                waiting.extend((child, shift - _BITS) for child in reversed(node))

    def append(self, item: T) -> Vector[T]:
        """This and ``item`` behind it."""
        root, shift = self._root, self._shift
        if self._size == _WIDTH << shift:
            root, shift = (root,), shift + _BITS
        return Vector(_put(root, shift, self._size, item), shift, self._size + 1)

    def put(self, place: int, item: T) -> Vector[T]:
        """This with ``item`` at ``place``."""
        if not 0 <= place < self._size:
            raise IndexError(place)
        return Vector(_put(self._root, self._shift, place, item), self._shift, self._size)


def _put(node: tuple[Any, ...], shift: int, place: int, item: Any) -> tuple[Any, ...]:
    at = (place >> shift) % _WIDTH
    if shift:
        below = node[at] if at < len(node) else ()
        item = _put(below, shift - _BITS, place, item)
    return (*node[:at], item, *node[at + 1 :])
