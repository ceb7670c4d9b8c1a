"""Keys one after the other: the next one is handed on when all is done that the one before has led to.

Textual gives a key to the widget that has the focus when the key comes. Of keys that come in one burst, as over a slow
line, the second would go to a list although the first has asked for a text field.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from textual.events import Key
from textual.message import Message
from textual.timer import Timer

if TYPE_CHECKING:
    from textual.app import App
    from textual.screen import Screen

LOOKS, EVERY = 10, 0.025
"""So many looks, seconds apart, after which the next key is handed on in any case: the widget that had the key before
may be gone. Between two looks all that waits in the event loop has its turn, so a slow machine has its time too."""


class KeyDone(Message):
    """Follows a key along its way, from the widget that got it up to the app."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


class KeyOrder:
    """The keys that wait; `hand_on` gives one to the widget that has the focus.

    Keys that come before `begin` wait for it: those typed while the app starts are for what it starts with.
    """

    def __init__(self, app: App[int], hand_on: Callable[[Key], Awaitable[None]]) -> None:
        self._app = app
        self._hand_on = hand_on
        self._waiting: deque[Key] = deque()
        self._begun = False
        self._number = 0
        self._screen: Screen[object] | None = None
        """The one that was shown when the key under way was handed on."""
        self._timer: Timer | None = None
        """Runs while a key is under way."""
        self._looks = 0

    async def add(self, key: Key) -> None:
        """Hands the key on, or keeps it until those before it are done."""
        self._waiting.append(key)
        if self._begun and self._timer is None:
            await self._next()

    def undisturbed(self) -> Callable[[], bool]:
        """A question that is answered by True until a key comes after the one under way."""
        number = self._number
        return lambda: number == self._number and not self._waiting

    async def begin(self) -> None:
        """From now on keys are handed on."""
        self._begun = True
        if self._waiting and self._timer is None:
            await self._next()

    def done(self, number: int) -> None:
        """The key of that number has been taken; what its action asked for, such as the focus, may still come."""
        if number == self._number:
            self._app.call_later(self._settle, number)

    async def _settle(self, number: int) -> None:
        if self._app.screen is self._screen:
            await self._free(number)
        else:  # what has just come gives the focus to one of its fields
            self._app.screen.call_after_refresh(self._app.call_later, self._free, number)

    def _look(self, number: int) -> None:
        self._looks += 1
        if self._looks >= LOOKS:  # not in the timer's own task, which ends with the timer, and the next key with it
            self._app.call_later(self._free, number)

    async def _free(self, number: int) -> None:
        if number == self._number and self._timer is not None:
            self._timer.stop()
            self._timer = None
            if self._waiting:
                await self._next()

    async def _next(self) -> None:
        self._number += 1
        number, self._screen = self._number, self._app.screen
        self._looks = 0
        self._timer = self._app.set_interval(EVERY, lambda: self._look(number))
        await self._hand_on(self._waiting.popleft())
        (self._app.focused or self._app.screen).post_message(KeyDone(number))
