"""Numbers, times and the states of runs in words, for the app and the command line."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from puzzles.family import Family
from puzzles.parameters import Value
from puzzles.registry import not_here
from puzzles.text.quoting import percent
from solvers.runs.scoring import amount, ends_solved, family_of, number, optimises

if TYPE_CHECKING:
    from solvers.runs.view import RunView

FACT_FORMATS = {
    "distance": ("distance {:g}", "dist {:g}"),
    "gap": ("gap {:.2f}", "gap {:.2f}"),
    "unique": ("{}", "{}"),
    "probability": ("probability {:.3g}", "p {:.3g}"),
    "defect": ("defect {}", "defect {}"),
    "energy": ("energy {:.2f} kcal/mol", "E {:.2f}"),
    "gc": ("GC {}", "GC {}"),
}
"""The facts of a verdict that are shown in one line, in this order, in full and in short; energies in kcal/mol."""
LEAST = "energy"
"""The one that is left out where not all have room."""
SHARES = {"defect": 1, "gc": 0}
"""Those that are shares, printed in percent, with the number of digits behind the point."""
FOLDS = {True: ("no other fold of its energy", "unique"), False: ("other folds of its energy", "not unique")}
STATUSES = {"budget": "time is up", "reached": "wanted score reached", "exhausted": "no solution (proved)"}


def status_text(status: str) -> str:
    return STATUSES.get(status, status)


def run_status_text(view: RunView) -> str:
    """The same of a run; where a score is what counts and everything has been seen, what that proves."""
    if view.status == "exhausted" and optimises(view.spec):
        return view.claim or "everything has been seen"
    return budget_text(view) if view.status == "budget" else status_text(view.status)


def budget_text(view: RunView) -> str:
    """Which budget has ended the run."""
    playouts = getattr(view.spec, "playouts", None)
    return STATUSES["budget"] if playouts is None or view.playouts < playouts else "all playouts are done"


def short_status(view: RunView) -> str:
    """A run's status in a word or two, for a column or a line of its own."""
    if view.status == "exhausted":
        return "all seen" if optimises(view.spec) and not view.none_acceptable else "no solution"
    if view.status == "solved" and view.wanted > 1 and (family := family_of(view.spec)) and not ends_solved(family):
        return "done"  # all are there that were wanted, and none has to be a solution
    missing = view.ended and not_here(getattr(view.spec, "family", ""))
    return f"{view.status}, family missing" if missing else view.status


def compile_text(view: RunView) -> str:
    """When the kernels will be compiled that the run waits for; until then a search that has begun is interpreted."""
    left = view.compile_seconds - view.compiling
    when = f"in about {left:.0f} s" if left >= 1 else "in a moment"
    return f"interpreted, compiled {when}" if view.playouts else f"compiled {when}"


def count_progress_text(view: RunView) -> str:
    """How far a job is that counts, such as `2,500 of 10,000, about 3 s left`."""
    left = f", about {seconds_text(view.seconds_left)} left" if view.seconds_left else ""
    return f"{view.done:,} of {view.total:,}{left}"


def bar_of(share: float, width: int, *, plain: bool) -> str:
    """A bar of that many characters, filled up to the share (0 to 1)."""
    full = min(width, int(width * share))
    return ("#" if plain else "━") * full + ("." if plain else "─") * (width - full)


def waiting_text(view: RunView, width: int, *, plain: bool) -> str:
    """A bar and words for what the run waits for, its kernels or what is counted; empty if it waits for nothing."""
    if view.compile_seconds:
        return f"{bar_of(view.compiling / view.compile_seconds, width, plain=plain)} {compile_text(view).capitalize()}"
    if view.total:
        return f"{bar_of(view.done / view.total, width, plain=plain)} {count_progress_text(view)}"
    return ""


def count_text(number: float) -> str:
    """A large number in at most seven characters: `950`, `12,345`, `1.23 M`."""
    for limit, divisor, unit in ((1e12, 1e12, " T"), (1e9, 1e9, " G"), (1e6, 1e6, " M")):
        if number >= limit:
            return f"{number / divisor:.3g}{unit}"
    return f"{int(number):,}"


