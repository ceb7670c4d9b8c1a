"""Pictures of all families: their shapes on the page, as SVG, and the grids of Latin squares and Kakuro."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from puzzles.errors import PuzzleError
from puzzles.family import PICTURE, Family
from puzzles.picture import Circle, Pen, Picture, Words, line, placed, retitled, svg, titled
from puzzles.registry import families, get_family

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("family", families(), ids=lambda one: one.name)
def test_every_example_has_a_picture_within_its_borders(family: Family) -> None:
    for example in family.examples:
        puzzle = family.parse(example.text)
        drawn = family.picture(puzzle, family.attached_board(puzzle))
        for one in drawn.shapes:
            reach = one.radius if isinstance(one, Circle) else 0.6 * one.size if isinstance(one, Words) else 0
            for x, y in (one.at,) if isinstance(one, Words) else getattr(one, "points", None) or (one.centre,):  # type: ignore[union-attr]
                assert reach <= x <= drawn.width - reach, (example.name, one)
                assert reach <= y <= drawn.height - reach, (example.name, one)
        assert PICTURE in family.writable(puzzle)


def test_an_svg_has_all_shapes_and_reads_as_xml() -> None:
    pens = Pen("#123456", 2, dashes=(3, 1)), Pen(fill="#abcdef")
    shapes = (line(pens[0], (1, 2), (3.25, 4)), Circle(pens[1], (5, 6), 7, "a < b"), Words("<&>", (8, 9), 10, "end"))
    text = svg(titled(200, 100, "Title & <more>", "about", shapes))
    assert text == svg(titled(200, 100, "Title & <more>", "about", shapes)), "nothing of time or place is in it"
    root = ElementTree.fromstring(text)
    assert (root.get("viewBox"), root.findtext(f"{SVG}title")) == ("0 0 200 100", "Title & <more>")
    assert root.findtext(f"{SVG}desc") == "about"
    assert [one.text for one in root.iter(f"{SVG}text")] == ["Title & <more>", "<&>"]
    drawn, circle = next(root.iter(f"{SVG}line")), next(root.iter(f"{SVG}circle"))
    assert [drawn.get(name) for name in ("x1", "y1", "x2", "y2")] == ["1", "2", "3.25", "4"]
    assert circle.findtext(f"{SVG}title") == "a < b"
    style = root.findtext(f"{SVG}style") or ""
    assert f".{drawn.get('class')}{{fill:none;stroke:#123456;stroke-width:2" in style
    assert "stroke-dasharray:3 1" in style
    assert f".{circle.get('class')}{{fill:#abcdef}}" in style


def test_a_picture_is_moved_and_scaled_with_its_pens_and_letters() -> None:
    one, two, three = placed(
        (
            line(Pen("#000000", 2, dashes=(3,)), (1, 2), (3, 4)),
            Circle(Pen("#000000"), (0, 0), 5),
            Words("a", (1, 1), 8),
        ),
        (10, 20),
        0.5,
    )
    assert (one.points, one.pen) == (((10.5, 21), (11.5, 22)), Pen("#000000", 1, dashes=(1.5,)))  # type: ignore[union-attr]
    assert (two.centre, two.radius) == ((10, 20), 2.5)  # type: ignore[union-attr]
    assert (three.at, three.size) == ((10.5, 20.5), 4)  # type: ignore[union-attr]


def test_a_long_title_is_cut_and_gets_small() -> None:
    plain = titled(300, 100, "short", "", ())
    heading = titled(300, 100, "x" * 5_000, "", ()).shapes[0]
    assert isinstance(heading, Words)
    assert len(heading.text) <= 120
    assert heading.size * len(heading.text) < 2 * 300
    again = retitled(plain, "other")
    assert (again.title, len(again.shapes)) == ("other", 1)


def words(drawn: Picture) -> dict[str, bool]:
    """All words but the title, and whether they are bold."""
    return {one.text: one.bold for one in drawn.shapes[1:] if isinstance(one, Words)}


def test_a_latin_square_has_its_symbols_as_people_see_them_given_ones_bold() -> None:
    family = get_family("latin")
    puzzle = family.parse("1 . 3\n. 3 .\n3 . 2\n")
    assert words(family.picture(puzzle)) == {"1": True, "3": True, "2": True}
    board = family.parse_board(puzzle, "1 2 3\n2 3 1\n3 1 2\n")
    shown = [(one.text, one.bold) for one in family.picture(puzzle, board).shapes[1:] if isinstance(one, Words)]
    assert [text for text, _ in shown] == list("123231312")
    assert [bold for _, bold in shown] == [True, False, True, False, True, False, True, False, True]
    with pytest.raises(PuzzleError, match="does not fit"):
        family.picture(puzzle, (0,) * 8)


def test_a_kakuro_has_clues_in_black_cells_and_a_square_outside() -> None:
    family = get_family("kakuro")
    crossword = family.parse("x, 4\\, 3\\\n\\3, 0, 0\n\\4, 0, 0\n")
    drawn = family.picture(crossword, (1, 2, 3, 1))
    texts = [(one.text, one.at) for one in drawn.shapes[1:] if isinstance(one, Words)]
    assert sorted(text for text, _ in texts) == ["1", "1", "2", "3", "3", "3", "4", "4"]
    rows = {at[1] for text, at in texts if text == "4"}
    assert len(rows) == 2, "the 4 above goes down, the 4 at the left goes across"
    square = family.parse("# values 1..9\n\t4\t6\n3\t.\t.\n7\t.\t.\n")
    assert sorted(words(family.picture(square))) == ["3", "4", "6", "7"]
    with pytest.raises(PuzzleError, match="does not fit"):
        family.picture(crossword, (1,))
