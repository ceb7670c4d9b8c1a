"""What the app may not import: numba at all; charts, figures and the launcher before they are needed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HOME = Path(__file__).resolve().parents[2]
EVERYTHING = """
import importlib, pkgutil, sys
import tui, tui.boards, tui.screens, tui.widgets
for package in (tui, tui.boards, tui.screens, tui.widgets):
    for module in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
        if module.name not in ("tui.commands", "tui.__main__"):
            importlib.import_module(module.name)
from solvers.runs.spec import CompileSpec
from tui.processes.engine import Engine
engine = Engine()
engine.compile_progress(CompileSpec()), engine.live_runs()
from priors.store import all_priors
all_priors()
import asyncio, solvers.runs.launcher, priors.stored
from puzzles.registry import families
families()
assert not {"numba", "llvmlite"} & set(sys.modules), "numba was imported"
"""
FIRST_PAINT = """
import asyncio, sys
from tui.app import McsTuiApp
from tui.kept.options import AppOptions
early, painted = set(), []
AFTER_PAINT = {
    "puzzles.latin", "tui.widgets.board_pane", "tui.screens.path_dialog", "tui.words.printing", "solvers.runs.folder"
}
class App(McsTuiApp):
    def _display(self, screen, renderable):
        if renderable is not None and not self._batch_count and not painted:
            painted.append(renderable)
            early.update(AFTER_PAINT & set(sys.modules))
        super()._display(screen, renderable)
    def _after_first_paint(self):
        early.update({"solvers.runs.launcher", "tui.screens.search"} & set(sys.modules))
        super()._after_first_paint()
async def main():
    app = App(AppOptions(compile=False))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert app.current_mode == "home" and painted
        late = {"numba", "matplotlib", "plotext", "textual_plotext", "numpy", "click"}
        early.update(late & set(sys.modules))
        assert not early, f"imported before the first paint: {sorted(early)}"
asyncio.run(main())
"""


@pytest.mark.parametrize("program", [EVERYTHING, FIRST_PAINT], ids=["everything", "first paint"])
def test_what_is_imported(program: str) -> None:
    environment = dict(os.environ) | {"PYTHONPATH": str(HOME)}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
