"""Other people's programs that solve puzzles of a family: what each is called and needs, and what its module offers.

They run in a process of their own (`solvers.peer_process`), and what they find goes through the plain checker as a
search's own finds do.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, Protocol

from puzzles.parameters import Parameter, ParameterError, Value

Report = Callable[[Sequence[int]], None]
"""Takes each better board, or each solution, as it is found."""


@dataclass(frozen=True, slots=True)
class Peer:
    """One such program. `module` holds its `PeerModule`; `package` is what that imports, from an
    installed distribution.

    `exact`: its end is a proof that there is no solution, one, or at least two. `why_not`: what it can't do with a
    puzzle, in one line; empty for all that it can solve.
    """

    name: str
    title: str
    explanation: str
    module: str
    package: str
    parameters: tuple[Parameter, ...] = ()
    exact: bool = False
    source: str = ""
    install: str = "'mcs-tui[peers]'"
    why_not: Callable[[Any], str] = lambda puzzle: ""

    def require(self, puzzle: object) -> None:
        """ParameterError, one line, if its package is not installed, or if it can't solve the puzzle."""
        package = self.package.partition(".")[0]
        if find_spec(package) is None:
            raise ParameterError(
                f"{self.name} needs the package {package!r}, which is not installed; "
                f"expected: pip install {self.install}"
            )
        if reason := self.why_not(puzzle):
            raise ParameterError(reason)


class PeerModule(Protocol):
    """What the module of a peer offers; nothing is imported from the peer's package before `search` is called."""

    @staticmethod
    @abstractmethod
    def search(puzzle: Any, seed: int, parameters: Mapping[str, Value], report: Report) -> bool:
        """Searches until everything has been seen (True, a proof for `exact` peers) or nothing more is tried (False).

        Boards are the family's own. It may go on for ever: whoever started the process ends it.
        """


SOLUTIONS = Parameter("solutions", int, 2, "stop after that many solutions; 2: look whether there is only one", 1, 2)

CP_SAT = Peer(
    "cp-sat",
    "CP-SAT",
    "Google's constraint solver: a cell is a variable, a line is all different and has its sum; proves what it says",
    "puzzles.peers.cp_sat",
    "ortools.sat.python.cp_model",
    (SOLUTIONS, Parameter("threads", int, 1, "threads that CP-SAT searches with; 0: one a core", 0, 64)),
    exact=True,
    source="Perron and Didier, OR-Tools CP-SAT",
)
SAT = Peer(
    "sat",
    "SAT solver CaDiCaL",
    "a Boolean for each cell and value, and for each set of digits that has a line's sum; proves what it says",
    "puzzles.peers.sat",
    "pysat.solvers",
    (SOLUTIONS,),
    exact=True,
    source="Biere et al., CaDiCaL 1.9.5; Ignatiev, Morgado, Marques-Silva, PySAT, SAT 2018",
)


@dataclass(frozen=True, slots=True)
class Line:
    """Cells, as indices into a board, whose values differ; `total`: their sum, None if that is free."""

    cells: tuple[int, ...]
    total: int | None = None


@dataclass(frozen=True, slots=True)
class Walk:
    """What cells, as indices into a board, say one after the other: a deterministic automaton over their values.

    It begins in `start`; `step` gives the state after a value, None if nothing can follow; `accepts`: a last state.
    """

    cells: tuple[int, ...]
    start: Hashable
    step: Callable[[Any, int], Hashable | None]
    accepts: Callable[[Any], bool]

    def layers(self, domains: Sequence[Sequence[int]]) -> list[list[tuple[int, int, int]]]:
        """For each cell all (state, value, next state) of accepted walks; states are numbered from 0, the start.

        All lists are empty if nothing is accepted.
        """
        reached: list[Mapping[Hashable, int]] = [{self.start: 0}]
        steps: list[list[tuple[int, int, int]]] = []
        count = 1
        for at in self.cells:
            after: dict[Hashable, int] = {}
            steps.append([])
            for state, number in reached[-1].items():
                for value in domains[at]:
                    to = self.step(state, value)
                    if to is not None:
                        steps[-1].append((number, value, after.setdefault(to, count + len(after))))
            count += len(after)
            reached.append(after)
        useful = {number for state, number in reached[-1].items() if self.accepts(state)}
        for k in range(len(steps) - 1, -1, -1):
            steps[k] = [one for one in steps[k] if one[2] in useful]
            useful = {one[0] for one in steps[k]}
        return steps


@dataclass(frozen=True, slots=True)
class Constraints:
    """`domains`: the values that each cell of a board may hold, ascending.

    A board that keeps all `lines` and `walks` is solved.
    """

    domains: tuple[Sequence[int], ...]
    lines: tuple[Line, ...]
    walks: tuple[Walk, ...] = ()
