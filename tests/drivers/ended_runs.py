"""Runs of puzzles that optimise, ended, with events that the test writes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from drivers.morpion_games import random_game

from puzzles.morpion.puzzle import Move, board_of
from puzzles.registry import get_family, read
from solvers.runs.events import AnyEvent, Improved, Started, encode
from solvers.runs.folder import Run, new_run
from solvers.runs.spec import SolveSpec

STARTED = Started(pid=1, time="2026-01-01T00:00:00+00:00", version="0")
GAME = random_game("5D", 3)
"""A whole game of 5D."""


def morpion_spec(variant: str = "5D", **settings: Any) -> SolveSpec:
    """A search from the empty cross."""
    puzzle = read(f"morpion {variant}\n")
    asked: dict[str, Any] = {"algorithm": "sampling", "prior": "none", "playouts": 100}
    data = get_family("morpion").to_json(puzzle)
    return SolveSpec(family="morpion", puzzle=data, title=puzzle.title, **asked | settings)


def improved(moves: Sequence[Move] = GAME, **settings: Any) -> Improved:
    """The game as a run's best so far, with its length as the score."""
    fields: dict[str, Any] = {"score": len(moves), "board": list(board_of(moves)), "at": 1.0, "playouts": 5}
    return Improved(**fields | settings)


def ended_run(*events: AnyEvent, spec: SolveSpec | None = None) -> Run:
    """A run that started and has ended with these events."""
    run = new_run(spec or morpion_spec())
    run.events_path.write_bytes(b"".join(map(encode, (STARTED, *events))))
    return run
