"""Reports of results made by hand: figures, intervals, published lines, what is partial, and the four formats."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from drivers.command_line import invoke

from puzzles.errors import PuzzleError
from solvers.experiments.cell import Better, Cell, CellResult, Reading, cells, problems
from solvers.experiments.curves import curves, lettered
from solvers.experiments.folder import ExperimentFolder
from solvers.experiments.intervals import compared, mean_interval, wilson_interval
from solvers.experiments.report import Report, report
from solvers.experiments.spec import parse
from solvers.experiments.writers import (
    WRITERS,
    bound_table,
    comma_separated,
    main_table,
    markdown,
    narrowed,
    shortened,
    text,
)
from tui.commands.terminal import Exit
from tui.words.experiment_picture import bounds, experiment_picture

SOLVED = """\
title = "Sampling beside NRPA"
source = "a paper"
playouts = [16, 64]
seeds = 2
compare = [["NRPA", "Sampling"]]

[[puzzles]]
family = "latin"
files = ["example:order-9", "example:paper-20"]

[[row]]
name = "Sampling"
algorithm = "sampling"
published = [1, 2]

[[row]]
name = "NRPA"
algorithm = "nrpa"

[[row]]
name = "NRPA of others"
playouts = [64, 128]
published = ["", [1.5, 0.25]]

[quick]
playouts = 64
"""
SCORES = """\
title = "Costs"
seconds = [0.5, 1]
seeds = 3

[[puzzles]]
files = ["example:route-13", "example:route-41"]

[[row]]
name = "GNRPA"
algorithm = "gnrpa"
published = [[900.5, 1.25], "in an hour"]
"""


BOUNDED = """\
title = "Probability"
seconds = 1
seeds = 2

[[puzzles]]
files = ["example:hairpin", "example:bulge"]
settings = { objective = "probability" }

[[row]]
algorithm = "annealing"
"""


def result(cell: Cell, *readings: tuple[float | None, bool], **changes: Any) -> CellResult:
    """The cell's result, with those scores at its points, and whether they solve it; a second for each point."""
    trace = tuple(
        Better(score=score, seconds=float(at), playouts=100 * at, solved=solved)
        for at, (score, solved) in enumerate(readings, 1)
        if score is not None
    )
    parts = {
        "readings": tuple(
            Reading(point=point, score=score, solved=solved, playouts=100 * at, seconds=float(at))
            for at, (point, (score, solved)) in enumerate(zip(cell.points, readings, strict=True), 1)
        ),
        "trace": trace,
        "seconds": float(len(readings)),
        "playouts": 100 * len(readings),
        "machine": "one machine",
        "versions": {"mcs-tui": "1"},
    }
    names = {"key": cell.key, "row": cell.row, "group": cell.group, "puzzle": cell.puzzle, "seed": cell.seed}
    return CellResult(**{**names, **parts, **changes})


def solved_report(*, without: int = 0, failed: int = 0) -> Report:
    """Sampling solves one of the two puzzles by its second point, NRPA both at once; `without` so many last cells."""
    experiment = parse(SOLVED, "some", Path("/"))
    every = cells(experiment)
    first = every[0].puzzle
    done = [
        result(one, (-1.0, False), (0.0, True) if one.puzzle == first else (-1.0, False))
        if one.row == "Sampling"
        else result(one, (0.0, True), (0.0, True))
        for one in every[: len(every) - without]
    ]
    done[:failed] = [result(one, (None, False), (None, False), error="it broke") for one in every[:failed]]
    return report(experiment, every, done, "mcs-tui experiment report some")


def test_what_is_solved_has_wilsons_interval_and_stands_over_what_is_published() -> None:
    found = solved_report()
    head, sampling, published, nrpa, others = main_table(found)
    assert head == ("solved of 2", "16", "64", "128", "n", "CPU time each", "playouts/s")
    low, high = (2 * one for one in wilson_interval(2, 4)[1:] if one is not None)
    assert sampling == ("Sampling", "0.0 (0-1)", f"1.0 ({low:.0f}-{high:.0f})", "", "4", "2 s", "100")
    assert published == ("  published", "1", "2", "", "", "", "")
    assert nrpa[:3] == ("NRPA", "2.0 (1-2)", "2.0 (1-2)")
    assert others == ("NRPA of others, published", "", "", "1.5", "", "", "")
    assert (found.planned, found.finished, found.partial) == (8, 8, False)
    assert "\nPublished: a paper.\n" in text(found)
    assert found.lines[0].unsolved == ["paper-20"]
    (pair,) = found.comparisons
    assert (pair.pairs, pair.better, pair.worse, pair.difference, pair.probability) == (4, 2, 0, 0.5, 0.5)


