"""The bases and codons that restraints, pairs and proteins leave each other, made consistent by narrowing."""

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
        self.pairings = pairings(demands, tuple(partners))
        self.codons = {
            (number, index): list(codons)
            for number, frame in enumerate(demands.frames)
            for index, codons in enumerate(frame.codons)
        }
        self.frames = demands.frames
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

    def admits(self, pattern: Pattern, start: int) -> bool:
        """True if the pattern can lie there, as far as its bases and their pairs say."""
        return self._admit(dict(enumerate(pattern, start)))

    def _admit(self, wanted: Mapping[int, Bases]) -> bool:
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

    def placements(self, motif: Motif) -> list[tuple[Pattern, int]]:
        """Where a required motif can lie."""
        starts = [start for start in range(len(self.bases) - motif.length + 1) if motif.counts(start)]
        return [(one, start) for one in motif.patterns for start in starts if self.admits(one, start)]

    def put(self, pattern: Pattern, start: int) -> None:
        """Narrows to what the pattern at that position leaves, which it admits."""
        for index, bases in enumerate(pattern):
            self.bases[start + index].intersection_update(bases)
        self._narrow(range(start, start + len(pattern)))

    def bind(self, state: State) -> bool:
        """Narrows to the motif of the state's ligand at the first place that admits it; False if none does."""
        if state.ligand is None:
            return True
        motif = state.ligand.bases.replace("&", "")
        for places in state.sites():
            if self._admit(dict(zip(places, motif, strict=True))):
                for place, base in zip(places, motif, strict=True):
                    self.bases[place] = {base}
                self._narrow(places)
                return True
        return False

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
