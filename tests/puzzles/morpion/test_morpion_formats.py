"""Morpion Solitaire's notations: round trips, the record games, boards, the drawn picture, and who recognises what."""

from __future__ import annotations

import base64
import json
import re
import zlib
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from drivers.morpion_games import by_the_rules, puzzles, random_game, record_files, record_moves
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.morpion import FAMILY
from puzzles.morpion.picture import DOT, LINE, START
from puzzles.morpion.puzzle import VARIANTS, MorpionPuzzle, Move, board_of
from puzzles.picture import Circle, Words
from puzzles.picture import Path as Lines

READABLE = ("text", "msr", "msr-compact", "pentasol")
FIVES = ("5T", "5D")


def game(text: str) -> MorpionPuzzle:
    puzzle = registry.read(text)
    assert isinstance(puzzle, MorpionPuzzle)
    return puzzle


def unpacked(text: str) -> str:
    letters = text.strip().removeprefix("MS1:")
    return zlib.decompress(base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4)), -15).decode()


@settings(max_examples=60)
@given(puzzles(), st.sampled_from(["text", "msr", "msr-compact"]), st.sampled_from(["\n", "\r\n", "\r"]))
def test_what_is_written_is_read_back(puzzle: MorpionPuzzle, name: str, end: str) -> None:
    text = FAMILY.write(puzzle, name)
    assert text.endswith("\n")
    assert game(text.replace("\n", end)) == puzzle
    assert game("\ufeff" + text) == puzzle
    assert FAMILY.write(game(text), name) == text


@settings(max_examples=40)
@given(puzzles(FIVES))
def test_pentasol_is_read_back_as_the_strictest_variant(puzzle: MorpionPuzzle) -> None:
    text = FAMILY.write(puzzle, "pentasol")
    back = game(text)
    assert back.moves == puzzle.moves
    assert back.note.startswith(f"the variant is not in the text: read as {back.variant}")
    disjoint = FAMILY.judge(MorpionPuzzle("5D"), board_of(puzzle.moves)).legal
    assert back.variant == ("5D" if disjoint else "5T")
    assert FAMILY.write(back, "pentasol") == text
    assert FAMILY.parse_board(MorpionPuzzle(puzzle.variant), text) == board_of(puzzle.moves)


def test_pentasol_holds_lines_of_five_only() -> None:
    assert [one.name for one in FAMILY.writable(MorpionPuzzle("5D"))] == [*READABLE, "svg"]
    assert [one.name for one in FAMILY.writable(MorpionPuzzle("4T"))] == ["text", "msr", "msr-compact", "svg"]
    with pytest.raises(PuzzleError, match="format pentasol cannot hold a game of 4T; expected lines of 5"):
        FAMILY.write(MorpionPuzzle("4T"), "pentasol")


def test_every_record_is_read_and_comes_back_from_every_format(benchmark_data: Path) -> None:
    for name, path in record_files(benchmark_data).items():
        puzzle = registry.read_file(path)
        assert isinstance(puzzle, MorpionPuzzle)
        assert (puzzle.variant, puzzle.moves) == record_moves(path), name
        for text_format in FAMILY.writable(puzzle):
            if text_format.name == "svg":
                continue
            back = game(FAMILY.write(puzzle, text_format.name))
            assert back == puzzle, (name, text_format.name)
            if text_format.name.startswith("msr"):
                assert back.about == puzzle.about, name


def test_the_provenance_of_a_record_is_kept(benchmark_data: Path) -> None:
    path = record_files(benchmark_data)["5D-rosin82"]
    source, puzzle = json.loads(path.read_text(encoding="utf-8")), registry.read_file(path)
    written = json.loads(FAMILY.write(puzzle, "msr"))
    assert written.pop("producer").startswith("mcs-tui/")
    assert written == source
    assert puzzle.note == source["description"]
    assert "# author: Christopher D. Rosin\n" in FAMILY.write(puzzle, "text")
    own = json.loads(
        registry.get_family("morpion").write(registry.read_file(record_files(benchmark_data)["5T-smj139"]), "msr")
    )
    assert own["solver"] == {"method": "nrpa"}


def test_our_record_comes_back_whole_and_fields_of_a_solver_that_nobody_knows_are_kept() -> None:
    example = next(one for one in FAMILY.examples if one.name == "nrpa-5D-82")
    source = json.loads(example.text) | {"producer": f"mcs-tui/{version('mcs-tui')}"}
    assert "command" in source["solver"]
    for text_format in ("msr", "msr-compact"):
        assert json.loads(FAMILY.write(game(FAMILY.write(game(example.text), text_format)), "msr")) == source
    source["solver"] |= {"threads": 2, "share": 0.5, "warm": True, "parts": [1], "none": None, "far": float("inf")}
    kept = json.loads(FAMILY.write(game(json.dumps(source)), "msr"))["solver"]
    assert kept == {key: value for key, value in source["solver"].items() if key not in ("parts", "none", "far")}


