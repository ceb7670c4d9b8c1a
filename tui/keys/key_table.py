"""The key table: the actions of the app, of its screens and of its dialogs, each with its keys, and of all widgets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from textual.binding import Binding

from tui.keys.actions import Action, Scope
from tui.keys.dialog_keys import DIALOGS

FACES = {"edit": ("e", "Edit"), "play": ("p", "Play"), "search": ("s", "Search")}
"""The faces of the Board, in their order: the key that takes a puzzle there, and the title."""
FACE_HELP = {
    "edit": "Take the puzzle to Edit",
    "play": "Play the puzzle by hand",
    "search": "Take the puzzle to Search, and to its settings",
}
SOLVE = "Have the puzzle solved, or gone on with"
"""The help of the way to Search, for players."""


def faces(*names: str, **more_keys: str) -> Iterator[Action]:
    """The actions that take the puzzle of a screen to these faces; `more_keys`: one more key for a face."""
    for name in names:
        key, title = FACES[name]
        keys = (key, more_keys[name]) if name in more_keys else (key,)
        yield Action("face", keys, title, FACE_HELP[name], name)


ENDS = tuple(
    Action("end", (key,), title, f"The cursor goes to {words}", argument, footer=False)
    for key, title, words, argument in (
        ("home", "Row's start", "the first cell of the row, or the first move", "start"),
        ("end", "Row's end", "the last cell of the row, or the last move", "end"),
        ("ctrl+home", "First cell", "the first cell of all", "first"),
        ("ctrl+end", "Last cell", "the last cell of all", "last"),
    )
)
"""On boards that are edited or played on; they change nothing but the cursor."""


def saving(what: str) -> Iterator[Action]:
    """The actions that write a file: in any format, and a page to print."""
    help = f"Save {what} to a file, in a format of your choice"
    yield Action("save", ("w", "ctrl+s"), "Export", help, also="save svg html csv text write share")
    also = "pdf png page paper picture"
    yield Action("save", ("f9",), "Print", f"Put {what} on a page to print: PDF, PNG or SVG", "print", also=also)


WAYS = (("h", "left", "to the left"), ("j", "down", "below"), ("k", "up", "above"), ("l", "right", "to the right"))
_SCREENS = (
    Scope(
        "home",
        "Home",
        Action("choose", ("enter",), "Open", "Do what the highlighted line says"),
        Action("way", ("p",), "Play", "Choose a puzzle and play it", "play", footer=False),
        Action("way", ("n",), "Solve my own", "Type, paste or open a puzzle of your own", "edit", footer=False),
        Action("way", ("s",), "Research", "Choose a puzzle to search, watch and compare", "research", footer=False),
        Action("next_picture", ("v",), "Next picture", "Show a board of another kind of puzzle"),
        help="Three ways in, and what you can go on with: searches that run, games you have begun, puzzles of yours. "
        "Enter opens the highlighted line; beside the list its puzzle is drawn. A pasted puzzle opens in Edit.",
    ),
    Scope(
        "puzzles",
        "Puzzles",
        Action("open_board", ("enter",), "Open", "Open the puzzle on the board: to play it, or to search it"),
        *faces("edit", "play", "search"),
        Action("filter", ("slash",), "Filter", "List only what has the words that you type", also="search look"),
        Action("open", ("o", "ctrl+o"), "Open", "Open a puzzle file by its path", also="load import read"),
        Action("generate", ("g",), "Generate", "Generate a new puzzle", also="random make create"),
        *saving("the puzzle"),
        Action(
            "mark", ("space",), "Mark", "Mark it, to print it with others on one page, or several", also="print page"
        ),
        Action(
            "forget",
            ("x", "delete"),
            "Forget",
            "Take the file off the list, or delete the draft, or the puzzle of yours (asks first)",
            also="remove delete",
        ),
        Action("leave_filter", ("escape",), "All", "Leave the filter; again: list everything; again: no marks"),
        help="Puzzles of yours, those made here, examples, data sets, and files opened before. Enter opens the "
        "highlighted one, s takes it to a search. Type / and a few letters to find one. The comma and the full stop "
        "step through a game that is drawn; Tab goes to it, to scroll it.",
    ),
    Scope(
        "edit",
        "Edit",
        Action("new", ("n",), "New", "A new puzzle: its family and size", also="blank empty type create"),
        Action("view", ("v", "ctrl+g"), "View", "From the board to the text, or back"),
        Action("stage", ("t",), "Stage", "The next stage: shape or cages, clues, check", also="cage sign"),
        Action("pairs", ("m",), "Symmetry", "Black cells come in pairs, or each for itself again"),
        *faces("play"),
        Action("face", ("s", "ctrl+t"), "Solve", "Have the puzzle solved, or the best game looked for", "search"),
        Action("undo", ("u", "ctrl+z"), "Undo", "Undo the last change", also="back"),
        Action(
            "count", ("c",), "Check", "Look whether there is one solution, more or none", also="verify unique solution"
        ),
        Action("flip", ("f",), "Solution", "Show a solution on the board, then another, then none"),
        Action("leave_board", ("escape",), "Leave", "Leave the board or the text, so that single keys work"),
        Action("edit", ("i", "e"), "Edit", "Go to the board, or to the text"),
        *saving("the puzzle"),
        Action("open", ("o", "ctrl+o"), "Open", "Put a file's puzzle here; undo brings the old one back"),
        Action("choose", ("ctrl+n",), "Choose", "Choose one of the puzzles that the text holds"),
        Action("clear", ("ctrl+l",), "Clear", "Clear the text; undo brings it back"),
        Action("redo", ("ctrl+r", "ctrl+y"), "Redo", "Do again what was undone", footer=False),
        Action(
            "bring_back", ("b", "ctrl+b"), "Bring back", "Bring back what was undone before other changes were made"
        ),
        Action("larger", ("plus",), "Larger", "The next larger size", footer=False),
        Action("smaller", ("minus",), "Smaller", "The next smaller size", footer=False),
        *(
            Action("step", (letter, way), way.capitalize(), f"The cell {words}", way, footer=False)
            for letter, way, words in WAYS
        ),
        *(
            Action("extend", (f"shift+{way}",), f"+ {way}", f"Choose the cell {words} too", way, footer=False)
            for _, way, words in WAYS
        ),
        *ENDS,
        Action("enter", ("enter",), "Next row", "To the next row, or the next clue that is missing", footer=False),
        Action("erase", ("backspace", "delete"), "Erase", "Empty the cell, or go one back", footer=False),
        help="A puzzle on its own board: digits, capitals and signs go into the cell under the cursor, which goes on "
        "by itself; beside the board stands what can be typed there and what is wrong. A value that could go on waits "
        "for another digit; space, Enter or an arrow ends it. v shows the same puzzle as text, in any known format, "
        "and back; of a text with several puzzles one is chosen (^n). What is typed is kept, even if the connection "
        "drops.",
    ),
    Scope(
        "play",
        "Play",
        Action("enter", ("enter",), "Play", "Make the move; on a board that is filled in: the next empty cell"),
        Action("another", ("g",), "Next", "Play another puzzle of this size, as hard"),
        Action("harder", ("o",), "Harder", "Play a harder one"),
        Action(
            "mark",
            ("space",),
            "Pencil",
            "Pencil marks, or values again; in games and designs: try the move",
            also="notes candidates marks",
        ),
        Action(
            "marks",
            ("f",),
            "All marks",
            "Mark in every empty cell what may stand there; again: take all marks away",
            footer=False,
            also="fill notes candidates clear",
        ),
        Action(
            "notes",
            ("t",),
            "Notes",
            "Marks in the middle of cells; again: colours; again: values",
            footer=False,
            also="centre corner paint color highlight",
        ),
        Action("hint", ("i",), "Hint", "A hint: where to look; again why; again do it", also="help tip clue stuck"),
        Action(
            "check", ("c",), "Check", "How many cells are wrong; again: which", also="verify right wrong mistake errors"
        ),
        Action(
            "before_mistake",
            ("x",),
            "Before the mistake",
            "Undo steps until nothing is wrong",
            footer=False,
            also="back right error",
        ),
        Action("reveal", ("r",), "Reveal", "Reveal this cell", also="solution solve answer show"),
        Action("undo", ("u", "ctrl+z", "comma"), "Undo", "Undo the last step", also="back takeback"),
        Action("redo", ("ctrl+r", "ctrl+y", "full_stop"), "Redo", "Make the undone step again", footer=False),
        Action("bring_back", ("b",), "Bring back", "To a pinned position, or steps undone before", also="branch"),
        Action("pin", ("p",), "Pin", "Pin this position; again: no longer", footer=False, also="savepoint bookmark"),
        Action("erase", ("backspace", "delete"), "Empty", "Empty the cell, or take the last move back", footer=False),
        *(replace(one, label="Solve", help=SOLVE) for one in faces("search")),
        *(replace(one, footer=False) for one in faces("edit")),
        *(
            Action("step", (key, letter), title, f"The nearest cell or move: {title.lower()}", key, footer=False)
            for key, letter, title in (
                ("left", "h", "Left"),
                ("down", "j", "Down"),
                ("up", "k", "Up"),
                ("right", "l", "Right"),
            )
        ),
        *ENDS,
        Action("first", ("less_than_sign",), "Undo all", "Undo all steps", footer=False),
        Action("last", ("greater_than_sign",), "Redo all", "Make all undone steps again", footer=False),
        Action("new", ("n",), "New", "Begin the puzzle again (asks first)", footer=False, also="restart reset again"),
        Action("copy", ("y",), "Copy", "Copy the board to the clipboard", footer=False, also="clipboard"),
        *(replace(one, footer=False) for one in saving("the board")),
        Action("swap", ("tab",), "Panel", "Board or panel, where there is no room for both", footer=False),
        Action("leave_board", ("escape",), "Back", "Leave what was begun, then the board", footer=False),
        help="One puzzle, played by hand. Digits and capital letters go onto the board, small letters are commands. "
        "Every step is kept on the disk, and the clock stands still while you are elsewhere. The solution is looked "
        "for beside the game, so that a check (c) can count what is wrong without showing it. A hint (i) tells "
        "where to look, then why, then does it. s has your position solved, or gone on with.",
    ),
    Scope(
        "search",
        "Search",
        Action("start", ("enter",), "Start", "Start the search with the settings shown", also="solve run begin"),
        Action("leave_field", ("escape",), "Leave field", "Leave the form, so that single keys work"),
        Action("begin_with", ("b",), "Begin with", "Choose a file whose board the search begins with, or learns"),
        Action("stop", ("s",), "Stop", "Stop the search; the best position is kept", also="end halt cancel abort"),
        Action("pause", ("P",), "Pause", "Pause the search, or let it go on"),
        Action(
            "resume",
            ("u",),
            "Resume",
            "Let a stopped or interrupted search go on from its checkpoint",
            also="continue go",
        ),
        Action("flip", ("f",), "Flip", "Show the next solution, or the puzzle itself"),
        Action("flip_back", ("F",), "Flip back", "Show the solution before", footer=False),
        Action(
            "compare",
            ("equals_sign",),
            "Compare",
            "Compare the game shown with an example, a game, a run or a file",
        ),
        Action("copy", ("y", "c"), "Copy", "Copy the board shown to the clipboard", also="clipboard text"),
        *saving("the board shown"),
        Action("save_all", ("W",), "Save all", "Save all solutions found to one file, best first"),
        Action("new", ("n",), "New", "Back to the settings, for another search of this puzzle"),
        *faces("play", "edit"),
        Action(
            "details",
            ("d",),
            "Details",
            "Speed, what it learns, settings and log, or fold them",
            footer=False,
            also="log speed",
        ),
        Action("report", ("i",), "Report", "What the checker says of the board shown, in full", footer=False),
        Action("zoom", ("z",), "Zoom", "Give the board the whole screen, or give it back", also="fullscreen large"),
        help="One puzzle and its search. Enter starts with what the form says. The search runs in a process of its "
        "own: leaving the screen, or the app, does not stop it. A solution is shown only after the checker has "
        "verified it. Where a score is what counts, the search uses its whole budget, and the best game found, "
        "replayed by the checker, is the result; it can begin by learning a game (b), and end at a wanted score. Of "
        "several seeds the best one's board is shown; f shows the next one's.",
    ),
    Scope(
        "priors",
        "Priors",
        Action("train", ("t",), "Train", "Count a new prior", also="count learn new"),
        Action("stop", ("s",), "Stop", "Stop the training; what was counted is kept, except of a file"),
        Action("save", ("w", "ctrl+s"), "Save figure", "Save the histogram as SVG or PNG", also="export print picture"),
        Action("remove", ("x", "delete"), "Remove", "Delete the highlighted prior (asks first)"),
        help="Tables of which moves occur in solutions: counted here from generated solutions or from a file of solved "
        "puzzles, or those that come with the program. Counting takes seconds; when you stop it, what was counted "
        "over generated solutions is kept, of a file nothing.",
    ),
    Scope(
        "runs",
        "Runs",
        Action("attach", ("enter",), "Open", "Show the run; of a search with several seeds, show these or fold them"),
        Action("mark", ("space",), "Mark", "Mark the run, or all of the search, or take the mark off"),
        Action("compare", ("equals_sign",), "Compare", "Compare the marked searches: curves, what differs, quartiles"),
        Action(
            "add",
            ("plus",),
            "Add",
            "Compare with a game of yours, a record or another run, too",
            also="record example game reference",
        ),
        Action("turn", ("v",), "View", "Draw the curves over playouts, or over time; in little room, show the table"),
        Action(
            "filter", ("slash",), "Filter", "List only runs in which all typed words occur", also="search find look"
        ),
        Action("take_filter", ("tab",), "To the list", "Leave the filter as it is", footer=False),
        Action("sort", ("t",), "Sort", "Turn the order round; again: sort by the next of the columns"),
        Action("sort_next", ("T",), "Sort by", "Sort by the next of the columns; or click its name", footer=False),
        Action(
            "save",
            ("w", "ctrl+s"),
            "Save",
            "Save the list as CSV, or the comparison as SVG, PDF, PNG or CSV",
            also="export print table picture",
        ),
        Action("experiments", ("e",), "Experiments", "See how far experiments are, start and stop them"),
        Action("stop", ("s",), "Stop", "Stop the marked runs, or the highlighted ones", also="end halt cancel abort"),
        Action("pause", ("p",), "Pause", "Pause them, or let them go on"),
        Action("resume", ("u",), "Resume", "Let an interrupted run go on from its checkpoint", also="continue go"),
        Action(
            "delete",
            ("x", "delete"),
            "Delete",
            "Delete the marked runs, or the highlighted ones (asks first)",
            also="remove forget",
        ),
        Action("back", ("escape",), "Back", "Close the comparison, else show all runs, else take off the marks"),
        help="Every run, live and old. Runs of one search on one puzzle that differ in their seeds alone are one line "
        "with their best and their median; Enter shows them one by one, and opens a run. `finds` is the median time to "
        "the score that all searches of the puzzle have come to, or how many of the seeds came to it. Space marks; "
        "marked runs are compared (=), stopped (s) or deleted (x) together.",
    ),
)
SCREENS = {one.name: one for one in _SCREENS}
"""The screens, by their modes. `help` introduces the screen."""
PLACES = {"home": "Home", "puzzles": "Puzzles", "board": "Board", "runs": "Runs", "priors": "Priors"}
"""The five places of the top bar, in the order of their keys; Board is the face that was shown last."""


def place_of(screen: str) -> str:
    """The place in the top bar that the screen belongs to."""
    return screen if screen in PLACES else "board"


_OTHERS = (
    Scope(
        "app",
        "Everywhere",
        *(
            Action("show", (str(n), f"f{n + 1}"), title, f"Go to {title}", name, footer=False)
            for n, (name, title) in enumerate(PLACES.items(), 1)
        ),
        Action(
            "help",
            ("question_mark", "f1"),
            "Help",
            "What this screen is for, and its keys",
            also="keys rules shortcuts manual",
        ),
        Action("palette", ("ctrl+p",), "Find anything", "Find an action, a puzzle, a run or a theme", footer=False),
        Action(
            "settings",
            ("f8",),
            "Settings",
            "Theme, what Play shows, how a new search begins",
            footer=False,
            also="theme colours colors options preferences dark light",
        ),
        Action(
            "statistics",
            ("f7",),
            "Your games",
            "Times, scores and days in a row of the games you have finished",
            footer=False,
            also="statistics best times records streak",
        ),
        Action("suspend_process", ("ctrl+z",), "Suspend", "Back to the shell for a while; fg returns", footer=False),
        Action(
            "leave", ("q", "ctrl+q", "ctrl+c"), "Quit", "Leave the app; running searches go on", also="exit leave close"
        ),
    ),
)
SCOPES = {one.name: one for one in (*_SCREENS, *_OTHERS, *DIALOGS)}


def of(scope: str) -> tuple[Action, ...]:
    """The actions of the app, a screen or a dialog, in the order they are shown."""
    return SCOPES[scope].actions


def bindings(scope: str) -> list[Binding]:
    """Textual's bindings of the app, a screen or a dialog."""
    return SCOPES[scope].bindings


