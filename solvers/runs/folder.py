"""Run folders: where they are, what is in them; making, finding, controlling and removing them, and their locks.

A worker lives as long as its lock file is locked; any kind of death frees the lock. The launcher takes the lock and
hands the open file to its child, so a started worker never looks dead. A shared lock asks without disturbing: any
number of readers may do so at the same time.
"""

from __future__ import annotations

import errno
import fcntl
import os
import secrets
import shutil
import time
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, get_args

from puzzles.engine.kernel_cache import application_cache
from puzzles.user_data import data_root as data_root
from puzzles.user_data import make_folder, open_regular, private, read_file, replace_file, trouble_in
from solvers.runs import spec as specs
from solvers.runs.spec import GenerateSpec, RunSpec, SolveSpec, TrainSpec
from solvers.runs.status import lives_on

STAMP = "%Y%m%d-%H%M%S"

Command = Literal["stop", "pause", "go"]
"""What a run can be asked to do: the word in its `control` file, which each worker reads between slices."""
STOPPING: tuple[Command, ...] = ("stop", "pause")


class RunNotFoundError(LookupError):
    """No run of that name, or more than one; the message is one line for the user."""


class RunLivesError(RuntimeError):
    """The run still has a live worker; the message is one line for the user."""


class SpecError(ValueError):
    """The run's spec.json is missing or wrong; the message is one line for the user."""


def runs_root() -> Path:
    """The folder of the user's runs."""
    return data_root() / "runs"


def jobs_root() -> Path:
    """The folder of temporary jobs (generating, compiling), which are not in the list of runs: in the cache.

    Where nothing can be written there, it is beside the runs.
    """
    place = application_cache() / "jobs"
    return data_root() / "jobs" if trouble_in(place) else place


@dataclass(frozen=True, slots=True)
class Run:
    """A run, by its folder. The folder is the whole protocol; this class only knows the names in it."""

    folder: Path

    @property
    def id(self) -> str:
        """The folder's name, such as `20261121-031500-latin-ab12`; sorts by time."""
        return self.folder.name

    @property
    def created(self) -> datetime:
        """When the run was made, UTC; from its name, else from the folder's time."""
        try:
            return datetime.strptime("-".join(self.id.split("-")[:2]), STAMP).replace(tzinfo=UTC)
        except ValueError:
            seconds = self.folder.stat().st_mtime if self.folder.exists() else 0.0
            return datetime.fromtimestamp(seconds, UTC)

    def spec(self) -> RunSpec:
        """What the run is to do; SpecError if that can't be read."""
        try:
            return specs.decode(read_file(self.spec_path))
        except OSError as error:
            raise SpecError(f"spec.json can't be read: {error.strerror or error}") from None
        except ValueError as error:
            raise SpecError(f"spec.json is damaged: {error}") from None

    @property
    def spec_path(self) -> Path:
        """What to do."""
        return self.folder / "spec.json"

    @property
    def events_path(self) -> Path:
        """What happened, appended by all workers."""
        return self.folder / "events.jsonl"

    @property
    def result_path(self) -> Path:
        """The best of all workers."""
        return self.folder / "result.json"

    @property
    def control_path(self) -> Path:
        """What the run is asked to do."""
        return self.folder / "control"

    def checkpoint_path(self, worker: int) -> Path:
        """Where the worker goes on from."""
        return self.folder / f"checkpoint-{worker}.npz"

    def training_path(self, worker: int) -> Path:
        """Where the training of a prior goes on from, while it lasts."""
        return self.folder / f"training-{worker}.npz"

    def status_path(self, worker: int) -> Path:
        """The worker's latest live numbers."""
        return self.folder / f"status-{worker}.json"

    def log_path(self, worker: int) -> Path:
        """What the worker's process printed."""
        return self.folder / f"worker-{worker}.log"

    def lock_path(self, worker: int) -> Path:
        """Locked while the worker lives; exists once it was launched."""
        return self.folder / f"worker-{worker}.lock"

    def exit_path(self, worker: int) -> Path:
        """The worker's exit code (a signal is below 0), if its launcher was still there to see it."""
        return self.folder / f"worker-{worker}.exit"

    def lives(self) -> bool:
        """True while any worker lives."""
        return any(held(path) for path in self.folder.glob("worker-*.lock"))


