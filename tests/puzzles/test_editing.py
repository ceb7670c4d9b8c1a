"""Drafts: every puzzle and back, every text and back, what typing does, and what is said of what is wrong."""

from __future__ import annotations

import random

import pytest
from drivers import morpion_games, samegame_boards, tsptw_puzzles
from drivers.kakuro_texts import random_crossword, random_square
from drivers.latin_texts import squares
from drivers.rna_targets import random_puzzle
from drivers.typed_grids import pressed, typed_kakuro
from hypothesis import given
from hypothesis import strategies as st

from puzzles import registry
from puzzles.drafts import History
from puzzles.editing import Draft, Pen, draft_of
from puzzles.errors import PuzzleError
from puzzles.family import Family, Puzzle
from puzzles.kakuro.puzzle import Kakuro
from puzzles.latin.puzzle import LatinSquare
from puzzles.parameters import ParameterError, Value
from puzzles.registry import get_family, labelled
from puzzles.rna.puzzle import RnaPuzzle

EDITABLE = [family for family in registry.families() if family.editor is not None]
SMALL: dict[str, dict[str, Value]] = {"latin": {"order": 4}, "kakuro": {"rows": 4}, "samegame": {"columns": 4}}
KEYS = "0123456789.#\\ ()&ACGN-"


def typed(pen: Pen, keys: str) -> Pen:
    """The pen after the keys; `/` is Enter."""
    for key in keys:
        pen = pressed(pen, "enter" if key == "/" else key)
    return pen


def new(family: str, **sizes: int | str) -> Pen:
    editor = get_family(family).editor
    assert editor is not None
    return editor.new(sizes).begin()


def lines(draft: Draft) -> list[str]:
    return [problem.line for problem in draft.problems()]


def read_again(draft: Draft) -> Draft:
    editor = get_family(draft.family).editor
    assert editor is not None
    return editor.read(labelled(draft.text())[1])


def rows_of(draft: Draft) -> list[str]:
    shown = [draft.shown(place).text or "." for place in range(draft.rows * draft.columns)]
    return [" ".join(shown[i : i + draft.columns]) for i in range(0, len(shown), draft.columns)]


def test_every_family_of_ours_can_be_edited() -> None:
    assert {family.name for family in EDITABLE} == set(registry.FAMILY_MODULES)


@pytest.mark.parametrize("family", EDITABLE, ids=lambda family: family.name)
def test_each_example_is_a_draft_that_gives_it_back_and_whose_text_is_the_same_puzzle(family: Family) -> None:
    assert family.editor is not None
    for example in family.examples:
        puzzle = registry.read(example.text)
        draft = draft_of(puzzle, family.editor)
        assert registry.read(draft.text()) == puzzle
        assert read_again(draft) == draft
        assert not draft.problems()
        assert draft.complete


@pytest.mark.parametrize("name", [family.name for family in EDITABLE])
@given(data=st.data())
def test_whatever_is_typed_is_there_again_from_its_text_and_after_undo_and_redo(name: str, data: st.DataObject) -> None:
    editor = get_family(name).editor
    assert editor is not None
    pen = editor.new(SMALL.get(name, {})).begin()
    history = History(pen)
    drafts = [pen.draft]
    for key in data.draw(st.lists(st.sampled_from([*KEYS, "enter", "backspace", "left", "up", "down"]), max_size=40)):
        pen = history.now
        if key in ("left", "up", "down"):
            after: Pen | None = pen.moved(key)  # type: ignore[arg-type]
        else:
            after = pen.enter() if key == "enter" else pen.backspace() if key == "backspace" else pen.press(key)
        if after is not None:
            history.go(after)
            drafts.append(after.draft)
        now = history.now
        assert now.draft.stops(now.place)
        now.draft.about(now.place)
    last = history.now.draft
    assert read_again(last).text() == last.text()
    if last.complete and all(problem.doubt for problem in last.problems()):
        puzzle = last.to_puzzle()
        assert registry.read(last.text()) == puzzle
        assert draft_of(puzzle, editor).to_puzzle() == puzzle
    while history.undo():
        pass
    assert history.now.draft == drafts[0]
    while history.redo():
        pass
    assert history.now.draft == last


def test_a_clue_that_begins_with_its_sign_is_undone() -> None:
    r"""The sign alone changes nothing, and `\1` was no step of its own: nothing was left to take back."""
    history = History(new("kakuro", rows=4).draft.at_stage(1).at(4))
    begun = history.now
    for key in "\\16":
        pen = history.now.press(key)
        assert pen is not None
        history.go(pen)
    assert "\\16" in rows_of(history.now.draft)[1]
    assert history.undo()
    assert history.now == begun
    assert not history.undo()
    assert history.redo()
    assert "\\16" in rows_of(history.now.draft)[1]


