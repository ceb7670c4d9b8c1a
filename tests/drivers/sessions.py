"""Recorded sessions: what a person does from a cold start, as lines of a text, replayed with the real engine.

The first lines of such a text, behind `#`, say what the person wants. Then comes an instruction a line; one that begins
with sizes (`60x20 80x24: press tab`) is for these alone. A line that begins with blanks continues `file`.

    app [OPTION[=VALUE] ...] the app begins, with nothing kept of one before but its folders
    press KEY ...            Textual's names of keys; `press KEY * 5` five times
    type TEXT                each of its characters is a key
    paste FILE               the file's text, as a terminal pastes it
    keys MOST                at most that many keys were pressed since the app began
    see TEXT | TEXT          waits until all of these texts are on the screen, and looks whether a text of it is cut
    gone TEXT                waits until the text is on the screen no more
    leave                    the app is left as by q, and has to end with exit code 0
    cut                      the connection breaks: the app gets SIGHUP, and ends
    file NAME                writes the lines that follow, without four blanks; $VARIABLE and * name files of old
    command [CODE] ARGUMENT ...   a command as a process of its own, which has to end with that exit code (0)
    prints TEXT              what the last command has to have printed
    holds NAME TEXT          the file has to hold the text
"""

from __future__ import annotations

import os
import shlex
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from glob import glob
from pathlib import Path

from drivers.command_line import run
from drivers.fake_engine import make_app, screen_text, wait_for, wait_for_texts
from drivers.whole_texts import cut_texts
from textual import events
from textual.pilot import Pilot

from tui.app import McsTuiApp
from tui.processes.engine import Engine

FOLDER = Path(__file__).resolve().parents[1] / "app" / "sessions"
SIZES = ((60, 20), (80, 24), (120, 35), (200, 50))
Look = Callable[[str, McsTuiApp], object]
"""Is called at each `see`, with the number of its line."""