def worker_count(spec: RunSpec) -> int:
    """How many workers share the run. Training is one worker's job."""
    return 1 if isinstance(spec, TrainSpec) else spec.workers


def new_run(spec: RunSpec, root: Path | None = None, *, events: bytes = b"", result: bytes = b"") -> Run:
    """A new run folder with its spec, under `root` (default: the user's runs); OSError leaves none.

    `events`, `result`: of a run of one worker that has ended. Then nothing waits for the disk, as the run was short.
    """
    root = runs_root() if root is None else root
    make_folder(root)
    while True:
        stamp = datetime.now(UTC).strftime(STAMP)
        run = Run(root / f"{stamp}-{_subject(spec)}-{secrets.token_hex(2)}")
        try:
            run.folder.mkdir(0o700)
        except FileExistsError:
            continue
        try:
            if not events:
                replace_file(run.spec_path, specs.encode(spec), durable=True)
                return run
            written = {run.spec_path: specs.encode(spec), run.result_path: result}
            for path, data in (written | {run.events_path: events}).items():  # which say that it has ended
                with open(path, "xb", opener=private) as stream:
                    stream.write(data)
        except OSError:
            shutil.rmtree(run.folder, ignore_errors=True)
            raise
        return run


def all_runs(root: Path | None = None) -> tuple[Run, ...]:
    """All runs under `root` (default: the user's), the newest first."""
    root = runs_root() if root is None else root
    try:
        names = [entry.name for entry in os.scandir(root) if entry.is_dir() and not entry.name.startswith(".")]
    except FileNotFoundError:
        return ()
    return tuple(Run(root / name) for name in sorted(names, reverse=True))


def find_run(name: str) -> Run:
    """The run of that name, or the only one whose name starts or ends with it; RunNotFoundError otherwise."""
    runs = all_runs()
    exact = [run for run in runs if run.id == name]
    found = exact or [run for run in runs if name and (run.id.startswith(name) or run.id.endswith(name))]
    if len(found) == 1:
        return found[0]
    if not found:
        raise RunNotFoundError(f"there is no run {name!r}; expected the start or the end of a run's name")
    some = ", ".join(run.id for run in found[:3]) + (", ..." if len(found) > 3 else "")
    raise RunNotFoundError(f"{name!r} names {len(found)} runs ({some}); expected more of the name")


def remove_run(run: Run) -> None:
    """Nothing; the folder is gone. RunLivesError if a worker lives, RunNotFoundError without a run."""
    if not run.folder.is_dir():
        raise RunNotFoundError(f"there is no run {run.id!r}")
    if run.lives():
        raise RunLivesError(f"{run.id} is running; stop it first")
    if machine := lives_on(run.folder.glob("status-*.json")):
        raise RunLivesError(f"{run.id} is running on {machine}; stop it there first")
    aside = run.folder.with_name(f".{run.id}.removed")  # first: what is just being written there has no folder then
    try:
        run.folder.rename(aside)
    except FileNotFoundError:
        raise RunNotFoundError(f"there is no run {run.id!r}") from None
    try:
        shutil.rmtree(aside)
    except OSError:
        with suppress(OSError):
            aside.rename(run.folder)
        raise
    for left in aside.parent.glob(".*.removed"):  # by removals that were killed
        shutil.rmtree(left, ignore_errors=True)


def request(run: Run, command: Command) -> None:
    """Nothing; the run's workers obey within 0.2 s. FileNotFoundError if the run's folder is gone."""
    if command not in get_args(Command):
        raise ValueError(f"unknown command {command!r}; expected stop, pause or go")
    try:
        replace_file(run.control_path, command.encode() + b"\n")
    except FileNotFoundError:
        raise
    except OSError:
        _request_in_place(run.control_path, command)


def _request_in_place(path: Path, command: Command) -> None:
    """As `request`, on a full disk: the old file has a block, and a name without content needs none."""
    words = {word: path.with_name(f"{path.name}.{word}") for word in get_args(Command)}
    if path.exists():
        with open(open_regular(path, os.O_RDWR), "r+b") as stream:
            stream.write(command.encode() + b"\n")
            stream.truncate()
        return
    if command != "go":
        os.close(open_regular(words[command], os.O_WRONLY | os.O_CREAT))
    for word, marker in words.items():
        if word != command:
            marker.unlink(missing_ok=True)


