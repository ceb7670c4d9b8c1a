"""What there is to draw and to say of a design: its pairs, those it folds into, how each position looks. No textual.

Kinds of pieces are words joined by `-`: a base or a sort of line, then what sets it off, such as `G-wrong`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from puzzles.errors import PuzzleError
from puzzles.family import Board, Puzzle, own
from puzzles.rna.defects import by_position
from puzzles.rna.puzzle import RnaPuzzle, sequence_of
from puzzles.rna.specification.states import State
from puzzles.rna.structure import partners_of
from puzzles.rna.undesignable.claims import Claims, claims
from puzzles.text.fields import Joined
from puzzles.text.quoting import counted, percent
from tui.boards.drawing import Facts

FREE = "N"
"""The kind of a position without a base."""
BASES = ("A", "C", "G", "U")
PAIR, LOST, FALSE, STRAND = "pair", "lost", "false", "strand"
"""Lines: a pair of target and fold, of the target only, of the fold only; and from a base to the next."""
CALM = "calm"
"""The kind of what has no colour of its own."""
BRACKETS = "bracket"
"""Structures as rows of brackets."""
WRONG, FIXED, MARKED = "wrong", "fixed", "marked"
"""What sets a position off: its partner is not the target's; its restraint admits one base; two designs differ."""
BARRED = "barred"
"""Lines and marks of motifs that no sequence folds into alone, as is proved."""
SOUND, FAIR, POOR = "sound", "fair", "poor"
"""Positions by their defect: the colour of what has a digit anyway."""
FAIR_FROM, POOR_FROM = 0.1, 0.5
ENSEMBLE_VIEWS = ("defect", "odds")
"""Views that need the probabilities of pairs."""
CURSOR, PARTNER, QUIET = "cursor", "partner", "quiet"
"""The position looked at, the one that it pairs with, and what is only there to help: rulers and labels."""
CALM_KINDS = {
    **dict.fromkeys((*BASES, FREE, PAIR, LOST, FALSE, STRAND, BARRED, SOUND, FAIR, POOR, BRACKETS), CALM),
    f"{BRACKETS}-{WRONG}": CALM,
    FIXED: "",
}
"""All looks alike while another design may come soon, but bases that misfold and those in which two designs differ."""


