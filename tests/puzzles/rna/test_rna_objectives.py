"""Objectives beside NEMO's score: what they score by ViennaRNA, what is refused early, and resuming a search."""

from __future__ import annotations

import json
import math
from functools import cache
from typing import Any

import pytest
import RNA
from drivers import rna_searches
from drivers.command_line import invoke
from drivers.rna_searches import interpreted

from puzzles.errors import PuzzleError
from puzzles.registry import get_family
from puzzles.rna.bases import codes_of
from puzzles.rna.objective import TERMS, of_ensemble, only_term, weights_of
from puzzles.rna.puzzle import RnaPuzzle
from solvers.driver.judging import check_best
from solvers.runs.scoring import amount

FAMILY = get_family("rna")

TARGET = "(((....)))..((....))"
SUM = "mfe:0.5,probability:1,defect:2,distance:0.1,gap:0.2"
OBJECTIVES = ("probability", "defect", "distance", "gap", SUM)


def terms_by_vienna(target: str, design: str) -> tuple[float, float, float, float, float]:
    """The terms of the objective, by ViennaRNA's functions alone."""
    judged = RNA.fold_compound(design)
    fold, least = judged.mfe()
    judged.exp_params_rescale(least)
    judged.pf()
    pairs, wanted = set(_pairs(fold)), set(_pairs(target))
    distance, gap = len(pairs ^ wanted), judged.eval_structure(target) - least
    nemo = 1.0 if distance == 0 else (1 - distance / (2 * len(wanted))) / (1.01 + gap)
    if distance > 2 * len(wanted):
        nemo = (1 - distance / (2 * len(wanted))) * (1.01 + gap)
    return nemo, judged.pr_structure(target), -judged.ensemble_defect(target), -float(distance), -gap


def _pairs(structure: str) -> list[tuple[int, int]]:
    table = RNA.ptable(structure)
    return [(i, table[i]) for i in range(1, table[0] + 1) if table[i] > i]


def value_by_vienna(puzzle: RnaPuzzle, design: str) -> float:
    weights = weights_of(puzzle.objective)
    assert weights is not None
    return sum(map(math.prod, zip(weights, terms_by_vienna(puzzle.target, design), strict=True)))


RUNS = """
import json, math, sys
import numpy as np
from puzzles.engine.rules import accept, propose, start
from puzzles.engine.streams import next_float, stream
from puzzles.registry import get_family
from puzzles.rna.kernels.estimates import CHANGES
from puzzles.rna.kernels.rules import build_state
from puzzles.rna.nemo import nemo_weights
from puzzles.rna.puzzle import RnaPuzzle, sequence_of
from solvers.runs.spec import SolveSpec
from solvers.session import Session
family, odds, found = get_family("rna"), np.exp(nemo_weights("program")), []
given = json.load(sys.stdin)
puzzle = RnaPuzzle(**given["puzzle"])
if given["kind"] == "searches":
    for name in given["names"]:
        small = {"level": 2, "iterations": 3} if "nrpa" in name else {}
        spec = SolveSpec(family="rna", puzzle=family.to_json(puzzle), title="", algorithm=name,
            prior="none" if name == "nrpa" else "nemo", seed=3, parameters=small)
        make = lambda: Session(spec, 0, None if name == "nrpa" else odds, puzzle)
        one, other, seen = make(), make(), []
        for _ in range(given["playouts"]):
            one.advance(1)
            seen.append([one.best_score, sequence_of(one.best_board()), one.status])
            if one.status != "running":
                break
        half = one.playouts // 2
        other.advance(half)
        saved = {key: array.copy() for key, array in other.arrays().items()}
        resumed = make()
        resumed.restore(saved)
        resumed.advance(one.playouts - half)
        same = all(array.tobytes() == resumed.arrays()[key].tobytes() for key, array in one.arrays().items())
        found.append([name, seen, same])
else:
    state, rng = build_state(puzzle, prior_code=2, order="pairs"), stream("test", 7)
    state.standing.figures[CHANGES] = 0.0  # no estimates
    current = start(state, np.zeros(puzzle.length, np.int64), rng, odds)
    for _ in range(given["proposals"]):
        least = current + given["heat"] * math.log(1.0 - next_float(rng))
        before = sequence_of(state.bases[1:-1].tolist())
        merit = propose(state, rng, odds, least)
        found.append([before, sequence_of(state.bases[1:-1].tolist()), current, least, merit])
        accept(state, merit >= least)
        current = merit if merit >= least else current
print(json.dumps(found))
"""


def run(order: dict[str, Any]) -> list[Any]:
    [found] = interpreted(RUNS, order)
    assert isinstance(found, list)
    return found


