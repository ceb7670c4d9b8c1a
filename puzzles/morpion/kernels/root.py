"""The position before the first move: an empty arena with its border, then the cross and the lines it allows."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from puzzles.morpion.kernels.codes import STEPS, encode, lines_by_dots, local, packed_maps
from puzzles.morpion.kernels.lanes import LANES
from puzzles.morpion.kernels.state import (
    ARENA,
    BACK,
    BORDER,
    BOUND,
    COUNT,
    HEAD,
    LIST_WORDS,
    LONGEST,
    NOW,
    NUMBERS,
    ORIGIN,
    REACH,
    SETTINGS,
    STRIPS_AT,
    WIDTH,
    MorpionState,
)
from puzzles.morpion.puzzle import VARIANTS


def allocate(variant_name: str) -> MorpionState:
    """A state of that variant with no dots; lines that would leave the arena are blocked."""
    variant = VARIANTS[variant_name]
    arena = 64 if variant.touching else 32
    halves = arena // 32
    strips = 8 * arena * halves
    settings = np.zeros(SETTINGS, np.int64)
    settings[ARENA] = arena
    settings[ORIGIN] = (arena - variant.side) // 2
    settings[REACH] = variant.length - 1
    settings[BACK] = variant.length - (2 if variant.touching else 1)
    settings[BOUND] = variant.bound
    settings[HEAD] = STRIPS_AT + strips
    state = MorpionState(
        halves=(0,) * halves,
        settings=settings,
        maps=packed_maps(arena),
        starts=lines_by_dots(variant.length),
        dropped=np.zeros(WIDTH + LANES, np.uint16),
        root=np.zeros(STRIPS_AT + strips, np.uint64),
        **_position(strips),
    )
    for direction, x, y in _starts(arena):
        if not _inside(state, direction, x, y):
            _set_bit(state, direction, x, y, blocked=True)
    return state


def second(state: MorpionState) -> MorpionState:
    """Another state at the root of the same puzzle; it shares all but its position."""
    other = state._replace(dropped=np.zeros_like(state.dropped), **_position(state.strips.size))
    other.position[: state.root.size] = state.root
    return other


def _position(strips: int) -> dict[str, Any]:
    """The buffer of a position, and the fields that are views of it."""
    position = aligned_words(STRIPS_AT + strips + LONGEST // 2)
    return {
        "position": position,
        "scalars": position[:NOW].view(np.int64)[:NUMBERS],
        "moves": position[NOW : NOW + LIST_WORDS].view(np.uint16),
        "strips": position[STRIPS_AT : STRIPS_AT + strips],
        "sequence": position[STRIPS_AT + strips :].view(np.uint32),
    }


def aligned_words(count: int) -> npt.NDArray[np.uint64]:
    """uint64[count], all 0, that begins with a line of the cache, of 64 bytes."""
    room = np.zeros(count + 8, np.uint64)
    start = -room.ctypes.data % 64 // 8
    return room[start : start + count]


def draw_cross(state: MorpionState, cross: frozenset[tuple[int, int]]) -> None:
    """Puts the cross' dots, (x, y) on the board, and lists the lines that they allow."""
    arena, origin, reach = (int(state.settings[k]) for k in (ARENA, ORIGIN, REACH))
    dots = {(x + origin, y + origin) for x, y in cross}
    for x, y in dots:
        for direction in range(4):
            _set_bit(state, direction, x, y, blocked=False)
    legal = []
    for direction, x, y in _starts(arena):
        dx, dy = STEPS[direction]
        line = {(x + k * dx, y + k * dy) for k in range(reach + 1)}
        if len(line & dots) == reach and _inside(state, direction, x, y):
            legal.append(encode(direction, x, y, arena))
    state.moves[: len(legal)] = sorted(legal)
    state.scalars[COUNT] = len(legal)


def _starts(arena: int) -> list[tuple[int, int, int]]:
    """(direction, x, y) of every line that starts in the arena."""
    return [(direction, x, y) for direction in range(4) for x in range(arena) for y in range(arena)]


def _inside(state: MorpionState, direction: int, x: int, y: int) -> bool:
    """True if the whole line lies within the border."""
    arena, reach = int(state.settings[ARENA]), int(state.settings[REACH])
    dx, dy = STEPS[direction]
    return all(BORDER <= at < arena - BORDER for at in (x, y, x + reach * dx, y + reach * dy))


def _set_bit(state: MorpionState, direction: int, x: int, y: int, *, blocked: bool) -> None:
    arena = int(state.settings[ARENA])
    u, v = local(direction, x, y, arena)
    strip = direction * 2 * arena + v
    if len(state.halves) == 1:
        state.strips[strip] |= np.uint64(1 << (u + 32 * blocked))
    else:
        state.strips[2 * strip + blocked] |= np.uint64(1 << u)
