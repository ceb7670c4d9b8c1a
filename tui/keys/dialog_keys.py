"""The actions of the dialogs with their keys: a part of the key table."""

from __future__ import annotations

from tui.keys.actions import Action, Scope

DIALOGS = (
    Scope(
        "help",
        "",
        Action("cancel", ("escape", "enter", "q"), "Close", "Close the help"),
        Action("all", ("question_mark", "f1"), "All keys", "All keys, or those that work here and now"),
        Action("down", ("j", "down"), "Down", "Scroll down"),
        Action("up", ("k", "up"), "Up", "Scroll up"),
    ),
    Scope(
        "text",
        "",
        Action("cancel", ("escape", "enter", "q"), "Close", "Close it"),
        Action("down", ("j", "down"), "Down", "Scroll down"),
        Action("up", ("k", "up"), "Up", "Scroll up"),
    ),
    Scope(
        "confirm",
        "",
        Action("accept", ("enter", "y"), "Yes", "Do it"),
        Action("refuse", ("n",), "No", "Leave everything as it is"),
        Action("cancel", ("escape",), "Cancel", "Leave everything as it is"),
    ),
    Scope(
        "alike",
        "",
        Action("first", ("s", "enter"), "Sudoku", "It has boxes: a Sudoku"),
        Action("second", ("l",), "Latin square", "Rows and columns alone: a Latin square"),
        Action("cancel", ("escape",), "Not now", "It is read as what it looks like most, until the app is left"),
    ),
    Scope(
        "path",
        "",
        Action("accept", ("enter",), "Accept", "Take this path"),
        Action("complete", ("tab",), "Complete", "Complete the path as far as it is clear", priority=True),
        Action("cancel", ("escape",), "Cancel", "Leave everything as it is"),
        Action("down", ("down",), "Down", "To the entries of the folder, or the next format", footer=False),
        Action("up", ("up",), "Up", "To the path, or the format before", footer=False),
        Action("format", ("ctrl+t",), "Format", "The next format", footer=False),
    ),
    Scope(
        "order",
        "",
        Action("accept", ("enter",), "Start", "Begin with these settings"),
        Action("cancel", ("escape",), "Cancel", "Leave everything as it is, or stop what is going on"),
        Action("up", ("up",), "Up", "Field before (also Shift+Tab)", footer=False),
        Action("down", ("down",), "Down", "Next field (also Tab)", footer=False),
    ),
    Scope(
        "chooser",
        "",
        Action("accept", ("enter",), "Choose", "Take the highlighted line"),
        Action("cancel", ("escape",), "Back", "Back to the list before"),
        *(
            Action("pick", (number,), number, f"Take line {number}", number, footer=False)
            for number in map(str, range(1, 10))
        ),
    ),
    Scope(
        "settings",
        "",
        Action("accept", ("enter",), "Save", "Write what was changed into the settings file"),
        Action("cancel", ("escape",), "Cancel", "Leave everything as it is"),
        Action("up", ("up",), "Up", "Setting before (also Shift+Tab)", footer=False),
        Action("down", ("down",), "Down", "Next setting (also Tab)", footer=False),
    ),
    Scope(
        "experiment",
        "",
        Action("turn", ("v",), "View", "Show rows, what is searched now, or the curves"),
        Action("resume", ("u",), "Go on", "Search what is not done yet, on all cores"),
        Action("stop", ("s",), "Stop", "Stop it; what is done stays"),
        Action("cancel", ("escape",), "Close", "Close it; the experiment goes on"),
    ),
    Scope(
        "entry",
        "",
        Action("accept", ("enter",), "Take", "Take the highlighted entry"),
        Action("cancel", ("escape",), "Cancel", "Leave everything as it is"),
        Action("down", ("down",), "Down", "Next entry", footer=False, priority=True),
        Action("up", ("up",), "Up", "Entry before", footer=False, priority=True),
    ),
)
