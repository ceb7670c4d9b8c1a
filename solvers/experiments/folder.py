"""The folder of an experiment: its file, its puzzles, and the results of its cells as JSON lines.

Also the experiments that come with the program, by name, and where what a user names is found. `start` and `become`
start the process that runs it; `workers`: how many, or the address of a cluster.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import NoReturn

import msgspec

from puzzles.errors import PuzzleError
from puzzles.registry import is_family
from puzzles.user_data import data_root, decoded, make_folder, open_regular, read_file, replace_file
from solvers.experiments.cell import Cell, CellResult, Problem
from solvers.experiments.spec import parse, read, rows
from solvers.experiments.toml_file import Experiment, Quick
from solvers.runs.folder import WorkerRunsError, held, hold
from solvers.runs.processes import child_environment, program

SPEC = "experiment.toml"
ABOUT = "about.json"
RESULTS = "results.jsonl"
LARGEST_RESULTS = 1 << 30
CONTROL = "control"
PUZZLES = "puzzles.json"
LOCK = "lock"
SHARDS = "shards"
MOST_SHARDS = 10_000


class About(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What stands beside the TOML file: the name, the folder from which the file's paths are seen, and its size.

    `data`: the paths that were named for its data. `size`: that of a quick one, where it is not the file's own.
    """

    name: str
    seen_from: str
    quick: bool
    size: Quick | None = None
    data: dict[str, str] = {}


class FolderError(ValueError):
    """The folder holds something else, or can't be used; the text is one line."""


def experiments_root() -> Path:
    """Where the folders of experiments are, unless others are named."""
    return data_root() / "experiments"