def test_a_provenance_that_is_too_long_for_a_run_is_left_out_in_whole_fields() -> None:
    solver = {"tool": "t" * 300, "method": "m" * 300, "seed": 7, "more": "x" * 100}
    text = json.dumps({"variant": "5T", "score": 0, "moves": [], "solver": solver, "tags": ["a" * 300, "b" * 300, "c"]})
    puzzle = FAMILY.from_json(json.loads(json.dumps(FAMILY.to_json(game(text)))))
    kept = json.loads(FAMILY.write(puzzle, "msr"))
    assert kept["solver"] == {"tool": solver["tool"], "seed": 7, "more": solver["more"]}
    assert kept["tags"] == ["a" * 300, "c"]


def test_another_game_is_not_said_to_be_the_author_s(benchmark_data: Path) -> None:
    puzzle = registry.read_file(record_files(benchmark_data)["5D-rosin82"])
    shorter = FAMILY.start_board(puzzle)[:-1]
    assert "Rosin" not in FAMILY.write(puzzle, "msr", shorter)
    assert "Rosin" in FAMILY.write(puzzle, "msr", FAMILY.start_board(puzzle))


def test_the_compact_record_is_the_json_record_packed(benchmark_data: Path) -> None:
    theirs = (benchmark_data / "morpion" / "msr-json" / "rosin178.msr").read_text()
    puzzle = game(theirs)
    assert puzzle == registry.read_file(record_files(benchmark_data)["5T-rosin178"])
    ours = FAMILY.write(puzzle, "msr-compact")
    assert ours.count("\n") == 1
    moves = [unpacked(text)[unpacked(text).index('"moves":') :] for text in (theirs, ours)]
    assert moves[0] == moves[1]  # byte for byte; their head is that of an older writer
    assert len(ours) < 2 * len(theirs)


def test_pentasol_s_own_files(benchmark_data: Path) -> None:
    folder = benchmark_data / "morpion" / "pentasol"
    best = registry.read_file(folder / "5D-rosin82.psol")
    assert FAMILY.write(best, "pentasol") == (folder / "5D-rosin82.psol").read_text()
    assert best.note == "the variant is not in the text: read as 5D, in which every move is legal"
    assert best == registry.read_file(record_files(benchmark_data)["5D-rosin82"])
    found = {path.name: registry.read_file(path) for path in sorted(folder.glob("5T-*.psol"))}
    assert {name: one.title for name, one in found.items()} == {
        "5T-average78.psol": "Morpion Solitaire 5T, 78 moves",
        "5T-bruneau170.psol": "Morpion Solitaire 5T, 170 moves",
        "5T-rosin178.psol": "Morpion Solitaire 5T, 178 moves",
    }
    unfinished = found["5T-average78.psol"]
    assert FAMILY.remarks(unfinished, FAMILY.start_board(unfinished))[0] == "5T, 78 moves; 4 moves are left"
    files = record_files(benchmark_data)
    assert found["5T-bruneau170.psol"] == registry.read_file(files["5T-bruneau170"])
    best, other = found["5T-rosin178.psol"], registry.read_file(files["5T-rosin178"])  # two games of one family
    common = FAMILY.compare(best, FAMILY.start_board(best), other, FAMILY.start_board(other))
    assert common.words == ("174 of 178 moves are shared when mirrored about the diagonal /",)


def test_a_game_that_is_none_is_refused_with_its_first_move(benchmark_data: Path) -> None:
    path = benchmark_data / "morpion" / "invalid" / "5D-lp-relaxation-85.psol"
    with pytest.raises(PuzzleError) as caught:
        registry.read_file(path)
    assert str(caught.value) == f"{path}:2: move 1: the line's square (8,8) has no dot; expected a legal game of 5T"


def fits(schema: dict[str, Any], value: Any, whole: dict[str, Any]) -> bool:
    """Whether the value fits the schema, by the part of JSON schema that MSR's uses."""
    if "$ref" in schema:
        return fits(whole["$defs"][schema["$ref"].rpartition("/")[2]], value, whole)
    kinds = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int, "number": (int, float)}
    types = [schema["type"]] if isinstance(schema.get("type"), str) else schema.get("type", list(kinds))
    if not any(isinstance(value, kinds[kind]) and (kind == "boolean" or value is not True) for kind in types):
        return False
    if "enum" in schema and value not in schema["enum"]:
        return False
    if isinstance(value, dict):
        known = schema.get("properties", {})
        extra = schema.get("additionalProperties", True) or set(value) <= set(known)
        needed = set(schema.get("required", ())) <= set(value)
        return needed and extra and all(fits(known[key], one, whole) for key, one in value.items() if key in known)
    if isinstance(value, list):
        size = schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value))
        return size and all(fits(schema.get("items", {}), one, whole) for one in value)
    return isinstance(value, str) or schema.get("minimum", value) <= value <= schema.get("maximum", value)


