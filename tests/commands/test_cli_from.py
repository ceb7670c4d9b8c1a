"""`mcs-tui solve --from`: a search that goes on from a position, whose result is one of the whole puzzle."""

from __future__ import annotations

import json
from pathlib import Path

from drivers.command_line import LATIN, LATIN_SOLUTION, invoke, one_line
from drivers.samegame_boards import puzzle_of

from puzzles import registry

BOARD = "# samegame\n0110\n2330\n2441\n"


def test_a_result_is_a_game_of_the_whole_puzzle_with_the_points_before(tmp_path: Path) -> None:
    board, game, found = tmp_path / "board.txt", tmp_path / "game.txt", tmp_path / "found.txt"
    board.write_text(BOARD)
    game.write_text("1 2\n1 1\n")
    search = ("solve", str(board), "--from", str(game), "--playouts", "40", "--json", "--quiet")
    printed = json.loads(invoke(*search, "--output", str(found)).stdout)
    assert printed["exit_code"] == 0
    family = registry.get_family("samegame")
    puzzle = puzzle_of("0110", "2330", "2441")
    best = family.parse_board(puzzle, found.read_text())
    assert best[:2] == (66, 65)
    verdict = family.judge(puzzle, best)
    assert (verdict.legal, verdict.score) == (True, printed["score"])
    assert verdict.score == 1, "three equal cells are all that there is"
    assert json.loads(invoke("check", "--json", str(found)).stdout)["exit_code"] == 0
    shown = json.loads(invoke("show", "--json", printed["run"]).stdout)
    assert shown["title"] == "SameGame, 4 x 3, 5 colours, 2 moves played"


def test_a_square_partly_filled_in_is_solved(tmp_path: Path) -> None:
    square, begun = tmp_path / "square.txt", tmp_path / "begun.txt"
    square.write_text(LATIN)
    rows = LATIN.split("\n")
    begun.write_text("\n".join(["1 2 3 4 5 6", *rows[1:]]))
    done = invoke("solve", str(square), "--from", str(begun), "--format", "json", "--quiet")
    assert done.exit_code == 0
    family = registry.get_family("latin")
    puzzle = registry.read(LATIN)
    assert list(family.parse_board(puzzle, done.stdout)) == LATIN_SOLUTION


def test_what_can_t_be_gone_on_from_is_one_line(tmp_path: Path) -> None:
    board, game = tmp_path / "board.txt", tmp_path / "game.txt"
    board.write_text(BOARD)
    game.write_text("1 2\n1 1\n1 0\n0 0\n1 1\n")
    for text, words in (
        (None, f"{game}: no group is left; expected a position with a move"),
        ("3 2\n3 2\n3 2\n", f"{game}: move 2"),
        ("0 1 2\n3 1 2\n", f"{game}:"),
        ("", f"{game}: the text is empty"),
    ):
        if text is not None:
            game.write_text(text)
        refused = invoke("solve", str(board), "--from", str(game))
        assert (refused.exit_code, refused.stdout) == (2, "")
        assert words in one_line(refused.stderr)
    for options in (("--from", "-", "-"), ("--from", "-", str(board), "--warm-start", "-")):
        refused = invoke("solve", *options, given=BOARD)
        assert refused.exit_code == 2
        assert "standard input" in refused.stderr
