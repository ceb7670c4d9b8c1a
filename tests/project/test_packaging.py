"""The ground: README's commands, versions without hosts, no third-party data or machine's paths in the project."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def _tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode != 0:
        pytest.skip("not a git checkout")
    return [ROOT / name for name in listed.stdout.decode().split("\0") if name and (ROOT / name).is_file()]


def test_constraints_name_versions_and_nothing_else() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = [line for line in lines if line and not line.startswith("#")]
    assert len(pinned) > 20
    for line in pinned:
        assert re.fullmatch(r"[A-Za-z0-9_.-]+==[A-Za-z0-9_.+!-]+", line), line


def test_constraints_pin_every_direct_dependency() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    pinned = {
        line.partition("==")[0].lower().replace("_", "-")
        for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    }
    names = {re.match(r"[A-Za-z0-9_.-]+", one)[0].lower().replace("_", "-") for one in wanted}  # type: ignore[index]
    assert names <= pinned


def test_readme_has_the_two_commands_that_ci_and_users_run() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"<!-- (\w+) command -->\n```sh\n(.*?)\n```", readme, re.DOTALL)
    assert [name for name, _ in blocks] == ["start", "test"]
    commands = dict(blocks)
    assert commands["start"].endswith("mcs-tui")
    assert "pytest" in commands["test"]


def test_no_lock_file_and_no_path_of_a_machine() -> None:
    assert not any(path.name == "uv.lock" for path in _tracked())
    for path in _tracked():
        if path.suffix in {".py", ".md", ".toml", ".txt", ".tcss", ""}:
            text = path.read_text(encoding="utf-8", errors="replace")
            assert not re.search(r"(?<![\w.])/(work|farm)/\w", text), path
