"""A TSP with time windows in the making: a table of nodes with place, window and service, one row a node.

Distances are those of the plane, rounded as TSPLIB does; a puzzle whose matrix is not of that kind keeps its matrix,
and its nodes stay where they are.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from puzzles.draft_kinds import PlaneDraft
from puzzles.editing import Count, Draft, Editor, Pen, Problem, Shown, Stage, Taken
from puzzles.errors import PuzzleError
from puzzles.family import Puzzle, own
from puzzles.parameters import Parameter, Value, resolve
from puzzles.text.quoting import cleaned
from puzzles.tsptw.formats import FORMATS, tsplib
from puzzles.tsptw.formats.rows import LARGEST_COORDINATE, NUMBER, ROUNDED, distances, plainly, read_number
from puzzles.tsptw.puzzle import FEWEST_NODES, MOST_NODES, OBJECTIVES, TsptwPuzzle, shown

SIZES = (Parameter("nodes", int, 0, "nodes, the depot among them; 0: as many as you type", 0, MOST_NODES),)
HEADS = ("node", "x", "y", "opens", "closes", "service")
X, Y, OPENS, CLOSES, SERVICE = range(1, 6)
WIDEST = 12
"""Characters of a number that is typed."""
CHECKED = 100
"""Nodes up to which it is looked whether each can be reached before it closes."""
UNKNOWN = "?"
BEGUN = re.compile(r"-?[0-9]*(?:\.[0-9]*)?")
"""A number, or the beginning of one."""

Row = tuple[str, str, str, str, str]
EMPTY: Row = ("", "", "", "", "")


@dataclass(frozen=True)
class TsptwDraft(PlaneDraft):
    """`nodes`: of each, the depot first, its texts as typed (x, y, opens, closes, service); empty where none is.

    `rounding`: how distances are computed, a key of `ROUNDED`; empty where `travel` holds them, in units of
    10**-`digits`. A window that has no end closes when any tour is over.
    """

    family = "tsptw"
    stages = (
        Stage(
            "Nodes",
            "A node a row: numbers, each ended by a space.",
            "Enter: next row. A click in the plane is a node, too.",
        ),
    )
    columns = len(HEADS)
    lined = False
    centred = False
    nodes: tuple[Row, ...] = ()
    rounding: str = "EUC_2D"
    travel: tuple[int, ...] = ()
    digits: int = 0
    name: str = ""
    objective: str = OBJECTIVES[0]

    @property
    def rows(self) -> int:
        return 1 + len(self.nodes) + (1 if self.grows else 0)

    @property
    def cell_width(self) -> int:
        return max(len(text) for row in (HEADS, *self.nodes) for text in row)

    @property
    def grows(self) -> bool:
        """True if there is a row for another node."""
        return bool(self.rounding) and len(self.nodes) < MOST_NODES

    def stops(self, place: int) -> bool:
        row, column = divmod(place, self.columns)
        return row > 0 and column >= (X if self.rounding else OPENS)

    def shown(self, place: int) -> Shown:
        row, column = divmod(place, self.columns)
        if row == 0:
            return Shown(HEADS[column], "sum")
        if column == 0:
            return Shown("depot" if row == 1 else str(row - 1), "sum")
        text = self.nodes[row - 1][column - 1] if row <= len(self.nodes) else ""
        return Shown(text, "given") if text else Shown("", "open")

    def takes(self, place: int, text: str) -> Taken:
        if text == " ":
            return "done"
        column = place % self.columns
        digits = text[1:] if text.startswith("-") and column in (X, Y) else text
        number = digits.replace(".", "", 1)
        fits = len(text) <= WIDEST and ((number.isdigit() and number.isascii()) or not number)
        return "more" if self.stops(place) and fits else "no"

    def put(self, place: int, text: str) -> Draft:
        if text == " ":
            return self
        row, column = divmod(place, self.columns)
        nodes = [*self.nodes, EMPTY] if row > len(self.nodes) else list(self.nodes)
        changed = list(nodes[row - 1])
        changed[column - 1] = text
        nodes[row - 1] = (changed[0], changed[1], changed[2], changed[3], changed[4])
        return replace(self, nodes=tuple(nodes))

    def clear(self, place: int) -> Draft:
        return self.put(place, "") if place // self.columns <= len(self.nodes) else self

    def erase(self, place: int) -> Pen:
        """A node of which nothing is left is gone."""
        row = place // self.columns
        if self.rounding and row <= len(self.nodes) and self.nodes[row - 1] == EMPTY:
            without = replace(self, nodes=self.nodes[: row - 1] + self.nodes[row:])
            return Pen(without, place)
        return super().erase(place)

    def onward(self, place: int, text: str) -> Pen:
        return Pen(self, place + 1) if place % self.columns < SERVICE else self.enter(place)

    def swallows(self, key: str, before: str) -> bool:
        return key == " "

    def node_of(self, place: int) -> int | None:
        node = place // self.columns - 1
        return node if 0 <= node < len(self.nodes) else None

    def placed(self, node: int | None, x: str, y: str) -> Pen:
        at = len(self.nodes) if node is None else node
        pen = Pen(self, (at + 1) * self.columns + OPENS)
        if not self.rounding or (node is None and not self.grows):
            return self.begin() if node is None else pen
        row = self.nodes[at] if node is not None else EMPTY
        changed: Row = (x, y, *row[2:])
        return replace(pen, draft=replace(self, nodes=(*self.nodes[:at], changed, *self.nodes[at + 1 :])))

    @cached_property
    def points(self) -> dict[int, tuple[float, float]]:
        """Where the nodes are whose x and y are typed."""
        found = {}
        for node, (x, y, *_) in enumerate(self.nodes):
            if _is_coordinate(x) and _is_coordinate(y):
                found[node] = float(x), float(y)
        return found

    @cached_property
    def _puzzle(self) -> TsptwPuzzle | PuzzleError:
        try:
            return self._made()
        except PuzzleError as error:
            return error

    def _made(self) -> TsptwPuzzle:
        count = len(self.nodes)
        if count < FEWEST_NODES:
            raise PuzzleError(f"there are {count} nodes", f"the depot and {FEWEST_NODES - 1} more at least")
        for node, (x, y, *_) in enumerate(self.nodes):
            if self.rounding and not (_is_coordinate(x) and _is_coordinate(y)):
                raise PuzzleError(f"{_node(node)} has no place yet", "x and y")
        times = [[read_number(text) if text else None for text in row[2:]] for row in self.nodes]
        digits = max((self.digits, *(one[1] for row in times for one in row if one)))
        scale = 10**digits
        scaled = [[one and one[0] * 10 ** (digits - one[1]) for one in row] for row in times]
        opens, closes, service = ([row[column] for row in scaled] for column in range(3))
        if self.rounding:
            points = tuple(self.points[node] for node in range(count))
            travel = tuple(one * scale for one in distances(points, ROUNDED[self.rounding]))
        else:
            points = tuple(self.points.values()) if len(self.points) == count else ()
            travel = tuple(one * 10 ** (digits - self.digits) for one in self.travel)
        longest = max(travel, default=0) + max(one or 0 for one in service)
        never = max(one or 0 for one in opens) + count * longest
        latest = tuple(never if one is None else one for one in closes)
        return TsptwPuzzle(
            count,
            digits,
            travel,
            tuple(one or 0 for one in service),
            tuple(one or 0 for one in opens),
            latest,
            points,
            self.name,
            self.objective,
        )

    def count(self) -> Count:
        return Count(len(self.points), len(self.nodes), "nodes placed")

    @property
    def title(self) -> str:
        return f"{self.name or 'TSP with time windows'}, {len(self.nodes)} nodes"

    @property
    def complete(self) -> bool:
        return isinstance(self._puzzle, TsptwPuzzle)

    def problems(self) -> tuple[Problem, ...]:
        """Windows that close before they open, and nodes that no tour reaches in time."""
        found = []
        for node, row in enumerate(self.nodes):
            for column, text in enumerate(row, start=1):
                whole = _is_coordinate if column in (X, Y) else _is_number
                if text and not whole(text):
                    place = (node + 1) * self.columns + column
                    found.append(Problem((place,), f"{_node(node)}: {text} is no number."))
            if all(map(_is_number, row[2:4])) and float(row[3]) < float(row[2]):
                places = tuple((node + 1) * self.columns + column for column in (OPENS, CLOSES))
                found.append(Problem(places, f"{_node(node)} closes before it opens."))
        puzzle = self._puzzle if not found and len(self.nodes) <= CHECKED else None
        if not isinstance(puzzle, TsptwPuzzle):
            return tuple(found)
        reached = soonest(puzzle)
        for node in range(1, puzzle.n):
            if reached[node] > puzzle.latest[node]:
                place = (node + 1) * self.columns + CLOSES
                when = shown(reached[node], puzzle.digits)
                found.append(Problem((place,), f"{_node(node)} closes before {when}, when one can be there."))
        return tuple(found)

    def name_of(self, place: int) -> str:
        row, column = divmod(place, self.columns)
        return f"{_node(row - 1)}, {HEADS[column]}" if row <= len(self.nodes) else "A new node"

    def about(self, place: int) -> tuple[str, ...]:
        words = {OPENS: "blank: open from the start", CLOSES: "blank: never closes", SERVICE: "time spent there"}
        return tuple(text for column, text in words.items() if column == place % self.columns)

    def sizes(self) -> dict[str, Value]:
        return {"nodes": len(self.nodes)}

    def sized(self, sizes: Mapping[str, Value]) -> Draft:
        """New nodes have nothing yet."""
        count = int(resolve(SIZES, sizes, "a TSP with time windows")["nodes"])
        if not self.rounding and count != len(self.nodes):
            raise PuzzleError("its distances are a matrix, so its nodes stay", "another window")
        return replace(self, nodes=self.nodes[:count] + (EMPTY,) * (count - len(self.nodes)))

    def to_puzzle(self) -> TsptwPuzzle:
        if isinstance(self._puzzle, PuzzleError):
            raise self._puzzle
        return self._puzzle

    def text(self) -> str:
        """TSPLIB's text; of an unfinished draft with `?` for what is missing."""
        if isinstance(self._puzzle, TsptwPuzzle):
            return "# tsptw\n" + tsplib.write(self._puzzle, None)
        lines = ["# tsptw", *([f"NAME : {cleaned(self.name)}"] if self.name else []), "TYPE : TSPTW"]
        lines += [f"DIMENSION : {len(self.nodes)}", f"EDGE_WEIGHT_TYPE : {self.rounding}"]
        sections = (("NODE_COORD_SECTION", 0, 2), ("SERVICE_TIME_SECTION", 4, 5), ("TIME_WINDOW_SECTION", 2, 4))
        for title, first, end in sections:
            lines.append(title)
            for node, row in enumerate(self.nodes, start=1):
                lines.append(" ".join([str(node), *(text or UNKNOWN for text in row[first:end])]))
        return "\n".join([*lines, "EOF"]) + "\n"


