"""Commands on games: what a family can't do is refused in one line; its own defaults; warm starts; examples by name."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from drivers.command_line import LATIN, LATIN_SOLUTION, invoke, one_line
from drivers.ended_runs import GAME, ended_run
from drivers.morpion_games import random_game, record_files

from puzzles.morpion.puzzle import MorpionPuzzle, Move, board_of
from puzzles.registry import families, families_that_generate, get_family
from solvers.registry import algorithms_for, offered_for
from solvers.runs.events import Finished
from solvers.runs.folder import Run
from solvers.runs.spec import RunSpec, SolveSpec


def refused(*arguments: str, given: str | None = None) -> str:
    """The one line with which the command refuses."""
    result = invoke(*arguments, given=given)
    assert (result.exit_code, result.stdout) == (2, ""), (result.exit_code, result.stdout, result.stderr)
    return one_line(result.stderr)


def written(path: Path, moves: Sequence[Move], variant: str = "5D", form: str = "text") -> str:
    """The path of a file with the game."""
    puzzle = MorpionPuzzle(variant, tuple(moves))
    path.write_text(get_family("morpion").write(puzzle, form))
    return str(path)


@pytest.fixture
def game(tmp_path: Path) -> str:
    return written(tmp_path / "game.txt", GAME)


@pytest.fixture
def specs(monkeypatch: pytest.MonkeyPatch) -> list[SolveSpec]:
    """The searches that are started; each ends at once."""
    found: list[SolveSpec] = []

    def begin(spec: RunSpec, *, transient: bool = False) -> Run:
        assert isinstance(spec, SolveSpec)
        found.append(spec)
        return ended_run(Finished(reason="budget"), spec=spec)

    monkeypatch.setattr("tui.commands.solve.start", begin)
    return found


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--algorithm", "backtracking"], "morpion can't be searched by backtracking; expected one of: nrpa, "),
        (["--algorithm", "exhaustive"], "morpion can't be searched by exhaustive; expected one of: nrpa, "),
        (["--prior", "dual"], "morpion has no prior 'dual'; expected one of: auto, none"),
        (["--mode", "paper"], "morpion has no mode 'paper'; it has no choice of modes"),
        (["--set", "failures=3"], "nrpa has no parameter 'failures'; expected one of: level, iterations"),
        (["--set", "warmth=-1"], "warmth is '-1'; expected 0 to 100,000"),
        (["--format", "grid"], "morpion writes no format 'grid'; expected one of: text, msr"),
    ],
)
def test_what_the_family_lacks_is_refused_before_a_run(options: list[str], words: str, tmp_path: Path) -> None:
    assert words in refused("solve", "example:5D", *options)
    assert not (tmp_path / "data" / "runs").exists()


def test_the_families_own_defaults_are_in_the_spec(specs: list[SolveSpec]) -> None:
    for options in ([], ["--set", "iterations=7"], ["--algorithm", "gnrpa"], ["--prior", "auto"], ["--prior", "none"]):
        assert invoke("solve", "-q", "example:5D", *options).exit_code == 1
    invoke("solve", "-q", "-", given=LATIN)
    invoke("solve", "-q", "-", "--algorithm", "nrpa", given=LATIN)
    assert [spec.algorithm for spec in specs] == ["nrpa", "nrpa", "gnrpa", "nrpa", "nrpa", "backtracking", "nrpa"]
    assert [spec.parameters.get("iterations") for spec in specs] == [100, 7, 100, 100, 100, None, 20]
    assert {(spec.mode, spec.prior, spec.count_seconds) for spec in specs[:5]} == {("strong", "none", 0.0)}
    assert [(spec.mode, spec.prior, spec.count_seconds > 0) for spec in specs[5:]] == [
        ("strong", "auto", True),
        ("strong", "none", True),
    ]


def test_a_wish_for_a_second_solution_is_not_passed_over_in_silence(specs: list[SolveSpec]) -> None:
    said = "example:5D: no second solution is looked for; {} changes nothing"
    for options, named in (
        (["--count-solutions", "2"], "--count-solutions"),
        (["--all"], "--all"),
        (["--count-solutions", "1", "--all"], "--count-solutions or --all"),
    ):
        assert said.format(named) in invoke("solve", "example:5D", *options).stderr.splitlines()
        assert "second" not in invoke("solve", "-q", "example:5D", *options).stderr
        assert "second" not in invoke("solve", "-", *options, given=LATIN).stderr
    for options in ([], ["--count-solutions", "0"]):
        assert "second" not in invoke("solve", "example:5D", *options).stderr
    assert {spec.count_seconds for spec in specs if spec.family == "morpion"} == {0.0}


def test_algorithms_shows_which_families_each_can_search() -> None:
    printed = {one["name"]: one for one in json.loads(invoke("algorithms", "--json").stdout)}
    for family in families():
        able = {one.name for one in offered_for(family)}
        assert able == {name for name, one in printed.items() if family.name not in one["why_not"]}
        assert able == {name for name, one in printed.items() if family.name in one["families"]}
        assert [name for name, one in printed.items() if family.name in one["default_of"]] == [family.default_algorithm]
    assert "morpion" not in printed["backtracking"]["families"]
    iterations = next(one for one in printed["nrpa"]["parameters"] if one["name"] == "iterations")
    assert (iterations["default"], iterations["family_defaults"]["morpion"]) == (20, 100)
    text = invoke("algorithms", "nrpa").stdout
    assert "  searches latin, kakuro, sudoku, morpion (by default), rna" in text
    assert "iterations of each level (N); 0: no limit (0 to 10,000); morpion: 100" in text
    assert "  --set selective=auto  " in text  # the family's default for nrpa; for others it is off


@pytest.mark.parametrize("form", ["text", "msr", "msr-compact", "pentasol"])
@pytest.mark.parametrize("algorithm", [one.name for one in algorithms_for(get_family("morpion")) if one.learns])
def test_a_warm_start_in_any_format_reaches_the_run(
    form: str, algorithm: str, specs: list[SolveSpec], tmp_path: Path
) -> None:
    path = written(tmp_path / "game", random_game("5T", 3), "5T", form)
    assert invoke("solve", "-q", "example:5T", "--algorithm", algorithm, "--warm-start", path).exit_code == 1
    assert specs[0].warm_start == list(board_of(random_game("5T", 3)))
    assert specs[0].parameters.get("warmth") == (None if algorithm == "lns" else 100)


def test_a_latin_square_can_be_learnt_from_too(specs: list[SolveSpec], tmp_path: Path) -> None:
    puzzle, board = tmp_path / "puzzle", tmp_path / "board"
    puzzle.write_text(LATIN)
    family = get_family("latin")
    board.write_text(family.write(family.parse(LATIN), "grid", LATIN_SOLUTION))
    invoke("solve", "-q", str(puzzle), "--algorithm", "nrpa", "--warm-start", str(board))
    assert specs[0].warm_start == LATIN_SOLUTION
    board.write_text(LATIN.replace(". . 3 4 5 6", "5 . 3 4 5 6"))
    assert str(board) in refused("solve", str(puzzle), "--algorithm", "nrpa", "--warm-start", str(board))
    assert len(specs) == 1


class TestWrongWarmStarts:
    def refusal(self, path: str, *options: str) -> str:
        return refused("solve", "example:5D", "-q", "--warm-start", path, *options)

    def test_an_absent_file(self, tmp_path: Path) -> None:
        assert self.refusal(f"{tmp_path}/none") == f"{tmp_path}/none: No such file or directory"

    def test_another_variant(self, tmp_path: Path) -> None:
        path = written(tmp_path / "game", random_game("5T", 3), "5T")
        assert self.refusal(path).startswith(f"{path}:")

    def test_an_illegal_game(self, game: str) -> None:
        lines = Path(game).read_text().splitlines()
        Path(game).write_text("\n".join([*lines, lines[-1]]) + "\n")
        assert self.refusal(game).startswith(f"{game}:")

    def test_no_game_at_all(self, game: str) -> None:
        Path(game).write_text("1 2\n2 1\n")
        assert self.refusal(game).startswith(f"{game}:")

    def test_a_game_without_moves(self) -> None:
        assert self.refusal("example:5D") == (
            "example:5D: the board has no move; expected a board or game with moves to learn"
        )

    def test_a_search_that_does_not_learn(self, game: str) -> None:
        assert self.refusal(game, "--algorithm", "sampling").endswith(
            "sampling can't learn from a warm start; expected one of: nrpa, nrpa-pair, gnrpa, lns"
        )

    def test_a_game_that_does_not_go_on_from_the_puzzle(self, tmp_path: Path) -> None:
        start = written(tmp_path / "start", random_game("5D", 4)[:5])
        other = written(tmp_path / "other", GAME)
        assert refused("solve", start, "-q", "--warm-start", other).startswith(f"{other}")

    @pytest.mark.parametrize("files", [["-"], ["example:5D", "example:opening-5D"]])
    def test_standard_input_can_be_one_thing_only(self, files: list[str]) -> None:
        line = refused("solve", *files, "--warm-start", "-", given="morpion 5D\n")
        assert line.endswith("--warm-start can be standard input only for a single FILE that is not")


@pytest.mark.parametrize("command", [["solve"], ["check"], ["train", "latin", "--like"], ["compare", "example:5D"]])
def test_an_unknown_example_lists_the_known_ones(command: list[str]) -> None:
    line = refused(*command, "example:6D")
    assert "example:6D: there is no example '6D'; expected one of: " in line
    names = [one.name for one in get_family("latin").examples]
    assert line.endswith(", ".join(names)) if "latin" in command else ", 5D, 5T, 4T, 4D" in line


def test_examples_of_all_families_are_known_by_name() -> None:
    for family in families():
        for one in family.examples:
            result = invoke("check", "-q", f"example:{one.name}")
            assert (result.exit_code, result.stdout.splitlines()[0]) == (
                0,
                family.adjusted(family.parse(one.text), {}).title,
            )
    assert "there is no example '5D'" in refused("check", "example:5D", "--family", "latin")


def test_check_of_a_game_is_right_whether_or_not_moves_are_left(game: str, tmp_path: Path) -> None:
    ended = invoke("check", "-q", game)
    assert (ended.exit_code, ended.stderr) == (0, "")
    title, remark, *_, verdict = ended.stdout.splitlines()
    assert (title, remark) == (
        f"Morpion Solitaire 5D, {len(GAME)} moves",
        f"5D, {len(GAME)} moves; no move is left",
    )
    assert verdict == f"legal; {len(GAME)} moves"
    short = written(tmp_path / "short", GAME[:1])
    result = invoke("check", "-q", short)
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (0, "legal; 1 move")
    printed = json.loads(invoke("check", "-q", "--json", "example:5D", "--board", game).stdout)
    assert (printed["exit_code"], printed["score"], printed["remarks"][0]) == (0, len(GAME), remark)


ENDED = "no move is left in this game: there is nothing to search"


@pytest.mark.parametrize(
    ("text", "family", "result"),
    [
        ("", "morpion", "best: 76 moves"),
        ("0 1 0 1\n1 0 1 0\n", "samegame", "best: 0 points"),
    ],
)
def test_a_game_at_its_end_is_not_searched(text: str, family: str, result: str) -> None:
    file = "-" if text else "example:random-5T"
    ended = invoke("solve", file, "--family", family, given=text)
    assert (ended.exit_code, ended.stdout.splitlines()[-1]) == (0, f"{result}, verified; {ENDED}")
    assert ENDED not in ended.stderr
    found = json.loads(invoke("solve", file, "--family", family, "--json", "-q", given=text).stdout)
    assert (found["exit_code"], found["status"], found["claim"], found["playouts"]) == (0, "exhausted", ENDED, 0)


def test_an_optimal_game_at_its_end_is_not_searched(benchmark_data: Path) -> None:
    ended = invoke("solve", "-q", str(record_files(benchmark_data)["4D-hyyroporanen35"]))
    assert (ended.exit_code, ended.stdout.splitlines()[-1]) == (0, f"optimal: 35 moves, verified; {ENDED}")


def test_check_refuses_an_illegal_game_when_it_is_read(game: str) -> None:
    lines = Path(game).read_text().splitlines()
    Path(game).write_text("\n".join([*lines, lines[-1]]) + "\n")
    assert refused("check", game).startswith(f"{game}:{len(lines) + 1}")
    assert refused("check", "example:5D", "--board", game).startswith(f"{game}:{len(lines) + 1}")


def test_check_of_an_optimal_game_says_so(benchmark_data: Path) -> None:
    result = invoke("check", "-q", str(record_files(benchmark_data)["4D-hyyroporanen35"]))
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1] == "legal; 35 moves; nothing better is possible (proved)"


def test_what_there_is_not_for_games_is_not_offered() -> None:
    assert "solutions of morpion can't be counted" in refused("check", "example:5D", "--solutions", "1")
    able = ", ".join(one.name for one in families_that_generate())
    assert refused("generate", "morpion").endswith(f"morpion has no generator; expected one of: {able}")
    assert "--solution" not in invoke("generate", "samegame", "--help").stdout  # its boards hide none
    assert "--solution" in invoke("generate", "latin", "--help").stdout
    assert refused("train", "morpion").endswith("morpion has no prior; expected one of: latin, kakuro, sudoku, rna")
    assert "orpion" not in invoke("generate", "--help").stdout


def test_compare_finds_a_mirrored_game_again(game: str, tmp_path: Path) -> None:
    mirrored = [Move(9 - x, y, (0, 1, 3, 2)[way], at if way == 1 else 4 - at) for x, y, way, at in GAME]
    other = written(tmp_path / "mirrored", mirrored)
    result = invoke("compare", game, other, "--json")
    printed = json.loads(result.stdout)
    assert (result.exit_code, printed["family"], printed["files"]) == (0, "morpion", [game, other])
    assert printed["shared"] == printed["other_shared"] == list(range(len(GAME)))
    assert invoke("compare", game, other).stdout.splitlines() == printed["words"]


def test_what_can_not_be_compared_is_one_line(game: str, tmp_path: Path) -> None:
    latin = tmp_path / "latin"
    latin.write_text(LATIN)
    assert f"{game} is of the family morpion, {latin} of latin" in refused("compare", "-q", game, str(latin))
    assert "latin does not compare its boards; expected two of: morpion" in refused(
        "compare", "-q", str(latin), str(latin)
    )
    assert refused("compare", game, "example:4D").startswith(f"{game} and example:4D: games of 5D and 4D")
    assert "only one of the two can be standard input" in refused("compare", "-", "-")
    assert refused("compare", game, f"{tmp_path}/none") == f"{tmp_path}/none: No such file or directory"
