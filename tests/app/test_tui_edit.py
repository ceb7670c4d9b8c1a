"""The Enter screen: reading while typing, errors with their line, drafts that are never lost."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from drivers.command_line import invoke
from drivers.fake_engine import DEADLINE, make_app, screen_text, wait_for, wait_for_texts
from textual import events
from textual.pilot import Pilot
from textual.worker import WorkerFailed

from priors.provenance import version
from puzzles import registry
from puzzles.user_data import add_to_log
from tui.app import McsTuiApp
from tui.kept import user_files
from tui.kept.user_files import EditText
from tui.screens import text_panel
from tui.screens.edit import EditScreen
from tui.screens.text_panel import LONG
from tui.widgets.puzzle_text import LARGEST_PASTE, PuzzleText, complaint, invitation

GOOD = "1 . 3\n. 3 .\n3 . 2\n"
BAD = "1 . 3\n. 3 x\n3 . 2\n"


async def enter(app: McsTuiApp, pilot: Pilot[int]) -> EditScreen:
    await wait_for(pilot, lambda: isinstance(app.screen, EditScreen) and app.screen.query(PuzzleText))
    assert isinstance(app.screen, EditScreen)
    return app.screen


async def paste(screen: EditScreen, pilot: Pilot[int], text: str) -> None:
    screen.query_one(PuzzleText).focus()
    await pilot.pause()
    screen.app.post_message(events.Paste(text))
    await pilot.pause()


def test_the_samples_of_the_invitation_are_puzzles_of_their_families() -> None:
    for family in registry.families():
        assert family.sample is not None
        assert registry.read(family.sample.text).family == family.name
        assert all(line in invitation() for line in family.sample.text.splitlines())


async def test_a_pasted_square_is_drawn() -> None:
    app = make_app(first="edit")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await enter(app, pilot)
        await paste(screen, pilot, GOOD)
        await wait_for(pilot, lambda: screen.loaded is not None)
        await wait_for_texts(pilot, "Latin square, order 3", "│   1   │   ·   │   3   │")


async def test_an_error_is_shown_with_its_line_while_typing() -> None:
    app = make_app(first="edit")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await enter(app, pilot)
        await paste(screen, pilot, BAD)
        await wait_for(pilot, lambda: screen.typed.error is not None)
        assert screen.typed.error is not None
        assert screen.typed.error.line == 2
        assert screen.query_one(PuzzleText).marked_line == 2
        assert "Line 2" in screen_text(app)
        await pilot.press("ctrl+t")
        assert app.said_is_error
        assert app.current_mode == "edit"
        screen.query_one(PuzzleText).put(GOOD)
        await wait_for(pilot, lambda: screen.loaded is not None)
        assert screen.query_one(PuzzleText).marked_line == 0


async def test_a_first_line_settles_what_a_text_is() -> None:
    app = make_app(first="edit")
    board = "0 2 .\n0 1 1\n2 1 0\n"
    async with app.run_test(size=(120, 30)) as pilot:
        screen = await enter(app, pilot)
        await paste(screen, pilot, board)
        await wait_for(pilot, lambda: screen.typed.error is not None)
        assert screen.typed.error is not None
        assert screen.typed.error.message.endswith('or, if this is SameGame, a first line "# samegame"')
        assert '"# samegame"' in screen_text(app)
        screen.query_one(PuzzleText).put(f"# samegame\n{board}")
        await wait_for(pilot, lambda: screen.loaded is not None)
        await wait_for_texts(pilot, "SameGame, 3 x 3, 3 colours")


async def test_a_puzzle_chosen_of_several_keeps_the_line_that_names_its_family() -> None:
    app = make_app(first="edit")
    board = "0 2 .\n0 1 1\n2 1 0\n"
    async with app.run_test(size=(120, 30)) as pilot:
        screen = await enter(app, pilot)
        await paste(screen, pilot, f"# samegame\n{board}\n{board}")
        await wait_for(pilot, lambda: len(screen.typed.several) == 2)
        await pilot.press("ctrl+n")
        await pilot.pause()
        await pilot.press("2", "enter")
        await wait_for(pilot, lambda: screen.loaded is not None)
        assert screen.query_one(PuzzleText).text.startswith("# samegame\n0 2 .")


def test_the_complaint_has_a_mark_below_the_column() -> None:
    error = registry.PuzzleError("found", "expected", line=2, column=5)
    assert complaint(error, BAD).split("\n") == [
        "! found; expected expected", "", "Line 2, column 5", "", "2  . 3 x", "       ^",
    ]  # fmt: skip


async def test_a_huge_paste_is_refused_in_one_line_and_the_text_stays() -> None:
    app = make_app(first="edit")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await enter(app, pilot)
        await paste(screen, pilot, GOOD)
        await paste(screen, pilot, "1 " * (5 * 2**20 // 2))
        await wait_for(pilot, lambda: app.said_is_error)
        assert "5.0 MiB" in app.said
        assert screen.query_one(PuzzleText).text == GOOD


async def test_a_large_paste_is_read_aside() -> None:
    app = make_app(first="edit")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await enter(app, pilot)
        await paste(screen, pilot, ". " * (LARGEST_PASTE // 8))
        await wait_for(pilot, lambda: screen.typed.error is not None)


async def test_no_verdict_stands_beside_a_newer_text_and_the_app_waits_for_no_reader(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    going, answers = [], [threading.Event(), threading.Event()]
    long = "# " + "x" * LONG + "\n"

    def slow(text: str) -> object:
        if len(text) <= LONG:
            return understand(text)
        going.append(text)
        assert answers[len(going) - 1].wait(DEADLINE)
        return understand(text)

    understand = text_panel._understand
    monkeypatch.setattr(text_panel, "_understand", slow)
    app = make_app(first="edit")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await enter(app, pilot)
        field = screen.query_one(PuzzleText)
        await paste(screen, pilot, BAD)
        await wait_for(pilot, lambda: screen.typed.error is not None)
        await wait_for_texts(pilot, "Line 2")
        field.put(long + GOOD)
        await wait_for(pilot, lambda: len(going) == 1)
        assert "Line 2" not in screen_text(app)
        assert "Reading ..." in screen_text(app)
        assert field.marked_line == 0
        assert screen.chosen() is None
        assert app.said == "The text is still being read."
        await pilot.press("x")  # the app answers keys meanwhile, and the newer text is read after the older one
        await wait_for(pilot, lambda: field.text == "x" + long + GOOD)
        answers[0].set()
        await wait_for(pilot, lambda: len(going) == 2)
        assert "Latin square" not in screen_text(app), "the older text's puzzle"
        answers[1].set()
        await wait_for(pilot, lambda: "Reading ..." not in screen_text(app))
        await wait_for_texts(pilot, "Not a puzzle yet")
        field.put(GOOD)
        await pilot.pause()
        loaded = screen.chosen()
        assert loaded is not None, "a short text is read at once"
        assert loaded.puzzle == registry.read(GOOD)


async def test_clearing_can_be_undone() -> None:
    app = make_app(first="edit")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await enter(app, pilot)
        await paste(screen, pilot, GOOD)
        await pilot.press("ctrl+l")
        assert screen.query_one(PuzzleText).text == ""
        await pilot.pause()
        await wait_for_texts(pilot, "Cleared; ^z brings the text back.")
        await pilot.press("ctrl+z")
        assert screen.query_one(PuzzleText).text == GOOD
        await wait_for(pilot, lambda: "Cleared" not in screen_text(app), "what is no longer so is not said")


async def test_a_draft_is_back_at_the_next_start() -> None:
    app = make_app(first="edit")
    async with app.run_test(size=(80, 24)) as pilot:
        await paste(await enter(app, pilot), pilot, BAD)
    again = make_app(first="edit")
    async with again.run_test(size=(80, 24)) as pilot:
        screen = await enter(again, pilot)
        assert screen.query_one(PuzzleText).text == BAD


async def test_a_draft_survives_errors_of_the_app_each_of_which_is_in_the_log() -> None:
    async def crash(app: McsTuiApp, wrong: Callable[[McsTuiApp], object]) -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await paste(await enter(app, pilot), pilot, BAD)
            await pilot.press("escape", "4", "1")
            wrong(app)
            while not app.crash_line:
                await pilot.pause(0.01)

    async def in_a_worker() -> None:
        raise LookupError("nothing here")

    with pytest.raises(ZeroDivisionError):
        await crash(make_app(first="edit"), lambda app: app.call_later(lambda: 1 // 0))
    app = make_app(first="edit")
    with pytest.raises(WorkerFailed):
        await crash(app, lambda app: app.run_worker(in_a_worker()))
    assert EditText(app.edit_text.path.parent).load() == 2 * BAD
    log = app.edit_text.path.with_name("crash.log")
    line = f"mcs-tui has met an error of its own (LookupError); running searches go on. Details: {log}"
    assert app.crash_line == line
    first, second = log.read_text().split("=== ")[1:]
    assert "ZeroDivisionError" in first
    for said in (f"mcs-tui {version()}, Python 3", "Textual: ", "terminal: 80 x 24", "last keys: escape 4 1\n"):
        assert said in second
    assert "in in_a_worker\n" in second
    about = next(one["about"] for one in json.loads(invoke("doctor", "--json").stdout) if one["area"] == "troubles")
    assert f"errors of the program itself: {log}" in about


def test_of_a_full_log_the_oldest_entries_go(tmp_path: Path) -> None:
    log = tmp_path / "new" / "a.log"
    for number in range(9):
        add_to_log(log, f"entry {number}", 60)
    assert log.read_text() == "".join(f"=== entry {number}\n" for number in range(4, 9))
    add_to_log(log, "x" * 99, 60)
    assert log.read_text() == f"=== {'x' * 52}\n"


def test_a_draft_that_cannot_be_read_is_not_written_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    draft = EditText(tmp_path)
    draft.text = "old"
    assert draft.save()

    def failing(*_: object) -> bytes:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patched:
        patched.setattr(user_files, "read_file", failing)
        again = EditText(tmp_path)
        assert again.load() == ""
    again.text = "new"
    assert again.save()
    assert sorted(path.read_text() for path in tmp_path.iterdir() if path.is_file()) == ["new", "old"]


def test_a_draft_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    blocker = tmp_path / "file"
    blocker.write_text("")
    draft = EditText(blocker)
    draft.text = "x"
    assert not draft.save()


async def test_escape_leaves_the_text_so_that_digits_switch_screens() -> None:
    app = make_app(first="edit")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await enter(app, pilot)
        await pilot.press("1")
        assert screen.query_one(PuzzleText).text == "1"
        await pilot.press("escape", "1")
        assert app.current_mode == "home"
        await pilot.press("3")
        assert app.current_mode == "edit", "the face of the Board that was shown last"


async def test_searching_takes_the_puzzle_along() -> None:
    app = make_app(first="edit")
    async with app.run_test(size=(80, 24)) as pilot:
        await paste(await enter(app, pilot), pilot, GOOD)
        await pilot.press("ctrl+t")
        await wait_for(pilot, lambda: app.current_mode == "search")
        await wait_for_texts(pilot, "Latin square, order 3")


async def test_a_text_of_two_families_is_answered_with_both_and_read_after_a_first_line() -> None:
    app = make_app(first="edit")
    async with app.run_test(size=(120, 30)) as pilot:
        screen = await enter(app, pilot)
        await paste(screen, pilot, "1 1\n2 2\n")
        await wait_for(pilot, lambda: screen.typed.error is not None)
        shown = " ".join(screen_text(app).split())
        assert "the text could be SameGame or Latin square completion" in shown
        assert '"# samegame"' in shown
        assert '"# latin"' in shown
        screen.query_one(PuzzleText).put("# samegame\n1 1\n2 2\n")
        await wait_for(pilot, lambda: screen.loaded is not None)
        assert screen.loaded is not None
        assert screen.loaded.family.name == "samegame"


async def test_a_sudoku_is_drawn_with_the_note_that_its_boxes_were_assumed() -> None:
    app = make_app(first="edit")
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await enter(app, pilot)
        await paste(screen, pilot, "53..7....\n" + 8 * ".........\n")
        await wait_for_texts(pilot, "A Sudoku or a Latin square")
        await pilot.press("escape")
        await wait_for(pilot, lambda: app.screen is screen and screen.loaded is not None)
        assert "boxes read as 3 x 3" in " ".join(screen_text(app).split())
