"""Generators with interpreted kernels (MCS_TUI_JIT=0) make the puzzles that compiled ones make."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from puzzles.engine import kernels
from puzzles.engine.contract import InstancesModule, load
from puzzles.registry import families_that_generate, get_family
from solvers.jobs.generate import count_solutions

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.skipif(kernels.INTERPRETED, reason="compares with compiled kernels"),
]

MORE: list[tuple[str, dict[str, Any]]] = [
    ("latin", {"order": 2, "holes": 1.0}),
    ("latin", {"order": 15, "balanced": True}),
    ("kakuro", {"rows": 5, "columns": 7}),
    ("kakuro", {"rows": 12, "unique": False}),
    ("kakuro", {"shape": "square"}),
    ("kakuro", {"shape": "square", "rows": 3, "columns": 5, "values": 16}),
]
"""Settings beside the defaults of each family."""

SMALLER: dict[str, dict[str, Any]] = {"kakuro": {"rows": 8, "columns": 8}}
"""Instead of defaults that take seconds interpreted."""
CASES = [(family.name, SMALLER.get(family.name, {})) for family in families_that_generate()] + MORE


def made(name: str, parameters: dict[str, Any]) -> list[list[Any]]:
    """Two puzzles of the family as JSON, each with its solution."""
    family = get_family(name)
    generator = family.needed_generator()
    instances = load(generator.module, InstancesModule)
    values = generator.resolve(parameters, "the generator")
    counting = {"count_solutions": count_solutions} if generator.counts_solutions else {}
    pairs = [instances.generate(values, 7, index, **counting) for index in range(2)]
    return [[family.to_json(puzzle), [int(one) for one in solution]] for puzzle, solution in pairs]


def test_interpreted_generators_make_the_same_puzzles() -> None:
    program = "import sys, json; from test_interpreted_generators import made; "
    program += "print(json.dumps([made(*case) for case in json.load(sys.stdin)])); sys.exit('numba' in sys.modules)"
    place = os.pathsep.join([os.path.dirname(__file__), *sys.path])
    answer = subprocess.run(
        [sys.executable, "-c", program],
        input=json.dumps(CASES),
        env=os.environ | {"MCS_TUI_JIT": "0", "PYTHONPATH": place},
        capture_output=True,
        text=True,
        check=True,
    )
    interpreted = json.loads(answer.stdout)
    for case, found in zip(CASES, interpreted, strict=True):
        assert found == json.loads(json.dumps(made(*case))), case
