"""What is told of a design to those who order it: figures, rival structures, synthesis checks. One place for all texts.

The figures are the checker's (`puzzles.rna.checker`), by ViennaRNA.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from puzzles.parameters import Value
from puzzles.rna import checker, energy_models, pair_probabilities, states, strands, vienna
from puzzles.rna.defects import as_text, by_position, from_text
from puzzles.rna.puzzle import RnaPuzzle, sequence_of
from puzzles.rna.specification import judging
from puzzles.rna.specification.judging import Check
from puzzles.rna.structure import pairs_of
from puzzles.rna.undesignable import lost_pairs
from puzzles.rna.undesignable.claims import at_most
from puzzles.rna.vienna import Rival
from puzzles.text.quoting import percent

CHECKED: Mapping[str, type | tuple[type, ...]] = {
    "fold": str,
    **dict.fromkeys(("energy", "target_energy", "gap", "distance", "gc"), (int, float)),
}
"""What the checker says of each legal, complete design."""

BOUND = "probability_at_most"
"""What no design's probability is above, where that is known (`puzzles.rna.undesignable.lost_pairs`)."""

NAMED_PAIRS = 3
"""Pairs that are named of those that a rival lacks or has besides."""


@dataclass(frozen=True)
class Report:
    """Of one design: its figures by name, as the checker names them, its rivals, and checks of its sequence.

    Without figures and checks if it has open positions or is not legal.
    """

    sequence: str
    figures: Mapping[str, Value]
    rivals: tuple[Rival, ...]
    checks: tuple[Check, ...]
    defects: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    """How probable it is that each position does not pair as is wanted: `defects`, of states `state_1_defects`, ..."""
    pairs: Mapping[str, pair_probabilities.LikelyPairs] = field(default_factory=dict)
    """The likely pairs: `pair_probabilities`, of states `state_1_pair_probabilities`, ..."""

    @property
    def solved(self) -> bool:
        """True if it folds into its target and keeps all demands."""
        return self.figures.get("distance") == 0 and all(one.passed for one in self.checks if one.demanded)

    @property
    def longest_run(self) -> int:
        return max(judging.longest_run(one)[0] for one in self.sequence.split("&"))

    @property
    def longest_repeat(self) -> int:
        return max(map(judging.longest_repeat, self.sequence.split("&")))

    @property
    def failed(self) -> tuple[Check, ...]:
        return tuple(one for one in self.checks if not one.passed)


def report(puzzle: RnaPuzzle, board: Sequence[int], facts: Mapping[str, Value] | None = None) -> Report:
    """The report of a design; without figures and checks if it has open positions or is not legal.

    `facts`: the checker's, if they are known; what they lack is computed: probability, defect and rivals of a design
    that is no solution.
    """
    known = dict(facts or ())
    named = {**CHECKED, **{f"state_{number}_gap": float for number in range(1, len(puzzle.states) + 1)}}
    if not all(isinstance(known.get(name), kind) for name, kind in named.items()):  # as facts of an old file may
        known = dict(checker.judge(puzzle, board).facts)
    plain = sequence_of(board)
    sequence = puzzle.with_nick(plain)
    if not known:
        return bare(sequence)
    checks = _checks(puzzle, plain)
    if puzzle.states:
        if "state_1_probability" not in known:
            known |= states.weighed(puzzle.states, plain, puzzle.model)
        return Report(sequence, known, (), checks, *_by_structure(puzzle, sequence, known))
    rivals = _rivals(known.pop("rivals", None), len(sequence))
    if rivals is None or not all(isinstance(known.get(name), float) for name in ("probability", "defect")):
        found = vienna.ensemble(sequence, puzzle.target, puzzle.energy_model, puzzle.specification.free)
        known |= {"probability": found.probability, "defect": found.defect}
        known |= {} if found.unique is None else {"unique": found.unique}
        known |= {"defects": as_text(found.defects), "pair_probabilities": pair_probabilities.as_text(found.pairs)}
        rivals = tuple(one._replace(structure=puzzle.with_nick(one.structure)) for one in found.rivals)
    if (bound := lost_pairs.largest_probability(puzzle)) is not None:
        known[BOUND] = bound
    if puzzle.nick and not all(isinstance(known.get(name), float) for name in strands.FIGURES):
        known |= strands.dimer(sequence, puzzle.energy_model).facts
    return Report(sequence, known, rivals, checks, *_by_structure(puzzle, sequence, known))


