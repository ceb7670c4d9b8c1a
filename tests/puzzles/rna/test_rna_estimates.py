"""Annealing by estimates of p: what is estimated, when it is judged exactly, and what is gone back to."""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import RNA
from drivers.rna_searches import interpreted

from puzzles.registry import get_family
from puzzles.rna.kernels.estimates import EXACT, FIRST_CHANGES
from puzzles.rna.nemo import nemo_weights
from puzzles.rna.puzzle import RnaPuzzle
from puzzles.rna.specification import judging
from solvers.runs.checkpoint import Checkpoint, read_checkpoint, write_checkpoint
from solvers.runs.spec import SolveSpec
from solvers.session import Session

FAMILY = get_family("rna")

TARGET = "(((...((((....))))..(((....)))..)))..(((....)))"
HEATS = (0.3, 0.1, 0.03)

KT = 1.98717e-3 * 310.15
"""By the gas constant, at 37 C, in kcal/mol."""

WALK = """
import json, math, sys
import numpy as np
from puzzles.engine.rules import accept, merit_now, propose, rough_score, score, start
from puzzles.engine.streams import next_float, stream
from puzzles.rna.kernels.estimates import CHANGES, EXACT
from puzzles.rna.kernels.rules import build_state
from puzzles.rna.kernels.state import MISFOLDED
from puzzles.rna.nemo import nemo_weights
from puzzles.rna.puzzle import RnaPuzzle, sequence_of
given, odds = json.load(sys.stdin), np.exp(nemo_weights("program"))
puzzle = RnaPuzzle(**given["puzzle"])
state, rng, found = build_state(puzzle, prior_code=2, order="pairs"), stream("test", 7), []
current = start(state, np.zeros(puzzle.length, np.int64), rng, odds)
figures = state.standing.figures
for _ in range(given["proposals"]):
    least = current + given["heat"] * math.log(1.0 - next_float(rng))
    before, changes, exact = sequence_of(state.bases[1:-1].tolist()), figures[CHANGES], figures[EXACT]
    seen, merit = {"from": current}, propose(state, rng, odds, least)
    accept(state, merit >= least)
    current = merit_now(state, merit if merit >= least else current)
    design, reference = (sequence_of(one[1:-1].tolist()) for one in (state.bases, state.standing.reference))
    rough = rough_score(state) if merit >= least else None
    seen.update(accepted=bool(merit >= least), least=least, merit=merit, current=current, design=design)
    seen.update(before=before, reference=reference, rough=rough, exact=bool(figures[EXACT]), changes=changes)
    assert state.repair.scalars[MISFOLDED] <= puzzle.length
    assert state.standing.guilt.max() <= 2.0 + 1e-9  # the defect, and 1 at a fault
    seen.update(was_exact=bool(exact), score=score(state) if merit >= least else None)
    found.append(seen)
start(state, np.zeros(puzzle.length, np.int64), rng, odds)  # whatever the reference was
found[-1]["at_start"] = figures[CHANGES]
print(json.dumps(found))
"""


@cache
def walk(heat: float, **settings: str) -> Any:
    puzzle = {"target": TARGET, "objective": "probability", **settings}
    return interpreted(WALK, {"puzzle": puzzle, "heat": heat, "proposals": 250})[0]


def probability(design: str) -> float:
    judged = RNA.fold_compound(design)
    judged.pf()
    return float(judged.pr_structure(TARGET))


def merit(design: str) -> float:
    return KT * math.log(probability(design))


