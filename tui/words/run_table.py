"""What lists say of searches and runs: in words, as CSV for other programs, and as lines of a table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from operator import is_
from string import ascii_uppercase

from puzzles.parameters import typed
from puzzles.text.quoting import counted
from puzzles.text.separated import csv_text
from solvers.runs.comparison import NONE, best_text, finds_text, letters, median_text, seeds_text, target_text
from solvers.runs.groups import ORDERS, Group, folded, matches, ordered, targets
from solvers.runs.scoring import family_of
from solvers.runs.spec import SolveSpec
from solvers.runs.view import RunView
from solvers.settings import LABELS, labels_of
from tui.words.wording import age_text, count_text, seconds_text, short_status, shorten

WIDTHS = {
    "mark": 1,
    "puzzle": 10,
    "search": 9,
    "prior": 7,
    "settings": 24,
    "seeds": 5,
    "best": 7,
    "median": 7,
    "finds": 8,
    "time": 8,
    "state": 9,
    "playouts": 8,
    "age": 6,
    "run": 34,
}
"""The columns, in their order, and their widths; what is left over goes to the puzzle, then to the settings."""
WHOLE = 34
"""Columns of the puzzle at least, before its settings and the run's name have any."""
WIDEST = 48
"""Columns of the puzzle at most, where settings have room too."""
LEFT = ("mark", "puzzle", "search", "prior", "settings", "state", "run")
"""Those that stand at the left of their column; numbers stand at the right."""
SPARED = ("run", "settings", "playouts", "age", "prior", "finds", "median", "seeds")
"""Those that go where there is no room, the first first."""
ARROWS = {False: "↑↓", True: "^v"}
"""What is said of an order that rises and of one that falls; with --ascii."""
SEVERAL = re.compile(r"(\d+) of \d+ (\w+)")
"""What is said of some of several runs."""
ROOM = 12
"""Columns that the puzzle has at least, before others go."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line: a search with its seeds, or one run; `group` has the one run then."""

    id: str
    group: Group
    member: bool = False


class RunTable:
    """What of the runs is listed: filtered, folded, sorted, unfolded, marked; and the sentence above."""

    def __init__(self) -> None:
        self.views: tuple[RunView, ...] = ()
        self.marked: set[str] = set()
        """The ids of runs."""
        self.unfolded: set[str] = set()
        """The keys of searches whose seeds are listed one by one."""
        self.order = next(iter(ORDERS))
        self.turned = False
        """Whether the order is the other way round."""
        self.words = ""
        self.groups: list[Group] = []
        self.lines: dict[str, Line] = {}
        self._keys: dict[str, str] = {}
        self._drawn: dict[str, tuple[str, tuple[RunView, ...], object]] = {}

    def take(self, views: Sequence[RunView]) -> bool:
        """True if any of the runs has changed; they are then arranged."""
        if len(views) == len(self.views) and all(map(is_, views, self.views)):
            return False
        self.views = tuple(views)
        self.marked &= {view.id for view in views}
        self.arrange()
        return True

    def arrange(self) -> None:
        """Makes the lines anew, after any change of the settings."""
        shown = [view for view in self.views if matches(view, self.words)]
        self.groups = ordered(folded(shown, self._keys), self.order, turned=self.turned)
        found = []
        for group in self.groups:
            alone = len(group.runs) == 1
            found.append(Line(group.first.id if alone else f"group {group.key}", group))
            if not alone and group.key in self.unfolded:
                found += [Line(run.id, Group(group.key, (run,)), member=True) for run in group.runs]
        self.lines = {line.id: line for line in found}

    def sort(self) -> None:
        """Turns the order round; from the one turned round goes over to the next."""
        self.sort_by(self.next_order if self.turned else self.order)

    @property
    def next_order(self) -> str:
        """The order after this one."""
        names = list(ORDERS)
        return names[(names.index(self.order) + 1) % len(names)]

    def sort_by(self, order: str) -> None:
        """Sorts by this, the other way round if it was sorted by it already."""
        self.turned = order == self.order and not self.turned
        self.order = order
        self.arrange()

    def mark(self, line: Line) -> None:
        """Marks all runs of the line, or takes their marks off if all have one."""
        ids = {run.id for run in line.group.runs}
        self.marked = self.marked - ids if ids <= self.marked else self.marked | ids

    def unfold(self, line: Line) -> None:
        """Lists the seeds of the search one by one, or in one line again."""
        self.unfolded ^= {line.group.key}
        self.arrange()

    def compared(self, line: Line | None) -> list[Group]:
        """The searches with marked runs, of these the marked ones alone; without any, that of the line."""
        found = []
        for group in self.groups:
            runs = tuple(run for run in group.runs if run.id in self.marked)
            if runs:
                found.append(Group(group.key, runs))
        return found if found or line is None else [line.group]

    def chosen(self, line: Line | None) -> list[str]:
        """The ids of the marked runs, also of those that the filter hides; without any, of the line's runs."""
        marked = [view.id for view in self.views if view.id in self.marked]
        return marked or ([run.id for run in line.group.runs] if line is not None else [])

    def texts(self, width: int, *, plain: bool) -> dict[str, str]:
        """The lines as they are drawn, by their ids; made anew only of runs that have changed, or whose age has."""
        known, letters = targets(self.groups), self._letters()
        drawn: dict[str, tuple[str, tuple[RunView, ...], object]] = {}
        found = {}
        for name, line in self.lines.items():
            group = line.group
            how = (width, plain, known.get(group.first.puzzle_key), age_text(group.newest.created))
            cells, runs, of = self._drawn.get(name, ("", (), None))
            if of != how or len(runs) != len(group.runs) or not all(map(is_, runs, group.runs)):
                cells = text(line, known, width, plain=plain)
            drawn[name] = cells, group.runs, how
            found[name] = f"{self._mark(line, letters):1}{cells}"
        self._drawn = drawn
        return found

    def sentence(self, width: int, *, plain: bool = False) -> str:
        """How many runs there are; at the right, how they are listed."""
        if not self.views:
            return ""
        going = sum(view.workers_alive > 0 for view in self.views)
        said = [counted(len(self.views), "run"), *([f"{going} going on"] if going else [])]
        said += [f"{len(self.marked)} marked"] if self.marked else []
        words = " ".join(self.words.split())
        falls = ORDERS[self.order].falls != self.turned
        by = f"by {self.order} {ARROWS[plain][falls]}"
        how = f"filter {words}   {by}" if words else by
        first = ", ".join(said) + "."
        return f"{first}  {shorten(how, max(0, width - len(first) - 2)):>{max(0, width - len(first) - 2)}}"

    def _letters(self) -> dict[str, str]:
        """The letters of the searches with marked runs, by their keys."""
        marked = [group.key for group in self.groups if any(run.id in self.marked for run in group.runs)]
        return dict(zip(marked, ascii_uppercase, strict=False))

    def _mark(self, line: Line, letters: dict[str, str]) -> str:
        if line.member:
            return "*" if line.group.first.id in self.marked else ""
        return letters.get(line.group.key, "")


