"""The generated puzzles that benchmarks measure: those of tables 1 and 2 of Cazenave, Learning a Prior."""

from __future__ import annotations

from collections.abc import Mapping

from puzzles.engine.contract import InstancesModule, load
from puzzles.family import Puzzle
from puzzles.parameters import Value
from puzzles.registry import get_family

ORDER_20: dict[str, Value] = {"order": 20, "holes": 0.42}
SQUARE_10: dict[str, Value] = {"shape": "square", "rows": 10, "columns": 10, "values": 11}


def instances(family_name: str, parameters: Mapping[str, Value], seed: int, count: int) -> list[Puzzle]:
    """Fresh puzzles from the test stream, which neither training nor solving draws from."""
    generate = load(get_family(family_name).needed_generator().module, InstancesModule).generate
    return [generate(parameters, seed, index=index, purpose="test")[0] for index in range(count)]
