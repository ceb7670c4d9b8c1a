"""Searching on from a position: every result is a complete game of the original puzzle, by its own checker."""

from __future__ import annotations

import random

import pytest
from drivers.command_line import KAKURO, KAKURO_SOLUTION, LATIN, LATIN_SOLUTION, SUDOKU, SUDOKU_SOLUTION
from drivers.morpion_games import random_game
from drivers.samegame_boards import board as samegame_board
from drivers.samegame_boards import random_game as random_groups

from puzzles import registry
from puzzles.by_hand import FillIn
from puzzles.errors import PuzzleError
from puzzles.family import Puzzle
from puzzles.morpion.puzzle import MorpionPuzzle, board_of
from puzzles.registry import families, get_family
from puzzles.rna.bases import codes_of
from puzzles.rna.puzzle import RnaPuzzle
from puzzles.samegame.puzzle import SameGamePuzzle
from solvers.registry import algorithm, algorithms_for
from solvers.runs.spec import SolveSpec
from solvers.session import Session


def samegame(width: int, height: int, seed: int) -> tuple[Puzzle, tuple[int, ...]]:
    draws = random.Random(seed)
    puzzle = SameGamePuzzle(width, height, tuple(draws.randrange(3) for _ in range(width * height)))
    return puzzle, samegame_board(random_groups(puzzle, seed, 2))


def tour() -> tuple[Puzzle, tuple[int, ...]]:
    example = next(one for one in get_family("tsptw").examples if one.name == "route-13")
    return registry.read(example.text), (2, 12, 3)  # in time


def half(text: str, solution: list[int]) -> tuple[Puzzle, tuple[int, ...]]:
    puzzle = registry.read(text)
    start = get_family(puzzle.family).start_board(puzzle)
    written = [i for i, value in enumerate(start) if value != solution[i]][::2]
    return puzzle, tuple(solution[i] if i in written else value for i, value in enumerate(start))


POSITIONS = {
    "latin": half(LATIN, LATIN_SOLUTION),
    "kakuro": half(KAKURO, KAKURO_SOLUTION),
    "sudoku": half(SUDOKU, SUDOKU_SOLUTION),
    "morpion": (MorpionPuzzle("5D"), board_of(random_game("5D", 3)[:15])),
    "samegame": samegame(6, 5, 1),
    "samegame, tall": samegame(3, 17, 2),
    "tsptw": tour(),
    "rna": (
        RnaPuzzle("((((...))))..", "NNNNNNNNNNNAN"),
        codes_of("G") + (0,) * 4 + codes_of("C") + (0,) * 5 + codes_of("A") + (0,),
    ),
}
PAIRS = [
    (name, one.name) for name, (puzzle, _) in POSITIONS.items() for one in algorithms_for(get_family(puzzle.family))
]


def test_all_families_that_are_played_by_hand_are_searched_on() -> None:
    assert {family.name for family in families() if family.by_hand} == {one.partition(",")[0] for one in POSITIONS}


@pytest.mark.parametrize(("name", "algorithm_name"), PAIRS)
def test_what_is_found_goes_on_from_the_position(name: str, algorithm_name: str) -> None:
    puzzle, position = POSITIONS[name]
    family = get_family(puzzle.family)
    on = family.continued(puzzle, position)
    assert family.start_board(on) == position
    parameters = {"level": 2, "iterations": 3} if algorithm(algorithm_name).learns else {}
    admitted = {one.name for one in algorithm(algorithm_name).parameters}
    spec = SolveSpec(
        family=family.name,
        puzzle=family.to_json(on),
        title="",
        algorithm=algorithm_name,
        parameters={key: value for key, value in parameters.items() if key in admitted},
        playouts=18,
    )
    session = Session(spec, 0)
    for playouts in (1, 8, 9):
        session.advance(playouts)
        best = session.best_board()
        assert best is not None
        verdict = family.judge(puzzle, best)
        assert verdict.legal
        assert family.judge(on, best).legal
        assert verdict.score == session.best_score
        if family.optimisation is not None:
            assert best[: len(position)] == position
        else:
            hand = family.by_hand
            assert isinstance(hand, FillIn)
            kept = zip(position, best, strict=True)
            assert all(old in (new, hand.open_value) for old, new in kept), "what was written stays"
    other = Session(spec, 0)
    other.advance(18)
    assert other.best_board() == session.best_board(), "however it is sliced"


