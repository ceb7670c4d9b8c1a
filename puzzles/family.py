"""What a puzzle family consists of: its formats, its checker, and the optional groups of `puzzles.groups`.

A family is one folder that defines one `Family` object, plus one line in `puzzles.registry`, or an entry point of
another distribution. Nothing here imports numba: compiled modules are named, and imported by workers only.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from importlib import resources
from typing import Any, Generic, Protocol, TypeVar, cast

from puzzles.by_hand import ByHand
from puzzles.editing import Editor
from puzzles.errors import PuzzleError
from puzzles.groups import COMMON_PRESETS, About, Generator, ManySolutions, Optimisation, Preset, Priors, Showcase
from puzzles.parameters import Parameter, ParameterError, Value, resolve
from puzzles.peers import Constraints, Peer
from puzzles.picture import Picture, svg
from puzzles.puzzle import Board, Comparison, Own, Puzzle, Verdict, decoded_moves, own, setting_of
from puzzles.text.format_table import PICTURE, Entry, FormatTable, TextFormat
from puzzles.text.quoting import quoted
from puzzles.text.signs import Sign

__all__ = [
    "PICTURE",
    "Board",
    "Comparison",
    "Example",
    "Family",
    "FolderFamily",
    "Puzzle",
    "Rules",
    "TextFormat",
    "Verdict",
    "bundled",
    "decoded_moves",
    "own",
    "setting_of",
]


@dataclass(frozen=True, slots=True)
class Example:
    """A bundled example: its name, one line about it, and its text in any format of the family."""

    name: str
    explanation: str
    text: str


def bundled(package: str, explanations: Mapping[str, str]) -> tuple[Example, ...]:
    """The examples in the files of a package, by file name; each is named after its file."""
    folder = resources.files(package)
    return tuple(
        Example(file.rpartition(".")[0], explanation, folder.joinpath(file).read_text(encoding="utf-8"))
        for file, explanation in explanations.items()
    )


@dataclass(frozen=True, slots=True)
class Rules:
    """A family's compiled rules: the name of their module (`puzzles.engine.contract.RulesModule`) and what they can do.

    `undo`: they register `mark` and `undo`, which backtracking needs; `local_search`: `start`, `propose` and `accept`,
    which annealing needs. `lockstep`: they have a `twin`, and two playouts by policies gain by lock-step. `modes`:
    strengths of the rules, the default first; empty if there is only one. `parameters`: settings that change no
    verdict, such as the order of moves; they are among those of a run and reach `build_state` by name.
    `begins_interpreted`: of a puzzle, whether a run may begin with kernels run as plain Python: each search's arrays
    are then equal bit for bit to compiled ones', and a playout takes at most about a second. `loads_compiled`: of such
    a puzzle, whether its run waits for compiled kernels that are in the cache, as they load sooner than a few
    interpreted playouts are made. `variants_on_request`: kernels of other variants (`Family.kernel_variant`) than the
    shortest example's are compiled ahead only where they are asked for. `features`: the names of what they compute of a
    move for searches that learn weights of a bias, in the rules' order, which may stop early. `in_python`: states hold
    objects of Python, so no kernel is ever compiled for them.
    """

    module: str
    undo: bool = False
    local_search: bool = False
    lockstep: bool = False
    begins_interpreted: Callable[[Any], bool] = lambda puzzle: False
    loads_compiled: Callable[[Any], bool] = lambda puzzle: False
    variants_on_request: bool = False
    modes: tuple[str, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    features: tuple[str, ...] = ()
    in_python: bool = False


@dataclass(frozen=True)
class Family(ABC):
    """A puzzle family. All methods are pure and raise no other errors than PuzzleError and ParameterError.

    `sample` is a very short puzzle, shown where one can be typed. `algorithm_defaults` are the family's own defaults of
    algorithms' parameters; `unused` names those of each algorithm that have no effect on its puzzles.
    `puzzle_parameters` are settings of the puzzle itself beside its text, such as the energy model: `adjusted` sets
    them, and the checker goes by them. `judging_seconds`: about how long judging a board of a puzzle takes, where that
    may be seconds: the app then has another process do it, and a search judges less often. `by_hand`: how its boards
    are played by a person; None if they are only watched. `about`: what people are told of it: rules, a board to show,
    records. `editor`: how a puzzle is edited on its board; None if it is edited as text alone. `presets`: settings of
    searches under a name, beside those that all families have (`puzzles.groups`). `peers`: other people's programs
    that solve its puzzles. `signs`: how texts that are meant for it are known, so that its error is shown where no
    family can read them. `deciding`: the values of a puzzle, as JSON names them, that `for_puzzle` goes by.
    """

    name: str
    title: str
    formats: tuple[TextFormat, ...]  # the first written one is the default
    rules: Rules
    default_algorithm: str
    examples: tuple[Example, ...] = ()
    sample: Example | None = None
    generator: Generator | None = None
    priors: Priors = field(default_factory=Priors)
    optimisation: Optimisation | None = None
    many_solutions: ManySolutions | None = None
    algorithm_defaults: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)
    unused: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    puzzle_parameters: tuple[Parameter, ...] = ()
    judging_seconds: Callable[[Any], float] | None = None
    by_hand: ByHand | None = None
    about: About | None = None
    editor: Editor | None = None
    presets: tuple[Preset, ...] = ()
    peers: tuple[Peer, ...] = ()
    signs: tuple[Sign, ...] = ()
    deciding: tuple[str, ...] = ()

    @property
    def slow_to_judge(self) -> bool:
        return self.judging_seconds is not None

    @property
    def score_unit(self) -> str:
        """What the score counts, such as `moves`; empty if the number stands alone."""
        return "" if self.optimisation is None else self.optimisation.score_unit

    def for_puzzle(self, puzzle: object) -> Family:
        """The family as that puzzle is searched, by default itself; `puzzle`: one, or its values as JSON has them.

        Where a score is what counts then, it has `optimisation`, with what of it depends on the puzzle. It goes by no
        other values than those that `deciding` names.
        """
        return self

    def decided_by(self, puzzle: object) -> str:
        """The values by which `for_puzzle` goes, in words, such as `objective probability`."""
        return ", ".join(f"{name} {setting_of(puzzle, name)}" for name in self.deciding)

    @property
    def all_presets(self) -> tuple[Preset, ...]:
        """Those that all families have, then its own."""
        return (*COMMON_PRESETS, *self.presets)

    def preset(self, name: str) -> Preset:
        """The preset of that name; ParameterError if there is none."""
        known = {one.name: one for one in self.all_presets}
        if name not in known:
            raise ParameterError(f"{self.name} has no preset {name!r}; expected one of: {', '.join(known)}")
        return known[name]

    def read_showcase(self, showcase: Showcase) -> tuple[Puzzle, tuple[int, ...]]:
        """Its puzzle and the full board."""
        puzzle = self.parse(showcase.puzzle)
        if showcase.board:
            return puzzle, self.parse_board(puzzle, showcase.board)
        return puzzle, self.attached_board(puzzle) or self.start_board(puzzle)

    def needed_generator(self) -> Generator:
        """The generator; PuzzleError if there is none."""
        if self.generator is None:
            raise PuzzleError(f"{self.title} has no generator", "a family that has one")
        return self.generator

    @abstractmethod
    def recognise(self, text: str) -> float:
        """How much the text looks like this family, 0 (not at all) to 1 (certain). Cheap: must not parse it all."""

    @abstractmethod
    def parse(self, text: str) -> Puzzle:
        """The puzzle in the text, its format found by content; PuzzleError with line and column otherwise."""

    def entries(self, text: str) -> tuple[Entry, ...]:
        """The puzzles of a text, to choose from, not yet checked; never empty. By default the text is one puzzle.

        `parse` of a text with several raises PuzzleError (`puzzles.text.format_table.only`).
        """
        return (Entry(1, text),)

    @abstractmethod
    def write(self, puzzle: Puzzle, format_name: str, board: Board | None = None) -> str:
        """The puzzle (with the board filled in, if given) as text; ends with a newline."""

    def to_json(self, puzzle: Puzzle) -> dict[str, Any]:
        """The puzzle as plain JSON values; `from_json(to_json(p)) == p`. By default its text in the first format."""
        return {"family": self.name, "text": self.write(puzzle, self.formats[0].name)}

    def from_json(self, data: Mapping[str, Any]) -> Puzzle:
        """The puzzle back; PuzzleError if the data is not one."""
        text = data.get("text")
        if not isinstance(text, str):
            raise PuzzleError("the puzzle has no text", f"what `to_json` of {self.name} writes")
        return self.parse(text)

    def kernel_variant(self, puzzle: Puzzle) -> str:
        """Tells puzzles apart whose states have other types, such as `-2-words`; searches are compiled for each."""
        return ""

    def start_board(self, puzzle: Puzzle) -> tuple[int, ...]:
        """The board before any move: givens filled in, the rest open; by default empty, as in a game without moves."""
        return ()

    def attached_board(self, puzzle: Puzzle) -> tuple[int, ...] | None:
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

    def continued(self, puzzle: Puzzle, board: Board) -> Puzzle:
        """The puzzle whose start is that position of this one, to be searched on; by default PuzzleError.

        A solution of it is one of this puzzle. PuzzleError for a board that breaks a rule, too.
        """
        raise PuzzleError(f"{self.title} can't be searched on from a position", "the whole puzzle")

    @abstractmethod
    def judge(self, puzzle: Puzzle, board: Board) -> Verdict:
        """The plain checker's verdict. It shares no code with the compiled rules."""

    def constraints(self, puzzle: Puzzle) -> Constraints:
        """The puzzle for constraint solvers, a variable for each place of a board; by default PuzzleError."""
        raise PuzzleError(f"{self.title} has no form for constraint solvers", "a family of cells and lines")

    def remarks(self, puzzle: Puzzle, board: Board) -> tuple[str, ...]:
        """Lines for people about a legal board, such as `82 moves; no move is left`; by default none."""
        return ()

    def remarks_after(self, puzzle: Puzzle, board: Board, facts: Mapping[str, Value]) -> tuple[str, ...]:
        """As `remarks`, of a board that a search has ended with; `facts`: of its verdict."""
        return self.remarks(puzzle, board)

    def report(self, puzzle: Puzzle, board: Board, facts: Mapping[str, Value]) -> dict[str, Any]:
        """What commands write as JSON of a legal board beside the facts of its verdict; by default nothing."""
        return {}

    def adjusted(self, puzzle: Puzzle, settings: Mapping[str, Value]) -> Puzzle:
        """The puzzle with these of its `puzzle_parameters` set; ParameterError for another name or a wrong value."""
        if not settings:
            return puzzle
        values = resolve(self.puzzle_parameters, settings, self.name)
        plain: Any = puzzle
        return cast(Puzzle, replace(plain, **{name: values[name] for name in settings}))

    def settings_of(self, puzzle: Puzzle) -> tuple[Parameter, ...]:
        """Those of `puzzle_parameters` that the puzzle has; by default all."""
        return self.puzzle_parameters

    def passes(self, verdict: Verdict) -> bool:
        """True if a generator may hand out the board with its puzzle: solved, or faultless where a score counts."""
        return verdict.solved or (self.optimisation is not None and verdict.legal and not verdict.faults)

    def write_many(
        self,
        puzzle: Puzzle,
        format_name: str,
        boards: Sequence[Board],
        facts: Sequence[Mapping[str, Value]] = (),
    ) -> str:
        """Several boards of one puzzle, in their order, as one text; by default one after the other.

        `facts` are those of the checker's verdicts on them, for formats that contain figures; empty if not known.
        """
        if format_name == PICTURE.name and len(boards) != 1:
            raise PuzzleError(
                f"format {format_name} can't hold {len(boards):,} boards", "one, or a format of text or pages"
            )
        return "\n".join(self.write(puzzle, format_name, board) for board in boards)

    def compare(self, puzzle: Puzzle, board: Board, other: Puzzle, other_board: Board) -> Comparison | None:
        """What two boards have in common, after symmetry; None if the family does not compare boards."""
        return None

    def writable(self, puzzle: Puzzle) -> tuple[TextFormat, ...]:
        """The written formats that can hold the puzzle, in the family's order; never empty."""
        found = []
        for one in self.formats:
            with suppress(PuzzleError):
                if one.writes and (one == PICTURE or self.write(puzzle, one.name)):
                    found.append(one)
        return tuple(found)

    def picture(self, puzzle: Puzzle, board: Board | None = None) -> Picture:
        """The puzzle (with the board, if given) drawn; by default PuzzleError, as the family draws none.

        A family whose `formats` have PICTURE overrides it.
        """
        raise PuzzleError(f"{self.title} has no picture", "a text format")


