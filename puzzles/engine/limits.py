"""The sizes of a puzzle from which a search allocates its arrays."""

from __future__ import annotations

from typing import NamedTuple


class Limits(NamedTuple):
    """Sizes that a family's compiled rules report for a state, from which searches allocate their arrays once."""

    policy_codes: int  # policy_code is in 0 ... policy_codes - 1
    prior_codes: int  # prior_code is in 0 ... prior_codes - 1
    width: int  # the most moves at one position
    steps: int  # the most moves in one playout, forced ones too
    choices: int  # the most moves offered in one playout, summed over its positions
    board: int  # length of a snapshot
    frame: int = 0  # words of 64 bits that a saved position needs (`rules.save_position`)
    stays: bool = (
        False  # moves stay listed until one ends them (`rules.play_reporting_removed`); none has another's code
    )
    shared_codes: bool = False  # prior_code is policy_code of every move at every position
    open: int = 0  # what a board has in an open cell; if below 0, boards are games, ended or filled up by it
    items: int = 0  # moves are numbers of items that stay as they are; at most that many in one playout (`rules.items`)
    features: int = 0  # of a move, beside its bias (`rules.features`)
