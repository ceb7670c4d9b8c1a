"""What the palette finds: actions that work here and now, puzzles, runs and themes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from puzzles import registry
from puzzles.errors import PuzzleError
from tui.kept.loaded import Loaded, open_file
from tui.keys import key_table
from tui.keys.actions import Action
from tui.theme import THEMES

if TYPE_CHECKING:
    from pathlib import Path

    from textual.widget import Widget

    from puzzles.family import Example, Family
    from tui.app import McsTuiApp

LABEL_WIDTH = 22
"""Columns of an action's name and keys."""
MOST_RUNS = 20
"""Runs that are listed, the newest first."""


class Found(NamedTuple):
    """A line of the palette, by what names it is found, and what choosing it does."""

    label: str
    names: tuple[str, ...]
    do: Callable[[], Awaitable[object] | object]


def entries(app: McsTuiApp) -> list[Found]:
    """All lines, actions first."""
    return [*_actions(app), *_puzzles(app), *_runs(app), *_themes(app)]


def _actions(app: McsTuiApp) -> Iterator[Found]:
    screen = app.main_screen(app.current_mode)
    board = screen.board_with_keys
    owners: list[tuple[Action, McsTuiApp | Widget]] = [(one, screen) for one in screen.offered()]
    if board is not None:
        owners += [(one, board) for scope in board.own_scopes() for one in scope.actions]
    owners += [(one, app) for one in key_table.of("app") if one.name != "palette"]
    for one, owner in owners:
        label = f"{one.label} ({one.keys_text})".ljust(LABEL_WIDTH) + one.help
        yield Found(label, (one.label, *one.also.split()), partial(owner.run_action, one.call))


def _puzzles(app: McsTuiApp) -> Iterator[Found]:
    for loaded in reversed(app.own_puzzles.puzzles.values()):
        yield Found(f"Puzzle: {loaded.puzzle.title}", (loaded.puzzle.title,), partial(_open, app, loaded))
    for family in registry.families():
        for example in family.examples:
            yield Found(
                f"Puzzle: {example.name}, {family.title}", (example.name,), partial(_open_example, app, family, example)
            )
    for path in app.recent.paths:
        yield Found(f"Puzzle: {path}", (str(path), path.name, path.stem), partial(_open_file, app, path))


def _runs(app: McsTuiApp) -> Iterator[Found]:
    from solvers.runs.folder import SpecError, all_runs
    from solvers.runs.spec import SolveSpec

    for run in all_runs()[:MOST_RUNS]:
        try:
            spec = run.spec()
            seed = f", seed {spec.seed}" if isinstance(spec, SolveSpec) else ""
            yield Found(f"Run: {spec.title}{seed}, {run.id}", (spec.title, run.id), partial(app.show_run, run))
        except SpecError:
            continue


def _themes(app: McsTuiApp) -> Iterator[Found]:
    for theme in THEMES:
        yield Found(
            f"Theme: {theme.name}", (theme.name, "colours", "colors"), partial(setattr, app, "theme", theme.name)
        )


def _open(app: McsTuiApp, loaded: Loaded) -> None:
    from tui.screens.main_screen import face_of

    app.open_board(loaded, face=face_of(loaded.family))


def _open_example(app: McsTuiApp, family: Family, example: Example) -> None:
    _open(app, Loaded(family.parse(example.text), f"example {example.name}"))


def _open_file(app: McsTuiApp, path: Path) -> None:
    try:
        _open(app, open_file(path))
    except PuzzleError as error:
        app.say(str(error), error=True)