def test_partial_results_are_said_to_be_so_in_every_place() -> None:
    found = solved_report(without=3)
    assert (found.partial, found.finished) == (True, 5)
    assert text(found).startswith("Sampling beside NRPA (partial: 5 of 8 cells)\n")
    assert "**Sampling beside NRPA (partial: 5 of 8 cells)**" in markdown(found)
    rows = main_table(found)
    assert rows[1][2].startswith("2/3 (")
    assert rows[1][4] == "3 of 4"
    failed = solved_report(failed=1)
    assert "(1 of 8 cells failed)" in text(failed)
    assert main_table(failed)[1][1].startswith("0/3 (")
    assert main_table(failed)[1][4] == "4, 1 failed"


def test_nothing_finished_is_a_report_too() -> None:
    experiment = parse(SOLVED, "some", Path("/"))
    found = report(experiment, cells(experiment), [], "command")
    for write in WRITERS.values():
        assert write(found)
    assert main_table(found)[1] == ("Sampling", "", "", "", "0 of 4", "", "")
    assert found.comparisons[0].probability is None


def test_a_quick_report_shows_published_figures_where_they_belong() -> None:
    experiment = parse(SOLVED, "some", Path("/")).quick()
    rows = main_table(report(experiment, cells(experiment), [], "command"))
    assert rows[0][:4] == ("solved", "16", "64", "128")
    assert rows[2] == ("  published", "1/2", "2/2", "", "", "", "")


def test_counts_of_fewer_puzzles_stand_beside_published_ones_as_shares_of_as_many() -> None:
    several = SOLVED.replace('files = ["example:order-9", "example:paper-20"]', "generate = { order = 6 }\ncount = 100")
    small = parse(several.replace("[quick]", "[quick]\npuzzles = 2"), "some", Path("/")).quick()
    every = cells(small)
    done = [result(one, (0.0, True)) for one in every]
    found = report(small, every, done, "command")
    rows = main_table(found)
    assert (rows[0][0], rows[1][2]) == ("solved", "4/4 (51-100 %)")
    assert (rows[2][1], rows[2][2], rows[4][2]) == ("1/100", "2/100", "")
    published = next(one for one in curves(found, every, done) if one.letter == "a")
    assert [value and value.median for value in published.values] == [1.0, 2.0]
    partial = report(small, every, done[:1], "command")
    assert main_table(partial)[2][2] == "2/100"


def test_rows_are_compared_within_each_puzzle_whatever_its_scale() -> None:
    large = [(1000.0, 2000.0), (1500.0, 1400.0), (1.0, 900.0)]
    small = [[(0.2, 0.1), (0.3, 0.1), (0.5, 0.1)] for _ in range(3)]
    found = compared("a", "b", [large, *small], "score", cost=False)
    assert (found.puzzles, found.pairs, found.better, found.worse) == (4, 12, 10, 2)
    assert (found.of, found.difference) == ("better less worse", pytest.approx(8 / 12))
    scaled = [[(one * 1e6, other * 1e6) for one, other in of] for of in small]
    assert compared("a", "b", [large, *scaled], "score", cost=False) == found
    assert found.probability == pytest.approx(0.08105, abs=1e-4)  # all 4,096 signs, counted
    one_seed = compared("a", "b", [[one] for one in (*large, *small[0])], "score", cost=True)
    assert (one_seed.test, one_seed.better, one_seed.worse) == ("sign test", 2, 4)
    alone = compared("a", "b", [large], "score", cost=False)
    assert (alone.of, alone.test, alone.difference) == ("means", "signed rank test", pytest.approx(-1799 / 3))


