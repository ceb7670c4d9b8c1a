"""The TOML file of an experiment, and the files of its folder, as targets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from puzzles.errors import PuzzleError
from solvers.experiments.cell import Better, CellResult, Reading, cells, problems
from solvers.experiments.folder import PUZZLES, RESULTS, SPEC, TABLES, ExperimentFolder, FolderError
from solvers.experiments.live import LIVE, LiveFile, Watch
from solvers.experiments.report import report
from solvers.experiments.spec import parse
from solvers.experiments.writers import text as as_text
from solvers.runs.status import Progress
from tui.words import sentence as words

from .readers import Call, Target

TEXT = """\
title = "Games"
playouts = [1, 3]
seeds = "1-2"
[[puzzles]]
family = "morpion"
files = "example:4D"
[[row]]
name = "NRPA {level}"
algorithm = "nrpa"
parameters = { level = [1, 2], iterations = 2 }
[quick]
seeds = [1]
"""


def targets(folder: Path) -> Iterator[Target]:
    """One for the text, and one for each file that is read while an experiment runs."""
    seeds = (TEXT, *(path.read_text(encoding="utf-8") for path in sorted(TABLES.glob("*.toml"))[:3]))
    yield Target("experiment", seeds, lambda text: iter([("experiment", lambda: _planned(text))]), 0.5)
    place = ExperimentFolder(folder / "experiment")
    experiment = parse(TEXT, "games", folder)
    place.make(experiment)
    place.keep_problems(problems(experiment))
    first = cells(experiment)[0]
    better = Better(score=9.0, seconds=0.1, playouts=1)
    reading = Reading(point=1, score=9.0, solved=False, playouts=1, seconds=0.1)
    place.add(
        CellResult(
            key=first.key, row=first.row, group="", puzzle="4D", seed=1, readings=(reading, reading), trace=(better,)
        )
    )
    LiveFile(place.path, 1).tell(Progress(key=first.key, playouts=1, score=9.0))
    for name in (SPEC, PUZZLES, RESULTS, LIVE, "about.json"):
        path = place.path / name
        seed = path.read_text(encoding="utf-8")
        refused = (PuzzleError, FolderError)

        def calls(text: str, path: Path = path, seed: str = seed) -> Iterator[Call]:
            path.write_bytes(text.encode("utf-8", "surrogatepass"))
            yield "experiment", lambda: _watched(place)
            path.write_text(seed, encoding="utf-8")

        yield Target(f"{name} of an experiment", (seed,), calls, 0.2, False, refused)


def _planned(text: str) -> None:
    experiment = parse(text, "x", Path("/nowhere"))
    for one in (experiment, experiment.quick()):
        if len(one.file.puzzles) < 9 and sum(source.count for source in one.file.puzzles) < 1_000:
            cells(one, puzzles=problems(one, generate=False)[:3])


def _watched(place: ExperimentFolder) -> None:
    with place.held_by_us():
        state = Watch(place).look()
    assert state is not None
    words.how_far(state)
    for lines in (words.row_lines, words.now_lines, words.cell_lines):
        list(lines(state))
    as_text(report(place.experiment(), state.cells, state.results, ""))