@cache
def searched(objective: str, **demands: str) -> list[Any]:
    """Of annealing, NRPA and GNRPA: score, design and status after each playout, and if a resumed one is the same."""
    puzzle = {"target": TARGET, "objective": objective} | demands
    return run({"kind": "searches", "puzzle": puzzle, "names": ["annealing", "nrpa", "gnrpa"], "playouts": 12})


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_searches_score_designs_as_viennarna_and_the_checker(objective: str) -> None:
    puzzle = RnaPuzzle(TARGET, objective=objective)
    for name, seen, _ in searched(objective):
        for score, design, status in seen:
            assert score == pytest.approx(value_by_vienna(puzzle, design), rel=2e-5, abs=1e-9), name
            verdict = FAMILY.judge(puzzle, codes_of(design))
            assert verdict.score == pytest.approx(score, rel=2e-5, abs=1e-9)
            assert (status == "solved") <= verdict.solved
        if of_ensemble(objective):
            assert all(status == "running" for *_, status in seen)


@pytest.mark.parametrize("objective", [*OBJECTIVES])
def test_a_resumed_search_goes_on_bit_for_bit(objective: str) -> None:
    assert [(name, same) for name, _, same in searched(objective)] == [
        ("annealing", True),
        ("nrpa", True),
        ("gnrpa", True),
    ]


@pytest.mark.parametrize("objective", ["probability", SUM])
def test_faults_of_a_specification_count_as_ever(objective: str) -> None:
    """Windows of GC and repeats too."""
    demands = {"gc": "40-60, 20-60 in 5", "forbid": "GGG", "repeat": "3", "require": "GNA"}
    puzzle = RnaPuzzle(TARGET, objective=objective, **demands)  # type: ignore[arg-type]
    for _, seen, same in searched(objective, **demands):
        assert same
        for score, design, _ in seen:
            assert score == pytest.approx(FAMILY.judge(puzzle, codes_of(design)).score, rel=2e-5, abs=1e-9)


@pytest.mark.parametrize("objective", ["probability", "defect", SUM])
def test_early_refusals_refuse_what_is_worse_and_nothing_else(objective: str) -> None:
    puzzle = RnaPuzzle(TARGET, objective=objective)
    order = {"kind": "proposals", "puzzle": {"target": TARGET, "objective": objective}, "proposals": 60}
    order["heat"] = 0.3 if objective == "probability" else 3.0
    taken = refused = 0
    unit: float | None = None
    for before, after, current, least, merit in run(order):
        if before == after:
            assert merit == -math.inf
            continue
        if objective == "probability":  # in kcal/mol, by the gas constant and 37 C
            true = 1.98717e-3 * 310.15 * math.log(terms_by_vienna(TARGET, after)[1])
        else:
            value = value_by_vienna(puzzle, before)
            unit = unit if unit is not None else current / value
            true = unit * value_by_vienna(puzzle, after)
            assert current == pytest.approx(unit * value, rel=1e-4)
        if abs(true - least) > 1e-4:
            assert (merit >= least) == (true >= least)
        if merit >= least:
            assert merit == pytest.approx(true, rel=1e-4)
        taken += merit >= least
        refused += merit < least
    assert taken > 5
    assert refused > 5


WRONG_PARTNERS = """
import json, sys
from random import Random
import numpy as np
from puzzles.engine.rules import start
from puzzles.engine.streams import stream
from puzzles.registry import get_family
from puzzles.rna.kernels.rules import build_state
from puzzles.rna.puzzle import RnaPuzzle, sequence_of
target, found = json.load(sys.stdin), []
for objective in ("probability", "defect"):
    state = build_state(RnaPuzzle(target, objective=objective), order="pairs")
    for seed in range(3):
        random, board = Random(seed), np.zeros(len(target), np.int64)
        for place, other in enumerate(state.partners[1:-1]):
            if other == 0:
                board[place] = random.randint(1, 4)
            elif other > place:
                board[place], board[other - 1] = random.choice(((1, 4), (4, 1), (3, 4), (4, 3), (2, 3)))
        start(state, board, stream("test", seed), np.ones(1))
        found.append([sequence_of(state.bases[1:-1].tolist()), state.repair.folded[1:-1].tolist()])
print(json.dumps(found))
"""


