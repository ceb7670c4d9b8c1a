"""RNA targets on the command line: reading one of several, checking a design, settings of the puzzle."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from drivers.command_line import invoke, one_line

from puzzles import registry
from solvers.request import Request

TABLE = (
    "Puzzle #\tPuzzle Name\tSecondary Structure V1\tSecondary Structure V2\n"
    "7\tFractal\t((((((....))))))\t((((((....))))))\n"
    "9\tThe Star\t((((....))))\t((((....))))..\n"
)

DESIGN = "CUGCGGAGAACCGUAG"
"""Folds into the example `hairpin`."""

ALIKE = (
    "GCUUUUGGAAACACAAAAAAAAAAAGUGCUAAAAUGAAGUAAAAAAAAAUGGUUUUGAAA"
    "GUUUGGAAAAACGAGCACAAAGCACGUUUUUUUUUGCAACGUUUUGGAACGAAAGC"
)
"""A published solution of Eterna's puzzle 2 under eterna-v2 and eterna-v1, but not with dangles 2 and Turner 1999."""

TARGET = (
    "(((((((....(((...........)))((((((((..(((((((((((((((((((...("
    "((((......))))).)))))).)))))))))))))..))))))))..)))))))"
)


def test_one_puzzle_of_a_file_is_chosen_behind_its_name(tmp_path: Path) -> None:
    table = tmp_path / "list of 7#9.tsv"
    table.write_text(TABLE, encoding="utf-8")
    for entry, title in (
        ("7", "Fractal, 16 nt"),
        ("9", "The Star, 14 nt"),
        ("9:V1", "The Star, 12 nt"),
        ("the star:v1", "The Star, 12 nt"),
    ):
        result = invoke("check", f"{table}#{entry}")
        assert result.exit_code == 0
        assert result.stdout.startswith(title)
    whole = invoke("check", str(table))
    assert (whole.exit_code, whole.stdout) == (2, "")
    assert one_line(whole.stderr) == (
        f"{table}: the text holds 2 puzzles; expected one of them, by number or name behind the file's name: #7, #9; "
        "with a version: #7:V1"
    )
    missing = invoke("check", f"{table}#8")
    assert missing.exit_code == 2
    assert one_line(missing.stderr).startswith(f"{table}: there is no puzzle '8' in the text; expected one of them")


def test_of_standard_input_and_of_examples_one_is_chosen_too(tmp_path: Path) -> None:
    assert "The Star, 14 nt" in invoke("check", "--", "-#9", given=TABLE).stdout
    assert "hairpin, 16 nt" in invoke("check", "example:hairpin#1").stdout
    none = invoke("check", "example:hairpin#2")
    assert one_line(none.stderr) == "example:hairpin: there is no puzzle '2' in the text; expected #1, the only one"
    gone = invoke("check", f"{tmp_path}/none.tsv#2")
    assert one_line(gone.stderr) == f"{tmp_path}/none.tsv: No such file or directory"


def test_all_targets_of_both_versions_are_read_through_the_command_line(benchmark_data: Path) -> None:
    path = benchmark_data / "eterna100" / "eterna100_puzzles.tsv"
    for row in path.read_text(encoding="utf-8").splitlines()[1::9]:
        number, name, *targets = row.split("\t")[:4]
        for version, target in zip(("V1", "V2"), targets, strict=True):
            printed = json.loads(invoke("check", f"{path}#{number}:{version}", "--json", "--quiet").stdout)
            pairs = f"{target.count('(')} pair"
            assert printed["title"].startswith(f"{' '.join(name.split())}, {len(target)} nt, {pairs}")
            assert (printed["solved"], printed["faults"], printed["exit_code"]) == (False, [], 0)


PASSED = (
    "synthesis checks passed: GC 25-65 %, runs of one base up to 9, repeats up to 19 bases, "
    "no site of EcoRI, XbaI, SpeI, PstI, NotI, BsaI, BsmBI, BbsI, SapI"
)


def drawn(line: str) -> bool:
    """True for a line of the board's drawing."""
    return line.split(maxsplit=1)[0] in ("target", "fold", "bases", "misfold", "1")


def test_a_design_that_folds_into_its_target() -> None:
    result = invoke("check", "example:hairpin", "--board", "-", given=DESIGN.lower().replace("u", "t"))
    assert result.exit_code == 0
    assert [line for line in result.stdout.splitlines() if not drawn(line)] == [
        "hairpin, 16 nt, 6 pairs, eterna-v2",
        "energy -6.80 kcal/mol, GC 62 %, eterna-v2",
        "probability of the target 0.908 (0.977 at most of any design), ensemble defect 1.3 %",
        "folds into its target; no other structure has as little energy",
        "rivals: 6.8 % without 1-16; 1.1 % without 6-11; 1.0 % without 1-16 2-15",
        PASSED,
        "the board is a solution",
    ]
    printed = json.loads(invoke("check", "example:hairpin", "--board", "-", "--json", given=DESIGN).stdout)
    assert (printed["solved"], printed["score"]) == (True, 1.0)
    assert printed["facts"]["energy"] == -6.8
    assert printed["facts"]["unique"] is True


