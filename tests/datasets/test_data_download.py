"""Downloading a dataset's file from a server on this machine: whole, cut, gone on with, wrong, and not at all."""

from __future__ import annotations

import gzip
import hashlib
import os
import resource
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from drivers.command_line import HOME, environment
from drivers.data_server import BODY, of_server, register, serving

from puzzles.datasets import find
from puzzles.datasets.download import CHUNK, CUTS, DownloadError, download
from puzzles.datasets.stored import DataError, State, Stored, all_stored, locked

CUT = 12 * CHUNK  # of 300,000 bytes; a connection is cut between two of the parts that are written


def stored() -> Stored:
    return all_stored()[0]


def nothing(_done: int, _total: int) -> None:
    pass


def closed_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def test_a_whole_download(monkeypatch: pytest.MonkeyPatch) -> None:
    reported: list[tuple[int, int]] = []
    with serving() as server:
        register(monkeypatch, of_server(server))
        assert find("toy") is None
        assert download(stored(), lambda *numbers: reported.append(numbers)) is State.PRESENT
    place = find("toy")
    assert place is not None
    assert place.read_bytes() == BODY
    assert [path.name for path in place.parent.iterdir()] == ["toy.bin"]
    assert reported[0] == (0, len(BODY))
    assert reported[-1] == (len(BODY), len(BODY))
    assert reported == sorted(reported)
    assert server.asked == [""]


def test_a_cut_connection_is_taken_up_again_and_only_the_rest_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(cuts=[CUT, CUT]) as server:
        register(monkeypatch, of_server(server))
        assert download(stored(), nothing) is State.PRESENT
    assert stored().path.read_bytes() == BODY
    assert server.asked == ["", f"bytes={CUT}-", f"bytes={2 * CUT}-"]
    assert server.sent == len(BODY)


