"""Writes the pictures of docs/screens.md, docs/play.md and README: the app's own screens as SVG, some of them moving.

`PYTHONPATH=tests:. python tests/drivers/screen_pictures.py [FOLDER]`, by default docs/screens. CI runs it into another
folder: it fails if a screen that a page shows can't be drawn any more.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "screens"
SIZE = (100, 30)
SHOWN = {"home": "home", "puzzles": "puzzles", "edit-kakuro": "edit", "priors": "priors", "help": "help"}
"""Stops of the tour that are shown as they are, and the names of their files."""
PLAYED = {
    "kakuro": ("crossword-9", 14),
    "morpion": ("5D", 17),
    "samegame": ("board-15", 4),
    "rna": ("cloverleaf", 12),
    "tsptw": ("route-13", 7),
}
"""By family: the example that is played, and after how many steps the picture is taken; each is a hint's."""
SEARCHES = (("nrpa", (52, 61, 66, 70, 73, 76)), ("gnrpa", (50, 63, 69, 74, 77, 78)), ("sampling", (49, 53, 55, 58)))
"""Searches of the list of runs, and the lengths of the games that their first seeds found."""
SEQUENCE = ("home", "puzzles", "play", "play-morpion", "search", "runs")
SECONDS = 2.5
"""How long each picture of the moving one stays."""


def moving(frames: list[str]) -> str:
    """One SVG that shows the SVGs in turn, by CSS alone; all have one size. Without animations the first stays."""
    share = 100 / len(frames)
    box = re.search(r'viewBox="([^"]+)"', frames[0])
    assert box is not None
    style = (
        f"@keyframes turn{{0%,{share:.3f}%{{visibility:visible}}{share + 0.001:.3f}%,100%{{visibility:hidden}}}}"
        f".frame{{visibility:hidden;animation:turn {SECONDS * len(frames):g}s step-end infinite}}"
        "@media(prefers-reduced-motion){.frame{animation:none}.frame:first-of-type{visibility:visible}}"
    )
    parts = []
    for number, frame in enumerate(frames):
        own = re.sub(r"terminal-\d+", f"frame{number}", frame)
        delay = f"animation-delay:{number * SECONDS:g}s"
        parts.append(f'<g class="frame" style="{delay}">{own}</g>')
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box[1]}"><style>{style}</style>'
    return "\n".join([head, *parts, "</svg>"]) + "\n"


async def games(pictures: dict[str, str]) -> None:
    """Takes a picture of each family's game as it is played, with a hint."""
    from drivers.play_screen import playing

    from puzzles.registry import get_family
    from tui.kept.loaded import Loaded

    for name, (example, steps) in PLAYED.items():
        family = get_family(name)
        text = next(one.text for one in family.examples if one.name == example)
        loaded = Loaded(family.parse(text), f"example {example}")
        async with playing(loaded, SIZE, motion="still") as (app, screen, _, pilot):
            game = screen.game
            assert game is not None
            assert family.by_hand is not None
            for _step in range(steps):
                hint = family.by_hand.hint(loaded.puzzle, game.board)
                if hint is not None:
                    game.take(hint.after)
            screen.playing.draw()
            await pilot.press("i")
            await app.workers.wait_for_complete()
            await pilot.press("i")
            app.save_draft()
            screen.tick()
            await pilot.pause()
            pictures["play" if name == "kakuro" else f"play-{name}"] = app.export_screenshot(title="mcs-tui")


async def runs(pictures: dict[str, str]) -> None:
    """Takes a picture of searches that are compared, and of one with its curve."""
    from drivers.ended_runs import GAME, STARTED, ended_run, improved, morpion_spec
    from drivers.fake_engine import FakeEngine, make_app, wait_for

    from solvers.runs.events import Finished, encode

    for algorithm, scores in SEARCHES:
        for seed in (1, 2, 3):
            events = [
                improved(score=score - seed, board=[], at=seed + 2.0**at, playouts=1000 * 2**at)
                for at, score in enumerate(scores, 1)
            ]
            end = Finished(reason="budget", best_score=scores[-1] - seed, at=90.0, playouts=90_000)
            parameters = {} if algorithm == "sampling" else {"level": 3}
            ended_run(
                *events, end, spec=morpion_spec(algorithm=algorithm, seed=seed, seconds=90.0, parameters=parameters)
            )
    engine = FakeEngine()
    live = engine.open(morpion_spec(algorithm="nrpa", seconds=600.0, playouts=None, parameters={"level": 3}))
    moves = (GAME[:length] for length in range(20, len(GAME) + 1, 4))
    lines = [improved(game, at=2.0**at, playouts=9000 * 2**at) for at, game in enumerate(moves)]
    live.events_path.write_bytes(b"".join(map(encode, (STARTED, *lines))))
    engine.numbers(live, at=140.0, playouts=1_400_000)
    app = make_app(engine, "runs", motion="still")
    async with app.run_test(size=SIZE) as pilot:
        screen = app.main_screen("runs")
        await wait_for(pilot, lambda: len(screen.table.lines) == 4)  # type: ignore[attr-defined]
        await pilot.press("down", "space", "space", "space", "equals_sign")
        await wait_for(pilot, lambda: screen.query_one("Comparison").display)
        await pilot.pause(0.2)
        pictures["runs"] = app.export_screenshot(title="mcs-tui")
        app.show_run(live)
        await wait_for(pilot, lambda: app.current_mode == "search" and app.screen.query("ScoreChart"))
        await pilot.pause(2.5)
        pictures["search"] = app.export_screenshot(title="mcs-tui")
    engine.close()


async def pages(pictures: dict[str, str]) -> None:
    """Takes a picture of four puzzles that are printed on one page."""
    from drivers.fake_engine import make_app, wait_for_texts

    app = make_app(motion="still")
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("slash", *"kakuro", "down", *["escape"], *["space"] * 4, "f9")
        await wait_for_texts(pilot, "Print 4 puzzles", "on a page   4", "⡏⠉")
        pictures["print"] = app.export_screenshot(title="mcs-tui")


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    taken: dict[str, str] = {}
    pictures: dict[str, str] = {}
    os.environ |= {"MCS_TUI_JIT": "0", "COLORTERM": "truecolor"}
    os.environ.pop("NO_COLOR", None)
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from drivers.screen_tour import tour
    from drivers.wish_pictures import wishes

    for walk in (
        tour(lambda name, app: taken.setdefault(name, app.export_screenshot(title="mcs-tui")), size=SIZE),
        games(pictures),
        runs(pictures),
        pages(pictures),
        wishes(pictures),
    ):
        with tempfile.TemporaryDirectory() as data:
            os.environ["MCS_TUI_DATA"] = data
            asyncio.run(walk)
    pictures |= {name: taken[stop] for stop, name in SHOWN.items()}
    for name, picture in pictures.items():
        text = re.sub(r"terminal-\d+", f"terminal-{name}", picture)
        (folder / f"{name}.svg").write_text(text, encoding="utf-8")
    (folder / "tour.svg").write_text(moving([pictures[name] for name in SEQUENCE]), encoding="utf-8")
    print(f"wrote {len(pictures) + 1} pictures to {folder}")


if __name__ == "__main__":
    main()
