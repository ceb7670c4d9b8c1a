"""Runs that have seen everything where a score counts: what is proven is reported by run, `show` and log."""

from __future__ import annotations

import json
from typing import Any

import pytest
from drivers.command_line import invoke
from drivers.reporter_driver import solved
from drivers.samegame_boards import puzzle_of

from puzzles.family import Puzzle
from puzzles.registry import get_family
from puzzles.tsptw.puzzle import TsptwPuzzle
from solvers.runs.reader import view
from solvers.runs.result import read_result
from solvers.runs.spec import SolveSpec
from solvers.session import Session
from tui.commands.terminal import Exit
from tui.words.wording import run_status_text

pytestmark = pytest.mark.compiled

GAME = puzzle_of("0112", "2112", "0021")
KEPT = TsptwPuzzle(4, 0, (0, 5, 6, 5, 5, 0, 5, 8, 6, 5, 0, 5, 5, 8, 5, 0), (0,) * 4, (0, 5, 8, 15), (40, 12, 20, 30))
LATE = TsptwPuzzle(4, 0, KEPT.travel, (0,) * 4, (0,) * 4, (40, 5, 5, 5))
"""Three nodes that are five away and all close at five: two of them are late on any tour."""

CASES: list[tuple[Puzzle, dict[str, Any], str]] = [
    (GAME, {}, "no better game exists (proved)"),
    (GAME, {"selective": "tabu"}, "no better game exists of those that selective=tabu allows (proved)"),
    (KEPT, {}, "no better tour exists (proved)"),
    (KEPT, {"moves": "plain"}, "no better tour exists of those that moves=plain allows (proved)"),
    (LATE, {}, "no tour keeps all windows (proved); the fewest late visits are proved with moves=all only"),
    (LATE, {"moves": "all"}, "no tour keeps all windows, and none is better than this (proved)"),
]


def spec_of(puzzle: Puzzle, parameters: dict[str, Any]) -> SolveSpec:
    data = get_family(puzzle.family).to_json(puzzle)
    return SolveSpec(
        family=puzzle.family,
        puzzle=data,
        title=puzzle.title,
        algorithm="exhaustive",
        parameters={"solutions": 2, "ties": "random", **parameters},
        prior="none",
        playouts=100_000,
    )


@pytest.mark.parametrize(("puzzle", "parameters", "words"), CASES)
def test_what_is_proven_is_kept_with_the_run_and_shown(puzzle: Puzzle, parameters: dict[str, Any], words: str) -> None:
    run = solved(spec_of(puzzle, parameters))
    result, seen = read_result(run.result_path), view(run)
    assert result is not None
    assert (seen.status, seen.claim, result.proof, result.claim) == ("exhausted", words, "exhausted", words)
    assert run_status_text(seen) == words
    log = [line.text for line in seen.log]
    assert log[-2:] == [words, "Everything has been seen."]
    shown = invoke("show", run.id)
    code = Exit.IMPOSSIBLE if puzzle is LATE else 0
    assert shown.exit_code == code
    assert f"verified; {words}; " in shown.stdout.splitlines()[-1]
    shown = json.loads(invoke("show", "--json", run.id).stdout)
    assert (shown["claim"], shown["exit_code"], shown["verified"]) == (words, code, True)


def test_games_that_met_a_limit_of_the_rules_prove_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Session, "notice", lambda self: "a game was ended for want of room")
    run = solved(spec_of(GAME, {}))
    seen = view(run)
    assert (seen.status, seen.claim) == ("done", "")
    assert invoke("show", run.id).exit_code == 0
    assert "proved" not in invoke("show", run.id).stdout
    assert any("want of room" in line.text for line in seen.log)
