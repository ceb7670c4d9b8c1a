"""The kernels that there are, which of them a run needs, and whether it begins before they are compiled.

A kernel here is one search compiled for one puzzle's state, or one family's training or generating. What imports numba
is imported when a kernel is compiled.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from msgspec import structs

from puzzles.engine import kernel_cache
from puzzles.engine.contract import InstancesModule, load
from puzzles.family import Family, Puzzle
from puzzles.parameters import ParameterError, Value
from puzzles.registry import families, get_family, names
from solvers.registry import algorithm, algorithms_for
from solvers.request import Request
from solvers.runs.spec import GenerateSpec, RunSpec, SolveSpec, TrainSpec, puzzle_of

SETTING = "MCS_TUI_JIT"
"""In the environment: 1, kernels are compiled before a run begins; 0, they stay interpreted; else each worker
chooses."""


@dataclass(frozen=True, slots=True)
class Kernel:
    """Something to compile: its name in the list of compiled ones, and how; its family, and the algorithm's name.

    `early`: before all that are not; `on_request`: it is compiled only where its name or its algorithm's is given, or,
    `of_family`, that of its family.
    """

    name: str
    compile: Callable[[], Any]
    family: str = ""
    algorithm: str = ""
    early: bool = False
    on_request: bool = False
    of_family: bool = True


VARIANTS: dict[str, dict[str, Value]] = {"beams": {"beam": "2"}, "threads": {"threads": 2}}
"""Kernels of a search's own, by what is added to its name, and parameters of runs that need them."""


def kernels() -> Iterator[Kernel]:
    """Every kernel of every family, for puzzles such as the bundled examples: each family's default search first.

    Also for these with each choice that is set beside a puzzle, such as an energy model.
    """
    found = [list(_of(one)) for one in families()]
    yield from (replace(of_family[0], early=True) for of_family in found)
    for of_family in found:
        yield from of_family[1:]


def in_order(first: Sequence[str] = (), *, only: bool = False) -> list[Kernel]:
    """All kernels, each once: those that one of `first` names before the others, or alone (`only`).

    ValueError, one line, if one of `first` is of no kernel.
    """
    listed = list(kernels())  # a kernel that several algorithms share is in it for each of them
    usual = [one for one in listed if not one.on_request]
    every = [one for at, one in enumerate(usual) if one.name not in {other.name for other in usual[:at]}]
    chosen: dict[str, Kernel] = {}
    for wanted in first:
        found = {
            one.name: replace(one, early=True)
            for one in listed
            if wanted in (one.algorithm, f"{one.family}/{one.algorithm}", one.name)
            or (wanted == one.family and one.of_family)
        }
        if not found:
            algorithms = sorted({one.algorithm for one in every} - {""})
            longest = sorted((one.algorithm for one in listed if one.on_request), key=len, reverse=True)
            asked = {name.rpartition("-")[2]: name for name in longest}  # the shortest with each word behind
            raise ValueError(
                f"no kernel is of {wanted!r}; expected a family ({', '.join(names())}), an algorithm "
                f"({', '.join(algorithms)}), or both as family/algorithm; on request with more behind the algorithm, "
                f"such as {', '.join(sorted(asked.values()))}"
            )
        chosen |= found
    others = [] if only else [replace(one, early=not first and one.early) for one in every if one.name not in chosen]
    return [*chosen.values(), *others]


def left_out(first: Sequence[str] = (), *, only: bool = False) -> list[Kernel]:
    """The kernels, each once, of the families concerned that are compiled only where they are asked for."""
    chosen = {one.name: one.family for one in in_order(first, only=only)}
    concerned = set(chosen.values())
    left = (one for one in kernels() if one.on_request and one.family in concerned and one.name not in chosen)
    return list({one.name: one for one in left}.values())


def needed(spec: RunSpec) -> list[Kernel]:
    """The kernels that the spec needs first and that are not yet in the cache."""
    return [one for one in wanted(spec) if not kernel_cache.is_compiled(one.name)]


def wanted(spec: RunSpec) -> list[Kernel]:
    """The kernels that the spec needs first."""
    if isinstance(spec, SolveSpec):
        in_python = get_family(spec.family).rules.in_python
        return [] if spec.cluster or in_python or algorithm(spec.algorithm).peer else [_search(spec)]
    if isinstance(spec, TrainSpec):
        return [_training(spec)]
    if isinstance(spec, GenerateSpec):
        family = get_family(spec.family)
        found = [_generating(spec)]
        if family.needed_generator().counts_solutions:
            shortest = family.parse(min((one.text for one in family.examples), key=len))
            found.append(_search(_solving(shortest, "exhaustive")))
        return found
    return in_order(spec.first, only=spec.only) if spec.search is None else [_search(spec.search)]


