"""Processes beside the app that answer by pipes: nothing of them is left when the app ends."""

from __future__ import annotations

import asyncio
import gc
import sys

import pytest

from tui.processes import judging

PROGRAM = "import sys; print(sys.stdin.readline() * int(sys.argv[1]), flush=True); input()"
"""Answers its first line so many times, and waits for another one."""


@pytest.mark.parametrize("times", [1, 1_000_000], ids=["short answer", "an answer that nobody reads"])
def test_an_app_that_ends_while_its_process_does_leaves_no_pipe_to_python(
    times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    after_the_loop: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", after_the_loop.append)

    async def ask() -> None:
        process = await judging.begin((sys.executable, "-S", "-c", PROGRAM, str(times)))
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"x\n")
        assert await process.stdout.readline() == b"x\n"
        ending.append(asyncio.create_task(judging.end(process)))
        await asyncio.sleep(0)  # it has begun

    ending: list[asyncio.Task[None]] = []
    asyncio.run(ask())
    gc.collect()
    assert ending[0].cancelled()
    assert after_the_loop == []
