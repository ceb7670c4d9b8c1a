"""What users can name: commands and options, formats, algorithms, settings, priors, examples, variables.

    python tests/released/inventory.py CHECKOUT              prints the inventory of a checkout as JSON
    python tests/released/inventory.py CHECKOUT BEFORE.json  prints what BEFORE.json has and the checkout lacks

The second ends with exit code 1 if something is missing. inventory.json is the released program's.
"""

from __future__ import annotations

import importlib
import json
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

Inventory = dict[str, list[str]]

RENAMED = {"algorithms": {"strong": "annealing"}}
"""By part: first words of the released program's names, and what they are now."""


def inventory(known: Mapping[str, list[str]] | None = None) -> Inventory:
    """The names by part, sorted; the program is imported from sys.path.

    `known`, another inventory, has commands that may be hidden now; they are asked for.
    """
    return {name: sorted(set(found)) for name, found in _parts(known or {})}


def missing(before: Mapping[str, list[str]], after: Mapping[str, list[str]]) -> Inventory:
    """What `before` has, under its name or a new one, and `after` lacks, by part; empty if nothing is lost."""
    lost = {
        part: [name for name in names if name not in after.get(part, []) and renamed(part, name) not in after[part]]
        for part, names in before.items()
    }
    return {part: names for part, names in lost.items() if names}


def renamed(part: str, name: str) -> str:
    """The name that it has now."""
    word, *rest = name.split(" ")
    return " ".join([RENAMED.get(part, {}).get(word, word), *rest])


def _parts(known: Mapping[str, list[str]]) -> Iterator[tuple[str, list[str]]]:
    yield "commands", list(_commands(known.get("commands", [])))
    printed = json.loads(_printed("formats", "--json"))
    uses = [(one, use) for one in printed for use in ("reads", "writes") if one[use]]
    yield "formats", [f"{one['family']} {one['name']} {one['suffix']} {use}" for one, use in uses]
    yield "algorithms", list(_algorithms(json.loads(_printed("algorithms", "--json"))))
    yield "priors", [one["name"] for one in json.loads(_printed("priors", "--json"))]
    yield "prior kinds", [f"{family.name} {kind.name}" for family in _families() for kind in _kinds(family)]
    yield "examples", [f"{family.name} {one.name}" for family in _families() for one in family.examples]
    yield "datasets", [file["name"] for one in json.loads(_printed("data", "--json")) for file in one["files"]]
    yield "variables", list(_variables())
    yield "exit codes", re.findall(r"\b\d+ [a-z]+", str(importlib.import_module("tui.commands.root").cli.epilog))


def _commands(known: list[str]) -> Iterator[str]:
    """Each command with each option as it can be written, and the words of options that have a choice of them.

    Of commands and words that help does not list, those in `known` that are accepted all the same.
    """
    import click

    root = importlib.import_module("tui.commands.root").cli

    def choices(option: click.Parameter, start: str, context: click.Context) -> Iterator[str]:
        if isinstance(option.type, click.Choice):
            yield from option.type.choices
            for choice in (name.removeprefix(start) for name in known if name.startswith(start)):
                with suppress(click.BadParameter):
                    option.type.convert(choice, option, context)
                    yield choice

    def walk(command: click.Command, path: tuple[str, ...], context: click.Context | None) -> Iterator[str]:
        own = click.Context(command, parent=context, info_name=path[-1] if path else "mcs-tui")
        place = " ".join(path) or "mcs-tui"
        yield place
        for parameter in command.get_params(own):
            words = (
                (*parameter.opts, *parameter.secondary_opts) if isinstance(parameter, click.Option) else ("ARGUMENT",)
            )
            for word in words:
                yield f"{place} {word}"
                yield from (f"{place} {word} {choice}" for choice in choices(parameter, f"{place} {word} ", own))
        if isinstance(command, click.Group):
            before = [name.split(" ") for name in known]
            hidden = [name[len(path)] for name in before if tuple(name[: len(path)]) == path and len(name) > len(path)]
            for name in dict.fromkeys((*command.list_commands(own), *hidden)):
                found = command.get_command(own, name) if not name.startswith("-") and name.islower() else None
                if found is not None:
                    yield from walk(found, (*path, name), own)

    yield from walk(root, (), None)


def _algorithms(printed: list[dict[str, Any]]) -> Iterator[str]:
    """Each algorithm with its families and its parameters with their choices."""
    for one in printed:
        yield one["name"]
        yield from (f"{one['name']} searches {family}" for family in one["families"])
        yield from (f"{one['name']} by default {family}" for family in one["default_of"])
        parameters = [(parameter, "") for parameter in one["parameters"]]
        parameters += [(each, f" {family}") for family, own in one["family_parameters"].items() for each in own]
        for parameter, family in parameters:
            yield f"{one['name']} --set{family} {parameter['name']}"
            yield from (f"{one['name']} --set{family} {parameter['name']}={choice}" for choice in parameter["choices"])


def _families() -> tuple[Any, ...]:
    found: tuple[Any, ...] = importlib.import_module("puzzles.registry").families()
    return found


def _kinds(family: Any) -> tuple[Any, ...]:
    """The family's kinds of priors; the released program has them as `prior_kinds`."""
    found: tuple[Any, ...] = family.prior_kinds if hasattr(family, "prior_kinds") else family.priors.kinds
    return found


def _variables() -> Iterator[str]:
    """The environment variables that the sources name."""
    for package in ("puzzles", "priors", "solvers", "tui"):
        home = Path(str(importlib.import_module(package).__file__)).parent
        for path in home.rglob("*.py"):
            yield from re.findall(r'"(MCS_TUI_[A-Z]+|NO_COLOR)"', path.read_text(encoding="utf-8"))


def _printed(*words: str) -> str:
    from click.testing import CliRunner

    root = importlib.import_module("tui.commands.root").cli
    done = CliRunner().invoke(root, list(words), prog_name="mcs-tui")
    if done.exit_code:
        sys.exit(f"mcs-tui {' '.join(words)}: exit code {done.exit_code}\n{done.stderr}")
    return done.stdout


def main(checkout: str, before: str = "") -> int:
    """The exit code, having printed the inventory, or what is missing in it."""
    sys.path.insert(0, checkout)
    known = json.loads(Path(before).read_text(encoding="utf-8")) if before else None
    found = inventory(known)
    print(json.dumps(missing(known, found) if known is not None else found, indent=1))
    return int(bool(known and missing(known, found)))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
