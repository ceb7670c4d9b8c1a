"""Reading what the user names: a puzzle or a board from a file, standard input, a bundled example, or a dataset.

Of a text with several puzzles or boards, one is chosen behind a `#`: `FILE#7`, `FILE#7:V1`, `FILE#NAME`.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.family import Puzzle
from puzzles.text import reading
from puzzles.user_data import read_file, read_named

STDIN = "-"
EXAMPLE = "example:"
"""Before the name of a bundled example, in place of a file's path (a file of such a name is `./example:...`)."""
DATA = "data:"
"""Before a dataset's name, in place of a file's path (a file of such a name is `./data:...`)."""


@dataclass(frozen=True, slots=True)
class DatasetPuzzles:
    """The puzzles of a dataset's file, named `DATASET/FILE`: of each the key that chooses it, and its label."""

    name: str
    title: str
    family: str
    puzzles: tuple[tuple[str, str], ...]


def dataset_puzzles() -> tuple[DatasetPuzzles, ...]:
    """One for each file of puzzles that is on this disk and can be read."""
    from puzzles.datasets.stored import all_stored

    found = []
    for stored in all_stored():
        if stored.file.puzzles:
            title, family = f"{stored.dataset.name}, {stored.file.name}", stored.dataset.family
            try:
                puzzles = _entries(stored.path, stored.path.stat().st_mtime_ns, family)
            except (OSError, PuzzleError):
                continue  # not here, or damaged: `mcs-tui data verify` says so
            found.append(DatasetPuzzles(stored.name, title, family, puzzles))
    return tuple(found)


@lru_cache(maxsize=16)
def _entries(path: Path, _changed: int, family: str) -> tuple[tuple[str, str], ...]:
    text = registry.decode(read_file(path, registry.LARGEST_TEXT), source=str(path))
    entries = registry.read_entries(text, source=str(path), family_name=family)[1]
    return tuple((one.key, one.label) for one in entries)


def read_puzzle(name: str, family_name: str | None = None) -> Puzzle:
    """The puzzle in the file; PuzzleError if there is none.

    `-` is standard input, `example:NAME` a bundled one, `data:NAME` a dataset's file; any of them with `#` and the
    number or name of one puzzle of several.
    """
    asked = reading.asked()
    if asked is not None:
        asked.used = False
    found = _puzzle(name, family_name)
    if asked is not None and not asked.used:
        raise PuzzleError(f"--round has no effect on {found.title}", "numbers with decimals", source=name)
    return found


def _puzzle(name: str, family_name: str | None) -> Puzzle:
    name, entry = named(located(name))
    if name.startswith(EXAMPLE):
        family, text = _example(name, family_name)
        return registry.read(text, source=name, family_name=family, entry=entry)
    data, source = _read(name)
    try:
        return registry.read_bytes(data, source=source, family_name=family_name, entry=entry)
    except registry.AmbiguousError as error:
        options = " or ".join(f"--family {one}" for one in error.families)
        raise PuzzleError(error.found, f"{options}, or {error.expected}", source=source) from None


def each_of(name: str, family_name: str | None = None) -> list[tuple[str, str]]:
    """The name of each puzzle of the file, `FILE#7`, and its label; of variants the first; the file alone if it is one.

    PuzzleError if it can't be read.
    """
    file, entry = named(located(name))
    if entry or file.startswith(EXAMPLE):
        return [(name, "")]
    data, source = _read(file)
    entries = registry.read_entries(registry.decode(data, source=source), source=source, family_name=family_name)[1]
    first = {one.number: one for one in reversed(entries)}
    return [(f"{name}#{number}", first[number].label) for number in sorted(first)] if len(first) > 1 else [(name, "")]


def read_board(name: str, puzzle: Puzzle) -> tuple[int, ...]:
    """The board for the puzzle, from what `read_puzzle` takes; errors as there."""
    name, entry = named(located(name))
    if name.startswith(EXAMPLE):
        source, text = name, _example(name, puzzle.family)[1]
    else:
        data, source = _read(name)
        _, text = registry.labelled(registry.unified(registry.decode(data, source=source)))
    try:
        if not text.strip():
            raise PuzzleError("the text is empty", f"a board for this puzzle ({puzzle.title})")
        family = registry.get_family(puzzle.family)
        if not entry:
            return family.parse_board(puzzle, text)
        return registry.part(family, text, entry, lambda chosen: family.parse_board(puzzle, chosen))
    except PuzzleError as error:
        raise error.within(source) from None


def legal_board(name: str, puzzle: Puzzle) -> tuple[int, ...]:
    """As `read_board`, for a search to learn from: PuzzleError too if the board is not legal or has no move in it."""
    return usable(read_board(name, puzzle), puzzle, shown_name(name))