@cache
def columns(width: int) -> dict[str, int]:
    """The columns that have room, with their widths."""
    kept = dict(WIDTHS)
    for name in SPARED:
        room = WHOLE if name in ("run", "settings") else ROOM
        if sum(kept.values()) + len(kept) - 1 - kept["puzzle"] + room > width:
            del kept[name]
    kept["puzzle"] = max(kept["puzzle"], width - (sum(kept.values()) + len(kept) - 1 - kept["puzzle"]))
    if "settings" in kept and kept["puzzle"] > WIDEST:
        kept["settings"] += kept["puzzle"] - WIDEST
        kept["puzzle"] = WIDEST
    return kept


def column_at(place: int, width: int) -> str:
    """By what a list that wide is sorted where this column of its head is clicked; empty for nothing."""
    for name, room in columns(width).items():
        if place <= room:
            return "newest" if name == "age" else name
        place -= room + 1
    return ""


def head(groups: Sequence[Group], width: int) -> str:
    """The names of the columns; `finds` with its score, if that is the same for all."""
    known = targets(groups)
    aims = {target_text(group, known) for group in groups if group.first.puzzle_key}
    shared = f"finds {aims.pop()}" if len(aims) == 1 else "finds"
    kept = columns(width)
    finds = shared if len(shared) <= kept.get("finds", 0) else "finds"
    names = {name: name for name in kept} | {"mark": "", "finds": finds}
    return _joined(names, kept)


def text(line: Line, known: dict[str, float], width: int, *, plain: bool) -> str:
    """The line's cells, without the mark before them."""
    group, kept = line.group, columns(width)
    run: RunView = group.newest
    state = state_text(group)
    if len(state) > kept["state"]:
        state = SEVERAL.sub(r"\1 \2", state)  # how many there are stands in the column of the seeds
    puzzle = f"  seed {seeds_text(group)}" if line.member else group.title
    cells = {
        "mark": "",
        "puzzle": puzzle,
        "search": search_text(group),
        "prior": prior_text(group),
        "settings": given_text(group),
        "seeds": seeds_text(group),
        "best": best_text(group),
        "median": median_text(group) if len(group.runs) > 1 else NONE,
        "finds": finds_text(group, known) if "finds" in kept else "",
        "time": seconds_text(group.elapsed),
        "state": state,
        "playouts": count_text(sum(one.done if one.total else one.playouts for one in group.runs)),
        "age": age_text(run.created),
        "run": run.id,
    }
    drawn = _joined(cells, kept)[WIDTHS["mark"] :]
    return drawn.replace(NONE, "-") if plain else drawn


