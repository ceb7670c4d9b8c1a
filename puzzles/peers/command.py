"""Any command that reads a puzzle in one of its family's formats and prints a board: for experiments."""

from __future__ import annotations

import ctypes
import math
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from puzzles.family import Puzzle
from puzzles.parameters import Parameter, ParameterError, Value
from puzzles.peers import Peer, Report
from puzzles.registry import get_family

PEER = Peer(
    "command",
    "a command",
    "runs a command for each puzzle, which prints a board; {file} in it is the puzzle's file, else it reads its input",
    "puzzles.peers.command",
    "subprocess",
    (
        Parameter("command", str, "", "the command and its arguments, as a shell would split them; no shell runs it"),
        Parameter("format", str, "", "the text format of the puzzle's file; empty: the family's first"),
    ),
)
DIE_WITH_PARENT = 1
"""PR_SET_PDEATHSIG of Linux's prctl."""


def die_with_parent() -> None:
    """Asks the system to kill this process when the one that started it ends; nothing where it can't do that."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGKILL)


def _limited(seconds: float) -> None:
    """What the command's process does first: it is to end with this one, and after that CPU time; 0: no limit."""
    die_with_parent()
    if seconds:
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(seconds), math.ceil(seconds) + 1))


def search(puzzle: Puzzle, seed: int, parameters: Mapping[str, Value], report: Report) -> bool:
    """As `puzzles.peers.PeerModule.search`: the board that it prints, if it prints one; then it has ended.

    `{seed}` in the command is the seed. ParameterError if there is no such command or format; RuntimeError if it ends
    with another code than 0; PuzzleError if it prints something else than a board.
    """
    family = get_family(puzzle.family)
    words = shlex.split(str(parameters["command"]))
    written = [one for one in family.formats if one.writes]
    wanted = str(parameters["format"]) or written[0].name
    if wanted not in [one.name for one in written]:
        raise ParameterError(f"no format {wanted!r}; expected one of: {', '.join(one.name for one in written)}")
    if not words:
        raise ParameterError("command is empty; expected a command and its arguments")
    text = family.write(puzzle, wanted)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "puzzle" + next(one.suffix for one in written if one.name == wanted))
        path.write_text(text, encoding="utf-8")
        command = [word.replace("{file}", str(path)).replace("{seed}", str(seed)) for word in words]
        given = "" if any("{file}" in word for word in words) else text
        limited = partial(_limited, signal.getitimer(signal.ITIMER_PROF)[0])  # which no child inherits
        try:
            ended = subprocess.run(command, input=given, capture_output=True, text=True, preexec_fn=limited)
        except OSError as error:
            raise ParameterError(f"{words[0]} can't be run: {error.strerror}") from None
    if ended.returncode == -signal.SIGXCPU:
        return False
    if ended.returncode:
        said = ended.stderr.strip().splitlines()
        raise RuntimeError(f"{words[0]} ended with {ended.returncode}" + (f": {said[-1]}" if said else ""))
    if ended.stdout.strip():
        report(family.parse_board(puzzle, ended.stdout))
    return False


def cpu_seconds() -> float:
    """CPU seconds of this process and of those that it has waited for."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)
