"""What a search in progress says of itself: where its levels stand, how sure its policy is, how it moves. No numba."""

from __future__ import annotations

import msgspec


class Level(msgspec.Struct, frozen=True, kw_only=True):
    """One level of a nested search, the lowest is 1; or the present cooling, `done` of `of` proposals.

    `done` of `of`: its iterations (NRPA; `of` is 0 where their number does not end it), or the moves that it has tried
    at its position (NMCS), after `step` moves. `best`: the best score of its present game or sequence; None before the
    first. `beam`: the scores of all sequences that it keeps, best first, where it may keep several. `entropy`: of the
    moves that its policy offers along its best sequence, the mean of all steps with a choice, in nats; exp of it is
    about how many moves it chooses among. None where nothing is learnt, or nothing yet. `weights`: of BLNRPA's policy,
    those of the family's features in their order, then that of the prior (1: as it was given), where there is one.
    """

    level: int
    done: int
    of: int
    step: int = 0
    best: float | None = None
    entropy: float | None = None
    beam: tuple[float, ...] = ()
    weights: tuple[float, ...] = ()


class Insight(msgspec.Struct, frozen=True, kw_only=True):
    """What can be read from a search's arrays between two slices; what a search does not have is None, or empty.

    `levels`: the highest first. `temperature`: at which a worse solution is accepted, in the family's unit of merit.
    `accepted`: the share of the latest `sampled` proposals that changed the score. `waited` of `patience`: proposals
    since this start's last new best, and after how many it is given up. `depth`: decisions on the present path;
    `untried`: the moves along it that are still to be tried. `failures` of `limit`: dead ends since the last restart,
    and at how many the next one comes; None: never. `stored` of `room`: moves in the tree.
    """

    levels: tuple[Level, ...] = ()
    temperature: float | None = None
    accepted: float | None = None
    sampled: int = 0
    waited: int | None = None
    patience: int | None = None
    depth: int | None = None
    untried: int | None = None
    failures: int | None = None
    limit: float | None = None
    stored: int | None = None
    room: int | None = None
