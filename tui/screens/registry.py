"""The five screens: one line each, imported when first shown."""

from __future__ import annotations

import importlib

from tui.screens.main_screen import MainScreen

SCREENS = {
    "library": "tui.screens.library:LibraryScreen",
    "enter": "tui.screens.enter:EnterScreen",
    "solve": "tui.screens.solve:SolveScreen",
    "priors": "tui.screens.priors:PriorsScreen",
    "runs": "tui.screens.runs:RunsScreen",
}


def screen_class(name: str) -> type[MainScreen]:
    """The screen's class; KeyError if there is none of that name."""
    module, class_name = SCREENS[name].split(":")
    found: type[MainScreen] = getattr(importlib.import_module(module), class_name)
    return found
