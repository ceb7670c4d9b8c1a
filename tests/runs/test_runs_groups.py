"""Runs folded by their search, sorted, filtered and compared."""

from __future__ import annotations

from dataclasses import replace

import pytest
from drivers.searched_runs import groups, searched

from puzzles.registry import get_family
from solvers.runs.comparison import curves, finds_text, seeds_text, table, target_text
from solvers.runs.groups import ORDERS, folded, key_of, matches, ordered, targets
from solvers.runs.spec import SolveSpec, TrainSpec
from solvers.runs.view import RunView
from solvers.statistics import Spread
from tui.commands.run_list import SORTS
from tui.words.run_table import state_text

NRPA = {"algorithm": "nrpa", "seconds": 100.0}


def nrpa(*history: tuple[float, float], **settings: object) -> RunView:
    return searched(*history, **NRPA | settings)


def costs(run: RunView, **settings: object) -> RunView:
    """The run as one of a family that counts costs."""
    assert isinstance(run.spec, SolveSpec)
    family = get_family("tsptw")
    data = family.to_json(family.parse(family.examples[0].text))
    spec = SolveSpec(family="tsptw", puzzle=data, title="a tour", algorithm="sampling", playouts=1, **settings)
    return replace(run, spec=spec)


def test_seeds_of_one_search_are_one_group_and_all_else_tells_searches_apart() -> None:
    first = nrpa(seed=2, number=900)
    same = [nrpa(seed=1), nrpa(seed=3, source="a.txt"), nrpa(seed=4, parameters={"level": 3})]
    others = [
        nrpa(parameters={"level": 4}),
        nrpa(algorithm="gnrpa"),
        nrpa(seconds=10.0),
        nrpa(workers=2),
        nrpa(puzzle="b"),
    ]
    found = folded([first, *same, *others])
    assert [len(group.runs) for group in found] == [4, 1, 1, 1, 1, 1]
    assert found[0].seeds == [1, 2, 3, 4]
    assert found[0].newest == first
    training = replace(first, spec=TrainSpec(family="latin", prior="dual", shape="order-9", title="t", puzzles=1))
    assert key_of(training) == training.id
    assert key_of(replace(first, spec=None)) == first.id


def test_the_figures_of_a_group() -> None:
    [group] = groups(*(nrpa((1.0, 70.0), (at, score), seed=seed) for seed, (at, score) in enumerate(
        [(8.0, 80.0), (2.0, 82.0), (4.0, 76.0), (50.0, 78.0)]
    )))  # fmt: skip
    assert group.best is not None
    assert group.best.best_score == 82.0
    assert group.scores == Spread(77.5, 79.0, 80.5)
    assert group.times_to(78.0) == [8.0, 2.0, None, 50.0]
    assert finds_text(group, {"a": 78.0}) == "29 s"
    assert finds_text(group, {"a": 82.0}) == "1 of 4"
    assert group.histories(by_playouts=True)[0] == [(10, 70.0), (80, 80.0)]
    empty = groups(nrpa())[0]
    assert (empty.best, empty.scores, empty.times_to(1.0)) == (None, None, [None])


def test_what_is_found_is_what_all_searches_of_a_puzzle_came_to() -> None:
    found = groups(
        nrpa((1.0, 82.0)), nrpa((1.0, 79.0), workers=2), nrpa((1.0, 5.0), puzzle="b"), nrpa(workers=3), nrpa(puzzle="c")
    )
    assert targets(found) == {"a": 79.0, "b": 5.0}
    assert target_text(found[0], targets(found)) == "79"
    assert target_text(found[4], targets(found)) == ""
    cost = groups(costs(nrpa((1.0, -878.7))))[0]
    assert target_text(cost, targets([cost])) == "878.7"


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("", True),
        ("NRPA level=4", True),
        ("empty cross", True),
        ("run-007 budget seed=9", True),
        ("level=3", False),
        ("nrpa gnrpa", False),
    ],
)
def test_a_filter_wants_all_its_words_somewhere(words: str, found: bool) -> None:
    run = nrpa(seed=9, number=7, parameters={"level": 4})
    assert matches(run, words) is found
    assert matches(replace(run, spec=None), "run-007")


