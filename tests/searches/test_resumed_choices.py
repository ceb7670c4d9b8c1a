"""A search that is saved and resumed after any playout branches on the variables that it would have branched on.

Listing the moves of a Latin or Kakuro position draws one of its most constrained variables, and takes filled ones off
the list that it draws from. So a second listing may be another one; a resumed search must list nothing twice.
"""

from __future__ import annotations

import pytest

from puzzles.registry import get_family
from solvers.runs.spec import SolveSpec
from solvers.searches.tally import BEST_LENGTH, PLAYOUTS, STATUS
from solvers.session import Session

ALGORITHMS = ("backtracking", "sampling", "nmcs", "gnrpa")
EXAMPLES = {"latin": "paper-20", "kakuro": "paper-10"}
PLACES = 7


def spec_of(family_name: str, algorithm: str, mode: str) -> SolveSpec:
    family = get_family(family_name)
    text = next(one.text for one in family.examples if one.name == EXAMPLES[family_name])
    puzzle = family.to_json(family.parse(text))
    return SolveSpec(family=family_name, puzzle=puzzle, title="", algorithm=algorithm, mode=mode, prior="none")


@pytest.mark.parametrize("mode", ["strong", "paper"])
@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("family_name", EXAMPLES)
def test_resumed_after_any_playout_it_makes_the_same_choices(family_name: str, algorithm: str, mode: str) -> None:
    spec = spec_of(family_name, algorithm, mode)
    whole, left = Session(spec, 0), Session(spec, 0)
    for _ in range(PLACES):
        resumed = Session(spec, 0)
        resumed.restore({name: array.copy() for name, array in left.arrays().items()})
        left = resumed
        assert whole.advance(1) == left.advance(1)
        assert {k: v.tobytes() for k, v in whole.arrays().items()} == {k: v.tobytes() for k, v in left.arrays().items()}


@pytest.mark.parametrize(("at", "wrong"), [(STATUS, 4), (STATUS, -1), (BEST_LENGTH, 10_000), (PLAYOUTS, -1)])
def test_counters_that_no_search_has_are_refused_before_a_kernel_sees_them(at: int, wrong: int) -> None:
    session = Session(spec_of("latin", "sampling", "strong"), 0)
    saved = {name: array.copy() for name, array in session.arrays().items()}
    session.restore(saved)
    saved["search.tally.counters"][at] = wrong
    with pytest.raises(ValueError, match="counters are out of their range"):
        session.restore(saved)
    assert session.advance(1) == "running"
