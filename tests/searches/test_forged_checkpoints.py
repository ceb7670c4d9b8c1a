"""Forged checkpoints: numbers out of range are refused before a kernel sees them. `fuzz.checkpoints` tries more."""

from __future__ import annotations

import random

import numpy as np
import pytest
from fuzz.checkpoints import cases, started, tried

from puzzles.engine import kernels

TRIES = 4
BEAM_ARRAYS = (
    "sizes",
    "first_games",
    "first_policies",
    "games",
    "policies",
    "counts",
    "next_games",
    "next_policies",
    "next_counts",
    "turns",
    "received",
    "stale",
    "played",
)
"""Those whose numbers are indices, lengths or sizes."""


@pytest.mark.skipif(not kernels.INTERPRETED, reason="compiled kernels notice nothing")
@pytest.mark.parametrize(("family", "algorithm"), cases())
def test_a_forged_checkpoint_is_refused_or_leads_no_kernel_out_of_an_array(family: str, algorithm: str) -> None:
    source = random.Random(7)
    for _ in range(TRIES):
        tried(family, algorithm, source)


@pytest.mark.parametrize(
    ("case", "array", "value"),
    [
        ("latin nrpa", "lengths", 1 << 40),
        ("latin nrpa", "lengths", -1),
        ("latin nrpa", "codes", 1 << 31),
        ("latin nrpa", "starts", 1 << 40),
        ("latin nrpa", "chosen", 1 << 40),
        ("latin nrpa", "chosen", -1),
        ("latin nrpa", "iterations", -1),
        ("latin nrpa", "batched", -1),
        ("latin nrpa", "repeats", -1),
        ("samegame nrpa", "codes", 1 << 31),
        ("samegame nrpa", "codes", 1 << 63),
        ("samegame nrpa", "counts", 1 << 40),
        ("samegame nrpa", "listed", 65535),
        ("samegame nrpa", "chosen", 65535),
        ("samegame nrpa", "starts", 1 << 40),
        ("morpion nrpa", "counts", 1 << 40),
        ("morpion nrpa", "records", (1 << 24) - 1),
        ("morpion nrpa", "records", ((1 << 20) - 1) << 24),
        ("morpion nrpa", "records", 1 << 63),
        ("morpion nrpa", "chosen", (1 << 32) - 1),
        *(("tsptw gnrpa-beams", f"beam.{name}", value) for name in BEAM_ARRAYS for value in (-2, (1 << 63) - 1)),
        ("morpion nrpa-beams", "beam.games", 0),
        ("samegame gnrpa-beams", "beam.sizes", 5),
        ("tsptw nmcs", "scalars", -1),
        ("tsptw nmcs", "scalars", 0),
        ("tsptw nmcs", "steps", 1 << 40),
        ("tsptw nmcs", "counts", 1 << 40),
        ("tsptw nmcs", "nexts", 1 << 40),
        ("tsptw nmcs", "lengths", -2),
        ("tsptw exhaustive", "scalars", -1),
        ("tsptw exhaustive", "marks", -1),
        ("tsptw exhaustive", "ends", 1 << 40),
        ("tsptw annealing", "scalars", -1),
        ("morpion lns", "order", 0),
        ("morpion lns", "codes", (1 << 32) - 1),
        ("morpion lns", "scalars", 1 << 40),
        ("samegame lns", "scalars", -2),
        ("tsptw sampling", "tally.counters", -1),
        ("latin uct", "scalars", -1),
        ("latin uct", "scalars", 6),
        ("latin uct", "visits", -1),
        ("latin uct", "visits", (1 << 63) - 1),
        ("latin uct", "real_scalars", -1),
        ("latin uct", "totals", float("nan")),
        ("latin uct", "bests", float("inf")),
        ("latin uct", "exhausted", 2),
    ],
)
def test_a_number_that_no_search_has_is_refused_and_nothing_changed(case: str, array: str, value: float) -> None:
    session, arrays = started(*case.split())
    session.restore(arrays)
    forged = {name: one.copy() for name, one in arrays.items()}
    forged[f"search.{array}"].reshape(-1)[-1 if array.startswith("beam.") else 0] = value
    with pytest.raises(ValueError, match=r"the checkpoint's .* are out of their range"):
        session.restore(forged)
    for name, one in session.arrays().items():
        assert one.tobytes() == arrays[name].tobytes(), name


@pytest.mark.parametrize("case", ["latin sampling", "morpion nmcs", "samegame gnrpa"])
def test_a_state_that_an_earlier_version_saved_without_need_is_not_used(case: str) -> None:
    session, arrays = started(*case.split())
    assert not any(name.startswith(("state.", "search.twin.")) for name in arrays)
    session.restore({**arrays, "state.scalars": np.full(3, -1), "search.twin.moves": np.full(3, -1)})


def test_a_search_with_its_place_in_the_state_keeps_that() -> None:
    for case in ("latin backtracking", "tsptw annealing"):
        assert any(name.startswith("state.") for name in started(*case.split())[1])
