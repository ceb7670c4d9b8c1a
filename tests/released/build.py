"""Writes the samples of the released program: `python build.py CHECKOUT PYTHON HOME`, CHECKOUT being one of the release.

PYTHON is an interpreter with that release's dependencies. Run folders, priors and the user's other files are written by
the released program itself, through its command line and its app's own classes; only where a worker leaves a search is
set from outside (leaving/sitecustomize.py), so that it is the same each time. Of each run that can go on, a copy is
resumed by the released program, and how that ended is written to expected.json.
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
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Sample:
    """One run: the words of its command, and how and at how many playouts its workers leave it, if they do."""

    name: str
    command: str
    leave: str = ""
    slice: int = 10


def stopped(family: str, algorithm: str, playouts: int, more: str, *, tag: str = "", how: str = "stop") -> Sample:
    """A run that is left half way."""
    name = f"{family}-{algorithm}{tag}"
    words = f"solve --algorithm {algorithm} --playouts {playouts} {more}"
    return Sample(name, words, f"{how}:{playouts // 2}", max(1, playouts // 20))


HARD = {
    "latin": "example:paper-20 --mode paper --prior none",
    "kakuro": "{texts}/hard.txt --mode paper --prior none",
    "morpion": "{texts}/morpion-5T.txt",
    "rna": "example:starfish --set model=1999-d2",
    "samegame": "example:board-15",
    "tsptw": "example:route-13",
}
"""A puzzle of each family that its searches do not end before their budget, where there is one."""

BUDGETS = {"nmcs": 60, "nrpa": 200, "gnrpa": 200, "sampling": 200, "backtracking": 400, "exhaustive": 400}


def samples() -> Iterator[Sample]:
    """All of them, in an order in which later ones find the priors of earlier ones."""
    yield Sample("train-latin", "train latin --shape order-20 --puzzles 40")
    yield Sample("train-kakuro-stopped", "train kakuro --like example:crossword-6 --puzzles 40", "stop:20", 5)
    for family, puzzle in HARD.items():
        for algorithm, playouts in BUDGETS.items():
            if algorithm in ("backtracking", "exhaustive") and family in ("morpion", "rna"):
                continue
            prior = "" if "--prior" in puzzle or algorithm != "gnrpa" else " --prior none"
            yield stopped(family, algorithm, playouts, f"{puzzle}{prior} --seed 3")
    for family, playouts in (("rna", 400), ("samegame", 2000), ("tsptw", 4000)):
        yield stopped(family, "strong", playouts, HARD[family])
    yield stopped("latin", "gnrpa", 400, HARD["latin"].replace("none", "dual"), tag="-prior")
    yield stopped("kakuro", "gnrpa", 400, HARD["kakuro"].replace("none", "auto"), tag="-easy")
    yield stopped("rna", "gnrpa", 200, f"{HARD['rna']} --prior ngram", tag="-prior")
    yield stopped("samegame", "gnrpa", 200, f"{HARD['samegame']} --prior size", tag="-prior")
    yield stopped("tsptw", "gnrpa", 200, f"{HARD['tsptw']} --prior distance --set bias=15", tag="-prior")
    yield stopped("morpion", "nrpa", 200, f"{HARD['morpion']} --warm-start {{texts}}/morpion-5T-game.txt", tag="-warm")
    yield stopped(
        "samegame",
        "gnrpa",
        200,
        "example:board-6 --prior none --warm-start {texts}/samegame-6-game.txt --set warmth=3",
        tag="-warm",
    )
    yield stopped("samegame", "strong", 400, "example:board-6 --warm-start {texts}/samegame-6-game.txt", tag="-warm")
    yield stopped("latin", "sampling", 200, f"{HARD['latin']} --workers 2", tag="-two-workers")
    yield stopped("rna", "strong", 400, f"{HARD['rna']} --workers 2", tag="-two-workers")
    yield stopped("latin", "nrpa", 200, HARD["latin"], tag="-paused", how="pause")
    yield stopped("morpion", "nrpa", 200, "{texts}/morpion-5D.txt", tag="-killed", how="kill")
    yield stopped("tsptw", "strong", 4000, "example:service-21", tag="-interrupted", how="interrupt")
    yield stopped("rna", "strong", 4000, "example:hairpin --designs 100 --seed 2", tag="-designs-stopped")
    yield Sample("rna-designs", "solve example:hairpin --designs 3 --playouts 2000")
    yield Sample("latin-solved", "solve example:order-9")
    yield Sample("latin-several", "solve {texts}/several.txt --algorithm exhaustive")
    yield Sample("latin-impossible", "solve {texts}/impossible.txt --algorithm backtracking")
    yield Sample("kakuro-solved", "solve example:crossword-9")
    yield Sample("kakuro-unique", "solve example:crossword-6 --algorithm exhaustive")
    yield Sample("morpion-budget", "solve {texts}/morpion-5D.txt --algorithm nrpa --playouts 300 --set level=2")
    yield Sample("rna-solved", "solve example:hairpin --playouts 2000")
    yield Sample("samegame-budget", "solve example:board-20 --playouts 300")
    yield Sample("samegame-proved", "solve {texts}/samegame-small.txt --algorithm exhaustive --playouts 100000")
    yield Sample("tsptw-budget", "solve example:route-41 --playouts 3000")
    yield Sample("tsptw-proved", "solve {texts}/tsptw-small.txt --algorithm exhaustive --playouts 100000")


TEXTS = {
    "morpion-5T.txt": "morpion 5T\n",
    "morpion-5D.txt": "morpion 5D\n",
    "several.txt": "1 . . .\n. . . .\n. . . .\n. . . 1\n",
    "impossible.txt": "1 2 3 4 5 .\n2 1 4 3 6 .\n. . . . . 5\n. . . . . .\n. . . . . .\n. . . . . .\n",
    "samegame-small.txt": "# samegame: 4 x 3, 2 colours\n0 1 0 0\n1 0 1 1\n1 1 0 0\n",
    "tsptw-small.txt": "4\n0 3 4 5\n3 0 6 7\n4 6 0 3\n5 7 3 0\n0 60\n2 30\n5 40\n0 20\n",
}
MADE = {
    "hard.txt": "generate kakuro --shape square --rows 8 --values 9 --seed 5",
    "morpion-5T-game.txt": "solve {texts}/morpion-5T.txt --playouts 50 --seed 8 --set level=2",
    "samegame-6-game.txt": "solve example:board-6 --playouts 50 --seed 8 --set level=2",
}
"""Texts that the samples' commands read, some of them made by the released program."""

