"""Writes the samples of the released program: `python build.py CHECKOUT PYTHON HOME`.

CHECKOUT is one of the release, PYTHON an interpreter with that release's dependencies, HOME a new folder. Run folders,
priors and the user's other files are written by the released program itself, through its command line and its app's own
classes; only where a worker leaves a search is set from outside (leaving/sitecustomize.py), so that it is the same each
time. Of each run that can go on, a copy is resumed by the released program; expected.json.xz has how that ended.
"""

from __future__ import annotations

import json
import lzma
import os
import shlex
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sample_runs import MADE, OWN_FILES, TEXTS, Sample, samples

HERE = Path(__file__).resolve().parent


class Released:
    """The released program, with a home of its own."""

    def __init__(self, checkout: Path, python: Path, home: Path, kernels: Path | None = None) -> None:
        self.checkout, self.python, self.home = checkout, python, home
        self.kernels = home / "kernels" if kernels is None else kernels
        self.texts = home / "texts"
        self.runs = home / "data" / "runs"
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("MCS_TUI_")} | {
            "PYTHONPATH": os.pathsep.join((str(HERE / "leaving"), str(checkout))),
            "MCS_TUI_DATA": str(home / "data"),
            "MCS_TUI_CACHE": str(home / "cache"),
            "MCS_TUI_KERNELS": str(self.kernels),
        }

    def run(self, command: str, leave: str = "", slice: int = 10) -> subprocess.CompletedProcess[str]:
        """The command, run to its end."""
        words = shlex.split(command.replace("{texts}", str(self.texts)))
        return self._python("from tui.commands import main; main()", words, LEAVE=leave, SLICE=str(slice))

    def printed(self, command: str, codes: tuple[int, ...] = (0,)) -> str:
        """What the command prints on stdout, having ended with one of these exit codes."""
        done = self.run(command)
        if done.returncode not in codes:
            sys.exit(f"{command}: exit code {done.returncode}\n{done.stderr}{done.stdout}")
        return done.stdout

    def code(self, text: str, *arguments: Path) -> str:
        """What the Python code prints."""
        done = self._python(text, [str(one) for one in arguments])
        if done.returncode:
            sys.exit(f"{text}\n{done.stderr}")
        return done.stdout

    def _python(
        self, text: str, words: list[str], given: str | None = None, **more: str
    ) -> subprocess.CompletedProcess[str]:
        command = [str(self.python), "-P", "-c", text, *words]
        return subprocess.run(command, env=self.environment | more, input=given, capture_output=True, text=True)

    def all_printed(self, commands: list[str]) -> list[tuple[int, str, str]]:
        """The exit code, stdout and stderr of each command, run in one process."""
        words = [shlex.split(command.replace("{texts}", str(self.texts))) for command in commands]
        done = self._python(PRINT, [], given=json.dumps(words))
        return [tuple(json.loads(line)) for line in done.stdout.splitlines()]

    def sample(self, one: Sample, number: int) -> None:
        """Makes the run of that sample, in a folder of a name that is the same each time."""
        before = set(self.runs.glob("*"))
        done = self.run(one.command, one.leave, one.slice)
        if "Traceback" in done.stderr or done.returncode == 2:
            sys.exit(f"{one.name}: exit code {done.returncode}\n{done.stderr}")
        (made,) = set(self.runs.glob("*")) - before
        made.rename(self.runs / f"20261122-12{number // 60:02}{number % 60:02}-{one.name}")

    def priors(self) -> list[str]:
        """The names of the priors that were trained."""
        return sorted(path.stem for path in (self.home / "cache" / "priors").glob("*.npz"))


SEEN = """
import dataclasses, hashlib, json, sys
from pathlib import Path
import numpy as np
from solvers.runs.folder import Run
from solvers.runs.reader import view

def seen(folder):
    one = view(Run(folder))
    told = dict(status=one.status, score=one.best_score, board=one.board, playouts=one.playouts, restarts=one.restarts,
        solutions=one.solutions, claim=one.claim, found=[each.board for each in one.found], done=one.done,
        facts=dict(one.facts), resumable=one.resumable)
    told["random"] = []
    for path in sorted(folder.glob("checkpoint-*.npz")):
        with np.load(path) as arrays:
            names = sorted(name for name in arrays.files if "rng" in name)
            told["random"] += [hashlib.sha256(arrays[name].tobytes()).hexdigest()[:16] for name in names]
    return told

print(json.dumps({folder.name: seen(folder) for folder in sorted(Path(sys.argv[1]).iterdir())}))
"""
"""Prints what the runs of a folder came to, with the state of their random generators."""


SHOWN = """
import json, sys
from click.testing import CliRunner
from tui.commands.root import cli

def printed(*words):
    return CliRunner().invoke(cli, list(words), prog_name="mcs-tui").stdout

names = [json.loads(line)["run"] for line in printed("runs", "--json").splitlines()]
print(json.dumps({name: json.loads(printed("show", "--json", name) or "null") for name in names}))
"""
"""Prints what `show --json` says of each run; null where it says nothing, as of a training."""


def make_runs(program: Released) -> dict[str, object]:
    """What all runs came to, by name."""
    for number, one in enumerate(samples()):
        print(one.name, flush=True)
        program.sample(one, number)
    told: dict[str, object] = json.loads(program.code(SEEN, program.runs))
    return told


RESUME = """
import os, sys
from pathlib import Path
from solvers.runs.control import request
from solvers.runs.folder import Run
from solvers.runs.liveness import hold
from solvers.runs.reader import view
from solvers.worker import main

run = Run(Path(*sys.argv[1:]))
missing = view(run).resumable
request(run, "go")
for worker in missing:
    lock = hold(run.lock_path(worker))
    assert main([str(run.folder), str(worker), str(lock)]) == 0
    os.close(lock)
assert not list(run.folder.glob("*.damaged")), "it started over"
"""
"""Does in one process what `mcs-tui resume` has worker processes do."""


