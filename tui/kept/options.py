"""How the app is started, as data; the command line makes it, the app reads it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

THEMES = ("auto", "night", "paper", "safe-night", "safe-paper", "terminal")
SLOWEST_FPS = 0.5
FASTEST_FPS = 30.0


@dataclass(frozen=True, slots=True)
class AppOptions:
    """Settings of one start of the app.

    `ascii`: no character outside ASCII is drawn. `mouse`: the terminal reports the mouse. `fps`: how often a watched
    run is redrawn, per second, SLOWEST_FPS to FASTEST_FPS. `no_colour`: greys only, as with NO_COLOR. `open_file`: a
    puzzle to begin with; `open_example`: a bundled one, its family before its name. `compile`: compile missing kernels
    in the background. The others are those of `tui.kept.settings`; `settings`: their file; `keys`: keys of the user's
    own, by the action's name; `warnings`: what was wrong with that file.
    """

    ascii: bool = False
    mouse: bool = True
    fps: float = 10.0
    no_colour: bool = False
    open_file: Path | None = None
    open_example: str = ""
    compile: bool = True
    theme: str = "auto"
    motion: str = "calm"
    start: str = "home"
    grids: str = "ask"
    conflicts: bool = True
    candidates: bool = False
    marks_go: bool = True
    clock: bool = True
    preset: str = "usual"
    seconds: float = 0.0
    seeds: int = 1
    cores: int = 1
    settings: Path | None = None
    nice: int = 10
    keys: Mapping[str, str] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
