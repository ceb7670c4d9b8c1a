"""Runs from outside: Ctrl-C and other signals, watching, pausing, stopping, resuming, listing, removing."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest
from drivers.command_line import ENDLESS, HOME, LATIN, LATIN_NONE, invoke, one_line, start
from drivers.ended_runs import ended_run, morpion_spec

from solvers.runs.events import Finished
from solvers.runs.folder import Run, all_runs, new_run, request
from solvers.runs.reader import view
from solvers.runs.spec import SolveSpec
from solvers.runs.status import read_status
from solvers.runs.view import RunView
from tui.commands.names import run_names
from tui.commands.root import cli

PATIENCE = 600.0
"""Seconds for a worker to start, compiling included; only a broken one takes so long."""


def awaited(run: Run, condition: Callable[[RunView], bool]) -> RunView:
    """The first view of the run that meets the condition."""
    deadline = time.monotonic() + PATIENCE
    while not condition(found := view(run)):
        assert time.monotonic() < deadline, found
        time.sleep(0.02)
    return found


def searching(one: RunView) -> bool:
    """True once the run has made a playout."""
    assert not one.ended or not one.message, one.message
    return one.status == "running" and one.playouts > 0


@pytest.fixture
def endless(tmp_path: Path) -> str:
    """A file with a puzzle that keeps a search without proofs busy."""
    path = tmp_path / "none.txt"
    path.write_text(LATIN_NONE)
    return str(path)


@pytest.fixture
def live(endless: str) -> Iterator[Run]:
    """A run that searches, started by --detach."""
    result = invoke("solve", "-q", "--detach", *ENDLESS, "--playouts", "1000000000000", endless)
    run = next(run for run in all_runs() if run.id == one_line(result.stdout))
    awaited(run, searching)
    yield run
    if run.folder.exists() and not view(run).ended:
        request(run, "stop")
        awaited(run, lambda one: one.ended)


def followed(endless: str) -> tuple[subprocess.Popen[bytes], Run]:
    """A `solve` that follows its search, once that has begun."""
    process = start(["solve", *ENDLESS, "--playouts", "1000000000000", endless], preexec_fn=_heed_hangups)
    assert process.stderr is not None
    lines = iter(process.stderr.readline, b"")
    name = next(line.split()[1].rstrip(b",").decode() for line in lines if line.startswith(b"run "))
    run = next(run for run in all_runs() if run.id == name)
    awaited(run, searching)
    return process, run


def _heed_hangups() -> None:
    """In the child: SIGHUP ends it, though tests that are run under nohup hand down that it is ignored."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupted_search_can_be_resumed(number: int, code: int, endless: str) -> None:
    process, run = followed(endless)
    process.send_signal(number)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == code
    assert out.startswith(b"stopped after ")
    assert err.decode().splitlines()[-1] == f"stopped; mcs-tui resume {run.id} continues it"
    before = view(run)
    assert before.status == "stopped"
    if number != signal.SIGINT:
        return  # one of the two is enough to see that what was kept goes on
    assert invoke("resume", run.id, "--detach").stdout.startswith(f"{run.id}: ")
    awaited(run, lambda one: one.playouts > before.playouts)
    assert one_line(invoke("stop", run.id).stdout) == f"{run.id}: stopped"


def test_a_lost_terminal_leaves_the_search_going(endless: str) -> None:
    process, run = followed(endless)
    process.send_signal(signal.SIGHUP)
    process.communicate(timeout=PATIENCE)
    now = view(run)
    awaited(run, lambda one: one.status == "running" and one.playouts > now.playouts)
    assert json.loads(invoke("stop", run.id, "--json").stdout) == {"run": run.id, "status": "stopped"}


def test_a_killed_worker_is_reported_and_resumed(endless: str) -> None:
    process, run = followed(endless)
    status = read_status(run.status_path(0))
    assert status is not None
    os.kill(status.pid, signal.SIGKILL)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 70
    assert f"mcs-tui resume {run.id} continues it" in err.decode().splitlines()[-1]
    assert invoke("resume", run.id, "--detach", "--json").exit_code == 0
    awaited(run, searching)
    assert invoke("stop", run.id).exit_code == 0


def test_a_live_run_is_listed_paused_resumed_and_stopped(live: Run) -> None:
    listed = json.loads(one_line(invoke("runs", "--live", "--json").stdout))
    assert (listed["run"], listed["kind"], listed["algorithm"]) == (live.id, "solve", "sampling")
    refused = invoke("runs", "remove", live.id)
    assert refused.exit_code == 2
    assert one_line(refused.stderr) == f"mcs-tui: {live.id} is running; stop it first"
    assert one_line(invoke("pause", live.id).stdout) == f"{live.id}: paused"
    assert one_line(invoke("resume", live.id, "--detach").stdout) == f"{live.id}: running"
    refused = invoke("resume", live.id)
    assert refused.exit_code == 2
    assert one_line(refused.stderr) == f"mcs-tui: {live.id} is running already; mcs-tui watch {live.id} shows it"
    assert one_line(invoke("stop", live.id).stdout) == f"{live.id}: stopped"
    assert one_line(invoke("stop", live.id).stderr) == f"mcs-tui: {live.id} has no live worker: stopped"