def usable(board: tuple[int, ...], puzzle: Puzzle, source: str) -> tuple[int, ...]:
    """The board, if a search can learn from it; PuzzleError with its source if it is not legal or has no move in it."""
    family = registry.get_family(puzzle.family)
    verdict = family.judge(puzzle, board)
    if not verdict.legal:
        raise PuzzleError(f"the board is not legal: {verdict.faults[0]}", source=source)
    if board == family.start_board(puzzle):
        raise PuzzleError("the board has no move", "a board or game with moves to learn", source=source)
    return board


def puzzle_from(name: str, puzzle: Puzzle) -> Puzzle:
    """The puzzle that begins at the position in that file, as `read_board` takes it; PuzzleError if it can't."""
    board = read_board(name, puzzle)
    try:
        return registry.get_family(puzzle.family).continued(puzzle, board)
    except PuzzleError as error:
        raise error.within(shown_name(name)) from None


def shown_name(name: str) -> str:
    """What messages call the input of that name: `<stdin>` for standard input, else as it was given."""
    entry = named(name)[1]
    return name if not is_stdin(name) else f"<stdin>#{entry}" if entry else "<stdin>"


def is_stdin(name: str) -> bool:
    """True if the name stands for standard input, or for one puzzle of several in it."""
    return named(name)[0] == STDIN


def named(name: str) -> tuple[str, str]:
    """The name of the file, and what follows the `#` behind it; a file whose own name has a `#` goes before."""
    if "#" not in name or os.path.exists(name):
        return name, ""
    cuts = [at for at, letter in enumerate(name) if letter == "#"]
    at = next((at for at in reversed(cuts) if os.path.exists(name[:at])), cuts[0])
    return name[:at], name[at + 1 :]


def located(name: str) -> str:
    """The name, with `data:NAME` or `data:NAME/FILE` at its beginning replaced by the file's path.

    What follows a `#` stays as it is. PuzzleError if there is no such dataset, or it is not here.
    """
    if not name.startswith(DATA):
        return name
    from puzzles.datasets import find
    from puzzles.datasets.registry import UnknownDatasetError

    dataset, mark, entry = name.removeprefix(DATA).partition("#")
    try:
        path = find(dataset)
    except UnknownDatasetError as error:
        raise PuzzleError(str(error), source=name) from None
    if path is None:
        ways = f"it after mcs-tui data download {dataset}, or mcs-tui data import {dataset.partition('/')[0]} PATH"
        raise PuzzleError(f"{dataset} is not on this disk", ways, source=name)
    return f"{path}{mark}{entry}"


def _example(name: str, family_name: str | None) -> tuple[str, str]:
    owners = registry.families() if family_name is None else (registry.get_family(family_name),)
    wanted = name.removeprefix(EXAMPLE)
    found = [(family.name, one.text) for family in owners for one in family.examples if one.name == wanted]
    if len(found) == 1:
        return found[0]
    if found:
        families = " or ".join(family for family, _ in found)
        raise PuzzleError(f"there is more than one example {wanted!r}", f"--family {families}", source=name)
    known = ", ".join(one.name for family in owners for one in family.examples)
    raise PuzzleError(f"there is no example {wanted!r}", f"one of: {known}", source=name)


def meant(name: str) -> str:
    """What was meant by a name that is no file's: an example, or the puzzle itself; empty if neither is known."""
    examples = {one.name for family in registry.families() for one in family.examples}
    if name in examples:
        return f"a file, or {EXAMPLE}{name}"
    try:
        registry.read(name)
    except PuzzleError:
        return ""
    return "a file's name; a puzzle itself comes through a pipe: echo '...' | mcs-tui solve -"


def _read(name: str) -> tuple[bytes, str]:
    """The bytes and the name of their source. At most one byte over the limit is read: a pipe may never end."""
    limit = registry.LARGEST_TEXT
    if not name:
        raise PuzzleError("the file's name is empty", "a path, - for standard input, or example:NAME", source="''")
    try:
        if name == STDIN:
            if sys.stdin.isatty():
                with suppress(OSError):
                    print("reading the puzzle from the terminal; Ctrl-D on a line of its own ends it", file=sys.stderr)
            data, source = sys.stdin.buffer.read(limit + 1), shown_name(name)
        else:
            data, source = read_named(Path(name), limit), name
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise PuzzleError(getattr(error, "strerror", None) or str(error), meant(name), source=name) from None
    if len(data) > limit:
        raise registry.too_large().within(source)
    return data, source
