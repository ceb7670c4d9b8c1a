"""The lines of a game's steps as a tree in text: the one on the board first, below it those that leave it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tui.play.played import Branch

Line = Sequence[Any]
TWIGS = (("├─ ", "│  ", "└─ ", "   "), ("|- ", "|  ", "`- ", "   "))
"""Before a line and before those below it, of all but the last and of the last; in ASCII."""
DEEPEST = 6
"""Of the tree; what leaves a line there stands beside it."""


def tree(line: Line, here: str, branches: Sequence[Branch], *, plain: bool) -> list[tuple[str, int | None]]:
    """Lines of text, each with the number of its branch; first the line on the board, `here` in words, without one.

    A branch stands below the line that it shares most steps with, after how many of which it leaves it.
    """
    found = _below(line, list(range(len(branches))), branches, "", TWIGS[plain], DEEPEST)
    return [(here, None), *found]


def _below(
    line: Line, numbers: list[int], branches: Sequence[Branch], indent: str, twigs: Sequence[str], room: int
) -> Iterator[tuple[str, int]]:
    """The branches with those numbers, which leave the line at the latest at its end, below it."""
    groups: dict[tuple[int, str], list[int]] = {}
    for number in numbers:
        one = branches[number].line
        left = shared(one, line)
        step = repr(one[left]) if left < len(one) else ""
        groups.setdefault((left, step if room else str(number)), []).append(number)
    ordered = sorted(groups.items(), key=lambda group: group[0][0])
    for at, ((left, _), group) in enumerate(ordered):
        first, *others = sorted(group, key=lambda number: -len(branches[number].line))
        twig, under = twigs[2:] if at == len(ordered) - 1 else twigs[:2]
        where = f"at step {left}" if left else "at the start"
        yield f"{indent}{twig}{where}  {branches[first].words}", first
        yield from _below(branches[first].line, others, branches, indent + under, twigs, room - 1)


def shared(line: Line, other: Line) -> int:
    """How many steps both begin with."""
    pairs = enumerate(zip(line, other, strict=False))
    return next((at for at, (one, two) in pairs if one != two), min(len(line), len(other)))