def apart(one: str, other: str) -> int:
    return sum(a != b for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("heat", HEATS)
def test_scores_are_exact_and_merits_near_them_from_above(heat: float) -> None:
    """What is not listed is missing in an estimate, so it is too high if anything, but for the reference's share."""
    estimated = 0
    for seen in walk(heat):
        true = merit(seen["design"])
        if seen["exact"]:
            assert seen["current"] == pytest.approx(true, rel=1e-4, abs=1e-5)
            assert seen["design"] == seen["reference"]
        else:
            assert true - 0.1 < seen["current"] < true + 4.0
        if seen["accepted"]:
            assert seen["score"] == pytest.approx(probability(seen["design"]), rel=2e-5)
            assert seen["rough"] == pytest.approx(math.exp(seen["current"] / KT), rel=1e-9)
        estimated += not seen["exact"]
    assert estimated > 50


@pytest.mark.parametrize("heat", HEATS)
def test_a_proposal_far_from_the_reference_or_better_than_all_is_judged_exactly(heat: float) -> None:
    far = best = 0
    most = walk(heat)[0]["from"]
    for seen in walk(heat):
        if seen["accepted"] and not seen["exact"]:
            assert apart(seen["design"], seen["reference"]) < seen["changes"]
            assert seen["merit"] <= most
        if seen["exact"]:
            far += seen["accepted"] and seen["current"] < most
            best += seen["current"] > most
            most = max(most, seen["current"])
    assert far > 0
    assert best > 0


def test_each_start_has_the_same_changes_whatever_was_before() -> None:
    assert {walk(heat)[-1]["at_start"] for heat in HEATS} == {FIRST_CHANGES}
    assert len({seen["changes"] for seen in walk(0.3)}) > 2


def test_after_an_exact_refusal_the_current_design_is_judged_too_or_the_search_goes_back() -> None:
    stayed = went_back = 0
    for heat in HEATS:
        for seen in walk(heat):
            if seen["accepted"] or not seen["exact"] or seen["was_exact"]:
                continue
            true = merit(seen["before"])
            if seen["design"] == seen["before"]:
                assert true >= seen["least"] - 1e-4
                stayed += 1
            else:
                assert true < seen["least"] + 1e-4
                assert seen["design"] == seen["reference"]
                went_back += 1
    assert stayed > 0
    assert went_back > 0


def test_faults_count_as_1_kcal_each_in_estimates_too_and_are_blamed_once() -> None:
    demands = {"gc": "20-60 in 5", "repeat": "3"}
    puzzle = RnaPuzzle(TARGET, objective="probability", **demands)
    faulty = 0
    for seen in walk(0.3, **demands):
        faults = sum(count for _, count in judging.faults(puzzle.specification, seen["design"]))
        if seen["accepted"]:
            assert seen["score"] == pytest.approx(probability(seen["design"]) - faults, rel=2e-5, abs=1e-9)
        if seen["accepted"] and not seen["exact"]:
            assert seen["rough"] == pytest.approx(math.exp((seen["current"] + faults) / KT) - faults, rel=1e-9)
            faulty += faults > 0
        if seen["exact"]:
            assert seen["current"] == pytest.approx(merit(seen["design"]) - faults, rel=1e-4)
    assert faulty > 0
    assert walk(0.3, target="((((....))))..((((....))))", **demands), "faults at nearly all positions"


def test_a_weight_of_p_is_not_estimated() -> None:
    for seen in walk(0.3, objective="probability:2"):
        assert seen["exact"]
        if seen["accepted"]:
            assert seen["rough"] == seen["score"] == pytest.approx(2 * probability(seen["design"]), rel=2e-5)


PLACE = Checkpoint(
    stage="plain",
    elapsed=1.0,
    playouts=1,
    earlier_playouts=0,
    earlier_restarts=0,
    best_score=None,
    best_board=[],
    spec="",
)


@pytest.mark.compiled
def test_a_search_that_is_saved_at_an_estimate_goes_on_bit_for_bit(tmp_path: Path) -> None:
    puzzle = RnaPuzzle("..(((.((..((....))..((.((...)).))..))..((....))...)))...", objective="probability")
    spec = SolveSpec(family="rna", puzzle=FAMILY.to_json(puzzle), title="", algorithm="annealing", prior="nemo", seed=1)
    odds = np.exp(nemo_weights("program"))
    whole = Session(spec, 0, odds)
    for _ in range(3):
        whole.advance(100)
        while whole.state.standing.figures[EXACT]:
            whole.advance(1)
        resumed = Session(spec, 0, odds)
        write_checkpoint(tmp_path / "checkpoint-0.npz", PLACE, whole.arrays())
        saved = read_checkpoint(tmp_path / "checkpoint-0.npz")
        assert saved is not None
        resumed.restore(saved[1])
        for session in (whole, resumed):
            session.advance(300)
        for name, array in whole.arrays().items():
            assert np.array_equal(array, resumed.arrays()[name]), name
