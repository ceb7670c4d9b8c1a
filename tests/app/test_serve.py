"""`mcs-tui serve`: who gets in, what ends it, and a Kakuro in a real browser."""

from __future__ import annotations

import asyncio
import json
import shlex
import signal
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
from drivers import browser
from drivers.command_line import KAKURO, PROGRAM, environment, invoke, one_line

from puzzles import registry
from tui.kept.loaded import Loaded
from tui.kept.options import AppOptions
from tui.kept.user_files import OwnPuzzles
from tui.processes.serving import DRIVER, AppServer

STAND_IN = """
import json, os, sys
sys.stdout.write("__GANGLION__\\n"); sys.stdout.flush()
def say(kind, text): sys.stdout.buffer.write(kind + len(text).to_bytes(4, "big") + text); sys.stdout.flush()
say(b"D", b"here it is")
read = sys.stdin.buffer.read
while kind := read(1):
    text = read(int.from_bytes(read(4), "big"))
    if kind == b"M" and json.loads(text)["type"] == "quit":
        if sys.argv[2:]:
            continue
        break
    say(b"D", text if kind == b"M" else b" ".join(os.environ[name].encode() for name in ("COLUMNS", "ROWS")))
open(sys.argv[1], "w").write("ended in order")
say(b"M", b'{"type": "exit"}')
"""
"""Speaks as an app of textual's web driver does, and starts at once."""


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[AppServer]:
    """A server on a free port, whose apps are stand-ins."""
    made = AppServer(AppOptions(), "127.0.0.1", 0)
    made.command = shlex.join([sys.executable, "-S", "-c", STAND_IN, str(tmp_path / "end")])
    runner = await made.begin()
    yield made
    await runner.cleanup()


async def test_page_files_and_websocket_need_the_token(server: AppServer) -> None:
    home = server.address().partition("?")[0]
    async with aiohttp.ClientSession() as stranger:
        for path in ("", "?token=", "?token=wrong", "ws", "static/js/textual.js", "download/x", "nowhere"):
            async with stranger.get(f"{home}{path}") as answer:
                assert answer.status == 403, path
                assert "mcs-tui serve" in await answer.text()
        async with stranger.get(home, headers={"Cookie": f"mcs-tui-1={server.token}"}) as answer:
            assert answer.status == 403, "a cookie of another port"
        async with stranger.get(home, headers={"Cookie": f"{server.cookie}=\u00e9"}) as answer:
            assert answer.status == 403
    # the jar keeps cookies of plain addresses too
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as friend:
        async with friend.get(server.address()) as answer:
            assert (answer.status, str(answer.url)) == (200, home), "the token does not stay in the address"
            page = await answer.text()
            rules = answer.headers["Content-Security-Policy"]
        assert f'"ws://127.0.0.1:{server.port}/ws"' in page
        assert "https://" not in page, "nothing is loaded from elsewhere"
        assert "default-src 'self'" in rules
        async with friend.get(f"{home}static/js/textual.js") as answer:
            assert answer.status == 200
        async with friend.get(f"{home}ws", headers={"Origin": "http://127.0.0.1:1"}) as answer:
            assert answer.status == 403, "a page of another server does not get the websocket"


async def test_the_end_of_the_server_ends_each_app_in_order(server: AppServer, tmp_path: Path) -> None:
    server.port = 0
    runner = await server.begin()  # on a second port
    async with aiohttp.ClientSession(cookies={server.cookie: server.token}) as friend:
        async with friend.ws_connect(f"ws://127.0.0.1:{server.port}/ws") as page:
            assert await page.receive_bytes() == b"here it is"
            await page.send_str(json.dumps(["ping", "1"]))
            assert await page.receive_json() == ["pong", "1"]
            await runner.cleanup()
            assert (tmp_path / "end").read_text() == "ended in order"
            assert (await page.receive()).type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED)
        assert not server._open


async def test_what_no_page_sends_ends_the_session_only(server: AppServer, tmp_path: Path) -> None:
    async with aiohttp.ClientSession(cookies={server.cookie: server.token}) as friend:
        for sent in ("no JSON", "[]", '["resize"]', '["stdin", 5]', "{}"):
            async with friend.ws_connect(f"ws://127.0.0.1:{server.port}/ws") as page:
                await page.receive_bytes()
                await page.send_str(sent)
                assert (await page.receive()).type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED), sent
            assert (tmp_path / "end").read_text() == "ended in order"


def socket_of(server: AppServer, query: str = "") -> str:
    return f"ws://127.0.0.1:{server.port}/ws{query}"


async def test_the_terminal_of_a_page_has_bounds(server: AppServer) -> None:
    async with (
        aiohttp.ClientSession(cookies={server.cookie: server.token}) as friend,
        friend.ws_connect(socket_of(server, "?width=100000&height=-3")) as page,
    ):
        await page.send_str(json.dumps(["stdin", "size"]))
        assert [await page.receive_bytes() for _ in range(2)] == [b"here it is", b"500 24"]
        for asked, given in (((10**9, 10**9), (500, 200)), ((0, -5), (1, 1)), ((80, 24), (80, 24))):
            await page.send_str(json.dumps(["resize", dict(zip(("width", "height"), asked, strict=True))]))
            told = json.loads(await page.receive_bytes())
            assert (told["width"], told["height"]) == given


