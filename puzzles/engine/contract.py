"""What a family's compiled modules must define, what they may leave out, and the defaults that are used then."""

from __future__ import annotations

import importlib
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

from puzzles.engine.limits import Limits
from puzzles.parameters import Parameter, Value

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Contract = TypeVar("Contract")

TIES = ("random", "first")
"""Which of several equally constrained variables is branched on. `random`: drawn again each time, which makes playouts
and restarts differ. `first`: the first in reading order, so that the same decisions come back in playout after playout,
which is what policy adaptation learns from."""
RANDOM, FIRST = range(2)


def ties(default: str) -> Parameter:
    """The setting TIES as a search's parameter."""
    return Parameter("ties", str, default, "which of several equally constrained cells is filled next", choices=TIES)


class RulesModule(Protocol):
    """The module of a family's compiled rules, beside the operations that it registers (`puzzles.engine.rules`).

    What is abstract here is required. All else may be missing; its body here is then used.
    """

    SCRATCH: Sequence[str] = ()
    """Fields of the state, and of states within it, that no checkpoint holds: what is in them changes no result."""

    ADDED: Mapping[str, float] = {}
    """What fills arrays that checkpoints of earlier versions lack, such as `state.copies.share`."""

    TWINS: bool = False
    """True if `build_state` takes `twins`: whether solutions that differ in names alone may all be found, else some.

    Where there are several, two at least are found in any case.
    """

    @staticmethod
    @abstractmethod
    def build_state(
        puzzle: Any,
        *,
        mode: str = "",
        prior_code: int = 0,
        trail: bool = False,
        ties: str = "random",
        **settings: Value,
    ) -> Any:
        """A state with the puzzle at its root: a NamedTuple of arrays, of a class whose name no other state has.

        `mode`: one of the rules' `modes`. `prior_code`: which code `prior_code` computes, 0 for none. `trail`: moves
        will be undone. `ties`: `random`, or `first` where equal variables are not drawn. `settings`: a value for each
        of the rules' `parameters`.
        """

    @staticmethod
    @abstractmethod
    def limits(state: Any) -> Limits:
        """The sizes from which a search allocates its arrays."""

    @staticmethod
    def twin(state: Any) -> Any:
        """A second state on the same puzzle, so that two playouts run in lock-step; None: one after the other."""
        return None

    @staticmethod
    def repairing(state: Any, puzzle: Any) -> Any:
        """The state that local search uses, if it needs more than the state that `build_state` makes."""
        return state

    @staticmethod
    def notice(state: Any) -> str:
        """One line for people about a limit that a search has met; empty if there is nothing to say."""
        return ""

    @staticmethod
    def unmet(state: Any, puzzle: Any) -> str:
        """One line about what stood in the way of a search that ends without a solution; empty if that is not known."""
        return ""

    @staticmethod
    def training_state(puzzle: Any, last: Any, *, mode: str, prior_code: int) -> Any:
        """The state `last` (None at first) with another puzzle at its root, to save building it; None: build one."""
        return None


class InstancesModule(Protocol):
    """The module of a family's generator. `training_instances` is required where priors are counted."""

    @staticmethod
    @abstractmethod
    def generate(
        parameters: Mapping[str, Value], seed: int, index: int = 0, purpose: str = "generate", **counting: Any
    ) -> tuple[Any, Sequence[int]]:
        """Puzzle number `index` of the seed, and a solution (a legal board if it has none); by its arguments alone.

        Its random numbers are those of `puzzles.engine.streams.stream(purpose, seed, index)`. One that declares
        `counts_solutions` is also given `count_solutions`: of a puzzle its solutions, at most two, None if unknown. One
        that declares `looks` takes `look`, to be called now and then: it raises what ends the generator.
        """

    @staticmethod
    def training_instances(
        parameters: Mapping[str, Value], seed: int, first: int, count: int
    ) -> Iterable[tuple[Any, npt.NDArray[np.int64]]]:
        """Puzzles with solutions, numbers `first` to `first + count` of the stream `train`."""
        raise NotImplementedError


def load(module: str, contract: type[Contract]) -> Contract:
    """The operations of the module of that name, the contract's own where it lacks one; TypeError if one is required.

    ImportError if there is no such module.
    """
    found = importlib.import_module(module)
    operations = {name: getattr(found, name, getattr(contract, name)) for name in vars(contract) if name[0] != "_"}
    for name, operation in operations.items():
        if getattr(operation, "__isabstractmethod__", False):
            raise TypeError(f"{module} has no {name}")
    return cast(Contract, SimpleNamespace(**operations))
