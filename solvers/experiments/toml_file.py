"""An experiment as its TOML file has it: tables, types, and the line of what is wrong."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from puzzles.errors import PuzzleError
from puzzles.parameters import Value
from puzzles.text import toml_lines
from solvers.settings import LABELS

MOST_PUZZLES = 100_000
MOST_SEEDS = 100_000
Whole = Annotated[int, Meta(ge=0, le=2**63 - 1)]
Positive = Annotated[int, Meta(ge=1, le=2**63 - 1)]
Above0 = Annotated[float, Meta(gt=0, le=1e9)]
Finite = Annotated[float, Meta(ge=-1e15, le=1e15)]
Text = Annotated[str, Meta(min_length=1)]
Playouts = Positive | Annotated[list[Positive], Meta(min_length=1)] | None
Seconds = Above0 | Annotated[list[Above0], Meta(min_length=1)] | None
Figure = Finite | Annotated[list[Finite], Meta(min_length=2, max_length=2)] | str | None
"""A published figure: a number, a number and half of its 95 % confidence interval, words, or "" for none."""


class Source(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`[[puzzles]]`: puzzles of files or of a generator, under one name.

    `files`: as the commands take them, `data:NAME` and `example:NAME` too; a path is seen from the TOML file's folder,
    and of a folder all files are read. Of files with several puzzles all are meant, or those of `numbers`, of that
    `variant` where each number has several. `generate`: the generator's parameters, `count` puzzles of `seed` from the
    random stream `stream`, which no other purpose draws from. `settings`: of the puzzle itself, such as its energy
    model.
    """

    name: str = ""
    family: str = ""
    files: Text | Annotated[list[Text], Meta(min_length=1)] | None = None
    numbers: str | list[Positive] = ""
    variant: str = ""
    settings: dict[str, Value] = {}
    generate: dict[str, Value] | None = None
    count: Annotated[int, Meta(ge=1, le=MOST_PUZZLES)] = 1
    seed: Whole = 1
    stream: Literal["test", "generate", "train"] = "test"


class Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`[[row]]`: a search, or several where a parameter has a list of values; figures of others where none is named.

    `name` may have `{parameter}` in it. `puzzles`: the names of those that it is for; all if there are none. `whole`:
    of NMCS one game of its top level, whose playouts nobody knows before. Budgets of its own take the place of the
    experiment's. `labels`: settings that change nothing in the search, which stand among the others in the file
    (`solvers.settings.LABELS`). `published`: figures for each point, by the names of groups or of puzzles where there
    are several.
    """

    name: str = ""
    algorithm: str = ""
    parameters: dict[str, Value | list[Value]] = {}
    prior: Text | list[Text] = "none"
    prior_tau: Above0 | list[Above0] | None = None
    mode: str = ""
    puzzles: list[str] = []
    whole: bool = False
    labels: dict[str, str] = {}
    playouts: Playouts = None
    seconds: Seconds = None
    published: list[Figure] | dict[str, list[Figure]] = []


class Quick(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`[quick]`: what takes the place of the same settings with --quick; the command line's options can say it too.

    `puzzles`: so many of each `[[puzzles]]` at most; `rows`: the names of those that are left. `generated`: the seed
    of generated puzzles.
    """

    playouts: Playouts = None
    seconds: Seconds = None
    seeds: int | str | list[Whole] | UnsetType = UNSET
    puzzles: Positive | None = None
    rows: list[str] = []
    generated: Whole | None = None


