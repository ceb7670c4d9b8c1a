"""Graph colouring: known chromatic numbers are found and proved, texts are read back, faults have their place."""

from __future__ import annotations

import json
from itertools import islice
from random import Random

import numpy as np
import pytest
from drivers.command_line import invoke
from oracles.naive_colouring import CHROMATIC, Graph, colourings, complete, cycle, mycielski, petersen, queens, text_of

from puzzles import registry
from puzzles.engine.streams import stream
from puzzles.errors import PuzzleError
from puzzles.registry import get_family
from puzzles.sudoku.by_hand import SudokuByHand
from puzzles.sudoku.checker import judge
from puzzles.sudoku.editing import EDITOR
from puzzles.sudoku.graph import Colouring, cliques
from puzzles.sudoku.instances import generate
from puzzles.sudoku.kernels import rules
from puzzles.sudoku.kernels.fill import Solver
from puzzles.sudoku.puzzle import MOST_CELLS
from tui.kept.loaded import Loaded
from tui.widgets.new_search import own_settings

SEED = 20261130
FAMILY = get_family("sudoku")


def read(text: str) -> Colouring:
    puzzle = registry.read(text)
    assert isinstance(puzzle, Colouring)
    return puzzle


def found_in(puzzle: Colouring, seed: int = 0) -> list[list[int]]:
    """Up to two solutions that the compiled rules find as a search does, with colours exchanged once."""
    solver = Solver(puzzle)
    solver.state = rules.build_state(puzzle, mode="strong", trail=True)
    rng, boards = stream("test", SEED, seed), np.zeros((2, len(puzzle.grid)), np.int64)
    moves, marks = (
        np.zeros((len(puzzle.grid) + 2, puzzle.order + 1), np.int64),
        np.zeros(len(puzzle.grid) + 2, np.int64),
    )
    from puzzles.sudoku.kernels.fill import begin, search

    number = begin(solver.state, rng, moves, marks, boards)
    if number < 0:
        number = search(solver.state, rng, moves, marks, boards, np.zeros(2, np.int64), 10**6)
    assert number >= 0
    return [boards[at].tolist() for at in range(number)]


@pytest.mark.parametrize("name", CHROMATIC)
def test_the_chromatic_number_is_found_and_one_less_is_proved_too_few(name: str) -> None:
    graph, number = CHROMATIC[name]
    for colours in range(max(2, number - 1), number + 2):
        puzzle = read(text_of(graph, colours))
        assert puzzle.order == colours
        found = found_in(puzzle)
        assert len(found) == (0 if colours < number else 2)
        assert all(judge(puzzle, board).solved for board in found)


def random_graph(random: Random) -> tuple[Graph, int, list[int]]:
    size, colours = random.randint(1, 8), random.randint(2, 5)
    edges = [pair for pair in complete(size)[1] if random.random() < 0.45]
    given = [random.randrange(colours) if random.random() < 0.25 else -1 for _ in range(size)]
    given = [
        -1 if any({u, v} == {k, j} and given[j] == c for u, v in edges for j in range(k)) else c
        for k, c in enumerate(given)
    ]
    return (size, edges), colours, given


@pytest.mark.parametrize("number", range(150))
def test_small_graphs_have_as_many_colourings_as_a_plain_solver_finds(number: int) -> None:
    graph, colours, given = random_graph(Random(f"{SEED} {number}"))
    puzzle = Colouring(colours, tuple(given), edges=tuple(sorted(graph[1])))
    every = set(colourings(graph, colours, given))
    for boards in (
        found_in(puzzle, number),
        Solver(puzzle).solutions(np.array(given), stream("test", SEED, number), 2),
    ):
        assert boards is not None
        assert len(boards) == min(2, len(every))
        assert {*map(tuple, boards)} <= every
    board = [Random(number + k).randrange(colours) if c < 0 else c for k, c in enumerate(given)]
    assert judge(puzzle, board).solved == (tuple(board) in every)


@pytest.mark.parametrize("graph", [queens(5), mycielski(4), petersen(), complete(6), cycle(7), (5, [])])
def test_cliques_hold_every_edge_and_nothing_else(graph: Graph) -> None:
    edges = tuple(sorted((min(edge), max(edge)) for edge in graph[1]))
    pairs = [{(u, v) for u in clique for v in clique if u < v} for clique in cliques(graph[0], edges)]
    assert set().union(*pairs) == {*edges}


def test_without_a_number_of_colours_a_greedy_colouring_says_it() -> None:
    puzzle = read(text_of(mycielski(4)))
    assert puzzle.order == 5
    assert puzzle.note.startswith("5 colours, as a greedy colouring (DSATUR) has, a clique needs 2;")
    assert read(text_of(complete(7))).note.startswith("7 colours, as a greedy colouring (DSATUR) has; ")


