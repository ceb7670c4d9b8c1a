"""What is typed and played is never lost: on a disk that is full or read-only, with two apps at once, when replaced."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from drivers.fake_engine import make_app, screen_text, wait_for
from drivers.play_screen import playing
from drivers.samegame_games import CLEARING, LEAVING, SMALL

from puzzles import registry
from tui.kept import stored_files
from tui.kept.loaded import Loaded
from tui.kept.user_files import MOST_DRAFTS, EarlierDrafts, EditText
from tui.play.fill_game import FillGame
from tui.play.store import OwnStore
from tui.screens.edit import EditScreen
from tui.widgets.puzzle_text import PuzzleText

GOOD = "1 . 3\n. 3 .\n3 . 2\n"
HALF = "1 . 3\n. 3 x\n"


def two_drafts(folder: Path) -> tuple[EditText, EditText]:
    """Two apps that have begun with the same draft."""
    first = EditText(folder)
    first.text = "the same"
    assert first.save()
    both = EditText(folder), EditText(folder)
    for one in both:
        assert one.load() == "the same"
    return both


def test_of_two_apps_the_last_writers_draft_holds_and_the_others_is_kept(tmp_path: Path) -> None:
    one, other = two_drafts(tmp_path)
    one.text = "one"
    assert one.save()
    other.text = "other"
    assert other.save()
    assert (one.met_another, other.met_another) == (False, True)
    assert EditText(tmp_path).load() == "other"
    assert [other.earlier.text(name) for name in other.earlier.names] == ["one"]
    other.met_another = False
    for text in ("other 2", "other 3"):
        other.text = text
        assert other.save()
    assert not other.met_another, "its own writing is nobody else's"
    one.text = "one 2"
    assert one.save()
    assert [one.earlier.text(name) for name in one.earlier.names] == ["other 3", "one"]


def test_nothing_is_written_over_while_the_others_draft_cannot_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = two_drafts(tmp_path)
    one.text = "one"
    assert one.save()
    other.text = "other"
    with monkeypatch.context() as patched:
        patched.setattr(EarlierDrafts, "keep", lambda _self, _text: "No space left on device")
        assert not other.save()
    assert other.trouble == "No space left on device"
    assert EditText(tmp_path).load() == "one"
    assert other.save()
    assert other.earlier.text(other.earlier.names[0]) == "one"


def test_of_earlier_drafts_the_newest_are_kept_each_once(tmp_path: Path) -> None:
    drafts = EarlierDrafts(tmp_path)
    for number in range(MOST_DRAFTS + 3):
        assert drafts.keep(f"draft {number}") == ""
    assert drafts.keep("draft 5") == drafts.keep(" \n") == ""
    names = drafts.names
    assert len(names) == MOST_DRAFTS
    assert drafts.text(names[0]) == f"draft {MOST_DRAFTS + 2}"
    drafts.remove(names[0])
    assert drafts.text(names[0]) == ""


def test_of_two_apps_in_one_grid_undo_shows_the_others_board(tmp_path: Path) -> None:
    square = Loaded(registry.read(GOOD))
    stores = OwnStore(tmp_path), OwnStore(tmp_path)
    one, other = (store.game(square) for store in stores)
    assert isinstance(one, FillGame)
    assert isinstance(other, FillGame)
    one.write(1, 1)
    one.pencil(3, 1)
    assert one.pin()
    pinned = one.made
    assert stores[0].save_changed()
    other.write(1, 0)
    other.write(5, 0)
    assert stores[1].save_changed()
    assert stores[1].met_another
    mine, theirs = other.board, one.board
    assert other.go(other.at - 1)
    assert (other.board, other.marks[3]) == (theirs, (1,))
    assert other.go(other.at + 1)
    assert (other.board, other.marks[3]) == (mine, ())
    again = OwnStore(tmp_path).game(square)
    assert (again.board, again.length, again.pins) == (mine, 4, [pinned])
    stores[1].met_another = False
    other.write(7, 0)
    assert stores[1].save_changed()
    assert not stores[1].met_another


def test_of_two_apps_in_one_game_of_moves_both_lines_are_kept(tmp_path: Path) -> None:
    stores = OwnStore(tmp_path), OwnStore(tmp_path)
    for store, moves in zip(stores, (CLEARING, LEAVING), strict=True):
        store.game(Loaded(SMALL))
        assert store.game(Loaded(SMALL)).take(moves)
        assert store.game(Loaded(SMALL)).pin()
    assert stores[0].save_changed()
    assert stores[1].save_changed()
    assert stores[1].met_another
    assert set(OwnStore(tmp_path).of(SMALL).games) == {CLEARING, LEAVING}
    assert OwnStore(tmp_path).game(Loaded(SMALL)).board == LEAVING
    assert OwnStore(tmp_path).game(Loaded(SMALL)).pins == [CLEARING, LEAVING]


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS])
async def test_a_disk_that_refuses_is_told_until_it_takes_all(code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(path: Path, data: bytes, *, durable: bool = False) -> None:
        raise OSError(code, os.strerror(code), str(path))

    async with playing(Loaded(SMALL)) as (app, screen, _, pilot):
        with monkeypatch.context() as disk:
            disk.setattr(stored_files, "replace_file", refused)
            screen.area.board.pointer = CLEARING[0]  # type: ignore[union-attr]
            assert screen.game is not None
            assert screen.game.take(CLEARING[:1])
            app.save_draft()
            assert app.said == f"The disk refuses your game: {os.strerror(code)}. w saves it elsewhere."
            await pilot.press("ctrl+q")
            await wait_for(pilot, lambda: app.screen.is_modal)
            assert "It is lost if you leave now." in " ".join(screen_text(app).replace("│", " ").split())
            await pilot.press("escape")
            app.edit_text.text = "a draft"
            app.save_draft()
            assert app.said.startswith("The disk refuses your draft")
        app.save_draft()
        assert app.said == "Saved now."
        assert EditText(app.edit_text.path.parent).load() == "a draft"
        assert OwnStore(app.own_games.folder.parent).game(Loaded(SMALL)).board == CLEARING[:1]


async def test_a_draft_that_is_no_puzzle_is_reached_again_after_another_took_its_place() -> None:
    before = make_app(first="edit")
    before.edit_text.text = HALF
    assert before.edit_text.save()
    app = make_app(first="home")
    async with app.run_test(size=(80, 40)) as pilot:
        app.open_board(Loaded(registry.read(GOOD)), face="edit")  # as from Home, Puzzles or a run
        screen = app.main_screen("edit")
        assert isinstance(screen, EditScreen)
        await wait_for(pilot, lambda: screen.is_mounted and screen.drawn)
        assert app.said == "What was here is no puzzle yet; 2 Puzzles keeps its text."
        app.action_show("puzzles")
        await wait_for(pilot, lambda: app.current_mode == "puzzles" and app.screen.query("VimList"))
        await pilot.press("slash", *"earlier", "enter")
        await wait_for(pilot, lambda: app.current_mode == "edit" and not screen.drawn)
        assert screen.query_one(PuzzleText).text == HALF
        assert GOOD in (one := app.own_puzzles.puzzles) or not one, "a puzzle that was only looked at is not kept"
        app.action_show("puzzles")
        await wait_for(pilot, lambda: app.current_mode == "puzzles")
        await pilot.press("escape")
        await wait_for(pilot, lambda: "Not a puzzle yet" in screen_text(app))
        await pilot.press("x")
        await wait_for(pilot, lambda: app.said == "Deleted.")
        assert app.edit_text.earlier.names == []
