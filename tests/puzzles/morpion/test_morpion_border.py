"""The limits of the compiled state: no game leaves the arena, or has too many moves, without a word."""

from __future__ import annotations

import copy
import random

import pytest
from drivers.compiled_morpion import Compiled, state_at
from drivers.ended_runs import morpion_spec
from drivers.reporter_driver import solved
from drivers.run_driver import log_texts
from oracles.naive_morpion import VARIANTS, Line, NaiveGame, squares_of

from puzzles.morpion.checker import judge
from puzzles.morpion.kernels import rules
from puzzles.morpion.kernels.rules import allocate
from puzzles.morpion.kernels.state import ARENA, CROWDED, ORIGIN, TOUCHED, WIDTH, MorpionState
from puzzles.morpion.puzzle import VARIANTS as FACTS
from puzzles.morpion.puzzle import MorpionPuzzle
from solvers.runs.reader import view

pytestmark = pytest.mark.compiled

MARGIN = 4
"""Squares at each side of the arena in which no dot can be."""


def near_corner(variant: str, last: bool, free: int) -> Compiled:
    """A cross with that many free squares between it and the first, or last, corner of what lines can reach."""
    arena = int(rules.build_state(MorpionPuzzle(variant)).settings[ARENA])
    origin = arena - MARGIN - free - FACTS[variant].side if last else MARGIN + free
    return Compiled(variant, state=state_at(variant, origin))


def places(one: Compiled, line: Line) -> list[int]:
    """Both coordinates, in the arena, of all of the line's squares."""
    origin = int(one.state.settings[ORIGIN])
    return [at + origin for square in squares_of(line, one.length) for at in square]


@pytest.mark.parametrize("last", [False, True])
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_at_the_border_lacks_the_lines_beyond_and_no_others_and_says_so(variant: str, last: bool) -> None:
    source = random.Random(f"{variant} {last}")
    lacking = reached = 0
    for free in (0, 2, 4, 5):
        one = near_corner(variant, last, free)
        arena, origin = int(one.state.settings[ARENA]), int(one.state.settings[ORIGIN])
        game = NaiveGame(variant)
        beyond = False
        while True:
            legal = game.legal()
            inside = {line for line in legal if all(MARGIN <= place < arena - MARGIN for place in places(one, line))}
            assert set(one.lines()) == inside
            beyond |= inside != legal
            if not inside:
                break
            line = source.choice(sorted(inside))
            game.play(line)
            one.play(line)
        outermost = {MARGIN - origin, arena - MARGIN - 1 - origin}
        at_border = any(outermost.intersection(dot) for dot in game.dots)
        assert one.state.settings[TOUCHED] == at_border
        assert at_border or not beyond
        assert one.state.settings[CROWDED] == 0
        notice = rules.notice(one.state)
        assert ("border of the arena" in notice) == at_border
        assert "\n" not in notice
        verdict = judge(MorpionPuzzle(variant), one.look()[0])
        assert verdict.legal
        assert verdict.score == len(game.lines)
        one.reset()
        assert rules.notice(one.state) == notice  # of a run it stays true
        lacking += beyond
        reached += at_border
    assert lacking
    assert reached


@pytest.mark.parametrize("variant", VARIANTS)
def test_games_in_the_middle_meet_no_limit(variant: str) -> None:
    one = Compiled(variant)
    arena, origin = int(one.state.settings[ARENA]), int(one.state.settings[ORIGIN])
    source = random.Random(variant)
    for _ in range(30):
        one.reset()
        while lines := one.lines():
            one.play(source.choice(lines))
        assert rules.notice(one.state) == ""
    # the cross is in the middle
    assert abs(origin - (arena - FACTS[variant].side - origin)) <= 1


@pytest.mark.parametrize("algorithm", ["sampling", "nrpa"])
def test_a_run_at_the_border_reports_it_once_and_its_best_is_legal(
    algorithm: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def at_the_edge(variant: str) -> MorpionState:
        state = allocate(variant)
        state.settings[ORIGIN] = MARGIN
        return state

    spec = morpion_spec(algorithm=algorithm, playouts=150)
    assert not any("arena" in line for line in log_texts(solved(spec)))
    monkeypatch.setattr(rules, "allocate", at_the_edge)
    run = solved(spec)
    assert sum("a game reached the border of the arena of 32 squares" in line for line in log_texts(run)) == 1
    seen = view(run)
    assert seen.playouts == 150
    assert seen.board is not None
    assert judge(MorpionPuzzle("5D"), seen.board).legal


def scattered(variant: str, source: random.Random, legal_lines: int) -> NaiveGame:
    """A game of scattered dots with that many legal lines."""
    area = [(x, y) for x in range(-2, 12) for y in range(-2, 12)]
    game = NaiveGame(variant)
    game.dots = set(source.sample(area, 60))
    while (found := len(game.legal())) != legal_lines:
        if found < legal_lines:
            game.dots.add(source.choice(area))
        else:
            game.dots.remove(source.choice(sorted(game.dots)))
    return game


def after(game: NaiveGame, line: Line) -> NaiveGame:
    later = copy.deepcopy(game)
    later.play(line)
    return later


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_list_that_overflows_is_cut_and_says_so(variant: str) -> None:
    source = random.Random(variant)
    middle = int(rules.build_state(MorpionPuzzle(variant)).settings[ORIGIN])
    cuts = full = 0
    for _ in range(4):
        game = scattered(variant, source, WIDTH - 1)
        one = Compiled(variant, state=state_at(variant, middle, frozenset(game.dots)))
        listed, legal = set(one.lines()), game.legal()
        assert listed == legal
        assert rules.notice(one.state) == ""
        crowded = False
        # not to the end: from that many dots a game may be longer than from a cross
        for _ in range(25):
            lines = source.sample(sorted(listed), len(listed))
            more = (line for line in lines if len(after(game, line).legal()) > len(legal))
            line = lines[0] if crowded else next(more, lines[0])
            one.play(line)
            game.play(line)
            now, legal_now = set(one.lines()), game.legal()
            stay, new = listed & legal_now, legal_now - legal
            if len(stay) + len(new) <= WIDTH:
                assert now == stay | new
                full += len(now) == WIDTH
            else:
                crowded = True
                assert len(now) == WIDTH
                assert stay <= now <= stay | new
            assert one.state.settings[CROWDED] == crowded
            listed, legal = now, legal_now
        assert ("more than 64 legal moves" in rules.notice(one.state)) == crowded
        assert one.look()[1] == len(game.lines)
        cuts += crowded
    assert cuts
    assert full  # a list of exactly 64 is whole


def test_both_limits_have_a_line_of_their_own() -> None:
    state = rules.build_state(MorpionPuzzle("5T"))
    assert rules.notice(state) == ""
    state.settings[CROWDED] = 1
    crowded = rules.notice(state)
    state.settings[TOUCHED] = 1
    touched = rules.notice(state)
    assert "64 legal moves" in crowded
    assert "the arena of 64 squares" in touched
    assert "\n" not in crowded + touched
