"""SameGame: playouts a second, scores by CPU time beside Generalized NRPA's table 1, and all positions of a file."""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from puzzles.errors import PuzzleError
from puzzles.family import Puzzle
from puzzles.parameters import Value
from puzzles.registry import get_family, part
from puzzles.samegame.family import ANNEALING, OURS
from solvers.bench import option_values, traced
from solvers.bench.report import Cell, Report, Table
from solvers.bench.traced import Benchmark, Puzzles, Runs
from solvers.bench.traced_rows import Outcome, Row, Search, from_41_s

PARTS = {
    "rate": "playouts a second of level 2, N 100, on one position (20 s)",
    "position": "mean scores on one position by CPU time, beside the paper's (16 min: 3 rows, 8 runs of 41 s)",
    "positions": "the score of each position of the file and their total (20 min: 20 positions, 60 s each)",
}
OF_THE_PAPER: dict[str, Value] = {"level": 4, "iterations": 100, "alpha": 1.0, "tau": 1.0, "selective": "tabu"}
SELECTIVE: dict[str, Value] = {"selective": "tabu"}
"""The paper's policy in every row, whatever the board's size; the family's `auto` leaves it out on small ones."""

ROWS = (
    Row("gnrpa", "GNRPA", Search("samegame", "gnrpa", OF_THE_PAPER | OURS | SELECTIVE, "size")),
    Row(
        "paper",
        "GNRPA as the paper has it",
        Search("samegame", "gnrpa", OF_THE_PAPER, "size"),
        published=from_41_s((2591.46, 52.50), (2777.83, 48.05), (2907.23, 38.45), (3057.78, 13.52), (3116.54, 7.42)),
        called="GNRPA.beta.opt",
    ),
    Row(
        "nrpa",
        "NRPA",
        Search("samegame", "nrpa", {"level": 4, "iterations": 100, "alpha": 1.0, "selective": "tabu"}),
        published=from_41_s((2435.12, 49.26), (2676.39, 47.16), (2838.99, 41.82), (2997.74, 21.39), (3081.25, 10.66)),
        called="NRPA",
        cpp=6_500,
    ),
    Row("strong", "Simulated annealing", Search("samegame", "annealing", ANNEALING | SELECTIVE, "size")),
)

