"""Checks of a family's text side and checker: no kernel is needed."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.family import Family, Puzzle
from puzzles.parameters import ParameterError
from solvers.conformance.places import Check

SPOILED = 60
"""Spoiled texts of each example."""

WRONG_DATA: tuple[Any, ...] = ({}, {"family": "none"}, {"text": 5}, {"text": "\0"}, {"puzzle": [[]]})
WRONG_BOARDS = ((-1,), (1 << 40,), (0,) * 5000, (-(1 << 62), 1 << 62))


def checks(family: Family) -> Iterator[Check]:
    """What is written, read and refused."""
    yield Check("examples are read", partial(_examples, family))
    yield Check("its own texts are recognised as its own", partial(_recognised, family))
    yield Check("puzzles survive JSON", partial(_json, family))
    yield Check("puzzles survive each format that is read and written", partial(_formats, family))
    yield Check("an attached or start board is legal", partial(_boards, family))
    yield Check("spoiled texts are read or refused by PuzzleError", partial(_spoiled, family))
    yield Check("a refusal names line and column", partial(_places, family))
    yield Check("wrong data, boards and formats are refused", partial(_wrong, family))


def puzzles_of(family: Family) -> list[Puzzle]:
    """The examples' puzzles, the shortest texts first."""
    return [family.parse(one.text) for one in sorted(family.examples, key=lambda one: len(one.text))]


def _examples(family: Family) -> str:
    if not family.examples:
        return "there is no example"
    samples = () if family.sample is None else (family.sample,)
    for example in (*family.examples, *samples):
        puzzle = family.parse(example.text)
        if puzzle.family != family.name:
            return f"{example.name}: the puzzle says that it is of the family {puzzle.family!r}"
        if not puzzle.title or "\n" in puzzle.title + puzzle.note:
            return f"{example.name}: title and note are not one line each"
        if hash(puzzle) != hash(family.parse(example.text)) or puzzle != family.parse(example.text):
            return f"{example.name}: read twice it gives different puzzles"
    return ""


def _recognised(family: Family) -> str:
    for example in family.examples:
        if not 0 <= family.recognise(example.text) <= 1:
            return f"{example.name}: recognise gives {family.recognise(example.text)}, not 0 to 1"
        found = registry.read(example.text).family
        if found != family.name:
            return f"{example.name} is read as {found}"
    return ""


def _json(family: Family) -> str:
    for puzzle in puzzles_of(family):
        if family.from_json(json.loads(json.dumps(family.to_json(puzzle)))) != puzzle:
            return f"{puzzle.title} comes back as another puzzle"
    return ""


def _formats(family: Family) -> str:
    for puzzle in puzzles_of(family):
        for one in family.writable(puzzle):
            if not one.reads or one.board_only:
                continue
            text = family.write(puzzle, one.name)
            if not text.endswith("\n"):
                return f"{one.name} of {puzzle.title} does not end with a newline"
            back = family.parse(text)
            if back != puzzle and family.write(back, one.name) != text:  # a format may leave out what others have
                return f"{one.name} of {puzzle.title} is read as another puzzle, which is written differently"
    return ""


def _boards(family: Family) -> str:
    for puzzle in puzzles_of(family):
        for board in filter(None, (family.start_board(puzzle), family.attached_board(puzzle))):
            verdict = family.judge(puzzle, board)
            if not verdict.legal:
                return f"{puzzle.title}: {verdict.faults[0] if verdict.faults else 'not legal'}"
    return ""


def _spoiled(family: Family) -> str:
    for text in _spoiled_texts(family):
        error = _raised(partial(family.parse, text))
        if error is not None and not isinstance(error, PuzzleError):
            return f"{type(error).__name__} for {text[:40]!r}"
        family.recognise(text)
    return ""


def _places(family: Family) -> str:
    refused = placed = 0
    for text in _spoiled_texts(family):
        error = _raised(partial(family.parse, text))
        if isinstance(error, PuzzleError):
            refused += 1
            placed += error.line > 0 and error.column > 0
            if error.line > text.count("\n") + 1:
                return f"line {error.line} of {text.count(chr(10)) + 1}: {error.found}"
    return "" if placed or not refused else f"none of {refused} refusals does, such as: {error}"


def _wrong(family: Family) -> str:
    for data in WRONG_DATA:
        error = _raised(partial(family.from_json, data))
        if not isinstance(error, PuzzleError):
            return f"from_json of {data}: {'nothing' if error is None else type(error).__name__} is raised"
    for puzzle in puzzles_of(family):
        if not isinstance(_raised(partial(family.write, puzzle, "no such format")), PuzzleError):
            return "an unknown format is not refused by PuzzleError"
        if not isinstance(_raised(partial(family.adjusted, puzzle, {"no such setting": 1})), ParameterError):
            return "an unknown setting of the puzzle is not refused by ParameterError"
        for board in WRONG_BOARDS:
            error = _raised(partial(_judged_legal, family, puzzle, board))
            if error is not None and not isinstance(error, PuzzleError):
                return f"the board {board[:3]} of {puzzle.title}: {error}"
    return ""


def _judged_legal(family: Family, puzzle: Puzzle, board: tuple[int, ...]) -> None:
    if family.judge(puzzle, board).legal:
        raise ValueError("it is judged legal")


def _raised(call: Callable[[], Any]) -> Exception | None:
    try:
        call()
    except Exception as error:
        return error
    return None


def _spoiled_texts(family: Family) -> Iterator[str]:
    """Each example's texts with characters left out, put in and exchanged; the same ones each time."""
    draws = random.Random(family.name)
    for example in sorted(family.examples, key=lambda one: len(one.text))[:3]:
        text = example.text[:2000]
        for _ in range(SPOILED):
            at, to = sorted(draws.randrange(len(text) + 1) for _ in range(2))
            put = draws.choice(("", "?", "-1", "\n", "999999999999", "(", "\u2603", " "))
            yield draws.choice((text[:at], text[:at] + put + text[at + 1 :], text[:at] + put + text[to:], text + put))
