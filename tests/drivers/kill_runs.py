"""Runs whose processes are killed again and again, and resumed: `MCS_TUI_JIT=0 python kill_runs.py --kills 1000`.

Each pair of a family and an algorithm, with each prior and without, by one worker and by two; runs for several
solutions, trainings and generators too, batches of several seeds, and `solve` of several seeds or files, whose runs one
worker does or starts after the other (`kill_jobs.py`). Workers are killed at random times, inside and after the writing
of a checkpoint, and before or in the middle of their n-th change of a file: one, or all at once, or with the command
that resumed or began the run; that one also at its n-th change. In the end each worker's arrays, best, board and
numbers are compared with those of a worker that did the same in one go, in this process, and what a reader sees of the
run with what it sees of that one.

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
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import IO

from kill_jobs import Job, differences, jobs, own_priors
from killed.sitecustomize import prepare
from msgspec.structs import replace

from puzzles.engine import kernel_cache
from puzzles.registry import get_family
from solvers.runs import launcher
from solvers.runs.folder import Run, SpecError, all_runs, new_run
from solvers.runs.launcher import resume_runs
from solvers.runs.reader import view
from solvers.runs.spec import RunSpec, SolveSpec
from solvers.worker import main as become_worker

HOOK = Path(__file__).parent / "killed"
WAYS = ("one", "all", "checkpoint", "change", "change", "command", "command and all", "command change")
"""Which processes a life ends for, and when; see `Killing.kill`."""
STARTING = {"fork": 0.6, "new": 1.5}
"""Seconds from a start in which a random time lies: a worker that is a new process needs half of them to start."""
DEADLINE = 300.0
RUNS, AT_ONCE = 4, 2
"""Of a job of several: how many there are, and how many of a batch are searched at a time."""


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
    """Runs of one job, killed and resumed until they have ended or had their kills."""

    def __init__(self, specs: Sequence[RunSpec], rng: random.Random, totals: Totals) -> None:
        self._made = tuple(new_run(spec) for spec in specs)
        self._rng, self._totals = rng, totals
        self._log = Path(os.environ["KILLED_LOG"])
        self._command: subprocess.Popen[bytes] | None = None

    @property
    def runs(self) -> tuple[Run, ...]:
        """Those that there are."""
        return self._made

    def go(self, kills: int) -> None:
        """Returns when the runs have ended, after about that many kills."""
        done, before = 0, sum(self._totals.kills.values())
        with own_priors(self._made[0]) if self._made else nullcontext():
            while done < kills and self._unfinished():
                self.kill(self._rng.choice(WAYS))
                done = sum(self._totals.kills.values()) - before
            os.environ["KILLED_AT"] = "0"
            while self._lives() or self._start():
                self._until(lambda: not self._lives(), DEADLINE)

    def kill(self, way: str) -> None:
        """Resumes the runs, and kills some of their processes.

        One worker, or all of them, at a random time (one, all); all after a checkpoint was begun (checkpoint); each
        before or in the middle of its n-th change of a file (change), the command that resumes them too (command
        change); that command alone, whose workers then go on (command); it and all of them.
        """
        most = 150 if way == "change" else 40
        changes = round(math.exp(self._rng.uniform(0, math.log(most)))) if "change" in way else 0
        os.environ["KILLED_AT"] = str(changes)
        os.environ["KILLED_LAUNCHER"] = "1" if way == "command change" else ""
        if way.startswith("command") and not self._lives():
            self._start_by_command()
        elif not self._start() and not self._lives():
            return
        if "change" in way:
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
        if way.startswith("command"):
            self._kill_command(way)
        if way != "command":
            alive = self._workers()
            killed = alive if way != "one" else self._rng.sample(alive, min(1, len(alive)))
            for process in killed:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
                    self._totals.kills[way] += 1
            self._until(lambda: not set(killed) & set(self._workers()), DEADLINE)

    def _unfinished(self) -> bool:
        return any(seen.resumable or not seen.ended for seen in map(view, self.runs))

    def _start(self) -> int:
        """How many runs this process resumes; at most AT_ONCE of one batch."""
        started = resume_runs(self.runs, AT_ONCE)
        self._totals.resumes += started
        return started

    def _start_by_command(self) -> None:
        self._run_command("resume", "-q", *(run.id for run in self.runs if view(run).resumable))

    def _run_command(self, *arguments: str) -> None:
        program = "from tui.commands import main; main()"
        command = [sys.executable, "-c", program, *arguments]
        self._command = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._totals.resumes += 1

    def _kill_command(self, way: str) -> None:
        if self._command is not None:
            self._totals.kills[way] += self._command.poll() is None
            self._command.kill()
            self._command.wait()
            self._command = None

    def _lives(self) -> bool:
        """True while a worker lives, or a command that is to start one."""
        if self._command is not None and self._command.poll() is not None:
            self._command = None
        return self._command is not None or any(run.lives() for run in self.runs)

    def _workers(self) -> list[int]:
        """The processes, but this one and the command, that have a lock file of one of the runs open."""
        folders = {str(run.folder) for run in self.runs}
        found, lock = set(), re.compile(r"(.*)/worker-\d+\.lock")
        for process in Path("/proc").iterdir():
            with suppress(OSError):
                names = [lock.fullmatch(os.readlink(path)) for path in (process / "fd").iterdir()]
                if any(name and name[1] in folders for name in names):
                    found.add(int(process.name))
        return sorted(found - {os.getpid(), self._command.pid if self._command else 0})

    def _checkpoints(self) -> set[tuple[str, int]]:
        """The checkpoints that are there or are being written, with their times."""
        found = set()
        for run in self.runs:
            with suppress(FileNotFoundError):
                for path in run.folder.glob("*checkpoint-*"):
                    found.add((str(path), path.stat().st_mtime_ns))
        return found

    def _phase(self) -> str:
        """What the first of the runs that lives is busy with now."""
        run = next((one for one in self.runs if one.lives()), None)
        if run is None:
            return "nothing yet" if self._unfinished() else "ended"
        if any(run.folder.glob(".checkpoint*")):
            return "writing a checkpoint"
        saved = "" if any(run.folder.glob("checkpoint*")) else ", before its first checkpoint"
        return f"{view(run).status}{saved}"

    def _until(self, condition: Callable[[], bool], seconds: float) -> None:
        """Returns when the condition holds, or the seconds are over."""
        end = time.monotonic() + seconds
        while not condition() and time.monotonic() < end:
            time.sleep(0.005)


class Launching(Killing):
    """Runs that `solve` makes, one for each seed or each file; it is begun again with those that it made none of."""

    def __init__(self, job: Job, rng: random.Random, totals: Totals, folder: Path) -> None:
        super().__init__((), rng, totals)
        spec = job.spec
        assert isinstance(spec, SolveSpec)
        family = get_family(spec.family)
        names = [one.name for one in family.formats if one.writes and not one.board_only]
        written = "json" if "json" in names else names[0]
        text = family.write(family.from_json(spec.puzzle), written, None)
        folder.mkdir(exist_ok=True)
        self._by_seeds = job.kind == "seeds"
        self._files = [folder / f"{totals.runs}-{number}" for number in range(1 if self._by_seeds else RUNS)]
        for file in self._files:
            file.write_text(text)
        self._options = ["--algorithm", spec.algorithm, "--prior", "none", "--count-solutions", "0"]
        self._options += ["--playouts", str(spec.playouts), *([] if self._by_seeds else ["--seed", str(spec.seed)])]

    @property
    def runs(self) -> tuple[Run, ...]:
        files = {str(file) for file in self._files}
        return tuple(run for run in reversed(all_runs()) if getattr(_spec_of(run), "source", "") in files)

    def left(self) -> list[str]:
        """The seeds, or the files, of which there is no run."""
        specs = [run.spec() for run in self.runs]
        there = {str(getattr(spec, "seed" if self._by_seeds else "source")) for spec in specs}
        wanted = map(str, range(1, RUNS + 1) if self._by_seeds else self._files)
        return [one for one in wanted if one not in there]

    def _unfinished(self) -> bool:
        return bool(self.left()) or super()._unfinished()

    def _start(self) -> int:
        if self._command is None and self.left():
            self._start_by_command()
        return int(self._command is not None) or super()._start()

    def _start_by_command(self) -> None:
        left = self.left()
        if not left:
            super()._start_by_command()
        elif self._by_seeds:
            chosen = ["--seeds", f"{left[0]}-{left[-1]}"]
            self._run_command("solve", "-q", *self._options, *chosen, str(self._files[0]))
        else:
            self._run_command("solve", "-q", *self._options, *left)


def _spec_of(run: Run) -> RunSpec | None:
    """The run's spec; None while it is being made, or if the process that made it was killed then."""
    with suppress(SpecError):
        return run.spec()
    return None


