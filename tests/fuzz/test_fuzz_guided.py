"""What `tests.fuzz.guided` gives to libFuzzer and makes of it, with a stand-in that tries what is in the corpus."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from . import guided
from .readers import Readers

TARGET = "latin in a spec"
TRIES = 20


class StandIn(ModuleType):
    """As much of atheris as is used: each file of the corpus is read, and changed a few times."""

    def __init__(self) -> None:
        super().__init__("atheris")
        self.settings: list[str] = []

    def instrument_imports(self, include: list[str]) -> nullcontext[None]:
        return nullcontext()

    def Mutate(self, data: bytes, size: int) -> bytes:  # noqa: N802 - its name there
        return data[: size // 2]

    def Setup(  # noqa: N802 - as above
        self, settings: list[str], read: Callable[[bytes], None], custom_mutator: Callable[[bytes, int, int], bytes]
    ) -> None:
        self.settings, self.read, self.change = settings, read, custom_mutator

    def Fuzz(self) -> None:  # noqa: N802 - as above
        for path in sorted(Path(self.settings[1]).iterdir()):
            for seed in range(TRIES):
                self.read(self.change(path.read_bytes(), 10_000, seed))


@pytest.fixture
def libfuzzer(monkeypatch: pytest.MonkeyPatch) -> StandIn:
    """The stand-in in place of atheris; what should be processes of their own runs here."""
    module = StandIn()

    def run(command: list[str], **_options: Any) -> subprocess.CompletedProcess[bytes]:
        name, *rest = re.findall(r"'([^']*)'", command[-1].rpartition("\n")[2])
        guided._fuzz(name, 1, *rest)
        return subprocess.CompletedProcess(command, 0, b"", b"")

    monkeypatch.setitem(sys.modules, "atheris", module)
    monkeypatch.setattr(guided, "find_spec", lambda name: object())
    monkeypatch.setattr(guided.subprocess, "run", run)
    monkeypatch.setattr(guided, "STATED", 0.0)
    return module


def call(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> int:
    monkeypatch.setattr("sys.argv", ["guided", "--only", TARGET, *map(str, arguments)])
    return guided.main()


def test_a_target_is_fuzzed_from_its_seeds_and_its_figures_are_told(
    libfuzzer: StandIn, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert call(monkeypatch, "--seconds", 7, "--corpus", tmp_path / "reached", "--keep", tmp_path / "failed") == 0
    own, total = capsys.readouterr().out.splitlines()
    seeds = len(list((tmp_path / "reached" / "latin-in-a-spec").iterdir()))
    assert seeds > 0
    inputs = int(own.partition(": ")[2].partition(" inputs")[0].replace(",", ""))
    assert inputs > TRIES * seeds
    assert own.startswith(f"{TARGET}: ")
    assert own.endswith(f"; {seeds} inputs in the corpus")
    assert total.startswith(f"all: {inputs:,} inputs for 1 targets")
    assert f"-artifact_prefix={tmp_path / 'failed'}/" in libfuzzer.settings


@pytest.mark.usefixtures("libfuzzer")
def test_what_fails_is_told_and_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def broken(*_arguments: object) -> None:
        raise KeyError("x")

    monkeypatch.setattr(Readers, "_of_spec", lambda _self, _family, _text: iter([("broken", broken)]))
    assert call(monkeypatch, "--corpus", tmp_path / "reached", "--keep", tmp_path / "failed") == 1
    assert "FAILED broken: KeyError" in capsys.readouterr().out
    assert list((tmp_path / "failed").iterdir())


def test_without_libfuzzer_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(guided, "find_spec", lambda name: None)
    with pytest.raises(SystemExit):
        call(monkeypatch)
    assert "pip install atheris" in capsys.readouterr().err
