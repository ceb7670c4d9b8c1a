"""A report as text, Markdown, CSV or JSON."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import msgspec

from puzzles.text.separated import csv_text
from solvers.experiments.intervals import MEANS, Comparison
from solvers.experiments.report import Column, Entry, Line, Report
from solvers.experiments.row_comparisons import Ranks
from solvers.settings import LABELS, labels_of

MOST_UNSOLVED = 60
"""Puzzles that are named as unsolved; of more only how many there are."""
WORDS = ("which", "test", "puzzles", "of")
"""Heads of columns of words, as the first one is."""
Rows = list[tuple[str, ...]]


def text(report: Report, *, plain: bool = False, width: int = 0) -> str:
    """For a terminal: aligned columns, in several tables if they are wider than `width` (0: never). `plain`: ASCII."""
    parts = [heading(report)]
    for title, rows in tables(report):
        drawn = "\n\n".join(aligned(part) for part in narrowed(rows, width))
        parts.append(f"{title}\n\n{drawn}" if title else drawn)
    found = "\n\n".join([*parts, *report.notes, f"{report.machine}\n{report.command}"])
    return found.replace("±", "+-").replace("–", "-") if plain else found


def markdown(report: Report) -> str:
    """As in docs/benchmarks.md: the command, the machine, then the tables."""
    parts = [f"`{report.command}`  \n{report.machine}", f"**{heading(report)}**"]
    for title, rows in tables(report):
        parts += [f"*{title}*"] if title else []
        parts.append(_markdown_table(rows))
    return "\n\n".join([*parts, *report.notes])


CSV_HEAD = (
    "kind",
    "row",
    "group",
    "puzzle",
    "unit",
    "point",
    "value",
    "low",
    "high",
    "solved",
    "cells",
    "planned",
    "words",
    *(one.name for one in LABELS),
)


def comma_separated(report: Report) -> str:
    """A line for each figure: measured ones, published ones, and those of each puzzle where the report has them."""
    rows: list[tuple[object, ...]] = [CSV_HEAD]
    for line in report.lines:
        kind = "published" if line.published else report.measure
        for column, entry in zip(report.columns, line.entries, strict=True):
            if entry is not None:
                point = column.name or f"{column.point:.10g}"
                figures = (*_fields(entry, line.planned), *labels_of(line).values())
                rows.append((kind, line.row, line.group, "", column.unit, point, *figures))
    labels = {line.row: labels_of(line) for line in report.lines}
    for one in report.by_puzzle:
        for row, entry in zip(report.by_rows, one.entries, strict=True):
            if entry is not None:
                figures = (*_fields(entry, entry.count), *labels.get(row, labels_of(None)).values())
                rows.append((report.measure, row, one.group, one.puzzle, "", "end", *figures))
    for bounds in report.bounds:
        means = {"mean bound": bounds.bound, "mean best": bounds.best, "mean distance": bounds.distance}
        for name, value in means.items():
            figures = (
                value,
                "",
                "",
                "",
                bounds.known,
                bounds.cells,
                "",
                *labels.get(bounds.row, labels_of(None)).values(),
            )
            rows.append(("bound", bounds.row, bounds.group, "", name, "end", *figures))
    return csv_text(rows)


def _fields(entry: Entry, planned: int) -> tuple[object, ...]:
    numbers = (entry.value, entry.low, entry.high, entry.solved, entry.count or None, planned or None)
    return (*("" if one is None else one for one in numbers), entry.words)


def json(report: Report) -> str:
    """One JSON document."""
    return msgspec.json.format(msgspec.json.encode(report)).decode()


WRITERS: dict[str, Callable[[Report], str]] = {
    "text": text,
    "markdown": markdown,
    "csv": comma_separated,
    "json": json,
}


def heading(report: Report) -> str:
    """The title, and that the results are partial if they are."""
    failed = f", {report.failed:,} of them failed" if report.failed else ""
    partial = f" (partial: {report.finished:,} of {report.planned:,} cells{failed})" if report.partial else ""
    if failed and not partial:
        partial = f" ({report.failed:,} of {report.planned:,} cells failed)"
    return f"{report.title}{partial}"


def tables(report: Report) -> list[tuple[str, Rows]]:
    """The tables as words, each with its title, empty for the main one; the first row is the head."""
    found = [("", main_table(report))]
    if report.by_puzzle:
        found.append(("By puzzle, at the end of the budget", puzzle_table(report)))
    if report.comparisons:
        found.append(("On the same puzzles and seeds", comparison_table(report)))
    if report.ranks is not None:
        found.append((_rank_title(report.ranks), rank_table(report.ranks)))
    if report.bounds:
        found.append(("Beside scores that no board exceeds", bound_table(report)))
    unsolved = [_unsolved(line) for line in report.lines if line.unsolved]
    if unsolved:
        found.append(("Unsolved at the end of the budget", [("row", "puzzles", "which"), *unsolved]))
    return found


def main_table(report: Report) -> Rows:
    """The table of rows by columns."""
    several = len({line.group for line in report.lines}) > 1
    heads = [what(report), *(["puzzles"] if several else []), *[head(one) for one in report.columns]]
    heads += ["n", f"{report.clock} time each", "playouts/s"]
    rows: Rows = [tuple(heads)]
    measured = {(line.group, line.row) for line in report.lines if not line.published}
    for line in report.lines:
        beside = line.published and (line.group, line.row) in measured
        label = "  published" if beside else line.row
        label += ", published" if line.published and "published" not in label else ""
        cells = [_figure(entry, line, report) for entry in line.entries]
        group = [line.group] if several else []
        each = "" if line.seconds is None else seconds(line.seconds)
        rate = "" if line.rate is None else f"{line.rate:,.0f}"
        rows.append((label, *group, *cells, _count(line), each, rate))
    return rows


def what(report: Report) -> str:
    """What the figures are, as the head of the first column."""
    if report.measure == "score":
        return "mean cost" if report.cost else "mean score"
    if report.measure == "time":
        return f"{report.clock} time to a solution"
    who = "solved by some seed" if report.measure == "any" else "solved"
    numbers = {line.of for line in report.lines if not line.published and line.of}
    return f"{who} of {numbers.pop():,}" if len(numbers) == 1 and not in_shares(report) else who


def in_shares(report: Report) -> bool:
    """Whether what is published is of other puzzles than what has been searched: each figure says of how many it is."""
    return any(line.published for line in report.lines) and (report.fewer or report.partial)


def head(column: Column) -> str:
    if column.name or column.unit == "end":
        return column.name or "at the end"
    return f"{column.point:,.0f}" if column.unit == "playouts" else f"{column.point:g} s"


def _count(line: Line) -> str:
    if line.published:
        return ""
    failed = f", {line.failed:,} failed" if line.failed else ""
    return (
        f"{line.finished:,} of {line.planned:,}{failed}"
        if line.finished < line.planned
        else f"{line.planned:,}{failed}"
    )


def _figure(entry: Entry | None, line: Line, report: Report) -> str:
    if entry is None:
        return ""
    if entry.words or entry.value is None:
        return entry.words
    if entry.solved is not None:
        return _solved(entry, line, shares=in_shares(report))
    if report.measure == "time":
        return seconds(entry.value)
    if line.published and report.measure in ("solved", "any"):
        return f"{entry.value:g}" + (f"/{line.of or 'all'}" if in_shares(report) else "")
    return mean(entry, digits_of(report))


def _solved(entry: Entry, line: Line, *, shares: bool) -> str:
    """Of a finished line, solved of the puzzles by one seed on average; else of so many cells. With the interval."""
    if entry.low is None or entry.high is None or entry.solved is None or entry.value is None:
        return ""
    if shares or line.finished < line.planned or line.failed or not line.of or entry.count % line.of:
        return f"{entry.solved:,}/{entry.count:,} ({100 * entry.low:.0f}-{100 * entry.high:.0f} %)"
    one = 0 if entry.count == line.of else 1
    low, high = math.floor(line.of * entry.low + 0.5), math.floor(line.of * entry.high + 0.5)
    return f"{line.of * entry.value:.{one}f} ({low}-{high})"


def mean(entry: Entry, digits: int) -> str:
    """The mean and half of its interval, as `3,104.4 ± 27.8`."""
    if entry.value is None:
        return entry.words
    half = "" if entry.low is None or entry.high is None else f" ± {(entry.high - entry.low) / 2:,.{digits}f}"
    return f"{entry.value:,.{digits}f}{half}"


def digits_of(report: Report) -> int:
    """Decimals of means: four where none is above 1, such as probabilities, else two of costs and one of scores."""
    entries = [one for line in report.lines for one in line.entries]
    entries += [one for line in report.by_puzzle for one in line.entries]
    values = [one.value for one in entries if one is not None and one.value is not None]
    if report.measure == "score" and values and max(abs(value) for value in values) <= 1.0:
        return 4
    return 2 if report.cost else 1


def seconds(value: float) -> str:
    """CPU seconds, three digits that mean something: `0.0513 ms`, `76.3 ms`, `13.6 s`."""
    return f"{value * 1000:.3g} ms" if value < 0.9995 else f"{value:,.3g} s" if value < 1000 else f"{value:,.0f} s"


def puzzle_table(report: Report) -> Rows:
    """A line for each puzzle, what each row had at its end, and totals where no puzzle lacks one."""
    rows: Rows = [("puzzle", *report.by_rows)]
    for line in report.by_puzzle:
        cells = [
            "" if entry is None else mean(entry, digits_of(report)) + ("" if after is None else f" in {seconds(after)}")
            for entry, after in zip(line.entries, line.after, strict=True)
        ]
        rows.append((" ".join(filter(None, [line.group, line.puzzle])), *cells))
    totals = []
    for column in zip(*(line.entries for line in report.by_puzzle), strict=True):
        values = [entry.value for entry in column if entry is not None and entry.value is not None]
        totals.append(f"{math.fsum(values):,.{digits_of(report)}f}" if len(values) == len(column) else "")
    return [*rows, ("total", *totals)]


def comparison_table(report: Report) -> Rows:
    """A line for each pair of rows; of several with Holm's correction, of several puzzles with the effect on these."""
    heads = ["rows", "puzzles", "pairs", "better", "worse", "difference", "95 %", "of", "p", "test"]
    several = len(report.comparisons) > 1
    effects = any(one.effect is not None for one in report.comparisons)
    rows: Rows = [
        (*heads, *(["p by Holm"] if several else []), *(["over puzzles", "95 % of these"] if effects else []))
    ]
    for one in report.comparisons:
        found = _compared(one, report)
        found += (_probability(one.corrected),) if several else ()
        if effects:
            found += (_percent(one.effect), _ends(_percent(one.effect_low), _percent(one.effect_high)))
        rows.append(found)
    return rows


