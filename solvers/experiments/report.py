"""An experiment's figures: what each row has reached at each point, with its interval, beside what is published.

Measures. `solved`: how many of the puzzles; `any`: how many by some seed, as root-parallel searches do, one a seed.
`score`: the mean of the best scores, as people count them. `time`: CPU seconds to a solution. What is not finished yet
is counted nowhere, and each line says how many of its cells are.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from puzzles.registry import is_family
from puzzles.text.quoting import counted
from solvers.experiments.bounds import Bounds, bounds_of
from solvers.experiments.cell import Cell, CellResult, Reading
from solvers.experiments.intervals import Comparison, Interval, mean_interval, wilson_interval
from solvers.experiments.row_comparisons import Measure, Ranks, comparison, corrected, row_ranks
from solvers.experiments.spec import TIMES, has_ends_alone, parse, rows
from solvers.experiments.toml_file import Experiment, Row
from solvers.statistics import quantile

MOST_BY_PUZZLE = 100
"""Puzzles up to which scores are listed for each of them."""

QUICK = "This is the quick size: fewer puzzles, seeds or points than the published figures have."
OTHER_SIZE = "This is another size than the file's: other puzzles, seeds, rows or points."


class Column(msgspec.Struct, frozen=True, order=True):
    """A point of the budget, in `playouts` or CPU `seconds`; the `end` of budgets that differ; or one of TIMES."""

    unit: Literal["playouts", "seconds", "end", "time"]
    point: float = 0.0
    name: str = ""


class Entry(msgspec.Struct, frozen=True):
    """A figure with its interval of 95 %, from so many cells; of `solved`, how many of these were.

    Published figures have no count, and words where the paper has words.
    """

    value: float | None = None
    low: float | None = None
    high: float | None = None
    count: int = 0
    solved: int | None = None
    words: str = ""


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of a row on one group of puzzles, by column; None where there is none.

    `planned` and `finished` count cells; `failed` are finished ones that ended with an error and count nowhere else.
    `of`: different puzzles among the finished; of a published line how many the file has, 0 if only its files say that.
    `seconds`: CPU seconds of a cell on average; `rate`: playouts in each of
    them. `unsolved`: puzzles that no seed has solved. `labels`: those of the row, as the experiment's file has them.
    """

    row: str
    group: str
    entries: list[Entry | None]
    published: bool = False
    planned: int = 0
    finished: int = 0
    failed: int = 0
    of: int = 0
    seconds: float | None = None
    rate: float | None = None
    unsolved: list[str] = []
    labels: dict[str, str] = {}


class PuzzleLine(msgspec.Struct, frozen=True, kw_only=True):
    """What each row has reached on one puzzle at its end, over its seeds: in the order of the report's `by_rows`.

    `after`: the median of the CPU seconds at which the best scores were found.
    """

    group: str
    puzzle: str
    entries: list[Entry | None]
    after: list[float | None]


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """All that the writers need. `cost`: scores are shown as costs, less is better. `notes`: sentences for people.
    `quick`: this is the quick size; `fewer`: which has fewer puzzles than what is published is of.

    `machine`: where it ran, what measured, with which versions; `command`: what prints this again.
    """

    name: str
    title: str
    source: str
    quick: bool
    fewer: bool
    measure: Measure
    cost: bool
    columns: list[Column]
    lines: list[Line]
    by_rows: list[str]
    by_puzzle: list[PuzzleLine]
    comparisons: list[Comparison]
    ranks: Ranks | None
    bounds: list[Bounds]
    planned: int
    finished: int
    failed: int
    machine: str
    command: str
    notes: list[str]
    clock: str = "CPU"
    """Whose time all seconds are: CPU or wall."""

    @property
    def partial(self) -> bool:
        return self.finished < self.planned