def quick(puzzle: RnaPuzzle, board: Sequence[int], facts: Mapping[str, Value]) -> Report:
    """The report of a design for one state by the checker's facts alone."""
    plain = sequence_of(board)
    return Report(puzzle.with_nick(plain), facts, (), _checks(puzzle, plain))


def _checks(puzzle: RnaPuzzle, plain: str) -> tuple[Check, ...]:
    found = judging.checks(puzzle.specification, plain, puzzle.nick)
    return tuple(one._replace(found=puzzle.spelled(one.found)) for one in found)


def _by_structure(
    puzzle: RnaPuzzle, sequence: str, known: dict[str, Value]
) -> tuple[dict[str, tuple[float, ...]], dict[str, pair_probabilities.LikelyPairs]]:
    """The defects by position and the likely pairs, whose texts are taken out of the figures; computed if these lack
    them."""
    defects, pairs = {}, {}
    for number, one in enumerate(structures(puzzle, Report(sequence, known, (), ())), start=1):
        state = f"state_{number}_" if puzzle.states else ""
        chosen = puzzle.states[number - 1] if puzzle.states else None
        partners = chosen.partners if chosen else puzzle.partners
        wrong = from_text(known.pop(f"{state}defects", None), puzzle.length)
        listed = pair_probabilities.from_text(known.pop(f"{state}pair_probabilities", None), puzzle.length)
        free = chosen.free if chosen else puzzle.specification.free
        defects[f"{state}defects"] = by_position(one.odds(), partners, free) if wrong is None else wrong
        pairs[f"{state}pair_probabilities"] = pair_probabilities.likely(one.odds()) if listed is None else listed
    return defects, pairs


def bare(sequence: str) -> Report:
    """A report without figures."""
    return Report(sequence, {}, (), ())


def _rivals(text: object, length: int) -> tuple[Rival, ...] | None:
    """The rivals in the checker's text of them; None if it is none, as in facts that come from a file."""
    if not isinstance(text, str):
        return None
    words = text.split()
    try:
        found = tuple(Rival(one, float(share)) for one, share in zip(words[::2], words[1::2], strict=True))
    except ValueError:
        return None
    sound = all(len(one.structure) == length and set(one.structure) <= set("(.)&") for one in found)
    return found if sound else None


class Structure(NamedTuple):
    """A structure that a design is to have, its fold under the same conditions, and these in words: empty of one state.

    Without `&` between two strands. What is wanted stands for a fold that is not known.
    """

    wanted: str
    fold: str
    words: str
    odds: Callable[[], vienna.PairOdds]
    """Computes the probabilities of the design's pairs under these conditions."""


def structures(puzzle: RnaPuzzle, told: Report) -> list[Structure]:
    """Of each state; of a design for one its target."""
    sequence, figures = told.sequence, told.figures
    if not puzzle.states:
        fold = str(figures.get("fold", puzzle.target)).replace("&", "")
        return [Structure(puzzle.target, fold, "", partial(vienna.pair_odds, sequence, puzzle.energy_model))]
    return [
        Structure(
            one.structure,
            str(figures.get(f"state_{number}_fold", one.structure)).replace("&", ""),
            f"state {number}, {one.words}",
            partial(
                states.pair_odds,
                one.own(sequence.replace("&", "")),
                energy_models.at_temperature(puzzle.model, one.temperature),
                one.ligand,
                one.places.start,
            ),
        )
        for number, one in enumerate(puzzle.states, start=1)
    ]


def rival_words(rival: Rival, target: str) -> str:
    """The rival's share and how it differs from the target: `12.8 % without 3-40, with 5-33`; positions from 1."""
    wanted, pairs = pairs_of(target), pairs_of(rival.structure)
    words = [f"{word} {_named(some)}" for word, some in (("without", wanted - pairs), ("with", pairs - wanted)) if some]
    return f"{percent(rival.share, 1)} {', '.join(words)}"


def _named(pairs: frozenset[tuple[int, int]]) -> str:
    named = [f"{one + 1}-{other + 1}" for one, other in sorted(pairs)]
    more = f" and {len(named) - NAMED_PAIRS} more" if len(named) > NAMED_PAIRS else ""
    return " ".join(named[:NAMED_PAIRS]) + more


