"""Who may follow a node: drawn by the prior's odds of the way there, in constant time (alias tables).

M. D. Vose, A linear algorithm for generating random numbers with a given distribution, IEEE Transactions on Software
Engineering 17, 1991. Ways on which one is always late are left out, unless there are no others.
"""

from __future__ import annotations

import numpy as np

from puzzles.engine.kernels import inlined, subroutine
from puzzles.engine.streams import next_word
from puzzles.tsptw.kernels.state import NODES

LOW = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)


@inlined
def draw_partner(state, node, rng):
    """A node other than this one, the depot among them."""
    draft, n = state.draft, state.settings[NODES]
    word = next_word(rng)
    slot = np.int64(((word >> HALF) * np.uint64(n)) >> HALF)
    share = np.float32(word & LOW) * np.float32(1.0 / 4294967296.0)
    entry = node * n + slot
    return slot if share < draft.cut[entry] else np.int64(draft.alias[entry])


@subroutine
def make_tables(settings, travel, draft, prior):
    """Makes the table of each node. `prior`: float64[n * n], the odds of each way, or one entry for even ones."""
    n = settings[NODES]
    for node in range(n):
        total = _odds(n, travel, draft, prior, node, True)
        if total <= 0.0:
            total = _odds(n, travel, draft, prior, node, False)
        _table(n, draft, node, total)
    draft.drawn[0] = 1


@inlined
def _odds(n, travel, draft, prior, node, in_time):
    """The sum of the odds of all ways from the node, which are then in draft.odds."""
    total = 0.0
    for other in range(n):
        odds = 0.0
        leaves = draft.opens[node] + draft.service[node]
        reached = leaves + travel[node * n + other] <= draft.closes[other]
        if other != node and (reached or not in_time):
            odds = prior[node * n + other] if prior.size > 1 else 1.0
        draft.odds[other] = odds
        total += odds
    return total


@inlined
def _table(n, draft, node, total):
    """Entry k is node k as far as its odds go; what is left of it goes to one that has more than an entry."""
    small, large = 0, n
    for k in range(n):
        draft.odds[k] *= n / total
        draft.cut[node * n + k] = 1.0
        draft.alias[node * n + k] = k
        if draft.odds[k] < 1.0:
            draft.stack[small] = k
            small += 1
        else:
            large -= 1
            draft.stack[large] = k
    most = draft.stack[n - 1]  # rounding may leave entries without a giver: whoever has an entry of its own is one
    while small > 0:
        small -= 1
        k = draft.stack[small]
        giver = draft.stack[large] if large < n else most
        draft.cut[node * n + k] = draft.odds[k]
        draft.alias[node * n + k] = giver
        if large < n:
            draft.odds[giver] -= 1.0 - draft.odds[k]
            if draft.odds[giver] < 1.0:
                large += 1
                draft.stack[small] = giver
                small += 1
