"""The operations any search needs, declared once; each puzzle registers its own implementation for its own state type.

A state is a NamedTuple of NumPy arrays with, at least, `moves` (integers: the current legal moves). Searches are plain
kernels that call these stubs; Numba resolves them by the state's type, so one implementation of a search is compiled
once for each puzzle type, fully inlined, and cached on disk (closures and jitted functions passed as arguments are
not).

Every puzzle registers the operations from `reset` to `snapshot`. The others are needed by the searches that they name,
or have a default.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from puzzles.engine.kernels import INTERPRETED, inlined

if not INTERPRETED:
    from puzzles.engine.dispatchers import resolve_by_class

Function = TypeVar("Function", bound=Callable[..., Any])


class _Implementations(dict[type, Callable[..., Any]]):
    """An operation's implementations by state class; a class that is not in it gets the default."""

    def __init__(self, operation: str) -> None:
        super().__init__()
        self.operation = operation
        self.default: Callable[..., Any] | None = None

    def __missing__(self, state_class: type) -> Callable[..., Any]:
        if self.default is None:
            raise KeyError(f"no rule {self.operation} is registered for {state_class.__name__}")
        self[state_class] = self.default
        return self.default


_implementations: dict[Callable[..., Any], _Implementations] = {}


def operation(stub: Function) -> Function:
    """The stub as an operation that `rule` and `default` register implementations of; use as a decorator.

    Numba resolves it by the type of the first argument; interpreted, it is a call by that one's class.
    """
    found = _Implementations(stub.__name__)
    if not INTERPRETED:
        resolve_by_class(stub, found)
        _implementations[stub] = found
        return stub

    @functools.wraps(stub)
    def call(state: Any, *rest: Any) -> Any:
        return found[type(state)](state, *rest)

    _implementations[call] = found
    return call  # type: ignore[return-value]


@operation
def reset(state):
    """Goes back to the root."""


@operation
def legal_moves(state, rng):
    """The number n of legal moves, which are state.moves[:n]; 0 at a terminal position.

    `rng` is for puzzles that draw which variable to branch on.
    """


@operation
def play(state, move):
    """Makes the move, with all that follows from it."""


@operation
def score(state):
    """float, higher is better, on every puzzle; defined at every position."""


@operation
def solved(state):
    """True if the position is a complete solution; nothing better exists."""


@operation
def policy_code(state, move):
    """int: the index of the move's weight in a policy whose size does not depend on the state."""


@operation
def prior_code(state, move):
    """int: the index of the move's bias in the prior's table; read before the move is played."""


@operation
def snapshot(state, board):
    """Writes what a person is shown of the position to board; its length, at most limits.board."""


@operation
def save_position(state, frame):
    """For NMCS: writes the whole position to frame, uint64[limits.frame]; for states built with trail=False."""


@operation
def restore_position(state, frame):
    """For NMCS: back to the saved position, from any position of the same root.

    All operations go on from there as they would have.
    """


@operation
def position_code(state):
    """For UCT: a hash (uint64) of all that games from here on depend on: their moves, and the scores at their ends.

    Equal for positions reached by other moves, or by the same in another order. Default: 0, which stands for none; then
    the moves of a game, in their order, are taken for its position.
    """


@operation
def move_code(state, move):
    """For UCT: a number (uint64) that no other move of the position has, in whatever way the position was reached.

    Default: the move itself.
    """


@operation
def mark(state):
    """For backtracking: int, the length of the trail now; for states built with trail=True."""


@operation
def undo(state, mark):
    """For backtracking: back to the position at which `mark` was taken, on the way from the root to here."""


@operation
def bound(state):
    """For backtracking: float, no end that can be reached from here scores more. Default: inf."""


@operation
def start(state, board, rng, prior):
    """For annealing: completes the board at random by the prior's odds and makes it the current solution; its merit.

    `board`: int64[limits.board], limits.open where nothing is given. The merit is a float of the puzzle's own, higher
    is better, by which proposals are compared.
    """


@operation
def propose(state, rng, prior, least):
    """For annealing: proposes a changed solution, in which faulty parts of the current one are drawn again; its merit.

    If that is below `least`, any number below `least` will do, so that a puzzle can refuse early. Then comes `accept`.
    """


@operation
def accept(state, accepted):
    """For annealing: makes the proposal the current solution if `accepted`, else drops it.

    `accepted` is true only if the proposal's merit is at least `least`. Then score, solved and snapshot are of the
    current solution.
    """


@operation
def rough_score(state):
    """For annealing, after `accept`: about the score of the current solution, where that itself takes long to compute.

    The score is computed if this is better than the best one. Default: the score.
    """


@operation
def merit_now(state, merit):
    """For annealing, after `accept`: the merit of the current solution, which had that one as far as is known.

    Another one if that was an estimate, and if `accept` went back to an earlier solution. Default: the same.
    """


ENDLESS = 1 << 62
"""Proposals over which a start is cooled that goes on for ever, as hot as it begins."""