def requested(path: Path) -> Command:
    """The word in a control file; `go` if there is no file, or no known word in it."""
    try:
        word = read_file(path)[:16].strip()
    except FileNotFoundError:
        return next((word for word in STOPPING if os.path.exists(f"{path}.{word}")), "go")
    except OSError:
        return "go"
    return "stop" if word == b"stop" else "pause" if word == b"pause" else "go"


def _subject(spec: RunSpec) -> str:
    if isinstance(spec, SolveSpec):
        return spec.family
    if isinstance(spec, TrainSpec):
        return f"train-{spec.family}"
    return f"generate-{spec.family}" if isinstance(spec, GenerateSpec) else "compile"


CHUNK = 1 << 22
"""Bytes of a growing file that are read at a time; a longer line is read as a whole, up to LONGEST."""
LONGEST = 1 << 25
"""Bytes of a file that are read at first, the last ones; of what stands before, only the first CHUNK."""
LOCK_ATTEMPTS = 10
"""How often a lock is tried: a reader may hold it for some microseconds."""


class WorkerRunsError(RuntimeError):
    """Another process holds the worker's lock: the worker is already running."""


class Tail:
    """Reads what was appended to a file since the last look; notices a file that was replaced or cut."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.left_out = 0
        """Bytes in the middle of a very long file that were not read."""
        self._offset = 0
        self._identity = (0, 0)

    def read(self) -> tuple[bool, bytes]:
        """(replaced, data): whole lines since the last look; `replaced` if they are the first of another file.

        No more than some CHUNK bytes: there may be more until no data comes. A last line without its newline is left
        for the next look. No file, or none to be read, is no data.
        """
        try:
            descriptor = open_regular(self.path)
        except OSError:
            return False, b""
        try:
            about = os.fstat(descriptor)
            identity = (about.st_dev, about.st_ino)
            replaced = self._identity != identity or about.st_size < self._offset
            if replaced:
                self._identity, self._offset, self.left_out = identity, 0, 0
            whole = self._lines(descriptor, about.st_size)
        finally:
            os.close(descriptor)
        self._offset += len(whole)
        if replaced and about.st_size - self._offset > LONGEST:
            self._leave_out(about.st_size)
        return replaced, whole

    def _lines(self, descriptor: int, size: int) -> bytes:
        length = CHUNK
        while self._offset < size:
            data = os.pread(descriptor, min(length, size - self._offset), self._offset)
            whole = data[: data.rfind(b"\n") + 1]
            if whole or self._offset + length >= size or not data:
                return whole
            if length > LONGEST:  # no event is so long: it counts as a damaged line
                return data
            length *= 2
        return b""

    def _leave_out(self, size: int) -> None:
        """Goes on with the first whole line of the last LONGEST bytes."""
        try:
            with open(open_regular(self.path), "rb") as stream:
                stream.seek(size - LONGEST)
                stream.readline()
                self.left_out, self._offset = stream.tell() - self._offset, stream.tell()
        except OSError:
            return


def hold(path: Path) -> int:
    """The descriptor of the locked file; locked until all its copies close.

    WorkerRunsError if it is taken, OSError if it can't be locked.
    """
    descriptor = open_regular(path, os.O_RDWR | os.O_CREAT)
    for left in reversed(range(LOCK_ATTEMPTS)):
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            break
        except OSError as error:
            if error.errno not in (errno.EWOULDBLOCK, errno.EACCES):
                os.close(descriptor)
                why = f"file locks do not work in this folder ({error.strerror}); MCS_TUI_DATA names another"
                raise OSError(error.errno, why, str(path)) from None
            if not left:
                os.close(descriptor)
                raise WorkerRunsError(f"{path.name} is held: the worker is running") from None
            time.sleep(0.01)  # a reader that just asks holds it for some microseconds
    return descriptor


def held(path: Path) -> bool:
    """True while a worker holds the lock; False if it is free or was never made."""
    try:
        descriptor = open_regular(path)
    except OSError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno in (errno.EWOULDBLOCK, errno.EACCES)
    finally:
        os.close(descriptor)
    return False
