"""Puzzles in plain Python: each search finds, bit for bit, what it finds on the same puzzle of a compiled family."""

from __future__ import annotations

import importlib
import math
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any, NamedTuple, Self

import numpy as np
import pytest
from drivers.distributions import LADDER

import mcs_tui
from puzzles import registry
from puzzles.parameters import ParameterError
from puzzles.tsptw.puzzle import TsptwPuzzle

SEARCHES = [
    ("sampling", 60),
    ("nmcs", 150),
    ("uct", 150),
    ("nrpa", 150),
    ("lns", 60),
]


@dataclass(frozen=True)
class Tour:
    """A travelling salesman problem with time windows, whose moves are all cities that are left."""

    puzzle: TsptwPuzzle
    cities: tuple[int, ...] = field(default=(), compare=False)
    visited: frozenset[int] = frozenset()
    at: int = 0
    time: int = 0
    cost: int = 0
    late: int = 0

    def moves(self) -> list[int]:
        """In the order in which windows close."""
        by_window = 1 + np.argsort(self.puzzle.latest[1:], kind="stable")
        return [int(city) for city in by_window if int(city) not in self.visited]

    def play(self, city: int) -> Self:
        puzzle = self.puzzle
        arrival = self.time + puzzle.duration(self.at, city)
        late = self.late + (arrival > puzzle.latest[city])
        cost = self.cost + puzzle.travel[self.at * puzzle.n + city]
        begins = max(arrival, puzzle.earliest[city])
        return type(self)(puzzle, (*self.cities, city), self.visited | {city}, city, begins, cost, late)

    def done(self) -> bool:
        return len(self.cities) == self.puzzle.n - 1

    def score(self) -> float:
        late, cost = self.late, self.cost
        if self.done():
            home = self.time + self.puzzle.duration(self.cities[-1], 0)
            late, cost = (
                late + (home > self.puzzle.latest[0]),
                cost + self.puzzle.travel[self.cities[-1] * self.puzzle.n],
            )
        return -float(late * self.puzzle.penalty + cost) / 10.0**self.puzzle.digits

    def code(self, city: int) -> tuple[int, int]:
        """As the family's: from where to where."""
        return self.at, city


@pytest.fixture
def puzzle() -> TsptwPuzzle:
    made = mcs_tui.generate("tsptw", nodes=8, seed=3)[0]
    assert isinstance(made, TsptwPuzzle)
    return made


@pytest.mark.parametrize(("algorithm", "playouts"), SEARCHES)
def test_a_search_is_that_of_the_compiled_family(puzzle: TsptwPuzzle, algorithm: str, playouts: int) -> None:
    given: dict[str, Any] = {"level": 2} if algorithm in ("nmcs", "nrpa") else {}
    own = {"nrpa": {"iterations": 20}, "lns": {"hot": 2.0, "cold": 0.4}}  # of what the family has defaults of its own
    given |= own.get(algorithm, {})
    compiled = mcs_tui.solve(puzzle, algorithm, playouts=playouts, seed=4, prior="none", moves="all", **given)
    plain = mcs_tui.solve(Tour(puzzle), algorithm, playouts=playouts, seed=4, **given)
    assert compiled.board is not None
    assert plain.notation == compiled.board.tolist()
    assert (plain.score, plain.playouts) == (compiled.score, compiled.playouts)
    assert plain.history.playouts.tolist() == compiled.history.playouts.tolist()
    assert plain.history.best.tolist() == compiled.history.best.tolist()


@dataclass(frozen=True)
class Climb:
    """A ladder of the toy family of that name, and the places on each rung climbed so far."""

    rungs: tuple[tuple[int, ...], ...]
    places: tuple[int, ...] = ()

    def moves(self) -> range:
        last, width = self.places[-1] if self.places else -1, len(self.rungs[0])
        return range(max(last - 1, 0), min(last + 2, width) if self.places else width)

    def play(self, place: int) -> Self:
        return type(self)(self.rungs, (*self.places, place))

    def done(self) -> bool:
        return len(self.places) == len(self.rungs)

    def score(self) -> int:
        return sum(rung[place] for rung, place in zip(self.rungs, self.places, strict=False))

    def bound(self) -> int:
        return self.score() + sum(map(max, self.rungs[len(self.places) :]))


@pytest.fixture
def ladder(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The ladder's family is known; it is forgotten afterwards, as other tests install their own."""
    monkeypatch.syspath_prepend(LADDER)
    monkeypatch.setattr(registry, "_unlisted", {})
    registry.add(importlib.import_module("ladder_family").FAMILY, listed=False)
    yield
    registry.get_family.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "ladder_family"]:
        del sys.modules[name]


@pytest.mark.usefixtures("ladder")
@pytest.mark.parametrize("algorithm", ["exhaustive", "backtracking"])
def test_depth_first_searches_are_those_of_the_compiled_family(algorithm: str) -> None:
    puzzle: Any = mcs_tui.generate("ladder", rungs=7, width=4, seed=2)[0]
    compiled = mcs_tui.solve(puzzle, algorithm, playouts=300, seed=3)
    plain = mcs_tui.solve(Climb(puzzle.rungs), algorithm, playouts=300, seed=3)
    assert compiled.board is not None
    assert plain.notation == compiled.board.tolist()
    assert (plain.status, plain.playouts, plain.score) == (compiled.status, compiled.playouts, compiled.score)
    assert plain.history.playouts.tolist() == compiled.history.playouts.tolist()


