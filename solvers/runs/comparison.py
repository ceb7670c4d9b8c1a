"""Searches beside each other: in what they differ, what came of them, and their medians over time or playouts."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from string import ascii_uppercase

from puzzles.family import Family
from solvers.runs.groups import Group, settings_of, targets
from solvers.runs.scoring import family_of, figure, number, optimises
from solvers.runs.spec import SolveSpec
from solvers.runs.view import seconds
from solvers.settings import labels_of
from solvers.statistics import Spread, median_place, spread_at

MOST = len(ascii_uppercase)
"""Searches that can be compared at a time, as each has a letter."""
MOST_SEEDS = 8
"""Seeds of one search that have a curve each; of more, their median and quartiles are drawn."""
NONE = "–"
"""What is said of a value that there is none of."""


@dataclass(frozen=True, slots=True)
class Curve:
    """What the middle run of a search has reached at each of the places; None as long as it has nothing.

    `values` are as people count them, so costs are costs. The curve ends where its longest run does.
    """

    letter: str
    places: tuple[float, ...]
    values: tuple[Spread | None, ...]


def letters(groups: Sequence[Group]) -> dict[str, Group]:
    """The groups by their letters, A first."""
    return dict(zip(ascii_uppercase, groups, strict=False))


def curves(groups: Sequence[Group], points: int, *, by_playouts: bool = False) -> list[Curve]:
    """A curve for each group, at so many places that lie between the first improvement and the end in equal ratios."""
    known = [group.histories(by_playouts=by_playouts) for group in groups]
    begins = [point[0] for histories in known for history in histories for point in history if point[0] > 0]
    ends = [_end(group, by_playouts=by_playouts) for group in groups]
    if not begins or max(ends) <= 0:
        return []
    first, last = min(begins), max(*ends, *begins)
    first_log = math.log(first)
    ratio = (math.log(last) - first_log) / max(1, points - 1)
    places = [*(math.exp(first_log + ratio * at) for at in range(points - 1)), last]
    found = []
    for letter, group, histories, end in zip(ascii_uppercase, groups, known, ends, strict=False):
        own = tuple(place for place in places if place <= max(end, first) * (1 + 1e-9))
        sign = sign_of(group)
        values = tuple(_signed(spread_at(histories, place), sign) for place in own)
        found.append(Curve(letter, own, values))
    return found


def apart(groups: Sequence[Group]) -> list[Group]:
    """The searches that have a curve each; of one alone its seeds, where they are no more than MOST_SEEDS."""
    if len(groups) == 1 and 1 < len(groups[0].runs) <= MOST_SEEDS:
        return [Group(groups[0].key, (run,)) for run in groups[0].runs]
    return list(groups)


def value_title(groups: Sequence[Group]) -> str:
    """What the curves show: the best score or cost so far, of several runs their median."""
    what = "cost" if sign_of(groups[0]) < 0 else "score"
    return f"median of the best {what}" if any(len(one.runs) > 1 for one in apart(groups)) else f"best {what}"


def lettered_table(groups: Sequence[Group], most: int | None = None) -> list[tuple[str, ...]]:
    """The table below the letters of the curves; of one search's seeds also what came of all together."""
    shown = apart(groups)
    whole = [*shown, *groups] if len(shown) > len(groups) else shown
    return [("", *letters(shown), *["all"] * (len(whole) - len(shown))), *table(whole, most)]


def sign_of(group: Group) -> float:
    """-1 where the score is minus a cost, which people are shown, else 1."""
    family = family_of(group.spec)
    return -1.0 if family is not None and family.optimisation is not None and family.optimisation.cost else 1.0


def _end(group: Group, *, by_playouts: bool) -> float:
    return max(float(run.playouts) if by_playouts else run.elapsed for run in group.runs)


def _signed(found: Spread | None, sign: float) -> Spread | None:
    if found is None or sign > 0:
        return found
    return Spread(-found.high or 0.0, -found.median or 0.0, -found.low or 0.0)


def table(groups: Sequence[Group], most: int | None = None) -> list[tuple[str, ...]]:
    """Rows of a name and a value for each group: first what differs of what was asked, then what came of it.

    `most`: of more rows, the last ones of what was asked are left out.
    """
    asked = [_asked(group) for group in groups]
    names = list(dict.fromkeys(name for one in asked for name in one))
    rows = [(name, *(one.get(name, NONE) for one in asked)) for name in names]
    different = [row for row in rows if len(set(row[1:])) > 1]
    came = list(_results(groups))
    return [*(different if most is None else different[: max(0, most - len(came))]), *came]


