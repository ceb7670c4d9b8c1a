"""Ensembles by our kernels: ViennaRNA's figures, no overflow, equal bits interpreted."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest
import RNA

from puzzles.rna.energy_models import Conditions
from puzzles.rna.folding.ensemble import ensemble_of, make_ensemble, weigh_inside, weigh_outside
from puzzles.rna.folding.ensemble_state import DEFECT, LOG_SUM, SCALE, new_ensemble
from puzzles.rna.folding.inside import BRIEF_LOOP, inside, inside_brief
from puzzles.rna.folding.models import named

from .campaign import DifferenceError, compare, random_case

pytestmark = pytest.mark.compiled

ROOT = Path(__file__).resolve().parents[2]

WEIGHED = f"""
import json, sys
sys.path.insert(0, {str(ROOT)!r})
from puzzles.rna.folding.ensemble import ensemble_of
found = ensemble_of("GGGAGACUCCAAGCGUUCGCGCAAGGCAUC", "(((....)))....................", "eterna-v2")
print(json.dumps([found.energy.hex(), found.distance.hex(), found.probabilities.tobytes().hex()]))
"""


def codes(sequence: str) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    return np.array([0, *("ACGU".index(base) + 1 for base in sequence), 0], np.int32)


def test_a_slice_of_the_campaign_has_viennarna_s_figures() -> None:
    random = Random(20)
    cases = [random_case(random, 120) for _ in range(12)]
    assert len({case.model for case in cases}) == 3
    assert any(case.conditions.salt < 1 and case.conditions.temperature != 37 for case in cases)
    for case in cases:
        compare(case)


@pytest.mark.parametrize(
    "sequence",
    ["GGGGGAAAAGGAAACAAAACCCCC", "GGAAGGGCAACGGCCCAACC", "GGACAGUACUCCGGGGGAAACCCCCAACGGGAGUCUUCGGACUCCCG"],
    ids=["bulges", "triloop", "hexaloop"],
)
def test_loops_with_energies_of_their_own_are_counted(sequence: str) -> None:
    for model in ("eterna-v2", "1999-d2"):
        for conditions in (Conditions(), Conditions(50.0, 0.1)):
            case = random_case(Random(1))._replace(sequence=sequence, model=model, conditions=conditions)
            compare(case)


def test_a_wrong_figure_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    from . import campaign

    def off(*arguments: object) -> object:
        return ensemble_of(*arguments)._replace(defect=0.123)  # type: ignore[arg-type]

    monkeypatch.setattr(campaign, "ensemble_of", off)
    with pytest.raises(DifferenceError, match="defect differs"):
        compare(random_case(Random(2)))


def largest_loop(structure: str) -> int:
    """The free bases of the largest bulge or interior loop."""
    table, largest = RNA.ptable(structure), 0
    for i in range(1, table[0] + 1):
        inner = [k for k in range(i + 1, table[i]) if table[k]]
        if inner and table[inner[0]] == inner[-1]:
            largest = max(largest, inner[0] - i + table[i] - inner[-1] - 2)
    return largest


@pytest.mark.parametrize("loop", ["A" * 12, "A" * 13, "AAACAAUAAAAAAAA"])
def test_brief_is_the_sum_over_the_structures_without_large_loops(loop: str) -> None:
    sequence = f"AGGC{loop}GCGAAAACGCAGCCA"
    ensemble = new_ensemble((-1,) * len(sequence), named("eterna-v2"))
    assert inside(ensemble, codes(sequence)) == 1
    whole = float(ensemble.results[LOG_SUM])
    assert inside_brief(ensemble, codes(sequence)) == 1
    listed = RNA.fold_compound(sequence).subopt(10_000)  # 100 kcal/mol: every structure
    weights = np.exp([-one.energy / 0.61632 for one in listed])
    brief = [largest_loop(one.structure) <= BRIEF_LOOP for one in listed]
    assert np.log(weights.sum()) == pytest.approx(whole, abs=2e-3)  # listed energies are rounded, ours smoothed
    assert np.log(weights[brief].sum()) == pytest.approx(float(ensemble.results[LOG_SUM]), abs=2e-3)
    assert float(ensemble.results[LOG_SUM]) <= whole
    assert not all(brief)


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
