"""The readers of texts as targets: each family's own with its texts, those that recognise a text, and lists of designs.

Boards are read for the first example of each family. Whatever a reader raises apart from PuzzleError is a failure.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.family import Family, Puzzle
from puzzles.rna.corpus import Designs
from puzzles.text.format_table import choose
from puzzles.text.long_file import LongFile

from .mutations import corpus, corpus_of

RECOGNISED = 8
"""One text of a family of that many is also read without the family named, which takes longest."""

Call = tuple[str, Callable[[], object]]


@dataclass(frozen=True)
class Target:
    """What is fed with mutations of its seeds: `calls` are the readers of one input.

    Of a `binary` file each character of an input stands for a byte. `refused`: what a reader may raise. `share` of all
    inputs are for this target, in comparison with others.
    """

    name: str
    seeds: tuple[str, ...]
    calls: Callable[[str], Iterator[Call]]
    share: float = 1.0
    binary: bool = False
    refused: tuple[type[Exception], ...] = (PuzzleError,)

    def encoded(self, text: str) -> bytes:
        """The input as the bytes of a file."""
        return text.encode("latin-1", "replace") if self.binary else text.encode("utf-8", "surrogatepass")


class Readers:
    """All readers of texts, each to be called with one."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "designs"
        self._puzzles: list[tuple[Family, Puzzle]] = [
            (family, registry.read(family.examples[0].text, family_name=family.name)) for family in registry.families()
        ]
        self._next = 0

    def targets(self) -> Iterator[Target]:
        """A target for each family's texts, one for each family's JSON in a spec, and one for any text."""
        yield Target("any text", corpus(), self.of_any, share=0.5)
        yield Target("all readers", corpus(), self.of_text, share=0.05)
        for family, puzzle in self._puzzles:
            yield Target(
                family.name,
                corpus_of(family.name),
                lambda text, family=family, puzzle=puzzle: self._of_family(family, puzzle, text),
                share=1,
            )
            read = (registry.read(one.text, family_name=family.name) for one in family.examples)
            saved = tuple({type(one): json.dumps(family.to_json(one)) for one in (*read, puzzle)}.values())
            yield Target(
                f"{family.name} in a spec", saved, lambda text, family=family: self._of_spec(family, text), share=0.5
            )

    def of_text(self, text: str) -> Iterator[Call]:
        """All readers of a text."""
        yield from self._recognising(text)
        yield "designs", lambda: self._designs(text)
        for family, puzzle in self._puzzles:
            yield from self._with_family(family, puzzle, text)

    def of_any(self, text: str) -> Iterator[Call]:
        """A reader that is not given a family, each in its turn."""
        calls = [*self._recognising(text), ("designs", lambda: self._designs(text))]
        self._next += 1
        yield calls[self._next % len(calls)]

    def _of_family(self, family: Family, puzzle: Puzzle, text: str) -> Iterator[Call]:
        yield from self._with_family(family, puzzle, text)
        self._next += 1
        if self._next % RECOGNISED == 0:
            yield from self.of_any(text)

    def _of_spec(self, family: Family, text: str) -> Iterator[Call]:
        with suppress(ValueError, RecursionError):
            value = json.loads(text)
            if isinstance(value, dict):
                yield f"{family.name}.from_json", lambda: _use(family.from_json(value))

    @staticmethod
    def _recognising(text: str) -> Iterator[Call]:
        yield "read", lambda: _use(registry.read(text))
        yield "bytes", lambda: registry.read_bytes(text.encode("utf-8", "surrogatepass"))
        yield "entries", lambda: _entries(text, None)

    @staticmethod
    def _with_family(family: Family, puzzle: Puzzle, text: str) -> Iterator[Call]:
        yield f"{family.name}.read", lambda: _use(registry.read(text, family_name=family.name))
        yield f"{family.name}.entries", lambda: _entries(text, family.name)
        yield f"{family.name}.board", lambda: _board(family, puzzle, text)

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
