"""`mcs-tui formats`: the text formats of each family, read from the families."""

from __future__ import annotations

import click

from puzzles.family import TextFormat
from puzzles.registry import families, get_family
from tui.commands.choices import FamilyName
from tui.commands.terminal import columns, emit, emit_json


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
