"""Proving that no sequence has a motif as its only structure of least energy, by rivals, or finding one that has.

A rival of a motif has other loops between the same boundary pairs. Given some rivals, all sequences are searched for
one in which the motif has less energy than each rival that can form (exact integer energies). If there is none, the
rivals are a proof. Otherwise ViennaRNA folds that sequence between the boundary pairs: whatever has at most the motif's
energy is a new rival; if nothing has, the motif is designable, and the sequence shows it. (Rivals: Zhou et al.,
Undesignable RNA Structure Identification, RECOMB 2024; that they are found by counterexamples is ours.)

Sequences are searched position by position, those that decide soonest first, in blocks. A block loses the sequences in
which some rival can form and has at most the motif's energy, whatever the bases that are not set yet.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

import numpy as np
import numpy.typing as npt

from puzzles.rna import energy_models
from puzzles.rna.folding.models import named
from puzzles.rna.folding.tables import PAIRS, EnergyTables, read_tables
from puzzles.rna.structure import paired
from puzzles.rna.undesignable.loop_energies import (
    Column,
    Energy,
    Pair,
    Term,
    can_pair,
    depends_on,
    energy_of,
    terms_at,
)
from puzzles.rna.undesignable.motif import HAIRPIN, MODEL, Motif

BLOCK = 1 << 16
"""Sequences that are looked at together."""
TRIED = 4
"""Sequences of a surviving block that are folded for new rivals."""
MOST_LISTED = 3
"""New rivals taken from one sequence."""
BASES = np.arange(1, 5).reshape(-1, 1)
FILLING = "AAA"
"""What stands beyond an inner boundary pair while ViennaRNA folds."""
THERMAL = 100 * 1.98717e-3 * (37 + 273.15)
"""kT in 0.01 kcal/mol, as ViennaRNA has it."""


class TimeIsUpError(Exception):
    """The search was given up: nothing is proved."""


@dataclass(frozen=True, slots=True)
class Result:
    """`rivals` prove the motif undesignable; empty: `design` is a sequence whose only least structure it is."""

    rivals: tuple[str, ...] = ()
    design: str = ""


@dataclass
class Frame:
    """A motif laid out: its structure with boundary pairs as `()`, these pairs, and the model's energies."""

    motif: Motif
    tables: EnergyTables = field(default_factory=lambda: read_tables(named(MODEL)))
    _ranges: dict[Term, tuple[int, int]] = field(default_factory=dict)

    @cached_property
    def structure(self) -> str:
        text = self.motif.text
        return (text.strip("53") if self.motif.external else text).replace("*", "")

    @cached_property
    def inner(self) -> frozenset[Pair]:
        """The boundary pairs that are written `(*)`."""
        return frozenset((i, i + 1) for i in range(self.length - 1) if self.structure[i : i + 2] == "()")

    @property
    def boundary(self) -> tuple[Pair, ...]:
        outer: tuple[Pair, ...] = () if self.motif.external else ((0, self.length - 1),)
        return (*outer, *sorted(self.inner))

    @cached_property
    def partners(self) -> tuple[int, ...]:
        return paired(self.structure)

    @cached_property
    def terms(self) -> frozenset[Term]:
        return self.terms_of(self.structure)

    def terms_of(self, structure: str) -> frozenset[Term]:
        return terms_at(structure, self.inner, external=self.motif.external)

    def range_of(self, term: Term) -> tuple[int, int]:
        """The least and the largest energy of a term, whatever the bases, its pairs being ones that can form."""
        if term not in self._ranges:
            columns: dict[int, Column] = {}
            pairs = [pair for pair in (term.pair, term.inner) if pair[0] >= 0]
            for pair in pairs:
                columns = _grown((pair, np.array(PAIRS)), columns, _rows(columns))
            for place in sorted(depends_on(term, self.length) - columns.keys()):
                columns = _grown(((place,), BASES), columns, _rows(columns))
            energies = energy_of(term, columns, self.length, self.tables)
            self._ranges[term] = int(energies.min()), int(energies.max())
        return self._ranges[term]

    @property
    def length(self) -> int:
        return len(self.structure)


class Rival:
    """A rival in a frame: the parts of energy that only one of both has, and on which positions they depend."""

    def __init__(self, frame: Frame, structure: str) -> None:
        self.structure = structure
        theirs = frame.terms_of(structure)
        signed = [(term, 1) for term in frame.terms - theirs] + [(term, -1) for term in theirs - frame.terms]
        self.parts = [(term, sign, depends_on(term, frame.length)) for term, sign in signed]
        mine = paired(structure)
        self.new = [(i, j) for i, j in enumerate(mine) if j > i and frame.partners[i] != j]
        self.formed = frozenset(place for pair in self.new for place in pair)
        self.scope = self.formed.union(*(scope for _, _, scope in self.parts))
        self._frame = frame

    def difference(self, columns: dict[int, Column]) -> tuple[Energy, npt.NDArray[np.bool_]]:
        """By how much the motif's energy is above this one's, at least, whatever is not set yet, and whether this can
        form; not while a position of its new pairs is not set."""
        frame, rows = self._frame, _rows(columns)
        forms = np.ones(rows, bool)
        for pair in self.new:
            forms &= can_pair(columns, pair, frame.tables)
        found = np.zeros(rows, np.int64)
        for term, sign, scope in self.parts:
            if scope <= columns.keys():
                found += sign * energy_of(term, columns, frame.length, frame.tables)
            else:
                found += min(sign * energy for energy in frame.range_of(term))
        return found, forms


