"""`selective=auto`: large boards are played with the paper's policy, small ones without."""

from __future__ import annotations

import pytest
from drivers.samegame_games import random_board

from puzzles.samegame import FAMILY
from puzzles.samegame.kernels import rules
from puzzles.samegame.kernels.group_list import HOLDS
from puzzles.samegame.puzzle import AUTO, EMPTY, LARGE, OFF, TABU, SameGamePuzzle, selective_rule

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize(("width", "height", "rule"), [(9, 11, OFF), (10, 10, TABU), (4, 25, TABU), (15, 15, TABU)])
def test_auto_goes_by_the_number_of_cells(width: int, height: int, rule: str) -> None:
    puzzle = random_board(width, height, 5, seed=1)
    assert (width * height >= LARGE) == (rule == TABU)
    assert selective_rule(puzzle, AUTO) == rule
    assert [selective_rule(puzzle, setting) for setting in (OFF, TABU)] == [OFF, TABU]
    for setting in (OFF, TABU, AUTO):
        state = rules.build_state(puzzle, selective=setting)
        assert bool(state.settings[HOLDS]) == (selective_rule(puzzle, setting) == TABU)


def test_empty_cells_do_not_count() -> None:
    puzzle = SameGamePuzzle(10, 12, (EMPTY,) * 30 + (0, 1) * 45)
    assert selective_rule(puzzle, AUTO) == OFF


def test_a_proof_statement_names_the_policy_only_where_it_was_played() -> None:
    small, large = random_board(6, 6, 3, seed=1), random_board(12, 12, 3, seed=1)
    verdict = FAMILY.judge(small, ())
    assert FAMILY.optimisation.proof_statement(small, {"selective": AUTO}, verdict) == "no better game exists (proved)"
    assert "that selective=tabu allows" in FAMILY.optimisation.proof_statement(large, {"selective": AUTO}, verdict)


def test_auto_is_the_default_where_the_paper_has_the_policy() -> None:
    assert {name for name, usual in FAMILY.algorithm_defaults.items() if usual.get("selective") == AUTO} == {
        "nrpa",
        "gnrpa",
        "blnrpa",
        "annealing",
        "lns",
    }
