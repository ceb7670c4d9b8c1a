"""What there is to draw and to say of a design: its pairs, those it folds into, how each position looks. No textual.

Kinds of pieces are words joined by `-`: a base or a sort of line, then what sets it off, such as `G-wrong`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from puzzles.errors import PuzzleError
from puzzles.family import Board, Puzzle
from puzzles.folder_family import own
from puzzles.rna.puzzle import RnaPuzzle, partners_of, sequence_of
from puzzles.text.fields import Joined
from tui.boards.drawing import Facts

FREE = "N"
"""The kind of a position without a base."""
BASES = ("A", "C", "G", "U")
PAIR, LOST, FALSE, STRAND = "pair", "lost", "false", "strand"
"""Lines: a pair of target and fold, of the target only, of the fold only; and from a base to the next."""
CALM = "calm"
"""The one kind of all that is right, while another design will come soon: colours cost bytes."""
WRONG, FIXED, MARKED = "wrong", "fixed", "marked"
"""What sets a position off: its partner is not the target's; its restraint admits one base; two designs differ."""
CURSOR, PARTNER, QUIET = "cursor", "partner", "quiet"
"""The position looked at, the one that it pairs with, and what is only there to help: rulers and labels."""


@dataclass(frozen=True)
class Scene:
    """One design for a target. `fold` is the structure that it folds into, empty if that is not known.

    `broken`: bases that a restraint does not admit, or that can't pair with their partner's.
    """

    puzzle: RnaPuzzle
    board: tuple[int, ...]
    fold: str = ""
    marked: frozenset[int] = frozenset()
    broken: frozenset[int] = frozenset()

    @property
    def length(self) -> int:
        return len(self.board)

    @property
    def partners(self) -> tuple[int, ...]:
        """The target's partner of each position, -1 for none."""
        return self.puzzle.partners

    @cached_property
    def folded(self) -> tuple[int, ...]:
        """The partners in the fold; the target's where the fold is not known."""
        return partners(self.fold) or self.partners

    @cached_property
    def wrong(self) -> frozenset[int]:
        """The positions whose partner is not the target's."""
        return frozenset(i for i, (a, b) in enumerate(zip(self.partners, self.folded, strict=True)) if a != b)

    @cached_property
    def letters(self) -> str:
        """The bases; where there is none, the restraint's letter, and a dot for N."""
        bases = sequence_of(self.board)
        return "".join(
            ("." if letter == FREE else letter) if base == FREE else base
            for base, letter in zip(bases, self.puzzle.restraints, strict=True)
        )

    @property
    def empty(self) -> bool:
        return not any(self.board)

    def kind(self, position: int, *, calm: bool = False) -> str:
        code = self.board[position]
        words = [CALM if calm else BASES[code - 1] if code else FREE]
        if not calm and code and self.puzzle.restraints[position] in BASES:
            words.append(FIXED)
        if position in self.wrong or position in self.broken:
            words.append(WRONG)
        if position in self.marked:
            words.append(MARKED)
        return "-".join(words)


def scene_of(puzzle: Puzzle, board: Board, facts: Facts | None, marked: Iterable[int] = ()) -> Scene:
    """The scene; a board or a fold in the facts that does not fit the target is passed over: they come from files."""
    target = own(puzzle, RnaPuzzle)
    fold = (facts or {}).get("fold", "")
    known = isinstance(fold, str) and len(fold) == target.length and partners(fold) is not None
    if len(board) != target.length or not all(0 <= code <= 4 for code in board):
        board = target.start_board
    return Scene(target, tuple(board), str(fold) if known else "", frozenset(marked))


def partners(structure: str) -> tuple[int, ...] | None:
    """The partner of each position, -1 for none; None if the text is no structure."""
    try:
        return partners_of(Joined(structure))
    except PuzzleError:
        return None


def pairs(of: Sequence[int]) -> list[tuple[int, int]]:
    return [(one, other) for one, other in enumerate(of) if other > one]


VIEW_WORDS = {"target": "the target's shape", "fold": "the fold's shape", "arcs": "target above, fold below"}


def of_design(scene: Scene, view: str) -> str:
    """How many bases misfold, and what is drawn: `4 of 62 misfold (reversed); the target's shape`."""
    if not scene.fold:
        return "the target's pairs as arcs" if view == "arcs" else VIEW_WORDS[view]
    if not scene.wrong:
        return f"it folds as wanted; {VIEW_WORDS[view]}"
    return f"{len(scene.wrong)} of {scene.length} misfold (reversed); {VIEW_WORDS[view]}"


def of_position(scene: Scene, position: int) -> str:
    """The position's letter and its partners, such as `12 G: pairs with 30 C`; what differs in the fold is said."""
    wanted, found = scene.partners[position], scene.folded[position]
    words = f"{_name(scene, position)}: {_partner(scene, wanted)}"
    if not scene.board[position]:
        restraint = scene.puzzle.restraints[position]
        words += "; any base" if restraint == FREE else f"; {restraint} allowed"
    elif scene.puzzle.restraints[position] in "ACGU":
        words += "; fixed"
    if found != wanted:
        words += f"; in the fold {_partner(scene, found)}"
    return words


def _name(scene: Scene, position: int) -> str:
    letter = scene.letters[position]
    return f"{position + 1} {letter}" if letter != "." else str(position + 1)


def _partner(scene: Scene, position: int) -> str:
    return "unpaired" if position < 0 else f"with {_name(scene, position)}"
