"""A corpus of texts, and mutations of a text or of a JSON value."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.family import Family

TESTS = Path(__file__).resolve().parents[1]
KEPT = Path(__file__).with_name("corpus")
"""Texts that once failed, a file each."""

USUAL, LONGEST, LARGEST = 4_000, 20_000, 5_000_000
"""Characters that most texts may grow to, one of 20, and one of 500."""
FORMATTED = re.compile(r"\s*[\[{\">]|.*\n|[a-z]*/|[A-Z]+[0-9]*:", re.DOTALL)
"""How texts begin that may be a puzzle; most others in the tests' sources are not."""

DIGIT = re.compile(r"\d")

WORDS = r"""
0 1 . , ; : - + | / \ ( ) [ ] { } < > = # % $ * ? ! " ' _ @ & ~ ^ ` -1 -0 00 007 1e9 1e999 -1e-999 NaN inf 1_000 0x10
1.5 .5 5. 1,5 9999999 4294967296 -9223372036854775809 null true [[ ]] [| |] {} [] é ² ½ ٣ １ 𝟙 😀 ﬁ ß İ
"family" "rows" "grid" "moves" "note" "name" "target" "variant" "order" "values" "travel" "board" "designs" "sequence"
order letting be=[ language Essence nRows nCols clues h_clue v_clue grid_data rows= columns= Horizontal Vertical C3,
morpion 5D 4T T5 MS1: MS9: (1,2) (0,0)-(4,0) in moves tour pzprv3 kakuro/ https://puzz.link/p? 3\4 3:4 k2 %3 3/4/
DIMENSION TYPE TSPTW EDGE_WEIGHT_SECTION TIME_WINDOW_SECTION DEPOT_SECTION EOF NAME : FULL_MATRIX EXPLICIT
((((....)))) (((...))) (( .. ACGU NNNN >a model=x objective=y kcal/mol Structure Puzzle name,target,sequence // #=GC
"""
PHRASES = (
    "# latin",
    "# kakuro",
    "# morpion",
    "# rna",
    "# samegame",
    "# tsptw",
    "# name: x",
    "# objective: cost",
    "# tour: 1",
)
CONTROLS = tuple("\n\t\r \x00\x0b\x0c\x85\xa0\u2028\u2029\ufeff\ud800\udfff\u202e")
TOKENS = (*WORDS.split(), *PHRASES, *CONTROLS, "\r\n", "\x1b[31m", "\n\n")
"""What is put into texts: signs and words of all formats, numbers and characters that a reader may take for another."""

HEADS = (
    *(
        "",
        "# rna\n",
        "# latin\n",
        "# kakuro\n",
        "# morpion\n",
        "# samegame\n",
        "# tsptw\n",
        "morpion 5D\n",
        "5\n",
        "order 9\n",
    ),
    *(
        '{"family":"latin","rows":[',
        '{"a":[',
        '[{"family":"rna"},',
        "name,target,sequence\n",
        "n=9;\nx=[|",
        "5,5\n",
        "MS1:",
    ),
    *("https://puzz.link/p?kakuro/5/5/", "sudoku/9/9/", "factors/5/5/", "minarism/4/4/", "kropki/4/4/"),
    *("https://puzz.link/p?", "pzprv3\nkakuro\n5\n5\n", "letting n=5\nletting x=["),
    *("Puzzle #\tPuzzle Name\tSecondary Structure\n", "rows=5\ncolumns=5\nHorizontal\n", "0 1\n1 0\nmoves\n", '"((('),
    "NAME : x\nTYPE : TSPTW\nDIMENSION : 5\nEDGE_WEIGHT_SECTION\n",
)
"""How texts of each format begin."""
UNITS = (
    *(
        ">a\n",
        ">a\nACGU\n",
        ">a\n(((...)))\n",
        ". ",
        "(((...)))\n",
        "(",
        ".",
        ".\t",
        "\t",
        " ",
        "\n",
        "\r",
        "x\n",
        "x",
        "*",
    ),
    *(
        "1",
        "1 ",
        "1 2 3\n",
        "-1 ",
        "1,",
        "0 0 0\n",
        "0",
        "1e",
        "1.5 ",
        "inf ",
        "#\n",
        "# name: x\n",
        "%",
        "$\n",
        ";",
        "a=",
    ),
    *(
        "a=1;\n",
        "[",
        "[|",
        "{",
        '"',
        "\\",
        "[1],",
        "{},",
        "C3,",
        "*,C3,",
        "k",
        "1\\2 ",
        "(1,2) - 3\n",
        "moves\n",
        "a,b,c\n",
    ),
    *("order ", "letting ", "DIMENSION : 5\n", "NAME : x\n", "EOF\n", "/", "/1", "\u2028", "é", "\ufeff"),
)
"""What a text may consist of to its end."""

ODD_VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2, 10**6, 2**31, 2**63, -(2**63) - 1, 10**400, 0.5, -0.0, 1e308),
    *(float("inf"), float("nan"), "", " ", "0", "-1", "x", "\n", "\x00", "\ud800", "\u2028", "x" * 3000, "1" * 5000),
    *([], {}, [[]], [{}], {"": None}, [None], [[[[[[]]]]]], [0] * 300, ["x"] * 300, [[0] * 30] * 30),
)


def kept(*, binary: bool = False) -> list[str]:
    """The texts that once failed, or the binary files, a character for each byte."""
    if binary:
        return [path.read_bytes().decode("latin-1") for path in sorted(KEPT.glob("*.bin"))]
    return [path.read_bytes().decode("utf-8", "surrogatepass") for path in sorted(KEPT.glob("*.txt"))]


