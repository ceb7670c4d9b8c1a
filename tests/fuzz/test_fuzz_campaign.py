"""A few seconds of the campaign, what it does with a failure, and nearly endless texts through all readers."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from puzzles import registry
from puzzles.errors import PuzzleError

from . import campaign
from .campaign import fuzz, read_all
from .mutations import HEADS, UNITS, corpus, endless, kept, mutated, mutated_value
from .readers import Readers

SMALL, LARGE = 2_000, 20_000
"""Characters. What takes a time that grows with their cube, or for the second with their square, is given up."""
LONG = 2.0
"""CPU seconds after which it is; a tenth is enough for a reader of 20,000 characters."""


def test_no_kept_and_no_mutated_input_is_an_error_of_the_program() -> None:
    found = fuzz(1, inputs=2400)  # all that are kept, and some hundred others
    assert not found.failures
    assert len(found.inputs) > 60
    assert found.calls > 2600
    assert len(found.reached) > 100, "inputs that reach new lines are noticed"
    assert 0 < found.refused < found.calls


def test_what_fails_is_reported_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_arguments: object, **_named: object) -> None:
        raise KeyError("x")

    monkeypatch.setattr(registry, "read_bytes", broken)
    found = fuzz(1, inputs=1, only="all readers", keep=tmp_path / "kept")
    [kind] = found.failures
    assert kind.startswith("bytes: KeyError at no line of the product")
    assert found.uncaught == found.inputs.total() == len(kept())
    [path] = (tmp_path / "kept").iterdir()
    assert path.name.startswith("all-readers-")
    assert path.read_bytes().decode("utf-8", "surrogatepass") == kept()[0]
    monkeypatch.setattr("sys.argv", ["campaign", "--inputs", "1", "--only", "all readers"])
    assert campaign.main() == 1


def test_a_reader_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_arguments: object, **_named: object) -> None:
        while True:
            pass

    monkeypatch.setattr(campaign, "LONGEST_CALL", 0.01)
    monkeypatch.setattr(Readers, "of_text", lambda _self, _text: iter([("endless", endless)]))
    [kind] = read_all(["x"]).failures
    assert "HangsError" in kind


def test_mutations_depend_on_the_seed_alone_and_stay_json() -> None:
    texts = corpus()
    assert len(texts) > 1000
    for seed in range(50):
        one, other = (mutated(texts[seed], Random(seed), texts[-1]) for _ in range(2))
        assert one == other
        value = mutated_value({"rows": [[1, 2], ["x"]], "note": ""}, Random(seed))
        json.dumps(value)


@pytest.mark.parametrize("head", HEADS, ids=ascii)
def test_all_readers_answer_nearly_endless_texts(head: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign, "LONGEST_CALL", LONG)
    at = HEADS.index(head)
    large = [endless(head, UNITS[at], LARGE)] if at % 2 else []
    small = [endless(head, unit, SMALL) for unit in UNITS[at % 16 :: 16]]  # all of both: `--endless` of the command
    assert not read_all([*large, *small]).failures


@pytest.mark.parametrize("text", ["x\n" * 250_001, "\r" * 300_000, "(((...)))\r\n" * 250_001])
def test_a_text_of_too_many_lines_is_refused(text: str) -> None:
    with pytest.raises(PuzzleError, match="the text has more than 250,000 lines"):
        registry.read(text)
