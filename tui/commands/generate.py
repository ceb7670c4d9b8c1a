"""`mcs-tui generate`: one subcommand a family, its options built from the family's generator parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from puzzles.family import Family
from puzzles.parameters import Value
from puzzles.registry import families_that_generate, get_family, is_family
from tui.commands.following import Progress, finish
from tui.commands.options import WholeNumber, friendly_options, friendly_values, parse_settings, settings_checked
from tui.commands.report import board_json, failure
from tui.commands.root import Commands
from tui.commands.terminal import Broken, Exit, Refused, emit, emit_json, note
from tui.commands.writing import (
    check_holds_puzzle,
    check_writable,
    choose_format,
    format_of,
    known_format,
    needs_file,
    numbered,
    write_file,
)
from tui.words.printing import encoded, formats_of

if TYPE_CHECKING:
    from solvers.runs.events import Generated
    from solvers.runs.view import RunView

MOST = 1_000_000


Taker = Callable[["Generated"], bool]
"""Gets each generated puzzle as it comes; False: no more are wanted."""


class Families(Commands):
    """A group with one command a family, each made when it is used."""

    noun = "family"

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the families that have a generator."""
        return [one.name for one in families_that_generate()]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return command_of(get_family(cmd_name)) if cmd_name in self.list_commands(ctx) else None

    def unknown(self, name: str) -> str:
        return f"{name} has no generator" if is_family(name) else super().unknown(name)


@click.group(cls=Families, subcommand_metavar="FAMILY [OPTIONS]", short_help="Generate puzzles of a family.")
def generate() -> None:
    """Generate puzzles of a family; `generate FAMILY --help` shows its parameters."""


def command_of(family: Family) -> click.Command:
    """The command that generates puzzles of one family."""
    own = [
        click.Option(["--count"], type=WholeNumber(1, MOST), default=1, show_default=True, help="How many."),
        click.Option(["--seed"], type=WholeNumber(0), default=1, show_default=True, help="Random seed."),
        click.Option(["--set", "settings"], multiple=True, metavar="NAME=VALUE", help="A parameter by its name."),
        click.Option(["--format", "format_name"], metavar="NAME", help="Text format (see `mcs-tui formats`)."),
        click.Option(
            ["--output"],
            type=click.Path(path_type=Path),
            help="Write to a file; of several, each to its own, numbered.",
        ),
        click.Option(["--json", "as_json"], is_flag=True, help="One JSON object a puzzle, one a line."),
        click.Option(["-q", "--quiet"], is_flag=True, help="No progress and no notes on stderr."),
    ]
    if family.needed_generator().gives_solution:
        explanation = "Write the solution too (to NAME.solution.SUFFIX)."
        own.insert(-2, click.Option(["--solution"], is_flag=True, help=explanation))
    taken = {"count", "seed", "set", "format", "output", "solution", "json", "quiet", "help"}

    def callback(**options: Any) -> int:
        return _generate(family, options)

    return click.Command(
        family.name,
        callback=callback,
        params=[*friendly_options(family.needed_generator().parameters, taken), *own],
        help=f"Generate puzzles of the family {family.title}.",
        short_help=family.title,
    )


@dataclass(slots=True)
class Writer:
    """Writes each puzzle as it comes."""

    family: Family
    format: str | None
    output: Path | None
    solution: bool
    json: bool
    count: int
    quiet: bool
    done: int = 0

    def take(self, made: Generated) -> bool:
        """True if more are wanted. Broken if the checker refuses the solution."""
        puzzle = self.family.from_json(made.puzzle)
        if not self.family.passes(self.family.judge(puzzle, made.solution)):
            raise Broken("a generated puzzle did not pass the checker")
        name = choose_format(puzzle, self.format, self.output)
        contents = [encoded(self.family, puzzle, name, [])]
        if self.solution:
            contents.append(encoded(self.family, puzzle, name, [made.solution]))
        if made.note and not self.json:
            note(made.note, quiet=self.quiet)
        self.done += 1
        if self.output is not None:
            path = numbered(self.output, self.done, self.count)
            for content, place in zip(contents, (path, path.with_suffix(f".solution{path.suffix}")), strict=False):
                write_file(place, content)
        if self.json:
            solution = board_json(self.family, puzzle, "solution", made.solution if self.solution else None)
            return emit_json({"puzzle": made.puzzle, "title": puzzle.title, "note": made.note, **solution})
        if self.output is not None:
            return True
        texts = [content.decode() for content in contents]
        return emit("\n".join([*([""] if self.done > 1 else []), *texts]))


def _generate(family: Family, options: dict[str, Any]) -> int:
    generator = family.needed_generator()
    given = parse_settings(options["settings"]) | friendly_values(generator.parameters, options)
    with settings_checked():
        parameters = generator.resolve(given, f"the generator of {family.name}")
    output: Path | None = options["output"]
    if output is not None:
        check_writable(output)
    name = None if options["format_name"] is None else known_format(family, options["format_name"])
    wanted = name or format_of(family, [one for one in formats_of(family) if one.writes], output)
    if wanted:
        needs_file(wanted, output)
        check_holds_puzzle(family, wanted)
    quiet = options["quiet"]
    writer = Writer(family, name, output, options.get("solution", False), options["as_json"], options["count"], quiet)
    with Progress(quiet=quiet) as progress:
        code = generate_puzzles(family, parameters, options["count"], options["seed"], writer.take, progress)
    if output is not None and writer.done:
        first, last = numbered(output, 1, writer.count), numbered(output, writer.done, writer.count)
        note(f"wrote {first}" if first == last else f"wrote {first} to {last.name}", quiet=quiet)
    return code


def generate_puzzles(
    family: Family, parameters: Mapping[str, Value], count: int, seed: int, take: Taker, progress: Progress
) -> int:
    """The exit code; `take` has got each of `count` puzzles as soon as it was made.

    Refused if there is no puzzle of such parameters; Broken if the worker fails.
    """
    from solvers.runs.spec import GenerateSpec

    taken = 0
    wanted = True

    def seen(view: RunView) -> bool:
        nonlocal taken, wanted
        while wanted and taken < len(view.generated):
            wanted = take(view.generated[taken])
            taken += 1
        return wanted

    spec = GenerateSpec(
        family=family.name,
        title=f"generating {count} of {family.title}",
        parameters=dict(parameters),
        count=count,
        seed=seed,
    )
    view, interrupted = finish(spec, progress, seen)
    if interrupted:
        return interrupted
    if view.wrong_input:
        raise Refused(view.message)
    if view.status in ("failed", "interrupted"):
        raise Broken(failure(view))
    return Exit.OK
