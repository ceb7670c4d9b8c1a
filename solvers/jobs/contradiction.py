"""The clues of a puzzle without a solution that contradict each other, none of which can be left out.

QuickXplain (Junker, AAAI 2004): half of the clues are looked through while the others are there. Each question is an
exhaustive search; what it can't settle counts as no contradiction, so a set that is named is proved to be one.
`python -m solvers.jobs.contradiction`: a draft's text comes in, a list of clue numbers as JSON goes out, null for none.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence

from puzzles.drafts import draft_in
from puzzles.editing import Draft
from puzzles.errors import PuzzleError
from solvers.jobs.generate import count_solutions

SECONDS = 20.0
"""For all questions together."""


def contradicting(draft: Draft, seconds: float = SECONDS) -> tuple[int, ...] | None:
    """The numbers of such clues (`Draft.clues`), in their order; () if the empty grid has no solution.

    None if it is not proved within so many seconds of the clock that they contradict each other.
    """
    end = time.monotonic() + seconds

    def keep_going() -> bool:
        return time.monotonic() < end

    def contradict(clues: Sequence[int]) -> bool:
        try:
            return count_solutions(draft.keeping(clues).to_puzzle(), keep_going) == ()
        except PuzzleError:
            return False

    clues = draft.clues()
    if not contradict(clues):
        return None
    found = () if contradict(()) else tuple(sorted(_smallest([], [], list(clues), contradict)))
    return found if keep_going() else None


def _smallest(
    there: list[int], new: list[int], clues: list[int], contradict: Callable[[Sequence[int]], bool]
) -> list[int]:
    """A smallest part of the clues that contradicts those that are there; `new`: of these the ones added last."""
    if new and contradict(there):
        return []
    if len(clues) == 1:
        return clues
    first, second = clues[: len(clues) // 2], clues[len(clues) // 2 :]
    of_second = _smallest([*there, *first], first, second, contradict)
    return _smallest([*there, *of_second], of_second, first, contradict) + of_second


if __name__ == "__main__":
    print(json.dumps(contradicting(draft_in(sys.stdin.read()))))
