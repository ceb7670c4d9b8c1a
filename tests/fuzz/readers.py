"""Mutated texts through all readers: `python -m tests.fuzz.readers --seconds 60 --seed 1`.

Every reader of every family gets them: `registry.read` with and without the family named, lists and their entries,
boards, saved JSON, and files of designs. Whatever is raised apart from PuzzleError is a failure; so is a call that
takes more CPU seconds than --slowest. A text that reaches lines of a reader that none reached before joins the corpus.
Ends with one line of figures, and exit code 1 if anything failed; --keep writes each text that failed to that folder,
from where it goes to tests/fuzz/corpus once the failure is mended.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

from priors.corpus import Designs
from priors.long_file import LongFile
from puzzles import registry
from puzzles.entries import choose
from puzzles.errors import PuzzleError
from puzzles.family import Family, Puzzle

from .mutations import HEADS, UNITS, corpus, endless, kept, mutated, mutated_value

LONGEST_CALL = 30.0
"""CPU seconds after which a call is given up as hanging."""
TRACED = 10
"""One input of that many is looked at for lines that none reached before."""
READERS = str(Path(registry.__file__).parent)

Call = tuple[str, Callable[[], object]]


class HangsError(Exception):
    """A call has taken LONGEST_CALL."""


@dataclass
class Summary:
    """What was seen: `calls`, the calls that raised what they should not, the slowest one in CPU seconds."""

    inputs: int = 0
    calls: int = 0
    refused: int = 0
    reached: set[tuple[str, int]] = field(default_factory=set)
    failures: dict[str, str] = field(default_factory=dict)
    slowest: float = 0.0
    slowest_call: str = ""
    seconds: float = 0.0

    def line(self) -> str:
        """All figures in one line."""
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)
        return (
            f"{self.inputs:,} inputs, {self.calls:,} calls in {self.seconds:.0f} s, {self.refused:,} refused; "
            f"{len(self.failures)} failures; slowest call {self.slowest:.2f} s CPU ({self.slowest_call}); "
            f"{len(self.reached):,} lines reached; peak memory {memory:.0f} MB"
        )


class Readers:
    """All readers, each to be called with one text. Boards are read for the first example of each family."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "designs"
        self._puzzles: list[tuple[Family, Puzzle]] = [
            (family, registry.read(family.examples[0].text, family_name=family.name)) for family in registry.families()
        ]

    def of_text(self, text: str) -> Iterator[Call]:
        """The readers of a text."""
        yield "read", lambda: _use(registry.read(text))
        yield "bytes", lambda: registry.read_bytes(text.encode("utf-8", "surrogatepass"))
        yield "entries", lambda: _entries(text, None)
        yield "designs", lambda: self._designs(text)
        for family, puzzle in self._puzzles:
            yield f"{family.name}.read", lambda name=family.name: _use(registry.read(text, family_name=name))
            yield f"{family.name}.entries", lambda name=family.name: _entries(text, name)
            yield f"{family.name}.board", lambda family=family, puzzle=puzzle: _board(family, puzzle, text)

    def of_value(self, value: Any) -> Iterator[Call]:
        """The readers of a JSON value, as a run's spec has it."""
        for family, _ in self._puzzles:
            yield f"{family.name}.from_json", lambda family=family: _use(family.from_json(value))

    def _designs(self, text: str) -> None:
        self._file.write_text(text, encoding="utf-8", errors="surrogatepass")
        file = LongFile(self._file)
        try:
            list(islice(Designs(file), 200))
        finally:
            file.close()


def _use(puzzle: Puzzle) -> None:
    """Whoever reads a puzzle shows it, saves it and reads it back."""
    family = registry.get_family(puzzle.family)
    family.attached_board(puzzle)
    family.start_board(puzzle)
    assert isinstance(puzzle.title + puzzle.note, str)
    data = json.loads(json.dumps(family.to_json(puzzle)))
    try:
        again = family.from_json(data)
    except PuzzleError as error:
        raise AssertionError(f"what was saved is refused: {error}") from error
    assert family.to_json(again) == data, "what is saved is read as another puzzle"


def _entries(text: str, name: str | None) -> None:
    family, entries = registry.read_entries(text, family_name=name)
    for one in entries[:3]:
        choose(entries, one.key)
        with suppress(PuzzleError):
            registry.part(family, registry.unified(text), one.key, family.parse)


