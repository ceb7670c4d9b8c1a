"""The demand `synthesis`: what it stands for, when it is on, what is left out of it, and searches that keep it."""

from __future__ import annotations

import random
import re

import pytest
from drivers.rna_searches import searched

from puzzles.errors import PuzzleError
from puzzles.registry import get_family, read
from puzzles.rna.bases import codes_of
from puzzles.rna.puzzle import RnaPuzzle, sequence_of
from puzzles.rna.specification import judging
from solvers.request import Request

FAMILY = get_family("rna")
ARM = "((((((((....))))))))"
TARGET = f"{ARM}....{ARM}......{ARM}.........."


def naive_faults(sequence: str) -> int:
    """Runs, windows and repeats that are too long or out of range, counted by the words of the page."""
    starts = range(len(sequence))
    runs = sum(bool(re.match("A{6}|C{6}|G{5}|U{5}", sequence[at:])) for at in starts)
    windows = [sequence[at : at + 50] for at in starts if at + 50 <= len(sequence)]
    strong = sum(not 10 <= len(re.findall("[GC]", one)) <= 40 for one in windows)
    pieces = [sequence[at : at + 11] for at in starts if at + 11 <= len(sequence)]
    return runs + strong + len(pieces) - len(set(pieces))


def test_it_is_what_the_page_says() -> None:
    demands = RnaPuzzle("." * 90, synthesis="on").specification
    draw = random.Random(5)
    worst = 0
    for letters in ("ACGU", "AAAAAACGU", "GGGGC", "AU", "GC"):
        sequence = "".join(draw.choice(letters) for _ in range(90))
        sequence = sequence[:45] + sequence[30:75]
        found = sum(count for _, count in judging.faults(demands, sequence))
        assert found == naive_faults(sequence)
        worst = max(worst, found)
    assert worst > 20


@pytest.mark.parametrize(
    ("settings", "on"),
    [
        ({"objective": "probability"}, True),
        ({"objective": "defect"}, True),
        ({"objective": "probability:1,gap:1"}, True),
        ({"objective": "probability", "synthesis": "off"}, False),
        ({"objective": "gap"}, False),
        ({}, False),
        ({"synthesis": "on"}, True),
    ],
)
def test_it_is_on_by_default_where_all_structures_count(settings: dict[str, str], on: bool) -> None:
    spec = Request(settings, seconds=1.0).resolve(RnaPuzzle(TARGET))
    puzzle = FAMILY.from_json(spec.puzzle)
    assert isinstance(puzzle, RnaPuzzle)
    assert puzzle.specification.synthesis is on
    assert bool(puzzle.specification) is on
    assert (", for synthesis" in puzzle.title) is on
    assert FAMILY.kernel_variant(puzzle).startswith("-specified") is on


def test_long_targets_have_it_too() -> None:
    for length in (300, 301):
        spec = Request({"objective": "probability"}, seconds=1.0).resolve(RnaPuzzle("." * length))
        puzzle = FAMILY.from_json(spec.puzzle)
        assert isinstance(puzzle, RnaPuzzle)
        assert (puzzle.specification.synthesis, puzzle.in_parts) == (True, length > 300)


def test_a_saved_search_without_a_word_of_it_stays_as_it_was() -> None:
    plain = FAMILY.to_json(RnaPuzzle(TARGET, objective="probability"))
    assert "demands" not in plain
    back = FAMILY.from_json(plain)
    assert isinstance(back, RnaPuzzle)
    assert not back.specification


@pytest.mark.parametrize("form", ["dot-bracket", "fasta", "dbn", "json", "csv", "genbank"])
@pytest.mark.parametrize("word", ["on", "off"])
def test_every_text_keeps_it(form: str, word: str) -> None:
    puzzle = RnaPuzzle(TARGET, synthesis=word)
    assert read(FAMILY.write(puzzle, form)) == puzzle


def test_other_words_and_two_strands_are_refused() -> None:
    with pytest.raises(PuzzleError, match="synthesis is 'yes'; expected on or off"):
        read(f"synthesis: yes\n{TARGET}\n")
    with pytest.raises(PuzzleError, match="synthesis is for one strand"):
        read("synthesis: on\n((((&))))\n")
    both = FAMILY.adjusted(RnaPuzzle("((((&))))"), {"objective": "probability"})
    assert not getattr(both, "synthesis", "?"), "nothing is said of it"
    assert read("synthesis: off\n((((&))))\n").title


def names(puzzle: RnaPuzzle) -> list[str]:
    return [one.demand for one in judging.found(puzzle.specification, "A" * puzzle.length)]


RUNS = ["forbidden run of 6 A or C (synthesis)", "forbidden run of 5 G or U (synthesis)"]
WINDOWS = "gc 20-80 in 50 (synthesis)"


def test_what_the_target_says_goes_before_it() -> None:
    whole = RnaPuzzle(TARGET, synthesis="on")
    assert names(whole) == [WINDOWS, *RUNS, "repeat 10"]
    assert names(RnaPuzzle(TARGET, synthesis="on", gc="0-90")) == ["gc 0-90", *RUNS, "repeat 10"]
    assert names(RnaPuzzle(TARGET, synthesis="on", repeat="20")) == [WINDOWS, *RUNS, "repeat 20"]
    assert names(RnaPuzzle(TARGET, synthesis="on", require="GGGGG")) == [
        WINDOWS, RUNS[0], "required GGGGG", "repeat 10",
    ]  # fmt: skip
    assert names(RnaPuzzle(ARM, synthesis="on")) == [*RUNS, "repeat 10"], "it has no window of 50"
    fixed = "N" * (len(TARGET) - 8) + "A" * 8
    tail = RnaPuzzle(TARGET, fixed, synthesis="on")
    assert names(tail) == names(whole)
    poly = judging.found(tail.specification, "C" * (len(TARGET) - 9) + "A" * 9)[1]
    assert poly.words.startswith("at 1,")
    assert f"and {len(TARGET) - 14 - 3 + 1} more" in poly.words, "that which is fixed is no fault, one base more is"


def test_a_search_by_probability_starts_from_plain_moves_and_keeps_it() -> None:
    order = {
        "puzzle": {"target": TARGET, "objective": "probability", "synthesis": "on"},
        "algorithm": "annealing",
        "seed": 2,
        "playouts": 4,
    }
    ((found, _),) = searched([order])
    puzzle = RnaPuzzle(**order["puzzle"])  # type: ignore[arg-type]
    for board, score, best in found:
        assert naive_faults(sequence_of(board)) == 0
        verdict = FAMILY.judge(puzzle, best)
        assert verdict.score == pytest.approx(score, rel=1e-4, abs=1e-9)
    first = sequence_of(found[0][0])
    pairs = {first[one] + first[other] for one, other in enumerate(puzzle.partners) if other > one}
    assert pairs <= {"CG", "GC", "AU", "UA", "GU", "UG"}
    assert sum(one in "GC" for one in first) > 0.5 * 48, "pairs of C and G as far as they are admitted"
    assert codes_of(first) == tuple(found[0][0])