def test_orders_put_the_best_first_and_what_has_no_value_last() -> None:
    assert tuple(ORDERS) == SORTS
    low = nrpa((1.0, 70.0), number=1, elapsed=5.0)
    high = nrpa((9.0, 80.0), number=2, workers=2, elapsed=50.0, workers_alive=1, status="running")
    none = nrpa(number=3, workers=3, elapsed=7.0, algorithm="sampling")
    expected = {
        "newest": [3, 2, 1],
        "best": [2, 1, 3],
        "median": [2, 1, 3],
        "finds": [1, 2, 3],
        "time": [2, 3, 1],
        "state": [2, 1, 3],
        "search": [1, 2, 3],
        "puzzle": [1, 2, 3],
    }
    for by, order in expected.items():
        assert [int(group.first.id[-1]) for group in ordered(groups(low, high, none), by)] == order, by
    for by, order in {"newest": [1, 2, 3], "best": [1, 2, 3], "finds": [2, 1, 3], "time": [1, 3, 2]}.items():
        turned = ordered(groups(low, high, none), by, turned=True)
        assert [int(group.first.id[-1]) for group in turned] == order, f"{by}: what has no value stays last"


def test_what_searches_differ_in_stands_before_what_came_of_them() -> None:
    one = [nrpa((1.0, 70.0), seed=seed, parameters={"level": 4}) for seed in (1, 2, 3)]
    other = nrpa((2.0, 72.0), seed=5, workers=2)
    rows = {row[0]: row[1:] for row in table(groups(*one, other))}
    assert list(rows)[:2] == ["cores", "level"]
    assert rows["level"] == ("4", "3")
    assert rows["seeds"] == ("1-3", "5")
    assert rows["median"] == ("70", "72")
    assert rows["middle half"] == ("70-70", "–")
    assert rows["finds 70"] == ("1 s", "2 s")
    below = table(groups(nrpa((1.0, -5.0)), nrpa((1.0, -3.0), seed=2)))
    assert ("middle half", "-4.5 to -3.5") in below
    mixed = {row[0]: row[1:] for row in table(groups(one[0], nrpa((2.0, 9.0), puzzle="b", workers=2)))}
    assert mixed["finds"] == ("70: 1 s", "9: 2 s")
    tours = groups(costs(nrpa((1.0, -5.0))), costs(nrpa((1.0, -3.0)), seed=2), costs(nrpa((1.0, -4.0)), seed=3))
    cost = {row[0]: row[1:] for row in table(tours)}
    assert (cost["best"], cost["median"], cost["middle half"]) == (("3",), ("4",), ("3.5-4.5",))


@pytest.mark.parametrize(
    ("seeds", "said"), [([3], "3"), ([1, 2, 3], "1-3"), ([1, 5], "1,5"), ([1, 3, 5, 7, 9], "5 seeds")]
)
def test_seeds_in_words(seeds: list[int], said: str) -> None:
    assert seeds_text(groups(*(nrpa(seed=seed) for seed in seeds))[0]) == said


def test_curves_are_medians_at_places_in_equal_ratios_up_to_the_end_of_each() -> None:
    one = [nrpa((1.0, 1.0), (10.0, score), seed=seed) for seed, score in enumerate((3.0, 5.0, 9.0))]
    other = nrpa((1.0, 2.0), workers=2, elapsed=10.0)
    first, second = curves(groups(*one, other), 3)
    assert first.places == pytest.approx((1.0, 10.0, 100.0))
    assert [value.median for value in first.values if value] == [1.0, 5.0, 5.0]
    assert first.values[2] == Spread(4.0, 5.0, 7.0)
    assert second.places == pytest.approx((1.0, 10.0))
    by_playouts, _ = curves(groups(*one, other), 3, by_playouts=True)
    assert by_playouts.places == pytest.approx((10.0, 100.0, 1000.0))
    [cost] = curves(groups(costs(nrpa((1.0, -30.0), (10.0, -20.0)))), 2)
    assert [value.median for value in cost.values if value] == [30.0, 20.0]
    assert curves(groups(nrpa()), 3) == []


def test_the_state_of_several_runs_in_words() -> None:
    def state(*states: str) -> str:
        runs = [nrpa(seed=seed, status=one, workers_alive=int(one == "running")) for seed, one in enumerate(states)]
        return state_text(groups(*runs)[0])

    assert state("budget", "budget") == "ended"
    assert state("solved", "budget", "budget") == "1 of 3 solved"
    assert state("running", "budget") == "1 of 2 running"
    assert state("stopped", "stopped", "failed") == "2 of 3 stopped"