def _rank_title(ranks: Ranks) -> str:
    return (
        f"Mean ranks on {ranks.puzzles:,} puzzles, 1 the best: Friedman p {_probability(ranks.probability)}; "
        f"differences below {ranks.difference:.2f} are not told apart (Nemenyi)"
    )


def rank_table(ranks: Ranks) -> Rows:
    """The rows by their ranks."""
    order = sorted(range(len(ranks.rows)), key=lambda at: ranks.ranks[at])
    return [("row", "mean rank"), *((ranks.rows[at], f"{ranks.ranks[at]:.2f}") for at in order)]


def bound_table(report: Report) -> Rows:
    """A line for each row and group: how many cells have a bound, and the means of these."""
    rows: Rows = [("row", "puzzles", "n", "with a bound", "mean bound", "mean best", "mean distance", "beyond")]
    for one in report.bounds:
        means = (f"{value:.4f}" for value in (one.bound, one.best, one.distance))
        beyond = f"{one.beyond:,}, by {100 * one.excess:.2g} % at most" if one.beyond else "none"
        rows.append((one.row, one.group, f"{one.cells:,}", f"{one.known:,}", *means, beyond))
    return rows


def _percent(value: float | None) -> str:
    return "" if value is None else f"{100 * value:+.1f} %"


