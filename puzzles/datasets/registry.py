"""The known datasets, as data. A new one is one more entry in DATASETS."""

from __future__ import annotations

from dataclasses import dataclass

ETERNA = "https://github.com/eternagame/eterna100-benchmarking"
ETERNA_COMMIT = "8ea657eaaa87394413e4498fce1036c0861d86a6"
NEMO_COMMIT = "154ada38c33efa4ccb1502f368a790d1b8124381"
RAW = "https://raw.githubusercontent.com"

SAMFEO = "https://github.com/shanry/SAMFEO"
SAMFEO_COMMIT = "07d16a16258bbda733fa4848cf5e113270e5f09d"
UNDESIGN = "https://github.com/shanry/RNA-Undesign"
UNDESIGN_COMMIT = "6c5911bb1cad370f280228b16a8c1765db4acf92"


class UnknownDatasetError(LookupError):
    """No dataset, or no file of one, has that name; the text is one line for the user."""


@dataclass(frozen=True, slots=True)
class DataFile:
    """A file of a dataset.

    `sha256`: 64 hexadecimal digits of the published file; empty where nobody publishes it and we have no copy.
    `size`: bytes; 0 if unknown, as `sha256` is then. `url`: where it is published; empty if it can only be imported.
    `puzzles`: it is a text of puzzles of the dataset's family.
    """

    name: str
    title: str
    sha256: str = ""
    size: int = 0
    url: str = ""
    puzzles: bool = False


@dataclass(frozen=True, slots=True)
class Dataset:
    """Files that belong together. The first one is the one that is meant by the dataset's name alone, if it is here.

    `source`: the page about it. `note`: a line for people, such as how it wants to be cited.
    """

    name: str
    title: str
    family: str
    licence: str
    source: str
    files: tuple[DataFile, ...]
    note: str = ""


