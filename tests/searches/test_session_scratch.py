"""What rules name as scratch is no part of a checkpoint, and a search goes on without it as it would have."""

from __future__ import annotations

import numpy as np
import pytest

from puzzles.latin.kernels import rules
from puzzles.latin.puzzle import LatinSquare
from puzzles.registry import get_family
from solvers.runs.spec import SolveSpec
from solvers.session import Session

pytestmark = pytest.mark.compiled

PUZZLE = LatinSquare(9, (-1,) * 81)
SPEC = SolveSpec(
    family="latin",
    puzzle=get_family("latin").to_json(PUZZLE),
    title="",
    algorithm="backtracking",
    prior="none",
    mode="paper",
    parameters={"failures": 5},
)


def test_scratch_is_not_saved_and_not_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    everything = set(Session(SPEC, 0).arrays())
    monkeypatch.setattr(rules, "SCRATCH", ("moves", "queue"), raising=False)  # filled again before each use
    first, other = Session(SPEC, 0), Session(SPEC, 0)
    assert everything - set(first.arrays()) == {"state.moves", "state.queue"}
    first.advance(12)
    saved = {name: array.copy() for name, array in first.arrays().items()}
    other.restore(saved)
    other.state.queue[:] = 77
    first.advance(9)
    other.advance(9)
    for name, array in first.arrays().items():
        assert np.array_equal(array, other.arrays()[name]), name


def test_a_checkpoint_with_scratch_in_it_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    saved = {name: array.copy() for name, array in Session(SPEC, 0).arrays().items()}
    monkeypatch.setattr(rules, "SCRATCH", ("moves",), raising=False)
    with pytest.raises(ValueError, match="other arrays"):
        Session(SPEC, 0).restore(saved)