def _rows(columns: dict[int, Column]) -> int:
    return len(next(iter(columns.values()))) if columns else 1


def is_rival(frame: Frame, structure: str) -> bool:
    """Whether it has the frame's boundary pairs, is another structure, and nests with hairpins of three or more."""
    if len(structure) != frame.length or structure == frame.structure or set(structure) - set("(.)"):
        return False
    depth = 0
    for letter in structure:
        depth += (letter == "(") - (letter == ")")
        if depth < 0:
            return False
    if depth:
        return False
    found = paired(structure)
    terms = frame.terms_of(structure)
    hairpins = (one.pair for one in terms if one.kind == "hairpin")
    return all(found[i] == j for i, j in frame.boundary) and all(j - i > HAIRPIN for i, j in hairpins)


def survivors(
    frame: Frame, rivals: Sequence[Rival], deadline: float = math.inf, *, ties: bool = False
) -> Iterator[dict[int, Column]]:
    """Blocks of sequences in which the motif has less energy than each rival that can form (`ties`: at most as much).

    Together they are all of them, with only the positions set that the rivals depend on. TimeIsUpError.
    """
    variables, at = _order(frame, rivals)
    yield from _extended(variables, at, 0, {}, int(ties), deadline)


def sequences(frame: Frame, rivals: Sequence[Rival]) -> int:
    """How many sequences there are of the positions that the rivals depend on."""
    return math.prod(len(values) for _, values in _order(frame, rivals)[0])


def largest_probability(frame: Frame, rivals: Sequence[Rival], deadline: float = math.inf) -> float:
    """The largest 1 / (1 + sum of e^((E motif - E rival) / kT) over rivals that can form) of any sequence: branch and
    bound, as a rival more makes it smaller. TimeIsUpError."""
    best = [math.inf]  # the least sum so far
    _bounded(_order(frame, rivals)[0], rivals, {}, best, deadline)
    return 1 / (1 + best[0])


def prove(frame: Frame, deadline: float, rng: random.Random) -> Result:
    """Rivals that prove the motif undesignable, or a design for it; TimeIsUpError."""
    rivals = [Rival(frame, one) for one in without_pairs(frame)]
    known = {one.structure for one in rivals}
    while True:
        block = next(survivors(frame, rivals, deadline), None)
        if block is None:
            return Result(_needed(frame, rivals, deadline))
        rows = _rows(block)
        for row in rng.sample(range(rows), min(TRIED, rows)):
            sequence = _sequence(frame, {place: int(column[row]) for place, column in block.items()})
            found = structures_below(frame, sequence)
            if not found:
                return Result(design=sequence)
            for structure in found:
                if structure not in known:
                    known.add(structure)
                    rivals.append(Rival(frame, structure))


def structures_below(frame: Frame, sequence: str) -> list[str]:
    """Other structures between the boundary pairs with at most the motif's energy, by ViennaRNA; a few, or all if few.

    Empty: the motif is the only structure of least energy.
    """
    import RNA

    places, letters = list[int](), list[str]()
    for place, letter in enumerate(sequence):
        places.append(len(letters))
        letters.append(letter)
        if (place, place + 1) in frame.inner:
            letters += FILLING
    compound = energy_models.compound("".join(letters), energy_models.energies(MODEL))
    compound.hc_init()
    for start, end in frame.boundary:
        compound.hc_add_bp(
            places[start] + 1, places[end] + 1, RNA.CONSTRAINT_CONTEXT_ALL_LOOPS | RNA.CONSTRAINT_CONTEXT_ENFORCE
        )
    own = ["."] * len(letters)
    for place, letter in enumerate(frame.structure):
        own[places[place]] = letter
    structure, least = compound.mfe()
    above = round(100 * compound.eval_structure("".join(own))) - round(100 * least)
    found = [structure] if above else [one.structure for one in compound.subopt(0)]
    cut = ["".join(one[place] for place in places) for one in found]
    return [one for one in cut if one != frame.structure][:MOST_LISTED]


def without_pairs(frame: Frame) -> list[str]:
    """The motif without some of its inner pairs: rivals that can form in any sequence."""
    fixed = {place for pair in frame.boundary for place in pair}
    inner = [(i, j) for i, j in enumerate(frame.partners) if j > i and i not in fixed]
    found = []
    for number in range(1, min(len(inner), 3) + 1):
        for some in combinations(inner, number):
            letters = list(frame.structure)
            for i, j in some:
                letters[i] = letters[j] = "."
            found.append("".join(letters))
    return found


