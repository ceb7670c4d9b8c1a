"""Pictures on paper: pages of A4 or letter with one picture or several, as PDF, PNG or SVG. matplotlib comes late."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from puzzles.errors import PuzzleError
from puzzles.family import PICTURE, Board, Family, Puzzle, TextFormat
from puzzles.parameters import Value
from puzzles.picture import BASELINE, Circle, Picture, Shape, Words, placed, svg
from puzzles.text.quoting import counted
from tui.words.replay import REPLAY_NAMES, REPLAYS, replayed, steps_to

PAPERS = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}
"""Width and height in points, upright."""
DEFAULT_PAPER = "a4"
EDGE, GAP = 40.0, 18.0
"""Points that stay white along each edge of a page, and between two pictures."""
LARGEST_SCALE = 2.5
"""A small puzzle does not fill its page."""
UPRIGHT = 1.4
"""An upright page is preferred to a turned one whose pictures are larger by less than this factor."""
SMALLEST_LETTERS = 4.0
"""Points: smaller ones can't be read on paper."""
MOST_SHAPES = 100_000
"""Of a page: they take some ten seconds, and nobody can read so many on paper."""
MOST_PER_PAGE = 12
DOTS = 200
"""Per inch of a PNG."""

PAGES = (
    TextFormat("pdf", "the picture on a page, to print", writes=True, suffix=".pdf", reads=False),
    TextFormat("png", f"the picture on a page, {DOTS} dots an inch", writes=True, suffix=".png", reads=False),
)
"""Formats of all families that draw pictures, besides their text formats."""
PAGE_NAMES = frozenset(one.name for one in PAGES)


def formats_of(family: Family) -> tuple[TextFormat, ...]:
    """The family's text formats, then those that all families have."""
    return (*family.formats, *pages_of(family), *replays_of(family))


def pages_of(family: Family) -> tuple[TextFormat, ...]:
    """The formats of pages if the family draws pictures; else none."""
    return PAGES if PICTURE in family.formats else ()


def replays_of(family: Family) -> tuple[TextFormat, ...]:
    """The formats of replays if people can play the family; else none."""
    return REPLAYS if family.by_hand is not None else ()


def encoded(
    family: Family, puzzle: Puzzle, name: str, boards: Sequence[Board], facts: Sequence[Mapping[str, Value]] = ()
) -> bytes:
    """The boards (without any, the puzzle) in the named format, of text or of pages; PuzzleError if it can't hold them.

    `facts`: as `Family.write_many`.
    """
    if name in REPLAY_NAMES:
        if len(boards) != 1:
            raise PuzzleError(f"format {name} with {counted(len(boards), 'board')}", "one")
        return replayed(name, puzzle, steps_to(family, puzzle, boards[0]))
    if name not in PAGE_NAMES:
        text = family.write_many(puzzle, name, boards, facts) if boards else family.write(puzzle, name)
        return text.encode()
    pictures = [family.picture(puzzle, board) for board in boards] or [family.picture(puzzle)]
    return page_file(name, sheets(pictures))


@dataclass(frozen=True, slots=True)
class Arrangement:
    """How a page is divided: its size in points, its columns and rows, and the places' width and height."""

    width: float
    height: float
    columns: int
    rows: int

    @property
    def wide(self) -> float:
        return (self.width - 2 * EDGE - GAP * (self.columns - 1)) / self.columns

    @property
    def high(self) -> float:
        return (self.height - 2 * EDGE - GAP * (self.rows - 1)) / self.rows

    def scale(self, picture: Picture) -> float:
        """By which the picture fills its place."""
        return min(self.wide / picture.width, self.high / picture.height, LARGEST_SCALE)


def sheets(pictures: Sequence[Picture], per_page: int = 1, paper: str = DEFAULT_PAPER) -> list[Picture]:
    """Pages with that many pictures each, in their order, row by row, as large as the paper allows.

    Alone, a wide picture turns its page; PuzzleError if a page would have more than MOST_SHAPES shapes.
    """
    return [
        _sheet(pictures[first : first + per_page], per_page, PAPERS[paper])
        for first in range(0, len(pictures), per_page)
    ]


def _sheet(pictures: Sequence[Picture], per_page: int, paper: tuple[float, float]) -> Picture:
    count = sum(len(one.shapes) for one in pictures)
    if count > MOST_SHAPES:
        found = f"the picture has {count:,} lines, circles and words"
        raise PuzzleError(found, f"at most {MOST_SHAPES:,} on a page; format svg holds any number")
    page = _arranged(pictures, per_page, paper)
    shapes: list[Shape] = []
    for number, one in enumerate(pictures):
        row, column = divmod(number, page.columns)
        scale = page.scale(one)
        x = EDGE + column * (page.wide + GAP) + (page.wide - one.width * scale) / 2
        spare = page.high - one.height * scale
        y = EDGE + row * (page.high + GAP) + min(spare / 2, 2 * EDGE)
        shapes += placed(one.shapes, (x, y), scale)
    title, about = ("; ".join(getattr(one, of) for one in pictures) for of in ("title", "about"))
    return Picture(page.width, page.height, title, about, tuple(shapes))


