"""docs/commands.md and the real command line say the same."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import click
import pytest

from puzzles import registry
from solvers.bench.__main__ import EXPERIMENTS, OWN_OPTIONS
from tui.commands import terminal
from tui.commands.root import COMMANDS, cli

PAGE = Path(__file__).resolve().parents[2] / "docs" / "commands.md"
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")


def sections() -> dict[str, str]:
    """Each command's part of the page; `mcs-tui` is the root's."""
    parts = re.split(r"^## (.+)$", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def options(command: click.Command, *, below: bool = True) -> set[str]:
    """All long options of the command and (if `below`) of its subcommands, without --help."""
    found = {name for one in command.params for name in one.opts if name.startswith("--")}
    if below and isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            sub = command.get_command(context, name)
            assert sub is not None
            found |= options(sub)
    return found - {"--help"}


def own_options(benchmark: str) -> set[str]:
    """The long options of a benchmark, without --help."""
    parser = argparse.ArgumentParser(add_help=False)
    OWN_OPTIONS[benchmark](parser)
    return {name for action in parser._actions for name in action.option_strings}


def test_the_page_has_a_section_for_each_command_in_the_same_order() -> None:
    assert list(sections()) == ["mcs-tui", *COMMANDS]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_on_the_page_and_real(name: str) -> None:
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    real = options(command)
    named = set(OPTION.findall(sections()[name])) - {"--help"}
    if name == "bench":  # a benchmark's options are its own; those of experiments have a part of the page for them
        printed = sections()[name].partition("### Benchmarks that are experiments")[2]
        named = set(OPTION.findall(printed))
        real = set.union(*map(own_options, EXPERIMENTS))
    assert named <= real
    if name == "generate":  # its page names only examples of what the families' registries tell
        parameters = {one.name for family in registry.families_that_generate() for one in family.generator.parameters}
        real -= {f"--{parameter.replace('_', '-')}" for parameter in parameters} - named
    assert real <= named


def test_the_root_options_are_on_the_page() -> None:
    named = set(OPTION.findall(sections()["mcs-tui"]))
    assert named == options(cli, below=False)


def test_the_exit_codes_are_on_the_page() -> None:
    printed = {int(code) for code in re.findall(r"^\| (\d+) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)}
    assert printed == set(terminal.Exit)
