"""One line about a tour, or about one of its visits. No textual."""

from __future__ import annotations

from collections.abc import Iterable

from tui.boards.tsptw.scene import Row, Scene


def summary(scene: Scene, width: int, *, plain: bool) -> str:
    """The tour's sums, what is wanted first: `cost 878.64 · makespan 917.83 · waiting 39.2 · all in time`."""
    puzzle, visits = scene.puzzle, scene.visits
    if not visits:
        return fitting((f"{puzzle.n - 1} nodes to visit from the depot", f"{puzzle.n - 1} nodes"), width)
    cost, end = scene.brief(visits[-1].cost), scene.brief(visits[-1].start)
    waiting = scene.brief(sum(visit.wait for visit in visits))
    late, lateness = len(scene.late), scene.brief(sum(visit.lateness for visit in visits))
    if scene.complete:
        sums = [f"cost {cost}", f"makespan {end}"]
        if puzzle.objective == "makespan":
            sums.reverse()
        whole = "all in time" if not late else f"{late} late, by {lateness} in all"
    else:
        sums = [f"{len(visits)} of {puzzle.n - 1} visited", f"cost {cost}", f"time {end}"]
        whole = f"{late} late, by {lateness} in all" if late else "none late"
    short = "in time" if not late else f"{late} late"
    dot = ", " if plain else " · "
    return fitting(
        (
            dot.join((*sums, f"waiting {waiting}", whole)),
            dot.join((*sums, f"waiting {waiting}", short)),
            dot.join((*sums, short)),
            dot.join((sums[0], short)),
        ),
        width,
    )


def of_row(scene: Scene, row: Row, width: int) -> str:
    """A visit's times, such as `visit 3 of 45, node 17: arrives at 38.1, waits 12, starts at 50.1, slack 10`."""
    opens, closes = (scene.brief(times[row.node]) for times in (scene.puzzle.earliest, scene.puzzle.latest))
    visit = row.visit
    if visit is None:
        text = f"node {row.node}: not visited yet"
        return fitting((f"{text}; open from {opens} to {closes}", f"{text}; {opens} to {closes}"), width)
    arrives, waits, starts = scene.brief(visit.arrival), scene.brief(visit.wait), scene.brief(visit.start)
    end = f"late by {scene.brief(visit.lateness)}" if visit.lateness else f"slack {scene.brief(visit.slack)}"
    place = f"node {row.node}" if row.node else "the depot"
    order = f"visit {row.order} of {scene.puzzle.n - 1}, {place}" if row.node else "back at the depot"
    waiting = f"waits {waits}, starts at {starts}, " if visit.wait else ""
    brief = f"waits {waits}, " if visit.wait else ""
    return fitting(
        (
            f"{order}: arrives at {arrives}, {waiting}{end}; open from {opens} to {closes}",
            f"{order}: arrives at {arrives}, {waiting}{end}",
            f"{place}: arrives at {arrives}, {brief}{end}",
            f"{place}: at {arrives}, {brief}{end}",
            f"{row.node}: {arrives}, {brief}{end}",
        ),
        width,
    )


def fitting(texts: Iterable[str], width: int) -> str:
    """The first of the texts, longest first, for which there is room; else the last."""
    text = ""
    for text in texts:
        if len(text) <= width:
            break
    return text