def seconds_text(seconds: float) -> str:
    """A duration: `0.31 ms`, `45 ms`, `3.2 s`, `48 s`, `2:05 min`, `1:02 h`."""
    if seconds < 1e-9:
        return "0 s"
    if seconds < 1e-2:
        return f"{seconds * 1e3:.2g} ms"
    if seconds < 1.0:
        return f"{seconds * 1e3:.0f} ms"
    if seconds < 10.0:
        return f"{seconds:.1f} s"
    if seconds < 120.0:
        return f"{seconds:.0f} s"
    minutes, rest = divmod(int(seconds), 60)
    if minutes < 60:
        return f"{minutes}:{rest:02d} min"
    return f"{minutes // 60}:{minutes % 60:02d} h"


def score_text(score: float | None, family: Family | None = None) -> str:
    """A score for a column, a cost where the family counts costs; `-` while there is none."""
    return "-" if score is None else number(family, score)


def best_text(family: Family | None, score: float, facts: Mapping[str, Value], what: str = "best") -> str:
    """A score with what it counts: `best: 76 moves`, `best cost 878.64`, `best score 12`."""
    words = amount(family, score, facts)
    return f"{what}: {words}" if words[0].isdigit() or words[0] == "-" else f"{what} {words}"


def age_text(created: datetime) -> str:
    """How long ago: `now`, `5 min`, `3 h`, `2 d`."""
    minutes = int((datetime.now(UTC) - created).total_seconds() // 60)
    if minutes < 1:
        return "now"
    if minutes < 60:
        return f"{minutes} min"
    if minutes < 48 * 60:
        return f"{minutes // 60} h"
    return f"{minutes // (24 * 60)} d"


def shorten(text: str, width: int) -> str:
    """The text in at most `width` characters, its end replaced by two dots if it is longer."""
    return text if len(text) <= width else text[: max(0, width - 2)] + ".."


def shorten_path(text: str, width: int) -> str:
    """As `shorten`, but the beginning goes: a path's end says more."""
    return text if len(text) <= width else ".." + text[len(text) - max(0, width - 2) :]


def saved_text(path: Path) -> str:
    """What was saved and where; the name comes first, as a long folder's end is cut."""
    return f"Saved {path.name} in {path.absolute().parent}"


def fact_text(facts: Mapping[str, Value], width: int = 1000, *, plain: bool = False) -> str:
    """What the checker says of a board, in one line: `distance 2 · gap 1.20 · energy -23.40 kcal/mol · GC 54 %`.

    Where that is too long, the same in short, `dist 2 · gap 1.20 · E -23.40 · GC 54 %`; where that is too long too,
    without blanks around the dots, without the energy, and then without the last ones. What is 0 because a design is
    solved is left out.
    """
    shown = _shown_facts(facts)
    short = {name: one for name, (_, one) in shown.items()}
    wide, narrow = (", ", ",") if plain else (" · ", "·")
    for text in (wide.join(one for one, _ in shown.values()), wide.join(short.values()), narrow.join(short.values())):
        if len(text) <= width:
            return text
    kept = [one for name, one in short.items() if name != LEAST]
    while len(kept) > 1 and len(narrow.join(kept)) > width:
        kept.pop()
    return shorten(narrow.join(kept), width)


def _shown_facts(facts: Mapping[str, Value]) -> dict[str, tuple[str, str]]:
    solved = facts.get("distance") == 0
    found: dict[str, tuple[str, str]] = {}
    for name, forms in FACT_FORMATS.items():
        value = facts.get(name)
        if name == "unique" and isinstance(value, bool):
            found[name] = FOLDS[value]
        elif isinstance(value, int | float) and not (solved and name in ("distance", "gap")):
            shown = percent(value, SHARES[name]) if name in SHARES else value
            found[name] = forms[0].format(shown), forms[1].format(shown)
    return found
