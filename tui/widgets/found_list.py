"""The solutions that a run has found so far, best first; the highlighted one is drawn."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.text import Text
from textual import on
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from puzzles.parameters import Value
from puzzles.text.quoting import percent
from tui.widgets.vim_list import VimList, heading
from tui.wording import SHARES

if TYPE_CHECKING:
    from solvers.runs.result import Solution

COLUMNS = ("probability", "defect", "gc")
HEADING = "     prob. def.   GC   fold"
PERIOD = 1.0
"""Seconds between two fillings of the list: each draws all of it."""


class FoundList(VimList):
    """One line a solution: its rank and what the checker says of it."""

    DEFAULT_CSS = """
    FoundList, FoundList:focus { height: 1fr; margin-bottom: 1; }
    """

    @dataclass
    class Chosen(Message):
        """The user has gone to another solution."""

        board: tuple[int, ...]

    def __init__(self, *, plain: bool = False) -> None:
        super().__init__(plain=plain)
        self.clock = time.monotonic
        self._boards: tuple[tuple[int, ...], ...] = ()
        self._filled_at = float("-inf")

    def show(self, found: Sequence[Solution], *, at_once: bool = False) -> None:
        """Lists these, if they are others than before and it is time."""
        boards = tuple(one.board for one in found)
        now = self.clock()
        if boards == self._boards or not (at_once or not self._boards or now - self._filled_at >= PERIOD):
            return
        self._boards, self._filled_at = boards, now
        with self.prevent(OptionList.OptionHighlighted):
            self.fill(
                [
                    heading(HEADING),
                    *(Option(Text(_line(rank, one)), id=_id(one.board)) for rank, one in enumerate(found, 1)),
                ]
                if found
                else []
            )

    def point(self, board: tuple[int, ...]) -> None:
        """Highlights the solution, if it is listed."""
        if board in self._boards and self.highlighted_id != _id(board):
            with self.prevent(OptionList.OptionHighlighted):
                self.highlight(_id(board))

    @on(OptionList.OptionHighlighted)
    def _tell(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        if self.highlighted is not None and 0 < self.highlighted <= len(self._boards):
            self.post_message(self.Chosen(self._boards[self.highlighted - 1]))  # the heading is the first


def _line(rank: int, solution: Solution) -> str:
    """Its rank and facts in columns; its score if there are none of those."""
    facts = solution.facts
    if not set(facts) & set(COLUMNS):
        return f"{rank:>2} {solution.score:g}"
    cells = [_cell(name, facts[name]) if name in facts else "-" for name in COLUMNS]
    unique = facts.get("unique")
    words = "" if unique is None else "unique" if unique else "shared"
    return f"{rank:>2} {cells[0]:<5} {cells[1]:<6} {cells[2]:<4} {words}".rstrip()


def _cell(name: str, value: Value) -> str:
    return percent(float(value), SHARES[name]) if name in SHARES else f"{value:.3f}"


def _id(board: Sequence[int]) -> str:
    return "-".join(map(str, board))
