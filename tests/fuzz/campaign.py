"""Mutated inputs through all readers of texts and of stored files: `python -m tests.fuzz.campaign --inputs 1000000`.

Each input is a mutated seed of one target and goes to that target's readers (`readers.py`, `stored_files.py`). One
that reaches lines which none reached before joins the seeds. What a reader may not raise is a failure; so is a call
that takes more CPU seconds than --slowest, and a process that takes more memory than --memory. Ends with one line of
figures, and exit code 1 if anything failed; the first input of each kind of failure is kept in --keep, from where it
goes to tests/fuzz/corpus once the failure is mended.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import multiprocessing
import os
import resource
import secrets
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from types import CodeType, FrameType
from typing import Any
from unittest import mock

from .mutations import HEADS, TESTS, UNITS, endless, kept, mutated, mutated_value
from .readers import Readers, Target

LONGEST_CALL = 30.0
"""CPU seconds after which a call is given up as hanging."""
TRACED = 50
"""One input of that many is looked at for lines that none reached before."""
NOTED = 50_000
"""A line says when that many more inputs were read."""
LONGEST_SEED = 20_000
"""Characters of an input that is traced, and may join the seeds."""
PRODUCT = tuple(f"{TESTS.parent / name}{os.sep}" for name in ("puzzles", "priors", "solvers", "tui"))


class HangsError(Exception):
    """A call has taken LONGEST_CALL."""


@dataclass
class Summary:
    """What was seen: `calls`, the calls that raised what they should not, the slowest one in CPU seconds."""

    inputs: Counter[str] = field(default_factory=Counter)
    calls: int = 0
    refused: int = 0
    reached: set[tuple[str, int]] = field(default_factory=set)
    failures: dict[str, str] = field(default_factory=dict)
    uncaught: int = 0
    slowest: float = 0.0
    slowest_call: str = ""
    seconds: float = 0.0
    memory: float = 0.0

    def add(self, other: Summary) -> None:
        """Takes in what another process saw; `memory` is that of the largest one."""
        self.inputs += other.inputs
        self.calls += other.calls
        self.refused += other.refused
        self.uncaught += other.uncaught
        self.reached |= other.reached
        self.failures |= other.failures
        if other.slowest > self.slowest:
            self.slowest, self.slowest_call = other.slowest, other.slowest_call
        self.seconds, self.memory = max(self.seconds, other.seconds), max(self.memory, other.memory)

    def line(self) -> str:
        """All figures in one line."""
        return (
            f"{self.inputs.total():,} inputs for {len(self.inputs)} targets, {self.calls:,} calls in "
            f"{self.seconds:.0f} s; {self.refused:,} refused, {self.uncaught:,} uncaught errors; "
            f"slowest call {self.slowest:.2f} s CPU ({self.slowest_call}); "
            f"{f'{len(self.reached):,} lines reached; ' if self.reached else ''}peak memory {self.memory:.0f} MB"
        )


def fuzz(seed: int, *, seconds: float = 0.0, inputs: int = 0, only: str = "", keep: Path | None = None) -> Summary:
    """What was seen until the seconds, or that many inputs, were over; the inputs depend on the seed alone.

    `only`: a part of the names of the targets that are meant; empty for all.
    """
    rng, found, begun = Random(seed), Summary(), time.monotonic()
    with targets(only) as chosen, no_hanging():
        pools = [list(one.seeds) for one in chosen]
        unseen = Unseen(found.reached)
        for one in chosen:
            for text in kept(binary=one.binary):
                _try(found, one, text, keep)
        while (found.inputs.total() < inputs) if inputs else (time.monotonic() - begun < seconds):
            [at] = rng.choices(range(len(chosen)), [one.share for one in chosen])
            target, pool = chosen[at], pools[at]
            text = _changed(rng.choice(pool), rng, pool)
            before = len(found.reached)
            traced = found.inputs.total() % TRACED == 0 and len(text) < LONGEST_SEED
            if traced:
                sys.settrace(unseen.trace)
            try:
                _try(found, target, text, keep)
            finally:
                sys.settrace(None)
            if len(found.reached) > before:
                pool.append(text)
            if found.inputs.total() % NOTED == 0:
                print(f"{found.inputs.total():,} inputs", flush=True)
    found.seconds, found.memory = time.monotonic() - begun, _memory()
    return found


@contextmanager
def targets(only: str = "") -> Iterator[list[Target]]:
    """The targets whose names have that part, their files in folders of their own."""
    from . import stored_files

    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        own = {"MCS_TUI_DATA": place, "MCS_TUI_CACHE": f"{place}/cache", "MCS_TUI_KERNELS": f"{place}/kernels"}
        with mock.patch.dict(os.environ, own):
            yield [one for one in (*Readers(folder).targets(), *stored_files.targets(folder)) if only in one.name]


def read_all(texts: Iterable[str], keep: Path | None = None) -> Summary:
    """What all readers of texts made of the texts."""
    found, begun = Summary(), time.monotonic()
    with tempfile.TemporaryDirectory() as folder, no_hanging():
        target = Target("all readers", (), Readers(Path(folder)).of_text)
        for text in texts:
            _try(found, target, text, keep)
    found.seconds, found.memory = time.monotonic() - begun, _memory()
    return found


def _changed(text: str, rng: Random, pool: list[str]) -> str:
    """The text mutated, or where it is JSON, in half of the cases its value."""
    if text[:1] in "{[" and rng.random() < 0.5:
        with suppress(ValueError, RecursionError):
            return json.dumps(mutated_value(json.loads(text), rng))
    return mutated(text, rng, rng.choice(pool))


def _memory() -> float:
    """The most that this process has taken, MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)


