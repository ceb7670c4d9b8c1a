"""Signs of texts that are meant as RNA targets and designs."""

from __future__ import annotations

from puzzles.text.signs import Sign

SIGNS = (
    Sign("a connect table (.ct)", r"\A(?:#.*\n)*\s*\d+\s.*\b(?:dG|energy|initial)\b", (".ct",)),
    Sign("a table of pairs (.bpseq)", r"\A(?:[#F].*\n)*1\s+[ACGUTN]\s+\d+\s*\n2\s+[ACGUTN]\s+\d+\s*$", (".bpseq",)),
    Sign("a Stockholm alignment", r"\A#\s*STOCKHOLM", (".sto", ".stk", ".stockholm")),
    Sign("a CLUSTAL alignment", r"\ACLUSTAL", (".aln",)),
    Sign("a GenBank file", r"\ALOCUS\s", (".gb", ".gbk", ".genbank")),
    Sign("FASTA", r"\A(?:[#;].*\n|[ \t]*\n)*>", (".fa", ".fasta", ".fna")),
    Sign(
        "a secondary structure",
        r"^[ \t]*\"?(?=[^\s]*[(<\[{?])[.()\[\]{}<>?&+]{4,}\"?(?:[\s;,]|$)|[\s\"':;](?=\.*\()[.()&+]{5,}(?:[\s\"',;]|$)",
        (".dbn", ".db", ".vienna"),
    ),
    Sign(
        "a table of RNA structures",
        r"\A.*\b(?:structure|dot[-_ ]?bracket|target)\b.*[,;\t]|\A.*[,;\t]\"?(?:structure|target)\b",
    ),
    Sign("JSON of an RNA target", r"\"(?:target|structure|restraints|sequence|family\"\s*:\s*\"rna)\"?\s*[:,}]"),
    Sign("an RNA sequence", r"\A\s*[ACGU]{10,}\s*$"),
)