@dataclass(frozen=True)
class Digits:
    """Write digits from 1 to `most`, each at most one more than the last but one; the last five count. With a bias."""

    most: int
    length: int
    written: tuple[int, ...] = ()
    goal: float = float("inf")

    def moves(self) -> range:
        return range(1, self.most + 1)

    def play(self, digit: int) -> Self:
        return type(self)(self.most, self.length, (*self.written, digit), self.goal)

    def done(self) -> bool:
        return len(self.written) == self.length

    def score(self) -> float:
        return sum(one == at % self.most + 1 for at, one in enumerate(self.written))

    def solved(self) -> bool:
        return self.score() >= self.goal


class Biased(Digits):
    def bias(self, digit: int) -> float:
        return 2.0 if digit == len(self.written) % self.most + 1 else 0.0


@pytest.mark.parametrize("algorithm", ["sampling", "nmcs", "gnrpa", "uct"])
def test_a_bias_guides(algorithm: str) -> None:
    plain = mcs_tui.solve(Digits(6, 30), algorithm, playouts=60)
    guided = mcs_tui.solve(Biased(6, 30), algorithm, playouts=60)
    unguided = mcs_tui.solve(Biased(6, 30), algorithm, playouts=60, prior="none")
    assert plain.score is not None
    assert guided.score is not None
    assert guided.score > plain.score
    assert unguided.notation == plain.notation


def test_a_solution_ends_it_and_a_search_can_see_everything() -> None:
    found = mcs_tui.solve(Digits(2, 4, goal=4), "nrpa", seconds=20)
    assert (found.status, found.solved, found.notation) == ("solved", True, [1, 2, 1, 2])
    every = mcs_tui.solve(Digits(2, 4), "exhaustive", seconds=20)
    assert (every.status, every.score) == ("exhausted", 4.0)


def test_long_games_and_many_moves_find_room() -> None:
    """A search that needs larger arrays is the one that had them from its beginning."""
    small = mcs_tui.start(Digits(9, 200), "nrpa", level=2, seed=1)
    whole = mcs_tui.start(Digits(9, 200), "nrpa", level=2, seed=1)
    whole.puzzle.room.update(steps=1000, **{"offered moves": 10_000})  # type: ignore[attr-defined]
    for search in (small, whole):
        search.advance(7)
    assert small.result().notation == whole.result().notation
    assert len(small.result().notation) == 200


class Changing:
    """Its positions change when they are played in."""

    def __init__(self) -> None:
        self.left = 3

    def moves(self) -> list[int]:
        return list(range(self.left))

    def play(self, move: int) -> Self:
        self.left -= 1
        return self

    def done(self) -> bool:
        return not self.left

    def score(self) -> float:
        return 0.0


class Silent(Changing):
    def play(self, move: int) -> Any:
        return None


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (Changing(), "play of Changing changed the position itself; expected it to return another one"),
        (Silent(), "play of Silent returned None; expected the position after the move"),
        (object(), "object has no moves, no play, no done, no score; expected"),
        ("1 2\n2 1\n", "str has no moves"),
    ],
)
def test_what_is_no_puzzle_is_refused_in_one_line(given: Any, said: str) -> None:
    with pytest.raises(mcs_tui.ParameterError, match=said):
        mcs_tui.solve(given)


def test_threads_search_it_too() -> None:
    result = mcs_tui.solve(Digits(3, 8), "sampling", playouts=20, workers=2)
    assert len(result.notation) == 8
    assert "Digits" in repr(result)
    assert result.text() == "".join(f"{one}\n" for one in result.notation)
    every = [sum(one == at % 3 + 1 for at, one in enumerate(game)) for game in product((1, 2, 3), repeat=2)]
    assert max(every) == mcs_tui.solve(Digits(3, 2), "exhaustive").score


class Counting(NamedTuple):
    """Counts to three; a method returns what it must not."""

    at: int = 0
    wrong: str = ""
    from_step: int = 0

    def given(self, method: str, right: Any, wrong: Any) -> Any:
        return wrong if self.wrong == method and self.at >= self.from_step else right

    def moves(self) -> Any:
        return self.given("moves", [1, 2], [[1], [2]])

    def play(self, move: Any) -> Counting:
        return self._replace(at=self.at + 1)

    def done(self) -> bool:
        return self.at >= 3

    def score(self) -> Any:
        return self.given("score", float(self.at), self.given("score", 0, math.nan))

    def code(self, move: Any) -> Any:
        return self.given("code", (self.at, move), [move])

    def bias(self, move: Any) -> Any:
        return self.given("bias", 0.5, "much")


@pytest.mark.parametrize("algorithm", ["sampling", "nmcs", "nrpa", "uct", "gnrpa"])
@pytest.mark.parametrize("step", [0, 3])
def test_a_score_that_is_no_number_is_named_wherever_it_comes(algorithm: str, step: int) -> None:
    with pytest.raises(ParameterError, match=r"score of Counting returned nan; expected a number"):
        mcs_tui.solve(Counting(wrong="score", from_step=step), algorithm, playouts=20)


@pytest.mark.parametrize(
    ("method", "words"),
    [
        ("moves", r"moves of Counting returned \[1\]; expected a hashable, such as a tuple"),
        ("code", r"code of Counting returned \[1\]; expected a hashable, such as a tuple"),
        ("bias", r"bias of Counting returned 'much'; expected a number"),
    ],
)
def test_what_a_method_returns_wrongly_is_named_with_the_method(method: str, words: str) -> None:
    with pytest.raises(ParameterError, match=words.replace(r"\[1\]", r"\[[12]\]")):
        mcs_tui.solve(Counting(wrong=method, from_step=1), "gnrpa", playouts=20)
