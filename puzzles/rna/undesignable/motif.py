"""Motifs: connected loops of a structure, in the notation of their proofs, and the same up to rotation.

`(.(*)..(*))` is a loop between three pairs: `(*)` is a boundary pair, beyond which is no part of the motif, and so is
the outer pair. `5..(*).3` has the external loop, written whole. A motif without the external loop is the same whichever
boundary pair it is written from, as energies of loops are (Zhou et al., on minimal undesignable motifs, RECOMB 2025).

A motif lies in a target at its topmost loop, read from that loop's closing pair: its text is the target's own, cut off
at some inner pairs. So `places` reads on letter by letter from each loop, as long as a text of a sorted list begins
like it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from puzzles.errors import PuzzleError
from puzzles.text.quoting import quoted

MODEL = "eterna-v2"
"""The energy model by which motifs are proved undesignable: Turner 2004, dangles 2."""
BOUNDARY = "(*)"
EXPECTED = "a motif such as (.(*)..(*)) or 5..(*).3"
HAIRPIN = 3
"""The fewest unpaired bases of a hairpin loop."""
LONGEST = 1_000
"""Most letters of a motif's text."""


@dataclass(frozen=True, slots=True)
class Loop:
    """A loop: `gaps` unpaired bases between its pairs in turn, `inner` the loops beyond these, None at the boundary.

    There is one gap more than inner pairs; the first follows the closing pair's 5' base, or the 5' end.
    """

    gaps: tuple[int, ...]
    inner: tuple[Loop | None, ...]


@dataclass(frozen=True, slots=True)
class Motif:
    """Loops below a boundary pair, or, if `external`, below the ends of the strand."""

    root: Loop
    external: bool = False

    @property
    def text(self) -> str:
        inside = _inside(self.root)
        return f"5{inside}3" if self.external else f"({inside})"

    @property
    def loops(self) -> int:
        return _count(self.root)


def parse(text: str) -> Motif:
    """The motif that the text is; PuzzleError with the column otherwise."""
    if len(text) > LONGEST:
        raise PuzzleError(f"a motif of {len(text):,} letters", f"at most {LONGEST:,}")
    external = text.startswith("5")
    end = ")3"[external]
    if len(text) < 2 or text[0] not in "(5" or text[-1] != end:
        raise PuzzleError(f"{quoted(text)} is no motif", EXPECTED, column=1)
    root, at = _loop(text, 1, end)
    if at != len(text):
        raise PuzzleError(f"{quoted(text[at])} after the motif's end", EXPECTED, column=at + 1)
    return Motif(root, external)


def rotations(motif: Motif) -> tuple[str, ...]:
    """Its texts from each boundary pair, each once, in alphabetical order; one where it has the external loop."""
    if motif.external:
        return (motif.text,)
    found: set[str] = set()
    pending: list[tuple[Loop, str]] = [(motif.root, BOUNDARY)]
    while pending:
        loop, outside = pending.pop()
        # the loop's pairs in turn, the closing one first: what is written of each from within this loop
        pairs = [outside, *(_written(one) for one in loop.inner)]
        for start, pair in enumerate(pairs):
            if pair == BOUNDARY:
                found.add(f"({_turned(loop, pairs, start)})")
            if start and (below := loop.inner[start - 1]) is not None:
                pending.append((below, f"({_turned(loop, pairs, start)})"))
    return tuple(sorted(found))


def canonical(motif: Motif) -> str:
    """The alphabetically first of its rotations."""
    return rotations(motif)[0]


def _loop(text: str, at: int, end: str) -> tuple[Loop, int]:
    """The loop whose inside begins there, and the place behind its end."""
    gaps, inner = [0], list[Loop | None]()
    while at < len(text):
        letter = text[at]
        if letter == ".":
            gaps[-1] += 1
            at += 1
        elif letter == "(":
            if text.startswith(BOUNDARY, at):
                below, at = None, at + len(BOUNDARY)
            else:
                below, at = _loop(text, at + 1, ")")
            inner.append(below)
            gaps.append(0)
        elif letter == end:
            if end == ")" and not inner and gaps[0] < HAIRPIN:
                found = f"a hairpin loop of {gaps[0]} in a motif"
                raise PuzzleError(found, f"at least {HAIRPIN}; {BOUNDARY} at its boundary", column=at)
            return Loop(tuple(gaps), tuple(inner)), at + 1
        else:
            break
    found = quoted(text[at]) if at < len(text) else "the end"
    raise PuzzleError(f"{found} within a motif", EXPECTED, column=min(at, len(text) - 1) + 1)


def _inside(loop: Loop) -> str:
    pieces = ["." * loop.gaps[0]]
    for below, gap in zip(loop.inner, loop.gaps[1:], strict=True):
        pieces += (_written(below), "." * gap)
    return "".join(pieces)


def _written(loop: Loop | None) -> str:
    return BOUNDARY if loop is None else f"({_inside(loop)})"


def _turned(loop: Loop, pairs: list[str], start: int) -> str:
    """The loop's inside as seen from the pair of that number."""
    number = len(pairs)
    pieces = ["." * loop.gaps[start]]
    for turn in range(start + 1, start + number):
        pieces += (pairs[turn % number], "." * loop.gaps[turn % number])
    return "".join(pieces)


def _count(loop: Loop) -> int:
    return 1 + sum(_count(one) for one in loop.inner if one is not None)


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
