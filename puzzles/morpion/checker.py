"""The plain checker of a game: sets of dots and of drawn lines, nothing shared with the compiled rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass

from puzzles.errors import PuzzleError
from puzzles.family import Verdict
from puzzles.morpion.puzzle import DIRECTIONS, VARIANTS, MorpionPuzzle, Move, Square, Variant, decode_move


class Position:
    """A position in play. `dots` are all dots; `drawn`: of each direction the squares that no other line may have."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.dots: set[Square] = set(variant.cross)
        self.drawn: list[set[Square]] = [set() for _ in DIRECTIONS]

    def fault(self, move: Move, *, play: bool = False) -> str:
        """Why the move is not legal here, in words; empty if it is, and then it is played if `play`."""
        length = self.variant.length
        if not 0 <= move.direction < len(DIRECTIONS):
            return f"direction {move.direction} is not one of 0 to {len(DIRECTIONS) - 1}"
        if not 0 <= move.position < length:
            return f"position {move.position} is not in a line of {length} squares, counted from 0"
        new = (move.x, move.y)
        if new in self.dots:
            return f"the new dot's square {shown(new)} has a dot already"
        squares = move.squares(length)
        for square in squares:
            if square != new and square not in self.dots:
                return f"the line's square {shown(square)} has no dot"
        marks, drawn = squares[: self.variant.marks], self.drawn[move.direction]
        if not drawn.isdisjoint(marks):
            square = next(one for one in marks if one in drawn)
            if not self.variant.touching:
                return f"the line shares {shown(square)} with a line of its direction"
            dx, dy = DIRECTIONS[move.direction]
            end = (square[0] + dx, square[1] + dy)
            return f"the line overlaps a line of its direction between {shown(square)} and {shown(end)}"
        if play:
            self.dots.add(new)
            drawn.update(marks)
        return ""

    def play(self, move: Move) -> None:
        self.dots.add((move.x, move.y))
        self.drawn[move.direction].update(move.squares(self.variant.length)[: self.variant.marks])

    def moves(self) -> tuple[Move, ...]:
        """All legal moves: by direction, then by the line's first square."""
        return self._moves_over(self.dots)

    def moves_over(self, square: Square) -> tuple[Move, ...]:
        """The legal moves whose lines lead over the square, in the order of `moves`."""
        return self._moves_over({square})

    def after(self, move: Move) -> Position:
        """The position after a legal move; this one stays as it is."""
        new = Position(self.variant)
        new.dots, new.drawn = self.dots.copy(), [one.copy() for one in self.drawn]
        new.play(move)
        return new

    def _moves_over(self, some: Set[Square]) -> tuple[Move, ...]:
        found = []
        length = self.variant.length
        for direction, (dx, dy) in enumerate(DIRECTIONS):
            dots = Counter((x - i * dx, y - i * dy) for x, y in some for i in range(length))  # by line
            starts = [start for start, many in dots.items() if some is not self.dots or many == length - 1]
            for x, y in sorted(starts):
                squares = [(x + i * dx, y + i * dy) for i in range(length)]
                holes = [i for i, square in enumerate(squares) if square not in self.dots]
                if len(holes) != 1 or not self.drawn[direction].isdisjoint(squares[: self.variant.marks]):
                    continue
                found.append(Move(*squares[holes[0]], direction, holes[0]))
        return tuple(found)


def shown(square: Square) -> str:
    """A square in words, such as `(3,-1)`."""
    return f"({square[0]},{square[1]})"


@dataclass(frozen=True, slots=True)
class Replay:
    """How far a game is legal: the position after its legal moves, their number, and what is wrong with the next."""

    position: Position
    legal: int
    fault: str = ""


def replay(variant: str, moves: Sequence[Move]) -> Replay:
    """The game from the empty cross, up to the first move that is not legal."""
    position = Position(VARIANTS[variant])
    for number, move in enumerate(moves, start=1):
        if reason := position.fault(move, play=True):
            return Replay(position, number - 1, f"move {number}: {reason}")
    return Replay(position, len(moves))


def require_legal(variant: str, moves: Sequence[Move], lines: Sequence[int] = (), expected: str = "") -> Position:
    """The position after a game; PuzzleError at the first move that is not legal, on its line of a text if known."""
    found = replay(variant, moves)
    if found.fault:
        line = lines[found.legal] if lines else 0
        raise PuzzleError(found.fault, expected or f"a legal game of {variant}", line=line)
    return found.position


def legal_moves_left(variant: str, moves: Sequence[Move]) -> tuple[Move, ...]:
    """The legal moves after a game; PuzzleError if the game itself is not legal."""
    return require_legal(variant, moves, expected="a legal game").moves()


def judge(puzzle: MorpionPuzzle, board: Sequence[int]) -> Verdict:
    """The verdict on a board (all moves from the empty cross on, as numbers).

    The score is the number of moves before the first illegal one. `solved`: legal, and as long as the variant's proven
    bound admits. A board that does not begin with the puzzle's own moves is not legal.
    """
    moves: list[Move] = []
    broken = ""
    for number, code in enumerate(board, start=1):
        try:
            moves.append(decode_move(code))
        except ValueError:
            broken = f"move {number}: {code} is no move"
            break
    found = replay(puzzle.variant, moves)
    faults = [fault] if (fault := found.fault or broken) else []
    for number, (played, wanted) in enumerate(zip(moves, puzzle.moves, strict=False), start=1):
        if played != wanted:
            faults.append(f"move {number}: not the move that the puzzle begins with")
            break
    if len(moves) < len(puzzle.moves):
        faults.append(f"the board has {len(moves)} moves; the puzzle begins with {len(puzzle.moves)}")
    solved = not faults and found.legal >= puzzle.rules.bound
    return Verdict(solved, float(found.legal), tuple(faults), legal=not faults)
