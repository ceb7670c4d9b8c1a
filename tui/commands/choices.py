"""Names on the command line that registries know: looked up when a command is used, not when it is declared."""

from __future__ import annotations

from typing import Any

import click

from puzzles import registry
from solvers.registry import RENAMED, algorithms


class FamilyName(click.Choice[str]):
    """The name of a family."""

    def __init__(self) -> None:
        self.case_sensitive = True

    @property
    def choices(self) -> tuple[str, ...]:  # type: ignore[override]
        """All families there are."""
        return registry.names()


class AlgorithmName(click.Choice[str]):
    """The name of an algorithm; an earlier name is read as today's."""

    def __init__(self) -> None:
        self.case_sensitive = True

    @property
    def choices(self) -> tuple[str, ...]:  # type: ignore[override]
        """All algorithms there are."""
        return tuple(one.name for one in algorithms())

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Today's name; click's error for what is no algorithm."""
        return super().convert(RENAMED.get(value, value), param, ctx)


class ModeName(click.Choice[str]):
    """The name of a mode that some family has."""

    def __init__(self) -> None:
        self.case_sensitive = True

    @property
    def choices(self) -> tuple[str, ...]:  # type: ignore[override]
        """The modes of all families, in alphabetical order."""
        return tuple(sorted({mode for family in registry.families() for mode in family.rules.modes}))
