"""The root command: opens the app when it stands alone, and finds the other commands, each imported when used."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import click

from tui.commands.options import Number
from tui.commands.terminal import Refused, complain, dumb, guarded, plain_characters, prepare_streams
from tui.kept.options import FASTEST_FPS, SLOWEST_FPS, THEMES


class Commands(click.Group):
    """A group that names its commands where one of them is expected. `noun` is what they are called."""

    noun = "command"

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click's, but an unknown name is answered with the known ones."""
        known = self.list_commands(ctx)
        if args and not args[0].startswith("-") and args[0] not in known:
            raise click.UsageError(f"{self.unknown(args[0])}; expected one of: {', '.join(known)}", ctx)
        return super().resolve_command(ctx, args)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As click's, but where a command is missing the known ones are named in one line, not in a page of help."""
        if not (args or self.invoke_without_command or ctx.resilient_parsing):
            known = ", ".join(self.list_commands(ctx))
            raise click.UsageError(f"no {self.noun} is named; expected one of: {known}", ctx)
        return super().parse_args(ctx, args)

    def unknown(self, name: str) -> str:
        """What is wrong with the name, in words."""
        return f"no {self.noun} stands before the file {name!r}" if os.path.isfile(name) else f"no {self.noun} {name!r}"


COMMANDS = {
    "solve": "tui.commands.solve:solve",
    "check": "tui.commands.check:check",
    "convert": "tui.commands.writing:convert",
    "print": "tui.commands.printing:print_puzzles",
    "compare": "tui.commands.check:compare",
    "generate": "tui.commands.generate:generate",
    "train": "tui.commands.priors:train",
    "priors": "tui.commands.priors:priors",
    "runs": "tui.commands.run_list:runs",
    "show": "tui.commands.runs:show",
    "watch": "tui.commands.runs:watch",
    "stop": "tui.commands.runs:stop",
    "pause": "tui.commands.runs:pause",
    "resume": "tui.commands.runs:resume",
    "serve": "tui.commands.serve:serve",
    "algorithms": "tui.commands.lists:algorithms",
    "formats": "tui.commands.lists:formats",
    "data": "tui.commands.data:data",
    "games": "tui.commands.games:games",
    "compile": "tui.commands.compile:compile_kernels",
    "config": "tui.commands.lists:config",
    "doctor": "tui.commands.doctor:doctor",
    "new-family": "tui.commands.new:new_family",
    "new-search": "tui.commands.new:new_search",
    "check-family": "tui.commands.compile:check_family",
    "bench": "tui.commands.compile:bench",
    "experiment": "tui.commands.experiment:experiment",
    "completion": "tui.commands.names:completion",
}
"""Name -> where it is. A new command is a function in a module of this folder and one line here."""

EARLIER_NAMES = {"warm": "compile"}
"""Names of earlier versions, which still work and are in no list."""


HELP = frozenset({"-h", "--help"})
BEGIN_AT_ONCE = frozenset({"solve", "generate", "resume"})
"""The commands that start a run: its worker process begins its imports beside the command's own."""


class Root(Commands):
    """The group of all commands; loads a command's module only when the command is used or listed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of COMMANDS: the most used ones first."""
        return list(COMMANDS)

    def unknown(self, name: str) -> str:
        opened = "; --open opens it in the app" if os.path.isfile(name) else ""
        return super().unknown(name) + opened

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        cmd_name = EARLIER_NAMES.get(cmd_name, cmd_name)
        if cmd_name not in COMMANDS:
            return None
        module, attribute = COMMANDS[cmd_name].split(":")
        found: click.Command = getattr(importlib.import_module(module), attribute)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As of all groups, by earlier names too; a command that starts a run has its worker started beside it."""
        args = [EARLIER_NAMES.get(one, one) if not at else one for at, one in enumerate(args)]
        if args and args[0] in BEGIN_AT_ONCE and not HELP.intersection(args):
            from solvers.runs.processes import IdleWorker

            ctx.obj = IdleWorker()
            ctx.call_on_close(ctx.obj.close)
            ctx.obj.start()
        return super().resolve_command(ctx, args)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> NoReturn:
        """Never returns: ends with the exit code, every error said in one line."""
        prepare_streams()
        code = guarded(lambda: super(Root, self).main(args, prog_name, complete_var, standalone_mode=False, **extra))
        for line in getattr(sys.modules.get("puzzles.foreign"), "refused", ()):  # an import would make --help slower
            complain(f"mcs-tui: {line}")
        sys.exit(code)


def _show_version(ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from priors.provenance import version

        click.echo(f"mcs-tui {version()}")
        ctx.exit()


@click.group(
    cls=Root,
    invoke_without_command=True,
    context_settings={"help_option_names": sorted(HELP), "max_content_width": 110},
    epilog="Exit codes: 0 solved or done (for puzzles with a score: a best board was found), 1 not solved within the "
    "budget (check: wrong or incomplete), 2 bad input, 3 proved unsolvable, 70 internal failure, 74 disk full, "
    "130 interrupted, 143 terminated.",
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_show_version, help="Show the version."
)
@click.option("--ascii", is_flag=True, help="Draw with ASCII characters only.")
@click.option("--open", "open_file", metavar="FILE", help="A puzzle to begin with: a file, or example:NAME (app only).")
@click.option("--no-mouse", is_flag=True, help="Leave the mouse to the terminal (app only).")
@click.option(
    "--fps",
    type=Number(SLOWEST_FPS, FASTEST_FPS),
    help="How often a watched run is redrawn, per second (app only; default 10).",
)
@click.option("--theme", type=click.Choice(THEMES), help="The colours (app only).")
@click.option("--config", type=click.Path(), help="The settings file, in place of your own (app and config only).")
@click.option("--no-color", is_flag=True, help="No colours, as with NO_COLOR set.")
@click.pass_context
def cli(ctx: click.Context, /, **options: Any) -> int | None:
    """Monte Carlo search for hard single-player puzzles.

    Without a command, opens the app. Commands take puzzles from files, from standard input (-), or by their names:
    bundled ones (example:NAME) and datasets that are on this disk (data:NAME).
    """
    return _open_app(**options) if ctx.invoked_subcommand is None else None


def _open_app(
    *,
    ascii: bool,
    open_file: str | None,
    no_mouse: bool,
    fps: float | None,
    no_color: bool,
    theme: str | None,
    config: str | None,
) -> int:
    """The app's exit code, when it is left.

    Refused on what is no terminal, or one that can't move its cursor; PuzzleError for a file that can't be opened.
    """
    path, example = None, ""
    if open_file is not None:
        from puzzles.inputs import EXAMPLE, read_puzzle
        from tui.kept.loaded import check_file

        if open_file.startswith(EXAMPLE):
            example = f"{read_puzzle(open_file).family}:{open_file.removeprefix(EXAMPLE)}"
        else:
            path = Path(open_file)
            check_file(path)
    hint = "use the commands instead, such as `mcs-tui solve FILE` (see `mcs-tui --help`)"
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Refused(f"the app needs a terminal; {hint}")
    terminal = os.environ.get("TERM", "")
    if dumb() or not terminal:
        raise Refused(f"the app can't draw on TERM={terminal}; {hint}")
    from tui.kept.settings import app_options, read_settings
    from tui.start import run

    own = app_options(read_settings(config))
    return run(
        replace(
            own,
            ascii=plain_characters(ascii or own.ascii),
            open_file=path,
            open_example=example,
            mouse=own.mouse and not no_mouse,
            no_colour=no_color or bool(os.environ.get("NO_COLOR")),
            fps=own.fps if fps is None else fps,
            theme=theme or own.theme,
        )
    )
