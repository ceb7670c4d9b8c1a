"""The board of inverse RNA folding: a design's structure, flat or as arcs, its ensemble, and its letters in a strip."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import astuple, replace
from typing import ClassVar

from rich.style import Style

from puzzles.family import Board, Puzzle
from puzzles.rna.energy_models import at_temperature
from puzzles.rna.puzzle import sequence_of
from puzzles.rna.undesignable.claims import NOTHING, Claims, claims
from tui.boards.canvas import Canvas, Redrawn
from tui.boards.drawing import Facts
from tui.boards.hand import Box, Direction, Hand
from tui.boards.page_board import InspectedBoard, colour_rules
from tui.boards.puzzle_board import SCROLLING
from tui.boards.rna import page_arcs, page_plane
from tui.boards.rna.odds import Design, Odds, OddsFinder
from tui.boards.rna.scene import (
    CALM_KINDS,
    ENSEMBLE_VIEWS,
    FIXED,
    MARKED,
    WRONG,
    Scene,
    of_design,
    of_position,
    scene_of,
)
from tui.boards.rna.strip import RnaStripView
from tui.keys.actions import Action, Scope

TARGET, FOLD, ARCS, DEFECT, ODDS = "target", "fold", "arcs", "defect", "odds"
VIEWS = (TARGET, FOLD, ARCS, DEFECT, ODDS)
LINEAR = (ARCS, ODDS)
"""Views that have the sequence in a line."""
LEGIBLE = 1.2
"""Points from a base to the next below which arcs are easier to read than a figure."""
STEP = 1.5
LARGEST = 16.0
"""Each zoom step enlarges a figure by the first, as long as it stays below the second, in points a base."""


LOOKS = {
    "A": ("#e3c46a", "ansi_yellow"),
    "C": ("#86c28a", "ansi_green"),
    "G": ("#e08478", "ansi_red"),
    "U": ("#7db0e6", "ansi_bright_blue"),
    "N": ("$foreground 75%", "ansi_default"),
    "pair": ("$foreground 70%", "ansi_default"),
    "lost": ("$error", "ansi_bright_red"),
    "false": ("#c79ad6", "ansi_magenta"),
    "barred": ("$warning", "ansi_bright_yellow"),
    "strand": ("$foreground 50%", "ansi_bright_black"),
    "sound": ("$success", "ansi_green"),
    "fair": ("$warning", "ansi_bright_yellow"),
    "poor": ("$error", "ansi_bright_red"),
    "calm": ("$foreground", ""),
    "bracket": ("$foreground", ""),
    "quiet": ("$text-muted", "ansi_bright_black"),
    "cursor": ("color: $warning; text-style: bold", "ansi_bright_yellow"),
    "partner": ("$warning", "ansi_bright_yellow"),
}
"""By kind: the colour, and that of the terminal's own sixteen."""
STRAND_KEYS = Scope(
    "strand",
    "On an RNA's board",
    Action("forward", ("full_stop",), "Next base", "Look at the next base and its partners"),
    Action("back", ("comma",), "Base before", "Look at the base before"),
    Action("next_wrong", ("greater_than_sign",), "Next misfold", "Next base that misfolds"),
    Action("previous_wrong", ("less_than_sign",), "Misfold before", "Misfolding base before"),
    Action("first", ("home",), "First base", "The first base"),
    Action("last", ("end",), "Last base", "The last base"),
    Action(
        "view",
        ("v",),
        "View",
        "Next view: the target's shape, the fold's, both as arcs; each base's defect, probabilities of pairs; "
        "then those of the next state",
    ),
    Action("larger", ("plus",), "Larger", "Draw larger"),
    Action("smaller", ("minus",), "Smaller", "Draw smaller, down to where all fits"),
    Action("state", ("m",), "State", "The same view of the next state, of a design for several"),
    footer=False,
    help="A run can look for several designs (designs in the form): the best that the whole budget finds are listed "
    "with their figures.",
)


def _design(scene: Scene) -> Design:
    puzzle = scene.puzzle
    sequence, state = sequence_of(scene.board), scene.drawn
    if state is None:
        return Design(puzzle.with_nick(sequence), puzzle.energy_model)
    ligand = astuple(state.ligand) if state.ligand else None
    conditions = at_temperature(puzzle.model, state.temperature)
    return Design(state.own(sequence), conditions, ligand, state.places.start)


