"""The words on the screens that a player meets: none of them is a term of search."""

from __future__ import annotations

import re

import pytest
from drivers.fake_engine import make_app, screen_text, wait_for, wait_for_texts
from drivers.play_screen import playing

from puzzles import registry
from puzzles.family import Family
from tui.kept.loaded import Loaded

TERMS = re.compile(
    r"\b(backtracking|beams?|checkpoints?|GNRPA|NMCS|NRPA|OSC 52|playouts?|priors?|rollouts?|search(es|ed)?|seeds?"
    r"|solvers?|spec|UCT|workers?)\b|\b\d+ runs\b|\bruns?\b(?! of| with| that)",
    re.IGNORECASE,
)
"""A Kakuro's run of cells is no term of search: `a run of three`."""
PLAYED = [family for family in registry.families() if family.by_hand is not None]


def terms(text: str) -> set[str]:
    return {found[0] for found in TERMS.finditer(text)}


@pytest.mark.parametrize("family", PLAYED, ids=lambda family: family.name)
async def test_play_and_where_a_hint_points_have_no_term_of_search(family: Family) -> None:
    example = family.examples[0]
    async with playing(Loaded(family.parse(example.text), example.name), size=(120, 35)) as (app, screen, _, pilot):
        await wait_for(pilot, lambda: screen.loaded is not None)
        board = screen_text(app)
        await pilot.press("i")
        await wait_for_texts(pilot, "Hint 1 of 3")
        hint = screen_text(app)
        await pilot.press("escape", "c")
        found = [terms(text) for text in (board, hint, screen_text(app))]
        assert not any(found), (found, board)


async def test_home_and_the_way_to_a_puzzle_have_no_term_of_search() -> None:
    app = make_app(first="home")
    async with app.run_test(size=(120, 35)) as pilot:
        await pilot.press("p")
        await wait_for_texts(pilot, "1  Latin square")
        found = terms(screen_text(app))
        await pilot.press("2")
        await wait_for_texts(pilot, "1  6 x 6")
        assert not found | terms(screen_text(app)), screen_text(app)
