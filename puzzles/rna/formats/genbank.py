"""GenBank's flat file of designs, a record a strand: target, hairpins and proteins as features, figures as notes.

The form is that of GenBank's release notes (section 3.4) and of the INSDC feature table (version 11): 80 columns, T for
U, `other RNA` of a synthetic construct. The date is that of writing, which the form demands.
"""

from __future__ import annotations

import datetime
import re
import textwrap
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from urllib.parse import quote, unquote

from puzzles.rna.formats.tables import DEMANDED
from puzzles.rna.formats.target_record import DEFAULTS, Record, check_size, setting, settings_text
from puzzles.rna.puzzle import DEMANDS, RnaPuzzle
from puzzles.rna.report import Report, binding_words, check_words, lines, rival_words
from puzzles.rna.specification.demands import Frame
from puzzles.text.fields import Field, used_lines
from puzzles.text.quoting import cleaned, counted, percent, quoted

MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
LONGEST_LOCUS = 16
"""Letters of a record's name."""
WIDTH = 80
INDENT = 12
QUALIFIERS = 21
"""Columns before the text of a field, and before a feature's place and qualifiers."""
_START, _END = "##RNA-Design-Data-START##", "##RNA-Design-Data-END##"
"""Around the structured comment that is read back."""
_SAFE = "".join(chr(code) for code in range(32, 127) if chr(code) != "%")


def write(puzzle: RnaPuzzle, reports: Sequence[Report]) -> str:
    """A record for each design; of the puzzle alone one of its start sequence, or of its restraints.

    Of two strands two records, one after the other.
    """
    told = reports or [Report(puzzle.with_nick(puzzle.start or puzzle.restraints), {}, (), ())]
    kind = "design" if reports else "start" if puzzle.start else "restraints"
    strands = [range(puzzle.nick), range(puzzle.nick, puzzle.length)] if puzzle.nick else [range(puzzle.length)]
    return "".join(
        _record(puzzle, one, kind, number if len(told) > 1 else 0, places)
        for number, one in enumerate(told, 1)
        for places in strands
    )


def _record(puzzle: RnaPuzzle, told: Report, kind: str, number: int, places: range) -> str:
    """Of a design's positions `places`, from 0: of its one strand, or of one of its two."""
    strand = 0 if not puzzle.nick else 1 + bool(places.start)
    today = datetime.date.today()
    date = f"{today.day:02}-{MONTHS[today.month - 1]}-{today.year}"
    locus = _locus(puzzle.name, number, strand)
    name = _plain(cleaned(puzzle.name) or "design") + (f" {number}" if number else "")
    name += f", strand {strand} of 2" if strand else ""
    lines = [f"LOCUS       {locus:<16} {len(places):>11} bp ss-{puzzle.molecule}     linear   SYN {date}"]
    lines += _field("DEFINITION", f"{puzzle.molecule} design {name}.")
    lines += [*_field("ACCESSION", locus), *_field("VERSION", locus), *_field("KEYWORDS", ".")]
    lines += _field("SOURCE", "synthetic construct")
    lines += [*_field("  ORGANISM", "synthetic construct"), " " * INDENT + "other sequences; artificial sequences."]
    lines += _field("COMMENT", _energies(puzzle, told))
    if strand:
        span = f"{places[0] + 1} to {places[-1] + 1}"
        lines += _field("COMMENT", f"This strand is positions {span} of the target; notes count over both strands.")
    lines += _structured(_values(puzzle, kind, number, strand))
    lines.append("FEATURES             Location/Qualifiers")
    whole = f"1..{len(places)}"
    lines += _feature("source", whole, ("organism", "synthetic construct"), ("mol_type", f"other {puzzle.molecule}"))
    notes = [("note", text) for text in _notes(puzzle, told, strand)]
    target = [("note", text) for text in _in_brackets("target", puzzle.with_nick(puzzle.target))]
    lines += _feature("misc_structure", whole, *target, *notes)
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


def _energies(puzzle: RnaPuzzle, told: Report) -> str:
    if not told.figures:
        return "A target with its restraints or a start sequence; no design."
    return f"Energies of the model {puzzle.energy_model} by ViennaRNA; probabilities with dangles 2."


def _values(puzzle: RnaPuzzle, kind: str, number: int, strand: int) -> dict[str, str]:
    """What is read back."""
    return {
        "name": puzzle.name and puzzle.name + (f" {number}" if number else ""),
        "strand": f"{strand} of 2" if strand else "",
        "sequence": kind,
        "target": puzzle.with_nick(puzzle.target),
        "restraints": puzzle.with_nick(puzzle.restraints) if set(puzzle.restraints) != {"N"} else "",
        **settings_text(puzzle),
        **{f"{DEMANDED}{key}": value for key, value in puzzle.demands.items()},
    }


def _structured(values: Mapping[str, str]) -> list[str]:
    """A structured comment; a long value goes on as that of `key (2)`, as programs put a blank between lines of one.

    No part begins or ends with a blank.
    """
    rows = [_START]
    for key, value in values.items():
        rest, number = quote(value, safe=_SAFE), 1
        while rest:
            head = f"{f'{key} ({number})' if number > 1 else key:<20} :: "
            end = WIDTH - INDENT - len(head)
            while end < len(rest) and " " in rest[end - 1 : end + 1]:
                end -= 1
            rows.append(head + rest[:end])
            rest, number = rest[end:], number + 1
    return [f"{'COMMENT' if row is _START else '':<{INDENT}}{row}" for row in (*rows, _END)]