class ExperimentFolder:
    """An experiment's folder. OSError of any of its functions is the disk's.

    Only who holds the lock (`held_by_us`) writes. A result is on the disk when `add` returns; a last line without its
    end is what a killed writer leaves: it counts as nothing, and is overwritten. Shards, each a part of the cells that
    a process of its own searches, keep lock and results in folders of their own below it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def whole(self) -> ExperimentFolder:
        """The experiment's folder, of a shard too."""
        return self

    @property
    def parts(self) -> tuple[Path, ...]:
        """The folders with a lock and results: its own, and those of shards."""
        return self.path, *sorted(one for one in (self.path / SHARDS).glob("*-of-*") if one.is_dir())

    def mine(self, cells: Sequence[Cell]) -> tuple[Cell, ...]:
        """The cells that are searched here."""
        return tuple(cells)

    @property
    def exists(self) -> bool:
        return (self.path / SPEC).is_file()

    def make(self, experiment: Experiment) -> None:
        """Nothing; the folder holds the experiment. FolderError if it holds one of another name or size.

        One whose file has changed takes the place of its earlier form: results of cells that stay the same are kept.
        """
        about = About(
            name=experiment.name,
            seen_from=str(experiment.folder),
            quick=experiment.is_quick,
            size=experiment.size,
            data=dict(experiment.data),
        )
        if self._holds_something_else():
            raise FolderError(f"{self.path} holds something else; expected a new folder, or one of this experiment")
        if self.exists:
            known = self.about()
            if (known.name, known.quick, known.size) != (about.name, about.quick, about.size):
                size = " of another size" if known.size else " --quick" if known.quick else ""
                raise FolderError(f"{self.path} holds the experiment {known.name}{size}; expected another folder")
            about = msgspec.structs.replace(about, data={**known.data, **about.data})
        make_folder(self.places)
        _keep(self.path / ABOUT, msgspec.json.encode(about))
        _keep(self.path / SPEC, experiment.text.encode())

    def _holds_something_else(self) -> bool:
        """True unless all in it is an experiment's; another shard, begun at the same moment, may be making it."""
        names = [one.name for one in self.path.iterdir()] if self.path.is_dir() else []
        first, aside = (self.places.name, ABOUT, SPEC), (f".{ABOUT}.", f".{SPEC}.")
        return not (all(name in first or name.startswith(aside) for name in names) or self.exists)

    @property
    def places(self) -> Path:
        """The folder with the places of cells that are under way, each a file named by the cell's key."""
        return self.path / "places"

    def about(self) -> About:
        """What stands beside the file. FolderError."""
        try:
            return decoded(msgspec.json.Decoder(About).decode, read_file(self.whole.path / ABOUT))
        except (OSError, ValueError) as error:
            raise FolderError(f"{self.whole.path} holds no experiment: {ABOUT}: {error}") from None

    def experiment(self) -> Experiment:
        """The experiment, with its `[quick]` if it was begun so; FolderError, PuzzleError."""
        about = self.about()
        try:
            text = read_file(self.whole.path / SPEC).decode()
        except (OSError, UnicodeDecodeError) as error:
            raise FolderError(f"{self.whole.path} holds no experiment: {SPEC}: {error}") from None
        found = replace(parse(text, about.name, Path(about.seen_from), kept=True), data=about.data)
        return found.resized(about.size) if about.size else found.quick() if about.quick else found

    def keep_problems(self, problems: tuple[Problem, ...]) -> None:
        """Nothing; the puzzles are kept, so nobody else need read or generate them."""
        _keep(self.whole.path / PUZZLES, msgspec.json.encode(problems))

    def problems(self) -> tuple[Problem, ...]:
        """The puzzles as the last run of the experiment found them; FolderError if there was none."""
        try:
            found = decoded(msgspec.json.Decoder(tuple[Problem, ...]).decode, read_file(self.whole.path / PUZZLES))
        except FileNotFoundError:
            raise FolderError(
                f"{self.whole.path}: no search has begun; expected `mcs-tui experiment run` before"
            ) from None
        except (OSError, ValueError) as error:
            raise FolderError(f"{self.whole.path}: {PUZZLES}: {error}") from None
        for name in {one.family for one in found}:
            if not is_family(name):
                raise FolderError(f"{self.whole.path}: {PUZZLES}: there is no family {name!r} here")
        return found

    def results(self) -> dict[str, CellResult]:
        """The results by the cells' keys; of several of one cell the last one. FolderError for a damaged line.

        Those of shards are among them; there one without an error counts before one with it.
        """
        found: dict[str, CellResult] = {}
        for part in self.whole.parts:
            for key, one in _results_of(part / RESULTS).items():
                if key not in found or not one.error:
                    found[key] = one
        return found

    @contextmanager
    def held_by_us(self) -> Iterator[None]:
        """The folder is locked inside; FolderError if another process runs the experiment, or this shard, there."""
        make_folder(self.places)
        try:
            descriptor = hold(self.path / LOCK)
        except WorkerRunsError:
            raise FolderError(f"{self.path}: another process runs this experiment now") from None
        try:
            if any(held(one / LOCK) for one in self._others):
                raise FolderError(
                    f"{self.whole.path}: another process runs this experiment now, in shards or as a whole"
                )
            yield
        finally:
            os.close(descriptor)

    @property
    def runs(self) -> bool:
        """True while a process runs the experiment, or a shard of it."""
        return any(held(one / LOCK) for one in self.parts)

    @property
    def _others(self) -> tuple[Path, ...]:
        """Folders whose lock nobody may hold meanwhile."""
        return self.parts[1:]

    def ask_to_stop(self) -> None:
        """Nothing; the process that runs the experiment will see within some seconds that it is to end."""
        replace_file(self.whole.path / CONTROL, b"stop")

    @property
    def asked_to_stop(self) -> bool:
        return (self.whole.path / CONTROL).exists()

    def go(self) -> None:
        """Nothing; what was asked before counts no more."""
        (self.whole.path / CONTROL).unlink(missing_ok=True)

    def add(self, result: CellResult) -> None:
        """Nothing; the result is on the disk. OSError if it can't be: then the folder is as it was."""
        descriptor = open_regular(self.path / RESULTS, os.O_RDWR | os.O_CREAT)
        try:
            whole = _whole_lines(descriptor)
            try:
                os.ftruncate(descriptor, whole)
                _write(descriptor, msgspec.json.encode(result) + b"\n", whole)
                os.fsync(descriptor)
            except OSError:
                os.ftruncate(descriptor, whole)
                raise
        finally:
            os.close(descriptor)
        with suppress(OSError):
            (self.places / f"{result.key}.npz").unlink(missing_ok=True)


