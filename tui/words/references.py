"""Games and records beside compared searches: each a level curve with a letter and a column of the table."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase
from typing import NamedTuple

from puzzles.errors import PuzzleError
from puzzles.registry import get_family
from solvers.runs.comparison import NONE, Curve
from solvers.runs.scoring import number
from solvers.statistics import Spread
from tui.game_names import named_game


class Reference(NamedTuple):
    """A game: what it is called, its score as people count it, and that as a number in words."""

    called: str
    value: float
    words: str


def reference(name: str, family_name: str) -> Reference:
    """The game of that name, such as `example:NAME`; PuzzleError if it is of another family, or breaks the rules."""
    game = named_game(name, family_name)
    family = get_family(game.puzzle.family)
    if family.name != family_name:
        raise PuzzleError(f"this is a {family.title}", get_family(family_name).title, source=name)
    verdict = family.for_puzzle(game.puzzle).judge(game.puzzle, game.board)
    if not verdict.legal:
        raise PuzzleError("the game is not legal", "a game by the rules", source=name)
    cost = family.optimisation is not None and family.optimisation.cost
    value = -verdict.score if cost else verdict.score
    return Reference(name.partition(":")[2] or name, value, number(family, verdict.score, verdict.facts))


def with_references(known: Sequence[Curve], references: Sequence[Reference]) -> list[Curve]:
    """The curves, then a level one of each game, from the first place of all to the last."""
    if not known:
        return []
    places = max((curve.places for curve in known), key=len)
    level = [
        Curve(letter, places, (Spread(one.value, one.value, one.value),) * len(places))
        for letter, one in zip(ascii_uppercase[len(known) :], references, strict=False)
    ]
    return [*known, *level]


def with_columns(rows: Sequence[tuple[str, ...]], references: Sequence[Reference]) -> list[tuple[str, ...]]:
    """The lettered table with a column for each game: what it is called, and its score as its best."""
    if not references:
        return list(rows)
    head, *rest = rows
    first = len([one for one in head if one in ascii_uppercase and one])
    letters = ascii_uppercase[first : first + len(references)]
    names = ("game", *[NONE] * (len(head) - 1), *(one.called for one in references))
    bests = tuple(one.words for one in references)
    nothing = (NONE,) * len(references)
    return [(*head, *letters), names, *((*row, *(bests if row[0] == "best" else nothing)) for row in rest)]