def test_what_is_written_fits_msr_s_schema(benchmark_data: Path) -> None:
    schema = json.loads((benchmark_data / "morpion" / "msr-json" / "msr.schema.json").read_text())
    for variant in VARIANTS:
        for moves in ((), random_game(variant, 1)[:7], random_game(variant, 1)):
            puzzle = MorpionPuzzle(variant, moves, about=(("author", "Ada"), ("tags", '["a"]')))
            for text in (FAMILY.write(puzzle, "msr"), unpacked(FAMILY.write(puzzle, "msr-compact"))):
                assert fits(schema, json.loads(text), schema)
                broken = {**json.loads(text), "variant": "T5"}
                assert not fits(schema, broken, schema)


def test_derived_fields_are_those_of_the_game() -> None:
    written = json.loads(FAMILY.write(MorpionPuzzle("5D", (Move(3, -1, 1, 0),)), "msr"))
    assert written["version"] == "0.1"
    assert (written["score"], written["terminal"], written["bbox"]) == (1, False, [0, -1, 9, 9])
    assert written["available_moves"] == len(by_the_rules("5D", (Move(3, -1, 1, 0),)))
    assert written["moves"] == [{"x": 3, "y": -1, "dir": "V", "pos": 0}]


@pytest.mark.parametrize(
    ("text", "variant"),
    [
        ("5D", "5D"),
        ("morpion 5T\n", "5T"),
        ("Morpion Solitaire 4T", "4T"),
        (" t5 \n", "5T"),
        ("# mine\n\n4d # easy\n", "4D"),
    ],
)
def test_a_variant_alone_is_the_empty_cross(text: str, variant: str) -> None:
    assert game(text) == MorpionPuzzle(variant)


def test_our_text_as_other_programs_write_it() -> None:
    text = "morpion 5D # by hand\n\n# moves\n1. (3,-1) in (3,3)-(3,-1)\n  ( 6 , -1 )in(6,-1) - (6,3)  # no number\n"
    assert game(text).moves == (Move(3, -1, 1, 0), Move(6, -1, 1, 0))
    assert FAMILY.write(game(text), "text") == "morpion 5D\n1 (3,-1) in (3,-1)-(3,3)\n2 (6,-1) in (6,-1)-(6,3)\n"


def test_msr_as_other_programs_write_it() -> None:
    text = '{"moves": [{"pos": 0.0, "y": -1, "x": 3, "dir": "V"}], "score": 1, "variant": "d5", "x": {"y": []}}'
    assert game(text) == MorpionPuzzle("5D", (Move(3, -1, 1, 0),))
    assert game('{"version": 1, "variant": "5T", "score": 0, "moves": [], "bbox": null}') == MorpionPuzzle("5T")
    described = '{"variant": "5T", "score": 0, "moves": [], "author": "A\\nda \\ud800\\u0007", "description": "%s"}'
    puzzle = game(described % ("x" * 900))
    assert dict(puzzle.about)["author"] == "A da"
    assert len(puzzle.note) == 500
    FAMILY.write(puzzle, "msr").encode()


def test_packed_text_may_be_wrapped_or_padded() -> None:
    text = FAMILY.write(MorpionPuzzle("5D", random_game("5D", 1)), "msr-compact").strip()
    wrapped = "\n".join(re.findall(".{1,60}", text))
    assert game(f"\n  {wrapped}==\n") == game(text)


class TestBoards:
    puzzle = MorpionPuzzle("5D", random_game("5D", 1)[:4])
    whole = MorpionPuzzle("5D", random_game("5D", 1))

    @pytest.mark.parametrize("name", READABLE)
    def test_a_game_that_goes_on_is_a_board(self, name: str) -> None:
        text = FAMILY.write(self.whole, name)
        assert FAMILY.parse_board(self.puzzle, text) == board_of(self.whole.moves)
        assert FAMILY.write(self.puzzle, name, board_of(self.whole.moves)) == text

    def test_a_game_of_another_variant(self) -> None:
        with pytest.raises(PuzzleError, match="the game is one of 5T; expected 5D, as the puzzle"):
            FAMILY.parse_board(self.puzzle, "morpion 5T")
        with pytest.raises(PuzzleError, match="Pentasol's notation is for lines of 5; expected a game of 4T"):
            FAMILY.parse_board(MorpionPuzzle("4T"), "(28,28)\n")

    def test_a_game_that_begins_otherwise(self) -> None:
        with pytest.raises(PuzzleError, match="the game has 0 moves; expected the puzzle's 4 first"):
            FAMILY.parse_board(self.puzzle, "5D")
        other = FAMILY.write(MorpionPuzzle("5D", random_game("5D", 2)), "text")
        with pytest.raises(
            PuzzleError, match="move 1 is not the puzzle's; expected a game that begins with its 4 moves"
        ):
            FAMILY.parse_board(self.puzzle, other)

    def test_an_illegal_board_is_not_written(self) -> None:
        with pytest.raises(PuzzleError, match=r"move 5: the new dot's square .* has a dot already"):
            FAMILY.write(self.puzzle, "msr", board_of([*self.puzzle.moves, self.puzzle.moves[0]]))
        with pytest.raises(PuzzleError, match="move 1: -3 is no move"):
            FAMILY.write(self.puzzle, "svg", [-3])
        with pytest.raises(PuzzleError, match="format 'png' is not one that can be written"):
            FAMILY.write(self.puzzle, "png")


