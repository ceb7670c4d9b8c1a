"""The widget of inverse RNA folding: views, sizes, the base that is looked at, the strip that follows it."""

from __future__ import annotations

import pytest
from drivers.fake_engine import wait_for
from drivers.rna_boards import board, reversed_letters, text
from drivers.rna_designs import ITS_FOLD, MISFOLDING, PUZZLE, SOLUTIONS, TARGET, board_of, misfolded

from puzzles.rna.puzzle import RnaPuzzle
from tui.boards.canvas import ByteBudget
from tui.boards.drawing import Facts
from tui.boards.rna.board import STRAND_KEYS, RnaBoard

FACTS: Facts = {"fold": ITS_FOLD}
SOLVED: Facts = {"fold": TARGET}
WRONG = misfolded(TARGET, ITS_FOLD)
LONG = RnaPuzzle("(((" + "((((....))))...." * 24 + ")))")


async def test_a_misfolding_design_is_set_off_without_colour() -> None:
    async with board() as (app, shown, pilot):
        assert app.status_text == "the target's shape"
        shown.show(board_of(MISFOLDING), facts=FACTS)
        await pilot.pause()
        assert f"{len(WRONG)} of {len(TARGET)} misfold" in app.status_text
        assert len(reversed_letters(shown)) == len(WRONG)
        assert sorted(reversed_letters(shown)) == sorted(MISFOLDING[i] for i in WRONG)
        assert len(reversed_letters(shown.below())) == 3 * len(WRONG), "target, fold and bases"
        shown.show(board_of(SOLUTIONS[0]), facts=SOLVED)
        await pilot.pause()
        assert "it folds as wanted" in app.status_text
        assert not reversed_letters(shown)


async def test_the_strip_has_target_fold_and_bases() -> None:
    async with board() as (_, shown, pilot):
        shown.show(board_of(MISFOLDING), facts=FACTS)
        await pilot.pause()
        lines = text(shown.below()).split("\n")
        assert [line.split() for line in lines[1:]] == [["target", TARGET], ["fold", ITS_FOLD], ["bases", MISFOLDING]]


async def test_a_key_goes_through_the_views() -> None:
    async with board() as (app, shown, pilot):
        await pilot.press("v")
        assert shown.view == "arcs"
        await pilot.press("v", "v", "v")
        assert shown.view == "target", "no fold is known yet"
        shown.show(board_of(MISFOLDING), facts=FACTS)
        pictures = set()
        for expected in ("fold", "arcs", "defect", "odds", "target"):
            await pilot.press("v")
            await pilot.pause()
            assert shown.view == expected
            pictures.add(text(shown))
        assert len(pictures) >= 4, "the defect is drawn when it is known"
        assert "the target's shape" in app.status_text


async def test_what_would_be_illegible_is_drawn_as_arcs() -> None:
    async with board(LONG, size=(48, 12)) as (_, shown, pilot):
        assert shown.view == "arcs"
        await pilot.resize_terminal(160, 50)
        await wait_for(pilot, lambda: shown.view == "target")  # Textual waits a moment for more resizing


@pytest.mark.parametrize("puzzle", [PUZZLE, LONG])
async def test_the_drawing_fits_its_room(puzzle: RnaPuzzle) -> None:
    async with board(puzzle) as (_, shown, pilot):
        for size in ((100, 36), (46, 16), (80, 24), (20, 10)):
            await pilot.resize_terminal(*size)
            for _view in range(2):
                await pilot.press("v")
                await pilot.pause()
                assert shown.virtual_size.width <= shown.size.width
                assert shown.virtual_size.height <= shown.size.height
                assert text(shown).strip()


async def test_zooming_in_shows_letters_and_out_again_all_of_it() -> None:
    async with board(size=(36, 11)) as (_, shown, pilot):
        shown.show(board_of(SOLUTIONS[0]), facts=SOLVED)
        await pilot.pause()
        before = text(shown)
        assert not set("ACGU") & set(before)
        await pilot.press("plus", "plus")
        await pilot.pause()
        assert len(set("ACGU") & set(text(shown))) > 1
        assert shown.virtual_size.height > shown.size.height
        await pilot.press("minus", "minus", "minus")
        await pilot.pause()
        assert text(shown) == before


async def test_looking_at_a_base_says_its_partners_and_brackets_it() -> None:
    async with board() as (app, shown, pilot):
        shown.show(board_of(MISFOLDING), facts=FACTS)
        await pilot.press("full_stop")
        await pilot.pause()
        assert app.status_text == "1 G: with 42 C"
        assert "[G]" in text(shown).replace("⠀", "")
        assert "(C)" in text(shown)
        await pilot.press("comma")
        await pilot.pause()
        assert app.status_text.startswith("1 G"), "there is none before"
        await pilot.press("greater_than_sign")
        await pilot.pause()
        first = min(WRONG) + 1
        assert app.status_text.startswith(f"{first} {MISFOLDING[first - 1]}: ")
        assert "; folds with " in app.status_text
        await pilot.press("less_than_sign")
        await pilot.pause()
        assert app.status_text.startswith(f"{max(WRONG) + 1} "), "from the first on to the last"
        await pilot.press("end")
        await pilot.pause()
        assert app.status_text == "46 A: unpaired"
        await pilot.press("home")
        await pilot.pause()
        assert app.status_text.startswith("1 G")


