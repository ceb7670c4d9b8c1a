"""The dialogs that open over any screen: help, all actions and places, settings, leaving."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING

from puzzles.parameters import Value
from puzzles.text.quoting import counted

if TYPE_CHECKING:
    from tui.app import McsTuiApp

LEAVE = "Leave mcs-tui?"


def open_help(app: McsTuiApp) -> None:
    from tui.screens.help_dialog import HelpDialog

    screen = app.main_screen(app.current_mode)
    board = screen.board_with_keys
    scopes = board.own_scopes() if board is not None else ()
    app.push_screen(HelpDialog(app.current_mode, screen.offered(), screen.family_shown, scopes))


def open_palette(app: McsTuiApp) -> None:
    from tui.screens.dialog import EntryDialog
    from tui.screens.palette import entries

    found = entries(app)

    async def carry_out(index: int | None) -> None:
        if index is not None:
            done = found[index].do()
            if inspect.isawaitable(done):
                await done

    words = "an action, a puzzle, a run or a theme"
    dialog = EntryDialog("Find anything", [one.label for one in found], [one.names for one in found], words)
    app.push_screen(dialog, carry_out)


def open_settings(app: McsTuiApp) -> None:
    from tui.screens.settings_dialog import SettingsDialog

    def use(changed: dict[str, Value] | None) -> None:
        if changed:
            app.use(changed)
            app.say("Saved.")

    app.push_screen(SettingsDialog(app), use)


def ask_to_leave(app: McsTuiApp, live: int, unsaved: str) -> None:
    """`live`: runs that go on without the app; `unsaved`: what is lost, empty for nothing."""
    from tui.screens.dialog import ConfirmDialog

    them = "them" if live > 1 else "it"
    question = f"{counted(live, 'run')} will go on without the app; the next start shows {them} again."
    if unsaved:
        question = f"{unsaved} It is lost if you leave now."
    app.push_screen(ConfirmDialog(LEAVE, question, "Leave"), lambda sure: app.exit(0) if sure else None)
