"""Settings: their ranges in words."""

from __future__ import annotations

import pytest

from puzzles.parameters import Parameter


@pytest.mark.parametrize(
    ("parameter", "words"),
    [
        (Parameter("playouts", int, 0, "", 0, 2**62), "0 to 4,611,686,018,427,387,904"),
        (Parameter("hot", float, 0.3, "", 0.0, 1e7), "0 to 10,000,000"),
        (Parameter("tau", float, 1.0, "", 0.25), "0.25 or more"),
    ],
)
def test_ranges_are_printed_in_full(parameter: Parameter, words: str) -> None:
    assert parameter.range_text == words
