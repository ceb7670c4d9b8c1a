"""The games that were finished: one line of figures each, kept in the data folder, and what is counted of them."""

from __future__ import annotations

import json
import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime, timedelta
from pathlib import Path

from puzzles.family import Verdict
from puzzles.registry import get_family, is_family
from tui.kept.stored_files import UNREADABLE, Stamp, keep_damaged, read_json, stamp_of, write_trouble
from tui.play.choices import Choice, choice_of
from tui.play.played import PlayedGame

NAME = "finished-games.json"
"""Of the data folder."""
OTHER = "other"
"""The size of puzzles that were typed, pasted or opened."""


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that was finished: `at` in seconds since 1970, `seconds` of play.

    `score` as people count it (`puzzles.groups.Amount`), with how many constraints are `broken`; None where a puzzle is
    solved or not. `hints`, `checks`, `reveals` as in `tui.play.played.Tally`.
    """

    family: str
    size: str
    grade: str
    at: float
    seconds: float
    hints: int = 0
    checks: int = 0
    reveals: int = 0
    score: float | None = None
    broken: int = 0

    @property
    def kind(self) -> Choice:
        """What games are compared with: those of this family, size and grade."""
        return Choice(self.family, self.size, self.grade)

    @property
    def day(self) -> date:
        return datetime.fromtimestamp(self.at).astimezone().date()

    @property
    def unaided(self) -> bool:
        """True without hint and revealed cell: then it counts among the best."""
        return not self.hints and not self.reveals

    @property
    def rank(self) -> float:
        """Lower is better: the time, or the score; infinite for one that counts for nothing."""
        if not self.unaided or self.broken:
            return math.inf
        if self.score is None:
            return self.seconds
        optimisation = get_family(self.family).optimisation if is_family(self.family) else None
        return self.score if optimisation is not None and optimisation.cost else -self.score


@dataclass(frozen=True, slots=True)
class Figures:
    """What is counted of the games of one kind. `best` and `median`: of those that count, the best first; or None.

    `streak`: days in a row, up to today or yesterday, on which one was finished.
    """

    kind: Choice
    games: int
    unaided: int
    best: FinishedGame | None
    median: float | None
    streak: int


def finished_game(game: PlayedGame, verdict: Verdict) -> FinishedGame:
    """The figures of a game that has just been finished."""
    puzzle, tally = game.loaded.puzzle, game.tally
    kind = choice_of(puzzle.family, game.loaded.source) or Choice(puzzle.family, OTHER)
    optimisation = game.family.for_puzzle(puzzle).optimisation
    value, broken = (None, 0) if optimisation is None else optimisation.amount(verdict.score, verdict.facts)
    return FinishedGame(
        kind.family,
        kind.size,
        kind.grade,
        tally.finished,
        round(game.seconds, 1),
        tally.hints,
        tally.checks,
        tally.reveals,
        value,
        broken,
    )


class FinishedGames:
    """All of them, the oldest first; another app's too."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME
        self._stamp: Stamp | None = None
        self._games: tuple[FinishedGame, ...] = ()

    def all(self) -> tuple[FinishedGame, ...]:
        """Those in the file now; a damaged file is set aside, and said."""
        stamp = stamp_of(self.path)
        if stamp != self._stamp:
            try:
                self._games = read_finished(self.path) if stamp is not None else ()
            except UNREADABLE:
                keep_damaged(self.path)
                self._games = ()
            self._stamp = stamp_of(self.path)
        return self._games

    def add(self, game: FinishedGame) -> str:
        """Why the game can't be kept, in words; empty if it is."""
        games = (*self.all(), game)
        lines = ",\n".join(json.dumps(asdict(one)) for one in games)
        trouble = write_trouble(self.path, f"[\n{lines}\n]\n")
        self._games, self._stamp = games, stamp_of(self.path)
        return trouble

    def of(self, kind: Choice) -> list[FinishedGame]:
        """Those of that kind."""
        return [one for one in self.all() if one.kind == kind]


def figures(games: Sequence[FinishedGame], today: date) -> list[Figures]:
    """What is counted of each kind of game, in the order of families, sizes and grades as they were played first."""
    kinds = dict.fromkeys(one.kind for one in games)
    return [_figures(kind, [one for one in games if one.kind == kind], today) for kind in kinds]


def _figures(kind: Choice, games: Sequence[FinishedGame], today: date) -> Figures:
    ranked = best_first(games)
    values = [one.seconds if one.score is None else one.score for one in ranked]
    return Figures(
        kind,
        len(games),
        sum(one.unaided for one in games),
        ranked[0] if ranked else None,
        statistics.median(values) if values else None,
        streak((one.day for one in games), today),
    )


def best_first(games: Iterable[FinishedGame]) -> list[FinishedGame]:
    """Those that count, the best first; of equal ones the older."""
    return sorted((one for one in games if one.rank < math.inf), key=lambda one: (one.rank, one.at))


def streak(days: Iterable[date], today: date) -> int:
    """How many days in a row are among them, up to today, or to yesterday where today's is still to come."""
    known = set(days)
    day = today if today in known else today - timedelta(1)
    found = 0
    while day in known:
        found, day = found + 1, day - timedelta(1)
    return found


def read_finished(path: Path) -> tuple[FinishedGame, ...]:
    """The games in the file; one of UNREADABLE if it holds anything else."""
    data = read_json(path)
    if not isinstance(data, list):
        raise ValueError("it is no list of games")
    games = tuple(FinishedGame(**one) for one in data)
    for one in games:
        numbers = (one.at, one.seconds, one.hints, one.checks, one.reveals, one.broken, one.score or 0.0)
        words = (one.family, one.size, one.grade)
        if not all(type(value) in (int, float) and math.isfinite(value) for value in numbers):
            raise ValueError("a figure is no number")
        if not all(isinstance(value, str) for value in words) or not 0 <= one.at < 1e11 or min(numbers[:-1]) < 0:
            raise ValueError("a game has a figure that can't be")
    return games