def test_a_connection_that_is_always_cut_ends_and_keeps_what_came(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(cuts=[CUT, 0, 0]) as server:
        register(monkeypatch, of_server(server))
        with pytest.raises(DownloadError, match="cut after 98,304 bytes"):
            download(stored(), nothing)
        assert stored().state() is State.PARTIAL
        assert stored().size == CUT
        server.cuts.clear()
        assert download(stored(), nothing) is State.PRESENT
    assert stored().path.read_bytes() == BODY
    assert server.sent == len(BODY)


def test_a_server_that_cuts_each_time_is_not_asked_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(cuts=[CHUNK] * (CUTS + 5)) as server:
        register(monkeypatch, of_server(server))
        with pytest.raises(DownloadError, match="cut"):
            download(stored(), nothing)
    assert len(server.asked) == CUTS + 1


def test_a_server_without_range_sends_it_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(cuts=[CUT], ranges=False) as server:
        register(monkeypatch, of_server(server))
        assert download(stored(), nothing) is State.PRESENT
    assert stored().path.read_bytes() == BODY
    assert server.sent == CUT + len(BODY)


@pytest.mark.parametrize("known", [True, False], ids=["checksum known", "not known"])
def test_a_file_that_changed_in_between_is_got_anew(monkeypatch: pytest.MonkeyPatch, known: bool) -> None:
    with serving(body=BODY[::-1], cuts=[CUT, 0]) as server:
        register(monkeypatch, of_server(server, known=known))
        with pytest.raises(DownloadError):
            download(stored(), nothing)
        server.body, server.etag = BODY, '"two"'
        register(monkeypatch, of_server(server, known=known))
        download(stored(), nothing)
    assert stored().path.read_bytes() == BODY


def test_without_checksum_and_validator_a_part_is_not_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(body=BODY[::-1], etag="", cuts=[CUT]) as server:
        register(monkeypatch, of_server(server, known=False))
        with pytest.raises(DownloadError):
            download(stored(), nothing)
        server.body = BODY
        assert download(stored(), nothing) is State.NOT_VERIFIED
    assert stored().path.read_bytes() == BODY
    assert not any(server.asked)


def test_a_part_that_is_all_of_it_needs_no_second_transfer(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving() as server:
        register(monkeypatch, of_server(server, known=False))
        stored().path.parent.mkdir(parents=True)
        stored().part.write_bytes(BODY)
        stored().part.with_name("toy.bin.part.from").write_text(server.etag)
        assert download(stored(), nothing) is State.NOT_VERIFIED
        assert server.sent == 0
    assert stored().path.read_bytes() == BODY


@pytest.mark.parametrize("known", [True, False], ids=["size known", "not known"])
def test_a_part_that_is_longer_than_the_file_is_thrown_away(monkeypatch: pytest.MonkeyPatch, known: bool) -> None:
    with serving() as server:
        register(monkeypatch, of_server(server, known=known))
        stored().path.parent.mkdir(parents=True)
        stored().part.write_bytes(BODY + b"more")
        stored().part.with_name("toy.bin.part.from").write_text(server.etag)
        download(stored(), nothing)
    assert stored().path.read_bytes() == BODY


def test_a_wrong_checksum_sets_the_file_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving() as server:
        register(monkeypatch, of_server(server))
        server.body = BODY[:-1] + b"x"
        with pytest.raises(DataError, match=r"set aside as .*toy\.bin\.wrong") as caught:
            download(stored(), nothing)
        assert hashlib.sha256(server.body).hexdigest()[:16] in str(caught.value)
        assert hashlib.sha256(BODY).hexdigest()[:16] in str(caught.value)
        assert find("toy") is None
        assert stored().path.with_name("toy.bin.wrong").read_bytes() == server.body
        assert stored().state() is State.ABSENT
        server.body = BODY
        assert download(stored(), nothing) is State.PRESENT


def test_a_file_larger_than_published_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving() as server:
        register(monkeypatch, of_server(server))
        server.body = BODY * 3
        with pytest.raises(DownloadError, match="more than the published 300,000 bytes"):
            download(stored(), nothing)
        assert stored().size <= len(BODY)
        server.body = BODY
        assert download(stored(), nothing) is State.PRESENT


def test_a_wrong_part_is_noticed_and_the_next_download_is_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with serving() as server:
        register(monkeypatch, of_server(server))
        stored().path.parent.mkdir(parents=True)
        stored().part.write_bytes(bytes(CUT))
        with pytest.raises(DataError, match="set aside"):
            download(stored(), nothing)
        assert download(stored(), nothing) is State.PRESENT
    assert stored().path.read_bytes() == BODY


def test_an_unknown_checksum_is_kept_at_the_first_download(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving() as server:
        register(monkeypatch, of_server(server, known=False))
        assert download(stored(), nothing) is State.NOT_VERIFIED
        assert stored().verified() is State.NOT_VERIFIED
        server.body = BODY[::-1]
        with pytest.raises(DataError, match="as it first arrived here"):
            download(stored(), nothing)
        assert stored().path.read_bytes() == BODY
        stored().path.write_bytes(b"damaged")
        assert stored().verified() is State.WRONG
    sums = stored().path.parent.parent / "SHA256SUMS"
    assert sums.read_text() == f"{hashlib.sha256(BODY).hexdigest()}  toy/toy.bin\n"


def test_neither_length_nor_checksum_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(length=False) as server:
        register(monkeypatch, of_server(server, known=False))
        with pytest.raises(DownloadError, match="the server reports no length"):
            download(stored(), nothing)
        register(monkeypatch, of_server(server))
        assert download(stored(), nothing) is State.PRESENT


def test_a_packed_file_that_the_server_calls_an_encoding_stays_packed(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(body=gzip.compress(BODY, mtime=0), encoding="x-gzip", cuts=[CUT]) as server:
        register(monkeypatch, of_server(server))
        assert download(stored(), nothing) is State.PRESENT
    assert stored().path.read_bytes() == server.body


def test_a_redirect_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(redirect="/moved", cuts=[CUT]) as server:
        register(monkeypatch, of_server(server))
        assert download(stored(), nothing) is State.PRESENT
    assert stored().path.read_bytes() == BODY
    assert server.sent == len(BODY)


def test_a_redirect_to_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(redirect="http://[::1/file") as server:
        register(monkeypatch, of_server(server))
        with pytest.raises(DownloadError, match="Invalid IPv6 URL"):
            download(stored(), nothing)


@pytest.mark.parametrize("known", [True, False], ids=["checksum known", "not known"])
def test_a_server_that_sends_the_rest_in_pieces(monkeypatch: pytest.MonkeyPatch, known: bool) -> None:
    with serving(cuts=[CUT], piece=CUT) as server:
        register(monkeypatch, of_server(server, known=known))
        download(stored(), nothing)
    assert stored().path.read_bytes() == BODY


@pytest.mark.parametrize(
    ("status", "said"), [(404, "404 Not Found"), (500, "500 Internal Server Error"), (204, "204 No Content")]
)
def test_an_error_of_the_server(monkeypatch: pytest.MonkeyPatch, status: int, said: str) -> None:
    with serving(status=status) as server:
        register(monkeypatch, of_server(server))
        with pytest.raises(DownloadError) as caught:
            download(stored(), nothing)
    assert str(caught.value) == f"{server.url}: the server answered {said}"
    assert stored().state() is State.ABSENT


def test_nobody_at_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving() as server:
        url = f"http://127.0.0.1:{closed_port()}/file"
        register(monkeypatch, of_server(server, url=url))
        with pytest.raises(DownloadError) as caught:
            download(stored(), nothing)
    assert str(caught.value) == f"{url}: Connection refused"


def test_a_host_that_has_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: object, **_settings: object) -> object:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    with serving() as server:
        register(monkeypatch, of_server(server, url="http://nowhere.invalid/file"))
        monkeypatch.setattr(socket, "getaddrinfo", fail)
        with pytest.raises(DownloadError, match=r"^http://nowhere\.invalid/file: the host's name is not found$"):
            download(stored(), nothing)


def test_the_proxy_of_the_environment_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving() as server:
        register(monkeypatch, of_server(server, url="http://nowhere.invalid/file"))
        monkeypatch.setenv("http_proxy", server.url.removesuffix("/file"))
        assert download(stored(), nothing) is State.PRESENT
        monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{closed_port()}")
        with pytest.raises(DownloadError, match="the proxy: Connection refused"):
            download(stored(), nothing)


def test_a_server_that_falls_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puzzles.datasets.download.WAITING", 0.05)
    with serving(hold=0) as server:
        register(monkeypatch, of_server(server))
        with pytest.raises(DownloadError, match="no answer in time"):
            download(stored(), nothing)


def test_two_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving() as server:
        register(monkeypatch, of_server(server))
        with locked(stored()), pytest.raises(DataError, match="by another process"):
            download(stored(), nothing)


def test_a_full_disk_keeps_what_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    with serving() as server:
        register(monkeypatch, of_server(server))
        resource.setrlimit(resource.RLIMIT_FSIZE, (CUT, limits[1]))
        try:
            with pytest.raises(DataError, match=r"toy\.bin\.part: File too large; its 98,304 bytes are kept"):
                download(stored(), nothing)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert stored().size == CUT
        assert download(stored(), nothing) is State.PRESENT
    assert server.asked == ["", f"bytes={CUT}-"]
    assert stored().path.read_bytes() == BODY


def test_a_folder_that_can_not_be_made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("MCS_TUI_DATA", str(tmp_path / "file"))
    with serving() as server:
        register(monkeypatch, of_server(server))
        with pytest.raises(DataError, match="Not a directory"):
            download(stored(), nothing)


PROGRAM = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job is started without it
from puzzles.datasets import registry
from puzzles.datasets.registry import DataFile, Dataset
file = DataFile("toy.bin", "x", sys.argv[2], int(sys.argv[3]), sys.argv[1])
registry.DATASETS = (Dataset("toy", "a toy", "rna", "CC0-1.0", "", (file,)),)
sys.argv[1:] = ["data", "download", "toy"]
from tui.commands import main
main()
"""


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["Ctrl-C", "SIGTERM"])
def test_an_interrupted_command_keeps_what_came(number: int, code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(hold=2 * CUT) as server:
        register(monkeypatch, of_server(server))
        file = of_server(server).files[0]
        command = [sys.executable, "-c", PROGRAM, file.url, file.sha256, str(file.size)]
        environment_of_it = environment(no_proxy="127.0.0.1")
        begun = subprocess.Popen(command, cwd=HOME, env=environment_of_it, stderr=subprocess.PIPE)
        while stored().size < 2 * CUT and begun.poll() is None:
            os.sched_yield()
        begun.send_signal(number)
        output = begun.communicate(timeout=600)[1].decode()
        assert begun.returncode == code, output
        assert "Traceback" not in output
        assert "196,608 bytes are kept" in output
        assert stored().size == 2 * CUT
        server.hold = None
        ended = subprocess.run(command, cwd=HOME, env=environment_of_it, capture_output=True, check=False, timeout=600)
        assert ended.returncode == 0, ended.stderr
    assert server.asked == ["", f"bytes={2 * CUT}-"]
    assert stored().path.read_bytes() == BODY
