"""The app in a browser: a web server in which each page runs an app of its own, for whoever has the token.

textual-serve has the terminal of the page and carries keys and drawing; what it lacks stands here: a token that page
and websocket need, pages without anything from other servers, and an end in order.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import secrets
import shlex
import socket
import sys
from collections.abc import Collection
from contextlib import suppress
from html import escape
from typing import NoReturn
from urllib.parse import urlsplit

from aiohttp import WSCloseCode, web
from aiohttp.typedefs import Handler, Middleware
from textual_serve.app_service import AppService
from textual_serve.server import Server

from puzzles.text.quoting import one_line
from solvers.runs.processes import program
from tui.kept.options import AppOptions

TITLE = "mcs-tui"
TOKEN_BYTES = 16
PATIENCE = 10.0
"""Seconds for an app to end when it is asked to; it takes 0.2."""
DRIVER = "TEXTUAL_DRIVER=tui.processes.browser_session:SessionDriver"
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
"""Of every answer: nothing is loaded from, or told to, another server."""

STYLE = (
    "@font-face{font-family:'Roboto Mono';src:url(/static/fonts/RobotoMono-VariableFont_wght.ttf)}"
    "body{background:#14181d;color:#dfe3e8;font-family:'Roboto Mono',monospace}"
    ".ended{display:none;position:absolute;inset:40% 0 auto;text-align:center;z-index:9}"
    "body.-closed .ended{display:block}body.-closed .textual-terminal{visibility:hidden}a{color:#93b8de}"
)
PAGE = (
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
    '<link rel="stylesheet" href="/static/css/xterm.css"><style>{style}</style>'
    '<script src="/static/js/textual.js"></script><script src="/focus.js"></script></head><body>'
    '<p class="ended">The app has ended; searches go on. <a href="/">Begin again</a></p>'
    '<div id="terminal" class="textual-terminal" data-session-websocket-url="{socket}" data-font-size="16"></div>'
    "</body></html>"
)
FOCUS = """addEventListener("load", () => {
  const look = setInterval(() => {
    const keys = document.querySelector(".xterm-helper-textarea");
    if (keys) { clearInterval(look); keys.focus(); }
  }, 50);
});
"""
"""So that the first key goes to the app without a click."""
NAME = "This is no name of this machine. To be asked for by it: mcs-tui serve "
REFUSED = "Open the address that `mcs-tui serve` has printed, with its token.\n"


MOST_COLUMNS, MOST_LINES = 500, 200
"""Of a page's terminal: the app keeps some hundred bytes for each of its characters."""
SESSIONS = 8
"""Pages at a time; an app takes about 100 MB."""
CLOSED = 60.0
"""Seconds after which an app is ended whose page is closed; it is asked to end at once."""
LOOPBACK = ("localhost", "127.0.0.1", "::1")


class BoundedApp(AppService):
    """The app of a page, whose terminal has bounds."""

    async def start(self, width: int, height: int) -> None:
        await super().start(*_bounded(width, height))

    async def set_terminal_size(self, width: int, height: int) -> None:
        await super().set_terminal_size(*_bounded(width, height))

    async def end(self, seconds: float = CLOSED) -> None:
        """Returns when the app has ended; killed after so many seconds."""
        process = self._process
        assert process is not None
        with suppress(TimeoutError):
            await asyncio.wait_for(self.stop(), seconds)
        try:
            await asyncio.wait_for(process.wait(), min(seconds, PATIENCE))
        except TimeoutError:
            process.kill()
            await process.wait()


