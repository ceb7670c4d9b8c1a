"""Numbers and times as people read them; the app's few fixed phrases about runs."""

from __future__ import annotations

from datetime import UTC, datetime

SOLUTIONS = {
    "unique": "This is the only solution.",
    "several": "There are at least two solutions; f shows the other.",
    "unknown": "Whether there is a second solution is not known.",
}
STATUSES = {
    "budget": "budget spent",
    "exhausted": "no solution exists (proved)",
}


def status_text(status: str) -> str:
    """A run's status in words."""
    return STATUSES.get(status, status)


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


def score_text(score: float | None) -> str:
    """A score, or `-` while there is none."""
    return "-" if score is None else f"{score:g}"


def best_text(score: float, unit: str, what: str = "best") -> str:
    """A score with what it counts: `best: 76 moves`; `best score 76` where that has no name."""
    if not unit:
        return f"{what} {score:g}" if what == "score" else f"{what} score {score:g}"
    return f"{what}: {score:g} {unit.removesuffix('s') if score == 1 else unit}"


def age_text(created: datetime, now: datetime | None = None) -> str:
    """How long ago: `now`, `5 min`, `3 h`, `2 d`."""
    minutes = int(((now or datetime.now(UTC)) - created).total_seconds() // 60)
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
