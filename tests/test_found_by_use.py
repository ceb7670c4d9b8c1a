"""Texts that users brought, once read wrongly or refused for a wrong reason: each is read or refused right.

The files stand in `found_by_use`; what is right for each stands here, by its name.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzles import registry
from puzzles.errors import PuzzleError

FOLDER = Path(__file__).with_name("found_by_use")

READ = {
    "kakuro-pipes.txt": ["Kakuro 5 x 5, 10 cells"],
    "kakuro-quoted.csv": ["Kakuro 3 x 3, 4 cells"],
    "kakuro-semicolons.csv": ["Kakuro 3 x 3, 4 cells"],
    "kakuro-two-puzzles.csv": ["Kakuro 3 x 3, 4 cells"] * 2,
    "kakuro-two-pzprv3.txt": ["Kakuro 3 x 3, 4 cells"] * 2,
    "kakuro-url-no-scheme.txt": ["Kakuro 6 x 7, 24 cells"],
    "latin-dzn-bar-newline.txt": ["Latin square, order 4, 9 holes"],
    "latin-n-first.txt": ["Latin square, order 7, 34 holes"],
    "rna-2-a.sto": ["12 nt, 4 pairs"],
    "rna-2-allq.txt": ["30 nt, 0 pairs, 1 demand"],
    "rna-2-c.csv": ["12 nt, 4 pairs", "10 nt, 3 pairs"],
    "rna-2-rnafold_p.txt": ["12 nt, 4 pairs"],
    "rna-2-two.fa": ["hairpin1 sample, 20 nt, 6 pairs", "hairpin2, 20 nt, 6 pairs"],
    "rna-2-wuss.txt": ["12 nt, 4 pairs"],
    "rna-angle-brackets.txt": ["a, 23 nt, 8 pairs"],
    "rna-blank-in-structure.txt": ["23 nt, 8 pairs"],
    "rna-connect.ct": ["23 nt, 8 pairs"],
    "rna-csv-structure.csv": ["a, 23 nt, 8 pairs"],
    "rna-csv-target-only.csv": ["a, 23 nt, 8 pairs, 2 restrained"],
    "rna-nupack-plus.txt": ["12 + 12 nt, 8 pairs"],
    "rna-restraints-dots.txt": ["23 nt, 8 pairs, 2 restrained"],
    "rna-rnadesign-tristable.txt": ["36 nt, 8 pairs, 3 restrained, 3 states"],
    "rna-rnafold-p.txt": ["seq1, 23 nt, 8 pairs"],
    "rna-stockholm.sto": ["test, 23 nt, 8 pairs"],
    "tsptw-clock-times.txt": ["TSP with time windows, 4 nodes"],
    "tsptw-dasilva-urrutia.txt": ["TSP with time windows, 5 nodes"],
    "tsptw-lkh-no-edge-weight-type.tsptw": ["TSP with time windows, 6 nodes"],
    "tsptw-milliseconds-same-in-seconds.json": ["TSP with time windows, 5 nodes"],
    "tsptw-milliseconds.json": ["TSP with time windows, 5 nodes"],
    "tsptw-ortools-data.json": ["TSP with time windows, 4 nodes"],
    "tsptw-python-brackets.txt": ["TSP with time windows, 4 nodes"],
}
"""Of each puzzle in a file a part of its title."""

REFUSED = {
    "kakuro-pzprv3-garbage.txt": ":10:1: a line behind the board; expected the end, or another puzzle",
    "latin-dimacs.cnf": ":1:1: this is a formula in conjunctive normal form (DIMACS); expected ",
    "rna-2-toe3.txt": ":2:94: no pair joins the two strands of the state",
    "tsptw-15-decimals.txt": ":2:5: '16.81877973285877' has 14 decimals; expected at most 9",
    "tsptw-route-text.sol": ":1:1: this looks like a tour: ",  # it is a board, and read as one
}
"""What a refusal has behind the file's name."""


def test_each_file_has_its_answer() -> None:
    assert {path.name for path in FOLDER.iterdir() if path.suffix != ".py" and path.is_file()} == {*READ, *REFUSED}


@pytest.mark.parametrize("name", sorted(READ))
def test_a_text_is_read_right(name: str) -> None:
    data = (FOLDER / name).read_bytes()
    _, entries = registry.read_entries(registry.decode(data), source=name)
    read = [registry.read_bytes(data, source=name, entry=one.key if len(entries) > 1 else "") for one in entries]
    assert {one.family for one in read} == {name.partition("-")[0]}
    for puzzle, title in zip(read, READ[name], strict=True):
        assert title in puzzle.title


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_a_text_is_refused_for_the_right_reason(name: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        registry.read_bytes((FOLDER / name).read_bytes(), source=name)
    assert f"{name}{REFUSED[name]}" in str(caught.value)
    assert "\n" not in str(caught.value)
