"""RNA designs as characters: rows of letters, flat figures, arcs; what is wrong is marked, and all of it fits."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace

import pytest
from drivers.rna_designs import ITS_FOLD, MISFOLDING, PUZZLE, SOLUTIONS, TARGET, board_of, misfolded, pair_set

from puzzles.rna import vienna
from puzzles.rna.puzzle import RnaPuzzle
from tui.boards.canvas import Canvas
from tui.boards.drawing import Facts, draw, drawable
from tui.boards.rna import page_arcs, page_plane
from tui.boards.rna import text as strip
from tui.boards.rna.scene import Scene, of_design, of_position, scene_of, tenths

WRONG = misfolded(TARGET, ITS_FOLD)
FACTS: Facts = {"fold": ITS_FOLD, "distance": 7}
ROD = "(" * 60 + "...." + ")" * 60
STAR = "(((" + "((((....))))" * 6 + ")))"


def scene(sequence: str = MISFOLDING, fold: str = ITS_FOLD) -> Scene:
    return scene_of(PUZZLE, board_of(sequence), {"fold": fold})


def page_lines(page: Canvas) -> list[str]:
    return ["".join(piece.text for piece in page.line(y)) for y in range(page.height)]


def kinds_at(page: Canvas) -> dict[tuple[int, int], str]:
    """The kind of each character."""
    found = {}
    for y in range(page.height):
        x = 0
        for piece in page.line(y):
            found |= {(x + i, y): piece.kind for i in range(len(piece.text))}
            x += len(piece.text)
    return found


def rows(width: int, *, facts: Facts = FACTS, puzzle: RnaPuzzle = PUZZLE, plain: bool = True) -> dict[str, str]:
    """Each row of the headless drawing by its name, the blocks put together again."""
    found: dict[str, str] = {}
    block = 0
    for line in draw(puzzle, board_of(MISFOLDING), width=width, plain=plain, facts=facts):
        text = "".join(piece.text for piece in line)
        assert len(text) <= width
        if not text:
            block = max(map(len, found.values()))
            continue
        name = text[: strip.LABEL].strip()
        found[name] = found.get(name, "").ljust(block) + text[strip.LABEL :]
    return found


@pytest.mark.parametrize("width", [80, 40, 21])
def test_headless_rows_hold_target_fold_bases_and_marks(width: int) -> None:
    found = rows(width)
    assert found["target"] == TARGET
    assert found["fold"] == ITS_FOLD
    assert found["bases"] == MISFOLDING
    assert {i for i, letter in enumerate(found["misfold"]) if letter == "x"} == WRONG
    assert "allowed" not in found, "nothing is restrained"


def test_the_rows_have_no_marks_where_all_is_right_and_no_fold_where_none_is_known() -> None:
    assert "misfold" not in rows(80, facts={"fold": TARGET})
    assert set(rows(80, facts={})) == {"", "target", "bases"}


def test_restraints_have_a_row() -> None:
    letters = "N" * 4 + "RYGC" + "N" * (len(TARGET) - 8)
    found = rows(80, puzzle=RnaPuzzle(TARGET, letters))
    assert found["allowed"] == letters.replace("N", ".")


@pytest.mark.parametrize("length", [5, 46, 120])
def test_a_number_ends_over_its_position(length: int) -> None:
    text = strip.ruler(length)
    assert len(text) == length
    for word in text.split():
        assert text.index(word) + len(word) == int(word)
    assert text.split() == ["1", *map(str, range(10, length + 1, 10))]


@pytest.mark.parametrize("plain", [True, False])
def test_only_ascii_where_it_is_asked_for(plain: bool) -> None:
    shown = scene()
    figure = page_plane.figure(TARGET, 70, 20)
    empty = Scene(PUZZLE, PUZZLE.start_board)
    pages = [
        page_plane.page(shown, figure, figure.scale(70, 20), of_fold=False, plain=plain, cursor=3),
        page_plane.page(empty, figure, 1.0, of_fold=False, plain=plain),
        page_plane.page(empty, figure, 6.0, of_fold=False, plain=plain),
        page_arcs.page(shown, 1.0, 12, plain=plain, cursor=3),
        page_arcs.page(shown, 0.5, 12, plain=plain),
        strip.page(shown, 60, 0, plain=plain, cursor=20),
    ]
    for page in pages:
        assert "".join(page_lines(page)).isascii() == plain


def test_a_lettered_figure_shows_each_base_at_its_place_and_marks_what_misfolds() -> None:
    shown, figure = scene(), page_plane.figure(TARGET, 120, 40)
    page = page_plane.page(shown, figure, figure.scale(120, 40), of_fold=False, plain=True)
    lines, kinds = page_lines(page), kinds_at(page)
    places = [page_plane.place(figure, figure.scale(120, 40), i) for i in range(len(TARGET))]
    assert len(set(places)) == len(places)
    assert "".join(lines[y][x] for x, y in places) == MISFOLDING
    assert {i for i, place in enumerate(places) if "wrong" in kinds[place]} == WRONG
    for one, other in pair_set(TARGET):
        (x, y), (to_x, to_y) = places[one], places[other]
        gap = max(abs(x - to_x), 2 * abs(y - to_y))
        assert gap <= 12, "partners are near each other"


def test_both_ends_are_named() -> None:
    figure = page_plane.figure(TARGET, 120, 40)
    text = "\n".join(page_lines(page_plane.page(scene(), figure, 6.0, of_fold=False, plain=True)))
    assert "5'" in text
    assert "3'" in text


@pytest.mark.parametrize("structure", [TARGET, ROD, STAR, "....", "(((...)))", ITS_FOLD])
@pytest.mark.parametrize("room", [(46, 10), (76, 18), (150, 42), (5, 3)])
def test_a_figure_fits_its_room(structure: str, room: tuple[int, int]) -> None:
    figure = page_plane.figure(structure, *room)
    width, height = figure.size(figure.scale(*room))
    assert width <= max(room[0], 6)
    assert height <= room[1]


def test_small_figures_mark_misfolds_too() -> None:
    shown, figure = scene(), page_plane.figure(TARGET, 30, 8)
    page = page_plane.page(shown, figure, 1.5, of_fold=False, plain=True)
    marked = {place for place, kind in kinds_at(page).items() if "wrong" in kind}
    places = {i: page_plane.place(figure, 1.5, i) for i in range(len(TARGET))}
    assert marked >= {places[i] for i in WRONG}
    assert "x" in "".join(page_lines(page))


def test_the_figure_of_the_fold_has_the_folds_pairs_side_by_side() -> None:
    figure = page_plane.figure(ITS_FOLD, 120, 40)
    for one, other in pair_set(ITS_FOLD):
        (x, y), (to_x, to_y) = figure.points[one], figure.points[other]
        assert abs(x - to_x) + abs(y - to_y) < 3


def test_arcs_stand_over_the_sequence_and_under_it() -> None:
    page = page_arcs.page(scene(), 1.0, 15, plain=True)
    lines = page_lines(page)
    middle = page_arcs.middle(scene(), 15)
    assert lines[middle] == MISFOLDING
    assert any(line.strip() for line in lines[:middle])
    assert any(line.strip() for line in lines[middle + 1 :])
    feet = {i for i, letter in enumerate(lines[middle - 1]) if letter != " "}
    paired = {i for i, letter in enumerate(TARGET) if letter != "."}
    assert feet <= paired | {i + 1 for i in paired} | {i - 1 for i in paired}


def test_without_a_fold_all_the_room_is_for_the_target() -> None:
    shown = Scene(PUZZLE, PUZZLE.start_board)
    assert page_arcs.middle(shown, 15) == 14
    assert len(page_lines(page_arcs.page(shown, 1.0, 15, plain=True))) == 15


def test_a_sequence_wider_than_the_page_is_drawn_as_a_line_with_crosses() -> None:
    pitch = page_arcs.widths(len(TARGET), 23)[0]
    line = page_lines(page_arcs.page(scene(), pitch, 9, plain=True))[page_arcs.middle(scene(), 9)]
    assert len(line) <= 23
    assert set(line) <= set("-x")
    wrong = {page_arcs.place(pitch, i) for i in WRONG}
    assert wrong == {x for x, letter in enumerate(line) if letter == "x"}


@pytest.mark.parametrize("columns", [10, 23, 46, 100, 300])
def test_arcs_are_offered_from_the_whole_sequence_to_wide_letters(columns: int) -> None:
    widths = page_arcs.widths(len(TARGET), columns)
    assert list(widths) == sorted(set(widths))
    assert widths[0] * len(TARGET) <= columns + 1e-9
    assert widths[-1] == page_arcs.WIDEST


@pytest.mark.parametrize("pitch", [0.3, 1.0, 3.0])
def test_nested_arcs_never_leave_the_page(pitch: float) -> None:
    deep = scene_of(RnaPuzzle(ROD), [1] * len(ROD), {"fold": ROD})
    page = page_arcs.page(deep, pitch, 11, plain=False)
    assert (page.width, page.height) == (page_arcs.size(len(ROD), pitch, 11))
    assert page_lines(page)[0].strip(), "the longest arc reaches the top"


@pytest.mark.parametrize("fold", ["(((", TARGET + ".", ")" + TARGET[2:] + "(", "x" * len(TARGET), 7])
def test_a_fold_that_does_not_fit_is_passed_over(fold: object) -> None:
    shown = scene_of(PUZZLE, board_of(MISFOLDING), {"fold": fold})  # type: ignore[dict-item]
    assert shown.fold == ""
    assert not shown.wrong


def test_only_boards_of_the_puzzle_can_be_drawn() -> None:
    good = board_of(SOLUTIONS[0])
    assert drawable(PUZZLE, good)
    assert not drawable(PUZZLE, good[:-1])
    assert not drawable(PUZZLE, (5, *good[1:]))
    assert not drawable(PUZZLE, (-1, *good[1:]))


def test_designs_that_differ_in_one_base_differ_in_few_characters() -> None:
    """So that a live run costs few bytes."""
    draws = random.Random(1)
    figure = page_plane.figure(TARGET, 60, 20)
    for one, position in itertools.product(SOLUTIONS[:1], draws.sample(range(len(TARGET)), 5)):
        other = one[:position] + ("A" if one[position] != "A" else "G") + one[position + 1 :]
        pages = [page_plane.page(scene(text, TARGET), figure, 6.0, of_fold=False, plain=False) for text in (one, other)]
        changes = pages[0].changes(pages[1])
        assert [end - first for first, end in changes.values()] == [1]


@pytest.mark.parametrize("board", [(), (1, 2), (5,) * len(TARGET), (-1,) * len(TARGET), (1,) * (len(TARGET) + 1)])
def test_a_board_that_does_not_fit_is_drawn_as_open(board: tuple[int, ...]) -> None:
    assert draw(PUZZLE, board, width=80, plain=True) == draw(PUZZLE, PUZZLE.start_board, width=80, plain=True)


@pytest.mark.parametrize("plain", [False, True])
def test_motifs_that_are_proved_undesignable_have_a_mark_and_a_colour(plain: bool) -> None:
    puzzle = RnaPuzzle("..((.(...)))..")
    barred = {4, 5, 6, 7, 8, 9, 10, 3}
    assert rows_of(puzzle, plain)["proved"] == "   !!!!!!!!"
    drawn = scene_of(puzzle, puzzle.start_board, None)
    arcs = kinds_at(page_arcs.page(drawn, 1, 8, plain=plain))
    assert {x for (x, _), kind in arcs.items() if kind == "barred"} == barred
    shape = page_plane.figure(puzzle.target, 100, 40)
    plane = page_plane.page(drawn, shape, shape.scale(100, 40), of_fold=False, plain=plain)
    assert sum(line.count("!") for line in page_lines(plane)) == len(barred)
    assert "barred" in kinds_at(plane).values()
    assert scene_of(RnaPuzzle(puzzle.target, model="eterna-v1"), puzzle.start_board, None).barred == frozenset()
    assert of_position(drawn, 5).endswith("; proved undesignable: (.(...)) (own proof, 1 rival)")
    assert of_design(drawn, "target") == "the target's shape; !: 1 motif proved undesignable"
    assert of_design(drawn, "target", 42) == "!: 1 motif proved undesignable"


def rows_of(puzzle: RnaPuzzle, plain: bool) -> dict[str, str]:
    lines = ["".join(piece.text for piece in line) for line in draw(puzzle, puzzle.start_board, width=80, plain=plain)]
    return {line[: strip.LABEL].strip(): line[strip.LABEL :].rstrip() for line in lines}


@pytest.mark.parametrize("target", [TARGET, ITS_FOLD, ROD[:20] + "...." + ROD[-20:]])
@pytest.mark.parametrize("plain", [False, True])
def test_the_ensemble_is_drawn_with_marks_and_colours(target: str, plain: bool) -> None:
    sequence = MISFOLDING if len(target) == len(MISFOLDING) else "G" * 22 + "C" * 22
    puzzle = RnaPuzzle(target)
    odds = vienna.pair_odds(sequence, "eterna-v2")
    shown = replace(scene_of(puzzle, board_of(sequence), None), odds=odds)
    assert shown.defect == pytest.approx(vienna.ensemble(sequence, target, "eterna-v2").defect, abs=1e-4)
    for pitch, lines in ((0.4, 8), (1.0, 12), (3.0, 40)):
        page = page_arcs.odds_page(shown, pitch, lines, plain=plain)
        assert (page.width, page.height) == page_arcs.size(len(target), pitch, lines)
        row = page_lines(page)[page_arcs.odds_middle(lines)]
        if pitch >= 1:
            assert [row[page_arcs.place(pitch, i)] for i in range(len(target))] == [
                tenths(one) for one in shown.defects
            ]
        assert "".join(page_lines(page)).isascii() == plain
    wide = page_lines(page_arcs.odds_page(shown, 3.0, 40, plain=plain))
    row = page_arcs.odds_middle(40)
    for side, reach in (
        (-1, {i for one, other, share in odds if share > 0.3 for i in (one, other)}),
        (1, paired(target)),
    ):
        feet = {i for i in range(len(target)) if wide[row + side][page_arcs.place(3.0, i)] not in " \u2800"}
        assert reach <= feet
    figure = page_plane.figure(target, 100, 40)
    for scale in (1.0, figure.scale(100, 40)):
        plane = page_plane.page(shown, figure, scale, of_fold=False, plain=plain, defects=shown.defects)
        kinds = set(kinds_at(plane).values())
        assert {"sound" if one < 0.1 else "fair" if one < 0.5 else "poor" for one in shown.defects} >= kinds & {
            "sound",
            "fair",
            "poor",
        }


def paired(structure: str) -> set[int]:
    return {position for pair in pair_set(structure) for position in pair}


def test_free_positions_have_no_defect() -> None:
    puzzle = RnaPuzzle("((((....)))).........", free="15-21")
    sequence = "GGGCAAAAGCCCAAGGAAACC"
    shown = replace(scene_of(puzzle, board_of(sequence), None), odds=vienna.pair_odds(sequence, "eterna-v2"))
    wanted = vienna.ensemble(sequence, puzzle.target, "eterna-v2", puzzle.specification.free).defect
    assert shown.defect == pytest.approx(wanted, abs=1e-4)
    assert set(shown.defects[14:]) == {0.0}


TWO = RnaPuzzle("((((..((((&))))....))))", "NNNNNNNNNN&NNNNNNNNGNNN")
ON_TWO = {"fold": "((((..((((&))))....))))"}


def on_two(sequence: str = "GGCAAAGCGCGCGCAAAGUGCC") -> Scene:
    return scene_of(TWO, board_of(sequence), ON_TWO)


def test_two_strands_are_written_with_their_sign_and_positions_are_those_of_bases() -> None:
    drawn = draw(TWO, board_of("GGCAAAGCGCGCGCAAAGUGCC"), width=80, plain=True, facts=ON_TWO)
    lines = ["".join(piece.text for piece in line) for line in drawn]
    assert [line[strip.LABEL :] for line in lines[:5]] == [
        strip.ruler(22, 10),
        "((((..((((&))))....))))",
        "((((..((((&))))....))))",
        "GGCAAAGCGC&GCGCAAAGUGCC",
        "..........&........G...",
    ]
    assert strip.ruler(22, 10) == f"1{' ' * 7}10{' ' * 9}20{' ' * 2}"
    assert strip.ruler(22, 9) == f"1{' ' * 8}10{' ' * 8}20{' ' * 2}"
    page = strip.page(on_two(), 50, 0, plain=True, cursor=10)
    marked = page_lines(page)[0]
    assert marked[strip.LABEL + 11] == "V", "the first base behind the sign"
    assert marked[strip.LABEL + 9] == "v", "its partner"


@pytest.mark.parametrize("plain", [True, False])
def test_a_figure_of_two_strands_has_a_gap_and_all_four_ends(plain: bool) -> None:
    shown = on_two()
    figure = page_plane.figure(TWO.target, 100, 40, TWO.nick)
    page = page_plane.page(shown, figure, figure.scale(100, 40), of_fold=False, plain=plain)
    text = "\n".join(page_lines(page))
    assert text.count("5'") == 2
    assert "3'" in text, "where there is a free place beside the end"
    ends, others = figure.points[9:11], figure.points[10:12]
    assert sum((a - b) ** 2 for a, b in zip(*ends, strict=True)) > sum(
        (a - b) ** 2 for a, b in zip(*others, strict=True)
    )


def test_arcs_of_two_strands_part_the_line_of_bases() -> None:
    shown = on_two()
    assert shown.columns == 23
    for page, row in (
        (page_arcs.page(shown, 1.0, 15, plain=True), page_arcs.middle(shown, 15)),
        (page_arcs.odds_page(shown, 1.0, 15, plain=True), page_arcs.odds_middle(15)),
    ):
        assert page_lines(page)[row][10] == "&"
    assert page_lines(page_arcs.page(shown, 1.0, 15, plain=True))[page_arcs.middle(shown, 15)] == (
        "GGCAAAGCGC&GCGCAAAGUGCC"
    )


def test_the_fold_of_two_strands_is_known_with_its_sign_and_may_leave_them_apart() -> None:
    apart = scene_of(TWO, board_of("GGCAAAGCGCGCGCAAAGUGCC"), {"fold": "..........&............"})
    assert apart.wrong == frozenset(range(4)) | frozenset(range(6, 14)) | frozenset(range(18, 22))
    assert not on_two().wrong
    assert of_position(on_two(), 10).startswith("11 G: with 10 C")


@pytest.mark.parametrize("state", ["", ITS_FOLD + " at 60"])
def test_what_is_drawn_is_said_in_the_columns_of_a_small_terminal(state: str) -> None:
    """A board beside a panel at 80 columns has 42; each view keeps words of its own there."""
    puzzle = RnaPuzzle(TARGET, state=state)
    odds = vienna.pair_odds(MISFOLDING, "eterna-v2")
    for fold in (ITS_FOLD, TARGET):
        facts: Facts = {"fold": fold, "state_1_fold": fold, "state_2_fold": fold}
        known = replace(scene_of(puzzle, board_of(MISFOLDING), facts), odds=odds)
        for one in (known, replace(known, odds=None)):
            for view in ("target", "fold", "arcs", "defect", "odds"):
                assert len(of_design(one, view, 42)) <= 42
        views = [of_design(known, view, 42) for view in ("target", "fold", "arcs", "defect", "odds")]
        assert len(set(views)) == 5
