"""What is said of a game: how long it is, whether it goes on, and how it stands to the longest known or another one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

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
    return (f"{variant}, {counted(len(moves), 'move')}; {ends}", _standing(rules, len(moves)))


def _standing(rules: Variant, moves: int) -> str:
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


def compare(variant: str, moves: Sequence[Move], other_variant: str, others: Sequence[Move]) -> Comparison:
    """The moves (dot and line) that both games have; of the second one, under its best symmetry.

    Best is: most shared moves, then most shared lines, then most first moves alike; of equals the first in SYMMETRIES.
    PuzzleError if the variants have lines of different length, so different crosses.
    """
    length, last = VARIANTS[variant].length, VARIANTS[variant].side - 1
    if VARIANTS[other_variant].length != length:
        raise PuzzleError(f"games of {variant} and {other_variant} have different crosses", "lines of one length")
    first = [_key(move, length, lambda x, y: (x, y)) for move in moves]
    dots, lines = set(first), {line for _, line in first}
    best: tuple[int, int, int] | None = None
    words, second = "", first
    for name, turn in SYMMETRIES:
        keys = [_key(move, length, _about_centre(turn, last)) for move in others]
        same = next(
            (i for i, (a, b) in enumerate(zip(first, keys, strict=False)) if a != b), min(len(first), len(keys))
        )
        found = (len(dots.intersection(keys)), len(lines.intersection(line for _, line in keys)), same)
        if best is None or found > best:
            best, words, second = found, name, keys
    common = dots.intersection(second)
    shared = frozenset(i for i, key in enumerate(first) if key in common)
    other_shared = frozenset(i for i, key in enumerate(second) if key in common)
    return Comparison(_words(best or (0, 0, 0), words, len(moves), len(others)), shared, other_shared)


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
    text += f" {symmetry}" if symmetry else ""
    if shared == count == other_count:
        text = f"the two games have the same {'move' if count == 1 else f'{count} moves'}" + (
            f" {symmetry}" if symmetry else ""
        )
    if same and count > 1 < other_count:
        text += "; " + ("the first is the same" if same == 1 else f"the first {same} in the same order")
    extra = lines - shared
    if extra:
        return text, f"{extra} more {'line is' if extra == 1 else 'lines are'} in both games, with different new dots"
    return (text,)


def _key(move: Move, length: int, turn: Callable[[int, int], Square]) -> tuple[Square, Line]:
    squares = move.squares(length)
    ends = sorted((turn(*squares[0]), turn(*squares[-1])))
    return turn(move.x, move.y), (ends[0], ends[1])


def _about_centre(turn: Callable[[int, int], Square], last: int) -> Callable[[int, int], Square]:
    """The symmetry of squares; it is worked out in half squares from the centre, which may lie between squares."""

    def turned(x: int, y: int) -> Square:
        u, v = turn(2 * x - last, 2 * y - last)
        return (u + last) // 2, (v + last) // 2

    return turned
