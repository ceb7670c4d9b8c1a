"""UCT on all families: when it has seen everything, its tree has each move of each position once.

Positions are enumerated by the plain rules of each family, by every order of moves.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Hashable, Iterable
from functools import partial
from typing import Any

import pytest
from drivers.morpion_games import random_game
from oracles import naive_samegame
from oracles.naive_kakuro_rules import NaiveKakuro
from oracles.naive_latin_rules import NaiveSquare, random_partial
from oracles.naive_tsptw import NaiveTour

from puzzles.family import Puzzle
from puzzles.kakuro.puzzle import blank, with_sums
from puzzles.latin.puzzle import LatinSquare
from puzzles.morpion.checker import Position
from puzzles.morpion.puzzle import VARIANTS, MorpionPuzzle
from puzzles.registry import get_family
from puzzles.rna.puzzle import RnaPuzzle
from puzzles.samegame.puzzle import SameGamePuzzle
from puzzles.tsptw.puzzle import TsptwPuzzle
from solvers.runs.spec import SolveSpec
from solvers.session import Session

pytestmark = pytest.mark.compiled

MOST = 20_000


def searched(puzzle: Puzzle, mode: str = "") -> Session:
    """The search when it has seen everything."""
    family = get_family(puzzle.family)
    spec = SolveSpec(
        family=family.name,
        puzzle=family.to_json(puzzle),
        title="",
        algorithm="uct",
        parameters={"room": MOST},
        mode=mode,
    )
    session = Session(spec, 0)
    assert session.advance(MOST) == "finished"
    return session


def enumerated(
    root: Any, after: Callable[[Any], Iterable[Any]], identity: Callable[[Any], Hashable]
) -> tuple[int, int]:
    """How many moves all positions have that are not equal, and how many there are by the moves that lead to them."""
    seen, moves, by_orders = set[Hashable](), 0, 0
    layer, orders = {identity(root): root}, {identity(root): 1}
    while layer:
        following: dict[Hashable, Any] = {}
        ways: dict[Hashable, int] = {}
        for name, position in layer.items():
            new = name not in seen
            seen.add(name)
            for other in after(position):
                moves += int(new)
                by_orders += orders[name]
                following[identity(other)] = other
                ways[identity(other)] = ways.get(identity(other), 0) + orders[name]
        layer, orders = following, ways
    return moves, by_orders


@pytest.mark.parametrize(("width", "height", "colours"), [(5, 5, 3), (2, 17, 7)])
def test_samegame(width: int, height: int, colours: int) -> None:
    """A board of packed columns, and one of a byte a cell."""
    source = random.Random(5)
    rows = [[source.randrange(colours) for _ in range(width)] for _ in range(height)]
    puzzle = SameGamePuzzle(width, height, tuple(colour for row in rows for colour in row))

    def after(position: tuple[dict[Any, int], int, int]) -> Iterable[Any]:
        cells, points, steps = position
        for group in naive_samegame.groups(cells):
            yield naive_samegame.without(cells, group), points + (len(group) - 2) ** 2, steps + 1

    moves, by_orders = enumerated(
        (naive_samegame.cells_of(rows), 0, 0), after, lambda one: (frozenset(one[0].items()), *one[1:])
    )
    session = searched(puzzle)
    assert session.search.scalars[0] == session.playouts == moves < by_orders


@pytest.mark.parametrize(("variant", "left"), [("5D", 4), ("4T", 7)])
def test_morpion(variant: str, left: int) -> None:
    game = random_game(variant, 3)
    puzzle = MorpionPuzzle(variant, game[: len(game) - left])

    def after(moves: tuple[Any, ...]) -> Iterable[Any]:
        position = Position(VARIANTS[variant])
        for move in moves:
            position.play(move)
        return [(*moves, move) for move in position.moves()]

    length = VARIANTS[variant].length
    moves, by_orders = enumerated(
        puzzle.moves, after, lambda moves: frozenset((move.squares(length), move.direction) for move in moves)
    )
    session = searched(puzzle)
    assert session.search.scalars[0] == session.playouts == moves < by_orders


def test_tsptw() -> None:
    """All legs are equal, so tours of the same cities that end at one take the same time and cost, if none is late."""
    n = 7
    travel = tuple(int(a != b) for a in range(n) for b in range(n))
    latest = (100, 9, 3, 8, 7, 9, 2)
    puzzle = TsptwPuzzle(n, 0, travel, (0,) * n, (0,) * n, latest)

    def after(tour: tuple[int, ...]) -> Iterable[Any]:
        return [(*tour, city) for city in NaiveTour(puzzle, tour).moves("windows")] if len(tour) < n - 1 else []

    def identity(tour: tuple[int, ...]) -> Hashable:
        late = sum(time > latest[city] for time, city in enumerate(tour, 1))
        return tour[-1:], late, frozenset(tour)

    moves, by_orders = enumerated((), after, identity)
    session = searched(puzzle)
    assert session.search.scalars[0] == session.playouts == moves < by_orders


def smallest_first(square: Any, play: Callable[[Any, Any, int], None]) -> Iterable[Any]:
    """The positions after each value of the first of the cells with the fewest."""
    if square.dead or not square.domains:
        return
    cell = min(sorted(square.domains), key=lambda one: len(square.domains[one]))
    for value in sorted(square.domains[cell]):
        other = square.copy()
        play(other, cell, value)
        yield other


def domains_of(square: Any) -> Hashable:
    """What a position of a Latin square goes on from; where it is dead, nothing does."""
    return square.dead, frozenset(square.candidates())


def test_latin() -> None:
    grid = random_partial(9, 32, random.Random(1))
    root = NaiveSquare(9, grid, strong=False)
    moves, _ = enumerated(root, partial(smallest_first, play=NaiveSquare.play), domains_of)
    session = searched(LatinSquare(9, tuple(grid)), "paper")
    assert session.search.scalars[0] == session.playouts == moves > 40


def test_kakuro() -> None:
    shape = blank(2, 3, [(row, column) for row in range(2) for column in range(3)], values=4, square=True)
    puzzle = with_sums(shape, [1, 2, 3, 2, 3, 1])
    first = puzzle.runs[0]._replace(clue=7)  # then the rows have another sum than the columns
    puzzle = dataclasses.replace(puzzle, runs=(first, *puzzle.runs[1:]))

    def identity(board: NaiveKakuro) -> Hashable:
        return domains_of(board), tuple(board.sum_left(run) for run in puzzle.runs)

    moves, _ = enumerated(NaiveKakuro(puzzle, strong=False), partial(smallest_first, play=NaiveKakuro.play), identity)
    session = searched(puzzle, "paper")
    assert session.search.scalars[0] == session.playouts == moves > 100


def test_rna() -> None:
    """No design has one pair alone as its fold. Bases are chosen in order: a design is reached in one way."""
    session = searched(RnaPuzzle("(...)"))
    assert session.search.scalars[0] == session.playouts == 6 + 6 * 4 + 6 * 4**2 + 6 * 4**3
