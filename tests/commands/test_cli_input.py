"""Bad input on the command line: each one line, exit code 2, nothing on stdout, no run left behind."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from drivers.command_line import KAKURO, LATIN, invoke, one_line, run

from puzzles.registry import FAMILY_MODULES, families_that_generate
from puzzles.rna.puzzle import RnaPuzzle
from tui.commands.report import Shown, check_format
from tui.commands.writing import choose_format

RNA = ">one\n((((....))))\n"


@pytest.fixture
def latin(tmp_path: Path) -> str:
    path = tmp_path / "latin.txt"
    path.write_text(LATIN)
    return str(path)


def refused(*arguments: str, given: str | bytes | None = None) -> str:
    """The one line with which the command refuses."""
    result = invoke(*arguments, given=given)
    assert result.exit_code == 2, (result.exit_code, result.stdout, result.stderr)
    assert result.stdout == ""
    return one_line(result.stderr)


@pytest.mark.parametrize("command", ["solve", "check"])
class TestTexts:
    def test_a_repeated_value_has_its_place(self, command: str, tmp_path: Path) -> None:
        path = tmp_path / "bad.txt"
        path.write_text("1 2\n. 2\n")
        assert refused(command, str(path)).startswith(f"{path}:2:3: ")

    def test_a_ragged_grid_has_its_line(self, command: str) -> None:
        assert refused(command, "-", given="1 2 3\n2 3\n3 1 2\n").startswith("<stdin>:2")

    def test_an_unreachable_sum_has_its_place(self, command: str) -> None:
        assert refused(command, "-", given=KAKURO.replace("F3", "F18")).startswith("<stdin>:3:1: across clue 18")

    def test_an_empty_file(self, command: str) -> None:
        assert refused(command, "-", given=" \n") == (
            "<stdin>: the text is empty; expected a puzzle in any known format"
        )

    def test_a_binary_file(self, command: str) -> None:
        assert refused(command, "-", given=b"1 2\n2 \xff\n") == (
            "<stdin>:2:3: this is not text (byte 0xff); expected UTF-8 text"
        )

    def test_a_text_of_five_megabytes(self, command: str, tmp_path: Path) -> None:
        path = tmp_path / "huge.txt"
        path.write_text("1 2 3 4\n" * 655_360)
        assert refused(command, str(path)) == f"{path}: the text has over 4 MiB; expected at most 4 MiB"
        line = refused(command, "-", given=path.read_text())
        assert line == "<stdin>: the text has over 4 MiB; expected at most 4 MiB"

    def test_an_absent_file(self, command: str, tmp_path: Path) -> None:
        path = tmp_path / "none.txt"
        assert refused(command, str(path)) == f"{path}: No such file or directory"

    def test_an_example_or_a_puzzle_in_place_of_a_name(self, command: str) -> None:
        assert refused(command, "cloverleaf").endswith("directory; expected a file, or example:cloverleaf")
        assert refused(command, "((((....))))").endswith(": echo '...' | mcs-tui solve -")

    def test_a_folder(self, command: str, tmp_path: Path) -> None:
        assert refused(command, str(tmp_path)) == f"{tmp_path}: Is a directory"

    def test_the_wrong_family(self, command: str, latin: str) -> None:
        assert refused(command, latin, "--family", "kakuro").startswith(f"{latin}:")

    def test_an_unknown_family(self, command: str, latin: str) -> None:
        line = refused(command, latin, "--family", "chess")
        assert line.endswith(f"'chess' is not one of {', '.join(map(repr, FAMILY_MODULES))}.")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--seconds", "0"], "'--seconds': 0; expected a number of seconds above 0"),
        (["--seconds", "nan"], "nan; expected a number of seconds above 0"),
        (["--seconds", "inf"], "inf; expected a number of seconds above 0"),
        (["--count-solutions", "-1"], "-1; expected a number of seconds of 0 or more"),
        (["--playouts", "0"], "0; expected a whole number of 1 or more"),
        (["--playouts", "1e6"], "1e6; expected a whole number of 1 or more"),
        (["--prior-tau", "101"], "101; expected a number above 0, at most 100"),
        (["--workers", "0"], "0; expected a whole number of 1 to 64"),
        (["--workers", "65"], "65; expected a whole number of 1 to 64"),
        (["--seed", "-1"], "-1; expected a whole number of 0 or more"),
        (["--algorithm", "magic"], "'magic' is not one of 'backtracking', 'exhaustive', 'sampling', "),
        (["--mode", "weak"], "'weak' is not one of 'paper', 'strong'"),
        (["--set", "level"], "--set 'level'; expected name=value, such as level=3"),
        (["--set", "level=3"], "backtracking has no parameter 'level'; expected one of: failures, growth"),
        (["--algorithm", "nrpa", "--set", "level=9"], "level is '9'; expected 1 to 8"),
        (["--algorithm", "nrpa", "--set", "level=2.5"], "level is '2.5'; expected 1 to 8"),
        (["--algorithm", "nrpa", "--set", "alpha=nan"], "alpha is 'nan'; expected 0 to 100"),
        (["--prior", "triple"], "latin has no prior 'triple'; expected one of: auto, none, dual"),
        (["--format", "kak"], "latin writes no format 'kak'; expected one of: grid"),
        (["--output", "grid.gif"], "grid.gif: latin writes no .gif here; expected one of: .txt, .pls, .json"),
        (["--output", "grid.KAK"], "grid.KAK: latin writes no .kak here; expected one of: .txt, .pls, .json"),
        (["--output", "/nowhere/at/all.txt"], "/nowhere/at/all.txt: there is no folder /nowhere/at"),
    ],
)
def test_settings_out_of_range(options: list[str], words: str, latin: str, tmp_path: Path) -> None:
    assert words in refused("solve", latin, *options)
    assert not (tmp_path / "data" / "runs").exists()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--apart", "3"], "--apart is for several designs; expected --designs K with it"),
        (["--designs", "2", "--apart", "13"], "apart is 13; expected at most 12, the positions of a design"),
        (["--designs", "0"], "0; expected a whole number of 1 to 10,000"),
        (["--designs", "100000"], "100000; expected a whole number of 1 to 10,000"),
        (["--set", "gc=120"], "gc is '120'; expected percents such as 45-55"),
        (["--set", "gc=0.4-0.65"], "gc is '0.4-0.65'; expected percents, such as 40-65"),
        (["--set", "gc=50-40"], "gc is '50-40'; expected two percents from 0 to 100, the smaller one first"),
        (["--set", "forbid=GGXX"], "'GGXX' is no motif or known enzyme: 'X' is no IUPAC letter"),
        (["--set", "forbid="], "--set forbid= has no value, and the puzzle has none to take away"),
        (["--set", "require=GAATTCGAATTCG"], "the motif has 13 bases; expected at most 12, as the target"),
        (["--set", "protein=MKKKK"], "the protein has 5 amino acids from position 1; expected at most 4"),
        (["--set", "temperature=900"], "temperature is '900'; expected degrees Celsius from 0 to 100"),
        (["--set", "temperature=nan"], "temperature is 'nan'; expected degrees Celsius from 0 to 100"),
        (["--algorithm", "uct", "--set", "room=0"], "room is '0'; expected 1 to 5,000,000"),
        (["--algorithm", "uct", "--set", "exploration=nan"], "exploration is 'nan'; expected 0 to 1,000"),
        (["--algorithm", "nrpa-pair"], "rna can't be searched by nrpa-pair; expected one of: annealing"),
    ],
)
def test_demands_on_designs_that_can_not_be_met(options: list[str], words: str, tmp_path: Path) -> None:
    assert words in refused("solve", "-", *options, given=RNA)
    assert not (tmp_path / "data" / "runs").exists()


def test_a_setting_without_a_value_takes_away_what_the_file_demands() -> None:
    demanding = "# name: one\ngc: 90-100\n((((....))))\n"
    assert "has none to take away" in refused("check", "-", "--set", "gc=", given=RNA)
    assert "1 demand" in invoke("check", "-", given=demanding).stdout
    assert "1 demand" not in invoke("check", "-", "--set", "gc=", given=demanding).stdout


@pytest.mark.parametrize(
    ("given", "options", "words"),
    [
        (KAKURO, ["--format", "paper"], "<stdin>: format paper cannot hold a crossword shape"),
        ("4D\n", ["--family", "morpion", "--output", "a.psol"], "<stdin>: format pentasol cannot hold a game of 4D"),
        (RNA, ["--designs", "3", "--output", "a.svg"], "<stdin>: format svg can't hold 3 boards"),
        (RNA, ["--designs", "3", "--output", "a.png"], "<stdin>: format png can't hold 3 pages"),
    ],
)
def test_a_format_that_can_not_hold_the_puzzle_is_refused_before_the_search(
    given: str, options: list[str], words: str, tmp_path: Path
) -> None:
    assert refused("solve", "-", *options, given=given).startswith(words)
    assert not (tmp_path / "data" / "runs").exists()


def test_a_start_sequence_is_kept_in_a_file_of_sequence_and_target(tmp_path: Path) -> None:
    given, written = "((((....))))\nGGGGAAAACCCC\n", tmp_path / "a.dbn"
    assert invoke("convert", "-", "--output", str(written), given=given).exit_code == 0
    assert written.read_text() == "GGGGAAAACCCC\n((((....))))\n"
    assert invoke("convert", str(written), "--format", "dot-bracket").stdout == given
    puzzle = RnaPuzzle("((((....))))", start="GGGGAAAACCCC")
    check_format(puzzle, "-", Shown(None, written, False, False, False, False))
    assert choose_format(puzzle, None, written) == "dbn"


def test_no_file_at_all() -> None:
    assert refused("solve") == "mcs-tui solve: Missing argument 'FILE|-...'."


def test_puzzle_and_board_can_not_both_be_standard_input() -> None:
    assert "only one of FILE and --board" in refused("check", "-", "--board", "-", given=LATIN)


def test_a_refusal_as_json() -> None:
    result = invoke("solve", "-", "--json", given="1 2\n2 2\n")
    assert result.exit_code == 2
    answer = json.loads(result.stdout)
    assert (answer["file"], answer["status"], answer["exit_code"], answer["line"]) == ("-", "refused", 2, 2)
    assert one_line(result.stderr).endswith(answer["message"])


@pytest.mark.parametrize(
    "arguments", [["watch"], ["stop", "x"], ["pause", "x"], ["resume", "x"], ["runs", "remove", "x"]]
)
def test_runs_that_are_not_there(arguments: list[str]) -> None:
    assert "there is no run" in refused(*arguments)


@pytest.mark.parametrize("arguments", [["show", "x"], ["remove", "x"], ["plot", "x", "--output", "a.svg"]])
def test_priors_that_are_not_there(arguments: list[str]) -> None:
    assert "'x' names no prior; expected one of: rna-ngram-any, " in refused("priors", *arguments)


def test_a_picture_of_an_unknown_kind() -> None:
    assert refused("priors", "plot", "x", "--output", "a.gif").endswith("a file name that ends in .svg or .png")


def test_an_unknown_family_to_generate() -> None:
    able = ", ".join(one.name for one in families_that_generate())
    assert able.startswith("latin, kakuro")
    assert refused("generate", "chess") == f"mcs-tui generate: no family 'chess'; expected one of: {able}"


def test_generator_parameters_are_checked_against_the_registry() -> None:
    assert "order is '1'; expected 2 to" in refused("generate", "latin", "--order", "1")
    assert "grid.gif: latin writes no .gif here" in refused("generate", "latin", "--output", "grid.gif")
    assert "the format sol can't hold the puzzle" in refused("generate", "tsptw", "--format", "sol")
    assert "the format tour can't hold the puzzle" in refused("generate", "tsptw", "--output", "x.tour")
    assert "order is 'many'; expected 2 to" in refused("generate", "latin", "--set", "order=many")
    assert "the generator of latin has no parameter 'size'" in refused("generate", "latin", "--set", "size=4")


def test_training_of_what_there_is_not(latin: str) -> None:
    assert "latin has no prior 'triple'" in refused("train", "latin", "--prior", "triple")
    assert "latin has no shape 'cube'" in refused("train", "latin", "--shape", "cube")
    assert "only one of --shape, --like and --set" in refused("train", "latin", "--shape", "order-6", "--like", latin)


def test_a_plain_locale_and_a_dumb_terminal_get_the_same_line() -> None:
    ended = run(["check", "-"], given="1 2\n2 ü\n".encode(), LC_ALL="C", TERM="dumb", PYTHONIOENCODING="ascii")
    assert ended.returncode == 2
    assert ended.stderr.decode("ascii").startswith("<stdin>:2:3: ")


def test_standard_input_has_one_name() -> None:
    assert one_line(invoke("check", "-", given=LATIN).stderr) == "<stdin>: symbols read as 1 to 6"
    two = f"{RNA}\n{RNA}"
    assert refused("check", "-", given=two).startswith("<stdin>: ")
    board = invoke("convert", "--board", "-", "--format", "dbn", "example:hairpin", given="CUGCGGAGAACCGUAA")
    assert all(line.startswith("<stdin>: ") for line in board.stderr.splitlines())
    assert refused("compare", "-", "example:5D", given=LATIN).startswith("mcs-tui: <stdin> is of the family latin")


@pytest.mark.parametrize("command", ["check", "convert"])
def test_standard_input_is_read_once(command: str) -> None:
    options = ["--format", "dot-bracket"] if command == "convert" else []
    line = refused(command, "--board", "-", *options, "--", "-#1", given=RNA)
    assert line == f"mcs-tui {command}: only one of FILE and --board can be standard input"


def test_the_warm_start_and_the_puzzle_are_not_both_standard_input() -> None:
    line = refused("solve", "--warm-start", "-", "--", "-#1", given=RNA)
    assert line == "mcs-tui solve: --warm-start can be standard input only for a single FILE that is not"


@pytest.mark.parametrize("text", ["hello world\n", "GGAAACC\n", "[", "O X X\nX O X\n", "# nothing\n"])
def test_a_text_that_looks_like_no_puzzle(text: str) -> None:
    line = refused("check", "-", given=text)
    assert line.startswith(
        "<stdin>: the text is in no known format; expected one of: Latin square completion, Kakuro, "
    )
    assert refused("check", "-", "--family", "rna", given=text) != line


def test_a_grid_with_a_wrong_symbol_has_its_place() -> None:
    assert refused("check", "-", given="1 2 x\n2 1 3\n").startswith("<stdin>:1:5: 'x' is no symbol; expected ")


def test_an_empty_name_and_standard_input_named_twice() -> None:
    assert refused("check", "") == (
        "'': the file's name is empty; expected a path, - for standard input, or example:NAME"
    )
    assert refused("solve", "-", "-", given=LATIN) == "mcs-tui solve: only one FILE can be standard input"


def test_what_was_assumed_of_a_puzzle_is_not_said_before_its_board_is_refused(latin: str) -> None:
    assert refused("check", latin, "--board", "none") == "none: No such file or directory"


@pytest.mark.parametrize("group", ["priors", "runs", "data"])
def test_unknown_commands_below_a_command_are_answered_with_the_known_ones(group: str) -> None:
    line = refused(group, "frobnicate")
    assert line.startswith(f"mcs-tui {group}: no command 'frobnicate'; expected one of: ")
    assert "remove" in line


def test_a_missing_family_is_one_line() -> None:
    names = ", ".join(one.name for one in families_that_generate())
    assert refused("generate") == f"mcs-tui generate: no family is named; expected one of: {names}"


def test_a_shape_that_is_none_says_what_is_expected() -> None:
    assert refused("train", "latin", "--shape", "x") == (
        "mcs-tui train: latin has no shape 'x'; expected order-2 to order-255"
    )
    line = refused("train", "kakuro", "--shape", "x")
    assert line.endswith("has no shape 'x'; expected any, crossword, or one like square-10x10-11")


def test_messages_of_several_lines_become_one() -> None:
    assert (
        refused("completion") == "mcs-tui completion: Missing argument '{bash|zsh|fish}'. Choose from: bash, zsh, fish"
    )
