"""The marks of variants that are drawn from a solution: cages, signs, views, paths. Plain Python; by a stream alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, combinations
from math import log, prod
from typing import TypeVar

from puzzles.connected import FOUR, in_one_part
from puzzles.latin.grouped import HOLE
from puzzles.sudoku.constraints import KINDS, Constraint, Place
from puzzles.sudoku.formats.reading import in_order, rim_lines
from puzzles.sudoku.graph import Colouring
from puzzles.sudoku.puzzle import NO_BOXES, Sudoku, usual_boxes
from puzzles.sudoku.rules import BESIDE, pairs
from puzzles.sudoku.variants import VARIANT_OF

Item = TypeVar("Item")
Below = Callable[[int], int]
"""A random number from 0 to below another."""

AROUND = tuple((a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b)
LARGEST_CAGE = {"killer": 5, "kenken": 4}


def form_of(variant: str, order: int, below: Below) -> Sudoku:
    """The form of a variant, before its marks and without values; PuzzleError if that order has none."""
    grid = (HOLE,) * order**2
    boxes = usual_boxes(order)
    if variant == "jigsaw":
        return Sudoku(order, grid, regions=_regions(order, below))
    if variant == "samurai":
        side = boxes[1] if boxes[0] == boxes[1] else 0
        step = order - side
        corners = ((0, 0), (0, 2 * step), (step, step), (2 * step, 0), (2 * step, 2 * step))
        cells = 5 * order * order - 4 * side * side
        return Sudoku(order, (HOLE,) * cells, boxes, corners=corners)
    if variant == "str8ts":
        return _black_pattern(order, below)
    known = VARIANT_OF[variant]
    rules = tuple(name for name in known.rules if name != "all-marked")  # as long as nothing is marked
    return Sudoku(order, grid, boxes if known.boxed else NO_BOXES, rules=rules)


def graph_of(vertices: int, colours: int, below: Below) -> tuple[Colouring, list[int]]:
    """A random graph and the colouring it was made for, in which colours are as frequent as can be.

    It has as many edges as random graphs have where colourings become rare: k ln k - (ln k) / 2 for each vertex
    (Achlioptas and Naor, The two possible values of the chromatic number of a random graph, 2005).
    """
    solution = shuffled(below, [vertex % colours for vertex in range(vertices)])
    pairs = [edge for edge in combinations(range(vertices), 2) if solution[edge[0]] != solution[edge[1]]]
    wanted = round(vertices * (colours - 0.5) * log(colours))
    edges = tuple(sorted(shuffled(below, pairs)[:wanted]))
    return Colouring(colours, (HOLE,) * vertices, edges=edges), solution


def with_marks(variant: str, form: Sudoku, solution: Sequence[int], below: Below) -> Sudoku:
    """The form with the marks that the solution has by the variant."""
    values = [value + form.first_symbol for value in solution]
    make = _MARKS.get(variant)
    if make is None:
        return form
    constraints = in_order(make(form, values, below))
    return replace(form, constraints=constraints, rules=VARIANT_OF[variant].rules)


def shuffled(below: Below, items: Sequence[Item]) -> list[Item]:
    """The items in random order."""
    found = list(items)
    for last in range(len(found) - 1, 0, -1):
        chosen = below(last + 1)
        found[last], found[chosen] = found[chosen], found[last]
    return found


def _beside(form: Sudoku, cell: int, steps: Sequence[Place] = FOUR) -> list[int]:
    row, column = form.places[cell]
    near = (form.cell_at.get((row + down, column + right)) for down, right in steps)
    return [other for other in near if other is not None]


def _cages(form: Sudoku, values: Sequence[int], below: Below, largest: int, *, differ: bool) -> list[list[int]]:
    """The cells in connected cages of at most so many; `differ`: no value twice in one."""
    taken: set[int] = set()
    cages = []
    for start in shuffled(below, range(len(values))):
        if start in taken:
            continue
        cage, size = [start], 2 + below(largest - 1)
        taken.add(start)
        while len(cage) < size:
            near = [other for cell in cage for other in _beside(form, cell) if other not in taken]
            near = [other for other in near if not differ or values[other] not in [values[cell] for cell in cage]]
            if not near:
                break
            cage.append(near[below(len(near))])
            taken.add(cage[-1])
        cages.append(sorted(cage))
    return cages


def _killer(form: Sudoku, values: Sequence[int], below: Below) -> list[Constraint]:
    cages = _cages(form, values, below, LARGEST_CAGE["killer"], differ=True)
    return [Constraint("cage", tuple(cage), sum(values[cell] for cell in cage)) for cage in cages]


def _kenken(form: Sudoku, values: Sequence[int], below: Below) -> list[Constraint]:
    found = []
    for cage in _cages(form, values, below, LARGEST_CAGE["kenken"], differ=False):
        inside = [values[cell] for cell in cage]
        signs = {"sum": sum(inside), "product": prod(inside)}
        if len(cage) == 2:
            signs["difference"] = max(inside) - min(inside)
            if max(inside) % min(inside) == 0:
                signs = {"quotient": max(inside) // min(inside)} if below(2) else signs
        kind = sorted(signs)[below(len(signs))]
        if len(cage) > 1:
            found.append(Constraint(kind, tuple(cage), signs[kind]))
    return found


def _futoshiki(form: Sudoku, values: Sequence[int], below: Below) -> list[Constraint]:
    near = shuffled(below, list(pairs(form, BESIDE)))[: len(values)]
    return [Constraint("less", (one, two) if values[one] < values[two] else (two, one)) for one, two in near]


def _skyscrapers(form: Sudoku, values: Sequence[int], below: Below) -> list[Constraint]:
    found = []
    for line in rim_lines(form.order):
        seen = {*accumulate((values[cell] for cell in line), max)} - {0}
        found.append(Constraint("views", line, len(seen)))
    return found


def _consecutive(form: Sudoku, values: Sequence[int], below: Below) -> list[Constraint]:
    near = pairs(form, BESIDE)
    return [Constraint("consecutive", pair) for pair in near if abs(values[pair[0]] - values[pair[1]]) == 1]


def _kropki(form: Sudoku, values: Sequence[int], below: Below) -> list[Constraint]:
    found = []
    for pair in pairs(form, BESIDE):
        both = [values[cell] for cell in pair]
        kinds = [kind for kind in ("consecutive", "double") if KINDS[kind].holds(both, 0)]
        if kinds:
            found.append(Constraint(kinds[below(len(kinds))], pair))
    return found


def _even_odd(form: Sudoku, values: Sequence[int], below: Below) -> list[Constraint]:
    cells = sorted(shuffled(below, range(len(values)))[: len(values) // 2])
    return [Constraint("odd" if values[cell] % 2 else "even", (cell,)) for cell in cells]


def _paths(
    form: Sudoku, values: Sequence[int], below: Below, fits: Callable[[list[int]], bool], longest: int
) -> list[list[int]]:
    """Paths of neighbours, also by corners, that share no cell; each as long as it fits the values, two and more."""
    taken: set[int] = set()
    found = []
    for start in shuffled(below, range(len(values)))[: len(values) // 3]:
        path = [start] if start not in taken else []
        while path and len(path) < longest:
            near = [cell for cell in _beside(form, path[-1], AROUND) if cell not in taken and cell not in path]
            near = [cell for cell in near if fits([values[one] for one in (*path, cell)])]
            if not near:
                break
            path.append(near[below(len(near))])
        if len(path) > 1:
            taken.update(path)
            found.append(path)
    return found


def _thermometers(form: Sudoku, values: Sequence[int], below: Below) -> list[Constraint]:
    paths = _paths(form, values, below, lambda inside: KINDS["less"].holds(inside, 0), 3 + below(4))
    return [Constraint("less", tuple(path)) for path in paths if len(path) > 2]


def _arrows(form: Sudoku, values: Sequence[int], below: Below) -> list[Constraint]:
    paths = _paths(form, values, below, lambda inside: sum(inside[1:]) <= inside[0], 5)
    good = [path for path in paths if KINDS["arrow"].holds([values[cell] for cell in path], 0) and len(path) > 2]
    return [Constraint("arrow", tuple(path)) for path in good]


def _renban(form: Sudoku, values: Sequence[int], below: Below) -> list[Constraint]:
    def near(inside: list[int]) -> bool:
        return len({*inside}) == len(inside) and max(inside) - min(inside) < 5

    found = []
    for path in _paths(form, values, below, near, 5):
        whole = [path[:end] for end in range(len(path), 1, -1)]
        fitting = [cells for cells in whole if KINDS["stretch"].holds([values[cell] for cell in cells], 0)]
        found += [Constraint("stretch", tuple(cells)) for cells in fitting[:1]]
    return found


_MARKS: Mapping[str, Callable[[Sudoku, Sequence[int], Below], list[Constraint]]] = {
    "killer": _killer,
    "kenken": _kenken,
    "futoshiki": _futoshiki,
    "skyscrapers": _skyscrapers,
    "consecutive": _consecutive,
    "kropki": _kropki,
    "even-odd": _even_odd,
    "thermometers": _thermometers,
    "arrows": _arrows,
    "renban": _renban,
}


def _regions(order: int, below: Below) -> tuple[int, ...]:
    """Connected regions of `order` cells, numbered by their first ones: boxes or rows after many exchanges of cells."""
    high, wide = usual_boxes(order)
    high, wide = (high, wide) if high else (1, order)
    region = {(r, c): r // high * (order // wide) + c // wide for r in range(order) for c in range(order)}
    cells = sorted(region)

    def connected(number: int) -> bool:
        inside = [cell for cell in cells if region[cell] == number]
        return in_one_part(inside)

    exchanges = 0
    while exchanges < 3 * order:
        one = cells[below(len(cells))]
        near = {region.get((one[0] + a, one[1] + b), region[one]) for a, b in FOUR} - {region[one]}
        if not near:
            continue
        other = sorted(near)[below(len(near))]
        mine = region[one]
        back = [
            two
            for two in cells
            if region[two] == other and any(region.get((two[0] + a, two[1] + b)) == mine for a, b in FOUR)
        ]
        two = back[below(len(back))]
        if two == one:
            continue
        region[one], region[two] = other, mine
        if connected(mine) and connected(other):
            exchanges += 1
        else:
            region[one], region[two] = mine, other
    numbers = {number: at for at, number in enumerate(dict.fromkeys(region[cell] for cell in cells))}
    return tuple(numbers[region[cell]] for cell in cells)


def _black_pattern(order: int, below: Below) -> Sudoku:
    """A quarter of the cells black, each with the one opposite; no white cell alone."""
    while True:
        black: set[Place] = set()
        while len(black) < order * order // 4:
            row, column = below(order), below(order)
            black |= {(row, column), (order - 1 - row, order - 1 - column)}
        white = {(r, c) for r in range(order) for c in range(order)} - black
        if all(any((r + a, c + b) in white for a, b in FOUR) for r, c in white):
            return Sudoku(order, (HOLE,) * len(white), outside=tuple(sorted(black)), rules=("stretches",))
