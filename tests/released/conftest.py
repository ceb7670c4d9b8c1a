"""Fixtures: the released program's files, unpacked once a process."""

from __future__ import annotations

from pathlib import Path

import pytest
from released.samples import unpack


@pytest.fixture(scope="session")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The folders of the four archives by name; not to be written to."""
    return {part: unpack(part, tmp_path_factory.mktemp(part)) for part in ("data", "cache", "files", "texts")}
