"""What is played next: a family, then its size, then how hard; or the puzzle of the day, or the game left last."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import date

from textual import on
from textual.app import ComposeResult
from textual.widgets import OptionList, Static

from puzzles.family import Family
from puzzles.registry import get_family
from tui.kept.loaded import Loaded
from tui.play.choices import Choice, daily, example_words, in_a_row, in_short, playable, sizes
from tui.play.finish import figures_text
from tui.play.statistics import figures
from tui.processes.next_puzzles import NotMadeError
from tui.screens.dialog import Dialog
from tui.screens.own_screen import Services
from tui.widgets.lists import VimList
from tui.words.wording import shorten

FRAME = 11
"""Lines of the dialog around its list."""
MARGIN = 14
"""Columns of a narrow terminal that are not a row's."""
NUMBERED = 9
"""Rows of a list that a digit chooses."""
FAMILY, SIZE, GRADE, DAY, GO_ON, GAMES = "family", "size", "grade", "day", "go on", "games"


class PlayChooser(Dialog[Loaded], scope="chooser"):
    """Answers with the puzzle to play. Each list has the choice made last highlighted."""

    def __init__(self) -> None:
        super().__init__("Play")
        self.family: Family | None = None
        self.chosen_size = ""
        self.left: Loaded | None = None
        """The game to go on with."""
        self._day = date.today()
        self._taking: asyncio.Task[None] | None = None
        """Waits for the puzzle that was chosen."""

    def contents(self) -> ComposeResult:
        yield VimList(plain=self.plain)

    def on_mount(self) -> None:
        super().on_mount()
        self.query_one(VimList).focus()
        self._show()
        self.run_worker(self._look_for_a_game())

    def on_resize(self) -> None:
        self._show()

    @on(OptionList.OptionSelected)
    def action_accept(self) -> None:
        kind, _, name = (self.query_one(VimList).highlighted_id or "").partition(":")
        if kind == FAMILY:
            self._turn_to(get_family(name))
        elif kind == SIZE:
            self._turn_to(self.family, name)
        elif kind == GRADE:
            assert self.family is not None
            self._begin(Choice(self.family.name, self.chosen_size, name))
        elif kind == DAY:
            assert self.family is not None
            self._begin(daily(self.family, self._day), self._day)
        elif kind == GO_ON and self.left is not None:
            self.dismiss(self.left)
        elif kind == GAMES:
            from tui.screens.app_dialogs import open_statistics  # has what the first picture does not need

            open_statistics(self.app)

    def action_pick(self, number: str) -> None:
        """Chooses the row of that number."""
        names = [name for name, _ in self._rows() if name]
        if int(number) <= len(names):
            self.query_one(VimList).highlight(names[int(number) - 1])
            self.action_accept()

    def action_cancel(self) -> None:
        """Back to the list before; from the first one away."""
        self._stop_waiting()
        if self.chosen_size:
            self._turn_to(self.family)
        elif self.family is not None:
            self._turn_to(None)
        else:
            self.dismiss(None)

    def _turn_to(self, family: Family | None, size: str = "") -> None:
        """Shows the next list, or begins where there is nothing to choose."""
        before = self.family
        self.family, self.chosen_size = family, size
        if family is not None:
            known = sizes(family)
            if not size and len(known) > 1:
                self.app.next_puzzles.prepare(self.app.last_choices.of(family))
            elif not known[size := size or next(iter(known))]:
                self.chosen_size = ""
                self._begin(Choice(family.name, size))
                self.family = family if len(known) > 1 else None
                return
            self.chosen_size = size
        self._show()
        if family is None and before is not None:
            self.query_one(VimList).highlight(f"{FAMILY}:{before.name}")

    def _begin(self, choice: Choice, day: date | None = None) -> None:
        self.hint("A puzzle is being made ...  Esc goes back.")
        self._stop_waiting()
        self._taking = asyncio.create_task(self._take(choice, day))

    def _stop_waiting(self) -> None:
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None

    def on_unmount(self) -> None:
        self._stop_waiting()

    async def _take(self, choice: Choice, day: date | None) -> None:
        try:
            loaded = await self.app.next_puzzles.take(choice, day)
        except NotMadeError as error:
            self._taking = None
            self.hint(str(error), error=True)
            return
        if day is None:
            self.app.last_choices.add(choice)
        self.dismiss(loaded)

    async def _look_for_a_game(self) -> None:
        found = await asyncio.to_thread(self.app.own_games.unfinished, 1)
        if found:
            self.left = found[0].loaded
            self._show()

    def _rows(self) -> Iterator[tuple[str, str]]:
        """Id and words of each row; a blank one has no id."""
        if self.family is None:
            yield from ((f"{FAMILY}:{one.name}", in_a_row(one)) for one in playable())
            yield "", ""
            yield GAMES, "Your games: times, scores, days in a row"
            if self.left is not None:
                yield GO_ON, f"Go on: {self.left.puzzle.title}"
        elif not self.chosen_size:
            family = self.family
            yield from ((f"{SIZE}:{name}", f"{name:<12} {example_words(family, name)}") for name in sizes(family))
            if family.generator is not None:
                yield "", ""
                yield DAY, f"Today's      {self._of_day(family)}"
        else:
            yield from ((f"{GRADE}:{name}", name) for name in sizes(self.family)[self.chosen_size])

    def _of_day(self, family: Family) -> str:
        """What the day's puzzle is, and whether it is solved."""
        choice = daily(family, self._day)
        loaded = self.app.next_puzzles.of_day(choice, self._day)
        tally = None if loaded is None else self.app.own_games.record(loaded.puzzle)
        done = "" if tally is None else ", solved" if tally.finished else ", begun"
        return f"{choice.label}{done}"

    def _show(self) -> None:
        """Draws the list, with what was chosen last highlighted."""
        rows, numbers, lines = self.query_one(VimList), iter(range(1, NUMBERED + 1)), []
        width = max(20, min(66, self.app.size.width - MARGIN))
        for name, words in self._rows():
            number = next(numbers, "") if name else ""
            lines.append((name, shorten(f"{number}  {words}".rstrip(), width) if name else ""))
        rows.show_lines(lines)
        rows.styles.height = max(3, min(len(lines), self.app.size.height - FRAME))
        title = "Play" if self.family is None else f"{self.family.title}: which one?"
        if self.family is not None and self.chosen_size:
            title = f"{self.family.title} {self.chosen_size}: how hard?"
        self.query_one(".heading", Static).update(title)
        self._highlight_last(rows)
        self._tell()

    def _highlight_last(self, rows: VimList) -> None:
        last = self.app.last_choices
        if self.family is None:
            rows.highlight(f"{FAMILY}:{last.family}")
            return
        choice = last.of(self.family)
        rows.highlight(f"{GRADE}:{choice.grade}" if self.chosen_size else f"{SIZE}:{choice.size}")

    @on(OptionList.OptionHighlighted)
    def _tell(self) -> None:
        """What the highlighted line is about: a family's rules in one sentence, an example, games of the kind."""
        if self._taking is not None:
            return
        kind, _, name = (self.query_one(VimList).highlighted_id or "").partition(":")
        words = in_short(get_family(name)) if kind == FAMILY else ""
        if self.family is not None:
            choice = Choice(self.family.name, *((self.chosen_size, name) if kind == GRADE else (name, "")))
            played = figures(self.app.finished_games.of(choice), self._day)
            words = example_words(self.family, name) or (figures_text(played[0]) if played else "")
        self.hint(words[:1].upper() + words[1:])


def choose_and_play(app: Services) -> None:
    """Asks what is to be played, and puts it on the board."""

    app.push_screen(PlayChooser(), lambda loaded: None if loaded is None else play_fresh(app, loaded))


def play_fresh(app: Services, loaded: Loaded) -> None:
    """Puts the puzzle on the board; a game of it that is over is begun again."""
    game = app.own_games.game(loaded)
    if game.tally.finished:
        game.begin_again()
    app.open_board(loaded, face="play")


async def play_another(app: Services, choice: Choice) -> None:
    """Plays a fresh puzzle of the choice."""
    app.say("A puzzle is being made ...")
    try:
        loaded = await app.next_puzzles.take(choice)
    except NotMadeError as error:
        app.say(str(error), error=True)
        return
    app.last_choices.add(choice)
    play_fresh(app, loaded)
