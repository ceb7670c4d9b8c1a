"""Sets of clues that contradict each other, each judged by plain enumeration: together no solution, less one there is.

Kernels are interpreted: what is searched is small.
"""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Sequence

import pytest
from oracles import naive_kakuro, naive_sudoku

from puzzles import registry
from puzzles.drafts import draft_from, draft_in
from puzzles.editing import Draft
from puzzles.kakuro.editing import KakuroDraft
from puzzles.kakuro.puzzle import Kakuro
from puzzles.sudoku.puzzle import Sudoku
from solvers.jobs.contradiction import contradicting
from solvers.runs.processes import program


def has_solution(draft: Draft) -> bool:
    puzzle = draft.to_puzzle()
    if isinstance(puzzle, Kakuro):
        return bool(naive_kakuro.solutions(puzzle, 1))
    assert isinstance(puzzle, Sudoku)
    return next(naive_sudoku.solutions(puzzle), None) is not None


def check(draft: Draft, found: Sequence[int] | None) -> None:
    assert found
    assert not has_solution(draft.keeping(found))
    for one in found:
        assert has_solution(draft.keeping([other for other in found if other != one])), draft.clue_at(one)


@pytest.mark.parametrize("seed", range(1, 9))
def test_givens_of_a_small_sudoku(seed: int) -> None:
    source = random.Random(seed)
    draft = draft_in("# sudoku\n" + "\n".join(["...."] * 4))
    while has_solution(draft):
        further = draft.put(source.randrange(16), str(source.randint(1, 4)))
        draft = draft if further.problems() else further
    check(draft, contradicting(draft))


@pytest.mark.parametrize("seed", range(1, 7))
def test_clues_of_a_kakuro(seed: int) -> None:
    source = random.Random(seed)
    draft = draft_from(registry.read("4,4\n*,C6,C7,C7\nF7,?,?,?\nF6,?,?,?\nF7,?,?,?\n"))
    assert isinstance(draft, KakuroDraft)
    clues = [clue for clue in draft.clues() if clue % 3]
    while has_solution(draft):
        further, way = draft, source.choice((1, 2))
        for by, clue in zip((-1, 1), source.sample([one for one in clues if one % 3 == way], 2), strict=True):
            cell = further.cells[clue // 3]
            changed = cell._replace(down=cell.down + by) if way == 1 else cell._replace(across=cell.across + by)
            further = further.with_cells({clue // 3: changed})
        draft = draft if any(not one.doubt for one in further.problems()) else further
    found = contradicting(draft)
    check(draft, found)
    assert all(draft.clue_at(one)[1].endswith(("down", "across")) for one in found or ())


def test_an_empty_grid_that_has_no_solution_and_a_puzzle_that_has_one() -> None:
    text = "# sudoku\nboxes 2 x 2\n....\n....\n....\n....\nless: r1c1 r1c2\nless: r1c2 r1c1\n"
    draft = draft_in(text)
    assert contradicting(draft.put(15, "1")) == ()
    assert contradicting(draft_in("# latin\n1 .\n. .\n")) is None
    assert contradicting(draft_in("# latin\n1 . .\n1 . .\n. . .\n"), seconds=0.0) is None


def test_the_process_answers_with_a_line_of_json() -> None:
    text = "# latin\n1 2 .\n. . 3\n. . .\n"
    command = program("solvers.jobs.contradiction")
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [0, 1, 5]
