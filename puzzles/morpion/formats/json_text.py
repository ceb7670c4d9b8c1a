"""A puzzle as plain JSON values, as runs and workers keep it: family, variant and moves as numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from puzzles.errors import PuzzleError
from puzzles.morpion import checker
from puzzles.morpion.formats.found_game import described
from puzzles.morpion.puzzle import VARIANTS, MorpionPuzzle, Move
from puzzles.text.json_texts import require_family, text_value, wrong_value
from puzzles.text.quoting import quoted


def plain(puzzle: MorpionPuzzle) -> dict[str, Any]:
    """The puzzle's values; moves as [x, y, direction, position]."""
    return {
        "family": "morpion",
        "variant": puzzle.variant,
        "moves": [list(move) for move in puzzle.moves],
        "note": puzzle.note,
        "about": dict(puzzle.about),
    }


def puzzle(data: Mapping[str, Any]) -> MorpionPuzzle:
    """The puzzle back; PuzzleError if the values are not valid or its game is not legal."""
    variant, rows = data.get("variant"), data.get("moves", [])
    require_family(data, "morpion")
    if not isinstance(variant, str) or variant not in VARIANTS:
        raise wrong_value("variant", variant, " or ".join(VARIANTS))
    if not isinstance(rows, (list, tuple)):
        raise PuzzleError('"moves" is no array', "an array of [x, y, direction, position]")
    moves = tuple(_move(number, row) for number, row in enumerate(rows, start=1))
    checker.require_legal(variant, moves)
    note, about = text_value(data, "note"), data.get("about", {})
    if not isinstance(about, Mapping) or not all(isinstance(one, str) for pair in about.items() for one in pair):
        raise wrong_value("about", about, "an object of texts")
    return MorpionPuzzle(
        variant, moves, note, tuple((described(name), described(value)) for name, value in about.items())
    )


def _move(number: int, row: Any) -> Move:
    if not isinstance(row, (list, tuple)) or len(row) != 4 or {*map(type, row)} != {int}:
        raise PuzzleError(f"move {number} is {quoted(row)}", "[x, y, direction, position]")
    return Move(*row)
