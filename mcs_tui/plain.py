"""Puzzles in plain Python: objects of a user's own class, searched by the same searches, without Numba."""

from __future__ import annotations

import math
import threading
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol, Self, runtime_checkable

import numpy as np

from mcs_tui.interpreted import module
from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.family import Board, Family, Puzzle, Rules, TextFormat, Verdict
from puzzles.groups import Optimisation, PriorKind, Priors
from puzzles.parameters import ParameterError, Value
from solvers.runs.spec import SolveSpec

NAME = "python"
FIRST_ROOM = {"moves": 64, "steps": 128, "offered moves": 4096, "move codes": 512, "biases": 256}
"""For how much of each a search makes its arrays at first; where more comes, it makes larger ones."""


@runtime_checkable
class PlainPuzzle(Protocol):
    """A position of a puzzle in plain Python; the object that is given to `solve` is the root.

    Positions are immutable, so they are never copied: `play` returns the position after the move and leaves this one as
    it is (a frozen dataclass, or a NamedTuple with methods). Two calls of a method return the same.

    Optional: `solved()`, True where nothing better exists, which ends the search; `code(move)`, a hashable by which
    NRPA tells apart the moves whose weights it learns, by default the move itself; `bias(move)`, a float, the move's
    bias before anything is learnt (its odds are exp(bias)): the prior of GNRPA, sampling, NMCS and UCT; `bound()`, a
    float, no end from here scores more, for the exhaustive search. A class with `__eq__` and `__hash__` lets UCT know
    positions again.
    """

    def moves(self) -> Sequence[Hashable]:
        """The legal moves; equal ones are the same move. A game ends where there are none."""

    def play(self, move: Any) -> Self:
        """The position after the move."""

    def done(self) -> bool:
        """True at the end of a game, where moves are not asked for."""

    def score(self) -> float:
        """Higher is better; defined at every position."""


class OutOfRoomError(Exception):
    """A search met more of something than its arrays have room for; the text is what, a key of FIRST_ROOM."""


@dataclass(frozen=True, slots=True, eq=False)
class PythonPuzzle:
    """The root of a puzzle in plain Python; `known`: its moves, in the order in which searches met them."""

    root: Any
    known: list[Hashable] = field(default_factory=list)
    numbers: dict[Hashable, int] = field(default_factory=dict)
    room: dict[str, int] = field(default_factory=FIRST_ROOM.copy)
    lock: Any = field(default_factory=threading.Lock)
    note: str = ""
    family: ClassVar[str] = NAME

    @property
    def title(self) -> str:
        """The name of the object's class."""
        return type(self.root).__name__

    def number(self, move: Hashable) -> int:
        """The number of the move, from 0; equal moves have the same."""
        found = self.numbers.get(move)
        if found is None:
            with self.lock:
                found = self.numbers.setdefault(move, len(self.known))
                if found == len(self.known):
                    self.known.append(move)
        return found


class PythonFamily(Family):
    """What is common to puzzles in plain Python. A board is a game: the numbers of its moves."""

    def for_puzzle(self, puzzle: object) -> Family:
        """It without a prior, where the puzzle's positions know no bias."""
        has_bias = not isinstance(puzzle, PythonPuzzle) or hasattr(puzzle.root, "bias")
        return self if has_bias else WITHOUT_BIAS

    def recognise(self, text: str) -> float:
        """0: a Python object has no text."""
        return 0.0

    def parse(self, text: str) -> Puzzle:
        """PuzzleError: a Python object has no text."""
        raise PuzzleError("a puzzle in plain Python has no text", "the object itself")

    def parse_board(self, puzzle: Puzzle, text: str) -> tuple[int, ...]:
        """PuzzleError: as `parse`."""
        raise PuzzleError("a game of a puzzle in plain Python has no text", "its moves")

    def write(self, puzzle: Puzzle, format_name: str, board: Board | None = None) -> str:
        """The moves, one a line."""
        return "".join(f"{move}\n" for move in self.notation(puzzle, board or ()))

    def to_json(self, puzzle: Puzzle) -> dict[str, Any]:
        """Nothing to read it back from."""
        return {}

    def notation(self, puzzle: Puzzle, board: Board) -> list[Hashable]:
        """The moves."""
        return [_python(puzzle).known[one] for one in board]

    def judge(self, puzzle: Puzzle, board: Board) -> Verdict:
        """The game played again from the root."""
        position = _python(puzzle).root
        for step, move in enumerate(self.notation(puzzle, board), 1):
            if position.done() or move not in position.moves():
                return Verdict(False, float(position.score()), (f"move {step}, {move}, is not legal",), legal=False)
            position = position.play(move)
        return Verdict(bool(position.solved()) if hasattr(position, "solved") else False, float(position.score()))


