"""The compiled rules, packed and cell by cell, against positions in plain Python: groups, codes, points, bias."""

from __future__ import annotations

import math
import random
from itertools import product

import numpy as np
import pytest
from drivers.compiled_rules import keep_position, recall_position, take_mark, undo_to
from drivers.compiled_samegame import CompiledGame, puzzle_of, random_puzzle

from puzzles.engine.kernels import kernel
from puzzles.engine.rules import agrees
from puzzles.samegame import FAMILY as SAMEGAME
from puzzles.samegame import position as plain
from puzzles.samegame.kernels import rules
from puzzles.samegame.kernels.group_list import CROWDED, ITEMS, RUNS, table_size, zobrist_words
from puzzles.samegame.kernels.packed import PackedState
from puzzles.samegame.puzzle import Move, SameGamePuzzle, decode_move

pytestmark = pytest.mark.compiled

BOARDS = [
    (1, 1, 2),
    (2, 1, 2),
    (1, 2, 2),
    (5, 4, 2),
    (15, 15, 5),
    (15, 15, 2),
    (15, 15, 9),
    (64, 15, 4),
    (64, 1, 3),
    (1, 15, 2),
    (30, 9, 3),
]
"""Width, height and colours of boards that are packed."""
TALL = [(1, 64, 2), (9, 16, 3), (20, 25, 5), (64, 64, 5)]


@kernel
def goes_on_with(state, solution, move):
    return agrees(state, solution, move)


def words_code(puzzle: SameGamePuzzle, cells: frozenset[Move], colour: int) -> int:
    """The policy code by its definition: the exclusive or of the cells' words, cut."""
    code = 0
    for column, row in cells:
        code ^= int(zobrist_words()[column, row, colour])
    return code % table_size(puzzle.width * puzzle.height)


def bias(puzzle: SameGamePuzzle, size: int, colour: int) -> int:
    """min(n - 2 - tabu, 8) (Generalized NRPA, 6.1)."""
    counts = [puzzle.cells.count(one) for one in range(puzzle.colours)]
    tabu = int(size == 2 and colour == counts.index(max(counts)))
    return min(size - 2 - tabu, 8)


def tabu_allows(puzzle: SameGamePuzzle, position: plain.Position, step: int) -> set[frozenset[Move]]:
    """The groups of the selective policy."""
    counts = [puzzle.cells.count(one) for one in range(puzzle.colours)]
    tabu = counts.index(max(counts))
    left = sum(column.count(tabu) for column in position.columns)
    everything = plain.groups(position)
    allowed = {
        cells
        for cells in everything
        if position.colour(min(cells)) != tabu or len(cells) == left or (step > 10 and len(cells) == 2)
    }
    return allowed or set(everything)


def check_game(
    puzzle: SameGamePuzzle, game: CompiledGame, chance: random.Random, selective: bool, every: int = 1
) -> None:
    """A game of random moves; offers are compared at every few positions, and at the end."""
    position, moves, step = plain.start(puzzle), [], 0
    while True:
        items = game.items()
        if not items or step % every == 0:
            offers = game.offers()
            assert len({one.cells for one in offers}) == len(offers)
            allowed = tabu_allows(puzzle, position, step) if selective else set(plain.groups(position))
            assert {one.cells for one in offers} == allowed
            for one in offers:
                colour = position.colour(min(map(Move._make, one.cells)))
                assert colour is not None
                assert one.policy == words_code(puzzle, frozenset(map(Move._make, one.cells)), colour)
                assert one.prior - 1 == bias(puzzle, len(one.cells), colour)
        assert game.look() == (moves, float(position.points))
        if not items:
            return
        item = chance.choice(items)
        cells = frozenset(map(Move._make, game.cells(item)))
        anchor = plain.anchor(cells)
        moves.append(anchor.column * 64 + anchor.row)
        assert plain.group(position, anchor) == cells
        position = plain.remove(position, cells)
        game.play(item)
        step += 1