def _board(family: Family, puzzle: Puzzle, text: str) -> None:
    board = family.parse_board(puzzle, registry.unified(text))
    assert all(type(one) is int for one in board)


def fuzz(seed: int, *, seconds: float = 0.0, inputs: int = 0, keep: Path | None = None) -> Summary:
    """What was seen until the seconds, or that many inputs, were over; the inputs depend on the seed alone."""
    rng, found, begun = Random(seed), Summary(), time.monotonic()
    texts = list(corpus())
    with tempfile.TemporaryDirectory() as folder, no_hanging():
        readers = Readers(Path(folder))
        for text in kept():
            _try(found, text, readers.of_text(text), keep)
        while (found.inputs < inputs) if inputs else (time.monotonic() - begun < seconds):
            text = rng.choice(texts)
            value = _value(text) if rng.random() < 0.3 else None
            traced = found.inputs % TRACED == 0
            before = len(found.reached)
            if traced:
                sys.settrace(_tracer(found.reached))
            try:
                if value is not None:
                    value = mutated_value(value, rng)
                    _try(found, repr(value), readers.of_value(value), keep)
                    text = json.dumps(value)
                else:
                    text = mutated(text, rng, rng.choice(texts))
                _try(found, text, readers.of_text(text), keep)
            finally:
                sys.settrace(None)
            if traced and len(found.reached) > before and len(text) < 20_000:
                texts.append(text)
    found.seconds = time.monotonic() - begun
    return found


def read_all(texts: Iterable[str], keep: Path | None = None) -> Summary:
    """What all readers made of the texts."""
    found, begun = Summary(), time.monotonic()
    with tempfile.TemporaryDirectory() as folder, no_hanging():
        readers = Readers(Path(folder))
        for text in texts:
            _try(found, text, readers.of_text(text), keep)
    found.seconds = time.monotonic() - begun
    return found


def _value(text: str) -> Any:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict | list) else None


def _try(found: Summary, text: str, calls: Iterator[Call], keep: Path | None) -> None:
    found.inputs += 1
    for name, call in calls:
        found.calls += 1
        signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST_CALL)
        begun = time.process_time()
        try:
            call()
        except PuzzleError:
            found.refused += 1
        except Exception:
            where = traceback.format_exc().strip().split("\n")
            kind = f"{name}: {where[-1][:200]} at {next((one.strip() for one in reversed(where) if 'File' in one), '')}"
            if kind not in found.failures:
                found.failures[kind] = text
                if keep is not None:
                    keep.mkdir(parents=True, exist_ok=True)
                    data = text.encode("utf-8", "surrogatepass")
                    (keep / f"{hashlib.sha256(data).hexdigest()[:12]}.txt").write_bytes(data)
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        took = time.process_time() - begun
        if took > found.slowest and sys.gettrace() is None:
            found.slowest, found.slowest_call = took, f"{name}, {len(text):,} characters, {text[:40]!a}"


def _tracer(reached: set[tuple[str, int]]) -> Callable[[FrameType, str, Any], Any]:
    """Notes each line of our readers that is run."""

    def line(frame: FrameType, event: str, _: Any) -> Any:
        if event == "line":
            reached.add((frame.f_code.co_filename, frame.f_lineno))
        return line

    def call(frame: FrameType, _event: str, _: Any) -> Any:
        return line if frame.f_code.co_filename.startswith(READERS) else None

    return call


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
    """The exit code: 1 if any call failed or was too slow."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.readers", description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--inputs", type=int, default=0, help="in place of seconds")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--endless", type=int, default=0, help="no mutations, but a few signs again and again, so long")
    parser.add_argument("--slowest", type=float, default=LONGEST_CALL, help="CPU seconds that a call may take")
    parser.add_argument("--keep", type=Path, help="the folder for texts that fail")
    options = parser.parse_args()
    if options.endless:
        pairs = [(head, unit) for head in HEADS for unit in UNITS]
        Random(options.seed).shuffle(pairs)
        wanted = pairs[: options.inputs or None]
        found = read_all((endless(head, unit, options.endless) for head, unit in wanted), options.keep)
    else:
        found = fuzz(options.seed, seconds=options.seconds, inputs=options.inputs, keep=options.keep)
    for kind, text in found.failures.items():
        print(f"FAILED {kind}\n  {text[:300]!a}")
    print(f"seed {options.seed}: {found.line()}")
    return 1 if found.failures or found.slowest > options.slowest else 0


if __name__ == "__main__":
    sys.exit(main())
