"""Puzzles for Python: read from files and texts, generated, and checked with their boards."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal, overload

from puzzles import inputs, registry
from puzzles.errors import PuzzleError
from puzzles.family import Puzzle, Verdict
from puzzles.parameters import ParameterError, Value

Source = str | os.PathLike[str]
"""A path, or as text: the puzzle itself, or a name as commands take it (`example:NAME`, `data:NAME`, `FILE#7`)."""


@overload
def read(source: Source, *, family: str | None = None, many: Literal[False] = False, **settings: Value) -> Puzzle: ...
@overload
def read(source: Source, *, family: str | None = None, many: Literal[True], **settings: Value) -> list[Puzzle]: ...
def read(source: Source, *, family: str | None = None, many: bool = False, **settings: Value) -> Puzzle | list[Puzzle]:
    """The puzzle in a file or a text of any known format; with `many` all of its puzzles, a list.

    A text of several lines is a puzzle; one of a single line is one unless a file has that name. `family` (`latin`,
    `kakuro`, `morpion`, `rna`, `samegame`, `tsptw`, or an installed one) is needed where a text could be of several.
    `settings` are the puzzle's own beside its text, such as `model="eterna-v1"` of RNA. A puzzle is immutable and
    hashable, and has `family`, `title` (one line) and `note` (what the reader assumed). PuzzleError (a ValueError), one
    line with line and column, for what can't be read, and for a file of several without `many`.
    """
    if family is not None and not registry.is_family(family):
        raise ParameterError(f"there is no family {family!r}; expected one of: {', '.join(registry.names())}")
    found = _all(source, family) if many else [_one(source, family)]
    adjusted = [registry.get_family(one.family).adjusted(one, settings) for one in found] if settings else found
    return adjusted if many else adjusted[0]


def _one(source: Source, family: str | None) -> Puzzle:
    name = os.fspath(source)
    if _is_text(source):
        try:
            return registry.read(name, family_name=family)
        except PuzzleError:
            if "\n" in name.strip():
                raise
    return inputs.read_puzzle(name, family)


def _all(source: Source, family: str | None) -> list[Puzzle]:
    """The puzzles of the source in their order; where a number has variants, each of them."""
    name = os.fspath(source)
    if _is_text(source):
        text, called = name, "<text>"
    elif "#" in name or name.startswith((inputs.EXAMPLE, inputs.STDIN)):
        return [_one(source, family)]
    else:
        called = inputs.located(name)
        try:
            data = Path(called).read_bytes()
        except OSError as error:
            raise PuzzleError(error.strerror or str(error), inputs.meant(name), source=name) from None
        text = registry.decode(data, source=called)
    reader, entries = registry.read_entries(text, source=called, family_name=family)
    if len(entries) == 1:
        return [registry.read(text, source=called, family_name=family)]
    try:
        return [registry.part(reader, text, one.key, reader.parse) for one in entries]
    except PuzzleError as error:
        raise error.within(called) from None


def _is_text(source: Source) -> bool:
    """True if it is a puzzle's text and no name of one."""
    if not isinstance(source, str) or source.startswith((inputs.EXAMPLE, inputs.DATA)) or source == inputs.STDIN:
        return False
    return "\n" in source.strip() or not os.path.exists(inputs.named(source)[0])


def check(puzzle: Puzzle, board: Iterable[int] | Source | None = None) -> Verdict:
    """The verdict of the family's plain checker, which shares no code with the searches' rules.

    `board`: integers (a sequence or an array, int64[n], as a result has it), or a file or text of any format that holds
    a board; without one the puzzle's own start is judged. The verdict has `solved`, `score` (float, higher is better: a
    cost is negative), `legal`, `faults` (a line each) and `facts` (further figures by name). PuzzleError if the board
    can't be one of this puzzle.
    """
    family = registry.get_family(puzzle.family)
    if board is None:
        attached = family.attached_board(puzzle)
        return family.judge(puzzle, family.start_board(puzzle) if attached is None else attached)
    if isinstance(board, str) and _is_text(board):
        return family.judge(puzzle, family.parse_board(puzzle, board))
    if isinstance(board, (str, os.PathLike)):
        return family.judge(puzzle, inputs.read_board(os.fspath(board), puzzle))
    return family.judge(puzzle, tuple(int(one) for one in board))


@overload
def generate(
    family: str, count: int = 1, *, seed: int = 1, boards: Literal[False] = False, **parameters: Value
) -> list[Puzzle]: ...
@overload
def generate(
    family: str, count: int = 1, *, seed: int = 1, boards: Literal[True], **parameters: Value
) -> list[tuple[Puzzle, tuple[int, ...]]]: ...
def generate(
    family: str, count: int = 1, *, seed: int = 1, boards: bool = False, **parameters: Value
) -> list[Puzzle] | list[tuple[Puzzle, tuple[int, ...]]]:
    """`count` puzzles of the family's generator, those of `mcs-tui generate` for the seed; with `boards`, pairs.

    A pair is a puzzle and the board that it was made from, a solution or, where a score counts, a legal board. The
    checker has judged it. `parameters`: the generator's, such as `order=20`. Kernels that are missing are compiled
    first, which takes up to a minute, once. ParameterError (a ValueError) for wrong ones; PuzzleError if the family has
    no generator.
    """
    from puzzles.engine.contract import InstancesModule, load
    from solvers.driver.judging import check_generated
    from solvers.driver.kernels import make_ready
    from solvers.driver.sink import Sink
    from solvers.jobs.generate import count_solutions
    from solvers.runs.spec import GenerateSpec

    if not registry.is_family(family):
        raise ParameterError(f"there is no family {family!r}; expected one of: {', '.join(registry.names())}")
    owner = registry.get_family(family)
    generator = owner.needed_generator()
    values = generator.resolve(parameters, f"the generator of {family}")
    make_ready(Sink(), GenerateSpec(family=family, title="", parameters=values))
    counting: dict[str, Any] = {"count_solutions": count_solutions} if generator.counts_solutions else {}
    made = []
    for index in range(count):
        puzzle, board = load(generator.module, InstancesModule).generate(values, seed, index, **counting)
        check_generated(owner, puzzle, board)
        made.append((puzzle, tuple(int(one) for one in board)))
    return made if boards else [puzzle for puzzle, _ in made]
