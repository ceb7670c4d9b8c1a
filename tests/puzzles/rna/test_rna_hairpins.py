"""Special hairpins that annealing writes: those of ViennaRNA's tables, where a hairpin has their size."""

from __future__ import annotations

import re
from functools import cache

import pytest
from drivers.rna_searches import interpreted, written

from puzzles.rna.energy_models import ensemble_energies

TARGET = ".((((...))))(((....)))..((((.....))))((((......))))((.((....))..)).(...)."
"""Hairpins of 3 to 6 bases, and loops that are none."""

HAIRPIN = re.compile(r"\((\.+)\)")

PROPOSED = """
import json, sys
import numpy as np
from puzzles.engine.rules import accept, propose, start
from puzzles.engine.streams import stream
from puzzles.rna.kernels.rules import build_state, repairing
from puzzles.rna.puzzle import RnaPuzzle, sequence_of
puzzle, found = RnaPuzzle(**json.load(sys.stdin)), []
for share in (0.0, 1.0):
    state, rng, prior = repairing(build_state(puzzle, prior_code=2), puzzle), stream("test", 5), np.ones(1)
    state.hairpins.share[0], state.copies.share[0], state.library.share[0] = share, 0.0, 0.0
    start(state, np.zeros(puzzle.length, np.int64), rng, prior)
    for _ in range(200):
        propose(state, rng, prior, np.inf)
        found.append([share, *(sequence_of(one[1:-1].tolist()) for one in (state.repair.kept, state.bases))])
        accept(state, False)
print(json.dumps(found))
"""


@cache
def rewritten(restraints: str = "") -> list[tuple[int, bool, str, str]]:
    return written("hairpins.write_hairpin", 3_000, target=TARGET, restraints=restraints, objective="gap")


def hairpins(unpaired: int) -> set[str]:
    """ViennaRNA's special hairpins of so many unpaired bases, with the closing pair."""
    known = ensemble_energies("eterna-v2").weights  # RNA.param() is of what was loaded last
    listed = {3: known.Triloops, 4: known.Tetraloops, 6: known.Hexaloops}.get(unpaired, "")
    return set(listed.split())


PLACES = [(found.start(), found.end(), len(found[1])) for found in HAIRPIN.finditer(TARGET)]


def test_the_hairpin_around_the_position_becomes_each_special_one_of_its_size() -> None:
    seen: dict[tuple[int, int, int], set[str]] = {place: set() for place in PLACES}
    for spot, wrote, before, after in rewritten():
        inside = [place for place in PLACES if place[0] < spot <= place[1]]
        assert wrote == any(hairpins(size) for *_, size in inside)
        if not wrote:
            assert after == before
        for first, end, size in inside if wrote else ():
            assert after[:first] == before[:first]
            assert after[end:] == before[end:]
            seen[first, end, size].add(after[first:end])
    assert seen == {place: hairpins(place[2]) for place in PLACES}
    assert sum(map(bool, seen.values())) == 5


@pytest.mark.parametrize("fixed", ["SNNNNW", "NARYNN"])
def test_restraints_and_pairs_are_kept(fixed: str) -> None:
    restraints = "N" * 14 + fixed + "N" * (len(TARGET) - 20)
    admitted = {"N": "ACGU", "S": "CG", "W": "AU", "R": "AG", "Y": "CU", "A": "A"}
    found = [after[14:20] for _, wrote, _, after in rewritten(restraints) if wrote]
    assert len(set(found)) > 5
    for after in found:
        assert all(base in admitted[one] for one, base in zip(fixed, after, strict=True))
        assert after[0] + after[-1] in ["GC", "CG", "AU", "UA", "GU", "UG"]


def test_annealing_proposes_them_at_its_share() -> None:
    [found] = interpreted(PROPOSED, {"target": TARGET, "objective": "gap"})
    new = {0.0: 0, 1.0: 0}
    for share, before, after in found:
        changed = [(after[first:end], size) for first, end, size in PLACES if before[first:end] != after[first:end]]
        new[share] += any(hairpin in hairpins(size) for hairpin, size in changed)
    assert new[1.0] > 30 > 6 * new[0.0]
