"""Other programs in a process of their own: in runs, in commands, in experiments, and when they fail."""

from __future__ import annotations

import os
import signal
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from drivers.command_line import invoke, one_line
from drivers.run_driver import DEADLINE, ended, kill_all, solve_spec, start, until

from puzzles.parameters import ParameterError, resolve
from puzzles.peers import CP_SAT, SAT, Peer
from puzzles.registry import get_family
from solvers import registry
from solvers.experiments.cell import Cell
from solvers.experiments.search import run_cell
from solvers.peer_process import Line, PeerProcess
from solvers.runs.folder import request
from solvers.runs.launcher import resume_run
from solvers.runs.reader import view

LATIN, TSPTW = get_family("latin"), get_family("tsptw")
ROUTE = TSPTW.examples[0].text
(PYVRP,) = TSPTW.peers
UNIQUE = "1 2 .\n2 . .\n. . .\n"
NONE = "1 2 .\n2 . .\n. 3 1\n"
SEVERAL = ". . .\n. . .\n. . .\n"

pytest.importorskip("pysat")
pytest.importorskip("ortools")


def all_lines(process: PeerProcess) -> list[Line]:
    found: list[Line] = []
    while not process.ended:
        found += process.lines(10.0)
    return found


def asked(peer: Peer, text: str, **more: Any) -> PeerProcess:
    family = LATIN if text != ROUTE else TSPTW
    return PeerProcess(peer, family.parse(text), seed=1, parameters=resolve(peer.parameters, {}, peer.name), **more)


def test_a_process_reports_boards_and_how_it_ended() -> None:
    with asked(SAT, UNIQUE) as process:
        first, last = all_lines(process)
    assert first.board is not None
    assert LATIN.judge(LATIN.parse(UNIQUE), first.board).solved
    assert (last.board, last.complete, last.error) == (None, True, "")
    assert 0.0 <= first.cpu <= last.cpu
    assert 0.0 <= first.wall <= last.wall


def test_a_process_that_fails_or_is_killed_says_so_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    without_parameters = replace(CP_SAT, parameters=())
    with asked(without_parameters, UNIQUE) as process, pytest.raises(RuntimeError, match="cp-sat: KeyError: 'threads'"):
        all_lines(process)
    with asked(SAT, SEVERAL) as process:
        os.kill(process._process.pid, signal.SIGKILL)
        with pytest.raises(RuntimeError, match="ended with -9"):
            all_lines(process)
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with asked(SAT, UNIQUE) as process, pytest.raises(RuntimeError, match="ended with 1"):
        all_lines(process)
    with pytest.raises(ParameterError, match=r"needs the package 'nowhere', .*pip install 'mcs-tui\[peers\]'"):
        asked(replace(SAT, package="nowhere.inside"), UNIQUE)


def test_a_process_stands_still_and_is_ended_by_its_cpu_time() -> None:
    pytest.importorskip(PYVRP.package)
    with asked(PYVRP, ROUTE, cpu_seconds=0.2) as process:
        assert not process.go_on()
        process.pause()
        state = Path(f"/proc/{process._process.pid}/stat")
        if state.exists():
            while state.read_text().rpartition(")")[2].split()[0] != "T":
                time.sleep(0.01)
        assert process.lines(0.0) == []
        assert process.go_on()
        assert process.lines(DEADLINE)[0].board is not None
        all_lines(process)
        assert process._process.wait() == -signal.SIGPROF


@pytest.mark.parametrize(
    ("text", "status", "solutions"),
    [(UNIQUE, "solved", "unique"), (SEVERAL, "solved", "several"), (NONE, "exhausted", None)],
)
def test_a_run_proves_what_there_is(text: str, status: str, solutions: str) -> None:
    try:
        run = start(solve_spec("latin", text, algorithm="sat", seconds=600.0, count_seconds=600.0))
        seen = ended(run)
    finally:
        kill_all()
    assert (seen.status, seen.solutions) == (status, solutions)


def test_a_stopped_run_goes_on_with_its_best_and_the_time_that_is_left() -> None:
    pytest.importorskip(PYVRP.package)
    try:
        run = start(solve_spec("tsptw", ROUTE, algorithm="pyvrp", seconds=600.0))
        until(run, lambda seen: seen.best_score is not None)
        request(run, "stop")
        stopped = ended(run)
        assert stopped.resumable == (0,)
        resume_run(run)
        until(run, lambda seen: seen.workers_alive > 0)
        assert view(run).best_score == stopped.best_score
        request(run, "stop")
        assert ended(run).best_score == stopped.best_score
    finally:
        kill_all()


