"""Wings, unique rectangles and chains: techniques over cells that see each other, whatever the groups are.

They hold wherever no value stands twice in a group; links by the last two places of a value come from the position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations

from puzzles.deduction import EXPERT, HARD, Conjugates, Deduction, Grounds, Position, Technique, bits
from puzzles.text.quoting import counted, listed

XY_WING, XYZ_WING, RECTANGLE = "XY-wing", "XYZ-wing", "unique rectangle"
X_CHAIN, XY_CHAIN, AIC = "X-chain", "XY-chain", "alternating inference chain"
LONGEST = 8
"""Values in a chain that stand, one after the other."""
MOST_NODES = 1_000
"""Values of open cells up to which chains are looked for: some 0.03 s."""


def common(position: Position, one: int, two: int) -> int:
    """The first group of both cells."""
    return next(group for group in position.groups_of[one] if group in position.groups_of[two])


def _left(position: Position, cell: int) -> tuple[int, int]:
    """As a ground: all but the cell's domain."""
    return cell, position.full & ~position.domains[cell]


def seen_by(position: Position, cells: Sequence[int], mask: int) -> Grounds:
    """What the open cells that see all of those lose if none of them holds the mask's values."""
    common = frozenset.intersection(*(position.sees[cell] for cell in cells))
    return tuple((c, lost) for c in sorted(common) if not position.filled[c] and (lost := position.domains[c] & mask))


def _wing(technique: str, position: Position) -> Iterator[Deduction]:
    """A cell of two or three values, and two of two that see it: whatever it holds, one of them is a last value."""
    domains, sees = position.domains, position.sees
    cells = position.open_cells()
    pairs = {cell for cell in cells if domains[cell].bit_count() == 2}
    size = 2 if technique == XY_WING else 3
    for pivot in cells:
        if domains[pivot].bit_count() != size:
            continue
        for one, two in combinations(sorted(sees[pivot] & pairs), 2):
            last, both = domains[one] & domains[two], domains[one] | domains[two]
            if last.bit_count() != 1 or domains[pivot] != (both & ~last if size == 2 else both):
                continue
            ends = (one, two) if size == 2 else (pivot, one, two)
            if removed := seen_by(position, ends, last):
                sights = [(pivot, one), (pivot, two), *((end, target) for target, _ in removed for end in ends)]
                groups = tuple(dict.fromkeys(common(position, *sight) for sight in sights))
                grounds = tuple(_left(position, cell) for cell in (pivot, one, two))
                yield Deduction(technique, groups, (pivot, one, two), last, grounds, removed)


def _rectangles(position: Position, one: int, two: int) -> Iterator[tuple[int, int]]:
    """Two cells more so that each group of the four has one of `one` and the last, and one of the others, or none."""
    around = [frozenset(groups) for groups in position.groups_of]
    shared = around[one] & around[two]
    sides = [[frozenset(position.lines[group]) for group in sorted(around[cell] - shared)] for cell in (one, two)]
    if not all(sides):
        return
    thirds, fourths = (sorted(frozenset.intersection(*side) - {one, two}) for side in sides)
    for third in thirds:
        for fourth in fourths:
            apart = not around[one] & around[fourth] and not around[two] & around[third]
            if apart and around[one] | around[fourth] == around[two] | around[third]:
                yield third, fourth


def _unique_rectangle(position: Position) -> Iterator[Deduction]:
    """Four cells in which two values could change places, so that a second solution would come of it."""
    domains = position.domains
    pairs = [cell for cell in position.open_cells() if domains[cell].bit_count() == 2]
    for one, two in combinations(pairs, 2):
        mask = domains[one]
        if domains[two] != mask or two not in position.sees[one]:
            continue
        for third, fourth in _rectangles(position, one, two):
            cells = (one, two, third, fourth)
            if mask & ~(domains[third] & domains[fourth]) or not position.interchangeable(cells):
                continue
            for grounds, removed in _of_rectangle(position, third, fourth, mask):
                if not position.has_one_solution():
                    return
                grounds = (*(_left(position, cell) for cell in cells), *grounds)
                yield Deduction(RECTANGLE, (), cells, mask, grounds, removed)