@dataclass(frozen=True)
class Scene:
    """One design for a target, or for several states, one of which is drawn: `state`, from 0.

    `folds`: the structure that it folds into in each state (one if there are none); empty if that is not known.
    `broken`: bases that a restraint does not admit, or that can't pair with their partner's. `proved`: what is proved
    of the target; None: it is looked up when it is drawn, which takes tenths of a second. `odds`: the design's pairs
    with their probabilities (`puzzles.rna.vienna.pair_odds`); None: not known.
    """

    puzzle: RnaPuzzle
    board: tuple[int, ...]
    folds: tuple[str, ...] = ()
    marked: frozenset[int] = frozenset()
    broken: frozenset[int] = frozenset()
    proved: Claims | None = None
    odds: tuple[tuple[int, int, float], ...] | None = None
    state: int = 0

    @property
    def length(self) -> int:
        return len(self.board)

    @property
    def fold(self) -> str:
        """The structure that it folds into in the state that is drawn; empty if that is not known."""
        return self.folds[self.state] if self.folds else ""

    @property
    def drawn(self) -> State | None:
        """The state that is drawn; None for a design of one."""
        return self.puzzle.states[self.state] if self.puzzle.states else None

    @cached_property
    def each(self) -> tuple[Scene, ...]:
        """The design in each state; itself if there is one."""
        numbers = range(max(1, len(self.puzzle.states)))
        return tuple(self if number == self.state else replace(self, state=number) for number in numbers)

    @property
    def structure(self) -> str:
        """What is wanted: the target, or the structure of the state that is drawn."""
        return self.drawn.structure if self.drawn else self.puzzle.target

    @property
    def columns(self) -> int:
        """Places of the positions and of the & between two strands."""
        return self.length + bool(self.puzzle.nick)

    def column(self, position: int) -> int:
        """The place of a position among these."""
        return position + (0 < self.puzzle.nick <= position)

    @property
    def partners(self) -> tuple[int, ...]:
        """The partner that is wanted of each position, -1 for none."""
        return self.drawn.partners if self.drawn else self.puzzle.partners

    @property
    def free(self) -> frozenset[int]:
        """The positions that may pair or not."""
        return self.drawn.free if self.drawn else self.puzzle.specification.free

    @cached_property
    def folded(self) -> tuple[int, ...]:
        """The partners in the fold; those that are wanted where the fold is not known."""
        return partners(self.fold, self.puzzle.nick) or self.partners

    @cached_property
    def wrong(self) -> frozenset[int]:
        """The positions whose partner is not the one that is wanted."""
        return frozenset(i for i, (a, b) in enumerate(zip(self.partners, self.folded, strict=True)) if a != b)

    @cached_property
    def claims(self) -> Claims:
        """What is proved of the target before any search."""
        return claims(self.puzzle) if self.proved is None else self.proved

    @cached_property
    def defects(self) -> tuple[float, ...]:
        """The probability of each position not to pair as in the target, 0 of free ones; empty if that is not known."""
        if self.odds is None:
            return ()
        return by_position(self.odds, self.partners, self.free)

    @property
    def defect(self) -> float:
        """The ensemble defect, as the checker has it: the mean over all positions that are not free."""
        counted = self.length - len(self.free)
        return sum(self.defects) / counted if counted else 0.0

    @property
    def barred(self) -> frozenset[int]:
        """The positions of its motifs that are proved undesignable."""
        return self.claims.positions

    @cached_property
    def letters(self) -> str:
        """The bases; where there is none, the restraint's letter, and a dot for N."""
        bases = sequence_of(self.board)
        letters = (
            ("." if letter == FREE else letter) if base == FREE else base
            for base, letter in zip(bases, self.puzzle.restraints, strict=True)
        )
        return self.puzzle.spelled("".join(letters))

    @property
    def empty(self) -> bool:
        return not any(self.board)

    def kind(self, position: int) -> str:
        code = self.board[position]
        words = [BASES[code - 1] if code else FREE]
        if code and self.puzzle.restraints[position] in BASES:
            words.append(FIXED)
        if position in self.wrong or position in self.broken:
            words.append(WRONG)
        if position in self.marked:
            words.append(MARKED)
        return "-".join(words)


def scene_of(puzzle: Puzzle, board: Board, facts: Facts | None, marked: Iterable[int] = ()) -> Scene:
    """The scene; a board or a fold in the facts that does not fit the target is passed over: they come from files."""
    target = own(puzzle, RnaPuzzle)
    names = [f"state_{number}_fold" for number in range(1, len(target.states) + 1)] or ["fold"]
    folds = tuple(str((facts or {}).get(name, "")).replace("&", "") for name in names)
    known = all(len(fold) == target.length and partners(fold, target.nick) is not None for fold in folds)
    if len(board) != target.length or not all(0 <= code <= 4 for code in board):
        board = target.start_board
    return Scene(target, tuple(board), folds if known else (), frozenset(marked))


def partners(structure: str, nick: int = 0) -> tuple[int, ...] | None:
    """The partner of each position, -1 for none; None if the text is no structure."""
    try:
        return partners_of(Joined(structure), nick)
    except PuzzleError:
        return None


def pairs(of: Sequence[int]) -> list[tuple[int, int]]:
    return [(one, other) for one, other in enumerate(of) if other > one]


def tenths(defect: float) -> str:
    """A defect as one letter: its tenths, a dot for none, `X` for all of them."""
    number = int(10 * defect + 0.5)
    return "." if not number else "X" if number > 9 else str(number)


def defect_kind(defect: float) -> str:
    return SOUND if defect < FAIR_FROM else FAIR if defect < POOR_FROM else POOR


