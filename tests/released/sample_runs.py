"""The runs, texts and files that the released program is asked for, in the words of its command line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


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
    "tsptw": "example:route-41",
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
    yield stopped("latin", "gnrpa", 400, "example:order-33 --mode paper", tag="-easy")
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
    yield stopped("rna", "strong", 300, "example:hairpin --designs 180 --seed 2", tag="-designs-stopped")
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
    family = registry.get_family(puzzle.family)
    game = family.proposal(puzzle) or family.start_board(puzzle)
    puzzle = registry.read("morpion 5T") if family.name == "morpion" else puzzle
    for moves in (game[:4], game, game[:1]):
        store.of(puzzle).played(moves)
    assert store.save(puzzle)
"""
"""Writes a draft, recent files and games of the user's own into the data folder."""
