"""Sequences, structures and codes for tests of folding."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from puzzles.rna.folding.fold import make_fold
from puzzles.rna.folding.fold_state import FoldState
from puzzles.rna.puzzle import RnaPuzzle

ROOT = Path(__file__).resolve().parents[2]

PAIRING = {"AU", "UA", "GC", "CG", "GU", "UG"}


def codes(sequence: str) -> npt.NDArray[np.int32]:
    """A sequence as folding kernels take it."""
    return np.array([0, *("ACGU".index(base) + 1 for base in sequence), 0], np.int32)


def dot_bracket(partner: npt.NDArray[np.int32]) -> str:
    """The structure in `fold.partner`."""
    return "".join(
        "." if not other else "(" if other > at else ")" for at, other in enumerate(partner[1:-1].tolist(), 1)
    )


@lru_cache(maxsize=2)
def chain(length: int, model: str = "eterna-v2") -> FoldState:
    """A machine for designs of a length, without a target; the same one for calls in a row."""
    return make_fold(RnaPuzzle("." * length, model=model))


def random_sequence(rng: random.Random, length: int, alphabet: str = "ACGU") -> str:
    """Bases drawn evenly from the alphabet, in which a letter may come twice."""
    return "".join(rng.choices(alphabet, k=length))


def every_structure(sequence: str) -> list[str]:
    """All structures of a sequence: any pairs that may form, hairpins of three bases or more."""
    if len(sequence) < 5:
        return ["." * len(sequence)]
    found = ["." + rest for rest in every_structure(sequence[1:])]
    for end in range(4, len(sequence)):
        if sequence[0] + sequence[end] in PAIRING:
            inside, after = every_structure(sequence[1:end]), every_structure(sequence[end + 1 :])
            found += [f"({one}){other}" for one in inside for other in after]
    return found


def in_own_process(script: str, *arguments: str) -> Any:
    """The JSON that a script prints in a process of its own, which sees `tests`' modules."""
    command = [sys.executable, "-c", script, *arguments]
    paths = f"import sys; sys.path[:0] = [{str(ROOT)!r}, {str(ROOT / 'tests')!r}]\n"
    command[2] = paths + script
    finished = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stderr
    return json.loads(finished.stdout)
