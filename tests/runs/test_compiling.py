"""Compiling beforehand: which kernels there are, which a run needs, and what is reported. Nothing is compiled."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest
from msgspec import structs

from puzzles.engine import kernel_cache
from puzzles.latin.puzzle import LatinSquare
from puzzles.registry import families, get_family
from solvers.compiling import Kernel, compile_one, in_order, left_out, needed
from solvers.registry import ALGORITHMS, Algorithm, algorithms_for
from solvers.runs.spec import CompileSpec, GenerateSpec, RunSpec, SolveSpec, TrainSpec

pytestmark = pytest.mark.compiled


@pytest.fixture(autouse=True)
def own_kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No kernel is marked as compiled."""
    monkeypatch.setenv("MCS_TUI_KERNELS", str(tmp_path / "kernels"))


def solving(algorithm_name: str, order: int = 9) -> SolveSpec:
    puzzle = LatinSquare(order, (-1,) * order**2)
    return SolveSpec(family="latin", puzzle=get_family("latin").to_json(puzzle), title="", algorithm=algorithm_name)


def needs(spec: RunSpec) -> list[str]:
    return [kernel.name for kernel in needed(spec)]


TEXTS = {
    "backtracking": "depth_first",
    "exhaustive": "depth_first",
    "sampling": "sampling",
    "nrpa": "nrpa",
    "nrpa-pair": "nrpa_pair",
    "gnrpa": "nrpa",
    "blnrpa": "nrpa-features",
    "nmcs": "nmcs",
    "amcs": "nmcs",
    "lnmcs": "nmcs",
    "uct": "uct",
    "annealing": "annealing",
    "lns": "neighbourhood",
}


def test_every_family_has_its_searches_and_its_training_and_generating_if_it_has_them() -> None:
    assert {one.name for one in ALGORITHMS} <= set(TEXTS)
    shown = [kernel.name for kernel in in_order()]
    assert needs(CompileSpec()) == shown
    for family in families():
        own = [name for name in shown if name.partition("/")[0].split("-")[0] == family.name]
        assert {name.partition("/")[2] for name in own} == {
            *(TEXTS[one.name] for one in algorithms_for(family)),
            *(["training"] if any(kind.source == "counted" for kind in family.priors.kinds) else []),
            *(["generating"] if family.generator is not None else []),
        }
    assert {"latin/depth_first", "latin/training", "kakuro/generating"} <= set(shown)
    assert not {"morpion/depth_first", "morpion/training", "morpion/generating"} & set(shown)


def test_a_family_whose_examples_need_two_kernels_has_both() -> None:
    assert {"morpion/nrpa", "morpion-64/nrpa"} <= {kernel.name for kernel in in_order()}


@pytest.mark.parametrize(
    ("settings", "variant"),
    [
        ({"model": "eterna-v1"}, "-dangles-1"),
        ({"gc": "30-70"}, "-specified"),
        ({"state": "........... at 60"}, "-states"),
        ({"objective": "defect", "synthesis": "off"}, "-weighed"),
        ({"objective": "defect", "gc": "30-70"}, "-specified-weighed"),
        ({"model": "eterna-v1", "gc": "30-70", "objective": "gap"}, "-dangles-1-specified-weighed"),
        ({"model": "eterna-v1", "gc": "30-70"}, "-dangles-1-specified"),
        ({"model": "eterna-v1", "objective": "gap"}, "-dangles-1-weighed"),
    ],
)
def test_rna_targets_of_other_kernels_say_so_and_these_are_compiled_ahead_on_request(
    settings: dict[str, str], variant: str
) -> None:
    """A run with demands does not take the kernels of runs without for its own: it would compile at its start."""
    rna = get_family("rna")
    target = rna.adjusted(rna.parse("((((...))))"), settings)
    spec = SolveSpec(family="rna", puzzle=rna.to_json(target), title="", algorithm="annealing")
    assert needs(spec) == [f"rna{variant}/annealing"]
    assert {kernel.name for kernel in in_order(["rna"], only=True) if kernel.algorithm == "annealing"} == {
        "rna/annealing"
    }
    assert needs(CompileSpec(first=[f"rna/annealing{variant}"], only=True)) == [f"rna{variant}/annealing"]
    of_family = {kernel.name for kernel in in_order(["rna"], only=True)}
    for chosen in algorithms_for(rna):
        assert set(needs(structs.replace(spec, algorithm=chosen.name))) <= of_family
    assert f"rna{variant}/annealing" not in {kernel.name for kernel in in_order()}
    assert f"rna{variant}/annealing" in {kernel.name for kernel in left_out()}
    assert not any(kernel.of_family for kernel in left_out(["rna"]))


