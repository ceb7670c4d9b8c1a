"""`mcs-tui algorithms` and `mcs-tui formats`: what the registries of searches and families have."""

from __future__ import annotations

from typing import Any

import click

from puzzles.family import Family, TextFormat
from puzzles.parameters import Parameter, Value
from puzzles.registry import families, get_family
from solvers import registry
from solvers.registry import RENAMED, Algorithm, algorithms_for, parameters_of
from tui.commands.names import FamilyName
from tui.commands.options import as_json, described, shown
from tui.commands.terminal import columns, emit, emit_json


@click.command(short_help="List the search algorithms and their parameters.")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--json", "as_lines", is_flag=True, help="One JSON array of algorithms.")
def algorithms(names: tuple[str, ...], as_lines: bool) -> None:
    """List the search algorithms, the families that each can search, its parameters, ranges and defaults."""
    known = {one.name: one for one in registry.algorithms()}
    asked = [RENAMED.get(name, name) for name in names]
    for name in asked:
        if name not in known:
            raise click.UsageError(f"no algorithm {name!r}; expected one of: {', '.join(known)}")
    chosen = [known[name] for name in asked] or list(known.values())
    if as_lines:
        emit_json([_json(one) for one in chosen])
    else:
        emit("\n\n".join(_text(one) for one in chosen))


def _json(one: Algorithm) -> dict[str, Any]:
    return {
        "name": one.name,
        "title": one.title,
        "explanation": one.explanation,
        "unit": one.unit,
        "uses_prior": one.uses_prior,
        "learns": one.learns,
        "proves": one.exact,
        "source": one.source,
        "families": [family.name for family in _searched(one)],
        "default_of": [family.name for family in _searched(one) if family.default_algorithm == one.name],
        "parameters": [
            as_json(parameter) | {"family_defaults": _usual(one, parameter)} for parameter in one.parameters
        ],
        "family_parameters": {
            family.name: [as_json(own) for own in _settings(one, family)]
            for family in _searched(one)
            if _settings(one, family)
        },
    }


def _text(one: Algorithm) -> str:
    prior = "uses a prior if the family has one" if one.uses_prior else "uses no prior"
    proof = "; can prove that there is no solution, or none better" if one.exact else ""
    lines = [
        f"{one.name} - {one.title}",
        f"  {one.explanation}",
        f"  --playouts counts {one.unit}; {prior}{proof}",
        f"  searches {_names(one)}",
    ]
    if one.source:
        lines.append(f"  source: {one.source}")
    lines += [f"  --set {described(parameter)}{_differences(one, parameter)}" for parameter in one.parameters]
    lines += [
        f"  --set {described(own)}; {family.name} alone" for family in _searched(one) for own in _settings(one, family)
    ]
    return "\n".join(lines)


def _searched(one: Algorithm) -> tuple[Family, ...]:
    return tuple(family for family in families() if one in algorithms_for(family))


def _settings(one: Algorithm, family: Family) -> tuple[Parameter, ...]:
    """The settings of the family's puzzles and rules, which every search takes; with its defaults for this one."""
    rules = parameters_of(one, family)[len(one.parameters) :]
    return (*family.puzzle_parameters, *rules)


def _usual(one: Algorithm, parameter: Parameter) -> dict[str, Value]:
    """The families' own defaults of the parameter, where they differ."""
    usual = {family.name: family.algorithm_defaults.get(one.name, {}).get(parameter.name) for family in _searched(one)}
    return {name: value for name, value in usual.items() if value not in (None, parameter.default)}


def _differences(one: Algorithm, parameter: Parameter) -> str:
    return "".join(f"; {name}: {shown(value)}" for name, value in _usual(one, parameter).items())


def _names(one: Algorithm) -> str:
    """The families in words, such as `latin (by default), kakuro`."""
    return ", ".join(
        f"{family.name} (by default)" if family.default_algorithm == one.name else family.name
        for family in _searched(one)
    )


@click.command(short_help="List the text formats.")
@click.option("--family", "family_name", type=FamilyName(), help="Only this family's.")
@click.option("--json", "as_json", is_flag=True, help="One JSON array of formats.")
def formats(family_name: str | None, as_json: bool) -> None:
    """List the text formats that are read, and those that are written too."""
    owners = families() if family_name is None else (get_family(family_name),)
    if as_json:
        emit_json(
            [
                {
                    "family": family.name,
                    "name": one.name,
                    "explanation": one.explanation,
                    "writes": one.writes,
                    "reads": one.reads,
                    "suffix": one.suffix,
                }
                for family in owners
                for one in family.formats
            ]
        )
        return
    rows = [("FAMILY", "FORMAT", "USE", "SUFFIX", "EXPLANATION")]
    rows += [
        (family.name, one.name, _use(one), one.suffix, one.explanation) for family in owners for one in family.formats
    ]
    emit(columns(rows))


def _use(one: TextFormat) -> str:
    return ", ".join(word for word, wanted in (("read", one.reads), ("write", one.writes)) if wanted)
