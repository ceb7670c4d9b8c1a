"""What every puzzle family brings: formats, limits, a checker, a generator's parameters, its priors' names.

A family is one folder that defines one `Family` object, plus one line in `puzzles.registry`.
Nothing here imports numba: the compiled side (`rules`, `instances`) is named by module and imported by workers only.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from puzzles.entries import Entry
from puzzles.errors import PuzzleError
from puzzles.parameters import Parameter, Value, resolve

Board = Sequence[int]
"""What a family shows of a position, flat: for Latin and Kakuro one int a cell (the family says which is open)."""


@runtime_checkable
class Puzzle(Protocol):
    """An immutable, hashable puzzle. Its class lives in the family's folder."""

    @property
    def family(self) -> str:
        """The family's registered name, such as `latin`."""

    @property
    def title(self) -> str:
        """One line for people, such as `Latin square, order 20, 168 holes`."""

    @property
    def note(self) -> str:
        """What the reader assumed, such as `symbols read as 1 to 20`; empty if nothing."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the plain checker says of a board.

    `score` is recomputed from the board alone, by the family's published scoring, higher is better.
    `faults` are broken constraints, each one line for people; a partial board without faults is legal.
    `solved` means complete and without a fault.
    `legal` means that the rules, played move by move, can lead there: givens kept, no value repeated. A dead end is
    legal and can still have faults, such as a run filled to a wrong sum; what is not legal, no search may report.
    `facts` are further figures about the board, for people and for drawing, such as a design's energy and fold; they
    are plain JSON values, cost nothing more than the judging, and travel with the board through a run's events.
    """

    solved: bool
    score: float
    faults: tuple[str, ...] = ()
    legal: bool = True
    facts: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TextFormat:
    """One text format: its name on the command line, one line of explanation, whether we write and read it, suffix.

    `board_only`: it has a board and nothing of the puzzle, as a tour alone.
    """

    name: str
    explanation: str
    writes: bool = False
    suffix: str = ".txt"
    reads: bool = True
    board_only: bool = False


@dataclass(frozen=True, slots=True)
class PriorKind:
    """One prior of a family.

    `code` is the number of the prior code in the family's compiled rules; `reading` is which moves are counted:
    `line` (the moves of the chosen variable, Algorithm 4 of Cazenave, Learning a Prior) or `open` (all open cells).
    `source` is where its table comes from: `counted` over generated solutions, `corpus` (counted from a file of solved
    puzzles; a table comes with the package), `handmade` (published weights), or `puzzle` (computed from each puzzle,
    `Family.puzzle_prior`). `tau` is the temperature that a search uses unless it is given one.
    """

    name: str
    explanation: str
    code: int
    reading: str = "line"
    source: str = "counted"
    tau: float = 4.0


@dataclass(frozen=True, slots=True)
class Example:
    """A bundled example: its name, one line about it, and its text in any format of the family."""

    name: str
    explanation: str
    text: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """What two boards have in common: lines for people, and the indices of the shared moves in each board."""

    words: tuple[str, ...]
    shared: frozenset[int]
    other_shared: frozenset[int]


