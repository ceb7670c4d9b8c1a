"""The family's object: the text side of Morpion Solitaire. Imports no numba."""

from __future__ import annotations

from puzzles.errors import PuzzleError
from puzzles.family import PICTURE, Board, Comparison, Example, Puzzle, Rules, bundled
from puzzles.folder_family import FolderFamily, own
from puzzles.groups import Optimisation
from puzzles.morpion import checker, formats, picture, remarks
from puzzles.morpion.about import about
from puzzles.morpion.by_hand import MorpionByHand
from puzzles.morpion.editing import EDITOR
from puzzles.morpion.formats import json_text, move_lines
from puzzles.morpion.formats.signs import SIGNS
from puzzles.morpion.puzzle import VARIANTS, MorpionPuzzle, board_of, moves_of
from puzzles.presets import Preset


class MorpionFamily(FolderFamily[MorpionPuzzle]):
    """The text side of Morpion Solitaire. Boards hold all moves from the empty cross on, one number each."""

    puzzle_class = MorpionPuzzle
    formats_module = formats
    json_module = json_text
    checker_module = checker
    picture_module = picture

    def kernel_variant(self, puzzle: Puzzle) -> str:
        """Empty for an arena of 32 (disjoint variants), `-64` for the larger one (touching variants)."""
        return "-64" if VARIANTS[self.own(puzzle).variant].touching else ""

    def start_board(self, puzzle: Puzzle) -> tuple[int, ...]:
        return board_of(self.own(puzzle).moves)

    def continued(self, puzzle: Puzzle, board: Board) -> MorpionPuzzle:
        """The variant with those moves played."""
        faults = self.judge(puzzle, board).faults
        if faults:
            raise PuzzleError(faults[0], "a legal game")
        found = MorpionPuzzle(self.own(puzzle).variant, moves_of(board))
        if not checker.legal_moves_left(found.variant, found.moves):
            raise PuzzleError("no move is left", "a position with a move")
        return found

    def notation(self, puzzle: Puzzle, board: Board) -> list[str]:
        """One text a move, as in the format `text`: `(2,2) in (0,4)-(4,0)`."""
        return move_lines.move_texts(self.own(puzzle).variant, moves_of(board))

    def remarks(self, puzzle: Puzzle, board: Board) -> tuple[str, ...]:
        return remarks.remarks(self.own(puzzle).variant, moves_of(board))

    def compare(self, puzzle: Puzzle, board: Board, other: Puzzle, other_board: Board) -> Comparison:
        """The moves that both games have, under the symmetry of the cross that gives the most."""
        one, two = self.own(puzzle), self.own(other)
        return remarks.compare(one.variant, moves_of(board), two.variant, moves_of(other_board))


class MorpionOptimisation(Optimisation):
    def finished(self, puzzle: Puzzle) -> bool:
        game = own(puzzle, MorpionPuzzle)
        return not checker.legal_moves_left(game.variant, game.moves)


EMPTY = {
    "5D": "lines of five that share no dot with one of their direction",
    "5T": "lines of five that may touch at their ends",
    "4T": "lines of four that may touch at their ends",
    "4D": "lines of four that share no dot with one of their direction",
}
GAMES = {
    "opening-5D.txt": "the first 10 moves of a random game from seed 56: a search continues after them",
    "random-5T.txt": "a random game from seed 9, 76 moves to its end: something to check and to compare",
    # kept as MSR, whose header, like docs/morpion.md, says how to find it again
    "nrpa-5D-82.json": "a game of 82 moves, as long as the longest known of 5D: NRPA's, level 4, from seed 1",
}

PAPER_PRESET = Preset(
    "paper",
    "NRPA, level 4, N 100; published: 24 minutes for one search of 5D, 33 for one of 5T",
    "Buzer and Cazenave, Playout Optimization, section IV.C and Table V",
    algorithm="nrpa",
    parameters={"level": 4, "iterations": 100, "alpha": 1.0, "repetitions": 0, "batch": 1},
    seconds=2_000.0,
)

EXAMPLES = (
    *(Example(name, f"empty cross, {rule}", f"morpion {name}\n") for name, rule in EMPTY.items()),
    *bundled("puzzles.morpion.examples", GAMES),
)

FAMILY = MorpionFamily(
    name="morpion",
    title="Morpion Solitaire",
    formats=(*(one.text for one in formats.FORMATS), PICTURE),
    signs=SIGNS,
    sample=Example("Morpion Solitaire", "a variant, then the moves so far", "morpion 5D\n1 (2,2) in (0,4)-(4,0)\n"),
    rules=Rules("puzzles.morpion.kernels.rules", lockstep=True, begins_interpreted=lambda puzzle: True),
    examples=EXAMPLES,
    optimisation=MorpionOptimisation(score_unit="moves"),
    default_algorithm="nrpa",
    presets=(PAPER_PRESET,),
    algorithm_defaults={
        "nrpa": {"iterations": 100},
        "gnrpa": {"iterations": 100},
        "lns": {"hot": 1.2, "cold": 0.3, "period": 1_000_000, "growth": 0.4, "held": 0.7, "changes": 3},
    },
    by_hand=MorpionByHand(),
    editor=EDITOR,
    about=about(EXAMPLES[-1]),
)
