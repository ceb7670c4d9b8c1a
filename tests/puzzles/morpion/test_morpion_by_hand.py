"""Morpion Solitaire by hand: choices, what they open and close, and hints, against a naive implementation."""

from __future__ import annotations

import pytest
from drivers.morpion_games import random_game
from oracles.naive_morpion import NaiveGame

from puzzles.morpion.family import FAMILY
from puzzles.morpion.puzzle import VARIANTS, MorpionPuzzle, Move, board_of, decode_move

HAND = FAMILY.by_hand


def naive(variant: str, game: tuple[Move, ...]) -> NaiveGame:
    found = NaiveGame(variant)
    for move in game:
        found.play(line_of(move))
    return found


def line_of(move: Move) -> tuple[int, int, int]:
    dx, dy = ((1, 0), (0, 1), (1, -1), (1, 1))[move.direction]
    return move.x - move.position * dx, move.y - move.position * dy, move.direction


@pytest.mark.parametrize("variant", VARIANTS)
def test_choices_are_the_legal_moves_with_what_they_open_and_close(variant: str) -> None:
    puzzle = MorpionPuzzle(variant)
    for seed in (1, 2):
        whole = random_game(variant, seed)
        for length in (0, len(whole) // 3, 2 * len(whole) // 3, len(whole)):
            game, board = naive(variant, whole[:length]), board_of(whole[:length])
            legal = game.legal()
            choices = HAND.choices(puzzle, board)
            assert {line_of(decode_move(one.move)) for one in choices} == legal
            left = []
            for one in choices:
                after = naive(variant, (*whole[:length], decode_move(one.move))).legal()
                played = line_of(decode_move(one.move))
                assert one.cells[2:] == (str(len(after - legal)), str(len(legal - after - {played})))
                left.append(len(after))
            assert left == sorted(left, reverse=True)
            assert HAND.standing(puzzle, board).startswith(f"{length} move{'' if length == 1 else 's'}")
            hint = HAND.hint(puzzle, board)
            if not legal:
                assert hint is None
                assert "none is left" in HAND.standing(puzzle, board)
                continue
            assert hint is not None
            assert hint.after == (*board, *hint.places)
            after = naive(variant, (*whole[:length], decode_move(hint.places[0]))).legal()
            assert len(after) == max(left)
            assert hint.certain == (len(legal) == 1)
            if len(legal) > 1:
                opened, kept, *more = hint.reason
                closes = len(legal - after) - 1
                assert opened.startswith(f"It opens {len(after - legal)} move")
                assert opened.endswith(f"closes {closes or 'none'}.")
                assert kept.startswith(f"{len(after)} move")
                if left.count(max(left)) > 1:
                    assert kept.endswith(f"{left.count(max(left))} leave as many.")
                for line in more:
                    best = max(
                        len(naive(variant, (*whole[:length], decode_move(hint.places[0]), two)).legal())
                        for two in map(as_move(whole, length, hint.places[0], variant), after)
                    )
                    assert line.endswith(f"leaves most: {best}.")


def as_move(whole: tuple[Move, ...], length: int, first: int, variant: str):  # type: ignore[no-untyped-def]
    """From a line of the oracle to the move that draws it after the hint's."""
    dots = naive(variant, (*whole[:length], decode_move(first))).dots

    def move(line: tuple[int, int, int]) -> Move:
        x, y, direction = line
        dx, dy = ((1, 0), (0, 1), (1, -1), (1, 1))[direction]
        squares = [(x + k * dx, y + k * dy) for k in range(int(variant[0]))]
        (hole,) = [k for k, square in enumerate(squares) if square not in dots]
        return Move(*squares[hole], direction, hole)

    return move
