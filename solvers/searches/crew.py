# mypy: disable-error-code="valid-type, no-any-return, attr-defined"
# annotations of intrinsics are Numba's types
"""How threads of one process share the playouts of a step: who is called, which playout is next, who has finished.

Threads are inside kernels for a whole slice, so that a step, of some 0.1 ms, costs no call from Python: those that help
wait for a number in memory to change. Who comes late to a slice is not called, and nobody waits for it. A thread that
has waited for long lets others have its core.
"""

from __future__ import annotations

import platform
from typing import Any, NamedTuple

import numpy as np

from puzzles.engine.kernels import INTERPRETED, inlined, intrinsic
from puzzles.engine.limits import Limits
from solvers.searches.contract import Floats, Ints, Words

if not INTERPRETED:
    from llvmlite import ir
    from numba import types

    INT64 = ir.IntType(64)

MAIL, READY, DONE = range(3)
"""lines[thread, ...], but of row 0: the number of the step that the thread is called to, or DISMISSED; whether it waits
for such a call; the last step that it has finished."""
END, STEP, KIND = range(3)
"""lines[0, ...]: the task behind the last; the number of the step; its kind."""
LINE = 16
"""Numbers to a thread's row, 128 bytes: processors exchange 64 or 128 at a time."""
DISMISSED = -1
PATIENCE = 4_000
"""Looks before a thread that waits offers its core to others, some 0.1 ms."""


class Crew(NamedTuple):
    """What threads share, a row each; row 0 is that of the thread that runs the search."""

    lines: Ints  # int64[threads, 16]
    shares: Ints  # int64[threads, 16]: column 0: the next task that nobody has looked at in the thread's share
    bests: Floats  # float64[threads, 16]: column 0: the best score that it has seen
    tasks: Ints  # int64[threads, 16]: column 0: the playout that had it, -1 if none of its; 1: length of its board
    boards: Ints  # int64[threads, board]: that board
    solved: Ints  # int64[tasks]: whether the playout has solved the puzzle
    rngs: Words  # uint64[2 * threads, 16]: column 0: streams of playouts in progress, two rows for each thread
    twin: Any  # a second state of this thread, for two playouts in lock-step; None: one after the other
    other: Any  # the search with scratch of its own, for the second playout; None with no twin


def make_crew(limits: Limits, threads: int, tasks: int, twin: Any, other: Any) -> Crew:
    """The crew of a search whose steps have at most that many tasks."""
    return Crew(
        lines=np.zeros((threads, LINE), np.int64),
        shares=np.zeros((threads, LINE), np.int64),
        bests=np.zeros((threads, LINE)),
        tasks=np.zeros((threads, LINE), np.int64),
        boards=np.zeros((threads, limits.board), np.int64),
        solved=np.zeros(tasks, np.int64),
        rngs=np.ones((2 * threads, LINE), np.uint64),
        twin=twin,
        other=other,
    )


@intrinsic(lambda lines, at: lines.reshape(-1)[at])
def load(builder, lines, at: types.int64) -> types.int64:
    """The number there; what its writer wrote before is seen afterwards."""
    return builder.load_atomic(builder.gep(lines.data, [at]), "acquire", 8)


def _store(lines, at, value):
    lines.reshape(-1)[at] = value


@intrinsic(_store)
def store(builder, lines, at: types.int64, value: types.int64):
    """Writes the number, after all that was written before."""
    builder.store_atomic(value, builder.gep(lines.data, [at]), "release", 8)


def _add(lines, at, count):
    before = lines.reshape(-1)[at]
    lines.reshape(-1)[at] += count
    return before


@intrinsic(_add)
def add(builder, lines, at: types.int64, count: types.int64) -> types.int64:
    """Adds to the number there; what it was before. No other thread gets the same."""
    return builder.atomic_rmw("add", builder.gep(lines.data, [at]), count, "monotonic")


@intrinsic(lambda: None)
def pause(builder):
    """Lets the processor know that this is a loop that waits."""
    if platform.machine() in ("x86_64", "AMD64"):
        kind = ir.FunctionType(ir.VoidType(), [])
        known = builder.module.globals.get("llvm.x86.sse2.pause")
        builder.call(known or ir.Function(builder.module, kind, "llvm.x86.sse2.pause"), [])


@intrinsic(lambda: None)
def offer_core(builder):
    """Lets another thread have the core, if one waits for it."""
    kind = ir.FunctionType(ir.IntType(32), [])
    known = builder.module.globals.get("sched_yield")
    builder.call(known or ir.Function(builder.module, kind, "sched_yield"), [])


@inlined
def wait(lines, at, unlike):
    """The number there, once it is another one."""
    looks = 0
    found = load(lines, at)
    while found == unlike:
        pause()
        looks += 1
        if looks > PATIENCE:
            offer_core()
        found = load(lines, at)
    return found


@inlined
def call(crew, kind, first, count):
    """Opens a step of tasks `first` to `first + count` of that kind, and calls all who are ready."""
    lines = crew.lines
    for share in range(lines.shape[0]):
        crew.shares[share, 0] = first
    lines[0, END] = first + count
    lines[0, KIND] = kind
    lines[0, STEP] += 1
    for thread in range(1, lines.shape[0]):
        if load(lines, thread * LINE + READY) == 1:
            store(lines, thread * LINE + MAIL, lines[0, STEP])


@inlined
def await_all(crew):
    """Waits until all who were called to the step have finished."""
    lines = crew.lines
    for thread in range(1, lines.shape[0]):
        if lines[thread, MAIL] == lines[0, STEP]:
            done = load(lines, thread * LINE + DONE)
            while done != lines[0, STEP]:  # one look at a time: between two it may finish, and it finishes once
                done = wait(lines, thread * LINE + DONE, done)


@inlined
def take_next(crew, share, wanted):
    """(First, how many) of the next tasks, at most `wanted`, that nobody else gets from that share; 0 at the end.

    Each share is given all tasks of the step, and who takes them leaves out those that belong to another share.
    """
    first = add(crew.shares, share * LINE, wanted)
    return first, max(0, min(wanted, crew.lines[0, END] - first))
