"""Motifs of other designs that annealing writes: what a library knows of a target's places, and what is written."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from drivers.rna_motifs import linked, positions, shape, tree
from drivers.rna_searches import interpreted, written

from puzzles.rna import library
from puzzles.rna.kernels import motifs
from puzzles.rna.kernels.motifs import COUNT, make_library
from puzzles.rna.library import DEEPEST
from puzzles.rna.puzzle import sequence_of

TABLES = Path(__file__).parents[3] / "docs" / "tables"

TARGET = "..((.((...)).((....)).((...)).))..((((...).((....)))).(((...).)))."

DESIGNS = {
    "GGACCAAAGGACCAAAAGGAGGAAACCACC": "((.((...)).((....)).((...)).))",
    "AGGGGCAAAGACCCCA": ".(((((...).)))).",
    "GCAAAGCAAGCAAAGCA": "((...))..((...)).",
    "AGGGAAAACAGCAAAAGCCACA": ".(((....).((....))).).",
}
"""Among their motifs are some of the target's; the third has two places of one shape with equal bases."""


def found_by_trees(designs: dict[str, str], target: str) -> dict[tuple[int, int], Counter[frozenset[tuple[int, str]]]]:
    """By depth and place of the target: what each place of the designs with its shape has, as positions with bases."""
    found: dict[tuple[int, int], Counter[frozenset[tuple[int, str]]]] = {}
    partners = linked(target)
    for depth in range(1, DEEPEST + 1):
        motifs = {place: tree(partners, place, depth) for place, other in enumerate(partners) if other}
        for sequence, structure in designs.items():
            own = linked(structure)
            for place in (place for place, other in enumerate(own) if other):
                source = tree(own, place, depth)
                for to, motif in motifs.items():
                    if "-" not in shape(motif) and shape(motif) == shape(source):
                        bases = [sequence[at - 1] for at in positions(source)]
                        one = frozenset(zip(positions(motif), bases, strict=True))
                        found.setdefault((depth, to), Counter())[one] += 1
    return found


def known_of(text: str) -> dict[str, list[str]]:
    return {shape: motifs for shape, *motifs in map(str.split, text.splitlines())}


def fitting(target: str) -> dict[tuple[int, int], list[frozenset[tuple[int, str]]]]:
    """By depth and place of the target: the motifs that annealing may write there, as positions with bases."""
    made = make_library([other - 1 for other in linked(target)[1:-1]])
    found = {}
    for depth, place in np.argwhere(made.fitting[:, :, COUNT] > 0).tolist():
        first, length, begin, count = made.fitting[depth, place].tolist()
        spots = made.spots[first : first + length].tolist()
        rows = made.motifs[begin : begin + length * count].reshape(count, length).tolist()
        found[depth + 1, place] = [frozenset(zip(spots, sequence_of(row), strict=True)) for row in rows]
    return found


@pytest.mark.parametrize("target", [TARGET, TARGET[2:32], ".....", "(...)", "(...)(...)", *DESIGNS.values()])
def test_what_fits_is_what_designs_have_at_places_of_one_shape(target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(motifs, "library", lambda: known_of(library.written(DESIGNS.items())))
    found, expected = fitting(target), found_by_trees(DESIGNS, target)
    assert {place: set(here) for place, here in found.items()} == {place: set(here) for place, here in expected.items()}
    assert all(len(set(here)) == len(here) for here in found.values())


def test_the_most_frequent_motifs_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "MOST", 1)
    monkeypatch.setattr(motifs, "library", lambda: known_of(library.written(DESIGNS.items())))
    expected = found_by_trees(DESIGNS, TARGET)
    assert any(len(here) > 1 for here in expected.values())
    for place, [motif] in fitting(TARGET).items():
        assert expected[place][motif] == max(expected[place].values())


def test_shapes_are_written_as_those_of_undesignable_motifs() -> None:
    partners = library.linked(".((.((...)).((....))..)).")
    assert library.motif_at(partners, 2, 1) == ("((*))", [2, 3, 23, 24])
    assert library.motif_at(partners, 3, 1) == ("(.(*).(*)..)", [3, 4, 5, 11, 12, 13, 20, 21, 22, 23])
    assert library.motif_at(partners, 11, 1) == ("(.(*)..(*).)", [11, 12, 13, 20, 21, 22, 23, 3, 4, 5])
    assert library.motif_at(partners, 5, 2) == ("((...))", list(range(5, 12)))
    assert library.motif_at(partners, 24, 1) is None
    assert library.motif_at(partners, 23, 2) is None


def test_the_bundled_motifs_are_those_of_our_designs_which_are_of_no_table() -> None:
    lines = (TABLES / "rna-library-designs.txt").read_text(encoding="ascii").splitlines()
    designs = [(sequence, structure) for sequence, structure in map(str.split, lines)]
    assert len(designs) > 200
    assert library.library() == known_of(library.written(designs))
    assert not {structure for _, structure in designs} & set((TABLES / "fresh-rna-targets.txt").read_text().split())
    for sequence, structure in designs:
        assert len(sequence) == len(structure)
        partners = linked(structure)
        assert all(sequence[a - 1] + sequence[b - 1] in "GCG AUA GUG" for a, b in enumerate(partners) if b)


