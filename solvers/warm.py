"""Compiling the kernels into the cache beforehand, one by one, with a word on how far it is.

A kernel here is one search compiled for one puzzle's state, or one family's training or generating.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from puzzles.engine import kernel_cache
from puzzles.engine.contract import InstancesModule, load
from puzzles.family import Family
from puzzles.parameters import resolve
from puzzles.registry import families, family
from solvers.registry import algorithm, algorithms_for
from solvers.runs.spec import GenerateSpec, RunSpec, SolveSpec, TrainSpec


@dataclass(frozen=True, slots=True)
class Kernel:
    """Something to compile: its name in the list of compiled ones, and how."""

    name: str
    compile: Callable[[], Any]


def kernels() -> Iterator[Kernel]:
    """Every kernel of every family that it has, for puzzles such as the bundled examples."""
    for brings in families():
        puzzles = [brings.parse(text) for text in sorted((one.text for one in brings.examples), key=len)]
        for puzzle in {brings.kernel_variant(one): one for one in reversed(puzzles)}.values():
            data = brings.to_json(puzzle)
            for one in algorithms_for(brings):
                yield _search(
                    SolveSpec(family=brings.name, puzzle=data, title=puzzle.title, algorithm=one.name, prior="none")
                )
        for kind in [one for one in brings.priors.kinds if one.source == "counted"][:1]:
            shape = brings.priors.shape_key(puzzles[0], kind.name)
            yield _training(TrainSpec(family=brings.name, prior=kind.name, shape=shape, title="", puzzles=1))
        if brings.generator is not None:
            yield _generating(GenerateSpec(family=brings.name, title=""))


def needed(spec: RunSpec) -> list[Kernel]:
    """The kernels that the spec needs first and that are not yet in the cache."""
    if isinstance(spec, SolveSpec):
        wanted = [_search(spec)]
    elif isinstance(spec, TrainSpec):
        wanted = [_training(spec)]
    elif isinstance(spec, GenerateSpec):
        wanted = [_generating(spec)]
    elif spec.search is not None:
        wanted = [_search(spec.search)]
    else:
        wanted = list(kernels())
    return _distinct(wanted)


def name_of(spec: SolveSpec) -> str:
    """The name of the search's kernel in the list of compiled ones."""
    return _search(spec).name


def compile_one(one: Kernel) -> None:
    """Compiles the kernel and records it in the cache's list."""
    one.compile()
    kernel_cache.mark_warmed(one.name)


def names() -> list[str]:
    """The names of all kernels, in order."""
    return list(dict.fromkeys(one.name for one in kernels()))


def _distinct(wanted: Iterator[Kernel] | list[Kernel]) -> list[Kernel]:
    done = kernel_cache.warmed()
    return list({one.name: one for one in wanted if one.name not in done}.values())


def _search(spec: SolveSpec) -> Kernel:
    """One search on one kind of state; algorithms that share a compiled text share the kernel."""
    brings = family(spec.family)
    name = algorithm(spec.algorithm).kernel_name(brings, brings.from_json(spec.puzzle), led=bool(spec.warm_start))

    def compiled() -> None:
        from solvers.session import Session

        Session(spec, 0).advance(0)

    return Kernel(name, compiled)


def _training(spec: TrainSpec) -> Kernel:
    def compiled() -> None:
        from priors.training import Trainer

        Trainer(spec.family, spec.prior, spec.shape, 1, spec.seed).advance(1)

    return Kernel(f"{spec.family}/training", compiled)


def _generating(spec: GenerateSpec) -> Kernel:
    brings: Family = family(spec.family)

    def compiled() -> None:
        generator = brings.needed_generator()
        instances = load(generator.module, InstancesModule)
        instances.generate(resolve(generator.parameters, {}, brings.name), 1)

    return Kernel(f"{spec.family}/generating", compiled)
