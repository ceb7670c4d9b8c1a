"""The range query over a list of codes, and the words it works with, against plain Python."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import pytest

from puzzles.engine.kernels import kernel
from puzzles.engine.lanes import LANES, append_codes, load_codes, move_codes, numbered_fields, press_codes, store_codes
from puzzles.engine.vectors import copy_words, highest_bit, trailing_zeros
from puzzles.morpion.kernels import rules
from puzzles.morpion.kernels.codes import range_query
from puzzles.morpion.kernels.state import REACH, WIDTH, range_mask
from puzzles.morpion.puzzle import MorpionPuzzle

pytestmark = pytest.mark.compiled

CODES = 1 << 16
LISTS = 300


@kernel
def ask(codes, at, lows, width, low, wide):
    return range_query(codes, at, lows, np.uint64(width), np.uint64(np.int64(low)), np.uint64(wide))


@kernel
def ask_list(state, lows, low, wide, count):
    return range_mask(state, lows, np.uint64(low), np.uint64(wide), count)


@kernel
def bits_of(words, highest, trailing):
    for k in range(words.size):
        highest[k] = highest_bit(words[k])
        trailing[k] = trailing_zeros(words[k])


@kernel
def copy_part(target, source, at, count):
    copy_words(target, source, at, count)


@kernel
def change_list(codes, kept, fields, chosen, left):
    lanes = press_codes(load_codes(codes), np.uint64(kept))
    store_codes(codes, append_codes(lanes, numbered_fields(fields), np.uint64(chosen), np.uint64(left)))


@kernel
def move_up(codes, to, since):
    move_codes(codes, np.uint64(to), np.uint64(since))


def naive_mask(codes: Sequence[int], ranges: list[tuple[int, int]]) -> int:
    """Bit k: codes[k] is one of the width + 1 codes from a range's low on; behind the last code comes 0."""
    hit = {(low + k) % CODES for low, width in ranges for k in range(width + 1)}
    return sum(1 << k for k, code in enumerate(codes) if code in hit)


def fields(starts: Sequence[int]) -> np.uint64:
    return np.uint64(sum(start << 16 * k for k, start in enumerate(starts)))


def near(source: random.Random, starts: Sequence[int], wide: int) -> int:
    """A code within a few of an end of a range, or of the codes."""
    about = source.choice([*starts, *(start + wide for start in starts), 0, CODES - 1, source.randrange(CODES)])
    return (about + source.randint(-2, 2)) % CODES


def query(source: random.Random, lowest: int = 0, highest: int = CODES - 1) -> tuple[list[int], int]:
    """Five starts of ranges, of which some lie close together, and the width of the last."""
    starts = [source.randint(lowest, highest)]
    while len(starts) < 5:
        if source.random() < 0.3:
            starts.append(min(max(starts[-1] + source.randint(-9, 9), lowest), highest))
        else:
            starts.append(source.choice([lowest, highest, source.randint(lowest, highest)]))
    return starts, source.choice([0, 6, 8])


def test_the_query_hits_the_codes_in_five_ranges() -> None:
    source = random.Random(1)
    hits = 0
    for _ in range(LISTS):
        starts, wide = query(source, highest=CODES - 10)  # none reaches beyond the last code
        width = source.choice([3, 4])
        codes = [near(source, starts, width) for _ in range(3 * LANES)]
        at = source.randint(0, 2 * LANES)
        wanted = naive_mask(codes[at : at + LANES], [*((start, width) for start in starts[:4]), (starts[4], wide)])
        assert ask(np.array(codes, np.uint16), at, fields(starts[:4]), width, starts[4], wide) == wanted
        hits += wanted.bit_count()
    assert 0.2 < hits / (LISTS * LANES) < 0.8


def test_each_range_alone_hits_both_of_its_ends_and_nothing_beyond() -> None:
    codes = np.arange(1000, 1000 + LANES, dtype=np.uint16)
    away = 40_000
    for place in range(5):
        for low in range(995, 1040):
            starts = [away] * 5
            starts[place] = low
            width = 4 if place < 4 else 8
            wanted = sum(1 << k for k in range(LANES) if low <= 1000 + k <= low + width)
            assert ask(codes, 0, fields(starts[:4]), 4, starts[4], 8) == wanted


def test_the_codes_at_both_ends_of_their_range_are_found() -> None:
    codes = np.array([0, 1, 4, 5, 32_767, 32_768, 65_530, 65_531, 65_534, 65_535] + [20_000] * 22, np.uint16)
    away = [50_000] * 3
    assert ask(codes, 0, fields([0, *away]), 4, 50_000, 8) == 0b0000000111
    assert ask(codes, 0, fields([65_531, *away]), 4, 50_000, 8) == 0b1110000000
    assert ask(codes, 0, fields([32_767, *away]), 4, 50_000, 8) == 0b0000110000
    assert ask(codes, 0, fields([away[0], *away]), 4, 65_527, 8) == 0b1111000000
    assert ask(codes, 0, fields([away[0], *away]), 4, 0, 8) == 0b0000001111


