"""A grid of digits that may be a Sudoku or a Latin square: asked once, remembered, changed among the settings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from drivers.command_line import invoke
from drivers.fake_engine import make_app, screen_text, wait_for, wait_for_texts
from drivers.sudoku_texts import GRID
from textual import events
from textual.pilot import Pilot

from puzzles import registry
from puzzles.alike import prefer
from tui.app import McsTuiApp
from tui.kept.settings import app_options, read_settings
from tui.screens.edit import EditScreen
from tui.screens.opening import AlikeDialog
from tui.screens.puzzles import PuzzlesScreen

SIX = "1 . . . . .\n. . 2 . . .\n. . . . 3 .\n. 4 . . . .\n. . . 5 . .\n. . . . . 6\n"
OTHER = "3" + SIX[1:]
QUESTION = "A Sudoku or a Latin square"


@pytest.fixture(autouse=True)
def nothing_preferred() -> Iterator[None]:
    yield
    prefer("")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "settings.toml"


async def paste(app: McsTuiApp, text: str) -> None:
    app.post_message(events.Paste(text))


def asked(app: McsTuiApp) -> bool:
    return isinstance(app.screen, AlikeDialog)


def title(app: McsTuiApp) -> str:
    screen = app.screen
    return screen.area.draft.title if isinstance(screen, EditScreen) and screen.area is not None else ""


@pytest.mark.parametrize(
    ("key", "name", "read"), [("l", "latin", "Latin square 9 x 9"), ("s", "sudoku", "Sudoku 9 x 9")]
)
async def test_a_pasted_grid_is_asked_for_once(path: Path, key: str, name: str, read: str) -> None:
    app = make_app(first="home", settings=path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await paste(app, GRID)
        await wait_for_texts(pilot, QUESTION, "Sudoku", "Latin square", "Settings (F8) change it")
        await pilot.press(key)
        await wait_for(pilot, lambda: title(app) == read)
        assert f"Read as {read}" in app.said
        assert read_settings(path).values[""] == {"grids": name}
        await paste(app, SIX)
        await wait_for(pilot, lambda: title(app) == read.replace("9 x 9", "6 x 6"))
        await pilot.press("f8")
        await wait_for_texts(pilot, "grids", name)
    app = make_app(first="home", settings=path, grids=app_options(read_settings(path)).grids)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await paste(app, OTHER)
        await wait_for(pilot, lambda: title(app) == read.replace("9 x 9", "6 x 6"), "a later session")


async def test_without_an_answer_it_is_what_it_looks_like_until_the_app_is_left(path: Path) -> None:
    app = make_app(first="home", settings=path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await paste(app, GRID)
        await wait_for(pilot, lambda: asked(app))
        await pilot.press("escape")
        await wait_for(pilot, lambda: title(app) == "Sudoku 9 x 9")
        await paste(app, SIX)
        await wait_for(pilot, lambda: title(app) == "Latin square 6 x 6")
        assert not path.exists()


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (f"# latin\n{GRID}", "Latin square 9 x 9"),
        (f"boxes 3 x 3\n{GRID}", "Sudoku 9 x 9"),
        (GRID.replace("\n", ""), "Sudoku 9 x 9"),
        ("1 2 . .\n2 1 . .\n. . . .\n. . . .\n", "Latin square 4 x 4"),
        ("1 . .\n. 2 .\n. . .\n", "Latin square 3 x 3"),
    ],
)
async def test_nothing_is_asked_of_a_text_that_says_it(path: Path, text: str, read: str) -> None:
    app = make_app(first="home", settings=path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await paste(app, text)
        await wait_for(pilot, lambda: title(app) == read)


async def typed_text(app: McsTuiApp, pilot: Pilot[int]) -> EditScreen:
    await wait_for(pilot, lambda: isinstance(app.screen, EditScreen))
    screen = app.screen
    assert isinstance(screen, EditScreen)
    await wait_for(pilot, lambda: screen.typed.field.has_focus)
    return screen


async def test_a_text_that_is_typed_is_asked_for_as_soon_as_it_is_a_grid(path: Path) -> None:
    app = make_app(first="edit", settings=path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await typed_text(app, pilot)
        for row in SIX.splitlines()[:3]:
            await pilot.press(*row.replace(".", "full_stop").replace(" ", "").replace("full_stop", "."), "enter")
        assert not asked(app)
        screen.typed.put(SIX)
        await wait_for(pilot, lambda: asked(app))
        await pilot.press("s")
        await wait_for(pilot, lambda: screen.typed.loaded is not None and screen.typed.loaded.family.name == "sudoku")
        assert "Sudoku 6 x 6" in screen_text(app)


async def test_a_file_is_asked_for_too(path: Path, tmp_path: Path) -> None:
    file = tmp_path / "six.txt"
    file.write_text(SIX)
    app = make_app(open_file=file, settings=path)
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for(pilot, lambda: asked(app))
        await pilot.press("s")
        await wait_for(pilot, lambda: isinstance(app.screen, PuzzlesScreen) and "Opened" in app.said)
        await wait_for_texts(pilot, "Sudoku 6 x 6")


async def test_a_latin_square_that_comes_as_a_puzzle_stays_one_as_text(path: Path) -> None:
    from tui.kept.loaded import Loaded

    app = make_app(settings=path, grids="sudoku")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.open_board(Loaded(registry.read(SIX, family_name="latin")), face="edit")
        await wait_for(pilot, lambda: title(app) == "Latin square 6 x 6")
        await pilot.press("escape", "v")
        screen = await typed_text(app, pilot)
        await wait_for(pilot, lambda: screen.typed.loaded is not None)
        assert screen.typed.loaded is not None
        assert screen.typed.loaded.family.name == "latin"


async def test_a_settings_file_that_can_not_be_written_is_said_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    app = make_app(first="home", settings=tmp_path / "file" / "settings.toml")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await paste(app, GRID)
        await wait_for(pilot, lambda: asked(app))
        await pilot.press("l")
        await wait_for(pilot, lambda: title(app) == "Latin square 9 x 9")
        await paste(app, SIX)
        await wait_for(pilot, lambda: title(app) == "Latin square 6 x 6", "for this session it holds")


def test_the_command_line_takes_a_sudoku_and_names_the_other_reading(tmp_path: Path) -> None:
    file = tmp_path / "nine.txt"
    words = 'a first line "# latin" makes it a Latin square'
    for text, said in ((GRID, True), (f"# sudoku\n{GRID}", False), (GRID.replace("\n", ""), False)):
        file.write_text(text + "\n")
        answer = invoke("check", str(file))
        assert answer.exit_code == 0
        assert "Sudoku 9 x 9" in answer.stdout
        assert (words in answer.stderr) == said
    assert words not in invoke("check", str(file), "--family", "sudoku").stderr
