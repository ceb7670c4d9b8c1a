"""GenBank's flat file of designs, a record a strand: target, hairpins and proteins as features, figures as notes.

The form is that of GenBank's release notes (section 3.4) and of the INSDC feature table (version 11): 80 columns, T for
U, `other RNA` of a synthetic construct. The date is that of writing, which the form demands.
"""

from __future__ import annotations

import datetime
import re
import textwrap
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace

from puzzles.rna.puzzle import RnaPuzzle
from puzzles.rna.report import Report, binding_words, check_words, lines
from puzzles.rna.specification.demands import Frame
from puzzles.text.quoting import cleaned, counted, percent

MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
LONGEST_LOCUS = 16
"""Letters of a record's name."""
WIDTH = 80
INDENT = 12
QUALIFIERS = 21
"""Columns before the text of a field, and before a feature's place and qualifiers."""


def write(puzzle: RnaPuzzle, reports: Sequence[Report]) -> str:
    """A record for each design; of the puzzle alone one of its start sequence, or of its restraints.

    Of two strands two records, one after the other.
    """
    told = reports or [Report(puzzle.with_nick(puzzle.start or puzzle.restraints), {}, (), ())]
    strands = [range(puzzle.nick), range(puzzle.nick, puzzle.length)] if puzzle.nick else [range(puzzle.length)]
    return "".join(
        _record(puzzle, one, number if len(told) > 1 else 0, places)
        for number, one in enumerate(told, 1)
        for places in strands
    )


def _record(puzzle: RnaPuzzle, told: Report, number: int, places: range) -> str:
    """Of a design's positions `places`, from 0: of its one strand, or of one of its two."""
    strand = 0 if not puzzle.nick else 1 + bool(places.start)
    today = datetime.date.today()
    date = f"{today.day:02}-{MONTHS[today.month - 1]}-{today.year}"
    locus = _locus(puzzle.name, number, strand)
    name = _plain(cleaned(puzzle.name) or "design") + (f" {number}" if number else "")
    name += f", strand {strand} of 2" if strand else ""
    lines = [f"LOCUS       {locus:<16} {len(places):>11} bp ss-RNA     linear   SYN {date}"]
    lines += _field("DEFINITION", f"RNA design {name}.")
    lines += [*_field("ACCESSION", locus), *_field("VERSION", locus), *_field("KEYWORDS", ".")]
    lines += _field("SOURCE", "synthetic construct")
    lines += [*_field("  ORGANISM", "synthetic construct"), " " * INDENT + "other sequences; artificial sequences."]
    for text in _comments(puzzle, told):
        lines += _field("COMMENT", text)
    if strand:
        span = f"{places[0] + 1} to {places[-1] + 1}"
        lines += _field("COMMENT", f"This strand is positions {span} of the target; notes count over both strands.")
    lines.append("FEATURES             Location/Qualifiers")
    whole = f"1..{len(places)}"
    lines += _feature("source", whole, ("organism", "synthetic construct"), ("mol_type", "other RNA"))
    notes = [("note", text) for text in _notes(puzzle, told, strand)]
    lines += _feature("misc_structure", whole, ("note", f"target {puzzle.with_nick(puzzle.target)}"), *notes)
    for first, last, pairs in hairpins(puzzle.partners, puzzle.nick):
        if first in places:
            place = f"{first - places.start + 1}..{last - places.start + 1}"
            lines += _feature("stem_loop", place, ("note", f"{counted(pairs, 'pair')} in a row"))
    for frame in puzzle.specification.frames:
        if frame.start in places:
            lines += _coding(replace(frame, start=frame.start - places.start))
    sequence = told.sequence.replace("&", "")[places.start : places.stop]
    return "\n".join([*lines, *_origin(sequence), "//"]) + "\n"


def _locus(name: str, number: int, strand: int = 0) -> str:
    behind = f"_{number}" if number else ""
    behind += f"_{'AB'[strand - 1]}" if strand else ""
    words = re.sub(r"[^A-Za-z0-9_]+", "_", name).strip("_") or "design"
    return words[: LONGEST_LOCUS - len(behind)] + behind


