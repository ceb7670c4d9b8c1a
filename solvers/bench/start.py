"""How long the first answer takes: from the command or the key to the first board, and to the solution.

Each measurement is of processes of their own. Cold: with an empty cache folder, as after an installation. Warm: with
the kernels compiled before. A board counts from when it is checked and written to its run's folder.
"""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import os
import pty
import select
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from puzzles.engine import kernel_cache
from puzzles.registry import families
from solvers import compiling
from solvers.bench.option_values import cores, positive
from solvers.bench.report import Report, Table, machine
from solvers.runs.events import Improved, Solved, decode_all
from solvers.runs.folder import Run, all_runs, jobs_root, request, runs_root

SOLVED_AT_ONCE = ("crossword-12", "paper-20")
"""Examples that are solved and checked; of the other families the first board counts."""
COMMAND = [sys.executable, "-P", "-m", "mcs_tui"]
DEADLINE = 300.0
LOOK = 0.002
"""Seconds between looks at a run's folder."""


def add_arguments(one: argparse.ArgumentParser) -> None:
    one.add_argument("--repeats", type=positive, default=5, help="measurements of each figure (default 5)")
    one.add_argument("--no-warm", action="store_true", help="only with an empty cache: compile nothing")
    one.set_defaults(jobs=None)  # the processes share all cores


def run(chosen: argparse.Namespace) -> Report:
    """Medians of the seconds."""
    boards = [one.examples[0].name for one in families() if one.optimisation or one.many_solutions]
    with tempfile.TemporaryDirectory() as warm:
        if not chosen.no_warm:
            for name in (*SOLVED_AT_ONCE, *boards):
                _compile(name, warm)
            with _folders(warm):  # no measurement needs the other kernels: as after a while, none is left to compile
                for one in compiling.in_order():
                    kernel_cache.mark_compiled(one.name)

        def row(what: str, measure: Callable[[], float]) -> tuple[str, ...]:
            return what, *(_median(chosen.repeats, measure, cache) for cache in (["", warm][: 2 - chosen.no_warm]))

        commands = (
            *(row(f"solve example:{one}, solved and checked", partial(_solved, one)) for one in SOLVED_AT_ONCE),
            *(row(f"solve example:{one}, first board", partial(_first_board, one)) for one in boards),
        )
        keys = (
            row("mcs-tui, first paint", _first_paint),
            *(row(f"Enter on example:{one}, solved and checked", partial(_key, one)) for one in SOLVED_AT_ONCE),
        )
    columns = ("", "cold", "warm")[: 3 - chosen.no_warm]
    tables = Table("Seconds from the command", columns, commands), Table("Seconds in the app", columns, keys)
    count = len(cores()) or os.cpu_count()
    return Report("start", tables, machine=machine(f"{count} cores, wall time, median of {chosen.repeats}"))


def _median(repeats: int, measure: Callable[[], float], warm: str) -> str:
    taken = []
    for _ in range(repeats):
        with _folders(warm):
            taken.append(measure())
    return f"{statistics.median(taken):.2f}"


@contextlib.contextmanager
def _folders(warm: str) -> Iterator[None]:
    """Inside, processes have a data folder of their own, and an empty cache or the warm one; no job is left behind."""
    before = dict(os.environ)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as own:
        os.environ["MCS_TUI_DATA"] = f"{own}/data"
        os.environ["MCS_TUI_CACHE"] = warm or f"{own}/cache"
        os.environ.pop("MCS_TUI_JIT", None)
        os.environ.pop("MCS_TUI_KERNELS", None)
        try:
            yield
        finally:
            jobs = all_runs(jobs_root())
            for job in jobs:
                request(job, "stop")
            _until(lambda: not any(job.lives() for job in jobs))
            os.environ.clear()
            os.environ.update(before)


def _compile(name: str, warm: str) -> None:
    """The kernels that the example needs are in the warm cache."""
    with _folders(warm):
        command = [*COMMAND, "solve", f"example:{name}", "--playouts", "1", "--quiet"]
        subprocess.run(command, env=os.environ | {"MCS_TUI_JIT": "1"}, check=False, capture_output=True)


def _solved(name: str) -> float:
    begun = time.perf_counter()
    done = subprocess.run([*COMMAND, "solve", "--quiet", f"example:{name}"], check=False, capture_output=True)
    if done.returncode:
        raise SystemExit(f"mcs-tui solve example:{name} has ended with exit code {done.returncode}")
    return time.perf_counter() - begun


def _first_board(name: str) -> float:
    begun = time.perf_counter()
    command = [*COMMAND, "solve", "--quiet", f"example:{name}"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        _until(lambda: any(_has_board(one) for one in all_runs(runs_root())))
        taken = time.perf_counter() - begun
        process.send_signal(signal.SIGINT)
    return taken


def _has_board(run: Run) -> bool:
    try:
        events = decode_all(run.events_path.read_bytes())
    except OSError:
        return False
    return any(isinstance(event, Improved | Solved) for event in events)


def _first_paint() -> float:
    """Seconds from the start of `mcs-tui` until its first screen is drawn."""
    begun = time.perf_counter()
    with _Terminal() as terminal:
        terminal.wait_for("Home")
        return time.perf_counter() - begun


def _key(name: str) -> float:
    """Seconds from Enter on the form of its search until the app shows that it is solved and verified."""
    with tempfile.TemporaryDirectory() as folder:
        family, example = next((one, it) for one in families() for it in one.examples if it.name == name)
        path = Path(folder) / f"{name}.txt"
        path.write_text(f"# {family.name}\n{example.text}")
        with _Terminal() as terminal:
            terminal.wait_for("Home")
            terminal.type("2")
            terminal.wait_for("filter")
            terminal.type("o")
            terminal.wait_for("path of a file")
            terminal.type(f"{path}\r")
            terminal.wait_for("Enter opens it")
            terminal.type("s")
            terminal.wait_for("Start")
            terminal.rest()
            begun = time.perf_counter()
            terminal.type("\r")
            terminal.wait_for("checked.")
            return time.perf_counter() - begun


class _Terminal:
    """The app on a pseudo-terminal of 100 x 40; it is killed at the end."""

    def __enter__(self) -> _Terminal:
        self._output = b""
        variables = os.environ | {"TERM": "xterm-256color"}
        self._pid, self._terminal = pty.fork()
        if self._pid == 0:
            os.execve(COMMAND[0], COMMAND, variables)
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
        return self

    def __exit__(self, *_: object) -> None:
        os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)
        os.close(self._terminal)

    def type(self, text: str) -> None:
        """Keys, as a terminal sends them; what was drawn before counts no more."""
        self._output = b""
        os.write(self._terminal, text.encode())

    def wait_for(self, text: str) -> None:
        """Returns when the text has been drawn."""
        _until(lambda: text.encode() in self._output or (self._read(LOOK) and False))

    def rest(self) -> None:
        """Returns when nothing has been drawn for a second: then the app and its idle worker are ready."""
        while self._read(1.0):
            pass

    def _read(self, patience: float) -> bool:
        if not select.select([self._terminal], [], [], patience)[0]:
            return False
        self._output += os.read(self._terminal, 1 << 16)
        return True


def _until(condition: Callable[[], object]) -> None:
    """Returns when the condition holds; ends the program after DEADLINE seconds without it."""
    end = time.monotonic() + DEADLINE
    while not condition():
        if time.monotonic() > end:
            raise SystemExit(f"nothing has come for {DEADLINE:.0f} s")
        time.sleep(LOOK)