@cache
def corpus() -> tuple[str, ...]:
    """Examples of all families in all their formats, their JSON, what is kept, and the texts in the tests' sources."""
    found = list(kept())
    for family in registry.families():
        found += _texts_of(family)
    for folder in ("puzzles", "drivers", "commands"):
        found += _texts_below(TESTS / folder)
    return _different(found)


@cache
def corpus_of(name: str) -> tuple[str, ...]:
    """The named family's examples in all their formats, their JSON, what is kept, and the texts in its tests."""
    return _different([*kept(), *_texts_of(registry.get_family(name)), *_texts_below(TESTS / "puzzles" / name)])


def _different(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one for one in texts if len(one) <= LONGEST))


def _texts_of(family: Family) -> Iterator[str]:
    for text in (one.text for one in (*family.examples, *((family.sample,) if family.sample else ()))):
        yield text
        puzzle = registry.read(text, family_name=family.name)
        yield json.dumps(family.to_json(puzzle))
        for one in family.formats:
            if one.writes:
                with suppress(PuzzleError):  # a format of boards alone
                    yield family.write(puzzle, one.name)


def endless(head: str, unit: str, size: int) -> str:
    """The head, and the unit again and again, up to that many characters."""
    return (head + unit * (size // len(unit)))[:size]


def _texts_below(folder: Path) -> Iterator[str]:
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and FORMATTED.match(node.value):
                yield node.value


def mutated(text: str, rng: Random, other: str) -> str:
    """The text after one to six changes; `other` is what is spliced in."""
    chance = rng.random()
    longest = LARGEST if chance < 0.002 else LONGEST if chance < 0.05 else max(USUAL, len(text))
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 6))):
        text = rng.choice(CHANGES)(text, rng, other)[:longest]
    return text


def mutated_value(value: Any, rng: Random) -> Any:
    """The JSON value with one of its parts replaced, doubled or left out, deep in it or at its top."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(list(value))
        kind = rng.random()
        if kind < 0.1:
            return {name: one for name, one in value.items() if name != key}
        if kind < 0.15:
            return value | {rng.choice(TOKENS): value[key]}
        return value | {key: mutated_value(value[key], rng)}
    if isinstance(value, list) and value and rng.random() < 0.85:
        at = rng.randrange(len(value))
        kind = rng.random()
        if kind < 0.1:
            return value[:at] + value[at + 1 :]
        if kind < 0.2:
            return value[:at] + value[at : at + 1] * rng.choice((2, 3, 300)) + value[at:]
        return [*value[:at], mutated_value(value[at], rng), *value[at + 1 :]]
    if isinstance(value, str) and value and rng.random() < 0.6:
        return mutated(value, rng, value)
    if isinstance(value, int) and rng.random() < 0.5:
        return value + rng.choice((-1, 1, 7, 100, -1000, 2**40))
    return rng.choice(ODD_VALUES)


def _span(text: str, rng: Random) -> tuple[int, int]:
    start = rng.randrange(len(text) + 1)
    return start, min(len(text), start + rng.choice((0, 1, 1, 2, 5, 20, 200)))


def _cut(text: str, rng: Random, _: str) -> str:
    start, end = _span(text, rng)
    return text[:start] + text[end:]


def _end(text: str, rng: Random, _: str) -> str:
    return text[: rng.randrange(len(text) + 1)]


def _repeat(text: str, rng: Random, _: str) -> str:
    start, end = _span(text, rng)
    return text[:end] + text[start:end] * rng.choice((1, 2, 10, 100, 2000)) + text[end:]


def _insert(text: str, rng: Random, _: str) -> str:
    start, end = _span(text, rng)
    return text[:start] + rng.choice(TOKENS) * rng.choice((1, 1, 1, 2, 50, 1000)) + text[rng.choice((start, end)) :]


def _splice(text: str, rng: Random, other: str) -> str:
    (start, end), (first, last) = _span(text, rng), _span(other, rng)
    return text[:start] + other[first : rng.choice((last, len(other)))] + text[end:]


def _character(text: str, rng: Random, _: str) -> str:
    start = rng.randrange(len(text) + 1)
    return text[:start] + chr(rng.choice((rng.randrange(128), rng.randrange(0x3000), 0x1F600))) + text[start + 1 :]


def _number(text: str, rng: Random, _: str) -> str:
    found = DIGIT.search(text, rng.randrange(len(text) + 1)) or DIGIT.search(text)
    if found is None:
        return text
    at = found.start()
    return text[:at] + rng.choice(("", "-", "9", "0", "99999", "1" * 5000, "1e", ".")) + text[at + rng.randrange(2) :]


def _lines(text: str, rng: Random, other: str) -> str:
    lines = text.split("\n")
    at, to = rng.randrange(len(lines)), rng.randrange(len(lines))
    kind = rng.randrange(4)
    if kind == 0:
        lines[at], lines[to] = lines[to], lines[at]
    elif kind == 1:
        del lines[at]
    elif kind == 2:
        lines[at:at] = [lines[to]] * rng.choice((1, 2, 300, 3000))
    else:
        lines[at] = rng.choice(other.split("\n"))
    return "\n".join(lines)


def _letters(text: str, rng: Random, _: str) -> str:
    return rng.choice((text.upper(), text.lower(), text.replace("\n", "\r\n"), text.replace(" ", "\t"), text[::-1]))


CHANGES: tuple[Callable[[str, Random, str], str], ...] = (
    *(_cut, _end, _repeat, _insert, _insert, _splice, _character, _number, _number, _lines, _lines, _letters),
)
