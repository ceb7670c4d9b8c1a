"""Runs whose processes are killed again and again, and resumed: `MCS_TUI_JIT=0 python kill_runs.py --kills 1000`.

Each pair of a family and an algorithm, with each prior and without, by one worker and by two; runs for several
solutions, trainings and generators too (`kill_jobs.py`). Workers are killed at random times, inside and after the
writing of a checkpoint, and before or in the middle of their n-th change of a file: one, or all at once, or with the
command that resumed the run. In the end each worker's arrays, best, board and numbers are compared with those of a
worker that did the same in one go, in this process, and what a reader sees of the run with what it sees of that one.

It prints a JSON object; the exit code is 1 if anything differs, and then those runs are left in the folder it names.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import IO

from kill_jobs import differences, jobs, own_priors
from killed.sitecustomize import prepare

from puzzles.engine import kernel_cache
from solvers.runs import launcher
from solvers.runs.folder import new_run
from solvers.runs.launcher import resume_run
from solvers.runs.reader import view
from solvers.runs.spec import RunSpec
from solvers.worker import main as become_worker

HOOK = Path(__file__).parent / "killed"
WAYS = ("one", "all", "checkpoint", "change", "change", "command", "command and all")
"""Which processes a life ends for, and when; see `Killing.kill`."""
STARTING = {"fork": 0.6, "new": 1.5}
"""Seconds from a start in which a random time lies: a worker that is a new process needs half of them to start."""
DEADLINE = 300.0


@dataclass
class Totals:
    """What was done, and what went wrong."""

    kills: Counter[str] = field(default_factory=Counter)
    phases: Counter[str] = field(default_factory=Counter)
    changes: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    runs: int = 0
    resumes: int = 0
    jobs: int = 0
    differences: dict[str, str] = field(default_factory=dict)


class Forked:
    """A worker that is a copy of this process, with all its imports done; a stand-in for `start_process`."""

    def __init__(self, arguments: list[str], *, log: IO[bytes], descriptors: tuple[int, ...]) -> None:
        sys.stdout.flush()
        self.pid = os.fork()
        if not self.pid:
            code = 1
            try:
                os.setsid()
                os.dup2(log.fileno(), 1)
                os.dup2(log.fileno(), 2)
                prepare()
                code = become_worker(arguments, own=True)
            except BaseException:
                traceback.print_exc()
                sys.stderr.flush()
            finally:
                os._exit(code)

    def wait(self) -> int:
        """Its exit code, of a signal below 0, once it has ended."""
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


class Killing:
    """One run, killed and resumed until it has ended or had its kills."""

    def __init__(self, spec: RunSpec, rng: random.Random, totals: Totals) -> None:
        self.run = new_run(spec)
        self._rng, self._totals = rng, totals
        self._log = Path(os.environ["KILLED_LOG"])
        self._command: subprocess.Popen[bytes] | None = None

    def go(self, kills: int) -> None:
        """Returns when the run has ended, after about that many kills."""
        done, before = 0, sum(self._totals.kills.values())
        with own_priors(self.run):
            while done < kills and (view(self.run).resumable or not view(self.run).ended):
                self.kill(self._rng.choice(WAYS))
                done = sum(self._totals.kills.values()) - before
            os.environ["KILLED_AT"] = "0"
            while self._lives() or self._start():
                self._until(lambda: not self._lives(), DEADLINE)

    def kill(self, way: str) -> None:
        """Resumes the run, and kills some of its processes.

        One worker, or all of them, at a random time (one, all); all after a checkpoint was begun (checkpoint); each
        before or in the middle of its n-th change of a file (change); the command that resumed the run alone, whose
        workers then go on; it and all of them.
        """
        changes = round(math.exp(self._rng.uniform(0, math.log(150)))) if way == "change" else 0
        os.environ["KILLED_AT"] = str(changes)
        if way.startswith("command") and view(self.run).ended:
            self._resume_by_command()
        elif not self._start() and not self._lives():
            return
        if way == "change":
            self._until(lambda: not self._lives(), DEADLINE)
            lines = self._log.read_text().splitlines() if self._log.exists() else []
            self._log.unlink(missing_ok=True)
            self._totals.changes.update(lines)
            self._totals.kills[way] += len(lines)
            return
        starts = "fork" if self._command is None and launcher.start_process is Forked else "new"
        wait = self._rng.uniform(0, STARTING[starts])
        if way == "checkpoint":
            before = self._checkpoints()
            self._until(lambda: self._checkpoints() != before or not self._lives(), DEADLINE)
            wait = self._rng.uniform(0, 0.02)
        self._until(lambda: not self._lives(), wait)
        self._totals.phases[self._phase()] += 1
        if self._command is not None:
            self._kill_command(way)
        if way != "command":
            alive = self._workers() if self.run.lives() else []
            killed = alive if way != "one" else self._rng.sample(alive, min(1, len(alive)))
            for process in killed:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
                    self._totals.kills[way] += 1
            self._until(lambda: not set(killed) & set(self._workers()), DEADLINE)

    def _start(self) -> tuple[int, ...]:
        """The workers that this process resumes."""
        started = resume_run(self.run)
        self._totals.resumes += len(started)
        return started

    def _resume_by_command(self) -> None:
        program = "from tui.commands import main; main()"
        command = [sys.executable, "-c", program, "resume", "-q", self.run.id]
        self._command = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._totals.resumes += 1

    def _kill_command(self, way: str) -> None:
        assert self._command is not None
        self._totals.kills[way] += self._command.poll() is None
        self._command.kill()
        self._command.wait()
        self._command = None

    def _lives(self) -> bool:
        """True while a worker lives, or a command that is to start one."""
        return self.run.lives() or (self._command is not None and self._command.poll() is None)

    def _workers(self) -> list[int]:
        """The processes, but this one and the command, that have one of the run's lock files open."""
        found, lock = set(), re.compile(rf"{re.escape(str(self.run.folder))}/worker-\d+\.lock")
        for process in Path("/proc").iterdir():
            with suppress(OSError):
                if any(lock.fullmatch(os.readlink(path)) for path in (process / "fd").iterdir()):
                    found.add(int(process.name))
        return sorted(found - {os.getpid()})

    def _checkpoints(self) -> set[tuple[str, int]]:
        """The checkpoints that are there or are being written, with their times."""
        found = set()
        with suppress(FileNotFoundError):
            for path in self.run.folder.glob("*checkpoint-*"):
                found.add((path.name, path.stat().st_mtime_ns))
        return found

    def _phase(self) -> str:
        """What the run is busy with now."""
        if any(self.run.folder.glob(".checkpoint*")):
            return "writing a checkpoint"
        saved = "" if any(self.run.folder.glob("checkpoint*")) else ", before its first checkpoint"
        return f"{view(self.run).status}{saved}"

    def _until(self, condition: Callable[[], bool], seconds: float) -> None:
        """Returns when the condition holds, or the seconds are over."""
        end = time.monotonic() + seconds
        while not condition() and time.monotonic() < end:
            time.sleep(0.005)


