"""Experiments from TOML: rows are multiplied out, and what is wrong is one line with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzles.errors import PuzzleError
from solvers.experiments.cell import cells
from solvers.experiments.folder import named, shipped
from solvers.experiments.spec import parse, rows
from solvers.experiments.toml_file import Experiment, File, Quick, Row, Source, seeds_of

WHOLE = """\
title = "Sampling beside NRPA"
playouts = [16, 64]
seeds = "3-4"

[[puzzles]]
family = "latin"
files = "example:order-9"

[[row]]
algorithm = "sampling"
mode = "paper"

[[row]]
name = "NRPA {level}"
algorithm = "nrpa"
parameters = { level = [1, 2], iterations = [4, 8] }
seconds = [0.1, 0.5]

[[row]]
name = "published"
published = [1, [2.5, 0.1]]

[quick]
seeds = 1
rows = ["Sampling", "NRPA 1, N 8"]
"""


def experiment(text: str = WHOLE) -> Experiment:
    return parse(text, "some", Path("/"))


def test_rows_are_multiplied_out_and_have_their_budgets() -> None:
    whole = experiment()
    found = rows(whole)
    names = ["Sampling", "NRPA 1, N 4", "NRPA 1, N 8", "NRPA 2, N 4", "NRPA 2, N 8", "published"]
    assert [one.name or "Sampling" for one in found] == names
    assert [whole.budget(one).points for one in found[:2]] == [(16, 64), (0.1, 0.5)]
    assert found[4].parameters == {"level": 2, "iterations": 8}
    assert seeds_of(whole) == (3, 4)
    short = whole.quick()
    assert [one.name for one in rows(short)] == ["Sampling", "NRPA 1, N 8"]
    assert seeds_of(short) == (1,)
    assert short.quick() is short


def test_cells_come_seed_by_seed_and_have_keys_of_their_content() -> None:
    found = cells(experiment())
    assert [one.seed for one in found] == [3] * 5 + [4] * 5
    assert {one.puzzle for one in found} == {"order-9"}
    assert len({one.key for one in found}) == 10
    assert [one.key for one in cells(parse(WHOLE, "other", Path("/")))] == [one.key for one in found]
    longer = cells(experiment(WHOLE.replace("[16, 64]", "[17, 64]")))
    assert [a.key == b.key for a, b in zip(found[:5], longer[:5], strict=True)] == [False, True, True, True, True]


@pytest.mark.parametrize(
    ("before", "after", "line", "words"),
    [
        ('seeds = "3-4"', "seeds = ", 3, "invalid value"),
        ('seeds = "3-4"', "seeds = " + "9" * 5000, 0, "a number is too long"),
        ('seeds = "3-4"', "seeds = " + "[" * 5000, 0, "the file is nested too deeply"),
        ('seeds = "3-4"', 'seeds = "4-3"', 3, "seeds is '4-3'; expected how many"),
        ('seeds = "3-4"', "seeds = 1.5", 3, "seeds is 1.5; expected "),
        ('title = "Sampling beside NRPA"\n', "", 0, "there is no title; expected title = ..."),
        ("playouts = [16, 64]", "playouts = [64, 0]", 2, "playouts is 0; expected a whole number of at least 1"),
        (
            "playouts = [16, 64]",
            f"playouts = [64, {10**400}]",
            2,
            "; expected a whole number of at most 92233720368547",
        ),
        ("playouts = [16, 64]", "playouts = []", 2, "playouts is a list; expected a list of length at least 1"),
        ("playouts = [16, 64]", "playouts = 1.5", 2, "playouts is 1.5; expected a whole number or a list"),
        ("playouts = [16, 64]", "seconds = nan", 2, "seconds is nan; expected a number above 0"),
        ("playouts = [16, 64]", "seconds = inf", 2, "seconds is inf; expected a number of at most 1000000000"),
        ("playouts = [16, 64]", "playouts = 9\nuntil = nan", 3, "until is nan; expected a number of at least -1000"),
        ("playouts = [16, 64]\n", "", 8, "there is no budget; expected playouts = ... or seconds = ..."),
        ("playouts = [16, 64]", "playouts = 1\nseconds = 2", 2, "playouts and seconds are given; expected one of them"),
        ('mode = "paper"', 'm\udfffde = "paper"', 11, "half of a surrogate pair; expected UTF-8 text"),
        ('mode = "paper"', 'speed = "paper"', 11, "there is no setting 'speed' in [row]; expected one of: name, algo"),
        ('mode = "paper"', 'mode = "fast"', 11, "latin has no mode 'fast'; expected one of: strong, paper"),
        ('mode = "paper"', 'prior = "size"', 11, "latin has no prior 'size'; expected one of: none, dual"),
        ('algorithm = "nrpa"', 'algorithm = "nrap"', 15, "there is no algorithm 'nrap'; expected one of: backtrac"),
        ('algorithm = "nrpa"', 'algorithm = "annealing"', 15, "latin can't be searched by annealing; expected"),
        ('mode = "paper"', "whole = true", 11, "whole is of no use to sampling; expected nmcs, or playouts = ..."),
        ("level = [1, 2]", "level = [1, 9]", 16, "level is 9; expected 1 to 8"),
        ("level = [1, 2]", 'level = [1, "x"]', 16, "level is 'x'; expected 1 to 8"),
        ("level = [1, 2]", "level = []", 13, "level has no value; expected 1 to 10,000 rows"),
        ("level = [1, 2]", "level = [1, 1979-05-27]", 16, "row.parameters is a table; expected "),
        ("level = [1, 2], i", "seed = [" + "0," * 6000 + "], i", 13, "multiply out to more; expected 1 to 10,000 rows"),
        ("iterations = [4", "repeat = [4", 16, "nrpa has no parameter 'repeat'; expected one of: level"),
        ('name = "NRPA {level}"', 'name = "NRPA {depth}"', 14, "name has {depth} in it; expected one of: level"),
        ('family = "latin"', 'family = "latex"', 6, "there is no family 'latex'; expected one of: latin"),
        ('files = "example:order-9"', "generate = { order = 1 }", 7, "order is 1; expected "),
        ('files = "example:order-9"', "count = 3", 5, "neither files nor generate is given; expected one of them"),
        ('files = "example:order-9"', 'stream = "solve"\ngenerate = {}', 7, "stream is 'solve'; expected "),
        ("published = [1, [2.5, 0.1]]", "published = [1, [2.5]]", 21, "published"),
        ("published = [1, [2.5, 0.1]]", "note = 1", 21, "there is no setting 'note' in [row]"),
        ("[16, 64]", "[16, 64, 64]", 2, "playouts has 64 after 64; expected points that ascend"),
        ("[0.1, 0.5]", "[0.5, 0.1]", 17, "seconds has 0.1 after 0.5; expected points that ascend"),
        ("seeds = 1", "playouts = [9, 8]", 24, "playouts has 8 after 9; expected points that ascend"),
        ("[1, [2.5, 0.1]]", "[1]", 21, 'published has 1 figure; expected 2, one for each point ("" for none)'),
        ("[1, [2.5, 0.1]]", "{ a = [1, 2, 3] }", 21, "published has 3 figures of 'a'; expected 2"),
        ("[quick]", "[quicker]", 23, "there is no setting 'quicker'; expected one of: title"),
        ('"Sampling", "NRPA 1, N 8"', '"Samplign"', 25, "no row has one of these names; expected names of [[row]]"),
        ("[1, 2]", "[2, 2]", 13, "two rows are called 'NRPA 2, N 4'; expected a name of its own for each"),
    ],
)
def test_what_is_wrong_is_one_line_with_its_place(before: str, after: str, line: int, words: str) -> None:
    assert before in WHOLE
    with pytest.raises(PuzzleError) as caught:
        experiment(WHOLE.replace(before, after))
    assert (caught.value.line, caught.value.source) == (line, "some.toml"), str(caught.value)
    assert words in caught.value.message
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("before", "after", "line", "column"),
    [
        ("[16, 64]", "[16, 64, 64]", 2, 21),
        ("[16, 64]", "[ 16,  8 ]", 2, 19),
        ("[16, 64]", "[\n16,\n8 ]", 2, 0),
        ("[1, [2.5, 0.1]]", "[ [1, 2] ]", 21, 13),
    ],
)
def test_points_and_published_figures_are_refused_with_the_column(
    before: str, after: str, line: int, column: int
) -> None:
    with pytest.raises(PuzzleError) as caught:
        experiment(WHOLE.replace(before, after))
    assert (caught.value.line, caught.value.column) == (line, column), str(caught.value)
    assert parse(WHOLE.replace(before, after), "some", Path("/"), kept=True)  # a folder of an earlier version


def test_what_is_wrong_with_puzzles_is_seen_when_they_are_read() -> None:
    unnamed = WHOLE.replace('family = "latin"\n', "").replace('algorithm = "nrpa"', 'algorithm = "annealing"')
    with pytest.raises(PuzzleError, match="latin can't be searched by annealing"):
        cells(experiment(unnamed))
    with pytest.raises(PuzzleError, match="there is no example 'none'"):
        cells(experiment(WHOLE.replace("example:order-9", "example:none")))
    with pytest.raises(PuzzleError, match="no such puzzle"):
        cells(experiment(WHOLE.replace('"example:order-9"', '"example:order-9"\nnumbers = "7"')))


OF_ALL = """\
title = "By probability"
seconds = 1

