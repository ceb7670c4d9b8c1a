"""What a command writes and how it ends: results, notes, errors and exit codes; what the terminal can show."""

from __future__ import annotations

import contextlib
import json
import os
import sys
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
    return Exit.BAD_INPUT if view.wrong_input else BY_STATUS.get(view.status, Exit.UNSOLVED)


class Refused(click.ClickException):
    """Bad input: the message is one line for the user; exit code 2."""

    exit_code = Exit.BAD_INPUT


class Broken(click.ClickException):
    """Something of ours failed: the message is one line for the user; exit code 70."""

    exit_code = Exit.FAILURE


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
            complain(line)
        return Exit.BAD_INPUT
    except click.ClickException as error:
        context = getattr(error, "ctx", None)
        complain(f"{context.command_path if context is not None else 'mcs-tui'}: {error.format_message()}")
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        return Exit.INTERRUPTED
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else Exit.OK if ended.code is None else Exit.BAD_INPUT
    except Exception as error:
        return _unexpected(error)
    return result if isinstance(result, int) else Exit.OK


def _unexpected(error: Exception) -> int:
    """Exit code 70, after the traceback has gone to a log file and one line to stderr."""
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
        raise Broken(f"standard output can't be written: {error.strerror or error}") from None
    return True


def emit_json(data: Any) -> bool:
    """As `emit`, one JSON document on one line; numbers that JSON lacks (infinity) become null."""
    return emit(json.dumps(_finite(data)))


def columns(rows: Sequence[tuple[str, ...]], right: frozenset[int] = frozenset()) -> str:
    """The rows as aligned columns, two blanks between them; the columns in `right` are right-aligned."""
    aligned = []
    for at, column in enumerate(zip(*rows, strict=True)):
        width = max(map(len, column))
        aligned.append([cell.rjust(width) if at in right else cell.ljust(width) for cell in column])
    return "\n".join("  ".join(cells).rstrip() for cells in zip(*aligned, strict=True))


def _finite(data: Any) -> Any:
    if isinstance(data, float) and (data != data or data in (float("inf"), -float("inf"))):
        return None
    if isinstance(data, dict):
        return {key: _finite(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [_finite(value) for value in data]
    return data
