"""Killed workers and launchers change nothing: a slice of `drivers/kill_experiments.py`; and what signals do."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from drivers.command_line import invoke
from drivers.kill_experiments import LAUNCHER, killed, new_folder, outcome, undisturbed

from solvers.experiments.cell import cells
from solvers.experiments.folder import RESULTS, ExperimentFolder, FolderError, part_of
from solvers.experiments.live import Watch
from solvers.runs.processes import child_environment


@pytest.mark.skipif(sys.platform != "linux", reason="workers are found in /proc")
def test_an_experiment_that_is_killed_comes_to_the_same(tmp_path: Path) -> None:
    place = new_folder(tmp_path / "killed", 4)
    assert len(killed(place, 2, random.Random(3), workers=1)) == 2
    assert outcome(place) == undisturbed(tmp_path / "undisturbed", 4)


def test_a_signal_ends_it_and_a_lost_terminal_does_not(tmp_path: Path) -> None:
    def signalled(place: ExperimentFolder, number: int) -> tuple[int, str]:
        """Exit code and last line of the launcher, which gets the signal when it has said something."""
        arguments = [*LAUNCHER, str(place.path), "1"]
        with subprocess.Popen(arguments, stderr=subprocess.PIPE, text=True, env=child_environment()) as process:
            assert process.stderr is not None
            lines = [process.stderr.readline()]
            process.send_signal(number)
            lines += process.stderr.readlines()
            return process.wait(), lines[-1]

    endless = new_folder(tmp_path / "endless", 2, playouts=1_000_000_000)
    said = "stopped by SIGTERM: 0 of 6 cells are done; the same command goes on\n"
    assert signalled(endless, signal.SIGTERM) == (143, said)
    place = new_folder(tmp_path / "signalled", 2)
    assert signalled(place, signal.SIGHUP)[0] == 0
    assert len(outcome(place)) == 6


@pytest.mark.skipif(sys.platform != "linux", reason="workers are found in /proc")
def test_shards_that_are_killed_come_to_the_same_together(tmp_path: Path) -> None:
    place = new_folder(tmp_path / "sharded", 4)
    with ThreadPoolExecutor(3) as shards:
        ran = [shards.submit(killed, place, 2, random.Random(k), 1, f"{k}/3") for k in (1, 2, 3)]
    assert [len(one.result()) for one in ran] == [2, 2, 2]
    assert not (place.path / RESULTS).exists()
    assert outcome(place) == undisturbed(tmp_path / "undisturbed", 4)
    state = Watch(place).look()
    assert state is not None
    assert state.over


def test_a_shard_and_the_whole_do_not_run_at_once(tmp_path: Path) -> None:
    place = new_folder(tmp_path / "held", 2)
    first, second = part_of(place, "1/2"), part_of(place, "2/2")
    with first.held_by_us(), second.held_by_us():
        assert place.runs
        for one, said in ((place, "in shards or as a whole"), (part_of(place, "1/2"), "another process runs")):
            with pytest.raises(FolderError, match=said), one.held_by_us():
                pass
    with place.held_by_us(), pytest.raises(FolderError, match="in shards or as a whole"), first.held_by_us():
        pass


def test_a_stop_is_seen_by_all_shards_and_forgotten_by_the_next_run(tmp_path: Path) -> None:
    place = new_folder(tmp_path / "stopped", 2)
    first, second = part_of(place, "1/2"), part_of(place, "2/2")
    place.ask_to_stop()
    assert first.asked_to_stop
    assert second.asked_to_stop
    with second.held_by_us():
        first.go()
        assert second.asked_to_stop
    first.go()
    assert not second.asked_to_stop


@pytest.mark.parametrize("shard", ["0/3", "4/3", "1", "a/b", "1/99999", "/"])
def test_what_is_no_shard_is_refused_in_one_line(shard: str, tmp_path: Path) -> None:
    done = invoke("experiment", "run", "tiny", "--folder", str(tmp_path / "new"), "--shard", shard)
    assert (done.exit_code, len(done.stderr.splitlines())) == (2, 1)
    assert "is no shard; expected K/N, such as 3/16" in done.stderr
    assert not (tmp_path / "new").exists()


def test_shards_are_all_cells_once_each_and_none_has_one_row_alone(tmp_path: Path) -> None:
    every = cells(new_folder(tmp_path / "dealt", 20).experiment())
    dealt = [part_of(ExperimentFolder(tmp_path / "dealt"), f"{k}/3").mine(every) for k in (1, 2, 3)]
    assert [len(one) for one in dealt] == [20, 20, 20]
    assert sorted(cell.key for part in dealt for cell in part) == sorted(cell.key for cell in every)
    assert all(len({cell.row for cell in part}) == 3 for part in dealt)
