"""What Search draws: the board with its caption; beside it the sentence on a run, its seeds, and other runs' curves."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, cast

from textual.app import ComposeResult
from textual.containers import Vertical

from puzzles.family import Board, Puzzle
from puzzles.text.quoting import counted
from solvers.runs.scoring import family_of
from tui.boards.drawing import Facts
from tui.boards.puzzle_board import PuzzleBoard
from tui.game_names import PREFIXES, offered_games
from tui.kept.loaded import Loaded
from tui.processes.judging import report_aside
from tui.processes.seeds import HEADING, row
from tui.screens.dialog import ReportDialog
from tui.screens.main_screen import Asker, MainScreen
from tui.screens.path_dialog import PathAnswer, PathDialog
from tui.screens.shown_boards import Face, FollowedRun, ShownBoards, compared_with, compares
from tui.widgets.board_pane import BoardPane
from tui.widgets.lines import WholeText
from tui.widgets.lists import FoundList, SeedList
from tui.widgets.monitor import Monitor, people_count
from tui.words import sentence
from tui.words.sentence import Sentence
from tui.words.step_plot import History

if TYPE_CHECKING:
    from puzzles.groups import Goal
    from solvers.runs.folder import Run


WELCOME = """There is no puzzle here yet.

  2  Puzzles: choose an example, open a file, or generate one
  e  Edit: type or paste one
  4  Runs: show a search that is running or has ended"""
NO_BOARD = "There is no board yet."
SENTENCE_PERIOD = 1.0
"""Seconds between two sentences while the run goes on."""
MOST_OTHERS = 8
"""Other runs on the same puzzle that are drawn beneath a run's curve."""
CAPTION_LINES = 2
"""The caption, and the line about the moment that changes with it."""
STYLE = """
SearchScreen #sentence { dock: top; min-height: 2; display: none; }
SearchScreen #sentence.-found { color: $success; text-style: bold; }
SearchScreen #sentence.-wrong { color: $error; text-style: bold; }
SearchScreen #board { width: 1fr; }
SearchScreen #panel { width: 46; padding: 0 1 0 2; height: 1fr; }
SearchScreen.-narrow #panel { width: 36; padding: 0 0 0 1; }
SearchScreen #caption { color: $text-muted; }
SearchScreen SearchSettings, SearchScreen Monitor { height: 1fr; }
SearchScreen.-narrow Details > .settings, SearchScreen.-short Details > .settings { display: none; }
SearchScreen.-short Monitor > ScoreChart { margin-top: 0; }
"""
"""Of the screen."""


