"""Files of designs are read whatever their form, refused with file and line, and counted the same in any slices."""

from __future__ import annotations

import gzip
import random
import signal
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from fuzz.campaign import HangsError, no_hanging

from priors import store
from priors.corpus_training import CorpusTrainer, check_beginning
from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.parameters import ParameterError
from puzzles.rna.corpus import Designs
from puzzles.text.long_file import LONGEST_LINE, LongFile

HAIRPIN = ("GGGAAACCC", "(((...)))")
TABLE = "\n".join(
    [
        "family\tname\tsequence\tss_cons\tss_mfe",
        "RF1\ta\tGGGAAACCC\t((.....))\t(((...)))",
        "",
        "RF1\tb\tgggaaaccU\t((.....))\t((.....))",
        "# a remark",
        "RF2\tc\tTTTTTTT\t.......\t.......",
    ]
)
FASTA = ">one\nGGGAAACCC\n(((...))) (-1.20)\n\n>two, over several lines\nGGGAA\nACCC\n(((..\n.)))\nUUU\n...\n"


def written(folder: Path, text: str | bytes, name: str = "designs.tsv") -> Path:
    """The text in a file."""
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def read(path: Path, column: str = "") -> list[tuple[str, str, str, int]]:
    """All designs in the file: sequence, structure, family, line."""
    with closing(LongFile(path)) as file:
        return [(one.sequence, one.structure, one.family, one.line) for one in Designs(file, column)]


def trained(path: Path, slices: tuple[int, ...] = (), **settings: object) -> store.Stored:
    """The prior counted over the file and stored."""
    trainer = CorpusTrainer("rna", "ngram", "any", path, **settings)  # type: ignore[arg-type]
    for some in slices:
        trainer.advance(some)
    while not trainer.finished:
        trainer.advance(1_000)
    trainer.store()
    found = store.find("rna", "ngram", "any")
    assert found is not None
    assert found.origin == "trained"
    return found


def test_a_table_gives_the_structure_each_sequence_folds_to_itself(tmp_path: Path) -> None:
    path = written(tmp_path, TABLE)
    assert read(path) == [
        (*HAIRPIN, "RF1", 2),
        ("GGGAAACCU", "((.....))", "RF1", 4),
        ("UUUUUUU", ".......", "RF2", 6),
    ]
    assert [one[1] for one in read(path, "ss_cons")] == ["((.....))", "((.....))", "......."]


def test_a_table_may_call_it_structure_and_need_no_family(tmp_path: Path) -> None:
    path = written(tmp_path, "Structure\tSequence\r\n(((...)))\tGGGAAACCC\r\n")
    assert read(path) == [(*HAIRPIN, "", 2)]


def test_sequences_and_brackets_on_lines_of_their_own(tmp_path: Path) -> None:
    path = written(tmp_path, FASTA, "designs.fa")
    assert read(path) == [(*HAIRPIN, "", 3), (*HAIRPIN, "", 9), ("UUU", "...", "", 11)]