VIEW_WORDS = {
    "target": ("the target's shape",),
    "fold": ("the fold's shape",),
    "arcs": ("target above, fold below", "target over fold"),
    "pairs": ("the target's pairs as arcs",),
    "right": ("it folds as wanted", "as wanted"),
    "defect": ("how often each base is not as in the target, in tenths", "defects in tenths"),
    "odds": ("probabilities of pairs above, the target below", "pairs' probabilities"),
}
STATE_WORDS = {
    "target": ("its shape",),
    "fold": ("its fold",),
    "arcs": ("it above, fold below", "above its fold"),
    "pairs": ("its pairs as arcs",),
    "right": ("as wanted",),
    "defect": ("how often each base is not as in it, in tenths", "defects in tenths"),
    "odds": ("probabilities of pairs above, it below", "pairs' probabilities"),
}
"""By view, and what else is said of it, in full and in short: of a target, and of a state behind its name."""
UNLIMITED = 1000
"""Columns that everything fits in."""


def of_design(scene: Scene, view: str, width: int = UNLIMITED) -> str:
    """How many bases misfold, and what is drawn: `4 of 62 misfold (reversed); the target's shape`.

    Of several states with the one that is drawn: `state 2, 60 °C: as wanted; its shape`. In at most `width` columns as
    far as there are short words for it.
    """
    state = f"state {scene.state + 1}, {scene.drawn.words}: " if scene.drawn else ""
    said = [state + words for words in _of_structure(scene, view, STATE_WORDS if scene.drawn else VIEW_WORDS)]
    return next((words for words in said if len(words) <= width), said[-1])


def _of_structure(scene: Scene, view: str, words: Mapping[str, Sequence[str]]) -> list[str]:
    """What is said of the structure that is drawn, from the fullest to the shortest form."""
    shown = words["pairs" if view == "arcs" and not scene.fold else view]
    if view in ENSEMBLE_VIEWS:
        if scene.odds is None or 0 in scene.board:
            missing = "known of complete designs" if 0 in scene.board else "being computed"
            return [*(f"{one}; {missing}" for one in shown), missing]
        return [*(f"ensemble defect {percent(scene.defect, 1)}; {one}" for one in shown), shown[-1]]
    if not scene.fold:
        barred = f"!: {counted(len(scene.claims.found), 'motif')} proved undesignable"
        return [*(f"{one}; {barred}" for one in shown), barred] if scene.claims.found else [*shown]
    if not scene.wrong:
        return [f"{right}; {one}" for right in words["right"] for one in shown]
    wrong = len(scene.wrong)
    forms = (f"{wrong} of {scene.length} misfold (reversed)", f"{wrong} of {scene.length} misfold", f"{wrong} misfold")
    return [f"{misfold}; {one}" for misfold in forms for one in shown]


def of_position(scene: Scene, position: int) -> str:
    """The position's letter and its partners, such as `12 G: with 30 C`; what differs in the fold is said."""
    wanted, found = scene.partners[position], scene.folded[position]
    words = f"{_name(scene, position)}: {_partner(scene, wanted)}"
    if not scene.board[position]:
        restraint = scene.puzzle.restraints[position]
        words += "; any base" if restraint == FREE else f"; {restraint} allowed"
    elif scene.puzzle.restraints[position] in "ACGU":
        words += "; fixed"
    if found != wanted:
        words += f"; folds {_partner(scene, found)}"
    if scene.defects:
        words += f"; defect {percent(scene.defects[position])}"
    proofs = [one for one in scene.claims.found if position in one.positions]
    if proofs:
        words += f"; proved undesignable: {proofs[0].text} ({proofs[0].known.source})"
    return words


def _name(scene: Scene, position: int) -> str:
    letter = scene.letters[position]
    return f"{position + 1} {letter}" if letter != "." else str(position + 1)


def _partner(scene: Scene, position: int) -> str:
    return "unpaired" if position < 0 else f"with {_name(scene, position)}"
