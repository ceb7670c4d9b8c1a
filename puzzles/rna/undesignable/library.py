"""The motifs that are known to be undesignable: what of their proofs is here, read once, and where each is from.

The authors' library is the dataset `undesignable` (`mcs-tui data`); none of it comes with the project. Our own proofs
are in `proofs`, and count first.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from io import StringIO
from pathlib import Path

from puzzles.datasets.stored import all_stored
from puzzles.errors import PuzzleError
from puzzles.rna.undesignable import proofs
from puzzles.rna.undesignable.motif import EXPECTED, parse, rotations
from puzzles.text.quoting import quoted
from puzzles.user_data import read_file, unpacked

DATASET = "undesignable"
TIE = 0.5
"""No sequence gives an undesignable motif a larger probability: some rival has at most its energy."""
AUTHORS = "Zhou et al., RECOMB 2025"


@dataclass(frozen=True, slots=True)
class Known:
    """A motif proved undesignable. `bound`: no sequence gives it a larger probability, its boundary pairs being formed.

    `source` says in words who proved it, and in which file that is; `own`: we, by rivals that can be verified.
    `never`: it can't even tie with its rivals.
    """

    text: str
    bound: float
    source: str
    own: bool = False
    never: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Library:
    """Motifs by each of their rotations; `texts` are these, sorted. `faults`: files that can't be read, a line each."""

    known: dict[str, Known]
    texts: tuple[str, ...]
    faults: tuple[str, ...] = ()


def load() -> Library:
    """What is on this disk; a file that has changed since is read again."""
    stamps = []
    for path in (*(one.path for one in all_stored() if one.dataset.name == DATASET), proofs.own_file()):
        with suppress(OSError):
            stamps.append((str(path), path.stat().st_mtime_ns))
    return cached(tuple(stamps))


def read(paths: tuple[Path, ...]) -> Library:
    """The proofs that come with the project and those in these files: of the dataset, gzip or not, told apart by what
    their names end in; any other is a file of own proofs."""
    found: dict[str, Known] = {}
    faults = []
    _add_proofs(found, proofs.bundled())
    for path in paths:
        reader = next((one for name, one in _READERS.items() if path.name.removesuffix(".gz").endswith(name)), None)
        source = f"{AUTHORS}, {path.name.removesuffix('.gz')}"
        try:
            data = read_file(path)
            text = (unpacked(data) if data[:2] == b"\x1f\x8b" else data).decode("ascii")
            if reader is None:
                _add_proofs(found, text)
                continue
            for line, motif, bound in reader(text):
                _add(found, motif, bound, source, line)
        except PuzzleError as error:
            faults.append(str(error.within(str(path))))
        except (OSError, EOFError, UnicodeDecodeError, csv.Error) as error:
            faults.append(f"{path}: {getattr(error, 'strerror', None) or error}")
    return Library(found, tuple(sorted(found)), tuple(faults))


@lru_cache(maxsize=2)
def cached(stamps: tuple[tuple[str, int], ...]) -> Library:
    """As `read`, of files with the times at which they were last changed."""
    return read(tuple(Path(path) for path, _ in stamps))


def _add_proofs(found: dict[str, Known], text: str) -> None:
    for line, proof in proofs.read(text):
        try:
            turned = rotations(parse(proof.motif))
        except PuzzleError as error:
            raise PuzzleError(error.found, error.expected, line=line, column=error.column) from None
        found |= dict.fromkeys(turned, Known(turned[0], proof.bound, proof.source, own=True, never=proof.never))


def _add(found: dict[str, Known], text: str, bound: float, source: str, line: int) -> None:
    """Keeps the motif under all its rotations, unless it is one of our own proofs.

    Files give some bounds twice, by two programs: the larger one counts. A bound of TIE says no more than that the
    motif is undesignable, so any other takes its place.
    """
    before = found.get(text)
    if before is not None and (before.own or bound == TIE or (before.bound != TIE and before.bound >= bound)):
        return
    if text.startswith("5"):  # as it stands: 53,300 of them are read in a moment
        if not text.endswith("3") or text.strip("53.(*)"):
            raise PuzzleError(f"{quoted(text)} is no motif", EXPECTED, line=line)
        found[text] = Known(text, bound, source)
        return
    try:
        turned = rotations(parse(text))
    except PuzzleError as error:
        raise PuzzleError(error.found, error.expected, line=line, column=error.column) from None
    known = Known(turned[0], bound, source)
    found |= dict.fromkeys(turned, known)


_Row = tuple[int, str, float]
"""Line, motif and bound."""


def _bounded(text: str) -> Iterator[_Row]:
    """Lines of a motif, the upper bound of its probability, and the seconds that this took."""
    for line, row in enumerate(text.splitlines(), 1):
        motif, _, rest = row.partition(",")
        try:
            bound = float(rest.partition(",")[0])
        except ValueError:
            bound = -1.0
        if not 0 <= bound <= 1:
            raise PuzzleError(f"{quoted(row)} has no bound", "a motif, a comma and a probability", line=line)
        yield line, motif, min(bound, TIE)


def _listed(text: str) -> Iterator[_Row]:
    for line, row in enumerate(text.splitlines(), 1):
        yield line, row, TIE


def _proved(text: str) -> Iterator[_Row]:
    """A table with the columns Motif and Result."""
    table = csv.DictReader(StringIO(text))
    if not {"Motif", "Result"} <= set(table.fieldnames or ()):
        raise PuzzleError("the first line does not name the columns Motif and Result", "the authors' table", line=1)
    for row in table:
        if row["Result"] == "undesignable":
            yield table.line_num, row["Motif"] or "", TIE


_READERS: dict[str, Callable[[str], Iterator[_Row]]] = {
    "lib_undesignable.mprob": _bounded,
    "lib_undesignable.ex.txt.mprob": _bounded,
    "results.uniq.csv": _proved,
    "short14_external_undesignable_dg0.txt": _listed,
}
"""The dataset's files by name."""
