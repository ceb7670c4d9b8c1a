"""Files that the released program saved are read as it read them: puzzles, games, priors, drafts and other files."""

from __future__ import annotations

import json
import os
import shlex
import shutil
from pathlib import Path

import pytest
from drivers.command_line import invoke
from released.samples import EXPECTED, unpack

from puzzles.registry import get_family, read
from tui.kept.user_files import EditText, RecentFiles
from tui.play.store import OwnStore


@pytest.mark.parametrize("name", sorted(EXPECTED["files"]))
def test_a_saved_file_is_read(name: str, unpacked: dict[str, Path]) -> None:
    about = EXPECTED["files"][name]
    command = about["read"].replace("{file}", str(unpacked["files"] / name)).replace("{texts}", str(unpacked["texts"]))
    done = invoke(*shlex.split(command))
    assert done.exit_code == 0, done.stderr
    if about["read"].startswith("convert -q --format json"):  # figures may be added to a board's JSON
        before, now = json.loads(about["printed"]), json.loads(done.stdout)
        assert {key: now.get(key) for key in before} == before
    else:
        assert done.stdout == about["printed"]


@pytest.mark.parametrize("name", sorted(EXPECTED["priors"]))
def test_a_prior_is_used_as_it_was_counted(name: str, unpacked: dict[str, Path]) -> None:
    shutil.copytree(unpacked["cache"], os.environ["MCS_TUI_CACHE"])
    done = invoke("priors", "export", name)
    assert done.exit_code == 0, done.stderr
    before, now = EXPECTED["priors"][name], json.loads(done.stdout)
    assert (now["count"], now["nb"]) == (before["count"], before["nb"])
    about = {key: value for key, value in before["provenance"].items() if key != "fingerprint"}  # of source files
    assert {key: now["provenance"].get(key) for key in about} == about


@pytest.mark.compiled
@pytest.mark.parametrize("name", sorted(EXPECTED["priors"]))
def test_a_prior_is_counted_as_it_was(name: str) -> None:
    """Where this fails, rules or counting have changed: the revision of that kind of prior is to be raised."""
    before = EXPECTED["priors"][name]
    about = before["provenance"]
    words = ["--prior", about["prior"], "--shape", about["shape"], "--puzzles", str(about["counted"])]
    assert invoke("train", about["family"], *words, "-q").exit_code == 0
    now = json.loads(invoke("priors", "export", name).stdout)
    assert (now["count"], now["nb"]) == (before["count"], before["nb"])


def test_draft_and_recent_files_are_there(unpacked: dict[str, Path]) -> None:
    assert EditText(unpacked["data"]).load() == "a draft: 1 2 .\n. —\n"
    names = ["third-é.json", "second file.kak", "first.txt"]
    assert RecentFiles(unpacked["data"]).paths == [Path("/home/somebody") / name for name in names]


@pytest.mark.parametrize("name", ["morpion-5T-game.txt", "samegame-6-game.txt"])
def test_games_played_by_hand_are_there(name: str, unpacked: dict[str, Path], tmp_path: Path) -> None:
    puzzle = read((unpacked["texts"] / name).read_text(encoding="utf-8"))
    family = get_family(puzzle.family)
    game = family.attached_board(puzzle) or family.start_board(puzzle)
    assert game
    puzzle = read("morpion 5T") if family.name == "morpion" else puzzle
    assert OwnStore(unpack("data", tmp_path / "own")).of(puzzle).games == (game,)