def killing_of(job: Job, rng: random.Random, totals: Totals, folder: Path) -> Killing:
    """The job's runs, not begun."""
    if job.kind in ("seeds", "files"):
        return Launching(job, rng, totals, folder / "files")
    spec = job.spec
    if not job.kind:
        return Killing([spec], rng, totals)
    assert isinstance(spec, SolveSpec)
    batch = f"{totals.runs:016x}"
    return Killing([replace(spec, seed=seed, batch=batch) for seed in range(1, RUNS + 1)], rng, totals)


def campaign(wanted: int, each: int, seconds: float, chosen: str, seed: int, folder: Path) -> Totals:
    """All jobs once, then again until there were enough kills."""
    rng, totals = random.Random(seed), Totals()
    todo = jobs(seconds, chosen, rng)
    totals.jobs = len(todo)
    for job in cycle(todo):
        if totals.runs >= len(todo) and sum(totals.kills.values()) >= wanted:
            break
        killing = killing_of(job, rng, totals, folder)
        killing.go(each)
        totals.runs += 1
        for run in killing.runs:
            totals.ends[view(run).status] += 1
            expected = job.expected(run.spec(), folder / "undisturbed")
            wrong = differences(run, expected, brief=job.kind == "files")
            if wrong:
                totals.differences[f"{job.name} in {run.folder}"] = "; ".join(one[:500] for one in wrong)
                print(job.name, run.folder, [one[:500] for one in wrong], file=sys.stderr, flush=True)
            else:
                shutil.rmtree(run.folder, ignore_errors=True)  # an exit code may just be written
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
