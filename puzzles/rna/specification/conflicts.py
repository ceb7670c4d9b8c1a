"""What contradicts what in a specification: found before any search, one line for each.

Everything reported makes a design impossible. What is not reported may still be impossible: pairs and codons are taken
one by one here, and a search says which demand it could not fulfil.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from puzzles.errors import PuzzleError, together
from puzzles.rna.bases import PAIRS
from puzzles.rna.specification import synthesis
from puzzles.rna.specification.demands import MOST_ITEMS, GcRange, Specification, read_demands
from puzzles.rna.specification.domains import Domains, suited
from puzzles.rna.specification.states import linked_places, pairings, read_states
from puzzles.text.fields import NOWHERE, Field

MOST_LISTED = 12
"""Positions that a conflict names."""
MOST_STEPS = 1_000_000
"""Motifs carried on by a base in looking for a sequence without forbidden ones; with more, it is not known."""


def specification_of(
    texts: Mapping[str, Field],
    partners: tuple[int, ...],
    restraints: str,
    nick: int = 0,
    state_lines: Sequence[Field] = (),
) -> Specification:
    """The demands in the texts by key, for a target and restraints that are sound; PuzzleError with all conflicts.

    `nick`: the positions of the first of two strands. `state_lines`: the text of `state`, where it stands on several
    lines.
    """
    demands = read_demands(texts, len(partners), nick)
    given = [one for line in state_lines or [texts.get("state", NOWHERE)] for one in line.parted(",", MOST_ITEMS)]
    if items := [one for one in given if one.text]:
        found = read_states(items, partners, demands.temperature, nick, demands.free)
        demands = replace(demands, states=found, temperature=found[0].temperature)
    if demands and (wrong := conflicts(demands, partners, restraints)):
        raise together(wrong)
    return _with_synthesis(demands, partners, restraints) if demands.synthesis else demands


@lru_cache(maxsize=64)
def specification_by_text(
    demands: tuple[tuple[str, str], ...], partners: tuple[int, ...], restraints: str, nick: int
) -> Specification:
    """As `specification_of`, of texts without a place; remembered, as puzzles are made again and again."""
    return specification_of({key: Field(text) for key, text in demands}, partners, restraints, nick)


def _with_synthesis(demands: Specification, partners: tuple[int, ...], restraints: str) -> Specification:
    """The demands with those of `synthesis` that nothing else contradicts, as far as that is seen at once."""
    parts, kept = synthesis.parts(demands, partners, restraints), list[Specification]()
    for some in (parts, *([one] for one in parts)):
        if not conflicts(synthesis.together(demands, [*kept, *some]), partners, restraints, quick=True):
            kept += some
            if some is parts:
                break
    return synthesis.together(demands, kept)


def conflicts(
    demands: Specification, partners: Sequence[int], restraints: str, *, quick: bool = False
) -> list[PuzzleError]:
    """All contradictions that were found, each at the place of the demand; empty if there is none.

    `quick`: without looking for a sequence that avoids all forbidden motifs, a second at 2,000 nt.
    """
    apart = [*_of_states(demands, tuple(partners), restraints)]
    if apart:  # no bases suit all pairs: nothing else can be said of the bases that are left
        return apart
    domains = Domains(demands, partners, restraints)
    found = [
        *_free(demands, partners),
        *_unbound(demands, domains),
        *_required(demands, domains),
        *_lost(demands, domains),
    ]
    found += [*_forced(demands, domains), *_gc(demands, domains), *_repeats(demands, domains)]
    found += [] if found or quick else _unavoidable(demands, domains)
    return found


def _of_states(demands: Specification, partners: tuple[int, ...], restraints: str) -> Iterator[PuzzleError]:
    """Rings of pairs of odd length, and restraints that no bases suit; a line for each set of linked positions."""
    if not demands.states:
        return
    linked = pairings(demands.states, partners)
    done: set[int] = set()
    for start in range(len(partners)):
        if start in done:
            continue
        component = linked_places(linked, start)
        done |= set(component)
        ring = _odd_ring(linked, start)
        at = demands.states[-1].at
        if ring:
            yield at.error(f"{_named(linked, ring)} are a ring of odd length: no bases pair in all states")
        elif not suited(linked, component, restraints):
            yield at.error(_why(linked, component, restraints))


def _odd_ring(linked: Sequence[Sequence[int]], start: int) -> list[int]:
    """A ring of an odd number of linked positions, in its order; empty if there is none."""
    before = {start: -1}
    waiting = [start]
    depth = {start: 0}
    for place in waiting:
        for other in {one[place] for one in linked if one[place] >= 0}:
            if other not in depth:
                depth[other], before[other] = depth[place] + 1, place
                waiting.append(other)
            elif depth[other] == depth[place]:
                left, right = [place], [other]
                while left[-1] != right[-1]:
                    left.append(before[left[-1]])
                    right.append(before[right[-1]])
                return left + right[-2::-1]
    return []


def _why(linked: Sequence[Sequence[int]], component: Sequence[int], restraints: str) -> str:
    """The restraints of two positions that contradict each other along the links between, or of all of them."""
    restrained = [place for place in component if restraints[place] != "N"]
    for index, one in enumerate(restrained[:100]):
        for other in restrained[index + 1 : 100]:
            letters = dict.fromkeys(component, "N") | {one: restraints[one], other: restraints[other]}
            if not suited(linked, component, letters):
                path = _named(linked, _path(linked, one, other))
                both = f"{restraints[one]} at {one + 1} and {restraints[other]} at {other + 1}"
                return f"{path}: no bases suit {both}"
    shown = " ".join(f"{restraints[place]} at {place + 1}" for place in restrained[:MOST_LISTED])
    return f"{_named(linked, component)}: no bases suit {shown}"


def _path(linked: Sequence[Sequence[int]], start: int, end: int) -> list[int]:
    """The fewest linked positions from one to another."""
    before = {start: -1}
    waiting = [start]
    for place in waiting:
        for other in sorted({one[place] for one in linked if one[place] >= 0} - set(before)):
            before[other] = place
            waiting.append(other)
    path = [end]
    while path[-1] != start:
        path.append(before[path[-1]])
    return path[::-1]


def _named(linked: Sequence[Sequence[int]], places: Sequence[int]) -> str:
    """Such as `positions 3, 17 and 9 (3-17 in structure 1, 17-9 in structure 2)`."""
    shown = [str(place + 1) for place in places[:MOST_LISTED]]
    rest = len(places) - len(shown)
    listed = ", ".join(shown[:-1]) + f" and {shown[-1]}" if not rest else ", ".join(shown) + f" and {rest} more"
    pairs = []
    for one, other in zip(places, [*places[1:], *places[:1]], strict=True):
        numbers = [number for number, two in enumerate(linked, start=1) if two[one] == other]
        if numbers and (len(places) > 2 or one < other):
            pairs.append(f"{one + 1}-{other + 1} in structure {numbers[0]}")
    return f"positions {listed} ({', '.join(pairs[:MOST_LISTED])})"


def _free(demands: Specification, partners: Sequence[int]) -> Iterator[PuzzleError]:
    for place in sorted(demands.free):
        if partners[place] >= 0:
            yield demands.free_at.error(f"position {place + 1} is free, but the target pairs it", "a . or ? there")


def _unbound(demands: Specification, domains: Domains) -> Iterator[PuzzleError]:
    """Ligands whose motif fits nowhere in their states, or nowhere without a forbidden one. What fits at one place only
    is put there."""
    for state in demands.states:
        if state.ligand is None:
            continue
        places = domains.ligand_places(state)
        clashes = [domains.forced_by(one) for one in places]
        what = f"the motif of {state.ligand.name}, {state.ligand.bases},"
        if not places:
            yield state.at.error(f"{what} fits nowhere in the state: restraints, pairs and codons exclude it")
        elif all(clashes):
            yield state.at.error(f"{what} can't occur without {clashes[0]}, which is forbidden")
        elif clashes.count("") == 1:
            domains.put(places[clashes.index("")])


def _lost(demands: Specification, domains: Domains) -> Iterator[PuzzleError]:
    """Codons and pairs that the rest leaves no base."""
    for key, letters in domains.lost_codons.items():
        frame, index = domains.frame(key), key[1]
        first = frame.start + 3 * index + 1
        what = f"{frame.protein[index]} at positions {first} to {first + 2} is {' or '.join(frame.codons[index][:6])}"
        yield frame.place(index).error(f"{what}, but bases, pairs and other codons leave {letters} there")
    for place, other in sorted(domains.lost_pairs):
        left = " and ".join(domains.letters((place, other)))
        places = [one.at for one in demands.frames] + [one.at for one in demands.required]
        at = next(iter([*places, *(one.at for one in demands.states[1:])]), NOWHERE)
        yield at.error(f"positions {place + 1} and {other + 1} are to pair, but codons and motifs leave {left}")


def _required(demands: Specification, domains: Domains) -> Iterator[PuzzleError]:
    """Motifs that fit nowhere, or nowhere without a forbidden one. What fits at one place only is put there."""
    for motif in demands.required:
        placements = domains.placements(motif)
        if not placements:
            where = "" if len(motif.places) == len(domains.bases) else " in its positions"
            yield motif.at.error(f"required {motif.name} fits nowhere{where}: restraints, pairs and codons exclude it")
            continue
        clash = ""
        for one in placements:
            clash = domains.forced_by(one)
            if not clash:
                break
        if clash:
            yield motif.at.error(f"required {motif.name} can't occur without {clash}, which is forbidden")
        elif len(placements) == 1:
            domains.put(*placements)


def _forced(demands: Specification, domains: Domains) -> Iterator[PuzzleError]:
    """Forbidden motifs that the bases which are left anywhere are."""
    for motif in demands.forbidden:
        for start in range(len(domains.bases) - motif.length + 1):
            if motif.barred(start) and any(domains.forces(one, start) for one in motif.patterns):
                letters, end = domains.letters(range(start, start + motif.length)), start + motif.length
                places = f"positions {start + 1} to {end}" if motif.length > 1 else f"position {end}"
                yield motif.at.error(f"forbidden {motif.name} is what {places} must be: {letters}")
                break


def _gc(demands: Specification, domains: Domains) -> Iterator[PuzzleError]:
    """Ranges of G and C that the bases and pairs do not reach, or that contradict each other."""
    length = len(domains.bases)
    for one in demands.gc:
        for start, (least, most) in enumerate(_strong(domains, one.window)):
            if most < one.least or least > one.most:
                where = "" if one.window == length else f" in positions {start + 1} to {start + one.window}"
                what = f"{one.name} is {one.least} to {one.most} bases{where}; restraints, pairs and codons"
                yield one.at.error(f"{what} admit {least} to {most}")
                break
    for one in demands.gc:
        for other in demands.gc:
            if other.window <= one.window and other is not one and _apart(one, other):
                yield one.at.error(f"{one.name} contradicts {other.name}")


def _apart(one: GcRange, other: GcRange) -> bool:
    """True if no stretch fulfils the first whose parts all fulfil the second, which is of shorter ones."""
    parts, rest = divmod(one.window, other.window)
    least = parts * other.least + max(other.least - (other.window - rest), 0)
    most = parts * other.most + min(other.most, rest)
    return most < one.least or least > one.most


def _strong(domains: Domains, window: int) -> Iterator[tuple[int, int]]:
    """The least and the most of G and C in each window, as bases and pairs within it admit."""
    alone = [_range([int(base in "GC") for base in here]) for here in domains.bases]
    more = {}  # what a pair adds to its two bases alone, by both positions
    for place, other in enumerate(domains.partners):
        if other > place:
            both = [one + two for one in domains.bases[place] for two in domains.bases[other] if one + two in PAIRS]
            least, most = _range([(pair[0] in "GC") + (pair[1] in "GC") for pair in both] or [0, 2])
            gained = least - alone[place][0] - alone[other][0], most - alone[place][1] - alone[other][1]
            more[place] = more[other] = gained
    least = most = 0
    for end in range(len(alone)):
        gone = end - window
        if gone >= 0:
            yield least, most
            taken = [alone[gone], *([more[gone]] if gone < domains.partners[gone] < end else [])]
            least, most = least - sum(one[0] for one in taken), most - sum(one[1] for one in taken)
        added = [alone[end], *([more[end]] if gone < domains.partners[end] < end and end in more else [])]
        least, most = least + sum(one[0] for one in added), most + sum(one[1] for one in added)
    yield least, most


def _range(counts: list[int]) -> tuple[int, int]:
    return min(counts), max(counts)


def _repeats(demands: Specification, domains: Domains) -> Iterator[PuzzleError]:
    if not demands.repeat:
        return
    size, length = demands.repeat + 1, len(domains.bases)
    seen: dict[str, int] = {}
    for start in range(length - size + 1):
        piece = ["".join(one) for one in domains.bases[start : start + size]]
        if all(len(one) == 1 for one in piece):
            word = "".join(piece)
            if word in seen:
                what = f"repeat {demands.repeat}: positions {seen[word] + 1} and {start + 1} both begin {word}"
                yield demands.repeat_at.error(f"{what}, as bases, pairs and codons fix it")
                return
            seen[word] = start
    if length - size + 1 > 4**size:
        what = f"repeat {demands.repeat}: {length:,} positions have {length - size + 1:,} stretches of {size} bases"
        yield demands.repeat_at.error(f"{what}, of which only {4**size:,} differ", "a longer one")


def _unavoidable(demands: Specification, domains: Domains) -> list[PuzzleError]:
    """A conflict if no sequence of the bases that are left avoids all forbidden motifs, pairs aside.

    Contexts are the motifs begun, by pattern and length: the states of the automaton of all patterns, made
    deterministic as far as they are met (Aho and Corasick, Communications of the ACM 18, 1975).
    """
    forbidden = [(motif, pattern) for motif in demands.forbidden for pattern in motif.patterns]
    contexts: set[frozenset[tuple[int, int]]] = {frozenset()}
    steps = 0
    for place in range(len(domains.bases)):
        following: set[frozenset[tuple[int, int]]] = set()
        for context in contexts:
            for base in domains.bases[place]:
                begun, whole = set(), False
                steps += len(context) + len(forbidden)
                for number, done in (*context, *((number, 0) for number in range(len(forbidden)))):
                    motif, pattern = forbidden[number]
                    if base not in pattern[done]:
                        continue
                    if done + 1 < len(pattern):
                        begun.add((number, done + 1))
                    elif motif.barred(place - done):
                        whole = True
                if not whole:
                    following.add(frozenset(begun))
        if not following:
            names = " and ".join(dict.fromkeys(motif.name for motif in demands.forbidden))
            what = f"{names} can't all be avoided: up to position {place + 1} no bases are left that do"
            return [demands.forbidden[0].at.error(what)]
        if steps > MOST_STEPS:
            return []
        contexts = following
    return []
