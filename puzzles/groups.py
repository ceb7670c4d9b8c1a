"""The optional groups of a family: generator, priors, what is optimised, presets, and what people are told of it.

What is missing is not offered.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from operator import ne
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from puzzles.errors import PuzzleError
from puzzles.parameters import Parameter, Value, resolve
from puzzles.puzzle import Board, Puzzle, Verdict

if TYPE_CHECKING:
    from puzzles.text.long_file import LongFile


@dataclass(frozen=True, slots=True)
class Size:
    """A size that a person chooses to play: its name, such as `9 x 9`, without a comma, and the generator's parameters.

    `grades`: how hard such a puzzle can be made within a few seconds, of `by_hand.GRADES`; empty where none is graded.
    `first`: the text of one of the easiest grade, for a person for whom none was generated yet; empty for none.
    """

    name: str
    parameters: Mapping[str, Value]
    grades: tuple[str, ...] = ()
    first: str = ""


@dataclass(frozen=True, slots=True)
class Generator:
    """A family's generator: the name of its module (`puzzles.engine.contract.InstancesModule`) and its parameters.

    `gives_solution`: it makes a puzzle from a solution, or from a board without a fault, and hands that out with it.
    `counts_solutions`: it makes sure of a single solution, and is given something to count solutions with. `looks`:
    it takes long, and is given something to call now and then, which may end it. `check`
    raises ParameterError for values, each admitted alone, of which no puzzle can be made together.
    `begins_interpreted`: of resolved parameters, whether kernels run as plain Python make such a puzzle in about two
    seconds, or count solutions or look on the way: then it need not wait for the compiler. `sizes`: those offered to a
    person who plays, the smallest first.
    """

    module: str
    parameters: tuple[Parameter, ...]
    gives_solution: bool = True
    counts_solutions: bool = False
    looks: bool = False
    check: Callable[[Mapping[str, Value]], object] = lambda values: None
    begins_interpreted: Callable[[Mapping[str, Value]], bool] = lambda parameters: False
    sizes: tuple[Size, ...] = ()

    def resolve(self, given: Mapping[str, Value], label: str) -> dict[str, Value]:
        """All parameters with a value, as `puzzles.parameters.resolve`; ParameterError also if `check` refuses them."""
        values = resolve(self.parameters, given, label)
        self.check(values)
        return values


@dataclass(frozen=True, slots=True)
class PriorKind:
    """One prior of a family.

    `code` is the number of the prior code in the family's compiled rules; `reading` is which moves are counted:
    `line` (the moves of the chosen variable, Algorithm 4 of Cazenave, Learning a Prior) or `open` (all open cells).
    `source` is where its table comes from: `counted` over generated solutions, `corpus` (counted from a file of solved
    puzzles; a table comes with the package), `handmade` (published weights), or `puzzle` (computed from each puzzle,
    `Priors.computed`). `tau` is the temperature that a search uses unless it is given one. `revision` is to be raised
    when rules or counting change so that other counts come out: tables of another revision are outdated.
    """

    name: str
    explanation: str
    code: int
    reading: str = "line"
    source: str = "counted"
    tau: float = 4.0
    revision: int = 1


class SolvedPuzzles(Protocol):
    """The puzzles of a file with their solutions, one after the other; PuzzleError as soon as something is wrong.

    Each has a `family`, such as that of its RNA, or an empty one, and the `line` at which it ended. `column`: which
    one of a table is read, empty for a file that is no table. `passed_over`: what was skipped, with its number.
    """

    column: str

    @property
    def passed_over(self) -> Mapping[str, int]: ...

    def __iter__(self) -> Iterator[Any]: ...


class SolvedCounter(Protocol):
    """Counts of moves over solved puzzles: `count` and `nb` as of `priors.table`, int64[prior codes].

    `counted`: how many puzzles; `left_out`: what was not, in words, each with its number.
    """

    @property
    def counted(self) -> int: ...

    @property
    def count(self) -> Any: ...

    @property
    def nb(self) -> Any: ...

    @property
    def left_out(self) -> Mapping[str, int]: ...

    def add(self, solved: Any) -> None:
        """Counts one of `SolvedPuzzles`; ValueError, in words, if its solution is not valid."""


@dataclass(frozen=True)
class Priors:
    """A family's priors, the default first; without any, searches draw moves uniformly.

    `defaults`: by algorithm, the name of the prior that suits it better than the first, or `none`. Subclasses override
    what their kinds need: those that are counted the two about training, `handmade` and `puzzle` ones their weights.
    """

    kinds: tuple[PriorKind, ...] = ()
    defaults: Mapping[str, str] = field(default_factory=dict)

    def kind(self, name: str, algorithm: str = "") -> PriorKind:
        """The prior of that name, for `auto` the algorithm's default, else the first; KeyError for another name."""
        if name == "auto":
            name = self.defaults.get(algorithm, self.kinds[0].name)
        if name == "none":
            name = self.kinds[0].name
        return {kind.name: kind for kind in self.kinds}[name]

    def shape_key(self, puzzle: Puzzle, kind: str) -> str:
        """Names the class of puzzles that one table serves, such as `order-20`, safe in a file name; by default `any`.

        KeyError for a kind that the family does not have.
        """
        self.kind(kind)
        return "any"

    def training_shape(self, shape_key: str) -> Mapping[str, Value]:
        """Generator parameters that make training puzzles of that shape; by default PuzzleError, as none are made."""
        raise PuzzleError("no puzzles are generated for this prior", "a prior that is counted over generated puzzles")

    def training_puzzles(self, shape_key: str) -> int:
        """The default number of training puzzles for the shape, chosen so that training takes seconds."""
        self.training_shape(shape_key)
        return 10_000

    def corpus(self, kind: str, file: LongFile, column: str) -> tuple[SolvedPuzzles, SolvedCounter]:
        """The solved puzzles of the file and what counts them, for a `corpus` kind; KeyError for others.

        `column` names a table's column with the solutions; empty: the family's usual one.
        """
        raise KeyError(kind)

    def handmade(self, kind: str) -> tuple[float, ...]:
        """The logarithm of each prior code's published weight, for a kind whose source is `handmade`; else empty."""
        return ()

    def computed(self, kind: str, puzzle: Puzzle, settings: Mapping[str, Value]) -> tuple[float, ...]:
        """The logarithm of each prior code's weight for this puzzle, for a kind whose source is `puzzle`; else empty.

        `settings` are the values of all parameters of the rules, such as the bias' scale.
        """
        return ()


