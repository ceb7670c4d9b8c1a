"""The puzzle: a target structure, what each position may hold, by which energies a design is judged, and its moves.

All is checked by the letter, with the place of each fault.

Moves 0 to 5 set a pair, 5' base first: CG GC AU UA GU UG; 6 to 9 set a single base: A C G U. A playout has one step for
each pair and each unpaired position of the target (Cazenave & Fournier, Monte Carlo Inverse Folding, section 3.2).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

from puzzles.errors import PuzzleError
from puzzles.rna import objective as objectives
from puzzles.rna.bases import BASES, FREE, IUPAC, PAIR_MOVES, PAIRS, admits, admitted, codes_of, unified
from puzzles.rna.energy_models import BY_MODEL, MATHEWS_2004, at_temperature
from puzzles.rna.specification.conflicts import specification_by_text
from puzzles.rna.specification.demands import Specification
from puzzles.rna.specification.states import State
from puzzles.rna.structure import brackets, check_joined, cut_alike, partners_of, strands_of, with_open
from puzzles.text.fields import Joined
from puzzles.text.quoting import cleaned, counted, quoted

_CAN_PAIR = frozenset(
    one + two
    for one, these in IUPAC.items()
    for two, those in IUPAC.items()
    if any(a + b in PAIRS for a in these for b in those)
)
"""Pairs of letters of restraints that admit a pair of bases."""


def restraints_of(letters: Joined, partners: tuple[int, ...]) -> str:
    """The restraints, upper case and with U for T; PuzzleError if they don't fit the target's pairs."""
    text = unified(letters.text.translate(FREE))
    _check_length(letters, len(partners), "restraints")
    for index, letter in enumerate(text):
        if letter not in IUPAC:
            found = f"position {index + 1}: {quoted(letters.text[index])} is no restraint"
            raise letters.error(index, found, f"one of {' '.join(IUPAC)}")
    for index, other in enumerate(partners):
        if other > index and text[index] + text[other] not in _CAN_PAIR:
            found = f"positions {index + 1} and {other + 1} are to pair; {text[index]} and {text[other]} can't"
            raise letters.error(other, found, "restraints that admit a pair")
    return text


def start_of(bases: Joined, partners: tuple[int, ...], restraints: str) -> str:
    """The start sequence, upper case and with U for T; PuzzleError if it is no design for the target."""
    text = unified(bases.text)
    _check_length(bases, len(partners), "start sequence")
    for index, base in enumerate(text):
        if base not in BASES:
            found = f"position {index + 1}: {quoted(bases.text[index])} is no base"
            raise bases.error(index, found, f"one of {' '.join(BASES)}")
        if not admits(restraints[index], base):
            found = f"position {index + 1}: the start sequence has {base}"
            raise bases.error(index, found, f"{restraints[index]}, as the restraints")
    for index, other in enumerate(partners):
        if other > index and text[index] + text[other] not in PAIRS:
            found = f"positions {index + 1} and {other + 1} are to pair; the start sequence has "
            raise bases.error(other, f"{found}{text[index]} and {text[other]}, which can't")
    return text


def _check_length(piece: Joined, wanted: int, what: str) -> None:
    if len(piece.text) != wanted:
        at = min(wanted, max(len(piece.text) - 1, 0))
        found = f"{counted(len(piece.text), 'letter')} of {what}"
        raise piece.error(at, found, f"{wanted:,}, one a position of the target")


MODEL_NAMES = tuple(BY_MODEL)
"""The first one is the default."""


DEMANDS = ("free", "gc", "forbid", "require", "repeat", "protein", "codons", "temperature", "state", "synthesis")
"""What a designer may demand beside the fold, each a text (`puzzles.rna.specification.demands.KEYS`)."""

LONG = 300
"""A longer target is designed part by part (`puzzles.rna.kernels.parts`), if all structures count."""

LONGEST_DEMAND = 8000
"""Letters of one of them: as many as positions of each third of the longest target, written one by one, need."""


@dataclass(frozen=True)
class RnaPuzzle:
    """A target for inverse folding; PuzzleError if its parts don't fit each other.

    `target` is dot-bracket without pseudoknots, kept in dots and round brackets; a ? is read as a position that is
    `free` to pair or not, and becomes a dot. `restraints` has one IUPAC letter a position, or a dot for N; empty means
    N everywhere. `start` is a complete design to begin a search with, or empty. Letters may come in lower case and with
    T for U. `DEMANDS` are empty where nothing is demanded.

    A target of two strands may come with & between them, as restraints and start then do too. It is kept without:
    `nick` is the number of positions of the first strand, 0 where there is no second one.
    """

    family: ClassVar[str] = "rna"
    target: str
    restraints: str = ""
    start: str = ""
    name: str = ""
    model: str = MODEL_NAMES[0]
    objective: str = objectives.OF_THE_FOLD[0]
    note: str = field(default="", compare=False)
    state: str = ""
    free: str = ""
    gc: str = ""
    forbid: str = ""
    require: str = ""
    repeat: str = ""
    protein: str = ""
    codons: str = ""
    temperature: str = ""
    synthesis: str = ""
    nick: int = 0

    def __post_init__(self) -> None:
        if "&" in self.target or "+" in self.target:
            self._cut()
        if "?" in self.target:
            object.__setattr__(self, "free", with_open(self.free, self.target))
            object.__setattr__(self, "target", self.target.replace("?", "."))
        for key in DEMANDS:
            text: str = getattr(self, key)
            if len(text) > LONGEST_DEMAND:
                raise PuzzleError(f"{key} has {len(text):,} letters", f"at most {LONGEST_DEMAND:,}")
            object.__setattr__(self, key, cleaned(text, LONGEST_DEMAND))
        partners = partners_of(Joined(self.target), self.nick)
        object.__setattr__(self, "target", brackets(partners))
        object.__setattr__(self, "partners", partners)
        if self.nick and not 0 < self.nick < len(partners):
            raise PuzzleError(f"the first strand has {self.nick} positions", f"1 to {len(partners) - 1}")
        check_joined(Joined(self.target), partners, self.nick)
        restraints = restraints_of(Joined(self.restraints or "N" * len(self.target)), partners)
        object.__setattr__(self, "restraints", restraints)
        if self.start:
            start = start_of(Joined(self.start), partners, restraints)
            object.__setattr__(self, "start", "" if start == restraints else start)  # all bases are fixed: no start
        if self.model not in MODEL_NAMES:
            raise PuzzleError(f"the energy model is {quoted(self.model)}", " or ".join(MODEL_NAMES))
        object.__setattr__(self, "objective", objectives.cleaned_objective(self.objective))
        self._check_objective()
        if self.energy_model != self.model and BY_MODEL[self.model][1] != 2:  # its mismatches are no sums of dangles
            raise PuzzleError(f"{self.model} is for 37 degrees", f"{MODEL_NAMES[0]} or {MODEL_NAMES[2]} at another one")
        one, more = ("one strand", "two") if self.nick else ("one state", "several")
        if self.specification.states or self.nick:
            if BY_MODEL[self.model][1] != 2:
                raise PuzzleError(f"{self.model} is for {one}", f"{MODEL_NAMES[0]} or {MODEL_NAMES[2]} for {more}")
            if self.objective != objectives.OF_THE_FOLD[0] and not objectives.of_several(self.objective):
                found = f"the objective {self.objective} is for {one}"
                raise PuzzleError(found, f"{objectives.OF_THE_FOLD[0]}, {objectives.OF_SEVERAL} for {more}")

    def _cut(self) -> None:
        """Takes the & out of target, restraints and start; PuzzleError where they differ."""
        target, nick = strands_of(Joined(self.target))
        object.__setattr__(self, "target", target.text)
        object.__setattr__(self, "nick", nick)
        for name, what in (("restraints", "line of restraints"), ("start", "start sequence")):
            if text := getattr(self, name):
                object.__setattr__(self, name, cut_alike(Joined(text), nick, what).text)

    def _check_objective(self) -> None:
        """PuzzleError if it is none, or where its figures are not those of the puzzle."""
        weighted = objectives.weights_of(self.objective) is not None
        named, of_fold = f"objective {self.objective}: ", ", ".join(objectives.OF_THE_FOLD)
        if objectives.of_ensemble(self.objective) and BY_MODEL[self.model][1] != 2:
            found = f"{named}the partition function has other dangles than {self.model}"
            raise PuzzleError(found, f"{MODEL_NAMES[0]} or {MODEL_NAMES[2]}, or another objective")
        if weighted and self.free and not objectives.of_several(self.objective):
            raise PuzzleError(f"{named}the target has free positions", f"{of_fold}, {objectives.OF_SEVERAL}")

    @property
    def demands(self) -> dict[str, str]:
        """What is demanded beside the fold, by key; what is not demanded is left out."""
        return {key: text for key in DEMANDS if (text := getattr(self, key))}

    @cached_property
    def specification(self) -> Specification:
        """The demands as values; PuzzleError if they contradict each other or the rest."""
        return specification_by_text(tuple(self.demands.items()), self.partners, self.restraints, self.nick)

    @property
    def states(self) -> tuple[State, ...]:
        """The states of a design for several, that of the target first; empty for one."""
        return self.specification.states

    @property
    def energy_model(self) -> str:
        """The model with its temperature, such as eterna-v2@25; at 37 degrees Celsius its name alone."""
        return at_temperature(self.model, self.specification.temperature)

    @property
    def length(self) -> int:
        return len(self.target)

    @property
    def in_parts(self) -> bool:
        """True if annealing designs it part by part: a long target of one strand and one state, by all structures."""
        apart = self.states or self.nick or self.free
        return self.length > LONG and objectives.of_ensemble(self.objective) and not apart

    @cached_property
    def partners(self) -> tuple[int, ...]:
        """The position that each position pairs with, counted from 0; -1 where it is unpaired."""
        return partners_of(Joined(self.target), self.nick)

    def with_nick(self, text: str) -> str:
        """A letter for each position, with & between the strands if there are two; nothing for nothing. Of DNA with T
        for U."""
        text = self.spelled(text)
        return f"{text[: self.nick]}&{text[self.nick :]}" if self.nick and text else text

    def spelled(self, text: str) -> str:
        """The letters as people are shown them: of DNA with T for U."""
        return text.replace("U", "T") if self.molecule == "DNA" else text

    @property
    def molecule(self) -> str:
        return "DNA" if BY_MODEL[self.model][0] == MATHEWS_2004 else "RNA"

    @property
    def pairs(self) -> int:
        return self.target.count("(")

    @property
    def title(self) -> str:
        """One line, such as `Simple Hairpin, 16 nt, 5 pairs, eterna-v2`; other objectives than NEMO's stand last."""
        fixed = sum(letter != "N" for letter in self.restraints)
        restrained = f", {fixed} restrained" if fixed else ""
        others = len(self.demands) - bool(self.state) - bool(self.synthesis)
        demanded = f", {counted(others, 'demand')}" if others else ""
        demanded += f", {len(self.states)} states" if self.states else ""
        demanded += ", for synthesis" if self.specification.synthesis else ""
        length = f"{self.nick} + {self.length - self.nick}" if self.nick else f"{self.length}"
        size = f"{length} nt, {counted(self.pairs, 'pair')}"
        aim = "" if self.objective == objectives.OF_THE_FOLD[0] else f", objective {self.objective}"
        return f"{self.name or f'{self.molecule} target'}, {size}{restrained}{demanded}, {self.energy_model}{aim}"

    @property
    def start_board(self) -> tuple[int, ...]:
        """The board before any move: the bases that the restraints fix, 0 elsewhere."""
        return tuple(codes_of(letter)[0] if letter in BASES else 0 for letter in self.restraints)


