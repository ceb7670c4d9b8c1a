"""The app with an RNA target on the screen Search, and what a worker would report of its designs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from drivers.fake_engine import FakeEngine, make_app, wait_for
from drivers.rna_designs import MISFOLDING, PUZZLE, SOLUTIONS, board_of
from textual.pilot import Pilot

from puzzles.family import Verdict
from puzzles.registry import get_family
from puzzles.rna.puzzle import RnaPuzzle
from solvers.runs.events import Found, Improved, Solved
from solvers.runs.spec import SolveSpec
from tui.app import McsTuiApp
from tui.boards.rna.board import RnaBoard
from tui.kept.loaded import Loaded
from tui.screens.search import SearchScreen


@asynccontextmanager
async def solving(
    puzzle: RnaPuzzle = PUZZLE, *, start: bool = True, size: tuple[int, int] = (110, 40)
) -> AsyncIterator[tuple[McsTuiApp, SearchScreen, FakeEngine, Pilot[int]]]:
    """The app on the Search screen with a target, and with a run if `start`."""
    engine = FakeEngine()
    app = make_app(engine, "search")
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        app.open_board(Loaded(puzzle), face="search", start=start)
        screen = app.main_screen("search")
        assert isinstance(screen, SearchScreen)
        await wait_for(pilot, lambda: screen.view is not None if start else screen.query("#own-form"))
        await wait_for(pilot, lambda: screen.query(RnaBoard))
        yield app, screen, engine, pilot
    engine.close()


def shown(screen: SearchScreen) -> RnaBoard:
    return screen.query_one(RnaBoard)


def spec_of(engine: FakeEngine) -> SolveSpec:
    spec = engine.last.spec()
    assert isinstance(spec, SolveSpec)
    return spec


def improve(engine: FakeEngine) -> None:
    verdict = get_family("rna").judge(PUZZLE, board_of(MISFOLDING))
    board = list(board_of(MISFOLDING))
    engine.tell(engine.last, Improved(at=1.0, playouts=9, score=verdict.score, board=board, facts=dict(verdict.facts)))


def solution(number: int, verdict: Verdict, kind: type[Solved] | type[Found]) -> Solved | Found:
    board, facts = list(board_of(SOLUTIONS[number])), dict(verdict.facts)
    return kind(at=1.0 + number, playouts=number, score=verdict.score, board=board, seconds=1.0, facts=facts)
