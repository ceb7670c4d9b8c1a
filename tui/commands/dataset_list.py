"""The datasets as text for people and as JSON objects: what there is, and what of it is here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from puzzles.datasets.stored import Stored


def text() -> str:
    """A paragraph for each dataset: its title, two lines a file, licence and source."""
    from puzzles.datasets.registry import DATASETS
    from puzzles.datasets.stored import all_stored

    states = max(len(stored.state()) for stored in all_stored())
    sizes = max(len(_size(stored)) for stored in all_stored())
    blocks = []
    for one in DATASETS:
        lines = [f"{one.name}: {one.title}"]
        for stored in all_stored(one):
            lines.append(f"  {stored.state():{states}}  {_size(stored):>{sizes}}  {stored.file.name}")
            only = "" if stored.file.url else " (import only)"
            lines.append(f"  {'':{states}}  {'':{sizes}}  {stored.file.title}{only}")
        lines.append(f"  {one.licence}, {one.source}")
        blocks.append("\n".join([*lines, f"  {one.note}"] if one.note else lines))
    return "\n\n".join(blocks)


def objects() -> list[dict[str, Any]]:
    """An object for each dataset, with its files as of `file_object`."""
    from puzzles.datasets.registry import DATASETS
    from puzzles.datasets.stored import all_stored

    return [
        {
            "name": one.name,
            "title": one.title,
            "family": one.family,
            "licence": one.licence,
            "source": one.source,
            "note": one.note,
            "files": [file_object(stored, stored.state()) for stored in all_stored(one)],
        }
        for one in DATASETS
    ]


def file_object(stored: Stored, state: str) -> dict[str, Any]:
    """What there is to say of a file: `bytes` are here, `size` and `sha256` are the published ones, null if unknown."""
    return {
        "name": stored.name,
        "title": stored.file.title,
        "state": str(state),
        "bytes": stored.size,
        "size": stored.file.size or None,
        "sha256": stored.file.sha256 or None,
        "url": stored.file.url or None,
        "path": str(stored.path),
    }


def _size(stored: Stored) -> str:
    """Bytes that are here, or those there are; "?" if nobody says how many."""
    from puzzles.datasets.stored import State

    whole = f"{stored.file.size:,}" if stored.file.size else "?"
    state = stored.state()
    if state is State.PARTIAL:
        return f"{stored.size:,} of {whole}"
    return whole if state is State.ABSENT else f"{stored.size:,}"