def _asked(group: Group) -> dict[str, str]:
    spec = group.spec
    if spec is None:
        return {"job": group.title}
    budget = [f"{spec.seconds:g} s"] if spec.seconds is not None else []
    budget += [f"{spec.playouts:,} playouts"] if spec.playouts is not None else []
    found = {
        "puzzle": group.title,
        "search": spec.algorithm,
        "mode": spec.mode,
        "prior": spec.prior if spec.prior != "none" else NONE,
        "tau of the prior": NONE if spec.prior_tau is None else f"{spec.prior_tau:g}",
        "budget": ", ".join(budget),
        "cores": str(spec.workers),
        "solutions wanted": str(spec.wanted),
    }
    found |= {name: value or NONE for name, value in labels_of(spec).items()}
    return found | {
        name: f"{value:g}" if isinstance(value, float) else str(value) for name, value in settings_of(spec).items()
    }


def _results(groups: Sequence[Group]) -> Iterator[tuple[str, ...]]:
    yield ("seeds", *(seeds_text(group) for group in groups))
    yield ("best", *(best_text(group) for group in groups))
    yield ("median", *(median_text(group) for group in groups))
    yield ("middle half", *(_half(group) for group in groups))
    known = targets(groups)
    aims = {target_text(group, known) for group in groups}
    shared = aims.pop() if len(aims) == 1 else ""
    cells = []
    for group in groups:
        own = "" if shared else f"{target_text(group, known)}: "
        cells.append(f"{own}{finds_text(group, known)}")
    yield (f"finds {shared}".strip(), *cells)
    yield ("time", *(seconds(group.elapsed) for group in groups))
    yield ("playouts", *(_large(sum(run.playouts for run in group.runs)) for group in groups))


def _large(number: int) -> str:
    return f"{number:,}" if number < 1_000_000 else f"{number / 1e6:,.3g} M"


def seeds_text(group: Group) -> str:
    """The seeds, `1-8` or `1,3,7`."""
    seeds = sorted(set(group.seeds))
    if not seeds:
        return NONE
    if len(seeds) > 1 and seeds[-1] - seeds[0] == len(seeds) - 1:
        return f"{seeds[0]}-{seeds[-1]}"
    return ",".join(map(str, seeds)) if len(seeds) < 5 else f"{len(seeds)} seeds"


def best_text(group: Group) -> str:
    """The best score of all runs, as people count it."""
    best = group.best
    if best is None or best.best_score is None:
        return NONE
    return number(family_of(group.spec), best.best_score, best.facts)


def median_text(group: Group) -> str:
    """The median of the runs' best scores, as people count it."""
    return NONE if group.scores is None else _number(group, group.scores.median)


def _half(group: Group) -> str:
    if group.scores is None or len(group.runs) < 2:
        return NONE
    low, high = (_number(group, score) for score in (group.scores.low, group.scores.high))
    first, last = (high, low) if sign_of(group) < 0 else (low, high)  # the lower cost is the higher score
    return f"{first} to {last}" if "-" in (first[0], last[0]) else f"{first}-{last}"


def _number(group: Group, score: float) -> str:
    """The score in words, with the facts of a run that has just that one."""
    facts = next((run.facts for run in group.runs if run.best_score == score), {})
    family: Family | None = family_of(group.spec)
    return number(family, score, facts)


def target_text(group: Group, known: dict[str, float]) -> str:
    """The score that `finds_text` is about; `a solution` where that is not what counts."""
    target = known.get(group.first.puzzle_key)
    if target is None or not optimises(group.spec):
        return "a solution" if isinstance(group.spec, SolveSpec) and not optimises(group.spec) else ""
    return figure(abs(target) if sign_of(group) < 0 else target)


def finds_text(group: Group, known: dict[str, float]) -> str:
    """The median time to the target; `3 of 8` if that is not known, as too few of the runs came to it."""
    if group.spec is None:
        return NONE
    times = group.times_to(known.get(group.first.puzzle_key))
    median = median_place(times)
    if median is not None:
        return seconds(median)
    came = sum(time is not None for time in times)
    return f"{came} of {len(times)}" if came or len(times) > 1 else NONE