def report(
    experiment: Experiment,
    cells: Sequence[Cell],
    results: Iterable[CellResult],
    command: str,
    compare: Iterable[tuple[str, str]] = (),
) -> Report:
    """The report of the results, those of these cells alone. `compare`: pairs of rows, besides the file's own."""
    keys = {cell.key for cell in cells}
    found = [one for one in results if one.key in keys]
    measure, cost = measure_of(experiment, cells)
    planned = Counter((cell.group, cell.row) for cell in cells)
    by_line: dict[tuple[str, str], list[CellResult]] = defaultdict(list)
    for one in found:
        by_line[one.group, one.row].append(one)
    own, published = rows(experiment), published_figures(experiment)
    columns = columns_of(experiment, own, published, measure)
    counts = Counter(group for group, _ in {(one.group, one.puzzle) for one in cells})
    lines: list[Line] = []
    for group in dict.fromkeys(source.name for source in experiment.file.puzzles):
        for row in own:
            at = group, row.name
            if planned[at]:
                lines.append(_line(row.name, group, by_line[at], columns, measure, cost=cost, planned=planned[at]))
            if at in published:
                figures = [published[at].get(column) for column in columns]
                of = _whole(experiment, group, counts)
                lines.append(Line(row=row.name, group=group, entries=figures, published=True, of=of))
    puzzles = {one.puzzle for one in cells}
    names = [row.name for row in own if any(one == row.name for _, one in planned)]
    names += [row.name for row in own if not row.algorithm and {*puzzles} & {*_by_name(row)}]
    several = max(counts.values(), default=0) > 1 and counts.total() <= MOST_BY_PUZZLE
    pairs = [pair for pair in (*experiment.file.compare, *compare) if {*pair} <= {*names}]
    failed = sum(1 for one in found if one.error)
    labels = {row.name: row.labels for row in own}
    return Report(
        name=experiment.name,
        title=experiment.title,
        source=experiment.file.source,
        quick=experiment.is_quick,
        fewer=experiment.is_quick and experiment.file.quick.puzzles is not None,
        measure=measure,
        cost=cost,
        columns=columns,
        lines=[msgspec.structs.replace(line, labels=labels.get(line.row, {})) for line in lines],
        by_rows=names,
        by_puzzle=_puzzle_lines(cells, found, own, names, cost=cost) if several and measure == "score" else [],
        comparisons=corrected([comparison(found, first, second, measure, cost=cost) for first, second in pairs]),
        ranks=row_ranks(found, names, measure, cost=cost),
        bounds=bounds_of(by_line) if measure == "score" else [],
        planned=len(cells),
        finished=len(found),
        failed=failed,
        machine=_machine(found, _clock(cells)),
        command=command,
        notes=[*_notes(experiment), *methods(cells, found)],
        clock=_clock(cells),
    )


def _whole(experiment: Experiment, group: str, counts: Mapping[str, int]) -> int:
    """How many puzzles the group has in the file, whatever the size; 0 if that is not known without reading them."""
    if not (experiment.is_quick and experiment.file.quick.puzzles is not None):
        return counts[group]
    source = next(one for one in experiment.file.puzzles if one.name == group)
    return source.count if source.generate is not None else 0


def _notes(experiment: Experiment) -> list[str]:
    found = [experiment.file.note] if experiment.file.note else []
    found += [f"Published: {experiment.file.source}."] if experiment.file.source else []
    return [*found, *([OTHER_SIZE if experiment.size else QUICK] if experiment.is_quick else [])]


def _clock(cells: Sequence[Cell]) -> str:
    return "wall" if any(one.wall is True for one in cells) else "CPU"


def methods(cells: Sequence[Cell], found: Sequence[CellResult]) -> list[str]:
    """What a paper says of how this was measured, in one paragraph; nothing before the first result."""
    if not found:
        return []
    puzzles = len({(one.group, one.puzzle) for one in cells})
    seeds = sorted({one.seed for one in cells})
    listed = f"seeds {seeds[0]} to {seeds[-1]}" if len(seeds) > 2 else f"seed {' and '.join(map(str, seeds))}"
    if len(seeds) > 2 and seeds[-1] - seeds[0] + 1 != len(seeds):
        listed = f"{len(seeds)} seeds from {seeds[0]} to {seeds[-1]}"
    clock = _clock(cells)
    budgets = sorted({("playouts" if one.playouts else f"{clock} seconds", float(one.points[-1])) for one in cells})
    words = " or ".join(dict.fromkeys(f"{point:,.10g} {unit}" for unit, point in (budgets[0], budgets[-1])))
    return [
        f"Methods: {counted(len({one.row for one in cells}), 'row')} on {counted(puzzles, 'puzzle')}, "
        f"{listed}, {words} each; {len(found):,} of {counted(len(cells), 'cell')} done. "
        f"Seconds are {clock} time of the search, one core each unless it has threads, without compiling. "
        "Each better board was replayed by a checker that shares no code with the search. "
        "Intervals are of 95 %, tests of two sides."
    ]