def test_a_range_that_leaves_the_codes_goes_on_at_their_other_end() -> None:
    """Arithmetic of 16 bits. No query of a game does so: its lines lie inside a border of four squares."""
    source = random.Random(2)
    for _ in range(LISTS):
        starts = [source.randint(-4, 4) % CODES for _ in range(5)]
        codes = [source.randint(-14, 14) % CODES for _ in range(LANES)]
        wanted = naive_mask(codes, [*((start, 4) for start in starts[:4]), (starts[4], 8)])
        assert ask(np.array(codes, np.uint16), 0, fields(starts[:4]), 4, starts[4], 8) == wanted
    # a low below 0, as 64 bits hold it
    codes[:6] = [65_532, 65_533, 65_535, 0, 2, 3]
    found = ask(np.array(codes, np.uint16), 0, fields([50_000] * 4), 4, -3, 5)
    assert found & 0b111111 == 0b011110


@pytest.mark.parametrize("variant", ["5D", "4D"])
def test_the_mask_of_a_list_of_any_length_ignores_what_is_behind_it(variant: str) -> None:
    """Play asks only of lists that have the move that is played, so of one code at least."""
    state = rules.build_state(MorpionPuzzle(variant))
    reach = int(state.settings[REACH])
    source = random.Random(3)
    highest = rules.limits(state).policy_codes - 10
    behind = 0
    for count in range(1, WIDTH + 1):
        for _ in range(8):
            starts, wide = query(source, 10, highest)
            codes = [near(source, starts, reach) for _ in range(state.moves.size)]
            state.moves[:] = codes
            wanted = naive_mask(codes, [*((start, reach) for start in starts[:4]), (starts[4], wide)])
            behind += (wanted >> count).bit_count()
            wanted &= (1 << count) - 1
            assert ask_list(state, fields(starts[:4]), starts[4], wide, count) & (2**64 - 1) == wanted
            assert state.moves.tolist() == codes
    assert behind > 1000


def test_the_first_and_the_last_bit_of_a_word() -> None:
    source = random.Random(4)
    words = [1 << k for k in range(64)] + [2**64 - 1, 2**63 - 1, 2**64 - 2]
    words += [source.getrandbits(64) >> source.randrange(64) << source.randrange(64) & 2**64 - 1 for _ in range(500)]
    words = [word for word in words if word]
    highest, trailing = np.zeros(len(words), np.int64), np.zeros(len(words), np.int64)
    bits_of(np.array(words, np.uint64), highest, trailing)
    assert highest.tolist() == [word.bit_length() - 1 for word in words]
    assert trailing.tolist() == [(word & -word).bit_length() - 1 for word in words]
    bits_of(np.zeros(1, np.uint64), highest[:1], trailing[:1])
    assert trailing[0] == 64


def test_words_are_copied_from_a_place_on_and_no_others() -> None:
    source = np.arange(1, 41, dtype=np.uint64)
    for at in (0, 1, 7, 39):
        for count in (0, 1, 3, 8, 33, 40):
            if at + count > source.size:
                continue
            target = np.zeros(source.size, np.uint64)
            copy_part(target, source, at, count)
            assert target.tolist() == [k + 1 if at <= k < at + count else 0 for k in range(source.size)]
    assert source.tolist() == list(range(1, 41))


def test_lanes_are_pressed_together_and_others_put_behind_them() -> None:
    source = random.Random(5)
    for round in range(400):
        codes = [source.randrange(CODES) for _ in range(LANES)]
        kept = [k for k in range(LANES) if source.random() < round % 5 / 4]
        starts = [source.randrange(CODES - 8) for _ in range(4)]
        chosen = [k for k in range(LANES) if source.random() < 0.1][: LANES - len(kept)]
        wanted = [codes[k] for k in kept] + [starts[k // 8] + k % 8 for k in chosen]
        found = np.array(codes + [7] * LANES, np.uint16)
        bits = [sum(1 << k for k in some) for some in (kept, chosen)]
        change_list(found, bits[0], fields(starts), bits[1], len(kept))
        assert found[: len(wanted)].tolist() == wanted
        assert found[LANES:].tolist() == [7] * LANES


def test_codes_are_moved_up_as_a_whole() -> None:
    for to, since in ((0, 1), (31, 32), (40, 41), (5, 60)):
        codes = np.arange(96, dtype=np.uint16)
        move_up(codes, to, since)
        wanted = list(range(96))
        wanted[to : to + LANES] = range(since, since + LANES)
        assert codes.tolist() == wanted
