"""Generated instances: feasible by the tour they come with, exact in their decimals, the same from the same seed."""

from __future__ import annotations

from math import hypot

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.parameters import ParameterError
from puzzles.registry import LARGEST_TEXT, family
from puzzles.tsptw.instances import generate

FAMILY = family("tsptw")


@given(st.integers(2, 20), st.integers(0, 200), st.integers(1, 500), st.integers(0, 3), st.integers(0, 20))
@settings(max_examples=30)
def test_the_hidden_tour_keeps_every_window(nodes: int, width: int, side: int, decimals: int, service: int) -> None:
    asked = {"nodes": nodes, "width": width, "side": side, "decimals": decimals, "service": service}
    puzzle, tour = generate(asked, seed=7)
    verdict = FAMILY.judge(puzzle, tour)
    assert verdict.facts["feasible"]
    assert verdict.facts["waiting"] == 0
    assert FAMILY.passes(verdict)
    unit = 10**puzzle.digits
    widths = [closes - opens for opens, closes in zip(puzzle.earliest, puzzle.latest, strict=True)]
    assert max(widths[1:]) <= width * unit
    assert all(0 <= one <= side for point in puzzle.coordinates for one in point)
    assert set(puzzle.service) <= {0, service * unit}
    for i, (x, y) in enumerate(puzzle.coordinates):
        for j, (u, v) in enumerate(puzzle.coordinates):
            surplus = puzzle.travel[i * nodes + j] / unit - hypot(x - u, y - v)
            assert -1e-9 <= surplus < 10.0**-decimals + 1e-9  # rounded up to the decimals that were asked for
    for one in [one for one in FAMILY.writable(puzzle) if one.reads]:
        assert FAMILY.parse_board(puzzle, FAMILY.write(puzzle, one.name, tour)) == tour


def test_no_way_is_longer_than_one_with_a_stop_between() -> None:
    puzzle, _ = generate({"nodes": 25, "decimals": 1}, seed=3)
    n, travel = puzzle.n, puzzle.travel
    for i in range(n):
        for j in range(n):
            assert all(travel[i * n + j] <= travel[i * n + k] + travel[k * n + j] for k in range(n))


def test_a_seed_gives_one_instance_and_another_another() -> None:
    one, tour = generate({}, seed=1)
    assert generate({}, seed=1) == (one, tour)
    assert generate({}, seed=2)[0] != one
    assert generate({}, seed=1, index=1)[0] != one
    assert generate({}, seed=1, purpose="test")[0] != one


def test_the_largest_that_can_be_asked_for_can_be_read_again() -> None:
    asked = {one.name: int(one.maximum or 0) for one in FAMILY.generator_parameters}
    puzzle, tour = generate(asked, seed=1)
    assert max(len(FAMILY.write(puzzle, name, tour)) for name in ("tsplib", "json")) < LARGEST_TEXT


@pytest.mark.parametrize("wrong", [{"nodes": 1}, {"nodes": 501}, {"width": -1}, {"decimals": 7}, {"points": 9}])
def test_what_is_not_admitted_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ParameterError):
        generate(wrong, seed=1)
