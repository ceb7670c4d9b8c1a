"""The bases and codons that restraints, pairs and proteins leave each other, made consistent by narrowing.

Bases suit all states if they pair in each. The pairs of all states are the edges of a graph, and bases a homomorphism
from it to the graph of the pairs A-U, U-G, G-C: a path, so a component with a ring of odd length has none. With the
orders A < G and U < C the least of two pairs, base by base, is a pair too (a min ordering), so lists of bases that are
consistent along each edge and none of them empty have a solution: the least base of each (Hell and Nesetril, Graphs and
Homomorphisms, 2004, section 5.4).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from puzzles.rna.bases import IUPAC, PAIRS
from puzzles.rna.specification.demands import Bases, Frame, Motif, Pattern, Specification
from puzzles.rna.specification.states import State, pairings

LETTER_OF = {"".join(sorted(bases)): letter for letter, bases in IUPAC.items()}


class Domains:
    """What each position may hold (`bases`), and each amino acid's codons (`codons`, by frame and index).

    What can't be fulfilled is left out of the narrowing and noted: `lost_pairs` (both positions), `lost_codons` with
    the letters that were left at its three positions.
    """

    def __init__(self, demands: Specification, partners: Sequence[int], restraints: str) -> None:
        self.bases = [set(IUPAC[letter]) for letter in restraints]
        self.partners = partners
        self.pairings = pairings(demands.states, tuple(partners))
        self.codons = {
            (number, index): list(codons)
            for number, frame in enumerate(demands.frames)
            for index, codons in enumerate(frame.codons)
        }
        self.frames = demands.frames
        self._forbidden = demands.forbidden
        self.lost_pairs: list[tuple[int, int]] = []
        self.lost_codons: dict[tuple[int, int], str] = {}
        self._at: dict[int, list[tuple[int, int]]] = {}
        for number, frame in enumerate(demands.frames):
            for index in range(len(frame.codons)):
                for place in range(frame.start + 3 * index, frame.start + 3 * index + 3):
                    self._at.setdefault(place, []).append((number, index))
        self._narrow(range(len(partners)))

    def letters(self, places: Iterable[int]) -> str:
        """The IUPAC letters of what is left at the positions."""
        return "".join(LETTER_OF["".join(sorted(self.bases[place]))] for place in places)

    def _admit(self, wanted: Mapping[int, Bases]) -> bool:
        """True if these bases can lie there, as far as what is left and their pairs say."""
        left = {place: self.bases[place].intersection(bases) for place, bases in wanted.items()}
        for place, bases in left.items():
            if not bases:
                return False
            for partners in self.pairings:
                other = partners[place]
                there = left.get(other, self.bases[other]) if other >= 0 else set()
                if other >= 0 and not any(one + two in PAIRS for one in bases for two in there):
                    return False
        return True

    def forces(self, pattern: Pattern, start: int) -> bool:
        """True if whatever is left there is the pattern."""
        return all(self.bases[start + index].issubset(bases) for index, bases in enumerate(pattern))

    def placements(self, motif: Motif) -> list[Mapping[int, Bases]]:
        """Where a required motif can lie: its bases by position, for each place and pattern."""
        starts = [start for start in range(len(self.bases) - motif.length + 1) if motif.counts(start)]
        found = [dict(enumerate(one, start)) for one in motif.patterns for start in starts]
        return [one for one in found if self._admit(one)]

    def put(self, wanted: Mapping[int, Bases]) -> None:
        """Narrows to what these bases by position leave, which are admitted."""
        for place, bases in wanted.items():
            self.bases[place].intersection_update(bases)
        self._narrow(wanted)

    def ligand_places(self, state: State) -> list[Mapping[int, Bases]]:
        """Where the motif of the state's ligand can lie: its bases by position, for each place."""
        motif = state.ligand.bases.replace("&", "") if state.ligand else ""
        found = [dict(zip(places, motif, strict=True)) for places in state.sites()]
        return [one for one in found if self._admit(one)]

    def forced_by(self, wanted: Mapping[int, Bases]) -> str:
        """The name of a forbidden motif that whatever these bases leave is, where it overlaps them; or empty."""
        bases = list(self.bases)
        for place, here in wanted.items():
            bases[place] = bases[place].intersection(here)
        for motif in self._forbidden:
            last = len(bases) - motif.length
            starts = {start for place in wanted for start in range(place - motif.length + 1, place + 1)}
            for start in sorted(one for one in starts if 0 <= one <= last and motif.barred(one)):
                for pattern in motif.patterns:
                    if all(bases[start + index].issubset(one) for index, one in enumerate(pattern)):
                        return motif.name
        return ""

    def _narrow(self, places: Iterable[int]) -> None:
        waiting = set(places)
        while waiting:
            place = waiting.pop()
            for partners in self.pairings:
                waiting |= self._narrow_pair(place, partners[place])
            for key in self._at.get(place, ()):
                waiting |= self._narrow_codon(key)

    def _narrow_pair(self, place: int, other: int) -> set[int]:
        """The partner, if it has lost a base."""
        pair = min(place, other), max(place, other)
        if other < 0 or pair in self.lost_pairs:
            return set()
        here, there = self.bases[place], self.bases[other]
        kept = {two for two in there if any(one + two in PAIRS for one in here)}
        if not kept:
            self.lost_pairs.append(pair)
        elif kept != there:
            self.bases[other] = kept
            return {other}
        return set()

    def _narrow_codon(self, key: tuple[int, int]) -> set[int]:
        """The positions of the codon that have lost a base."""
        if key in self.lost_codons:
            return set()
        first = self.frames[key[0]].start + 3 * key[1]
        places = range(first, first + 3)
        left = [one for one in self.codons[key] if all(b in self.bases[p] for b, p in zip(one, places, strict=True))]
        if not left:
            self.lost_codons[key] = self.letters(places)
            return set()
        self.codons[key] = left
        changed = set()
        for index, place in enumerate(places):
            kept = self.bases[place].intersection(one[index] for one in left)
            if kept != self.bases[place]:
                self.bases[place] = kept
                changed.add(place)
        return changed

    def frame(self, key: tuple[int, int]) -> Frame:
        return self.frames[key[0]]


def domains_of(demands: Specification, partners: Sequence[int], restraints: str) -> Domains:
    """What all demands leave each position; ligands' motifs, and required ones that fit at one place, are put there."""
    domains = Domains(demands, partners, restraints)
    for state in demands.states:
        places = [one for one in domains.ligand_places(state) if not domains.forced_by(one)]
        for first in places[:1]:
            domains.put(first)
    for motif in demands.required:
        placements = domains.placements(motif)
        if len(placements) == 1:
            domains.put(*placements)
    return domains


def suited(linked: Sequence[Sequence[int]], places: Sequence[int], restraints: str | Mapping[int, str]) -> bool:
    """True if some bases of the restraints pair along all links between the places."""
    left = {place: set(IUPAC[restraints[place]]) for place in places}
    waiting = list(places)
    while waiting:
        place = waiting.pop()
        for other in {one[place] for one in linked if one[place] in left}:
            kept = {two for two in left[other] if any(one + two in PAIRS for one in left[place])}
            if kept != left[other]:
                left[other] = kept
                waiting.append(other)
    return all(left.values())