def campaign(wanted: int, each: int, seconds: float, chosen: str, seed: int, folder: Path) -> Totals:
    """All jobs once, then again until there were enough kills."""
    rng, totals = random.Random(seed), Totals()
    todo = jobs(seconds, chosen, rng)
    totals.jobs = len(todo)
    for job in cycle(todo):
        if totals.runs >= len(todo) and sum(totals.kills.values()) >= wanted:
            break
        spec, expected = job.prepare(folder / "undisturbed")
        killing = Killing(spec, rng, totals)
        killing.go(each)
        totals.runs += 1
        totals.ends[view(killing.run).status] += 1
        wrong = differences(killing.run, expected)
        if wrong:
            totals.differences[f"{job.name} in {killing.run.folder}"] = "; ".join(one[:500] for one in wrong)
            print(job.name, killing.run.folder, [one[:500] for one in wrong], file=sys.stderr, flush=True)
        else:
            shutil.rmtree(killing.run.folder, ignore_errors=True)  # an exit code may just be written
        if totals.runs % 10 == 0:
            print(f"{totals.runs} runs, {sum(totals.kills.values())} kills", file=sys.stderr, flush=True)
    return totals


def main() -> None:
    """Does what the arguments say."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=1000, help="how many at least; each job has its run in any case")
    parser.add_argument("--each", type=int, default=7, help="kills of each run")
    parser.add_argument("--seconds", type=float, default=0.5, help="search of each worker")
    parser.add_argument("--jobs", default="", help="a regular expression of their names, such as 'rna nrpa none x2'")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--new", action="store_true", help="each worker is a new process, else only those of commands")
    given = parser.parse_args()
    if not given.new:
        launcher.start_process = Forked  # type: ignore[assignment, misc]
    folder = Path(tempfile.mkdtemp(prefix="kills-"))
    os.environ.setdefault("MCS_TUI_KERNELS", str(kernel_cache.parent()))
    os.environ |= {"MCS_TUI_DATA": str(folder / "data"), "MCS_TUI_CACHE": str(folder / "cache")}
    os.environ |= {"KILLED_BELOW": str(folder), "KILLED_AT": "0", "KILLED_LOG": str(folder / "killed")}
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(HOOK), os.environ.get("PYTHONPATH")]))
    totals = campaign(given.kills, given.each, given.seconds, given.jobs, given.seed, folder)
    shown = {"jobs": totals.jobs, "runs": totals.runs, "kills": sum(totals.kills.values())}
    shown |= {"resumes": totals.resumes, "by way": dict(totals.kills), "at random times": dict(totals.phases)}
    shown |= {"at changes": dict(totals.changes), "ends": dict(totals.ends)}
    print(json.dumps(shown | {"differences": totals.differences}, indent=1))
    if not totals.differences:
        shutil.rmtree(folder, ignore_errors=True)
    sys.exit(bool(totals.differences))


if __name__ == "__main__":
    main()
