"""The one sentence about a run, for every way in which it can stand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from drivers.ended_runs import ended_run, improved, morpion_spec
from drivers.run_driver import latin_spec, solve_spec

from puzzles.groups import Goal
from puzzles.registry import get_family
from solvers.runs.reader import view
from solvers.runs.result import Solution
from solvers.runs.view import RunView
from tui.words.sentence import (
    FOUND,
    WRONG,
    Sentence,
    of_run,
)

ROUTE = next(one.text for one in get_family("tsptw").examples if "13" in one.name)
GAMES = view(ended_run(improved()))
GOAL = Goal(82.0, "longest known", "somebody")


def run(spec: Any, **fields: Any) -> RunView:
    """A live run of the spec, with these fields."""
    return replace(GAMES, spec=spec, **{"status": "running", "workers_alive": 1, "board": (1,), **fields})


def test_the_best_of_a_score() -> None:
    going = run(morpion_spec(), board_score=76.0, history=((0.2, 60.0), (38.0, 76.0)))
    assert of_run(going, GOAL).text == "76 moves, found after 38 s."
    assert of_run(going, GOAL).next == "The longest known is 82."
    assert of_run(going).next == ""
    ended = replace(going, status="budget", workers_alive=0)
    assert of_run(ended, GOAL).text == "Time is up. Best: 76 moves, found after 38 s."
    assert of_run(ended).kind == FOUND
    assert of_run(replace(ended, status="interrupted")).text.startswith("Interrupted, nothing lost. Best: 76 moves")
    assert of_run(replace(ended, status="stopped")).next == "u lets it go on."
    wanted = replace(going, spec=morpion_spec(until=80.0))
    assert of_run(wanted, GOAL).next == "Wanted is 80; the longest known is 82."
    assert of_run(replace(ended, status="reached")).text.startswith("The wanted score is reached. Best: 76 moves")
    assert of_run(replace(ended, status="exhausted", claim="no better game exists (proved)")).next == (
        "No better game exists (proved)."
    )
    assert of_run(replace(going, status="solved")).next == "Nothing better is possible (proved)."
    assert of_run(replace(going, board_score=None)).text == "Searching; no board yet."


def test_a_cost_is_one() -> None:
    spec = solve_spec("tsptw", ROUTE, algorithm="nrpa", until=-878.64)
    going = run(spec, board_score=-878.7, history=((38.0, -878.7),), facts={"violations": 0})
    assert of_run(going, Goal(870.0, "best known", "")).text == "Cost 878.7, found after 38 s."
    assert of_run(going, Goal(870.0, "best known", "")).next == (
        "Lower is better; wanted is 878.64; the best known is 870."
    )
    late = replace(going, board_score=-24_000_999.5, facts={"violations": 24})
    assert of_run(late).text == "Cost 999.5, 24 late nodes, found after 38 s."


def test_a_proof_that_every_tour_is_late_is_one_that_there_is_no_solution() -> None:
    claim = "no tour keeps all windows (proved)"
    spec = solve_spec("tsptw", ROUTE, algorithm="exhaustive", parameters={"moves": "windows"})
    late = run(spec, board_score=-1_000_999.5, best_score=-1_000_999.5, history=((38.0, -1_000_999.5),), claim=claim,
               facts={"violations": 1, "feasible": False}, status="exhausted", workers_alive=0)  # fmt: skip
    said = of_run(late)
    best = "Best: cost 999.5, 1 late node, found after 38 s."
    assert said == Sentence(f"No solution: everything has been tried. {best}", f"N{claim[1:]}.", WRONG)
    kept = replace(late, board_score=-999.5, best_score=-999.5, facts={"violations": 0, "feasible": True})
    assert of_run(kept).kind == FOUND


@pytest.mark.parametrize(
    ("fields", "text", "next_line"),
    [
        ({}, "Searching; no solution yet.", ""),
        ({"status": "paused"}, "Paused.", ""),
        ({"status": "solved", "solved_seconds": 0.31, "solutions": "unique"}, "Solved in 310 ms, checked.",
         "It is the only solution."),
        ({"status": "solved", "solved_seconds": 2.0}, "Solved in 2.0 s, checked.", "Looking for a second solution."),
        ({"status": "exhausted", "workers_alive": 0}, "No solution: everything has been tried.", ""),
        ({"status": "budget", "workers_alive": 0}, "Time is up. No solution was found.",
         "n: another search of this puzzle."),
        ({"status": "failed", "workers_alive": 0, "message": "no room"}, "Failed: no room", ""),
        ({"status": "waiting", "workers_alive": 0}, "Waits for its turn: other seeds are searched first.", ""),
    ],
)  # fmt: skip
def test_a_solution(fields: dict[str, Any], text: str, next_line: str) -> None:
    said = of_run(run(latin_spec(count_seconds=1.0), **fields))
    assert (said.text, said.next) == (text, next_line)
    assert said.kind == (WRONG if fields.get("status") in ("failed", "exhausted") else said.kind)


def test_what_it_waits_for() -> None:
    compiling = run(latin_spec(), compiling=5.0, compile_seconds=20.0, playouts=0)
    assert of_run(compiling, plain=True).text == "####............ Getting ready, once: 15 s."
    assert of_run(replace(compiling, playouts=9)).next.endswith("Slow until compiled, once: 15 s.")
    counting = run(latin_spec(), done=2_500, total=10_000, seconds_left=30.0, playouts=9)
    assert of_run(counting).text == "Searching; no solution yet."
    assert of_run(counting, plain=True).next.endswith(". Counting a prior, once: 2,500 of 10,000, about 30 s left.")


def test_several_solutions() -> None:
    found = (Solution(board=(1,), score=1.0, seconds=1.0),)
    going = run(latin_spec(wanted=5, keep_best=True), wanted=5, found=found)
    assert (of_run(going).text, of_run(going).next) == ("1 of 5 solutions found, best first.", "Better ones may come.")
    ended = replace(going, status="budget", workers_alive=0)
    assert of_run(ended).text == "Time is up. 1 of 5 solutions, checked."
    assert of_run(replace(ended, status="solved")).text == "1 of 5 solutions, checked; the best comes first."
