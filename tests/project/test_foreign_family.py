"""A seventh family from another distribution: everything works with it, and no fault of it breaks the program."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from drivers.command_line import HOME, invoke, run
from drivers.distributions import install, install_ladder
from drivers.fake_engine import FakeEngine, make_app, screen_text, wait_for

from puzzles import registry
from puzzles.engine import kernel_cache
from puzzles.foreign import refused
from solvers.runs.events import Finished, Improved
from solvers.runs.folder import Run, runs_root
from tui.boards import drawing as drawings
from tui.boards import puzzle_board
from tui.boards.drawing import TextDrawing
from tui.boards.page_board import TextBoard
from tui.kept.loaded import Loaded
from tui.keys import key_table
from tui.screens.puzzles import PuzzlesScreen
from tui.widgets.lines import KeyLine
from tui.widgets.lists import VimList

FIVE = "ladder\n3 1 4 1 5\n9 2 6 5 3\n5 8 9 7 9\n3 2 3 8 4\n6 2 6 4 3\n"
SEARCHES = ("backtracking", "exhaustive", "sampling", "nmcs", "nrpa", "gnrpa")


BOARD_WITHOUT_SCOPES = """
from tui.boards.page_board import TextBoard
class One(TextBoard):
    SCOPES = ('x',)
    own_scopes = classmethod(lambda cls: [])
"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    folder.mkdir()
    return folder