def test_the_command_solves_and_refuses_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "square.txt"
    path.write_text(UNIQUE)
    done = invoke("solve", str(path), "--algorithm", "sat")
    assert (done.exit_code, "only solution" in done.output) == (0, True), done.output
    path.write_text(NONE)
    assert invoke("solve", str(path), "--algorithm", "sat").exit_code == 3
    for more, complaint in (
        (("--playouts", "5"), "sat counts no playouts; expected a time"),
        (("--set", "level=3"), "sat has no parameter 'level'; expected one of: solutions"),
        (("--algorithm", "pyvrp"), "latin can't be searched by pyvrp"),
    ):
        refused = invoke("solve", str(path), "--algorithm", "sat", *more)
        assert (refused.exit_code, complaint in one_line(refused.stderr)) == (2, True), refused.stderr
    monkeypatch.setattr("puzzles.peers.find_spec", lambda name: None)
    refused = invoke("solve", str(path), "--algorithm", "cp-sat")
    assert refused.exit_code == 2
    assert "pip install 'mcs-tui[peers]'" in one_line(refused.stderr)
    listed = invoke("algorithms", "cp-sat").output
    assert "latin, kakuro" in listed
    assert CP_SAT.explanation in listed


def cell_of(text: str, algorithm: str, *points: float, **more: Any) -> Cell:
    family = LATIN if text != ROUTE else TSPTW
    puzzle = family.to_json(family.parse(text))
    plain = {"experiment": "test", "row": "peer", "group": "", "puzzle": "", "family": family.name, "data": puzzle}
    return msgspec.convert({**plain, "algorithm": algorithm, "seconds": points, **more}, Cell)


def test_an_experiment_measures_them_by_cpu_time() -> None:
    unique = run_cell(cell_of(UNIQUE, "sat", 5.0, 10.0, parameters={"solutions": 2}))
    assert (unique.error, unique.end, unique.claim) == ("", "solved", "one solution")
    assert [one.solved for one in unique.readings] == [True, True]
    assert run_cell(cell_of(SEVERAL, "sat", 5.0, parameters={"solutions": 2})).claim == "2 solutions"
    assert run_cell(cell_of(NONE, "sat", 5.0)).end == "exhausted"
    assert "parameter 'level'" in run_cell(cell_of(NONE, "sat", 5.0, parameters={"level": 1})).error
    pytest.importorskip(PYVRP.package)
    tour = run_cell(cell_of(ROUTE, "pyvrp", 0.1, 0.3))
    assert (tour.error, tour.end, tour.seconds) == ("", "budget", 0.3)
    assert tour.readings[-1].score == tour.score
    assert tour.facts["feasible"]
    reached = run_cell(cell_of(ROUTE, "pyvrp", 20.0, until=tour.score))
    assert (reached.end, reached.score) == ("reached", tour.score)


PLAIN = """\
import sys, pathlib
rows = [line.split() for line in pathlib.Path(sys.argv[1]).read_text().splitlines()]
for at, row in enumerate(rows):
    print(*[(at + column) % 3 + 1 for column in range(3)])
"""


def test_an_experiment_measures_any_command(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PLAIN)
    cell = cell_of(UNIQUE, "command", 5.0, parameters={"command": f"{sys.executable} {program} {{file}}"})
    done = run_cell(cell)
    assert (done.error, done.end) == ("", "solved")
    assert 0.0 < done.seconds < 5.0
    for command, complaint in (
        (f"{sys.executable} -c 1/0", "ended with 1: ZeroDivisionError"),
        (f"{sys.executable} -c print(5)", "command: PuzzleError"),
        ("/nowhere/nothing", "/nowhere/nothing can't be run: No such file"),
        ("", "expected a command and its arguments"),
    ):
        failed = run_cell(msgspec.structs.replace(cell, parameters={"command": command}))
        assert complaint in failed.error, failed.error
    endless = f"{sys.executable} -c while(True):pass"
    spent = run_cell(msgspec.structs.replace(cell, seconds=(0.5,), parameters={"command": endless}))
    assert (spent.error, spent.solved, spent.seconds) == ("", False, 0.5)
    with pytest.raises(KeyError):
        registry.algorithm("command")
