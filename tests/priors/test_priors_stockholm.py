"""Seed alignments as Rfam publishes them are a corpus: each folded, or with what it can make of the consensus."""

from __future__ import annotations

import csv
import gzip
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest

from priors import store
from priors.corpus_training import CorpusTrainer
from puzzles.errors import PuzzleError
from puzzles.rna.corpus import Designs
from puzzles.text.long_file import LongFile

SEED = b"""\
# STOCKHOLM 1.0
#=GF ID   toy
#=GF AC   RF00001
#=GF AU   M\xfcller
#=GC RF      xxxxxxxxxxxxxxxxxxxxxxx

one/1-23     GGAACCGAAAGGAUUACCUUAAU
two          ggaaCC----ggAttaCCTTAAT
#=GR two SS  .......................
three        G-AACCGAAAGCAUUACCUUAAU
#=GC SS_cons ((..<<....>>.AA.)),,aa.
//

# STOCKHOLM 1.0
#=GF AC RF00002
four         GGGAAA
five         GGAAA-
#=GC SS_cons (((...

four         CCC
five         UCC
#=GC SS_cons )))
//
"""
CONSENSUS = [
    ("GGAACCGAAAGGAUUACCUUAAU", "((..((....))....)).....", "RF00001", 7),
    ("GGAACCGGAUUACCUUAAU", "((..........)).....", "RF00001", 8),
    ("GAACCGAAAGCAUUACCUUAAU", "(...(....)......).....", "RF00001", 10),
    ("GGGAAACCC", "(((...)))", "RF00002", 16),
    ("GGAAAUCC", "((....))", "RF00002", 17),
]
"""By hand: two letters are left between columns 4 and 11 of row two, row three has C and C there. Letters pair not."""


def written(folder: Path, text: bytes, name: str = "seed.sto") -> Path:
    path = folder / name
    path.write_bytes(text)
    return path


def read(path: Path, column: str = "") -> list[tuple[str, str, str, int]]:
    with closing(LongFile(path)) as file:
        return [(one.sequence, one.structure, one.family, one.line) for one in Designs(file, column)]


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gzip"])
def test_what_a_sequence_can_make_of_the_consensus(tmp_path: Path, packed: bool) -> None:
    path = written(tmp_path, gzip.compress(SEED) if packed else SEED)
    assert read(path, "ss_cons") == CONSENSUS


def test_by_default_each_sequence_is_folded(tmp_path: Path) -> None:
    import RNA

    found = read(written(tmp_path, SEED))
    assert [(one, family, line) for one, _, family, line in found] == [(one, f, line) for one, _, f, line in CONSENSUS]
    assert [structure for _, structure, _, _ in found] == [RNA.fold(one)[0] for one, _, _, _ in found]


def test_the_folds_are_those_of_the_table_made_from_the_seed(benchmark_data: Path, tmp_path: Path) -> None:
    lines = ["# STOCKHOLM 1.0"]
    structures = []
    with gzip.open(benchmark_data / "rfam" / "rfam14.2_seed.tsv.gz", "rt") as table:
        for row in islice(csv.DictReader(table, delimiter="\t"), 0, 40_000, 1_000):
            if len(row["sequence"]) <= 200:
                lines.append(f"{row['name']} {row['sequence']}")
                structures.append(row["ss_mfe"])
    path = written(tmp_path, "\n".join([*lines, "//", ""]).encode())
    assert len(structures) > 30
    assert [structure for _, structure, _, _ in read(path)] == structures


def test_a_prior_is_trained_on_it_and_says_so(tmp_path: Path) -> None:
    long = b"# STOCKHOLM 1.0\n#=GF AC RF00003\nlong " + b"GAAC" * 251 + b"\n//\n"
    trainer = CorpusTrainer("rna", "ngram", "any", written(tmp_path, SEED + long))
    while not trainer.finished:
        trainer.advance(1)
    trainer.store()
    found = store.find("rna", "ngram", "any")
    assert found is not None
    assert (trainer.done, found.provenance.counted, found.provenance.parameters["column"]) == (5, 5, "ss_mfe")
    assert trainer.left_out["sequences of over 1,000 letters, which are not folded"] == 1
    table = tmp_path / "table.tsv"
    folds = read(written(tmp_path, SEED))
    table.write_text("\n".join(["sequence\tss_mfe", *(f"{one}\t{fold}" for one, fold, _, _ in folds)]))
    again = CorpusTrainer("rna", "ngram", "any", table)
    again.advance(100)
    again.store()
    by_table = store.find("rna", "ngram", "any")
    assert by_table is not None
    assert by_table.nb.tolist() == found.nb.tolist()
    assert by_table.count.tolist() == found.count.tolist()


@pytest.mark.parametrize(
    ("before", "after", "column", "line", "words"),
    [
        (b"SS_cons )))\n//\n", b"SS_cons )))\n", "", 22, "the file ends within an alignment; expected // at the end"),
        (b"//\n\n", b"", "", 12, "an alignment begins within another; expected // at the end of each"),
        (b"one/1-23     GG", b"one/1-23     G1", "", 7, "a sequence of 'G1AACC"),
        (b"one/1-23     GG", b"one/1-23 GG GG", "", 7, "a row of 3 words"),
        (b"one/1-23     GG", b"one/1-23     GGG", "ss_cons", 7, "24 columns, and 23 of #=GC SS_cons"),
        (b"((..<<", b"((..<(", "ss_cons", 12, "> without its partner in column 11 of #=GC SS_cons"),
        (b"((..<<....>>.AA.))", b"((..<<....>>.AA.).", "ss_cons", 12, "( without its partner in column 1"),
        (b"SS_cons", b"other", "ss_cons", 12, "an alignment without #=GC SS_cons"),
        (b"", b"", "ss_guess", 1, "alignments have no column ss_guess; expected --column and one of: ss_mfe, ss_cons"),
    ],
)
def test_what_is_wrong_has_its_line(
    tmp_path: Path, before: bytes, after: bytes, column: str, line: int, words: str
) -> None:
    path = written(tmp_path, SEED.replace(before, after))
    with pytest.raises(PuzzleError) as shown:
        read(path, column)
    assert words in shown.value.message
    assert shown.value.line == line
    assert shown.value.source == str(path)
