"""`mcs-tui data`: what it prints, its exit codes, and one line for whatever goes wrong."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from drivers.command_line import LATIN, invoke, one_line, run
from drivers.data_server import BODY, of_server, register, serving

from puzzles.datasets.registry import DataFile, Dataset
from puzzles.datasets.stored import all_stored, folder

SUM = hashlib.sha256(BODY).hexdigest()
TOY = Dataset(
    "toy",
    "files for tests",
    "rna",
    "CC0-1.0",
    "https://example.org",
    (DataFile("known.bin", "x", SUM, len(BODY)), DataFile("unknown.bin", "y")),
    note="by nobody",
)


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch, TOY)


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    path = tmp_path / "mine.bin"
    path.write_bytes(BODY)
    return path


def refused(*arguments: str, code: int = 2) -> str:
    result = invoke("data", *arguments)
    assert (result.exit_code, result.stdout) == (code, ""), result.stderr
    return one_line(result.stderr)


def test_the_real_list_names_size_licence_and_source() -> None:
    done = run(["data"])
    assert (done.returncode, done.stderr) == (0, b"")
    text = done.stdout.decode()
    assert max(map(len, text.splitlines())) <= 110
    for words in (
        "eterna100: ",
        "absent",
        "95,992  eterna100_puzzles.tsv",
        "MIT, https://",
        "rfam: ",
        "CC0",
        "?  Rfam",
    ):
        assert words in text, words
    assert run(["data", "list"]).stdout == done.stdout
    for one in json.loads(run(["data", "list", "--json"]).stdout):
        assert set(one) == {"name", "title", "family", "licence", "source", "note", "files"}


@pytest.mark.usefixtures("toy")
def test_import_list_path_verify_remove(mine: Path, tmp_path: Path) -> None:
    done = invoke("data", "import", "toy", str(mine))
    place = folder() / "toy" / "known.bin"
    assert (done.exit_code, done.stdout, done.stderr) == (0, f"toy/known.bin: present, 300,000 bytes, {place}\n", "")
    other = tmp_path / "unknown.bin"
    other.write_bytes(b"1234")
    done = invoke("data", "import", "toy", str(other))
    assert done.exit_code == 0
    assert done.stdout.startswith("toy/unknown.bin: not verified, 4 bytes, ")
    assert "nobody publishes its checksum" in one_line(done.stderr)
    listed = invoke("data").stdout
    assert "present       300,000  known.bin" in listed
    assert "not verified        4  unknown.bin" in listed
    assert invoke("data", "path", "toy").stdout == f"{place}\n"
    assert json.loads(invoke("data", "path", "toy/unknown.bin", "--json").stdout)["path"].endswith("unknown.bin")
    done = invoke("data", "verify")
    assert (done.exit_code, done.stdout) == (0, "toy/known.bin: present\ntoy/unknown.bin: not verified\n")
    place.write_bytes(b"spoilt")
    done = invoke("data", "verify")
    assert done.exit_code == 1
    assert done.stdout == "toy/known.bin: wrong\ntoy/unknown.bin: not verified\n"
    assert "toy/known.bin has changed" in one_line(done.stderr)
    assert [one["state"] for one in json.loads(invoke("data", "verify", "--json").stdout)] == ["wrong", "not verified"]
    assert json.loads(invoke("data", "remove", "toy", "--json").stdout) == {
        "removed": ["toy/known.bin", "toy/unknown.bin"]
    }
    assert refused("remove", "toy", code=0) == "nothing of toy is here"
    assert refused("verify", code=0) == "nothing is here to verify"
    assert not place.parent.exists()


@pytest.mark.usefixtures("toy")
def test_a_file_that_is_not_the_published_one(tmp_path: Path) -> None:
    path = tmp_path / "known.bin"
    path.write_bytes(b"another")
    line = refused("import", "toy", str(path))
    assert line.startswith(f"mcs-tui data import: {path} has the SHA-256 ")
    assert SUM[:16] in line
    assert line.endswith("toy/known.bin as published (--unverified accepts it all the same)")
    done = invoke("data", "import", "toy", str(path), "--unverified", "--json")
    assert done.exit_code == 0
    assert [(one["name"], one["state"], one["bytes"], one["sha256"]) for one in json.loads(done.stdout)] == [
        ("toy/known.bin", "not verified", 7, SUM)
    ]
    assert "it is not what was published" in one_line(done.stderr)


@pytest.mark.usefixtures("toy")
def test_bad_names_and_paths(tmp_path: Path, mine: Path) -> None:
    for command in (["import", "none", str(mine)], ["download", "none"], ["path", "none"], ["remove", "none"]):
        assert refused(*command) == "mcs-tui: there is no dataset 'none'; expected one of: toy"
    assert refused("verify", "toy/none").endswith("toy has no file 'none'; expected one of: known.bin, unknown.bin")
    assert (
        refused("import", "toy", str(tmp_path / "none")) == f"mcs-tui: {tmp_path / 'none'}: No such file or directory"
    )
    empty = tmp_path / "empty"
    empty.mkdir()
    assert "there is none of toy's files; expected one of" in refused("import", "toy", str(empty))
    assert refused("path", "toy") == "mcs-tui: toy is not here; mcs-tui data import toy PATH"
    assert refused("download", "toy") == "mcs-tui: toy can't be downloaded; mcs-tui data import toy PATH"
    assert "Missing argument" in refused("download")
    assert refused("frobnicate").startswith("mcs-tui data: no command")


def test_a_download_and_what_is_here_already(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving() as server:
        register(monkeypatch, of_server(server))
        done = invoke("data", "download", "toy", "toy/toy.bin")
        assert done.exit_code == 0
        assert done.stdout.startswith("toy/toy.bin: present, 300,000 bytes, ")
        assert one_line(done.stderr) == f"toy/toy.bin: 300,000 bytes from {server.url}"
        done = invoke("data", "download", "toy")
        assert one_line(done.stderr) == "toy/toy.bin is here already"
        assert len(server.asked) == 1
        all_stored()[0].path.write_bytes(b"spoilt")
        done = invoke("data", "download", "toy", "--quiet", "--json")
        assert (done.exit_code, done.stderr) == (0, "")
        assert [one["state"] for one in json.loads(done.stdout)] == ["present"]
    assert all_stored()[0].path.read_bytes() == BODY


def test_a_cut_download_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(cuts=[98_304, 0]) as server:
        register(monkeypatch, of_server(server))
        done = invoke("data", "download", "toy")
        assert (done.exit_code, done.stdout) == (1, "")
        assert "the connection was cut after 98,304 bytes" in done.stderr
        assert "partial" in invoke("data").stdout
        assert "98,304 of 300,000" in invoke("data").stdout
        done = invoke("data", "download", "toy")
        assert done.exit_code == 0
        assert "continued after 98,304 bytes" in done.stderr


def test_a_wrong_checksum_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving() as server:
        register(monkeypatch, of_server(server))
        server.body = BODY[::-1]
        line = refused("download", "toy", "--quiet", code=1)
    assert line.startswith("mcs-tui data download: toy/toy.bin has the SHA-256 ")
    assert line.endswith("toy.bin.wrong")


def test_no_network_shows_the_address_and_the_way_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving() as server:
        pass
    register(monkeypatch, of_server(server))
    assert refused("download", "toy", code=1) == (
        f"mcs-tui data download: {server.url}: Connection refused; "
        "a copy from elsewhere is imported by: mcs-tui data import toy FILE"
    )


def test_one_that_fails_does_not_keep_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving() as server, serving(status=404) as other:
        bad = Dataset("bad", "x", "rna", "MIT", "https://example.org", (DataFile("b", "x", url=other.url),))
        register(monkeypatch, bad, of_server(server))
        done = invoke("data", "download", "bad", "toy", "--json", "--quiet")
    assert done.exit_code == 1
    assert "the server answered 404 Not Found" in one_line(done.stderr)
    assert [one["name"] for one in json.loads(done.stdout)] == ["toy/toy.bin"]


@pytest.mark.usefixtures("toy")
def test_a_data_folder_that_is_a_file(monkeypatch: pytest.MonkeyPatch, mine: Path) -> None:
    monkeypatch.setenv("MCS_TUI_DATA", str(mine))
    assert "Not a directory" in refused("import", "toy", str(mine), code=1)
    assert refused("remove", "toy", code=0) == "nothing of toy is here"
    assert invoke("data").exit_code == 0


def test_a_dataset_can_be_named_in_place_of_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    square = tmp_path / "square.txt"
    square.write_text(LATIN)
    files = (DataFile("other.txt", "y"), DataFile("square.txt", "x"))
    register(monkeypatch, Dataset("toy", "x", "latin", "MIT", "https://example.org", files))
    line = one_line(invoke("check", "data:toy/square.txt").stderr)
    assert line == (
        "data:toy/square.txt: toy/square.txt is not on this disk; "
        "expected it after mcs-tui data download toy/square.txt, or mcs-tui data import toy PATH"
    )
    assert invoke("data", "import", "toy", str(square)).exit_code == 0
    for name in ("data:toy", "data:toy/square.txt"):
        done = invoke("check", name, "--json")
        assert done.exit_code == 0, done.stderr
        assert json.loads(done.stdout)["file"] == name
    done = invoke("check", "data:toy", "--board", "data:toy/square.txt", "--quiet")
    assert done.exit_code == 1  # it has holes
    for name in ("data:none", "data:", "data:/", "data:toy/none"):
        done = invoke("solve", name)
        assert done.exit_code == 2
        assert one_line(done.stderr).startswith(f"{name}: ")
    line = one_line(invoke("train", "rna", "--from", "data:toy/other.txt").stderr)
    assert line.startswith("data:toy/other.txt: toy/other.txt is not on this disk; expected it after")


@pytest.mark.parametrize(
    ("name", "title"),
    [("data:eterna100#7:V2", "Fractal 2, 284 nt"), ("data:eterna100/nemo_list.e100#3", "36 nt"), ("data:rfam", "")],
)
def test_puzzles_of_the_real_datasets(benchmark_data: Path, name: str, title: str) -> None:
    dataset = name.removeprefix("data:").partition("#")[0].partition("/")[0]
    assert invoke("data", "import", dataset, str(benchmark_data / dataset)).exit_code == 0
    done = invoke("check", name, "--json")
    if title:
        assert done.exit_code == 0, done.stderr
        assert title in json.loads(done.stdout)["title"]
    else:
        assert done.exit_code == 2
        assert "rfam14.2_seed.tsv.gz" in one_line(done.stderr)
