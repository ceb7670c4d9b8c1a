"""The states of a design: structures that one sequence is to have, each under conditions of its own; their reader.

An item is a structure, or `target` for the target's own, then in any order `at 55` (degrees Celsius), `with` a ligand,
`weight 2`, `within 0.5` (kcal/mol that the structure may lie above the MFE), and of a target of two strands `strand 1`
or `strand 2` for one of them alone. The target is the first state; if no item is `target`, under the specification's
temperature.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from puzzles.errors import PuzzleError, together
from puzzles.rna.bases import BASES, PAIRS, unified
from puzzles.rna.structure import brackets, cut_alike, paired, partners_of
from puzzles.text.fields import NOWHERE, Field, joined
from puzzles.text.quoting import quoted

MOST_STATES = 4
"""States of a design, its target among them."""


@dataclass(frozen=True, slots=True)
class Ligand:
    """A motif that binds a ligand: bases and structure, with & between the two strands of an interior loop, and the
    energy of binding in kcal/mol (ViennaRNA's `sc_add_hi_motif`)."""

    name: str
    bases: str
    structure: str
    energy: float


LIGANDS: Mapping[str, Ligand] = {
    "theophylline": Ligand("theophylline", "GAUACCAG&CCCUUGGCAGC", "(...((((&)...)))...)", -9.22),
}
"""Of theophylline: the aptamer and its energy as in ViennaRNA's documentation of ligand motifs (Jenison and others,
Science 263, 1994; Lorenz and others, Algorithms for Molecular Biology 11:8, 2016)."""


@dataclass(frozen=True, slots=True)
class State:
    """A structure and the conditions under which it is wanted. `partners` count from 0, -1 where unpaired.

    `nick`: the positions of the first of two strands; 0 for one. `strand`: the one that is alone, 1 or 2, whose
    structure has dots for the other one; 0 for all strands. `free`: as in a specification.
    """

    structure: str
    partners: tuple[int, ...]
    temperature: float
    weight: float = 1.0
    within: float = 0.0
    ligand: Ligand | None = None
    nick: int = 0
    strand: int = 0
    free: frozenset[int] = frozenset()
    at: Field = field(default=NOWHERE, compare=False)

    @property
    def conditions(self) -> tuple[float, Ligand | None, int]:
        return self.temperature, self.ligand, self.strand

    @property
    def words(self) -> str:
        """The conditions, such as `37 °C, theophylline`."""
        strand = f", strand {self.strand}" if self.strand else ", both strands" if self.nick else ""
        return f"{self.temperature:g} °C{f', {self.ligand.name}' if self.ligand else ''}{strand}"

    @property
    def joined(self) -> bool:
        """True if it is of two strands together."""
        return self.nick > 0 and not self.strand

    @property
    def places(self) -> range:
        """The positions of its strands."""
        return range(self.nick if self.strand == 2 else 0, self.nick if self.strand == 1 else len(self.structure))

    def own(self, letters: str) -> str:
        """Of a letter for each position those of its strands, & between two."""
        return self.with_nick(letters) if self.joined else letters[self.places.start : self.places.stop]

    def with_nick(self, letters: str) -> str:
        """A letter for each position, with & between the strands if it is of two together."""
        return f"{letters[: self.nick]}&{letters[self.nick :]}" if self.joined else letters

    def padded(self, letters: str) -> str:
        """The structure of its strands with dots for the strand that it is not of; without &."""
        plain = letters.replace("&", "")
        return "." * self.places.start + plain + "." * (len(self.structure) - self.places.stop)

    def sites(self) -> tuple[tuple[int, ...], ...]:
        """Where the ligand's motif lies in the structure: for each place the positions of its bases, from 0."""
        if self.ligand is None:
            return ()
        first, _, second = self.ligand.structure.partition("&")
        found = []
        for start, other in enumerate(self.partners):
            if other <= start:
                continue
            places = tuple(range(start, start + len(first)))
            if second:
                places += tuple(range(other - len(second) + 1, other + 1))
            if places[-1] == other and places == tuple(sorted(set(places))) and self._is_motif(places, first + second):
                found.append(places)
        return tuple(found)

    def _is_motif(self, places: tuple[int, ...], motif: str) -> bool:
        """True if the structure has the motif's pairs at these places, and no others."""
        wanted = paired(motif)
        return all(
            self.partners[place] == (places[wanted[index]] if wanted[index] >= 0 else -1)
            for index, place in enumerate(places)
        )


def read_states(
    items: Sequence[Field],
    partners: tuple[int, ...],
    temperature: float,
    nick: int = 0,
    free: frozenset[int] = frozenset(),
) -> tuple[State, ...]:
    """The states of the items, those of the target first; PuzzleError with all that is wrong in them.

    `free`: the target's positions that may pair or not; other structures have ? there.
    """
    faults: list[PuzzleError] = []
    found: list[State] = []
    target = State(brackets(partners), partners, temperature, nick=nick, free=free)
    for item in items:
        try:
            found.append(_state(item, target))
        except PuzzleError as error:
            faults.append(error)
    if not faults:
        own = [one for one in found if _is_target(one.at)]
        others = [one for one in found if not _is_target(one.at)]
        found = [*(own or [target]), *others]
        faults += _twice(found)
        if len(found) > MOST_STATES:
            what = f"the design has {len(found)} states, the target among them"
            faults.append(found[MOST_STATES].at.error(what, f"at most {MOST_STATES}"))
        elif len(found) == 1 and items:
            faults.append(items[0].error("the target is the only state", "another structure or other conditions too"))
    if faults:
        raise together(faults)
    return tuple(found)


def _is_target(item: Field) -> bool:
    return item.words(1)[0].text.lower() == "target"


def _twice(states: Sequence[State]) -> Iterator[PuzzleError]:
    seen = set()
    for one in states:
        key = (one.partners, *one.conditions)
        if key in seen:
            yield one.at.error("the structure is a state under these conditions already", "each state once")
        seen.add(key)


def _state(item: Field, target: State) -> State:
    words = item.words()
    structure, rest = words[0], words[1:]
    state = replace(target, at=item)
    given = set()
    while rest:
        key = rest[0].text.lower()
        if key.startswith("concentration"):
            raise rest[0].error("concentrations can't be given here", "one copy of each strand (NUPACK has tubes)")
        if key not in ("at", "strand", "weight", "within", "with") or key in given:
            again = " again" if key in given else ""
            raise rest[0].error(f"found {quoted(rest[0].text)}{again}", "at, strand, with, weight or within")
        if len(rest) < 2:
            raise rest[0].behind().error(f"nothing behind {key}", "a value")
        given.add(key)
        used = 2
        if key == "at":
            state = replace(state, temperature=_amount(rest[1], 0, 100, "degrees Celsius from 0 to 100"))
        elif key == "weight":
            state = replace(state, weight=_amount(rest[1], 0.01, 1000, "a weight from 0.01 to 1,000"))
        elif key == "within":
            state = replace(state, within=_amount(rest[1], 0, 20, "kcal/mol from 0 to 20"))
        elif key == "strand":
            state = replace(state, strand=_strand(rest[1], target.nick))
        else:
            ligand, used = _ligand(rest[1:])
            state, used = replace(state, ligand=ligand), used + 1
        rest = rest[used:]
    if not _is_target(item):
        state = _with_structure(state, structure)
    elif state.strand:
        raise item.error(f"the target is of both strands, the state of strand {state.strand}", "a structure of it")
    if state.ligand is not None and state.joined:
        raise item.error(f"{state.ligand.name} with both strands", "a ligand with one strand")
    if state.ligand is not None and state.free:
        raise item.error(f"{state.ligand.name} with free positions", "a ligand where no position is free")
    if state.ligand is not None and not state.sites():
        what = f"the motif of {state.ligand.name}, {state.ligand.structure}, is not in the state's structure"
        raise item.error(what, "a structure with it")
    return state


def _with_structure(state: State, structure: Field) -> State:
    """The state with that structure, of its strands; PuzzleError where it is none of them."""
    letters, length, cut = joined([structure]), len(state.places), bool(set("&+") & set(structure.text))
    nick = state.nick if state.joined else 0
    if nick and not cut:
        found = "a state of one strand, but not of which"
        raise structure.behind().error(found, "strand 1 or strand 2 behind it, or & between both")
    if cut and state.strand:
        raise structure.error(f"a state of strand {state.strand} with '&'", "the structure of that strand alone")
    letters = cut_alike(letters, nick, "state") if cut else letters
    free = frozenset(place for place, letter in enumerate(letters.text) if letter == "?" and not state.nick)
    if free:
        letters = replace(letters, text=letters.text.replace("?", "."))
    own = partners_of(letters, nick)
    if len(own) != length:
        at, whose = min(len(own), length), f"strand {state.strand}" if state.strand else "the target"
        found = f"the state has {len(own):,} positions"
        raise structure.error(found, f"{length:,}, as {whose}", min(at, len(own) - 1))
    if nick and not any(other >= nick for other in own[:nick]):
        found = "no pair joins the two strands of the state"
        raise structure.error(found, "a pair between them, or a strand alone: its structure, then strand 1", nick)
    first, after = state.places.start, len(state.structure) - state.places.stop
    own = (*(-1,) * first, *(one + first if one >= 0 else -1 for one in own), *(-1,) * after)
    return replace(state, structure=brackets(own), partners=own, free=free)


def _strand(word: Field, nick: int) -> int:
    if not nick:
        raise word.error("the target is of one strand", "& in the target between two")
    if word.text not in ("1", "2"):
        raise word.error(f"strand {quoted(word.text)}", "strand 1 or 2 (NUPACK takes more)")
    return int(word.text)


def _amount(word: Field, least: float, most: float, expected: str) -> float:
    if not re.fullmatch(r"[0-9]{1,4}(?:\.[0-9]{1,2})?", word.text) or not least <= float(word.text) <= most:
        raise word.error(f"found {quoted(word.text)}", expected)
    return float(word.text)


def _ligand(words: list[Field]) -> tuple[Ligand, int]:
    """A ligand by name, or as bases, structure and energy; and how many words that is."""
    known = LIGANDS.get(words[0].text.lower())
    if known:
        return known, 1
    example = "GAUACCAG&CCCUUGGCAGC (...((((&)...)))...) -9.22"
    expected = f"{' or '.join(LIGANDS)}, or bases, structure and energy such as {example}"
    if len(words) < 3:
        raise words[0].error(f"found {quoted(words[0].text)}", expected)
    bases, structure, energy = words[:3]
    text = unified(bases.text)
    wrong = next((index for index, base in enumerate(text) if base not in BASES + "&"), -1)
    if wrong >= 0:
        raise bases.error(f"{quoted(bases.text[wrong])} is no base of a motif", "A, C, G, U and one &", wrong)
    check_motif(text, bases, structure)
    if not re.fullmatch(r"-[0-9]{1,2}(?:\.[0-9]{1,2})?", energy.text):
        raise energy.error(f"the energy of binding is {quoted(energy.text)}", "kcal/mol below 0, such as -9.22")
    return Ligand(text, text, structure.text, float(energy.text)), 3


def check_motif(text: str, bases: Field, structure: Field) -> None:
    """PuzzleError unless a motif is a hairpin, or an interior part with one & within its innermost pair."""
    motif = structure.text
    if set(motif) - set("().&") or not motif or motif.count("&") > 1:
        raise structure.error(f"{quoted(motif)} is no motif", "( ) . and at most one &")
    if [len(one) for one in text.split("&")] != [len(one) for one in motif.split("&")]:
        raise bases.error("bases and structure of the motif differ in length", "one base for each letter")
    depth, plain = 0, motif.replace("&", "")
    for letter in plain:
        depth += {"(": 1, ")": -1, ".": 0}[letter]
        if depth < 0:
            break
    first, _, second = motif.partition("&")
    inner = "&" in motif and (not first.endswith("(") or not second.startswith(")"))
    if depth or plain[:1] != "(" or paired(plain)[0] != len(plain) - 1 or inner or (")" in first and second):
        raise structure.error(f"{quoted(motif)} is no motif", "a hairpin, or an interior part such as (..(&)..)")
    letters = text.replace("&", "")
    for index, other in enumerate(paired(plain)):
        if other > index and letters[index] + letters[other] not in PAIRS:
            raise bases.error(f"{letters[index]} and {letters[other]} of the motif can't pair", "bases that can")


def pairings(states: Iterable[State], partners: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The partners of all different structures, the target's first."""
    return tuple(dict.fromkeys((partners, *(one.partners for one in states))))


def linked_places(linked: Sequence[Sequence[int]], start: int) -> list[int]:
    """The positions that pairs of the states link, from that one outwards."""
    found = [start]
    for place in found:
        found += sorted({one[place] for one in linked if one[place] >= 0} - set(found))
    return found
