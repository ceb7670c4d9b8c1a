"""Motifs that annealing copies: which are equal, by trees of positions, and what a copy changes of a design."""

from __future__ import annotations

from functools import cache

import pytest
from drivers.rna_motifs import linked, positions, shape, tree
from drivers.rna_searches import written

from puzzles.rna.kernels.copies import DEPTHS, classes_of

STAR = "..((.((...)).((...)).((...)).))..((.((...)).((...)).((...)).))..(((...)))."
"""Two stars of three arms, and a hairpin."""

UNLIKE = "((((...)).((....)))).(((...).))"


@pytest.mark.parametrize("structure", [STAR, UNLIKE, STAR[2:31], "." * 9, "(...)", "(...)(...)(...)"])
def test_motifs_are_equal_where_trees_of_positions_have_one_shape(structure: str) -> None:
    partners = linked(structure)
    paired = [at for at, other in enumerate(partners) if other]
    for row, depth in zip(classes_of(partners), DEPTHS.tolist(), strict=True):
        assert [at for at, number in enumerate(row) if number] == paired
        shapes = {at: shape(tree(partners, at, depth)) for at in paired}
        for one in paired:
            for other in paired:
                assert (row[one] == row[other]) == (shapes[one] == shapes[other])


@cache
def copies(structure: str, restraints: str = "") -> list[tuple[int, bool, str, str]]:
    return written("copies.copy_motif", 600, target=structure, restraints=restraints, objective="probability")


@cache
def moves(structure: str) -> list[dict[int, int]]:
    """Each possible copy: from where each position that it writes has its base."""
    partners = linked(structure)
    paired = [at for at, other in enumerate(partners) if other]
    found = []
    for depth in DEPTHS.tolist():
        motifs = {at: tree(partners, at, depth) for at in paired}
        for to in paired:
            for source in paired:
                if to != source and shape(motifs[to]) == shape(motifs[source]):
                    one = dict(zip(positions(motifs[to]), positions(motifs[source]), strict=True))
                    found.append(one)
                    behind = motifs[partners[to]], motifs[partners[source]]
                    if shape(behind[0]) == shape(behind[1]):
                        found.append(one | dict(zip(*map(positions, behind), strict=True)))
    return found


def after_copies(before: str, known: list[dict[int, int]]) -> set[str]:
    return {"".join(before[one.get(at, at) - 1] for at in range(1, len(before) + 1)) for one in known}


def test_a_copy_writes_the_bases_of_an_equal_motif_and_nothing_else() -> None:
    changed = 0
    for _, copied, before, after in copies(STAR):
        assert copied or before == after
        if before != after:
            changed += 1
            assert after in after_copies(before, moves(STAR))
    assert changed > 200


def test_arms_are_copied_whole_and_turned() -> None:
    found = [(before, after) for _, _, before, after in copies(STAR) if before != after]
    assert any(sum(a != b for a, b in zip(*one, strict=True)) > 15 for one in found)
    straight = [one for one in moves(STAR) if [one[at] for at in sorted(one)] == sorted(one.values())]
    assert any(after not in after_copies(before, straight) for before, after in found)


def test_a_copy_keeps_pairs_and_restraints() -> None:
    partners = linked(STAR)
    fixed = "".join({"(": "NNG", ")": "NNN", ".": "NAR"}[one][at % 3] for at, one in enumerate(STAR))
    found = copies(STAR, fixed)
    assert any(before != after for _, _, before, after in found)
    for _, _, _, after in found:
        assert all(base in {"N": "ACGU", "R": "AG"}.get(one, one) for one, base in zip(fixed, after, strict=True))
        assert all(after[at - 1] + after[other - 1] in "GCG AUA GUG" for at, other in enumerate(partners) if other)


def test_where_no_motif_is_alike_nothing_is_copied() -> None:
    assert not any(copied for _, copied, _, _ in copies("..((....).)"))


def test_a_position_outside_of_all_pairs_has_no_motif() -> None:
    assert not any(copied for spot, copied, _, _ in copies(STAR) if spot in (1, 2, 32, 33, 64, 74))
