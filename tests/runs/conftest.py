"""What tests of runs share: searches in the test's process note trouble as a worker's process does."""

from __future__ import annotations

import pytest

from puzzles import trouble


@pytest.fixture
def troubles_are_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a worker's process."""
    monkeypatch.setattr(trouble, "_waiting", [])
    monkeypatch.setattr(trouble, "_told", set())
