"""The app from its start in a terminal to what the user reads after leaving it."""

from __future__ import annotations

import gc
import os
import sys

from solvers.runs.processes import NICE
from tui.app import McsTuiApp
from tui.kept.options import AppOptions


def run(options: AppOptions) -> int:
    """The exit code, once the user has left: 0; 1 after a crash, 128 + n after signal n."""
    if options.no_colour:
        os.environ["NO_COLOR"] = "1"
    os.environ.setdefault(NICE, str(options.nice))
    if sys.__stderr__ is None or not sys.__stderr__.isatty():
        vars(sys)["__stderr__"] = sys.__stdout__  # where Textual draws: a file of errors would get the screen
    gc.disable()  # until the first paint, which comes a tenth sooner
    app = McsTuiApp(options)
    code = app.run(mouse=options.mouse)
    words = farewell(app)
    if words:
        print(words, file=sys.stderr)
    return 1 if app.crash_line else code or 0


def farewell(app: McsTuiApp) -> str:
    """What the user reads in the shell after leaving: a crash, else what continues without the app; else nothing."""
    if app.crash_line or not app.background_work:
        return app.crash_line or (f"mcs-tui: {app.keeping.unsaved}" if app.keeping.unsaved else "")
    return f"mcs-tui: {app.background_work}. This continues in the background and ends by itself."
