"""The family's object: the text side of SameGame. Imports no numba."""

from __future__ import annotations

from collections.abc import Mapping

from puzzles.entries import Entry
from puzzles.family import Board, Optimisation, Priors, Puzzle, Verdict
from puzzles.folder_family import FolderFamily, own
from puzzles.parameters import Value
from puzzles.samegame import checker, formats, remarks
from puzzles.samegame.formats import json_text, lines
from puzzles.samegame.position import has_group, start
from puzzles.samegame.puzzle import HIGHEST_PACKED, SameGamePuzzle, selective_rule

BIAS = tuple(float(value) for value in range(-1, 9))
"""The bias of each prior code, min(n - 2 - tabu, 8): Cazenave, Generalized Nested Rollout Policy Adaptation, 6.1."""


class SameGameFamily(FolderFamily[SameGamePuzzle]):
    """The text side of SameGame. Boards hold the moves from the puzzle's position on, column * 64 + row each."""

    puzzle_class = SameGamePuzzle
    formats_module = formats
    json_module = json_text
    checker_module = checker

    def entries(self, text: str) -> tuple[Entry, ...]:
        """The boards of a text, separated by blank lines."""
        return formats.entries(text)

    def kernel_variant(self, puzzle: Puzzle) -> str:
        """Empty for packed columns, `-tall` for boards of more rows."""
        return "" if self.own(puzzle).height <= HIGHEST_PACKED else "-tall"

    def attached_board(self, puzzle: Puzzle) -> tuple[int, ...] | None:
        """The game that came with the board, if one did."""
        return self.own(puzzle).moves or None

    def parse_board(self, puzzle: Puzzle, text: str) -> tuple[int, ...]:
        """The game in the text: moves, alone or after the puzzle's board, in any format."""
        return formats.read_board(self.own(puzzle), text)

    def notation(self, puzzle: Puzzle, board: Board) -> list[str]:
        """One text a move, as in the format `rows`: column from the left, row from the bottom, both from 0."""
        return lines.move_texts(board)

    def remarks(self, puzzle: Puzzle, board: Board) -> tuple[str, ...]:
        """How many cells are left, and which groups can be removed."""
        return remarks.remarks(self.own(puzzle), board)


class SameGamePriors(Priors):
    """One kind of prior: the published bias, for every board."""

    def handmade(self, kind: str) -> tuple[float, ...]:
        """The bias by a group's size: -1 for two cells of the tabu colour, to 8 for ten cells or more."""
        return BIAS if kind == "size" else ()


class SameGameOptimisation(Optimisation):
    """The result is the game with most points."""

    def proof_statement(self, puzzle: Puzzle, settings: Mapping[str, Value], verdict: Verdict) -> str:
        """What is proven when every game of the rule `selective` has been seen."""
        rule = selective_rule(own(puzzle, SameGamePuzzle), str(settings["selective"]))
        of_those = "" if rule == "off" else f" of those that selective={rule} allows"
        return f"no better game exists{of_those} (proved)"

    def finished(self, puzzle: Puzzle) -> bool:
        """True if there is no group to remove."""
        return not has_group(start(own(puzzle, SameGamePuzzle)))
