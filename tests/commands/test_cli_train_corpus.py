"""`mcs-tui train rna --from FILE`, and `mcs-tui priors` about what comes with the program."""

from __future__ import annotations

import gzip
import json
import signal
from pathlib import Path

import pytest
from drivers.command_line import invoke, one_line, run, start

from priors import shipped, store

ROWS = ["family\tsequence\tss_cons\tss_mfe", *["RF1\tGGGAAACCC\t((.....))\t(((...)))"] * 30, "RF2\tNNN\t...\t..."]


@pytest.fixture
def table(tmp_path: Path) -> str:
    """A file of 31 designs, of which 30 can be counted."""
    path = tmp_path / "designs.tsv"
    path.write_text("\n".join(ROWS))
    return str(path)


def refused(*arguments: str) -> str:
    """The one line with which the command refuses its input, exit code 2."""
    result = invoke(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    return one_line(result.stderr)


def refused_by_worker(*arguments: str) -> str:
    """The same, where the fault lies so deep in the file that a worker finds it."""
    done = run(arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    return one_line(done.stderr.decode())


def test_a_prior_from_a_file_until_it_is_removed(table: str, tmp_path: Path) -> None:
    made = invoke("train", "rna", "--from", table, "--citation", "our own designs")
    assert made.exit_code == 0
    assert "not counted: 1 designs with letters other than A, C, G and U" in made.stderr
    assert made.stdout.startswith("rna ngram any: 30 designs of our own designs, ")
    [listed] = [one for one in json.loads(invoke("priors", "--json").stdout) if one["name"] == "rna-ngram-any"]
    assert (listed["origin"], listed["counted"], listed["source"]) == ("trained", 30, "our own designs")
    exported = json.loads(invoke("priors", "export", "rna-ngram-any").stdout)
    assert sum(exported["count"]) == 30 * 5  # three pairs and three bases: five moves follow another
    path = tmp_path / "counts.json"
    assert one_line(invoke("priors", "export", "rna-ngram-any", "--output", str(path)).stdout) == str(path)
    assert json.loads(path.read_text()) == exported
    assert one_line(invoke("priors", "remove", "rna-ngram-any").stdout) == "removed rna-ngram-any"
    [listed] = [one for one in json.loads(invoke("priors", "--json").stdout) if one["name"] == "rna-ngram-any"]
    assert (listed["origin"], listed["counted"]) == ("shipped", 71_872)


def test_column_and_cap_are_obeyed(table: str) -> None:
    made = invoke("train", "rna", "-q", "--json", "--from", table, "--column", "ss_cons", "--families-capped", "7")
    assert json.loads(made.stdout)["counted"] == 7
    [listed] = [one for one in json.loads(invoke("priors", "--json").stdout) if one["name"] == "rna-ngram-any"]
    assert listed["parameters"] == {"file": "designs.tsv", "column": "ss_cons", "families_capped": 7}
    assert listed["left_out"]["designs above 7 of a family"] == 23


def test_detached_it_can_be_watched(table: str) -> None:
    started = json.loads(invoke("train", "rna", "-q", "--detach", "--json", "--from", table).stdout)
    assert (started["prior"], started["shape"]) == ("ngram", "any")
    ended = invoke("watch", started["run"], "-q", "--json")
    assert (ended.exit_code, json.loads(ended.stdout)["status"]) == (0, "done")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["latin", "--from", "X"], "latin's prior dual is counted over generated puzzles: it takes no --from"),
        (["rna"], "rna's prior ngram is counted over a file of solved puzzles; expected --from FILE"),
        (["rna", "--prior", "nemo"], "rna's prior nemo is published weights, which come with mcs-tui"),
        (["tsptw"], "tsptw's prior distance is computed from each puzzle: there is nothing to train"),
        (["rna", "--prior", "nemo", "--from", "X"], "rna's prior nemo is published weights"),
        (["latin", "--column", "ss_mfe"], "--column is for a training with --from FILE"),
        (["latin", "--families-capped", "5"], "--families-capped is for a training with --from FILE"),
        (["rna", "--from", "X", "--puzzles", "9"], "--puzzles, --like and --set are about generated puzzles"),
        (["rna", "--from", "X", "--shape", "cube"], "rna has no shape 'cube' for the prior ngram; expected any"),
        (["rna", "--from", "X", "--families-capped", "0"], "0; expected a whole number of 1 or more"),
        (["rna", "--from", "/nowhere/at.all"], "/nowhere/at.all: it can't be read: No such file or directory"),
    ],
)
def test_what_can_not_be_trained_so(arguments: list[str], words: str, table: str) -> None:
    assert words in refused("train", *[table if one == "X" else one for one in arguments])
    assert store.all_stored() == []


def test_a_column_that_is_not_there_is_reported_before_a_run_begins(table: str, tmp_path: Path) -> None:
    line = refused("train", "rna", "--from", table, "--column", "ss_best")
    assert line.startswith(f"{table}:1: the table has no column ss_best; expected --column and one of: family, ")
    assert not (tmp_path / "data" / "runs").exists()


def test_what_is_wrong_deep_in_the_file_is_reported_with_its_line(table: str) -> None:
    Path(table).write_text("\n".join([*ROWS, "RF3\tGGGG\t....\t...."]) + "\nRF3\tGGGG\t....\t(..\n")
    line = refused_by_worker("train", "rna", "-q", "--from", table)
    assert line == (f"mcs-tui: {table}:34: a sequence of 4 letters with a structure of 3; expected both of one length")
    assert store.all_stored() == []


def test_ctrl_c_stores_nothing(tmp_path: Path) -> None:
    path = tmp_path / "endless.tsv.gz"
    with gzip.open(path, "wt", compresslevel=1) as file:
        file.write(ROWS[0] + "\n")
        for _ in range(300):
            file.write((ROWS[1] + "\n") * 10_000)
    process = start(["train", "rna", "--from", str(path)])
    assert process.stderr is not None
    assert b"training the prior ngram from endless.tsv.gz" in process.stderr.readline()
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=600)
    assert (process.returncode, stdout) == (130, b"")
    assert b"stopped before the end of the file: nothing is stored" in stderr
    assert store.all_stored() == []


def test_priors_shows_what_comes_with_the_program() -> None:
    lines = invoke("priors").stdout.splitlines()
    assert any(line.startswith("rna-ngram-any ") and line.endswith("comes with mcs-tui") for line in lines)
    assert any(line.startswith("rna-nemo-any ") and line.endswith("published weights") for line in lines)
    shown = invoke("priors", "show", "rna-ngram-any").stdout
    assert "71,872 designs of Rfam 14.2 seed sequences" in shown
    assert "not counted: 390 designs with letters other than A, C, G and U" in shown
    nemo = json.loads(invoke("priors", "show", "rna-nemo-any", "--json").stdout)
    assert (nemo["origin"], nemo["path"], sum(nemo["histogram"]["counts"])) == ("published", None, nemo["codes"])
    found = shipped.find("rna", "ngram", "any")
    assert found is not None
    assert invoke("priors", "export", "rna-ngram-any").stdout == shipped.encode(found)


def test_what_comes_with_the_program_is_neither_removed_nor_exported_without_counts() -> None:
    assert "rna-ngram-any (comes with mcs-tui) was not trained here" in refused("priors", "remove", "rna-ngram-any")
    assert "rna-nemo-any has published weights, no counts" in refused("priors", "export", "rna-nemo-any")
    assert "--json is for use with --output" in refused("priors", "export", "rna-ngram-any", "--json")
