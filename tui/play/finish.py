"""What is said beside the board of a game that is over: time, help, the best before it, and what can be done now."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.registry import get_family
from puzzles.text.quoting import counted
from solvers.runs.scoring import figure
from tui.play.played import PlayedGame
from tui.play.statistics import FinishedGame, FinishedGames, best_first, streak
from tui.play.words import HEAD, LABEL, TEXT, Row, clock_text, help_text

MOST_BEFORE = 3
"""Earlier games that are named."""
WIDTH = 8
"""Columns of the labels."""


def value_text(game: FinishedGame) -> str:
    """What games of its kind are compared by: the time, or the score as people count it."""
    if game.score is None:
        return clock_text(game.seconds)
    optimisation = get_family(game.family).optimisation
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
