"""The targets of Eterna100, read from its table or from NEMO's list, wherever that file is on this disk."""

from __future__ import annotations

from pathlib import Path

from puzzles.datasets import find
from puzzles.errors import PuzzleError
from puzzles.family import Puzzle
from puzzles.registry import decode, get_family

FILES = {"V1": "eterna100_puzzles.tsv", "V2": "eterna100_puzzles.tsv", "NEMO": "nemo_list.e100"}
"""The file of each version in the dataset; NEMO is V1 as that program ran on it, with fixed bases in 22 puzzles."""


class MissingError(Exception):
    """The targets are not here; the text is one line that says how to get them."""


def located(version: str, given: Path | None) -> Path:
    """The file with the version's targets: the given one, else the dataset's; MissingError if that is not here."""
    if given is not None:
        return given
    name = f"eterna100/{FILES[version]}"
    found = find(name)
    if found is None:
        ways = f"mcs-tui data download {name} or mcs-tui data import eterna100 PATH brings it, or name it by --file"
        raise MissingError(f"{name} is not on this disk: {ways}")
    return found


def targets(path: Path, version: str, model: str, objective: str) -> dict[int, Puzzle]:
    """The targets by number; PuzzleError if the file can't be read, or has none of that version."""
    rna = get_family("rna")
    try:
        entries = rna.entries(decode(path.read_bytes(), source=path.name))
    except OSError as error:
        raise PuzzleError(f"it can't be read: {error.strerror}", source=path.name) from None
    except PuzzleError as error:
        raise error.within(path.name) from None
    wanted = [one for one in entries if one.variant in ("", version)]
    if not wanted:
        raise PuzzleError(f"it has no targets of {version}", "Eterna's table or NEMO's list", source=path.name)
    settings = {"model": model, "objective": objective}
    return {one.number: rna.adjusted(rna.parse(one.text), settings) for one in wanted}
