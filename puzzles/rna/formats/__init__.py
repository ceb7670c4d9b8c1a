"""All text formats of a target: how each is known by its content, read, and written; designs, from any text."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

from puzzles.errors import PuzzleError
from puzzles.parameters import Value
from puzzles.puzzle import Board
from puzzles.rna.bases import FREE, unified
from puzzles.rna.formats import fasta, genbank, json_text, lines, orders, pair_lists, sbol, stockholm, tables
from puzzles.rna.formats.target_record import Record, positions, puzzle_of, sequences_of
from puzzles.rna.puzzle import RnaPuzzle, sequence_of
from puzzles.rna.report import Report, bare, report
from puzzles.rna.structure import cut_alike
from puzzles.text.fields import Joined, joined
from puzzles.text.format_table import Entry, Format, FormatTable, TextFormat, only
from puzzles.text.json_texts import load
from puzzles.text.quoting import counted, quoted
from puzzles.text.signs import Sign

Facts = Mapping[str, Value]
Reader = Callable[[str], list[Record]]
Writer = Callable[[RnaPuzzle, Sequence[Report]], str]
"""Takes the designs, none for the puzzle alone."""


def _without_figures(write: Callable[[RnaPuzzle, Sequence[str]], str]) -> Writer:
    return lambda puzzle, reports: write(puzzle, [one.sequence for one in reports])


WITH_FIGURES = ("fasta", "json", "csv", "genbank")
"""Formats that hold what is told of a design."""


def _name(data: Mapping[str, Any]) -> str:
    name = data.get("name")
    return name if isinstance(name, str) else ""


_SEQUENCE = re.compile(r"\s*[ACGTUNacgtun\s]{5,}")
_CODES = {letter: code for code, letter in enumerate("NACGU")}


def read_design(puzzle: RnaPuzzle, text: str, records_of: Callable[[str], list[Record] | None]) -> tuple[int, ...]:
    """The board of the one design in the text: 1 A, 2 C, 3 G, 4 U, and 0, open, for N. T is read as U.

    Between two strands is &.

    The text is a sequence, in whatever lines and words, or any of the formats; a structure beside it is not looked at.
    `records_of`: the records of a text of another format than plain lines; None for those. PuzzleError for another
    letter or length, and if there are several designs.
    """
    found = [one for one in _designs(puzzle, text, records_of) if one.text]
    if not found:
        raise PuzzleError("the text has no sequence", f"{puzzle.length:,} letters A, C, G or U", line=1)
    if len(found) > 1:
        several = text.lstrip()[:1] == "{" or records_of(text) is not None
        expected = "one of them, such as #1 behind the file's name" if several else "one; in FASTA each has its number"
        raise PuzzleError(f"the text holds {len(found):,} designs", expected, line=found[1].line)
    design = cut_alike(found[0], puzzle.nick, "sequence")
    codes = []
    for index, letter in enumerate(unified(design.text.translate(FREE))):
        if letter not in _CODES:
            found_there = f"position {index + 1}: {quoted(design.text[index])} is no base"
            raise design.error(index, found_there, "A, C, G or U; N where it is open")
        codes.append(_CODES[letter])
    if len(codes) != puzzle.length:
        at = min(len(codes), puzzle.length)
        raise design.error(
            at, f"the sequence has {counted(len(codes), 'letter')}", f"{puzzle.length:,}, one a position of the target"
        )
    return tuple(codes)


def _designs(puzzle: RnaPuzzle, text: str, records_of: Callable[[str], list[Record] | None]) -> list[Joined]:
    """The sequences in the text; of a record with several, such as restraints and a start, the last."""
    if text.lstrip()[:1] in ("{", "[") and not lines.likeness(text):
        return [Joined(one) for one in _sequences(load(text, "an object or a list with sequences"))]
    if re.match(r'\s*"[.()]', text):
        raise PuzzleError("NEMO's list holds no design", "a sequence, FASTA, .dbn, CSV or JSON", line=1)
    records = records_of(text)
    if records is not None:
        return [_last(record, puzzle.length) for record in records]
    records = lines.read(text)
    if len(records) == 1 and not records[0].target:
        words = records[0].sequences
        rows = [joined(row) for _, row in groupby(words, key=lambda word: word.line)]
        several = len(rows) > 1 and all(_bases(row) == puzzle.length for row in rows)
        return rows if several else [joined(words)]
    for record in records:
        if record.target and not record.sequences and any(one.sequences for one in records):
            raise PuzzleError("a structure without a design", "a sequence with it, or the end", line=record.line)
    return [_last(record, puzzle.length) for record in records]


def _last(record: Record, length: int) -> Joined:
    """The record's design: all its words if they make one, else the last of its sequences."""
    beside = joined(record.target)
    if record.target and record.sequences and _bases(beside) != length:
        raise beside.error(0, f"a structure of {counted(_bases(beside), 'position')}", f"{length:,}, as the puzzle")
    whole = joined(record.sequences)
    if _bases(whole) == length or not record.target:
        return whole
    found = sequences_of(record.sequences, length)
    return found[-1] if found else whole


