"""Compiling beforehand: which kernels there are, which a run needs, and what is told meanwhile. Nothing is compiled."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzles import kernel_cache
from puzzles.latin.square import LatinSquare
from puzzles.registry import FAMILY_MODULES, family
from solvers.registry import ALGORITHMS
from solvers.runs.spec import GenerateSpec, RunSpec, SolveSpec, TrainSpec, WarmSpec
from solvers.warm import Kernel, compile_one, names, needed


@pytest.fixture(autouse=True)
def own_kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No kernel is marked as compiled."""
    monkeypatch.setenv("MCS_TUI_KERNELS", str(tmp_path / "kernels"))


def solving(algorithm_name: str, order: int = 9) -> SolveSpec:
    puzzle = LatinSquare(order, (-1,) * order**2)
    return SolveSpec(family="latin", puzzle=family("latin").to_json(puzzle), title="", algorithm=algorithm_name)


def needs(spec: RunSpec) -> list[str]:
    return [kernel.name for kernel in needed(spec)]


def test_every_family_has_its_searches_its_training_and_its_generating() -> None:
    searches = {"descent": ("backtracking", "exhaustive"), "sampling": ("sampling",), "nrpa": ("nrpa", "gnrpa")}
    assert sorted(one.name for one in ALGORITHMS) == sorted(name for two in searches.values() for name in two)
    texts = [*searches, "training", "generating"]
    expected = [f"{name}/{text}" for name in FAMILY_MODULES for text in texts]
    assert names() == expected
    assert needs(WarmSpec()) == expected


@pytest.mark.parametrize(
    ("spec", "kernel"),
    [
        (solving("exhaustive"), "latin/descent"),
        (solving("gnrpa", order=64), "latin/nrpa"),
        (solving("gnrpa", order=65), "latin-2-words/nrpa"),
        (solving("sampling", order=130), "latin-3-words/sampling"),
        (TrainSpec(family="latin", prior="dual", shape="order-5", title="", puzzles=3), "latin/training"),
        (GenerateSpec(family="kakuro", title=""), "kakuro/generating"),
    ],
)
def test_a_run_needs_its_own_kernel_until_it_is_compiled(spec: RunSpec, kernel: str) -> None:
    assert needs(spec) == [kernel]
    kernel_cache.mark_warmed(kernel)
    assert needs(spec) == []
    assert kernel not in needs(WarmSpec())


def test_a_kernel_is_marked_after_it_is_compiled() -> None:
    before: list[frozenset[str]] = []
    compile_one(Kernel("a", lambda: before.append(kernel_cache.warmed())))
    assert before == [frozenset()]
    assert kernel_cache.warmed() == {"a"}


def test_a_kernel_that_does_not_compile_is_not_marked() -> None:
    def fails() -> None:
        raise RuntimeError("no compiler")

    with pytest.raises(RuntimeError, match="no compiler"):
        compile_one(Kernel("a", fails))
    assert kernel_cache.warmed() == frozenset()
