"""Distributions of other people, installed in a folder: their packages and what their entry points say."""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Mapping
from pathlib import Path

LADDER = Path(__file__).resolve().parents[2] / "mcs_tui" / "templates" / "family"


def install(folder: Path, name: str, groups: Mapping[str, Mapping[str, str]], **modules: str) -> None:
    """A distribution with these entry points and modules."""
    for module, text in modules.items():
        (folder / f"{module}.py").write_text(text)
    described = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    described.mkdir()
    (described / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    lines = [
        f"[{group}]\n" + "".join(f"{key} = {value}\n" for key, value in of.items()) for group, of in groups.items()
    ]
    (described / "entry_points.txt").write_text("\n".join(lines))


def install_ladder(folder: Path, *groups: str) -> None:
    """The ladder's distribution, as its pyproject.toml describes it; of its entry points those in `groups`, or all."""
    install_project(LADDER, folder, *groups)


def install_project(project_folder: Path, folder: Path, *groups: str) -> None:
    """The distribution that the project's pyproject.toml describes; of its entry points those in `groups`, or all."""
    project = tomllib.loads((project_folder / "pyproject.toml").read_text())["project"]
    package = project["name"].replace("-", "_")
    shutil.copytree(project_folder / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    points = project["entry-points"]
    install(folder, project["name"], {name: points[name] for name in groups or points})
