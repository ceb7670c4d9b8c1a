"""Several designs of an RNA target on Search: listed, gone through, saved, and judged aside."""

from __future__ import annotations

from pathlib import Path

from drivers.fake_engine import FakeEngine, screen_text, wait_for, wait_for_texts
from drivers.rna_designs import MISFOLDING, PUZZLE, SOLUTIONS, TARGET, board_of
from drivers.rna_solving import improve, shown, solution, solving, spec_of
from textual.pilot import Pilot
from textual.widgets import Input

from puzzles import registry
from puzzles.rna.puzzle import RnaPuzzle
from solvers.runs.events import Finished, Found, Solved
from tui.screens.path_dialog import PathDialog
from tui.screens.search import SearchScreen
from tui.widgets.form import Form
from tui.widgets.lists import FoundList

FAMILY = registry.get_family("rna")


async def begin(screen: SearchScreen, engine: FakeEngine, pilot: Pilot[int], *, designs: int) -> None:
    """Starts a search for so many designs."""
    field = screen.query_one("#general-form", Form).fields["designs"]
    assert isinstance(field, Input)
    field.value = str(designs)
    await pilot.press("enter")
    await wait_for(pilot, lambda: engine.launched and screen.view is not None)


async def test_several_designs_are_listed_best_first_gone_through_and_saved(tmp_path: Path) -> None:
    async with solving(start=False) as (app, screen, engine, pilot):
        await begin(screen, engine, pilot, designs=5)
        assert (spec_of(engine).wanted, spec_of(engine).keep_best) == (5, True)
        verdicts = [FAMILY.judge(PUZZLE, board_of(one)) for one in SOLUTIONS]
        reported = [solution(i, one, Found if i else Solved) for i, one in enumerate(verdicts)]
        engine.end(engine.last, *reported, Finished(reason="budget"))
        listed = screen.query_one(FoundList)
        await wait_for(pilot, lambda: listed.option_count == 4)
        order = sorted(range(3), key=lambda i: FAMILY.many_solutions.rank_key(verdicts[i]), reverse=True)
        await wait_for(pilot, lambda: shown(screen).board == board_of(SOLUTIONS[order[0]]))
        await wait_for_texts(pilot, "3 of 5 solutions", "solution 1 of 3")
        await pilot.press("f")
        await wait_for(pilot, lambda: shown(screen).board == board_of(SOLUTIONS[order[1]]))
        await wait_for(pilot, lambda: listed.highlighted == 2)
        listed.focus()
        await pilot.press("j")
        await wait_for(pilot, lambda: shown(screen).board == board_of(SOLUTIONS[order[2]]))
        await pilot.press("F", "F")
        await wait_for(pilot, lambda: shown(screen).board == board_of(SOLUTIONS[order[0]]))
        await pilot.press("W")
        await wait_for(pilot, lambda: isinstance(app.screen, PathDialog))
        app.screen.query_one(Input).value = str(tmp_path / "all.fasta")
        await pilot.press("enter")
        await wait_for(pilot, lambda: "Saved" in app.said)
        words = (tmp_path / "all.fasta").read_text().split()
        assert [word for word in words if word in SOLUTIONS] == [SOLUTIONS[i] for i in order]


async def test_designs_by_probability_are_shown_whether_they_fold_or_not() -> None:
    puzzle = RnaPuzzle(TARGET, objective="probability")
    async with solving(puzzle, start=False) as (app, screen, engine, pilot):
        await begin(screen, engine, pilot, designs=2)
        designs = board_of(SOLUTIONS[0]), board_of(MISFOLDING)
        verdicts = [FAMILY.for_puzzle({"objective": "probability"}).judge(puzzle, board) for board in designs]
        assert [one.solved for one in verdicts] == [True, False]
        reported = [
            Found(at=1.0, playouts=1, score=one.score, board=list(board), seconds=1.0, facts=dict(one.facts))
            for board, one in zip(designs, verdicts, strict=True)
        ]
        engine.end(engine.last, *reported, Finished(reason="budget"))
        listed = screen.query_one(FoundList)
        await wait_for(pilot, lambda: listed.option_count == 3)
        await wait_for_texts(pilot, "2 of 2 designs, checked", "design 1 of 2")
        assert "did not pass" not in screen_text(app)


async def test_the_number_of_designs_does_not_fall_while_a_better_one_is_judged() -> None:
    async with solving(start=False) as (_, screen, engine, pilot):
        await begin(screen, engine, pilot, designs=2)
        verdicts = [FAMILY.judge(PUZZLE, board_of(one)) for one in SOLUTIONS]
        first, second, best = sorted(range(3), key=lambda i: FAMILY.many_solutions.rank_key(verdicts[i]))
        engine.tell(engine.last, *(solution(i, verdicts[i], Found) for i in (first, second)))
        await wait_for_texts(pilot, "2 of 2 solutions")
        watched = screen.shown.watched
        assert watched is not None
        engine.tell(engine.last, solution(best, verdicts[best], Found))
        numbers = []
        while not watched.view or board_of(SOLUTIONS[best]) not in [one.board for one in watched.view.found]:
            watched.look()
            numbers.append(len(watched.view.found) if watched.view else 0)
            await pilot.pause()
        assert set(numbers) == {2}
        assert len(numbers) > 1, "it took a moment to judge"


async def test_a_design_that_misfolds_is_saved_under_no_name_that_calls_it_solved_and_none_is_no_list() -> None:
    async with solving(start=False) as (app, screen, engine, pilot):
        await begin(screen, engine, pilot, designs=2)
        improve(engine)
        await wait_for(pilot, lambda: shown(screen).board == board_of(MISFOLDING))
        await pilot.press("W")
        await wait_for(pilot, lambda: app.said == "There is no solution to save yet.")
        await pilot.press("w")
        await wait_for(pilot, lambda: isinstance(app.screen, PathDialog))
        assert app.screen.query_one(Input).value.endswith("-eterna-v2-board.txt")
