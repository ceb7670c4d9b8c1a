"""What two games have in common: every symmetry of the cross is found, and the words say what is shared."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from drivers.morpion_games import puzzles, random_game, record_files, record_moves
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.errors import PuzzleError
from puzzles.family import Comparison
from puzzles.latin.puzzle import LatinSquare
from puzzles.morpion import FAMILY
from puzzles.morpion.checker import replay
from puzzles.morpion.puzzle import MorpionPuzzle, Move, board_of

Turn = Callable[[int, int, int], tuple[int, int]]

TURNS: dict[str, Turn] = {
    "": lambda x, y, last: (x, y),
    "after a quarter turn to the right": lambda x, y, last: (y, last - x),  # the other game was turned to the left
    "after a half turn": lambda x, y, last: (last - x, last - y),
    "after a quarter turn to the left": lambda x, y, last: (last - y, x),
    "when mirrored left to right": lambda x, y, last: (last - x, y),
    "when mirrored top to bottom": lambda x, y, last: (x, last - y),
    "when mirrored about the diagonal \\": lambda x, y, last: (y, x),
    "when mirrored about the diagonal /": lambda x, y, last: (last - y, last - x),
}


def turned(variant: str, moves: tuple[Move, ...], turn: Turn) -> tuple[Move, ...]:
    """The game after the turn, each line found again by trying all of its directions and positions."""
    length, last = int(variant[0]), {"5": 9, "4": 6}[variant[0]]
    found = []
    for move in moves:
        squares = {turn(x, y, last) for x, y in move.squares(length)}
        x, y = turn(move.x, move.y, last)
        tries = [Move(x, y, direction, position) for direction in range(4) for position in range(length)]
        found += [one for one in tries if set(one.squares(length)) == squares]
    assert len(found) == len(moves)
    return tuple(found)


def compared(one: str, moves: tuple[Move, ...], other: str, others: tuple[Move, ...]) -> Comparison:
    return FAMILY.compare(MorpionPuzzle(one), board_of(moves), MorpionPuzzle(other), board_of(others))


@settings(max_examples=40)
@given(puzzles(), st.sampled_from(sorted(TURNS)))
def test_a_turned_game_shares_all_moves_with_the_original(puzzle: MorpionPuzzle, name: str) -> None:
    moves = puzzle.moves
    others = turned(puzzle.variant, moves, TURNS[name])
    assert not replay(puzzle.variant, others).fault
    found = compared(puzzle.variant, moves, puzzle.variant, others)
    assert found.shared == found.other_shared == set(range(len(moves)))
    if len(moves) > 6:  # a shorter game may be its own mirror image
        words = f"the two games have the same {len(moves)} moves {name}".rstrip()
        assert found.words == (f"{words}; the first {len(moves)} in the same order",)


def test_a_game_and_itself() -> None:
    game = random_game("5T", 9)
    assert compared("5T", game, "5T", game).words == (
        "the two games have the same 76 moves; the first 76 in the same order",
    )


def test_a_beginning_and_another_order() -> None:
    game = random_game("5D", 1)
    assert compared("5D", game[:9], "5D", game[:6]).words == (
        "6 of 9 and 6 moves are shared; the first 6 in the same order",
    )
    first, second = Move(3, -1, 1, 0), Move(6, -1, 1, 0)
    third = Move(-1, 3, 0, 0)
    found = compared("5D", (third, first, second), "5D", (third, second, first))
    assert found.words == ("the two games have the same 3 moves; the first is the same",)
    assert found.shared == {0, 1, 2}


def test_the_shared_moves_are_given_in_both_games() -> None:
    first, second, third = Move(3, -1, 1, 0), Move(6, -1, 1, 0), Move(-1, 3, 0, 0)
    left = turned("5D", (second, third), TURNS["when mirrored top to bottom"])
    found = compared("5D", (first, second, third), "5D", (left[1], left[0]))
    assert len(found.shared) == len(found.other_shared) == 2


def test_the_same_line_with_another_dot_is_reported_but_not_a_shared_move() -> None:
    """Row 3 from 4 to 8, once completed by the dot at 5, once by the dot at 4."""
    found = compared("5T", (Move(5, 3, 0, 1),), "5T", (Move(4, 3, 0, 0),))
    assert found.words == (
        "0 of 1 moves are shared",
        "1 more line is in both games, with different new dots",
    )
    assert found.shared == found.other_shared == frozenset()


def test_games_without_a_line_in_common() -> None:
    found = compared("5T", (Move(3, -1, 1, 0),), "5T", (Move(5, 3, 0, 1),))
    assert found.words == ("no line of the 1 is among the other game's 1, however it is turned",)


def test_the_empty_cross_shares_nothing() -> None:
    game = random_game("5D", 1)
    assert compared("5T", (), "5D", game).words == ("the first game is the empty cross: no move is shared",)
    assert compared("5D", game, "5D", ()).words == ("the second game is the empty cross: no move is shared",)
    assert compared("5D", (), "5D", ()).words == ("both games are the empty cross",)


def test_games_of_one_move() -> None:
    one, mirrored = Move(3, -1, 1, 0), Move(6, -1, 1, 0)
    assert compared("5D", (one,), "5D", (one,)).words == ("the two games have the same move",)
    assert compared("5D", (one,), "5D", (mirrored,)).words == (
        "the two games have the same move when mirrored left to right",
    )


def test_touching_and_disjoint_games_are_compared_but_not_lines_of_four_and_five() -> None:
    game = random_game("5D", 3)
    assert compared("5D", game, "5T", game).shared == set(range(len(game)))
    with pytest.raises(PuzzleError, match="games of 5D and 4T have different crosses"):
        compared("5D", game, "4T", random_game("4T", 1))
    with pytest.raises(PuzzleError, match="expected one of 'morpion'"):
        FAMILY.compare(MorpionPuzzle("5D"), (), LatinSquare(2, (-1,) * 4), (-1,) * 4)


def test_records_that_are_related_and_not(benchmark_data: Path) -> None:
    """Rosin's games of 177 and 178 moves stem from each other; Bruneau's, drawn by hand, is another kind of game."""
    files = record_files(benchmark_data)
    (_, best), (_, near), (_, hand) = (
        record_moves(files[name]) for name in ("5T-rosin178", "5T-rosin177b", "5T-bruneau170")
    )
    related, unrelated = compared("5T", best, "5T", near), compared("5T", best, "5T", hand)
    assert len(related.shared) == len(related.other_shared) > 100 > len(unrelated.shared)
    assert (
        related.words[0] == f"{len(related.shared)} of 178 and 177 moves are shared after a quarter turn to the right"
    )
    dots = {(best[i].x, best[i].y) for i in related.shared}
    assert dots == {TURNS["after a quarter turn to the left"](near[i].x, near[i].y, 9) for i in related.other_shared}
