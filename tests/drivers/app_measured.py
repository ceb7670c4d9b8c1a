"""Prints how fast the app answers while runs are live: first paint, key to screen, its processor time, memory.

`PYTHONPATH=tests:. python tests/drivers/app_measured.py --runs 10 --keys 100`. Data and cache folders are its own; the
kernels are compiled first, or those of MCS_TUI_KERNELS. The runs are random games of Morpion, in processes of their
own, stopped at the end. A key counts from when it is written to the terminal until the terminal has read all bytes that
follow within 4 ms of each other.
"""

from __future__ import annotations

import argparse
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
from collections.abc import Sequence
from pathlib import Path

COMMAND = [sys.executable, "-P", "-c", "from tui.commands import main; main()"]
COLUMNS, LINES = 120, 35
BIG = "example:board-64"
"""The puzzle that is played: the largest there is."""
SETTLED = 0.004
"""Seconds without a byte after which a screen counts as drawn."""
REST = 1.0
DEADLINE = 60.0
PLACES = {"2": "Puzzles", "4": "Runs", "5": "Priors", "1": "Home"}


class Terminal:
    """The app on a pseudo-terminal whose output is read and thrown away."""

    def __init__(self, *options: str) -> None:
        self.begun = time.perf_counter()
        self.pid, self._terminal = pty.fork()
        if self.pid == 0:
            os.execve(COMMAND[0], [*COMMAND, *options], os.environ | {"TERM": "xterm-256color"})
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))

    def read_until(self, words: bytes) -> float:
        """The seconds from the start until the words are drawn."""
        seen = b""
        while words not in seen:
            if time.perf_counter() - self.begun > DEADLINE:
                raise SystemExit(f"{words!r} never came: {seen[-300:]!r}")
            seen += self._read(0.01)
        return time.perf_counter() - self.begun

    def rest(self) -> None:
        """Returns when nothing has been drawn for REST seconds, or after DEADLINE: something is drawn all the time."""
        end = time.perf_counter() + DEADLINE
        while time.perf_counter() < end and self._read(REST):
            pass

    def press(self, key: str) -> tuple[float, float, float]:
        """Seconds until the first byte after the key, until the screen is drawn, and of the app's processor time."""
        while self._read(SETTLED):  # what was still under way
            pass
        worked = self.processor_time()
        begun = time.perf_counter()
        os.write(self._terminal, key.encode())
        if not self._read(5.0):
            raise SystemExit(f"the key {key!r} draws nothing")
        first = last = time.perf_counter()
        while last - first < 1.0 and self._read(SETTLED):
            last = time.perf_counter()
        return first - begun, last - begun, self.processor_time() - worked

    def processor_time(self) -> float:
        """Seconds that all threads of the app have worked."""
        return time.clock_gettime((~self.pid << 3) | 2)  # what clock_getcpuclockid(3) makes of a process's number

    def memory(self) -> int:
        """The process's resident memory now, in MB; of it what it shares with others counts too."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") // 10**6

    def end(self) -> None:
        os.kill(self.pid, signal.SIGTERM)
        while True:
            self._read(0.05)
            if os.waitpid(self.pid, os.WNOHANG)[0]:
                break
        os.close(self._terminal)

    def _read(self, patience: float) -> bytes:
        if not select.select([self._terminal], [], [], patience)[0]:
            return b""
        try:
            return os.read(self._terminal, 1 << 16)
        except OSError:  # the app has ended
            return b""


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--runs", type=int, default=10)
    arguments.add_argument("--keys", type=int, default=100)
    chosen = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"MCS_TUI_DATA": f"{folder}/data", "MCS_TUI_CACHE": f"{folder}/cache"}
        search = [*COMMAND, "solve", "example:5D", "--algorithm", "sampling", "--quiet", "--seconds"]
        subprocess.run([*COMMAND, "compile", "--quiet"], check=True, capture_output=True)
        runs = [
            subprocess.Popen([*search, str(3600 + number)], stdout=subprocess.DEVNULL) for number in range(chosen.runs)
        ]
        try:
            time.sleep(5)
            _measure(chosen.runs, chosen.keys)
        finally:
            for run in runs:
                run.send_signal(signal.SIGINT)
            for run in runs:
                run.wait()


def _measure(runs: int, keys: int) -> None:
    terminal = Terminal()
    print(f"{runs} live runs, {os.cpu_count()} cores, terminal of {COLUMNS} x {LINES}, wall time")
    print(f"first paint           {terminal.read_until(b'Home'):.2f} s")
    terminal.rest()
    for key in PLACES:  # each screen is made when it is first shown
        terminal.press(key)
        terminal.rest()
    rows = {
        "next puzzle and its board": ("2", ["j"] * (keys // 2) + ["k"] * (keys // 2)),
        **({"next run of the list": ("4", ["j", "k"] * (keys // 2))} if runs > 1 else {}),
        "another place": ("1", list(PLACES) * (keys // 4)),
    }
    for name, (place, pressed) in rows.items():
        terminal.press(place)
        terminal.rest()
        _show(name, [terminal.press(key) for key in pressed])
    print(f"memory                {terminal.memory()} MB")
    terminal.end()
    _measure_play(keys)


def _measure_play(keys: int) -> None:
    """Moves of the largest board, made by Enter wherever the cursor is, each after a step of the cursor."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "board.txt")
        text = subprocess.run([*COMMAND, "convert", BIG, "--format", "rows"], check=True, capture_output=True).stdout
        file.write_bytes(text)
        terminal = Terminal("--open", str(file))
        terminal.read_until(b"Opened")
        terminal.rest()
        terminal.press("\r")
        terminal.rest()
        terminal.press("l")
        terminal.rest()
        steps = ["h", "l"] * (keys // 4)  # to and fro: at an edge nothing would be drawn before the clock's next second
        for name, pressed in (("a step on a large board", steps), ("a move on a large board", ["\r"] * (keys // 2))):
            _show(name, [terminal.press(key) for key in pressed])
        terminal.end()


def _show(name: str, taken: Sequence[tuple[float, float, float]]) -> None:
    for what, number in (("first byte", 0), ("all drawn", 1), ("processor", 2)):
        values = sorted(one[number] * 1000 for one in taken)
        high = values[min(len(values) - 1, round(0.99 * len(values)))]
        print(f"{name:27} {what:10} median {statistics.median(values):5.0f} ms   p99 {high:5.0f} ms", flush=True)


if __name__ == "__main__":
    main()