def may_begin_interpreted(spec: RunSpec) -> bool:
    """True if a run of the spec may begin with kernels run as plain Python; ValueErrors (one line) if it is wrong.

    Kernels compute the same bits whether compiled or run as plain Python (MCS_TUI_JIT=0, see `puzzles.engine.kernels`).
    So a run may begin interpreted and go on compiled, with the result of a run that was compiled from its start. Each
    family says for which puzzles that is useful; tests show it for each of its searches and for its generator.
    """
    if isinstance(spec, SolveSpec):
        if spec.cluster or algorithm(spec.algorithm).peer:
            return False
        family = get_family(spec.family)
        return family.rules.begins_interpreted(puzzle_of(spec))
    if isinstance(spec, GenerateSpec):
        generator = get_family(spec.family).needed_generator()
        return generator.begins_interpreted(generator.resolve(spec.parameters, f"the {spec.family} generator"))
    return False


def compile_one(one: Kernel) -> None:
    """Compiles the kernel and records it in the cache's list."""
    kernel_files = importlib.import_module("puzzles.engine.kernel_files")
    kernel_files.files.clear()
    one.compile()
    kernel_cache.mark_compiled(one.name, kernel_files.files)


def _of(family: Family) -> Iterator[Kernel]:
    puzzles = [family.parse(text) for text in sorted((one.text for one in family.examples), key=len)]
    variants = {family.kernel_variant(one): one for one in reversed(puzzles)}
    for one in family.puzzle_parameters:  # each choice with each of those before
        for puzzle, value in [(puzzle, value) for puzzle in variants.values() for value in one.choices]:
            with suppress(ParameterError):  # what can't be combined
                adjusted = family.adjusted(puzzle, {one.name: value})
                variants.setdefault(family.kernel_variant(adjusted), adjusted)
    usual = family.kernel_variant(puzzles[0])
    rare = {name for name in variants if family.rules.variants_on_request and name != usual}
    for chosen in algorithms_for(family):
        for name in sorted(variants, key=rare.__contains__):
            kernel = _search(_solving(variants[name], chosen.name))
            yield replace(kernel, algorithm=chosen.name + name, on_request=True) if name in rare else kernel
        for added, parameters in VARIANTS.items():
            if set(parameters) <= {one.name for one in chosen.parameters}:
                for name, puzzle in variants.items():
                    asked = _search(_solving(puzzle, chosen.name, parameters))
                    algorithm_name = f"{chosen.name}{name if name in rare else ''}-{added}"
                    yield replace(asked, algorithm=algorithm_name, on_request=True, of_family=False)
    for kind in [one for one in family.priors.kinds if one.source == "counted"][:1]:
        shape = family.priors.shape_key(puzzles[0], kind.name)
        yield _training(TrainSpec(family=family.name, prior=kind.name, shape=shape, title="", puzzles=1))
    if family.generator is not None:
        yield _generating(GenerateSpec(family=family.name, title=""))


def _solving(puzzle: Puzzle, algorithm_name: str, parameters: Mapping[str, Value] | None = None) -> SolveSpec:
    return Request(parameters, algorithm=algorithm_name, prior="none").resolve(puzzle)


def _search(spec: SolveSpec) -> Kernel:
    """One search on one kind of state; algorithms that share a compiled search share the kernel."""
    family, chosen = get_family(spec.family), algorithm(spec.algorithm)
    name = chosen.kernel_name(family, puzzle_of(spec), spec.parameters, led=bool(spec.warm_start))

    def compiled() -> None:
        plain = structs.replace(spec, prior="none")  # the kernel is the same with a prior, and needs no table
        importlib.import_module("solvers.session").Session(plain, 0).advance(0)

    return Kernel(name, compiled, spec.family, chosen.name)


def _training(spec: TrainSpec) -> Kernel:
    def compiled() -> None:
        importlib.import_module("priors.training").Trainer(spec.family, spec.prior, spec.shape, 1, spec.seed).advance(1)

    return Kernel(f"{spec.family}/training", compiled, spec.family)


def _generating(spec: GenerateSpec) -> Kernel:
    family: Family = get_family(spec.family)

    def compiled() -> None:
        generator = family.needed_generator()
        instances = load(generator.module, InstancesModule)
        counting: dict[str, Any] = {"count_solutions": lambda puzzle: ()} if generator.counts_solutions else {}
        instances.generate(generator.resolve({}, family.name), 1, **counting)

    return Kernel(f"{spec.family}/generating", compiled, spec.family)
