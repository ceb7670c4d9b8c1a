"""The command line for tests: in this process, where it is quick, or as a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result
from drivers.sudoku_texts import VALUES

from tui.commands.root import cli

HOME = Path(__file__).resolve().parents[2]
PROGRAM = [sys.executable, "-c", "from tui.commands import main; main()"]

LATIN = """\
. . 3 4 5 6
2 . . 5 6 1
3 4 . 6 1 2
4 5 6 . 2 3
5 6 1 2 . 4
6 1 2 3 4 .
"""
"""A Latin square of order 6 with exactly one solution, the cyclic one: each hole is forced by those below it."""

LATIN_SOLUTION = [(row + column) % 6 for row in range(6) for column in range(6)]

LATIN_SEVERAL = """\
. . 3 4
. . 4 3
3 4 1 2
4 3 2 1
"""
"""Of order 4, with two solutions: 1 2 / 2 1 and 2 1 / 1 2 in the corner."""

LATIN_NONE = """\
1 2 3 4 5 .
2 1 4 3 6 .
. . . . . 5
. . . . . .
. . . . . .
. . . . . .
"""
"""Of order 6, without a solution: the second row lacks 5, which its last column already has."""

KAKURO = "3,3\n*,C4,C6\nF3,?,?\nF7,?,?\n"
"""2 x 2 white cells in the KakuroApp format; one solution."""

KAKURO_SOLUTION = [1, 2, 3, 4]

SUDOKU = f"# sudoku\n{VALUES}\n"
SUDOKU_SOLUTION = [
    int(value) - 1 for value in "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
]

ENDLESS = ["--algorithm", "sampling", "--prior", "none", "--count-solutions", "0"]
"""Options with which a puzzle without a solution keeps a search busy: playouts prove nothing."""


def invoke(*arguments: str, given: str | bytes | None = None, **settings: Any) -> Result:
    """The command, run in this process; its exit code, stdout and stderr."""
    return CliRunner().invoke(cli, list(arguments), input=given, prog_name="mcs-tui", **settings)


def environment(**changes: str) -> dict[str, str]:
    """This process's environment with our packages on the path, and with the changes."""
    return {**os.environ, "PYTHONPATH": str(HOME), **changes}


def run(
    arguments: Sequence[str],
    given: bytes = b"",
    *,
    cwd: Path | None = None,
    program: Sequence[str] = PROGRAM,
    **changes: str,
) -> subprocess.CompletedProcess[bytes]:
    """The command, run to its end as a process of its own in a folder, with changes of the environment."""
    return subprocess.run(
        [*program, *arguments],
        input=given,
        capture_output=True,
        env=environment(**changes),
        check=False,
        timeout=600,
        cwd=cwd,
    )


def start(arguments: Sequence[str], **settings: Any) -> subprocess.Popen[bytes]:
    """The command, started as a process of its own; stdout and stderr are pipes unless the settings differ."""
    settings = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": environment()} | settings
    return subprocess.Popen([*PROGRAM, *arguments], **settings)


def one_line(text: str) -> str:
    """The text without its newline, having made sure that it is one line."""
    assert text.endswith("\n"), text
    assert text.count("\n") == 1, text
    return text[:-1]
