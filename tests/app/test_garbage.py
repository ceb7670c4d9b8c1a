"""When Python searches for garbage while the app runs."""

from __future__ import annotations

import gc
from types import SimpleNamespace

import pytest

from tui import garbage
from tui.garbage import REST, Garbage


@pytest.fixture
def python(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A stand-in for the interpreter's module, which tells what was asked of it."""
    asked = SimpleNamespace(done=[], enabled=False, counts=(0, 0, 0))
    for name in ("freeze", "enable", "collect", "set_threshold"):
        setattr(asked, name, lambda *_, name=name: asked.done.append(name))
    asked.isenabled = lambda: asked.enabled
    asked.get_count = lambda: asked.counts
    monkeypatch.setattr(garbage, "gc", asked)
    return asked


def test_all_is_searched_only_while_nobody_presses_a_key(python: SimpleNamespace) -> None:
    now = [0.0]
    ours = Garbage(clock=lambda: now[0])
    ours.leave_out()
    assert python.done == ["freeze", "set_threshold", "enable"]
    now[0] = 2 * REST
    ours.look()
    assert "collect" not in python.done, "there is nothing new"
    python.counts = (0, 0, 1)
    ours.stir()
    now[0] += REST / 2
    ours.look()
    assert "collect" not in python.done
    now[0] += REST
    ours.look()
    assert python.done.count("collect") == 1


def test_where_python_searches_as_ever_nothing_is_changed(python: SimpleNamespace) -> None:
    python.enabled, python.counts = True, (0, 0, 1)
    ours = Garbage(clock=lambda: 100 * REST)
    ours.leave_out()
    ours.look()
    assert python.done == []
    assert gc.isenabled(), "so it is under test"