@pytest.mark.parametrize("name", ["samegame", "samegame, tall", "tsptw"])
def test_the_best_end_of_a_small_game_is_found_and_proven_of_those_that_begin_so(name: str) -> None:
    puzzle, position = POSITIONS[name]
    family = get_family(puzzle.family)
    if name == "tsptw":
        position = (*position, 4, 10, 9, 6)
    else:
        while len(family.by_hand.choices(puzzle, position)) > 3:  # type: ignore[union-attr]
            position = family.by_hand.hint(puzzle, position).after  # type: ignore[union-attr]
    on = family.continued(puzzle, position)
    settings = {"moves": "all"} if name == "tsptw" else {"selective": "off"}
    spec = SolveSpec(
        family=family.name,
        puzzle=family.to_json(on),
        title="",
        algorithm="exhaustive",
        parameters=settings,
        playouts=10**6,
    )
    session = Session(spec, 0)
    assert session.advance(10**6) == "exhausted"
    assert session.best_score == best_end(puzzle, position)
    best = session.best_board()
    assert best is not None
    said = family.optimisation.proof_statement(on, settings, family.judge(on, best))  # type: ignore[union-attr]
    assert f"after these {len(position)} " in said


def best_end(puzzle: Puzzle, position: tuple[int, ...]) -> float:
    """By trying everything."""
    family = get_family(puzzle.family)
    choices = family.by_hand.choices(puzzle, position)  # type: ignore[union-attr]
    if not choices:
        return family.judge(puzzle, position).score
    return max(best_end(puzzle, (*position, one.move)) for one in choices)


@pytest.mark.parametrize("name", POSITIONS)
def test_a_puzzle_that_goes_on_is_kept_in_a_run_and_in_a_file(name: str) -> None:
    puzzle, position = POSITIONS[name]
    family = get_family(puzzle.family)
    on = family.continued(puzzle, position)
    assert family.from_json(family.to_json(on)) == on
    assert family.continued(on, position) == on
    for one in family.writable(on):
        if not one.reads:
            continue
        written = family.write(on, one.name)
        again = family.parse_board(puzzle, written) if family.optimisation is not None else position
        assert again == position, one.name
        if one.name == "json":
            assert family.parse(written) == on


def test_what_can_t_be_gone_on_from_is_refused_in_one_line() -> None:
    puzzle, position = POSITIONS["samegame"]
    family = get_family("samegame")
    whole = position
    while family.by_hand.choices(puzzle, whole):  # type: ignore[union-attr]
        whole = family.by_hand.hint(puzzle, whole).after  # type: ignore[union-attr]
    on = family.continued(puzzle, position)
    assert not family.judge(on, position[:-1]).legal
    assert not family.judge(on, (*position[:-1], 4000)).legal
    bad: list[tuple[Puzzle, tuple[int, ...], str]] = [
        (puzzle, whole, "no group is left"),
        (puzzle, (*position, 4000), "cell"),
        (MorpionPuzzle("5D"), board_of(random_game("5D", 1)), "no move is left"),
        (MorpionPuzzle("5D"), (1, 2), "move 1"),
        (POSITIONS["tsptw"][0], tuple(range(1, 13)), "all nodes are visited"),
        (POSITIONS["tsptw"][0], (2, 2), "visited already"),
        (POSITIONS["rna"][0], codes_of("GGGGAAACCCCAA"), "no position is open"),
        (POSITIONS["rna"][0], codes_of("G") + (0,) * 9 + codes_of("A") + codes_of("A") + (0,), "can't pair"),
    ]
    for one, board, found in bad:
        with pytest.raises(PuzzleError, match=found):
            get_family(one.family).continued(one, board)
    data = family.to_json(on)
    for played in ("no", [[0]], [[9, 9]], [[0, "1"]]):
        with pytest.raises(PuzzleError):
            family.from_json({**data, "played": played})
    tours = get_family("tsptw")
    data = tours.to_json(tours.continued(*POSITIONS["tsptw"]))
    for begun in ("no", [0], [1, 1], [99], [1.5]):
        with pytest.raises(PuzzleError):
            tours.from_json({**data, "begun": begun})
