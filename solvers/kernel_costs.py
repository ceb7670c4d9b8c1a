"""How long kernels take to compile, estimated, and how far compiling has come. Imports no numba.

Each kernel has a cost that comes with the program (`kernel_costs.json`, written by `mcs-tui compile --measure`): its
CPU seconds over those of a small piece of work in plain Python, by which any machine can be measured. Once a machine
has compiled a kernel, that counts instead.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

from puzzles.engine import kernel_cache
from puzzles.user_data import decoded, make_folder, read_file, replace_file, write_named
from solvers.compiling import needed
from solvers.runs.processes import child_environment
from solvers.runs.spec import RunSpec

TABLE = Path(__file__).with_name("kernel_costs.json")
ALONE, AFTER_OTHERS = range(2)
"""A kernel's two costs: in a process of its own, and after others of its family, which share most of it."""
REFERENCE_WORK = 20_000
"""Steps of the work in plain Python."""
FORGETTING = 0.5
"""The weight of earlier kernels in a machine's pace."""
MEASURING = """
import json, sys, time
import mcs_tui  # finds our packages, whatever else has their names
from solvers.compiling import compile_one, in_order
from solvers.session import Session
seconds = {}
for one in in_order(sys.argv[1:], only=True):
    begun = time.process_time()
    compile_one(one)
    seconds[one.name] = time.process_time() - begun
print(json.dumps(seconds))
"""
"""What a process does that measures the kernels which its arguments name."""


@cache
def costs() -> Mapping[str, tuple[float, float]]:
    return {name: (float(alone), float(after)) for name, (alone, after) in json.loads(TABLE.read_text()).items()}


def cost(name: str, which: int = ALONE) -> float:
    """The cost of the named kernel; of one that is not in the table, that of a kernel in the middle of it."""
    row = _row(name)
    if row is not None:
        return row[which]
    search = name.partition("/")[2]
    same = [pair[which] for other, pair in costs().items() if other.partition("/")[2] == search]
    return statistics.median(same or [pair[which] for pair in costs().values()])


def _row(name: str) -> tuple[float, float] | None:
    """The kernel's costs; of a variant that is not in the table the most that the same search of a part of it has."""
    plain = name.removesuffix("-led")
    if plain in costs():
        return costs()[plain]
    family, (of, _, search) = kernel_cache.family_of(plain), plain.partition("/")
    ours = {one.partition("/")[0]: row for one, row in costs().items() if one.endswith(f"/{search}")}
    return max((row for one, row in ours.items() if one.startswith(family) and one[len(family) :] in of), default=None)


def reference_seconds(clock: Callable[[], float] = time.perf_counter) -> float:
    """Seconds of the work in plain Python that costs are relative to: the best of three tries, some milliseconds."""
    tries = []
    for _ in range(3):
        begun, counts = clock(), dict.fromkeys(range(64), "")
        for step in range(REFERENCE_WORK):
            counts[step & 63] = f"{step}{counts[step * 7 & 63]}"[:16]
        tries.append(clock() - begun)
    return min(tries)


def pace() -> float:
    """Seconds for a cost of 1 on this machine: by the kernels that it compiled, else by the reference work."""
    seconds, cost = _measured()
    return seconds / cost if cost else reference_seconds()


def note(name: str, seconds: float, which: int = ALONE) -> None:
    """Remembers how long the kernel took here; one that is not in the table, or took no time, is ignored."""
    row = _row(name)
    if row is None or not row[which] or seconds <= 0:
        return
    before = _measured()
    kept = {"seconds": FORGETTING * before[0] + seconds, "cost": FORGETTING * before[1] + row[which]}
    with suppress(OSError):
        make_folder(_pace_file().parent)
        replace_file(_pace_file(), json.dumps(kept).encode())


def measure(
    names: Sequence[str], before: Callable[[str], object] = lambda name: None
) -> dict[str, tuple[float, float]]:
    """CPU seconds for each kernel alone in a process, and after those before it; `before` is called with each name."""
    alone: dict[str, float] = {}
    for name in names:
        before(name)
        alone |= _seconds([name])
    after = _seconds(names)
    return {name: (alone[name], after[name]) for name in names}


def write_costs(path: Path, seconds: Mapping[str, tuple[float, float]]) -> None:
    """Writes measured CPU seconds as a table such as TABLE; OSError if that can't be done."""
    reference = reference_seconds(time.process_time)
    rows = [
        f"  {json.dumps(name)}: {json.dumps([round(one / reference, 1) for one in seconds[name]])}" for name in seconds
    ]
    write_named(path, ("{\n" + ",\n".join(rows) + "\n}\n").encode())