OWN_FILES = """
import sys
from pathlib import Path
from puzzles import registry
from tui.draft import Draft
from tui.own_store import OwnStore
from tui.recent import RecentFiles

texts, home = Path(sys.argv[1]), Path(sys.argv[2])
draft = Draft(home)
draft.text = "a draft: 1 2 .\\n. \u2014\\n"
assert draft.save()
recent = RecentFiles(home)
for name in ("first.txt", "second file.kak", "third-\u00e9.json"):
    recent.add(Path("/home/somebody") / name)
store = OwnStore(home)
for name in ("morpion-5T-game.txt", "samegame-6-game.txt"):
    puzzle = registry.read((texts / name).read_text())
    game = registry.family(puzzle.family).proposal(puzzle)
    for moves in (game[:4], game, game[:1]):
        store.of(puzzle).played(moves)
    assert store.save(puzzle) and store.export(puzzle, game[:4])
"""
"""Writes a draft, recent files and games of the user's own into the data folder."""


class Released:
    """The released program, with a home of its own."""

    def __init__(self, checkout: Path, python: Path, home: Path) -> None:
        self.home, self.python = home, python
        self.texts = home / "texts"
        self.runs = home / "data" / "runs"
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("MCS_TUI_")} | {
            "PYTHONPATH": os.pathsep.join((str(HERE / "leaving"), str(checkout))),
            "MCS_TUI_DATA": str(home / "data"),
            "MCS_TUI_CACHE": str(home / "cache"),
            "MCS_TUI_KERNELS": os.environ.get("MCS_TUI_KERNELS", str(home / "kernels")),
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

    def _python(self, text: str, words: list[str], **more: str) -> subprocess.CompletedProcess[str]:
        command = [str(self.python), "-P", "-c", text, *words]
        return subprocess.run(command, env=self.environment | more, capture_output=True, text=True)

    def sample(self, one: Sample, number: int) -> None:
        """Makes the run of that sample, in a folder of a name that is the same each time."""
        before = set(self.runs.glob("*"))
        done = self.run(one.command, one.leave, one.slice)
        if "Traceback" in done.stderr or done.returncode == 2:
            sys.exit(f"{one.name}: exit code {done.returncode}\n{done.stderr}")
        (made,) = set(self.runs.glob("*")) - before
        made.rename(self.runs / f"20261122-12{number // 60:02}{number % 60:02}-{one.name}")


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


def runs(program: Released) -> dict[str, object]:
    """What all runs came to, and what those that can go on came to after the released program resumed them."""
    for number, one in enumerate(samples()):
        print(one.name, flush=True)
        program.sample(one, number)
    ended = json.loads(program.code(SEEN, program.runs))
    whole = program.home / "whole"
    shutil.copytree(program.home / "data", whole)
    shutil.copytree(program.home / "cache", program.home / "cache-before")
    for name in [name for name, told in ended.items() if told["resumable"]]:
        print("resume", name, flush=True)
        done = program.run(f"resume {name}")
        if "Traceback" in done.stderr or "starting over" in done.stderr or done.returncode == 2:
            sys.exit(f"resume {name}: exit code {done.returncode}\n{done.stderr}")
    resumed = json.loads(program.code(SEEN, program.runs))
    shutil.rmtree(program.home / "data")
    whole.rename(program.home / "data")
    shutil.rmtree(program.home / "cache")
    (program.home / "cache-before").rename(program.home / "cache")
    return {"ended": ended, "resumed": {name: told for name, told in resumed.items() if ended[name]["resumable"]}}


def files(program: Released) -> dict[str, dict[str, str]]:
    """The saved files by name: the command that reads each (`{file}`) and what the released program prints then.

    They are every example, and the results of the runs that have one, in every format that is written.
    """
    folder = program.home / "files"
    folder.mkdir()
    formats = [row.split()[:2] for row in program.printed("formats").splitlines()[1:] if " write " in row]
    found: dict[str, dict[str, str]] = {}
    for family in dict.fromkeys(family for family, _ in formats):
        ours = [name for one, name in formats if one == family]
        code = "import sys; from puzzles.registry import family as f; print(*[e.name for e in f(sys.argv[1]).examples])"
        sources = {f"{family}-{name}": f"convert example:{name}" for name in program.code(code, Path(family)).split()}
        for run in sorted(program.runs.glob(f"*-{family}-*")):
            if run.name.endswith(("-solved", "-budget", "-proved", "-designs")):
                sources[run.name.split("-", 2)[2]] = f"show {run.name}"
        for source, command in sources.items():
            for form in ours:
                if family == "latin" and "order-33" in source and form != "grid":
                    continue
                path = folder / f"{source}.{form}"
                done = program.run(f"{command} --format {form} --output {path}")
                if not path.exists():
                    print("no", form, "of", source, done.stderr.strip())
                    continue
                read = reading(family, form, source, "json" if family == "kakuro" else ours[0])
                if read:
                    print(path.name, flush=True)
                    printed = program.printed(read.replace("{file}", str(path)), (0, 1))
                    found[path.name] = {"read": read, "printed": printed}
    return found


def reading(family: str, form: str, source: str, first: str) -> str:
    """The command that reads such a file; empty if it is for people alone."""
    if form == "svg" or (form == "csv" and family == "rna"):
        return ""
    puzzle = {"tsptw-budget": "example:route-41", "tsptw-proved": "{texts}/tsptw-small.txt"}.get(source, "{file}")
    if form in ("sol", "tour"):
        return f"convert -q --format json --board {{file}} {puzzle}"
    chosen = "{file}#2" if source == "rna-designs" else "{file}"
    return f"convert -q --family {family} --format {first} {chosen}"


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
    """Writes the archives and expected.json.xz beside this file; `home`, a new folder, is left for a look."""
    program = Released(checkout.resolve(), python.absolute(), home.absolute())
    for part in ("data", "cache", "texts"):
        (program.home / part).mkdir(parents=True)
    for name, text in TEXTS.items():
        (program.texts / name).write_text(text)
    for name, command in MADE.items():
        program.printed(f"{command} --output {program.texts / name}", (0, 1))
    shutil.rmtree(program.home / "data" / "runs", ignore_errors=True)
    expected = runs(program)
    expected["files"] = files(program)
    program.code(OWN_FILES, program.texts, program.home / "data")
    expected["priors"] = {
        path.stem: json.loads(program.printed(f"priors export {path.stem}"))
        for path in sorted((program.home / "cache" / "priors").glob("*.npz"))
    }
    for part in ("data", "cache", "files", "texts"):
        pack(program.home / part, HERE / f"{part}.tar.xz")
    with lzma.open(HERE / "expected.json.xz", "wt") as file:
        json.dump(expected, file, indent=1, sort_keys=True)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