@st.composite
def puzzles_of_any_family(draw: st.DrawFn) -> Puzzle:
    """Random puzzles, also such as no generator makes: with clues missing, with givens, a game, any matrix."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    return draw(
        st.one_of(
            squares(8),
            samegame_boards.puzzles(),
            tsptw_puzzles.puzzles(),
            morpion_games.puzzles(),
            st.just(random_crossword(chance)),
            st.just(random_square(chance)),
            st.just(random_puzzle(chance, chance.randint(1, 90), restrained=0.3)),
        )
    )


@given(puzzle=puzzles_of_any_family())
def test_any_puzzle_is_a_draft_that_gives_it_back_and_whose_text_is_the_same_puzzle(puzzle: Puzzle) -> None:
    editor = get_family(puzzle.family).editor
    assert editor is not None
    draft = editor.from_puzzle(puzzle)
    assert draft.to_puzzle() == puzzle
    assert registry.read(draft.text()) == puzzle
    assert editor.from_puzzle(draft.to_puzzle()) == draft


@given(square=squares(8))
def test_a_latin_square_typed_cell_by_cell_is_that_square(square: LatinSquare) -> None:
    words = ["." if value < 0 else str(value + square.first_symbol) for value in square.grid]
    editor = get_family("latin").editor
    assert editor is not None
    pen = editor.from_puzzle(LatinSquare(square.order, (-1,) * square.order**2, square.first_symbol)).begin()
    pen = typed(pen, "".join(words))
    assert pen.draft.to_puzzle() == square
    assert registry.read(pen.draft.text()) == square


def test_a_value_that_could_go_on_waits_for_the_next_key() -> None:
    pen = new("latin", order=20)
    pen = typed(pen, "1")
    assert (pen.typed, pen.place, pen.draft.shown(0).text) == ("1", 0, "1")
    assert typed(pen, "3").place == 1
    assert typed(pen, "3").draft.shown(0).text == "13"
    assert (typed(pen, " ").place, typed(pen, " ").draft.shown(1).text) == (1, "")
    assert rows_of(typed(pen, "2 3 4.5 20 ").draft)[0].startswith("12 3 4 . 5 20 .")
    assert typed(pen, "/").place == 20
    assert pen.backspace().draft.shown(0).text == ""
    assert typed(new("latin", order=9), "1").place == 1
    assert new("latin", order=9).press("A") is None


def test_conflicts_of_a_latin_square_are_told_as_they_arise() -> None:
    draft = typed(new("latin", order=3), "11.1").draft
    assert lines(draft) == ["1 stands twice in row 1.", "1 stands twice in column 1."]
    with pytest.raises(PuzzleError, match="twice in row 1"):
        draft.to_puzzle()
    assert typed(new("latin", order=3), "12./..3").draft.impossible() == "no value fits in row 1, column 3"
    assert typed(new("latin", order=3), "12./3").draft.impossible() == ""


def test_a_kakuro_is_typed_by_its_rows_and_then_its_clues() -> None:
    puzzle = registry.read(get_family("kakuro").examples[1].text)
    assert isinstance(puzzle, Kakuro)
    draft, keys = typed_kakuro(puzzle)
    assert draft.to_puzzle() == puzzle
    assert len(keys) <= 1.3 * puzzle.rows * puzzle.columns


@pytest.mark.parametrize(
    ("family", "sizes", "rows"),
    [
        ("kakuro", {"rows": 4, "columns": 4}, ("3", "12", "11")),
        ("kakuro", {"rows": 3, "columns": 5}, ("4", "#3")),
        ("latin", {"order": 3}, ("123", "2.1", "312")),
        ("latin", {"order": 12}, ("1 2 3 4 5 6 7 8 9 10 11 12", "2" + "." * 11)),
        ("samegame", {"columns": 4, "rows": 3}, ("1234", "1.12", "3321")),
        ("tsptw", {"nodes": 3}, ("1 2 3 40 5 ", "6 7 8 90 1 ")),
    ],
)
def test_enter_behind_a_full_row_leaves_no_row_out(family: str, sizes: dict[str, int], rows: tuple[str, ...]) -> None:
    """Also on the last row: nothing that is typed behind it comes onto the first."""
    by_itself = typed(new(family, **sizes), "".join(rows))
    with_enter = typed(new(family, **sizes), "/".join(rows) + "/")
    assert rows_of(with_enter.draft) == rows_of(by_itself.draft)
    assert with_enter.place == by_itself.place


def test_enter_in_a_row_goes_to_the_next_one_and_behind_a_clue_no_clue_is_left_out() -> None:
    assert typed(new("latin", order=4), "12/3/").place == 8
    pen = typed(new("kakuro", rows=3, columns=3), "2/2/17/16/")
    assert [pen.draft.shown(place).text.strip() for place in (1, 2)] == ["17\\", "16\\"]
    assert pen.place == 3


def test_enter_between_the_two_clues_of_a_cell_stays_there_and_a_missing_one_replaces_none() -> None:
    """Nothing that was typed is replaced by what is typed for the clue that is missing."""
    pen = typed(new("kakuro", rows=4, columns=4), "#2/3/3/20/21/5/")
    assert (pen.place, pen.draft.shown(5).text) == (5, " 5\\? ")
    pen = typed(pen, "12/")
    assert pen.draft.shown(5).text == " 5\\12"
    assert pen.place != 5


def test_a_clue_may_be_typed_with_its_sign_and_other_cells_keep_theirs() -> None:
    pen = typed(new("kakuro", rows=4), "333")
    assert str(pen.draft.count()) == "0 of 6 clues typed"
    pen = typed(pen, "6\\7\\8\\")  # what is complete by itself needs no sign, and may have one
    assert rows_of(pen.draft)[0].split()[1:] == ["6\\", "7\\", "8\\"]
    pen = typed(pen, "24")
    assert pen.draft.shown(4).text == "  \\24"
    assert str(pen.draft.count()) == "4 of 6 clues typed"
    pen = typed(pen.at(5), "#")
    assert lines(pen.draft) == [
        "Above column 1: 6 has no white cell below it.", "Left of row 1: 24 has no white cell right of it.",
    ]  # fmt: skip
    pen = typed(pen.at(5), "1611")
    assert pen.draft.shown(5).text == "16\\11"
    pen = typed(pen.at(5), "\\12")
    assert pen.draft.shown(5).text == "16\\12"
    assert typed(pen.at(5), "#").draft.shown(5).kind == "open"


def test_a_second_click_makes_a_cell_black_and_then_digits_are_clues() -> None:
    draft = new("kakuro", rows=4).draft.at_stage(1).draft.clicked(6)
    assert draft.shown(6).kind == "clue"
    pen = typed(Pen(draft, 6), "3")
    assert pen.draft.shown(6).text == " 3\\  "
    assert pen.draft.clicked(6) == pen.draft, "a clue is not lost by a click"
    assert draft.clicked(6).shown(6).kind == "open"


def test_a_shape_that_is_half_drawn_is_drawn_on_after_a_restart() -> None:
    half = typed(new("kakuro", rows=4), "2").draft
    again = read_again(half)
    assert again == half
    pen = typed(again.begin(), "/113")
    assert rows_of(pen.draft) == rows_of(typed(new("kakuro", rows=4), "2113").draft)


def test_what_is_wrong_with_a_value_is_told_when_it_is_complete() -> None:
    pen = typed(new("kakuro", rows=3), "22" + "1")
    assert lines(pen.draft) == ["Above column 1: 1 down in 2 cells; only 3 to 17."]
    assert lines(pen.settled) == []
    assert lines(typed(pen, "9").settled) == ["Above column 1: 19 down in 2 cells; only 3 to 17."]


def test_impossible_sums_runs_and_clues_without_cells_are_told() -> None:
    pen = typed(new("kakuro", rows=3), "2" * 2)
    draft = typed(pen, "3\\17\\25").draft
    assert lines(draft) == ["Left of row 1: 25 across in 2 cells; only 3 to 17."]
    complete = typed(pen, "3417" + "16").draft
    assert lines(complete) == ["The clues across make 33, those down 7: one is wrong."]
    alone = typed(pen.at(5), "#").draft
    assert [problem.doubt for problem in alone.problems()] == [True, True]
    long = typed(new("kakuro", rows=2, columns=12), "/").draft
    assert lines(long)[0] == "Left of row 1: 11 cells across; a run has at most 9."
    given_twice = typed(typed(pen, "").at(4), "55").draft
    assert "5 is given twice across" in lines(given_twice)[0]


def test_without_a_solution_it_is_said_which_run_has_none() -> None:
    editor = get_family("kakuro").editor
    assert editor is not None
    draft = editor.read("3,3\n*,C4,C3\nF16,?,?\nF3,?,?\n")
    assert draft.impossible() == "row 1 can't make 16"
    good = registry.read(get_family("kakuro").examples[1].text)
    assert draft_of(good, editor).impossible() == ""


def test_a_square_of_sums_needs_all_of_them() -> None:
    pen = new("kakuro", rows=2, shape="square", values=3)
    assert str(pen.draft.count()) == "0 of 4 clues typed"
    with pytest.raises(PuzzleError, match="the sum is missing"):
        pen.draft.to_puzzle()
    draft = typed(pen, "3" + "5" + "4" + "4").draft
    assert draft.complete
    assert registry.read(draft.text()) == draft.to_puzzle()


def test_a_board_is_painted_and_what_hangs_in_the_air_is_told() -> None:
    draft = typed(new("samegame", columns=3, rows=2), "01.2.1").draft
    assert lines(draft) == ["Row 2, column 2: empty, with a colour above it."]
    assert read_again(draft) == draft
    assert lines(typed(new("samegame", columns=3, rows=1), "0.1").draft) == [
        "Column 2 is empty, with others right of it."
    ]
    taller = typed(new("samegame", columns=2, rows=1), "01").draft.sized({"columns": 2, "rows": 2})
    assert rows_of(taller) == [". .", "0 1"]


def test_a_target_grows_as_it_is_typed_and_its_pairs_are_checked() -> None:
    pen = typed(new("rna"), "((...")
    assert str(pen.draft.count()) == "5 positions, 2 brackets open"
    assert not pen.draft.complete
    pen = typed(pen, "))")
    assert pen.draft.to_puzzle().title.startswith("RNA target, 7 nt, 2 pairs")
    assert pen.draft.related(40) == {46}
    low = typed(pen.at(80), "AA").draft
    low = typed(Pen(low, 86), "A").draft
    assert lines(low) == ["Positions 1 and 7: A and A can't pair."]
    assert lines(typed(new("rna"), "(.)").draft) == ["Positions 1 and 3 are too near; a loop has 3 or more."]
    assert lines(typed(new("rna"), "..)").draft) == ["Position 3: ) closes no bracket."]
    assert read_again(low) == low


def test_a_target_of_two_strands_is_typed_with_an_ampersand_in_both_lines() -> None:
    pen = typed(new("rna"), "(((&.))")
    assert str(pen.draft.count()) == "6 positions, 1 bracket open"
    assert pen.draft.title == "RNA target, 3 + 3 nt"
    assert read_again(pen.draft) == pen.draft, "brackets may be open"
    assert pen.draft.shown(0).text == ""
    pen = typed(pen, ")")
    puzzle = pen.draft.to_puzzle()
    assert puzzle == RnaPuzzle("(((&.)))")
    assert not lines(pen.draft)
    assert pen.draft.related(40) == {47}
    assert pen.draft.about(40 + 3) == ("between the strands",)
    assert (pen.draft.name_of(40 + 2), pen.draft.name_of(40 + 5)) == ("Position 3", "Position 5")
    assert [pen.draft.shown(place).text for place in (43, 83)] == ["&", "&"]
    assert "".join(pen.draft.shown(place).text for place in range(8)) == "."
    assert pen.draft.shown(5).text == ".", "the ruler counts bases: the fifth is at the sixth place"
    one = typed(Pen(pen.draft, 43), ".").draft
    assert lines(one) == ["Positions 3 and 6 are too near; a loop has 3 or more."]
    assert one.shown(83).text == "N"
    two = typed(Pen(pen.draft, 80), "&").draft
    assert two.shown(40).text == "&", "it takes both lines"
    assert "One & parts two strands." in lines(two)
    assert pen.draft.sized({"length": 5}).sizes() == {"length": 5}


def test_nodes_are_placed_in_a_table_and_windows_may_be_blank() -> None:
    pen = typed(new("tsptw"), "0 0/3 4 10 20/0 9.5")
    draft = pen.draft
    assert not lines(draft)
    puzzle = draft.to_puzzle()
    assert registry.read(draft.text()) == puzzle
    assert lines(typed(pen.at(3 * 6 + 3), "8 5/").draft) == ["Node 2 closes before it opens."]
    late = typed(pen.at(3 * 6 + 4), "5/").draft
    assert lines(late) == ["Node 2 closes before 10, when one can be there."]
    unfinished = typed(pen, "/7").draft
    with pytest.raises(PuzzleError, match="Node 3 has no place yet"):
        unfinished.to_puzzle()
    assert read_again(unfinished) == unfinished


def test_another_variant_of_morpion_is_another_cross() -> None:
    draft = new("morpion").draft
    assert draft.title == "Morpion Solitaire 5D, empty cross"
    assert {draft.larger(by).title[18:20] for by in (-1, 1)} == {"4T", "5T"}


def test_sizes_change_what_is_inside_only_at_the_edge() -> None:
    draft = typed(new("latin", order=3), "123").draft
    assert rows_of(draft.larger(1))[0] == "1 2 3 ."
    assert rows_of(draft.larger(-1))[0] == "1 2"
    with pytest.raises(ParameterError):
        new("latin", order=2).draft.larger(-9)
    kakuro = registry.read(get_family("kakuro").examples[1].text)
    editor = get_family("kakuro").editor
    assert editor is not None
    one = draft_of(kakuro, editor)
    assert one.larger(1).larger(-1) == one