def _family(priors: Priors) -> PythonFamily:
    return PythonFamily(
        name=NAME,
        title="Puzzle in plain Python",
        formats=(TextFormat("moves", "the moves, one a line", writes=True, reads=False),),
        rules=Rules("mcs_tui.plain_rules", undo=True, in_python=True),
        default_algorithm="nrpa",
        algorithm_defaults={"nrpa": {"level": 3}, "gnrpa": {"level": 3}},
        priors=priors,
        optimisation=Optimisation(),
    )


class _Biases(Priors):
    """The bias of each move is asked for when it is met."""

    def computed(self, kind: str, puzzle: Puzzle, settings: Mapping[str, Value]) -> tuple[float, ...]:
        """Nothing known beforehand."""
        return (0.0,)


WITHOUT_BIAS = _family(Priors())
FAMILY = _family(_Biases((PriorKind("bias", "the `bias` of the object's moves", code=1, source="puzzle", tau=1.0),)))


def wrapped(root: PlainPuzzle) -> PythonPuzzle:
    """The puzzle that begins with that position; ParameterError, one line, if it does not behave as one."""
    if not registry.is_family(NAME):
        registry.add(FAMILY, listed=False)
    name = type(root).__name__
    if not isinstance(root, PlainPuzzle):
        missing = [one for one in ("moves", "play", "done", "score") if not hasattr(root, one)]
        raise ParameterError(f"{name} has no {', no '.join(missing)}; expected a puzzle, or what PlainPuzzle describes")
    if not root.done() and (moves := list(root.moves())):
        score, after = number_in(root, "score", root.score()), root.play(moves[0])
        if not isinstance(after, PlainPuzzle):
            raise ParameterError(f"play of {name} returned {after!r:.40}; expected the position after the move")
        if list(root.moves()) != moves or root.score() != score:
            raise ParameterError(f"play of {name} changed the position itself; expected it to return another one")
    return PythonPuzzle(root)


def number_in(position: Any, method: str, value: Any) -> float:
    """The value as a float; ParameterError, with the method that returned it, if it is no number."""
    try:
        found = float(value)
    except (TypeError, ValueError):
        found = math.nan
    if math.isnan(found):
        raise ParameterError(f"{method} of {type(position).__name__} returned {value!r:.40}; expected a number")
    return found


def hashable_in(position: Any, method: str, value: Any) -> Hashable:
    """The value; ParameterError, with the method that returned it, if it can't be a key."""
    key: Hashable = value
    try:
        hash(key)
    except TypeError:
        name = type(position).__name__
        raise ParameterError(
            f"{method} of {name} returned {value!r:.40}; expected a hashable, such as a tuple"
        ) from None
    return key


def _python(puzzle: Puzzle) -> PythonPuzzle:
    assert isinstance(puzzle, PythonPuzzle)
    return puzzle


class GrowingSession:
    """The session of a search whose kernels are plain Python: `solvers.session.Session`, but for `advance`.

    Its arrays grow: where it meets more moves, steps or codes than there is room for, it is made again with twice as
    much, and plays the same games again up to there.
    """

    def __init__(self, spec: SolveSpec, worker: int, puzzle: PythonPuzzle, odds: object) -> None:
        """With `odds`, whatever they are, moves have their bias."""
        self._given = spec, worker, puzzle, odds is not None
        self._session = self._made()

    def _made(self) -> Any:
        spec, worker, puzzle, weighed = self._given
        odds = np.ones(puzzle.room["biases"]) if weighed else None
        made = module("solvers.session").Session(spec, worker, odds, puzzle)
        tau = FAMILY.priors.kinds[0].tau if spec.prior_tau is None else spec.prior_tau
        if weighed:
            table = next(one for name, one in made.arrays().items() if name.endswith(".prior"))
            made.state.game.weigh(table, tau)
        return made

    def __getattr__(self, name: str) -> Any:
        return getattr(self._session, name)

    def advance(self, playouts: int) -> str:
        """As of a session."""
        done = self.playouts
        while True:
            try:
                if self.playouts < done:
                    self._session.advance(done - self.playouts)
                return str(self._session.advance(done + playouts - self.playouts))
            except OutOfRoomError as why:
                self._session.state.game.grow(str(why))
                self._session = self._made()