def test_scores_are_means_of_costs_with_each_puzzle_and_its_total() -> None:
    experiment = parse(SCORES, "some", Path("/"))
    every = cells(experiment)
    costs = {"route-13": (100.0, 90.0), "route-41": (50.0, 40.0)}
    done = [result(one, *[(-cost - one.seed, False) for cost in costs[one.puzzle]]) for one in every]
    found = report(experiment, every, done, "command")
    head, own, published = main_table(found)
    assert head == ("mean cost", "0.5 s", "1 s", "n", "CPU time each", "playouts/s")
    assert own[2].startswith("67.00 ± 2")
    assert published == ("  published", "900.50 ± 1.25", "in an hour", "", "", "")
    printed = text(found, plain=True)
    assert "route-13  92.00 +- 2.48 in 2 s\n" in printed
    assert "route-41  42.00 +- 2.48 in 2 s\n" in printed
    assert "total                  134.00\n" in printed
    assert printed.isascii()


def test_times_count_what_is_unsolved_as_later_than_all() -> None:
    timed = SOLVED.replace("seeds = 2", 'seeds = 2\nmeasure = "time"').replace("published = [1, 2]", "published = [9]")
    experiment = parse(timed, "some", Path("/"))
    every = cells(experiment)
    first = every[0].puzzle
    done = [
        result(one, (-1.0, False), (0.0, True) if one.puzzle == first or one.seed == 1 else (-1.0, False))
        for one in every
    ]
    head, sampling, published, *_ = main_table(report(experiment, every, done, "command"))
    assert head[1:5] == ("solved", "median", "90 %", "longest")
    assert sampling[1:5] == ("1.5 (1-2)", "2 s", "", "")
    assert published[1] == "9 s"
    pair = report(experiment, every, done, "command", [("Sampling", "NRPA")])
    assert "NRPA - Sampling  2            4       0      0      +0.0 %" in text(pair)


def test_the_formats_for_programs_hold_every_figure() -> None:
    found = solved_report()
    lines = list(csv.DictReader(io.StringIO(comma_separated(found))))
    ours = [line for line in lines if line["kind"] == "solved"]
    assert [(line["row"], line["point"], line["solved"], line["cells"]) for line in ours[:2]] == [
        ("Sampling", "16", "0", "4"),
        ("Sampling", "64", "2", "4"),
    ]
    assert sum(line["kind"] == "published" for line in lines) == 3
    data = json.loads(WRITERS["json"](found))
    assert data["lines"][0]["entries"][1]["value"] == 0.5
    assert data["comparisons"][0]["test"] == "sign test"
    assert data["machine"] == "one machine, CPU time; mcs-tui 1"


def test_scores_stand_beside_what_no_board_exceeds() -> None:
    """The third score is above its bound: one of both must be wrong. The fourth puzzle has no bound."""
    experiment = parse(BOUNDED, "some", Path("/"))
    every = cells(experiment)
    figures = [(0.5, 0.7), (0.6, 0.8), (0.84, 0.8), (0.9, None)]
    done = [result(one, (score, True), bound=bound) for one, (score, bound) in zip(every, figures, strict=True)]
    found = report(experiment, every, done, "command")
    head, line = bound_table(found)
    assert head[2:] == ("n", "with a bound", "mean bound", "mean best", "mean distance", "beyond")
    assert line[2:] == ("4", "3", "0.7667", "0.6467", "0.1200", "1, by 5 % at most")
    assert "Beside scores that no board exceeds" in text(found)
    rows = csv.DictReader(io.StringIO(comma_separated(found)))
    bounds = {one["unit"]: (one["value"], one["cells"], one["planned"]) for one in rows if one["kind"] == "bound"}
    assert bounds["mean distance"] == (str(found.bounds[0].distance), "3", "4")
    assert not solved_report().bounds


def test_a_pair_of_unknown_rows_is_named_with_its_line() -> None:
    with pytest.raises(PuzzleError, match="no row is called 'NRPAs'; expected names of two rows") as caught:
        parse(SOLVED.replace('[["NRPA"', '[["NRPAs"'), "some", Path("/"))
    assert caught.value.line == 5


def test_a_wide_table_is_printed_as_several() -> None:
    rows = [("row", "1,024", "2,048", "4,096"), ("NRPA", "1", "2", "3")]
    assert narrowed(rows, 0) == narrowed(rows, 25) == [rows]
    assert narrowed(rows, 18) == [
        [("row", "1,024", "2,048"), ("NRPA", "1", "2")],
        [("row", "4,096"), ("NRPA", "3")],
    ]
    assert len(narrowed(rows, 3)) == 3
    found = text(solved_report(), width=40)
    assert max(map(len, found.splitlines()[:12])) <= 40


