"""Kills workers and launcher of an experiment at random, and compares what it comes to with an undisturbed one.

`PYTHONPATH=tests:. python tests/drivers/kill_experiments.py --kills 10 --times 5`. Nothing waits for a time: a kill
comes after so many lines of progress.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from solvers.experiments.folder import ExperimentFolder
from solvers.experiments.launch import InProcess, Launch
from solvers.experiments.spec import parse
from solvers.runs.processes import child_environment

TEXT = """\
title = "Games that are killed"
playouts = [5, {playouts}]
seeds = {seeds}
[[puzzles]]
family = "morpion"
files = "example:4D"
[[row]]
algorithm = "sampling"
[[row]]
algorithm = "nrpa"
parameters = {{ level = 2, iterations = [3, 5] }}
"""
LAUNCHER = [sys.executable, "-P", "-m", "solvers.experiments"]


def new_folder(path: Path, seeds: int, playouts: int = 20) -> ExperimentFolder:
    """The folder of an experiment of three cells for each seed, not begun."""
    found = ExperimentFolder(path)
    found.make(parse(TEXT.format(seeds=seeds, playouts=playouts), "killed", path.parent))
    return found


def undisturbed(path: Path, seeds: int) -> dict[str, Any]:
    """What the experiment comes to in this process."""
    place = new_folder(path, seeds)
    launch = Launch(place, 1, quiet=True)
    launch.prepare()
    launch.run(InProcess())
    return outcome(place)


def outcome(place: ExperimentFolder) -> dict[str, Any]:
    """What the cells have found, by their keys, without times."""
    found = place.results()
    lines = [line for one in place.path.rglob("results.jsonl") for line in one.read_bytes().splitlines()]
    if len(lines) != len(found):
        raise AssertionError(f"{len(lines)} lines hold {len(found)} results: a cell was done twice")
    return {
        key: (one.error, one.board, one.playouts, [(at.point, at.score, at.playouts) for at in one.readings])
        for key, one in found.items()
    }


def killed(place: ExperimentFolder, kills: int, chance: random.Random, workers: int = 2, shard: str = "") -> list[str]:
    """Who was killed, in order; the experiment, or its shard, is at its end afterwards."""
    victims: list[str] = []
    while True:
        arguments = [*LAUNCHER, str(place.path), str(workers), *filter(None, [shard])]
        process = subprocess.Popen(arguments, stderr=subprocess.PIPE, text=True, env=child_environment())
        assert process.stderr is not None
        left = chance.randint(1, 3)
        for _line in process.stderr:
            left -= 1
            if left or len(victims) >= kills:
                continue
            left = chance.randint(1, 3)
            children = _workers(process.pid)
            if chance.random() < 0.5 and children:
                victims.append("worker")
                os.kill(chance.choice(children), signal.SIGKILL)
            else:
                victims.append("launcher")
                process.kill()
        process.stderr.close()
        if process.wait() == 0:
            return victims


def _workers(launcher: int) -> list[int]:
    """The launcher's workers that live now."""
    try:
        threads = Path(f"/proc/{launcher}/task").glob("*/children")
        children = [child for thread in threads for child in thread.read_text().split()]
        return [int(one) for one in children if b"mcs-tui worker" in Path(f"/proc/{one}/cmdline").read_bytes()]
    except OSError:
        return []


def main() -> int:
    """1 if an experiment came to something else than an undisturbed one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--seeds", type=int, default=20)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        expected = undisturbed(Path(folder) / "undisturbed", chosen.seeds)
        for number in range(chosen.times):
            place = new_folder(Path(folder) / str(number), chosen.seeds)
            victims = killed(place, chosen.kills, random.Random(number))
            same = outcome(place) == expected
            print(f"{number}: {' '.join(victims)}: {'the same' if same else 'SOMETHING ELSE'}", flush=True)
            if not same:
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