def likeness(text: str) -> float:
    """1 if the first line that is not blank begins a record, 0.5 if there is no note of a target; else 0."""
    if not re.match(r"LOCUS\s", text.lstrip()[:6]):
        return 0.0
    return 1.0 if _START in text or '/note="target' in text else 0.5


def read(text: str) -> list[Record]:
    """The records, one a design, with both strands; of a text that this program did not write the sequences alone."""
    records: list[Record] = []
    part: list[Field] = []
    first = ""
    for line in [*used_lines(text), Field("//")]:
        if line.text.strip() != "//":
            part.append(line)
            continue
        if part:
            record, strand = _read_record(part)
            if strand == "2 of 2" and first == "1 of 2":
                both = records[-1]
                both.sequences += [Field("&"), *record.sequences] if record.sequences else []
                both.text += record.text
            else:
                records.append(record)
                check_size(len(records), record, record.line)
            first, part = strand, []
    for number, record in enumerate(records, 1):
        record.number = number
    return records


_LINE = re.compile(r"[A-Z]{2,12}(?:\s|$)|\s{2}")


def _read_record(part: list[Field]) -> tuple[Record, str]:
    """The record of a part that ends before //, and which strand it is of two."""
    if not part[0].text.startswith("LOCUS"):
        raise part[0].error("this line begins no record", "LOCUS, or nothing behind the last //")
    record = Record(part[0].line, text="".join(f"{line.text}\n" for line in part) + "//\n")
    values: dict[str, Field] = {}
    letters: list[Field] = []
    inside = origin = False
    key = ""
    for line in part:
        content = line.part(line.text[INDENT:], INDENT)
        if _START in line.text or _END in line.text:
            inside = _START in line.text
        elif inside and line.text[:INDENT].strip():
            raise line.error(f"found {quoted(line.text)}", "an indented line")
        elif inside:
            found = re.match(r"(\S.{0,40}?)\s*:: ", content.text)
            if found:
                whole, again, _ = found.group(1).partition(" (")
                value = content.part(content.text[found.end() :], found.end())
                key = whole if again and whole in values else found.group(1)
                values[key] = values[key]._replace(text=values[key].text + value.text) if key in values else value
            elif key:
                values[key] = values[key]._replace(text=values[key].text + content.text)
        elif line.text.startswith("ORIGIN"):
            origin = True
        elif origin:
            place, *words = line.words()
            if place.text != str(sum(len(one.text) for one in letters) + 1) or not words:
                raise place.error(f"found {quoted(place.text)}", "the position of the line's first base, then bases")
            letters += words
        elif not _LINE.match(line.text):
            raise line.error(f"found {quoted(line.text)}", "a keyword of GenBank's in capitals, or an indented line")
    values = {name: value._replace(text=unquote(value.text)) for name, value in values.items()}
    note = re.search(r'/note="target\s*([^"]*)"', record.text)
    if not values and note:  # as earlier versions wrote it
        model = re.search(r"Energies of the model\s+([\w-]+)", record.text)
        values = {"target": Field("".join(note.group(1).split()), part[0].line, 1)}
        values |= {"model": Field(model.group(1))} if model else {}
    record.name = cleaned(values["name"].text) if "name" in values else ""
    record.target = [values["target"]] if "target" in values else []
    record.named = {name: value for name, value in values.items() if name == "restraints"}
    for name in DEFAULTS:
        if name in values:
            record.settings[name] = setting(name, values[name].text)
    record.demands = {name: values[f"{DEMANDED}{name}"] for name in DEMANDS if f"{DEMANDED}{name}" in values}
    if values.get("sequence", Field("design")).text != "restraints":
        record.sequences = letters
    return record, values["strand"].text if "strand" in values else ""


def _in_brackets(what: str, structure: str) -> Iterator[str]:
    """The structure as notes of a line each, with their positions if there are several."""
    most = WIDTH - QUALIFIERS - len(f'/note="{what} 1000-2000 "') - 1
    for start in range(0, len(structure), most):
        piece = structure[start : start + most]
        yield f"{what} {f'{start + 1}-{start + len(piece)} ' if len(structure) > most else ''}{piece}"


def _notes(puzzle: RnaPuzzle, told: Report, strand: int) -> Iterator[str]:
    figures = told.figures
    if not figures:
        return
    if puzzle.states:
        yield from lines(puzzle, told)
        return
    unique = "" if "unique" not in figures else ", unique" if figures["unique"] else ", not unique"
    if figures["distance"]:
        yield from _in_brackets("fold", str(figures["fold"]))
        unique = ""
    yield f"minimum free energy {float(figures['energy']):.2f} kcal/mol{unique}"
    yield f"energy of the target {float(figures['target_energy']):.2f} kcal/mol"
    yield f"probability of the target {float(figures['probability']):.4g}"
    yield f"normalised ensemble defect {float(figures['defect']):.4g}"
    if puzzle.nick:
        yield binding_words(figures)
    yield f"GC {percent(float(figures['gc']), 1)}"
    for one in told.rivals:
        yield f"rival {rival_words(one, puzzle.target)}"
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