def test_figures_that_are_published_of_each_puzzle_stand_beside_ours() -> None:
    best = '[[row]]\nname = "best known"\nseconds = 60\npublished = { route-13 = [80], route-41 = [39.5] }\n'
    experiment = parse(SCORES + best, "some", Path("/"))
    every = cells(experiment)
    found = report(experiment, every, [result(one, (-90.0, False), (-80.0, False)) for one in every], "command")
    assert main_table(found)[0][1:3] == ("0.5 s", "1 s")
    assert found.by_rows == ["GNRPA", "best known"]
    assert [[entry and entry.value for entry in line.entries] for line in found.by_puzzle] == [
        [80.0, 80.0],
        [80.0, 39.5],
    ]


def test_numbers_in_a_row_are_shortened() -> None:
    assert shortened(["1", "2", "3", "5", "8", "9", "a", "10"]) == "1 to 3, 5, 8, 9, a, 10"


def test_curves_are_means_with_intervals_and_published_points_beside_them() -> None:
    experiment = parse(SCORES, "some", Path("/"))
    every = cells(experiment)
    done = [result(one, (-100.0 - one.seed, False), (-90.0 - one.seed, False)) for one in every]
    found = report(experiment, every, done, "command")
    own, published = curves(found, every, done, places=5)
    assert (own.letter, published.letter) == ("A", "a")
    assert own.places[0] == 0.5  # the budget is 1 s, the first score came after 1 s
    assert own.values[:-1] == (None,) * 4
    assert own.values[-1] is not None
    assert own.values[-1].median == mean_interval([101.0, 102.0, 103.0]).value
    assert [(place, one and one.median) for place, one in zip(published.places, published.values, strict=True)] == [
        (0.5, 900.5)
    ]
    assert bounds([own], cost=True) == (*sorted(own.values[-1][::2]), None)
    assert bounds([own, published], cost=True) == bounds([own], cost=True)  # 900 would flatten the others


def test_curves_of_what_is_solved_are_percentages_over_playouts() -> None:
    experiment = parse(SOLVED, "some", Path("/"))
    every = cells(experiment)
    done = [
        result(one, (0.0, True), (0.0, True), trace=(Better(score=0.0, seconds=0.1, playouts=one.seed, solved=True),))
        for one in every
    ]
    found = report(experiment, every, done, "command")
    known = {curve.letter: curve for curve in curves(found, every, done, places=7)}
    assert list(known) == ["A", "a", "B", "c"]
    assert [letter for letter, _ in lettered(found)] == ["A", "a", "B", "c"]
    assert [one and one.median for one in known["A"].values] == [50.0, 100.0, *[100.0] * 5]
    assert [one and one.median for one in known["a"].values] == [50.0, 100.0]
    picture = experiment_picture(found, every, done)
    words = [one.text for one in picture.shapes if hasattr(one, "text")]
    assert "A  Sampling" in words
    assert "a  Sampling, published" in words
    nothing = experiment_picture(report(experiment, every, [], "command"), every, [])
    assert any(getattr(one, "text", "") == "No score yet." for one in nothing.shapes)


def test_the_command_prints_a_report_of_what_is_there_and_draws_it(tmp_path: Path) -> None:
    place = ExperimentFolder(tmp_path / "kept")
    assert invoke("experiment", "report", str(tmp_path)).exit_code == Exit.BAD_INPUT
    experiment = parse(SOLVED, "some", tmp_path)
    place.make(experiment)
    place.keep_problems(problems(experiment))
    every = cells(experiment)
    place.add(result(every[0], (-1.0, False), (0.0, True)))
    found = invoke("experiment", "report", str(place.path), "--plot", str(tmp_path / "plot.svg"))
    assert (found.exit_code, found.stderr) == (0, "")
    assert found.stdout.startswith("Sampling beside NRPA (partial: 1 of 8 cells)\n")
    assert (tmp_path / "plot.svg").read_text().startswith("<svg")
    wrong = invoke("experiment", "report", str(place.path), "--compare", "NRPA", "Samplign")
    assert (wrong.exit_code, wrong.stdout) == (2, "")
    assert "no row is called 'Samplign'; expected one of: 'Sampling', 'NRPA'" in wrong.stderr
    assert invoke("experiment", "report", str(place.path), "--plot", "plot.txt").exit_code == Exit.BAD_INPUT
    chosen = invoke("experiment", "report", str(place.path), "--format", "csv", "--compare", "NRPA", "Sampling")
    assert chosen.stdout.startswith("kind,row,group,")
