"""What is said of games that are over: beside the board of one, and in the statistics of all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from puzzles.registry import get_family, is_family
from puzzles.text.quoting import counted
from solvers.runs.scoring import figure
from tui.play.played import PlayedGame
from tui.play.statistics import Figures, FinishedGame, FinishedGames, best_first, figures, streak
from tui.play.words import HEAD, LABEL, TEXT, Row, clock_text, help_text

MOST_BEFORE = 3
"""Earlier games that are named."""
WIDTH = 8
"""Columns of the labels."""


def value_text(game: FinishedGame) -> str:
    """What games of its kind are compared by: the time, or the score as people count it."""
    if game.score is None:
        return clock_text(game.seconds)
    optimisation = get_family(game.family).optimisation if is_family(game.family) else None
    unit = optimisation.score_unit if optimisation is not None else ""
    late = f", {counted(game.broken, optimisation.broken)}" if optimisation is not None and game.broken else ""
    return f"{figure(game.score)}{f' {unit}' if unit else ''}{late}"


def finish_rows(game: PlayedGame, games: FinishedGames, keys: Sequence[tuple[str, str]]) -> list[Row]:
    """The rows for a game that is over; `keys`: what can be done now, each key with its words."""
    found = next((one for one in games.all() if one.at == game.tally.finished), None)
    rows: list[Row] = [((_heading(found), HEAD),), ()]
    if found is not None:
        rows += [((label.ljust(WIDTH), LABEL), (text, TEXT)) for label, text in _figures(found, games, game)]
        rows.append(())
    return rows + [((key.ljust(WIDTH), HEAD), (words, TEXT)) for key, words in keys]


def _heading(found: FinishedGame | None) -> str:
    return "Solved" if found is None or found.score is None else "The game is over"


def _figures(found: FinishedGame, games: FinishedGames, game: PlayedGame) -> list[tuple[str, str]]:
    """Label and words of each row."""
    alike = games.of(found.kind)
    ranked = best_first(alike)
    before = best_first(one for one in alike if one.at < found.at)
    place = ""
    if found in ranked and len(ranked) > 1:
        at = ranked.index(found)
        place = f", your best of {len(ranked)}" if not at else f", number {at + 1} of your {len(ranked)}"
    rows = [("score", f"{value_text(found)}{place}")] if found.score is not None else []
    rows.append(("time", f"{clock_text(found.seconds)}{place if found.score is None else ''}"))
    rows.append(("help", help_text(game) or "none"))
    if before:
        rows.append(("before", "  ".join(value_text(one) for one in before[:MOST_BEFORE])))
    days = streak((one.day for one in alike), found.day)
    if days > 1:
        rows.append(("days", f"{days} in a row"))
    return rows


def figures_title(found: Figures) -> str:
    """What games they are of, such as `Kakuro 9 x 9, easy`."""
    kind = found.kind
    return kind.title if is_family(kind.family) else f"{kind.family} {kind.label}"


def figures_text(found: Figures) -> str:
    """Such as `4 finished, 3 without help; best 1:00, median 1:10; 3 days in a row`."""
    parts = [f"{found.games:,} finished, {found.unaided:,} without help"]
    if found.best is not None and found.median is not None:
        middle = replace(found.best, seconds=found.median, score=None if found.best.score is None else found.median)
        parts.append(f"best {value_text(found.best)}, median {value_text(middle)}")
    if found.streak > 1:
        parts.append(f"{found.streak} days in a row")
    return "; ".join(parts)


def all_figures(games: FinishedGames, today: date) -> list[str]:
    """A title and a line for each kind of game; one line if there is none."""
    found = figures(games.all(), today)
    if not found:
        return ["No game is finished yet. Times and scores stand here once one is."]
    return [line for one in found for line in (figures_title(one), f"  {figures_text(one)}", "")][:-1]
