"""What the terminal can show, and writing results to stdout so that a reader who leaves early is no error."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Sequence
from typing import Any, TextIO

import click

BOX_CHARACTERS = "│┌█·"


def prepare_streams() -> None:
    """Makes stdout and stderr able to carry any text: what they can't encode is written as an escape."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            with contextlib.suppress(OSError, ValueError):
                reconfigure(errors="backslashreplace")


def root_flag(name: str) -> bool:
    """True if the flag was given before the command, as in `mcs-tui --ascii solve FILE`."""
    context = click.get_current_context(silent=True)
    return bool(context and context.find_root().params.get(name))


def plain_characters(wanted: bool = False) -> bool:
    """True if only ASCII may be drawn: asked for, C locale, dumb terminal, or an encoding without box lines."""
    if wanted or root_flag("ascii") or dumb():
        return True
    locale = next((os.environ[name] for name in ("LC_ALL", "LANG") if os.environ.get(name)), "")
    if locale in ("C", "POSIX"):
        return True
    try:
        BOX_CHARACTERS.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return True
    return False


def dumb() -> bool:
    """True if the terminal can't move its cursor."""
    return os.environ.get("TERM", "") in ("dumb", "unknown")


def colourful(stream: TextIO) -> bool:
    """True if the stream is a terminal that shows colours and the user has not declined them (NO_COLOR, --no-color)."""
    declined = bool(os.environ.get("NO_COLOR")) or root_flag("no_color")
    return stream.isatty() and not declined and not dumb()


def emit(text: str) -> bool:
    """Writes the line or lines to stdout now; False once the reader has closed the pipe (then nothing is written)."""
    try:
        # not click.echo: where only ASCII can be shown, it writes UTF-8 all the same
        shown = text if colourful(sys.stdout) else click.unstyle(text)
        sys.stdout.write(shown if shown.endswith("\n") else f"{shown}\n")
        sys.stdout.flush()
    except (BrokenPipeError, ConnectionResetError):
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - stays open as long as the process
        return False
    return True


def emit_json(data: Any) -> bool:
    """As `emit`, one JSON document on one line; numbers that JSON lacks (infinity) become null."""
    return emit(json.dumps(_finite(data)))


def columns(rows: Sequence[tuple[str, ...]], right: frozenset[int] = frozenset()) -> str:
    """The rows as aligned columns, two blanks between them; the columns in `right` are right-aligned."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            cell.rjust(widths[column]) if column in right else cell.ljust(widths[column])
            for column, cell in enumerate(row)
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def _finite(data: Any) -> Any:
    if isinstance(data, float) and (data != data or data in (float("inf"), -float("inf"))):
        return None
    if isinstance(data, dict):
        return {key: _finite(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [_finite(value) for value in data]
    return data
