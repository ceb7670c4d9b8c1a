"""The one registry of actions: key bindings, the line of keys, help and the command palette all read it.

An action belongs to a scope: `app` (everywhere), one of the five screens, or a kind of widget (`list`, `board`,
`game`, `hand`, `strand`, `tour`, `choice`). Its method is `action_<name>` of the class that owns the scope.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from textual.binding import Binding

SCREENS = ("library", "enter", "solve", "priors", "runs")
SCREEN_TITLES = {
    "library": "Library",
    "enter": "Enter",
    "solve": "Solve",
    "priors": "Priors",
    "runs": "Runs",
}
INTRODUCTIONS = {
    "library": "Puzzles to solve: bundled examples, files you opened before, and freshly generated ones. "
    "Enter solves the highlighted one with good defaults; s lets you choose the settings first. "
    "The comma and the full stop step through a game that is drawn; Tab goes to it, to scroll it.",
    "enter": "Type or paste a puzzle or a game in any known format. It is read while you type; beside it "
    "stands the drawn puzzle, or what is wrong and where; of a text with several puzzles one is chosen (^n). "
    "The text is kept even if the connection drops. "
    "Escape leaves the text, so that single keys work; i goes back to it.",
    "solve": "One puzzle and its search. Enter starts with what the form says. The search runs in a process of "
    "its own: leaving the screen, or the app, does not stop it. A solution is shown only after the "
    "checker has verified it. An RNA's run can look for several designs (designs in the form): the best that the "
    "whole budget finds are listed with their figures. Where a score is what counts, as in Morpion Solitaire, the "
    "search uses its whole budget, and the best game found, replayed by the checker, is the result; it "
    "can begin by learning a game (b). "
    "While it goes on you can look back through the game shown, move by move (comma and full stop), by tenths of it "
    "([ and ]) or on the line below it with the mouse, and a plays it by itself. A tour with time windows is drawn as "
    "a route and as a timetable (v); the arrows look at its visits.",
    "priors": "Tables of which moves occur in solutions: counted here from generated solutions or from a "
    "file of solved puzzles, or those that come with the program. "
    "Counting takes seconds; when you stop it, what was counted over generated solutions is kept, of a file nothing.",
    "runs": "Every run, live and old. Enter shows one; a run that was interrupted goes on from its checkpoint with u.",
}


@dataclass(frozen=True, slots=True)
class Action:
    """One thing a user can do. `label` stands in the line of keys (if `footer`), `help` in help and palette."""

    scope: str
    name: str
    keys: tuple[str, ...]
    label: str
    help: str
    arguments: str = ""
    footer: bool = True
    priority: bool = False

    @property
    def id(self) -> str:
        """Names the action everywhere, such as `solve.stop`."""
        return f"{self.scope}.{self.name}" + (f".{self.arguments}" if self.arguments else "")

    @property
    def call(self) -> str:
        """The action as Textual writes it, such as `show('solve')`."""
        return f"{self.name}('{self.arguments}')" if self.arguments else self.name

    @property
    def keys_text(self) -> str:
        """The keys as people write them, such as `? or F1`."""
        return " or ".join(key_text(key) for key in self.keys)

    def key(self, *, typing: bool) -> str | None:
        """The first key that calls it now; `typing`: in a text field, where keys of one character are typed."""
        return next((key for key in self.keys if not (typing and types(key))), None)


KEY_WORDS = {
    "question_mark": "?",
    "escape": "Esc",
    "enter": "Enter",
    "space": "Space",
    "delete": "Del",
    "pagedown": "PgDn",
    "pageup": "PgUp",
    "comma": ",",
    "full_stop": ".",
    "less_than_sign": "<",
    "greater_than_sign": ">",
    "plus": "+",
    "minus": "-",
    "equals_sign": "=",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "left_curly_bracket": "{",
    "right_curly_bracket": "}",
}


def key_text(key: str) -> str:
    """The key as people write it: `^s`, `F1`, `?`, `Enter`."""
    if key.startswith("ctrl+"):
        return "^" + key[5:]
    if key in KEY_WORDS:
        return KEY_WORDS[key]
    if key[0] == "f" and key[1:].isdigit():
        return key.upper()
    return key.capitalize() if len(key) > 1 else key


def types(key: str) -> bool:
    """True if the key writes a character where there is a text field."""
    return key == "space" or len(KEY_WORDS.get(key, key)) == 1


def _screens() -> tuple[Action, ...]:
    return tuple(
        Action("app", "show", (str(n), f"f{n + 1}"), title, f"Go to {title}", name, footer=False)
        for n, (name, title) in enumerate(SCREEN_TITLES.items(), 1)
    )


ACTIONS: tuple[Action, ...] = (
    *_screens(),
    Action("app", "help", ("question_mark", "f1"), "Help", "What this screen is for, and its keys"),
    Action("app", "palette", ("ctrl+p",), "Palette", "Find any action by its name", footer=False),
    Action("app", "leave", ("q", "ctrl+q", "ctrl+c"), "Quit", "Leave the app; running searches go on"),
    # Library
    Action("library", "solve", ("enter",), "Solve", "Solve the highlighted puzzle now, with default settings"),
    Action("library", "settings", ("s",), "Settings", "Take the puzzle to Solve and choose the settings first"),
    Action("library", "open", ("o", "ctrl+o"), "Open", "Open a puzzle file by its path"),
    Action("library", "generate", ("g",), "Generate", "Generate a new puzzle"),
    Action("library", "edit", ("e",), "Edit", "Take the puzzle's text to Enter"),
    Action("library", "save", ("w", "ctrl+s"), "Save", "Save the puzzle to a file, in a format of your choice"),
    Action(
        "library",
        "forget",
        ("x", "delete"),
        "Forget",
        "Take the highlighted file off the list, or delete the puzzle of yours (asks first)",
    ),
    # Enter
    Action("enter", "solve", ("ctrl+r",), "Solve", "Solve the puzzle now, with default settings"),
    Action("enter", "leave_text", ("escape",), "Leave text", "Leave the text, so that single keys work"),
    Action("enter", "edit", ("i",), "Edit", "Go to the text"),
    Action("enter", "settings", ("ctrl+t",), "Settings", "Take the puzzle to Solve and choose the settings first"),
    Action("enter", "save", ("ctrl+s",), "Save", "Save the puzzle to a file, in a format of your choice"),
    Action("enter", "open", ("ctrl+o",), "Open", "Put a file's text here; undo brings the old text back"),
    Action("enter", "choose", ("ctrl+n",), "Choose", "Choose one of the puzzles that the text holds"),
    Action("enter", "clear", ("ctrl+l",), "Clear", "Clear the text; undo brings it back"),
    Action("enter", "undo", ("ctrl+z",), "Undo", "Undo the last change of the text"),
    # Solve
    Action("solve", "start", ("enter",), "Start", "Start the search with the settings shown"),
    Action(
        "solve",
        "leave_field",
        ("escape",),
        "Leave field",
        "Leave the form, so that single keys work",
    ),
    Action(
        "solve", "warm_start", ("b",), "Warm start", "Choose a board for the search to learn from, or to begin with"
    ),
    Action("solve", "stop", ("s",), "Stop", "Stop the search; the best position is kept"),
    Action("solve", "pause", ("p",), "Pause", "Pause the search, or let it go on"),
    Action("solve", "resume", ("u",), "Resume", "Let a stopped or interrupted search go on from its checkpoint"),
    Action("solve", "flip", ("f",), "Flip", "Show the next solution, or the puzzle itself"),
    Action("solve", "flip_back", ("F",), "Flip back", "Show the solution before", footer=False),
    Action("solve", "compare", ("equals_sign",), "Compare", "Compare the game shown with one from a file"),
    Action("solve", "copy", ("c",), "Copy", "Copy the board shown to the clipboard (OSC 52)"),
    Action("solve", "save", ("w", "ctrl+s"), "Save", "Save the board shown to a file, in a format of your choice"),
    Action("solve", "save_all", ("W",), "Save all", "Save all solutions found to one file, best first"),
    Action("solve", "new", ("n",), "New", "Back to the settings, for another search of this puzzle"),
    Action("solve", "zoom", ("z",), "Zoom", "Give the board the whole screen, or give it back"),
    # Priors
    Action("priors", "train", ("t",), "Train", "Count a new prior"),
    Action("priors", "stop", ("s",), "Stop", "Stop the training; what was counted is kept, except of a file"),
    Action("priors", "save", ("w", "ctrl+s"), "Save figure", "Save the histogram as SVG or PNG"),
    Action("priors", "remove", ("x", "delete"), "Remove", "Delete the highlighted prior (asks first)"),
    # Runs
    Action("runs", "attach", ("enter",), "Open", "Show the highlighted run"),
    Action("runs", "stop", ("s",), "Stop", "Stop the highlighted run"),
    Action("runs", "pause", ("p",), "Pause", "Pause the highlighted run, or let it go on"),
    Action("runs", "resume", ("u",), "Resume", "Let an interrupted run go on from its checkpoint"),
    Action("runs", "delete", ("x", "delete"), "Delete", "Delete the highlighted old run (asks first)"),
    # Dialogs
    Action("help", "cancel", ("escape", "enter", "q", "question_mark", "f1"), "Close", "Close the help"),
    Action("help", "down", ("j", "down"), "Down", "Scroll down"),
    Action("help", "up", ("k", "up"), "Up", "Scroll up"),
    Action("confirm", "accept", ("enter", "y"), "Yes", "Do it"),
    Action("confirm", "refuse", ("n",), "No", "Leave everything as it is"),
    Action("confirm", "cancel", ("escape",), "Cancel", "Leave everything as it is"),
    Action("path", "accept", ("enter",), "Accept", "Take this path"),
    Action("path", "complete", ("tab",), "Complete", "Complete the path as far as it is clear", priority=True),
    Action("path", "cancel", ("escape",), "Cancel", "Leave everything as it is"),
    Action("path", "down", ("down",), "Down", "To the entries of the folder", footer=False),
    Action("path", "format", ("ctrl+t",), "Format", "The next format", footer=False),
    Action("order", "accept", ("enter",), "Start", "Begin with these settings"),
    Action("order", "cancel", ("escape",), "Cancel", "Leave everything as it is, or stop what is going on"),
    Action("order", "up", ("up",), "Up", "Field before (also Shift+Tab)", footer=False),
    Action("order", "down", ("down",), "Down", "Next field (also Tab)", footer=False),
    Action("entry", "accept", ("enter",), "Take", "Take the highlighted puzzle"),
    Action("entry", "cancel", ("escape",), "Cancel", "Leave everything as it is"),
    Action("entry", "down", ("down",), "Down", "Next puzzle", footer=False, priority=True),
    Action("entry", "up", ("up",), "Up", "Puzzle before", footer=False, priority=True),
    # Widgets
    Action("list", "cursor_down", ("j", "down"), "Down", "Next entry", footer=False),
    Action("list", "cursor_up", ("k", "up"), "Up", "Entry before", footer=False),
    Action("list", "page_down", ("pagedown", "ctrl+d"), "Page down", "A page down", footer=False),
    Action("list", "page_up", ("pageup", "ctrl+u"), "Page up", "A page up", footer=False),
    Action("list", "first", ("home",), "First", "First entry", footer=False),
    Action("list", "last", ("end", "G"), "Last", "Last entry", footer=False),
    Action("board", "scroll_left", ("h", "left"), "Left", "Scroll the board left", footer=False),
    Action("board", "scroll_down", ("j", "down"), "Down", "Scroll the board down", footer=False),
    Action("board", "scroll_up", ("k", "up"), "Up", "Scroll the board up", footer=False),
    Action("board", "scroll_right", ("l", "right"), "Right", "Scroll the board right", footer=False),
    Action("game", "back", ("comma",), "Back", "One move back; a search goes on, its newer games wait", footer=False),
    Action("game", "forward", ("full_stop",), "Forward", "One move forward", footer=False),
    Action("game", "first", ("less_than_sign", "home"), "First", "Before the first move", footer=False),
    Action("game", "last", ("greater_than_sign", "end"), "Last", "Behind the newest game's last move", footer=False),
    Action("game", "tenth_back", ("left_square_bracket",), "Tenth back", "A tenth of the game back", footer=False),
    Action("game", "tenth_forward", ("right_square_bracket",), "Tenth on", "A tenth of the game forward", footer=False),
    Action("game", "play", ("a",), "Play", "Play the game on by itself, or halt it", footer=False),
    Action("game", "slower", ("left_curly_bracket",), "Slower", "Play it half as fast", footer=False),
    Action("game", "faster", ("right_curly_bracket",), "Faster", "Play it twice as fast", footer=False),
    Action("game", "larger", ("plus",), "Larger", "Draw the game larger", footer=False),
    Action("game", "smaller", ("minus",), "Smaller", "Draw the game smaller", footer=False),
    Action("hand", "left", ("left", "h"), "Left", "The cell to the left", footer=False),
    Action("hand", "down", ("down", "j"), "Down", "The cell below", footer=False),
    Action("hand", "up", ("up", "k"), "Up", "The cell above", footer=False),
    Action("hand", "right", ("right", "l"), "Right", "The cell to the right", footer=False),
    Action("hand", "remove", ("enter", "space"), "Remove", "Remove the group under the cursor", footer=False),
    Action("hand", "undo", ("backspace", "ctrl+z"), "Undo", "Take the last move back", footer=False),
    Action("hand", "redo", ("y", "ctrl+y"), "Redo", "Make the move again that was taken back", footer=False),
    Action("hand", "restart", ("r",), "Restart", "To the first position; redo goes on from there", footer=False),
    Action("hand", "mine", ("m",), "Mine", "Your own game, where you left it; again: the one before", footer=False),
    Action("hand", "put_away", ("escape",), "Put away", "Put the cursor away", footer=False),
    Action("strand", "forward", ("full_stop",), "Next base", "Look at the next base and its partners", footer=False),
    Action("strand", "back", ("comma",), "Base before", "Look at the base before", footer=False),
    Action("strand", "next_wrong", ("greater_than_sign",), "Next misfold", "Next base that misfolds", footer=False),
    Action("strand", "previous_wrong", ("less_than_sign",), "Misfold before", "Misfolding base before", footer=False),
    Action("strand", "first", ("home",), "First base", "The first base", footer=False),
    Action("strand", "last", ("end",), "Last base", "The last base", footer=False),
    Action("strand", "view", ("v",), "View", "Next view: the target's shape, the fold's, both as arcs", footer=False),
    Action("strand", "larger", ("plus",), "Larger", "Draw larger", footer=False),
    Action("strand", "smaller", ("minus",), "Smaller", "Draw smaller, down to where all fits", footer=False),
    Action(
        "tour",
        "forward",
        ("full_stop", "j", "down"),
        "Next visit",
        "Look at the next visit, in route and windows",
        footer=False,
    ),
    Action("tour", "back", ("comma", "k", "up"), "Visit before", "Look at the visit before", footer=False),
    Action("tour", "next_late", ("greater_than_sign",), "Next late", "Next visit that is late", footer=False),
    Action("tour", "previous_late", ("less_than_sign",), "Late before", "Late visit before", footer=False),
    Action("tour", "page_down", ("pagedown", "ctrl+d"), "Page down", "As many visits on as are shown", footer=False),
    Action("tour", "page_up", ("pageup", "ctrl+u"), "Page up", "As many visits back", footer=False),
    Action("tour", "first", ("home",), "First visit", "The first visit", footer=False),
    Action("tour", "last", ("end", "G"), "Last visit", "The return to the depot", footer=False),
    Action("tour", "view", ("v",), "View", "Next view: the route, the windows, both if there is room", footer=False),
    Action("tour", "larger", ("plus",), "Larger", "Draw the route larger", footer=False),
    Action("tour", "smaller", ("minus",), "Smaller", "Draw the route smaller, down to where all fits", footer=False),
    Action("choice", "next", ("right", "l", "space"), "Next", "Next value of the setting", footer=False),
    Action("choice", "previous", ("left", "h"), "Previous", "Value before", footer=False),
    Action("form", "up", ("up",), "Up", "Field before (also Shift+Tab)", footer=False),
    Action("form", "down", ("down",), "Down", "Next field (also Tab)", footer=False),
)

WIDGET_SCOPES = {
    "library": ("list", "board", "game", "hand", "strand", "tour"),
    "enter": ("board", "game", "hand", "strand", "tour"),
    "solve": ("form", "choice", "board", "game", "hand", "strand", "tour"),
    "priors": ("list",),
    "runs": ("list",),
}


def of(scope: str) -> tuple[Action, ...]:
    """The actions of one scope, in the order they are shown."""
    return tuple(action for action in ACTIONS if action.scope == scope)


def bindings(scope: str) -> list[Binding]:
    """Textual's bindings of one scope."""
    return [
        Binding(
            ",".join(action.keys),
            action.call,
            action.label,
            show=action.footer,
            id=action.id,
            tooltip=action.help,
            priority=action.priority,
        )
        for action in of(scope)
    ]


def shown(scope: str, names: Iterable[str] | None = None) -> list[Action]:
    """The actions of the line of keys: those of the scope that are in `names` (all if None), then help and quit."""
    wanted = None if names is None else set(names)
    own = [one for one in of(scope) if one.footer and (wanted is None or one.name in wanted)]
    return own + [one for one in of("app") if one.footer]