@pytest.mark.parametrize(
    "text",
    [
        "p col 3 2\ne 1 2\ne 2 3\nn 1 2\n",
        "c a graph\nc colors: 4\np edge 3 4\ne 1 2\ne 2 1\ne 2 3\ne 3 2\n\n",
        "c colours 3\r\np edges 3 2\r\ne 2 1\r\ne 3 2\r\nx COST 1\r\n",
    ],
)
def test_forms_of_the_format_are_read(text: str) -> None:
    assert read(text).edges == ((0, 1), (1, 2))
    assert read(text).order in (2, 3, 4)


@pytest.mark.parametrize(
    ("lines", "place", "found"),
    [
        ("e 1 4", "3:5", "the vertex 4; expected 1 to 3"),
        ("e 1 1", "3:5", "vertex 1 joined to itself"),
        ("e 1", "3:1", "1 fields behind e"),
        ("f 1 2", "3:1", "a line 'f'; expected c, p, e or n"),
        ("n 1 3", "3:5", "3 colours; expected 1 to 2"),
        ("n 1 1\nn 1 2", "4:3", "vertex 1 has the colour 1 already"),
        ("e 1 2\nn 1 2\nn 2 2", "5:5", "2 twice in edge 1-2 (vertices 1 and 2), first on line 4, column 5"),
        ("e 1 2\ne 1 3", "2:1", "1 edge announced, 2 written"),
        ("e 1 x", "3:5", "the vertex 'x'"),
        ("c colours 99", "3:11", "99 colours; expected 2 to 81"),
    ],
)
def test_a_fault_is_told_with_its_place(lines: str, place: str, found: str) -> None:
    head = "c colours 2\np edge 3 " + ("1" if "e 1 2" in lines else "0")
    with pytest.raises(PuzzleError) as caught:
        registry.read(f"{head}\n{lines}\n", family_name="sudoku")
    assert found in str(caught.value)
    assert f":{place}:" in str(caught.value)


def test_larger_graphs_are_refused() -> None:
    with pytest.raises(PuzzleError, match=r"6,562 vertices; expected 1 to 6,561"):
        read(f"p edge {MOST_CELLS + 1} 0\n")
    with pytest.raises(PuzzleError, match="at most 100,000"):
        read("p edge 1000 400000\n")
    with pytest.raises(PuzzleError, match="82 colours in a greedy colouring; expected at most 81"):
        read(text_of(complete(82)))


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"colours": 1}, '"colours"'),
        ({"values": [9, None]}, '"values"'),
        ({"edges": [[1, 2, 3]]}, '"edges"'),
        ({"edges": [[1, 9]]}, "joins no two vertices"),
        ({"rows": []}, "'rows' is nothing"),
    ],
)
def test_a_fault_in_json_is_one_line(change: dict[str, object], found: str) -> None:
    whole = {"family": "sudoku", "colours": 3, "edges": [[1, 2]], "values": [None, None], **change}
    with pytest.raises(PuzzleError, match=found):
        registry.read(json.dumps(whole))


def test_boards_are_read_in_all_forms() -> None:
    graph = petersen()
    puzzle, board = read(text_of(graph, 3)), next(colourings(graph, 3))
    lines = "s col 3\n" + "".join(f"l {vertex} {value + 1}\n" for vertex, value in enumerate(board, 1))
    for text in (
        *(FAMILY.write(puzzle, name, board) for name in ("dimacs", "json")),
        "\n".join(FAMILY.notation(puzzle, board)),
        " ".join(str(value + 1) for value in board),
        lines,
    ):
        assert FAMILY.parse_board(puzzle, text) == board
    for text in (text_of(cycle(10), 3), "1 2 3", "l 11 1", "l 1", "\n"):
        with pytest.raises(PuzzleError):
            FAMILY.parse_board(puzzle, text)
    verdict = judge(puzzle, (board[0],) * 10)
    assert not verdict.legal
    assert verdict.faults[0] == f"edge 1-2: {board[0] + 1} stands in vertices 1 and 2"


def test_commands_prove_colour_and_count() -> None:
    proved = invoke("solve", "-", "--algorithm", "exhaustive", given=text_of(mycielski(3), 3))
    assert "no solution (proved)" in proved.output
    solved = invoke("solve", "-", "-q", given=text_of(mycielski(3), 4))
    assert solved.exit_code == 0, solved.stderr
    counted = invoke("check", "-", "--solutions", "50", given=text_of(cycle(5), 3))
    assert "exactly 30 solutions (proved)" in counted.output


