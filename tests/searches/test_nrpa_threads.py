"""Threads share the playouts of level 1: any number of them gives the bits of one that makes them in order."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from puzzles.engine import kernels
from puzzles.engine.contract import RulesModule, load
from puzzles.engine.streams import stream
from puzzles.registry import get_family
from solvers.runs.spec import SolveSpec
from solvers.searches import nrpa, tally
from solvers.searches.tally import PLAYOUTS, SOLVED, STATUS
from solvers.session import Session

BEAMS = {"level": 2, "iterations": 3, "alpha": 1.0, "batch": 3, "beam": "4.2", "threads": 1}
STEPS = {"level": 2, "iterations": 3, "alpha": 1.0, "batch": 5, "threads": 1}
SLICES = ([40], [1, 2, 17, 3, 17])
PUZZLES = {"morpion": "5D", "samegame": "board-6", "latin": "order-9", "tsptw": "route-13"}
"""A puzzle of each record of games, by intervals, items and steps; one that is soon solved."""


def searched(family: str, parameters: dict[str, Any], slices: list[int], *, threads: int) -> dict[str, Any]:
    """All arrays of a search with that many threads, without scratch; with 0 its playouts are made in order."""
    rules = load(get_family(family).rules.module, RulesModule)
    known = get_family(family)
    text = next(one.text for one in known.examples if one.name == PUZZLES[family])
    states = [
        rules.build_state(known.parse(text), mode=(*known.rules.modes, "")[0], ties="first")
        for _ in range(max(1, threads))
    ]
    limits = rules.limits(states[0])
    search, advance = nrpa.make_search(limits, parameters, np.ones(1), stream("test", 2)), nrpa.advance
    if threads:
        twins = [rules.twin(one) if known.rules.lockstep else None for one in states]
        search, advance = nrpa.shared(limits, search, states, twins)
    for playouts in slices:
        if search.tally.counters[STATUS] == SOLVED:
            tally.begin_again(search.tally)
            nrpa.begin_again(search)
        advance(states[0], search, playouts)
    rows = {name: array for name, array in search._asdict().items() if name in ("lengths", "scores", "policy", "rng")}
    rows |= search.tally._asdict() | {f"beam.{name}": one for name, one in search.beam._asdict().items()}
    return {name: array.tobytes() for name, array in rows.items() if name != "beam.crew"}


@pytest.mark.skipif(not kernels.INTERPRETED, reason="a kernel for each would have to be compiled")
@pytest.mark.parametrize("family", ["morpion", "samegame", "tsptw"])
@pytest.mark.parametrize("parameters", [BEAMS, STEPS])
def test_a_crew_makes_the_playouts_of_a_step_as_one_after_the_other(family: str, parameters: dict[str, Any]) -> None:
    expected = searched(family, parameters, SLICES[0], threads=0)
    assert np.frombuffer(expected["counters"], np.int64)[PLAYOUTS] == 40
    for slices in SLICES:
        assert searched(family, parameters, slices, threads=1) == expected


@pytest.mark.skipif(not kernels.INTERPRETED, reason="a kernel for it would have to be compiled")
def test_a_step_in_which_the_puzzle_is_solved_ends_there() -> None:
    found = []
    for threads in (0, 1):
        arrays = searched("latin", STEPS, [60], threads=threads)
        counters = np.frombuffer(arrays["counters"], np.int64)
        assert counters[STATUS] == SOLVED
        assert counters[PLAYOUTS] < 60
        found.append({name: arrays[name] for name in ("counters", "best_score", "best_board", "rng")})
    assert found[0] == found[1]


@pytest.mark.compiled
@pytest.mark.skipif(kernels.INTERPRETED, reason="interpreted, one thread makes all")
def test_any_number_of_threads_gives_the_same_arrays() -> None:
    expected = searched("morpion", BEAMS, [3_000], threads=0)
    for threads, slices in ((1, [3_000]), (2, [3_000]), (3, [1, 999, 2_000])):
        assert searched("morpion", BEAMS, slices, threads=threads) == expected


@pytest.mark.compiled
def test_threads_are_no_part_of_the_searchs_place() -> None:
    family = get_family("morpion")
    puzzle = family.parse(next(one.text for one in family.examples if one.name == "5D"))
    found = []
    for threads in (1, 2):
        parameters = {**BEAMS, "threads": threads}
        spec = SolveSpec(
            family="morpion", puzzle=family.to_json(puzzle), title="", algorithm="nrpa", parameters=parameters
        )
        session = Session(spec, 0)
        if found:
            session.restore(found[0])
        session.advance(20)
        found.append({name: array.copy() for name, array in session.arrays().items()})
    assert set(found[0]) == set(found[1])
    assert not any("crew" in name for name in found[0])
    assert int(found[1]["search.tally.counters"][PLAYOUTS]) == 40
