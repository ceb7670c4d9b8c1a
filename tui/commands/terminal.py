"""What a command writes and how it ends: results, notes, errors and exit codes; what the terminal can show."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import shutil
import sys
import textwrap
import traceback
from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, Any, TextIO

import click

from puzzles.errors import PuzzleError
from puzzles.parameters import ParameterError
from puzzles.text.quoting import one_line, printable

if TYPE_CHECKING:
    from solvers.runs.view import RunView


class Exit(IntEnum):
    """The exit codes of all commands."""

    OK = 0
    UNSOLVED = 1
    BAD_INPUT = 2
    IMPOSSIBLE = 3
    NO_CLUSTER = 69  # of `experiment run`, which becomes the process of `solvers.experiments`
    FAILURE = 70
    DISK = 74
    INTERRUPTED = 130
    TERMINATED = 143


BY_STATUS = {
    "solved": Exit.OK,
    "done": Exit.OK,
    "reached": Exit.OK,
    "budget": Exit.UNSOLVED,
    "exhausted": Exit.IMPOSSIBLE,
    "stopped": Exit.INTERRUPTED,
    "failed": Exit.FAILURE,
    "interrupted": Exit.FAILURE,
}
"""The exit code of a run that ended with that status."""


def code_of(view: RunView) -> int:
    """The exit code of the run, by its status; that of bad input if it was given what can't be done."""
    if view.trouble and view.status in ("interrupted", "failed"):
        return Exit.DISK
    return Exit.BAD_INPUT if view.wrong_input else BY_STATUS.get(view.status, Exit.UNSOLVED)


class Refused(click.ClickException):
    """Bad input: the message is one line for the user; exit code 2."""

    exit_code = Exit.BAD_INPUT


class Broken(click.ClickException):
    """Something of ours failed: the message is one line for the user; exit code 70."""

    exit_code = Exit.FAILURE


class DiskFull(Broken):
    """The disk is full: likewise; exit code 74."""

    exit_code = Exit.DISK


def complain(line: str) -> None:
    """Writes one line to stderr, as `one_line` makes it of whatever it is; a closed stderr is no error."""
    try:
        sys.stderr.write(one_line(line) + "\n")
        sys.stderr.flush()
    except OSError:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - stays open as long as the process


def note(line: str, *, quiet: bool) -> None:
    """As `complain`, for what is no error: nothing with --quiet."""
    if not quiet:
        complain(line)


def guarded(command: Callable[[], Any]) -> int:
    """The exit code of the command; every error it raises becomes one line on stderr."""
    try:
        result = command()
    except (PuzzleError, ParameterError) as error:
        for line in error.lines if isinstance(error, PuzzleError) else (f"mcs-tui: {error}",):
            complain(f"{line}{of_here()}")
        return Exit.BAD_INPUT
    except click.ClickException as error:
        context = getattr(error, "ctx", None)
        complain(f"{context.command_path if context is not None else 'mcs-tui'}: {error.format_message()}{of_here()}")
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        return Exit.INTERRUPTED
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else Exit.OK if ended.code is None else Exit.BAD_INPUT
    except Exception as error:
        return _unexpected(error)
    return result if isinstance(result, int) else Exit.OK


def of_here() -> str:
    """What to add to an error where the working folder was removed meanwhile; empty where it is there."""
    try:
        os.getcwd()
    except FileNotFoundError:
        return "; the working folder is gone: change to another one"
    return ""


def _unexpected(error: Exception) -> int:
    """Exit code 70, after the traceback has gone to a log file and one line to stderr."""
    if isinstance(error, FileNotFoundError) and (gone := of_here()):
        complain(f"mcs-tui: {gone.removeprefix('; ')}")
        return Exit.BAD_INPUT
    if os.environ.get("MCS_TUI_DEBUG"):
        sys.stderr.write("".join(traceback.format_exception(error)))
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    if isinstance(error, OSError) and error.strerror:
        what = f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    from tui.error_log import COMMANDS, logged

    log = logged(COMMANDS, error, {"arguments": str(sys.argv[1:])})
    no_log = "and the log could not be written; MCS_TUI_DEBUG=1 shows the details"
    complain(f"mcs-tui: {what} ({f'details in {log}' if log else no_log})")
    return Exit.FAILURE


BOX_CHARACTERS = "│┌█·"


