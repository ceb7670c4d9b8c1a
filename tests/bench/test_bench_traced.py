"""Searches whose improvements are traced by CPU time: what is kept of them, taken from the ledger, and reported."""

from __future__ import annotations

from pathlib import Path

import pytest
from drivers.traced_outcomes import outcome

from puzzles.parameters import ParameterError
from puzzles.registry import get_family
from solvers.bench import samegame, tsptw
from solvers.bench.traced import RefusedError, means_table, outcomes
from solvers.bench.traced_rows import Ledger, Outcome, Row, Search, Settings, Task, chosen_rows

pytestmark = pytest.mark.compiled

_, GNRPA, NRPA, *_ = samegame.ROWS
BOARD = "0 1 1 2\n2 1 1 2\n0 0 2 1\n"
"""Its first group, four cells of colour 1, gives 4 points; its lowest cell on the left is column 1, row 1."""
GAME = [65]


def task(row: Row = GNRPA, seconds: float = 60.0, goal: float | None = None, board: str = BOARD) -> Task:
    family = get_family("samegame")
    data = family.to_json(family.parse(board))
    return Task(search=row.search, puzzle="1", data=data, seed=1, seconds=seconds, goal=goal)


def ledger(path: Path | None = None, bench: str = "samegame") -> Ledger:
    return Ledger(path, Settings(bench=bench), Outcome)


def test_a_trace_tells_all_columns_of_one_run() -> None:
    one = outcome(GNRPA, "1", (0.5, 100.0), (5.12, 250.0), (40.0, 300.0), facts={"cleared": True})
    assert [one.within(at) for at in (0.1, 0.5, 5.0, 5.12, 39.9, 60.0)] == [None, 100.0, 100.0, 250.0, 250.0, 300.0]
    assert [one.reached(score) for score in (100.0, 101.0, 250.0, 300.5)] == [0.5, 5.12, 5.12, None]
    assert (one.best, one.covers(60.0), one.covers(60.1)) == (300.0, True, False)
    assert (one.facts_within(40.0), one.facts_within(39.9)) == ({"cleared": True}, {})
    assert outcome(GNRPA, "1").best == float("-inf")


def test_a_search_that_stopped_at_its_goal_answers_for_that_goal_alone() -> None:
    stopped = outcome(GNRPA, "1", (0.5, 100.0), (2.0, 300.0), seconds=2.0)
    assert stopped.answers(task(goal=300.0))
    assert stopped.answers(task(seconds=2.0))
    assert not stopped.answers(task())
    assert not stopped.answers(task(goal=301.0))


def test_what_the_ledger_has_is_not_searched_again_and_is_judged_anew(tmp_path: Path) -> None:
    path = tmp_path / "ledger.jsonl"
    ledger(path).add(outcome(GNRPA, "1", (0.5, 4.0), board=GAME))
    (found,) = outcomes([task(seconds=41.0)], ledger(path), 1)
    assert (found.best, found.board) == (4.0, GAME)
    with pytest.raises(RefusedError, match=r"gnrpa, seed 1, puzzle 1 is refused: its score is 1, not 4"):
        outcomes([task(board=BOARD.replace("1", "3").replace("0 3 3", "0 4 3"))], ledger(path), 1)
    with pytest.raises(RefusedError, match=r"is refused: move 1: "):
        outcomes([task(board=BOARD.replace("2 1 1 2", "2 3 1 2"))], ledger(path), 1)


def test_a_file_keeps_searches_of_several_settings_but_of_one_benchmark(tmp_path: Path) -> None:
    path = tmp_path / "ledger.jsonl"
    kept = ledger(path)
    other = GNRPA.given({"level": "3"})
    kept.add(outcome(GNRPA, "1", (1.0, 10.0)))
    kept.add(outcome(other, "1", (1.0, 20.0)))
    again = ledger(path)
    scores = [one.best for row in (GNRPA, other) if (one := again.known((row.search.words, "1", 1)))]
    assert scores == [10.0, 20.0]
    with pytest.raises(ValueError, match="made with bench samegame, not tsptw: give those, or another file"):
        ledger(path, "tsptw")


