"""A puzzle edited on its board: how it stands, in one sentence, the board, and what is said of a cell and of faults."""

from __future__ import annotations

from dataclasses import dataclass

from textual import on
from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Static

from puzzles.draft_kinds import PlaneDraft
from puzzles.drafts import History, fitting
from puzzles.editing import Direction, Draft, Pen, Stage
from puzzles.errors import PuzzleError
from puzzles.parameters import ParameterError
from tui.boards.edit_board import EditBoard, Plane, widths
from tui.boards.hand import Hand
from tui.play.checker import NONE, ONE, SEARCHING, SEVERAL, UNKNOWN, Known, Solutions
from tui.processes.solving import Suspects
from tui.widgets.stage_line import StageLine
from tui.words.wording import shorten

PANEL, USUAL_PANEL, WIDE_PANEL, WIDE = 22, 38, 46, 110
"""Columns beside the board: at least (else the panel stands below), at most, and at most from WIDE columns on."""
BELOW = 6
"""Lines of the panel below the board."""
LISTED, LISTED_BELOW = 8, 2
"""Faults that are listed, beside the board and below it."""
CHECK = Stage("Check", "A good puzzle has exactly one solution.", "c looks again, f shows a solution, p plays it.")
"""The last stage of puzzles whose solutions are counted."""
COUNT_AFTER = 0.7
"""Seconds without a change after which the solutions of a complete puzzle are counted."""
LARGEST_COUNTED = 1_000
"""Cells up to which they are counted without being asked for."""
COUNTING = "Looking for its solutions."
WORDS = {
    ONE: "Exactly one solution.",
    SEVERAL: "More than one solution; f shows them.",
    NONE: "No solution.",
    SEARCHING: COUNTING,
    UNKNOWN: "How many solutions there are is not known.",
}


