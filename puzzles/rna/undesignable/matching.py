"""Where a target has motifs that are in a sorted list of texts.

A motif lies in a target at its topmost loop, read from that loop's closing pair: its text is the target's own, cut off
at some inner pairs. So from each loop all such texts are read on letter by letter, as long as one in the list begins
like it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from puzzles.rna.undesignable.motif import BOUNDARY

EXTERNAL = -1
"""The number of the external loop; any other is that of its closing pair's 5' base, from 0."""
_AFTER = "~"
"""Greater than any letter of a motif."""


@dataclass(frozen=True, slots=True)
class Place:
    """A motif in a target: its text as read there, and the numbers of its loops, the topmost first."""

    text: str
    loops: tuple[int, ...]


Piece = str | int
"""Letters, or the loop that a pair closes."""


def loops_of(partners: Sequence[int]) -> dict[int, tuple[Piece, ...]]:
    """The inside of each of a structure's loops, in turn, from 5' to 3': unpaired bases as dots, and inner loops."""
    found: dict[int, list[Piece]] = {EXTERNAL: []}
    opened = [EXTERNAL]
    for position, partner in enumerate(partners):
        if partner > position:
            found[opened[-1]].append(position)
            found[position] = []
            opened.append(position)
        elif partner >= 0:
            opened.pop()
        else:
            inside = found[opened[-1]]
            if inside and isinstance(inside[-1], str):
                inside[-1] += "."
            else:
                inside.append(".")
    return {loop: tuple(inside) for loop, inside in found.items()}


def positions_of(partners: Sequence[int], loops: Sequence[int]) -> frozenset[int]:
    """The positions of these loops, their pairs with them."""
    found: set[int] = set()
    for loop in loops:
        at, end = (0, len(partners)) if loop == EXTERNAL else (loop + 1, partners[loop])
        if loop != EXTERNAL:
            found |= {loop, end}
        while at < end:
            found.add(at)
            if partners[at] > at:
                at = partners[at]
                found.add(at)
            at += 1
    return frozenset(found)


def places(partners: Sequence[int], texts: Sequence[str]) -> list[Place]:
    """All places of the motifs in a structure; `texts` are sorted, with every rotation of a motif."""
    inside = loops_of(partners)
    found = []
    for loop in inside:
        start = "5" if loop == EXTERNAL else "("
        rest = _before(inside[loop], "3" if loop == EXTERNAL else ")", None)
        found += list(_read(inside, texts, start, rest, (loop,), 0, len(texts)))
    return found


def motifs_of(partners: Sequence[int], most: int) -> list[Place]:
    """All motifs of a structure of at most that many loops, each where it lies; the smallest first."""
    inside = loops_of(partners)
    below: dict[int, list[Place]] = {}
    for loop in reversed(inside):  # inner loops are numbered higher
        found = [Place("", (loop,))]
        for piece in inside[loop]:
            if isinstance(piece, str):
                found = [Place(one.text + piece, one.loops) for one in found]
                continue
            found = [
                Place(one.text + more.text, one.loops + more.loops)
                for one in found
                for more in (Place(BOUNDARY, ()), *below[piece])
                if len(one.loops) + len(more.loops) <= most
            ]
        ends = "53" if loop == EXTERNAL else "()"
        below[loop] = [Place(f"{ends[0]}{one.text}{ends[1]}", one.loops) for one in found]
    return sorted((one for places in below.values() for one in places), key=lambda one: (len(one.loops), len(one.text)))


_Rest = tuple[Piece, "_Rest"] | None


def _before(pieces: Sequence[Piece], end: str, rest: _Rest) -> _Rest:
    rest = (end, rest)
    for piece in reversed(pieces):
        rest = (piece, rest)
    return rest


def _read(
    inside: dict[int, tuple[Piece, ...]],
    texts: Sequence[str],
    text: str,
    rest: _Rest,
    loops: tuple[int, ...],
    low: int,
    high: int,
) -> Iterator[Place]:
    """The places whose texts begin with this one, which are among texts[low:high]."""
    while rest is not None and isinstance(rest[0], str):
        text += rest[0]
        rest = rest[1]
    low = bisect_left(texts, text, low, high)
    high = bisect_left(texts, text + _AFTER, low, high)
    if low == high:
        return
    if rest is None:
        if texts[low] == text:
            yield Place(text, loops)
        return
    loop, after = rest
    assert isinstance(loop, int)
    yield from _read(inside, texts, text + BOUNDARY, after, loops, low, high)
    yield from _read(inside, texts, text + "(", _before(inside[loop], ")", after), (*loops, loop), low, high)
