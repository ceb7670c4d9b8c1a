"""What a reader accepts it has used up: no line of a text is passed over without a word."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles import registry

from .used_up import Accepted, accepted, changed


@pytest.mark.parametrize("name", registry.FAMILY_MODULES)
def test_a_line_of_other_text_is_refused_or_changes_what_is_read(name: str) -> None:
    texts = accepted(name)
    assert len(texts) > 40
    assert {one.kind for one in texts} == {"puzzle", "board"}

    @settings(max_examples=250)
    @given(st.sampled_from(texts), st.randoms(use_true_random=False))
    def used_up(one: Accepted, rng: Random) -> None:
        text = rng.choice(list(changed(one.text)))
        assert text.split() == one.text.split() or not one.ignored(text), (one.kind, text)

    used_up()
