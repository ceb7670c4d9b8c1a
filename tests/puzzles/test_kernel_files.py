"""Kernels on disk: one copy of the sources uses what another compiled; a damaged file is compiled again."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from puzzles.engine import kernel_cache, kernel_sources

pytestmark = pytest.mark.compiled

DRAW = """
import numpy as np
from puzzles.engine.kernels import kernel
from puzzles.engine.streams import next_below, stream

@kernel
def draw(rng, limit):
    return next_below(rng, limit)
"""
ASK = """
import json, os, sys, traceback
import numba, numba.core.caching
def answer(home, kernels, module):
    os.environ["MCS_TUI_KERNELS"] = kernels
    sys.path.insert(0, home)
    os.chdir(home)
    draw = __import__(module, fromlist=["draw"]).draw
    from puzzles.engine.streams import stream
    stats = draw.stats
    return [int(draw(stream("test", 1), 10)), sum(stats.cache_hits.values()), sum(stats.cache_misses.values())]
for line in sys.stdin:
    if os.fork():
        os.wait()
        continue
    try:
        found = answer(*json.loads(line))
    except BaseException:
        found = traceback.format_exc()
    print(json.dumps(found), flush=True)
    os._exit(0)
"""
"""Has imported numba, which takes longer than all else here, and forks a process for each question."""


def copied(home: Path) -> Path:
    """A checkout with a family `cards` that has one kernel."""
    source = Path(kernel_cache.__file__).resolve().parents[2]
    for name in kernel_sources.PACKAGES:
        shutil.copytree(source / name, home / name, ignore=shutil.ignore_patterns("__pycache__"))
    kernels = home / "puzzles" / "cards" / "kernels"
    kernels.mkdir(parents=True)
    for place in (kernels, kernels.parent):
        (place / "__init__.py").touch()
    (kernels / "drawing.py").write_text(DRAW)
    return home


Ask = Callable[..., Any]


@pytest.fixture(scope="module")
def ask() -> Iterator[Ask]:
    """Asks a copy of the sources and a folder of kernels: what is drawn, whether it was loaded, and compiled.

    Else the error. A module may be named whose `draw` it is.
    """
    command = [sys.executable, "-P", "-c", ASK]
    with subprocess.Popen(command, env={}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        questions, answers = process.stdin, process.stdout
        assert questions is not None
        assert answers is not None

        def asked(home: Path, kernels: Path, module: str = "puzzles.cards.kernels.drawing") -> Any:
            print(json.dumps([str(home), str(kernels), module]), file=questions, flush=True)
            return json.loads(answers.readline())

        yield asked
        questions.close()


def test_a_kernel_compiled_in_one_copy_of_the_sources_is_loaded_in_another(ask: Ask, tmp_path: Path) -> None:
    one, other, kernels = copied(tmp_path / "one"), copied(tmp_path / "other" / "deeper"), tmp_path / "kernels"
    drawn, hits, misses = ask(one, kernels)
    assert (hits, misses) == (0, 1)
    assert ask(other, kernels) == [drawn, 1, 0]
    [place] = kernels.iterdir()
    assert place.name.startswith("cards-")
    # an edit makes it cold, and leaves what the other copy uses
    edited = one / "puzzles/cards/kernels/drawing.py"
    edited.write_text(DRAW.replace("next_below(rng, limit)", "next_below(rng, limit) + limit"))
    assert ask(one, kernels) == [drawn + 10, 0, 1]
    assert ask(other, kernels) == [drawn, 1, 0]


def test_a_damaged_file_is_compiled_anew(ask: Ask, tmp_path: Path) -> None:
    home, kernels = copied(tmp_path / "home"), tmp_path / "kernels"
    drawn, *_ = ask(home, kernels)
    [file] = kernels.glob("*/*.kernel")
    whole = file.read_bytes()
    for damaged in (b"", whole[:-1], bytes(len(whole)), whole[:100] + bytes([whole[100] ^ 1]) + whole[101:]):
        file.write_bytes(damaged)
        assert ask(home, kernels) == [drawn, 0, 1]
        assert ask(home, kernels) == [drawn, 1, 0]
    assert not list(kernels.glob("*/*.tmp"))


def test_a_folder_that_others_may_write_into_is_refused_before_a_kernel_is_loaded(ask: Ask, tmp_path: Path) -> None:
    home, kernels = copied(tmp_path / "home"), tmp_path / "kernels"
    drawn, *_ = ask(home, kernels)
    [place] = kernels.iterdir()
    for folder in (kernels, place):
        for mode in (0o720, 0o702):
            folder.chmod(mode)
            assert f"chmod go-w {folder}" in ask(home, kernels)
        folder.chmod(0o755)
    assert ask(home, kernels) == [drawn, 1, 0]


def test_kernels_that_can_not_be_written_serve_the_process(ask: Ask, tmp_path: Path) -> None:
    home, kernels = copied(tmp_path / "home"), tmp_path / "a-file"
    kernels.touch()
    for _ in range(2):
        assert ask(home, kernels)[1:] == [0, 1]


def test_a_kernel_of_another_distribution_goes_by_its_package(ask: Ask, tmp_path: Path) -> None:
    home, kernels = copied(tmp_path / "home"), tmp_path / "kernels"
    (home / "card_games").mkdir()
    (home / "card_games" / "__init__.py").touch()
    (home / "card_games" / "drawing.py").write_text(DRAW)
    assert ask(home, kernels, "card_games.drawing")[1:] == [0, 1]
    assert ask(home, kernels, "card_games.drawing")[1:] == [1, 0]
    (home / "card_games" / "constants.py").write_text("LIMIT = 3\n")
    assert ask(home, kernels, "card_games.drawing")[1:] == [0, 1]
    assert {path.name.rpartition("-")[0] for path in kernels.iterdir()} == {"card_games"}