@pytest.mark.parametrize("selective", ["off", "tabu"])
@pytest.mark.parametrize(("width", "height", "colours"), BOARDS)
def test_packed_games_are_those_of_plain_positions(width: int, height: int, colours: int, selective: str) -> None:
    cells = width * height
    for seed, ragged in product(range(8 if cells < 100 else 2), (False, True)):
        puzzle = random_puzzle(seed, width, height, colours, ragged=ragged)
        game = CompiledGame(puzzle, selective=selective)
        chance = random.Random(seed)
        for _ in range(2):
            game.reset()
            check_game(puzzle, game, chance, selective == "tabu", every=1 if cells <= 400 else 7)


@pytest.mark.parametrize("selective", ["off", "tabu"])
@pytest.mark.parametrize(("width", "height", "colours"), [*BOARDS[:7], *TALL])
def test_games_cell_by_cell_are_those_of_plain_positions(width: int, height: int, colours: int, selective: str) -> None:
    cells = width * height
    for seed, ragged in product(range(4 if cells < 100 else 1), (False, True)):
        puzzle = random_puzzle(seed + 50, width, height, colours, ragged=ragged)
        game = CompiledGame(puzzle, selective=selective, plainly=True)
        check_game(puzzle, game, random.Random(seed), selective == "tabu", every=max(1, cells // 40))


@pytest.mark.parametrize("seed", range(3))
def test_both_implementations_offer_the_same_groups_with_the_same_codes(seed: int) -> None:
    chance = random.Random(seed)
    puzzle = random_puzzle(seed + 90, chance.randint(2, 40), chance.randint(2, 15), chance.randint(2, 6), ragged=True)
    one, other = CompiledGame(puzzle), CompiledGame(puzzle, plainly=True)
    while True:
        offers = {offer.cells: offer for offer in one.offers()}
        others = {offer.cells: offer for offer in other.offers()}
        assert {cells: offer[2:] for cells, offer in offers.items()} == {c: offer[2:] for c, offer in others.items()}
        assert one.look() == other.look()
        if not offers:
            return
        cells = chance.choice(sorted(offers, key=sorted))
        one.play(offers[cells].item)
        other.play(others[cells].item)


def test_an_untouched_group_keeps_its_number_and_codes() -> None:
    puzzle = random_puzzle(5, 15, 15, 5)
    game = CompiledGame(puzzle)
    chance = random.Random(5)
    kept = 0
    numbers: dict[int, tuple[frozenset[tuple[int, int]], int, int]] = {}
    while offers := game.offers():
        for one in offers:
            assert numbers.setdefault(one.item, one[1:]) == one[1:]  # one number is one group for the whole game
        played = chance.choice(offers)
        game.play(played.item)
        kept += len({one.item for one in offers} & set(game.items()))
    assert kept > 0.7 * sum(1 for _ in numbers)


def test_an_empty_board_is_worth_a_thousand_more() -> None:
    game = CompiledGame(puzzle_of([[0, 1, 1], [0, 2, 2]]))
    sizes = []
    while offers := game.offers():
        sizes.append(len(offers[0].cells))
        game.play(offers[0].item)
    assert sizes == [2, 2, 2]
    assert game.look()[1] == 1000.0


@pytest.mark.parametrize("plainly", [False, True])
def test_a_saved_position_is_restored_from_any_other(plainly: bool) -> None:
    """With all that goes on from it, though other games have overwritten what came after, or before, it."""
    puzzle = random_puzzle(11, 15, 12, 4)
    game = CompiledGame(puzzle, selective="tabu", plainly=plainly)
    chance = random.Random(11)

    def play_on(moves: int) -> None:
        for _ in range(moves):
            if items := game.items():
                game.play(chance.choice(items))

    def everything() -> tuple[object, ...]:
        return game.offers(), game.look()

    frames = []
    for moves in (0, 3, 9, 20):
        game.reset()
        play_on(moves)
        frame = np.zeros(game.limits.frame, np.uint64)
        keep_position(game.state, frame)
        frames.append((frame, everything()))
        for offer in game.offers():  # and of each move after it
            game.play(offer.item)
            frames.append((np.zeros(game.limits.frame, np.uint64), everything()))
            keep_position(game.state, frames[-1][0])
            recall_position(game.state, frame)
    for frame, seen in chance.sample(frames, len(frames)):
        game.reset()
        play_on(chance.randrange(40))
        recall_position(game.state, frame)
        assert everything() == seen
        before = chance.getstate()
        play_on(60)
        ends = everything()
        recall_position(game.state, frame)
        chance.setstate(before)
        play_on(60)
        assert everything() == ends


@pytest.mark.parametrize("selective", ["off", "tabu"])
@pytest.mark.parametrize("plainly", [False, True])
def test_moves_are_undone_to_any_mark_on_the_way(plainly: bool, selective: str) -> None:
    for seed in range(3):
        chance = random.Random(seed)
        puzzle = random_puzzle(seed + 30, 12, 9, 3, ragged=True)
        game = CompiledGame(puzzle, selective=selective, plainly=plainly, trail=True)
        path: list[tuple[int, object, object]] = []
        undone = 0
        for _ in range(150):
            if items := game.items():
                path.append((take_mark(game.state), game.offers(), game.look()))
                game.play(chance.choice(items))
            if not items or chance.random() < 0.1:
                undone += 1
                kept = chance.randrange(len(path))
                where, offers, seen = path[kept]
                undo_to(game.state, where)
                assert (game.offers(), game.look()) == (offers, seen)
                del path[kept:]
        assert undone > 5


@pytest.mark.parametrize("plainly", [False, True])
def test_a_move_agrees_with_a_game_that_names_any_cell_of_its_group(plainly: bool) -> None:
    puzzle = random_puzzle(3, 9, 8, 3)
    game = CompiledGame(puzzle, plainly=plainly)
    chance = random.Random(3)
    solution: list[int] = []
    while offers := game.offers():
        played = chance.choice(offers)
        column, row = chance.choice(sorted(played.cells))
        followed = np.array([*solution, column * 64 + row], np.int64)
        assert [one.item for one in offers if goes_on_with(game.state, followed, one.item)] == [played.item]
        assert not goes_on_with(game.state, followed[:-1], played.item)
        no_cells = [63 * 64 + 63, 63]
        if column > 0:  # where a row more a column is counted than there are, this is the cell itself
            no_cells.append((column - 1) * 64 + row + puzzle.height + 1)
        for number in no_cells:
            beyond = np.array([*solution, number], np.int64)
            assert not any(goes_on_with(game.state, beyond, one.item) for one in offers)
        solution.append(column * 64 + row)
        game.play(played.item)


@pytest.mark.parametrize("plainly", [False, True])
def test_a_game_with_too_many_groups_ends_and_says_so(plainly: bool) -> None:
    puzzle = random_puzzle(7, 12, 12, 4)
    game = CompiledGame(puzzle, plainly=plainly)
    assert rules.notice(game.state) == ""
    small = game.state._replace(groups=game.state.groups[:120].copy())
    game.state = small
    chance = random.Random(7)
    while items := game.items():
        game.play(chance.choice(items))
    board, score = game.look()
    position = plain.start(puzzle)
    for number in board:
        position = plain.remove(position, plain.group(position, decode_move(number)))
    assert score == position.points
    assert plain.groups(position)  # it could have gone on
    assert game.state.settings[CROWDED]
    assert "119 groups" in rules.notice(game.state)


def test_the_places_for_groups_are_enough_for_random_games_many_times_over() -> None:
    for width, height, colours in [(15, 15, 5), (15, 15, 2), (64, 15, 3), (30, 40, 4)]:
        game = CompiledGame(random_puzzle(1, width, height, colours))
        chance = random.Random(1)
        while items := game.items():
            game.play(chance.choice(items))
        assert int(game.state.scalars[ITEMS]) * 4 < game.limits.items
        if isinstance(game.state, PackedState):
            assert int(game.state.scalars[RUNS]) * 4 < game.state.runs.size
        assert not rules.notice(game.state)


def test_boards_of_more_than_fifteen_rows_are_of_another_kind() -> None:
    assert SAMEGAME.kernel_variant(random_puzzle(1, 64, 15, 3)) == ""
    assert SAMEGAME.kernel_variant(random_puzzle(1, 3, 16, 3)) != ""


def test_limits_hold_a_board_of_any_size() -> None:
    for width, height in [(1, 1), (15, 15), (64, 64)]:
        limits = rules.limits(rules.build_state(random_puzzle(1, width, height, 2)))
        cells = width * height
        assert limits.policy_codes == 2 ** max(16, math.ceil(math.log2(64 * cells)))
        assert limits.prior_codes == 1
        assert limits.width >= cells // 2
        assert limits.items <= 1 << 16