def test_designs_that_do_not() -> None:
    otherwise = invoke("check", "example:hairpin", "--board", "-", given="AAAAAAGAAAUUUUUU")
    assert otherwise.exit_code == 1
    energy, weights, rivals, passed, failed, misfolds = otherwise.stdout.splitlines()[-6:]
    assert energy == "energy 0.00 kcal/mol, 0.40 in the target, GC 6 %, eterna-v2"
    assert weights == "probability of the target 0.198 (0.977 at most of any design), ensemble defect 47.3 %"
    assert rivals.startswith("rivals: 37.9 % without 1-16 2-15 3-14 and 3 more; 14.3 % without 1-16; ")
    assert passed == PASSED.replace("GC 25-65 %, ", "")
    assert failed == "synthesis checks failed: GC 25-65 %: 1 of 16 bases are G or C, not 4 to 10"
    assert misfolds == (
        "the design folds into another structure: 6 pairs differ, and the target lies 0.40 kcal/mol above the fold"
    )
    illegal = invoke("check", "example:hairpin", "--board", "-", given="AAAAAAGAAAUUUAUU")
    assert illegal.exit_code == 1
    assert illegal.stdout.splitlines()[1:] == ["positions 3 and 14: A and A can't pair"]
    partial = invoke("check", "example:hairpin", "--board", "-", given="NNNNNNGAAANNNNNN")
    assert partial.exit_code == 1
    assert partial.stdout.splitlines()[1:] == [
        "12 of 16 positions are open",
        "the board is incomplete; no fault so far",
    ]
    short = invoke("check", "example:hairpin", "--board", "-", given="AAAA")
    assert short.exit_code == 2
    assert one_line(short.stderr) == (
        "<stdin>:1:5: the sequence has 4 letters; expected 16, one a position of the target"
    )


def test_the_energy_model_is_a_setting_of_the_puzzle(tmp_path: Path) -> None:
    target, design = tmp_path / "target.txt", tmp_path / "design.txt"
    target.write_text(TARGET + "\n", encoding="utf-8")
    design.write_text(ALIKE + "\n", encoding="utf-8")
    codes = {}
    for model in ("eterna-v2", "eterna-v1", "1999-d2", "eterna-v2"):
        result = invoke("check", str(target), "--board", str(design), "--set", f"model={model}", "--json")
        codes[model] = (result.exit_code, json.loads(result.stdout)["facts"]["energy"])
    assert codes == {"eterna-v2": (0, -34.5), "eterna-v1": (0, -36.2), "1999-d2": (1, -37.2)}


@pytest.mark.parametrize("command", [["check"], ["solve", "--seconds", "1"]])
@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("model=vienna", "model is 'vienna'; expected eterna-v2 or eterna-v1 or 1999-d2 or dna-2004"),
        (
            "objective=best",
            "the objective is 'best'; expected nemo, lexicographic, probability, defect, distance, gap, or weights "
            "such as probability:1,gap:0.2",
        ),
    ],
)
def test_settings_that_there_are_not(command: list[str], setting: str, message: str) -> None:
    result = invoke(*command, "example:hairpin", "--set", setting)
    assert (result.exit_code, result.stdout) == (2, "")
    assert one_line(result.stderr) == f"mcs-tui {command[0]}: {message}"


def test_settings_of_other_families_are_refused() -> None:
    result = invoke("check", "example:order-9", "--set", "model=eterna-v1", "--quiet")
    assert one_line(result.stderr) == "mcs-tui check: latin has no parameter 'model': it has none at all"
    result = invoke("solve", "example:order-9", "--algorithm", "nrpa", "--set", "model=eterna-v1", "--quiet")
    assert result.exit_code == 2
    assert one_line(result.stderr).startswith("mcs-tui solve: nrpa has no parameter 'model'; expected one of: level")
    result = invoke("solve", "example:hairpin", "--set", "temper=20", "--quiet")
    assert result.exit_code == 2
    assert one_line(result.stderr).endswith("protein, codons, temperature, state, synthesis")
    result = invoke("check", "example:hairpin", "--set", "model")
    assert result.exit_code == 2
    assert "expected name=value" in result.stderr


