"""Puzzles: bundled examples, files opened before, datasets, opening and generating; beside it the drawn puzzle."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from pathlib import Path

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.events import Key
from textual.widgets import Input, OptionList

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.family import Family
from puzzles.inputs import dataset_puzzles, read_puzzle
from puzzles.text.quoting import counted
from tui.boards.puzzle_board import PuzzleBoard
from tui.kept.loaded import Loaded, file_text, open_file, path_of, several
from tui.play.choices import MADE
from tui.screens.dialog import ConfirmDialog, which_entry
from tui.screens.main_screen import MainScreen
from tui.screens.path_dialog import PathDialog, folder_of, in_home
from tui.widgets.board_pane import BoardPane
from tui.widgets.lists import NO_MATCH, FilterField, VimList, has_words
from tui.words.wording import shorten, shorten_path

EXAMPLE, FILE, OWN, DATA, DRAFT = "example", "file", "own", "data", "draft"
WIDE, NARROW = 37, 25
"""Characters of a name in the list; the list is as wide as the style says."""
READING = "read"
REST = 0.08
"""Seconds for which the highlight rests before its puzzle is drawn: a held key walks on, and draws none in between."""


class PuzzlesScreen(MainScreen, scope="puzzles"):
    """The list of puzzles and the preview of the highlighted one."""

    CSS = """
    PuzzlesScreen #puzzles { width: 42; padding: 0 1; }
    PuzzlesScreen.-narrow #puzzles { width: 30; padding: 0 0 0 1; }
    PuzzlesScreen #filter { height: 1; border: none; padding: 0 1; margin-bottom: 1; background: $foreground 8%; }
    PuzzlesScreen #filter:focus { border: none; background: $primary 30%; }
    PuzzlesScreen.-short #filter { margin-bottom: 0; }
    """

    AUTO_FOCUS = "VimList"  # from the first key on: the field above it would take letters

    def __init__(self) -> None:
        super().__init__()
        self._parsed: dict[str, Loaded | PuzzleError] = {}
        self._wanted = ""
        self.marked: list[str] = []
        """What is printed together, by its id, in the order in which it was marked."""
        self.researching = False
        """True if the next puzzle that is opened goes to the form of its search."""

    def body(self) -> ComposeResult:
        with Vertical(classes="pane side", id="puzzles"):
            yield FilterField(lambda: self.query_one(VimList), "/  filter", id="filter")
            yield VimList(plain=self.plain)
        yield BoardPane("Nothing is highlighted.", plain=self.plain)

    async def on_mount(self) -> None:
        self.call_after_refresh(self.fill)

    def on_screen_resume(self) -> None:
        """Files may have been opened elsewhere meanwhile; or the list has another width."""
        if self.query_one(VimList).option_count:
            self.fill()

    on_resize = on_screen_resume

    @property
    def board_with_keys(self) -> PuzzleBoard | None:
        panes = self.query(BoardPane)
        return panes.first().board if panes else None

    async def on_key(self, event: Key) -> None:
        """What the list has no use for is the drawn board's: a game is looked through while the list has the focus."""
        board = self.board_with_keys
        if board is None or isinstance(self.focused, Input):
            return
        if event.key in self.active_bindings:  # these are looked at only after this
            return
        for one in board.BINDINGS:
            if isinstance(one, Binding) and event.key in one.key.split(","):
                event.stop()
                await board.run_action(one.action)
                return

    def possible(self) -> Iterable[str]:
        names = ["open_board", "filter"]
        if isinstance(self.focused, Input):
            return ["open_board", "leave_filter"]
        if self.query_one(Input).value:
            names.append("leave_filter")
        if not self.highlighted_id():
            return [*names[1:], "open", "generate"]
        kind, _ = self._highlighted()
        return [*names, "face", "open", "generate", "save", "mark", *([] if kind in (EXAMPLE, DATA) else ["forget"])]

    def research(self) -> None:
        """The next puzzle that is opened goes to the form of its search."""
        self.researching = True
        self.action_filter()

    def action_filter(self) -> None:
        self.query_one(Input).focus()

    def action_leave_filter(self) -> None:
        if isinstance(self.focused, Input):
            self.query_one(VimList).focus()
        elif self.query_one(Input).value:
            self.query_one(Input).value = ""
        elif self.marked:
            self.marked.clear()
            self.fill()

    @on(Input.Submitted)
    def action_open_board(self) -> None:
        if self._open_draft():
            return
        loaded = self.chosen()
        if loaded is not None:
            self.to_board(loaded, "search" if self.researching else "")
            self.researching = False

    def action_face(self, name: str) -> None:
        if name != "edit" or not self._open_draft():
            super().action_face(name)

    def _open_draft(self) -> bool:
        """True if an earlier draft is highlighted: its text goes to Edit."""
        kind, name = self._highlighted()
        if kind == DRAFT:
            self.app.paste(self.app.edit_text.earlier.text(name))
        return kind == DRAFT

    @on(Input.Changed)
    def _narrow(self) -> None:
        self.query_one(FilterField).choose(self.fill())

    def fill(self) -> dict[str, tuple[str, ...]]:
        """Lists what there is, and has all words of the filter, with the highlight where it is; names by ids."""
        width = WIDE if self.has_class("-wide") else NARROW
        field = self.query_one(FilterField)
        lines: list[tuple[str, str]] = []
        names: dict[str, tuple[str, ...]] = {}
        for title, rows in self._sections(width):
            found = [one for one in rows if has_words(field.value, (title, one[1]))]
            names |= {one: (text, text.partition(",")[0], text.rpartition("/")[2]) for one, text in found}
            if found:
                lines.append(("", shorten(title, width)))
                lines += [(one, self._marked(one, text, width)) for one, text in found]
        self.query_one(VimList).show_lines(lines)
        if not lines:
            ways = "Esc lists everything; o opens a file, g makes a new puzzle."
            self.query_one(BoardPane).clear(NO_MATCH, ways)
            self._wanted = ""
        self.show_keys()
        return names

    def _marked(self, option_id: str, text: str, width: int) -> str:
        """The name; with a sign and its number before it if it is marked."""
        if option_id in self.marked:
            text = f"{'*' if self.plain else '●'}{self.marked.index(option_id) + 1} {text}"
        return shorten(text, width)

    def action_mark(self) -> None:
        """Marks the highlighted puzzle, to be printed with others, or takes the mark off."""
        option_id = self.highlighted_id()
        if option_id in self.marked:
            self.marked.remove(option_id)
        elif option_id and self.chosen() is not None:
            self.marked.append(option_id)
        self.fill()
        self.query_one(VimList).action_cursor_down()
        self.say(f"{counted(len(self.marked), 'puzzle')} marked; F9 prints." if self.marked else "")

    def action_save(self, kind: str = "") -> None:
        """Exports the highlighted puzzle, or prints it; prints those that are marked."""
        items = [self._parsed.get(one) or self._load(one) for one in self.marked] if kind else []
        if len(items) < 2:
            super().action_save(kind)
            return
        found = [one for one in items if isinstance(one, Loaded)]  # a file may be gone
        self.print_pages([(one, ()) for one in found], counted(len(found), "puzzle"))

    def _sections(self, width: int) -> Iterator[tuple[str, list[tuple[str, str]]]]:
        """The titles, each with ids and names."""
        own = list(reversed(self.app.own_puzzles.puzzles.items()))
        for title, made in (("Yours", False), ("Made here", True)):
            yield title, [(f"{OWN}:{name}", one.puzzle.title) for name, one in own if (one.source == MADE) == made]
        drafts = self.app.edit_text.earlier
        yield "Earlier drafts", [(f"{DRAFT}:{name}", " ".join(drafts.text(name).split())) for name in drafts.names]
        for family in registry.families():
            yield family.title, [(f"{EXAMPLE}:{family.name}:{one.name}", one.name) for one in family.examples]
        for data in dataset_puzzles():
            rows = [(f"{DATA}:{data.family}:{data.name}#{key}", label) for key, label in data.puzzles]
            yield data.title, rows
        opened = [(f"{FILE}:{path}", shorten_path(in_home(path), width)) for path in self.app.recent.paths]
        yield "Opened before", opened

    def show_file(self, path: Path, loaded: Loaded) -> None:
        """Puts an opened file into the list and highlights it."""
        self.app.recent.add(path)
        option_id = f"{FILE}:{path_of(path).absolute()}"
        self._parsed[option_id] = loaded
        self._highlight(option_id)

    def _highlight(self, option_id: str) -> None:
        self.fill()
        self.query_one(VimList).highlight(option_id)
        self.query_one(VimList).focus()

    def show_example(self, name: str) -> None:
        """Highlights a bundled example; `name` has its family before it, as in `rna:hairpin`."""
        self._highlight(f"{EXAMPLE}:{name}")
        self.say("Enter opens it.")

    def show_own(self, name: str, words: str) -> None:
        """Highlights a new one of the user's own puzzles, and says so, or that it can't be kept."""
        self._highlight(f"{OWN}:{name}")
        if self.app.own_puzzles.kept(name):
            self.say(words)
        else:
            self.say(f"The puzzle can't be kept in {self.app.own_puzzles.folder}: w saves it elsewhere.", error=True)

    def refuse(self, error: PuzzleError) -> None:
        """Tells why a file can't be opened: in the status line in short, whole in place of the drawn puzzle."""
        self.workers.cancel_group(self, READING)  # what was highlighted would take the words' place
        for pane in self.query(BoardPane):
            pane.clear("This can't be opened", str(error))
        self.say(str(error), error=True)

    def action_open(self) -> None:
        typed = folder_of(self.app.recent.paths)
        from tui.screens.opening import open_path

        self.ask(PathDialog("Open a puzzle", typed), lambda answer: open_path(self.app, answer.path))

    def action_generate(self) -> None:
        from tui.screens.order_dialogs import GenerateDialog

        words = "Generated. Enter opens it, w saves it, x deletes it."
        self.ask(GenerateDialog(), lambda name: self.show_own(name, words))

    def action_forget(self) -> None:
        """Takes the highlighted file off the list, itself stays; asks whether to delete a puzzle of one's own."""
        kind, rest = self._highlighted()
        if kind == FILE:
            self.app.recent.forget(Path(rest))
            self.say(f"Forgotten: {rest} (the file itself stays)")
        elif kind == OWN:
            self._ask_to_delete(rest)
            return
        elif kind == DRAFT:
            with self.telling("It can't be deleted"):
                self.app.edit_text.earlier.remove(rest)
                self.say("Deleted.")
        else:
            words = {EXAMPLE: "The bundled examples stay.", DATA: "mcs-tui data remove takes away a dataset."}
            self.say(words.get(kind, "Nothing is highlighted."))
            return
        self.fill()
        self._preview()

    def _ask_to_delete(self, name: str) -> None:
        def delete(_: bool) -> None:
            with self.telling("It can't be deleted"):
                self.app.own_puzzles.remove(name)
                self._parsed.pop(f"{OWN}:{name}", None)
                self.say("Deleted.")
                self.fill()
                self._preview()

        title = self.app.own_puzzles.puzzles[name].puzzle.title
        self.ask(ConfirmDialog("Delete this puzzle of yours?", title, "delete it"), delete)

    @on(OptionList.OptionHighlighted)
    def _preview(self) -> None:
        self.show_keys()
        option_id = self.query_one(VimList).highlighted_id
        if option_id is None or option_id == self._wanted:
            return
        self._wanted = option_id
        self.begin(self._read, READING)

    async def _read(self) -> None:
        option_id = self._wanted
        await asyncio.sleep(REST)
        if option_id and option_id not in self._parsed:
            self._parsed[option_id] = await asyncio.to_thread(self._load, option_id)
        self._show(option_id)

    def _load(self, option_id: str) -> Loaded | PuzzleError:
        kind, rest = _split(option_id)
        if kind == OWN:
            return self.app.own_puzzles.puzzles[rest]
        family, _, name = rest.partition(":")
        try:
            if kind == DRAFT:
                return Loaded(registry.read(self.app.edit_text.earlier.text(rest)))
            if kind == FILE:
                return open_file(Path(rest))
            puzzle = read_puzzle(f"{kind}:{name}", family)
            return Loaded(puzzle, f"{DATA}:{name}" if kind == DATA else f"example {name}")
        except PuzzleError as error:
            return error

    def _show(self, option_id: str) -> None:
        if not option_id or option_id != self._wanted or not self.is_mounted:
            return
        found = self._parsed[option_id]
        pane = self.query_one(BoardPane)
        if isinstance(found, PuzzleError):
            kind, rest = _split(option_id)
            draft = f"\n\n{self.app.edit_text.earlier.text(rest)}" if kind == DRAFT else ""
            pane.clear("Not a puzzle yet" if draft else "This can't be shown", f"{found}{draft}")
        else:
            pane.show(found)
            pane.annotate(self._about(option_id, found))
        self.show_keys()

    def _about(self, option_id: str, loaded: Loaded) -> str:
        kind, rest = _split(option_id)
        if kind != EXAMPLE:
            remarks = loaded.family.remarks(loaded.puzzle, loaded.start)
            return "; ".join(remarks if self.has_class("-wide") else remarks[:1])
        family, _, name = rest.partition(":")
        return {one.name: one.explanation for one in registry.get_family(family).examples}[name]

    def _highlighted(self) -> tuple[str, str]:
        return _split(self.highlighted_id())

    @property
    def family_shown(self) -> Family | None:
        return found.family if isinstance(found := self._parsed.get(self.highlighted_id()), Loaded) else None

    def chosen(self) -> Loaded | None:
        option_id = self.highlighted_id()
        if not option_id:
            self.say("Nothing is highlighted.")
            return None
        if option_id not in self._parsed:
            self._parsed[option_id] = self._load(option_id)
        found = self._parsed[option_id]
        if isinstance(found, PuzzleError):
            kind, rest = _split(option_id)
            if kind != FILE or not ask_which(self, Path(rest)):
                self.say(str(found), error=True)
            del self._parsed[option_id]  # the file may be corrected meanwhile
            return None
        return found


def ask_which(screen: PuzzlesScreen, path: Path) -> bool:
    """Asks which of the file's puzzles is taken; False if there are not several."""
    try:
        found = several(file_text(path))
    except PuzzleError:
        return False
    if found is None:
        return False
    family, entries = found

    def take(index: int) -> None:
        entry = entries[index]
        with screen.telling():
            puzzle = registry.read(entry.text, source=str(path), family_name=family.name)
            screen.app.recent.add(path)
            name = screen.app.own_puzzles.add(Loaded(puzzle, f"{path_of(path).absolute()}#{entry.key}"))
            screen.show_own(name, f"Took {entry.label} of {path.name}. Enter opens it.")

    screen.ask(which_entry(entries), take)
    return True


def _split(option_id: str) -> tuple[str, str]:
    kind, _, rest = option_id.partition(":")
    return kind, rest
