"""The latest live numbers of a worker, or of a search elsewhere, and what a search in progress says of itself.

A worker's are in a small file of its own that is replaced a few times a second. A lock says on its own machine that a
worker lives, and on another one only where file systems share locks. So the numbers say on which machine they were
written: of a worker that did not end there, they are looked at for a while. No numba.
"""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from puzzles.user_data import decoded, open_regular, read_file, replace_file

Phase = Literal["starting", "running", "training", "counting", "paused", "ended"]


class Level(msgspec.Struct, frozen=True, kw_only=True):
    """One level of a nested search, the lowest is 1; or the present cooling, `done` of `of` proposals.

    `done` of `of`: its iterations (NRPA; `of` is 0 where their number does not end it), or the moves that it has tried
    at its position (NMCS), after `step` moves. `best`: the best score of its present game or sequence; None before the
    first. `beam`: the scores of all sequences that it keeps, best first, where it may keep several. `entropy`: of the
    moves that its policy offers along its best sequence, the mean of all steps with a choice, in nats; exp of it is
    about how many moves it chooses among. None where nothing is learnt, or nothing yet. `weights`: of BLNRPA's policy,
    those of the family's features in their order, then that of the prior (1: as it was given), where there is one.
    """

    level: int
    done: int
    of: int
    step: int = 0
    best: float | None = None
    entropy: float | None = None
    beam: tuple[float, ...] = ()
    weights: tuple[float, ...] = ()


class Insight(msgspec.Struct, frozen=True, kw_only=True):
    """What can be read from a search's arrays between two slices; what a search does not have is None, or empty.

    `levels`: the highest first. `temperature`: at which a worse solution is accepted, in the family's unit of merit.
    `accepted`: the share of the latest `sampled` proposals that changed the score. `waited` of `patience`: proposals
    since this start's last new best, and after how many it is given up. `depth`: decisions on the present path;
    `untried`: the moves along it that are still to be tried. `failures` of `limit`: dead ends since the last restart,
    and at how many the next one comes; None: never. `stored` of `room`: moves in the tree.
    """

    levels: tuple[Level, ...] = ()
    temperature: float | None = None
    accepted: float | None = None
    sampled: int = 0
    waited: int | None = None
    patience: int | None = None
    depth: int | None = None
    untried: int | None = None
    failures: int | None = None
    limit: float | None = None
    stored: int | None = None
    room: int | None = None


class Status(msgspec.Struct, frozen=True, kw_only=True):
    """A worker's latest numbers.

    `seconds_left`: about how long it takes from `done` to `total`; 0 if that is not known.
    `compiling`: seconds for which its kernels have been compiled now, of about `compile_seconds`; else 0.
    `trouble`: one line about what can't be written; empty when all is well.
    `machine`: where the worker runs (`this_machine`); empty in files of earlier versions.
    `insight`: what its search says of itself.
    `cpu`: seconds of processor time of its search; `run_cpu`: of its whole process, with start, kernels and judging.
    """

    pid: int
    phase: Phase
    at: float = 0.0
    playouts: int = 0
    rate: float = 0.0
    restarts: int = 0
    best_score: float | None = None
    done: int = 0
    total: int = 0
    seconds_left: float = 0.0
    compiling: float = 0.0
    compile_seconds: float = 0.0
    trouble: str = ""
    machine: str = ""
    insight: Insight | None = None
    cpu: float = 0.0
    run_cpu: float = 0.0

    @property
    def elsewhere(self) -> str:
        """The name of the machine where the worker has not ended, if it is another one; else empty.

        One of the same name, or that has not been started again since, is this one: after a reboot, or in a container.
        """
        start, _, name = self.machine.partition(" ")
        our_start, _, our_name = this_machine().partition(" ")
        return name if start != our_start and name != our_name and self.phase != "ended" else ""


class Progress(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """How far a search is: reported when it begins, at each better score, and about once a second.

    `key`: which search it is. `board`: the best one, when it is better than that reported before; where several
    solutions are wanted, each different one that is among the best. `shortfall`: what the search could not learn of
    its warm start, reported when it begins.
    """

    key: str
    playouts: int = 0
    seconds: float = 0.0
    score: float | None = None
    solved: bool = False
    board: tuple[int, ...] = ()
    shortfall: str = ""


Tell = Callable[[Progress], bool]
"""Takes what a search reports; False: it is given up (`StoppedError`)."""


class StoppedError(Exception):
    """The search was given up before its end: it has no result."""


_DECODER = msgspec.json.Decoder(Status)
SILENCE = 3.0
"""Seconds without new numbers after which a worker on another machine counts as dead; they come four times a second."""


@cache
def this_machine() -> str:
    """An identifier of this machine since its last start, then its name."""
    try:
        start = Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
    except OSError:
        start = platform.node()
    return f"{start} {platform.node() or 'another machine'}"


def lives_on(paths: Iterable[Path]) -> str:
    """The name of another machine where a worker with these numbers lives, as they change; empty if none is seen."""
    known = {path: status.elsewhere for path in paths if (status := read_status(path)) is not None}
    before = {path: _stamp(path) for path, machine in known.items() if machine}
    end = time.monotonic() + SILENCE
    while before and time.monotonic() < end:
        for path, stamp in before.items():
            if _stamp(path) != stamp:
                return known[path]
        time.sleep(0.05)
    return ""


def _stamp(path: Path) -> tuple[int, int]:
    """A value that differs after the file was replaced; the file is opened, as network file systems look then."""
    try:
        with open(open_regular(path), "rb") as stream:
            about = os.fstat(stream.fileno())
    except OSError:
        return 0, 0
    return about.st_mtime_ns, about.st_ino


def write_status(path: Path, status: Status) -> None:
    """Nothing; the file holds the status. OSError if not even the old file can be overwritten.

    On a full disk no new file can be written, but the old one's block is ours: it is overwritten in place.
    """
    data = msgspec.json.encode(status) + b"\n"
    try:
        replace_file(path, data)
    except OSError:
        with open(open_regular(path, os.O_RDWR), "r+b") as stream:
            stream.write(data)
            stream.truncate()


def read_status(path: Path) -> Status | None:
    """The status in the file; None if there is none, or it is being overwritten."""
    try:
        return decoded(_DECODER.decode, read_file(path))
    except (OSError, ValueError):
        return None


@cache
def processor() -> str:
    """Its model and the number of cores, such as `Intel(R) Xeon(R) Processor, 2 cores`."""
    name = platform.processor() or platform.machine()
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                name = line.partition(":")[2].strip()
                break
    except OSError:
        pass
    return f"{name}, {os.cpu_count() or 1} cores"