Judged = TypeVar("Judged", bound=Puzzle, contravariant=True)


class JsonValues(Protocol[Own]):
    """The module `formats.json_text`: as `to_json` and `from_json` of `Family`."""

    def plain(self, puzzle: Own, /) -> dict[str, Any]: ...
    def puzzle(self, data: Mapping[str, Any], /) -> Own: ...


class Checker(Protocol[Judged]):
    def judge(self, puzzle: Judged, board: Board, /) -> Verdict: ...


class Pictures(Protocol[Judged]):
    """The module `picture`: as `picture` of `Family`."""

    def picture(self, puzzle: Judged, board: Board | None, /) -> Picture: ...


class FolderFamily(Family, Generic[Own]):
    """Subclasses name the class of their puzzles, the table of their formats, and the modules."""

    puzzle_class: type[Own]
    table: FormatTable[Own, Any, Any]
    json_module: JsonValues[Own]
    checker_module: Checker[Own]
    picture_module: Pictures[Own]

    def own(self, puzzle: Puzzle) -> Own:
        return own(puzzle, self.puzzle_class)

    def recognise(self, text: str) -> float:
        return self.table.likeness(text)

    def parse(self, text: str) -> Own:
        return self.table.read(text)

    def entries(self, text: str) -> tuple[Entry, ...]:
        return self.table.entries(text)

    def parse_board(self, puzzle: Puzzle, text: str) -> tuple[int, ...]:
        return self.table.read_board(self.own(puzzle), text)

    def picture(self, puzzle: Puzzle, board: Board | None = None) -> Picture:
        return self.picture_module.picture(self.own(puzzle), board)

    def write(self, puzzle: Puzzle, format_name: str, board: Board | None = None) -> str:
        if format_name == PICTURE.name:
            return svg(self.picture(puzzle, board))
        return self.table.write(self.own(puzzle), format_name, board)

    def to_json(self, puzzle: Puzzle) -> dict[str, Any]:
        return self.json_module.plain(self.own(puzzle))

    def from_json(self, data: Mapping[str, Any]) -> Own:
        if not isinstance(data, Mapping):  # of a damaged file
            raise PuzzleError(f"the puzzle is {quoted(data)}", "an object")
        return self.json_module.puzzle(data)

    def judge(self, puzzle: Puzzle, board: Board) -> Verdict:
        return self.checker_module.judge(self.own(puzzle), board)


class GivenValuesFamily(FolderFamily[Own], Generic[Own]):
    """Of puzzles some of whose values are given, in the field that `given` names, a board of which has more of them."""

    given: str

    def start_board(self, puzzle: Puzzle) -> tuple[int, ...]:
        return cast(tuple[int, ...], getattr(self.own(puzzle), self.given))

    def read_showcase(self, showcase: Showcase) -> tuple[Puzzle, tuple[int, ...]]:
        """The puzzle, and the board that a person reasons out."""
        puzzle, hand = self.parse(showcase.puzzle), cast(Any, self.by_hand)
        return puzzle, hand.reasoned_out(puzzle)

    def continued(self, puzzle: Puzzle, board: Board) -> Own:
        """The puzzle with all values of the board given; PuzzleError, the first fault, if they break a rule."""
        faults = self.judge(puzzle, board).faults
        if faults:
            raise PuzzleError(faults[0], "a position without a fault")
        one: Any = self.own(puzzle)
        return cast(Own, replace(one, **{self.given: tuple(board)}))
