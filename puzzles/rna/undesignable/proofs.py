"""Our own proofs that motifs are undesignable: a motif, its bound, and the rivals by which anybody can verify both.

A file of them has a line for each: motif, bound, `tie` or `never`, and rivals, divided by blanks; lines with `#` are
comments. Rivals are
written as motifs are, with `(*)` for the boundary pairs. `proofs.txt` comes with the project; what `mcs-tui check
--prove` finds is kept beside the user's runs.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from puzzles.errors import PuzzleError
from puzzles.rna.undesignable.motif import BOUNDARY, canonical, parse
from puzzles.text.quoting import counted, quoted
from puzzles.user_data import data_root, make_folder, read_file, replace_file

HEAD = "# motif, its largest probability, whether it may tie, rivals: proved for Turner 2004, dangles 2\n"
EXPECTED = "a motif, a probability of at most 0.5, tie or never, and rivals"


_TIES = ("tie", "never")


@dataclass(frozen=True, slots=True)
class Proof:
    """For each sequence, some rival has at most the motif's energy (`never`: less than it).

    No sequence gives the motif a larger probability than `bound`.
    """

    motif: str
    bound: float
    rivals: tuple[str, ...]
    never: bool = False

    @property
    def source(self) -> str:
        return f"own proof, {counted(len(self.rivals), 'rival')}"

    @property
    def line(self) -> str:
        return f"{self.motif} {self.bound:.10g} {_TIES[self.never]} {' '.join(self.rivals)}\n"


def bundled() -> str:
    return resources.files("puzzles.rna.undesignable").joinpath("proofs.txt").read_text(encoding="ascii")


def own_file() -> Path:
    """Where the proofs that were found here are kept."""
    return data_root() / "undesignable-proofs.txt"


def read(text: str) -> Iterator[tuple[int, Proof]]:
    """The proofs in the text with their lines; PuzzleError if a line is none. They are not verified."""
    for number, line in enumerate(text.splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        motif, _, rest = line.partition(" ")
        bound, ties, *rivals = (*rest.split(), "", "")
        try:
            proof = Proof(motif, float(bound), tuple(one for one in rivals if one), never=bool(_TIES.index(ties)))
        except ValueError:
            raise PuzzleError(f"{quoted(line)} is no proof", EXPECTED, line=number) from None
        if not (proof.rivals and 0 <= proof.bound <= 0.5):
            raise PuzzleError(f"{quoted(line)} is no proof", EXPECTED, line=number)
        yield number, proof


def keep(proofs: Sequence[Proof]) -> None:
    """Adds the proofs to the user's file; OSError if that fails."""
    if not proofs:
        return
    path = own_file()
    try:
        text = read_file(path).decode("ascii", "replace")
    except FileNotFoundError:
        make_folder(path.parent)
        text = HEAD
    there = set(text.splitlines(keepends=True))
    replace_file(path, (text + "".join(one.line for one in proofs if one.line not in there)).encode())


def proved(motif: str, deadline: float) -> Proof | str:
    """A proof, or a sequence whose only least structure the motif is; `proving.TimeIsUpError` at time.monotonic()."""
    from puzzles.rna.undesignable import proving

    text = canonical(parse(motif))
    frame = proving.Frame(parse(text))
    result = proving.prove(frame, deadline, random.Random(1))
    if result.design:
        return result.design
    rivals = [proving.Rival(frame, one) for one in result.rivals]
    try:
        bound = proving.largest_probability(frame, rivals, min(deadline, time.monotonic() + 5))
    except proving.TimeIsUpError:
        bound = 0.5  # which the proof itself says
    try:
        never = next(proving.survivors(frame, rivals, min(deadline, time.monotonic() + 5), ties=True), None) is None
    except proving.TimeIsUpError:
        never = False
    return Proof(text, bound, tuple(one.replace("()", BOUNDARY) for one in result.rivals), never)


def verified(proof: Proof) -> bool:
    """Whether the rivals prove the motif undesignable and its bound, by trying all sequences."""
    from puzzles.rna.undesignable import proving

    frame = proving.Frame(parse(proof.motif))
    plain = [one.replace(BOUNDARY, "()") for one in proof.rivals]
    if not all(proving.is_rival(frame, one) for one in plain):
        return False
    rivals = [proving.Rival(frame, one) for one in plain]
    if next(proving.survivors(frame, rivals, ties=proof.never), None) is not None:
        return False
    return proof.bound == 0.5 or proving.largest_probability(frame, rivals) <= proof.bound * (1 + 1e-9)
