"""Lines for people about a game: how long it is, whether it goes on, and how it compares to others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile

from puzzles.errors import PuzzleError
from puzzles.family import Comparison
from puzzles.morpion import checker
from puzzles.morpion.puzzle import VARIANTS, Move, Square, Variant
from puzzles.text.quoting import counted


def remarks(variant: str, moves: Sequence[Move]) -> tuple[str, ...]:
    """The lines for a legal game; PuzzleError if it is not legal."""
    rules = VARIANTS[variant]
    left = len(checker.legal_moves_left(variant, moves))
    ends = {0: "no move is left", 1: "1 move is left"}.get(left, f"{left} moves are left")
    return (f"{variant}, {counted(len(moves), 'move')}; {ends}", _rank(rules, len(moves)))


def _rank(rules: Variant, moves: int) -> str:
    known = f"the longest known game of {rules.name} has {rules.record} moves ({rules.record_by})"
    if moves > rules.record:
        known = f"{moves - rules.record} more than the longest known game of {rules.name} ({rules.record_by})"
    elif moves == rules.record:
        known = f"as long as the longest known game of {rules.name} ({rules.record_by})"
    if rules.optimal:
        return f"{known}; no longer one is possible ({rules.bound_by})"
    return f"{known}; more than {rules.bound} are impossible ({rules.bound_by})"


SYMMETRIES: tuple[tuple[str, Callable[[int, int], Square]], ...] = (
    ("", lambda u, v: (u, v)),
    ("after a quarter turn to the right", lambda u, v: (-v, u)),
    ("after a half turn", lambda u, v: (-u, -v)),
    ("after a quarter turn to the left", lambda u, v: (v, -u)),
    ("when mirrored left to right", lambda u, v: (-u, v)),
    ("when mirrored top to bottom", lambda u, v: (u, -v)),
    ("when mirrored about the diagonal \\", lambda u, v: (v, u)),
    ("when mirrored about the diagonal /", lambda u, v: (-v, -u)),
)
"""The eight symmetries of the cross, of the second game's squares about its centre; v points down."""

Line = tuple[Square, Square]
"""A line by its two ends, the smaller first."""

Keys = list[tuple[Square, Line]]
"""Of each move of a game its dot and its line."""


def compare(variant: str, moves: Sequence[Move], other_variant: str, others: Sequence[Move]) -> Comparison:
    """The moves (dot and line) that both games have; of the second one, under its best symmetry.

    Best is: most shared moves, then most shared lines, then most first moves alike; of equals the first in SYMMETRIES.
    PuzzleError if the variants have lines of different length, so different crosses.
    """
    length, last = VARIANTS[variant].length, VARIANTS[variant].side - 1
    if VARIANTS[other_variant].length != length:
        raise PuzzleError(f"games of {variant} and {other_variant} have different crosses", "lines of one length")
    unturned = SYMMETRIES[0][1]
    first = [_key(move, length, last, unturned) for move in moves]
    dots, lines = set(first), {line for _, line in first}

    def shared_with(keys: Keys) -> tuple[int, int, int]:
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, keys, strict=False)))
        return len(dots.intersection(keys)), len(lines.intersection(line for _, line in keys)), same

    turned = [(name, [_key(move, length, last, turn) for move in others]) for name, turn in SYMMETRIES]
    symmetry, second = max(turned, key=lambda one: shared_with(one[1]))
    common = dots.intersection(second)
    shared = frozenset(i for i, key in enumerate(first) if key in common)
    other_shared = frozenset(i for i, key in enumerate(second) if key in common)
    return Comparison(_words(shared_with(second), symmetry, len(moves), len(others)), shared, other_shared)


def _words(found: tuple[int, int, int], symmetry: str, count: int, other_count: int) -> tuple[str, ...]:
    shared, lines, same = found
    if not count and not other_count:
        return ("both games are the empty cross",)
    if not count or not other_count:
        return (f"{'the first' if not count else 'the second'} game is the empty cross: no move is shared",)
    if not shared and not lines:
        return (f"no line of the {count} is among the other game's {other_count}, however it is turned",)
    of = f"{count}" if count == other_count else f"{count} and {other_count}"
    text = f"{shared} of {of} moves {'is' if shared == 1 else 'are'} shared"
    if shared == count == other_count:
        text = f"the two games have the same {'move' if count == 1 else f'{count} moves'}"
    text += f" {symmetry}" if symmetry else ""
    if same and count > 1 < other_count:
        text += "; " + ("the first is the same" if same == 1 else f"the first {same} in the same order")
    extra = lines - shared
    if extra:
        return text, f"{extra} more {'line is' if extra == 1 else 'lines are'} in both games, with different new dots"
    return (text,)


def _key(move: Move, length: int, last: int, turn: Callable[[int, int], Square]) -> tuple[Square, Line]:
    """The turned move's dot and line, in half squares from the cross's centre, which may lie between squares."""
    squares = move.squares(length)
    dot, *ends = (turn(2 * x - last, 2 * y - last) for x, y in ((move.x, move.y), squares[0], squares[-1]))
    return dot, (min(ends), max(ends))
