"""Datasets on this disk are in Puzzles; the puzzles of a file with several, each by itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from drivers.data_server import register
from drivers.fake_engine import make_app, screen_text, wait_for

from puzzles.datasets import registry
from puzzles.datasets.download import matches, take
from puzzles.datasets.registry import DataFile, Dataset
from puzzles.datasets.stored import all_stored, remove
from puzzles.inputs import dataset_puzzles, read_puzzle
from tui.screens.puzzles import PuzzlesScreen
from tui.widgets.lists import VimList

LIST = '"((((....))))"\n"(((....)))...."\n'


def listed(screen: PuzzlesScreen) -> list[str]:
    """The ids of the datasets' puzzles in the list."""
    options = screen.query_one(VimList).options
    return [str(one.id) for one in options if str(one.id).startswith("data:")]


async def test_the_puzzles_of_a_dataset_are_listed_shown_and_go_with_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    files = (DataFile("list.e100", "x", puzzles=True), DataFile("table.tsv", "y"))
    register(monkeypatch, Dataset("toy", "x", "rna", "MIT", "https://example.org", files))
    for name in ("list.e100", "table.tsv"):
        (tmp_path / name).write_text(LIST)
    app = make_app()
    async with app.run_test(size=(100, 40)) as pilot:
        await wait_for(pilot, lambda: isinstance(app.screen, PuzzlesScreen))
        screen = app.main_screen("puzzles")
        assert isinstance(screen, PuzzlesScreen)
        await wait_for(pilot, lambda: screen.query_one(VimList).option_count > 0)
        assert listed(screen) == []
        for match in matches(registry.dataset("toy"), tmp_path):
            take(match)
        screen.fill()
        assert listed(screen) == ["data:rna:toy/list.e100#1", "data:rna:toy/list.e100#2"]
        screen.query_one(VimList).highlight("data:rna:toy/list.e100#2")
        await wait_for(pilot, lambda: "14 nt" in screen_text(app))
        assert "forget" not in screen.possible()
        remove(all_stored()[0])
        screen.query_one(VimList).highlight("data:rna:toy/list.e100#1")
        await wait_for(pilot, lambda: "not on this disk" in screen_text(app))
        screen.fill()
        assert listed(screen) == []


def test_a_damaged_file_is_left_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    files = (DataFile("list.e100", "x", puzzles=True),)
    register(monkeypatch, Dataset("toy", "x", "rna", "MIT", "https://example.org", files))
    (tmp_path / "list.e100").write_bytes(b"\xff\xfe\x00")
    take(matches(registry.dataset("toy"), tmp_path)[0])
    assert dataset_puzzles() == ()


def test_all_targets_of_eterna100_are_listed_and_can_be_read(benchmark_data: Path) -> None:
    for match in matches(registry.dataset("eterna100"), benchmark_data / "eterna100"):
        take(match)
    table, nemo = dataset_puzzles()
    assert len({key.partition(":")[0] for key, _ in table.puzzles}) == 100
    assert len(nemo.puzzles) == 100
    for group in (table, nemo):
        for key, _ in group.puzzles:
            assert 12 <= len(read_puzzle(f"data:{group.name}#{key}", group.family).target) <= 400  # type: ignore[attr-defined]
