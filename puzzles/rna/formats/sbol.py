"""SBOL 2 of designs, as RDF/XML: a component a strand with its sequence, which design tools and repositories read.

The form is that of SBOL 2.3.0 (Madsen and others, Journal of Integrative Bioinformatics 16, 2019), with URIs that can
be compared to others' only after a repository has given them its own. A structure has no place in it but in words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.sax.saxutils import escape

from puzzles.rna.formats.orders import strands
from puzzles.rna.puzzle import RnaPuzzle
from puzzles.text.quoting import cleaned

_NAMESPACES = {
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "dcterms": "http://purl.org/dc/terms/",
    "sbol": "http://sbols.org/v2#",
}
_OWN = "https://example.org/mcs-tui"
_KIND = "http://www.biopax.org/release/biopax-level3.owl#{}Region"
_LETTERS = "http://www.chem.qmul.ac.uk/iubmb/misc/naseq.html"
"""The encoding of sequences: IUPAC's letters of nucleic acids."""
_ROLE = "http://identifiers.org/so/SO:0000804"
"""An engineered region (Sequence Ontology)."""


def write(puzzle: RnaPuzzle, sequences: Sequence[str]) -> str:
    """Two objects a strand; of the puzzle alone those of its start sequence or its restraints."""
    spaces = "".join(f' xmlns:{name}="{uri}"' for name, uri in _NAMESPACES.items())
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<rdf:RDF{spaces}>"]
    words = f"target {puzzle.with_nick(puzzle.target)}, {puzzle.energy_model}"
    if title := cleaned(puzzle.name):
        words = f"{title}: {words}"
    for name, letters in strands(puzzle, sequences or [puzzle.with_nick(puzzle.start or puzzle.restraints)]):
        label = re.sub(r"\W|^(?=\d)", "_", name, flags=re.ASCII)
        kind = _KIND.format(puzzle.molecule.capitalize())
        links = [_link("type", kind), _link("role", _ROLE), _link("sequence", f"{_OWN}/{label}_sequence/1")]
        lines += _object("ComponentDefinition", label, [*_titled(name, words), *links])
        held = [f"<sbol:elements>{letters.lower()}</sbol:elements>", _link("encoding", _LETTERS)]
        lines += _object("Sequence", f"{label}_sequence", [*_titled(name, words), *held])
    return "\n".join([*lines, "</rdf:RDF>", ""])


def _object(kind: str, label: str, content: Sequence[str]) -> list[str]:
    about, persistent = f"{_OWN}/{label}/1", _link("persistentIdentity", f"{_OWN}/{label}")
    known = [persistent, f"<sbol:displayId>{label}</sbol:displayId>", "<sbol:version>1</sbol:version>"]
    inner = [f"    {one}" for one in (*known, *content)]
    return [f'  <sbol:{kind} rdf:about="{about}">', *inner, f"  </sbol:{kind}>"]


def _titled(name: str, words: str) -> list[str]:
    title = f"<dcterms:title>{escape(name)}</dcterms:title>"
    return [title, f"<dcterms:description>{escape(words)}</dcterms:description>"]


def _link(name: str, uri: str) -> str:
    return f'<sbol:{name} rdf:resource="{uri}"/>'
