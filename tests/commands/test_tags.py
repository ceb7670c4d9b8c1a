"""A word of the user's, given to a search: it is kept with the run and shown wherever runs and rows are listed."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from drivers.command_line import invoke, one_line

from puzzles.registry import families, read
from solvers.experiments.cell import CellResult, Reading, cells, problems
from solvers.experiments.report import report
from solvers.experiments.spec import parse, rows
from solvers.experiments.writers import comma_separated
from solvers.request import AskedError, Request
from solvers.runs.folder import new_run
from solvers.runs.spec import decode, encode
from tui.widgets.new_search import parameters_for

LATIN = read("1 . 3\n. 3 .\n3 . 2\n")
FILE = """
title = "Two ways"
playouts = 9
[[puzzles]]
family = "latin"
files = "example:order-9"
[[row]]
name = "a"
algorithm = "nrpa"
tag = "old"
[[row]]
name = "b"
algorithm = "sampling"
"""


def test_it_is_kept_listed_and_found() -> None:
    for tag, seconds in (("first-try", 1.0), ("", 2.0)):
        new_run(Request(tag=tag, seconds=seconds).resolve(LATIN))
    listed = [json.loads(line) for line in invoke("runs", "--json").stdout.splitlines()]
    by_tag = {one["tag"]: one["budget"]["seconds"] for one in listed}
    assert by_tag == {"first-try": 1.0, "": 2.0}
    lines = invoke("runs").stdout.splitlines()
    assert lines[0].split()[-1] == "TAG"
    assert {line.split()[-1] for line in lines[1:]} == {"first-try", "-"}
    table = list(csv.DictReader(io.StringIO(invoke("runs", "--csv").stdout)))
    assert {one["tag"] for one in table} == {"first-try", ""}
    assert len(invoke("runs", "--filter", "tag=first").stdout.splitlines()) == 2
    assert len(invoke("runs", "--filter", "first-try").stdout.splitlines()) == 2


def test_it_is_one_word() -> None:
    with pytest.raises(AskedError, match="tag is 'a b'; expected one word"):
        Request(tag="a b")
    assert "expected one word" in one_line(invoke("solve", "example:order-9", "--tag", "a b").stderr)
    spec = Request(tag="x" * 64).resolve(LATIN)
    assert decode(encode(spec)) == spec
    hostile = encode(spec).replace(b"x" * 64, b"y\\u001b[2J" + b"z" * 200)
    kept = decode(hostile)
    assert kept.labels["tag"].isprintable()  # type: ignore[union-attr]
    assert len(kept.labels["tag"]) <= 64  # type: ignore[union-attr]


def test_every_family_s_form_has_it() -> None:
    assert all("tag" in [one.name for one in parameters_for(family)] for family in families())


def test_rows_of_experiments_have_it() -> None:
    experiment = parse(FILE, "ways", Path())
    assert [one.labels for one in rows(experiment)] == [{"tag": "old"}, {}]
    with pytest.raises(Exception, match="tag is 'o ld'; expected one word") as found:
        parse(FILE.replace('"old"', '"o ld"'), "ways", Path())
    assert found.value.line == 10  # type: ignore[attr-defined]


def test_the_csv_of_an_experiment_has_it() -> None:
    experiment = parse(FILE, "ways", Path())
    made = cells(experiment, puzzles=problems(experiment))
    reading = Reading(point=9.0, score=3.0, solved=False, playouts=9, seconds=0.5)
    found = [
        CellResult(key=one.key, row=one.row, group=one.group, puzzle=one.puzzle, seed=one.seed, readings=(reading,))
        for one in made
    ]
    table = list(csv.DictReader(io.StringIO(comma_separated(report(experiment, made, found, "")))))
    assert {(one["row"], one["tag"]) for one in table} == {("a", "old"), ("b", "")}
