"""A search that ends while another screen is shown is told by a notice; one that is watched is not."""

from __future__ import annotations

from drivers.command_line import LATIN
from drivers.fake_engine import FakeEngine, make_app, wait_for
from textual.widgets._toast import Toast

from puzzles import registry
from solvers.request import Request
from solvers.runs.events import Finished
from tui.app import McsTuiApp

SPEC = Request(algorithm="sampling").resolve(registry.read(LATIN))


def notices(app: McsTuiApp) -> list[str]:
    return [str(one.message) for one in app._notifications]


async def test_a_search_that_ends_elsewhere_is_told_once_with_the_way_to_it() -> None:
    engine = FakeEngine()
    app = make_app(engine, "home")
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        run = await engine.launch(SPEC)
        hidden = await engine.launch(SPEC, transient=True)
        app.ended.look()
        assert not notices(app)
        engine.end(hidden, Finished(reason="budget"))
        engine.end(run, Finished(reason="budget"))
        await wait_for(pilot, lambda: bool(notices(app)))
        app.ended.look()
        assert notices(app) == [f"{SPEC.title}: time is up. 4 shows it."]
        await wait_for(pilot, lambda: bool(app.screen.query(Toast)))
    engine.close()


async def test_of_several_seeds_one_notice_is_given_when_the_last_has_ended() -> None:
    engine = FakeEngine()
    app = make_app(engine, "home")
    async with app.run_test(size=(80, 24)) as pilot:
        runs = await engine.launch_batch(SPEC, [1, 2])
        app.ended.look()
        engine.end(runs[0], Finished(reason="budget"))
        app.ended.look()
        assert not notices(app)
        engine.end(runs[1], Finished(reason="budget"))
        await wait_for(pilot, lambda: bool(notices(app)))
        assert notices(app) == [f"{SPEC.title}, 2 seeds: time is up. 4 shows it."]
    engine.close()


async def test_what_is_watched_is_not_told_besides() -> None:
    engine = FakeEngine()
    app = make_app(engine, "home")
    async with app.run_test(size=(80, 24)) as pilot:
        run = await engine.launch(SPEC)
        app.show_run(run)
        await wait_for(pilot, lambda: app.current_mode == "search")
        app.ended.look()
        engine.end(run, Finished(reason="budget"))
        app.ended.look()
        assert not notices(app)
    engine.close()
