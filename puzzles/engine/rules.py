"""The operations any search needs, declared once; each puzzle registers its compiled text for its own state type.

A state is a NamedTuple of NumPy arrays with, at least, `moves` (integers: the current legal moves). Searches are plain
kernels that call these stubs; Numba resolves them by the state's type, so one text of a search is compiled once per
puzzle, fully inlined, and cached on disk (closures and jitted functions passed as arguments are not).

    reset(state)                     back to the root
    legal_moves(state, rng) -> n     the moves are state.moves[:n]; 0 at a terminal position. `rng` is for puzzles
                                     that draw which variable to branch on
    play(state, move)                makes the move, with all that follows from it
    items(state) -> n                for puzzles whose moves are numbers of items (`limits.items`): so many have come up
                                     in this game, numbered from 0. An item keeps its number, its policy code and its
                                     prior code for the rest of the game, whether it is listed or not
    play_and_tell(state, move) -> n  as play, for puzzles whose moves stay listed: n moves left the list and are
                                     state.dropped[:n], the one played among them; what came stands behind the rest; the
                                     list's order may be another than after `play`
    play_by_policy(state, search, step, records) -> (step, records)   a faster text for playouts of interval learning:
                                     plays on from the listed position as far as it can; without one, not at all
    score(state) -> float            higher is better, on every puzzle; defined at every position
    solved(state) -> bool            the position is a complete solution; nothing better exists
    policy_code(state, move) -> int  index of the move's weight in a policy of state-independent size
    prior_code(state, move) -> int   index of the move's bias in the prior's table; read before the move is played
    snapshot(state, board) -> int    writes what a person is shown of the position to board; returns its length
    keep(state, frame)               for searches that branch (NMCS): writes the whole position to frame,
                                     uint64[limits.frame]; only for states built with trail=False, as is recall
    recall(state, frame)             back to the kept position, from any position of the same root: all operations go
                                     on from there as they would have
    mark(state) -> int               where the trail stands now; only for states built with trail=True
    undo(state, mark)                back to the position at which `mark` was taken, on the way from the root to here
    bound(state) -> float            no end that can be reached from here scores more; inf for puzzles without a rule
    counted_moves(state, rng, reading) -> n   for training: the moves (state.moves[:n]) whose codes are counted here,
                                     reading 0 `line`, 1 `open`; leaves the position as it is
    agrees(state, solution, move) -> bool     for training: the move leads towards the solution (a board)
    sketch(state, board, rng, prior) -> merit   for local search: completes the board (int64[limits.board]; 0 is open)
                                     at random by the prior's odds, makes it the current solution; its merit, a float of
                                     the puzzle's own, higher is better, by which proposals are compared
    amend(state, rng, prior, least) -> merit   proposes a changed solution: what is to blame for the current one's
                                     faults is drawn anew. The proposal's merit; if it is below `least`, any number
                                     below that will do, so that a puzzle can refuse early. Then comes settle
    settle(state, accept)            makes the proposal the current solution, or drops it; accept only if its merit is
                                     at least `least`. Then score, solved and snapshot speak of the current solution
"""

from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Callable
from typing import Any, TypeVar

from puzzles.engine.kernels import INTERPRETED

if not INTERPRETED:
    from numba import types
    from numba.extending import overload

    from puzzles.engine.dispatchers import INNER

Function = TypeVar("Function", bound=Callable[..., Any])


class _Implementations(dict[type, Callable[..., Any]]):
    """An operation's implementations by state class; a class that is not in it gets the default."""

    default: Callable[..., Any] | None = None

    def __missing__(self, state_class: type) -> Callable[..., Any]:
        if self.default is None:
            raise KeyError(state_class)
        self[state_class] = self.default
        return self.default


_implementations: dict[Callable[..., Any], _Implementations] = {}


def operation(stub: Function) -> Function:
    """The stub as an operation that `rule` and `default` register implementations of; use as a decorator.

    Numba resolves it by the type of the first argument; interpreted, it is a call by that one's class.
    """
    if not INTERPRETED:
        return stub
    found = _Implementations()

    @functools.wraps(stub)
    def call(state: Any, *rest: Any) -> Any:
        return found[type(state)](state, *rest)

    _implementations[call] = found
    return call  # type: ignore[return-value]


@operation
def reset(state): ...


@operation
def legal_moves(state, rng): ...


@operation
def play(state, move): ...


@operation
def items(state): ...


@operation
def play_and_tell(state, move): ...


@operation
def play_by_policy(state, search, step, records): ...


@operation
def score(state): ...


@operation
def solved(state): ...


@operation
def policy_code(state, move): ...


@operation
def prior_code(state, move): ...


@operation
def snapshot(state, board): ...


@operation
def keep(state, frame): ...


@operation
def recall(state, frame): ...


@operation
def mark(state): ...


@operation
def undo(state, mark): ...


@operation
def bound(state): ...


@operation
def counted_moves(state, rng, reading): ...


@operation
def agrees(state, solution, move): ...


@operation
def sketch(state, board, rng, prior): ...


@operation
def amend(state, rng, prior, least): ...


@operation
def settle(state, accept): ...


_owners: dict[Callable[..., Any], set[type]] = {}


def rule(operation: Callable[..., Any], state_class: type) -> Callable[[Function], Function]:
    """Registers a compiled implementation of the operation for one state class; use as a decorator.

    The argument names must equal the stub's. State classes need names of their own: Numba confuses two classes of
    one name in different modules.
    """

    def register(implementation: Function) -> Function:
        _owners.setdefault(operation, set()).add(state_class)
        if INTERPRETED:
            _implementations[operation][state_class] = implementation
            return implementation
        return _register(operation, implementation, lambda found: found is state_class)

    return register


def default(operation: Callable[..., Any]) -> Callable[[Function], Function]:
    """Registers the implementation for all state classes without a rule of their own; use as a decorator."""

    def register(implementation: Function) -> Function:
        if INTERPRETED:
            _implementations[operation].default = implementation
            return implementation
        return _register(
            operation,
            implementation,
            lambda found: found is not None and found not in _owners.get(operation, set()),
        )

    return register


def implements(operation: Callable[..., Any], state_class: type) -> bool:
    """True if the state class has a rule of its own for the operation (such as `undo`)."""
    return state_class in _owners.get(operation, set())


def _register(
    operation: Callable[..., Any], implementation: Function, accepts: Callable[[type | None], bool]
) -> Function:
    def choose(*args: Any, **kwargs: Any) -> Function | None:
        state = args[0] if args else next(iter(kwargs.values()))
        # BaseNamedTuple: Numba types a NamedTuple with equal field types as NamedUniTuple
        found = state.instance_class if isinstance(state, types.BaseNamedTuple) else None
        return implementation if accepts(found) else None

    choose.__signature__ = inspect.signature(implementation)  # type: ignore[attr-defined]
    overload(operation, jit_options=INNER)(choose)
    return implementation


@default(play_by_policy)
def _play_no_further(state, search, step, records):
    return step, records


@default(bound)
def _no_bound(state):
    return math.inf
