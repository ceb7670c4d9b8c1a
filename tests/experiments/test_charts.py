"""What a report says of several rows and puzzles, and the figures of a paper, from results made by hand."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from drivers.command_line import invoke
from scipy import stats

from puzzles.errors import PuzzleError
from solvers.experiments.cell import Better, Cell, CellResult, Reading, cells, problems
from solvers.experiments.folder import ExperimentFolder
from solvers.experiments.report import Report, report
from solvers.experiments.spec import parse
from solvers.experiments.writers import WRITERS, comparison_table, tables
from tui.commands.terminal import Exit
from tui.words.chart_kinds import KINDS
from tui.words.experiment_charts import MOST_ROWS, chart

NAMES = ("weak", "fair", "strong", "strongest")
TEXT = """\
title = "Four rows"
seconds = [1, 10]
seeds = 6
compare = [["strong", "weak"], ["strongest", "strong"], ["fair", "weak"]]

[[puzzles]]
name = "boards"
family = "samegame"
generate = { width = 6, height = 6 }
count = 4
""" + "".join(f'\n[[row]]\nname = "{name}"\nalgorithm = "sampling"\n' for name in NAMES)


def result(cell: Cell, trace: Sequence[Better]) -> CellResult:
    """The cell's result with these better scores."""
    readings = [
        Reading(
            point=point,
            score=max(one.score for one in trace if one.seconds <= point),
            solved=any(one.solved for one in trace if one.seconds <= point),
            playouts=9,
            seconds=point,
        )
        for point in cell.points
    ]
    names = {"key": cell.key, "row": cell.row, "group": cell.group, "puzzle": cell.puzzle, "seed": cell.seed}
    spent = {"seconds": 10.0, "playouts": 1000, "machine": "one machine", "versions": {"mcs-tui": "1"}}
    return CellResult(**names, **spent, readings=tuple(readings), trace=tuple(trace))


def made(text: str = TEXT) -> tuple[Report, list[Cell], list[CellResult]]:
    """Each row is better than the one before, by more than its seeds scatter; the last two are nearly alike."""
    experiment = parse(text, "four", Path("/"))
    every, source, results = cells(experiment), random.Random(4), []
    skills = dict(zip(NAMES, (0.0, 3.0, 6.0, 6.4), strict=True))
    for one in every:
        trace, score = [], 0.0
        for at in range(1, 9):
            score += abs(source.gauss(1 + skills.get(one.row, 0.0) / 6, 0.3))
            trace.append(Better(score=score, seconds=0.01 * 2.3**at, playouts=10 * 3**at, solved=False))
        results.append(result(one, trace))
    return report(experiment, every, results, "mcs-tui experiment report four"), every, results


def test_pairs_are_corrected_and_have_an_effect_over_the_puzzles() -> None:
    found, _, _ = made()
    head, *lines = comparison_table(found)
    assert head[-3:] == ("p by Holm", "over puzzles", "95 % of these")
    first = found.comparisons[0]
    assert first.probability is not None
    assert first.corrected is not None
    assert first.corrected >= first.probability
    assert first.effect == pytest.approx(1.0)
    assert lines[0][-2:] == ("+100.0 %", "+100.0 % to +100.0 %")
    ordered = sorted(one.corrected or 0.0 for one in found.comparisons)
    assert ordered == [one.corrected for one in sorted(found.comparisons, key=lambda one: one.probability or 0.0)]


def test_ranks_over_the_puzzles_are_those_of_scipy() -> None:
    found, _, results = made()
    assert found.ranks is not None
    means = {
        puzzle: [
            sum(one.readings[-1].score or 0.0 for one in results if (one.puzzle, one.row) == (puzzle, name)) / 6
            for name in NAMES
        ]
        for puzzle in dict.fromkeys(one.puzzle for one in results)
    }
    expected = stats.friedmanchisquare(*zip(*means.values(), strict=True))
    assert found.ranks.probability == pytest.approx(expected.pvalue)
    assert found.ranks.ranks == pytest.approx(
        stats.rankdata([[-v for v in row] for row in means.values()], axis=1).mean(axis=0).tolist()
    )
    title = next(title for title, _ in tables(found) if title.startswith("Mean ranks on 4 puzzles"))
    assert "not told apart (Nemenyi)" in title


