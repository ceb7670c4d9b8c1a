"""Texts that are hardly grids: lines of bars, separators and blanks alone, far more of them than any limit admits."""

from __future__ import annotations

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
    try:
        for entry in family.entries(text)[:2]:
            registry.read(entry.text, family_name=family.name)
    except PuzzleError:
        pass


@pytest.mark.fast
@settings(max_examples=300, deadline=None)
@given(text=TEXTS)
def test_no_row_of_a_plain_grid_is_empty(text: str) -> None:
    try:
        rows, _ = cut(list(data_lines(text)))
    except PuzzleError:
        return
    assert all(rows)
