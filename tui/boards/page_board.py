"""The board of a family that has none, its text; and boards whose places are looked at one by one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from rich.style import Style

from puzzles.family import Board, Puzzle
from tui.boards.canvas import Canvas
from tui.boards.drawing import BoardScene, Piece, draw
from tui.boards.puzzle_board import PuzzleBoard

NEAR = 2
"""How many characters beside a place a click may be."""


def colour_rules(widget: str, prefix: str, looks: Mapping[str, tuple[str, str]]) -> str:
    """The style sheet of a widget's components, by kind: their style, and that in a terminal's own sixteen colours.

    A style is a colour, or several declarations; an empty one means none of its own.
    """
    rules = []
    for number, name in enumerate((widget, f"{widget}:ansi")):
        for kind, styles in looks.items():
            if style := styles[number]:
                declared = style if ":" in style else f"color: {style}"
                rules.append(f"{name} > .{prefix}{kind} {{ {declared}; }}")
    return "\n".join(rules)


class TextBoard(PuzzleBoard):
    """The board of a family that has no widget: its drawing as text, all in one colour."""

    def paint(self, scene: BoardScene) -> Canvas:
        return Canvas.of(draw(self.puzzle, scene.board, width=self._room[0], plain=self.plain, facts=scene.facts))

    def style_of(self, piece: Piece) -> Style:
        return self.own_style


class InspectedBoard(PuzzleBoard):
    """Shows the newest position as a page. View, size and the place that is looked at stay as the user has chosen them.

    Subclasses give the scene of a position (`board`, `marked`, and what else there is to draw), its places, and pages.
    """

    TELLS = True

    def __init__(self, puzzle: Puzzle, start: Board, *, plain: bool = False, id: str | None = None) -> None:
        super().__init__(puzzle, start, plain=plain, id=id)
        self._chosen_view: str | None = None

    @property
    def views(self) -> Sequence[str]:
        """The views that are possible, the usual one first."""
        raise NotImplementedError

    @property
    def places(self) -> Sequence[int]:
        """What can be looked at, in the order in which keys go through it."""
        raise NotImplementedError

    def place_at(self, x: int, y: int) -> int | None:
        """The place that is drawn there; None for none."""
        raise NotImplementedError

    def clicked(self, x: int, y: int) -> None:
        place = self.place_at(x, y)
        if place is not None:
            self.look_at(self.places.index(place))

    @property
    def view(self) -> str:
        """The view that is drawn: the chosen one, if it is possible."""
        return next((one for one in self.views if one == self._chosen_view), self.views[0])

    def drawn_by(self) -> tuple[object, ...]:
        return (*super().drawn_by(), self.view)

    def take(self, scene: Any) -> None:
        """Draws another scene; the place that is looked at stays, if it is still there."""
        self.scene = scene
        if self.cursor not in self.places:
            self.cursor = None
        self.draw_page(seek=True)

    def fit(self, width: int, height: int) -> None:
        self.tell()  # the view may be another one now

    def nearest(self, x: int, y: int, cells: Iterable[tuple[tuple[int, int], int]]) -> int | None:
        """The index whose cell is nearest to that place; None if none is within NEAR."""
        far, index = min((max(abs(column - x), abs(line - y)), index) for (column, line), index in cells)
        return index if far <= NEAR else None

    def look_at(self, index: int) -> None:
        """Sets off the place of that index, or the nearest there is, and says what it is."""
        self.cursor = self.places[min(max(index, 0), len(self.places) - 1)]
        self.draw_page(seek=True)

    def look_at_next(self, some: Collection[int], by: int, no_such: str) -> None:
        """Looks at the next of some places, or the one before if `by` is -1, round and round; if none, says so."""
        indices = [index for index, place in enumerate(self.places) if place in some][::by]
        if indices:
            here = self.index if self.cursor is not None else -1 if by > 0 else len(self.places)
            self.look_at(next((one for one in indices if (one - here) * by > 0), indices[0]))
        else:
            self.tell(no_such)

    @property
    def index(self) -> int:
        """That of the place that is looked at; 0 if there is none."""
        return 0 if self.cursor is None else self.places.index(self.cursor)

    def zoom_to(self, zoom: int) -> None:
        self.zoom = zoom
        self.draw_page(seek=True)

    def action_forward(self) -> None:
        self.look_at(0 if self.cursor is None else self.index + 1)

    def action_back(self) -> None:
        self.look_at(len(self.places) - 1 if self.cursor is None else self.index - 1)

    def action_first(self) -> None:
        self.look_at(0)

    def action_last(self) -> None:
        self.look_at(len(self.places) - 1)

    def action_view(self) -> None:
        self._chosen_view = self.views[(self.views.index(self.view) + 1) % len(self.views)]
        self.draw_page(seek=True)

    def enlarge(self, steps: int) -> None:
        self.zoom_to(self.zoom + steps)

    def draw_page(self, *, seek: bool = False) -> None:
        super().draw_page(seek=seek)
        self.tell()
