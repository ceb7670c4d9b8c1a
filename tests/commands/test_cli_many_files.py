"""`solve` of several files: one worker does all runs, each as it would be done alone."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from drivers.command_line import ENDLESS, KAKURO, LATIN, LATIN_NONE, LATIN_SEVERAL, invoke, run, start
from drivers.run_driver import events_of, kill_all, search_of, send, until

from solvers.runs import processes
from solvers.runs.events import Started
from solvers.runs.folder import Run, all_runs
from solvers.runs.launcher import cores
from solvers.runs.reader import view

TIMES = {"seconds", "elapsed", "cpu_seconds", "run_cpu_seconds", "run", "search"}
"""What differs between two runs of one search."""


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch, own_folders: None) -> Iterator[None]:
    monkeypatch.setenv("MCS_TUI_JIT", "0")
    yield
    kill_all()


@pytest.fixture
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands in this process wait for a worker that is slow to answer; else, on a stalled machine, they start one."""
    for name in ("LONGEST_ANSWER", "SETTLED"):
        monkeypatch.setattr(processes, name, 600.0)


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """Puzzles of two families, one without a solution, and a text that is none."""
    texts = {"a": LATIN, "b": LATIN_NONE, "c": "neither puzzle nor board\n", "d": KAKURO, "e": LATIN_SEVERAL}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    return [str(tmp_path / name) for name in texts]


def in_order() -> list[Run]:
    """The runs in the order of their starts; their names have whole seconds alone."""
    begun = [one for one in all_runs() if one.events_path.exists()]
    return sorted(begun, key=lambda one: one.spec_path.stat().st_mtime_ns)


def workers() -> list[int]:
    """The processes that did the runs."""
    return [event.pid for one in in_order() for event in events_of(one) if isinstance(event, Started)]


def objects(stdout: bytes) -> list[dict[str, Any]]:
    return [{key: value for key, value in json.loads(line).items() if key not in TIMES} for line in stdout.splitlines()]


@pytest.mark.usefixtures("patience")
def test_one_worker_does_all_of_them_as_a_command_for_each_would(files: list[str]) -> None:
    together = invoke("solve", "--json", *files)
    assert len(workers()) == 4
    assert len(set(workers())) == 1
    alone = [run(["solve", "--json", name]) for name in files]
    assert [one.returncode for one in alone] == [0, 3, 2, 0, 0]
    assert together.exit_code == 3
    assert objects(together.stdout_bytes) == [one for each in alone for one in objects(each.stdout)]
    assert together.stderr_bytes.count(b"\n") == b"".join(one.stderr for one in alone).count(b"\n")


@pytest.mark.usefixtures("patience")
def test_a_short_run_keeps_what_is_shown_of_it_and_no_place_to_go_on_from(files: list[str]) -> None:
    invoke("solve", "--quiet", files[0], files[0], files[0])
    first, _, last = map(view, in_order())
    assert (last.status, last.solutions, last.board) == (first.status, first.solutions, first.board)
    assert (last.playouts, last.resumable, len(last.log)) == (first.playouts, (), len(first.log))
    assert first.run_cpu > last.run_cpu > last.cpu > 0.0
    names = {path.name for path in last.folder.iterdir()}
    assert names == {"spec.json", "events.jsonl", "result.json"}


def followed(files: list[str]) -> Any:
    """The command, and its run of the second file, which never ends."""
    process = start(["solve", *ENDLESS, "--json", files[0], files[1], files[3]])
    while len(in_order()) < 2:
        assert process.poll() is None
    endless = in_order()[1]
    until(endless, lambda seen: seen.playouts > 0 and endless.status_path(0).exists())
    return process, endless


def test_a_killed_worker_costs_its_own_run_alone(files: list[str]) -> None:
    process, endless = followed(files)
    send(endless, signal.SIGKILL)
    stdout, stderr = process.communicate()
    assert [one["status"] for one in objects(stdout)] == ["solved", "interrupted", "solved"]
    assert process.returncode == 70
    assert b"was killed (signal 9)" in stderr
    _, killed, last = workers()  # the first run has the second's worker, or another if that was slow to answer
    assert killed != last


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_stops_the_present_run_and_begins_no_other(
    files: list[str], number: signal.Signals, code: int
) -> None:
    process, endless = followed(files)
    process.send_signal(number)
    stdout, _ = process.communicate()
    assert process.returncode == code
    assert [one["status"] for one in objects(stdout)] == ["solved", "stopped"]
    assert len(in_order()) == 2
    assert view(endless).resumable == (0,)


def test_a_seed_that_waits_is_searched_although_all_workers_were_killed(files: list[str]) -> None:
    process = start(["solve", *ENDLESS, "--json", "--seeds", f"1-{cores() + 1}", files[1]])
    while len(in_order()) < cores():
        assert process.poll() is None
    *living, last = sorted(all_runs(), key=lambda one: search_of(one).seed)
    for one in living:
        until(one, lambda seen: seen.status == "running")
    for one in living:
        send(one, signal.SIGKILL)
    while not last.events_path.exists():
        assert process.poll() is None
    until(last, lambda seen: seen.status == "running")
    process.send_signal(signal.SIGINT)
    stdout, _ = process.communicate()
    assert [one["status"] for one in objects(stdout)] == ["interrupted"] * cores() + ["stopped"]