def measure_of(experiment: Experiment, cells: Sequence[Cell]) -> tuple[Measure, bool]:
    """What is measured: what the file says, else scores where all families count them; and whether these are costs."""
    families = [one.aim for one in cells if is_family(one.family)]
    counting = [one.optimisation for one in families if one.optimisation is not None]
    usual: Measure = "score" if counting and len(counting) == len(families) else "solved"
    return experiment.file.measure or usual, bool(counting) and all(one.cost for one in counting)


Figures = dict[tuple[str, str], dict[Column, Entry]]
"""By group and row: the published figures by column."""


def published_figures(experiment: Experiment) -> Figures:
    """Those of all rows, at the points that the whole experiment has: a quick one shows them where it has the same."""
    whole = parse(experiment.text, experiment.name, experiment.folder, kept=True) if experiment.is_quick else experiment
    found: Figures = {}
    for row in rows(whole):
        groups = row.puzzles or [source.name for source in whole.file.puzzles]
        of_groups = _by_name(row) if isinstance(row.published, dict) else dict.fromkeys(groups, row.published)
        for group, figures in of_groups.items():
            if figures:
                points = _columns(whole, row)
                found[group, row.name] = {
                    point: _published(figure) for point, figure in zip(points, figures, strict=False) if figure != ""
                }
    return found


def _by_name(row: Row) -> dict[str, Any]:
    """Published figures by the name of a group, or of a puzzle; none if they are of all."""
    return row.published if isinstance(row.published, dict) else {}


def _published(figure: Any) -> Entry:
    if isinstance(figure, str):
        return Entry(words=figure)
    if isinstance(figure, list | tuple):
        return Entry(value=figure[0], low=figure[0] - figure[1], high=figure[0] + figure[1])
    return Entry(value=figure)


def columns_of(experiment: Experiment, own: Sequence[Row], published: Figures, measure: Measure) -> list[Column]:
    """All points of the rows, and those that are published alone, ascending; playouts before seconds."""
    if measure == "time":
        return [Column("time", name=name) for name in TIMES]
    names = {row.name for row in own}
    groups = {source.name for source in experiment.file.puzzles}
    points = {column for row in own if row.algorithm for column in _columns(experiment, row)}
    figures = (of for (group, row), of in published.items() if row in names and group in groups)
    return sorted(points | {column for of in figures for column in of})


def _columns(experiment: Experiment, row: Row) -> list[Column]:
    if experiment.file.measure == "time":
        return [Column("time", name=name) for name in TIMES]
    if has_ends_alone(experiment):
        return [Column("end")]
    budget = experiment.budget(row)
    return [Column("playouts" if budget.playouts else "seconds", float(point)) for point in budget.points]


def _line(
    row: str,
    group: str,
    found: Sequence[CellResult],
    columns: Sequence[Column],
    measure: Measure,
    *,
    cost: bool,
    planned: int,
) -> Line:
    sound = [one for one in found if not one.error]
    names = dict.fromkeys(one.puzzle for one in sound)
    solved = {one.puzzle for one in sound if one.solved}
    spent = math.fsum(one.seconds for one in sound)
    entries = _times(sound) if measure == "time" else _entries(sound, columns, measure, cost=cost)
    return Line(
        row=row,
        group=group,
        entries=entries,
        planned=planned,
        finished=len(found),
        failed=len(found) - len(sound),
        of=len(names),
        seconds=spent / len(sound) if sound else None,
        rate=sum(one.playouts for one in sound) / spent if spent > 0 else None,
        unsolved=[name for name in names if name not in solved] if measure in ("solved", "any") or solved else [],
    )