def _needed(frame: Frame, rivals: list[Rival], deadline: float) -> tuple[str, ...]:
    """Rivals that suffice, each tried without, as long as there is time."""
    kept = list(rivals)
    for one in rivals:
        fewer = [other for other in kept if other is not one]
        try:
            if fewer and next(survivors(frame, fewer, min(deadline, time.monotonic() + 2)), None) is None:
                kept = fewer
        except TimeIsUpError:
            continue
    return tuple(one.structure for one in kept)


_Variable = tuple[tuple[int, ...], npt.NDArray[np.intp]]
"""Positions that are set together (a pair of the motif, or one), and their values, a row each."""


def _order(frame: Frame, rivals: Sequence[Rival]) -> tuple[list[_Variable], list[list[Rival]]]:
    """The variables in the order in which they are set, and the rivals that are looked at after each."""
    owner = {place: min(place, other) if other >= 0 else place for place, other in enumerate(frame.partners)}
    needs = {id(one): {owner[place] for place in one.scope} for one in rivals}
    left, done = list(rivals), set[int]()
    variables: list[_Variable] = []
    at: list[list[Rival]] = []

    def states(names: set[int]) -> float:
        return sum(math.log(6 if frame.partners[name] >= 0 else 4) for name in names)

    def ends(name: int) -> int:
        """How many parts of the chosen rival are known once this is set; pairs of several parts come first."""
        return sum(name in {owner[place] for place in scope} for _, _, scope in chosen.parts)

    def complete(one: Rival, places: set[int]) -> list[set[int]]:
        """The variables of each of its parts that are known once these places are."""
        return [{owner[place] for place in scope} for _, _, scope in one.parts if scope <= places]

    while left:
        chosen = min(left, key=lambda one: states(needs[id(one)] - done))
        for name in sorted(needs[id(chosen)] - done, key=lambda name: (-ends(name), name)):
            other = frame.partners[name]
            variables.append(((name,), BASES) if other < 0 else ((name, other), np.array(PAIRS)))
            done.add(name)
            set_now = {place for place, variable in owner.items() if variable in done}
            at.append(
                [
                    one
                    for one in rivals
                    if (name in needs[id(one)] <= done)
                    or (one.formed <= set_now and any(name in known for known in complete(one, set_now)))
                ]
            )
        left = [one for one in left if not needs[id(one)] <= done]
    return variables, at


def _grown(variable: _Variable, columns: dict[int, Column], rows: int) -> dict[int, Column]:
    """Each row with each value of the variable."""
    positions, values = variable
    grown = {place: np.repeat(column, len(values)) for place, column in columns.items()}
    for number, place in enumerate(positions):
        grown[place] = np.tile(values[:, number], rows)
    return grown


def _extended(
    variables: Sequence[_Variable],
    at: Sequence[Sequence[Rival]],
    step: int,
    columns: dict[int, Column],
    limit: int,
    deadline: float,
) -> Iterator[dict[int, Column]]:
    if step == len(variables):
        yield columns
        return
    if time.monotonic() > deadline:
        raise TimeIsUpError
    rows = _rows(columns)
    size = max(1, BLOCK // len(variables[step][1]))
    for first in range(0, rows, size):
        part = {place: column[first : first + size] for place, column in columns.items()}
        grown = _grown(variables[step], part, min(size, rows - first))
        for rival in at[step]:
            difference, forms = rival.difference(grown)
            keep = ~forms | (difference < limit)
            if not keep.all():
                grown = {place: column[keep] for place, column in grown.items()}
            if not keep.any():
                break
        else:
            yield from _extended(variables, at, step + 1, grown, limit, deadline)


def _bounded(
    variables: Sequence[_Variable],
    rivals: Sequence[Rival],
    columns: dict[int, Column],
    best: list[float],
    deadline: float,
) -> None:
    """Lowers best[0] to the least sum of weights of rivals in any sequence that has these bases, in the best order."""
    if time.monotonic() > deadline:
        raise TimeIsUpError
    total = np.zeros(_rows(columns))
    for rival in rivals:
        if rival.formed <= columns.keys():
            difference, forms = rival.difference(columns)
            total += np.where(forms, np.exp(np.minimum(difference, 40_000) / THERMAL), 0.0)
    if not variables:
        best[0] = min(best[0], float(total.min()))
        return
    order = np.argsort(total, kind="stable")
    size = max(1, BLOCK // len(variables[0][1]))
    for first in range(0, len(total), size):
        rows = order[first : first + size]
        rows = rows[total[rows] < best[0]]
        if not len(rows):
            return
        part = {place: column[rows] for place, column in columns.items()}
        _bounded(variables[1:], rivals, _grown(variables[0], part, len(rows)), best, deadline)


def _sequence(frame: Frame, chosen: dict[int, int]) -> str:
    """The chosen bases; where any will do, A, and G or C for a pair."""
    letters = ["A" if other < 0 else "G" if other > place else "C" for place, other in enumerate(frame.partners)]
    for place, code in chosen.items():
        letters[place] = "ACGU"[code - 1]
    return "".join(letters)
