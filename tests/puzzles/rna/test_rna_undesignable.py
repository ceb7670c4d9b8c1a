"""Undesignable motifs: notation, rotation, where a target has them, and the bound on its probability."""

from __future__ import annotations

import csv
import math
import random
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path

import pytest
from drivers.rna_targets import random_target

from puzzles.errors import PuzzleError
from puzzles.rna.puzzle import RnaPuzzle
from puzzles.rna.undesignable.claims import at_most, claims, claims_by, spans, words
from puzzles.rna.undesignable.library import Known, Library, read
from puzzles.rna.undesignable.motif import EXTERNAL, canonical, parse, places, positions_of, rotations


def library_of(bounds: Mapping[str, float]) -> Library:
    known = {turn: Known(text, bound, "a test") for text, bound in bounds.items() for turn in rotations(parse(text))}
    return Library(known, tuple(sorted(known)))


def test_a_motif_is_the_same_from_each_boundary_pair() -> None:
    turns = rotations(parse("(.(*)..((*)...)....)"))
    assert turns == ("(.(*)..((*)...)....)", "(..((*)...)....(*).)", "(...(....(*).(*)..))")
    assert {canonical(parse(turn)) for turn in turns} == {turns[0]}
    assert rotations(parse("5.(.(*)).3")) == ("5.(.(*)).3",)
    assert parse("(.(....).(....).)").text == "(.(....).(....).)"
    assert parse("(.(....).(....).)").loops == 3


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("", 1),
        ("(", 1),
        ("(..)", 3),
        ("(.(*)", 5),
        ("(.(*))x)", 7),
        ("5(*))3", 5),
        ("(.[*])", 3),
        ("(" * 2_000, 0),
    ],
)
def test_what_is_no_motif_is_refused_with_its_place(text: str, column: int) -> None:
    with pytest.raises(PuzzleError) as error:
        parse(text)
    assert error.value.column == column


def naive_places(target: str) -> dict[str, set[frozenset[int]]]:
    """All sets of at most three connected loops of a structure, by the text of what is cut out; naively."""
    partners = RnaPuzzle(target).partners
    opening = [i for i, j in enumerate(partners) if j > i]
    parent = {i: max((k for k in opening if k < i and partners[k] > partners[i]), default=EXTERNAL) for i in opening}
    found: dict[str, set[frozenset[int]]] = {}
    for size in (1, 2, 3):
        for loops in combinations([EXTERNAL, *opening], size):
            tops = [loop for loop in loops if parent.get(loop) not in loops]
            if len(tops) != 1:
                continue
            letters = list(target)
            for i in opening:  # what lies beyond a boundary pair
                if parent[i] in loops and i not in loops:
                    letters[i + 1 : partners[i]] = ["*"] + [""] * (partners[i] - i - 2)
            top = tops[0]
            text = "5" + "".join(letters) + "3" if top == EXTERNAL else "".join(letters[top : partners[top] + 1])
            found.setdefault(text, set()).add(frozenset(loops))
    return found


