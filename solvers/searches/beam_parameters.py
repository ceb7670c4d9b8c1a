"""Which parameters of NRPA need the search with beams, and what they say of each level. No numba: the registry asks."""

from __future__ import annotations

from collections.abc import Mapping

from puzzles.parameters import ParameterError, Value

PLAIN: dict[str, Value] = {
    "tau": 1.0,
    "repetitions": 0,
    "batch": 1,
    "beam": "1",
    "diversity": "scores",
    "repeated": "scores",
    "start": 0,
    "threshold": 0,
    "restarts": "again",
    "threads": 0,
    "alpha1": 0.0,
    "iterations1": 0,
    "scored": False,
}
"""Parameters that a search may lack, with values by which it is NRPA as printed.

`scored` is no parameter of an algorithm: true of a search whose scores come from a function (`batched`), which needs a
row for each playout of level 1 as beams do.
"""
MOST_TASKS = 1_024
"""Playouts of level 1 before one of them is judged: each has a row of its own."""


def beam_sizes(parameters: Mapping[str, Value]) -> list[int]:
    """How many sequences each level keeps, level 0 first (1); ParameterError if a level that there is not has several.

    In the papers' notation 8.1.1 begins with level 1; levels that are left out keep 1.
    """
    level = int(parameters["level"])
    given = [int(one) for one in str(parameters.get("beam", PLAIN["beam"])).split(".")]
    if any(size > 1 for size in given[level:]):
        raise ParameterError(f"beam is {parameters['beam']}; expected at most {level} numbers, one for each level")
    return [1, *given[:level], *[1] * (level - len(given))]


def is_plain(parameters: Mapping[str, Value]) -> bool:
    """Whether the kernel that keeps one sequence and one policy a level does all that is asked for."""
    given = PLAIN | dict(parameters)
    return (
        set(beam_sizes(given)) == {1}
        and (given["repeated"] == "scores" or not given["repetitions"])
        and given["restarts"] == "again"
        and int(given["iterations"]) > 0
        and int(given["threads"]) == 0
        and not given["scored"]
        and not (given["start"] or given["threshold"] or given["alpha1"] or given["iterations1"])
    )