def prepare_streams() -> None:
    """Makes stdout and stderr able to carry any text: what they can't encode is written as an escape.

    A stream that was closed before the program began becomes /dev/null.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 - stays open as long as the process
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


class Styled(str):
    """Lines with colour codes of ours, and none of what may stand in a text from outside."""

    __slots__ = ()


def emit(*parts: str, between: str = "\n") -> bool:
    """Writes the parts to stdout now; False once the reader has closed the pipe (then nothing is written).

    Broken if they can't be written, as on a full disk. Of parts that are not `Styled`, what a terminal would obey is
    escaped.
    """
    text = between.join(part if isinstance(part, Styled) else printable(part) for part in parts)
    try:
        # not click.echo: where only ASCII can be shown, it writes UTF-8 all the same
        shown = text if colourful(sys.stdout) else click.unstyle(text)
        sys.stdout.write(shown if shown.endswith("\n") else f"{shown}\n")
        sys.stdout.flush()
    except (BrokenPipeError, ConnectionResetError):
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - stays open as long as the process
        return False
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        raise (DiskFull if full else Broken)(f"standard output can't be written: {error.strerror or error}") from None
    return True


def emit_json(data: Any) -> bool:
    """As `emit`, one JSON document on one line; numbers that JSON lacks (infinity) become null."""
    try:
        text = json.dumps(data, allow_nan=False)
    except ValueError:
        text = json.dumps(_finite(data))
    return emit(text)


def terminal_width() -> int:
    """The columns of the terminal that stdout is; 0, for no limit, where it is a file or a pipe."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else 0


LEAST, SHORTEST = 12, 4
"""Columns that a text has at least before others are left out, and after that."""
WRAPPED = 20
"""Columns from which the texts of a table's last column go on below."""
RUNS = ("RUN", "NEWEST RUN")
"""Columns of names of runs, whose ends are names too."""
WHOLE = ("NAME", "FORMAT", "FOLDER")
"""Columns of names that are cut only where nothing else helps."""
WORD = re.compile(r"[^\W\d_]{4}")
"""What is in a text, and in no figure with its unit."""


def columns(rows: Sequence[tuple[str, ...]], right: frozenset[int] = frozenset(), spared: Sequence[str] = ()) -> str:
    """The rows as aligned columns, two blanks between them; the columns in `right` are right-aligned.

    On a terminal the table is as wide as that: texts are cut, figures never, and then the columns of the names `spared`
    are left out, the first first.
    """
    room, kept = terminal_width() or sys.maxsize, list(range(len(rows[0])))
    for name, least in ((None, LEAST), *((one, LEAST) for one in spared), (None, SHORTEST)):
        kept = [at for at in kept if name is None or rows[0][at] != name]
        table = [[row[at] for at in kept] for row in rows]
        free = room - 2 * (len(kept) - 1)
        widths = _widths(table, free, least)
        for at in (at for at, head in enumerate(table[0]) if head in RUNS):
            for row in table[1:]:
                row[at] = _end_of(row[at], widths[at])
        widths = _widths(table, free, least)  # the ends are shorter than they may be
        if sum(widths) <= free:
            break
    places = [at in right for at in kept]
    lines = []
    for cells in table:
        parts = [text if len(text) <= w else f"{text[: w - 2]}.." for text, w in zip(cells, widths, strict=True)]
        more: list[str] = []
        if not places[-1] and widths[-1] >= WRAPPED:
            parts[-1], *more = textwrap.wrap(cells[-1], widths[-1], break_on_hyphens=False) or [""]
        aligned = [p.rjust(w) if to_right else p.ljust(w) for p, w, to_right in zip(parts, widths, places, strict=True)]
        lines += ["  ".join(aligned).rstrip(), *(" " * (sum(widths[:-1]) + 2 * (len(kept) - 1)) + one for one in more)]
    return "\n".join(lines)


def _widths(table: Sequence[Sequence[str]], room: int, least: int) -> list[int]:
    """The columns' widths: as their cells need, else the widest ones have less; figures stay whole."""
    widths, smallest = [], []
    for head, *cells in zip(*table, strict=True):
        widths.append(max(map(len, (head, *cells))))
        figures = max((len(cell) for cell in cells if not WORD.search(cell)), default=0)
        whole = head in WHOLE and least == LEAST
        smallest.append(widths[-1] if whole else min(widths[-1], max(figures, len(head), least)))
    while sum(widths) > room and widths != smallest:
        _, at = max((width, at) for at, width in enumerate(widths) if width > smallest[at])
        widths[at] -= 1
    return widths


def _end_of(name: str, width: int) -> str:
    """The name of a run, or an end of it that has room, which is a name too."""
    while "-" in name and len(name) > width:
        name = name.partition("-")[2]
    return name


def _finite(data: Any) -> Any:
    if isinstance(data, float) and (data != data or data in (float("inf"), -float("inf"))):
        return None
    if isinstance(data, dict):
        return {key: _finite(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [_finite(value) for value in data]
    return data
