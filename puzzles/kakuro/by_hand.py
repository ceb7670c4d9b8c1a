"""Filling in a Kakuro by hand: values, conflicts, candidates, the combinations of runs, hints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from puzzles.deduction import Deduction, Position, bits
from puzzles.family import Board, Puzzle
from puzzles.fill_in_by_techniques import Clash, FillInByTechniques
from puzzles.folder_family import own
from puzzles.kakuro import words
from puzzles.kakuro.combinations import combinations
from puzzles.kakuro.puzzle import Kakuro
from puzzles.kakuro.techniques import LEVELS, KakuroPosition
from puzzles.text.sentences import capital, times

SHARES = 16
"""Buckets of a share in the codes of the prior `share`, besides impossible (0) and certain (SHARES + 1)."""
MOST_LISTED = 12
"""Combinations of a run that are listed beside the board."""


class KakuroByHand(FillInByTechniques):
    levels = LEVELS
    prior = "share"

    def givens(self, puzzle: Puzzle) -> Board:
        return own(puzzle, Kakuro).givens

    def values(self, puzzle: Puzzle, cell: int) -> Sequence[int]:
        return range(1, own(puzzle, Kakuro).values + 1)

    def symbol(self, puzzle: Puzzle, value: int) -> str:
        return str(value)

    def place(self, puzzle: Puzzle, cell: int) -> str:
        return words.place(own(puzzle, Kakuro), cell)

    def clashes(self, puzzle: Puzzle, board: Board) -> list[Clash]:
        """Values that stand twice in a run, then runs whose filled cells leave no way to the sum."""
        kakuro = own(puzzle, Kakuro)
        repeats, sums = [], []
        for number, run in enumerate(kakuro.runs):
            filled = [cell for cell in run.cells if board[cell]]
            values = [board[cell] for cell in filled]
            name = words.run_name(kakuro, number)
            for value in sorted(set(values)):
                if values.count(value) > 1:
                    cells = tuple(cell for cell in filled if board[cell] == value)
                    repeats.append(Clash(cells, f"{value} stands {times(values.count(value))} in {name}."))
            if not filled or len(set(values)) < len(values) or run.clue is None:
                continue
            total = sum(values)
            if len(filled) == len(run.cells) or total > run.clue:
                if total != run.clue:
                    already = " already" if len(filled) < len(run.cells) else ""
                    sums.append(Clash(tuple(filled), f"{capital(name)} makes {total}{already}, not {run.clue}."))
            elif not words.open_sets(kakuro, board, number):
                left = words.sum_words(kakuro, board, number)
                sums.append(Clash(tuple(filled), f"{capital(name)} can't make {run.clue}: {left} is impossible."))
        return repeats + sums

    def candidates(self, puzzle: Puzzle, board: Board, cell: int) -> tuple[int, ...]:
        """The values in some combination of both of its runs, by their filled cells."""
        kakuro = own(puzzle, Kakuro)
        if board[cell]:
            board = (*board[:cell], 0, *board[cell + 1 :])
        mask = (2 << kakuro.values) - 2
        for number in kakuro.runs_of[cell]:
            run = kakuro.runs[number]
            filled = [board[other] for other in run.cells if board[other]]
            used = sum({1 << value for value in filled})
            if run.clue is not None:
                union = 0
                for one in combinations(kakuro.values, len(run.cells) - len(filled), run.clue - sum(filled), used):
                    union |= one
                mask &= union
            mask &= ~used
        return tuple(bits(mask))

    def about(self, puzzle: Puzzle, board: Board, cell: int) -> tuple[tuple[str, str], ...]:
        """The combinations of its two runs that the filled cells leave, and which values fit the cell."""
        kakuro = own(puzzle, Kakuro)
        runs = [
            (words.direction(kakuro, number), words.about_run(kakuro, board, number, MOST_LISTED))
            for number in kakuro.runs_of[cell]
        ]
        fits = " ".join(str(value) for value in self.candidates(puzzle, board, cell))
        return (*runs, ("fits", fits or "nothing"))

    def position(self, puzzle: Puzzle, board: Board) -> Position:
        return KakuroPosition(own(puzzle, Kakuro), board)

    def told(self, puzzle: Puzzle, board: Board, step: Deduction, rests: bool) -> tuple[str, ...]:
        return words.told(own(puzzle, Kakuro), board, step, rests)

    def prior_code(self, position: Any, cell: int, value: int) -> int:
        """Of both runs the bucket of the share of the combinations that hold the value, by the cells that admit it."""
        assert isinstance(position, KakuroPosition)
        across, down = (self._bucket(position, number, value) for number in position.puzzle.runs_of[cell])
        return across * (SHARES + 2) + down

    def _bucket(self, position: KakuroPosition, number: int, value: int) -> int:
        """0 if no combination holds the value, SHARES + 1 if it is sure to be in the one cell that admits it."""
        cells = position.open_in(number)
        places = sum(position.domains[cell] >> value & 1 for cell in cells)
        admitted = 0
        for cell in cells:
            admitted |= position.domains[cell]
        rest, used = position.rest[number], position.used[number]
        if rest is None:  # any combination of that size
            of_all, holding = admitted.bit_count(), len(cells) * (admitted >> value & 1)
            holding = 0 if of_all < len(cells) else holding
        else:
            sets = [one for one in combinations(position.values, len(cells), rest, used) if not one & ~admitted]
            of_all, holding = len(sets), sum(one >> value & 1 for one in sets)
        if not holding or not places:
            return 0
        if holding == of_all and places == 1:
            return SHARES + 1
        return 1 + min(SHARES * holding // (of_all * places), SHARES - 1)

    def likelihood(self, position: Position, cell: int, values: Sequence[int]) -> Sequence[float]:
        """The share of the combinations of its across run that hold the value, times the same of its down run."""
        assert isinstance(position, KakuroPosition)
        weights = [1.0] * len(values)
        for number in position.puzzle.runs_of[cell]:
            sets = position.fitting(number, position.open_in(number))
            if sets:
                weights = [w * sum(one >> v & 1 for one in sets) for w, v in zip(weights, values, strict=True)]
        return weights

    def likelihood_words(self) -> str:
        return "by how many combinations of both runs hold each"