PLAIN_STARTS = """
import json, sys
import numpy as np
from puzzles.engine.rules import start
from puzzles.engine.streams import stream
from puzzles.registry import get_family
from puzzles.rna.kernels.rules import build_state
from puzzles.rna.puzzle import RnaPuzzle, sequence_of
given, found = json.load(sys.stdin), []
for seed in range(6):
    state = build_state(RnaPuzzle(**given), order="pairs")
    start(state, np.zeros(len(given["target"]), np.int64), stream("test", seed), np.ones(1))
    found.append(sequence_of(state.bases[1:-1].tolist()))
print(json.dumps(found))
"""


def test_a_start_has_cg_gc_and_a_as_far_as_restraints_allow() -> None:
    [found] = interpreted(PLAIN_STARTS, {"target": TARGET, "objective": "probability"})
    assert len(set(found)) > 3
    for design in found:
        assert {design[at] + design[to - 1] for at, to in ((0, 10), (1, 9), (2, 8), (12, 20), (13, 19))} <= {"CG", "GC"}
        assert {base for base, where in zip(design, TARGET, strict=True) if where == "."} == {"A"}
    restraints = "WNNBNNNNNNNNNNNNNNNN"
    [found] = interpreted(PLAIN_STARTS, {"target": TARGET, "objective": "probability", "restraints": restraints})
    for design in found:
        assert design[0] in "AU"
        assert design[3] in "CGU"
        assert design[4:7] == "AAA"


def test_wrong_partners_are_the_most_probable_ones_by_viennarna() -> None:
    [found] = interpreted(WRONG_PARTNERS, TARGET)
    wanted = RNA.ptable(TARGET)
    listed = 0
    for design, partners in found:
        judged = RNA.fold_compound(design)
        judged.pf()
        chances = judged.bpp()
        for one in range(1, len(TARGET) + 1):
            wrong = {other: max(chances[one][other], chances[other][one]) for other in range(1, len(TARGET) + 1)}
            wrong.pop(wanted[one], None)
            best = max(wrong, key=lambda other: wrong[other])
            if abs(wrong[best] - 0.01) > 1e-4:
                assert partners[one - 1] == (best if wrong[best] > 0.01 else 0)
            listed += partners[one - 1] > 0
    assert listed > 10


RARE_BASES = """
import json, sys
import numpy as np
from puzzles.engine.rules import accept, propose, start
from puzzles.engine.streams import stream
from puzzles.rna.kernels import state as rna
from puzzles.rna.kernels.rules import build_state
from puzzles.rna.puzzle import RnaPuzzle
given, found = json.load(sys.stdin), []
for objective in ("probability", "gap"):
    state = build_state(RnaPuzzle(**given, objective=objective), order="pairs", prior_code=rna.NGRAM)
    prior, rng = np.ones(100_000), stream("test", 1)
    board = np.array([3, 3, 3, 1, 1, 1, 1, 2, 2, 2, 1, 1, 3, 2, 1, 1, 1, 1, 3, 2])
    start(state, board, rng, prior)
    for step in range(state.sites.size):
        for k in range(state.counts[step]):
            if state.partners[state.sites[step]] == 0 and k > 0:
                for last in range(10):
                    prior[rna.prior_code_at(state, step, last, state.choices[step, k])] = 1e-12
    drawn = 0
    for _ in range(200):
        propose(state, rng, prior, np.inf)
        loops = [int(state.bases[at]) for at in range(1, board.size + 1) if state.partners[at] == 0]
        drawn += any(base != 1 for base in loops)
        accept(state, False)
    found.append(drawn)
print(json.dumps(found))
"""


def test_bases_that_the_prior_makes_rare_are_drawn_more_for_an_ensemble() -> None:
    [[by_probability, by_gap]] = interpreted(RARE_BASES, {"target": TARGET})
    assert by_probability > 3 * by_gap
    assert by_gap > 0