@settings(max_examples=15)
@given(puzzles())
def test_the_picture_shows_the_game(puzzle: MorpionPuzzle) -> None:
    described = MorpionPuzzle(puzzle.variant, puzzle.moves, about=(("author", 'A & <B> "c" \x07'),))
    drawn = FAMILY.picture(described)
    circles = [one for one in drawn.shapes if isinstance(one, Circle)]
    assert all(10 <= x <= drawn.width - 10 and 10 <= y <= drawn.height - 10 for x, y in (one.centre for one in circles))
    starts = [one.centre for one in circles if one.pen == START][:-1]  # one is in the legend
    dots = [one.centre for one in circles if one.pen == DOT][:-1]
    assert len(starts) == len(puzzle.rules.cross)
    numbers = [one for one in drawn.shapes if isinstance(one, Words) and one.size == 9]
    assert [one.text for one in numbers] == [str(number) for number in range(1, len(puzzle.moves) + 1)]
    assert [one.at for one in numbers] == dots
    assert len(set(dots)) == len(dots)
    assert not set(starts) & set(dots)
    lines = [one.points for one in drawn.shapes if isinstance(one, Lines) and one.pen == LINE]
    assert len(lines) == len(puzzle.moves)
    for ends, (x, y) in zip(lines, dots, strict=True):
        steps = [round(max(abs(x - a), abs(y - b)) / 30) for a, b in ends]
        assert sum(steps) == int(puzzle.variant[0]) - 1
        assert all(end in {*starts, *dots} for end in ends)
    count = len(puzzle.moves)
    title = f"Morpion Solitaire {puzzle.variant}: {count} move{'' if count == 1 else 's'}"
    assert (drawn.title, drawn.about) == (title, 'author: A & <B> "c"')


def test_a_picture_is_not_read() -> None:
    with pytest.raises(PuzzleError):
        registry.read(FAMILY.write(MorpionPuzzle("5D"), "svg"))


@pytest.mark.parametrize("name", READABLE)
def test_each_notation_is_known_by_its_content(name: str) -> None:
    text = FAMILY.write(MorpionPuzzle("5D", random_game("5D", 1)), name)
    others = [one.recognise(text) for one in registry.families() if one is not FAMILY]
    assert FAMILY.recognise(text) > max(others)


def test_texts_of_other_families_are_theirs(benchmark_data: Path) -> None:
    for family in registry.families():
        for example in family.examples:
            assert registry.read(example.text).family == family.name
            for one in family.writable(family.parse(example.text)):
                text = family.write(family.parse(example.text), one.name)
                assert family is FAMILY or FAMILY.recognise(text) == 0, (example.name, one.name)
    files = [
        path for name in ("latin", "kakuro") for path in sorted((benchmark_data / name).rglob("*")) if path.is_file()
    ]
    texts = [path.read_bytes() for path in files if path.stat().st_size < 100_000]
    assert len(texts) > 20
    for data in texts:
        assert FAMILY.recognise(data.decode("utf-8", "replace")) == 0


def test_the_document_s_notations_are_one_game() -> None:
    page = (Path(__file__).resolve().parents[3] / "docs" / "morpion.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```morpion\n(.*?)```", page, re.DOTALL)
    expected = MorpionPuzzle("5D", (Move(2, 2, 2, 2), Move(3, -1, 1, 0), Move(10, 6, 0, 4)))
    assert [game(block) for block in blocks] == [expected] * len(READABLE)
    (drawn,) = re.findall(r"```\n(   0 .*?)```", page, re.DOTALL)
    rows = [line.split()[1:] for line in drawn.splitlines()[1:]]
    assert {(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "o"} == expected.rules.cross
    for one in VARIANTS.values():
        row = next(line for line in page.splitlines() if line.startswith(f"| `{one.name}`"))
        assert f"| {len(one.cross)} | {one.record} ({one.record_by}) | {one.bound} (" in row
