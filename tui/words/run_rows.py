"""What lists say of a search and its runs, in words; and the same as CSV for other programs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from puzzles.parameters import typed
from puzzles.text.separated import csv_text
from solvers.runs.comparison import NONE, letters
from solvers.runs.groups import Group
from solvers.runs.scoring import family_of
from solvers.runs.spec import SolveSpec
from solvers.runs.view import RunView
from solvers.settings import LABELS, labels_of
from tui.words.wording import count_text, short_status

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
