"""Texts that are hardly grids: lines of bars, separators and blanks alone, far more of them than any limit admits."""

from __future__ import annotations

import contextlib
from operator import attrgetter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.family import Family
from puzzles.latin.formats.rows import cut, data_lines

LINES = st.lists(st.sampled_from([*'|,;"[]()\\/-+.#0a>', " ", "\t", "\x18", "12", "1 2", "||", "[[", "/*"]), max_size=5)
TEXTS = st.lists(st.tuples(LINES.map("".join), st.sampled_from([1, 1, 1, 2, 3, 300])), max_size=6).map(
    lambda lines: "".join(f"{line}\n" * times for line, times in lines)
)


@pytest.mark.fast
@pytest.mark.parametrize("family", registry.families(), ids=attrgetter("name"))
@settings(max_examples=150, deadline=None)
@given(text=TEXTS)
def test_every_reader_takes_or_refuses_a_text_of_separators(family: Family, text: str) -> None:
    with contextlib.suppress(PuzzleError):
        for entry in family.entries(text)[:2]:
            registry.read(entry.text, family_name=family.name)


@pytest.mark.fast
@settings(max_examples=300, deadline=None)
@given(text=TEXTS)
def test_no_row_of_a_plain_grid_is_empty(text: str) -> None:
    try:
        rows, _ = cut(list(data_lines(text)))
    except PuzzleError:
        return
    assert all(rows)


@pytest.mark.fast
@pytest.mark.parametrize("sign", [*"-+|0a.& ", "1,", "0 "])
@pytest.mark.parametrize("family", registry.families(), ids=attrgetter("name"))
def test_a_long_line_is_refused_in_a_time_by_its_length(family: Family, sign: str) -> None:
    """No pattern goes through a line again and again: by the cube of its length, this test would take days."""
    with contextlib.suppress(PuzzleError):
        registry.read(f"0 1 .\n{sign * 40_000}!\n1 0 .\n", family_name=family.name)