def resumed_runs(program: Released, ended: dict[str, dict[str, object]]) -> dict[str, object]:
    """What the runs that can go on came to when the released program resumed copies of them, by name."""
    copy = Released(program.checkout, program.python, program.home / "resumed", program.kernels)
    for part in ("data", "cache"):
        if not (copy.home / part).exists():
            shutil.copytree(program.home / part, copy.home / part)
    names = [name for name, told in ended.items() if told["resumable"]]
    for name in names:
        copy.code(RESUME, copy.runs, Path(name))
    told = json.loads(copy.code(SEEN, copy.runs))
    return {name: told[name] for name in names}


PRINT = """
import json, sys
from click.testing import CliRunner
from tui.commands.root import cli

for command in json.loads(sys.stdin.read()):
    done = CliRunner().invoke(cli, command, prog_name="mcs-tui")
    print(json.dumps([done.exit_code, done.stdout, done.stderr]))
"""
"""Runs commands, given as JSON, and prints what each ended with and printed."""


WHOLE = {"kakuro": "json", "tsptw": "tsplib"}
"""The format that holds every puzzle of the family, where that is not its first."""


def files(program: Released) -> dict[str, dict[str, str]]:
    """The saved files by name: the command that reads each (`{file}`) and what the released program prints then.

    They are every example, and the results of the runs that have one, in every format that is written.
    """
    folder = program.home / "files"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    formats = [row.split()[:2] for row in program.printed("formats").splitlines()[1:] if " write " in row]
    examples = json.loads(program.code(EXAMPLES))
    writing: dict[Path, tuple[str, str]] = {}
    for family, form in formats:
        sources = {f"{family}-{name}": f"convert example:{name}" for name in examples[family]}
        for run in sorted(program.runs.glob(f"*-{family}-*")):
            if run.name.endswith(("-solved", "-budget", "-proved", "-designs")):
                sources[run.name.split("-", 2)[2]] = f"show {run.name}"
        for source, command in sources.items():
            first = WHOLE.get(family) or next(name for one, name in formats if one == family)
            if not source.endswith(("order-33", "board-64")) or form == first:  # large
                path = folder / f"{source}.{form}"
                writing[path] = (f"{command} --format {form} --output {path}", reading(family, form, source, first))
    program.all_printed([command for command, _ in writing.values()])
    read = {path: words for path, (_, words) in writing.items() if words and path.exists()}
    printed = program.all_printed([words.replace("{file}", str(path)) for path, words in read.items()])
    for path, (code, _, complaint) in zip(read, printed, strict=True):
        if code:
            sys.exit(f"{path.name}: {complaint}")
    return {
        path.name: {"read": words, "printed": text}
        for (path, words), (_, text, _) in zip(read.items(), printed, strict=True)
    }


EXAMPLES = """
import json
from puzzles.registry import families
print(json.dumps({family.name: [example.name for example in family.examples] for family in families()}))
"""


def reading(family: str, form: str, source: str, first: str) -> str:
    """The command that reads such a file; empty if it is for people alone."""
    if form == "svg" or (form == "csv" and family == "rna"):
        return ""
    puzzle = {"tsptw-budget": "example:route-41", "tsptw-proved": "{texts}/tsptw-small.txt"}.get(source, "{file}")
    if form in ("sol", "tour"):
        return f"convert -q --format json --board {{file}} {puzzle}"
    several = source == "rna-designs" and form in ("dot-bracket", "fasta", "dbn")
    return f"convert -q --family {family} --format {first} {{file}}{'#2' if several else ''}"


def pack(folder: Path, archive: Path) -> None:
    """Packs the folder, the same bytes for the same files."""

    def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = ""
        entry.mtime = 0
        entry.mode = 0o755 if entry.isdir() else 0o644
        return entry

    with lzma.open(archive, "wb", preset=9 | lzma.PRESET_EXTREME) as file, tarfile.open(fileobj=file, mode="w") as tar:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and (path.suffix != ".lock" or path.name.startswith("worker-")):
                tar.add(path, path.relative_to(folder), filter=plain)


def main(checkout: Path, python: Path, home: Path) -> None:
    """Writes the archives and expected.json.xz beside this file; what stands in `home` already is not made again."""
    program = Released(checkout.resolve(), python.absolute(), home.absolute())
    expected: dict[str, Any] = {}

    def part(name: str, make: Callable[[], object]) -> None:
        path = home / f"{name}.json"
        if not path.exists():
            path.write_text(json.dumps(make()))
        expected[name] = json.loads(path.read_text())

    if not program.texts.exists():
        for folder in ("data", "cache", "texts"):
            (program.home / folder).mkdir(parents=True)
        for name, text in TEXTS.items():
            (program.texts / name).write_text(text)
        for name, command in MADE.items():
            program.printed(f"{command} --output {program.texts / name}", (0, 1))
        shutil.rmtree(program.runs, ignore_errors=True)
    part("ended", lambda: make_runs(program))
    part("resumed", lambda: resumed_runs(program, expected["ended"]))
    part("shown", lambda: json.loads(program.code(SHOWN)))
    part("files", lambda: files(program))
    part("priors", lambda: {name: json.loads(program.printed(f"priors export {name}")) for name in program.priors()})
    program.code(OWN_FILES, program.texts, program.home / "data")
    for folder in ("data", "cache", "files", "texts"):
        pack(program.home / folder, HERE / f"{folder}.tar.xz")
    with lzma.open(HERE / "expected.json.xz", "wt") as file:
        json.dump(expected, file, indent=1, sort_keys=True)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
