"""The boards of one puzzle and its run on a screen: which there are and which is shown; comparing, copying, saving."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from textual import on

from puzzles.by_hand import MoveByMove
from puzzles.errors import PuzzleError
from puzzles.family import Board, Family, Puzzle
from puzzles.registry import get_family
from puzzles.text.quoting import counted
from solvers.runs.scoring import amount
from tui.boards.drawing import Facts, drawable
from tui.game_names import PREFIXES, named_game, offered_games
from tui.kept.loaded import Loaded
from tui.processes.engine import WatchedRun
from tui.processes.judging import report_aside
from tui.screens.dialog import ReportDialog
from tui.screens.path_dialog import PathAnswer, PathDialog
from tui.screens.run_orders import OrderingScreen
from tui.widgets.board_pane import BoardPane
from tui.widgets.lines import WholeText
from tui.widgets.lists import FoundList
from tui.words.sentence import found_word
from tui.words.wording import best_text

if TYPE_CHECKING:
    from solvers.runs.view import RunView


NO_PUZZLE = "There is no puzzle yet: choose one in 2 Puzzles, or type one: e."


@dataclass(frozen=True, slots=True)
class Face:
    """One board with its caption; `marked` are the indices at which two boards differ.

    `loaded` is the puzzle that the board is of, if it is not the one on the screen; `note` is more to say of it,
    `facts` are what the checker says of it. `partial`: it is no solution.
    """

    caption: str
    board: tuple[int, ...]
    marked: frozenset[int] = frozenset()
    loaded: Loaded | None = None
    note: str = ""
    facts: Facts = field(default_factory=dict)
    partial: bool = False


def faces(loaded: Loaded, view: RunView | None, own: Sequence[tuple[int, ...]] = ()) -> tuple[Face, ...]:
    """What can be shown: the best position or solutions, the puzzle itself, then `own`, the games played by hand."""
    played = [
        Face(_own_caption(loaded, game, f" {place}" if len(own) > 1 else ""), game) for place, game in enumerate(own, 1)
    ]
    came = "the game that came with it" if loaded.family.optimisation else "the start sequence"
    proposed = () if loaded.attached_board is None else (Face(came, loaded.attached_board),)
    return (*_found(loaded, view), *proposed, Face("the puzzle", loaded.start), *played)


def _found(loaded: Loaded, view: RunView | None) -> tuple[Face, ...]:
    """What the run has found; none for a board that can't be drawn, as a run's folder may hold anything."""
    if view is None:
        return ()
    found = [one for one in view.found if drawable(loaded.puzzle, one.board)]
    if found:
        total = len(found)
        word = found_word(view)
        captions = [f"{word} {number} of {total}, best first" for number in range(1, total + 1)]
        return tuple(
            Face(caption if total > 1 else f"a {word}", one.board, facts=one.facts)
            for caption, one in zip(captions, found, strict=True)
        )
    if view.board is None or not drawable(loaded.puzzle, view.board):
        return ()
    if loaded.family.optimisation:
        return (Face(_best(loaded, view), view.board, facts=view.facts),)
    if view.status == "exhausted":
        return ()  # there is no solution, and none of its positions means anything
    if view.status != "solved":
        return (Face("best position so far", view.board, facts=view.facts, partial=True),)
    others = [board for board in view.solution_boards if board != view.board and drawable(loaded.puzzle, board)]
    if not others:
        return (Face("a solution" if loaded.family.many_solutions else "the solution", view.board, facts=view.facts),)
    caption = "of 2 or more; differences underlined"
    return (
        Face(f"solution 1 {caption}", view.board, _differences(view.board, others[0])),
        Face(f"solution 2 {caption}", others[0], _differences(others[0], view.board)),
    )


def _best(loaded: Loaded, view: RunView) -> str:
    score = "-" if view.board_score is None else amount(loaded.family, view.board_score, view.facts)
    if view.status == "solved":
        return f"the best there is: {score}"
    return f"best: {score}" if view.ended else f"best so far: {score}"


@lru_cache(maxsize=64)
def _own_caption(loaded: Loaded, game: tuple[int, ...], which: str) -> str:
    verdict = loaded.family.judge(loaded.puzzle, game)
    return best_text(loaded.family, verdict.score, verdict.facts, f"your game{which}")


def _differences(board: Board, other: Board) -> frozenset[int]:
    return frozenset(i for i, value in enumerate(board) if i >= len(other) or other[i] != value)


def compares(family: Family) -> bool:
    return type(family).compare is not Family.compare


def compared_with(loaded: Loaded, board: Board, name: str) -> tuple[Face, Face] | None:
    """The board and the game of that name, with what is said of both; None if nothing. PuzzleError: none to compare."""
    other = named_game(name)
    if other.puzzle.family != loaded.puzzle.family:
        title = get_family(other.puzzle.family).title
        raise PuzzleError(f"this is a {title}", loaded.family.title, source=name)
    comparison = loaded.family.compare(loaded.puzzle, board, other.puzzle, other.board)
    if comparison is None:
        return None
    note = "; ".join(comparison.words)
    marked = frozenset(range(len(board))) - comparison.shared
    other_marked = frozenset(range(len(other.board))) - comparison.other_shared
    face = Loaded(other.puzzle, name)
    return (
        Face(f"this one; what {other.called} lacks is underlined", tuple(board), marked, note=note),
        Face(f"{other.called}; what this one lacks is underlined", tuple(other.board), other_marked, face, note),
    )


CAPTION_LINES = 2
"""The caption, and the line about the moment that changes with it."""


class BoardScreen(OrderingScreen):
    """Shows one board of its puzzle in a BoardPane, with a line `#caption`; `face` is its place among all boards."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded: Loaded | None = None
        self.watched: WatchedRun | None = None
        self.face = 0
        self.compared: tuple[Face, ...] = ()
        """The board compared with another, and that one, before all other boards."""

    @property
    def view(self) -> RunView | None:
        """The run as it was when last looked at."""
        return self.watched.view if self.watched is not None else None

    def acted_on(self) -> list[WatchedRun]:
        return [] if self.watched is None else [self.watched]

    def chosen(self) -> Loaded | None:
        if self.loaded is None:
            self.say(NO_PUZZLE)
        return self.loaded

    def position(self) -> Board | None:
        """The position shown, unless it is the puzzle itself, or another puzzle's."""
        if self.loaded is None:
            return None
        face, board = self._shown(), self.query_one(BoardPane).board
        shown = board.reached if board is not None and board.board == face.board else face.board
        return None if face.loaded is not None or shown == self.loaded.start else shown

    def action_flip(self) -> None:
        self._flip(1)

    def action_flip_back(self) -> None:
        self._flip(-1)

    def action_compare(self) -> None:
        if self.loaded is None:
            self.say("There is no board yet.")
        elif not compares(self.loaded.family):
            self.say(f"{self.loaded.family.title}: boards are not compared.")
        else:
            dialog = PathDialog("Compare with", "", names=dict(offered_games(self.loaded.family)))
            self.ask(dialog, self._compare)

    def action_copy(self) -> None:
        if self.loaded is None:
            self.say("There is nothing to copy yet.")
            return
        face = self._shown()
        text = (face.loaded or self.loaded).text(None, face.board, face.facts)
        what = face.caption.partition(";")[0]
        self.say(f"Copied: {what}; {self.app.copy(text)}")

    def action_report(self) -> None:
        if self.loaded is None:
            self.say("There is no board yet.")
            return
        face = self._shown()
        self.say("The checker is asked.")
        self.begin(partial(self._report, (face.loaded or self.loaded).puzzle, face.board), "report")

    async def _report(self, puzzle: Puzzle, board: Board) -> None:
        with self.telling("There is no report"):
            lines = await report_aside(puzzle, board)
            if self.is_current:
                self.say("")
                self.app.push_screen(ReportDialog(puzzle.title, lines))

    def saved(self) -> tuple[Loaded, Board | None, Facts] | None:
        if self.loaded is None:
            self.say("There is nothing to save yet.")
            return None
        face = self._shown()
        shown = face.loaded or self.loaded
        return shown, None if face.board == shown.start else face.board, face.facts

    def action_save_all(self) -> None:
        found = self.view.found if self.view is not None else ()
        if self.loaded is None or not found:
            several = self.view is not None and self.view.wanted > 1
            none = "There is no list of solutions; with designs above 1 a search makes one."
            self.say("There is no solution to save yet." if several else none)
        else:
            self.save(
                self.loaded, [one.board for one in found], [one.facts for one in found], counted(len(found), "solution")
            )

    def action_leave_field(self) -> None:
        if self.loaded is None or self.focused is self.query_one(BoardPane).board:
            self.say("No field has the focus.")
        self._focus_board()

    @on(FoundList.Chosen)
    def _show_chosen(self, event: FoundList.Chosen) -> None:
        self._stay_with(event.board)
        self._draw_board(at_once=True)

    def _draw_board(self, *, at_once: bool = False) -> None:
        pane = self.query_one(BoardPane)
        if self.loaded is None or pane.loaded is not self.loaded:  # another puzzle's board is laid out still
            return
        face = self._face()
        live = self.watched is not None and self.watched.going
        if at_once:
            pane.annotate(face.note)
        for found in self.query(FoundList):
            found.point(face.board)
        caption = self.query_one("#caption", WholeText)
        caption.display = self.watched is not None or bool(self.compared) or self.face > 0
        said = str(caption.content) == face.caption
        if at_once or not live or pane.has_room_for(face.board, face.facts, lines=0 if said else CAPTION_LINES):
            if pane.board is not None:
                pane.board.set_class(face.partial, "-partial")
            pane.show_board(face.board, face.marked, face.facts, at_once=at_once, passing=live and not at_once)
            if not said:
                caption.say(face.caption)

    def _flip(self, by: int) -> None:
        if self.loaded is None:
            self.say("There is no board yet.")
            return
        count = len(self._faces())
        if count < 2:
            self.say("There is only the puzzle to show.")
            return
        self.face = (self.face + by) % count
        self._draw_board(at_once=True)

    def _stay_with(self, board: tuple[int, ...]) -> None:
        self.face = next((number for number, one in enumerate(self._faces()) if one.board == board), 0)

    def _faces(self) -> tuple[Face, ...]:
        assert self.loaded is not None
        return (*self.compared, *faces(self.loaded, self.view, self._own()))

    def _own(self) -> tuple[tuple[int, ...], ...]:
        """The games of moves that the user has played on the puzzle."""
        if self.loaded is None or not isinstance(self.loaded.family.by_hand, MoveByMove):
            return ()
        return self.app.own_games.of(self.loaded.puzzle).games

    def _face(self) -> Face:
        found = self._faces()
        return found[self.face % len(found)]

    def _shown(self) -> Face:
        """The board on the screen, which the user may look through while a newer one waits."""
        face, held = self._face(), self.query_one(BoardPane).held
        if held is None or tuple(held) == face.board:
            return face
        other = replace(face, caption="the game shown", board=tuple(held), marked=frozenset(), facts={})
        return next((one for one in self._faces() if one.loaded is None and one.board == other.board), other)

    def _compare(self, answer: PathAnswer) -> None:
        assert self.loaded is not None
        with self.telling():
            compared = compared_with(self.loaded, self._shown().board, str(answer.path))
            if compared is None:
                self.say(f"{self.loaded.family.title}: boards are not compared.")
                return
            if not str(answer.path).startswith(PREFIXES):
                self.app.recent.add(answer.path)
            self.compared, self.face = compared, 0
            self._draw_board(at_once=True)
            self._focus_board()
            self.say("Compared; f flips between the two.")

    def _focus_board(self) -> None:
        board = self.query_one(BoardPane).board
        if board is None:
            self.set_focus(None)
        else:
            board.focus()  # as the form's fields do, a little later: the last one to ask gets it
        self.show_keys()