@pytest.mark.parametrize("objective", ["probability", "defect:1,gap:0.1", "gap"])
def test_what_has_no_effect_on_annealing_by_the_ensemble_is_refused(
    objective: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a start that is cooled once; by the gap alone each of them makes another search."""
    monkeypatch.setenv("MCS_TUI_JIT", "0")  # of one playout: compiling its kernels would take a minute
    idle = {"period": 2, "patience": 0.1, "unbiased": 1}
    puzzle = {"target": TARGET, "objective": objective}
    order = {"puzzle": puzzle, "algorithm": "annealing", "seed": 5, "playouts": 100}
    usual, *others = rna_searches.searched(
        [order, *(order | {"parameters": {name: value}} for name, value in idle.items())]
    )
    assert [one == usual for one in others] == [objective != "gap"] * 3
    for name, value in idle.items():
        options = ["--set", f"objective={objective}", "--set", f"{name}={value}", "--playouts", "1"]
        result = invoke("solve", "-", *options, given=TARGET)
        if objective == "gap":
            assert result.exit_code in (0, 1)
        else:
            words = f"mcs-tui solve: {name} has no effect on annealing by objective {objective}; leave it out\n"
            assert (result.exit_code, result.stderr) == (2, words)


def test_objectives_are_texts_that_are_checked() -> None:
    assert RnaPuzzle(TARGET, objective="mfe") == RnaPuzzle(TARGET)
    assert RnaPuzzle(TARGET, objective=" probability:1, gap:0.2 ").objective == "probability:1,gap:0.2"
    assert weights_of("gap:0.5,mfe:2") == (2.0, 0.0, 0.0, 0.0, 0.5)
    assert [weights_of(term) for term in TERMS] == [tuple(float(a == b) for b in range(5)) for a in range(5)]
    assert [of_ensemble(one) for one in ("nemo", "lexicographic", *OBJECTIVES)] == [
        False,
        False,
        True,
        True,
        False,
        False,
        True,
    ]
    assert [only_term(one) for one in ("nemo", "defect", "defect:1", "defect:2", SUM)] == [None, 2, 2, None, None]
    for wrong, words in (
        ("best", "expected nemo, lexicographic, probability, defect, distance, gap, or weights such as"),
        ("probability:x", "the weight of probability is 'x'; expected a number above 0, up to 1,000,000"),
        ("gap:-1", "the weight of gap is '-1'"),
        ("gap:nan", "the weight of gap is 'nan'"),
        ("gap:1,gap:1", "the objective has gap twice"),
        ("gap:1,", "the objective is 'gap:1,'"),
        ("nemo:1", "the objective is 'nemo:1'"),
    ):
        with pytest.raises(PuzzleError) as refusal:
            RnaPuzzle(TARGET, objective=wrong)
        assert words in refusal.value.message
    with pytest.raises(PuzzleError, match="other dangles than eterna-v1"):
        RnaPuzzle(TARGET, objective="defect", model="eterna-v1")
    with pytest.raises(PuzzleError, match="the target has free positions"):
        RnaPuzzle(TARGET.replace("..(", "??("), objective="gap")
    assert RnaPuzzle(TARGET, objective="gap", model="eterna-v1")


@pytest.mark.parametrize("name", ["dot-bracket", "json", "csv", "fasta"])
def test_formats_keep_an_objective_of_several_terms(name: str) -> None:
    puzzle = RnaPuzzle(TARGET, objective=SUM)
    if name in {one.name for one in FAMILY.formats if one.writes}:
        design = codes_of("GGGAAAACCCAAGGAAAACC")
        assert FAMILY.parse(FAMILY.write(puzzle, name, design)).objective == SUM  # type: ignore[attr-defined]


def test_an_objective_of_the_ensemble_is_a_score_and_a_solution_is_not_its_end() -> None:
    assert FAMILY.for_puzzle({"objective": "nemo"}).optimisation is None
    assert FAMILY.for_puzzle({"objective": "gap"}).optimisation is None
    for objective, score, words in (
        ("probability", 0.93, "p 0.93"),
        ("defect", -0.0365, "defect 0.0365"),
        (SUM, 1.5, "weighted sum 1.5"),
    ):
        family = FAMILY.for_puzzle({"objective": objective})
        assert amount(family, score) == words
        puzzle, design = RnaPuzzle("((((((....))))))", objective=objective), codes_of("GGCGCCGAAAGGCGCC")
        verdict = family.judge(puzzle, design)
        assert verdict.solved
        assert {"probability", "defect", "unique"} <= set(verdict.facts)
        assert check_best(family, puzzle, verdict.score * (1 + 1e-6), design).solved


def test_several_designs_are_the_best_by_the_objective_and_apart() -> None:
    options = ["--set", "objective=probability", "--playouts", "60", "--json"]
    result = invoke("solve", "example:hairpin", *options, "--designs", "2", "--apart", "3")
    assert result.exit_code == 0, result.stderr
    found = json.loads(result.stdout)["found"]
    scores = [one["score"] for one in found]
    assert len(scores) == 2
    assert scores == sorted(scores, reverse=True)
    assert all(one["score"] == one["facts"]["probability"] for one in found)
    peer = invoke(
        "solve", "example:hairpin", "--set", "objective=defect", "--algorithm", "rnainverse", "--seconds", "1"
    )
    assert (peer.exit_code, "expected objective nemo" in peer.stderr) == (2, True)
    refused = invoke("solve", "example:hairpin", *options, "--designs", "2", "--first")
    assert refused.exit_code == 2
    assert "--first does not go with --designs by objective probability" in refused.stderr
