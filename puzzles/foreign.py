"""What other distributions add by entry points: found when first asked for, refused in one line, and guarded."""

from __future__ import annotations

from collections.abc import Callable, Collection
from copy import copy
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

from puzzles.errors import PuzzleError
from puzzles.family import Family
from puzzles.parameters import ParameterError
from puzzles.text.quoting import one_line

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

Added = TypeVar("Added")

FAMILIES = "mcs_tui.families"
"""The group of families: name = module with FAMILY, or `module:attribute`."""

METHODS = tuple(name for name, one in vars(Family).items() if callable(one) and not name.startswith("_"))


providers: dict[str, tuple[str, str]] = {}
"""The distribution and its version that has added what is called so: a family or a search."""
refused: list[str] = []
"""A line for each entry point that was asked for and can't be used."""


def added(group: str, accept: Callable[[str, Any], Added], taken: Collection[str]) -> dict[str, Added]:
    """What `accept` makes of the group's entry points, by name; it gets the name and the loaded object.

    Names that are taken, and whatever raises an exception, are refused instead.
    """
    from importlib.metadata import entry_points  # takes longer to import than all else here

    found: dict[str, Added] = {}
    for point in sorted(entry_points(group=group), key=lambda one: (one.name, one.value)):
        if point.name in taken or point.name in found:
            refused.append(f"{point.name} of {_distribution(point)} is left out: the name is taken")
            continue
        try:
            found[point.name] = accept(point.name, point.load())
            if point.dist is not None:
                providers[point.name] = point.dist.name, point.dist.version
        except Exception as error:  # whatever a module of other people does on import
            refused.append(f"{point.name} of {_distribution(point)} is left out: {in_one_line(error)}")
    return found


def versions_of(*names: str) -> dict[str, str]:
    """The versions of the distributions that have added these families and searches; empty for our own."""
    return dict(providers[name] for name in names if name in providers)


def family_of(name: str, loaded: object) -> Family:
    """The family that a module, or an object in it, is; ValueError if it is not a family or has another name."""
    found = getattr(loaded, "FAMILY", None) if isinstance(loaded, ModuleType) else loaded
    if not isinstance(found, Family):
        raise ValueError("it has no FAMILY, an object of a subclass of puzzles.family.Family")
    if found.name != name:
        raise ValueError(f"its family is called {found.name!r}")
    return guarded(found)


def guarded(family: Family) -> Family:
    """The family, with methods that raise nothing but PuzzleError and ParameterError; `recognise` is then 0."""
    methods = {name: _guard(getattr(type(family), name), family.name) for name in METHODS}
    kind = type(f"Guarded{type(family).__name__}", (type(family),), methods)
    other = copy(family)
    object.__setattr__(other, "__class__", kind)
    return other


def in_one_line(error: BaseException) -> str:
    """The exception's kind and the first line of what it says."""
    message = one_line(str(error).strip().partition("\n")[0])
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def _guard(method: Callable[..., Any], family: str) -> Callable[..., Any]:
    def call(*arguments: Any, **named: Any) -> Any:
        try:
            return method(*arguments, **named)
        except (PuzzleError, ParameterError):
            raise
        except Exception as error:
            if method.__name__ == "recognise":
                return 0.0
            found = f"the family {family} fails in {method.__name__}: {in_one_line(error)}"
            raise PuzzleError(found) from error

    return call


def _distribution(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else point.value
