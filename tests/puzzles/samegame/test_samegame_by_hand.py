"""SameGame by hand: groups, points and cells left alone, and hints, against a naive implementation."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping

from drivers.samegame_boards import board, puzzle_of, random_game, rows_of
from oracles import naive_samegame as naive

from puzzles.samegame import checker
from puzzles.samegame.family import FAMILY
from puzzles.samegame.puzzle import SameGamePuzzle

HAND = FAMILY.by_hand


def lonely(cells: Mapping[naive.Cell, int]) -> int:
    return len(cells) - sum(map(len, naive.groups(cells)))


def random_board(seed: int, width: int, height: int, colours: int) -> SameGamePuzzle:
    draws = random.Random(seed)
    return SameGamePuzzle(width, height, tuple(draws.randrange(colours) for _ in range(width * height)))


def test_choices_are_the_groups_with_what_they_leave_and_hints_hold() -> None:
    for seed in range(4):
        puzzle = random_board(seed, 7, 6, 2 + seed % 3)
        game = random_game(puzzle, seed)
        for length in (0, 1, len(game) // 2, len(game) - 1, len(game)):
            played = board(game[:length])
            cells = naive.cells_of(rows_of(puzzle))
            for move in game[:length]:
                cells = naive.without(cells, next(one for one in naive.groups(cells) if move in one))
            by_name = {column * 64 + row: one for one in naive.groups(cells) for column, row in [min(one)]}
            choices = HAND.choices(puzzle, played)
            assert {one.move for one in choices} == set(by_name)
            alone = {move: lonely(naive.without(cells, group)) for move, group in by_name.items()}
            before = checker.judge(puzzle, played).score
            for one in choices:
                worth = checker.judge(puzzle, HAND.after(puzzle, played, one.move)).score - before
                assert one.cells[1:] == (str(len(by_name[one.move])), f"{worth:,.0f}", str(alone[one.move]))
            order = [(-len(by_name[one.move]), alone[one.move]) for one in choices]
            assert order == sorted(order)
            hint = HAND.hint(puzzle, played)
            if not by_name:
                assert hint is None
                continue
            assert hint is not None
            (move,) = hint.places
            assert hint.after == (*played, move)
            assert hint.certain == (len(by_name) == 1)
            if len(by_name) > 1:
                counts = Counter(cells.values())
                colours = {one: cells[min(group)] for one, group in by_name.items()}
                commonest = min(counts, key=lambda colour: (-counts[colour], colour))
                rivals = [one for one in by_name if colours[one] != commonest] or list(by_name)
                assert alone[move] == min(alone[one] for one in rivals)
                assert hint.reason[0].startswith(f"Then {alone[move]} cell")
                assert (colours[move] != commonest) == (hint.technique == "commonest colour last")


def test_the_standing_says_what_is_left() -> None:
    puzzle = puzzle_of("01", "01")
    assert HAND.standing(puzzle, ()) == "0 moves, 0 points; 4 cells and 2 groups are left"
    assert HAND.standing(puzzle, (0, 0)) == "2 moves, 1,000 points; the board is empty"
    assert HAND.standing(puzzle_of("01"), ()) == "0 moves, 0 points; 2 cells left, no group"
    hint = HAND.hint(puzzle, (0,))
    assert hint is not None
    assert hint.reason == ("It is the only group.", "It empties the board: 1,000 points more.")
