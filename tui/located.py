"""Where a file is that is named as data:NAME: a dataset's file on this disk in place of a path."""

from __future__ import annotations

from puzzles.errors import PuzzleError

DATA = "data:"
"""Before a dataset's name, in place of a file's path (a file of such a name is `./data:...`)."""


def located(name: str) -> str:
    """The name, with `data:NAME` or `data:NAME/FILE` at its beginning replaced by the file's path.

    What follows a `#` stays as it is. PuzzleError if there is no such dataset, or it is not here.
    """
    if not name.startswith(DATA):
        return name
    from puzzles.datasets import find
    from puzzles.datasets.registry import UnknownDatasetError

    dataset, mark, entry = name.removeprefix(DATA).partition("#")
    try:
        path = find(dataset)
    except UnknownDatasetError as error:
        raise PuzzleError(str(error), source=name) from None
    if path is None:
        ways = f"it after mcs-tui data download {dataset}, or mcs-tui data import {dataset.partition('/')[0]} PATH"
        raise PuzzleError(f"{dataset} is not on this disk", ways, source=name)
    return f"{path}{mark}{entry}"
