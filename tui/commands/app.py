"""Opening the app, from the root command's options."""

from __future__ import annotations

import os
import sys

import click

from tui.commands.exits import Refused
from tui.commands.terminal import dumb, plain_characters


def open_app(ctx: click.Context) -> int:
    """The app's exit code, when it is left; Refused on what is no terminal, or one that can't move its cursor."""
    hint = "use the commands instead, such as `mcs-tui solve FILE` (see `mcs-tui --help`)"
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Refused(f"the app needs a terminal; {hint}")
    if dumb():
        raise Refused(f"the app can't draw on TERM={os.environ['TERM']}; {hint}")
    from tui.app import run
    from tui.options import AppOptions

    given = ctx.params
    return run(
        AppOptions(
            ascii=plain_characters(given["ascii"]),
            mouse=not given["no_mouse"],
            no_colour=given["no_color"] or bool(os.environ.get("NO_COLOR")),
            **({} if given["fps"] is None else {"fps": given["fps"]}),
        )
    )
