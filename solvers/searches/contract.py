"""What the module of a search has to offer, what it may leave out, and the default for that."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from puzzles.engine.limits import Limits
from puzzles.parameters import Value

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]
Parameters = Mapping[str, Value]
"""The values of an algorithm's parameters, by name."""


class SearchModule(Protocol):
    """The module that an algorithm names (`solvers.registry.Algorithm`); `puzzles.engine.contract.load` reads it.

    What is abstract here is required. All else may be missing; its body here is then used.
    """

    SCRATCH: Sequence[str] = ()
    """Fields of the search that no checkpoint holds: what is in them when a slice begins changes no result."""

    @staticmethod
    @abstractmethod
    def make_search(limits: Limits, parameters: Parameters, prior: Floats, rng: Words, **twin: Any) -> Any:
        """A search that has not begun: a NamedTuple of arrays with a `tally` (`solvers.searches.tally`).

        `parameters`: a value for each of the algorithm's. `prior`: odds by prior code; one entry means no prior. `rng`:
        its random stream, which it copies. An algorithm that plays in pairs is given a second state, `twin`.
        """

    @staticmethod
    @abstractmethod
    def advance(state: Any, search: Any, playouts: int) -> int:
        """A kernel: the status (`tally`) after at most that many more playouts; the result depends on no slicing.

        What the state holds between two calls is saved only for algorithms with `needs_undo` or `needs_repair`; others
        begin each playout by `reset` or `restore_position`.
        """

    @staticmethod
    def begin_with(state: Any, search: Any, board: Ints, adapts: int) -> tuple[int, int]:
        """Required of algorithms with `learns`: begins with that board, or with a policy adapted to it that often.

        Returns how many of its moves or places were used, and how long a board that led to; 0 used: none.
        """
        raise NotImplementedError

    @staticmethod
    def shared(limits: Limits, search: Any, states: Sequence[Any], twins: Sequence[Any]) -> tuple[Any, Any]:
        """Required of algorithms with a parameter `threads`: the search for that many threads, and what advances it.

        A state for each thread, the first the search's own; a second one for each, or None for each.
        """
        raise NotImplementedError

    @staticmethod
    def of_earlier(search: Any, saved: Mapping[str, npt.NDArray[Any]]) -> Mapping[str, npt.NDArray[Any]]:
        """What is saved, with what the search's arrays had not in earlier versions; `search` is a new one."""
        return saved

    @staticmethod
    def check(search: Any, limits: Limits) -> None:
        """ValueError if a number of a search that was read from a file would lead a kernel out of an array.

        The tally has been checked. Default: nothing else is an index, a length or a size.
        """

    @staticmethod
    def begin_again(search: Any) -> None:
        """After a solution: forgets what led to it, else a search that learns would find it again. Default: nothing."""

    @staticmethod
    def solutions(search: Any) -> list[Ints] | None:
        """The solutions found, for a search that collects them; by default None: the best board, if it is solved."""
        return None
