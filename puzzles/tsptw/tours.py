"""Tours as texts: a list of nodes (.sol), TSPLIB's tour files, and the tour in a text of the instance."""

from __future__ import annotations

import re
from collections.abc import Sequence

from puzzles.errors import PuzzleError
from puzzles.tsptw.decimals import quoted
from puzzles.tsptw.puzzle import TsptwPuzzle

_TOUR_COMMENT = re.compile(r"^[ \t]*#[ \t]*tour[ \t]*:", re.IGNORECASE | re.MULTILINE)
_SEPARATORS = str.maketrans(dict.fromkeys("[](),;", " "))


def read(puzzle: TsptwPuzzle, text: str) -> tuple[int, ...]:
    """The nodes after the depot, in order; PuzzleError, with line and column, for what is no node.

    A list may name the depot, 0, at its beginning and at its end. Whether a node comes twice is the checker's to say.
    """
    comment = _TOUR_COMMENT.search(text)
    begin = comment.end() if comment else 0
    end = text.find("\n", begin) if comment else -1
    return _listed(puzzle, text, begin, len(text) if end < 0 else end)


def write_list(board: Sequence[int]) -> str:
    """The nodes on one line, without the depot; the depot alone if there are none."""
    return " ".join(str(node) for node in board or (0,)) + "\n"


def _listed(puzzle: TsptwPuzzle, text: str, begin: int, end: int) -> tuple[int, ...]:
    """The nodes in a part of the text."""
    found: list[int] = []
    part = re.sub(r"#[^\n]*", lambda comment: " " * len(comment.group()), text[begin:end])
    part = part.translate(_SEPARATORS).replace("->", "  ")
    for word in re.finditer(r"\S+", part):
        node = int(word.group()) if re.fullmatch(r"[0-9]{1,9}", word.group()) else -1
        if not 0 <= node < puzzle.n:
            at = begin + word.start()
            line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
            raise PuzzleError(f"found {quoted(word.group())}", f"a node, 0 to {puzzle.n - 1}", line=line, column=column)
        found.append(node)
    return depot_left_out(found)


def depot_left_out(nodes: Sequence[int]) -> tuple[int, ...]:
    """The nodes without the depot at the beginning and at the end."""
    inner = tuple(nodes[1:] if nodes[:1] == [0] else nodes)
    return inner[:-1] if inner[-1:] == (0,) else inner
