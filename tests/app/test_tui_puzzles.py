"""The Puzzles screen: examples, files, saving."""

from __future__ import annotations

import asyncio
import os
import threading
from pathlib import Path

import pytest
from drivers.command_line import KAKURO, LATIN, LATIN_SOLUTION
from drivers.fake_engine import FakeEngine, make_app, screen_text, wait_for, wait_for_texts
from drivers.play_screen import tell_solutions
from textual.events import Key
from textual.widgets import Input, Static
from textual.worker import WorkerFailed

from puzzles import registry
from puzzles.errors import PuzzleError
from tui.app import McsTuiApp
from tui.kept.loaded import Loaded, open_file
from tui.screens.opening import open_path
from tui.screens.path_dialog import PathDialog, completed, entries
from tui.screens.puzzles import PuzzlesScreen
from tui.widgets.board_pane import BoardPane
from tui.widgets.form import Choice
from tui.widgets.lists import VimList

GOOD = "1 . 3\n. 3 .\n3 . 2\n"


async def test_all_bundled_examples_can_be_read_and_the_first_is_drawn() -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for(pilot, lambda: isinstance(app.screen, PuzzlesScreen))
        screen = app.main_screen("puzzles")
        assert isinstance(screen, PuzzlesScreen)
        for family in registry.families():
            for example in family.examples:
                loaded = screen._load(f"example:{family.name}:{example.name}")
                assert loaded.family is family
        await wait_for(pilot, lambda: registry.families()[0].examples[0].explanation[:20] in screen_text(app))


async def test_a_game_is_looked_through_while_the_list_has_the_focus() -> None:
    app = make_app()
    async with app.run_test(size=(120, 40)) as pilot:
        await wait_for(pilot, lambda: isinstance(app.screen, PuzzlesScreen))
        rows = app.screen.query_one(VimList)
        rows.highlight("example:morpion:random-5T")
        await wait_for(pilot, lambda: "move 76 of 76" in screen_text(app))
        for key, printed in (
            ("comma", "move 75 of 76"),
            ("less_than_sign", "move 0 of 76"),
            ("full_stop", "move 1 of 76"),
            ("greater_than_sign", "move 76 of 76"),
        ):
            await pilot.press(key)
            await wait_for(pilot, lambda printed=printed: printed in screen_text(app), key)  # type: ignore[misc]
        before = screen_text(app)
        await pilot.press("minus")
        await wait_for(pilot, lambda: screen_text(app) != before)
        await pilot.press("home")
        assert app.focused is rows
        assert rows.highlighted_id is not None
        assert rows.highlighted_id.endswith("paper-20"), "the list's own keys stay its own"
        await pilot.press("comma", "z")  # nothing to step through; no key at all


async def test_keys_before_the_list_is_filled_say_that_nothing_is_highlighted() -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for(pilot, lambda: app.screen.query(VimList) and app.screen.query_one(VimList).option_count)
        app.screen.query_one(VimList).clear_options()
        for key in ("enter", "s", "w", "e", "x"):
            app.say("")
            await pilot.press(key)
            assert app.said == "Nothing is highlighted.", key


async def test_an_absolute_path_typed_behind_the_suggested_folder_is_taken_alone(tmp_path: Path) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("o")
        await wait_for(pilot, lambda: isinstance(app.screen, PathDialog))
        field = app.screen.query_one(Input)
        for before, behind, taken in (
            ("/some/folder/", "/elsewhere/a", "/elsewhere/a"),
            ("/some/folder/", "~/a", "~/a"),
            ("/some/folder/", "a~b", "/some/folder/a~b"),
        ):
            field.value = before
            field.value = before + behind
            await pilot.pause()
            assert field.value == taken


async def test_a_path_that_no_system_takes_is_refused_in_one_line() -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("o")
        await wait_for(pilot, lambda: isinstance(app.screen, PathDialog))
        for typed in ("~no-such-user/", "~no-such-user/a", "a" * 300):
            app.screen.query_one(".hint", Static).update("")
            app.screen.query_one(Input).value = typed
            await pilot.pause()
            await pilot.press("enter")
            assert "does not exist" in str(app.screen.query_one(".hint", Static).content), typed