async def test_open_and_fixed_bases_are_distinguished() -> None:
    letters = "GRN" + "N" * (len(TARGET) - 3)
    async with board(RnaPuzzle(TARGET, letters)) as (app, _, pilot):
        reported = []
        for _ in range(3):
            await pilot.press("full_stop")
            await pilot.pause()
            reported.append(app.status_text)
        assert reported[0].endswith("fixed")
        assert reported[1].endswith("R allowed")
        assert reported[2].endswith("any base")


async def test_without_a_misfold_the_keys_say_so() -> None:
    async with board() as (app, shown, pilot):
        await pilot.press("greater_than_sign")
        await pilot.pause()
        assert app.status_text == "no fold is known yet"
        shown.show(board_of(SOLUTIONS[0]), facts=SOLVED)
        await pilot.pause()
        await pilot.press("greater_than_sign")
        await pilot.pause()
        assert app.status_text == "no base misfolds"


async def test_the_strip_follows_the_base_looked_at() -> None:
    async with board(LONG, size=(60, 20)) as (_, shown, pilot):
        strip = shown.below()
        assert strip.first == 0
        await pilot.press("end")
        await pilot.pause()
        lines = text(strip).split("\n")
        assert lines[1].endswith(")))")
        assert "▼" in lines[0]
        await pilot.press("home")
        await pilot.pause()
        assert strip.first == 0


async def test_a_click_looks_at_a_base() -> None:
    async with board() as (app, shown, pilot):
        shown.show(board_of(MISFOLDING), facts=FACTS)
        await pilot.pause()
        await pilot.click(shown.below(), offset=(9 + 11, 3))
        await pilot.pause()
        assert app.status_text.startswith(f"12 {MISFOLDING[11]}: ")
        x, y = shown._place(30)
        await pilot.click(shown, offset=(shown.left + x, shown.top + y))
        await pilot.pause()
        assert app.status_text.startswith(f"31 {MISFOLDING[30]}: ")


async def test_zoomed_in_the_base_looked_at_is_scrolled_into_view() -> None:
    async with board(LONG, size=(60, 20)) as (_, shown, pilot):
        await pilot.press("v", *["plus"] * 8, "end")
        await pilot.pause()
        x, y = shown._place(LONG.length - 1)
        visible = shown.scroll_offset
        assert visible.x <= shown.left + x < visible.x + shown.size.width
        assert visible.y <= shown.top + y < visible.y + shown.size.height
        assert "[" in text(shown)


async def test_a_design_in_passing_is_plain_and_settles_into_colours() -> None:
    async with board() as (_, shown, pilot):
        now = [100.0]
        shown.budget = ByteBudget(lambda: now[0])
        shown.show(board_of(MISFOLDING), facts=FACTS, passing=True)
        await pilot.pause()

        def colours() -> int:
            lines = [shown.render_line(y) for y in range(shown.size.height)]
            return len({part.style.color for line in lines for part in line if part.style and part.text.strip()})

        few = colours()
        assert len(reversed_letters(shown)) == len(WRONG), "misfolds are set off at once"
        shown.settle()
        assert colours() == few, "too early"
        now[0] += RnaBoard.QUIET
        shown.settle()
        await pilot.pause()
        assert colours() > few


@pytest.mark.parametrize("size", [(100, 36), (46, 16)])
async def test_a_plain_board_is_ascii(size: tuple[int, int]) -> None:
    async with board(plain=True, size=size) as (app, shown, pilot):
        shown.show(board_of(MISFOLDING), facts=FACTS)
        for _ in range(3):
            await pilot.press("v", "greater_than_sign")
            await pilot.pause()
            assert text(shown).isascii()
            assert text(shown.below()).isascii()
            assert app.status_text.isascii()


async def test_what_differs_from_another_design_is_underlined() -> None:
    async with board() as (_, shown, pilot):
        shown.show(board_of(SOLUTIONS[0]), [0, 45], facts=SOLVED)
        await pilot.pause()
        strip = [shown.below().render_line(y) for y in range(4)]
        underlined = "".join(part.text for line in strip for part in line if part.style and part.style.underline)
        assert underlined == SOLUTIONS[0][0] + SOLUTIONS[0][45]


async def test_showing_the_same_again_costs_nothing() -> None:
    async with board() as (_, shown, _pilot):
        shown.show(board_of(MISFOLDING), facts=FACTS)
        assert not shown.redrawn(board_of(MISFOLDING), FACTS)
        assert shown.redrawn(board_of(SOLUTIONS[0]), SOLVED)


async def test_no_key_is_dead() -> None:
    async with board(size=(60, 16)) as (app, shown, pilot):
        shown.show(board_of(MISFOLDING), facts=FACTS)
        for action in STRAND_KEYS.actions:
            for key in action.keys:
                shown.look_at(20)
                await pilot.press("plus")
                await pilot.pause()
                before = app.status_text, text(shown), shown.virtual_size
                await pilot.press(key)
                await pilot.pause()
                assert (app.status_text, text(shown), shown.virtual_size) != before, key
