"""Ensembles by our kernels: ViennaRNA's figures, no overflow, equal bits interpreted."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import combinations
from pathlib import Path
from random import Random

import numpy as np
import pytest
import RNA

from puzzles.rna.energy_models import STANDARD, Conditions, compound, ensemble_energies
from puzzles.rna.folding.ensemble import ensemble_of, make_ensemble, outside, weigh_inside, weigh_outside
from puzzles.rna.folding.ensemble_state import DEFECT, LOG_SUM, SCALE, EnsembleState, new_ensemble
from puzzles.rna.folding.inside import inside
from puzzles.rna.folding.models import named
from puzzles.rna.folding.sparse import LEAST_PROBABLE, inside_sparse, list_probable
from solvers.bench.fold import designed_sequence

from .campaign import Case, DifferenceError, compare, random_case

pytestmark = pytest.mark.compiled

ROOT = Path(__file__).resolve().parents[2]

WEIGHED = f"""
import json, sys
sys.path.insert(0, {str(ROOT)!r})
import numpy as np
from puzzles.rna.bases import codes_of
from puzzles.rna.folding.ensemble import ensemble_of
from puzzles.rna.folding.ensemble_state import LOG_SUM, new_ensemble
from puzzles.rna.folding.inside import inside
from puzzles.rna.folding.models import named
from puzzles.rna.folding.ensemble import outside
from puzzles.rna.folding.sparse import inside_sparse, list_probable
former, changed = "GGGAGACUCCAAGCGUUCGCGCAAGGCAUC", "GGGAGACUCCAAGCGUUCGGGCAACGCAUC"
found = ensemble_of(former, "(((....)))....................", "eterna-v2")
ensemble = new_ensemble((-1,) * len(former), named("eterna-v2"))
before, after = (np.array((0, *codes_of(one), 0), np.int32) for one in (former, changed))
inside(ensemble, before)
outside(ensemble, before)
list_probable(ensemble)
assert inside_sparse(ensemble, after, before) == 1
sparse = float(ensemble.results[LOG_SUM])
print(json.dumps([found.energy.hex(), found.distance.hex(), found.probabilities.tobytes().hex(), sparse.hex()]))
"""


def codes(sequence: str) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    return np.array([0, *("ACGU".index(base) + 1 for base in sequence), 0], np.int32)


def test_a_slice_of_the_campaign_has_viennarna_s_figures() -> None:
    random = Random(20)
    cases = [random_case(random, 120) for _ in range(12)]
    assert len({case.model for case in cases}) == 4
    assert any(case.conditions.salt < 1 and case.conditions.temperature != 37 for case in cases)
    for case in cases:
        compare(case)


@pytest.mark.parametrize(
    "sequence",
    ["GGGGGAAAAGGAAACAAAACCCCC", "GGAAGGGCAACGGCCCAACC", "GGACAGUACUCCGGGGGAAACCCCCAACGGGAGUCUUCGGACUCCCG"],
    ids=["bulges", "triloop", "hexaloop"],
)
def test_loops_with_energies_of_their_own_are_counted(sequence: str) -> None:
    for model in ("eterna-v2", "1999-d2", "dna-2004"):
        for conditions in (Conditions(), Conditions(50.0, 0.1)):
            case = random_case(Random(1))._replace(sequence=sequence, model=model, conditions=conditions)
            compare(case)


def test_free_bases_of_multiloops_of_dna_have_a_penalty() -> None:
    random = Random(4)
    for _ in range(4):
        compare(Case(designed_sequence(random, 120), "dna-2004", random.choice((STANDARD, Conditions(50.0, 0.1)))))


def test_a_wrong_figure_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    from . import campaign

    def off(*arguments: object) -> object:
        return ensemble_of(*arguments)._replace(defect=0.123)  # type: ignore[arg-type]

    monkeypatch.setattr(campaign, "ensemble_of", off)
    with pytest.raises(DifferenceError, match="defect differs"):
        compare(random_case(Random(2)))


def pairs_of(structure: str) -> set[tuple[int, int]]:
    table = RNA.ptable(structure)
    return {(i, table[i]) for i in range(1, table[0] + 1) if table[i] > i}


def listed_pairs(ensemble: EnsembleState) -> set[tuple[int, int]]:
    rows = enumerate(ensemble.listed.pairs.tolist())
    return {
        (i, 64 * word + bit) for i, row in rows for word, bits in enumerate(row) for bit in range(64) if bits >> bit & 1
    }


FORMER = "GGGAGACUCCAAGCGUUCGCGCAAGG"
"""Too short to pair much: all structures can be listed."""


@pytest.mark.parametrize("changes", [{}, {9: "G"}, {3: "U", 16: "A", 25: "C"}, {22: "C"}])
def test_sparse_is_the_sum_over_the_structures_of_listed_pairs(changes: dict[int, str]) -> None:
    sequence = "".join(changes.get(place, base) for place, base in enumerate(FORMER))
    ensemble = new_ensemble((-1,) * len(sequence), named("eterna-v2"))
    assert inside(ensemble, codes(FORMER)) == 1
    outside(ensemble, codes(FORMER))
    list_probable(ensemble)
    assert inside_sparse(ensemble, codes(sequence), codes(FORMER)) == 1
    sparse, listed = float(ensemble.results[LOG_SUM]), listed_pairs(ensemble)
    assert inside(ensemble, codes(sequence)) == 1
    whole = float(ensemble.results[LOG_SUM])
    found = compound(sequence, ensemble_energies("eterna-v2")).subopt(1_500)  # 15 kcal/mol: all others weigh nothing
    weights = np.exp([-one.energy / 0.61632 for one in found])
    kept = [pairs_of(one.structure) <= listed for one in found]
    assert np.log(weights.sum()) == pytest.approx(whole, abs=2e-3)  # listed energies are rounded, ours smoothed
    assert np.log(weights[kept].sum()) == pytest.approx(sparse, abs=2e-3)
    assert whole - 0.5 < sparse <= whole
    assert not all(kept)


def test_listed_are_probable_pairs_and_stable_helices_with_a_changed_base() -> None:
    former, changed = "GGGGAAAACCCCAAAAAAAAAAAAAA", "GGGGAAAACCCCAAAAAAAACAAAAA"
    ensemble = new_ensemble((-1,) * len(former), named("eterna-v2"))
    assert inside(ensemble, codes(former)) == 1
    outside(ensemble, codes(former))
    list_probable(ensemble)
    probable = compound(former, ensemble_energies("eterna-v2"))
    probable.pf()
    certain = {(i, j) for i, row in enumerate(probable.bpp()) for j, p in enumerate(row) if p >= LEAST_PROBABLE}
    inside_sparse(ensemble, codes(former), codes(former))
    assert listed_pairs(ensemble) == certain
    inside_sparse(ensemble, codes(changed), codes(former))
    assert listed_pairs(ensemble) == certain, "21 pairs with each G, but no neighbours of it do"
    longer = "GGGGAAAACCCCAAAAAAACCCAAAA"
    inside_sparse(ensemble, codes(longer), codes(former))
    assert listed_pairs(ensemble) == certain | {(k, s - k) for s in (23, 24) for k in range(1, 5)} & {
        (i, j) for i in range(1, 5) for j in (20, 21, 22)
    }
    weaker = "GGGGAAAACCCCAAAAAAAUUUAAAA"
    inside_sparse(ensemble, codes(weaker), codes(former))
    assert listed_pairs(ensemble) == certain, "three pairs of G and U, or A and U"


def test_listed_is_a_helix_around_a_triloop_that_a_changed_base_closes() -> None:
    former, changed = "GGGAAAACC", "GGGAAACCC"
    ensemble = new_ensemble((-1,) * len(former), named("eterna-v2"))
    inside_sparse(ensemble, codes(changed), codes(former))
    assert listed_pairs(ensemble) == {(1, 9), (2, 8), (3, 7)}


def list_all(ensemble: EnsembleState, length: int) -> None:
    """Every pair is probable."""
    for i, j in combinations(range(1, length + 1), 2):
        if j - i > 3:
            ensemble.listed.probable[i, j // 64] |= np.uint64(1 << j % 64)


def drawn(random: Random, longest: int) -> tuple[EnsembleState, np.ndarray[tuple[int], np.dtype[np.int32]], float]:
    """The ensemble and the codes of a random sequence, and the logarithm of its partition function."""
    case = random_case(random, longest)
    ensemble = new_ensemble((-1,) * len(case.sequence), named(case.model), case.conditions)
    assert inside(ensemble, codes(case.sequence)) == 1
    return ensemble, codes(case.sequence), float(ensemble.results[LOG_SUM])


def test_the_sum_over_all_pairs_listed_is_the_partition_function() -> None:
    random = Random(8)
    for _ in range(60):
        ensemble, bases, whole = drawn(random, 75)
        list_all(ensemble, bases.size - 2)
        assert inside_sparse(ensemble, bases, bases) == 1
        assert ensemble.results[LOG_SUM] == pytest.approx(whole, rel=1e-12, abs=1e-12)


def test_a_sum_over_listed_pairs_is_never_above_the_whole() -> None:
    random = Random(7)
    for _ in range(20):
        ensemble, former, itself = drawn(random, 150)
        outside(ensemble, former)
        list_probable(ensemble)
        assert inside_sparse(ensemble, former, former) == 1
        assert itself - 0.2 < ensemble.results[LOG_SUM] <= itself + 1e-9
        bases = former.copy()
        for _ in range(random.choice((1, 2, 4))):
            bases[random.randrange(1, bases.size - 1)] = random.randrange(1, 5)
        assert inside_sparse(ensemble, bases, former) == 1
        sparse = float(ensemble.results[LOG_SUM])
        assert inside(ensemble, bases) == 1
        assert sparse <= ensemble.results[LOG_SUM] + 1e-9


def test_too_many_pairs_for_the_room_are_no_bound() -> None:
    sequence = "GC" * 100
    ensemble = new_ensemble((-1,) * len(sequence), named("eterna-v2"))
    list_all(ensemble, len(sequence))
    assert inside_sparse(ensemble, codes(sequence), codes(sequence)) == 0


def test_a_long_and_very_stable_design_is_in_range() -> None:
    half = 600
    sequence = "G" * half + "AAAA" + "C" * half
    ensemble = new_ensemble((-1,) * len(sequence), named("eterna-v2"))
    assert inside(ensemble, codes(sequence)) == 1
    assert ensemble.results[SCALE] > 2
    assert 3200 < ensemble.results[LOG_SUM] < 3300, "600 pairs of some 3.3 kcal/mol, kT is 0.616"


def test_a_sequence_that_pairs_nowhere_is_one_structure() -> None:
    found = ensemble_of("A" * 40, "." * 40, "eterna-v2")
    assert (found.energy, found.distance, found.defect) == (pytest.approx(0.0, abs=1e-12), 0.0, 0.0)
    assert found.probability == pytest.approx(1.0)


def test_positions_add_up_to_the_defect() -> None:
    found = ensemble_of("GGGGAAAACCCCAAGGCAAAUGCC", "((((....))))............", "eterna-v2")
    assert found.defects.mean() == pytest.approx(found.defect)
    helix = [14, 15, 16, 21, 22, 23]
    assert found.defects[:12].max() < 0.05 < 0.9 < found.defects[helix].min(), "a helix that the target lacks"
    paired = found.probabilities.sum(0) + found.probabilities.sum(1)
    assert paired.max() <= 1 + 1e-12


def test_kernels_are_called_by_address() -> None:
    from puzzles.engine.kernels import kernel

    @kernel
    def both(ensemble, bases):  # type: ignore[no-untyped-def]
        return weigh_inside(ensemble, bases) + weigh_outside(ensemble, bases)

    sequence = "GGGGAAAACCCCAAGGCAAAUGCC"
    ensemble = make_ensemble((-1,) * len(sequence), "eterna-v2")
    assert both(ensemble, codes(sequence)) == 2  # type: ignore[no-untyped-call]
    assert ensemble.results[DEFECT] == pytest.approx(ensemble_of(sequence, "." * len(sequence), "eterna-v2").defect)


def test_interpreted_kernels_give_equal_bits() -> None:
    found = []
    for jit in ("0", "1"):
        environment = {**os.environ, "MCS_TUI_JIT": jit}
        finished = subprocess.run(
            [sys.executable, "-c", WEIGHED], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )
        assert finished.returncode == 0, finished.stderr
        found.append(json.loads(finished.stdout))
    assert found[0] == found[1]