def _of_rectangle(position: Position, third: int, fourth: int, mask: int) -> Iterator[tuple[Grounds, Grounds]]:
    """Further grounds and what follows: types 1, 2 and 4."""
    more, other = (position.domains[cell] & ~mask for cell in (third, fourth))
    if not more or not other:
        if more or other:
            yield (), ((third if more else fourth, mask),)
        return
    if more == other and more.bit_count() == 1 and (removed := seen_by(position, (third, fourth), more)):
        yield (), removed
    for pair in position.conjugates():
        if {pair.one, pair.two} == {third, fourth} and mask >> pair.value & 1:
            rest = mask & ~(1 << pair.value)
            yield pair.grounds, ((third, rest), (fourth, rest))


def _chain(technique: str, position: Position) -> Iterator[Deduction]:
    """Two values of which one stands, as the first that does not leads to the other by turns; shortest chains first.

    X-chain: of one value, by its last two places in groups. XY-chain: through cells of two values. The third: by both.
    """
    nodes = [(cell, value) for cell in position.open_cells() for value in bits(position.domains[cell])]
    if len(nodes) > MOST_NODES:
        return
    links = _Links(technique, position, nodes)
    found = [one for start in range(len(nodes)) if links.strong[start] and (one := links.shortest(start))]
    for path in sorted(found, key=len):
        yield links.deduction(path)


class _Links:
    """By node, a value of a cell: `strong`, those one of which stands if it does not, with the pair that says so.

    `weak`: those that do not stand if it does, as a mask.
    """

    def __init__(self, technique: str, position: Position, nodes: Sequence[tuple[int, int]]) -> None:
        self.technique, self.position, self.nodes = technique, position, nodes
        index = {node: number for number, node in enumerate(nodes)}
        in_cell = dict.fromkeys((cell for cell, _ in nodes), 0)
        for number, (cell, _) in enumerate(nodes):
            in_cell[cell] |= 1 << number
        self.strong: list[dict[int, Conjugates | None]] = [{} for _ in nodes]
        self.weak: list[int] = []
        by_value: dict[int, dict[int, int]] = {value: {} for _, value in nodes}
        for number, (cell, value) in enumerate(nodes):
            by_value[value][cell] = 1 << number
        for number, (cell, value) in enumerate(nodes):
            beside = by_value[value]
            mask = sum(map(beside.__getitem__, position.sees[cell] & beside.keys()))
            self.weak.append(mask | in_cell[cell] & ~(1 << number) if technique == AIC else mask)
            if technique != X_CHAIN and in_cell[cell].bit_count() == 2:
                self.strong[number][(in_cell[cell] & ~(1 << number)).bit_length() - 1] = None
        if technique != XY_CHAIN:
            for pair in position.conjugates():
                one, two = index[pair.one, pair.value], index[pair.two, pair.value]
                self.strong[one].setdefault(two, pair)
                self.strong[two].setdefault(one, pair)
        self.linked = sum(1 << number for number, others in enumerate(self.strong) if others)

    def shortest(self, start: int) -> list[int]:
        """The nodes, the first without its value, the next with it, by turns; the last two say what follows."""
        before: dict[int, list[int]] = {}
        seen_off, seen_on = 1 << start, 0
        edge = [start]
        for _ in range(LONGEST):
            after = []
            for off in edge:
                for on in self.strong[off]:
                    if not seen_on >> on & 1:
                        seen_on |= 1 << on
                        path = [on, off, *before.get(off, ())]
                        if self.follows(start, on):
                            return path[::-1]
                        for node in bits(self.weak[on] & self.linked & ~seen_off):
                            before[node] = path
                            after.append(node)
                        seen_off |= self.weak[on]
            edge = after
        return []

    def follows(self, start: int, end: int) -> int:
        """The nodes whose values can't stand, as one of the two does."""
        same = self.technique == AIC or self.nodes[start][1] == self.nodes[end][1]
        return self.weak[start] & self.weak[end] if same else 0

    def deduction(self, path: Sequence[int]) -> Deduction:
        start, end = path[0], path[-1]
        removed: dict[int, int] = {}
        sights = list(zip(path[1::2], path[2::2], strict=False))
        for node in bits(self.follows(start, end)):
            cell, value = self.nodes[node]
            removed[cell] = removed.get(cell, 0) | 1 << value
            sights += [(start, node), (end, node)]
        pairs = [self.strong[off][on] for off, on in zip(path[::2], path[1::2], strict=True)]
        grounds: dict[tuple[int, int], None] = {}
        for off, pair in zip(path[::2], pairs, strict=True):
            more = (_left(self.position, self.nodes[off][0]),) if pair is None else pair.grounds
            grounds.update(dict.fromkeys(more))
        groups = [pair.group for pair in pairs if pair is not None]
        seeing = [(self.nodes[one][0], self.nodes[two][0]) for one, two in sights]
        groups += [common(self.position, *cells) for cells in seeing if cells[0] != cells[1]]
        cells = tuple(dict.fromkeys(self.nodes[node][0] for node in path))
        values = 0
        for node in (start, end):
            values |= 1 << self.nodes[node][1]
        through = [-1, *(-1 if pair is None else pair.group for pair in pairs)]
        standing = zip([start, *path[1::2]], through, strict=True)
        chain = tuple((*self.nodes[node], group) for node, group in standing)
        return Deduction(
            self.technique,
            tuple(dict.fromkeys(groups)),
            cells,
            values,
            tuple(grounds),
            tuple(removed.items()),
            chain=chain,
        )