class Amount(NamedTuple):
    """A score as people count it: a length, points, or a cost, and how many constraints are broken beside that."""

    value: float
    broken: int = 0


@dataclass(frozen=True)
class Optimisation:
    """For families that are optimised: a score is looked for, so a search that ends with its budget has done its work.

    `score_unit`: what the score counts, such as `moves`; empty if the number stands alone. `cost`: the score is minus a
    cost, which people are shown; lower is better. `broken`: what one broken constraint is called, such as `late node`,
    where the score has a penalty for each, larger than all that it counts beside. `called`: what the score is called
    where it is neither `score` nor `cost`.
    `solved_is_best`: nothing better exists than a board that the checker calls solved. `tolerance`: how far the
    search's score may be from the checker's, as a share of it and as a number.
    """

    score_unit: str = ""
    cost: bool = False
    broken: str = ""
    called: str = ""
    solved_is_best: bool = True
    tolerance: float = 1e-9

    @property
    def word(self) -> str:
        """What the score is called: `score`, `cost` or its own name."""
        return self.called or ("cost" if self.cost else "score")

    def amount(self, score: float, facts: Mapping[str, Value]) -> Amount:
        """The score as people count it; `facts` are those of the board's verdict, empty if they are not known."""
        return Amount(-score or 0.0 if self.cost else score)

    def bound(self, puzzle: Puzzle) -> float | None:
        """A score that no board exceeds, if one is known at little cost; by default None."""
        return None

    def none_acceptable(self, settings: Mapping[str, Value], facts: Mapping[str, Value]) -> bool:
        """True if a search that has seen everything has proven that each board breaks a constraint; by default False.

        Arguments as of `proof_statement`; `facts`: of the best board's verdict.
        """
        return False

    def complete(self, puzzle: Puzzle, board: Board) -> bool:
        """False if a legal board could not be a result, as a tour that leaves nodes out; by default True."""
        return True

    def finished(self, puzzle: Puzzle) -> bool:
        """True if there is no move to make, as in a game at its end; by default False."""
        return False

    def proof_statement(self, puzzle: Puzzle, settings: Mapping[str, Value], verdict: Verdict) -> str:
        """What a search that has seen everything has proven of the best board, in words; by default empty.

        `settings` are the values of all parameters of the rules: with those that narrow the moves, the search saw less
        than all there is, and the words say so. The verdict is that of the best board.
        """
        return ""


