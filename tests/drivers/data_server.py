"""A file server on this machine for tests: it can leave out Range, cut connections, answer errors, hold its breath."""

from __future__ import annotations

import hashlib
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from puzzles.datasets import registry
from puzzles.datasets.registry import DataFile, Dataset

BODY = hashlib.shake_256(b"some file").digest(300_000)
"""A file larger than what one write of the downloader takes."""


@dataclass
class Server:
    """What it serves and how; `asked` has the Range header of each request for a file, empty without one."""

    url: str = ""
    body: bytes = BODY
    status: int = 200
    ranges: bool = True
    etag: str = '"one"'
    length: bool = True
    encoding: str = ""
    cuts: list[int] = field(default_factory=list)  # bytes after which the next connections are cut
    hold: int | None = None  # bytes after which it sends no more, but stays connected
    held: threading.Event = field(default_factory=threading.Event)
    redirect: str = ""  # where the file's address leads to
    piece: int = 0  # bytes of an answer to a request with a Range, at most; 0: all that was requested
    asked: list[str] = field(default_factory=list)
    sent: int = 0  # bytes of files, in all


@contextmanager
def serving(**settings: object) -> Iterator[Server]:
    """A context with a server on a free port of the loopback address."""
    state = Server(**settings)  # type: ignore[arg-type]

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:
            pass

        def do_GET(self) -> None:
            if state.redirect and self.path != "/moved":
                self.send_response(302)
                self.send_header("Location", state.redirect)
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            self.close_connection = True
            asked = self.headers.get("Range", "")
            state.asked.append(asked)
            start, end = 0, len(state.body)
            if state.status != 200:
                self.send_error(state.status)
                return
            fresh = self.headers.get("If-Range", state.etag) == state.etag
            if state.ranges and asked and fresh:
                start = int(re.fullmatch(r"bytes=(\d+)-", asked)[1])  # type: ignore[index]
                if start >= len(state.body):
                    self.send_response(416)
                    self.send_header("Content-Range", f"bytes */{len(state.body)}")
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                    return
                end = min(start + state.piece, len(state.body)) if state.piece else len(state.body)
                self.send_response(206)
                self.send_header("Content-Range", f"bytes {start}-{end - 1}/{len(state.body)}")
            else:
                self.send_response(200)
            if state.etag:
                self.send_header("ETag", state.etag)
            if state.length:
                self.send_header("Content-Length", str(end - start))
            if state.encoding:
                self.send_header("Content-Encoding", state.encoding)
            self.send_header("Connection", "close")
            self.end_headers()
            rest = state.body[start:end]
            if state.cuts:
                rest = rest[: state.cuts.pop(0)]
            if state.hold is not None:
                rest = rest[: state.hold]
            self.wfile.write(rest)
            self.wfile.flush()
            state.sent += len(rest)
            if state.hold is not None:
                state.held.wait()

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    state.url = f"http://127.0.0.1:{server.server_port}/file"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield state
    finally:
        state.held.set()
        server.shutdown()
        thread.join()
        server.server_close()


def of_server(server: Server, *, known: bool = True, url: str | None = None) -> Dataset:
    """A dataset `toy` of one file that the server has; `known`: with its size and checksum."""
    address = server.url if url is None else url
    sums = (hashlib.sha256(server.body).hexdigest(), len(server.body)) if known else ("", 0)
    return Dataset(
        "toy", "a file for tests", "rna", "CC0-1.0", "https://example.org", (DataFile("toy.bin", "x", *sums, address),)
    )


def register(monkeypatch: pytest.MonkeyPatch, *datasets: Dataset) -> None:
    """Makes these the known datasets."""
    monkeypatch.setattr(registry, "DATASETS", datasets)
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