class AppServer(Server):
    """Serves the app on host and port; `token`: what a page must have, in its address or in the cookie that it sets.

    `names`: under which it is asked for, beside this machine's own. `sessions`: pages at a time.
    """

    def __init__(
        self,
        options: AppOptions,
        host: str,
        port: int,
        token: str = "",
        *,
        names: Collection[str] = (),
        sessions: int = SESSIONS,
    ) -> None:
        settings = json.dumps({"ascii": options.ascii, "fps": options.fps, "no_colour": options.no_colour})
        # the driver goes over the one that textual-serve names in the environment
        command = shlex.join(program("tui.processes.browser_session", settings))
        super().__init__(f"{DRIVER} exec {command}", host=host, port=port, title=TITLE)
        self.token = token or secrets.token_urlsafe(TOKEN_BYTES)
        own = socket.gethostname().casefold()
        self.names = {*LOOPBACK, host.casefold(), own, own.partition(".")[0], *(one.casefold() for one in names)}
        self.sessions = sessions
        self.seconds_closed = CLOSED
        self._running = 0
        self._open: set[web.WebSocketResponse] = set()
        self._apps: set[asyncio.subprocess.Process] = set()

    @property
    def cookie(self) -> str:
        """Its name: browsers keep cookies by host, not by port."""
        return f"mcs-tui-{self.port}"

    def address(self) -> str:
        """What to open in a browser."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}/?token={self.token}"

    async def begin(self) -> web.AppRunner:
        """The running server, `port` being the port it has; `cleanup` of it ends all. OSError if the port is taken."""
        runner = web.AppRunner(await self._make_app(), handle_signals=False, access_log=None, logger=_logger())
        await runner.setup()
        try:
            await web.TCPSite(runner, self.host, self.port).start()
        except OSError:
            await runner.cleanup()
            raise
        self.port = runner.addresses[0][1]
        return runner

    async def _make_app(self) -> web.Application:
        app = web.Application()
        app.router.add_get("/", self.handle_index)
        app.router.add_get("/ws", self.handle_websocket)
        app.router.add_get("/download/{key}", self.handle_download)
        app.router.add_static("/static", self.statics_path)  # lists no folder
        app.router.add_get("/focus.js", _focus)
        app.on_shutdown.append(self.on_shutdown)
        app.on_cleanup.append(self._wait_for_apps)
        app.middlewares.append(self._guard())
        app.on_response_prepare.append(_add_headers)
        return app

    def _guard(self) -> Middleware:
        @web.middleware
        async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
            name = request.url.host or ""
            here = (request.transport.get_extra_info("sockname") or ("",))[0] if request.transport else ""
            if name.casefold() not in {
                *self.names,
                here.removeprefix("::ffff:"),
            }:  # as of a page that gives its server's name this address
                raise web.HTTPForbidden(text=f"{NAME}--name {one_line(name)[:100]}\n")
            asked = request.query.get("token")
            given = asked if asked is not None else request.cookies.get(self.cookie, "")
            origin = request.headers.get("Origin")
            foreign = origin is not None and urlsplit(origin).netloc != request.host
            if foreign or not hmac.compare_digest(given.encode(errors="replace"), self.token.encode()):
                raise web.HTTPForbidden(text=REFUSED)
            if asked is None:
                return await handler(request)
            answer = web.HTTPSeeOther("/")  # so that the token stays in no history
            answer.set_cookie(self.cookie, self.token, httponly=True, samesite="Lax")
            raise answer

        return guard

    async def handle_index(self, request: web.Request) -> web.Response:
        """The page with the terminal; its websocket is where the page itself comes from, whatever that is called."""
        if self._running >= self.sessions:
            self.full()
        socket = f"{'wss' if request.secure else 'ws'}://{request.host}/ws"
        page = PAGE.format(title=TITLE, style=STYLE, socket=escape(socket))
        return web.Response(text=page, content_type="text/html")

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """The page's connection, until it is closed; the app has ended then."""
        if self._running >= self.sessions:
            self.full()
        size = [_number(request.query.get(name, ""), usual) for name, usual in (("width", 80), ("height", 24))]
        page = web.WebSocketResponse(heartbeat=15)

        async def close() -> None:
            await page.close()

        self._running += 1
        try:
            await page.prepare(request)
            app = BoundedApp(
                self.command,
                write_bytes=page.send_bytes,
                write_str=page.send_str,
                close=close,
                download_manager=self.download_manager,
            )
            await app.start(*size)
            try:
                await self._process_messages(page, app)
            finally:
                await asyncio.shield(app.end(self.seconds_closed))
        finally:
            self._running -= 1
        return page

    def full(self) -> NoReturn:
        """HTTPServiceUnavailable, which says that as many pages are open as may be; stderr says so too."""
        words = f"{self._running} of {self.sessions} pages are open: close one, or mcs-tui serve --sessions"
        print(one_line(words), file=sys.stderr, flush=True)
        raise web.HTTPServiceUnavailable(text=f"{words}\n")

    async def _process_messages(self, websocket: web.WebSocketResponse, app_service: AppService) -> None:
        self._open.add(websocket)
        assert app_service._process is not None
        self._apps = {one for one in self._apps if one.returncode is None} | {app_service._process}
        try:
            # what no page of ours sends ends the session, not with a traceback
            with suppress(ValueError, TypeError, KeyError, IndexError, AttributeError, AssertionError, OverflowError):
                await super()._process_messages(websocket, app_service)
        finally:
            self._open.discard(websocket)

    async def on_startup(self, app: web.Application) -> None:
        """Nothing: the command says where it serves."""

    async def on_shutdown(self, app: web.Application) -> None:
        """Closes all pages; each asks its app to end."""
        for websocket in tuple(self._open):
            await websocket.close(code=WSCloseCode.GOING_AWAY, message=b"the server ends")

    async def _wait_for_apps(self, _app: web.Application) -> None:
        """What they have to write is written; one that does not end is ended."""
        for one in self._apps:
            try:
                await asyncio.wait_for(one.wait(), PATIENCE)
            except TimeoutError:
                one.kill()
                await one.wait()


def _bounded(width: int, height: int) -> tuple[int, int]:
    return min(max(1, int(width)), MOST_COLUMNS), min(max(1, int(height)), MOST_LINES)


def _number(text: str, usual: int) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else usual


class _OneLine(logging.Handler):
    """Writes what aiohttp has to say, such as of a header that is too long, in one line and without a traceback."""

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        print(one_line(f"{record.getMessage()}{f': {error}' if error else ''}"), file=sys.stderr, flush=True)


def _logger() -> logging.Logger:
    logger = logging.Logger("mcs-tui serve", logging.WARNING)
    logger.addHandler(_OneLine())
    return logger


async def _focus(_request: web.Request) -> web.Response:
    return web.Response(text=FOCUS, content_type="text/javascript")


async def _add_headers(_request: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(HEADERS)