def estimate(name: str, which: int = ALONE) -> str:
    """Such as `, about 20 s`; empty for a kernel that is not in the table."""
    row = _row(name)
    return "" if row is None else f", {about(row[which] * pace())}"


def expected_seconds(spec: RunSpec) -> float:
    """About how long the kernels take that the spec needs and that are not compiled; 0 if all are."""
    missing = [one.name for one in needed(spec)]
    return CompileProgress(missing, workers=spec.workers).seconds_left(frozenset()) if missing else 0.0


class CompileProgress:
    """How far the compiling of some kernels is, seen from outside: by those in the cache and by the time."""

    def __init__(
        self,
        missing: Sequence[str],
        *,
        workers: int = 1,
        pace: Callable[[], float] = pace,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`missing`: the names in the order in which they are compiled."""
        met: set[str] = set()
        self._costs: dict[str, float] = {}
        for name in missing:
            family = kernel_cache.family_of(name)
            self._costs[name] = cost(name, AFTER_OTHERS if family in met else ALONE)
            met.add(family)
        self._workers = max(1, workers)
        self._clock = clock
        self._pace = pace()
        self._begun: dict[str, float] = {}

    @property
    def total(self) -> int:
        return len(self._costs)

    def done(self, compiled: Iterable[str]) -> int:
        return len(self._costs.keys() & set(compiled))

    def share(self, compiled: Iterable[str]) -> float:
        """From 0 to 1: the compiled kernels' part of all costs, and the elapsed part of those being compiled."""
        there, now = set(compiled), self._clock()
        self._learn(there, now)
        whole = sum(self._costs.values())
        reached = sum(of_it for name, of_it in self._costs.items() if name in there)
        reached += sum(self._part(name, now) for name in self._running(there))
        return reached / whole if whole else 1.0

    def seconds_left(self, compiled: Iterable[str]) -> float:
        """About how long it will take still: all that is left on all workers, or the longest kernel alone."""
        there, now = set(compiled), self._clock()
        self._learn(there, now)
        left = [of_it - self._part(name, now) for name, of_it in self._costs.items() if name not in there]
        return self._pace * max(sum(left) / self._workers, max(left, default=0.0))

    def words(self, compiled: Iterable[str]) -> str:
        """Such as `12 of 39, about 40 s left`."""
        there = set(compiled)
        return f"{self.done(there)} of {self.total}, {about(self.seconds_left(there))} left"

    def _running(self, there: set[str]) -> list[str]:
        return [name for name in self._costs if name not in there][: self._workers]

    def _part(self, name: str, now: float) -> float:
        """What is done of a kernel that is being compiled; never more than all of it."""
        begun = self._begun.get(name)
        return 0.0 if begun is None else min(self._costs[name], (now - begun) / self._pace)

    def _learn(self, there: set[str], now: float) -> None:
        """Notes which kernels are begun, and adapts the pace to the time of those that have ended meanwhile."""
        ended = [name for name in self._begun if name in there]
        taken = sum(now - self._begun.pop(name) for name in ended)
        expected = sum(self._costs[name] for name in ended)
        if expected and taken > 0:
            self._pace = FORGETTING * self._pace + (1 - FORGETTING) * taken / expected
        for name in self._running(there):
            self._begun.setdefault(name, now)


def about(seconds: float) -> str:
    """Such as `about 20 s` or `about 3 min`, not more exact than an estimate is."""
    if seconds < 10:
        return f"about {max(1, round(seconds))} s"
    return f"about {round(seconds / 5) * 5} s" if seconds < 120 else f"about {round(seconds / 60)} min"


def _measured() -> tuple[float, float]:
    """Seconds and cost of the kernels that this machine has compiled, earlier ones with less weight; zeros for none."""
    try:
        kept = decoded(json.loads, read_file(_pace_file()))
        return float(kept["seconds"]), float(kept["cost"])
    except (OSError, ValueError, KeyError, TypeError, OverflowError):
        return 0.0, 0.0


def _pace_file() -> Path:
    return kernel_cache.application_cache() / "compile-pace.json"


def _seconds(names: Sequence[str]) -> dict[str, float]:
    """CPU seconds to compile the kernels one after the other, in a new process with an empty cache."""
    with tempfile.TemporaryDirectory() as empty:
        environment = child_environment() | {"MCS_TUI_KERNELS": empty, "MCS_TUI_CACHE": empty}
        command = [sys.executable, "-P", "-c", MEASURING, *names]
        done = subprocess.run(command, env=environment, cwd=os.sep, capture_output=True, text=True, check=True)
        found: dict[str, float] = json.loads(done.stdout)
        return found