def _bases(letters: Joined) -> int:
    return sum(map(positions, letters.fields))


def _sequences(data: Any) -> list[str]:
    """The sequences in JSON: a list of texts or objects, or an object with `sequence`, `designs` or `start`."""
    if isinstance(data, list):
        return [sequence for one in data for sequence in _sequences(one)]
    if isinstance(data, str):
        return [data]
    if isinstance(data, Mapping):
        for key in ("designs", "sequence", "start"):
            if data.get(key):
                return _sequences(data[key])
        return []
    raise PuzzleError(f"{quoted(data)} is no sequence", "a text of A, C, G and U")


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
"""Of texts that are meant as targets and designs."""


class RnaFormats(FormatTable[RnaPuzzle, Reader, Writer]):
    """Of targets and designs. JSON, and what is only written, has no reader of records."""

    def entries(self, text: str) -> tuple[Entry, ...]:
        chosen = self.row_of(text)
        if chosen.read is None:
            listed = json_text.objects(text)
            listed = json_text.designs(*listed) if len(listed) == 1 else listed
            if len(listed) == 1:
                return (Entry(1, text, _name(listed[0])),)
            return tuple(Entry(number, json.dumps(one), _name(one)) for number, one in enumerate(listed, start=1))
        found = chosen.read(text)
        return tuple(Entry(one.number, one.text, one.name, one.variant, one.line) for one in found)

    def row_of(self, text: str) -> Format[Reader, Writer]:
        """As ever; of a sequence alone the error says what it lacks."""
        if _SEQUENCE.fullmatch(text) and self.likeliest(text)[0] == 0.0:
            raise PuzzleError(
                "a sequence without a structure", "its target below it, in brackets such as (((...)))", line=1
            )
        return super().row_of(text)

    def read(self, text: str) -> RnaPuzzle:
        """The puzzle in the text; PuzzleError if it holds several, or none that is sound."""
        chosen = self.row_of(text)
        if chosen.read is None:
            listed = json_text.objects(text)
            if len(listed) > 1:
                only(self.entries(text))
            return json_text.puzzle(listed[0])
        records = chosen.read(text)
        try:
            only(tuple(Entry(one.number, "", one.name, one.variant) for one in records))
        except PuzzleError as error:
            if all(one.bare for one in records) and len({lines.length_of(one.target) for one in records}) == 1:
                states = (
                    "a line of letters such as N for each position below them, which makes them states of one design"
                )
                raise PuzzleError(error.found, f"{error.expected}; or {states}") from None
            raise
        return puzzle_of(records[0])

    def read_board(self, puzzle: RnaPuzzle, text: str) -> tuple[int, ...]:
        """As `read_design`."""
        return read_design(puzzle, text, self._records_of_designs)

    def _records_of_designs(self, text: str) -> list[Record] | None:
        score, chosen = self.likeliest(text)
        if score == 0.0 or chosen.read is None or chosen.read is lines.read:
            return None
        return tables.read_csv(text, "sequence") if chosen.read is tables.read_csv else chosen.read(text)

    def write(self, puzzle: RnaPuzzle, name: str, board: Board | None) -> str:
        return self.write_many(puzzle, name, [] if board is None else [board])

    def write_many(self, puzzle: RnaPuzzle, name: str, boards: Sequence[Board], facts: Sequence[Facts] = ()) -> str:
        """The designs in the named format, in their order, or the puzzle alone; PuzzleError if it can't hold them.

        `facts`: the checker's of each design, made here if they are not given.
        """
        writer = self.writer(name)
        if name not in WITH_FIGURES:
            return writer(puzzle, [bare(puzzle.with_nick(sequence_of(board))) for board in boards])
        known = facts or [{}] * len(boards)
        return writer(puzzle, [report(puzzle, board, one) for board, one in zip(boards, known, strict=True)])


