"""Kernels have no negative indices: a literal is refused at once, others where bounds are checked."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.compiled

PROGRAM = """
import numpy as np
from puzzles.engine.kernels import address_of, call_at, inlined, kernel

@inlined
def read(entries, at):
    return entries[at]

@kernel
def first(entries, at):
    return read(entries, at)

@kernel
def called(entries, at, places):
    return call_at(places[0], (entries, at))

@kernel
def last(entries):
    return entries[-1]

try:
    last(np.arange(3))
except Exception as error:
    print("array[array.size - 1]" in str(error))
places = np.array([address_of(first, np.arange(3), 0)])
for at in (0, 2, 3, -1):
    for read_at in (first, lambda entries, at: called(entries, at, places)):
        try:
            print(read_at(np.arange(3), at))
        except IndexError:
            print("IndexError")
"""


def test_negative_literals_are_refused_and_other_indices_where_bounds_are_checked(
    tmp_path: Path,
) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    checked = os.environ | {"NUMBA_BOUNDSCHECK": "1", "MCS_TUI_JIT": "1", "MCS_TUI_CACHE": str(tmp_path / "cache")}
    checked["PYTHONPATH"] = str(Path(__file__).resolve().parents[2])
    found = subprocess.run([sys.executable, str(program)], env=checked, capture_output=True, text=True, check=True)
    assert found.stdout.split() == ["True", "0", "0", "2", "2", *["IndexError"] * 4]