class StrandHand(Hand):
    """Puts bases into a design, whose fold stays the one of the design before until the new one's is known."""

    ACTIONS = Hand.ACTIONS | {"state"}

    board: RnaBoard

    def take(self, board: Board, facts: Facts | None) -> None:
        old, scene = self.board.scene, self.board.scene_of(board, facts)
        if not scene.folds and 0 not in scene.board:
            scene = replace(scene, folds=old.folds)
        self.board.board = scene.board
        self.board.take(self._marked(scene))

    def draw(self) -> None:
        self.board.take(self._marked(self.board.scene))

    def page(self) -> Canvas:
        return self.board.page(self.board.scene)

    def beside(self, direction: Direction) -> int | None:
        """Left and right along the strand; up and down to the partner."""
        cursor, scene = self.board.cursor, self.board.scene
        if cursor is None:
            return 0
        if direction in ("up", "down"):
            partner = scene.partners[cursor]
            return partner if partner >= 0 else None
        place = cursor + (1 if direction == "right" else -1)
        return place if 0 <= place < scene.length else None

    def in_order(self) -> Sequence[int]:
        return self.board.places

    def place_at(self, x: int, y: int) -> int | None:
        return self.board.place_at(x, y)

    def _marked(self, scene: Scene) -> Scene:
        return replace(scene, broken=self.marks.wrong, marked=self.marks.hint)


