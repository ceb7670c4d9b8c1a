"""The family's object: the text side of inverse RNA folding. Imports no numba, and RNA only when a design is judged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from puzzles.errors import PuzzleError
from puzzles.family import Board, Family, Puzzle, TextFormat, Verdict
from puzzles.parameters import Value, resolve
from puzzles.rna import checker
from puzzles.rna.nemo import nemo_weights
from puzzles.rna.puzzle import RnaPuzzle, codes_of, sequence_of

FORMATS = (TextFormat("dot-bracket", "the target, then its restraints in IUPAC letters, if any", True),)


@dataclass(frozen=True)
class RnaFamily(Family):
    """The text side of inverse RNA folding. Boards hold one base a position: 0 open, 1 A, 2 C, 3 G, 4 U."""

    def recognise(self, text: str) -> float:
        """How much the text looks like a target, 0 to 1."""
        lines = text[:20_000].split("\n")
        return 0.9 if any(line.strip() and not line.strip().strip("().") for line in lines) and "(" in text else 0.0

    def parse(self, text: str) -> RnaPuzzle:
        """The puzzle in the text."""
        lines = [line.strip() for line in text.split("\n") if line.strip()]
        return RnaPuzzle(*lines[:2])

    def write(self, puzzle: Puzzle, format_name: str, board: Board | None = None) -> str:
        """The puzzle as text."""
        one = rna(puzzle)
        return f"{one.target}\n{one.restraints if board is None else sequence_of(board)}\n"

    def to_json(self, puzzle: Puzzle) -> dict[str, Any]:
        """The puzzle as plain JSON values."""
        one = rna(puzzle)
        names = ("target", "restraints", "start", "name", "model", "objective", "note")
        return {"family": "rna"} | {name: getattr(one, name) for name in names}

    def from_json(self, data: Mapping[str, Any]) -> RnaPuzzle:
        """The puzzle back."""
        return RnaPuzzle(**{name: value for name, value in data.items() if name != "family"})

    def start_board(self, puzzle: Puzzle) -> tuple[int, ...]:
        """The bases that the restraints fix; 0 elsewhere."""
        return rna(puzzle).start_board

    def parse_board(self, puzzle: Puzzle, text: str) -> tuple[int, ...]:
        """The design in the text."""
        return codes_of(text.strip())

    def judge(self, puzzle: Puzzle, board: Board) -> Verdict:
        """The plain checker's verdict."""
        return checker.judge(rna(puzzle), board)

    def adjusted(self, puzzle: Puzzle, settings: Mapping[str, Value]) -> RnaPuzzle:
        """The puzzle with another energy model or objective."""
        resolve(self.puzzle_parameters, settings, self.name)
        chosen = {name: str(value) for name, value in settings.items()}
        return replace(rna(puzzle), **chosen)

    def standing(self, verdict: Verdict) -> tuple[float, ...]:
        """A unique MFE first (known to be one, not known, known not to be), then by probability, then by defect."""
        facts = verdict.facts
        if not verdict.solved:
            return (-1.0, verdict.score, 0.0)
        return (float(facts.get("unique", 0.5)), float(facts["probability"]), -float(facts["defect"]))

    def shape_key(self, puzzle: Puzzle, prior_kind: str) -> str:
        """`any`: a prior serves every target."""
        self.prior_kind(prior_kind)
        return "any"

    def training_shape(self, shape_key: str) -> Mapping[str, Value]:
        """PuzzleError: nothing is generated to learn from."""
        raise _no_generator()

    def training_puzzles(self, shape_key: str) -> int:
        """PuzzleError: nothing is generated to learn from."""
        raise _no_generator()

    def handmade_prior(self, name: str) -> tuple[float, ...]:
        """NEMO's weights, as its program has them or as its paper prints them."""
        readings = {"nemo": "program", "nemo-paper": "paper"}
        return tuple(nemo_weights(readings[name]).tolist()) if name in readings else ()


def rna(puzzle: Puzzle) -> RnaPuzzle:
    """The puzzle as a target for inverse folding; PuzzleError if it is of another family."""
    if not isinstance(puzzle, RnaPuzzle):
        raise PuzzleError(f"this is a puzzle of the family {puzzle.family!r}", "an RNA target")
    return puzzle


def _no_generator() -> PuzzleError:
    return PuzzleError("RNA targets are not generated", "a file of folded sequences (mcs-tui train rna --from FILE)")
