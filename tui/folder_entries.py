"""Completing a path that is being typed: the entries of its folder that begin as it does."""

from __future__ import annotations

import os
from pathlib import Path

MOST = 200


def entries(typed: str) -> list[str]:
    """The paths that begin as typed, at most MOST: folders first, with a slash at the end; hidden ones if asked for."""
    folder_text, slash, beginning = typed.rpartition("/")
    folder = Path((folder_text or "/") if slash else ".").expanduser()
    found = []
    try:
        with os.scandir(folder) as scan:
            for entry in scan:
                if entry.name.startswith(beginning) and (beginning or not entry.name.startswith(".")):
                    found.append((not entry.is_dir(), entry.name))
    except (OSError, ValueError):
        return []
    found.sort()
    return [f"{folder_text}{slash}{name}" + ("" if is_file else "/") for is_file, name in found[:MOST]]


def completed(typed: str) -> str:
    """What is typed, completed as far as all possible entries agree."""
    common = os.path.commonprefix(entries(typed))  # noqa: RUF071 - by characters is what is wanted
    return common if len(common) > len(typed) else typed


def begun_anew(typed: str) -> str:
    """The path without what stands before a `//` or `/~/`: an absolute path typed behind the suggested folder."""
    for mark in ("//", "/~/"):
        _, found, rest = typed.rpartition(mark)
        if found:
            typed = mark[1:] + rest
    return typed
