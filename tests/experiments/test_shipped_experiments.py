"""The experiments that come with the program: all can be read, and their published figures have their points."""

from __future__ import annotations

from pathlib import Path

import pytest
from drivers.command_line import invoke

from puzzles.errors import PuzzleError
from solvers.experiments.cell import Cell, CellResult, Reading, cells, problems
from solvers.experiments.folder import TABLES, ExperimentFolder, FolderError, named, shipped
from solvers.experiments.report import report
from solvers.experiments.search import run_cell, spec_of
from solvers.experiments.spec import parse, read, rows
from solvers.experiments.toml_file import Quick
from solvers.experiments.writers import main_table
from solvers.session import Session

EXAMPLES = """\
title = "Squares"
playouts = [8, 64]

[data]
squares = "a file of squares"

[quick]
puzzles = 1

[[puzzles]]
name = "given"
files = "{squares}"

[[puzzles]]
name = "made"
family = "latin"
generate = { order = 5, holes = 0.4 }
count = 3

[[row]]
name = "Sampling"
algorithm = "sampling"

[[row]]
name = "NRPA"
algorithm = "nrpa"
"""


@pytest.mark.parametrize("name", shipped())
def test_every_shipped_experiment_has_a_quick_size_and_a_figure_for_each_published_point(name: str) -> None:
    experiment = read(TABLES / f"{name}.toml")
    short = experiment.file.quick
    assert short != Quick()
    assert experiment.file.source or not any(row.published for row in rows(experiment))
    for row in rows(experiment):
        points = experiment.budget(row).points
        lists = row.published.values() if isinstance(row.published, dict) else [row.published] if row.published else []
        times = experiment.file.measure == "time"
        assert all(times or len(figures) == len(points) for figures in lists), row.name


def test_data_that_are_not_shipped_are_named_by_an_option_and_kept_with_the_results(tmp_path: Path) -> None:
    path = tmp_path / "squares.toml"
    path.write_text(EXAMPLES)
    experiment, _ = named(str(path))
    with pytest.raises(PuzzleError, match="squares is not named; expected --data squares=PATH: a file of squares"):
        problems(experiment, generate=False)
    with pytest.raises(PuzzleError, match="there is no data 'square'; expected one of: squares"):
        named(str(path), data={"square": "x"})
    experiment, _ = named(str(path), quick=True, data={"squares": "example:order-9"})
    found = problems(experiment, generate=False)
    assert [(one.group, one.name) for one in found] == [("given", "order-9"), ("made", "1")]
    place = ExperimentFolder(tmp_path / "kept")
    place.make(experiment)
    place.make(named(str(path), quick=True)[0])  # it goes on without the option
    assert place.experiment().data == {"squares": "example:order-9"}


def test_another_size_is_given_by_options_and_has_a_folder_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "squares.toml"
    path.write_text(EXAMPLES)
    size = Quick(rows=["NRPA"], playouts=[4, 8], seeds="2-3", puzzles=2)
    data = {"squares": "example:order-9"}
    experiment, place = named(str(path), size=size, data=data)
    every = cells(experiment, puzzles=problems(experiment, generate=False))
    assert [(one.row, one.seed, one.playouts) for one in every] == [
        *[("NRPA", 2, (4, 8))] * 3,
        *[("NRPA", 3, (4, 8))] * 3,
    ]
    assert place.path != named(str(path), data=data)[1].path != named(str(path), quick=True, data=data)[1].path
    place = ExperimentFolder(tmp_path / "kept")
    place.make(experiment)
    assert place.experiment() == experiment
    with pytest.raises(FolderError, match="holds the experiment squares of another size"):
        place.make(named(str(path), data=data)[0])
    with pytest.raises(PuzzleError, match="no row has one of these names; expected some of: Sampling, NRPA"):
        named(str(path), size=Quick(rows=["NRAP"]))
    arguments = ["experiment", "check", str(path), "--data", "squares=example:order-9"]
    found = invoke(*arguments, "--rows", "Sampling", "--seeds", "1-4", "--playouts", "2,16", "--puzzles", "1")
    assert "Squares: 8 cells" in found.stdout
    for wrong in (["--quick", "--seeds", "2"], ["--seconds", "x"], ["--seconds", "1", "--playouts", "1"]):
        assert invoke(*arguments, *wrong).exit_code == 2


def test_another_seed_of_generated_puzzles_makes_others() -> None:
    whole = parse(EXAMPLES.replace('files = "{squares}"', 'files = "example:order-9"'), "squares", Path("/"))
    first, second = (whole.resized(Quick(generated=seed)) for seed in (1, 2))
    assert problems(whole) == problems(first)
    assert [one.data == other.data for one, other in zip(problems(first), problems(second), strict=True)] == [
        True,
        False,
        False,
        False,
    ]


def test_a_whole_search_ends_where_it_would_begin_again() -> None:
    text = """\
title = "Whole games"
[[puzzles]]
files = "example:board-6"
[[row]]
name = "NMCS"
algorithm = "nmcs"
parameters = { level = 1 }
playouts = 100000
whole = true
[[row]]
name = "Sampling"
algorithm = "sampling"
playouts = 3
[[row]]
name = "Sampling more"
algorithm = "sampling"
playouts = 4
"""
    experiment = parse(text, "whole", Path("/"))
    every = cells(experiment)
    found = [run_cell(one) for one in every]
    assert [one.end for one in found] == ["whole", "budget", "budget"], [one.error for one in found]
    assert found[0].playouts == _playouts_of_one_search(every[0])
    heads, *lines = main_table(report(experiment, every, found, "command"))
    assert heads[1:3] == ("at the end", "n")
    assert [line[1] for line in lines] == [f"{one.score:,.1f}" for one in found]


def _playouts_of_one_search(cell: Cell) -> int:
    session = Session(spec_of(cell), cell.index)
    while True:
        before = session.playouts
        session.advance(1)
        if session.restarts:
            return before


def test_any_seed_that_solves_a_puzzle_counts_for_root_parallel_searches() -> None:
    text = EXAMPLES.replace("[8, 64]", '[8, 64]\nseeds = 2\nmeasure = "any"').replace("{squares}", "example:order-9")
    experiment = parse(text.replace("count = 3", "count = 1"), "squares", Path("/"))
    every = cells(experiment)

    def solved(cell: Cell, at: int) -> CellResult:
        readings = tuple(
            Reading(point=point, score=0.0, solved=number >= at, playouts=1, seconds=1.0)
            for number, point in enumerate(cell.points)
        )
        return CellResult(
            key=cell.key, row=cell.row, group=cell.group, puzzle=cell.puzzle, seed=cell.seed, readings=readings
        )

    done = [solved(one, one.seed - 1 if one.group == "given" else 2) for one in every]
    lines = main_table(report(experiment, every, done, "command"))[1:]
    assert [line[:4] for line in lines] == [
        ("Sampling", "given", "1 (0-1)", "1 (0-1)"),
        ("NRPA", "given", "1 (0-1)", "1 (0-1)"),
        ("Sampling", "made", "0 (0-1)", "0 (0-1)"),
        ("NRPA", "made", "0 (0-1)", "0 (0-1)"),
    ]
