"""The words on the screens that a player meets: none of them is a term of search."""

from __future__ import annotations

import re

import pytest
from drivers.fake_engine import make_app, screen_text, wait_for, wait_for_texts
from drivers.play_screen import playing

from puzzles import registry
from puzzles.family import Family
from tui.kept.loaded import Loaded
from tui.keys import key_table

TERMS = re.compile(
    r"\b(backtracking|beams?|checkpoints?|GNRPA|kernels?|NMCS|NRPA|OSC 52|playouts?|priors?|rollouts?|search(es|ed)?"
    r"|seeds?|solvers?|spec|UCT|workers?)\b|\b\d+ runs\b|(?<!both )\bruns?\b(?! of| with| that)",
    re.IGNORECASE,
)
"""A Kakuro's run of cells is no term of search: `a run of three`."""
PLAYED = [family for family in registry.families() if family.by_hand is not None]


def terms(text: str) -> set[str]:
    return {found[0] for found in TERMS.finditer(text)}


@pytest.mark.parametrize("family", PLAYED, ids=lambda family: family.name)
async def test_play_and_its_hints_have_no_term_of_search(family: Family) -> None:
    examples = [Loaded(family.parse(one.text), one.name) for one in family.examples]
    assert not set().union(*(terms(one.puzzle.title) for one in examples))
    async with playing(examples[0], size=(120, 35)) as (app, screen, _, pilot):
        await wait_for(pilot, lambda: screen.loaded is not None)

        def look() -> None:
            assert not terms(screen_text(app)), screen_text(app)

        look()
        for key, shown in (("i", "Hint 1 of 3"), ("i", "Hint 2 of 3")):
            await pilot.press(key)
            await wait_for_texts(pilot, shown)
            look()
        await pilot.press("escape", "c")
        look()


@pytest.mark.parametrize("name", ["play", "edit"])
def test_help_of_these_has_no_term_of_search(name: str) -> None:
    """Home's help is no part of it: Home leads to searches too."""
    scope = key_table.SCOPES[name]
    assert not terms(" ".join([scope.help, *(f"{one.label} {one.help}" for one in scope.actions)]))


async def test_home_and_the_way_to_a_puzzle_have_no_term_of_search() -> None:
    app = make_app(first="home")
    async with app.run_test(size=(120, 35)) as pilot:
        await pilot.press("p")
        await wait_for_texts(pilot, "1  Latin square")
        found = terms(screen_text(app))
        await pilot.press("2")
        await wait_for_texts(pilot, "1  6 x 6")
        assert not found | terms(screen_text(app)), screen_text(app)
