"""Settings on the command line: `--set name=value`, friendly options built from a registry, and their explanations."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import click

from puzzles.parameters import Parameter, ParameterError, Value


def parse_settings(settings: Iterable[str]) -> dict[str, Value]:
    """The settings `name=value` as a mapping, values still text; UsageError for one without a name or `=`."""
    given: dict[str, Value] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals or not name.strip():
            raise click.UsageError(f"--set {setting!r}; expected name=value, such as level=3")
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
    return [
        click.Option(
            [f"--{parameter.name.replace('_', '-')}", _destination(parameter)],
            metavar=_metavar(parameter),
            help=f"{parameter.explanation}{_range(parameter)} [default: {shown(parameter.default)}]",
        )
        for parameter in parameters
        if parameter.name not in taken
    ]


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
    }


def shown(value: Value) -> str:
    """The value as a user would type it."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def _destination(parameter: Parameter) -> str:
    return f"parameter_{parameter.name}"


def _range(parameter: Parameter) -> str:
    """The range in brackets, where the option's placeholder does not show it already."""
    return "" if parameter.choices or parameter.kind is bool else f" ({parameter.range_text})"


def _metavar(parameter: Parameter) -> str:
    if parameter.choices:
        return "|".join(parameter.choices)
    return {int: "N", float: "X", bool: "on|off"}.get(parameter.kind, "TEXT")
