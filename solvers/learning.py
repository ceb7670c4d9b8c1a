"""What the levels of NRPA do with a policy, declared once; each way of recording a game registers its own text.

rollout(search, state, solution) -> float   the score of one playout by level 1's policy, recorded as level 0; with
                                            a solution (a board, else None) each choice is a move that agrees with it
take(search, level)                         level keeps the sequence and score of the level below
adapt(search, level)                        moves the level's policy towards the sequence it keeps
hand_down(search, level)                    the level below gets this level's policy
forget(search)                              the highest level gets the policy that the search begins with
"""

from __future__ import annotations

LARGEST_WEIGHT = 300.0
"""Bound on |weight / tau|: exp(300) is 2e130, so a sum of odds over a million moves stays finite and positive."""


def rollout(search, state, solution): ...
def take(search, level): ...
def adapt(search, level): ...
def hand_down(search, level): ...
def forget(search): ...
