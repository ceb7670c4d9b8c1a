"""The operations of Morpion's compiled rules: what leaves the list, going back, what is shown, what is followed."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from drivers.compiled_morpion import NO_CHANCE, Compiled, line_of_move, moves_of
from drivers.compiled_rules import codes_into, keep_position, moves_at, recall_position
from drivers.morpion_games import record_files, record_moves
from oracles.naive_morpion import VARIANTS, NaiveGame, random_game

from puzzles.engine.kernels import kernel
from puzzles.engine.lanes import LANES
from puzzles.engine.rules import agrees, legal_moves, play_reporting_removed
from puzzles.morpion.checker import judge, legal_moves_left
from puzzles.morpion.kernels import rules
from puzzles.morpion.kernels.state import BOUND, CROWDED, NOW, STRIPS_AT, TOUCHED, WIDTH
from puzzles.morpion.puzzle import MorpionPuzzle, Move, board_of, encode_move
from puzzles.morpion.puzzle import moves_of as decoded

pytestmark = pytest.mark.compiled

GAMES = 12


@kernel
def play_reporting(state, move):
    return play_reporting_removed(state, move)


@kernel
def agreeing(state, solution, rng, out):
    """Writes of each listed move whether it agrees; returns how many there are."""
    count = legal_moves(state, rng)
    for k in range(count):
        out[k] = agrees(state, solution, state.moves[k])
    return count


def followed(one: Compiled, solution: tuple[int, ...]) -> list[int]:
    """The codes of the listed moves that agree with the solution."""
    out = np.zeros(one.limits.width, np.bool_)
    count = agreeing(one.state, np.array(solution, np.int64), NO_CHANCE, out)
    return [code for code, agreed in zip(one.codes(), out[:count], strict=True) if agreed]


def play_randomly(one: Compiled, source: random.Random, moves: int) -> None:
    """Plays that many random moves, or to the end."""
    for _ in range(moves):
        if not (lines := one.lines()):
            break
        one.play(source.choice(lines))


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_moves_that_leave_the_list_are_reported_and_new_ones_are_behind_the_rest(variant: str) -> None:
    one, other = Compiled(variant), Compiled(variant)
    source = random.Random(variant)
    left_at_once = set()
    for _ in range(GAMES):
        one.reset()
        other.reset()
        game = NaiveGame(variant)
        while listed := one.codes():
            move = source.choice(listed)
            game.play(one.line_by_code[move])
            gone = int(play_reporting(one.state, move))
            other.play(other.line_by_code[move])
            still = game.legal()
            removed = one.state.dropped[:gone].tolist()
            assert sorted(removed) == sorted(code for code in listed if one.line_by_code[code] not in still)
            assert move in removed
            now = one.codes()
            rest = len(listed) - gone
            assert set(now[:rest]) == set(listed) - set(removed)
            assert not set(now[rest:]) & set(listed)
            assert {one.line_by_code[code] for code in now} == still
            assert len(now) == len(still)
            assert sorted(other.codes()) == sorted(now)  # play does the same, in some other order
            left_at_once.add(gone)
    assert {1, 2, 3, 4} <= left_at_once
    assert max(left_at_once) > 4


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_reset_goes_back_to_the_root_and_its_order(variant: str) -> None:
    source = random.Random(variant)
    game = moves_of(random_game(variant, 1))
    for begun in (game[:0], game[:7], game[:15]):
        one = Compiled(variant, begun)
        first = one.codes()
        for moves in (0, 1, 10, 1000):
            play_randomly(one, source, moves)
            one.reset()
            assert one.codes() == first
            assert one.look() == (list(board_of(begun)), len(begun), False)


@pytest.mark.parametrize("variant", VARIANTS)
def test_places_behind_the_list_are_clear_in_what_is_stored(variant: str) -> None:
    # what a move leaves there differs by processor; a root, a saved position and the end of a game are stored
    source = random.Random(variant)
    one = Compiled(variant, moves_of(random_game(variant, 1))[:9])
    assert not one.state.root[NOW:STRIPS_AT].view(np.uint16)[len(one.codes()) :].any()
    frame = np.zeros(one.limits.frame, np.uint64)
    for moves in (1, 2, 3, 5, 8, 1000):
        one.reset()
        play_randomly(one, source, moves)
        keep_position(one.state, frame)
        assert frame[NOW:STRIPS_AT].view(np.uint16).tolist() == one.codes() + [0] * (WIDTH + LANES - len(one.codes()))
    assert not one.state.moves.any()


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_saved_position_is_restored_from_anywhere(variant: str) -> None:
    source = random.Random(variant)
    for begun in ((), moves_of(random_game(variant, 2))[:9]):
        one = Compiled(variant, begun)
        # several at a time, as a nested search has; what was in a frame before does not matter
        frames = [np.full(one.limits.frame, source.randrange(2**64), np.uint64) for _ in range(4)]
        kept = []
        for frame in frames:
            one.reset()
            play_randomly(one, source, source.choice([0, 3, 12, 1000]))
            keep_position(one.state, frame)
            kept.append((one.codes(), one.look()))
        for _ in range(40):
            at = source.randrange(len(frames))
            recall_position(one.state, frames[at])
            assert (one.codes(), one.look()) == kept[at]
            game = NaiveGame(variant)
            for move in decoded(one.look()[0]):
                game.play(line_of_move(move, one.length))
            for _ in range(source.choice([0, 2, 8])):
                if not (lines := one.lines()):
                    break
                line = source.choice(lines)
                one.play(line)
                game.play(line)
            assert set(one.lines()) == game.legal()
            if source.random() < 0.2:
                one.reset()
            elif source.random() < 0.3:
                keep_position(one.state, frames[at])
                kept[at] = one.codes(), one.look()


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_snapshot_is_the_game_and_the_checker_accepts_it(variant: str) -> None:
    source = random.Random(variant)
    for seed in range(3):
        begun = moves_of(random_game(variant, seed))[: seed * 6]
        one = Compiled(variant, begun)
        puzzle = MorpionPuzzle(variant, begun)
        for _ in range(10):
            one.reset()
            while True:
                board, score, best = one.look()
                assert board[: len(begun)] == list(board_of(begun))
                assert score == len(board)
                assert not best
                lines = one.lines()
                assert len(lines) <= one.limits.width
                if not lines:
                    break
                one.play(source.choice(lines))
            verdict = judge(puzzle, board)
            assert verdict.legal
            assert verdict.score == score
            assert legal_moves_left(variant, decoded(board)) == ()


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_position_is_solved_at_the_proven_bound_and_not_before(variant: str) -> None:
    one = Compiled(variant)
    assert one.state.settings[BOUND] == one.limits.steps - 1 == MorpionPuzzle(variant).rules.bound
    one.state.settings[BOUND] = 11  # as if no game were longer
    for moves in range(13):
        assert one.look()[1:] == (moves, moves >= 11)
        one.play(one.lines()[0])


def test_the_record_games_of_lines_of_four_are_solved_by_their_last_move(benchmark_data: Path) -> None:
    ends = {}
    for path in record_files(benchmark_data).values():
        variant, moves = record_moves(path)
        one = Compiled(variant)
        for move in moves:
            assert not one.look()[2]
            one.play(line_of_move(move, one.length))
        assert one.look()[:2] == (list(board_of(moves)), len(moves))
        assert one.codes() == []
        assert not one.state.settings[[TOUCHED, CROWDED]].any()
        assert rules.notice(one.state) == ""
        ends.setdefault(variant, set()).add((len(moves), one.look()[2]))
    assert (62, True) in ends["4T"]
    assert (35, True) in ends["4D"]
    assert {(178, False), (170, False)} <= ends["5T"]
    assert (82, False) in ends["5D"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_line_has_a_policy_code_of_its_own_within_the_limits(variant: str) -> None:
    one = Compiled(variant)
    source = random.Random(variant)
    line_of: dict[int, object] = {}
    for _ in range(20):
        one.reset()
        while lines := one.lines():
            policy, prior = np.full((2, len(lines)), -1)
            codes_into(one.state, len(lines), policy, prior)
            assert not prior.any()
            assert policy.min() >= 0
            assert policy.max() < one.limits.policy_codes
            for line, code in zip(lines, policy.tolist(), strict=True):
                assert line_of.setdefault(code, line) == line
            one.play(source.choice(lines))
    assert len(set(line_of.values())) == len(line_of) > 100


@pytest.mark.parametrize("variant", VARIANTS)
def test_one_move_agrees_with_a_game_at_each_of_its_steps(variant: str) -> None:
    for seed, begun in enumerate((0, 1, 20)):
        game = moves_of(random_game(variant, seed))
        board = board_of(game)
        one = Compiled(variant, game[:begun])
        for move in game[begun:]:
            line = line_of_move(move, one.length)
            assert followed(one, board) == [one.code_by_line[line]]
            one.play(line)
        one.reset()
        assert followed(one, board[:begun]) == []  # the game is over


def test_a_record_game_is_followed_to_its_end(benchmark_data: Path) -> None:
    for path in record_files(benchmark_data).values():
        variant, moves = record_moves(path)
        one = Compiled(variant)
        for move in moves:
            (code,) = followed(one, board_of(moves))
            assert one.line_by_code[code] == line_of_move(move, one.length)
            one.play(one.line_by_code[code])
        assert followed(one, board_of(moves)) == []


@pytest.mark.parametrize("variant", VARIANTS)
def test_of_all_new_dots_and_lines_those_agree_that_are_listed(variant: str) -> None:
    one, game = Compiled(variant), NaiveGame(variant)
    near = [(x, y) for x in range(-2, 12) for y in range(-2, 12) if (x, y) not in game.dots]
    # far from the cross, and outside of the arena, where a code worked out blindly would be another line's
    far = [(x, y) for x in range(-128, 128, 17) for y in (*range(-128, 128, 15), 3) if (x, y) not in game.dots]
    agreed = set()
    for x, y in (*near, *far):
        for direction in range(4):
            for position in range(one.length):
                move = Move(x, y, direction, position)
                line = line_of_move(move, one.length)
                if found := followed(one, (encode_move(move),)):
                    assert found == [one.code_by_line[line]]
                    agreed.add(line)
                assert bool(found) == game.is_legal(line)
    assert agreed == game.legal()


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_root_with_a_move_that_is_not_legal_is_refused_in_one_line(variant: str) -> None:
    game = moves_of(random_game(variant, 3))[:5]
    for number in range(1, 7):
        moves = (*game[: number - 1], game[0], *game[number:]) if number > 1 else game[1:][::-1] + game[1:]
        wrong = judge(MorpionPuzzle(variant), board_of(moves)).score + 1
        with pytest.raises(ValueError, match=rf": move {wrong:.0f} is not legal in an arena") as refused:
            rules.build_state(MorpionPuzzle(variant, moves))
        assert "\n" not in str(refused.value)


def test_operations_draw_nothing() -> None:
    chance = NO_CHANCE.copy()
    for variant in VARIANTS:
        moves_at(Compiled(variant).state, chance)
    assert np.array_equal(chance, NO_CHANCE)