def lines(puzzle: RnaPuzzle, told: Report) -> tuple[str, ...]:
    """The report as lines for people: energies, probability, whether the fold is the only one, rivals, checks.

    None without figures. Of several states a line for each, and one of the design.
    """
    if not told.figures:
        return ()
    if puzzle.states:
        return (*_state_lines(puzzle, told.figures), *check_lines(told))
    figures = told.figures
    gc = f"GC {percent(float(figures['gc']))}, {puzzle.energy_model}"
    energy = f"energy {float(figures['energy']):.2f} kcal/mol"
    if not folds(told):
        energy += f", {float(figures['target_energy']):.2f} in the target"
    weights: tuple[str, ...] = ()
    if "probability" in figures:
        probability, defect = float(figures["probability"]), float(figures["defect"])
        bound = f" ({at_most(float(figures[BOUND]))} at most of any design)" if BOUND in figures else ""
        weights = (f"probability of the target {probability:.3g}{bound}, ensemble defect {percent(defect, 1)}",)
    only = {True: "no other structure has as little energy", False: "another structure has the same energy"}
    known = figures.get("unique")
    sure = only[bool(known)] if known is not None else "whether another structure has the same energy is not known"
    fold = (f"folds into its target; {sure}",) if folds(told) else ()
    binding = (binding_words(figures),) if puzzle.nick and strands.FIGURES[0] in figures else ()
    rivals = (_rival_line(puzzle, told),) if told.pairs else ()
    return (f"{energy}, {gc}", *weights, *fold, *binding, *rivals, *check_lines(told))


def binding_words(figures: Mapping[str, Value]) -> str:
    """The free energy of binding of two strands in one line."""
    of = {name: float(figures[name]) for name in strands.FIGURES}
    alone = f"{of['free_first']:.2f} and {of['free_second']:.2f} of the strands alone"
    return f"binding {of['binding']:.2f} kcal/mol: {of['free_joined']:.2f} of the dimer less {alone}"


def _state_lines(puzzle: RnaPuzzle, figures: Mapping[str, Value]) -> tuple[str, ...]:
    lines = []
    for number, state in enumerate(puzzle.states, start=1):
        energy, gap, share, defect = (
            float(figures[f"state_{number}_{name}"]) for name in ("energy", "gap", "probability", "defect")
        )
        where = f"{gap:.2f} above the MFE" if gap else "the MFE"
        line = f"state {number}, {state.words}: {energy:.2f} kcal/mol, {where}, probability {share:.3g}"
        lines.append(f"{line}, ensemble defect {percent(defect, 1)}")
    return *lines, f"cost {float(figures['cost']):.2f} kcal/mol, GC {percent(float(figures['gc']))}, {puzzle.model}"


def folds(told: Report) -> bool:
    """True if the design's fold is its target."""
    return told.figures.get("distance") == 0


def _rival_line(puzzle: RnaPuzzle, told: Report) -> str:
    if not told.rivals:
        return f"rivals: no other structure has {percent(vienna.LEAST_SHARE, 1)}"
    return "rivals: " + "; ".join(rival_words(one, puzzle.target) for one in told.rivals)


def check_words(one: Check) -> str:
    """The check in one line: `passed: gc 45-55: 38 of 75 bases are G or C`; of one of two strands with its number."""
    return f"{'passed' if one.passed else 'failed'}: {finding(one)}"


def finding(one: Check) -> str:
    """What must hold and what was found: `strand 2: GC 25-65 %: 20 of 22 bases are G or C, not 6 to 14`."""
    return f"{f'strand {one.strand}: ' if one.strand else ''}{one.limit}: {one.found}"


def check_lines(told: Report) -> tuple[str, ...]:
    """A line of the checks that passed, by their limits, and one of those that failed, with what was found.

    Of two strands these of each, after those of both.
    """
    found = []
    for strand in range(3):
        ones, of = [one for one in told.checks if one.strand == strand], f" of strand {strand}" if strand else ""
        passed = ", ".join(one.limit for one in ones if one.passed)
        failed = "; ".join(f"{one.limit}: {one.found}" for one in ones if not one.passed)
        found += [
            f"synthesis checks{of} {word}: {text}" for word, text in (("passed", passed), ("failed", failed)) if text
        ]
    return tuple(found)
