"""Presets: those of all families and of each make a run; what is given beside a preset holds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzles.parameters import ParameterError
from puzzles.presets import presets_of
from puzzles.registry import families, get_family, read
from solvers.request import Search

SEARCH = Search(None, None, "auto", None, {}, seed=1, seconds=None, playouts=None, workers=1)


@pytest.mark.parametrize("family", families(), ids=lambda family: family.name)
def test_every_preset_is_a_search_of_its_family(family: object) -> None:
    found = get_family(family.name)  # type: ignore[attr-defined]
    puzzle = found.parse(found.examples[0].text)
    names = [preset.name for preset in presets_of(found)]
    assert names[:2] == ["quick", "thorough"]
    assert len(set(names)) == len(names)
    for preset in presets_of(found):
        spec = replace(SEARCH, preset=preset.name).spec(puzzle)
        assert (spec.seconds, spec.playouts) == (preset.seconds, preset.playouts)
        assert spec.algorithm == (preset.algorithm or found.default_algorithm)
        assert spec.parameters.items() >= preset.parameters.items()
        assert len(preset.explanation) <= 110
    assert all(preset.source for preset in found.presets)


def test_what_is_given_beside_a_preset_holds() -> None:
    puzzle = read("# samegame\n1 2\n2 1\n")
    paper = replace(SEARCH, preset="paper")
    assert paper.spec(puzzle).parameters["repetitions"] == 0
    given = replace(paper, parameters={"level": 2}, playouts=9).spec(puzzle)
    assert (given.parameters["level"], given.parameters["iterations"], given.playouts) == (2, 100, 9)
    assert given.seconds is None
    other = replace(paper, algorithm="annealing", prior="none").spec(puzzle)
    assert (other.algorithm, other.prior, other.seconds) == ("annealing", "none", 655.36)
    with pytest.raises(ParameterError, match="samegame has no preset 'slow'; expected one of: quick, thorough, paper"):
        replace(paper, preset="slow").spec(puzzle)
