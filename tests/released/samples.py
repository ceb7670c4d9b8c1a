"""The files of the released program, unpacked, and what it made of them itself (README.md)."""

from __future__ import annotations

import json
import lzma
import shutil
import tarfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
EXPECTED: dict[str, Any] = json.loads(lzma.decompress((HERE / "expected.json.xz").read_bytes()))
"""`ended` and `resumed`: what runs came to, by name; `shown`: what `show --json` said; `files`, `priors`."""

RUNS = sorted(EXPECTED["ended"])
RESUMABLE = sorted(EXPECTED["resumed"])


def unpack(part: str, folder: Path) -> Path:
    """The folder, holding what is in that archive: data, cache, files or texts."""
    with tarfile.open(HERE / f"{part}.tar.xz") as archive:
        archive.extractall(folder, filter="data")
    return folder


def copy_run(unpacked: Path, name: str, data: Path) -> Path:
    """The run's folder, copied into the data folder."""
    return Path(shutil.copytree(unpacked / "runs" / name, data / "runs" / name))