@cache
def rewritten(restraints: str = "") -> list[tuple[int, bool, str, str]]:
    return written("motifs.write_motif", 600, target=TARGET, restraints=restraints, objective="probability")


def test_what_is_written_is_a_motif_of_the_library_and_nothing_else() -> None:
    known = fitting(TARGET)
    changed = 0
    for _, wrote, before, after in rewritten():
        new = frozenset((at, b) for at, (a, b) in enumerate(zip(before, after, strict=True), 1) if a != b)
        assert wrote or not new
        if new:
            changed += 1
            bases = dict(enumerate(after, 1))
            assert any(
                new <= one and all(bases[at] == base for at, base in one) for found in known.values() for one in found
            )
    assert changed > 200


EACH = """
import json, sys
from puzzles.engine.streams import stream
from puzzles.rna.kernels import motifs
from puzzles.rna.kernels.redrawing import write_move
from puzzles.rna.kernels.rules import build_state, repairing
from puzzles.rna.puzzle import RnaPuzzle, sequence_of
given = json.load(sys.stdin)
motifs.library = lambda: given["library"]
puzzle = RnaPuzzle(given["target"], objective="probability")
state, rng = repairing(build_state(puzzle, prior_code=2), puzzle), stream("test", 5)
for step in range(state.sites.size):
    write_move(state, step, state.choices[step, 0])
state.repair.kept[:] = state.bases
found = []
for spot in range(1, puzzle.length + 1):
    found.append(set())
    for _ in range(500):
        state.bases[:] = state.repair.kept
        if motifs.write_motif(state, rng, spot):
            found[-1].add(sequence_of(state.bases[1:-1].tolist()))
print(json.dumps([sequence_of(state.repair.kept[1:-1].tolist()), [sorted(one) for one in found]]))
"""


def test_each_motif_is_written_where_it_fits_from_both_sides_of_a_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    small = known_of(library.written(DESIGNS.items()))
    monkeypatch.setattr(motifs, "library", lambda: small)
    known, partners = fitting(TARGET), linked(TARGET)
    [[before, found]] = interpreted(EACH, {"target": TARGET, "library": small})
    for spot, seen in enumerate(found, start=1):
        around = max((at for at in range(1, spot) if partners[at] > spot), default=0)
        places = {spot, partners[spot]} if partners[spot] else {around}
        written = [dict(one) for (_, place), here in known.items() if place in places for one in here]
        assert set(seen) == {"".join(one.get(at, base) for at, base in enumerate(before, start=1)) for one in written}
    assert len({one for seen in found for one in seen}) > 20


PROPOSED = """
import json, sys
import numpy as np
from puzzles.engine.rules import accept, propose, start
from puzzles.engine.streams import stream
from puzzles.rna.kernels import motifs
from puzzles.rna.kernels.rules import build_state, repairing
from puzzles.rna.puzzle import RnaPuzzle, sequence_of
given, found = json.load(sys.stdin), []
motifs.library = lambda: given["library"]
puzzle = RnaPuzzle(given["target"], objective="probability")
for share in (0.0, 1.0):
    state, rng, prior = repairing(build_state(puzzle, prior_code=2), puzzle), stream("test", 5), np.ones(1)
    assert state.library.share[0] == motifs.WRITTEN > 0
    state.library.share[0], state.hairpins.share[0], state.copies.share[0] = share, 0.0, 0.0
    start(state, np.zeros(puzzle.length, np.int64), rng, prior)
    for _ in range(150):
        propose(state, rng, prior, np.inf)
        found.append([share, *(sequence_of(one[1:-1].tolist()) for one in (state.repair.kept, state.bases))])
        accept(state, False)
print(json.dumps(found))
"""


def test_annealing_proposes_them_at_its_share() -> None:
    [found] = interpreted(PROPOSED, {"target": TARGET, "library": {"(....)": ["UCCUCG"]}})
    new = {0.0: 0, 1.0: 0}
    for share, before, after in found:
        new[share] += "UCCUCG" in after and "UCCUCG" not in before
    assert new[1.0] > 10 > 10 * new[0.0]


def test_pairs_and_restraints_are_kept() -> None:
    partners = linked(TARGET)
    fixed = "".join({"(": "NNG", ")": "NNN", ".": "NAR"}[one][at % 3] for at, one in enumerate(TARGET))
    found = [after for _, _, before, after in rewritten(fixed) if before != after]
    assert len(found) > 100
    for after in found:
        assert all(base in {"N": "ACGU", "R": "AG"}.get(one, one) for one, base in zip(fixed, after, strict=True))
        assert all(after[at - 1] + after[other - 1] in "GCG AUA GUG" for at, other in enumerate(partners) if other)


def test_nothing_is_written_around_a_position_outside_of_all_pairs() -> None:
    assert not any(wrote for spot, wrote, _, _ in rewritten() if spot in (1, 2, 33, 34, 66))
