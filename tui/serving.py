"""The app in a browser: a web server in which each page runs an app of its own, for whoever has the token.

textual-serve has the terminal of the page and carries keys and drawing; what it lacks stands here: a token that page
and websocket need, pages without anything from other servers, and an end in order.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import secrets
import shlex
import sys
from contextlib import suppress
from html import escape
from urllib.parse import urlsplit

from aiohttp import WSCloseCode, web
from aiohttp.typedefs import Handler, Middleware
from textual_serve.app_service import AppService
from textual_serve.server import Server

from tui.options import AppOptions

TITLE = "mcs-tui"
TOKEN_BYTES = 16
PATIENCE = 10.0
"""Seconds for an app to end when it is asked to; it takes 0.2."""
DRIVER = "TEXTUAL_DRIVER=tui.browser_session:SessionDriver"
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
REFUSED = "Open the address that `mcs-tui serve` has printed, with its token.\n"


class AppServer(Server):
    """Serves the app on host and port; `token`: what a page must have, in its address or in the cookie that it sets."""

    def __init__(self, options: AppOptions, host: str, port: int, token: str = "") -> None:
        settings = json.dumps({"ascii": options.ascii, "fps": options.fps, "no_colour": options.no_colour})
        # the driver goes over the one that textual-serve names in the environment
        command = shlex.join([sys.executable, "-P", "-m", "tui.browser_session", settings])
        super().__init__(f"{DRIVER} exec {command}", host=host, port=port, title=TITLE)
        self.token = token or secrets.token_urlsafe(TOKEN_BYTES)
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
        runner = web.AppRunner(await self._make_app(), handle_signals=False, access_log=None)
        await runner.setup()
        try:
            await web.TCPSite(runner, self.host, self.port).start()
        except OSError:
            await runner.cleanup()
            raise
        self.port = runner.addresses[0][1]
        return runner

    async def _make_app(self) -> web.Application:
        app = await super()._make_app()
        app.router.add_get("/focus.js", _focus)
        app.on_cleanup.append(self._wait_for_apps)
        app.middlewares.append(self._guard())
        app.on_response_prepare.append(_add_headers)
        return app

    def _guard(self) -> Middleware:
        @web.middleware
        async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
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
        socket = f"{'wss' if request.secure else 'ws'}://{request.host}/ws"
        page = PAGE.format(title=TITLE, style=STYLE, socket=escape(socket))
        return web.Response(text=page, content_type="text/html")

    async def _process_messages(self, websocket: web.WebSocketResponse, app_service: AppService) -> None:
        self._open.add(websocket)
        assert app_service._process is not None
        self._apps = {one for one in self._apps if one.returncode is None} | {app_service._process}
        try:
            # what no page of ours sends ends the session, not with a traceback
            with suppress(ValueError, TypeError, KeyError, IndexError, AttributeError, AssertionError):
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


async def _focus(_request: web.Request) -> web.Response:
    return web.Response(text=FOCUS, content_type="text/javascript")


async def _add_headers(_request: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(HEADERS)
