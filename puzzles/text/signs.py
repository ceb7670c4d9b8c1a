"""Signs by which a text that no reader took is known for what it is: a mark in its first lines, or its file's suffix.

A family has signs for the texts that are meant for it; those here are of texts that are none's, and of files that are
no text at all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import PurePath

HEAD = 20_000
"""Characters that are looked at."""

MARKED, ENDING = 0.9, 0.8
"""How sure a sign is by a mark in the text, and by a suffix alone."""


@dataclass(frozen=True, slots=True)
class Sign:
    """`what`: the text in words, `{}` for what the mark's group holds. `mark`: a pattern, in any case, by lines.

    `instead`: what to give in its place, if no family reads it. `read`: the reader of such texts alone, whose error is
    shown; else it is that of the format that the text looks like.
    """

    what: str
    mark: str = ""
    suffixes: tuple[str, ...] = ()
    instead: str = ""
    strength: float = MARKED
    read: Callable[[str], object] | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """A sign that a text has: how sure it is, the text in words, and the index at which its mark stands."""

    strength: float
    what: str
    sign: Sign
    index: int = 0


def strongest(signs: Sequence[Sign], text: str, source: str) -> Found | None:
    """The sign that the text, of that source, has most surely, the first of several; None if it has none."""
    best: Found | None = None
    suffix = PurePath(source.partition("#")[0]).suffix.lower()
    for sign in signs:
        mark = re.search(sign.mark, text[:HEAD], re.MULTILINE | re.IGNORECASE) if sign.mark else None
        strength = sign.strength if mark else ENDING if suffix in sign.suffixes else 0.0
        if strength > (best.strength if best else 0.0):
            what = sign.what.format(mark[1].lower() if mark and mark.re.groups else "")
            best = Found(strength, what, sign, mark.start() if mark else 0)
    return best


PZPR_HOSTS = r"puzz\.link|pzv\.jp|pzprxs\.vercel\.app|pzplus\.tck\.mn"
PZPR_READ = ("kakuro", "sudoku", "skyscrapers", "factors", "minarism", "kropki")
"""The varieties of pzpr whose URLs are read."""

OTHERS = (
    Sign("a formula in conjunctive normal form (DIMACS)", r"^p\s+w?cnf\s+\d+\s+\d+", (".cnf",)),
    Sign("a graph (DIMACS)", r"^p\s+(?:sp|max|min|asn)\s+\d+\s+\d+"),
    Sign(
        "a puzz.link URL of {}",
        rf"(?:{PZPR_HOSTS}|pzprv3\.html)[^?\s]*\?(?!(?:{'|'.join(PZPR_READ)})\b)([a-z0-9_-]+)/",
        instead=f"one of {', '.join(PZPR_READ[:-1])} or {PZPR_READ[-1]}",
    ),
    Sign("pzprv3 text of {}", r"\A\s*pzprv3[.0-9]*[\s/]+(?!kakuro)([a-z0-9_-]+)", instead="pzprv3 text of kakuro"),
    Sign("an HTML page", r"\A\s*<(?:!doctype html|html)", instead="the puzzle's text alone"),
    Sign("a picture (SVG)", r"<svg\b", instead="the text that the picture is of"),
    Sign("XML", r"\A\s*<\?xml"),
    Sign("TOML", r"^\[\[?[A-Za-z][\w.-]*\]\]?\s*$|\A(?:(?:\s*\n)?#.*\n)*(?:\s*\n)?\w+\s*=\s*[\"']", (".toml",)),
    Sign("an SMT-LIB script", r"^[ \t]*\((?:set-logic|declare-fun|declare-const|assert)\b", (".smt2",)),
    Sign("a pseudo-Boolean problem (OPB)", r"^\*\s*#variable=", (".opb",)),
    Sign("a MiniZinc model", r"^[ \t]*(?:include\s+\"|constraint\b|solve\s+(?:satisfy|minimize|maximize))", (".mzn",)),
    Sign("a linear program", r"^[ \t]*(?:subject to|s\.t\.|st)\s*$", (".lp",)),
    Sign("a linear program (MPS)", r"^ROWS\s*\n[ \t]+[NLGE]\s", (".mps",)),
    Sign("a FASTQ file", r"\A@.*\n[ACGTUN]+\n\+", (".fastq", ".fq")),
    Sign("a protein structure (PDB)", r"^(?:HEADER|ATOM)\s{2,}", (".pdb",)),
    Sign("Python", r"^(?:import|from)\s+\w+|^def\s+\w+\(", (".py",)),
    Sign("a Jupyter notebook", r"\"nbformat\"\s*:", (".ipynb",)),
    Sign("a script", r"\A#!", (".sh",)),
)
"""Texts that no family reads."""

_BINARY = (
    (b"%PDF-", "a PDF file", "its text, copied"),
    (b"\x89PNG", "an image (PNG)", "text"),
    (b"\xff\xd8\xff", "an image (JPEG)", "text"),
    (b"GIF8", "an image (GIF)", "text"),
    (b"II*\0", "an image (TIFF)", "text"),
    (b"MM\0*", "an image (TIFF)", "text"),
    (b"RIFF", "an image or a sound (RIFF)", "text"),
    (b"\xd0\xcf\x11\xe0", "a file of Excel or Word before 2007", "the sheet saved as CSV, or text"),
    (b"\x1f\x8b", "a gzip archive", "the file in it, unpacked"),
    (b"BZh", "a bzip2 archive", "the file in it, unpacked"),
    (b"\xfd7zXZ", "an xz archive", "the file in it, unpacked"),
    (b"\x28\xb5\x2f\xfd", "a zstd archive", "the file in it, unpacked"),
    (b"7z\xbc\xaf", "a 7z archive", "the file in it, unpacked"),
    (b"Rar!", "a RAR archive", "the file in it, unpacked"),
    (b"\x93NUMPY", "an array of NumPy (.npy)", "its numbers as text, such as numpy.savetxt writes them"),
    (b"SQLite format 3\0", "an SQLite database", "text"),
    (b"\x7fELF", "a program", "text"),
    (b"PAR1", "a Parquet table", "the table saved as CSV"),
    (b"\x89HDF", "an HDF5 file", "text"),
)
_ZIPPED = (
    (b"xl/", "a spreadsheet (.xlsx)", "the sheet saved as CSV"),
    (b"opendocument.spreadsheet", "a spreadsheet (.ods)", "the sheet saved as CSV"),
    (b"word/", "a document (.docx)", "its text, copied"),
    (b"opendocument.text", "a document (.odt)", "its text, copied"),
    (b".npy", "arrays of NumPy (.npz)", "their numbers as text"),
    (b"", "a ZIP archive", "the file in it, unpacked"),
)


def binary(data: bytes) -> tuple[str, str] | None:
    """What a file that is no text is, and what to give in its place; None if its first bytes do not say so."""
    if data.startswith(b"PK\x03\x04"):
        return next((what, instead) for part, what, instead in _ZIPPED if part in data)
    if data[257:262] == b"ustar":
        return "a tar archive", "the file in it, unpacked"
    return next(((what, instead) for begin, what, instead in _BINARY if data.startswith(begin)), None)