@dataclass(frozen=True)
class Family(ABC):
    """The family's object; subclasses fill in the text side. All methods are pure and raise only PuzzleError.

    `optimises`: a score is looked for, not a solution, so a search that ends with its budget has done its work.
    `usual` holds the family's own defaults of algorithms' parameters, `usual_priors` the names of the priors of those
    algorithms that do best with another one than the first; `modes` are the rules' modes, the default first
    (none: the rules have one text); `undoes`: the rules register `undo`, which searches with backtracking need;
    `repairs`: they register `sketch`, `amend` and `settle`, which local search needs.
    `puzzle_parameters` are settings of the puzzle itself beside its text, such as the energy model: `adjusted` sets
    them, and the checker goes by them. `rule_parameters` are settings of the compiled rules that change no verdict,
    such as the order of moves: they are among the parameters in a run's spec and reach `build_state` by name.
    `dear`: judging a board may take seconds, so the app has it done by another process.
    `hides`: its generator makes a puzzle from a solution, or a board without a fault, and hands that out with it.
    `begins_interpreted`: kernels run as plain Python give a first board within seconds, and each search's arrays are
    equal bit for bit to compiled ones', so that a run may begin with them.
    `many`: a puzzle has many solutions, some better than others, so a run may be asked for several (`standing`).
    """

    name: str
    title: str
    formats: tuple[TextFormat, ...]
    generator_parameters: tuple[Parameter, ...]  # empty, as is instances_module, if there is no generator
    prior_kinds: tuple[PriorKind, ...]  # the first is the default; empty if there is no prior
    rules_module: str  # compiled: `build_state(puzzle, *, mode, prior_code, trail, ties)`
    instances_module: str  # compiled: generator and training instances
    examples: tuple[Example, ...] = field(default=())
    optimises: bool = False
    default_algorithm: str = "backtracking"
    usual: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)
    usual_priors: Mapping[str, str] = field(default_factory=dict)
    modes: tuple[str, ...] = ("strong", "paper")
    undoes: bool = True
    repairs: bool = False
    puzzle_parameters: tuple[Parameter, ...] = ()
    rule_parameters: tuple[Parameter, ...] = ()
    hides: bool = True
    sample: Example | None = None  # a very short one, shown where a puzzle can be typed
    many: bool = False
    dear: bool = False
    begins_interpreted: bool = False
    score_unit: str = ""  # what the score counts, such as `moves`; empty: the number stands alone

    @abstractmethod
    def recognise(self, text: str) -> float:
        """How much the text looks like this family, 0 (not at all) to 1 (certain). Cheap: must not parse it all."""

    @abstractmethod
    def parse(self, text: str) -> Puzzle:
        """The puzzle in the text, its format found by content; PuzzleError with line and column otherwise."""

    def entries(self, text: str) -> tuple[Entry, ...]:
        """The puzzles of a text, to choose from, not yet checked; never empty. By default the text is one puzzle.

        `parse` of a text with several raises PuzzleError (`puzzles.entries.only`).
        """
        return (Entry(1, text),)

    @abstractmethod
    def write(self, puzzle: Puzzle, format_name: str, board: Board | None = None) -> str:
        """The puzzle (with the board filled in, if given) as text; ends with a newline."""

    @abstractmethod
    def to_json(self, puzzle: Puzzle) -> dict[str, Any]:
        """The puzzle as plain JSON values; `from_json(to_json(p)) == p`."""

    @abstractmethod
    def from_json(self, data: Mapping[str, Any]) -> Puzzle:
        """The puzzle back; PuzzleError if the data is not one."""

    @abstractmethod
    def start_board(self, puzzle: Puzzle) -> tuple[int, ...]:
        """The board before any move: givens filled in, the rest open."""

    def proposal(self, puzzle: Puzzle) -> tuple[int, ...] | None:
        """A complete board that came with the puzzle to begin with, such as a start sequence; by default None."""
        return None

    @abstractmethod
    def parse_board(self, puzzle: Puzzle, text: str) -> tuple[int, ...]:
        """A filled-in or partly filled-in board for this puzzle from text (any format with values in it)."""

    def notation(self, puzzle: Puzzle, board: Board) -> Any:
        """The board as JSON values in the family's own notation, such as a list of rows; by default its numbers.

        A list of lines or numbers, or one text, that `parse_board` reads back (a game behind its puzzle's first line).
        """
        return list(board)

    @abstractmethod
    def judge(self, puzzle: Puzzle, board: Board) -> Verdict:
        """The plain checker's verdict. It shares no code with the compiled rules."""

    @abstractmethod
    def shape_key(self, puzzle: Puzzle, prior_kind: str) -> str:
        """Names the class of puzzles one prior table serves, such as `order-20`; a file-name-safe word."""

    @abstractmethod
    def training_shape(self, shape_key: str) -> Mapping[str, Value]:
        """Generator parameters (see `generator_parameters`) that make training puzzles of that shape."""

    @abstractmethod
    def training_puzzles(self, shape_key: str) -> int:
        """The default number of training puzzles for the shape, chosen so that training takes seconds."""

    def remarks(self, puzzle: Puzzle, board: Board) -> tuple[str, ...]:
        """Lines for people about a legal board, such as `82 moves; no move is left`; by default none."""
        return ()

    def adjusted(self, puzzle: Puzzle, settings: Mapping[str, Value]) -> Puzzle:
        """The puzzle with these of its `puzzle_parameters` set; ParameterError for another name or a wrong value."""
        if settings:
            resolve(self.puzzle_parameters, settings, self.name)
        return puzzle

    def passes(self, verdict: Verdict) -> bool:
        """True if a generator may hand out the board with its puzzle: solved, or faultless where a score counts."""
        return verdict.solved or (self.optimises and verdict.legal and not verdict.faults)

    def standing(self, verdict: Verdict) -> tuple[float, ...]:
        """The key by which several solutions of one puzzle are ranked, best first = greatest; by default the score."""
        return (verdict.score,)

    def write_many(
        self,
        puzzle: Puzzle,
        format_name: str,
        boards: Sequence[Board],
        facts: Sequence[Mapping[str, Value]] = (),
    ) -> str:
        """Several boards of one puzzle, in their order, as one text; by default one after the other.

        `facts` are those of the checker's verdicts on them, for formats that tell figures; empty if not known.
        """
        return "\n".join(self.write(puzzle, format_name, board) for board in boards)

    def complete(self, puzzle: Puzzle, board: Board) -> bool:
        """False if a legal board could not be a result where a score is what counts, as a tour that leaves nodes out.

        By default True: a game may end anywhere.
        """
        return True

    def claim(self, puzzle: Puzzle, settings: Mapping[str, Value], verdict: Verdict) -> str:
        """What a search that has seen everything has proven of the best board, where a score is what counts: in words.

        `settings` are the values of all `rule_parameters`: with those that narrow the moves, the search saw less than
        all there is, and the words say so. The verdict is that of the best board. By default nothing is claimed.
        """
        return ""

    def finished(self, puzzle: Puzzle) -> bool:
        """True if a search for the best score has no move to make, as in a game at its end; by default False."""
        return False

    def compare(self, puzzle: Puzzle, board: Board, other: Puzzle, other_board: Board) -> Comparison | None:
        """What two boards have in common, after symmetry; None if the family does not compare boards."""
        return None

    def writable(self, puzzle: Puzzle) -> tuple[TextFormat, ...]:
        """The written formats that can hold the puzzle, in the family's order; never empty."""
        return tuple(one for one in self.formats if one.writes and self._holds(one, puzzle))

    def _holds(self, text_format: TextFormat, puzzle: Puzzle) -> bool:
        try:
            self.write(puzzle, text_format.name)
        except PuzzleError:
            return False
        return True

    def handmade_prior(self, name: str) -> tuple[float, ...]:
        """The logarithm of each prior code's published weight, for a kind whose source is `handmade`; else empty."""
        return ()

    def puzzle_prior(self, kind: str, puzzle: Puzzle, settings: Mapping[str, Value]) -> tuple[float, ...]:
        """The logarithm of each prior code's weight for this puzzle, for a kind whose source is `puzzle`; else empty.

        Those of one puzzle have a weight for each code that its compiled rules know. `settings` are the values of all
        `rule_parameters`, such as the bias' scale.
        """
        return ()

    def prior_kind(self, name: str, algorithm: str = "") -> PriorKind:
        """The named prior kind, for `auto` the usual one of the algorithm; KeyError if there is none."""
        if name == "auto":
            name = self.usual_priors.get(algorithm, self.prior_kinds[0].name)
        return {kind.name: kind for kind in self.prior_kinds}[name]
