"""Progress of a download on stderr: a bar on a terminal, a line at its beginning in a pipe; nothing with --quiet."""

from __future__ import annotations

import signal
import sys
from types import FrameType
from typing import TYPE_CHECKING, NoReturn, Self

from tui.commands.exits import TERMINATED, note
from tui.commands.terminal import colourful, dumb, plain_characters

if TYPE_CHECKING:
    from rich.progress import Progress as Bar


class Transfer:
    """A context that shows how far one file is. SIGTERM ends it as Ctrl-C does: by an exception."""

    def __init__(self, name: str, url: str, *, quiet: bool = False) -> None:
        self._name, self._url, self._quiet = name, url, quiet
        self._wants_bar = not quiet and sys.stderr.isatty() and not dumb()
        self._bar: Bar | None = None
        self._begun = -1  # bytes that were here when the server last began to send
        self._before: object = None

    def __enter__(self) -> Self:
        self._before = signal.signal(signal.SIGTERM, _leave)
        return self

    def __exit__(self, *_error: object) -> None:
        signal.signal(signal.SIGTERM, self._before)  # type: ignore[arg-type]  # what signal.signal itself gave
        if self._bar is not None:
            self._bar.stop()

    def update(self, done: int, total: int) -> None:
        """How many bytes are here, of how many; 0 if the total is not known."""
        if self._begun < 0 or done < self._begun:
            self._begun = done
            whole = f"{total:,} bytes" if total else "of unknown size"
            goes_on = f", goes on after {done:,} bytes" if done else ""
            note(f"{self._name}: {whole} from {self._url}{goes_on}", quiet=self._quiet)
        if self._wants_bar:
            if self._bar is None:
                self._bar = _bar()
                self._bar.add_task("")
                self._bar.start()
            self._bar.update(self._bar.task_ids[0], completed=done, total=total or None)


def _leave(_number: int, _frame: FrameType | None) -> NoReturn:
    raise SystemExit(TERMINATED)


def _bar() -> Bar:
    """A bar that suits the terminal, ended by clearing its line."""
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, TimeRemainingColumn, TransferSpeedColumn
    from rich.progress import Progress as Bar

    console = Console(stderr=True, no_color=not colourful(sys.stderr), legacy_windows=False)
    columns = [] if plain_characters() else [BarColumn(bar_width=20)]
    return Bar(
        *columns, DownloadColumn(), TransferSpeedColumn(), TimeRemainingColumn(), console=console, transient=True
    )
