"""Hints and grades of boards whose next step is reasoned out by techniques (`puzzles.deduction`)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple, cast

from puzzles.by_hand import FillIn, Grade, Hint, PriorTable, percent
from puzzles.deduction import EXPERT, Deduction, Levels, Outcome, Position, bits, next_steps, solve
from puzzles.family import Board, Puzzle
from puzzles.text.quoting import capital, counted

MOST_LINES = 4
"""Lines of a reason."""
NOTHING_LEADS_ON = "No technique leads on from here."

LIKELIEST = "likeliest value"
"""The technique of a hint where none leads on."""


class Clash(NamedTuple):
    """Filled cells that break a rule together, and the rule in words, such as `7 stands twice in row 3`."""

    cells: tuple[int, ...]
    words: str


class FillInByTechniques(FillIn):
    """A family says what is known of a position, which techniques there are, and how a step is put into words."""

    levels: ClassVar[Levels]

    @abstractmethod
    def givens(self, puzzle: Puzzle) -> Board:
        """The board with the given values alone."""

    @abstractmethod
    def position(self, puzzle: Puzzle, board: Board) -> Position:
        """What the filled cells of a board without conflicts tell of the others."""

    @abstractmethod
    def clashes(self, puzzle: Puzzle, board: Board) -> list[Clash]:
        """All broken rules."""

    @abstractmethod
    def told(self, puzzle: Puzzle, board: Board, step: Deduction, rests: bool) -> tuple[str, ...]:
        """The step in words, at most three lines; `rests`: it rests on the steps told before it."""

    @abstractmethod
    def prior_code(self, position: Any, cell: int, value: int) -> int:
        """The code of a value of an open cell in the family's prior `prior`, as the compiled rules have it."""

    @abstractmethod
    def likelihood(self, position: Position, cell: int, values: Sequence[int]) -> Sequence[float]:
        """A weight for each of the values that may stand in an open cell, where no prior gives one."""

    @abstractmethod
    def likelihood_words(self) -> str:
        """By what these weights go, such as `by the cells that are left to each in its row`."""

    def conflicts(self, puzzle: Puzzle, board: Board) -> frozenset[int]:
        return frozenset(cell for clash in self.clashes(puzzle, board) for cell in clash.cells)

    def fault(self, puzzle: Puzzle, board: Board) -> str:
        return next((clash.words for clash in self.clashes(puzzle, board)), "")

    def hardest(self, puzzle: Puzzle) -> int:
        """The level of techniques that are looked for; lower where a board is so large that it would take seconds."""
        return EXPERT

    def grade(self, puzzle: Puzzle) -> Grade | None:
        """By the techniques that solve it from its givens; `search` also if it has several solutions, or none.

        None if not all techniques are looked for.
        """
        if self.hardest(puzzle) < EXPERT:
            return None
        _, outcome = _worked_out(self, cast(Any, puzzle))
        return self.levels.grade(outcome, len(self.free_cells(puzzle)))

    def hint(self, puzzle: Puzzle, board: Board, prior: PriorTable | None = None) -> Hint | None:
        """The next step; where the board is wrong, what is wrong, with `after` emptied of it or, if unknown, unchanged.

        Where no technique leads on, the likeliest value, by the prior if it is trained; its technique is LIKELIEST.
        """
        clashes = self.clashes(puzzle, board)
        if clashes:
            return self._of_clash(puzzle, board, clashes[0])
        if all(value != self.open_value for value in board):
            return None
        wrong = self._wrong(puzzle, board)
        if wrong is not None:
            value = self.symbol(puzzle, board[wrong])
            reason = (f"{self._start(puzzle, wrong)} can't be {value}:", "the givens lead to another value there.")
            return Hint("wrong value", (wrong,), reason, self._emptied(board, {wrong}))
        position = self.position(puzzle, board)
        steps = next_steps(position, self.hardest(puzzle))
        if not steps:
            return self._likeliest(puzzle, board, position, prior)
        return self._of_steps(puzzle, board, steps)

    def free_cells(self, puzzle: Puzzle) -> frozenset[int]:
        return frozenset(cell for cell, value in enumerate(self.givens(puzzle)) if value == self.open_value)

    def steps(self, puzzle: Puzzle, board: Board) -> tuple[Deduction, ...]:
        """The steps that a hint tells, for a board without conflicts; empty if no technique leads on."""
        return next_steps(self.position(puzzle, board), self.hardest(puzzle))

    def reasoned_out(self, puzzle: Puzzle) -> tuple[int, ...]:
        """The board to which techniques lead from the givens; a cell of which they leave several values is open."""
        domains = _worked_out(self, cast(Any, puzzle))[0].domains
        return tuple(one.bit_length() - 1 if one.bit_count() == 1 else self.open_value for one in domains)

    def _wrong(self, puzzle: Puzzle, board: Board) -> int | None:
        """A filled cell whose value the givens rule out, if they lead to no contradiction themselves."""
        position, outcome = _worked_out(self, cast(Any, puzzle))
        if outcome.contradicts:
            return None
        free = sorted(self.free_cells(puzzle))
        return next((c for c in free if board[c] != self.open_value and not position.domains[c] >> board[c] & 1), None)

    def _of_steps(self, puzzle: Puzzle, board: Board, steps: tuple[Deduction, ...]) -> Hint:
        last = steps[-1]
        lines = [self.told(puzzle, board, step, number > 0) for number, step in enumerate(steps)]
        shown = 0  # steps told before the last
        room = MOST_LINES - len(lines[-1]) - last.contradicts
        while shown < len(steps) - 1 and sum(map(len, lines[: shown + 1])) <= room - (shown + 1 < len(steps) - 1):
            shown += 1
        hidden = steps[shown:-1]
        names = ", ".join(dict.fromkeys(step.technique for step in hidden))
        more = [f"{counted(len(hidden), 'more step' if shown else 'step')} before: {names}."]
        sentences = [line for one in lines[:shown] for line in one] + more[: bool(hidden)] + list(lines[-1])
        after = list(board)
        looked_at = [cell for step in reversed(steps) for cell in step.cells]
        if last.placed is not None:
            cell, value = last.placed
            after[cell] = value
            looked_at.insert(0, cell)
        if last.contradicts:
            own = any(board[cell] != self.open_value for cell in self.free_cells(puzzle))
            sentences.append("So a value on the board is wrong." if own else "So the puzzle has no solution.")
        technique = "contradiction" if last.contradicts else self.levels.hardest(steps)
        return Hint(technique, tuple(dict.fromkeys(looked_at)), tuple(sentences), tuple(after))

    def _of_clash(self, puzzle: Puzzle, board: Board, clash: Clash) -> Hint:
        free = self.free_cells(puzzle)
        own = {cell for cell in clash.cells if cell in free}
        if len(own) == 1:
            conclusion = f"So {self.place(puzzle, min(own))} is wrong."
        else:
            conclusion = "At least one of them is wrong; all are emptied."
        return Hint("conflict", clash.cells, (clash.words, conclusion), self._emptied(board, own))

    def _emptied(self, board: Board, cells: set[int]) -> tuple[int, ...]:
        return tuple(self.open_value if cell in cells else value for cell, value in enumerate(board))

    def _likeliest(self, puzzle: Puzzle, board: Board, position: Position, prior: PriorTable | None) -> Hint:
        """Of a cell with the fewest values that the techniques leave in the position."""
        cells = position.open_cells()
        fewest = min(position.domains[cell].bit_count() for cell in cells)
        best = (-1.0, 0, 0)
        for cell in cells:
            if position.domains[cell].bit_count() > fewest:
                continue
            values = bits(position.domains[cell])
            if prior is not None and prior.logarithms:
                shares = prior.shares([self.prior_code(position, cell, value) for value in values])
            else:
                weights = self.likelihood(position, cell, values)
                total = sum(weights)
                shares = [weight / total if total > 0 else 1 / len(values) for weight in weights]
            for value, share in zip(values, shares, strict=True):
                best = max(best, (share, -cell, -value))
        share, cell, value = best[0], -best[1], -best[2]
        after = list(board)
        after[cell] = value
        fitting, left = self.candidates(puzzle, board, cell), bits(position.domains[cell])
        shown = self._listed(puzzle, left)
        can_hold = f"{self._start(puzzle, cell)} can hold {shown}."
        if len(left) < len(fitting):
            can_hold = f"In {self.place(puzzle, cell)}, techniques leave {shown} of {self._listed(puzzle, fitting)}."
        trained = prior is not None and prior.logarithms
        source = f"by learned odds ({prior.name})" if prior is not None and trained else self.likelihood_words()
        reason = (
            NOTHING_LEADS_ON,
            can_hold,
            f"{self.symbol(puzzle, value)} is likeliest: {percent(share)}, {source}.",
            "A guess by odds, not a deduction." + (f" {untrained(prior)}" if prior is not None and not trained else ""),
        )
        return Hint(LIKELIEST, (cell,), reason, tuple(after), certain=False)

    def _listed(self, puzzle: Puzzle, values: Sequence[int]) -> str:
        return " ".join(self.symbol(puzzle, value) for value in values)

    def _start(self, puzzle: Puzzle, cell: int) -> str:
        return capital(self.place(puzzle, cell))


def untrained(prior: PriorTable) -> str:
    """That the prior's table is not trained yet, and what helps, in words for players."""
    return f"No odds are learned yet ({prior.name}): screen 5 learns them."


@lru_cache(maxsize=8)
def _worked_out(hand: FillInByTechniques, puzzle: Any) -> tuple[Position, Outcome]:
    """What the givens alone lead to."""
    position = hand.position(puzzle, hand.givens(puzzle))
    return position, solve(position, hand.hardest(puzzle))