class ShardFolder(ExperimentFolder):
    """The part `number` of `count` of an experiment, from 1. Cells are dealt in the order of their hashed keys.

    In their own order a part might get the cells of one row alone, and take much longer than the others.
    """

    def __init__(self, whole: ExperimentFolder, number: int, count: int) -> None:
        super().__init__(whole.path / SHARDS / f"{number}-of-{count}")
        self._whole, self._number, self._count = whole, number, count

    @property
    def whole(self) -> ExperimentFolder:
        return self._whole

    def mine(self, cells: Sequence[Cell]) -> tuple[Cell, ...]:
        dealt = {one.key for one in sorted(cells, key=lambda one: one.key)[self._number - 1 :: self._count]}
        return tuple(one for one in cells if one.key in dealt)

    def go(self) -> None:
        """Nothing; what was asked before counts no more, if no other shard may still have to see it."""
        if not any(held(one / LOCK) for one in self._whole.parts if one != self.path):
            super().go()

    @property
    def _others(self) -> tuple[Path, ...]:
        return (self._whole.path,)


def part_of(folder: ExperimentFolder, shard: str) -> ExperimentFolder:
    """The folder of the shard, such as `3/16`; the folder itself for no shard. FolderError for what is none."""
    if not shard:
        return folder
    number, _, count = shard.partition("/")
    if not (number.isdecimal() and count.isdecimal() and 1 <= int(number[:6]) <= int(count[:6]) <= MOST_SHARDS):
        raise FolderError(f"{shard[:40]!r} is no shard; expected K/N, such as 3/16 for the third of sixteen")
    return ShardFolder(folder, int(number), int(count))


def _keep(path: Path, data: bytes) -> None:
    """The file holds the data; it is not written again if it does: another shard may be reading or writing it."""
    with suppress(OSError):
        if read_file(path) == data:
            return
    replace_file(path, data, durable=True)


def _results_of(path: Path) -> dict[str, CellResult]:
    try:
        data = read_file(path, LARGEST_RESULTS)
    except FileNotFoundError:
        return {}
    found: dict[str, CellResult] = {}
    decoder = msgspec.json.Decoder(CellResult)
    for number, line in enumerate(data[: data.rfind(b"\n") + 1].splitlines(), 1):
        try:
            one = decoded(decoder.decode, line)
        except ValueError as error:
            raise FolderError(f"{path}:{number}: expected a result as JSON ({error})") from None
        found[one.key] = one
    return found


def _whole_lines(descriptor: int) -> int:
    """Bytes of the file up to the end of its last whole line."""
    end = os.fstat(descriptor).st_size
    while end > 0:
        begin = max(0, end - (1 << 16))
        at = os.pread(descriptor, end - begin, begin).rfind(b"\n")
        if at >= 0:
            return begin + at + 1
        end = begin
    return 0


def _write(descriptor: int, data: bytes, at: int) -> None:
    while data:
        written = os.pwrite(descriptor, data, at)
        data, at = data[written:], at + written


