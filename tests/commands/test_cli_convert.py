"""`mcs-tui convert`: every format of a family from every other, pictures of boards, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from drivers.command_line import KAKURO, KAKURO_SOLUTION, LATIN, LATIN_SOLUTION, invoke, one_line
from drivers.samegame_games import CLEARING, SMALL
from drivers.tsptw_tours import AROUND, CORNERS

from puzzles import registry


def refused(*args: str, given: str | None = None) -> str:
    """The one line said; nothing is printed and the exit code is 2."""
    result = invoke("convert", *args, given=given)
    assert (result.exit_code, result.stdout) == (2, "")
    return one_line(result.stderr)


def solution_text(name: str, puzzle: str, board: list[int]) -> str:
    """The board as a text of its own."""
    family = registry.get_family(name)
    return family.write(registry.read(puzzle), family.formats[0].name, board)


@pytest.mark.parametrize("name", ["latin", "kakuro", "morpion", "rna", "samegame", "tsptw"])
def test_examples_go_through_every_format_and_stay_themselves(name: str, tmp_path: Path) -> None:
    family = registry.get_family(name)
    example = family.examples[0]
    puzzle = registry.read(example.text, source=example.name, family_name=name)
    for one in family.writable(puzzle):
        path = tmp_path / f"out{one.suffix}"
        source = ("convert", f"example:{example.name}", "--family", name)
        if one.board_only:
            assert f"the format {one.name} can't hold the puzzle" in refused(*source[1:], "--format", one.name)
            continue
        result = invoke(*source, "--format", one.name, "--output", str(path))
        assert (result.exit_code, one_line(result.stderr)) == (0, f"wrote {path}")
        if one.reads:
            again = registry.read(path.read_text(), source=one.name, family_name=name)
            assert family.to_json(again).keys() == family.to_json(puzzle).keys()
            back = invoke("convert", str(path), "--family", name, "--format", one.name)
            assert back.stdout.rstrip("\n") == path.read_text().rstrip("\n")


def test_the_suffix_chooses_the_format(tmp_path: Path) -> None:
    path = tmp_path / "grid.pls"
    assert invoke("convert", "-", "--output", str(path), "-q", given=LATIN).stderr == ""
    assert registry.read(path.read_text()) == registry.read(LATIN)


def test_a_board_is_written_with_its_puzzle(tmp_path: Path) -> None:
    (tmp_path / "solution").write_text(solution_text("latin", LATIN, LATIN_SOLUTION))
    written = invoke("convert", "-", "--board", str(tmp_path / "solution"), "--format", "grid", given=LATIN)
    assert (written.exit_code, written.stderr) == (0, "")
    family = registry.get_family("latin")
    puzzle = registry.read(LATIN)
    assert family.judge(puzzle, family.parse_board(puzzle, written.stdout)).solved


def test_a_game_that_came_with_its_board_is_drawn(tmp_path: Path) -> None:
    family = registry.get_family("samegame")
    (tmp_path / "game.txt").write_text(family.write(SMALL, "rows", CLEARING))
    drawn = invoke("convert", str(tmp_path / "game.txt"), "--format", "svg")
    assert drawn.stdout.rstrip("\n") == family.write(SMALL, "svg", CLEARING).rstrip("\n")
    assert "3 moves, 1,012 points" in drawn.stdout


def test_what_is_wrong_with_a_legal_board_is_reported(tmp_path: Path) -> None:
    family = registry.get_family("tsptw")
    (tmp_path / "puzzle.txt").write_text(family.write(CORNERS, "matrix"))
    (tmp_path / "late.sol").write_text(family.write(CORNERS, "sol", AROUND))
    args = ("convert", str(tmp_path / "puzzle.txt"), "--board", str(tmp_path / "late.sol"), "--format", "sol")
    result = invoke(*args)
    assert (result.exit_code, result.stdout) == (0, (tmp_path / "late.sol").read_text())
    assert one_line(result.stderr).startswith(f"{tmp_path / 'late.sol'}: ")
    assert invoke(*args, "-q").stderr == ""


def test_settings_of_the_puzzle_count(tmp_path: Path) -> None:
    plain, timed = (
        invoke("convert", "example:route-13", "--format", "json", *options).stdout
        for options in ((), ("--set", "objective=makespan"))
    )
    assert plain != timed
    assert '"makespan"' in timed


def test_what_is_refused(tmp_path: Path) -> None:
    wrong = [LATIN_SOLUTION[1], LATIN_SOLUTION[0], *LATIN_SOLUTION[2:]]
    (tmp_path / "wrong").write_text(solution_text("latin", LATIN, wrong))
    assert refused("-", given=LATIN).endswith("expected --format or --output")
    assert "only one of FILE and --board" in refused("-", "--board", "-", "--format", "grid")
    assert "latin writes no format 'gif'" in refused("-", "--format", "gif", given=LATIN)
    assert "latin writes no .gif here" in refused("-", "--output", "x.gif", given=LATIN)
    assert "the format pdf is no text; expected --output FILE" in refused("-", "--format", "pdf", given=LATIN)
    line = refused("-", "--board", str(tmp_path / "wrong"), "--format", "grid", given=LATIN)
    assert line.startswith(f"{tmp_path / 'wrong'}: the board is not legal: ")
    assert refused("-", "--format", "grid", given="1 1\n").startswith("<stdin>:1:1: ")
    assert "there is no folder" in refused("-", "--output", "/nowhere/x.txt", given=LATIN)
    (tmp_path / "keep.txt").write_text("kept")
    refused("-", "--board", str(tmp_path / "wrong"), "--output", str(tmp_path / "keep.txt"), given=LATIN)
    assert (tmp_path / "keep.txt").read_text() == "kept"


def test_a_solved_kakuro_as_its_solution_file(tmp_path: Path) -> None:
    (tmp_path / "solution").write_text(solution_text("kakuro", KAKURO, KAKURO_SOLUTION))
    written = invoke("convert", "-", "--board", str(tmp_path / "solution"), "--format", "down-across", given=KAKURO)
    assert (written.exit_code, written.stderr) == (0, "")


def test_a_tour_that_leaves_nodes_out_is_written_with_a_note(tmp_path: Path) -> None:
    (tmp_path / "puzzle.txt").write_text(registry.get_family("tsptw").write(CORNERS, "matrix"))
    (tmp_path / "part.sol").write_text("1 2\n")
    result = invoke("convert", str(tmp_path / "puzzle.txt"), "--board", str(tmp_path / "part.sol"), "--format", "sol")
    assert (result.exit_code, result.stdout) == (0, "1 2\n")
    assert result.stderr.splitlines()[0] == f"{tmp_path / 'part.sol'}: the board is incomplete"


def test_the_file_that_is_read_is_not_written_over(tmp_path: Path) -> None:
    boards, game = tmp_path / "boards.txt", tmp_path / "game.txt"
    boards.write_text("0 0 1\n1 1 0\n\n0 1 1\n0 0 1\n")
    game.write_text("0 1\n")
    before = boards.read_text()
    (tmp_path / "link.txt").symlink_to(boards)
    for output in (boards, tmp_path / "link.txt"):
        assert "is also an input" in refused(f"{boards}#1", "--family", "samegame", "--output", str(output))
    assert "is also an input" in refused(f"{boards}#1", "--board", str(game), "--output", str(game))
    assert (boards.read_text(), game.read_text()) == (before, "0 1\n")


def test_standard_output_is_not_named_as_a_file() -> None:
    assert "without --output, --format NAME prints" in refused("-", "--output", "-", given=LATIN)
    assert not Path("-").exists()


def test_names_that_are_too_long_for_the_system_are_refused_in_one_line(tmp_path: Path) -> None:
    long = "a" * 300
    assert "too long" in refused(f"{long}#1", "--format", "plain")
    path = tmp_path / "puzzle.txt"
    path.write_text(LATIN)
    assert "too long" in refused(str(path), "--output", f"{tmp_path}/{long}.txt")