class EditArea(Container):
    """Holds the history of a draft and draws its last state. Undo and redo go through its states."""

    DEFAULT_CSS = """
    EditArea { width: 1fr; height: 1fr; layout: vertical; }
    EditArea > .sentence { height: 1; padding: 0 1; text-style: bold; text-overflow: clip; text-wrap: nowrap; }
    EditArea > .sides { height: 1fr; layout: horizontal; }
    EditArea .sides.-below { layout: vertical; }
    EditArea EditBoard { width: 1fr; height: 1fr; }
    EditArea .panel { height: 1fr; padding: 0 1; }
    EditArea .words { height: 1fr; color: $text-muted; }
    EditArea .panel.-plane .words { height: 8; }
    """

    @dataclass
    class Changed(Message):
        """The draft is another one."""

        draft: Draft

    @dataclass
    class Said(Message):
        """A line for the status line."""

        text: str
        error: bool = False

    def __init__(self, draft: Draft, solutions: Solutions, *, plain: bool) -> None:
        super().__init__()
        self.history = History(draft.begin())
        self.board = EditBoard(self.history.now, plain=plain)
        self.flipped = -1
        """Which of the known solutions is drawn; -1: none."""
        self._solutions = solutions
        self._asked: Draft | None = None
        """The draft whose solutions are counted."""
        self._suspects = Suspects(self.draw)
        self._waiting: Timer | None = None
        self._brush = ""
        self._stroke = ""
        """What the mouse paints with while it is held down."""
        self._plane = Plane(plain=plain)
        self._stages = StageLine(plain=plain)
        self._ready = False

    @property
    def pen(self) -> Pen:
        return self.history.now

    @property
    def draft(self) -> Draft:
        return self.history.now.draft

    @property
    def known(self) -> Known | None:
        """What is known of the draft's solutions; None if nothing was asked."""
        if self._asked != self.draft or not self.draft.counts_solutions:
            return None
        return self._solutions.of(self.draft.to_puzzle())

    @property
    def suspects(self) -> tuple[int, ...]:
        """The clues that contradict each other, once they are found; the first question has them looked for."""
        none = self.known is not None and self.known.solutions == NONE
        return (self._suspects.of(self.draft) or ()) if none else ()

    @property
    def stages(self) -> tuple[Stage, ...]:
        return (*self.draft.stages, CHECK) if self.draft.counts_solutions else self.draft.stages

    @property
    def stage(self) -> int:
        """The number of the stage that is shown: the check as soon as solutions are looked for."""
        return self.draft.stage if self.known is None else len(self.stages) - 1

    def to_stage(self, number: int) -> None:
        """Goes to that stage, round and round."""
        number %= len(self.stages)
        typed = min(number, len(self.draft.stages) - 1)
        self._asked = None
        if typed != self.draft.stage or typed == number:
            self._go(self.draft.at_stage(typed))
        if typed < number:
            self.count()

    def change_pairs(self) -> None:
        """From now on cells are changed in pairs, or no longer."""
        draft = self.draft.with_pairs()
        if draft is not None:
            self._go(Pen(draft, self.pen.place))
            pairs = "Black cells come in pairs, as if turned upside down."
            self.post_message(self.Said(pairs if draft.symmetric else "Each black cell stands for itself."))

    def compose(self) -> ComposeResult:
        yield Static("", classes="sentence", markup=False)
        with Container(classes="sides"):
            yield self.board
            with Vertical(classes="panel"):
                yield self._stages
                yield Static("", classes="words", markup=False)
                yield self._plane

    def on_mount(self) -> None:
        self._ready = True
        self.draw()
        self.board.focus()
        self._count_soon()

    def on_resize(self) -> None:
        self.draw()

    def on_unmount(self) -> None:
        self._suspects.stop()

    def take(self, draft: Draft) -> None:
        """Another puzzle takes the place of this one, as one step that can be undone."""
        self._go(draft.begin())

    def press(self, key: str) -> bool:
        """True if the character meant something on the board."""
        pen = self.pen.press(key)
        if pen is None:
            return False
        if self.draft.paints:
            self._brush = key
        self._go(pen)
        return True

    def enter(self) -> None:
        self._go(self.pen.enter())

    def backspace(self) -> None:
        self._go(self.pen.backspace())

    def move(self, direction: Direction) -> None:
        self._go(self.pen.moved(direction))

    def extend(self, direction: Direction) -> None:
        self._go(self.pen.extended(direction))

    def undo(self) -> None:
        self._after(self.history.undo(), "There is nothing to undo.")

    def redo(self) -> None:
        self._after(self.history.redo(), "There is nothing to do again.")

    def bring_back(self) -> None:
        self._after(self.history.bring_back(), "Nothing was undone before other changes.")

    def next_size(self, by: int) -> Draft | None:
        """The draft in the next larger size, smaller if `by` is -1; None if there is none."""
        try:
            return fitting(self.draft.larger(by))
        except (ParameterError, PuzzleError):
            return None

    def enlarge(self, by: int) -> None:
        draft = self.next_size(by)
        if draft is None:
            self.post_message(self.Said("There is no larger size." if by > 0 else "There is no smaller size."))
            return
        row, column = divmod(self.pen.place, self.draft.columns)
        place = min(row, draft.rows - 1) * draft.columns + min(column, draft.columns - 1)
        self._go(Pen(draft, place) if draft.stops(place) else draft.begin())

    def flip(self) -> None:
        """Draws the next known solution in the open cells, or the puzzle alone again."""
        known = self.known
        if known is None or not known.boards:
            self.post_message(self.Said("No solution is known; c looks for them."))
            return
        self.flipped = -1 if self.flipped + 1 == len(known.boards) else self.flipped + 1
        self.draw()

    def count(self) -> None:
        """Looks for the solutions of what is there."""
        try:
            self.draft.to_puzzle()
        except PuzzleError as error:
            self.post_message(self.Said(error.message, error=True))
            return
        self._asked = self.draft
        self.draw()

    def look(self) -> None:
        """Draws what was found out about the solutions."""
        if self._solutions.look():
            self.draw()

    @property
    def first_difference(self) -> int | None:
        """The first place in which two known solutions differ; None without two."""
        boards = self.known.boards if self.known is not None else ()
        if len(boards) < 2:
            return None
        one, other = (self.draft.solved(board) for board in boards[:2])
        return min(place for place in one if other.get(place) != one[place])

    def draw(self) -> None:
        draft, known = self.draft, self.known
        boards = known.boards if known is not None else ()
        values, differing = {}, frozenset[int]()
        if 0 <= self.flipped < len(boards):
            values = draft.solved(boards[self.flipped])
            others = [draft.solved(board) for board in boards]
            differing = frozenset(place for place in values if any(one.get(place) != values[place] for one in others))
        elif (place := self.first_difference) is not None:
            differing = frozenset({place})
        wrong = frozenset(draft.clue_at(clue)[0] for clue in self.suspects)
        self.board.show_pen(self.pen, values, differing, wrong)
        if self._ready:
            self._arrange()
            self._write(".sentence", shorten(self.sentence, max(10, self.size.width - 2)))
            room = self.query_one(".panel").styles.width
            columns = int(room.value) if room is not None and room.is_cells else self.size.width
            self._stages.show([one.name for one in self.stages], self.stage, columns - 2)
            self._write(".words", "\n".join(self.panel))
            plane = isinstance(draft, PlaneDraft) and not self.query_one(".sides").has_class("-below")
            self._plane.display = plane
            self.query_one(".panel").set_class(plane, "-plane")  # of a fixed place, so that it does not jump
            if isinstance(draft, PlaneDraft):
                self._plane.show(draft, draft.node_of(self.pen.place))

    def _write(self, kind: str, words: str) -> None:
        line = self.query_one(kind, Static)
        if str(line.content) != words:
            line.update(words, layout=False)

    @property
    def sentence(self) -> str:
        """How the puzzle stands: what is wrong first, then its solutions, then what is missing."""
        wrong = [problem for problem in self.pen.settled.problems() if not problem.doubt]
        if wrong:
            more = f" {len(wrong) - 1} more." if len(wrong) > 1 else ""
            return f"{wrong[0].line}{more}"
        known = self.known
        if known is not None:
            why = (self.draft.impossible(), self._suspects.words(self.draft)) if known.solutions == NONE else ()
            reason = "; ".join(filter(None, why))
            if 0 <= self.flipped < len(known.boards):
                which = f" {self.flipped + 1} of {len(known.boards)}" if len(known.boards) > 1 else ""
                return f"Solution{which}; f goes on."
            if (place := self.first_difference) is not None:
                one, other = (self.draft.solved(board)[place] for board in known.boards[:2])
                return f"{self.draft.name_of(place)} is {one} or {other}: more than one solution."
            return f"No solution: {reason}." if reason else WORDS[known.solutions]
        return f"{self.draft.count()}."

    @property
    def panel(self) -> list[str]:
        """What the stage is for, the cell, and what is wrong; below the board each of it in one line."""
        draft, pen, stage = self.draft, self.pen, self.stages[self.stage]
        below = self.query_one(".sides").has_class("-below")
        name, about = draft.name_of(pen.place), draft.about(pen.place)
        wrong = [f"{'?' if one.doubt else '!'} {one.line}" for one in pen.settled.problems()]
        listed = LISTED_BELOW if below else LISTED
        wrong += [f"! {draft.clue_at(clue)[1]}" for clue in self.suspects]
        wrong, more = wrong[:listed], [f"  {len(wrong) - listed} more"] if len(wrong) > listed else []
        if below:
            lines = [stage.typed, stage.help, "; ".join([name, *about]), *wrong]
            return [shorten(line, max(10, self.size.width - 2)) for line in lines]
        cell = [name, *(f"  {line}" for line in about)]
        return [stage.typed, stage.help, "", *cell, *(["", *wrong, *more] if wrong else [])]

    @on(Hand.CursorMoved)
    def _moved(self, event: Hand.CursorMoved) -> None:
        event.stop()
        self._go(self.pen.at(event.place))

    @on(Hand.Chosen)
    def _chosen(self, event: Hand.Chosen) -> None:
        event.stop()
        self._go(Pen(self.draft.clicked(event.place), event.place))

    @on(EditBoard.Painted)
    def _paint(self, event: EditBoard.Painted) -> None:
        event.stop()
        if event.begins:
            self._stroke = self.draft.brush(event.place) or self._brush
        if self._stroke and self.draft.takes(event.place, self._stroke) == "done":
            self._go(Pen(self.draft.put(event.place, self._stroke), event.place))
        else:
            self._go(self.pen.at(event.place))

    @on(StageLine.Chosen)
    def _stage_chosen(self, event: StageLine.Chosen) -> None:
        event.stop()
        self.to_stage(event.number)

    @on(Plane.Placed)
    def _place(self, event: Plane.Placed) -> None:
        event.stop()
        if isinstance(self.draft, PlaneDraft):
            pen = self.draft.placed(event.node, event.x, event.y)
            if pen.draft == self.draft:
                self.post_message(self.Said("Its distances are a matrix, so its nodes stay where they are."))
            self._go(pen)

    @on(Plane.Pointed)
    def _point(self, event: Plane.Pointed) -> None:
        event.stop()
        if isinstance(self.draft, PlaneDraft):
            places = range(self.draft.rows * self.draft.columns)
            stops = (one for one in places if self.draft.node_of(one) == event.node and self.draft.stops(one))
            self._go(self.pen.at(next(stops)))

    def _go(self, pen: Pen) -> None:
        before = self.draft
        self.history.go(pen)
        self._shown(before)

    def _after(self, changed: bool, otherwise: str) -> None:
        if changed:
            self._shown(None)
        else:
            self.post_message(self.Said(otherwise))

    def _shown(self, before: Draft | None) -> None:
        if self.draft != before:
            self.flipped = -1
            self.post_message(self.Changed(self.draft))
            self._count_soon()
        self.draw()

    def _count_soon(self) -> None:
        """Counts the solutions once a complete draft has not changed for a while."""
        if self._waiting is not None:
            self._waiting.stop()
        self._solutions.stop()
        self._asked, self._waiting = None, None
        small = self.draft.rows * self.draft.columns <= LARGEST_COUNTED
        if small and self.draft.counts_solutions and self.draft.complete:
            self._waiting = self.set_timer(COUNT_AFTER, self._count_now)

    def _count_now(self) -> None:
        if not any(not problem.doubt for problem in self.draft.problems()):
            self.count()

    def _arrange(self) -> None:
        """The panel stands beside the board if that leaves room for it, else below."""
        rooms = [self.size.width - one - 1 for one in widths(self.draft)]
        room = next((one for one in rooms if one >= PANEL), 0)
        below = not room
        self.query_one(".sides").set_class(below, "-below")
        panel = self.query_one(".panel")
        panel.styles.width = "1fr" if below else min(room, WIDE_PANEL if self.size.width >= WIDE else USUAL_PANEL)
        panel.styles.height = BELOW if below else "1fr"