def _probability(value: float | None) -> str:
    return "" if value is None else "under 0.0001" if value < 1e-4 else f"{value:.2g}"


def _ends(low: str, high: str) -> str:
    return f"{low} to {high}" if low and high else ""


def _compared(one: Comparison, report: Report) -> tuple[str, ...]:
    share = one.of != MEANS

    def number(value: float | None) -> str:
        if value is None:
            return ""
        if one.measure == "time" and not share:
            return ("-" if value < 0 else "+") + seconds(abs(value))
        return _percent(value) if share else f"{value:+,.{digits_of(report)}f}"

    ends = _ends(number(one.low), number(one.high))
    p = _probability(one.probability)
    words = f"{one.first} - {one.second}"
    counts = [f"{number:,}" for number in (one.puzzles, one.pairs, one.better, one.worse)]
    return words, *counts, number(one.difference), ends, one.of, p, one.test


def _unsolved(line: Line) -> tuple[str, ...]:
    names = line.unsolved
    row = f"{line.row}, {line.group}" if line.group else line.row
    return row, f"{len(names):,} of {line.of:,}", shortened(names) if len(names) <= MOST_UNSOLVED else ""


def shortened(names: Sequence[str]) -> str:
    """The names in their order, of three and more numbers in a row the first and the last."""
    runs: list[list[str]] = []
    for name in names:
        if runs and name.isdecimal() and runs[-1][-1].isdecimal() and int(name) == int(runs[-1][-1]) + 1:
            runs[-1].append(name)
        else:
            runs.append([name])
    return ", ".join(f"{run[0]} to {run[-1]}" if len(run) > 2 else ", ".join(run) for run in runs)


def narrowed(rows: Rows, width: int) -> list[Rows]:
    """The table as several that are that wide at most, if they can be: each with the first column and some others."""
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    if not width or sum(widths) + 2 * (len(widths) - 1) <= width:
        return [rows]
    groups: list[list[int]] = [[]]
    for column in range(1, len(widths)):
        taken = widths[0] + sum(2 + widths[one] for one in groups[-1])
        if groups[-1] and taken + 2 + widths[column] > width:
            groups.append([])
        groups[-1].append(column)
    return [[(row[0], *(row[column] for column in group)) for row in rows] for group in groups]


def aligned(rows: Sequence[tuple[str, ...]]) -> str:
    """The rows as columns, two blanks between them; words are to the left, figures to the right."""
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            cell.ljust(width) if name in WORDS or not column else cell.rjust(width)
            for column, (name, cell, width) in enumerate(zip(rows[0], row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def _markdown_table(rows: Sequence[tuple[str, ...]]) -> str:
    safe = [tuple(cell.replace("|", "\\|") for cell in row) for row in rows]
    widths = [max(len(row[k]) for row in safe) for k in range(len(rows[0]))]

    def line(row: tuple[str, ...]) -> str:
        cells = [row[0].ljust(widths[0]), *[cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]]
        return "| " + " | ".join(cells) + " |"

    rule = "|" + "|".join(["-" * (widths[0] + 2), *["-" * (width + 1) + ":" for width in widths[1:]]]) + "|"
    return "\n".join([line(safe[0]), rule, *[line(row) for row in safe[1:]]])