@operation
def cooling(state):
    """For annealing: (proposals, hot, cold): how many the first start cools over, and shares of both temperatures.

    Default: (0, 1.0, 1.0): the temperature swings. Such a start ends when it is cold, and the next takes longer.
    """


@operation
def items(state):
    """For NRPA on puzzles whose moves are numbers of items (limits.items): how many have appeared in this game.

    They are numbered from 0. An item keeps its number, its policy code and its prior code for the rest of the game,
    whether it is listed or not.
    """


@operation
def features(state, move, values):
    """For BLNRPA: writes the move's features to values, float64[limits.features or more]; read before it is played.

    They are numbers of a size of up to about 1, such as minus the waiting time there. Default: there are none.
    """


@operation
def play_reporting_removed(state, move):
    """For NRPA on puzzles whose moves stay listed (limits.stays): as play; the number n of moves that left the list.

    They are state.dropped[:n], the one played among them. New moves follow the others; the list's order may be
    another than after `play`.
    """


@operation
def play_by_policy(state, search, step, records):
    """(step, records): a faster playout of NRPA by intervals; plays on from the listed position as far as it can.

    A record of a move that stays listed for some steps is one word, from the lowest bit on: the move's policy code (24
    bits), the first step at which it was offered (20 bits, from CAME on), and the last (from LEFT on). Default: not at
    all.
    """


@operation
def play_in_order(state, search, step, until):
    """The step after a faster playout of large neighbourhood search, which plays on from the listed position.

    As far as it can, at most to the step `until`, by the moves that `solvers.searches.neighbourhood` would make: the
    one whose policy code has the least `search.order` or, where all have UNORDERED, one drawn. They go to row 1 of
    `search.moves` and `search.codes`; the move with order k is that of `search.codes[0, k]`. Default: not at all.
    """


@operation
def play_two_by_policy(state, search, step, records, twin, other, other_step, other_records):
    """(step, records, other_step, other_records): as `play_by_policy` of two games, a move of each in turn.

    Each game is the one that it is alone. Default: not at all.
    """


UNORDERED = 65535
"""The order of a code that is not in the current game."""

CAME, LEFT = np.uint64(24), np.uint64(44)
CODE_BITS, STEP_BITS = np.uint64((1 << 24) - 1), np.uint64((1 << 20) - 1)


@operation
def counted_moves(state, rng, reading):
    """For training: the number n of moves (state.moves[:n]) whose codes are counted here; the position stays as it is.

    `reading`: 0 `line`, 1 `open`.
    """


@operation
def agrees(state, solution, move):
    """For training and warm starts: True if the move leads towards the solution (a board)."""


_with_own_rule: dict[Callable[..., Any], set[type]] = {}


def rule(operation: Callable[..., Any], *state_classes: type) -> Callable[[Function], Function]:
    """Registers an implementation of the operation for those state classes; use as a decorator.

    It is inlined as by `inlined`, unless it was declared by `inlined_loops`. The argument names must equal the stub's.
    State classes need names of their own: Numba confuses two classes of one name in different modules.
    """

    def register(implementation: Function) -> Function:
        _with_own_rule.setdefault(operation, set()).update(state_classes)
        declared = implementation if hasattr(implementation, "py_func") else inlined(implementation)
        _implementations[operation].update(dict.fromkeys(state_classes, declared))
        return implementation

    return register


def default(operation: Callable[..., Any]) -> Callable[[Function], Function]:
    """Registers the implementation for all state classes without a rule of their own; use as a decorator."""

    def register(implementation: Function) -> Function:
        _implementations[operation].default = inlined(implementation)
        return implementation

    return register


def implements(operation: Callable[..., Any], state_class: type) -> bool:
    """True if the state class has a rule of its own for the operation (such as `undo`)."""
    return state_class in _with_own_rule.get(operation, set())


def in_python(operation: Callable[..., Any], state: Any, *rest: Any) -> Any:
    """What the state's rule returns as plain Python, for looks from outside: nothing is compiled.

    Only for rules that call nothing but NumPy and other plain functions.
    """
    found = _implementations[operation][type(state)]
    return getattr(found, "py_func", found)(state, *rest)


@default(play_by_policy)
def _play_no_further(state, search, step, records):
    return step, records


@default(play_in_order)
def _play_not_in_order(state, search, step, until):
    return step


@default(play_two_by_policy)
def _play_two_no_further(state, search, step, records, twin, other, other_step, other_records):
    return step, records, other_step, other_records


@default(features)
def _no_features(state, move, values):
    return None


@default(bound)
def _no_bound(state):
    return math.inf


@default(rough_score)
def _score_itself(state):
    return score(state)


@default(merit_now)
def _same_merit(state, merit):
    return merit


@default(cooling)
def _no_cooling(state):
    return np.int64(0), 1.0, 1.0


@default(position_code)
def _no_position_code(state):
    return np.uint64(0)


@default(move_code)
def _move_itself(state, move):
    return np.uint64(np.int64(move))