def sequence_of(board: Sequence[int]) -> str:
    """The sequence of a board, N for an open position; PuzzleError at a number that is no base."""
    letters = []
    for position, code in enumerate(board, start=1):
        if not 0 <= code <= 4:
            raise PuzzleError(f"position {position}: {code} is no base", "0 to 4")
        letters.append("NACGU"[code])
    return "".join(letters)


BASE_MOVES = ("A", "C", "G", "U")
MOVES = (*PAIR_MOVES, *BASE_MOVES)
"""What each move writes, by its number."""

KIND_WIDTH = len(PAIR_MOVES)
"""The most moves at one step. A move's number within its kind is below it; the number of a single base is move - 6."""

FIVE_PRIME = tuple(codes_of(move)[0] for move in MOVES)
"""The base that each move writes at its step's position, as a code of the board (1 A, 2 C, 3 G, 4 U)."""

THREE_PRIME = tuple(codes_of(move)[1] if len(move) == 2 else 0 for move in MOVES)
"""The base that each move writes at the position paired with it; 0 for a single base."""


def sites(partners: Sequence[int], order: str) -> tuple[int, ...]:
    """The position of each step, from 0: the 5' one of a pair, or an unpaired one. KeyError for an unknown order.

    `pairs`: pairs from 5' to 3', then unpaired positions from 5' to 3', as NEMO. `string`: positions from 5' to 3', a
    pair at its opening bracket, as the n-grams are counted.
    """
    opening = [position for position, other in enumerate(partners) if other > position]
    single = [position for position, other in enumerate(partners) if other < 0]
    return {"pairs": (*opening, *single), "string": tuple(sorted(opening + single))}[order]


def moves_at(puzzle: RnaPuzzle, site: int) -> tuple[int, ...]:
    """The moves that the restraints leave at a step's position, in order of their numbers; never empty."""
    other = puzzle.partners[site]
    here = admitted(puzzle.restraints[site])
    if other < 0:
        return tuple(move for move in range(KIND_WIDTH, len(MOVES)) if FIVE_PRIME[move] in here)
    there = admitted(puzzle.restraints[other])
    return tuple(move for move in range(KIND_WIDTH) if FIVE_PRIME[move] in here and THREE_PRIME[move] in there)
