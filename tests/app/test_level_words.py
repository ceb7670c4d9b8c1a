"""What a search says of its levels, or of its tree, in words."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from drivers.ended_runs import morpion_spec

from solvers.runs.status import Insight, Level
from tui.widgets.monitor import learnt


@pytest.mark.parametrize(
    ("level", "words"),
    [
        (Level(level=1, done=12, of=100, best=76.0, entropy=0.0), "12 of 100, best 76, 1.0 moves"),
        (Level(level=1, done=12, of=0, best=76.0), "12 iterations, best 76"),
        (Level(level=1, done=0, of=0), "0 of 0"),
        (Level(level=2, done=3, of=20, best=70.0, beam=(70.0, 68.0)), "3 of 20, best 70, 2 kept"),
    ],
)
def test_levels_in_words(level: Level, words: str) -> None:
    view: Any = SimpleNamespace(spec=morpion_spec())
    assert [tuple(fact)[:2] for fact in learnt(view, Insight(levels=(level,)))] == [(f"level {level.level}", words)]


def test_a_tree_in_words() -> None:
    view: Any = SimpleNamespace(spec=morpion_spec())
    said = [tuple(fact)[:2] for fact in learnt(view, Insight(stored=1234, room=100_000))]
    assert said == [("tree", "1,234 of 100,000 moves, then a restart")]
