"""xorshift64* (Vigna 2016) in plain Python integers, with the ways in which numbers are made of its words."""

from __future__ import annotations

MULTIPLIER = 2685821657736338717
"""M32 of the paper's table of multipliers for 64 bits."""


class NaiveStream:
    """A generator with the same words as the compiled one that starts from the same state."""

    def __init__(self, state: int) -> None:
        self.state = state

    def word(self) -> int:
        """The next integer in [1, 2**64)."""
        x = self.state
        x ^= x >> 12
        x = (x ^ (x << 25)) % 2**64
        x ^= x >> 27
        self.state = x
        return x * MULTIPLIER % 2**64

    def of_a_game(self) -> NaiveStream:
        """The stream of the next playout: this one, which goes on through all of them."""
        return self

    def unit(self) -> float:
        """The next float in [0, 1): the upper 53 bits of a word."""
        return (self.word() // 2**11) / 2**53

    def below(self, bound: int) -> int:
        """The next integer in [0, bound): the upper 32 bits of a word, scaled."""
        return (self.word() // 2**32) * bound // 2**32

    def index(self, odds: list[float]) -> int:
        """An index drawn by the odds: walk along them by a random share of their sum."""
        total = 0.0
        for one in odds:
            total += one
        left = self.unit() * total
        for index, one in enumerate(odds):
            if left < one:
                return index
            left -= one
        return max(index for index, one in enumerate(odds) if one > 0)


def state_of_word(word: int) -> int:
    """The state from which the next word is this one: the product, then each xor of a shifted self, taken back."""
    state = word * pow(MULTIPLIER, -1, 2**64) % 2**64
    for shift in (27, -25, 12):
        known = state
        for _ in range(64 // abs(shift) + 1):  # each round makes `shift` more bits right
            known = state ^ (known >> shift if shift > 0 else (known << -shift) % 2**64)
        state = known
    return state
