"""Files, folders, modules and their names that the documents name are there."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("README.md", "CONTRIBUTING.md", *(f"docs/{page.name}" for page in sorted((ROOT / "docs").glob("*.md"))))
FOLDERS = ("puzzles", "priors", "solvers", "tui", "mcs_tui", "tests", "docs")
PLACES = {
    found.relative_to(ROOT).as_posix() + ("/" if found.is_dir() else "")
    for folder in FOLDERS
    for found in (ROOT / folder, *(ROOT / folder).rglob("*"))
    if "__pycache__" not in found.parts
}
TAILS = {"/".join(parts[k:]) for place in PLACES for parts in [place.split("/")] for k in range(len(parts))}
"""The places, from any of their folders on: a page on `puzzles/morpion` may say `kernels/rules.py`."""
OF_USERS = {"places/"}
"""Folders that a user of an example has."""
QUOTED = re.compile(r"`([^`\n]+)`")
PLACE = re.compile(r"[\w*<>./-]+(?:\.py|/)")
MODULE = re.compile(r"(?:puzzles|priors|solvers|tui|tests)(?:\.(?!json|toml)\w+)+")
IN_FILE = re.compile(r"`(\w+)`(?:(?:, | and )`(\w+)`)? (?:of|in) `([\w/]+\.py)`")
LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)\s]*)?\)")


def there(place: str) -> bool:
    """True if there is such a file or folder; `*` and `<family>` stand for any name."""
    pattern = re.sub(r"<\w+>", "*", place)
    if "*" not in pattern:
        return pattern in TAILS
    return any(PurePosixPath(one.rstrip("/")).match(pattern.rstrip("/")) for one in PLACES)


def missing_of(module: str) -> str:
    """What of the dotted name is not there: the name itself, what no module has of it, or nothing."""
    parts = module.split(".")
    for count in range(len(parts), 0, -1):
        path, name = "/".join(parts[:count]), (parts[count] if count < len(parts) else "")
        if f"{path}.py" in PLACES:
            text = (ROOT / f"{path}.py").read_text(encoding="utf-8")
            return "" if not name or re.search(rf"\b{name}\b", text) else f"{name} of {path}.py"
        if f"{path}/" in PLACES:
            return "" if not name else f"{name} of {path}/"
    return module


@pytest.mark.parametrize("page", PAGES)
def test_what_the_page_names_is_there(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    quoted = [word for found in QUOTED.findall(text) for word in found.split()]
    lost = [word for word in quoted if PLACE.fullmatch(word) and word not in OF_USERS and not there(word)]
    lost += [missing_of(word) for word in quoted if MODULE.fullmatch(word)]
    for *names, path in IN_FILE.findall(text):
        files = [ROOT / one for one in PLACES if one == path or one.endswith(f"/{path}")]
        source = "\n".join(one.read_text(encoding="utf-8") for one in files)
        lost += [f"{name} of {path}" for name in names if not re.search(rf"\b{name}\b", source)]
    lost += [link for link in LINK.findall(text) if not (ROOT / page).parent.joinpath(link).exists()]
    assert not [one for one in lost if one]
