"""`mcs-tui bench fold`: a row for each length and kind of sequence, with what ViennaRNA and our kernels take."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
import RNA

from solvers.bench.fold import LENGTHS, designed_sequence, random_sequence

pytestmark = pytest.mark.compiled


def test_the_table_has_a_row_for_each_length_and_kind() -> None:
    command = [sys.executable, "-m", "solvers.bench", "fold", "--instances", "1", "--seed", "3", "--json"]
    root = Path(__file__).resolve().parents[2]
    finished = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stderr
    tables = json.loads(finished.stdout)["tables"]
    assert [table["title"].split(", ")[1] for table in tables] == ["eterna-v2", "eterna-v1"]
    for table in tables:
        assert [tuple(row[:2]) for row in table["rows"]] == [
            (length, kind) for length in LENGTHS for kind in ("random", "designed")
        ]
        for row in table["rows"]:
            assert min(float(cell) for cell in row[2:]) > 0


def test_sequences_come_from_the_seed_and_designed_ones_are_made_of_helices() -> None:
    for draw in (random_sequence, designed_sequence):
        first, again, other = (draw(random.Random(seed), 200) for seed in (1, 1, 2))
        assert first == again != other
        assert len(first) == 200
        assert set(first) == set("ACGU")
    designed = designed_sequence(random.Random(1), 200)
    shuffled = "".join(random.Random(2).sample(designed, 200))
    assert RNA.fold(designed)[1] < RNA.fold(shuffled)[1] - 20
