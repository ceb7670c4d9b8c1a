"""Whatever stands in the place of a user's file: one line, exit code 2, and no more memory than a bound."""

from __future__ import annotations

import gzip
import os
import struct
import zipfile
from pathlib import Path

import numpy as np
import pytest
from drivers.command_line import KAKURO
from drivers.limited_memory import limited

from priors import store
from priors.sealed import sealed
from puzzles.user_data import data_root
from solvers.kernel_archive import MANIFEST

pytestmark = pytest.mark.fast
MIB = 300
"""Above what the program takes for itself. The largest text that is read has 4."""


def huge(path: Path, size: int = 1 << 40) -> Path:
    """The path of a file with that many zeros, which takes no place on the disk."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    os.truncate(path, size)
    return path


def packed(path: Path, line: bytes) -> Path:
    """The path of a small gzip file with 1 GiB of such lines."""
    once = gzip.compress(line * ((16 << 20) // len(line)))
    path.write_bytes(once * 64)
    return path


def test_what_is_no_file_or_a_huge_one_is_refused_in_one_line(tmp_path: Path) -> None:
    good = tmp_path / "good.txt"
    good.write_text(KAKURO)
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    named = huge(tmp_path / "eterna100_puzzles.tsv")
    commands = []
    for bad in ("/dev/zero", str(named), str(tmp_path / "pipe"), str(tmp_path / "folder")):
        for reads in (
            ["solve", bad],
            ["check", bad],
            ["check", str(good), "--board", bad],
            ["solve", str(good), "--algorithm", "nrpa", "--warm-start", bad],
            ["convert", bad, "--format", "json"],
            ["print", bad, "--output", str(tmp_path / "page.pdf")],
            ["compare", str(good), bad],
            ["compile", "--import", bad],
            ["experiment", "check", bad],
            ["experiment", "run", bad],
            ["experiment", "report", bad],
            ["--config", bad, "config", "--check"],
            ["data", "import", "eterna100", bad],
            ["train", "rna", "--prior", "ngram", "--from", bad],
        ):
            commands.append(reads)
    assert [
        (command, code, said)
        for command, (code, said) in zip(commands, limited(commands, MIB), strict=True)
        if code != 2 or said.count("\n") != 1 or "rror(" in said
    ] == []


def test_small_files_that_unpack_to_much_and_texts_of_many_parts_are_refused_in_one_line(tmp_path: Path) -> None:
    archive = tmp_path / "kernels.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file, file.open(MANIFEST, "w") as member:
        for _ in range(64):
            member.write(bytes(1 << 20))
    many = tmp_path / "many.zip"
    count, size = 60_000, 1 << 29  # as the archive's end says of the list of its files
    huge(many, 1 << 30)
    with many.open("ab") as stream:
        stream.write(b"PK\5\6" + struct.pack("<4H2LH", 0, 0, count, count, size, (1 << 30) - size, 0))
    texts = {
        "brackets": "[" * (3 << 20),
        "zeros": "0 " * (2 << 20),
        "lines": "a=1\n" * (1 << 20),
        "rows": "[],\n" * 900_000,
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    commands = [["compile", "--import", str(archive)], ["compile", "--import", str(many)]]
    for line in (b"A", b"ACGU\n", b"[1]\n"):
        bomb = str(packed(tmp_path / f"{len(line)}.gz", line))
        commands += [["solve", bomb], ["data", "import", "eterna100", bomb]]
    commands.append(["train", "rna", "--prior", "ngram", "--from", str(tmp_path / "1.gz")])
    for name in texts:
        text = str(tmp_path / name)
        commands += [["solve", text], ["experiment", "check", text], ["--config", text, "config", "--check"]]
    assert [
        (command, code, said)
        for command, (code, said) in zip(commands, limited(commands, MIB), strict=True)
        if code != 2 or said.count("\n") != 1 or "rror(" in said
    ] == []


def test_huge_files_of_ours_are_damaged_files() -> None:
    root = data_root()
    for name in ("draft.txt", "recent.json", "own-puzzles/1.json", "own-games/1.json", "runs/a/spec.json"):
        huge(root / name)
    run = root / "runs" / "20260101-000000-latin-a"
    for name in ("spec.json", "result.json", "status-0.json", "checkpoint-0.npz", "summary.json", "events.jsonl"):
        huge(run / name)
    huge(store.folder() / "latin.dual.order-6.npz")
    many = store.folder() / "latin.dual.order-7.npz"
    many.write_bytes(sealed({"count": np.zeros((1 << 25) + 1, np.int64)}, compressed=True))
    commands = [["runs"], ["show", run.name], ["resume", run.name], ["priors"], ["doctor"], ["doctor", "--repair"]]
    found = limited(commands, MIB)
    assert [(code, said) for code, said in found if "rror(" in said or "MemoryError" in said or code > 2] == []
    assert found[-2][0] == 1