FORMATS = RnaFormats(
    Format(
        TextFormat("dot-bracket", "the target; then restraints in IUPAC letters, or a start sequence", True),
        lines.likeness,
        lines.read,
        _without_figures(lines.write_dot_bracket),
    ),
    Format(
        TextFormat(
            "fasta", ">name, figures, target= and demands; then the sequence; one record a design", True, ".fasta"
        ),
        fasta.likeness,
        fasta.read,
        fasta.write,
    ),
    Format(
        TextFormat("dbn", "# comments, sequence, target, as RNAfold and bpRNA write it", True, ".dbn"),
        write=_without_figures(lines.write_dbn),
    ),
    Format(
        TextFormat("eterna", "Eterna's table of puzzles: FILE#7 or FILE#7:V1 chooses one", suffix=".tsv"),
        tables.eterna_likeness,
        tables.read_eterna,
    ),
    Format(
        TextFormat("nemo", "NEMO's list: targets in quotes, then fixed bases, N for free ones", suffix=".e100"),
        tables.nemo_likeness,
        tables.read_nemo,
    ),
    Format(
        TextFormat("json", "our own JSON, with a design's figures, rivals and checks", True, ".json"),
        json_text.likeness,
        write=json_text.write,
    ),
    Format(
        TextFormat("csv", "a row a design: energies, probability, defect, rivals, GC, synthesis checks", True, ".csv"),
        tables.csv_likeness,
        tables.read_csv,
        tables.write_csv,
    ),
    Format(
        TextFormat("genbank", "flat file: target, stems and proteins as features, figures as notes", True, ".gb"),
        genbank.likeness,
        genbank.read,
        genbank.write,
    ),
    Format(
        TextFormat("ct", "mfold's and RNAstructure's table of bases and partners; several structures", True, ".ct"),
        pair_lists.ct_likeness,
        pair_lists.read_ct,
        _without_figures(pair_lists.write_ct),
    ),
    Format(
        TextFormat("bpseq", "a line a base: number, base, partner", True, ".bpseq"),
        pair_lists.bpseq_likeness,
        pair_lists.read_bpseq,
        _without_figures(pair_lists.write_bpseq),
    ),
    Format(
        TextFormat("stockholm", "alignments with SS_cons, as Rfam's", True, ".sto"),
        stockholm.likeness,
        stockholm.read,
        _without_figures(stockholm.write),
    ),
    Format(
        TextFormat("order", "a table to order by: name, RNA, DNA, scale", True, ".tsv", reads=False, board_only=True),
        write=_without_figures(orders.write_order),
    ),
    Format(
        TextFormat("order-t7", "the same, with T7's promoter before the DNA", True, ".tsv", False, board_only=True),
        write=_without_figures(orders.write_order_t7),
    ),
    Format(
        TextFormat("sbol", "SBOL 2 (RDF/XML): a component a strand, with its sequence", True, ".xml", False, True),
        write=_without_figures(sbol.write),
    ),
    Format(
        TextFormat("sequences", "the designs' letters alone, a line each", True, ".seq", reads=False, board_only=True),
        write=_without_figures(orders.write_sequences),
    ),
    signs=SIGNS,
    unknown="the text is in no known format of RNA targets",
    known="dot-bracket such as (((...))), FASTA, .dbn, .ct, .bpseq, Stockholm, a table with the column target, or JSON",
)