def kept(name: str, *, quick: bool = False) -> list[ExperimentFolder]:
    """The folders of the experiment's sizes, the one used last first; `name` may be a file or a folder too.

    `quick`: only that of its quick size. Folders that can't be read are none of them.
    """
    path = Path(name).expanduser()
    if (path / SPEC).is_file():
        return [ExperimentFolder(path)]
    wanted = path.name.removesuffix(".toml")
    found: dict[ExperimentFolder, float] = {}
    root = experiments_root()
    for place in map(ExperimentFolder, root.iterdir() if root.is_dir() else ()):
        with suppress(FolderError, OSError):
            about = place.about()
            if about.name == wanted and (not quick or (about.quick and about.size is None)):
                found[place] = max(one.stat().st_mtime for one in place.path.iterdir() if one.is_file())
    return sorted(found, key=lambda place: -found[place])


def default_folder(experiment: Experiment) -> Path:
    """Where an experiment is kept unless a folder is named: by its name and its size."""
    if experiment.size is not None:
        size = hashlib.blake2b(msgspec.json.encode(experiment.size), digest_size=4).hexdigest()
        return experiments_root() / f"{experiment.name}-{size}"
    return experiments_root() / (experiment.name + ("-quick" if experiment.is_quick else ""))


def become(folder: ExperimentFolder, workers: int | str, shard: str = "", *, quiet: bool = False) -> NoReturn:
    """Never: this process is the one that runs the experiment, or the shard of it."""
    sys.stdout.flush()
    program = _program(folder, workers, shard)
    os.execve(sys.executable, [*program, *(["quiet"] if quiet else [])], child_environment())


def start(folder: ExperimentFolder, workers: int | str, shard: str = "") -> None:
    """Nothing; a process of its own runs it, and writes what it says into the folder's log. OSError."""
    part = part_of(folder, shard)
    make_folder(part.places)
    with open(part.path / "log", "ab") as log:
        subprocess.Popen(
            _program(folder, workers, shard),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            env=child_environment(),
            start_new_session=True,
        )


def _program(folder: ExperimentFolder, workers: int | str, shard: str) -> list[str]:
    return program("solvers.experiments", str(folder.path), str(workers), *filter(None, [shard]))


TABLES = Path(str(resources.files("solvers.experiments"))) / "tables"


def shipped() -> tuple[str, ...]:
    """Their names, in the order of the alphabet."""
    return tuple(sorted(one.name.removesuffix(".toml") for one in TABLES.glob("*.toml")))


def named(
    name: str, *, quick: bool = False, size: Quick | None = None, data: Mapping[str, str] | None = None
) -> tuple[Experiment, ExperimentFolder]:
    """The experiment of that name and where its results are kept; `name` may be a file or the folder of results too.

    PuzzleError, one line, if there is none. A folder says itself whether its experiment is a quick one. `size`: in
    place of the file's quick one; `data`: paths of its data.
    """
    path = Path(name).expanduser()
    if (path / SPEC).is_file():
        folder = ExperimentFolder(path)
        return folder.experiment(), folder
    if path.is_dir():
        raise PuzzleError("the folder holds no experiment", f"{SPEC} in it", source=name)
    if name in shipped():
        path = TABLES / f"{name}.toml"
    elif not path.is_file() and "/" not in name and not name.endswith(".toml"):
        kept = experiments_root() / (f"{name}-quick" if quick else name)
        if (kept / SPEC).is_file():  # of a file that was named when it was begun
            return named(str(kept))
        known = ", ".join(shipped())
        expected = f"a TOML file, a folder of results, or one of: {known}"
        raise PuzzleError("there is no such experiment", expected, source=name)
    experiment = read(path)
    for one in data or {}:
        if one not in experiment.file.data:
            known = ", ".join(experiment.file.data) or "none, as it needs no data"
            raise PuzzleError(f"there is no data {one!r}", f"one of: {known}", source=name)
    experiment = replace(experiment, data=dict(data or {}))
    chosen = experiment.resized(size) if size else experiment.quick() if quick else experiment
    if size and not rows(chosen):
        known = ", ".join(one.name for one in rows(experiment) if one.algorithm)
        raise PuzzleError("no row has one of these names", f"some of: {known}", source=name)
    return chosen, ExperimentFolder(default_folder(chosen))