def shown(scope: str, names: Iterable[str] | None = None, board: Sequence[Scope] = ()) -> list[Action]:
    """The actions of the line of keys: those of the scope that are in `names` (all if None), then help and quit.

    Between them those of the board that gets keys now, if its scopes have any.
    """
    wanted = None if names is None else set(names)
    own = [one for one in SCOPES[scope].in_footer if wanted is None or one.name in wanted]
    return [*own, *(one for each in board for one in each.in_footer), *SCOPES["app"].in_footer]


def widget_scopes(screen: str) -> tuple[Scope, ...]:
    """The scopes of the widgets that the screen may show; imports them, and all boards."""
    from tui.boards.puzzle_board import board_scopes
    from tui.widgets.form import Choice, Form
    from tui.widgets.lists import FilterField, VimList

    return {
        "home": (VimList.SCOPE,),
        "puzzles": (VimList.SCOPE, FilterField.SCOPE, *board_scopes()),
        "edit": board_scopes(),
        "play": board_scopes(),
        "search": (Form.SCOPE, Choice.SCOPE, *board_scopes()),
        "priors": (VimList.SCOPE,),
        "runs": (VimList.SCOPE, FilterField.SCOPE),
    }[screen]


def every() -> Iterator[Action]:
    """All actions: of the app, screens, dialogs, widgets and boards, also of other distributions' boards."""
    scopes = {one.name: one for name in SCREENS for one in widget_scopes(name)}
    for scope in (*SCOPES.values(), *scopes.values()):
        yield from scope.actions
