"""`mcs-tui compare`: what two boards or games of one family have in common."""

from __future__ import annotations

import click

from puzzles.errors import PuzzleError
from puzzles.family import Family
from puzzles.registry import families, get_family
from tui.commands.exits import OK, Refused, note
from tui.commands.search_options import family_option
from tui.commands.terminal import emit, emit_json
from tui.inputs import is_stdin, read_puzzle, shown_name


@click.command(short_help="Compare two games.")
@click.argument("file", metavar="FILE|-")
@click.argument("other", metavar="FILE|-")
@family_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object, with the indices of the shared moves in each.")
@click.option("-q", "--quiet", is_flag=True, help="No notes on stderr.")
def compare(file: str, other: str, family_name: str | None, as_json: bool, quiet: bool) -> int:
    """Compare two games: what they have in common, the puzzle's symmetries taken into account.

    Each FILE is a path, standard input (-) or a bundled example (example:NAME). Both are of one family that compares
    its games, such as morpion.
    """
    if is_stdin(file) and is_stdin(other):
        raise click.UsageError("only one of the two can be standard input")
    one, two = read_puzzle(file, family_name), read_puzzle(other, family_name)
    if one.family != two.family:
        what = f"{shown_name(file)} is of the family {one.family}, {shown_name(other)} of {two.family}"
        raise Refused(f"{what}; expected two of one family")
    family = get_family(one.family)
    try:
        found = family.compare(one, family.start_board(one), two, family.start_board(two))
    except PuzzleError as error:
        raise error.within(f"{shown_name(file)} and {shown_name(other)}") from None
    if found is None:
        able = ", ".join(one.name for one in families() if type(one).compare is not Family.compare)
        raise Refused(f"{family.name} does not compare its boards; expected two of: {able}")
    for name, puzzle in ((file, one), (other, two)):
        if puzzle.note:
            note(f"{shown_name(name)}: {puzzle.note}", quiet=quiet)
    if as_json:
        emit_json(
            {
                "files": [file, other],
                "family": family.name,
                "titles": [one.title, two.title],
                "words": list(found.words),
                "shared": sorted(found.shared),
                "other_shared": sorted(found.other_shared),
            }
        )
    else:
        emit("\n".join(found.words))
    return OK
