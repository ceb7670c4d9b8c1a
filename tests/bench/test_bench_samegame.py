"""`mcs-tui bench samegame`: its tables from outcomes made by hand, and a tiny run of its own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from drivers.traced_outcomes import outcome
from test_bench import bench

from puzzles.errors import PuzzleError
from puzzles.folder_family import own
from puzzles.registry import get_family
from puzzles.samegame.position import Position, groups, remove, start
from puzzles.samegame.puzzle import SameGamePuzzle
from solvers.bench.samegame import ROWS, TOTALS, boards, positions_table, scores, totals_table

pytestmark = pytest.mark.compiled

GNRPA, PAPER, NRPA, *_ = ROWS
BOARDS = """\
0 1 1 2
2 1 1 2
0 0 2 1

1 1 0
2 0 1
"""
PUBLISHED = "position\tSP-MCTS\tNRPA\n1\t1200\t20\n2\t7\t\ntotal\t19\t\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "boards.txt"
    path.write_text(BOARDS)
    return path


def table_file(tmp_path: Path, text: str = PUBLISHED) -> Path:
    path = tmp_path / "published.tsv"
    path.write_text(text)
    return path


def best_of_all(position: Position) -> int:
    """The points of the best game from the position on, with those that it has, by playing all games."""
    return max((best_of_all(remove(position, cells)) for cells in groups(position)), default=position.points)


def test_scores_by_position_stand_beside_a_published_table_with_totals(tmp_path: Path) -> None:
    found = {
        ("gnrpa", 1): [outcome(GNRPA, "1", (1.0, 10.0), (3.0, 1016.0), facts={"cleared": True})],
        ("gnrpa", 2): [outcome(GNRPA, "2", (1.0, 4.0), facts={"cleared": False})],
    }
    table = positions_table("", [GNRPA], [1, 2], found, 60.0, scores(table_file(tmp_path)))
    assert table.columns == ("position", "GNRPA", "SP-MCTS", "NRPA")
    assert table.rows == ((1, "1,016", "1,200", "20"), (2, "4", "7", ""), ("total", "1,020", "1,207", ""))
    assert table.notes == (f"{GNRPA.title}: one run of 60 CPU s a position; boards emptied by a best game: 1 (1).",)


def test_of_several_runs_best_and_mean_are_reported_within_their_time() -> None:
    found = {
        ("gnrpa", 3): [outcome(GNRPA, "3", (1.0, 10.0), (9.0, 90.0)), outcome(GNRPA, "3", (1.0, 25.0), seed=2)],
        ("nrpa", 3): [outcome(NRPA, "3", (1.0, 7.0)), outcome(NRPA, "3", (6.0, 9.0), seed=2)],
    }
    table = positions_table("", [GNRPA, NRPA], [3], found, 5.0, None)
    assert table.columns == ("position", "GNRPA, best", "GNRPA, mean", "NRPA, best", "NRPA, mean")
    assert table.rows == ((3, "25", "18", "7", "4"), ("total", "25", "18", "7", "4"))
    assert table.notes[0].endswith("2 runs of 5 CPU s a position; boards emptied by a best game: none.")


def test_the_published_totals_are_cited() -> None:
    assert [total for _, total in TOTALS] == [77_934, 78_012, 80_030, 87_858]
    assert totals_table().rows[2] == ("selective NRPA(5), Cazenave 2016", "80,030")


def test_the_standard_test_set_and_its_scores_are_read(benchmark_data: Path) -> None:
    folder = benchmark_data / "samegame"
    found = boards(folder / "problems.txt")
    assert list(found) == list(range(1, 21))
    published = scores(folder / "published_scores.tsv")
    columns = list(zip(*(published.of(position) for position in found), strict=True))
    assert [sum(int(cell.replace(",", "")) for cell in column) for column in columns] == [total for _, total in TOTALS]
    assert published.of(21) == ("", "", "", "")


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        ("", "published.tsv:1: the first line names no column"),
        ("position\n1\n", "published.tsv:1: the first line names no column"),
        ("position\tA\tB\n1\t5\n", "published.tsv:2: there are 1 scores; expected 2"),
        ("position\tA\tB\n1\t5\t6.5\n", "published.tsv:2:5: the score is '6.5'; expected a whole number"),
        ("position\tA\n1\t²\n", "published.tsv:2:3: the score is"),
    ],
)
def test_another_table_of_scores_is_refused_with_its_place(tmp_path: Path, text: str, reported: str) -> None:
    with pytest.raises(PuzzleError) as refused:
        scores(table_file(tmp_path, text))
    assert reported in str(refused.value)


def test_a_tiny_run_is_kept_and_goes_on(file: Path, tmp_path: Path) -> None:
    ledger = tmp_path / "ledger.jsonl"
    settings = ("--set", "level=1", "--set", "iterations=10", "--set", "selective=off")
    asked = ("--file", str(file), *settings, "--keep", str(ledger), "--json")
    position = (*asked, "--part", "position", "--rows", "paper", "--runs", "2", "--columns", "0.02,0.05")
    first = bench("samegame", *position)
    assert first.returncode == 0, first.stderr
    assert "2 of 2: gnrpa, seed 2, puzzle 1: " in first.stderr
    (table,) = json.loads(first.stdout)["tables"]
    assert table["columns"][:3] == ["mean score after", "0.02 s", "0.05 s"]
    ours, published = table["rows"]
    assert ours[0] == "GNRPA as the paper has it, level 1, N 10, tau 1, selective off (n 2)"
    assert ours[2] == f"{best_of_all(start(own(boards(file)[1], SameGamePuzzle))):.1f} (0.0)"
    assert published[3] == "2,591.5 (52.5)"

    samegame = get_family("samegame")
    lines = [json.loads(line) for line in ledger.read_text().splitlines()]
    for one in lines[1:]:
        verdict = samegame.judge(boards(file)[1], one["board"])
        assert (verdict.legal, verdict.score) == (True, one["trace"][-1][1])

    whole = ledger.read_bytes()
    again = bench("samegame", *position)
    assert (json.loads(again.stdout)["tables"], again.stderr) == ([table], "")
    ledger.write_bytes(whole[:-20])  # killed while it wrote the last line
    published_file = str(table_file(tmp_path))
    positions = ("--part", "positions", "--rows", "paper", "--seconds", "0.05")
    torn = bench("samegame", *asked, *positions, "--published", published_file)
    assert torn.returncode == 0, torn.stderr
    assert "1 of 1: gnrpa, seed 1, puzzle 2: " in torn.stderr
    scored, totals = json.loads(torn.stdout)["tables"]
    assert scored["columns"] == ["position", "GNRPA as the paper has it", "SP-MCTS", "NRPA"]
    assert [row[0] for row in scored["rows"]] == [1, 2, "total"]
    assert len(totals["rows"]) == 4


def test_local_search_is_measured_beside_them_when_asked_for(file: Path) -> None:
    asked = ("--file", str(file), "--rows", "strong", "--set", "patience=3", "--json")
    times = ("--runs", "1", "--columns", "0.05", "--seconds", "0.05")
    ended = bench("samegame", *asked, "--part", "position", "positions", *times)
    assert ended.returncode == 0, ended.stderr
    means, scored, _ = json.loads(ended.stdout)["tables"]
    assert means["rows"][0][0].startswith("Simulated annealing, hot ")
    assert "patience 3" in means["rows"][0][0]
    best = [best_of_all(start(own(boards(file)[number], SameGamePuzzle))) for number in (1, 2)]
    assert means["rows"][0][1] == f"{best[0]:.1f}"
    assert [row[1] for row in scored["rows"]] == [f"{score:,}" for score in (*best, sum(best))]


@pytest.mark.parametrize(
    ("arguments", "reported"),
    [
        (["--rows", "best"], "there is no row 'best'; expected some of gnrpa,paper,nrpa,strong"),
        (["--set", "level"], "'level' is not NAME=VALUE"),
        (["--set", "level=0"], "mcs-tui bench samegame: level is '0'; expected 1 to 8"),
        (["--set", "bias=3"], "no row has a setting 'bias'; expected one of: level"),
        (["--position", "3"], "there is no position 3; expected 1 to 2"),
        (["--part", "positions", "--positions", "1-4"], "there is no position 3; expected 1 to 2"),
        (["--published", "nowhere.tsv"], "'nowhere.tsv' is not a file"),
        (["--keep", "/dev/null/ledger"], "/dev/null/ledger can't be written"),
    ],
)
def test_bad_arguments_are_reported_in_one_line(file: Path, arguments: list[str], reported: str) -> None:
    ended = bench("samegame", "--file", str(file), *arguments)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert reported in ended.stderr.splitlines()[-1]


def test_a_file_without_boards_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.txt"
    path.write_text("0 1 1\n0 x 1\n")
    ended = bench("samegame", "--file", str(path))
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith("mcs-tui bench samegame: other.txt:2")
    assert len(ended.stderr.splitlines()) == 1
