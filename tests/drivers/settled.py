"""Waiting until an app under test has nothing left to do, however slow or busy the machine is."""

from __future__ import annotations

import asyncio
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Thread

from rich.console import RenderableType
from textual._compositor import Compositor
from textual._context import active_app, visible_screen_stack
from textual._wait import wait_for_idle
from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget

CALM = 3
"""How many rounds of the event loop in a row must find nothing to run."""
LONGEST_WAIT = 600.0
"""Seconds until a widget that does not come to an end is an error."""
LONGEST_WORK = 20.0
"""Seconds of the processor's time after which an app that never comes to rest is left as it is."""
SOON = 0.001
"""A timer that is due within these seconds counts as something to run."""
MOMENT = 0.05
"""Seconds for which a thread is looked at, to tell one that waits from one that works."""

render_update = Compositor.render_update
"""Textual's own painting."""


wait_for_screen = Pilot._wait_for_screen
"""Textual's own waiting: it sends a message to each widget."""


async def screen_settled(pilot: Pilot[object]) -> bool:
    """As `Pilot._wait_for_screen`, without a message to each widget if none has a message left, or in hand.

    These were a third of all messages under test.
    """
    if _messages_left(pilot.app):
        await settled()
    return not _messages_left(pilot.app) or await wait_for_screen(pilot, LONGEST_WAIT)


def _messages_left(app: App[object]) -> bool:
    """True if the app, its screen or a widget has a message or is at work on one; there is no public way to ask."""
    widgets = app.screen.walk_children(with_self=True) if app._running else []
    queues = [one._message_queue for one in (app, *widgets)]
    return any(one.values or not one.ready_event._waiters for one in queues)  # type: ignore[attr-defined]


async def settled(min_sleep: float = 0.02, max_sleep: float = LONGEST_WORK) -> None:
    """Returns when the event loop has nothing to run, nothing due soon, and no thread works for it.

    Takes the place of Textual's `wait_for_idle`, which sleeps 20 ms at least, and takes a process that was not
    scheduled for an idle one. A thread that only waits, for another process perhaps, is not waited for. What has
    changed on the screen meanwhile is painted once, at the end (see `leave_unpainted`).
    """
    loop = asyncio.get_running_loop()
    app = active_app.get(None)
    end, calm = time.process_time() + max_sleep, 0
    while calm < CALM and time.process_time() < end:
        await asyncio.sleep(0)
        if _due(loop, app):
            calm = 0
        elif calm or not _has_threads_at_work(loop) or await _threads_only_wait(loop):  # they are looked at once
            calm += 1
        if calm == CALM and app is not None and (_lay_out(app) or _paint(app)):
            calm = 0


def _lay_out(app: App[object]) -> bool:
    """True if the app's screen has waited for its next frame, which is made now."""
    if not app._running or app._exit or not app.screen._update_timer._active.is_set():
        return False
    with app.screen._context():
        try:
            app.screen._on_timer_update()
        except Exception as error:
            app._handle_exception(error)
            return False
    return True


def leave_unpainted(
    compositor: Compositor, full: bool = False, screen_stack: list[Screen[object]] | None = None, simplify: bool = False
) -> RenderableType | None:
    """None, and what has changed stays marked as such, unless all of the screen is asked for.

    Takes the place of `Compositor.render_update`. Textual paints a screen seven times while it is mounted, for a
    terminal that is not there under test, which is half of the time that mounting takes. Here its widgets are drawn
    when the app is settled, as a user would see them, so that an error in the drawing is found.
    """
    return render_update(compositor, full, screen_stack, simplify) if full else None


def _paint(app: App[object]) -> bool:
    """True if something had changed on the app's screen, which is then drawn."""
    compositor = app.screen._compositor if app._running and not app._exit else None
    if compositor is None or not compositor._dirty_regions:
        return False
    with app._context():
        try:
            if Compositor.render_update is leave_unpainted:
                visible_screen_stack.set(app._background_screens)
                draw_changed(compositor)
            else:
                app._display(app.screen, render_update(compositor, screen_stack=app._background_screens))
        except Exception as error:
            app._handle_exception(error)
            return False
    return True


def draw_changed(compositor: Compositor) -> None:
    """Each changed line of each widget is drawn, and not put together to a screen: that takes three times as long.

    A test that looks at the screen puts it together (`screen_text`).
    """
    changed = set(compositor._dirty_regions)
    compositor._dirty_regions.clear()
    for widget, (region, clip) in compositor.visible_widgets.items():
        shown = region.intersection(clip)
        if widget.BLANK or not any(shown.overlaps(one) for one in changed):
            continue
        if type(widget).render_lines is not Widget.render_lines:
            widget.render_lines(shown.translate(-region.offset))
            continue
        content = widget.content_region
        inside = content.intersection(clip)
        lines = {y for one in changed for y in inside.intersection(one).line_range}
        for y in sorted(lines):
            widget.render_line(y - content.y)


def _due(loop: asyncio.AbstractEventLoop, app: App[object] | None) -> bool:
    """True if a callback is ready or a timer is due soon; there is no public way to ask.

    Timers of an app that ends go on without any effect.
    """
    if loop._ready or (app is not None and app._exit):  # type: ignore[attr-defined]
        return bool(loop._ready)  # type: ignore[attr-defined]
    soon = loop.time() + SOON
    return any(one._when < soon and not one._cancelled for one in loop._scheduled)  # type: ignore[attr-defined]


def _has_threads_at_work(loop: asyncio.AbstractEventLoop) -> bool:
    """True unless all threads of `asyncio.to_thread` wait for work."""
    pool: ThreadPoolExecutor | None = loop._default_executor  # type: ignore[attr-defined]
    return pool is not None and pool._idle_semaphore._value < len(pool._threads)  # type: ignore[attr-defined]


async def _threads_only_wait(loop: asyncio.AbstractEventLoop) -> bool:
    """True if no thread of `asyncio.to_thread` has run for a moment, though it could, and none could run now.

    So one that the system keeps from the processor, or that waits for the disk, is at work.
    """
    if sys.platform != "linux":
        await wait_for_idle(0)
        return True
    threads: set[Thread] = loop._default_executor._threads  # type: ignore[attr-defined]
    before = [_processor_time(one) for one in threads]
    await asyncio.sleep(MOMENT)
    return before == [_processor_time(one) for one in threads] and all(map(_sleeps, threads))


def _processor_time(thread: Thread) -> float:
    assert thread.ident is not None
    return time.clock_gettime(time.pthread_getcpuclockid(thread.ident))


def _sleeps(thread: Thread) -> bool:
    return Path(f"/proc/self/task/{thread.native_id}/stat").read_text().rpartition(")")[2].split()[0] == "S"
