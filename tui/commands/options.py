"""Types of options, and settings: `--set name=value`, options built from a registry, and their explanations."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

import click

from puzzles.parameters import Parameter, ParameterError, Value


class Number(click.FloatRange):
    """A finite number from `low` (not itself, with `above`) to `high`, of `unit`."""

    def __init__(self, low: float, high: float | None = None, *, above: bool = False, unit: str = "") -> None:
        super().__init__(low, high, min_open=above)
        least = f"above {low:g}" if above else f"of {low:g}"
        most = "" if above else " or more"
        if high is not None:
            most = f", at most {high:g}" if above else f" to {high:g}"
        self._expected = f"a number{' of ' if unit else ''}{unit} {least}{most}"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number; a usage error for anything else, for NaN, and for a number out of range."""
        try:
            number = float(super().convert(value, param, ctx))
        except click.BadParameter:
            number = math.nan
        if not math.isfinite(number):
            self.fail(f"{value}; expected {self._expected}", param, ctx)
        return number


class WholeNumber(click.IntRange):
    """A whole number from `low` to `high`; without `high` as large as 64 bits hold."""

    def __init__(self, low: int, high: int | None = None) -> None:
        super().__init__(low, 2**63 - 1 if high is None else high)
        self._expected = f"a whole number of {low} or more" if high is None else f"a whole number of {low} to {high:,}"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number; a usage error for anything else, and for a number out of range."""
        try:
            return int(super().convert(value, param, ctx))
        except click.BadParameter:
            self.fail(f"{value}; expected {self._expected}", param, ctx)


class Seconds(Number):
    """A number of seconds above 0 (or, with `zero`, 0 too)."""

    name = "seconds"

    def __init__(self, *, zero: bool = False) -> None:
        super().__init__(0, above=not zero, unit="seconds")


Command = TypeVar("Command", bound=Callable[..., Any])


def together(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """One decorator in place of several, written in their order."""

    def decorated(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorated


def parse_settings(settings: Iterable[str]) -> dict[str, Value]:
    """The settings `name=value` as a mapping, values still text; UsageError for one without a name or `=`."""
    given: dict[str, Value] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals or not name.strip():
            raise click.UsageError(f"--set {setting!r}; expected name=value, such as level=3")
        if name.strip() in given:
            what = f"--set {name.strip()} is there twice; expected once, commas between several values"
            raise click.UsageError(what)
        given[name.strip()] = value.strip()
    return given


@contextmanager
def settings_checked() -> Iterator[None]:
    """UsageError, which names the command, in place of a ParameterError."""
    try:
        yield
    except ParameterError as error:
        raise click.UsageError(str(error)) from None


def friendly_options(parameters: Iterable[Parameter], taken: Collection[str]) -> list[click.Option]:
    """One option for each parameter, `--name`; those in `taken` can only be given by --set."""
    options = []
    for one in parameters:
        if one.name not in taken:
            shows_range = one.choices or one.kind is bool  # in its placeholder
            explained = one.explanation if shows_range else f"{one.explanation} ({one.range_text})"
            names = [f"--{one.name.replace('_', '-')}", _destination(one)]
            words = f"{explained} [default: {shown(one.default)}]"
            options.append(click.Option(names, metavar=_metavar(one), help=words))
    return options


def friendly_values(parameters: Iterable[Parameter], options: Mapping[str, Any]) -> dict[str, Value]:
    """The parameters given by their friendly options, values still text."""
    found = {parameter.name: options.get(_destination(parameter)) for parameter in parameters}
    return {name: value for name, value in found.items() if value is not None}


def described(parameter: Parameter) -> str:
    """One line: name, default, range and explanation."""
    return f"{parameter.name}={shown(parameter.default)}  {parameter.explanation} ({parameter.range_text})"


def as_json(parameter: Parameter) -> dict[str, Any]:
    """The parameter as plain JSON values."""
    return {
        "name": parameter.name,
        "kind": parameter.kind.__name__,
        "default": parameter.default,
        "minimum": parameter.minimum,
        "maximum": parameter.maximum,
        "choices": list(parameter.choices),
        "explanation": parameter.explanation,
        "about": parameter.about,
    }


def shown(value: Value) -> str:
    """The value as a user would type it."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def _destination(parameter: Parameter) -> str:
    return f"parameter_{parameter.name}"


def _metavar(parameter: Parameter) -> str:
    if parameter.choices:
        return "|".join(parameter.choices)
    return {int: "N", float: "X", bool: "on|off"}.get(parameter.kind, "TEXT")