def soonest(puzzle: TsptwPuzzle) -> list[int]:
    """When each node can be reached at the earliest, by any way from the depot and without waiting; in units."""
    times = [puzzle.largest_sum + 1] * puzzle.n
    times[0] = puzzle.earliest[0]
    queue = [(times[0], 0)]
    while queue:
        time, node = heapq.heappop(queue)
        if time > times[node]:
            continue
        for other in range(1, puzzle.n):
            arrival = time + puzzle.duration(node, other)
            if other != node and arrival < times[other]:
                times[other] = arrival
                heapq.heappush(queue, (arrival, other))
    return times


def _node(node: int) -> str:
    return f"Node {node}" if node else "The depot"


def _is_coordinate(text: str) -> bool:
    return NUMBER.fullmatch(text) is not None and abs(float(text)) < LARGEST_COORDINATE


def _is_number(text: str) -> bool:
    """True if the text is a number, not only the beginning of one."""
    try:
        read_number(text)
    except PuzzleError:
        return False
    return True


class TsptwEditor(Editor):
    def new(self, sizes: Mapping[str, Value]) -> TsptwDraft:
        count = int(resolve(self.sizes, sizes, "a TSP with time windows")["nodes"])
        return TsptwDraft((EMPTY,) * count)

    def from_puzzle(self, puzzle: Puzzle) -> TsptwDraft:
        """Service times of 0 stay blank."""
        one = own(puzzle, TsptwPuzzle)
        unit = 10**one.digits
        planes = {name: distances(one.coordinates, rounded) for name, rounded in ROUNDED.items()}
        fitting = [name for name, found in planes.items() if list(one.travel) == [length * unit for length in found]]
        rounding = next(iter(fitting), "")
        places = one.coordinates or ((0.0, 0.0),) * one.n

        def row(node: int) -> Row:
            x, y = map(plainly, places[node]) if one.coordinates else ("", "")
            opens, closes = one.shown(one.earliest[node]), one.shown(one.latest[node])
            return x, y, opens, closes, one.shown(one.service[node]) if one.service[node] else ""

        nodes = tuple(map(row, range(one.n)))
        travel = () if rounding else one.travel
        return TsptwDraft(nodes, rounding, travel, one.digits, one.name, one.objective)

    def read(self, text: str) -> TsptwDraft:
        """Numbers may be missing, as `?`, where distances are those of the plane."""
        try:
            return self.from_puzzle(FORMATS.read(text))
        except PuzzleError:
            found = _unfinished(text)
            if found is None:
                raise
            return found


