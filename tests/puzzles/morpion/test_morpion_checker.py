"""The plain checker, against the rules written a second time, the record games and boards damaged at random."""

from __future__ import annotations

from pathlib import Path

import pytest
from drivers.morpion_games import by_the_rules, puzzles, random_game, record_files, record_moves
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.errors import PuzzleError
from puzzles.morpion import FAMILY
from puzzles.morpion.checker import legal_moves_left, replay
from puzzles.morpion.puzzle import MorpionPuzzle, Move, board_of, encode_move


@pytest.mark.parametrize(("variant", "moves"), [("5T", 28), ("5D", 28), ("4T", 40), ("4D", 40)])
def test_the_first_moves(variant: str, moves: int) -> None:
    """28 for lines of five, as published; 40 for lines of four, by the rules written a second time."""
    assert len(legal_moves_left(variant, ())) == moves
    assert set(legal_moves_left(variant, ())) == by_the_rules(variant, ())


@settings(max_examples=25)
@given(puzzles())
def test_the_moves_left_are_those_of_the_rules(puzzle: MorpionPuzzle) -> None:
    left = legal_moves_left(puzzle.variant, puzzle.moves)
    assert len(set(left)) == len(left)
    assert set(left) == by_the_rules(puzzle.variant, puzzle.moves)


@settings(max_examples=60)
@given(puzzles(), st.data())
def test_a_move_is_legal_if_it_is_one_of_those_left(puzzle: MorpionPuzzle, data: st.DataObject) -> None:
    x, y = data.draw(st.integers(-3, 12)), data.draw(st.integers(-3, 12))
    move = Move(x, y, data.draw(st.integers(0, 3)), data.draw(st.integers(0, 4)))
    found = replay(puzzle.variant, (*puzzle.moves, move))
    assert found.legal == len(puzzle.moves) + (move in legal_moves_left(puzzle.variant, puzzle.moves))
    assert (not found.fault) == (found.legal == len(puzzle.moves) + 1)


def test_every_record_is_legal_to_its_end(benchmark_data: Path) -> None:
    for name, path in record_files(benchmark_data).items():
        variant, moves = record_moves(path)
        assert len(moves) == int("".join(filter(str.isdigit, name.partition("-")[2]))), name
        assert not replay(variant, moves).fault, name
        assert legal_moves_left(variant, moves) == (), name
        puzzle = MorpionPuzzle(variant)
        verdict = FAMILY.judge(puzzle, board_of(moves))
        assert (verdict.legal, verdict.score, verdict.faults) == (True, len(moves), ()), name
        assert verdict.solved == (variant in ("4T", "4D")), name
        assert FAMILY.remarks(puzzle, board_of(moves))[0] == f"{variant}, {len(moves)} moves; no move is left"


def test_a_touching_record_is_not_legal_where_lines_are_disjoint(benchmark_data: Path) -> None:
    _, moves = record_moves(record_files(benchmark_data)["5T-bruneau170"])
    found = replay("5D", moves)
    assert found.fault.startswith(f"move {found.legal + 1}: the line shares (")


FIRST = Move(3, -1, 1, 0)  # the column x = 3 from -1 to 3


@pytest.mark.parametrize(
    ("variant", "moves", "fault"),
    [
        ("5D", [Move(3, 4, 1, 2)], "move 1: the line's square (3,5) has no dot"),
        ("5D", [Move(3, 3, 1, 0)], "move 1: the new dot's square (3,3) has a dot already"),
        ("5D", [FIRST, FIRST], "move 2: the new dot's square (3,-1) has a dot already"),
        ("5D", [FIRST, Move(3, 4, 1, 4)], "move 2: the line shares (3,0) with a line of its direction"),
        ("5T", [FIRST, Move(3, 4, 1, 4)], "move 2: the line overlaps a line of its direction between (3,0) and (3,1)"),
        ("5D", [Move(3, -1, 1, 5)], "move 1: position 5 is not in a line of 5 squares, counted from 0"),
        ("4D", [Move(3, -1, 1, 4)], "move 1: position 4 is not in a line of 4 squares, counted from 0"),
        ("5D", [Move(3, -1, 4, 0)], "move 1: direction 4 is not one of 0 to 3"),
        ("5D", [Move(3, -1, -1, 0)], "move 1: direction -1 is not one of 0 to 3"),
        ("5T", [Move(100, 100, 0, 0)], "move 1: the line's square (101,100) has no dot"),
    ],
)
def test_the_first_illegal_move_is_named_with_its_reason(variant: str, moves: list[Move], fault: str) -> None:
    assert replay(variant, moves).fault == fault
    assert replay(variant, moves).legal == len(moves) - 1
    with pytest.raises(PuzzleError, match="expected a legal game"):
        legal_moves_left(variant, moves)


