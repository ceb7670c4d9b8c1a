"""Keys one after the other, however slow the machine: on a screen that keeps what is asked of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from textual.events import Key

from tui.keys.key_order import LOOKS, KeyDone, KeyOrder


async def rest() -> None:
    """Returns when all that was begun is done."""
    while others := asyncio.all_tasks() - {asyncio.current_task()}:
        await asyncio.gather(*others)


class SlowApp:
    """An app whose widgets get no turn unless the test says so."""

    def __init__(self) -> None:
        self.focused: Any = self
        self.screen: Any = self
        self.looks: list[Callable[[], Any]] = []
        self.numbers: list[int] = []
        self.given: list[str] = []
        self._looking: list[asyncio.Task[None]] = []
        self.order = KeyOrder(self, self.take)  # type: ignore[arg-type]

    async def take(self, key: Key) -> None:
        await asyncio.sleep(0)
        self.given.append(key.key)

    def post_message(self, message: KeyDone) -> None:
        self.numbers.append(message.number)

    def set_interval(self, _seconds: float, look: Callable[[], Any]) -> SlowApp:
        self.looks = [look]
        return self

    def stop(self) -> None:
        """As Textual's timer: what it has called ends with it."""
        self.looks = []
        for one in self._looking:
            one.cancel()

    def call_later(self, function: Callable[..., Any], *given: Any) -> None:
        asyncio.get_running_loop().create_task(function(*given))

    async def look(self, times: int) -> None:
        async def call(look: Callable[[], Any]) -> None:
            found = look()
            if found is not None:
                await found

        for _ in range(times):
            self._looking = [asyncio.create_task(call(one)) for one in self.looks]
            await asyncio.gather(*self._looking, return_exceptions=True)
            self._looking = []
            await rest()

    async def type(self, *names: str) -> None:
        for name in names:
            await self.order.add(Key(name, None))


async def test_a_key_waits_until_the_one_before_is_done() -> None:
    app = SlowApp()
    await app.order.begin()
    await app.type("down", "1", "2")
    await app.look(LOOKS - 1)
    assert app.given == ["down"]
    app.order.done(app.numbers[-1])
    await rest()
    assert app.given == ["down", "1"]


async def test_a_key_whose_widget_is_gone_holds_no_other_back() -> None:
    app = SlowApp()
    await app.order.begin()
    await app.type("down", "1", "2")
    await app.look(LOOKS)
    assert app.given == ["down", "1"]
    app.order.done(1)  # too late
    await app.look(LOOKS)
    assert app.given == ["down", "1", "2"]
    await app.look(LOOKS)
    assert app.looks == []


async def test_keys_that_come_before_the_app_is_there_wait_for_it() -> None:
    app = SlowApp()
    await app.type("down", "1")
    assert app.given == []
    await app.order.begin()
    assert app.given == ["down"]
    await app.look(LOOKS)
    assert app.given == ["down", "1"]
