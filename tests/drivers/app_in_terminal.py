"""The real app in a terminal of its own: a child process on a pseudo-terminal whose output the test reads."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Self

HOME = Path(__file__).resolve().parents[2]
PROGRAM = (
    "import sys; from tui.start import run; from tui.kept.options import AppOptions; "
    "sys.exit(run(AppOptions(compile=False, ascii={ascii})))"
)
DEADLINE = 300.0


class Terminal:
    """A command on a pseudo-terminal of that size (columns, rows). Use as a context manager.

    `environment`: changes of the variables. `errors`: the file to which its stderr goes.
    """

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        size: tuple[int, int] = (80, 24),
        errors: Path | None = None,
    ) -> None:
        self.output = b""
        variables = dict(os.environ) | {"TERM": "xterm-256color"} | dict(environment)
        self.pid, self._terminal = pty.fork()
        if self.pid == 0:
            if errors is not None:
                os.dup2(os.open(errors, os.O_WRONLY | os.O_CREAT), 2)
            os.execvpe(command[0], command, variables)
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._terminal)

    def type(self, text: str) -> None:
        """Keys, as a terminal sends them."""
        os.write(self._terminal, text.encode())

    def wait_for(self, text: str) -> None:
        """Reads until the text has come; AssertionError after DEADLINE seconds without it."""
        end = time.monotonic() + DEADLINE
        while text.encode() not in self.output:
            assert time.monotonic() < end, f"never came: {text!r} in {self.output[-2000:]!r}"
            self.read()

    def stopped(self) -> bool:
        """True once the app's process has been stopped, as by ^Z; it is waited for."""
        return os.WIFSTOPPED(os.waitpid(self.pid, os.WUNTRACED)[1])

    def end(self) -> int:
        """The exit code, once the app has ended."""
        end = time.monotonic() + DEADLINE
        while True:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                while self.read():
                    pass
                return os.waitstatus_to_exitcode(status)
            assert time.monotonic() < end, "the app does not end"
            self.read()

    def read(self) -> bool:
        """True if something came, or was there; waits for at most 0.02 s."""
        ready, _, _ = select.select([self._terminal], [], [], 0.02)
        if not ready:
            return False
        try:
            data = os.read(self._terminal, 1 << 16)
        except OSError:  # the other side is closed
            return False
        self.output += data
        return bool(data)


class AppInTerminal(Terminal):
    """One run of the app, 80 x 24, with `environment` as changes of the variables."""

    def __init__(self, *, plain: bool = False, errors: Path | None = None, **environment: str) -> None:
        command = [sys.executable, "-c", PROGRAM.format(ascii=plain)]
        super().__init__(command, {"PYTHONPATH": str(HOME)} | environment, errors=errors)
