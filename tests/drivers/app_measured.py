"""Prints how fast the app answers while runs are live: first paint, key to screen, memory.

`PYTHONPATH=tests:. python tests/drivers/app_measured.py --runs 10 --keys 100`. Data and cache folders are its own; the
runs are random games of Morpion, in processes of their own, stopped at the end. A key counts from when it is written to
the terminal until the terminal has read all bytes that follow within 4 ms of each other.
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
from pathlib import Path

COMMAND = [sys.executable, "-P", "-c", "from tui.commands import main; main()"]
COLUMNS, LINES = 120, 35
SETTLED = 0.004
"""Seconds without a byte after which a screen counts as drawn."""
REST = 1.0
DEADLINE = 60.0
PLACES = {"2": "Puzzles", "4": "Runs", "5": "Priors", "1": "Home"}


class Terminal:
    """The app on a pseudo-terminal whose output is read and thrown away."""

    def __init__(self) -> None:
        self.begun = time.perf_counter()
        self.pid, self._terminal = pty.fork()
        if self.pid == 0:
            os.execve(COMMAND[0], COMMAND, os.environ | {"TERM": "xterm-256color"})
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

    def press(self, key: str) -> tuple[float, float]:
        """Seconds until the first byte after the key, and until the screen is drawn."""
        while self._read(SETTLED):  # what was still under way
            pass
        begun = time.perf_counter()
        os.write(self._terminal, key.encode())
        if not self._read(5.0):
            raise SystemExit(f"the key {key!r} draws nothing")
        first = last = time.perf_counter()
        while last - first < 1.0 and self._read(SETTLED):
            last = time.perf_counter()
        return first - begun, last - begun

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
        search = [*COMMAND, "solve", "example:5D", "--algorithm", "sampling", "--seconds", "3600", "--quiet"]
        subprocess.run([*search[:-3], "--playouts", "10", "--quiet"], check=True, capture_output=True)
        runs = [
            subprocess.Popen([*search, "--seed", str(seed)], stdout=subprocess.DEVNULL) for seed in range(chosen.runs)
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
        taken = [terminal.press(key) for key in pressed]
        for what, number in (("first byte", 0), ("all drawn", 1)):
            values = sorted(one[number] * 1000 for one in taken)
            high = values[min(len(values) - 1, round(0.99 * len(values)))]
            print(f"{name:27} {what:10} median {statistics.median(values):5.0f} ms   p99 {high:5.0f} ms")
    print(f"memory                {terminal.memory()} MB")
    terminal.end()


if __name__ == "__main__":
    main()
