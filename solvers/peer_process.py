"""A peer (`puzzles.peers`) in a process of its own, which can be ended at any moment, whatever library it is in.

`python -P -m solvers.peer_process` reads what is asked from standard input, one JSON object, and prints a JSON object a
line: a board as it is found, and at the end what the end means. Each has the seconds that the search itself took,
without imports, by the clock asked for.
"""

from __future__ import annotations

import importlib
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, cast

import msgspec

from puzzles.family import Puzzle
from puzzles.parameters import Value
from puzzles.peers import Peer, PeerModule, command
from puzzles.registry import get_family
from solvers.runs.processes import child_environment, name_process, program


class Asked(msgspec.Struct, frozen=True):
    """What a peer is to search. `cpu_seconds`: the system ends the process when it has spent these; None: no limit."""

    family: str
    puzzle: dict[str, Any]
    peer: str
    seed: int
    parameters: dict[str, Value]
    cpu_seconds: float | None = None


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of a peer. `board` is what was found; else the end: `complete` if everything has been seen, or `error`.

    `cpu` and `wall`: seconds since the search began.
    """

    cpu: float
    wall: float
    board: list[int] | None = None
    complete: bool = False
    error: str = ""


READER = msgspec.json.Decoder(Line)
MOST_ERROR = 200
"""Characters of an error that are reported."""


class PeerProcess:
    """The process, from its start to its end; as a context manager it is ended on leaving."""

    def __init__(
        self,
        peer: Peer,
        puzzle: Puzzle,
        *,
        seed: int,
        parameters: Mapping[str, Value],
        cpu_seconds: float | None = None,
    ) -> None:
        """Starts it. ParameterError if the peer's package is not installed, OSError if no process can be started."""
        peer.require(puzzle)
        data = get_family(puzzle.family).to_json(puzzle)
        asked = Asked(puzzle.family, data, peer.name, seed, dict(parameters), cpu_seconds)
        self._process = subprocess.Popen(
            program("solvers.peer_process"),
            env=child_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C in a terminal is for whoever started it, and ends this in its own time
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with suppress(BrokenPipeError):  # it has ended, which `lines` reports
            self._process.stdin.write(msgspec.json.encode(asked))
            self._process.stdin.close()
        os.set_blocking(self._process.stdout.fileno(), False)
        self._rest = b""
        self._paused = False
        self.ended = False
        """True once the last line has been read, or there will be none."""

    def __enter__(self) -> PeerProcess:
        return self

    def __exit__(self, *error: object) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)  # with what it has started
        self._process.wait()
        for pipe in (self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()

    def pause(self) -> None:
        """Lets it stand still until `go_on`."""
        self._paused = True
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> bool:
        """True if it was paused, and goes on now."""
        if not self._paused:
            return False
        self._process.send_signal(signal.SIGCONT)
        self._paused = False
        return True

    def lines(self, seconds: float) -> list[Line]:
        """What came within so many seconds, at once if something is there. RuntimeError if it ended by a fault."""
        assert self._process.stdout is not None
        if self.ended or not select.select([self._process.stdout], [], [], seconds)[0]:
            return []
        read = self._process.stdout.read()
        if read is None:
            return []
        *whole, self._rest = (self._rest + read).split(b"\n")
        found = [READER.decode(line) for line in whole]
        if not read or (found and found[-1].board is None):
            self.ended = True
            self._check_end(found)
        return found

    def _check_end(self, found: Sequence[Line]) -> None:
        if found and found[-1].error:
            raise RuntimeError(found[-1].error)
        if found:
            return
        code = self._process.wait()
        if code not in (0, -signal.SIGPROF):
            assert self._process.stderr is not None
            said = self._process.stderr.read().decode(errors="replace").strip().splitlines()
            raise RuntimeError(f"it ended with {code}" + (f": {said[-1][:MOST_ERROR]}" if said else ""))


def peer_named(family_name: str, name: str) -> Peer:
    """The family's peer, or a command; KeyError if there is none of that name."""
    return {one.name: one for one in (command.PEER, *get_family(family_name).peers)}[name]


def main() -> None:
    command.die_with_parent()
    asked = msgspec.json.decode(sys.stdin.buffer.read(), type=Asked)
    name_process(f"mcs-tui: {asked.peer}, for PID {os.getppid()}")
    puzzle = get_family(asked.family).from_json(asked.puzzle)
    peer = peer_named(asked.family, asked.peer)
    module = cast(PeerModule, importlib.import_module(peer.module))
    importlib.import_module(peer.package)  # which is no part of the search
    out = os.dup(1)
    os.dup2(2, 1)  # what the library prints is no line of ours
    if asked.cpu_seconds is not None:  # of a command it starts, that has what is left here
        signal.setitimer(signal.ITIMER_PROF, asked.cpu_seconds)
    cpu, wall = command.cpu_seconds(), time.perf_counter()

    def say(**fields: Any) -> None:
        line = Line(cpu=command.cpu_seconds() - cpu, wall=time.perf_counter() - wall, **fields)
        os.write(out, msgspec.json.encode(line) + b"\n")

    def report(board: Sequence[int]) -> None:
        say(board=[int(value) for value in board])

    try:
        complete = module.search(puzzle, asked.seed, asked.parameters, report)
    except Exception as error:
        text = " ".join(str(error).split())[:MOST_ERROR]
        say(error=f"{peer.name}: {type(error).__name__}: {text}")
    else:
        say(complete=complete)


if __name__ == "__main__":
    main()
    sys.stderr.flush()
    os._exit(0)  # threads of a library may still run