def test_what_a_search_is_reported_of_the_puzzle_and_of_its_rules() -> None:
    given = {"model": "eterna-v1", "order": "string", "history": 1, "level": 2}
    request = Request(given, algorithm="nrpa", prior="none", seconds=1.0)
    puzzle = registry.read("((((....))))")
    spec = request.resolve(puzzle)
    assert spec.puzzle["model"] == "eterna-v1"
    assert spec.title.endswith("eterna-v1")
    assert (spec.parameters["order"], spec.parameters["history"], spec.parameters["level"]) == ("string", 1, 2)
    assert "model" not in spec.parameters
    assert request.adjusted(puzzle) == registry.get_family("rna").adjusted(puzzle, {"model": "eterna-v1"})


def test_formats_and_algorithms_tell_what_there_is() -> None:
    formats = invoke("formats", "--family", "rna").stdout
    for name in ("dot-bracket", "fasta", "dbn", "eterna", "nemo", "json", "csv", "svg"):
        assert name in formats
    printed = invoke("algorithms", "nrpa").stdout
    assert "--set model=eterna-v2" in printed
    assert "--set history=0" in printed
    (one,) = json.loads(invoke("algorithms", "nrpa", "--json").stdout)
    demands = ["free", "gc", "forbid", "require", "repeat", "protein", "codons", "temperature", "state", "synthesis"]
    names = [own["name"] for own in one["family_parameters"]["rna"]]
    assert names == ["model", "objective", *demands, "order", "history"]


PAIR = "((((..((((&))))....))))"
ON_PAIR = "GGCAAAGCGC&GCGCAAAAUGCC"
SWITCH = "state: ..........((((((....)))))) at 60\n((((((....))))))..........\n"


def test_a_design_of_two_strands_is_checked_and_converted(tmp_path: Path) -> None:
    target, design = tmp_path / "pair.txt", tmp_path / "design.txt"
    target.write_text(f"{PAIR}\n", encoding="utf-8")
    design.write_text(f"{ON_PAIR}\n", encoding="utf-8")
    checked = invoke("check", str(target), "--board", str(design))
    assert checked.exit_code == 0
    assert "binding -" in checked.stdout
    assert ON_PAIR in checked.stdout
    assert checked.stdout.startswith("RNA target, 10 + 12 nt, 8 pairs, eterna-v2")
    told = json.loads(invoke("check", str(target), "--board", str(design), "--json").stdout)
    assert PAIR in json.dumps(told)
    assert "proofs are looked for in targets of one strand alone" in invoke("check", str(target), "--prove", "5").stdout
    for suffix in (".fasta", ".csv", ".json", ".dbn", ".txt"):
        written = tmp_path / f"again{suffix}"
        assert invoke("convert", str(target), "--board", str(design), "--output", str(written)).exit_code == 0
        again = invoke("check", str(written), "--board", str(written))
        assert again.exit_code == 0
        assert "binding -" in again.stdout
    assert invoke("convert", str(target), "--board", str(design), "--format", "genbank").stdout.count("LOCUS") == 2


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("((&((&))))\n", (), "bad.txt:1:6: a second '&', behind position 4; expected two strands at most"),
        ("((((....))))&\n", (), "bad.txt:1:13: '&' behind the last position"),
        (
            f"{PAIR}\nNNNNNNNNN&NNNNNNNNNNNNN\n",
            (),
            "bad.txt:2:10: the sequence has '&' behind position 9; expected '&'",
        ),
        (
            f"{PAIR}\n",
            ("--set", "objective=probability:1,mfe:1"),
            "mfe:1 is for one strand; expected nemo, probability",
        ),
        (f"{PAIR}\n", ("--set", "model=eterna-v1"), "eterna-v1 is for one strand"),
        (f"{PAIR}\n", ("--set", "free=5"), "free is for one strand"),
        (f"{PAIR}\n", ("--set", "gc=30-70 in 5"), "gc in windows is for one strand"),
        (f"{PAIR}\n", ("--set", "repeat=5"), "repeat is for one strand"),
        (f"{PAIR}\n", ("--algorithm", "rnainverse", "--seconds", "5"), "rnainverse is for one strand"),
        (SWITCH, ("--set", "objective=probability:1,mfe:0.2"), "for one state; expected nemo, probability, defect"),
        (SWITCH, ("--set", "free=6"), "position 6 is free, but the target pairs it"),
        ("state: ???? strand 1\n((((&))))\n", (), "position 1: '?'"),
        ("((((....))))?\n", ("--set", "objective=defect:1,mfe:1"), "the target has free positions; expected nemo"),
        ("((((....))))\n", ("--set", "objective=defect", "--set", "model=eterna-v1"), "other dangles than eterna-v1"),
    ],
)
def test_what_strands_states_and_objectives_do_not_admit_is_one_line(
    tmp_path: Path, text: str, options: tuple[str, ...], message: str
) -> None:
    target = tmp_path / "bad.txt"
    target.write_text(text, encoding="utf-8")
    result = invoke("solve", str(target), *options)
    assert result.exit_code == 2
    assert message in one_line(result.stderr)