def test_rows_state_their_settings_and_take_others() -> None:
    reported = [row.title for row in (*samegame.ROWS, *tsptw.ROWS)]
    assert reported == [
        "GNRPA, level 4, N 100, tau 1, selective tabu, repetitions 10, batch 4",
        "GNRPA as the paper has it, level 4, N 100, tau 1, selective tabu",
        "NRPA, level 4, N 100, selective tabu",
        "Simulated annealing, hot 120, cold 20, period 100000, patience 2000, selective tabu",
        "GNRPA, level 3, N 50, tau 1.4, moves windows, bias 20",
        "GNRPA as the paper has it, level 4, N 100, tau 1.4, moves windows, bias 10",
        "NRPA, level 4, N 100, moves plain",
        "Simulated annealing, bias 10",
    ]
    changed = chosen_rows(tsptw.ROWS, ["nrpa", "gnrpa"], {"iterations": "60", "bias": "30", "alpha": "0.5"})
    assert [row.title for row in changed] == [
        "GNRPA, level 3, N 60, alpha 0.5, tau 1.4, moves windows, bias 30",
        "NRPA, level 4, N 60, alpha 0.5, moves plain",
    ]
    assert changed[0].search.words == (
        "gnrpa level=3 iterations=60 alpha=0.5 tau=1.4 moves=windows bias=30 prior=distance"
    )
    for wrong, words in (({"beam": "2"}, "no row has a setting 'beam'; expected one of: level"), ({"tau": "0"}, "tau")):
        with pytest.raises(ParameterError, match=words):
            chosen_rows(tsptw.ROWS, ["gnrpa"], wrong)


def test_means_stand_beside_the_published_ones_and_cells_without_time_stay_empty() -> None:
    small = Row("gnrpa", "GNRPA", GNRPA.search, {40.0: (2591.46, 52.5), 80.0: (2777.83, 48.05)}, "GNRPA.beta.opt")
    found = {
        "gnrpa": [
            outcome(GNRPA, "1", (1.0, 2400.0), (30.0, 3000.0)),
            outcome(GNRPA, "1", (2.0, 2600.0), (50.0, 3100.0), seed=2),
        ],
        "nrpa": [outcome(NRPA, "1", (0.5, 2000.0), seconds=20.0)],
    }
    rows = [small, Row("nrpa", "NRPA", NRPA.search)]
    table = means_table("", "mean", found, rows, [1.0, 10.0, 40.0], digits=1, sign=1, where="table 1")
    assert table.columns == ("mean", "1 s", "10 s", "40 s", "80 s")
    assert table.rows == (
        ("GNRPA, level 4, N 100, tau 1, selective tabu (n 2)", "", "2,500.0 (200.0)", "2,800.0 (400.0)", ""),
        ("  published: GNRPA.beta.opt", "", "", "2,591.5 (52.5)", "2,777.8 (48.0)"),
        ("NRPA, level 4, N 100, selective tabu (n 1)", "2,000.0", "2,000.0", "", ""),
    )
    assert table.notes[1:] == ("GNRPA, each run at 40 s: 3,000.0; 2,600.0.", "NRPA, each run at 40 s: -.")


def test_costs_are_scores_below_zero() -> None:
    row = tsptw.ROWS[1]
    runs = [outcome(row, "a", (1.0, -900.25), (2.0, -880.75)), outcome(row, "a", (1.0, -1_000_890.0), seed=2)]
    table = means_table("", "", {"paper": runs}, [row], [1.0], digits=2, sign=-1, where="table 2")
    assert table.rows[0][1] == "500,895.12 (999,989.75)"
    assert table.rows[1][1:4] == ("", "892.17 (1.04)", "886.52 (0.83)")
    assert table.notes[1] == "GNRPA as the paper has it, each run at 1 s: 900.25; 1,000,890.00."


def test_the_published_means_are_the_papers() -> None:
    reported = {row.called: row.published for row in (*samegame.ROWS[1:3], *tsptw.ROWS[1:2])}
    assert {name: (of[40.96], of[655.36]) for name, of in reported.items()} == {
        "GNRPA.beta.opt": ((2591.46, 52.5), (3116.54, 7.42)),
        "NRPA": ((2435.12, 49.26), (3081.25, 10.66)),
        "GNRPA.beta.t.1.4.opt": ((892.17, 1.04), (879.45, 0.17)),
    }
    assert all(list(of) == [40.96 * 2**k for k in range(5)] for of in reported.values())


def test_a_searchs_words_are_what_is_set_of_it() -> None:
    search = Search(family="tsptw", algorithm="nrpa", parameters={"level": 2, "alpha": 1.0, "moves": "plain"})
    assert search.words == "nrpa level=2 alpha=1 moves=plain prior=none"