def test_a_setting_says_how_many_colours() -> None:
    text = text_of(cycle(5))
    proved = invoke("solve", "-", "--set", "colours=2", "--algorithm", "exhaustive", given=text)
    assert "no solution (proved)" in proved.output
    counted = invoke("check", "-", "--set", "colours=4", "--solutions", "300", given=text)
    assert "exactly 240 solutions (proved)" in counted.output
    assert "DSATUR" not in counted.output
    for colours, given, words in (
        ("1", text, "colours is 1: the order is 1; expected 2 to 81"),
        ("2", f"{text}\nn 1 3\n", "colours is 2: vertex 1 holds 3; expected 1 to 2"),
        ("3", "1 2\n2 1\n", "colours has no effect on"),
    ):
        refused = invoke("solve", "-", "--family", "sudoku", "--set", f"colours={colours}", given=given)
        assert refused.exit_code == 2
        assert words in refused.stderr
    graph, plain = read(text), registry.read("1 . . .\n" + ". . . .\n" * 3, family_name="sudoku")
    assert [one.name for one in FAMILY.settings_of(graph)] == ["colours"]
    assert own_settings(Loaded(graph)) == {"colours": 3}
    assert FAMILY.settings_of(plain) == ()
    assert own_settings(Loaded(plain)) == {}


@pytest.mark.parametrize(
    ("text", "source", "by", "found"),
    [
        ("hello\nworld foo\n", "a.col", "ending .col", "1:1: {}: a line 'hello'; expected c, p, e or n"),
        ("c a graph\ne 1 2\n", "a.col", "ending .col", "2:1: {}: a line e before the line p; expected p edge VERT"),
        ("1 2\n2 3\n", "a.col", "ending .col", "1:1: {}: a line '1'; expected c, p, e or n"),
        ("p edge x 2\ne 1 2\n", "a.txt", "line p", "1:1: {}: 'p edge x 2'; expected p edge VERTICES EDGES"),
    ],
)
def test_a_file_that_is_meant_for_a_graph_is_refused_as_one(text: str, source: str, by: str, found: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        registry.read(text, source=source)
    assert found.format(f"this looks like a graph to be coloured (DIMACS, by its {by})") in str(caught.value)


def test_a_text_may_hold_several_graphs() -> None:
    graphs = cycle(5), cycle(7)
    entries = FAMILY.entries("\n".join(text_of(graph, 3) for graph in graphs))
    assert [len(read(one.text).grid) for one in entries] == [5, 7]


@pytest.mark.parametrize(
    ("vertices", "colours", "grade"),
    [(12, 3, "easy"), (30, 4, "medium"), (30, 4, "hard"), (30, 4, "expert"), (9, 9, "any")],
)
def test_a_generated_graph_has_one_colouring(vertices: int, colours: int, grade: str) -> None:
    given = {"variant": "graph-colouring", "order": colours, "vertices": vertices, "grade": grade}
    puzzle, solution = generate(given, SEED, 1, "test")
    assert isinstance(puzzle, Colouring)
    assert (len(puzzle.grid), puzzle.order) == (vertices, colours)
    edges = [*puzzle.edges]
    if vertices < 30:  # more takes the plain solver long
        assert list(islice(colourings((vertices, edges), colours, puzzle.grid), 2)) == [tuple(solution)]
    assert found_in(puzzle) == [list(solution)]
    if grade != "any":
        assert SudokuByHand().grade(puzzle).name == grade


def test_by_hand_vertices_are_called_by_their_numbers() -> None:
    hand, puzzle = SudokuByHand(), read(text_of((4, [(0, 1), (1, 2), (0, 2), (2, 3)]), 3) + "n 1 1\nn 2 2\n")
    board = puzzle.grid
    assert hand.about(puzzle, board, 2) == (("joined to", "colour 1: 1; colour 2: 2; open: 4"), ("fits", "3"))
    assert hand.about(puzzle, (-1,) * 4, 2)[0] == ("joined to", "1, 2 and 4")
    assert hand.about(puzzle, (1, 0, 0, 1), 2)[0] == ("joined to", "colour 1: 2; colour 2: 1 and 4")
    hint = hand.hint(puzzle, board)
    assert hint is not None
    assert hint.reason == ("Clique 1-2-3 lacks only 3, for vertex 3.",)
    assert hand.fault(puzzle, (0, 0, 2, -1)) == "1 stands twice in edge 1-2."
    empty = read(text_of(cycle(5), 3))
    likely = hand.hint(empty, empty.grid)
    assert likely is not None
    assert likely.technique == "likeliest value"


def test_a_graph_in_the_editor_keeps_its_edges() -> None:
    text = text_of(petersen(), 3) + "n 2 3\n"
    draft = EDITOR.read(text)
    assert draft.to_puzzle() == read(text)
    assert read(draft.text()) == read(text)
    assert draft.related(0) == frozenset({1, 4, 5})
    assert draft.name_of(0) == "Vertex 1"
    fewer = draft.sized({"order": 2})
    assert fewer.to_puzzle().order == 2
    assert fewer.to_puzzle().holes == 10
    assert draft.complete


@pytest.mark.parametrize("colours", [3, 4, 9])
def test_formats_hold_a_graph_or_refuse_it(colours: int) -> None:
    for vertices in (1, 5, colours**2, 30):
        graph = Colouring(colours, (-1,) * vertices, edges=tuple((k, k + 1) for k in range(vertices - 1)))
        assert {one.name for one in FAMILY.writable(graph)} >= {"dimacs", "json"}