def _comments(puzzle: RnaPuzzle, told: Report) -> Iterator[str]:
    yield (
        f"Energies of the model {puzzle.energy_model} by ViennaRNA; probabilities with dangles 2."
        if told.figures
        else "A target with its restraints or a start sequence; no design."
    )
    for key, value in puzzle.demands.items():
        yield f"demanded {key}: {value}"


def _notes(puzzle: RnaPuzzle, told: Report, strand: int) -> Iterator[str]:
    figures = told.figures
    if not figures:
        return
    if puzzle.states:
        yield from lines(puzzle, told)
        return
    unique = "" if "unique" not in figures else ", unique" if figures["unique"] else ", not unique"
    if figures["distance"]:
        yield f"fold {figures['fold']}"
        unique = ""
    yield f"minimum free energy {float(figures['energy']):.2f} kcal/mol{unique}"
    yield f"energy of the target {float(figures['target_energy']):.2f} kcal/mol"
    yield f"probability of the target {float(figures['probability']):.4g}"
    yield f"normalised ensemble defect {float(figures['defect']):.4g}"
    if puzzle.nick:
        yield binding_words(figures)
    yield f"GC {percent(float(figures['gc']), 1)}"
    for one in told.rivals:
        yield f"rival of probability {one.share:.6g} {one.structure}"
    for check in told.checks:
        if check.strand in (0, strand):
            yield check_words(check)


def hairpins(partners: Sequence[int], nick: int = 0) -> list[tuple[int, int, int]]:
    """Of each hairpin: the first and last position of its stem, from 0, and the pairs stacked on its loop.

    `nick`: the positions of the first of two strands; a hairpin is on one of them.
    """
    found = []
    for first, last in enumerate(partners):
        one_strand = last < nick or first >= nick
        if last > first and one_strand and all(one < 0 for one in partners[first + 1 : last]):
            pairs = 1
            while (
                first > 0
                and last + 1 < len(partners)
                and partners[first - 1] == last + 1
                and nick not in (first, last + 1)
            ):
                first, last, pairs = first - 1, last + 1, pairs + 1
            found.append((first, last, pairs))
    return found


def _coding(frame: Frame) -> list[str]:
    """The protein's feature. A frame without its stop codon, or that begins elsewhere than with M, is a part."""
    protein = frame.protein.removesuffix("*")
    first, last = frame.start + 1, frame.start + 3 * len(frame.protein)
    place = f"{'' if protein.startswith('M') else '<'}{first}..{'' if frame.protein.endswith('*') else '>'}{last}"
    return _feature("CDS", place, ("codon_start", 1), ("translation", protein))


def _field(name: str, text: str) -> list[str]:
    rows = textwrap.wrap(_plain(text), WIDTH - INDENT - 1) or [""]
    return [f"{name:<{INDENT}}{rows[0]}", *(" " * INDENT + row for row in rows[1:])]


def _feature(key: str, place: str, *qualifiers: tuple[str, str | int]) -> list[str]:
    lines = [f"     {key:<16}{place}"]
    for name, value in qualifiers:
        text = (
            f"/{name}={value}" if isinstance(value, int) else f'/{name}="{_plain(value).replace(chr(34), chr(34) * 2)}"'
        )
        lines += [" " * QUALIFIERS + row for row in textwrap.wrap(text, WIDTH - QUALIFIERS - 1, break_on_hyphens=False)]
    return lines


def _plain(text: str) -> str:
    """The text in ASCII, which the form demands: letters without their accents, others as `?`."""
    plain = unicodedata.normalize("NFKD", text.replace("°C", "degrees C"))
    return "".join(one for one in plain if not unicodedata.combining(one)).encode("ascii", "replace").decode()


def _origin(sequence: str) -> list[str]:
    letters = sequence.lower().replace("u", "t")
    rows = [letters[first : first + 60] for first in range(0, len(letters), 60)]
    blocks = (" ".join(row[first : first + 10] for first in range(0, len(row), 10)) for row in rows)
    return ["ORIGIN", *(f"{60 * number + 1:>9} {block}" for number, block in enumerate(blocks))]
