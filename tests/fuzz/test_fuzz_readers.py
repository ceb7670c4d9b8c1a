"""A few seconds of the fuzzer, what it does with a failure, and nearly endless texts through all readers."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from puzzles import registry
from puzzles.errors import PuzzleError

from . import readers
from .mutations import HEADS, UNITS, corpus, endless, kept, mutated, mutated_value
from .readers import Readers, fuzz, read_all

SMALL, LARGE = 2_000, 80_000
"""Characters. What takes a time that grows with their cube, or for the second with their square, is given up."""


def test_no_mutated_text_is_an_error_of_the_program() -> None:
    found = fuzz(1, inputs=120)
    assert not found.failures
    assert found.calls > 2000
    assert len(found.reached) > 500, "texts that reach new lines are noticed"
    assert 0 < found.refused < found.calls


def test_what_fails_is_reported_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_arguments: object, **_named: object) -> None:
        raise KeyError("x")

    monkeypatch.setattr(registry, "read_bytes", broken)
    found = fuzz(1, inputs=len(kept()) + 1, keep=tmp_path / "kept")
    [kind] = found.failures
    assert kind.startswith("bytes: KeyError: 'x' at File")
    [path] = (tmp_path / "kept").iterdir()
    assert path.read_bytes().decode() == found.failures[kind]
    monkeypatch.setattr("sys.argv", ["readers", "--inputs", "1"])
    assert readers.main() == 1


def test_a_reader_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_arguments: object, **_named: object) -> None:
        while True:
            pass

    monkeypatch.setattr(readers, "LONGEST_CALL", 0.01)
    monkeypatch.setattr(readers, "kept", lambda: ["x"])
    monkeypatch.setattr(Readers, "of_text", lambda _self, _text: iter([("endless", endless)]))
    assert "HangsError" in next(iter(fuzz(1, inputs=1).failures))


def test_mutations_depend_on_the_seed_alone_and_stay_json() -> None:
    texts = corpus()
    assert len(texts) > 1000
    for seed in range(50):
        one, other = (mutated(texts[seed], Random(seed), texts[-1]) for _ in range(2))
        assert one == other
        value = mutated_value({"rows": [[1, 2], ["x"]], "note": ""}, Random(seed))
        json.dumps(value)


@pytest.mark.parametrize("head", HEADS, ids=ascii)
def test_all_readers_answer_nearly_endless_texts(head: str) -> None:
    at = HEADS.index(head)
    large = [endless(head, unit, LARGE) for unit in UNITS[at :: 2 * len(HEADS)]]
    small = [endless(head, unit, SMALL) for unit in UNITS[at % 8 :: 8]]  # all of both: `--endless` of the command
    assert not read_all([*large, *small]).failures


@pytest.mark.parametrize("text", ["x\n" * 250_001, "\r" * 300_000, "(((...)))\r\n" * 250_001])
def test_a_text_of_too_many_lines_is_refused(text: str) -> None:
    with pytest.raises(PuzzleError, match="the text has more than 250,000 lines"):
        registry.read(text)
