"""Killed workers and launchers change nothing: a slice of `drivers/kill_experiments.py`; and what signals do."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from drivers.kill_experiments import LAUNCHER, killed, new_folder, outcome, undisturbed

from solvers.experiments.folder import ExperimentFolder
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
