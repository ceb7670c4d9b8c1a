"""`mcs-tui algorithms`, `formats` and `config`: what the registries of searches and families have, and what is set."""

from __future__ import annotations

import textwrap
from typing import Any

import click

from puzzles.family import Family
from puzzles.parameters import Parameter, Value
from puzzles.registry import families, get_family
from solvers import registry
from solvers.registry import RENAMED, Algorithm, offered_for, parameters_of, why_not
from tui.commands.names import FAMILY
from tui.commands.options import as_json, described, shown
from tui.commands.terminal import Exit, columns, complain, emit, emit_json
from tui.kept.settings import Fault, as_text, read_settings, settings_path
from tui.words.printing import formats_of


@click.command(short_help="List the search algorithms and their parameters.")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--json", "as_lines", is_flag=True, help="One JSON array of algorithms.")
def algorithms(names: tuple[str, ...], as_lines: bool) -> None:
    """List the search algorithms, the families that each can search, its parameters, ranges and defaults."""
    known = {one.name: one for one in registry.offered()}
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
    searched = _searched(one)
    own = {family.name: [as_json(setting) for setting in _settings(one, family)] for family in searched}
    return {
        **{key: getattr(one, key) for key in ("name", "title", "explanation", "unit", "uses_prior", "learns")},
        "proves": one.exact,
        "source": one.source,
        "families": [family.name for family in searched],
        "why_not": {family.name: reason for family in families() if (reason := why_not(one, family))},
        "default_of": [family.name for family in searched if family.default_algorithm == one.name],
        "parameters": [
            as_json(parameter) | {"family_defaults": _family_defaults(one, parameter)} for parameter in one.parameters
        ],
        "family_parameters": {name: settings for name, settings in own.items() if settings},
    }


def _text(one: Algorithm) -> str:
    prior = "uses a prior if the family has one" if one.uses_prior else "uses no prior"
    proof = "; can prove that there is no solution, or none better" if one.exact else ""
    searched = _searched(one)
    able = [family.name + " (by default)" * (family.default_algorithm == one.name) for family in searched]
    counted = "another program, of the extra `peers`" if one.peer else f"--playouts counts {one.unit}; {prior}"
    lines = [
        f"{one.name} - {one.title}",
        f"  {one.explanation}",
        f"  {counted}{proof}",
        f"  searches {', '.join(able)}",
    ]
    lines += [f"  not {family.name}: {reason}" for family in families() if (reason := why_not(one, family))]
    if one.source:
        lines.append(f"  source: {one.source}")
    for parameter in one.parameters:
        others = "".join(f"; {name}: {shown(value)}" for name, value in _family_defaults(one, parameter).items())
        lines.append(f"  --set {described(parameter)}{others}")
        lines += textwrap.wrap(parameter.about, 110, initial_indent=" " * 8, subsequent_indent=" " * 8)
    for family in searched:
        lines += [f"  --set {described(own)}; only for {family.name}" for own in _settings(one, family)]
    return "\n".join(lines)


def _searched(one: Algorithm) -> tuple[Family, ...]:
    return tuple(family for family in families() if one in offered_for(family))


def _settings(one: Algorithm, family: Family) -> tuple[Parameter, ...]:
    """The settings of the family's puzzles and rules, which every search takes; with its defaults for this one."""
    rules = parameters_of(one, family)[len(one.parameters) :]
    return (*family.puzzle_parameters, *rules)


def _family_defaults(one: Algorithm, parameter: Parameter) -> dict[str, Value]:
    own = {family.name: family.algorithm_defaults.get(one.name, {}).get(parameter.name) for family in _searched(one)}
    return {name: value for name, value in own.items() if value not in (None, parameter.default)}


@click.command(short_help="List the text formats.")
@click.option("--family", "family_name", type=FAMILY, help="Only this family's.")
@click.option("--json", "as_json", is_flag=True, help="One JSON array of formats.")
def formats(family_name: str | None, as_json: bool) -> None:
    """List the text formats that are read, and those that are written too."""
    listed = families() if family_name is None else (get_family(family_name),)
    both = [(family, one) for family in listed for one in formats_of(family)]
    if as_json:
        keys = ("name", "explanation", "writes", "reads", "suffix")
        emit_json([{"family": family.name, **{key: getattr(one, key) for key in keys}} for family, one in both])
        return
    rows = [("FAMILY", "FORMAT", "USE", "SUFFIX", "EXPLANATION")]
    for family, one in both:
        use = ", ".join(word for word, wanted in (("read", one.reads), ("write", one.writes)) if wanted)
        rows.append((family.name, one.name, use, one.suffix, one.explanation))
    emit(columns(rows))


@click.command(short_help="Print the app's settings, or examine their file.")
@click.option("--check", is_flag=True, help="Only say what is wrong with the file; exit code 2 if anything is.")
@click.option("--path", is_flag=True, help="Only print where the file is, or would be.")
@click.option("--keys", is_flag=True, help="Only list the names of all actions with their keys, for [keys].")
@click.option("--json", "as_json", is_flag=True, help="One JSON object: the file, what it sets, what is wrong.")
@click.pass_context
def config(ctx: click.Context, check: bool, path: bool, keys: bool, as_json: bool) -> int:
    """Print all settings of the app, as a settings file with explanations: what is not set stands behind a #.

    The file is the one of --config (`mcs-tui --config FILE config`), of MCS_TUI_CONFIG, or settings.toml in your folder
    of configurations. Command-line options win over it. To begin one: mcs-tui config > "$(mcs-tui config --path)"
    """
    given = ctx.find_root().params.get("config")
    if path:
        emit(str(settings_path(given)))
        return Exit.OK
    from tui.keys.keymap import key_faults, listed

    if keys:
        emit("\n".join(listed()))
        return Exit.OK
    settings = read_settings(given)
    faults = [*settings.faults, *(Fault(0, words) for words in key_faults(settings.keys))]
    if as_json:
        values = {section or "app": dict(found) for section, found in settings.values.items()}
        found = [{"line": one.line, "what": one.what} for one in faults]
        emit_json({"path": str(settings.path), "values": values, "keys": dict(settings.keys), "faults": found})
    elif not check:
        emit(as_text(settings).rstrip("\n"))
    elif not faults:
        emit(f"{settings.path}: all is well" if settings.path.is_file() else f"{settings.path}: there is no such file")
    if not as_json:
        for one in faults:
            complain(one.words(settings.path))
    return Exit.BAD_INPUT if faults else Exit.OK