@pytest.fixture
def here(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder is on this process's path; what is found in it is forgotten afterwards."""
    monkeypatch.syspath_prepend(site)
    caches = (registry._foreign, registry.get_family, puzzle_board.foreign_boards, drawings.foreign_drawings)
    for cache in caches:
        cache.cache_clear()
    yield site
    for cache in caches:
        cache.cache_clear()
    refused.clear()
    for name in [name for name in sys.modules if name.partition("_")[0] in ("ladder", "raising")]:
        del sys.modules[name]


def mcs_tui(site: Path, *arguments: str, given: str = "", **changes: str) -> subprocess.CompletedProcess[bytes]:
    """A command, interpreted, with the distributions of the folder."""
    changes = {"PYTHONPATH": os.pathsep.join((str(site), str(HOME))), "MCS_TUI_JIT": "0", **changes}
    return run(arguments, given.encode(), **changes)


@pytest.fixture
def here_and_in_workers(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder is on the path of the workers that this process starts, too; they are interpreted."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(here), str(HOME))))
    monkeypatch.setenv("MCS_TUI_JIT", "0")
    install_ladder(here)
    return here


def best_climb(text: str) -> int:
    """The best sum, by trying all climbs."""
    rungs = [list(map(int, line.split())) for line in text.splitlines()[1:]]

    def ends(height: int, place: int) -> int:
        if height == len(rungs) - 1:
            return rungs[height][place]
        steps = [to for to in (place - 1, place, place + 1) if 0 <= to < len(rungs[0])]
        return rungs[height][place] + max(ends(height + 1, to) for to in steps)

    return max(ends(0, place) for place in range(len(rungs[0])))


@pytest.mark.usefixtures("here_and_in_workers")
@pytest.mark.parametrize("algorithm", SEARCHES)
def test_every_search_that_applies_finds_a_good_climb(algorithm: str) -> None:
    done = invoke("solve", "-", "--algorithm", algorithm, "--playouts", "400", "--json", given=FIVE)
    assert done.exit_code == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["family"], found["verified"]) == ("ladder", True)
    if algorithm in ("exhaustive", "backtracking"):
        assert (found["score"], found["claim"]) == (best_climb(FIVE), "no better climb exists (proved)")
    assert found["score"] >= best_climb(FIVE) - 3


@pytest.mark.usefixtures("here_and_in_workers")
def test_it_is_generated_converted_checked_and_listed(tmp_path: Path) -> None:
    asked = ("generate", "ladder", "--rungs", "4", "--width", "3", "--seed", "2", "-q")
    made, again = invoke(*asked), invoke(*asked)
    assert (made.exit_code, made.stdout) == (0, again.stdout)
    (tmp_path / "four.txt").write_text(made.stdout)
    assert invoke("convert", str(tmp_path / "four.txt"), "--format", "text", "-q").stdout == made.stdout
    (tmp_path / "good").write_text("climb 1 2 3 2\n")
    (tmp_path / "leap").write_text("climb 1 3 3 2\n")
    legal = invoke("check", str(tmp_path / "four.txt"), "--board", str(tmp_path / "good"))
    assert (legal.exit_code, "legal; " in legal.stdout) == (0, True)
    wrong = invoke("check", str(tmp_path / "four.txt"), "--board", str(tmp_path / "leap"))
    assert (wrong.exit_code, "a leap to rung 2" in wrong.stdout) == (1, True)
    refused = invoke("check", "-", given="ladder\n1 2 3\n1 x 3\n")
    assert (refused.exit_code, refused.stderr) == (2, "<stdin>:3:3: 'x' is no number\n")
    assert "ladder  text" in invoke("formats", "--family", "ladder").stdout
    assert "searches latin, kakuro, sudoku, samegame, tsptw, ladder" in invoke("algorithms", "exhaustive").stdout
    assert b"ladder" not in mcs_tui(tmp_path, "formats").stdout


def test_its_runs_are_listed_stopped_and_resumed(here_and_in_workers: Path) -> None:
    site = here_and_in_workers
    begun = mcs_tui(site, "solve", "-", "--seconds", "600", "--detach", "--json", given=FIVE)
    run_id = json.loads(begun.stdout)["run"]
    assert invoke("stop", run_id).exit_code == 0
    listed = [json.loads(line) for line in mcs_tui(site, "runs", "--json").stdout.splitlines()]
    assert [(one["run"], one["family"], one["algorithm"]) for one in listed] == [(run_id, "ladder", "nrpa")]
    stopped = json.loads(invoke("show", run_id, "--json").stdout)
    assert stopped["status"] == "stopped"
    assert json.loads(Run(runs_root() / run_id).spec_path.read_text())["versions"] == {"ladder-family": "1.0"}
    metadata = site / "ladder_family-1.0.dist-info" / "METADATA"
    metadata.write_text(metadata.read_text().replace("Version: 1.0", "Version: 1.1"))
    resumed = mcs_tui(site, "resume", run_id, "--detach")
    said = "not the version that began this search: ladder-family is 1.1, was 1.0"
    assert (resumed.returncode, resumed.stderr.decode()) == (0, f"{run_id}: {said}\n")
    while json.loads(invoke("show", run_id, "--json").stdout)["playouts"] <= stopped["playouts"]:
        pass
    assert invoke("stop", run_id).exit_code == 0
    assert Run(runs_root() / run_id).events_path.read_text().count(said) == 1
    gone = run(("resume", run_id))
    lack = b"there is no family 'ladder' here; expected the distribution that adds it (ladder-family 1.0; pip install "
    assert (gone.returncode, lack in gone.stderr) == (2, True), gone.stderr


def test_what_cannot_be_used_is_left_out_in_one_line(site: Path) -> None:
    broken = {
        "raising": "raising",
        "other": "ladder_family",
        "empty": "empty",
        "absent": "absent",
        "latin": "ladder_family",
    }
    install_ladder(site)
    install(
        site,
        "broken-families",
        {"mcs_tui.families": broken},
        raising="raise RuntimeError('no\\nway')",
        empty="",
    )
    listed = mcs_tui(site, "formats", "--json")
    assert {one["family"] for one in json.loads(listed.stdout)} >= {"latin", "ladder"}
    assert listed.returncode == 0
    assert listed.stderr.decode().splitlines() == [
        "mcs-tui: absent of broken-families is left out: ModuleNotFoundError: No module named 'absent'",
        "mcs-tui: empty of broken-families is left out: ValueError: it has no FAMILY, an object of a subclass of "
        "puzzles.family.Family",
        "mcs-tui: latin of broken-families is left out: the name is taken",
        "mcs-tui: other of broken-families is left out: ValueError: its family is called 'ladder'",
        "mcs-tui: raising of broken-families is left out: RuntimeError: no",
    ]


FAULTY = """
from dataclasses import replace
import ladder_family
class Faulty(type(ladder_family.FAMILY)):
    def recognise(self, text): raise KeyError("recognise")
    def parse(self, text): raise ZeroDivisionError("in parse")
FAMILY = Faulty(**{**vars(ladder_family.FAMILY), "name": "faulty"})
"""


def test_a_family_that_fails_breaks_nothing(site: Path) -> None:
    install_ladder(site)
    install(site, "faulty-family", {"mcs_tui.families": {"faulty": "faulty"}}, faulty=FAULTY)
    assert mcs_tui(site, "check", "-", given=FIVE).returncode == 0
    failed = mcs_tui(site, "check", "-", "--family", "faulty", given=FIVE)
    said = b"<stdin>: the family faulty fails in parse: ZeroDivisionError: in parse\n"
    assert (failed.returncode, failed.stderr) == (2, said)


def test_an_algorithm_of_another_distribution_searches(site: Path) -> None:
    text = """
from solvers.registry import Algorithm
RANDOM = Algorithm("random", "Random games", "plays at random", "solvers.searches.sampling", pairs=True)
"""
    install(site, "random-games", {"mcs_tui.algorithms": {"random": "random_games:RANDOM"}}, random_games=text)
    assert mcs_tui(site, "algorithms", "random").stdout.startswith(b"random - Random games")
    asked = ("solve", "-", "--algorithm", "random", "--playouts", "300", "--json")
    done = mcs_tui(site, *asked, given="1 . 3\n. 3 .\n3 . 2\n")
    assert json.loads(done.stdout)["status"] == "solved", done.stderr


@pytest.mark.compiled
def test_compiled_kernels_follow_an_edit_and_stand_apart_from_ours(site: Path) -> None:
    install_ladder(site)
    asked = ("solve", "-", "--algorithm", "sampling", "--playouts", "400", "--json")
    boards_found = []
    rules = site / "ladder_family" / "rules.py"
    for line in ("    return high - low\n", "    return 1\n"):
        rules.write_text(rules.read_text().replace("    return high - low\n", line))
        done = mcs_tui(site, *asked, given=FIVE, MCS_TUI_JIT="1")
        boards_found.append(json.loads(done.stdout)["board"])
    assert len(set(boards_found[0])) > 1
    assert boards_found[1] == [0] * 5
    kept = [path.name for path in kernel_cache.parent().iterdir()]
    assert "ladder_family" in {name.rpartition("-")[0] for name in kept}


async def test_in_the_app_it_is_opened_and_its_board_is_shown_as_text(here: Path) -> None:
    install_ladder(here, "mcs_tui.families")
    app = make_app(engine := FakeEngine())
    async with app.run_test(size=(100, 40)) as pilot:
        await wait_for(pilot, lambda: isinstance(app.screen, PuzzlesScreen))
        app.screen.query_one(VimList).highlight("example:ladder:ladder-5")
        await wait_for(pilot, lambda: "9 2 6 5 3" in screen_text(app))
        app.open_board(Loaded(registry.read(FIVE)), face="search", start=True)
        await wait_for(pilot, lambda: engine.launched)
        spec = engine.last.spec()
        assert (spec.family, spec.algorithm) == ("ladder", "nrpa")
        found = Improved(score=31.0, board=[4, 4, 4, 3, 2], playouts=1)
        engine.end(engine.last, found, Finished(reason="budget", playouts=1))
        await wait_for(pilot, lambda: "climb 5 5 5 4 3" in screen_text(app))
        await wait_for(pilot, lambda: "31 points" in screen_text(app))
    engine.close()


async def test_its_own_board_has_a_key_in_the_footer_and_in_help_that_works(here: Path) -> None:
    install_ladder(here)
    app = make_app(engine := FakeEngine())
    async with app.run_test(size=(120, 160)) as pilot:
        await wait_for(pilot, lambda: isinstance(app.screen, PuzzlesScreen))
        app.screen.query_one(VimList).highlight("example:ladder:ladder-5")
        await wait_for(pilot, lambda: "t Total" in screen_text(app))
        await pilot.press("t")
        await wait_for(pilot, lambda: "0 points on 0 of 5 rungs" in screen_text(app))
        app.screen.query_one(VimList).highlight("example:latin:paper-20")
        await wait_for(pilot, lambda: "t Total" not in screen_text(app))
        app.open_board(Loaded(registry.read(FIVE)), face="search", start=True)
        await wait_for(pilot, lambda: engine.launched)
        found = Improved(score=31.0, board=[4, 4, 4, 3, 2], playouts=1)
        engine.end(engine.last, found, Finished(reason="budget", playouts=1))
        await wait_for(pilot, lambda: " 6  2 [6] 4  3" in screen_text(app))
        app.screen.query_one("LadderBoard").focus()
        await wait_for(pilot, lambda: "t Total" in screen_text(app))
        line = app.screen.query_one(KeyLine)
        await pilot.click(line, offset=(str(line.render()).index("t Total") + 1, 0))
        await wait_for(pilot, lambda: "31 points on 5 of 5 rungs" in screen_text(app))
        await pilot.press("question_mark")
        await wait_for(pilot, lambda: "Add up the numbers that the climb stands on" in screen_text(app))
        assert "On a ladder" in screen_text(app)
        assert "Numbers that the climb stands on have" in screen_text(app)
    engine.close()
    assert "climb.add" in {action.id for action in key_table.every()}


def test_its_own_drawing_is_printed(site: Path) -> None:
    install_ladder(site)
    drawn = mcs_tui(site, "solve", "-", "--algorithm", "exhaustive", given="ladder\n1 2\n3 44\n5 6\n").stdout.decode()
    assert "  5 [ 6]\n  3 [44]\n  1 [ 2]\n" in drawn


async def test_a_drawing_that_fails_gives_way_to_the_text_of_the_family(here: Path) -> None:
    text = """
def draw(puzzle, board, *, width, plain, facts=None): raise KeyError("rung")
def fits(puzzle, board): raise KeyError("rung")
"""
    install_ladder(here, "mcs_tui.families")
    install(here, "bad-drawing", {"mcs_tui.drawings": {"ladder": "ladder_drawing"}}, ladder_drawing=text)
    drawn = mcs_tui(here, "solve", "-", "--algorithm", "exhaustive", given="ladder\n1 2\n3 4\n").stdout.decode()
    assert "(the drawing of ladder fails: KeyError: 'rung')\nladder\n1 2\n3 4\n" in drawn
    app = make_app()
    async with app.run_test(size=(100, 40)) as pilot:
        await wait_for(pilot, lambda: isinstance(app.screen, PuzzlesScreen))
        app.screen.query_one(VimList).highlight("example:ladder:ladder-5")
        await wait_for(pilot, lambda: "the drawing of ladder fails" in screen_text(app))
        await wait_for(pilot, lambda: "9 2 6 5 3" in screen_text(app))


@pytest.mark.parametrize(
    ("group", "text", "said"),
    [
        ("boards", "One = 1", "it is no subclass of tui.boards.puzzle_board.PuzzleBoard"),
        ("boards", BOARD_WITHOUT_SCOPES, "its SCOPES are not all of the class tui.keys.actions.Scope"),
        ("drawings", "One = 1", "it has no draw and fits, as tui.boards.drawing.Drawing"),
    ],
)
def test_a_board_or_drawing_that_is_none_is_left_out_in_one_line(here: Path, group: str, text: str, said: str) -> None:
    install_ladder(here, "mcs_tui.families")
    install(here, "bad", {f"mcs_tui.{group}": {"ladder": "ladder_bad:One"}}, ladder_bad=text)
    assert type(drawings.drawing_of("ladder")) is TextDrawing
    assert puzzle_board.board_class("ladder") is TextBoard
    assert refused == [f"ladder of bad is left out: ValueError: {said}"]


async def test_the_app_says_what_is_left_out(here: Path) -> None:
    install(here, "raising-family", {"mcs_tui.families": {"raising": "raising"}}, raising="raise RuntimeError('no')")
    app = make_app()
    async with app.run_test(size=(120, 40)) as pilot:
        await wait_for(pilot, lambda: app._notifications)
        said = [one.message for one in app._notifications]
        assert said == ["raising of raising-family is left out: RuntimeError: no"]