def _unfinished(text: str) -> TsptwDraft | None:
    """The draft in a text that `TsptwDraft.text` wrote; None if it is no such text."""
    parts = tsplib.parts_of(text)
    rounding = parts.keywords.get("EDGE_WEIGHT_TYPE")
    sections = (("NODE_COORD_SECTION", 0, 2), ("TIME_WINDOW_SECTION", 2, 2), ("SERVICE_TIME_SECTION", 4, 1))
    if rounding is None or rounding.text not in ROUNDED or any(one not in parts.sections for one, *_ in sections):
        return None
    nodes: dict[int, list[str]] = {}
    for title, first, count in sections:
        for row in parts.sections[title].rows:
            node = nodes.setdefault(row.whole(0, "a node"), list(EMPTY))
            words = ["" if word == UNKNOWN else word for word in row.words[1:]]
            if len(words) != count or not all(BEGUN.fullmatch(word) for word in words):
                return None
            node[first : first + count] = words
    if sorted(nodes) != list(range(1, len(nodes) + 1)) or len(nodes) > MOST_NODES:
        return None
    name = cleaned(parts.keywords["NAME"].text) if "NAME" in parts.keywords else ""
    return TsptwDraft(tuple((a, b, c, d, e) for _, (a, b, c, d, e) in sorted(nodes.items())), rounding.text, name=name)


EDITOR = TsptwEditor(SIZES)