def test_each_report_tells_how_it_was_measured() -> None:
    found, _, _ = made()
    assert found.notes[-1].startswith(
        "Methods: 4 rows on 4 puzzles, seeds 1 to 6, 10 CPU seconds each; 96 of 96 cells done. Seconds are CPU time"
    )
    for writer in ("text", "markdown", "json"):
        assert "Methods: 4 rows" in WRITERS[writer](found)


@pytest.mark.parametrize("size", ["column", "page"])
@pytest.mark.parametrize("kind", KINDS)
def test_figures_are_vectors_with_words_the_same_each_time(kind: str, size: str) -> None:
    found, every, results = made()
    picture = chart(kind, found, every, results, ".svg", size)
    assert picture == chart(kind, found, every, results, ".svg", size), "no date is in it"
    text = picture.decode()
    words = re.findall(r"<text[^>]*>([^<]+)</text>", text)
    for name in NAMES:
        assert any(name in one for one in words), name
    width = {"column": 3.5, "page": 7.2}[size] * 72
    assert re.search(rf'width="{width:g}pt"', text)
    axes = {"curves": "CPU time [s]", "targets": "CPU time to the target [s]", "profile": "share of the puzzles"}
    assert kind == "ranks" or axes[kind] in words
    for one in words:
        if re.fullmatch(r"[\d,.]+", one):
            assert len(one.replace(",", "").strip("0.")) <= 2 or kind == "ranks", f"{one} is no round tick"


@pytest.mark.parametrize("suffix", [".pdf", ".png"])
def test_other_formats(suffix: str) -> None:
    found, every, results = made()
    begin = {".pdf": b"%PDF", ".png": b"\x89PNG"}[suffix]
    pictures = [chart("targets", found, every, results, suffix, "column", target=8.0) for _ in range(2)]
    assert pictures[0].startswith(begin)
    assert pictures[0] == pictures[1]


def test_what_can_not_be_drawn_is_refused() -> None:
    found, every, _ = made()
    with pytest.raises(PuzzleError, match="ranks of too few"):
        chart("ranks", report(parse(TEXT, "x", Path("/")), every, [], ""), every, [], ".svg")
    for kind in ("curves", "targets", "profile"):
        with pytest.raises(PuzzleError):
            chart(kind, found, every, [], ".svg")
    rows = "".join(f'\n[[row]]\nname = "r{at}"\nalgorithm = "sampling"\n' for at in range(MOST_ROWS))
    many = made(TEXT + rows)
    with pytest.raises(PuzzleError, match="a figure of 16 rows; expected at most 12"):
        chart("targets", *many, ".svg")


def test_what_is_solved_is_better_of_costs_too() -> None:
    """Of tours, whose scores are costs, the row that solves more has the better rank and the better pairs."""
    text = TEXT.replace('family = "samegame"\ngenerate = { width = 6, height = 6 }', 'family = "tsptw"\ngenerate = {}')
    experiment = parse(text.replace("seeds = 6", 'seeds = 6\nmeasure = "solved"'), "tours", Path("/"))
    every = cells(experiment)
    results = [
        result(one, [Better(score=-9.0, seconds=0.1, playouts=1, solved=NAMES.index(one.row) > one.seed % 4)])
        for one in every
    ]
    found = report(experiment, every, results, "")
    assert found.cost
    assert [(one.better > 0, one.worse, one.effect is not None and one.effect > 0) for one in found.comparisons] == [
        (True, 0, True)
    ] * 3
    assert found.ranks is not None
    assert found.ranks.ranks == sorted(found.ranks.ranks, reverse=True)


def test_the_command_writes_figures_and_refuses_a_chart_without_a_file(tmp_path: Path) -> None:
    _, _, results = made()
    experiment = parse(TEXT, "four", Path("/"))
    place = ExperimentFolder(tmp_path / "four")
    place.make(experiment)
    place.keep_problems(problems(experiment))
    for one in results:
        place.add(one)
    done = invoke(
        "experiment",
        "report",
        str(place.path),
        "--plot",
        str(tmp_path / "a.pdf"),
        "--chart",
        "ranks",
        "--size",
        "column",
    )
    assert done.exit_code == Exit.OK, done.stderr
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF")
    refused = invoke("experiment", "report", str(place.path), "--chart", "ranks")
    assert refused.exit_code == Exit.BAD_INPUT
    assert "--chart without --plot" in refused.stderr
