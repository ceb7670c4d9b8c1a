"""Tours as texts: a list of nodes (.sol), TSPLIB's tour, and the tour in a text of the whole instance."""

from __future__ import annotations

import re
from collections.abc import Sequence

from puzzles.errors import PuzzleError
from puzzles.text.fields import Field, Places
from puzzles.text.json_texts import load_object
from puzzles.text.quoting import cleaned, quoted
from puzzles.text.reading import say
from puzzles.tsptw import checker
from puzzles.tsptw.formats import matrix, tsplib
from puzzles.tsptw.formats.rows import NUMBER
from puzzles.tsptw.puzzle import TsptwPuzzle

_TOUR_COMMENT = re.compile(r"^[ \t]*#[ \t]*tour[ \t]*:", re.IGNORECASE | re.MULTILINE)
_SEPARATORS = str.maketrans("[](),;{}|", "         ")


def read(puzzle: TsptwPuzzle, text: str) -> tuple[int, ...]:
    """The nodes after the depot, in order; PuzzleError, with line and column, for what is no node.

    A list may name the depot, 0, at its beginning and at its end; nodes are counted from 1 if the number of nodes is
    among them and 0 is not, which is said. Whether a node comes twice is left to the checker.
    """
    if text.lstrip()[:1] == "{":
        return _of_object(puzzle, text)
    if tsplib.likeness(text):
        return _of_section(puzzle, text)
    comment = _TOUR_COMMENT.search(text)
    if comment:
        if re.search(r"^[ \t]*[^#\s]", text, re.MULTILINE):
            matrix.read(text)  # what stands around the tour is an instance
        end = text.find("\n", comment.end())
        return _listed(puzzle, text, comment.end(), len(text) if end < 0 else end, may_count_from_1=False)
    if matrix.likeness(text) >= matrix.SURE:
        raise PuzzleError("this is an instance without a tour", "a tour, or a line # tour: ... below the windows")
    return _listed(puzzle, text, 0, len(text))


def within(puzzle: TsptwPuzzle, text: str) -> tuple[int, ...]:
    """The tour in a text of the whole instance, empty if there is none; PuzzleError if it is not legal."""
    if text.lstrip()[:1] == "{":
        nodes, line = (_of_object(puzzle, text), 0) if '"tour"' in text else ((), 0)
    elif tsplib.likeness(text):
        section = "TOUR_SECTION" in text.upper() and tsplib.parts_of(text).sections.get("TOUR_SECTION")
        nodes, line = (_of_section(puzzle, text), section.head.line) if section else ((), 0)
    else:
        comment = _TOUR_COMMENT.search(text)
        nodes, line = (read(puzzle, text), text.count("\n", 0, comment.end()) + 1) if comment else ((), 0)
    verdict = checker.judge(puzzle, nodes)
    if not verdict.legal:
        raise PuzzleError(f"the tour is wrong: {verdict.faults[0]}", "each node once at most", line=line)
    return nodes


def write_list(board: Sequence[int]) -> str:
    """The nodes on one line, without the depot; the depot alone if there are none."""
    return " ".join(str(node) for node in board or (0,)) + "\n"


def write_tsplib(puzzle: TsptwPuzzle, board: Sequence[int]) -> str:
    """TSPLIB's text of a tour, as LKH writes and reads it: nodes from 1, the depot first."""
    name = cleaned(puzzle.name) or "tsptw"
    head = [f"NAME : {name}.tour", "TYPE : TOUR", f"DIMENSION : {puzzle.n}", "TOUR_SECTION"]
    return "\n".join([*head, *(str(node + 1) for node in (0, *board)), "-1", "EOF"]) + "\n"


def depot_left_out(nodes: Sequence[int]) -> tuple[int, ...]:
    """The nodes without the depot at the beginning and at the end."""
    inner = tuple(nodes[1:] if nodes and nodes[0] == 0 else nodes)
    return inner[:-1] if inner and inner[-1] == 0 else inner


def _listed(puzzle: TsptwPuzzle, text: str, begin: int, end: int, *, may_count_from_1: bool = True) -> tuple[int, ...]:
    part, cost = _without_words(text, begin, end)
    places = Places(text)
    first, last = 0, puzzle.n - 1
    words = [places.field(word.group(), begin + word.start()) for word in re.finditer(r"\S+", part)]
    if words and words[-1].text == "-1":  # as LKH ends a tour
        words.pop()
    if cost is None and len(words) >= puzzle.n and words[-1].line > words[-2].line and _is_cost(words[-1], puzzle.n):
        cost = words.pop()  # a line of its own behind all nodes
    numbers = [int(one.text) if re.fullmatch(r"[0-9]{1,9}", one.text) else -1 for one in words]
    if may_count_from_1 and puzzle.n in numbers and 0 not in numbers:
        first, last = 1, puzzle.n
        say(f"nodes are counted from 1, as {puzzle.n} is among them and 0 is not")
    for number, at in zip(numbers[: puzzle.n + 2], words, strict=False):
        if not first <= number <= last:
            raise at.error(f"found {quoted(at.text)}", f"a node, {first} to {last}")
    if len(words) > puzzle.n + 1:
        raise _too_long(puzzle, words[puzzle.n + 1])
    if not words:
        raise PuzzleError("there is no tour", "nodes, such as 3 1 2", line=text.count("\n", 0, begin) + 1)
    nodes = [number - first for number in numbers]
    board = _turned(nodes) if first else depot_left_out(nodes)
    if cost is not None:
        _compare(puzzle, board, cost)
    return board


