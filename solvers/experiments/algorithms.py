"""What a row of an experiment can be: every search, every peer, and a command.

A command is for experiments alone, whose file the user has chosen: a run's folder, which may come from elsewhere, can't
name one.
"""

from __future__ import annotations

from puzzles.family import Family
from puzzles.peers.command import PEER
from solvers import registry
from solvers.registry import Algorithm

COMMAND = registry.as_algorithm(PEER)


def offered() -> tuple[Algorithm, ...]:
    return (*registry.offered(), COMMAND)


def offered_for(family: Family) -> tuple[Algorithm, ...]:
    return (*registry.offered_for(family), COMMAND)


def algorithm(name: str) -> Algorithm:
    """The algorithm of that name; KeyError if there is none."""
    return COMMAND if name == COMMAND.name else registry.algorithm(name)