async def test_pages_are_counted_and_one_too_many_is_refused(
    server: AppServer, capsys: pytest.CaptureFixture[str]
) -> None:
    server.sessions = 1
    async with aiohttp.ClientSession(cookies={server.cookie: server.token}) as friend:
        async with friend.ws_connect(socket_of(server)) as page:
            await page.receive_bytes()
            for path in ("", "ws"):
                async with friend.get(f"http://127.0.0.1:{server.port}/{path}") as answer:
                    assert answer.status == 503
                    assert "1 of 1 pages are open" in await answer.text()
            assert capsys.readouterr().err.count("1 of 1 pages are open") == 2
        await asyncio.gather(*(one.wait() for one in server._apps))
        while server._running:  # until the page's handler has seen that its app has ended
            await asyncio.sleep(0)
        async with friend.ws_connect(socket_of(server)) as page:
            assert await page.receive_bytes() == b"here it is"


async def test_an_app_that_does_not_end_with_its_page_is_ended(server: AppServer) -> None:
    server.command = f"exec {server.command} stays"
    server.seconds_closed = 0.1
    async with aiohttp.ClientSession(cookies={server.cookie: server.token}) as friend:
        async with friend.ws_connect(socket_of(server)) as page:
            await page.receive_bytes()
        (app,) = server._apps
        assert await app.wait() == -signal.SIGKILL


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("evil.example", 403),
        ("localhost", 200),
        ("127.0.0.1:9", 200),
        (socket.gethostname(), 200),
        ("given", 200),
        ("", 403),
    ],
)
async def test_only_names_of_this_machine_are_answered(server: AppServer, name: str, status: int) -> None:
    server.names |= {"given"}
    async with (
        aiohttp.ClientSession(cookies={server.cookie: server.token}) as friend,
        friend.get(f"http://127.0.0.1:{server.port}/", headers={"Host": name}) as answer,
    ):
        assert answer.status == status
        assert ("--name" in await answer.text()) == (status == 403)


async def test_no_folder_is_listed_and_a_long_header_is_one_line(
    server: AppServer, capsys: pytest.CaptureFixture[str]
) -> None:
    async with aiohttp.ClientSession(cookies={server.cookie: server.token}) as friend:
        for path in ("static", "static/", "static/js", "static/js/"):
            async with friend.get(f"http://127.0.0.1:{server.port}/{path}") as answer:
                assert answer.status in (403, 404), path
                assert "textual.js" not in await answer.text()
        async with friend.get(f"http://127.0.0.1:{server.port}/", headers={"X": "x" * 20_000}) as answer:
            assert answer.status == 400
            assert "Traceback" not in await answer.text()
    assert capsys.readouterr().err.count("\n") <= 1


def test_a_port_that_is_taken_and_a_missing_extra_are_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        refused = invoke("serve", "--port", str(taken.getsockname()[1]))
    unknown = invoke("serve", "--host", "no..such..host")
    for result in (refused, unknown):
        assert result.exit_code == 2
        assert one_line(result.stderr).endswith("; expected another --host or --port")
    monkeypatch.setitem(sys.modules, "textual_serve.app_service", None)
    monkeypatch.delitem(sys.modules, "tui.processes.serving")
    missing = invoke("serve")
    assert missing.exit_code == 2
    assert one_line(missing.stderr).endswith("serve needs the extra `serve`: pip install 'mcs-tui[serve]'")


async def test_an_app_whose_server_is_gone_ends(tmp_path: Path) -> None:
    options = json.dumps({"compile": False})
    driver = DRIVER.partition("=")[2]
    variables = environment(MCS_TUI_DATA=str(tmp_path), MCS_TUI_JIT="0", TEXTUAL_DRIVER=driver)
    pipe = asyncio.subprocess.PIPE
    command = (sys.executable, "-m", "tui.processes.browser_session", options)
    app = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, env=variables)
    assert app.stdin is not None
    assert app.stdout is not None
    assert await app.stdout.readline() == b"__GANGLION__\n"
    app.stdin.close()
    drawn = await app.stdout.read()
    assert b'{"type": "exit"}' in drawn
    assert await app.wait() == 0


@pytest.mark.skipif(not browser.found(), reason="no Chromium (Debian: chromium)")
async def test_a_kakuro_is_played_in_a_browser(tmp_path: Path) -> None:
    data = tmp_path / "data"
    OwnPuzzles(data).add(Loaded(registry.read(KAKURO), "generated"))  # the puzzle that Puzzles shows first
    variables = environment(MCS_TUI_DATA=str(data), MCS_TUI_JIT="0", HOME=str(tmp_path))
    command = [*PROGRAM, "serve", "--port", "0", "--quiet"]
    served = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE, env=variables)
    assert served.stdout is not None
    address = (await served.stdout.readline()).decode().strip()
    try:
        async with browser.Page(tmp_path / "chromium") as page:
            await page.open(address)
            await page.wait_for("Quit")
            await page.press("2")
            await page.wait_for("Kakuro 3 x 3")
            await page.wait_for("Filter")
            await page.press("p")
            await page.wait_for("Pencil")
            await page.press("1", "ArrowRight", "2", "ArrowDown", "4", "ArrowLeft", "3")
            await page.wait_for("Solved")
            served.send_signal(signal.SIGINT)
            assert await served.wait() == 0
    finally:
        if served.returncode is None:
            served.kill()
            await served.wait()
    assert not (data / "crash.log").exists()
