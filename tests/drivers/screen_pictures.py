"""Writes the pictures of docs/screens.md and README: the app's own screens, exported as SVG, and a moving one of them.

`PYTHONPATH=tests:. python tests/drivers/screen_pictures.py [FOLDER]`, by default docs/screens. CI runs it into another
folder: it fails if a screen that a page shows can't be drawn any more.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "screens"
SIZE = (100, 30)
SHOWN = {
    "home": "home",
    "puzzles": "puzzles",
    "edit-kakuro": "edit",
    "play-kakuro": "play",
    "play-morpion": "play-morpion",
    "play-samegame": "play-samegame",
    "play-rna": "play-rna",
    "play-tsptw": "play-tsptw",
    "search-ended": "search",
    "runs": "runs",
    "priors": "priors",
    "help": "help",
}
"""Stops of the tour, and the names of their files."""
SEQUENCE = ("home", "puzzles", "play", "play-morpion", "search", "runs")
SECONDS = 2.5
"""How long each picture of the moving one stays."""


def moving(frames: list[str]) -> str:
    """One SVG that shows the SVGs in turn, by CSS alone; all have one size. Without animations the first stays."""
    share = 100 / len(frames)
    box = re.search(r'viewBox="([^"]+)"', frames[0])
    assert box is not None
    style = (
        f"@keyframes turn{{0%,{share:.3f}%{{visibility:visible}}{share + 0.001:.3f}%,100%{{visibility:hidden}}}}"
        f".frame{{visibility:hidden;animation:turn {SECONDS * len(frames):g}s step-end infinite}}"
        "@media(prefers-reduced-motion){.frame{animation:none}.frame:first-of-type{visibility:visible}}"
    )
    parts = []
    for number, frame in enumerate(frames):
        own = re.sub(r"terminal-\d+", f"frame{number}", frame)
        delay = f"animation-delay:{number * SECONDS:g}s"
        parts.append(f'<g class="frame" style="{delay}">{own}</g>')
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box[1]}"><style>{style}</style>'
    return "\n".join([head, *parts, "</svg>"]) + "\n"


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        os.environ |= {"MCS_TUI_DATA": data, "MCS_TUI_JIT": "0", "COLORTERM": "truecolor"}
        os.environ.pop("NO_COLOR", None)
        from drivers.screen_tour import tour

        taken: dict[str, str] = {}
        asyncio.run(tour(lambda name, app: taken.setdefault(name, app.export_screenshot(title="mcs-tui")), size=SIZE))
    pictures = {name: re.sub(r"terminal-\d+", f"terminal-{name}", taken[stop]) for stop, name in SHOWN.items()}
    for name, picture in pictures.items():
        (folder / f"{name}.svg").write_text(picture, encoding="utf-8")
    frames = {name: taken[stop] for stop, name in SHOWN.items()}
    (folder / "tour.svg").write_text(moving([frames[name] for name in SEQUENCE]), encoding="utf-8")
    print(f"wrote {len(pictures) + 1} pictures to {folder}")


if __name__ == "__main__":
    main()
