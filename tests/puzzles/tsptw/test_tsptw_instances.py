"""Generated instances: feasible by the tour they come with, exact in their decimals, the same from the same seed."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import hypot

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.chi_square import fits

from puzzles.parameters import ParameterError
from puzzles.registry import LARGEST_TEXT, get_family, read
from puzzles.tsptw.instances import generate
from puzzles.tsptw.puzzle import TsptwPuzzle
from puzzles.tsptw.remarks import visits

FAMILY = get_family("tsptw")
ASKED = {
    "route-13": {"nodes": 13, "width": 40},
    "route-41": {"nodes": 41, "width": 120, "decimals": 1},
    "service-21": {"nodes": 21, "width": 80, "service": 10},
}
"""What the bundled instances were asked for; the seed is the number behind the name that is in their texts."""


@pytest.mark.parametrize(("example", "seed"), [("route-13", 2), ("route-41", 4), ("service-21", 3)])
def test_the_bundled_instances_are_those_of_the_seeds_they_name(example: str, seed: int) -> None:
    bundled = read(next(one.text for one in FAMILY.examples if one.name == example))
    assert isinstance(bundled, TsptwPuzzle)
    assert bundled.name == f"n{ASKED[example]['nodes']}w{ASKED[example]['width']}-{seed}"
    puzzle, tour = generate(ASKED[example], seed)
    assert replace(puzzle, note="") == bundled
    assert puzzle.note == f"generated from seed {seed}, number 0"
    assert FAMILY.judge(bundled, tour).facts["feasible"]


def test_every_bundled_instance_is_asked_for() -> None:
    assert set(ASKED) == {one.name for one in FAMILY.examples}


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


@pytest.mark.parametrize(("width", "decimals"), [(4, 0), (5, 0), (1, 0), (0, 0), (1, 1), (40, 0)])
def test_windows_reach_up_to_half_the_width_before_and_after_the_hidden_tour(width: int, decimals: int) -> None:
    """Each number of units as likely as another, on either side, and none more than half."""
    half = width * 10**decimals // 2
    reach: Counter[tuple[int, int]] = Counter()
    for index in range(20):
        puzzle, tour = generate({"nodes": 101, "width": width, "side": 5000, "decimals": decimals}, 5, index, "test")
        assert puzzle.digits == decimals
        *there, back = visits(puzzle, tour)
        assert (back.earliest, back.latest) == (0, back.arrival + width * 10**decimals)
        reach.update((one.arrival - one.earliest, one.latest - one.arrival) for one in there if one.arrival >= half)
    every = range(half + 1)
    for side in (0, 1):
        counts = Counter[int]()
        for pair, count in reach.items():
            counts[pair[side]] += count
        assert set(counts) == set(every), "both extremes are seen, and nothing beyond them"
        assert fits([counts[one] for one in every], [1 / len(every)] * len(every))
    if half <= 5:
        pairs = [(before, after) for before in every for after in every]
        assert fits([reach[pair] for pair in pairs], [1 / len(pairs)] * len(pairs))


def test_a_window_never_opens_before_the_clock_starts() -> None:
    puzzle, tour = generate({"nodes": 60, "width": 5000, "side": 10}, 6, 0, "test")
    early = [one for one in visits(puzzle, tour) if one.node and one.arrival < 2500]
    assert min(one.earliest for one in early) == 0
    assert all(0 <= one.earliest <= one.arrival <= one.latest for one in early)


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
    asked = {one.name: int(one.maximum or 0) for one in FAMILY.generator.parameters}
    puzzle, tour = generate(asked, seed=1)
    assert max(len(FAMILY.write(puzzle, name, tour)) for name in ("tsplib", "json")) < LARGEST_TEXT


@pytest.mark.parametrize("wrong", [{"nodes": 1}, {"nodes": 501}, {"width": -1}, {"decimals": 7}, {"points": 9}])
def test_what_is_not_admitted_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ParameterError):
        generate(wrong, seed=1)