class BoardPanel(Vertical):
    """Draws the board that `shown` has. The user may look through it while a newer one waits."""

    def __init__(self, shown: ShownBoards, *, plain: bool, id: str | None = None) -> None:
        super().__init__(id=id)
        self.shown = shown
        self.pane = BoardPane(WELCOME, plain=plain)
        self._caption = WholeText("", id="caption", markup=False)

    def compose(self) -> ComposeResult:
        yield self.pane
        yield self._caption

    @property
    def board(self) -> PuzzleBoard | None:
        return self.pane.board

    def draw(self, *, at_once: bool = False) -> None:
        """Draws the board, unless another puzzle's is laid out still; a live run's if the line has room."""
        shown, pane = self.shown, self.pane
        if shown.loaded is None or pane.loaded is not shown.loaded:
            return
        face, live = shown.face, shown.watched is not None and shown.watched.going
        if at_once:
            pane.annotate(face.note)
        for found in self.screen.query(FoundList):
            found.point(face.board)
        self._caption.display = shown.run is not None or bool(shown.compared) or shown.place > 0
        said = str(self._caption.content) == face.caption
        if live and not at_once and not pane.has_room_for(face.board, face.facts, lines=0 if said else CAPTION_LINES):
            return
        if pane.board is not None:
            pane.board.set_class(face.partial, "-partial")
        pane.show_board(face.board, face.marked, face.facts, at_once=at_once, passing=live and not at_once)
        if not said:
            self._caption.say(face.caption)

    @property
    def face(self) -> Face:
        """The board on the screen, which may be an older one that the user looks through."""
        face, held = self.shown.face, self.pane.held
        if held is None or tuple(held) == face.board:
            return face
        other = replace(face, caption="the game shown", board=tuple(held), marked=frozenset(), facts={})
        return next((one for one in self.shown.all if one.loaded is None and one.board == other.board), other)

    @property
    def position(self) -> Board | None:
        """The position shown, unless it is the puzzle itself, or another puzzle's."""
        loaded, face, board = self.shown.loaded, self.face, self.board
        reached = board.reached if board is not None and board.board == face.board else face.board
        return None if face.loaded is not None or loaded is None or reached == loaded.start else reached

    def own_game(self, loaded: Loaded) -> Board | None:
        """The user's game of the puzzle: the one on the screen, else the one to go on with; None if there is none."""
        if self.shown.loaded is not None and self.shown.loaded.puzzle == loaded.puzzle:
            board = self.face.board
            if board in self.shown.own:
                return board
        games = self.host.app.own_games
        game = games.game(loaded) if games.record(loaded.puzzle) is not None else None
        return game.board if game is not None and game.at else None

    def flip(self, by: int) -> None:
        """Shows the next of the boards."""
        if self.shown.loaded is None:
            self.host.say(NO_BOARD)
        elif self.shown.flip(by):
            self.draw(at_once=True)
        else:
            self.host.say("There is only the puzzle to show.")

    def compare(self) -> None:
        """Asks for a game, and shows the board beside it."""
        loaded = self.shown.loaded
        if loaded is None:
            self.host.say(NO_BOARD)
        elif not compares(loaded.family):
            self.host.say(f"{loaded.family.title}: boards are not compared.")
        else:
            dialog = PathDialog("Compare with", "", names=dict(offered_games(loaded.family)))
            self.host.ask(dialog, partial(self._compare, loaded))

    def _compare(self, loaded: Loaded, answer: PathAnswer) -> None:
        host = self.host
        with host.telling():
            compared = compared_with(loaded, self.face.board, str(answer.path))
            if compared is None:
                host.say(f"{loaded.family.title}: boards are not compared.")
                return
            if not str(answer.path).startswith(PREFIXES):
                host.app.recent.add(answer.path)
            self.shown.compared, self.shown.place = compared, 0
            self.draw(at_once=True)
            self.focus_board()
            host.say("Compared; f flips between the two.")

    def copy(self) -> None:
        if self.shown.loaded is None:
            self.host.say("There is nothing to copy yet.")
            return
        face = self.face
        text = (face.loaded or self.shown.loaded).text(None, face.board, face.facts)
        self.host.say(f"Copied: {face.caption.partition(';')[0]}; {self.host.app.copy(text)}")

    def report(self) -> None:
        """Shows what the checker says of the board, in full, once it has answered."""
        if self.shown.loaded is None:
            self.host.say(NO_BOARD)
            return
        self.host.say("The checker is asked.")
        puzzle = (self.face.loaded or self.shown.loaded).puzzle
        self.host.begin(partial(self._report, puzzle, self.face.board, self.host.asker()), "report")

    async def _report(self, puzzle: Puzzle, board: Board, ask: Asker) -> None:
        with self.host.telling("There is no report"):
            lines = await report_aside(puzzle, board)
            ask(ReportDialog(puzzle.title, lines), lambda _: None)

    def saved(self) -> tuple[Loaded, Board | None, Facts] | None:
        """What is saved: as of a screen."""
        if self.shown.loaded is None:
            self.host.say("There is nothing to save yet.")
            return None
        face = self.face
        loaded = face.loaded or self.shown.loaded
        return loaded, None if face.board == loaded.start else face.board, face.facts

    def save_all(self) -> None:
        """Asks for a file for all solutions found."""
        loaded, view = self.shown.loaded, self.shown.view
        if loaded is not None and view is not None and view.found:
            boards, facts = [one.board for one in view.found], [one.facts for one in view.found]
            self.host.save(loaded, boards, facts, counted(len(boards), "solution"))
        elif view is not None and view.wanted > 1:
            self.host.say("There is no solution to save yet.")
        else:
            self.host.say("There is no list of solutions; with designs above 1 a search makes one.")

    def focus_board(self) -> None:
        if self.board is None:
            self.screen.set_focus(None)
        else:
            self.board.focus()  # as the form's fields do, a little later: the last one to ask gets it
        self.host.show_keys()

    @property
    def host(self) -> MainScreen:
        """The screen, which says things and asks for files."""
        return cast("MainScreen", self.screen)


def histories_beside(run: Run) -> list[tuple[tuple[float, float], ...]]:
    """The histories of the newest other runs on the run's puzzle; called in a thread, as it may read many folders."""
    from solvers.runs.listing import RunList

    views = RunList().look()
    own = views.get(run.id)
    if own is None or not own.puzzle_key:
        return []
    others = [one for name, one in views.items() if name != run.id and one.puzzle_key == own.puzzle_key]
    return [one.history for one in others if len(one.history) > 1][:MOST_OTHERS]


async def other_curves(run: FollowedRun) -> list[History]:
    """The histories of other runs on the puzzle, the newest ones, as people count."""
    others = await asyncio.to_thread(histories_beside, run.watched.run)
    return [people_count(family_of(run.spec), one)[0] for one in others]


class SentenceLine(WholeText):
    """The sentence over board and panel; it changes once a second at most while the run goes on."""

    said: Sentence | None = None
    _at = 0.0

    def hide(self) -> None:
        """There is no run to speak of."""
        self.display, self.said = False, None

    def tell(self, run: FollowedRun, goal: Goal | None, now: float, *, plain: bool) -> None:
        assert run.view is not None
        said = sentence.of_run(run.view, goal, plain=plain)
        if run.seeds is not None:
            said = replace(said, text=f"Seed {run.spec.seed}: {said.text[0].lower()}{said.text[1:]}")
        self.display = True
        waits = self.said is not None and run.watched.going and 0 <= now - self._at < SENTENCE_PERIOD
        if said == self.said or waits:
            return
        self.said, self._at = said, now
        self.say(f"{said.text}\n{said.next}")
        for kind in (sentence.FOUND, sentence.WRONG):
            self.set_class(said.kind == kind, f"-{kind}")


def list_seeds(monitor: Monitor, run: FollowedRun) -> bool:
    """Draws the table of seeds, and the curves of those that are not shown; False if the table waits for its turn."""
    views = run.seeds.ranked() if run.seeds is not None else []
    if run.seeds is None or not views:
        return True
    shown = run.watched.run.id
    monitor.earlier = [people_count(family_of(run.spec), view.history)[0] for view in views if view.id != shown]
    rows = [(view.id, row(view, plain=monitor.plain)) for view in views]
    return monitor.query_one(SeedList).show(HEADING, rows, shown, at_once=not run.seeds.going)
