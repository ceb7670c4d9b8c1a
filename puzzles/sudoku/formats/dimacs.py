"""Graphs to be coloured as DIMACS has them (`.col`): `p edge VERTICES EDGES`, a line `e U V` for each edge.

Further, `n V COLOUR` (or `l V COLOUR`, as in solutions) for a vertex that has a colour, `c colours K` for the number of
colours, and other comments. Lines of places and parameters (`d`, `v`, `x`) and of solutions (`s`, `b`) are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from puzzles.errors import PuzzleError
from puzzles.latin.formats.plain import NO_CELL
from puzzles.latin.formats.rows import value_of
from puzzles.latin.grouped import HOLE
from puzzles.sudoku.formats.reading import Reading, refused
from puzzles.sudoku.graph import (
    MOST_EDGES,
    Colouring,
    Edge,
    clique_in,
    greedily_coloured,
    neighbours,
    vertices_in_words,
)
from puzzles.sudoku.puzzle import MAX_ORDER, MIN_ORDER, MOST_CELLS
from puzzles.text.fields import NOWHERE, Field, used_lines
from puzzles.text.format_table import Entry, parts_at, showing
from puzzles.text.quoting import counted, listed, quoted

_PROBLEM = re.compile(r"^[ \t]*p[ \t]+(?:edges?|col|colou?r|colou?ring)[ \t]+\d", re.MULTILINE)
_COLOURS = re.compile(r"c[ \t]+colou?rs?[ \t:=]+(\d{1,6})[ \t]*", re.IGNORECASE)
LINES = "c, p, e or n, as of a graph of DIMACS"
PASSED_OVER = frozenset("dvxsb")
COLOURED = frozenset("nl")


likeness = showing(_PROBLEM)


def divide(text: str) -> tuple[Entry, ...]:
    """The graphs, each from its line `p` on, with the comments right above."""
    starts = [line.line for line in used_lines(text) if _PROBLEM.match(line.text)]
    return parts_at(text, starts, _is_comment)


def _is_comment(line: str) -> bool:
    return line.split(None, 1)[:1] == ["c"]


def read(text: str) -> Reading:
    """The reading; without a line `c colours` of as many colours as a greedy colouring has, which its note says."""
    lines = used_lines(text)
    head: Field | None = None
    vertices = expected = most = written = 0
    edges: set[Edge] = set()
    given: list[tuple[Field, int, Field]] = []
    left_out: set[str] = set()
    for line in lines:
        words = line.words(5)
        kind = words[0].text
        if kind == "c":
            if match := _COLOURS.fullmatch(line.stripped().text):
                most = _in_range(line.part(match[1], line.text.index(match[1])), "colour", MIN_ORDER, MAX_ORDER)
        elif kind == "p":
            if head is not None:
                raise words[0].error("a second line p", f"one; the first is on line {head.line}")
            head, vertices, expected = words[0], *_sizes(line, words)
        elif kind in PASSED_OVER and len(words) > 1:
            left_out.add(kind)
        elif kind not in COLOURED and kind != "e":
            raise words[0].error(f"a line {quoted(kind)}", LINES)
        elif head is None:
            raise words[0].error(f"a line {kind} before the line p", "p edge VERTICES EDGES first")
        elif len(words) != 3:
            raise line.stripped().error(f"{len(words) - 1} fields behind {kind}", "2")
        elif kind == "e":
            edges.add(_edge(words[1:], vertices))
            written += 1
        else:
            given.append((words[1], _in_range(words[1], "vertex", 1, vertices) - 1, words[2]))
    if head is None:
        raise lines[0].error("no line p", "p edge VERTICES EDGES")
    if expected not in (written, len(edges)):
        raise head.error(f"{counted(expected, 'edge')} announced, {written:,} written", "as many")
    reading = _reading(head, vertices, tuple(sorted(edges)), given, most)
    lost = f"lines that begin with {listed(sorted(left_out), 'or')} are left out" if left_out else ""
    return replace(reading, note="; ".join(filter(None, (reading.note, lost))))


def _in_range(at: Field, what: str, least: int, most: int) -> int:
    number = at.number(f"{least} to {most}", f"the {what}")
    if not least <= number <= most:
        raise at.error(f"the {what} {number}" if what == "vertex" else counted(number, what), f"{least} to {most}")
    return number


def _sizes(line: Field, words: Sequence[Field]) -> tuple[int, int]:
    if len(words) != 4 or not _PROBLEM.match(line.text):
        raise line.stripped().error(f"{quoted(line.text.strip())}", "p edge VERTICES EDGES")
    vertices, edges = (word.number("a whole number") for word in words[2:])
    if not 1 <= vertices <= MOST_CELLS:
        raise words[2].error(vertices_in_words(vertices), f"1 to {MOST_CELLS:,}")
    if edges > 2 * MOST_EDGES:
        raise words[3].error(counted(edges, "edge"), f"at most {MOST_EDGES:,}")
    return vertices, edges


def _edge(ends: Sequence[Field], vertices: int) -> Edge:
    one, other = (_in_range(end, "vertex", 1, vertices) - 1 for end in ends)
    if one == other:
        raise ends[1].error(f"vertex {one + 1} joined to itself", "two vertices")
    return min(one, other), max(one, other)


def _reading(
    head: Field, vertices: int, edges: tuple[Edge, ...], given: Sequence[tuple[Field, int, Field]], most: int
) -> Reading:
    values, fields = [HOLE] * vertices, [NOWHERE] * vertices
    fields[0] = head
    for at, vertex, colour in given:
        value = _in_range(colour, "colour", 1, most or MAX_ORDER) - 1
        if values[vertex] not in (HOLE, value):
            raise at.error(f"vertex {vertex + 1} has the colour {values[vertex] + 1} already", "one colour")
        values[vertex], fields[vertex] = value, colour
    note = ""
    if most == 0:
        most, note = _number_of_colours(head, neighbours(vertices, edges), values)
    try:
        form = Colouring(most, (HOLE,) * vertices, edges=edges)
    except PuzzleError as error:
        raise refused(error, head) from None
    return Reading(form, tuple(values), tuple(fields), note)


def _number_of_colours(head: Field, near: Sequence[int], given: Sequence[int]) -> tuple[int, str]:
    """How many are taken where the text does not say, and that they are."""
    colours = max(max(greedily_coloured(near, given)) + 1, MIN_ORDER)
    clique = len(clique_in(near, (1 << len(near)) - 1))
    if colours > MAX_ORDER:
        raise head.error(
            f"{colours} colours in a greedy colouring", f"at most {MAX_ORDER}; 'c colours K' asks for fewer"
        )
    fewest = "" if clique >= colours else f", a clique needs {clique}"
    note = f"{colours} colours, as a greedy colouring (DSATUR) has{fewest}"
    return colours, f"{note}; 'c colours K' or --set colours=K asks for K"


def read_board(puzzle: Colouring, text: str) -> tuple[int, ...]:
    """The colours by vertex: of the same graph in this format, of lines `n` or `l` alone, or one after the other."""
    lines = [line for line in used_lines(text) if not _is_comment(line.text)]
    if not lines:
        raise PuzzleError("the text is empty", f"a colour for each of {len(puzzle.grid)} vertices")
    words = [line.words(len(puzzle.grid) + puzzle.columns + 1) for line in lines]
    if words[0][0].text in COLOURED | PASSED_OVER:
        board = [HOLE] * len(puzzle.grid)
        for one in words:
            if one[0].text in PASSED_OVER and len(one) > 1:
                continue
            if len(one) != 3 or one[0].text not in COLOURED:
                raise one[0].error("a line of a solution", "l VERTEX COLOUR")
            board[_in_range(one[1], "vertex", 1, len(board)) - 1] = _in_range(one[2], "colour", 1, puzzle.order) - 1
        return tuple(board)
    fields = [field for one in words for field in one if field.text != NO_CELL]
    if len(fields) != len(puzzle.grid):
        raise fields[0].error(f"{len(fields):,} colours", f"{len(puzzle.grid):,}, one for each vertex")
    return tuple(value_of(field, puzzle.order) for field in fields)


def write(puzzle: Colouring, grid: Sequence[int]) -> str:
    """The graph with the colours of vertices that have one (0-based, -1: none)."""
    lines = [f"c colours {puzzle.order}", f"p edge {len(puzzle.grid)} {len(puzzle.edges)}"]
    lines += [f"e {one + 1} {other + 1}" for one, other in puzzle.edges]
    lines += [f"n {vertex + 1} {value + 1}" for vertex, value in enumerate(grid) if value != HOLE]
    return "\n".join(lines) + "\n"
