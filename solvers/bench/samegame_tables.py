"""The tables of `mcs-tui bench samegame` over several positions, and the files of positions and published scores."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from puzzles.errors import PuzzleError
from puzzles.family import Puzzle
from puzzles.registry import decode, get_family, part, unified
from solvers.bench.report import Cell, Table
from solvers.bench.traced_rows import Outcome, Row

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


TOTALS = (
    ("NMCS(4), Cazenave 2009", 77_934),
    ("SP-MCTS, Schadd et al. 2012", 78_012),
    ("selective NRPA(5), Cazenave 2016", 80_030),
    ("js-games.de, the best as cited 2016", 87_858),
)
"""Sums over the twenty positions of the standard test set."""
CITED = (
    "Totals as Cazenave, Nested Rollout Policy Adaptation with Selective Policies (2016), tells them; they were cited "
    "from memory, not from a copy of that paper."
)


@dataclass(frozen=True, slots=True)
class Scores:
    """A table of scores: what its columns are called, and the cells of a position, empty where it has none."""

    names: tuple[str, ...]
    cells: dict[int, tuple[str, ...]]

    def of(self, position: int) -> tuple[str, ...]:
        """The cells of the position; empty ones if the table lacks it."""
        return self.cells.get(position, ("",) * len(self.names))


def boards(path: Path) -> dict[int, Puzzle]:
    """The boards by number; PuzzleError if the file can't be read or one of them is none."""
    samegame = get_family("samegame")
    text = _text(path)
    try:
        entries = samegame.entries(text)
        return {one.number: part(samegame, text, str(one.number), samegame.parse) for one in entries}
    except PuzzleError as error:
        raise error.within(path.name) from None


def scores(path: Path) -> Scores:
    """The table of a tab-separated file: a line of names, then position and scores; PuzzleError for another one.

    Lines that begin with no number, such as totals, are passed over.
    """
    lines = [line.split("\t") for line in _text(path).splitlines()]
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


def _text(path: Path) -> str:
    try:
        return unified(decode(path.read_bytes(), source=path.name))
    except OSError as error:
        raise PuzzleError(f"it can't be read: {error.strerror}", source=path.name) from None
