"""What a report says of several rows and puzzles, and the figures of a paper, from results made by hand."""

from __future__ import annotations

import random
import re
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
from tui.words.experiment_charts import KINDS, MOST_ROWS, chart

NAMES = ("weak", "fair", "strong", "strongest")
TEXT = """\
title = "Four rows"
seconds = [1, 10]
seeds = 6
compare = [["strong", "weak"], ["strongest", "strong"], ["fair", "weak"]]

[[puzzles]]
name = "tours"
files = ["example:route-13", "example:route-41"]

[[puzzles]]
name = "boards"
family = "samegame"
generate = { width = 6, height = 6 }
count = 4
""" + "".join(f'\n[[row]]\nname = "{name}"\nalgorithm = "sampling"\n' for name in NAMES)
ONE_FAMILY = TEXT.replace('name = "tours"\nfiles = ["example:route-13", "example:route-41"]\n\n[[puzzles]]\n', "")


def made(text: str = ONE_FAMILY) -> tuple[Report, list[Cell], list[CellResult]]:
    """Each row is better than the one before, by more than its seeds scatter; the last two are nearly alike."""
    experiment = parse(text, "four", Path("/"))
    every, source, results = cells(experiment), random.Random(4), []
    for one in every:
        skill = {"weak": 0.0, "fair": 3.0, "strong": 6.0, "strongest": 6.4}[one.row]
        trace, score = [], 0.0
        for at in range(1, 9):
            score += abs(source.gauss(1 + skill / 6, 0.3))
            trace.append(Better(score=score, seconds=0.01 * 2.3**at, playouts=10 * 3**at, solved=False))
        readings = tuple(
            Reading(
                point=point,
                score=max(b.score for b in trace if b.seconds <= point),
                solved=False,
                playouts=9,
                seconds=point,
            )
            for point in one.points
        )
        results.append(
            CellResult(
                key=one.key,
                row=one.row,
                group=one.group,
                puzzle=one.puzzle,
                seed=one.seed,
                readings=readings,
                trace=tuple(trace),
                seconds=10.0,
                playouts=1000,
                machine="one machine",
                versions={"mcs-tui": "1"},
            )
        )
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
        chart("ranks", report(parse(ONE_FAMILY, "x", Path("/")), every, [], ""), every, [], ".svg")
    for kind in ("curves", "targets", "profile"):
        with pytest.raises(PuzzleError):
            chart(kind, found, every, [], ".svg")
    rows = "".join(f'\n[[row]]\nname = "r{at}"\nalgorithm = "sampling"\n' for at in range(MOST_ROWS))
    many = made_of_rows(ONE_FAMILY + rows)
    with pytest.raises(PuzzleError, match="a figure of 16 rows; expected at most 12"):
        chart("targets", *many, ".svg")


def made_of_rows(text: str) -> tuple[Report, list[Cell], list[CellResult]]:
    experiment = parse(text, "many", Path("/"))
    every = cells(experiment)
    results = [
        CellResult(
            key=one.key,
            row=one.row,
            group=one.group,
            puzzle=one.puzzle,
            seed=one.seed,
            readings=tuple(Reading(point=p, score=1.0, solved=False, playouts=1, seconds=p) for p in one.points),
            trace=(Better(score=1.0, seconds=0.5, playouts=1, solved=False),),
            seconds=1.0,
            playouts=1,
            machine="m",
            versions={},
        )
        for one in every
    ]
    return report(experiment, every, results, ""), every, results


def test_the_command_writes_figures_and_refuses_a_chart_without_a_file(tmp_path: Path) -> None:
    _, _, results = made()
    experiment = parse(ONE_FAMILY, "four", Path("/"))
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
