"""Presets: those of all families and of each make a run; what is given beside a preset holds."""

from __future__ import annotations

import pytest

from puzzles.parameters import ParameterError
from puzzles.registry import families, get_family, read
from solvers.request import Request


@pytest.mark.parametrize("family", families(), ids=lambda family: family.name)
def test_every_preset_is_a_search_of_its_family(family: object) -> None:
    found = get_family(family.name)  # type: ignore[attr-defined]
    puzzle = found.parse(found.examples[0].text)
    names = [preset.name for preset in found.all_presets]
    assert names[:2] == ["quick", "thorough"]
    assert len(set(names)) == len(names)
    for preset in found.all_presets:
        spec = Request(preset=preset.name).resolve(puzzle)
        assert (spec.seconds, spec.playouts) == (preset.seconds, preset.playouts)
        assert spec.algorithm == (preset.algorithm or found.default_algorithm)
        assert spec.parameters.items() >= preset.parameters.items()
        assert len(preset.explanation) <= 110
    assert all(preset.source for preset in found.presets)


def test_what_is_given_beside_a_preset_holds() -> None:
    puzzle = read("# samegame\n1 2\n2 1\n")
    paper = Request(preset="paper")
    assert paper.resolve(puzzle).parameters["repetitions"] == 0
    given = Request({"level": 2}, preset="paper", playouts=9).resolve(puzzle)
    assert (given.parameters["level"], given.parameters["iterations"], given.playouts) == (2, 100, 9)
    assert given.seconds is None
    other = paper.but(algorithm="annealing", prior="none").resolve(puzzle)
    assert (other.algorithm, other.prior, other.seconds) == ("annealing", "none", 655.36)
    with pytest.raises(ParameterError, match="samegame has no preset 'slow'; expected one of: quick, thorough, paper"):
        paper.but(preset="slow").resolve(puzzle)
