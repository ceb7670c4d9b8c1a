"""The tables of `mcs-tui bench tsptw` over several instances, beside the best costs that are known."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence

from puzzles.parameters import Value
from solvers.bench.report import Cell, Table
from solvers.bench.traced_rows import Outcome, Row
from solvers.bench.tsptw_instances import BestKnown


def instances_table(
    row: Row,
    nodes: Mapping[str, int],
    found: Mapping[str, Sequence[Outcome]],
    seconds: float,
    known: Mapping[str, BestKnown],
    *,
    stopped: bool,
) -> Table:
    """The best cost of the row's runs by instance, within so many CPU seconds each, and when it was the best known.

    `nodes`: the instances with their size; `stopped`: searches ended with the best known cost.
    """
    lines = tuple(_line(name, nodes[name], found[name], seconds, known.get(name)) for name in nodes)
    runs = len(next(iter(found.values())))
    listed = [name for name in nodes if name in known]
    having = [name for name in listed if _times(found[name], seconds, known[name])]
    each = "one run" if runs == 1 else f"{runs} runs"
    notes = [f"{row.title}: {each} of {seconds:g} CPU s an instance."]
    if listed:
        lacking = ", ".join(name for name in listed if name not in having) or "none"
        told = f"The best known cost, or a better one, was found, feasible, on {len(having)} of {len(listed)} instances"
        notes.append(f"{told}; not on: {lacking}. {STOPPED if stopped else WHOLE}")
    heads = ("instance", "nodes", "best cost", "feasible", "best known", "equal", "runs", "reached after, CPU s")
    title = f"TSPTW, {len(nodes)} instances, {row.label}, {seconds:g} CPU s a search"
    return Table(title, heads, lines, tuple(notes))


def reached_note(row: Row, runs: Sequence[Outcome], seconds: float, known: BestKnown) -> str:
    """How many of one instance's runs had the best known cost, and after how many seconds."""
    times = _times(runs, seconds, known)
    told = f"{row.label}: {len(times)} of {len(runs)} runs had the best known cost, {known.text}, within {seconds:g} s"
    return f"{told}: after {', '.join(map(_seconds, sorted(times)))} s." if times else f"{told}."


def _line(name: str, nodes: int, runs: Sequence[Outcome], seconds: float, known: BestKnown | None) -> tuple[Cell, ...]:
    scores = [score for one in runs if (score := one.within(seconds)) is not None]
    if not scores:
        return name, nodes, "", "", known.text if known else "", "", "", ""
    best = next(one for one in runs if one.within(seconds) == max(scores))
    beginning: tuple[Cell, ...] = (name, nodes, f"{-max(scores):,.2f}", _feasible(best.facts_within(seconds)))
    if known is None:
        return *beginning, "", "", "", ""
    times = _times(runs, seconds, known)
    word = "better" if -max(scores) < known.better else "yes" if times else "no"
    after = _seconds(statistics.median(times)) if times else ""
    return *beginning, known.text, word, f"{len(times)} of {len(runs)}", after


def _seconds(time: float) -> str:
    return f"{time:.2f}" if time >= 0.01 else "under 0.01"


def _feasible(facts: Mapping[str, Value]) -> str:
    if "feasible" not in facts:  # the board of a longer search is another one
        return ""
    return "yes" if facts["feasible"] else "no"


def _times(runs: Sequence[Outcome], seconds: float, known: BestKnown) -> list[float]:
    """When the runs that had the best known cost in time had it. A tour with a late visit costs a million more."""
    times = [one.reached(-known.enough) for one in runs]
    return [one for one in times if one is not None and one <= seconds]


STOPPED = (
    "A search ended as soon as it had the best known cost, so a better one could not be found; the seconds are the "
    "median of the runs that had it."
)
WHOLE = "Every search went on to its end; the seconds are the median of the runs that had it."