@dataclass
class Session:
    """One replay in the current folder, which is to be empty, as the data folder is."""

    text: str
    size: tuple[int, int]
    look: Look = lambda _line, _app: None
    pilot: Pilot[int] | None = None
    printed: str = ""
    pressed: int = 0
    """Keys since the app began."""

    @property
    def app(self) -> McsTuiApp:
        assert self.pilot is not None, "no app has begun"
        assert isinstance(self.pilot.app, McsTuiApp)
        return self.pilot.app

    async def replay(self) -> None:
        """Returns when all is done; AssertionError, with the line, where something does not come."""
        async with AsyncExitStack() as self.running:
            for number, verb, rest in self._instructions():
                try:
                    await getattr(self, f"do_{verb}")(rest)
                    if verb == "see":
                        self.look(f"{number:03}", self.app)
                except BaseException as error:
                    error.add_note(f"line {number}, {self.size}: {verb} {rest}")
                    if self.pilot is not None:
                        error.add_note(screen_text(self.pilot.app))
                    raise
        assert not list(Path.cwd().rglob("crash*.log"))

    def _instructions(self) -> Iterator[tuple[int, str, str]]:
        """Line number, verb and what stands behind it, of those for this size."""
        lines = self.text.splitlines()
        size = f"{self.size[0]}x{self.size[1]}"
        for number, line in enumerate(lines, 1):
            if line.startswith((" ", "#")) or not line:
                continue
            if line[0].isdigit():
                sizes, line = line.split(": ", 1)
                if size not in sizes.split():
                    continue
            verb, _, rest = line.partition(" ")
            if verb == "file":
                after = iter(lines[number:])
                body = [one[4:] for one in _while_indented(after)]
                rest += "\n" + "\n".join(body) + "\n"
            yield number, verb, rest

    async def do_app(self, options: str) -> None:
        given = {name: _option(value) for name, _, value in (one.partition("=") for one in options.split())}
        app = make_app(Engine(), "home", **{"motion": "still", "clock": False} | given)
        self.pressed = 0
        self.pilot = await self.running.enter_async_context(app.run_test(size=self.size))

    async def do_press(self, keys: str) -> None:
        assert self.pilot is not None
        names, _, times = keys.partition(" * ")
        for _ in range(int(times or 1)):
            self.pressed += len(names.split())
            await self.pilot.press(*names.split())

    async def do_type(self, text: str) -> None:
        assert self.pilot is not None
        self.pressed += len(text)
        await self.pilot.press(*text)

    async def do_keys(self, most: str) -> None:
        assert self.pressed <= int(most)

    async def do_paste(self, name: str) -> None:
        assert self.pilot is not None
        self.app.post_message(events.Paste(Path(name).read_text(encoding="utf-8")))
        await self.pilot.pause()

    async def do_see(self, texts: str) -> None:
        assert self.pilot is not None
        await wait_for_texts(self.pilot, *texts.split(" | "))
        # what is seen may be there before all of the screen has its place
        try:
            await wait_for(self.pilot, lambda: not cut_texts(self.app))
        except AssertionError:
            raise AssertionError(f"cut: {cut_texts(self.app)}") from None

    async def do_gone(self, text: str) -> None:
        assert self.pilot is not None
        await wait_for(self.pilot, lambda: text not in screen_text(self.app), f"gone: {text}")

    async def do_leave(self, _: str) -> None:
        assert self.pilot is not None
        live_runs = self.app.engine.live_runs  # a run that has shown its result ends in a moment; before, leaving asks
        await wait_for(self.pilot, lambda: not live_runs(), "no run is live")
        await self.do_press("ctrl+q")
        await self._end()

    async def do_cut(self, _: str) -> None:
        self.app._on_signal(signal.SIGHUP)  # sent for real it could come late, to another test
        await self._end()

    async def _end(self) -> None:
        assert self.pilot is not None
        app = self.app
        await wait_for(self.pilot, lambda: app._exit, "the app ends")
        await self.running.aclose()
        assert not app.crash_line
        self.pilot = None

    async def do_file(self, given: str) -> None:
        name, _, text = given.partition("\n")
        for one in glob(os.path.expandvars(name)) or [name]:
            Path(one).write_text(text, encoding="utf-8")

    async def do_command(self, words: str) -> None:
        first, *arguments = shlex.split(words)
        code, arguments = (int(first), arguments) if first.isdigit() else (0, [first, *arguments])
        done = run(arguments)
        self.printed = done.stdout.decode() + done.stderr.decode()
        assert done.returncode == code, (done.returncode, self.printed)

    async def do_prints(self, text: str) -> None:
        assert text in self.printed, self.printed

    async def do_holds(self, given: str) -> None:
        name, text = given.split(" ", 1)
        assert text in Path(name).read_text(encoding="utf-8", errors="replace")


def _option(value: str) -> str | bool:
    return {"true": True, "false": False}.get(value, value) if value else True


def _while_indented(lines: Iterator[str]) -> Iterator[str]:
    for line in lines:
        if line.strip() and not line.startswith("    "):
            return
        yield line


if __name__ == "__main__":  # draws what a session shows: sessions.py NAME COLUMNSxROWS FOLDER
    import asyncio
    import tempfile

    name, size, folder = sys.argv[1:]
    columns, rows = map(int, size.split("x"))
    target = Path(folder).resolve()
    target.mkdir(parents=True, exist_ok=True)

    def draw(line: str, app: McsTuiApp) -> None:
        (target / f"{name}-{size}-{line}.svg").write_text(app.export_screenshot(), encoding="utf-8")
        (target / f"{name}-{size}-{line}.txt").write_text(screen_text(app), encoding="utf-8")

    with tempfile.TemporaryDirectory() as scratch:
        os.environ |= {"MCS_TUI_DATA": f"{scratch}/data", "MCS_TUI_CACHE": f"{scratch}/cache", "MCS_TUI_JIT": "0"}
        Path(scratch, "here").mkdir()
        os.chdir(Path(scratch, "here"))
        asyncio.run(Session((FOLDER / f"{name}.txt").read_text(encoding="utf-8"), (columns, rows), draw).replay())
