"""Over a real SSH connection: a run outlives it, the next one shows and stops it, and little goes over the line."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from drivers.over_ssh import APP, Client, Server, missing, started

from puzzles import registry
from solvers.runs.reader import Follower
from solvers.runs.view import RunView
from tui.kept.loaded import Loaded
from tui.kept.user_files import OwnPuzzles

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())

PAINTED, WATCHED = 1.5, 3.0
"""Seconds of the run: from the first painting of its screen until all is there; and how long it is then watched."""
LOST = 255
"""The exit code of an ssh whose connection broke."""
LIMIT = 8 * 1024
"""Bytes a second while a run is watched; encryption and SSH's own packets are among them."""


def until(client: Client | None, follower: Follower, holds: Callable[[RunView], bool]) -> RunView:
    """The first view of the run that holds; meanwhile the client's output is read. Its own budget ends the wait."""
    while not holds(view := follower.poll()):
        assert not view.ended, view.status
        if client is not None:
            client.read()
    return view


def test_a_run_outlives_its_connection_and_costs_little_to_watch(tmp_path: Path) -> None:
    data = {name: os.environ[name] for name in ("MCS_TUI_DATA", "MCS_TUI_CACHE")} | {"MCS_TUI_JIT": "0"}
    # the puzzle that Puzzles shows first
    OwnPuzzles(Path(data["MCS_TUI_DATA"])).add(Loaded(registry.read("morpion 5D\n"), "generated"))
    with Server(tmp_path) as server:
        with server.client(APP, **data) as client:
            client.wait_for("Home")
            client.wait_for("Quit")
            client.type("2")
            client.wait_for("5D")
            client.wait_for_silence(server.line, 1.0)
            run = started(client, server.line)
            follower = Follower(run)
            client.wait_for("Stop")  # the screen of the run
            shown = follower.poll()
            begun = until(client, follower, lambda view: view.elapsed > shown.elapsed + PAINTED)
            before = server.line.received
            watched = until(client, follower, lambda view: view.elapsed > begun.elapsed + WATCHED)
            rate = (server.line.received - before) / (watched.elapsed - begun.elapsed)
            assert 0 < rate <= LIMIT
            server.line.cut()
            assert client.end() == LOST
        later = until(None, follower, lambda view: view.playouts > watched.playouts)
        assert later.status == "running"
        with server.client(APP, **data) as client:
            client.wait_for("5D")
            client.type("4")
            client.wait_for("running")
            client.type("s")
            while not follower.poll().ended:
                client.read()
            client.wait_for("stopped")
            client.type("q")
            assert client.end() == 0
            assert b"Traceback" not in client.output
    assert follower.poll().status == "stopped"
    assert not list(Path(data["MCS_TUI_DATA"]).glob("crash.log"))