def test_orders_go_to_several_runs_each_refused_one_in_a_line_of_its_own(live: Run) -> None:
    ended, waiting = ended_run(Finished(reason="budget")), new_run(morpion_spec(batch="b"))
    result = invoke("stop", "none", waiting.id, live.id, ended.id, live.id[:-2])
    assert result.exit_code == 2
    assert result.stdout.splitlines() == [f"{waiting.id}: stopped", f"{live.id}: stopped"]
    assert result.stderr.splitlines() == [
        "mcs-tui: there is no run 'none'; expected the start or the end of a run's name",
        f"mcs-tui: {ended.id} has no live worker: budget",
    ]
    result = invoke("resume", live.id, ended.id, "--detach")
    assert result.exit_code == 2
    assert result.stdout == f"{live.id}: running\n"
    assert result.stderr == f"mcs-tui: {ended.id} can't be resumed, it has reached its end: budget\n"
    assert invoke("pause", live.id, "none", "--json").stdout == f'{{"run": "{live.id}", "status": "paused"}}\n'
    result = invoke("runs", "remove", live.id, ended.id, "none", "--json")
    assert result.exit_code == 2
    assert json.loads(result.stdout) == {"removed": [ended.id]}
    assert len(result.stderr.splitlines()) == 2
    assert json.loads(invoke("runs", "remove", "--ended", "--json").stdout) == {"removed": []}
    assert invoke("resume", "none", "neither").exit_code == 2


def test_several_resumed_runs_are_followed_to_their_ends() -> None:
    runs = [new_run(morpion_spec(playouts=2, seed=seed)) for seed in (1, 2)]
    result = invoke("resume", *(run.id for run in runs), "--json")
    assert result.exit_code == 0
    assert [json.loads(line)["run"] for line in result.stdout.splitlines()] == [run.id for run in runs]
    assert result.stderr.splitlines()[-1] == "2 of 2 runs are done"


def test_watching_leaves_the_run_going(live: Run) -> None:
    process = start(["watch", live.id])  # whose reader leaves at once
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(timeout=PATIENCE) == 0
    process = start(["watch"])  # which is interrupted
    assert process.stdout is not None
    assert process.stdout.readline().startswith(b"running  ")
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert err.decode().startswith(f"{live.id} is still active; ")
    assert not view(live).ended


def test_watching_to_the_end_as_json(live: Run) -> None:
    process = start(["watch", live.id, "--json"])
    assert process.stdout is not None
    first = json.loads(process.stdout.readline())
    assert (first["run"], first["status"]) == (live.id, "running")
    request(live, "stop")
    out, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert json.loads(out.splitlines()[-1])["status"] == "stopped"


def test_an_ended_run_is_shown_again_and_removed() -> None:
    name = one_line(invoke("solve", "-", "-q", "--detach", given=LATIN).stdout)
    shown = invoke("watch", name, "-q")
    assert shown.exit_code == 0
    assert shown.stdout.startswith("1 2 3 4 5 6\n")
    assert run_names(click.Context(cli), click.Argument(["run"]), name[:8]) == [name]
    header, row = invoke("runs").stdout.splitlines()
    assert header.split() == ["RUN", "PUZZLE", "ALGORITHM", "STATUS", "BEST", "PLAYOUTS", "ELAPSED", "AGE"]
    assert row.startswith(f"{name}  Latin square, order 6, 8 holes  backtracking  solved")
    again = invoke("resume", name)
    assert (again.exit_code, again.stderr) == (2, f"mcs-tui: {name} can't be resumed, it has reached its end: solved\n")
    assert json.loads(invoke("runs", "remove", "--ended", "--json").stdout) == {"removed": [name]}
    assert invoke("runs", "--json").stdout == ""
    assert one_line(invoke("runs").stderr) == "there is no run yet; mcs-tui solve FILE makes one"


def test_removing_says_what_it_expects() -> None:
    assert one_line(invoke("runs", "remove").stderr) == ("mcs-tui runs remove: expected the names of runs, or --ended")


def test_a_listed_run_says_what_it_searches_and_how() -> None:
    spec = SolveSpec(
        family="latin",
        puzzle={},
        title="Latin square, order 6, 8 holes",
        algorithm="nrpa",
        parameters={"level": 2},
        prior="dual",
        prior_tau=2.0,
        seed=7,
        seconds=3.5,
        workers=2,
        source="six.txt",
    )
    run = new_run(spec)
    printed = json.loads(invoke("runs", "--json").stdout)
    assert {
        "run": run.id,
        "family": "latin",
        "title": "Latin square, order 6, 8 holes",
        "file": "six.txt",
        "algorithm": "nrpa",
        "mode": "strong",
        "parameters": {"level": 2},
        "prior": "dual",
        "prior_tau": 2.0,
        "seed": 7,
        "workers": 2,
        "budget": {"seconds": 3.5, "playouts": None},
    }.items() <= printed.items()
    page = (HOME / "docs" / "commands.md").read_text(encoding="utf-8").partition("## runs")[2].partition("## show")[0]
    assert [name for name in printed if f"`{name}`" not in page] == []


def test_without_a_name_the_newest_run_is_shown(live: Run, tmp_path: Path) -> None:
    """A live one goes before newer ones that have ended; commands that change a run want its name."""
    awaited(live, lambda one: one.board is not None)
    (tmp_path / "other.txt").write_text(LATIN)
    while all_runs()[0].id == live.id:  # until one is of a later second
        invoke("solve", "-q", str(tmp_path / "other.txt"))
    shown = invoke("show", "--json")
    assert json.loads(shown.stdout)["run"] == live.id
    assert one_line(shown.stderr) == live.id
    assert invoke("show", "--json", "-q").stderr == ""
    for command in ("stop", "pause", "resume"):
        refused = invoke(command)
        assert refused.exit_code == 2
        assert one_line(refused.stderr) == f"mcs-tui {command}: Missing argument 'RUN...'. mcs-tui runs lists all"


def test_without_a_run_there_is_nothing_to_show(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MCS_TUI_DATA", str(tmp_path))
    shown = invoke("show")
    assert shown.exit_code == 2
    assert one_line(shown.stderr) == "mcs-tui: there is no run yet; mcs-tui solve FILE makes one"
