"""The n-gram prior is Algorithm 5: worked by hand, against a plain implementation, and as the rules ask for it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.naive_ngram import MOVES as WORDS
from oracles.naive_ngram import naive_ngrams

from priors.table import log_frequencies, odds
from puzzles.rna.corpus import CODES, FIRST, Design, Ngrams

NUMBER = {word: number for number, word in enumerate([*WORDS["("], *WORDS["."]])}


def counted(*designs: tuple[str, str]) -> Ngrams:
    """The counts of these pairs of a structure and a sequence."""
    ngrams = Ngrams()
    for structure, sequence in designs:
        ngrams.add(Design(sequence, structure, "", 1))
    return ngrams


def code(before: str, move: str) -> int:
    return 10 * NUMBER[before] + NUMBER[move]


def test_a_hairpin_worked_by_hand() -> None:
    # moves in string order: GC, CG, A, A, G, then the dot behind the pairs: U
    found = counted(("((...)).", "GCAAGGCU"))
    ones = {code("GC", "CG"), code("CG", "A"), code("A", "A"), code("A", "G"), code("G", "U")}
    assert set(np.flatnonzero(found.count).tolist()) == ones
    assert found.count.sum() == 5
    # after GC a pair was set once, so each of the six was possible once; after A a base twice, each of the four
    assert [found.nb[code("GC", pair)] for pair in WORDS["("]] == [1] * 6
    assert [found.nb[code("A", base)] for base in WORDS["."]] == [2] * 4
    assert [found.nb[code("A", pair)] for pair in WORDS["("]] == [0] * 6
    assert found.nb.sum() == 6 + 4 + 4 + 4 + 4


def test_the_first_move_has_a_neutral_code_of_its_own() -> None:
    found = counted(("(...)", "GAAAC"), ("....", "ACGU"))
    assert len(found.count) == len(found.nb) == CODES == FIRST + 1
    assert (found.count[FIRST], found.nb[FIRST]) == (0, 0)
    table = log_frequencies(found.count, found.nb)
    assert table[FIRST] == pytest.approx(np.log(found.count.sum() / found.nb.sum()))


def test_each_design_begins_without_a_move_before() -> None:
    apart, joined = counted(("..", "AC"), ("..", "GU")), counted(("....", "ACGU"))
    assert apart.count[code("C", "G")] == 0
    assert joined.count[code("C", "G")] == 1


@st.composite
def designs(draw: st.DrawFn) -> tuple[str, str]:
    """A structure of any shape, and bases that can pair where they are to."""
    structure: list[str] = []
    bases: list[str] = []
    opened: list[str] = []
    for _ in range(draw(st.integers(0, 40))):
        what = draw(st.sampled_from("(.)"))
        if what == ")" and opened:
            structure.append(")")
            bases.append(opened.pop())
        elif what == "(":
            pair = draw(st.sampled_from(WORDS["("]))
            structure.append("(")
            bases.append(pair[0])
            opened.append(pair[1])
        else:
            structure.append(".")
            bases.append(draw(st.sampled_from(WORDS["."])))
    while opened:
        structure.append(")")
        bases.append(opened.pop())
    return "".join(structure), "".join(bases)


@given(st.lists(designs(), max_size=6))
def test_counts_are_those_of_the_algorithm(some: list[tuple[str, str]]) -> None:
    found = counted(*some)
    count, nb = naive_ngrams(some)
    expected_count, expected_nb = np.zeros(CODES, np.int64), np.zeros(CODES, np.int64)
    for table, naive in ((expected_count, count), (expected_nb, nb)):
        for (_, before, _, move), number in naive.items():
            table[code(before, move)] += number
    assert found.count.tolist() == expected_count.tolist()
    assert found.nb.tolist() == expected_nb.tolist()
    assert found.counted == len(some)
    assert found.left_out == {}


def test_other_letters_leave_the_whole_design_out_and_odd_pairs_only_what_they_touch() -> None:
    found = counted(("....", "ACNU"), ("....", "AcGU"))
    assert found.counted == 0
    assert found.count.sum() == found.nb.sum() == 0
    assert found.left_out == {"designs with letters other than A, C, G and U": 2}
    odd = counted((".(...).", "AGUUUGC"))  # a pair G-G: nothing before it and nothing behind it is counted
    assert odd.left_out == {"pairs that are none of the six": 1}
    assert odd.counted == 1
    assert np.flatnonzero(odd.count).tolist() == sorted({code("U", "U"), code("U", "C")})
    assert odd.count[code("U", "U")] == 2


@pytest.mark.parametrize(
    ("structure", "reason"),
    [
        ("(.))", r"position 4 of the structure: '\)' closes no bracket"),
        ("((.)", r"position 1 of the structure: '\(' is never closed"),
        ("(.[)", r"position 3 of the structure: '\['"),
    ],
)
def test_what_is_not_a_structure_is_refused_and_not_counted(structure: str, reason: str) -> None:
    ngrams = Ngrams()
    with pytest.raises(ValueError, match=reason):
        ngrams.add(Design("ACGU", structure, "", 1))
    assert (ngrams.counted, int(ngrams.count.sum())) == (0, 0)


def test_a_bias_of_tau_is_the_frequency_to_that_power() -> None:
    found = counted(*[("..", "AA")] * 3, ("..", "AC"))
    mean = 4 / 16
    share = odds(log_frequencies(found.count, found.nb), 6.0)
    assert share[code("A", "A")] == pytest.approx(((3 + mean) / 5) ** 6)
    assert share[code("A", "G")] == pytest.approx((mean / 5) ** 6)
