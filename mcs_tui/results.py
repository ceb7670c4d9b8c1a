"""What searches return: the board, judged, how the search went, and its drawing."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.family import Puzzle, Verdict
from puzzles.registry import get_family
from solvers.registry import algorithm as algorithm_of
from solvers.runs.scoring import amount
from solvers.runs.spec import SolveSpec

Board = npt.NDArray[np.int64]


class History(NamedTuple):
    """Each score that was better than all before, of those within 3 % of the playouts the last.

    `playouts`: int64[n], the playout that found it, from 1; `seconds`: float64[n], CPU seconds of search by then
    (within a slice of some 50 ms by proportion); `best`: float64[n], the score, higher is better. All ascend.
    """

    playouts: npt.NDArray[np.int64]
    seconds: npt.NDArray[np.float64]
    best: npt.NDArray[np.float64]

    def to_frame(self) -> Any:
        """A pandas DataFrame with these columns; ImportError, one line, if pandas is not installed."""
        return pandas().DataFrame(self._asdict())


class Progress(NamedTuple):
    """Where a search is: its best score (higher is better; None before the first playout), and what it took."""

    playouts: int
    seconds: float
    best: float | None


@dataclass(frozen=True, slots=True, repr=False)
class Result:
    """What a search has found, judged by the family's plain checker.

    `board`: int64[n] as the family has it (a value for each cell, or a move each; `notation` is easier to read); None
    if there was no playout. `score`: higher is better, a cost is negative. `status`: `solved`; `exhausted` (everything
    was seen; `claim` says what that proves); `reached` (the wanted score); `budget`; `finished` (no game is left);
    `interrupted` (by Ctrl-C or a callback); `running` if it can go on. `seconds`: CPU seconds of search. `solutions`:
    several, where they were looked for; `count`: `unique`, `several` or `unknown` where they were counted.
    """

    puzzle: Puzzle
    spec: SolveSpec
    status: str
    board: Board | None
    score: float | None
    verdict: Verdict | None
    history: History
    playouts: int
    seconds: float
    solutions: tuple[Board, ...] = ()
    count: str = ""
    claim: str = ""
    notes: tuple[str, ...] = ()

    @property
    def solved(self) -> bool:
        """True if the board is a solution, or proven to be the best."""
        return self.verdict is not None and self.verdict.solved

    @property
    def notation(self) -> Any:
        """The board as the family writes it in JSON, such as a list of rows; None without one."""
        return None if self.board is None else get_family(self.puzzle.family).notation(self.puzzle, self.board.tolist())

    def text(self, format_name: str | None = None) -> str:
        """Puzzle and board in one of the family's formats, by default its first; PuzzleError for another."""
        family = get_family(self.puzzle.family)
        name = format_name or (*family.writable(self.puzzle), *family.formats)[0].name
        return family.write(self.puzzle, name, None if self.board is None else self.board.tolist())

    def __repr__(self) -> str:
        found = "no board"
        if self.score is not None and self.verdict is not None:
            family = get_family(self.puzzle.family).for_puzzle(self.puzzle)
            found = amount(family, self.score, self.verdict.facts)
        unit = algorithm_of(self.spec.algorithm).unit
        took = f"{self.playouts:,} {unit}, {self.seconds:.3g} s"
        return f"<{self.puzzle.title}: {self.status}, {found}; {self.spec.algorithm}, {took}>"

    def __str__(self) -> str:
        return drawing(self.puzzle, self.board, self.verdict)

    def _repr_html_(self) -> str:
        return f"<p>{html.escape(repr(self)[1:-1])}</p><pre>{html.escape(str(self))}</pre>"


def drawing(puzzle: Puzzle, board: Sequence[int] | Board | None, verdict: Verdict | None, width: int = 100) -> str:
    """The board as people see it on a terminal, without colours."""
    from tui.boards.drawing import draw

    shown = get_family(puzzle.family).start_board(puzzle) if board is None else tuple(int(one) for one in board)
    lines = draw(puzzle, shown, width=width, plain=False, facts=None if verdict is None else verdict.facts)
    return "\n".join("".join(piece.text for piece in line).rstrip() for line in lines)


def pandas() -> Any:
    """The module pandas; ImportError, one line, if it is not installed."""
    try:
        import pandas
    except ImportError:
        raise ImportError("to_frame needs pandas, which is not installed: pip install pandas") from None
    return pandas