_ROUTE = re.compile(r"(?:route|tour|vehicle)\b(?:[ \t]*#?[ \t]*([0-9]+))?[ \t]*:", re.IGNORECASE)
_COST = re.compile(
    r"^[ \t]*(?:cost|distance|length|objective|obj|value)[ \t]*[:=]?[ \t]*([0-9.eE+-]+)[ \t]*$", re.IGNORECASE | re.M
)
_BLANK = re.compile(r"[^\n]")


def _without_words(text: str, begin: int, end: int) -> tuple[str, Field | None]:
    """The part of the text with blanks for all that is neither node nor line break, and the cost that it states."""
    cost: Field | None = None
    part = re.sub(r"#(?![ \t]*[0-9]+[ \t]*:)[^\n]*", _blanked, text[begin:end])
    if stated := _COST.search(part):
        cost = Places(text).field(stated[1], begin + stated.start(1))
        part = part[: stated.start()] + _blanked(stated) + part[stated.end() :]
    routes = list(_ROUTE.finditer(part))
    if len(routes) > 1:
        at = Places(text).field(routes[1].group(), begin + routes[1].start())
        raise at.error(f"found {quoted(at.text)}", "one tour: a TSP with time windows has one salesman")
    part = _ROUTE.sub(_blanked, part, 1)
    part = re.sub(r"^[ \t]*EOF[ \t]*$", _blanked, part, count=1, flags=re.MULTILINE)
    for opening, closing in ("[]", "()", "{}"):
        first, last = part.find(closing), part.rfind(opening)
        early = first if first >= 0 and not 0 <= part.find(opening) < first else -1
        wrong = last if last > part.rfind(closing) else early
        if wrong >= 0:
            found = Places(text).field(part[wrong], begin + wrong)
            raise found.error(f"found {quoted(found.text)}", "nodes, or all in brackets")
    return part.translate(_SEPARATORS).replace("->", "  ").replace("\u2192", " ").replace("=>", "  "), cost


def _is_cost(word: Field, n: int) -> bool:
    return NUMBER.fullmatch(word.text) is not None and float(word.text) > n


def _blanked(found: re.Match[str]) -> str:
    return _BLANK.sub(" ", found.group())


def _compare(puzzle: TsptwPuzzle, board: tuple[int, ...], cost: Field) -> None:
    """Says that the cost which a text states is another one than the tour's."""
    facts = checker.judge(puzzle, board).facts
    try:
        stated = float(cost.text)
    except ValueError:
        raise cost.error(f"found {quoted(cost.text)}", "a number") from None
    if facts and all(abs(float(facts[name]) - stated) > 1e-6 * max(1.0, stated) for name in ("cost", "makespan")):
        say(f"the text says cost {cost.text}; by this instance it is {facts['cost']:g}")


def _of_section(puzzle: TsptwPuzzle, text: str) -> tuple[int, ...]:
    """The nodes of a TOUR_SECTION, turned so that the depot, 1, comes first."""
    section = tsplib.parts_of(text).section("TOUR_SECTION")
    found: list[int] = []
    ended = False
    for row in section.rows:
        for index in range(len(row.words)):
            node = row.whole(index, f"a node, 1 to {puzzle.n}, or -1 at the end")
            if ended:
                raise row.error(index, f"found {node} behind -1", "the end of the tour")
            ended = node == -1
            if ended:
                continue
            if not 1 <= node <= puzzle.n:
                raise row.error(index, f"there is no node {node}", f"1 to {puzzle.n}, or -1 at the end")
            found.append(node - 1)
            if len(found) > puzzle.n + 1:
                raise _too_long(puzzle, row.field(index))
    return _turned(found)


def _turned(nodes: list[int]) -> tuple[int, ...]:
    if len(set(nodes)) == len(nodes) - 1 and nodes[0] == nodes[-1] and 0 in nodes:  # closed, wherever it begins
        nodes = nodes[:-1]
    start = nodes.index(0) if 0 in nodes else 0
    return depot_left_out([*nodes[start:], *nodes[:start]])


def _of_object(puzzle: TsptwPuzzle, text: str) -> tuple[int, ...]:
    nodes = load_object(text, 'an object with "tour": [...]').get("tour")
    if not isinstance(nodes, list):
        raise PuzzleError('there is no "tour"', "an array of nodes")
    for node in nodes:
        if type(node) is not int or not 0 <= node < puzzle.n:
            raise PuzzleError(f'"tour" holds {quoted(node)}', f"nodes, 0 to {puzzle.n - 1}")
    return depot_left_out(nodes)


def _too_long(puzzle: TsptwPuzzle, at: Field) -> PuzzleError:
    """The refusal of more nodes than any tour has, the depot at both its ends."""
    return at.error("the tour goes on", f"{puzzle.n - 1} nodes beside the depot")