def test_lines_that_meet_at_a_dot_are_the_difference_of_t_and_d() -> None:
    """Row 3 from 0 to 4, then from 4 to 8: one dot in common, no segment."""
    moves = [Move(4, 3, 0, 4), Move(5, 3, 0, 1)]
    assert not replay("5T", moves).fault
    assert replay("5D", moves).fault == "move 2: the line shares (4,3) with a line of its direction"


class TestVerdicts:
    puzzle = MorpionPuzzle("5D", random_game("5D", 1)[:5])
    game = random_game("5D", 1)

    def test_a_game_behind_the_puzzle_s_moves(self) -> None:
        verdict = FAMILY.judge(self.puzzle, board_of(self.game))
        assert (verdict.legal, verdict.solved, verdict.score) == (True, False, len(self.game))

    def test_the_puzzle_s_own_moves_are_a_board(self) -> None:
        assert FAMILY.judge(self.puzzle, FAMILY.start_board(self.puzzle)).legal

    def test_a_board_that_begins_otherwise(self) -> None:
        other = random_game("5D", 2)
        assert other[0] != self.game[0]
        verdict = FAMILY.judge(self.puzzle, board_of(other))
        assert not verdict.legal
        assert verdict.faults == ("move 1: not the move that the puzzle begins with",)

    def test_a_board_that_is_too_short(self) -> None:
        verdict = FAMILY.judge(self.puzzle, board_of(self.game[:3]))
        assert (verdict.legal, verdict.score) == (False, 3)
        assert verdict.faults == ("the board has 3 moves; the puzzle begins with 5",)

    def test_the_score_of_an_illegal_board_counts_its_legal_beginning(self) -> None:
        verdict = FAMILY.judge(MorpionPuzzle("5D"), board_of([*self.game[:7], self.game[2], *self.game[7:]]))
        assert (verdict.legal, verdict.solved, verdict.score) == (False, False, 7)
        assert len(verdict.faults) == 1
        assert verdict.faults[0].startswith("move 8: the new dot's square")

    def test_a_number_that_is_no_move(self) -> None:
        verdict = FAMILY.judge(MorpionPuzzle("5D"), [encode_move(self.game[0]), -7])
        assert (verdict.legal, verdict.score, verdict.faults) == (False, 1, ("move 2: -7 is no move",))


@settings(max_examples=60)
@given(puzzles(), st.data())
def test_a_damaged_board_is_legal_or_its_first_illegal_move_is_named(
    puzzle: MorpionPuzzle, data: st.DataObject
) -> None:
    board = list(board_of(puzzle.moves)) or [encode_move(FIRST)]
    where = data.draw(st.integers(0, len(board) - 1))
    how = data.draw(st.sampled_from(["swap", "drop", "change"]))
    if how == "swap":
        other = data.draw(st.integers(0, len(board) - 1))
        board[where], board[other] = board[other], board[where]
    elif how == "drop":
        del board[where]
    else:
        board[where] = data.draw(st.integers(0, (1 << 24) - 1) | st.integers(-5, 1 << 60))
    verdict = FAMILY.judge(MorpionPuzzle(puzzle.variant), board)
    if verdict.legal:
        assert verdict.score == len(board)
    else:
        assert verdict.faults[0].startswith(f"move {int(verdict.score) + 1}: ")


def test_remarks_on_games_that_are_not_the_longest() -> None:
    board = board_of(random_game("5T", 9))
    first, second = FAMILY.remarks(MorpionPuzzle("5T"), board)
    assert first == "5T, 76 moves; no move is left"
    assert second.startswith("the longest known game of 5T has 178 moves (Rosin, 2011); more than 485 are impossible")
    assert FAMILY.remarks(MorpionPuzzle("5D"), ())[0] == "5D, 0 moves; 28 moves are left"
    with pytest.raises(PuzzleError, match="move 1: the line's square"):
        FAMILY.remarks(MorpionPuzzle("5D"), [encode_move(Move(50, 50, 0, 0))])