DATASETS = (
    Dataset(
        "eterna100",
        "Eterna100: 100 RNA design puzzles, V1 and V2",
        "rna",
        "MIT",
        ETERNA,
        (
            DataFile(
                "eterna100_puzzles.tsv",
                "the targets of both versions, with sample solutions",
                "31b904ae7798a7a776ae70d474883dbfba4c7f1ffd03c30502691c3ca3695ba1",
                95_992,
                f"{RAW}/eternagame/eterna100-benchmarking/{ETERNA_COMMIT}/data/eterna100_puzzles.tsv",
                puzzles=True,
            ),
            DataFile(
                "nemo_list.e100",
                "the list of V1 that the NEMO program ran on, with fixed bases in 22 puzzles",
                "a6b5ea5e56ffb4df8fc6c8bdbedf62effc202a251351b736769503931243e45d",
                18_500,
                f"{RAW}/eternagame/nemo/{NEMO_COMMIT}/list.e100",
                puzzles=True,
            ),
        ),
        note="Koodli et al., Redesigning the Eterna100 for the Vienna 2 folding engine (bioRxiv 2021)",
    ),
    Dataset(
        "rfam",
        "Rfam 14.2: natural RNA with its structures, to train priors on",
        "rna",
        "CC0-1.0",
        "https://rfam.org",
        (
            DataFile(
                "rfam14.2_seed.tsv.gz",
                "one sequence a row, with its structures; made from the seed alignments",
                "b057d109fe8b84577e9cd641dca0d11500b31dbda581bdabb2dde8312c9e744b",
                4_605_612,
            ),
            # Rfam publishes no checksums and we have no copy: the first download is trusted, later ones are compared
            DataFile(
                "Rfam.seed.gz",
                "the seed alignments as published, in Stockholm format",
                url="https://ftp.ebi.ac.uk/pub/databases/Rfam/14.2/Rfam.seed.gz",
            ),
        ),
        note="Kalvari et al., Nucleic Acids Research 49 (2021)",
    ),
    Dataset(
        "undesignable",
        "Motifs of RNA that no sequence folds into, under Turner 2004 with dangles 2",
        "rna",
        "no licence stated",
        UNDESIGN,
        (
            DataFile(
                "lib_undesignable.mprob",
                "1,309 motifs of Eterna100 and ArchiveII, with upper bounds of their probability",
                "d68b07ee0079f5ace5b7de37d286af1f2b15b782b1aab7f7dea6379413436eb5",
                90_456,
                f"{RAW}/shanry/RNA-Undesign/{UNDESIGN_COMMIT}/data/motif_libs/lib_undesignable.mprob",
            ),
            DataFile(
                "lib_undesignable.ex.txt.mprob",
                "853 motifs with the external loop, likewise",
                "4f4e1d244b964f27ab7ad4a4b7de578453bdbc52708bf92d36bd3f0777112f4d",
                87_521,
                f"{RAW}/shanry/RNA-Undesign/{UNDESIGN_COMMIT}/data/motif_libs/lib_undesignable.ex.txt.mprob",
            ),
            DataFile(
                "results.uniq.csv",
                "all 1,805 motifs without external loop of at most 14 bases, with their rivals",
                "a06d6cc495c36c50b4292e260ebc89d54d3dbd422b99fd2ebfae66431ff59041",
                189_773,
                f"{RAW}/shanry/RNA-Undesign/{UNDESIGN_COMMIT}/data/motifs_maxlen14_no_external/results.uniq.csv",
            ),
            DataFile(
                "short14_external_undesignable_dg0.txt",
                "53,300 motifs with the external loop, of at most 14 bases",
                "e90ba36d054b724f69822038c10017f9467d1c541d0d9a86bfded46eb0a7b4c5",
                993_160,
                f"{RAW}/shanry/RNA-Undesign/{UNDESIGN_COMMIT}/data/motifs_maxlen14_with_external/"
                "short14_external_undesignable_dg0.txt",
            ),
        ),
        note="Zhou et al., on minimal undesignable RNA motifs (RECOMB 2025)",
    ),
    Dataset(
        "natural-rna",
        "Structures of natural RNA that design programs are compared on",
        "rna",
        "no licence stated",
        SAMFEO,
        (
            DataFile(
                "rf27.txt",
                "27 consensus structures of Rfam, 54 to 382 nt",
                "7a84547bf06dfdcd0b8b780d0dd6e1b7f1ccf3bfeba06b14618e9fe48ee98f40",
                5011,
                f"{RAW}/shanry/SAMFEO/{SAMFEO_COMMIT}/data/Rfam/rf27.txt",
                puzzles=True,
            ),
            DataFile(
                "16s.txt",
                "ten of 16S ribosomal RNA, 950 to 1,525 nt",
                "6ef165edae12bee86bbe4999e513965a11b38057854ce898fa0ba17603bad73b",
                13_518,
                f"{RAW}/shanry/SAMFEO/{SAMFEO_COMMIT}/data/16s/16s.txt",
                puzzles=True,
            ),
            DataFile(
                "rnasolo764.tsv",
                "764 structures of RNAsolo, 8 to 393 nt; from RNA-Design-LM's test set",
                "49ee573c52c2872411df855dfa61560b6af29664266d49db21a60301dc9a5fa7",
                65_276,
                puzzles=True,
            ),
        ),
        note="Zhou et al., SAMFEO (Bioinformatics 39, 2023); Gautam et al., Designing RNAs with Language Models (2026)",
    ),
)


def dataset(name: str) -> Dataset:
    """The dataset of that name; UnknownDatasetError, with the known names, if there is none."""
    for one in DATASETS:
        if one.name == name:
            return one
    raise UnknownDatasetError(f"there is no dataset {name!r}; expected one of: {', '.join(x.name for x in DATASETS)}")


def split(name: str) -> tuple[Dataset, DataFile | None]:
    """The dataset and the file that `DATASET` (no file) or `DATASET/FILE` names; UnknownDatasetError otherwise."""
    first, slash, rest = name.partition("/")
    found = dataset(first)
    if not slash:
        return found, None
    for one in found.files:
        if one.name == rest:
            return found, one
    known = ", ".join(one.name for one in found.files)
    raise UnknownDatasetError(f"{found.name} has no file {rest!r}; expected one of: {known}")
