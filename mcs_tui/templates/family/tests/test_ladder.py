"""Texts, checker and searches of the ladder against every climb that there is. Needs `pip install -e .`."""

from __future__ import annotations

from itertools import product

from ladder_family import FAMILY
from ladder_family.family import ladder

import mcs_tui


def test_a_text_is_read_as_it_is_written() -> None:
    for example in FAMILY.examples:
        puzzle = FAMILY.parse(example.text)
        assert FAMILY.parse(FAMILY.write(puzzle, "text")) == puzzle


def test_the_exhaustive_search_finds_the_best_climb() -> None:
    puzzle = FAMILY.parse(FAMILY.examples[0].text)
    rungs = ladder(puzzle).rungs
    climbs = [FAMILY.judge(puzzle, board) for board in product(range(len(rungs[0])), repeat=len(rungs))]
    result = mcs_tui.solve(puzzle, "exhaustive", seed=1)
    assert result.status == "exhausted"
    assert result.score == max(one.score for one in climbs if one.legal)


def test_nrpa_finds_it_too() -> None:
    puzzle = FAMILY.parse(FAMILY.examples[0].text)
    best = mcs_tui.solve(puzzle, "exhaustive", seed=1).score
    assert mcs_tui.solve(puzzle, "nrpa", playouts=400, seed=1).score == best
