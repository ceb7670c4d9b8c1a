"""The plain checker's verdicts without waiting for them: a process of its own finds them, one after the other.

`python -m tui.processes.judging` is that process: one puzzle with a board a line comes in, one verdict a line goes
out, or a hint where that is asked for.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import subprocess
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any, cast

from puzzles.by_hand import Hint
from puzzles.errors import PuzzleError
from puzzles.family import Board, Puzzle, Verdict
from puzzles.registry import get_family
from solvers.runs.processes import program
from tui.processes.checking import confirmed

COMMAND = program("tui.processes.judging")
Key = tuple[Puzzle, tuple[int, ...]]


class Judge:
    """Knows verdicts, and finds out those it is asked for; `arrived` is called in the event loop as each comes.

    `confirms`: its boards are a worker's solutions, and their verdicts have no figures that only rank them.
    """

    def __init__(self, arrived: Callable[[], object] = lambda: None, *, confirms: bool = False) -> None:
        self._arrived = arrived
        self._confirms = confirms
        self._known: dict[Key, Verdict] = {}
        self._asked: list[Key] = []
        self._work: asyncio.Task[None] | None = None

    def verdict(self, puzzle: Puzzle, board: tuple[int, ...]) -> Verdict | None:
        """The verdict; None if it is to come. A checker that fails gives a verdict with that as its fault."""
        key = puzzle, board
        if key in self._known:
            return self._known[key]
        if key not in self._asked:
            self._asked.append(key)
        if self._work is None or self._work.done():
            self._work = asyncio.get_running_loop().create_task(self._find())
        return None

    async def _find(self) -> None:
        """Goes on as long as something is asked for, also of what is asked while a process ends."""
        while self._asked:
            await self._find_some()

    async def _find_some(self) -> None:
        try:
            process = await begin(COMMAND)
        except OSError as error:
            self._fail(f"the checker can't be started: {error.strerror or error}")
            return
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            while self._asked:
                puzzle, board = self._asked[0]
                process.stdin.write(_line(puzzle, board, confirm=self._confirms))
                await process.stdin.drain()
                self._settle(Verdict(**json.loads(await process.stdout.readline())))
        except (OSError, ValueError, TypeError):
            self._fail("the checker has ended without an answer")
        finally:
            await end(process)

    def _settle(self, verdict: Verdict) -> None:
        self._known[self._asked.pop(0)] = verdict
        self._arrived()

    def _fail(self, fault: str) -> None:
        while self._asked:
            self._settle(Verdict(False, 0.0, (fault,), legal=False))


def hint_aside(puzzle: Puzzle, board: Board) -> Hint | None:
    """The family's hint from such a process, where it takes long; waits for it. OSError if there is no answer."""
    done = subprocess.run(COMMAND, input=_line(puzzle, board, hint=True), capture_output=True, check=False)
    found = _answered(done.stdout)
    if not found:
        return None
    return Hint(**{**found, **{name: tuple(found[name]) for name in ("places", "reason", "after")}})


async def report_aside(puzzle: Puzzle, board: Board) -> tuple[str, ...]:
    """What is proved of the puzzle and what there is to say of the board, in lines, from such a process.

    OSError if there is no answer.
    """
    process = await begin(COMMAND)
    try:
        out, _ = await process.communicate(_line(puzzle, board, report=True))
        return tuple(_answered(out)["lines"])
    finally:
        await end(process)


def _line(puzzle: Puzzle, board: Board, **what: bool) -> bytes:
    """What the process is asked."""
    data = get_family(puzzle.family).to_json(puzzle)
    return json.dumps({"family": puzzle.family, "puzzle": data, "board": board, **what}).encode() + b"\n"


def _answered(line: bytes) -> dict[str, Any]:
    try:
        return cast("dict[str, Any]", json.loads(line))
    except ValueError:
        raise OSError("it has ended without an answer") from None


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    """The verdict's fields as JSON values, or the hint's, empty for no hint, or the `lines` of a report.

    A puzzle or board that can't be read is not solved, with its fault.
    """
    family = get_family(asked["family"])
    if asked.get("hint") and family.by_hand is not None:
        hint = family.by_hand.hint(family.from_json(asked["puzzle"]), tuple(asked["board"]))
        return {} if hint is None else asdict(hint)
    if asked.get("report"):
        return {"lines": report(family.from_json(asked["puzzle"]), tuple(asked["board"]))}
    try:
        judge = partial(confirmed, family) if asked.get("confirm") else family.judge
        verdict = judge(family.from_json(asked["puzzle"]), tuple(asked["board"]))
    except PuzzleError as error:
        verdict = Verdict(False, 0.0, (error.message,), legal=False)
    return asdict(verdict)


def report(puzzle: Puzzle, board: Board) -> tuple[str, ...]:
    """What is proved of the puzzle and what there is to say of the board, in lines."""
    family = get_family(puzzle.family)
    proved = family.about.proved(puzzle)[1:] if family.about else ()
    try:
        verdict = family.judge(puzzle, board)
        remarks = family.remarks(puzzle, board) if verdict.legal else ()
    except PuzzleError as error:
        return (*proved, error.message)
    return (*proved, *remarks, *verdict.faults) or ("no fault was found",)


async def begin(command: Sequence[str]) -> Process:
    """The started process, with pipes for what it is asked and what it answers. OSError if it can't be started."""
    return await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL)


async def end(process: Process) -> None:
    """Kills the process and waits until its pipes are closed; if the app ends meanwhile, CancelledError after that.

    Pipes that are left to Python are closed after the event loop, which prints a traceback.
    """
    assert process.stdin is not None
    process.stdin.close()
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    cancelled = False
    while True:
        try:
            await process.communicate()  # reads what is left: a full pipe would never be closed
            break
        except asyncio.CancelledError:
            cancelled = True
    if cancelled:
        raise asyncio.CancelledError


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)
