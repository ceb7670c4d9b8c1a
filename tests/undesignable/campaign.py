"""What the tests have no time for: `python -m tests.undesignable.campaign proofs`, `bounds` or `library` (with --data).

proofs: each proof that comes with the project is verified by all sequences. bounds: the probability of each published
design of Eterna100 V1 is computed again by ViennaRNA and compared with its target's bound. library: all motifs of up to
14 bases without external loop are proved again; of how many that fails is printed.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import time
from collections.abc import Iterator
from pathlib import Path

from puzzles.rna import energy_models
from puzzles.rna.puzzle import RnaPuzzle
from puzzles.rna.undesignable import proofs
from puzzles.rna.undesignable.claims import claims_by
from puzzles.rna.undesignable.library import Library, read
from puzzles.rna.undesignable.motif import MODEL
from puzzles.rna.undesignable.proving import TimeIsUpError

LIBRARY = (
    "lib_undesignable.mprob.gz",
    "lib_undesignable.ex.txt.mprob.gz",
    "maxlen14_no_external.results.uniq.csv.gz",
    "short14_external_undesignable_dg0.txt.gz",
)
SMOOTHING = 0.003
"""By how much, relatively, ViennaRNA's probability may exceed a bound for each motif: it smooths mismatches near 0."""


def library_of(folder: Path) -> Library:
    """The authors' files in the folder `rna-ensemble`, and our own proofs."""
    return read(tuple(folder / "undesignable" / name for name in LIBRARY))


def published(folder: Path) -> Iterator[tuple[int, str, str]]:
    """Number, target and sequence of each design of Eterna100 V1 in the folder `rna-ensemble`, each once."""
    structures = {row["number"]: row["structure"] for row in _rows(folder / "eterna100v1_samfeo.tsv")}
    seen = set()
    for name in ("eterna100v1_samfeo.tsv", "eterna100v1_best_of_all.tsv"):
        for row in _rows(folder / name):
            for column, text in row.items():
                if column.endswith("sequence") and set(text) <= set("ACGU") and (row["number"], text) not in seen:
                    seen.add((row["number"], text))
                    yield int(row["number"]), structures[row["number"]], text


def runs(folder: Path) -> Iterator[tuple[int, str, float]]:
    """Number, target and the probability that was reached, without its sequence, by each of SAMFEO's runs."""
    structures = {row["number"]: row["structure"] for row in _rows(folder / "eterna100v1_samfeo.tsv")}
    for row in _rows(folder / "samfeo_runs.tsv.gz"):
        if row["best_p_in_final_frontier"] != "-":
            yield int(row["number"]), structures[row["number"]], float(row["best_p_in_final_frontier"])


def above_its_bound(found: Library, target: str, probability: float) -> float:
    """The probability divided by the target's bound, with the share that smoothing may add."""
    claims = claims_by(RnaPuzzle(target).partners, found)
    return probability / (claims.bound * (1 + SMOOTHING) ** claims.used)


def probability_of(sequence: str, target: str) -> float:
    compound, _, _ = energy_models.weighed(sequence, energy_models.ensemble_energies(MODEL))
    return float(compound.pr_structure(target))


def _rows(path: Path) -> Iterator[dict[str, str]]:
    data = path.read_bytes()
    text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8")
    yield from csv.DictReader(text.splitlines(), delimiter="\t")


def _proofs() -> int:
    wrong = [one.motif for _, one in proofs.read(proofs.bundled()) if not proofs.verified(one)]
    print(f"{len(list(proofs.read(proofs.bundled())))} proofs, wrong: {wrong or 'none'}")
    return len(wrong)


def _bounds(folder: Path) -> int:
    found = library_of(folder)
    designs = [
        (number, above_its_bound(found, target, probability_of(sequence, target)))
        for number, target, sequence in published(folder)
    ]
    reached = [(number, above_its_bound(found, target, probability)) for number, target, probability in runs(folder)]
    wrong = [number for number, share in (*designs, *reached) if share > 1]
    print(f"{len(designs)} designs and {len(reached)} runs; above their bound: {wrong or 'none'}")
    return len(wrong)


def _library(folder: Path, seconds: float) -> int:
    path = folder / "undesignable" / LIBRARY[2]
    with gzip.open(path, "rt", encoding="ascii") as table:
        motifs = [row["Motif"] for row in csv.DictReader(table)]
    begun, failed = time.process_time(), []
    for motif in motifs:
        try:
            if isinstance(proofs.proved(motif, time.monotonic() + seconds), str):
                failed.append(motif)
        except TimeIsUpError:
            failed.append(motif)
    print(f"{len(motifs)} motifs in {time.process_time() - begun:.0f} CPU s; not proved: {failed or 'none'}")
    return len(failed)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("proofs", "bounds", "library"))
    parser.add_argument("--data", type=Path, default=Path("../shared/data/rna-ensemble"))
    parser.add_argument("--seconds", type=float, default=60.0, help="for each motif of the library")
    given = parser.parse_args()
    if given.what == "proofs":
        return _proofs()
    return _bounds(given.data) if given.what == "bounds" else _library(given.data, given.seconds)


if __name__ == "__main__":
    raise SystemExit(bool(main()))