WINGS = (
    Technique(XY_WING, HARD, partial(_wing, XY_WING)),
    Technique(XYZ_WING, HARD, partial(_wing, XYZ_WING)),
    Technique(RECTANGLE, HARD, _unique_rectangle),
)
CHAINS = tuple(Technique(name, EXPERT, partial(_chain, name)) for name in (X_CHAIN, XY_CHAIN, AIC))
TECHNIQUES = (*WINGS, *CHAINS)
NAMES = frozenset(technique.name for technique in TECHNIQUES)


def told(
    step: Deduction, place: Callable[[int], str], group: Callable[[int], str], symbol: Callable[[int], str]
) -> tuple[str, ...]:
    """The step in words, by the words for a cell, a group and a value."""
    last = listed((symbol(value) for value in bits(step.values)), "or")
    lost = listed(f"{place(cell)} is not {listed(map(symbol, bits(mask)), 'or')}" for cell, mask in step.removed)
    if step.technique in (XY_WING, XYZ_WING):
        pivot, one, two = map(place, step.cells)
        ends = f"{one} or {two}" if step.technique == XY_WING else f"{pivot}, {one} or {two}"
        return (f"Whatever stands in {pivot}, one of {ends} is {last}.", f"So {lost}.")
    if step.technique == RECTANGLE:
        pair = listed(map(symbol, bits(step.values)))
        where = listed(map(place, step.cells))
        removed = {cell for cell, _ in step.removed}
        unless = f"if {place(min(removed))} were one of them" if len(removed) == 1 else "otherwise"
        return (f"{pair} could change places in {where} {unless}.", f"But there is one solution: {lost}.")
    (cell, value, _), *rest = step.chain
    links = [f"{place(c)} is {symbol(v)}{f' in {group(g)}' if g >= 0 else ''}" for c, v, g in rest]
    end, other, _ = rest[-1]
    either = "" if (cell, value) == (end, other) else f" or {place(end)} is {symbol(other)}"
    return (
        f"If {place(cell)} is not {symbol(value)}, then {listed(links)}.",
        f"So {place(cell)} is {symbol(value)}{either}; {lost}.",
    )


def end_of_trial(
    step: Deduction, place: Callable[[int], str], group: Callable[[int], str], symbol: Callable[[int], str]
) -> str:
    """What a bifurcation's value ends with, such as `2 singles later row 3 would have no cell for 5`."""
    number, last = len(step.trial) - 1, step.trial[-1]
    if last.groups:
        end = f"{group(last.groups[0])} would have no cell for {listed(map(symbol, bits(last.values)))}"
    else:
        end = f"{place(last.cells[0])} would have no value"
    return f"{counted(number, 'single')} later {end}" if number else end