class File(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The whole file. `seeds`: how many, from 1 on; `"1-20"`, or a list. `until`: a search ends at that score, or that
    cost where costs are counted; several by the puzzles' names. `data`: what files the command line has to name, in
    words; `files = "{name}"` stands for them. Budgets: a number, or a list of the points at which the score is read,
    whose largest is the budget; `clock`: whose seconds all are. Of the report: `measure`, what its table counts (empty:
    scores where all families have them, else how many are solved), and `compare`, pairs of rows that are compared on
    the same puzzles and seeds.
    """

    title: Text
    source: str = ""
    note: str = ""
    puzzles: Annotated[list[Source], Meta(min_length=1)]
    row: Annotated[list[Row], Meta(min_length=1)]
    playouts: Playouts = None
    seconds: Seconds = None
    seeds: int | str | list[Whole] = 1
    until: Finite | dict[str, Finite] | None = None
    data: dict[str, str] = {}
    clock: Literal["cpu", "wall"] = "cpu"
    measure: Literal["", "solved", "any", "score", "time"] = ""
    compare: list[tuple[str, str]] = []
    quick: Quick = Quick()


PARTS: dict[str, type[msgspec.Struct]] = {"puzzles": Source, "row": Row, "quick": Quick}


@dataclass(frozen=True, slots=True)
class Budget:
    """The points at which the score is read, ascending, in playouts or in CPU seconds: one of the two is empty."""

    playouts: tuple[int, ...] = ()
    seconds: tuple[float, ...] = ()

    @property
    def points(self) -> tuple[float, ...]:
        return self.playouts or self.seconds


@dataclass(frozen=True)
class Experiment:
    """An experiment as its file has it. `name`: the file's, without its suffix; `folder`: from which paths are seen.

    `data`: the paths that were named for the file's `data`. `is_quick`: it has been made smaller, by what `file.quick`
    says; `size`: that, where it is not the file's own.
    """

    name: str
    folder: Path
    text: str
    file: File
    is_quick: bool = False
    size: Quick | None = None
    data: Mapping[str, str] = field(default_factory=dict)

    @property
    def title(self) -> str:
        return self.file.title

    def budget(self, row: Row) -> Budget:
        """The row's own, else the experiment's."""
        own = row if row.playouts is not None or row.seconds is not None else self.file
        return Budget(_points(own.playouts), _points(own.seconds))

    def quick(self) -> Experiment:
        """The experiment with what its `[quick]` says."""
        if self.is_quick:
            return self
        short = self.file.quick
        changed: dict[str, Any] = {} if short.seeds is UNSET else {"seeds": short.seeds}
        rows = self.file.row
        if short.playouts is not None or short.seconds is not None:
            changed |= {"playouts": short.playouts, "seconds": short.seconds}
            rows = [msgspec.structs.replace(one, playouts=None, seconds=None) for one in rows]
        changed["row"] = rows
        if short.generated is not None:
            sources = self.file.puzzles
            changed["puzzles"] = [msgspec.structs.replace(one, seed=short.generated) for one in sources]
        return replace(self, file=msgspec.structs.replace(self.file, **changed), is_quick=True)

    def resized(self, size: Quick) -> Experiment:
        """The experiment with what that size says, in place of its `[quick]`."""
        return replace(self, file=msgspec.structs.replace(self.file, quick=size), size=size).quick()

    def fault(self, path: toml_lines.Path, found: str, expected: str = "") -> PuzzleError:
        """The error about the value at that place of the file."""
        line = toml_lines.line_of(toml_lines.value_lines(self.text), path)
        return PuzzleError(found, expected, line=line, source=f"{self.name}.toml")

    def fault_in(self, path: toml_lines.Path, found: str, expected: str) -> PuzzleError:
        """As `fault`, with the column of the value."""
        error = self.fault(path, found, expected)
        column = toml_lines.column_of(self.text, error.line, path)
        return PuzzleError(found, expected, line=error.line, column=column, source=error.source)


def load(text: str, name: str, folder: Path) -> Experiment:
    """The experiment in the text, of which only the types are examined; PuzzleError, with the line, for others."""
    source = f"{name}.toml"
    try:
        text.encode()
    except UnicodeEncodeError as error:
        line = text.count("\n", 0, error.start) + 1
        raise PuzzleError("half of a surrogate pair", "UTF-8 text", line=line, source=source) from None
    try:
        data = tomllib.loads(text.replace("\r\n", "\n"))
    except (ValueError, RecursionError) as error:
        line, why = toml_lines.syntax_fault(error, text.split("\n"))
        raise PuzzleError(why, line=line, source=source) from None
    return made_of(data, name, folder, text)


def made_of(data: Any, name: str, folder: Path = Path(), text: str = "") -> Experiment:
    """The experiment that the data, as of a TOML file, describe; `text`: in which errors have their lines."""
    experiment = Experiment(name, folder, text, File(title=" ", puzzles=[Source()], row=[Row()]))
    try:
        return replace(experiment, file=msgspec.convert(_with_labels(data), File))
    except msgspec.ValidationError as error:
        raise _wrong_type(experiment, data, str(error)) from None


def _with_labels(data: Any) -> Any:
    """The file's data, the labels of each row in a table of their own."""
    names, rows = {one.name for one in LABELS}, data.get("row") if isinstance(data, dict) else None
    if not isinstance(rows, list):
        return data
    apart = [
        {name: value for name, value in row.items() if name not in names}
        | {"labels": {name: row[name] for name in names & row.keys()}}
        if isinstance(row, dict) and names & row.keys()
        else row
        for row in rows
    ]
    return {**data, "row": apart}


def _wrong_type(experiment: Experiment, data: Any, message: str) -> PuzzleError:
    """The error with its line for what msgspec says of a value."""
    what, _, place = message.partition(" - at ")
    known_place = place.strip("`$").partition("[...]")[0]  # of a table whose keys are free it names none
    keys = re.findall(r"\.([A-Za-z_0-9]+)|\[(\d+)\]", known_place)
    path: toml_lines.Path = tuple(name or int(number) for name, number in keys)
    if unknown := re.fullmatch(r"Object contains unknown field `(.*)`", what):
        known = ", ".join(PARTS.get(str(path[0]) if path else "", File).__struct_fields__)
        where = f" in [{path[0]}]" if path else ""
        return experiment.fault((*path, unknown[1]), f"there is no setting {unknown[1]!r}{where}", f"one of: {known}")
    if missing := re.fullmatch(r"Object missing required field `(.*)`", what):
        return experiment.fault(path, f"there is no {missing[1]}", f"{missing[1]} = ...")
    expected = in_words(what)
    value = reduce(lambda found, one: found[one], path, data)
    named = ".".join(str(one) for one in path if isinstance(one, str))
    if isinstance(value, Mapping | Sequence) and not isinstance(value, str):
        return experiment.fault(path, f"{named} is a {'list' if isinstance(value, Sequence) else 'table'}", expected)
    return experiment.fault(path, f"{named} is {value!r}", expected)


IN_WORDS = (
    (r", got .*| \| null|`", ""),
    (r"\barray\b", "a list"),
    (r"\bobject\b", "a table"),
    (r"\bint\b", "a whole number"),
    (r"\bfloat\b", "a number"),
    (r"\bstr\b", "a text"),
    (r"\bbool\b", "true or false"),
    (r" \| ", " or "),
    (r" of length >= ", " of length at least "),
    (r" >= ", " of at least "),
    (r" > ", " above "),
    (r" <= ", " of at most "),
    (r"(\d)\.0\b", r"\1"),
)
"""Patterns of what msgspec calls a type or a bound, and what people call it."""


def in_words(message: str) -> str:
    """What msgspec expected, in words, such as `a whole number of at least 1`, of its message `Expected int >= 1`."""
    expected = message.partition(" - at ")[0].removeprefix("Expected ")
    for pattern, words in IN_WORDS:
        expected = re.sub(pattern, words, expected)
    return expected


def _points(given: Any) -> tuple[Any, ...]:
    if given is None:
        return ()
    return tuple(sorted(set(given))) if isinstance(given, list) else (given,)


def seeds_of(experiment: Experiment) -> tuple[int, ...]:
    """The seeds in their order, each once; PuzzleError if none can be read."""
    given = experiment.file.seeds
    if isinstance(given, list):
        found = tuple(dict.fromkeys(given))
    elif isinstance(given, int):
        found = tuple(range(1, given + 1)) if given <= MOST_SEEDS else ()
    else:
        found = tuple(numbers(given))
    if not 1 <= len(found) <= MOST_SEEDS:
        path = ("quick", "seeds") if experiment.is_quick else ("seeds",)
        raise experiment.fault(path, f"seeds is {given!r}", f'how many, "1-20" or a list, at most {MOST_SEEDS:,}')
    return found


def numbers(text: str) -> list[int]:
    """The whole numbers of a text such as `1-20,64`, each once; empty for anything else, and for too many."""
    found: dict[int, None] = {}
    for part in text.split(","):
        ends = re.fullmatch(r"\s*(\d{1,18})\s*(?:-\s*(\d{1,18})\s*)?", part, re.ASCII)
        low, high = (int(ends[1]), int(ends[2] or ends[1])) if ends else (1, 0)
        if not low <= high < low + MOST_SEEDS:
            return []
        found |= dict.fromkeys(range(low, high + 1))
    return list(found)