[[puzzles]]
name = "probability"
family = "rna"
files = "example:bulge"
settings = { objective = "probability" }

[[puzzles]]
name = "nemo"
family = "rna"
files = "example:bulge"

[[row]]
algorithm = "annealing"
parameters = { period = 200 }
"""


def test_a_parameter_without_effect_by_the_objective_is_refused() -> None:
    assert len(cells(experiment(OF_ALL))) == 2, "it has an effect on the other puzzles"
    with pytest.raises(PuzzleError, match="period has no effect on annealing by the settings") as caught:
        experiment(OF_ALL.replace("period = 200 }", 'period = 200 }\npuzzles = ["probability"]'))
    assert caught.value.line == 17


def test_the_files_of_the_docs_and_those_that_come_along_are_right() -> None:
    page = (Path(__file__).parents[2] / "docs" / "experiments.md").read_text(encoding="utf-8")
    example = page.partition("```toml\n")[2].partition("```")[0]
    names = ["NRPA", "GNRPA, tau 0.5", "GNRPA, tau 1", "GNRPA, tau 1.4", "GNRPA of the paper, its own position"]
    assert [one.name for one in rows(experiment(example))] == names
    assert len(cells(experiment(example))) == 32
    assert len(cells(experiment(example), quick=True)) == 8
    for struct in (File, Source, Row, Quick):
        for name in struct.__struct_fields__:
            assert f"`{name}`" in page, f"the page does not explain {name}"
    for name in shipped():
        assert len(cells(named(name)[0].quick(), puzzles=())) == 0