def _arranged(pictures: Sequence[Picture], per_page: int, paper: tuple[float, float]) -> Arrangement:
    """The one with the largest pictures; a page is turned only for pictures that get a good deal larger by it."""
    arrangements = [
        Arrangement(*size, columns, math.ceil(per_page / columns))
        for size in (paper, paper[::-1])
        for columns in range(1, per_page + 1)
    ]

    def worth(one: Arrangement) -> float:
        return round(sum(map(one.scale, pictures)) * (UPRIGHT if one.width < one.height else 1.0), 3)

    return max(arrangements, key=worth)


def smallest_letters(page: Picture) -> float:
    """The size in points of the smallest words of a page; infinity if it has none."""
    return min((one.size for one in page.shapes if isinstance(one, Words)), default=math.inf)


def check_pages(name: str, count: int) -> None:
    """PuzzleError if the format of that name can't hold so many pages."""
    if name != "pdf" and count != 1:
        raise PuzzleError(f"format {name} can't hold {count:,} pages", "one, or format pdf")


def page_file(name: str, pages: Sequence[Picture]) -> bytes:
    """The file of the pages, by the format's name: `pdf`, or with a single page `png` or `svg`; no dates are in it."""
    check_pages(name, len(pages))
    return svg(pages[0]).encode() if name == PICTURE.name else _pdf(pages) if name == "pdf" else _png(pages[0])


def _pdf(pages: Sequence[Picture]) -> bytes:
    from matplotlib.backends.backend_pdf import PdfPages

    file = io.BytesIO()
    # with a date, two files of one puzzle would differ
    about = {"Title": pages[0].title, "CreationDate": None, "Creator": "mcs-tui", "Producer": None}
    with _plain_settings(), PdfPages(file, metadata=about) as document:
        for page in pages:
            document.savefig(_figure(page))
    return file.getvalue()


def _png(page: Picture) -> bytes:
    file = io.BytesIO()
    with _plain_settings():
        _figure(page).savefig(file, format="png", dpi=DOTS, metadata={"Title": page.title, "Software": None})
    return file.getvalue()


@contextmanager
def _plain_settings() -> Iterator[None]:
    """matplotlib's own defaults, whatever the user's settings are; letters embedded as TrueType."""
    import matplotlib

    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams["pdf.fonttype"] = 42
        yield


def _figure(page: Picture) -> Any:
    """A matplotlib figure of the page's size, with one artist that draws all shapes."""
    from matplotlib.artist import Artist
    from matplotlib.colors import to_rgba
    from matplotlib.figure import Figure
    from matplotlib.font_manager import FontProperties
    from matplotlib.path import Path as Outline
    from matplotlib.transforms import Affine2D

    fonts = {bold: FontProperties(family="DejaVu Sans", weight="bold" if bold else "normal") for bold in (False, True)}
    round_outline = Outline.unit_circle()

    class Drawn(Artist):
        def draw(self, renderer: Any) -> None:
            scale = renderer.points_to_pixels(1.0)
            context = renderer.new_gc()
            context.set_joinstyle("round")
            context.set_capstyle("round")
            flip = Affine2D().scale(scale, -scale).translate(0, page.height * scale)
            for one in page.shapes:
                if isinstance(one, Words):
                    font = fonts[one.bold].copy()
                    font.set_size(one.size)
                    context.set_foreground(one.colour)
                    wide = renderer.get_text_width_height_descent(one.text, font, False)[0]
                    x = one.at[0] * scale - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[one.anchor]
                    # the renderers' y goes up, or down, as they say
                    y = (one.at[1] + BASELINE * one.size) * scale
                    renderer.draw_text(
                        context, x, y if renderer.flipy() else page.height * scale - y, one.text, font, 0
                    )
                    continue
                pen = one.pen
                context.set_linewidth(pen.width if pen.line else 0)
                context.set_foreground(pen.line or "#ffffff")
                context.set_dashes(0, pen.dashes or None)
                fill = to_rgba(pen.fill) if pen.fill else None
                if isinstance(one, Circle):
                    place = Affine2D().scale(one.radius).translate(*one.centre) + flip
                    renderer.draw_path(context, round_outline, place, fill)
                else:
                    points = [*one.points, one.points[0]] if one.closed else one.points
                    renderer.draw_path(context, Outline(points, closed=one.closed), flip, fill)
            context.restore()

    figure = Figure(figsize=(page.width / 72, page.height / 72))
    figure.add_artist(Drawn())
    return figure
