"""The family's object: the text side of the TSP with time windows. Imports no numba."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from puzzles.errors import PuzzleError
from puzzles.family import Board, Family, Optimisation, Priors, Puzzle, TextFormat, Verdict
from puzzles.parameters import Value, resolve
from puzzles.tsptw import checker, distance_prior, formats, proof_statement, remarks
from puzzles.tsptw.formats import json_form, tours
from puzzles.tsptw.puzzle import TsptwPuzzle

FORMATS: tuple[TextFormat, ...] = tuple(one.text for one in formats.FORMATS)


@dataclass(frozen=True)
class TsptwFamily(Family):
    """The text side of the TSP with time windows. Boards hold the nodes visited after the depot, in order."""

    def recognise(self, text: str) -> float:
        """How much the text looks like an instance, 0 to 1."""
        return formats.likeness(text)

    def parse(self, text: str) -> TsptwPuzzle:
        """The instance in the text."""
        return formats.read(text)

    def write(self, puzzle: Puzzle, format_name: str, board: Board | None = None) -> str:
        """The instance as text, with the tour if there is one; a tour alone in formats of tours."""
        return formats.write(tsptw(puzzle), format_name, board)

    def to_json(self, puzzle: Puzzle) -> dict[str, Any]:
        """The instance as plain JSON values."""
        return json_form.plain(tsptw(puzzle))

    def from_json(self, data: Mapping[str, Any]) -> TsptwPuzzle:
        """The instance back."""
        return json_form.puzzle(data)

    def start_board(self, puzzle: Puzzle) -> tuple[int, ...]:
        """No visit yet."""
        return ()

    def attached_board(self, puzzle: Puzzle) -> tuple[int, ...] | None:
        """The tour that came with the instance, if there is one."""
        return tsptw(puzzle).tour or None

    def parse_board(self, puzzle: Puzzle, text: str) -> tuple[int, ...]:
        """The tour in the text, from the first node after the depot on."""
        return tours.read(tsptw(puzzle), text)

    def judge(self, puzzle: Puzzle, board: Board) -> Verdict:
        """The plain checker's verdict."""
        return checker.judge(tsptw(puzzle), board)

    def adjusted(self, puzzle: Puzzle, settings: Mapping[str, Value]) -> TsptwPuzzle:
        """The instance with another objective."""
        resolve(self.puzzle_parameters, settings, self.name)
        chosen = tsptw(puzzle)
        return replace(chosen, objective=str(settings.get("objective", chosen.objective)))

    def remarks(self, puzzle: Puzzle, board: Board) -> tuple[str, ...]:
        """How long the tour is, how much of it is waiting, and whether it keeps the windows."""
        return remarks.remarks(tsptw(puzzle), board)


class TsptwPriors(Priors):
    """Computed from each instance."""

    def computed(self, kind: str, puzzle: Puzzle, settings: Mapping[str, Value]) -> tuple[float, ...]:
        """The log bias of each code i * n + j, from i to j; `settings` has the scale, `bias`."""
        self.kind(kind)
        return distance_prior.logs(tsptw(puzzle), float(settings["bias"]))


class TsptwOptimisation(Optimisation):
    """The shortest tour that keeps its windows is looked for."""

    def complete(self, puzzle: Puzzle, board: Board) -> bool:
        """True if as many nodes are visited as there are, the depot aside."""
        return len(board) == tsptw(puzzle).n - 1

    def proof_statement(self, puzzle: Puzzle, settings: Mapping[str, Value], verdict: Verdict) -> str:
        """What is proven when every tour of the rule `moves` has been seen."""
        return proof_statement.claim(tsptw(puzzle), str(settings["moves"]), verdict)


def tsptw(puzzle: Puzzle) -> TsptwPuzzle:
    """The puzzle as a TSP with time windows; PuzzleError if it is of another family."""
    if not isinstance(puzzle, TsptwPuzzle):
        raise PuzzleError(f"this is a puzzle of the family {puzzle.family!r}", "a TSP with time windows")
    return puzzle
