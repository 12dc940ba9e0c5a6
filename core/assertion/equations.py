"""The equations of a text between names: which of them are identities that it asserts, and what they fix of a name."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from ..claims.ast import Node, Symbol, symbols
from ..value import value
from .document import Document, Found
from .identities import defines, is_rewriting, may_be_free, open_runs, rewrites
from .names import DEFINING
from .rational import is_rational, seems_to_hold
from .runs import Known
from .sites import ClaimSite, open_site
from .standing import Standing
from .surroundings import Surroundings


@value
class Fixed:
    """An equation in passage ``index`` that holds for some values of a name only. ``solved``: one side is a number or a
    lone name, so that it holds of the name wherever in the text it stands."""

    index: int
    item: int
    solved: bool


class Equations:
    """The open equations of a document. What they fix is found out when a claim first asks."""

    def __init__(self, document: Document, found: Sequence[Sequence[Found]], whole: Surroundings) -> None:
        self._document = document
        self._found = found
        self._whole = whole
        self._numbers_only = not (
            whole.other_algebra or whole.custom or whole.fallacy or whole.modular_from is not None
        )

    def sites(self, index: int, item: Found, known: Known, stands: Standing) -> Iterator[ClaimSite]:
        """The identities that the claim ``item`` of passage ``index`` asserts."""
        if not self._numbers_only or stands.open_why or not any(map(symbols, item.claim.members)):
            return
        bound = stands.bound | frozenset(item.claim.universal)

        def asserts(left: Node, right: Node) -> bool:
            if self._whole.absurd:
                return False
            names = symbols(left) | symbols(right)
            if bound and names <= bound:
                return True
            return stands.rewriting and not self._whole.unfree and rewrites(left, right, self._is_free(index, item))

        text = self._document.passages[index].text
        for run in open_runs(item.claim, known, asserts, in_chains=not self._whole.absurd):
            names = frozenset(
                name for member in item.claim.members[run.first : run.last + 1] for name in symbols(member)
            )
            least = item.claim.least if stands.least is None else stands.least
            yield open_site(text, item, run, names if run.fails else names & bound, least)

    def repeats(self, item: Found) -> bool:
        """Does the same equation stand in the text more than once? Then one of them may be its condition."""
        return self._times[item.claim.members] > 1

    def _is_free(self, index: int, item: Found) -> Callable[[str], bool]:
        """Tells of a name whether nothing in the text fixes it, as far as the claim ``item`` goes."""

        def free(name: str) -> bool:
            return not any(
                fixed.item != id(item) and (fixed.solved or fixed.index <= index) for fixed in self._fixed[name]
            ) and not any(name in letters for at, letters in self._document.unread if at <= index)

        return free

    @cached_property
    def _times(self) -> Counter[tuple[Node, ...]]:
        return Counter(item.claim.members for own in self._found for item in own)

    @cached_property
    def _fixed(self) -> dict[str, list[Fixed]]:
        found: dict[str, list[Fixed]] = defaultdict(list)
        for index, own in enumerate(self._found):
            text = self._document.passages[index].text
            for item in own:
                for i, relation in enumerate(item.claim.relations):
                    left, right = item.claim.members[i : i + 2]
                    names = symbols(left) | symbols(right)
                    if relation.name != "=" or not names or _is_no_condition(text, item, left, right):
                        continue
                    solved = not symbols(left) or not symbols(right) or defines(left, right)
                    if isinstance(left, Symbol) and defines(left, right) and DEFINING.search(item.before(text)):
                        names = frozenset((left.name,))  # "let n = 2k + 1" leaves k what it was
                    for name in names:
                        found[name].append(Fixed(index=index, item=id(item), solved=solved))
        return found


def _is_no_condition(text: str, item: Found, left: Node, right: Node) -> bool:
    """An identity, or a slip in rewriting one, fixes nothing."""
    if not (is_rational(left) and is_rational(right)):
        return False
    if seems_to_hold(left, right):
        return True
    return is_rewriting(item.before(text), item.after(text)) and rewrites(left, right, may_be_free)
