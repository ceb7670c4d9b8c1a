"""Headless Chromium by its DevTools protocol: a page with the app, its keys, and what came to its terminal."""

from __future__ import annotations

import asyncio
import base64
import re
import shutil
import signal
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

import aiohttp

NAMES = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1000,700",
    "--remote-debugging-port=0",
)
DEADLINE = 300.0
RECORDING = """
(() => {
  const Plain = window.WebSocket;
  const decoder = new TextDecoder();
  window.came = "";
  window.WebSocket = class extends Plain {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", (event) => {
        if (typeof event.data !== "string") window.came += decoder.decode(event.data, {stream: true});
      });
    }
  };
})();
"""
"""Runs before the page's own scripts: keeps what the app draws, as the terminal of the page gets it."""
ESCAPE = re.compile(r"\x1b(?:\[[0-9;?<>$]*[a-zA-Z]|\][^\x07\x1b]*(?:\x07|\x1b\\))")
KEYS = {"Enter": 13, "Escape": 27, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Tab": 9}


def found() -> str:
    """The path of Chromium; empty if there is none."""
    return next(filter(None, map(shutil.which, NAMES)), "")


class Page:
    """One page of a Chromium of its own, which ends with the context. `folder` is for its files."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._number = 0
        self._seen = 0

    async def __aenter__(self) -> Self:
        self._process = await asyncio.create_subprocess_exec(
            found(),
            *ARGUMENTS,
            f"--user-data-dir={self._folder}",
            "about:blank",
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True,
        )
        self._http = aiohttp.ClientSession()
        port = await self._until(lambda: (self._folder / "DevToolsActivePort").read_text().split()[0])
        async with self._http.get(f"http://127.0.0.1:{port}/json/list") as answer:
            targets = await answer.json()
        address = next(one["webSocketDebuggerUrl"] for one in targets if one["type"] == "page")
        self._socket = await self._http.ws_connect(address, max_msg_size=0)
        await self.call("Page.enable")
        await self.call("Page.addScriptToEvaluateOnNewDocument", source=RECORDING)
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self._socket.close()
        await self._http.close()
        with suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGTERM)
        await self._process.wait()

    async def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """What Chromium answers; AssertionError if it is an error."""
        self._number += 1
        await self._socket.send_json({"id": self._number, "method": method, "params": parameters})
        while True:
            answer: dict[str, Any] = await asyncio.wait_for(self._socket.receive_json(), DEADLINE)
            if answer.get("id") == self._number:
                assert "error" not in answer, answer
                return dict(answer["result"])

    async def open(self, address: str) -> None:
        await self.call("Page.navigate", url=address)

    async def value(self, script: str) -> Any:
        """The value of an expression in the page."""
        answer = await self.call("Runtime.evaluate", expression=script, returnByValue=True)
        return answer["result"].get("value")

    async def came(self) -> str:
        """What the app has drawn so far, without the terminal's commands."""
        return ESCAPE.sub("", str(await self.value("window.came") or ""))

    async def wait_for(self, text: str) -> None:
        """Returns when the text has come since the last text that was waited for."""

        async def looked() -> bool:
            came = await self.came()
            at = came.find(text, self._seen)
            if at >= 0:
                self._seen = at + len(text)
            return at >= 0

        end = asyncio.get_running_loop().time() + DEADLINE
        while not await looked():
            assert asyncio.get_running_loop().time() < end, f"never came: {text!r} in {(await self.came())[-3000:]!r}"
            await asyncio.sleep(0.05)

    async def press(self, *keys: str) -> None:
        """Presses keys one after the other: one character each, or a name of KEYS."""
        for key in keys:
            named = KEYS.get(key)
            text = {} if named and key != "Enter" else {"text": "\r" if key == "Enter" else key}
            code = named or ord(key.upper())
            await self.call("Input.dispatchKeyEvent", type="keyDown", key=key, windowsVirtualKeyCode=code, **text)
            await self.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    async def paste(self, text: str) -> None:
        """As if the text was pasted."""
        await self.call("Input.insertText", text=text)

    async def picture(self, path: Path) -> None:
        """Writes a PNG of the page."""
        answer = await self.call("Page.captureScreenshot")
        path.write_bytes(base64.b64decode(answer["data"]))

    async def _until(self, read: Any) -> Any:
        end = asyncio.get_running_loop().time() + DEADLINE
        while True:
            try:
                return read()
            except (OSError, IndexError):
                assert asyncio.get_running_loop().time() < end, "Chromium does not start"
                assert self._process.returncode is None, "Chromium has ended"
                await asyncio.sleep(0.05)