def test_places_are_those_that_cutting_a_target_finds() -> None:
    rng = random.Random(5)
    for _ in range(40):
        target = random_target(rng, rng.randrange(8, 40))
        cuts = naive_places(target)
        chosen = sorted(rng.sample(sorted(cuts), max(1, len(cuts) // 2)))
        others = sorted({*chosen, "(.(*)....(*))", "5.(*)3", "((*))"} - (cuts.keys() - set(chosen)))
        found: dict[str, set[frozenset[int]]] = {}
        for place in places(RnaPuzzle(target).partners, others):
            found.setdefault(place.text, set()).add(frozenset(place.loops))
        assert found == {text: cuts[text] for text in chosen}


def test_a_place_has_the_positions_of_its_loops_and_pairs() -> None:
    target = ".((..((...))..(....)))."
    partners = RnaPuzzle(target).partners
    (place,) = places(partners, ["(..(*)..(....))"])
    assert spans(positions_of(partners, place.loops)) == "3-6, 12-21"
    assert spans(positions_of(partners, (EXTERNAL,))) == "1-2, 22-23"


def test_a_motif_is_found_however_it_lies() -> None:
    found = claims_by(RnaPuzzle("(((...)).(....)..)").partners, library_of({"(.(*)..(*))": 0.5})).found
    assert [one.text for one in found] == ["((*).(*)..)"]
    assert not claims_by(RnaPuzzle("(.((...)).(....)..)").partners, library_of({"(.(*)..(*))": 0.5})).found


def test_bounds_of_motifs_without_a_common_loop_multiply() -> None:
    rng = random.Random(8)
    for _ in range(60):
        target = random_target(rng, rng.randrange(10, 34))
        cuts = naive_places(target)
        chosen = {text: rng.choice([0.5, 0.4, 0.1, 0.02]) for text in rng.sample(sorted(cuts), min(len(cuts), 6))}
        known = {text: Known(text, bound, "a test") for text, bound in chosen.items()}
        found = claims_by(RnaPuzzle(target).partners, Library(known, tuple(sorted(known))))
        sets = [(loops, chosen[text]) for text in chosen for loops in cuts[text]]
        least = min(
            math.prod(bound for _, bound in some)
            for number in range(min(len(sets), 5) + 1)
            for some in combinations(sets, number)
            if sum(len(loops) for loops, _ in some) == len(frozenset[int]().union(*(loops for loops, _ in some)))
        )
        if len(sets) <= 5:
            assert found.bound == pytest.approx(least)
        else:
            assert found.bound <= least * (1 + 1e-9)
        assert all(not set(other.loops) < set(one.loops) for one in found.found for other in found.found)


def test_nothing_is_said_of_loops_with_a_position_that_is_free_to_pair() -> None:
    target = ".((.(...))).."
    assert claims(RnaPuzzle(target)).found
    assert claims(RnaPuzzle(target, free="1 12-13")).found
    assert not claims(RnaPuzzle(target.replace(".(...)", "?(...)"))).found


def test_nothing_is_said_under_another_model_or_without_a_motif() -> None:
    assert words(claims_by(RnaPuzzle("((....))").partners, library_of({"(.(*))": 0.5}))) == ()


def test_a_damaged_library_is_named_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "lib_undesignable.mprob").write_text("(.(*)),0.4,1.0\n(.(*).),a,1.0\n")
    (tmp_path / "results.uniq.csv").write_text("Motif,Result\n((.(*),undesignable\n")
    (tmp_path / "short14_external_undesignable_dg0.txt").write_text("5(*)3\n5(x)3\n")
    names = ("lib_undesignable.mprob", "results.uniq.csv", "short14_external_undesignable_dg0.txt")
    faults = read(tuple(tmp_path / name for name in names)).faults
    assert [fault.removeprefix(f"{tmp_path}/").partition(": ")[0] for fault in faults] == [
        "lib_undesignable.mprob:2",
        "results.uniq.csv:2:6",
        "short14_external_undesignable_dg0.txt:2",
    ]


LIBRARY = (
    "lib_undesignable.mprob.gz",
    "lib_undesignable.ex.txt.mprob.gz",
    "maxlen14_no_external.results.uniq.csv.gz",
    "short14_external_undesignable_dg0.txt.gz",
)
PROVED = {50, 52, 57, 60, 61, 67, 72, 78, 80, 81, 86, 87, 88, 90, 91, 92, 96, 97, 99}
"""Targets of Eterna100 V1 with a motif of the library; 50 and 97 have one by our own proofs."""


def test_targets_of_eterna100_are_named_with_their_motifs_and_bounds_hold(benchmark_data: Path) -> None:
    folder = benchmark_data / "rna-ensemble"
    if not folder.is_dir():
        pytest.skip(f"benchmark data is absent: {folder}")
    library = read(tuple(folder / "undesignable" / name for name in LIBRARY))
    assert not library.faults
    assert len({one.text for one in library.known.values() if not one.text.startswith("5")}) > 1_805
    named, never = set(), set()
    with (folder / "eterna100v1_samfeo.tsv").open(newline="", encoding="utf-8") as table:
        for row in csv.DictReader(table, delimiter="\t"):
            found = claims_by(RnaPuzzle(row["structure"]).partners, library)
            assert float(row["p_recomputed"]) <= found.bound
            if found.found:
                named.add(int(row["number"]))
                if any(one.known.never for one in found.found):
                    never.add(int(row["number"]))
    assert named == PROVED
    assert {50, 97} <= never
    assert not never & {68, 72, 80}, "they have designs that tie"


def test_bounds_are_printed_rounded_up() -> None:
    assert [at_most(bound) for bound in (0.5, 0.0048218, 0.41957791, 1.0)] == ["0.5", "0.00483", "0.420", "1"]