def _entries(
    found: Sequence[CellResult], columns: Sequence[Column], measure: Measure, *, cost: bool
) -> list[Entry | None]:
    by_point: dict[float, list[tuple[str, Reading]]] = defaultdict(list)
    for one in found:
        for reading in one.readings:
            by_point[reading.point].append((one.puzzle, reading))
    if columns == [Column("end")]:
        by_point = {0.0: [(one.puzzle, one.readings[-1]) for one in found if one.readings]}
    return [_entry_of(by_point.get(column.point, []), measure, cost=cost) for column in columns]


def _entry_of(found: Sequence[tuple[str, Reading]], measure: Measure, *, cost: bool) -> Entry | None:
    """The figure of the readings, each with its puzzle; None if there is none, or one of them had no playout yet."""
    if not found:
        return None
    readings = [reading for _, reading in found]
    if measure == "solved":
        return _share(sum(one.solved for one in readings), len(readings))
    if measure == "any":
        return _share(len({name for name, one in found if one.solved}), len({name for name, _ in found}))
    scores = [one.score for one in readings if one.score is not None]
    return _mean(scores, cost=cost) if len(scores) == len(readings) else None


def _times(found: Sequence[CellResult]) -> list[Entry | None]:
    """Of TIMES. An unsolved one took longer than all that is known: a figure is missing where that is what it is."""
    if not found:
        return [None for _ in TIMES]
    times = [one.trace[-1].seconds if one.solved else math.inf for one in found]
    entries: list[Entry | None] = [_share(sum(one.solved for one in found), len(found))]
    for share in (0.5, 0.9, 1.0):
        value = quantile(times, share)
        entries.append(None if math.isinf(value) else Entry(value=value, count=len(times)))
    return entries


def _share(solved: int, count: int) -> Entry:
    return _entry(wilson_interval(solved, count), count, solved)


def _mean(scores: Sequence[float], *, cost: bool) -> Entry:
    return _entry(mean_interval([-one if cost else one for one in scores]), len(scores))


def _entry(interval: Interval, count: int, solved: int | None = None) -> Entry:
    return Entry(value=interval.value, low=interval.low, high=interval.high, count=count, solved=solved)


def _puzzle_lines(
    cells: Sequence[Cell], found: Iterable[CellResult], own: Sequence[Row], names: Sequence[str], *, cost: bool
) -> list[PuzzleLine]:
    by_cell: dict[tuple[str, str, str], list[CellResult]] = defaultdict(list)
    for one in found:
        if one.trace:
            by_cell[one.group, one.puzzle, one.row].append(one)
    published = {(row.name, puzzle): _published(of[-1]) for row in own for puzzle, of in _by_name(row).items() if of}
    lines = []
    for group, puzzle in dict.fromkeys((one.group, one.puzzle) for one in cells):
        of_rows = [by_cell.get((group, puzzle, name), []) for name in names]
        lines.append(
            PuzzleLine(
                group=group,
                puzzle=puzzle,
                entries=[
                    _mean([one.trace[-1].score for one in of], cost=cost) if of else published.get((name, puzzle))
                    for name, of in zip(names, of_rows, strict=True)
                ],
                after=[quantile([one.trace[-1].seconds for one in of], 0.5) if of else None for of in of_rows],
            )
        )
    return lines


def _machine(found: Iterable[CellResult], clock: str) -> str:
    """Where the cells were searched, by CPU time, and the versions; nothing before the first one."""
    machines = list(dict.fromkeys(one.machine for one in found if one.machine))
    versions: dict[str, dict[str, None]] = {}
    for one in found:
        for name, version in one.versions.items():
            versions.setdefault(name, {})[version] = None
    words = [f"{name} {' and '.join(of)}" for name, of in versions.items()]
    where = [" and ".join(machines)] if machines else []
    return "; ".join([*(f"{one}, {clock} time" for one in where), *([", ".join(words)] if words else [])])