SAMEGAME = Benchmark(
    family="samegame",
    title="SameGame",
    parts=PARTS,
    rows=ROWS,
    names=("gnrpa", "paper", "nrpa"),
    name_of_all="gnrpa",
    called="score",
    digits=1,
    sign=1,
    published="1",
    place="table 1 (position 1)",
)
TOTALS = (
    ("NMCS(4), Cazenave 2009", 77_934),
    ("SP-MCTS, Schadd et al. 2012", 78_012),
    ("selective NRPA(5), Cazenave 2016", 80_030),
    ("js-games.de, the best as cited 2016", 87_858),
)
"""Sums over the twenty positions of the standard test set."""
CITED = (
    "Totals as Cazenave, Nested Rollout Policy Adaptation with Selective Policies (2016), reports them; they were "
    "cited from memory, not from a copy of that paper."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    traced.add_arguments(parser, SAMEGAME)
    parser.add_argument(
        "--file",
        type=option_values.file,
        required=True,
        help="the positions, such as the twenty of the standard test set: rows of colours, blank lines between boards",
    )
    parser.add_argument(
        "--position", type=option_values.positive, default=1, help="rate, position: its number (default 1)"
    )
    parser.add_argument(
        "--positions", type=option_values.numbers, help="positions: numbers, such as 1-5,10 (default all)"
    )
    parser.add_argument(
        "--published",
        type=option_values.file,
        help="positions: scores to print beside ours, separated by tabs: a line of names, then a line a position",
    )


def run(chosen: argparse.Namespace) -> Report:
    """The tables; SystemExit as `traced.run`."""
    return traced.run(SAMEGAME, chosen, lambda: _read(chosen))


def _read(chosen: argparse.Namespace) -> Puzzles:
    """The positions; PuzzleError if a file can't be read, ValueError for a position that there is not."""
    found = boards(chosen.file)
    absent = [number for number in (chosen.position, *(chosen.positions or ())) if number not in found]
    if absent:
        raise ValueError(f"there is no position {absent[0]}; expected {min(found)} to {max(found)}")
    published = scores(chosen.published) if chosen.published else None
    numbers = chosen.positions or sorted(found)

    def tables(rows: Sequence[Row], runs: Runs) -> list[Table]:
        by_number = {(row, int(name)): of for (row, name), of in runs.items()}
        title = f"SameGame, {len(numbers)} positions, {chosen.seconds:g} CPU s a search"
        return [positions_table(title, rows, numbers, by_number, chosen.seconds, published), totals_table()]

    return Puzzles(
        found={str(number): board for number, board in found.items()},
        one=str(chosen.position),
        title=f"position {chosen.position}",
        every=[str(number) for number in numbers],
        tables=tables,
    )


Found = Mapping[tuple[str, int], Sequence[Outcome]]
"""The runs of each row's name and position."""


def positions_table(
    title: str, rows: Sequence[Row], positions: Sequence[int], found: Found, seconds: float, published: Scores | None
) -> Table:
    """The scores after that many seconds by position, and their totals; of several runs the best and the mean.

    A published column has a total if it has all of the positions.
    """
    heads = ["position"]
    for row in rows:
        several = len(found[row.name, positions[0]]) > 1
        heads += [f"{row.label}, best", f"{row.label}, mean"] if several else [row.label]
    numbers = {
        position: [number for row in rows for number in _numbers(found[row.name, position], seconds)]
        for position in positions
    }
    others = {position: published.of(position) if published else () for position in positions}
    lines: list[tuple[Cell, ...]] = [
        (position, *[f"{number:,.0f}" for number in numbers[position]], *others[position]) for position in positions
    ]
    totals = [f"{sum(column):,.0f}" for column in zip(*numbers.values(), strict=True)]
    lines.append(("total", *totals, *[_total(column) for column in zip(*others.values(), strict=True)]))
    notes = tuple(_note(row, positions, found, seconds) for row in rows)
    return Table(title, (*heads, *(published.names if published else ())), tuple(lines), notes)


def totals_table() -> Table:
    """What other programs reach on the twenty positions."""
    lines = tuple((name, f"{total:,}") for name, total in TOTALS)
    return Table("What others reach on the standard test set's twenty positions", ("program", "total"), lines, (CITED,))


def _numbers(runs: Sequence[Outcome], seconds: float) -> list[float]:
    """The score of one run, or the best and the mean of several."""
    scores = [one.within(seconds) or 0.0 for one in runs]
    return [max(scores), statistics.fmean(scores)] if len(scores) > 1 else scores


def _total(cells: Sequence[str]) -> str:
    return f"{sum(int(cell.replace(',', '')) for cell in cells):,}" if all(cells) else ""


def _note(row: Row, positions: Sequence[int], found: Found, seconds: float) -> str:
    runs = len(found[row.name, positions[0]])
    emptied = [
        number
        for number in positions
        if any(one.facts_within(seconds).get("cleared") for one in found[row.name, number])
    ]
    reported = f"{len(emptied)} ({', '.join(map(str, emptied))})" if emptied else "none"
    many = "one run" if runs == 1 else f"{runs} runs"
    return f"{row.title}: {many} of {seconds:g} CPU s a position; boards emptied by a best game: {reported}."


@dataclass(frozen=True, slots=True)
class Scores:
    """A table of scores: what its columns are called, and the cells of a position, empty where it has none."""

    names: tuple[str, ...]
    cells: dict[int, tuple[str, ...]]

    def of(self, position: int) -> tuple[str, ...]:
        return self.cells.get(position, ("",) * len(self.names))


def boards(path: Path) -> dict[int, Puzzle]:
    """The boards by number; PuzzleError if the file can't be read or one of them is no board."""
    samegame = get_family("samegame")
    text = option_values.text_of(path)
    try:
        entries = samegame.entries(text)
        return {one.number: part(samegame, text, str(one.number), samegame.parse) for one in entries}
    except PuzzleError as error:
        raise error.within(path.name) from None


def scores(path: Path) -> Scores:
    """The table of a tab-separated file: a line of names, then position and scores; PuzzleError for another one.

    Lines that begin with no number, such as totals, are passed over.
    """
    lines = [line.split("\t") for line in option_values.text_of(path).splitlines()]
    names = tuple(name.strip() for name in lines[0][1:]) if lines else ()
    if not names:
        found = "the first line names no column"
        raise PuzzleError(found, "names separated by tabs, `position` the first", line=1, source=path.name)
    cells: dict[int, tuple[str, ...]] = {}
    for number, (first, *others) in enumerate(lines[1:], start=2):
        if not first.strip().isascii() or not first.strip().isdigit():
            continue
        if len(others) != len(names):
            found = f"there are {len(others)} scores"
            raise PuzzleError(found, str(len(names)), line=number, source=path.name)
        for place, cell in enumerate(others):
            if cell.strip() and not (cell.strip().isascii() and cell.strip().isdigit()):
                column = len("\t".join([first, *others[:place]])) + 2
                found = f"the score is {ascii(cell.strip())[:30]}"
                raise PuzzleError(found, "a whole number", line=number, column=column, source=path.name)
        cells[int(first)] = tuple(f"{int(cell):,}" if cell.strip() else "" for cell in others)
    return Scores(names, cells)
