"""The checker of a tour against a text in fractions, published tours, and a tour worked out by hand."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from drivers.command_line import invoke
from drivers.tsptw_puzzles import SMALL, puzzles
from drivers.tsptw_tours import CORNERS
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.fraction_tsptw import figures

from puzzles.family import Verdict
from puzzles.parameters import ParameterError
from puzzles.registry import get_family
from puzzles.tsptw.puzzle import TsptwPuzzle
from puzzles.tsptw.remarks import visits

FAMILY = get_family("tsptw")


def read(text: str) -> TsptwPuzzle:
    """The instance in the text."""
    puzzle = FAMILY.parse(text)
    assert isinstance(puzzle, TsptwPuzzle)
    return puzzle


def judged(text: str, *board: int) -> Verdict:
    """The verdict on a tour for the text's instance."""
    return FAMILY.judge(read(text), board)


def test_a_tour_worked_out_by_hand() -> None:
    verdict = judged(SMALL, 1, 2, 3)
    assert verdict == Verdict(
        False,
        -18.0,
        facts={
            "cost": 18.0,
            "makespan": 18.0,
            "violations": 0,
            "feasible": True,
            "waiting": 0.0,
            "lateness": 0.0,
        },
    )


def test_a_late_visit_is_a_fault_that_costs_a_million_and_no_breach_of_the_rules() -> None:
    verdict = judged(SMALL, 3, 2, 1)  # waits at 3 for 4; then 13 and 17, after 15; back at 22
    assert verdict.legal
    assert verdict.score == -1_000_018.0
    assert verdict.faults == ("node 1 is reached at 17, 2 after its window closes",)
    assert (verdict.facts["waiting"], verdict.facts["makespan"], verdict.facts["lateness"]) == (4.0, 22.0, 2.0)
    assert (verdict.facts["violations"], verdict.facts["feasible"]) == (1, False)


def test_waiting_costs_nothing_but_time() -> None:
    late_depot = SMALL.replace("10 30", "25 30")
    verdict = judged(late_depot, 1, 2, 3)
    assert (verdict.facts["cost"], verdict.facts["makespan"], verdict.facts["waiting"]) == (18.0, 31.0, 13.0)


def test_the_makespan_is_another_objective() -> None:
    puzzle = FAMILY.adjusted(read(SMALL.replace("10 30", "25 30")), {"objective": "makespan"})
    assert FAMILY.judge(puzzle, (1, 2, 3)).score == -31.0
    assert "makespan" in puzzle.title
    for wrong in ({"objective": "time"}, {"aim": "cost"}):
        with pytest.raises(ParameterError):
            FAMILY.adjusted(puzzle, wrong)


def test_the_return_to_the_depot_has_its_window_too() -> None:
    verdict = judged(SMALL.replace("0 40", "0 17.5"), 1, 2, 3)
    assert verdict.faults == ("the depot is reached again at 18, 0.5 after its window closes",)
    assert verdict.score == -1_000_018.0


def test_the_tour_begins_when_the_depot_opens() -> None:
    text = SMALL.replace("0 40", "4 40")
    assert judged(text, 1, 2, 3).facts["makespan"] == 22.0
    assert [visit.arrival for visit in visits(read(text), (1, 2, 3))] == [9, 13, 16, 22]


def test_service_stated_apart_takes_time_and_costs_nothing() -> None:
    puzzle = replace(read(SMALL), service=(1, 2, 2, 2))
    facts = FAMILY.judge(puzzle, (1, 2, 3)).facts
    assert (facts["cost"], facts["makespan"]) == (18.0, 25.0)


def test_a_tour_in_play_is_scored_by_its_visits_so_far() -> None:
    assert judged(SMALL, 1, 2) == Verdict(False, -9.0)
    assert judged(SMALL) == Verdict(False, 0.0)
    assert str(judged(SMALL).score) == "0.0"
    late = judged(SMALL, 3, 2, 1)
    assert judged(SMALL.replace("8 20", "8 12"), 3, 2).score == -1_000_009.0
    assert late.facts


@pytest.mark.parametrize(
    ("board", "fault"),
    [
        ((1, 1), "visit 2: node 1 is visited already"),
        ((1, 0), "visit 2: the depot comes first and last by itself"),
        ((4,), "visit 1: there is no node 4"),
        ((-1,), "visit 1: there is no node -1"),
        ((1, 2, 3, 1), "visit 4: node 1 is visited already"),
    ],
)
def test_what_is_no_tour_is_not_legal(board: tuple[int, ...], fault: str) -> None:
    verdict = judged(SMALL, *board)
    assert (verdict.legal, verdict.faults, verdict.facts) == (False, (fault,), {})


def test_decimals_are_exact() -> None:
    text = SMALL.replace("0 5 8 6\n", "0 0.1 8 6\n").replace("\n5 0 4 7\n", "\n5 0 0.2 7\n").replace("8 20", "0 0.3")
    text = text.replace("5 15", "0 15")
    assert not judged(text, 1, 2).faults  # 0.1 + 0.2 > 0.3 in binary fractions


