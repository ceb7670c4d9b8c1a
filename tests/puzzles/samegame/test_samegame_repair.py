"""Local search on SameGame: what is claimed of each current game, what a proposal changes, and warm starts."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest
from drivers.compiled_repair import accept_one, propose_one, start_one
from drivers.compiled_rules import look
from drivers.compiled_samegame import random_puzzle
from drivers.samegame_boards import board as board_of
from drivers.samegame_boards import puzzle_of, random_game, rows_of
from oracles import naive_samegame as naive

from puzzles.engine.streams import stream
from puzzles.registry import get_family
from puzzles.samegame.family import BIAS
from puzzles.samegame.kernels import cellwise, rules
from puzzles.samegame.kernels.rules import SCRATCH
from puzzles.samegame.position import Position, groups, remove, start
from puzzles.samegame.puzzle import SameGamePuzzle
from solvers.runs.spec import SolveSpec
from solvers.session import Session

pytestmark = pytest.mark.compiled

FAMILY = get_family("samegame")
ODDS = np.exp(np.array(BIAS))
Game = list[frozenset[int]]
"""A game by the cells that each move removes, numbered column * 64 + row as on the first position."""


class Editing:
    """A current game that proposals are made of; both kinds of state offer the same."""

    def __init__(
        self, puzzle: SameGamePuzzle, seed: int, *, plainly: bool = False, given: Sequence[int] = (), tabu: bool = False
    ) -> None:
        self.puzzle = puzzle
        selective = "tabu" if tabu else "off"
        if plainly:
            game: Any = cellwise.build(puzzle, selective, rules.SIZE)
        else:
            game = rules.build_state(puzzle, prior_code=rules.SIZE, selective=selective)
        self.state = rules.repairing(game, puzzle)
        self.rng = stream("test", seed)
        self.board = np.full(rules.limits(game).board, -1, np.int64)
        first = self.board.copy()
        first[: len(given)] = given
        self.merit = start_one(self.state, first, self.rng, ODDS)

    def propose(self) -> float:
        merit: float = propose_one(self.state, self.rng, ODDS, -1e9)
        return merit

    def settle(self, accept: bool) -> None:
        accept_one(self.state, accept)

    def game(self) -> tuple[float, list[int]]:
        """Score and game as a search would keep them; never solved."""
        score, best, length = look(self.state, self.board)
        assert not best
        return score, self.board[:length].tolist()

    def names(self) -> list[int]:
        """The cell by which each move of the current game is known on the first position."""
        return self.state.cells[0, : len(self.game()[1])].tolist()


class Numbered:
    """A position whose cells carry the numbers that they had first, by the naive implementation."""

    def __init__(self, puzzle: SameGamePuzzle) -> None:
        self.cells = naive.cells_of(rows_of(puzzle))
        self.numbers = {(x, y): x * 64 + y for x, y in self.cells}

    def group_of(self, number: int) -> frozenset[naive.Cell]:
        """The group that the cell of that number is in now; empty if it is gone or alone."""
        here = {cell for cell, one in self.numbers.items() if one == number}
        return next((group for group in naive.groups(self.cells) if here & group), frozenset())

    def remove(self, group: frozenset[naive.Cell]) -> frozenset[int]:
        """Removes the group; its numbers."""
        gone = frozenset(self.numbers[cell] for cell in group)
        self.cells, self.numbers = naive.without(self.cells, group), naive.without(self.numbers, group)
        return gone


def replayed(puzzle: SameGamePuzzle, board: Sequence[int], *, whole: bool = True) -> Game:
    """The game of a board; if it is `whole`, it must go on to its end."""
    position, found = Numbered(puzzle), []
    for place in board:
        group = next(one for one in naive.groups(position.cells) if (place // 64, place % 64) in one)
        found.append(position.remove(group))
    assert not (whole and naive.groups(position.cells))
    return found


def followed(puzzle: SameGamePuzzle, begun: Game, names: Sequence[int]) -> Game:
    """The game that begins so and then goes on by these cells, where they are in a group."""
    position, found = Numbered(puzzle), []
    for gone in begun:
        found.append(position.remove(position.group_of(min(gone))))
    for name in names:
        group = position.group_of(name)
        if group:
            found.append(position.remove(group))
    return found


def explained(puzzle: SameGamePuzzle, old: Game, names: Sequence[int], new: Game) -> bool:
    """True if the games differ by one move left out, or one put in, from which all else follows.

    As a rule that move is where they part, else an earlier one that was left out and drawn again.
    """
    parting = next((step for step, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), len(new))
    for step in range(min(parting, len(old) - 1), -1, -1):
        left_out = followed(puzzle, old[:step], names[step + 1 :])
        if new[: len(left_out)] == left_out:
            return True
        put_in = followed(puzzle, new[: step + 1], names[step:])
        if step < len(new) and new[: len(put_in)] == put_in:
            return True
    return False


BOARDS = [(1, 9, 2), (9, 1, 2), (4, 5, 2), (6, 6, 3), (7, 5, 4), (5, 17, 3), (2, 30, 2)]
"""Width, height, colours; those of more than fifteen rows are of another kind."""


@pytest.mark.parametrize("plainly", [False, True])
@pytest.mark.parametrize(("width", "height", "colours"), BOARDS)
def test_a_proposal_changes_one_move_and_what_follows_from_it(
    width: int, height: int, colours: int, plainly: bool
) -> None:
    chance, changed, proposals = random.Random(1), 0, 40
    for seed, ragged in ((1, False), (2, True)):
        puzzle = random_puzzle(seed, width, height, colours, ragged=ragged)
        editing = Editing(puzzle, seed, plainly=plainly)
        for _ in range(proposals):
            score, board = editing.game()
            old, names = replayed(puzzle, board), editing.names()
            assert all(name in gone for name, gone in zip(names, old, strict=True))
            merit = editing.propose()
            accept = chance.random() < 0.6
            editing.settle(accept)
            if not accept:
                assert editing.game() == (score, board)
                continue
            new_score, new_board = editing.game()
            assert new_score == merit == FAMILY.judge(puzzle, new_board).score
            new = replayed(puzzle, new_board)
            assert new == old or explained(puzzle, old, names, new)
            changed += new != old
    assert changed > proposals / 4 or width * height < 20


@pytest.mark.parametrize("tabu", [False, True])
@pytest.mark.parametrize(
    ("width", "height", "colours", "proposals"),
    [(3, 3, 2, 2_000), (8, 8, 3, 2_000), (15, 15, 5, 2_000), (30, 9, 2, 1_000), (7, 20, 3, 2_000), (64, 64, 5, 40)],
)
def test_each_current_game_has_the_score_claimed(
    width: int, height: int, colours: int, proposals: int, tabu: bool
) -> None:
    puzzle = random_puzzle(3, width, height, colours)
    editing = Editing(puzzle, 3, tabu=tabu)
    chance, every = random.Random(3), max(1, proposals * width * height // 20_000)
    current = editing.game()
    for number in range(proposals):
        merit = editing.propose()
        accept = merit >= current[0] - 20 or chance.random() < 0.1
        editing.settle(accept)
        current = editing.game() if accept or number % 50 == 0 else current
        assert editing.game() == current
        if accept:
            assert current[0] == merit
        if number % every == 0:
            verdict = FAMILY.judge(puzzle, current[1])
            assert (verdict.legal, verdict.score) == (True, current[0])
    assert not rules.notice(editing.state)


@pytest.mark.parametrize("height", [4, 18])
def test_a_board_without_a_group_has_one_game(height: int) -> None:
    puzzle = puzzle_of(*("01" if row % 2 else "10" for row in range(height)))
    editing = Editing(puzzle, 4)
    for _ in range(5):
        assert editing.game() == (0.0, [])
        assert editing.propose() == 0.0
        editing.settle(True)


@pytest.mark.parametrize("height", [9, 17])
def test_a_whole_game_is_begun_with_as_it_is_and_a_part_of_one_is_completed(height: int) -> None:
    puzzle = random_puzzle(5, 8, height, 3)
    game = list(board_of(random_game(puzzle, 5)))
    for tabu in (False, True):
        for length in (len(game), 9, 1):
            _, found = Editing(puzzle, 5, given=game[:length], tabu=tabu).game()
            assert replayed(puzzle, found)[:length] == replayed(puzzle, game[:length], whole=False)
    unfit = [63 * 64, 63, *game[:3], 40 * 64 + 63]  # no cells of the board
    _, found = Editing(puzzle, 5, given=unfit).game()
    assert replayed(puzzle, found)[:3] == replayed(puzzle, game[:3], whole=False)


def session(puzzle: SameGamePuzzle, *, seed: int = 1, **given: Any) -> Session:
    spec = SolveSpec(
        family="samegame", puzzle=FAMILY.to_json(puzzle), title="", algorithm="annealing", seed=seed, **given
    )
    return Session(spec, 0, ODDS, puzzle)


def test_a_search_begins_with_the_game_it_is_given_whose_first_move_may_be_number_0() -> None:
    puzzle = puzzle_of("2110", "0211", "0021")
    games = (list(board_of(random_game(puzzle, seed))) for seed in range(1_000))
    beginning = next(game for game in games if game[0] == 0)
    one = session(puzzle, warm_start=beginning)
    one.advance(1)
    assert one.best_board() is not None
    assert replayed(puzzle, one.best_board() or ()) == replayed(puzzle, beginning, whole=False)
    with pytest.raises(ValueError, match="does not fit this puzzle"):
        session(puzzle, warm_start=[0] * 20)  # more moves than a game can have


def test_a_tall_board_is_searched_in_slices_and_resumed_as_in_one_go() -> None:
    puzzle = random_puzzle(6, 5, 18, 3)
    whole, cut = session(puzzle), session(puzzle)
    whole.advance(700)
    for playouts in (1, 0, 60, 239):
        cut.advance(playouts)
    saved = {name: array.copy() for name, array in cut.arrays().items()}
    assert not any(name.split(".")[-1] in SCRATCH for name in saved if name.startswith("state."))
    resumed = session(puzzle)
    resumed.advance(50)  # what it leaves in scratch is of another game
    resumed.restore(saved)
    resumed.advance(400)
    for name, array in whole.arrays().items():
        assert np.array_equal(array, resumed.arrays()[name]), name


@cache
def best_of_all(position: Position) -> int:
    """The points of the best game from the position on, with those that it has, by playing all games."""
    return max((best_of_all(remove(position, cells)) for cells in groups(position)), default=position.points)


@pytest.mark.parametrize("prior", ["size", "none"])
def test_the_best_games_of_small_boards_are_found(prior: str) -> None:
    for seed, (width, height, colours) in enumerate([(4, 4, 3), (5, 3, 2), (3, 5, 2), (5, 4, 4), (1, 17, 2)]):
        puzzle = random_puzzle(seed, width, height, colours)
        spec = SolveSpec(family="samegame", puzzle=FAMILY.to_json(puzzle), title="", algorithm="annealing", prior=prior)
        one = Session(spec, 0, ODDS if prior == "size" else None, puzzle)
        assert one.advance(5_000) == "running"  # that nothing is better is never claimed
        assert one.best_score == best_of_all(start(puzzle))
