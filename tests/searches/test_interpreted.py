"""Kernels run as plain Python (MCS_TUI_JIT=0): every array of state and search has the bits that compiled ones give.

So a run that begins interpreted and goes on compiled is the run that was compiled from its start.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from drivers import interpreted_runs

from puzzles.engine import kernel_cache, kernels
from puzzles.family import Family
from puzzles.registry import families, get_family
from solvers import registry
from solvers.compiling import may_begin_interpreted
from solvers.registry import Algorithm, algorithm, algorithms_for
from solvers.runs.spec import SolveSpec, TrainSpec

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.skipif(kernels.INTERPRETED, reason="compares with compiled kernels"),
]

CASES = [(family.name, one.name) for family in families() for one in algorithms_for(family)]

EXAMPLES = {
    "latin": ["order-9", "paper-20"],
    "kakuro": ["crossword-6", "paper-10"],
    "sudoku": ["sudoku-16", "killer-9"],
    "morpion": ["opening-5D", "4T"],
    "samegame": ["board-6", "tall"],
    "tsptw": ["route-13", "service-21"],
    "rna": ["hairpin", "bulge"],
}
"""Of each family, so that all kinds of states are among them: arenas of 32 and 64 squares, packed columns and cells."""

SLICES = {"backtracking": [40, 60], "exhaustive": [40, 60], "annealing": [30, 70], "nmcs": [8, 9]}
"""Of each search; else OTHERS. A few end in the middle of what a search does."""
OTHERS = [7, 20]

LIVELY: dict[str, dict[str, Any]] = {
    "backtracking": {"failures": 5},
    "nmcs": {"level": 3},
    "uct": {"room": 8, "maximum": 0.5, "bound": "sp"},
    "nrpa": {"level": 3, "iterations": 3, "repetitions": 2},
    "gnrpa": {"level": 3, "iterations": 3, "batch": 2, "tau": 1.4},
    "blnrpa": {"level": 3, "iterations": 3, "batch": 2, "tau": 1.4},
    "annealing": {"period": 20, "patience": 0.5},
    "lns": {"period": 6, "changes": 3},
}
"""Parameters by which so short a run restarts, hands policies down and comes to all levels."""


BEAMS = {"tsptw": "gnrpa", "samegame": "gnrpa", "morpion": "nrpa"}
"""Of each record of games a family and a search that run with beams too, by a kernel of their own."""


WEIGHED = ("annealing", "defect")
"""A search and the objective with which it is made on RNA, of those that have kernels of their own."""


DEMANDING: dict[tuple[str, str], dict[str, Any]] = {
    ("rna", "annealing"): {
        "gc": "40-60, 20-80 in 5",
        "forbid": "GGG, MspI",
        "require": "GAAA, CA",
        "repeat": "3",
        "protein": "L at 1",
        "free": "8",
    }
}
"""Of a family and a search, demands on a puzzle under which its state is of another class."""


def text_of(family: Family, name: str) -> str:
    if name == "tall":  # a byte a cell instead of packed columns
        source = random.Random(4)
        return "\n".join(" ".join(str(source.randrange(4)) for _ in range(4)) for _ in range(17))
    return next(one.text for one in family.examples if one.name == name)


def order(name: str, family: Family, text: str, algorithm_name: str, **settings: Any) -> dict[str, Any]:
    """A run of the search on the puzzle in the text."""
    adjusted = settings.pop("adjusted", {})
    odds = settings.pop("odds", False)
    slices = settings.pop("slices", SLICES.get(algorithm_name, OTHERS))
    puzzle = family.adjusted(family.parse(text), adjusted)
    spec = SolveSpec(
        family=family.name, puzzle=family.to_json(puzzle), title=name, algorithm=algorithm_name, **settings
    )
    return {"name": name, "spec": spec, "odds": odds, "slices": slices}


def orders(family: Family, chosen: Algorithm) -> list[dict[str, Any]]:
    """Runs of the search: in each mode, with each choice of a parameter of the rules, with and without a prior."""
    name = chosen.name
    lively = LIVELY.get(name, {})
    biased = chosen.uses_prior and bool(family.priors.kinds)
    made = []
    puzzle = family.parse(text_of(family, EXAMPLES[family.name][0]))
    for example in EXAMPLES[family.name]:
        text = text_of(family, example)
        for mode in family.rules.modes or ("strong",):
            made.append(order(f"{example}, {mode}", family, text, name, mode=mode, parameters=lively))
    text = text_of(family, EXAMPLES[family.name][0])
    made.append(order("default parameters", family, text, name))
    for kind in family.priors.kinds if biased else ():
        made.append(order(f"prior {kind.name}", family, text, name, prior=kind.name, odds=True, parameters=lively))
    if BEAMS.get(family.name) == name:
        beams = {"level": 3, "iterations": 2, "beam": "3.2.2", "batch": 2, "repetitions": 4, "repeated": "sequences"}
        made.append(order("beams", family, text, name, parameters=beams, slices=[7, 90]))
    for one in (*chosen.parameters, *family.rules.parameters):
        if one in registry.BEAMS:
            continue
        others = one.choices if one.name != "ties" or family.rules.modes else ()
        others = (1, 2) if one.name == "history" else others
        for value in others:
            made.append(order(f"{one.name} {value}", family, text, name, parameters={**lively, one.name: value}))
    if (family.name, name) in DEMANDING:
        demands = DEMANDING[family.name, name]
        made.append(order("demands", family, text, name, parameters=lively, adjusted=demands))
    for one in family.puzzle_parameters:
        for value in one.choices if one.name == "objective" else ():
            if family.kernel_variant(family.adjusted(puzzle, {one.name: value})) and (name, value) != WEIGHED:
                continue  # the terms of an objective share kernels, and one compiled search shows them
            made.append(order(f"{one.name} {value}", family, text, name, adjusted={one.name: value}))
    return made


def interpreted(wanted: list[dict[str, Any]], jit: str = "0") -> dict[str, Any]:
    """What each run has done, by a process whose kernels are plain Python; it imports no numba (jit `1`: compiled)."""
    done = subprocess.run(
        [sys.executable, interpreted_runs.__file__],
        input=msgspec.json.encode(wanted),
        env=os.environ | {"MCS_TUI_JIT": jit, "PYTHONPATH": str(Path(kernel_cache.__file__).parents[2])},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    answer: dict[str, Any] = json.loads(done.stdout)
    assert answer.pop("imports numba") == (jit != "0")
    return answer


@cache
def interpreted_family(family_name: str) -> dict[str, Any]:
    """What each run of each search on the family has done, by one process; by `search: name`."""
    family = get_family(family_name)
    return interpreted(
        [
            {**one, "name": f"{chosen.name}: {one['name']}"}
            for chosen in algorithms_for(family)
            for one in orders(family, chosen)
        ]
    )


@pytest.mark.parametrize(("family_name", "algorithm_name"), CASES)
def test_interpreted_searches_have_the_bits_of_compiled_ones(family_name: str, algorithm_name: str) -> None:
    family = get_family(family_name)
    chosen = next(one for one in algorithms_for(family) if one.name == algorithm_name)
    found = interpreted_family(family_name)
    wanted = orders(family, chosen)
    assert sum(name.startswith(f"{algorithm_name}: ") for name in found) == len(wanted) > 0
    for one in wanted:
        assert found[f"{algorithm_name}: {one['name']}"] == interpreted_runs.run(one), one["name"]


def begun_orders(family_name: str, algorithm_name: str, folder: Path) -> list[dict[str, Any]]:
    """Runs of one slice, which leave their arrays in the folder."""
    family = get_family(family_name)
    parameters = LIVELY.get(algorithm_name, {})
    examples = EXAMPLES[family_name]
    wanted = [order(one, family, text_of(family, one), algorithm_name, parameters=parameters) for one in examples]
    for one in wanted:
        one["slices"], one["end"] = one["slices"][:1], str(folder / f"{algorithm_name}-{one['name']}.npz")
    return wanted


@pytest.fixture(scope="module")
def begun_interpreted(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """For each family the folder where interpreted runs of all its searches, by one process, have left their arrays."""

    @cache
    def begin(family_name: str) -> Path:
        folder = tmp_path_factory.mktemp(family_name)
        names = [one.name for one in algorithms_for(get_family(family_name))]
        interpreted([one for name in names for one in begun_orders(family_name, name, folder)])
        return folder

    return begin


@pytest.mark.parametrize(("family_name", "algorithm_name"), CASES)
def test_a_run_that_begins_interpreted_goes_on_compiled_as_if_compiled_from_its_start(
    family_name: str, algorithm_name: str, begun_interpreted: Callable[[str], Path], tmp_path: Path
) -> None:
    for one in begun_orders(family_name, algorithm_name, begun_interpreted(family_name)):
        more = [25, 40]
        whole = interpreted_runs.run({**one, "slices": [*one["slices"], *more], "end": tmp_path / "whole.npz"})
        begun = {**one, "slices": more, "begin": one["end"], "end": tmp_path / "begun.npz"}
        assert kept(interpreted_runs.run(begun), algorithm_name) == kept(whole[1:], algorithm_name), one["name"]


def kept(slices: list[dict[str, Any]], algorithm_name: str) -> list[dict[str, Any]]:
    """Of each slice what a checkpoint keeps: without the state, where the next playout begins at the root or a frame.

    Frames are left out then, too: behind the moves of a saved position stand some of the game that was there before.
    """
    if algorithm(algorithm_name).needs_undo or algorithm(algorithm_name).needs_repair:
        return slices
    passing = ("state.", "search.frames")
    return [
        {**one, "arrays": {name: bits for name, bits in one["arrays"].items() if not name.startswith(passing)}}
        for one in slices
    ]


WARM = [
    ("morpion", "nrpa"),
    ("samegame", "gnrpa"),
    ("latin", "gnrpa"),
    ("morpion", "lns"),
    ("tsptw", "lns"),
    *(one for one in CASES if one[1] == "annealing"),
]
"""Of each way to learn from a game, and of each local search."""


@cache
def warm_orders() -> dict[tuple[str, str], list[dict[str, Any]]]:
    """Of each of WARM its runs."""
    wanted: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for family_name, algorithm_name in WARM:
        family = get_family(family_name)
        parameters = {} if algorithm_name in ("annealing", "lns") else {"warmth": 3, "iterations": 3}
        for example in EXAMPLES[family_name]:
            text, name = text_of(family, example), f"{family_name}/{algorithm_name}: {example}"
            board = interpreted_runs.best_board(order("", family, text, algorithm_name))
            one = order(name, family, text, algorithm_name, warm_start=board, parameters=parameters)
            wanted.setdefault((family_name, algorithm_name), []).append(one)
    return wanted


@cache
def warm_interpreted() -> dict[str, Any]:
    """What all of them have done, by one process."""
    return interpreted([one for some in warm_orders().values() for one in some])


@pytest.mark.parametrize(("family_name", "algorithm_name"), WARM)
def test_a_warm_start_is_learned_to_the_bit(family_name: str, algorithm_name: str) -> None:
    for one in warm_orders()[family_name, algorithm_name]:
        assert warm_interpreted()[one["name"]] == interpreted_runs.run(one), one["name"]


def wide_latin() -> str:
    """A Latin square of order 66, whose masks have two words, with a third of it open."""
    source, n = random.Random(66), 66
    rows = [[(r + c) % n + 1 for c in range(n)] for r in range(n)]
    return "\n".join(" ".join("." if source.random() < 0.35 else str(value) for value in row) for row in rows)


def long_tour() -> str:
    """A TSPTW of 67 nodes, whose sets have two words, in a ring, with windows around the tour along it."""
    source, n = random.Random(67), 67
    travel = [[min(abs(a - b), n - abs(a - b)) for b in range(n)] for a in range(n)]
    windows = [(0, 10_000)] + [(max(0, at - source.randint(0, 40)), at + source.randint(0, 60)) for at in range(1, n)]
    lines = [str(n), *(" ".join(map(str, row)) for row in travel), *(f"{a} {b}" for a, b in windows)]
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("family_name", "text", "algorithm_name"),
    [("latin", wide_latin, "backtracking"), ("tsptw", long_tour, "annealing")],
    ids=["latin", "tsptw"],
)
def test_masks_of_several_words_too(family_name: str, text: Any, algorithm_name: str) -> None:
    wanted = [order("wide", get_family(family_name), text(), algorithm_name)]
    assert interpreted(wanted) == {"wide": interpreted_runs.run(wanted[0])}


def test_designs_are_folded_alike_by_the_other_energy_models() -> None:
    family = get_family("rna")
    text = text_of(family, "bulge")
    wanted = [
        order(f"{model}: {name}", family, text, name, adjusted={"model": model})
        for model in ("eterna-v1", "1999-d2", "dna-2004")
        for name in ("annealing", "nrpa")
    ]
    found, compiled = interpreted(wanted), interpreted(wanted, jit="1")
    assert len(found) == len(wanted)
    for name, done in found.items():
        assert done == compiled[name], name


def spec_of(family_name: str, text: str) -> SolveSpec:
    family = get_family(family_name)
    puzzle = family.parse(text)
    return SolveSpec(family=family_name, puzzle=family.to_json(puzzle), title="", algorithm=family.default_algorithm)


def test_it_is_offered_where_playouts_are_short_enough() -> None:
    for family in families():
        for example in family.examples:
            large = (family.name, example.name) == ("samegame", "board-64")
            assert may_begin_interpreted(spec_of(family.name, example.text)) != large
    assert not may_begin_interpreted(spec_of("latin", wide_latin()))
    assert not may_begin_interpreted(spec_of("rna", "((((....))))" * 30))
    assert not may_begin_interpreted(TrainSpec(family="latin", prior="dual", shape="order-9", title="", puzzles=1))