async def test_a_file_is_opened_remembered_edited_saved_and_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text(GOOD)
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("o")
        await wait_for(pilot, lambda: isinstance(app.screen, PathDialog))
        app.screen.query_one(Input).value = str(tmp_path / "none")
        await pilot.press("enter")
        assert "does not exist" in str(app.screen.query_one(".hint", Static).content)
        app.screen.query_one(Input).value = str(tmp_path / "mi")
        await pilot.press("tab")
        assert app.screen.query_one(Input).value == str(path)
        await pilot.press("enter")
        await wait_for(pilot, lambda: "order 3" in screen_text(app))
        assert app.recent.paths == [path]
        await pilot.press("w")
        await wait_for(pilot, lambda: isinstance(app.screen, PathDialog))
        await pilot.press("ctrl+t")
        assert app.screen.query_one(Input).value == str(tmp_path / "mine-copy.pls")
        app.screen.query_one(Input).value = str(tmp_path / "mine-copy.json")
        await wait_for(
            pilot, lambda: app.screen.query_one(VimList).highlighted_id == "json", "the format of the typed suffix"
        )
        await pilot.press(*["ctrl+t"] * 2)
        app.screen.query_one(Input).value = str(tmp_path / "mine-copy.pls")
        await pilot.press("enter")
        copy = tmp_path / "mine-copy.pls"
        await wait_for(pilot, copy.exists)
        assert registry.read_file(copy) == registry.read_file(path)
        assert copy.read_text().startswith("order 3")
        await pilot.press("x")
        assert app.recent.paths == []
        assert path.exists()
    again = make_app()
    assert again.recent.paths == []


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("absent.txt", None, "absent.txt: No such file or directory"),
        ("nowhere/absent.txt", None, "nowhere/absent.txt: No such file or directory"),
        ("binary", b"1 2\0", "not text"),
        ("empty.txt", b"", "empty"),
        ("wrong.txt", b"1 1\n. .\n", "twice"),
    ],
)
async def test_what_cannot_be_opened_is_one_line(
    tmp_path: Path, name: str, content: bytes | None, expected: str
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(PuzzleError) as caught:
        open_file(tmp_path / name)
    assert expected in str(caught.value)
    assert "\n" not in str(caught.value)


async def test_why_a_file_can_not_be_opened_stands_whole_where_a_puzzle_would_be(tmp_path: Path) -> None:
    (tmp_path / "wrong.txt").write_text("0 2 .\n0 1 1\n2 1 0\n")
    app = make_app(FakeEngine())
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for(pilot, lambda: isinstance(app.screen, PuzzlesScreen))
        screen = app.main_screen("puzzles")
        await wait_for(pilot, lambda: screen.query_one(BoardPane).board is not None)
        await pilot.press("o")
        await wait_for(pilot, lambda: isinstance(app.screen, PathDialog))
        app.screen.query_one(Input).value = str(tmp_path / "wrong.txt")
        await pilot.press("enter")
        await wait_for(pilot, lambda: "This can't be opened" in screen_text(app))
        await pilot.pause(0.3)
        assert 'a first line "# samegame"' in " ".join(str(screen.query_one(".words", Static).content).split())
        assert screen.query_one(BoardPane).board is None, "the list is filled again, with the same highlight"
        await pilot.press("down")
        await wait_for(pilot, lambda: screen.query_one(BoardPane).board is not None)
        await pilot.press("up")
        await wait_for(pilot, lambda: "order 20" in screen_text(app))


async def test_a_puzzle_read_late_takes_no_place_from_why_a_file_can_not_be_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on, loaded = threading.Event(), threading.Event()
    load = PuzzlesScreen._load

    def slow(screen: PuzzlesScreen, option_id: str) -> Loaded | PuzzleError:
        loaded.set()
        go_on.wait()
        return load(screen, option_id)

    monkeypatch.setattr(PuzzlesScreen, "_load", slow)
    (tmp_path / "empty.txt").write_text("")
    app = make_app(FakeEngine())
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for(pilot, loaded.is_set)
        open_path(app, tmp_path / "empty.txt")
        go_on.set()
        screen = app.main_screen("puzzles")
        await wait_for(pilot, lambda: not screen.workers._workers)
        assert "This can't be opened" in screen_text(app)


def test_folders_and_forbidden_files_are_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(PuzzleError, match="this is a folder; expected a file"):
        open_file(tmp_path)
    path = tmp_path / "secret.txt"
    path.write_text(GOOD)

    def refuse(path: Path, most: int) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("puzzles.user_data.read_named", refuse)
    with pytest.raises(PuzzleError, match="Permission denied"):
        open_file(path)


async def test_a_file_that_has_gone_says_so_in_the_list(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text(GOOD)
    app = make_app(open_file=path)
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for(pilot, lambda: "Opened" in app.said)
        path.unlink()
    again = make_app()
    async with again.run_test(size=(250, 24)) as pilot:
        await wait_for(pilot, lambda: again.screen.query(VimList))
        again.screen.query_one(VimList).highlight(f"file:{path}")
        await wait_for(pilot, lambda: "No such file" in screen_text(again))
        await pilot.press("enter")
        assert again.said_is_error
        assert again.current_mode == "puzzles"


@pytest.mark.parametrize("early", ["on_mount", "fill"])
@pytest.mark.parametrize("key", ["s", "enter"])
async def test_keys_typed_while_the_app_starts_are_for_the_file_it_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str, early: str
) -> None:
    """Not for the first puzzle of the list, which is there before the file is read."""
    path = tmp_path / "mine.txt"
    path.write_text(GOOD)
    app = make_app(open_file=path)
    typed: list[Key] = []
    method = getattr(PuzzlesScreen, early)

    def typing(screen: PuzzlesScreen) -> object:
        found = method(screen)
        if not typed:
            typed.append(Key(key, key if key == "s" else "\r"))
            typed[0].set_sender(app)
            assert app._driver is not None
            app._driver.send_message(typed[0])
        return found

    monkeypatch.setattr(PuzzlesScreen, early, typing)
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for(pilot, lambda: app.current_mode in ("search", "play"))
        await wait_for(pilot, lambda: "order 3, 4 holes" in screen_text(app))


async def test_the_app_begins_with_an_example() -> None:
    app = make_app(open_example="rna:thermoswitch")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("s")
        await wait_for(pilot, lambda: app.current_mode == "search" and "thermoswitch, 26 nt" in screen_text(app))


def test_paths_are_completed_as_far_as_they_are_clear(tmp_path: Path) -> None:
    for name in ("latin-20.txt", "latin-33.txt", ".hidden"):
        (tmp_path / name).write_text("")
    (tmp_path / "folder").mkdir()
    base = f"{tmp_path}{os.sep}"
    assert entries(base) == [f"{base}folder/", f"{base}latin-20.txt", f"{base}latin-33.txt"]
    assert completed(f"{base}l") == f"{base}latin-"
    assert completed(f"{base}latin-2") == f"{base}latin-20.txt"
    assert completed(f"{base}none") == f"{base}none"
    assert entries(f"{base}absent/x") == []


def begin_until_the_board_is_gone(app: McsTuiApp, ended: list[str]) -> None:
    """Begins a work of the screen's that ends when the screen's board has been taken away, and looks for it."""
    screen = app.main_screen("puzzles")

    async def work() -> None:
        while screen.query(BoardPane):
            await asyncio.sleep(0)
        ended.append("work")
        screen.query_one(BoardPane)

    screen.begin(work, "read")


async def test_work_that_ends_while_the_app_closes_is_dropped() -> None:
    app, ended = make_app(), list[str]()
    async with app.run_test() as pilot:
        await wait_for(pilot, lambda: isinstance(app.screen, PuzzlesScreen))
        begin_until_the_board_is_gone(app, ended)
    assert ended == ["work"]


async def test_work_that_misses_its_board_in_an_open_app_is_a_defect() -> None:
    app, ended = make_app(), list[str]()

    async def lose_the_board() -> None:
        async with app.run_test() as pilot:
            await wait_for(pilot, lambda: isinstance(app.screen, PuzzlesScreen))
            begin_until_the_board_is_gone(app, ended)
            await app.main_screen("puzzles").query_one(BoardPane).remove()
            await wait_for(pilot, lambda: bool(ended))

    with pytest.raises(WorkerFailed):
        await lose_the_board()
    assert ended == ["work"]


async def test_keys_that_come_at_once_go_where_the_one_before_has_led() -> None:
    """As a slow line hands them over: none is taken as a command in front of the field that it is for."""
    app = make_app()
    async with app.run_test(size=(100, 30)) as pilot:
        await wait_for(pilot, lambda: app.screen.query_one(VimList).option_count)
        for letter in "/cross":
            app.post_message(Key({"/": "slash"}.get(letter, letter), letter))
        await wait_for(pilot, lambda: app.screen.query_one(Input).value == "cross")
        for letter in ("escape", "escape", "o", "n", "o", "x"):
            app.post_message(Key(letter, letter if len(letter) == 1 else None))
        await wait_for(pilot, lambda: app.screen.is_modal and app.screen.query_one(Input).value == "nox")


async def test_marked_puzzles_are_printed_on_one_page_which_is_shown_before(tmp_path: Path) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        rows = app.screen.query_one(VimList)
        await wait_for(pilot, lambda: rows.option_count)
        await pilot.press("space", "space")
        await wait_for(pilot, lambda: app.said == "2 puzzles marked; F9 prints.")
        assert [str(one.prompt)[:2] for one in rows.options].count("●1") == 1
        await pilot.press("f9")
        await wait_for_texts(pilot, "Print 2 puzzles", "▸ pdf", "on a page   2", "⡏⠉")
        app.screen.query_one(Input).value = str(tmp_path / "both.svg")
        await wait_for_texts(pilot, "▸ svg")
        await pilot.press("enter")
        await wait_for(pilot, lambda: app.said.startswith("Saved"))
        page = (tmp_path / "both.svg").read_text()
        assert ">1: " in page
        assert ">2: " in page
        await pilot.press("escape")
        assert not [one for one in rows.options if str(one.prompt).startswith("●")], "Escape takes the marks off"
        await pilot.press("w")
        await wait_for_texts(pilot, "Export the puzzle", "▸ grid", "28 25 16  . 12")


async def test_solutions_are_searched_for_and_printed_behind_the_puzzles(tmp_path: Path) -> None:
    engine = FakeEngine()
    app = make_app(engine)
    puzzles = [registry.read(LATIN), registry.read(KAKURO)]
    solved = (LATIN_SOLUTION, ())
    async with app.run_test(size=(120, 40)) as pilot:
        screen = app.main_screen("puzzles")
        screen.print_pages([(Loaded(one), ()) for one in puzzles], "2 puzzles")
        await wait_for_texts(pilot, "Print 2 puzzles", "solutions   no")
        next(one for one in app.screen.query(Choice) if one.name == "solutions").focus()
        await pilot.press("right")
        await wait_for_texts(pilot, "solutions ‹ yes ›")
        app.screen.query_one(Input).value = str(tmp_path / "both.pdf")
        app.screen.query_one(Input).focus()
        await pilot.press("enter")
        for number, boards in enumerate(solved, 1):
            while len(engine.launched) < number:
                await pilot.pause(0.02)
            assert app.said == f"Solving puzzle {number} of 2 ..."
            tell_solutions(engine, engine.last, [boards] if boards else [])
        await wait_for(pilot, lambda: app.said.startswith("Saved"))
    pages = (tmp_path / "both.pdf").read_bytes()
    assert pages.count(b"/Type /Page\n") + pages.count(b"/Type /Page ") == 2, "two puzzles on a page, and behind it two"
    engine.close()