def _try(found: Summary, target: Target, text: str, keep: Path | None) -> None:
    found.inputs[target.name] += 1
    for name, call in target.calls(text):
        found.calls += 1
        signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST_CALL)
        begun = time.process_time()
        try:
            call()
        except target.refused:
            found.refused += 1
        except Exception as error:
            found.uncaught += 1
            kind = f"{name}: {type(error).__name__} at {_place(error)}"
            if kind not in found.failures:
                found.failures[kind] = f"{str(error)[:200]!a}, from {text[:200]!a}"
                print(f"FAILED {kind}\n  {found.failures[kind]}", flush=True)
                if keep is not None:
                    keep.mkdir(parents=True, exist_ok=True)
                    data = target.encoded(text)
                    name = f"{target.name.replace(' ', '-')}-{hashlib.sha256(data).hexdigest()[:8]}"
                    (keep / f"{name}.{'bin' if target.binary else 'txt'}").write_bytes(data)
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        took = time.process_time() - begun
        if took > found.slowest and sys.gettrace() is None:
            found.slowest, found.slowest_call = took, f"{name}, {len(text):,} characters, {text[:40]!a}"


def _place(error: Exception) -> str:
    """The last line of the product in the error's traceback."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.startswith(PRODUCT)]
    return f"{frames[-1].filename}, line {frames[-1].lineno}" if frames else "no line of the product"


class Unseen:
    """Notes each line of the product that is run; functions all of whose lines were run are not traced any more."""

    def __init__(self, reached: set[tuple[str, int]]) -> None:
        self._reached = reached
        self._left: dict[CodeType, set[int]] = {}

    def trace(self, frame: FrameType, _event: str, _: Any) -> Any:
        """As `sys.settrace` wants it."""
        code = frame.f_code
        left = self._left.get(code)
        if left is None:
            ours = code.co_filename.startswith(PRODUCT)
            left = self._left[code] = {line for _, _, line in code.co_lines() if line} if ours else set()
        return partial(self._line, left) if left else None

    def _line(self, left: set[int], frame: FrameType, event: str, _: Any) -> Any:
        if event == "line" and frame.f_lineno in left:
            left.discard(frame.f_lineno)
            self._reached.add((frame.f_code.co_filename, frame.f_lineno))
        return partial(self._line, left) if left else None


@contextmanager
def no_hanging() -> Iterator[None]:
    """Within it a call that is given LONGEST_CALL raises HangsError."""

    def give_up(_number: int, _frame: FrameType | None) -> None:
        raise HangsError(f"over {LONGEST_CALL:.0f} CPU seconds")

    before = signal.signal(signal.SIGVTALRM, give_up)
    try:
        yield
    finally:
        signal.signal(signal.SIGVTALRM, before)


def main() -> int:
    """The exit code: 1 if any call failed, or was too slow, or a process took too much memory."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.campaign", description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--inputs", type=int, default=0, help="in place of seconds")
    parser.add_argument("--seed", type=int, default=None, help="another one each time where it is not given")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--only", default="", help="a part of the names of the targets")
    parser.add_argument("--endless", type=int, default=0, help="no mutations, but a few signs again and again, so long")
    parser.add_argument("--slowest", type=float, default=LONGEST_CALL, help="CPU seconds that a call may take")
    parser.add_argument("--memory", type=float, default=500.0, help="MB that a process may take")
    parser.add_argument("--keep", type=Path, help="the folder for inputs that fail")
    options = parser.parse_args()
    seed = secrets.randbelow(10**9) if options.seed is None else options.seed
    print(f"seed {seed}", flush=True)
    if options.endless:
        pairs = [(head, unit) for head in HEADS for unit in UNITS]
        Random(seed).shuffle(pairs)
        wanted = pairs[: options.inputs or None]
        found = read_all((endless(head, unit, options.endless) for head, unit in wanted), options.keep)
    else:
        count = options.processes
        part = partial(
            fuzz, seconds=options.seconds, inputs=-(-options.inputs // count), only=options.only, keep=options.keep
        )
        seeds, found = [seed + 1_000_003 * number for number in range(count)], Summary()
        if count == 1:
            found = part(seed)
        else:
            with multiprocessing.get_context("spawn").Pool(count) as pool:
                for one in pool.imap_unordered(part, seeds):
                    found.add(one)
    print(f"seed {seed}: {found.line()}")
    return 1 if found.failures or found.slowest > options.slowest or found.memory > options.memory else 0


if __name__ == "__main__":
    os.environ.setdefault("MCS_TUI_JIT", "0")
    sys.exit(main())
