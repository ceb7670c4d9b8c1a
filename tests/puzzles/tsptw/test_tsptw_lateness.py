"""A late visit is worse than any cost, in numbers of any size: scores, searches, proofs, and what people are shown."""

from __future__ import annotations

import json
import math
import random
from dataclasses import replace
from functools import cache
from itertools import pairwise, permutations
from typing import Any

import pytest
from drivers.command_line import invoke
from drivers.ended_runs import ended_run

from puzzles.errors import PuzzleError
from puzzles.registry import get_family
from puzzles.tsptw.puzzle import LARGEST_SUM, OBJECTIVES, PENALTY, TsptwPuzzle
from solvers.registry import algorithms_for
from solvers.runs.events import Finished, Improved
from solvers.runs.scoring import amount, same_score
from solvers.runs.spec import SolveSpec
from solvers.session import Session

TSPTW = get_family("tsptw")
SCALES = [10**power for power in range(8)]
Key = tuple[int, int]


def towns(seed: int, n: int = 5) -> TsptwPuzzle:
    """Nodes in two towns far apart; windows around a tour that crosses often, so that it costs more than a late one."""
    draws = random.Random(seed)
    town = [0, *(node % 2 for node in range(1, n))]
    near, far = draws.randrange(2, 9), draws.randrange(100, 200)
    travel = [
        0 if i == j else draws.randrange(1, near) + (far if town[i] != town[j] else 0)
        for i in range(n)
        for j in range(n)
    ]
    earliest, latest, time = [0] * n, [0] * n, 0
    for before, node in pairwise([*range(n), 0]):
        time += travel[before * n + node]
        if node:
            earliest[node], latest[node] = max(0, time - draws.randrange(9)), time + draws.randrange(far // 2)
    latest[0] = 2 * time
    return TsptwPuzzle(n, 0, tuple(travel), (0,) * n, tuple(earliest), tuple(latest))


def scaled(puzzle: TsptwPuzzle, factor: int, digits: int = 0) -> TsptwPuzzle:
    parts = {name: tuple(factor * one for one in getattr(puzzle, name)) for name in ("travel", "earliest", "latest")}
    return replace(puzzle, **parts, digits=digits)


def key_of(puzzle: TsptwPuzzle, tour: tuple[int, ...]) -> Key:
    """Late visits, then the objective: smaller is better. Of the puzzle's numbers alone."""
    time, cost, late = puzzle.earliest[0], 0, 0
    for start, end in pairwise((0, *tour, 0)):
        cost += puzzle.travel[start * puzzle.n + end]
        time = max(time + puzzle.service[start] + puzzle.travel[start * puzzle.n + end], puzzle.earliest[end])
        late += time > puzzle.latest[end]
    return late, time if puzzle.objective == "makespan" else cost


@cache
def keys(puzzle: TsptwPuzzle) -> dict[tuple[int, ...], Key]:
    return {tour: key_of(puzzle, tour) for tour in permutations(range(1, puzzle.n))}


def tempting(count: int) -> list[TsptwPuzzle]:
    """Instances whose cheapest tour is late, while another one keeps all windows."""
    found = [towns(seed) for seed in range(1, 40)]
    return [
        one for one in found if min(keys(one).values())[0] == 0 < min(keys(one).values(), key=lambda key: key[1])[0]
    ][:count]


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_scores_are_in_the_order_of_late_visits_and_then_of_the_objective(scale: int, objective: str) -> None:
    for plain in tempting(4):
        for digits in (0, 3):
            puzzle = scaled(replace(plain, objective=objective), scale, digits)
            all_keys, family = keys(puzzle), TSPTW.for_puzzle(puzzle)
            verdicts = {tour: TSPTW.judge(puzzle, tour) for tour in all_keys}
            scores = sorted(all_keys, key=lambda tour: -verdicts[tour].score)
            assert [all_keys[tour] for tour in scores] == sorted(all_keys.values())
            for tour, (late, goal) in all_keys.items():
                words = amount(family, verdicts[tour].score)
                assert words == amount(family, verdicts[tour].score, verdicts[tour].facts)
                assert family.optimisation is not None
                value, broken = family.optimisation.amount(verdicts[tour].score, {})
                assert (pytest.approx(value, rel=1e-9, abs=1e-9), broken) == (goal / 10**digits, late)


@pytest.mark.parametrize("algorithm", [one.name for one in algorithms_for(TSPTW)])
@pytest.mark.parametrize("scale", [1, 10**4, 10**7])
def test_every_search_prefers_a_tour_that_keeps_all_windows(algorithm: str, scale: int) -> None:
    for plain in tempting(2):
        puzzle = scaled(plain, scale)
        parameters: dict[str, Any] = {"moves": "all", "level": 2, "iterations": 12}
        known = {one.name for one in (*TSPTW.rules.parameters, *_parameters(algorithm))}
        given = {name: value for name, value in parameters.items() if name in known}
        data = TSPTW.to_json(puzzle)
        spec = SolveSpec(
            family="tsptw", puzzle=data, title="", algorithm=algorithm, parameters=given, prior="none", playouts=10**6
        )
        session = Session(spec, 0)
        session.advance(2500 if algorithm == "lns" else 400)
        best = session.best_board()
        assert best is not None
        assert key_of(puzzle, best) == min(keys(puzzle).values())
        assert session.best_score == TSPTW.judge(puzzle, best).score


@pytest.mark.compiled
def test_annealing_keeps_all_windows_of_towns_a_thousand_times_as_far_apart_as_their_nodes() -> None:
    draws, n, far = random.Random(1), 15, 10**6
    town = [0, *(draws.randrange(2) for _ in range(n - 1))]
    points = [(draws.randrange(100) + far * one, draws.randrange(100)) for one in town]
    travel = [round(math.dist(one, other)) for one in points for other in points]
    order = [*range(1, n)]
    draws.shuffle(order)
    earliest, latest, time = [0] * n, [0] * n, 0
    for before, node in pairwise([0, *order]):
        time += travel[before * n + node]
        earliest[node], latest[node] = max(0, time - draws.randrange(far // 2)), time + draws.randrange(far * 2)
    latest[0] = 10 * time
    puzzle = TsptwPuzzle(n, 0, tuple(travel), (0,) * n, tuple(earliest), tuple(latest))
    parameters = dict(TSPTW.algorithm_defaults["annealing"])
    spec = SolveSpec(
        family="tsptw",
        puzzle=TSPTW.to_json(puzzle),
        title="",
        algorithm="annealing",
        parameters=parameters,
        playouts=10**9,
    )
    session = Session(spec, 0)
    session.advance(1_000_000)
    assert key_of(puzzle, session.best_board() or ())[0] == 0


def _parameters(algorithm: str) -> tuple[Any, ...]:
    return next(one.parameters for one in algorithms_for(TSPTW) if one.name == algorithm)


def test_the_penalty_is_a_million_or_the_least_power_of_ten_that_exceeds_every_objective() -> None:
    plain = towns(1)
    longest = sum(max(plain.travel[start : start + 5]) for start in range(0, 25, 5))
    for scale in (*SCALES, PENALTY // longest, -(-PENALTY // longest)):
        puzzle = scaled(plain, scale)
        assert puzzle.penalty == max(PENALTY, 10 ** len(str(longest * scale)))
        assert puzzle.penalty > max(goal for _, goal in keys(puzzle).values())
        assert scaled(plain, scale, 4).penalty == max(PENALTY * 10**4, 10 ** len(str(longest * scale)))
    diagonal = replace(plain, travel=tuple(10**9 if at % 6 == 0 else one for at, one in enumerate(plain.travel)))
    assert diagonal.penalty == PENALTY, "no tour stays where it is"


def test_numbers_whose_penalties_would_leave_64_bits_are_refused_in_one_line() -> None:
    plain = towns(1)
    longest = sum(max(plain.travel[start : start + 5]) for start in range(0, 25, 5))
    largest = scaled(plain, LARGEST_SUM // (longest * 7), 9)
    assert largest.penalty > max(goal for _, goal in keys(largest).values())
    assert largest.largest_sum <= LARGEST_SUM
    with pytest.raises(PuzzleError, match=r"could leave 64-bit integers.*--round 4 reads fewer"):
        scaled(plain, LARGEST_SUM // longest, 9)


def test_a_run_says_what_it_found_and_a_late_tour_has_no_cost_that_is_wanted() -> None:
    puzzle = scaled(tempting(1)[0], 10**6)
    best = min(keys(puzzle).values())[1]
    text = TSPTW.write(puzzle, "json", None)
    ended = invoke(
        "solve",
        "-",
        "--algorithm",
        "nrpa",
        "--set",
        "moves=all",
        "--playouts",
        "3000",
        "--until",
        str(best * 2),
        "--json",
        given=text,
    )
    found = json.loads(ended.stdout)
    assert found["facts"]["feasible"] is True, "a tour with a late node has no cost that could be wanted"
    shown = invoke("solve", "-", "--algorithm", "exhaustive", given=text)
    assert f"best cost {best}, verified; no better tour exists (proved)" in shown.stdout


@pytest.mark.parametrize("moves", ["windows", "all", "plain"])
def test_a_proof_that_no_tour_keeps_all_windows_is_one_that_there_is_no_solution(moves: str) -> None:
    plain = towns(2)
    puzzle = replace(plain, latest=(plain.latest[0], *plain.earliest[1:]), earliest=plain.earliest)
    late, goal = min(keys(puzzle).values())
    assert late
    text = TSPTW.write(puzzle, "matrix", None)
    ended = invoke("solve", "-", "--algorithm", "exhaustive", "--set", f"moves={moves}", given=text)
    proves = moves != "plain"
    assert ended.exit_code == (3 if proves else 0)
    assert ("no tour keeps all windows" in ended.stdout) == proves
    if moves == "all":
        assert f"best cost {goal}, {late} late node" in ended.stdout
    shown = invoke("runs").stdout
    assert ("no solution" in shown) == proves
    assert ("all seen" in shown) != proves


def test_a_run_of_a_version_with_a_smaller_penalty_is_shown_by_it() -> None:
    puzzle = scaled(tempting(1)[0], 10**6)
    tour, (late, goal) = min(keys(puzzle).items(), key=lambda one: one[1][1])
    assert late
    data = {name: value for name, value in TSPTW.to_json(puzzle).items() if name != "penalty"}
    spec = SolveSpec(family="tsptw", puzzle=data, title="", algorithm="nrpa", prior="none", playouts=5)
    score, facts = float(-(late * PENALTY + goal)), dict(TSPTW.judge(puzzle, tour).facts)
    best = Improved(score=score, board=list(tour), at=1.0, playouts=5, facts=facts)
    run = ended_run(best, Finished(reason="budget", at=1.0, playouts=5), spec=spec)
    shown = invoke("show", run.id)
    assert f"best cost {goal}, {late} late node" in shown.stdout
    assert "checker" not in shown.stderr
    newer = TSPTW.for_puzzle(puzzle)
    verdict = TSPTW.judge(puzzle, tour)
    assert same_score(newer, verdict, TSPTW, score), "as people count it"
    assert not same_score(newer, verdict, newer, score), "so it is not gone on with"