@dataclass(frozen=True)
class ManySolutions:
    """For families whose puzzles have many solutions, some better than others: a run may be asked for several."""

    def rank_key(self, verdict: Verdict) -> tuple[float, ...]:
        """The key by which solutions of one puzzle are ranked, the greatest first; by default the score."""
        return (verdict.score,)

    def distance(self, one: Board, other: Board) -> int:
        """How many entries of two solutions differ: their Hamming distance."""
        return sum(map(ne, one, other))

    def front_middle(self, puzzle: Puzzle) -> float | None:
        """What a figure of the family's Pareto front shall be near to, by default; None: the family has no front."""
        return None

    def criteria(self, verdict: Verdict, middle: float) -> tuple[float, ...]:
        """The figures of a solution in a Pareto front, greater is better; `middle`: `front_middle`, or the user's."""
        return ()

    def farthest(self, puzzle: Puzzle) -> int:
        """A distance that no two solutions exceed; by default one that says nothing."""
        return sys.maxsize

    def confirm(self, puzzle: Puzzle, board: Board) -> Verdict | None:
        """The checker's verdict without the facts that rank solutions, which may take longest; None: `judge` has it.

        For solutions that a worker has judged already, when they are read from its run again.
        """
        return None


@dataclass(frozen=True, slots=True)
class Goal:
    """The best that is known of one puzzle, as people count it (`puzzles.groups.Optimisation.amount`).

    `what` it is, such as `longest known`; `source`: who found it, and when, or where it is published. `proven`: no
    better one is possible.
    """

    amount: float
    what: str
    source: str
    proven: bool = False


@dataclass(frozen=True, slots=True)
class Showcase:
    """A board worth showing: the text of its puzzle, and of the board; without one, that which comes with the puzzle.

    `sentence`: what there is to see, in at most twelve words.
    """

    sentence: str
    puzzle: str
    board: str = ""


@dataclass(frozen=True, slots=True)
class About:
    """`rules`: short paragraphs for somebody who has never met the puzzle. `papers`: what the program follows.

    `in_short`: the rules in one sentence. `starter`: the name of the example to begin with, by hand; `to_play`: names
    of those offered to a person who plays, the easiest first, where no puzzles are generated. `goal`: the best known of
    a puzzle; None if nothing is.
    `proved`: what is proved of a puzzle before any search, as a short line, then lines in detail; empty if nothing is.
    `prove`: looks for such proofs for so many seconds and says what came of it, a line each; None if nothing can.
    """

    rules: tuple[str, ...]
    starter: str
    showcase: Showcase
    papers: tuple[str, ...] = ()
    goal: Callable[[Any], Goal | None] = lambda puzzle: None
    proved: Callable[[Any], tuple[str, ...]] = lambda puzzle: ()
    prove: Callable[[Any, float], tuple[str, ...]] | None = None
    in_short: str = ""
    to_play: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Preset:
    """How to search, and for how long. `explanation`: one line for people; `source`: the paper it is from, or empty.

    The other fields are those of a run: `algorithm` and `mode` empty for the family's own, `prior` as there,
    `prior_tau` None for the prior's own; `parameters` are those of algorithm and rules that differ from their defaults;
    at least one of `seconds` and `playouts` is given.
    """

    name: str
    explanation: str
    source: str = ""
    algorithm: str = ""
    mode: str = ""
    prior: str = "auto"
    prior_tau: float | None = None
    parameters: Mapping[str, Value] = field(default_factory=dict)
    seconds: float | None = None
    playouts: int | None = None

    @property
    def budget(self) -> str:
        """How long at most, such as `10 s`, `11 min` or `131,072 playouts`."""
        if self.seconds is None:
            return f"{self.playouts:,} playouts"
        return f"{self.seconds:g} s" if self.seconds < 120 else f"{self.seconds / 60:.0f} min"


COMMON_PRESETS = (
    Preset("quick", "one short search with the defaults, to see how hard it is", seconds=10.0),
    Preset("thorough", "ten minutes with the defaults", seconds=600.0),
)
"""The presets of every family; its own come after them."""