def test_every_family_s_default_search_comes_first_unless_others_are_asked_for() -> None:
    defaults = [algorithms_for(one)[0].name for one in families()]
    assert [kernel.algorithm for kernel in in_order() if kernel.early] == defaults
    assert [kernel.early for kernel in in_order()] == [True] * 7 + [False] * (len(in_order()) - 7)
    first = in_order(["rna/nrpa", "kakuro"])
    assert first[0].name == "rna/nrpa"
    assert {kernel.family for kernel in first[1:] if kernel.early} == {"kakuro"}
    assert {kernel.name for kernel in first} == {kernel.name for kernel in in_order()}
    assert len(first) == len(in_order())
    assert {kernel.family for kernel in in_order(["nmcs"], only=True)} == {one.name for one in families()}
    assert needs(CompileSpec(first=["rna/nrpa"], only=True)) == ["rna/nrpa"]
    with pytest.raises(ValueError, match="no kernel is of 'chess'; expected a family"):
        in_order(["chess"])


def test_kernels_with_beams_or_threads_are_compiled_only_when_they_are_asked_for() -> None:
    assert not any(name.endswith(("-beams", "-threads")) for name in (kernel.name for kernel in in_order(["rna"])))
    for wanted in ("rna/gnrpa-beams", "rna/nrpa-beams"):
        assert needs(CompileSpec(first=[wanted], only=True)) == ["rna/nrpa-beams"]
    beams = structs.replace(solving("gnrpa"), parameters={"beam": "8.2"})
    assert needs(beams) == needs(CompileSpec(first=["latin/gnrpa-beams"], only=True))
    threads = structs.replace(solving("nrpa"), parameters={"threads": 3})
    assert needs(threads) == needs(CompileSpec(first=["latin/nrpa-threads"], only=True))
    both = {kernel.name for kernel in in_order(["nrpa-beams"], only=True)}
    assert {"morpion/nrpa-beams", "morpion-64/nrpa-beams", "tsptw/nrpa-beams"} <= both
    assert {kernel.name for kernel in in_order(["blnrpa-threads", "latin"])} >= {"tsptw/nrpa-features-beams-threads"}


@pytest.mark.parametrize(
    ("spec", "kernel"),
    [
        (solving("exhaustive"), "latin/depth_first"),
        (solving("gnrpa", order=64), "latin/nrpa"),
        (solving("gnrpa", order=65), "latin-2-words/nrpa"),
        (solving("sampling", order=130), "latin-3-words/sampling"),
        (TrainSpec(family="latin", prior="dual", shape="order-5", title="", puzzles=3), "latin/training"),
    ],
)
def test_a_run_needs_its_own_kernel_until_it_is_compiled(spec: RunSpec, kernel: str) -> None:
    assert needs(spec) == [kernel]
    kernel_cache.mark_compiled(kernel)
    assert needs(spec) == []
    assert kernel not in needs(CompileSpec())


@pytest.mark.parametrize("family", ["latin", "kakuro"])
def test_a_generator_that_counts_solutions_needs_the_search_that_counts(family: str) -> None:
    assert needs(GenerateSpec(family=family, title="")) == [f"{family}/generating", f"{family}/depth_first"]


@pytest.mark.parametrize("one", ALGORITHMS, ids=lambda one: one.name)
def test_a_kernel_has_the_name_of_the_module_that_it_stands_in(one: Algorithm) -> None:
    assert importlib.import_module(one.module).advance.__module__ == one.module


def test_a_kernel_is_marked_after_it_is_compiled() -> None:
    before: list[frozenset[str]] = []
    compile_one(Kernel("a", lambda: before.append(kernel_cache.compiled())))
    assert before == [frozenset()]
    assert kernel_cache.compiled() == {"a"}


def test_a_kernel_that_does_not_compile_is_not_marked() -> None:
    def fails() -> None:
        raise RuntimeError("no compiler")

    with pytest.raises(RuntimeError, match="no compiler"):
        compile_one(Kernel("a", fails))
    assert kernel_cache.compiled() == frozenset()
