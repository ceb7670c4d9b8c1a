"""Ctrl-C and SIGTERM, noted instead of obeyed at once, so that a run can be stopped in order."""

from __future__ import annotations

import signal
from types import FrameType
from typing import Self

from tui.commands.exits import INTERRUPTED, TERMINATED


class Interrupts:
    """A context that notes SIGINT and SIGTERM; a second one of them ends the process as usual."""

    def __init__(self) -> None:
        self.code = 0  # the exit code that the signal asks for; 0: none has come
        self._before: dict[int, object] = {}

    def __enter__(self) -> Self:
        for number in (signal.SIGINT, signal.SIGTERM):
            self._before[number] = signal.signal(number, self._note)
        return self

    def __exit__(self, *_error: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)  # type: ignore[arg-type]  # what signal.signal itself gave

    def _note(self, number: int, _frame: FrameType | None) -> None:
        if self.code:
            raise KeyboardInterrupt
        self.code = INTERRUPTED if number == signal.SIGINT else TERMINATED