def _joined(cells: dict[str, str], kept: dict[str, int]) -> str:
    parts = []
    for name, width in kept.items():
        cell = shorten(cells[name], width)
        parts.append(f"{cell:<{width}}" if name in LEFT else f"{cell:>{width}}")
    return " ".join(parts).rstrip()


RUN_FIELDS = (
    *("run", "kind", "family", "puzzle", "algorithm", "mode", "parameters", "prior", "prior_tau", "seed", "workers"),
    *("seconds", "playouts_allowed", "status", "best", "broken", "score", "playouts", "elapsed", "solved_seconds"),
    "created",
    *(one.name for one in LABELS),
)
IMPROVEMENT_FIELDS = ("letter", "algorithm", "run", "seed", "seconds", "playouts", "best", "score")


def search_text(group: Group) -> str:
    """The search and its level, as `nrpa 4`; the kind of any other job."""
    spec = group.spec
    if spec is None:
        return NONE if group.first.spec is None else str(group.first.spec.__struct_config__.tag)
    level = spec.parameters.get("level")
    return spec.algorithm if level is None else f"{spec.algorithm} {level}"


def prior_text(group: Group) -> str:
    """The prior's name."""
    return NONE if group.spec is None or group.spec.prior == "none" else group.spec.prior


def given_text(group: Group) -> str:
    """The budget and the settings of the search, as `60 s mode=strong iterations=100`."""
    spec = group.spec
    if spec is None:
        return NONE
    given = [f"{name}={typed(value)}" for name, value in spec.parameters.items() if name != "level"]
    mode = [f"mode={spec.mode}"] if spec.mode else []
    budget = [f"{spec.seconds:g} s"] if spec.seconds is not None else []
    budget += [f"{count_text(spec.playouts)} playouts"] if spec.playouts is not None else []
    labels = [f"{name}={value}" for name, value in labels_of(spec).items() if value]
    return " ".join([*budget, *mode, *given, *labels])


def state_text(group: Group) -> str:
    """What the runs have come to: `running`, `2 of 8 running`, `solved`, `5 of 8 solved`, `ended` by their budget."""
    words = ["ended" if run.status == "budget" else short_status(run) for run in group.runs]
    if len(set(words)) == 1:
        return words[0]
    if group.alive:
        return f"{group.alive} of {len(words)} running"
    most = "solved" if "solved" in words else max(words, key=words.count)
    return f"{words.count(most)} of {len(words)} {most}"


def amounts(view: RunView, score: float) -> tuple[float, int]:
    """The score as people count it, and how many constraints are broken beside."""
    family = family_of(view.spec)
    if family is None or family.optimisation is None:
        return score, 0
    return family.optimisation.amount(score, view.facts if score == view.best_score else {})


def runs_csv(views: Iterable[RunView]) -> str:
    """A line for each run, below the names of the columns; the score is higher for better, `best` is as it is shown."""
    return csv_text([RUN_FIELDS, *map(_run_values, views)])


def _run_values(view: RunView) -> tuple[object, ...]:
    spec = view.spec
    asked: tuple[object, ...] = ("",) * 9
    title = getattr(spec, "title", "")
    if isinstance(spec, SolveSpec):
        given = " ".join(f"{name}={value}" for name, value in spec.parameters.items())
        asked = (spec.algorithm, spec.mode, given, spec.prior, spec.prior_tau, spec.seed, spec.workers)
        asked = (*asked, spec.seconds, spec.playouts)
    best, broken = ("", "") if view.best_score is None else amounts(view, view.best_score)
    kind = "" if spec is None else spec.__struct_config__.tag
    family = getattr(spec, "family", "")
    came = (view.status, best, broken, view.best_score, view.playouts, view.elapsed, view.solved_seconds)
    return (view.id, kind, family, title, *asked, *came, view.created.isoformat(), *labels_of(spec).values())


def improvements_csv(groups: Sequence[Group]) -> str:
    """A line for each improvement of each run of the searches."""
    return csv_text(
        [
            IMPROVEMENT_FIELDS,
            *(
                (letter, run.spec.algorithm, run.id, run.spec.seed, at, playouts, amounts(run, score)[0], score)
                for letter, group in letters(groups).items()
                for run in group.runs
                if isinstance(run.spec, SolveSpec)
                for (at, score), playouts in zip(run.history, run.history_playouts, strict=True)
            ),
        ]
    )