class RnaBoard(InspectedBoard):
    """Shows the newest design. The view, the size, and the base that is looked at stay as the user has chosen them."""

    DEFAULT_CSS = colour_rules("RnaBoard", "rna--", LOOKS)
    COMPONENT_CLASSES: ClassVar[set[str]] = {"rna--" + kind for kind in LOOKS}
    SCOPES = (SCROLLING, STRAND_KEYS)
    KEYS = "< , . >  + -  v"
    QUIET = 2.0
    CALM = CALM_KINDS
    HAND = StrandHand
    PREFIX = "rna--"
    MARKS: ClassVar[dict[str, Style]] = {
        WRONG: Style(reverse=True),
        FIXED: Style(bold=True),
        MARKED: Style(underline=True),
    }
    AROUND = (2, 6, 2, 6)

    scene: Scene
    _proved: Claims = NOTHING
    _state = 0

    def __init__(self, puzzle: Puzzle, start: Board, *, plain: bool = False, id: str | None = None) -> None:
        self._odds: dict[Design, Odds | None] = {}
        super().__init__(puzzle, start, plain=plain, id=id)
        self._finder = OddsFinder(self._take_odds)
        self.strip = RnaStripView(self.scene, self.look, self.choose, plain=plain)

    def scene_of(self, board: Board, facts: Facts | None, marked: Iterable[int] = ()) -> Scene:
        scene = replace(scene_of(self.puzzle, board, facts, marked), proved=self._proved, state=self._state)
        return self._with_odds(scene)

    def _with_odds(self, scene: Scene) -> Scene:
        return replace(scene, odds=self._odds.get(_design(scene)) if self._odds else None)

    def on_mount(self) -> None:
        self.run_worker(self._look_up_claims())

    def on_unmount(self) -> None:
        self._finder.close()

    async def _look_up_claims(self) -> None:
        """What is proved of the target takes tenths of a second to find: it is drawn meanwhile."""
        self._proved = await asyncio.to_thread(claims, self.scene.puzzle)
        if self._proved != NOTHING:
            self.take(replace(self.scene, proved=self._proved))

    def _ask_odds(self) -> None:
        design = _design(self.scene)
        if self.view in ENSEMBLE_VIEWS and design not in self._odds and 0 not in self.scene.board and not self._calm:
            self._finder.ask(design)

    def _take_odds(self, design: Design, odds: Odds | None) -> None:
        self._odds = {one: known for one, known in self._odds.items() if one.sequence == design.sequence}
        self._odds[design] = odds
        if _design(self.scene) != design:
            return
        self.take(replace(self.scene, odds=odds))
        if odds is None:
            self.tell("ViennaRNA gave no probabilities of pairs")

    @property
    def view(self) -> str:
        """The view that is drawn: the chosen one; else the target's shape, or arcs where it would be illegible."""
        if self._chosen_view is not None and (self._chosen_view != FOLD or self.scene.fold):
            return self._chosen_view
        return TARGET if self._figure(self.scene).scale(*self._room) >= LEGIBLE else ARCS

    @property
    def views(self) -> Sequence[str]:
        return [view for view in VIEWS if view != FOLD or self.scene.fold]

    @property
    def keys(self) -> str:
        return f"{self.KEYS} m" if self.scene.puzzle.states else self.KEYS

    @property
    def places(self) -> Sequence[int]:
        return range(self.scene.length)

    @property
    def status_text(self) -> str:
        if self.cursor is None:
            return of_design(self.scene, self.view, self._room[0])
        return of_position(self.scene, self.cursor)

    def below(self) -> RnaStripView:
        return self.strip

    def choose(self, position: int) -> None:
        """What a click at a base does."""
        if self.playing:
            self.hand.click_at(position)
        else:
            self.look_at(position)

    def take(self, scene: Scene) -> None:
        self.scene = scene
        self.draw_page(seek=self.playing)
        self._ask_odds()

    def redrawn(self, board: Board, facts: Facts | None = None) -> Redrawn:
        pages = super().redrawn(board, facts)
        return [*pages, *self.strip.redrawn(self.scene_of(board, facts, self.marked))] if pages else []

    def notify_style_update(self) -> None:
        """The strip has its colours from here."""
        super().notify_style_update()
        self.strip.refresh()

    def place_at(self, x: int, y: int) -> int | None:
        """The position nearest to that place; None if none is near."""
        return self.nearest(x, y, ((self._place(position), position) for position in range(self.scene.length)))

    def focus_box(self) -> Box | None:
        return None if self.cursor is None else (*self._place(self.cursor), 1, 1)

    def action_next_wrong(self) -> None:
        self._look_at_wrong(1)

    def action_previous_wrong(self) -> None:
        self._look_at_wrong(-1)

    def action_view(self) -> None:
        """The next view; behind the last one the first of the next state."""
        self.zoom = 0
        if self.view == self.views[-1]:
            self._take_state()
        super().action_view()
        self._ask_odds()

    def action_state(self) -> None:
        if not self.scene.puzzle.states:
            self.tell("the design is for one state")
            return
        self.zoom = 0
        self._take_state()
        self.draw_page()
        self._ask_odds()

    def _take_state(self) -> None:
        """Draws the next state from now on, round and round."""
        self._state = (self._state + 1) % len(self.scene.each)
        self.scene = self._with_odds(self.scene.each[self._state])

    def draw_settled(self) -> None:
        super().draw_settled()
        self._ask_odds()

    def zoom_to(self, zoom: int) -> None:
        if self.view in LINEAR:
            most = len(page_arcs.widths(self.scene.columns, self._room[0])) - 1
        else:
            most, scale = 0, self._figure(self.scene).scale(*self._room)
            while scale * STEP ** (most + 1) <= LARGEST:
                most += 1
        if self.zoom != min(max(zoom, 0), most):
            super().zoom_to(min(max(zoom, 0), most))

    def _look_at_wrong(self, by: int) -> None:
        self.look_at_next(self.scene.wrong, by, "no base misfolds" if self.scene.fold else "no fold is known yet")

    def draw_page(self, *, seek: bool = False) -> None:
        self.strip.show(self.scene, calm=self._calm, cursor=self.cursor)
        super().draw_page(seek=seek)

    def paint(self, scene: Scene) -> Canvas:
        if self.view in LINEAR:
            pitch, lines = self._pitch(), self._room[1]
            draw = page_arcs.page if self.view == ARCS else page_arcs.odds_page
            return draw(scene, pitch, lines, plain=self.plain, cursor=self.cursor)
        figure = self._figure(scene)
        return page_plane.page(
            scene,
            figure,
            self._scale(figure),
            of_fold=self.view == FOLD,
            plain=self.plain,
            cursor=self.cursor,
            defects=scene.defects if self.view == DEFECT else (),
        )

    def _figure(self, scene: Scene) -> page_plane.Figure:
        structure = scene.fold if self._chosen_view == FOLD and scene.fold else scene.structure
        return page_plane.figure(structure, *self._room, scene.puzzle.nick)

    def _scale(self, figure: page_plane.Figure) -> float:
        return figure.scale(*self._room) * STEP**self.zoom

    def _pitch(self) -> float:
        widths = page_arcs.widths(self.scene.columns, self._room[0])
        return widths[min(self.zoom, len(widths) - 1)]

    def _place(self, position: int) -> tuple[int, int]:
        if self.view in LINEAR:
            lines = self._room[1]
            row = page_arcs.middle(self.scene, lines) if self.view == ARCS else page_arcs.odds_middle(lines)
            return page_arcs.place(self._pitch(), self.scene.column(position)), row
        figure = self._figure(self.scene)
        return page_plane.place(figure, self._scale(figure), position)