@given(st.data())
@settings(max_examples=150)
def test_it_agrees_with_an_implementation_in_fractions(data: st.DataObject) -> None:
    puzzle = data.draw(puzzles())
    tour = tuple(data.draw(st.permutations(range(1, puzzle.n))))
    text = FAMILY.write(replace(puzzle, service=(0,) * puzzle.n, name="", objective="cost", coordinates=()), "matrix")
    service = [Fraction(one, 10**puzzle.digits) for one in puzzle.service]
    expected = figures(text, tour, service)
    verdict = FAMILY.judge(puzzle, tour)
    goal = expected.cost if puzzle.objective == "cost" else expected.makespan
    late = Fraction(puzzle.penalty, 10**puzzle.digits)  # see test_tsptw_lateness
    assert verdict.score == pytest.approx(float(-(late * expected.violations + goal)), rel=1e-15)
    assert verdict.facts["violations"] == expected.violations == len(verdict.faults)
    for name in ("cost", "makespan", "waiting", "lateness"):
        assert verdict.facts[name] == pytest.approx(float(getattr(expected, name)), rel=1e-15)
    timetable = visits(puzzle, tour)
    unit = 10**puzzle.digits
    assert timetable[-1].start == expected.makespan * unit
    assert timetable[-1].cost == expected.cost * unit
    assert sum(visit.wait for visit in timetable) == expected.waiting * unit
    assert sum(visit.lateness for visit in timetable) == expected.lateness * unit
    assert all(visit.start + visit.slack == max(visit.latest, visit.start) for visit in timetable)


def spb(folder: Path) -> dict[str, TsptwPuzzle]:
    """The 30 instances of Solomon, Potvin and Bengio by name."""
    files = sorted((folder / "tsptw" / "SolomonPotvinBengio").glob("*.txt"))
    return {path.stem: read(path.read_text()) for path in files}


def test_published_tours_have_their_published_costs_to_the_cent(benchmark_data: Path) -> None:
    instances = spb(benchmark_data)
    assert len(instances) == 30
    rows = (benchmark_data / "tsptw" / "best_travel_cost.tsv").read_text().splitlines()[1:]
    assert len(rows) == 30
    for row in rows:
        name, nodes, best, cost, makespan, _, tour = row.split("\t")
        puzzle = instances[name]
        verdict = FAMILY.judge(puzzle, FAMILY.parse_board(puzzle, tour))
        assert puzzle.n == int(nodes)
        assert verdict.facts["feasible"]
        assert f"{-verdict.score:.6f}" == cost
        assert abs(-verdict.score - float(best)) <= 0.005 + 1e-9, name  # published with two decimals
        assert f"{verdict.facts['makespan']:.4f}" == makespan


def test_published_tours_of_least_makespan_have_theirs(benchmark_data: Path) -> None:
    instances = spb(benchmark_data)
    lines = (benchmark_data / "tsptw" / "makespan_solutions_lopez-ibanez.txt").read_text().splitlines()
    rows = [line.split() for line in lines if line.strip() and not line.startswith("#")]
    assert len(rows) == 30
    for name, makespan, violations, *tour in rows:
        puzzle = FAMILY.adjusted(instances[Path(name).stem], {"objective": "makespan"})
        verdict = FAMILY.judge(puzzle, [int(node) for node in tour])
        assert f"{-verdict.score:.2f}" == makespan
        assert verdict.facts["violations"] == int(violations) == 0


def test_remarks_have_the_figures_and_the_missed_windows() -> None:
    puzzle = read(SMALL)
    assert FAMILY.remarks(puzzle, ()) == ("3 nodes to visit, in windows 10 to 20 wide; back at the depot by 40",)
    assert FAMILY.remarks(puzzle, (1,)) == ("1 of 3 nodes visited",)
    assert FAMILY.remarks(puzzle, (1, 2, 3)) == ("cost 18, makespan 18, waiting 0", "every window is kept")
    assert FAMILY.remarks(puzzle, (3, 2, 1)) == ("cost 18, makespan 22, waiting 4", "1 window is missed, by 2 in all")


def test_the_distance_prior_prefers_near_nodes() -> None:
    puzzle = read(SMALL)
    logs = FAMILY.priors.computed("distance", puzzle, {"bias": 10.0})
    between = {(i, j): puzzle.travel[i * 4 + j] for i in range(4) for j in range(4) if i != j}
    assert min(between.values()) == 3
    assert max(between.values()) == 8
    assert len(logs) == 16
    for (i, j), distance in between.items():
        assert logs[i * 4 + j] == pytest.approx(-10 * (distance - 3) / 5)
    even = replace(puzzle, travel=tuple(7 * (i != j) for i in range(4) for j in range(4)))
    assert set(FAMILY.priors.computed("distance", even, {"bias": 10.0})) == {0.0}


@pytest.mark.parametrize(
    ("tour", "said", "scored"),
    [
        ("1 2 3", "node 2 is reached at 80, 5 after its window closes", True),
        ("1", "the board is incomplete; no fault so far", False),
        ("0", "the board is incomplete; no fault so far", False),
    ],
)
def test_check_does_not_score_a_tour_that_leaves_nodes_out(tour: str, said: str, scored: bool, tmp_path: Path) -> None:
    (tmp_path / "puzzle.txt").write_text(FAMILY.write(CORNERS, "matrix"))
    (tmp_path / "tour.sol").write_text(f"{tour}\n")
    asked = ("check", str(tmp_path / "puzzle.txt"), "--board", str(tmp_path / "tour.sol"))
    printed = invoke(*asked)
    assert (printed.exit_code, printed.stdout.splitlines()[-1]) == (1, said)
    assert (json.loads(invoke(*asked, "--json").stdout)["score"] is not None) == scored


def test_check_of_an_instance_alone_prints_no_score(tmp_path: Path) -> None:
    (tmp_path / "puzzle.txt").write_text(FAMILY.write(CORNERS, "matrix"))
    printed = invoke("check", str(tmp_path / "puzzle.txt"))
    assert (printed.exit_code, printed.stdout.splitlines()[-1]) == (0, "the puzzle can be read")
    assert json.loads(invoke("check", str(tmp_path / "puzzle.txt"), "--json").stdout)["score"] is None
