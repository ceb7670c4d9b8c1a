"""The family's object: the text side of SameGame. Imports no numba."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from puzzles.entries import Entry
from puzzles.errors import PuzzleError
from puzzles.family import Board, Family, Optimisation, Priors, Puzzle, TextFormat, Verdict
from puzzles.parameters import Value
from puzzles.samegame import checker, formats, remarks
from puzzles.samegame.formats import json_text, lines
from puzzles.samegame.position import has_group, start
from puzzles.samegame.puzzle import HIGHEST_PACKED, SameGamePuzzle, selective_rule

FORMATS: tuple[TextFormat, ...] = tuple(one.text for one in formats.FORMATS)

BIAS = tuple(float(value) for value in range(-1, 9))
"""The bias of each prior code, min(n - 2 - tabu, 8): Cazenave, Generalized Nested Rollout Policy Adaptation, 6.1."""


@dataclass(frozen=True)
class SameGameFamily(Family):
    """The text side of SameGame. Boards hold the moves from the puzzle's position on, column * 64 + row each."""

    def recognise(self, text: str) -> float:
        """How much the text looks like a board, 0 to 1."""
        return formats.likeness(text)

    def parse(self, text: str) -> SameGamePuzzle:
        """The board in the text; moves after it are replayed and kept as its attached board."""
        return formats.read(text)

    def entries(self, text: str) -> tuple[Entry, ...]:
        """The boards of a text, separated by blank lines."""
        return formats.entries(text)

    def write(self, puzzle: Puzzle, format_name: str, board: Board | None = None) -> str:
        """The board, and a game on it, as text; PuzzleError if the game is not legal or the format can't hold it."""
        return formats.write(samegame(puzzle), format_name, board)

    def to_json(self, puzzle: Puzzle) -> dict[str, Any]:
        """The puzzle as plain JSON values."""
        return json_text.plain(samegame(puzzle))

    def from_json(self, data: Mapping[str, Any]) -> SameGamePuzzle:
        """The puzzle back, its game replayed."""
        return json_text.puzzle(data)

    def kernel_variant(self, puzzle: Puzzle) -> str:
        """Empty for packed columns, `-tall` for boards of more rows."""
        return "" if samegame(puzzle).height <= HIGHEST_PACKED else "-tall"

    def start_board(self, puzzle: Puzzle) -> tuple[int, ...]:
        """No move."""
        return ()

    def attached_board(self, puzzle: Puzzle) -> tuple[int, ...] | None:
        """The game that came with the board, if one did."""
        return samegame(puzzle).moves or None

    def parse_board(self, puzzle: Puzzle, text: str) -> tuple[int, ...]:
        """The game in the text: moves, alone or after the puzzle's board, in any format."""
        return formats.read_board(samegame(puzzle), text)

    def notation(self, puzzle: Puzzle, board: Board) -> list[str]:
        """One text a move, as in the format `rows`: column from the left, row from the bottom, both from 0."""
        return lines.move_texts(board)

    def judge(self, puzzle: Puzzle, board: Board) -> Verdict:
        """The plain checker's verdict."""
        return checker.judge(samegame(puzzle), board)

    def remarks(self, puzzle: Puzzle, board: Board) -> tuple[str, ...]:
        """How many cells are left, and which groups can be removed."""
        return remarks.remarks(samegame(puzzle), board)


class SameGamePriors(Priors):
    """One kind of prior: the published bias, for every board."""

    def handmade(self, kind: str) -> tuple[float, ...]:
        """The bias by a group's size: -1 for two cells of the tabu colour, to 8 for ten cells or more."""
        return BIAS if kind == "size" else ()


class SameGameOptimisation(Optimisation):
    """The result is the game with most points."""

    def proof_statement(self, puzzle: Puzzle, settings: Mapping[str, Value], verdict: Verdict) -> str:
        """What is proven when every game of the rule `selective` has been seen."""
        rule = selective_rule(samegame(puzzle), str(settings["selective"]))
        of_those = "" if rule == "off" else f" of those that selective={rule} allows"
        return f"no better game exists{of_those} (proved)"

    def finished(self, puzzle: Puzzle) -> bool:
        """True if there is no group to remove."""
        return not has_group(start(samegame(puzzle)))


def samegame(puzzle: Puzzle) -> SameGamePuzzle:
    """The puzzle as a SameGame board; PuzzleError if it is of another family."""
    if not isinstance(puzzle, SameGamePuzzle):
        raise PuzzleError(f"this is a puzzle of the family {puzzle.family!r}", "SameGame")
    return puzzle