def test_a_compressed_file_is_read_as_what_is_in_it(tmp_path: Path) -> None:
    plain = written(tmp_path, TABLE)
    packed = written(tmp_path, gzip.compress(TABLE.encode()), "designs.tsv.gz")
    assert read(packed) == read(plain)


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("", "", "there is nothing in the file; expected sequences with their structures"),
        ("# only a remark\n\n", "", "there is nothing in the file"),
        ("sequence\tfold\nA\t.\n", ":1", "no column ss_mfe or structure; expected --column and one of: sequence, fold"),
        ("name\tstructure\na\t.\n", ":1", "no column sequence"),
        ("sequence\tstructure\nGAAAC\t(...)\nGAAAC\n", ":3", "a row of 1 columns; expected 2"),
        ("sequence\tstructure\nGAAAC\t(..)\n", ":2", "a sequence of 5 letters with a structure of 4"),
        ("sequence\tstructure\nGA-AC\t(...)\n", ":2", "a sequence of 'GA-AC'; expected letters alone, without gaps"),
        ("sequence\tstructure\n\t\n", ":2", "a sequence of ''; expected letters"),
        ("sequence\tstructure\nGAAAC\t\n", ":2", "a sequence of 5 letters with a structure of 0"),
        ("sequence\tstructure\nGAAAC\t(...(\n", ":2", "'(' is never closed; expected balanced brackets"),
        ("sequence\tstructure\nGAAAC\t[...]\n", ":2", "position 1 of the structure: '['; expected balanced brackets"),
        (">one\nGAAAC\n", ":2", "the file ends here; expected the structure of the sequence above"),
        (">one\nGAAAC\n>two\n", ":3", "'>two' after a sequence; expected a structure"),
        (">one\n", ":1", "the file ends here; expected a sequence"),
        (">one\n(...)\n", ":2", "'(...)' where a sequence is to begin"),
        (">one\nGAAAC\n(...\n\n>two\nA\n.\n", ":3", "a sequence of 5 letters with a structure of 4"),
        (b"GAA\xffAC\n(...)\n", ":1", "this is not text (byte 0xff); expected UTF-8 text"),
        (b"GAA\0AC\n(...)\n", ":1", "this is not text (byte 0x00)"),
        (b"A" * (LONGEST_LINE + 1), ":1", "a line of over 1 MiB"),
        (b"ACGU" * 1000 + b"\n", ":1", "the file ends here"),
        ((b"ACGU" * 1000 + b"\n") * 300, ":263", "a sequence of over 1,048,576 letters"),
        (gzip.compress(TABLE.encode(), mtime=0)[:-20], "", "the compressed file is damaged"),
        (b"\x1f\x8bno gzip at all", "", "the compressed file is damaged"),
    ],
)
def test_what_is_wrong_is_reported_with_its_place(tmp_path: Path, text: str | bytes, place: str, reason: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(PuzzleError) as caught:
        trained(path)
    shown = str(caught.value)
    assert shown.startswith(f"{path}{place}")
    assert reason in shown
    assert "\n" not in shown
    assert store.all_stored() == []


@pytest.mark.parametrize(("name", "reason"), [("absent.tsv", "No such file"), (".", "Is a directory")])
def test_a_file_that_cant_be_opened(tmp_path: Path, name: str, reason: str) -> None:
    with pytest.raises(PuzzleError, match=reason):
        check_beginning(registry.get_family("rna"), "ngram", tmp_path / name)


def test_a_column_that_is_asked_for_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(PuzzleError, match="no column ss_best; expected --column and one of: family, name"):
        check_beginning(registry.get_family("rna"), "ngram", written(tmp_path, TABLE), "ss_best")
    with pytest.raises(PuzzleError, match="no table"):
        check_beginning(registry.get_family("rna"), "ngram", written(tmp_path, FASTA), "ss_mfe")


def test_a_file_in_which_nothing_can_be_counted_makes_no_prior(tmp_path: Path) -> None:
    with pytest.raises(PuzzleError, match="nothing in its 2 designs could be counted"):
        trained(written(tmp_path, "A\n.\nNNN\n...\n"))
    assert store.all_stored() == []


def many(rows: int) -> str:
    """A table of that many designs, of families of all sizes."""
    rng = random.Random(5)
    lines = ["sequence\tstructure\tfamily"]
    for _ in range(rows):
        inner = "".join(rng.choices("ACGU", k=rng.randrange(3, 9)))
        pair = rng.choice(["CG", "GC", "AU", "UA", "GU", "UG"])
        lines.append(f"{pair[0]}{inner}{pair[1]}\t({'.' * len(inner)})\tRF{rng.randrange(6) ** 2}")
    return "\n".join(lines)


def test_slices_change_nothing_and_progress_ends_at_the_end(tmp_path: Path) -> None:
    path = written(tmp_path, gzip.compress(many(500).encode()))
    whole, sliced = trained(path), trained(path, slices=(1, 0, 7, 100))
    assert sliced.count.tolist() == whole.count.tolist()
    assert whole.provenance.counted == 500
    trainer = CorpusTrainer("rna", "ngram", "any", path)
    assert (trainer.advance(10), trainer.finished) == (10, False)
    assert trainer.puzzles >= 10
    while not trainer.finished:
        trainer.advance(100)
    assert (trainer.done, trainer.puzzles, trainer.counted) == (500, 500, 500)


def test_a_family_counts_no_more_than_its_cap(tmp_path: Path) -> None:
    rows = many(200).splitlines()
    capped = trained(written(tmp_path, "\n".join(rows)), families_capped=3)
    seen: dict[str, int] = {}
    kept = [rows[0]]
    for row in rows[1:]:
        family = row.rpartition("\t")[2]
        seen[family] = seen.get(family, 0) + 1
        if seen[family] <= 3:
            kept.append(row)
    assert trained(written(tmp_path, "\n".join(kept))).count.tolist() == capped.count.tolist()
    assert capped.provenance.left_out == {"designs above 3 of a family": 200 - (len(kept) - 1)}


def test_provenance_says_what_was_counted_and_what_was_not(tmp_path: Path) -> None:
    found = trained(written(tmp_path, f"{TABLE}\nRF3\td\tACGNACG\t.......\t.......\n"))
    about = found.provenance
    assert about.parameters == {"file": "designs.tsv", "column": "ss_mfe", "families_capped": 0}
    assert about.left_out == {"designs with letters other than A, C, G and U": 1}
    assert about.summary.startswith("rna ngram any: 3 designs of designs.tsv, ")
    cited = trained(written(tmp_path, TABLE), citation="our own, 2026")
    assert "3 designs of our own, 2026, " in cited.provenance.summary


def test_a_whole_file_replaces_what_a_larger_one_gave(tmp_path: Path) -> None:
    trained(written(tmp_path, many(50)))
    assert trained(written(tmp_path, f"{TABLE}\nRF3\td\tN\t.\t.\n")).provenance.counted == 3


def test_a_file_that_was_not_read_to_its_end_makes_no_prior(tmp_path: Path) -> None:
    trainer = CorpusTrainer("rna", "ngram", "any", written(tmp_path, many(50)))
    trainer.advance(10)
    with pytest.raises(RuntimeError):
        trainer.store()
    trainer.close()
    assert store.all_stored() == []


def test_only_what_is_counted_from_files_is_trained_from_one(tmp_path: Path) -> None:
    path = written(tmp_path, TABLE)
    for family, prior in (("latin", "dual"), ("rna", "nemo")):
        with pytest.raises(ParameterError, match="is not counted from a file"):
            CorpusTrainer(family, prior, "any", path)


def test_a_raised_revision_outdates_what_was_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trained(written(tmp_path, TABLE))
    rna = registry.get_family("rna")
    kinds = tuple(replace(kind, revision=kind.revision + 1) for kind in rna.priors.kinds)
    changed = replace(rna, priors=replace(rna.priors, kinds=kinds))
    monkeypatch.setattr(registry, "get_family", lambda _: changed)
    found = store.look_up("rna", "ngram", "any")
    assert "is outdated (the rules have changed since it was counted)" in found.notice
    assert found.stored is not None
    assert found.stored.origin == "shipped"


def test_what_was_trained_here_comes_before_what_is_shipped(tmp_path: Path) -> None:
    shipped = store.find("rna", "ngram", "any")
    assert shipped is not None
    assert shipped.origin == "shipped"
    own = trained(written(tmp_path, TABLE))
    assert not np.array_equal(own.table, shipped.table)
    store.remove(own)
    again = store.find("rna", "ngram", "any")
    assert again is not None
    assert again.origin == "shipped"


@pytest.mark.parametrize("line", ["x AC", "#=GC SS_cons .."])
def test_an_alignment_of_very_many_pieces_is_read_in_the_time_of_its_length(line: str, tmp_path: Path) -> None:
    text = "# STOCKHOLM 1.0\n" + f"{line}\n" * 250_000
    with closing(LongFile(written(tmp_path, text))) as file, no_hanging():
        signal.setitimer(signal.ITIMER_VIRTUAL, 4)  # CPU seconds; HangsError after them, where a quarter is enough
        try:
            with pytest.raises(PuzzleError, match="the file ends within an alignment"):
                list(Designs(file, "ss_cons"))
        except HangsError as error:
            pytest.fail(str(error), pytrace=False)
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
