"""The puzzles of an experiment, its cells (one search each) and their results, all as data.

Puzzles are read from the experiment's files or made by generators, and put into groups, which reports have as columns.
`solvers.experiments.search` makes the search of a cell.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from puzzles.engine.contract import InstancesModule, load
from puzzles.errors import PuzzleError
from puzzles.family import Family, Puzzle
from puzzles.inputs import DATA, EXAMPLE, located, named, read_puzzle
from puzzles.parameters import ParameterError, Value
from puzzles.registry import decode, get_family, part, read_entries
from puzzles.text.format_table import Entry
from puzzles.text.quoting import one_line
from puzzles.user_data import LARGEST_TEXT, read_named
from solvers.experiments.spec import check_families, offered_for, rows
from solvers.experiments.toml_file import Experiment, Source, numbers, seeds_of
from solvers.runs.scoring import score_of

ENDINGS = (".txt", ".tsptw", ".tsp", ".dat", ".json", ".tsv", ".csv")
"""Of files' names, that are no part of what a puzzle is called."""


class Problem(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A puzzle of an experiment. `group`: what its `[[puzzles]]` are called; `name`: it among them.

    `data`: it as its family's JSON. `index`: its number among generated ones, from 0; searches of it draw from the
    random stream of that worker, so no two puzzles of one seed are searched by the same random numbers.
    """

    group: str
    name: str
    family: str
    data: dict[str, Any]
    index: int = 0


def problems(experiment: Experiment, *, generate: bool = True) -> tuple[Problem, ...]:
    """All puzzles of the experiment; PuzzleError, one line, if one can't be read, made or searched by a row of it.

    Generating imports numba. Without `generate` those that would be generated have no data.
    """
    most = experiment.file.quick.puzzles if experiment.is_quick else None
    found: list[Problem] = []
    for number, source in enumerate(experiment.file.puzzles):
        if source.generate is None:
            found += _read(experiment, number)[:most]
        else:
            count = source.count if most is None else min(most, source.count)
            puzzles = _generated(source, count) if generate else [{}] * count
            family, group = source.family, source.name
            found += [
                Problem(group=group, name=str(index + 1), family=family, data=data, index=index)
                for index, data in enumerate(puzzles)
            ]
    groups = dict.fromkeys(one.group for one in found)
    check_families(experiment, {group: {one.family for one in found if one.group == group} for group in groups})
    return tuple(found)


def _generated(source: Source, count: int) -> list[dict[str, Any]]:
    """The generator's first puzzles, as JSON."""
    family = get_family(source.family)
    generator = family.needed_generator()
    values = generator.resolve(source.generate or {}, f"the {family.name} generator")
    generate = load(generator.module, InstancesModule).generate
    made = (generate(values, source.seed, index=index, purpose=source.stream)[0] for index in range(count))
    return [family.to_json(family.adjusted(one, source.settings)) for one in made]


def _read(experiment: Experiment, number: int) -> list[Problem]:
    """The puzzles in the files of a `[[puzzles]]`."""
    source, path = experiment.file.puzzles[number], ("puzzles", number, "files")
    files = [source.files] if isinstance(source.files, str) else source.files or []
    wanted = _numbers(experiment, number)
    found: list[Problem] = []
    for file in files:
        several = _files(experiment, _named_data(experiment, number, file))
        for one in several:
            try:
                found += [
                    Problem(
                        group=source.name,
                        name=name,
                        family=family.name,
                        data=family.to_json(family.adjusted(puzzle, source.settings)),
                    )
                    for entry, name, family, puzzle in _puzzles(one, source)
                    if not wanted or entry in wanted
                ]
            except ParameterError as error:
                raise experiment.fault(("puzzles", number, "settings"), str(error)) from None
            except PuzzleError as error:
                if len(several) == 1:
                    raise
                print(one_line(f"passed over: {error}"), file=sys.stderr)  # a folder has notes beside its puzzles
    if not found:
        raise experiment.fault(path, f"there is no such puzzle in {', '.join(files)}", "numbers and a variant that are")
    names = [one.name for one in found]
    if len(set(names)) < len(names):
        return [msgspec.structs.replace(one, name=f"{at} {one.name}") for at, one in enumerate(found, 1)]
    return found


def _named_data(experiment: Experiment, number: int, file: str) -> str:
    """The path itself, or for `{name}` the one that the command line has named for it."""
    name = file.removeprefix("{").removesuffix("}")
    if file != f"{{{name}}}":
        return file
    if name not in experiment.data:
        what = experiment.file.data.get(name, "the puzzles")
        raise experiment.fault(("puzzles", number, "files"), f"{name} is not named", f"--data {name}=PATH: {what}")
    path = Path(experiment.data[name])
    return experiment.data[name] if str(path).startswith((DATA, EXAMPLE)) else str(path.expanduser().absolute())


def _numbers(experiment: Experiment, number: int) -> set[int]:
    given = experiment.file.puzzles[number].numbers
    found = set(given) if isinstance(given, list) else set(numbers(given))
    if given and not found:
        raise experiment.fault(("puzzles", number, "numbers"), f"numbers is {given!r}", 'such as "1-20,64"')
    return found


def _files(experiment: Experiment, name: str) -> list[str]:
    """What a name stands for: it alone, or all files of the folder that it names."""
    if name.startswith((DATA, EXAMPLE)):
        return [name]
    path = experiment.folder / Path(name).expanduser()
    if not path.is_dir():
        return [str(path)]
    return [str(one) for one in sorted(path.rglob("*")) if one.is_file() and not one.name.startswith(".")]


def _puzzles(name: str, source: Source) -> Iterator[tuple[int, str, Family, Puzzle]]:
    """Of each puzzle in the file its number (0: the file has no numbers), name, family and itself."""
    file, chosen = named(located(name))
    path = Path(file)
    short = path.stem if path.suffix.lower() in ENDINGS else path.name
    if name.startswith(EXAMPLE):
        short = name.removeprefix(EXAMPLE)
    if chosen or name.startswith(EXAMPLE):
        puzzle = read_puzzle(name, source.family or None)
        yield 0, f"{short}#{chosen}" if chosen else short, get_family(puzzle.family), puzzle
        return
    try:
        text = decode(read_named(Path(file), LARGEST_TEXT), source=file)
    except OSError as error:
        raise PuzzleError(error.strerror or str(error), source=file) from None
    family, entries = read_entries(text, source=file, family_name=source.family or None)
    if len(entries) == 1:
        puzzle = read_puzzle(file, source.family or None)
        yield entries[0].number, short, family, puzzle
        return
    for entry in _of_variant(entries, source.variant):
        try:
            yield (
                entry.number,
                entry.key if not source.variant else str(entry.number),
                family,
                part(family, text, entry.key, family.parse),
            )
        except PuzzleError as error:
            raise error.within(file) from None


def _of_variant(entries: tuple[Entry, ...], variant: str) -> list[Entry]:
    """Those of the variant, else the one that is meant of each number."""
    if variant:
        return [one for one in entries if one.variant.casefold() == variant.casefold()]
    first: dict[int, Entry] = {}
    for one in entries:
        first.setdefault(one.number, one)
    return list(first.values())


class Cell(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One search to make. `group` and `puzzle`: what the puzzle is called; `data`: it as its family's JSON.

    `index`: the worker whose random stream of the seed is drawn from. `playouts` or `seconds` (CPU): the points at
    which the score is read, ascending; the last one is the budget. `whole`: it ends before its search would begin
    again. `until`: the score (higher is better) that ends it.
    """

    experiment: str
    row: str
    group: str
    puzzle: str
    family: str
    data: dict[str, Any]
    algorithm: str
    parameters: dict[str, Value] = {}
    prior: str = "none"
    prior_tau: float | None = None
    mode: str = ""
    seed: int = 1
    index: int = 0
    playouts: tuple[int, ...] = ()
    seconds: tuple[float, ...] = ()
    whole: bool = False
    until: float | None = None
    wall: bool | msgspec.UnsetType = msgspec.UNSET
    """True: seconds are those of the clock; not said of CPU time, so that cells of earlier versions are the same."""

    @property
    def key(self) -> str:
        """32 hexadecimal digits, equal for cells that are equal but for the experiment's name."""
        plain = msgspec.structs.replace(self, experiment="")
        return hashlib.blake2b(msgspec.json.encode(plain, order="deterministic"), digest_size=16).hexdigest()

    @property
    def title(self) -> str:
        """It in a few words, such as `NRPA, level 3, order 20 7, seed 1`."""
        return ", ".join([self.row, " ".join(filter(None, [self.group, self.puzzle])), f"seed {self.seed}"])

    @property
    def aim(self) -> Family:
        """The family, as the puzzle is searched."""
        return get_family(self.family).for_puzzle(self.data)

    @property
    def points(self) -> tuple[float, ...]:
        return self.playouts or self.seconds


class Reading(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was known at a point: the best score, None before the first playout; whether that is a solution; how many
    playouts and CPU seconds of search that took, fewer than the point if the search had ended."""

    point: float
    score: float | None
    solved: bool
    playouts: int
    seconds: float


class Better(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A best score, the playout that found it, the CPU seconds by then, and if it solves the puzzle.

    Of other programs, and as earlier versions wrote it, of the end of the slice (some 50 ms) that found it.
    """

    score: float
    seconds: float
    playouts: int
    solved: bool = False


class CellResult(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What came of a cell. `end`: how the search ended: `budget`, `reached` (its goal), `whole` (it would begin again),
    or as a session's status.

    `bound`: a score that no board exceeds, where one is known.
    `trace`: each better score as the search had it, of those within 3 % of the playouts the last. `board`: the best,
    judged by the family's checker as others were on the way; `facts`: what the checker says of it. `claim`: what an
    exhaustive search proved. `machine`: where it ran; `versions`: of which programs. `error`: one line if it could not
    be done; then nothing else counts, and it is to be done again.
    """

    key: str
    row: str
    group: str
    puzzle: str
    seed: int
    end: str = ""
    readings: tuple[Reading, ...] = ()
    trace: tuple[Better, ...] = ()
    playouts: int = 0
    seconds: float = 0.0
    restarts: int = 0
    board: tuple[int, ...] = ()
    facts: dict[str, Value] = {}
    bound: float | None = None
    claim: str = ""
    machine: str = ""
    versions: dict[str, str] = {}
    error: str = ""

    @property
    def solved(self) -> bool:
        return bool(self.trace) and self.trace[-1].solved

    @property
    def score(self) -> float | None:
        """The best score; None if there was no time for a playout."""
        return self.trace[-1].score if self.trace else None


def cells(experiment: Experiment, quick: bool = False, puzzles: tuple[Problem, ...] | None = None) -> tuple[Cell, ...]:
    """The cells of the experiment, seed by seed, and for each puzzle one row after the other.

    So rows can be compared before all is done. `puzzles`: its problems, if they are at hand; else they are read and
    generated, which imports numba. PuzzleError, one line.
    """
    chosen = experiment.quick() if quick else experiment
    found = problems(chosen) if puzzles is None else puzzles
    able = {family: {one.name for one in offered_for(get_family(family))} for family in {one.family for one in found}}
    return tuple(
        _cell(chosen, row, problem, seed)
        for seed in seeds_of(chosen)
        for problem in found
        for row in rows(chosen)
        if row.algorithm in able[problem.family] and (not row.puzzles or problem.group in row.puzzles)
    )


def _cell(experiment: Experiment, row: Any, problem: Problem, seed: int) -> Cell:
    budget, optimisation = (
        experiment.budget(row),
        get_family(problem.family).for_puzzle(problem.data).optimisation,
    )
    until = experiment.file.until
    if isinstance(until, dict):
        until = until.get(problem.name)
    return Cell(
        experiment=experiment.name,
        row=row.name,
        group=problem.group,
        puzzle=problem.name,
        family=problem.family,
        data=problem.data,
        algorithm=row.algorithm,
        parameters=row.parameters,
        prior=row.prior,
        prior_tau=row.prior_tau,
        mode=row.mode,
        seed=seed,
        index=problem.index,
        playouts=budget.playouts,
        seconds=budget.seconds,
        whole=row.whole,
        wall=experiment.file.clock == "wall" or msgspec.UNSET,
        until=None if until is None or optimisation is None else score_of(optimisation, until),
    )
