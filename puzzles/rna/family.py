"""The family's object: the text side of inverse RNA folding. Imports no numba, and RNA only when a design is judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from puzzles.errors import PuzzleError
from puzzles.family import PICTURE, Board, Example, FolderFamily, Puzzle, Rules, Verdict, bundled, own, setting_of
from puzzles.groups import (
    About,
    ManySolutions,
    Optimisation,
    Preset,
    PriorKind,
    Priors,
    Showcase,
    SolvedCounter,
    SolvedPuzzles,
)
from puzzles.parameters import Parameter, ParameterError, Value
from puzzles.rna import checker, picture, remarks
from puzzles.rna import report as design_report
from puzzles.rna.bases import codes_of
from puzzles.rna.by_hand import RnaByHand
from puzzles.rna.editing import EDITOR
from puzzles.rna.energy_models import BY_MODEL
from puzzles.rna.formats import FORMATS, json_text
from puzzles.rna.inverse_peer import PEER
from puzzles.rna.objective import DEFECT, OBJECTIVES, PROBABILITY, cleaned_objective, of_ensemble, only_term, weights_of
from puzzles.rna.puzzle import DEMANDS, MODEL_NAMES, RnaPuzzle, sequence_of
from puzzles.rna.specification.demands import KEYS

if TYPE_CHECKING:
    from puzzles.text.long_file import LongFile

PRIOR_KINDS = (
    PriorKind("ngram", "how often a move follows another in Rfam (Learning a Prior, 4.3)", 1, source="corpus", tau=6.0),
    PriorKind("nemo", "NEMO's weights, as its program has them", 2, source="handmade", tau=1.0),
    PriorKind("nemo-paper", "NEMO's weights, as its paper prints them", 3, source="handmade", tau=1.0),
    PriorKind("nemo-pairs", "NEMO's weights of pairs, unpaired bases all alike", 4, source="handmade", tau=1.0),
)

RULES_PARAMETERS = (
    Parameter(
        "order",
        str,
        "auto",
        "pairs first or as in the string; auto: string for the prior ngram, else pairs",
        choices=("auto", "pairs", "string"),
    ),
    Parameter("history", int, 0, "earlier moves that a policy code knows", 0, 2),
)

PUZZLE_PARAMETERS = (
    Parameter("model", str, MODEL_NAMES[0], "the energies by which a design folds", choices=MODEL_NAMES),
    Parameter(
        "objective",
        str,
        OBJECTIVES[0],
        "what is optimised: of the fold nemo (also written mfe), lexicographic, distance or gap to the target; of all "
        "structures the target's probability or the defect, until the time is over",
        choices=OBJECTIVES,
        other="weights such as probability:1,gap:0.2",
    ),
    *(Parameter(key, str, "", KEYS[key]) for key in DEMANDS),
)


class RnaFamily(FolderFamily[RnaPuzzle]):
    """The text side of inverse RNA folding. Boards hold one base a position: 0 open, 1 A, 2 C, 3 G, 4 U."""

    puzzle_class = RnaPuzzle
    table = FORMATS
    json_module = json_text
    checker_module = checker
    picture_module = picture

    def adjusted(self, puzzle: Puzzle, settings: Mapping[str, Value]) -> Puzzle:
        """As ever; of one strand `synthesis` is on by an objective that looks at all structures, if nothing is said."""
        try:
            chosen = self.own(super().adjusted(puzzle, settings))
            silent = not (chosen.synthesis or chosen.nick)
            return replace(chosen, synthesis="on") if silent and of_ensemble(chosen.objective) else chosen
        except PuzzleError as error:  # demands that contradict each other, or what the target's text says
            raise ParameterError("; ".join(one.message for one in (error, *error.others))) from None

    def for_puzzle(self, puzzle: object) -> RnaFamily:
        objective = setting_of(puzzle, "objective")
        return _by_objective(objective) if isinstance(objective, str) else self

    def kernel_variant(self, puzzle: Puzzle) -> str:
        own = self.own(puzzle)
        dangles = "-dangles-1" if BY_MODEL[own.model][1] == 1 else ""  # folds are kernels that searches call
        several = own.states or own.nick or (own.free and of_ensemble(own.objective))
        demands = "-states" if several else "-specified" if own.specification else ""
        weighed = "" if weights_of(own.objective) is None else "-weighed"
        return dangles + demands + weighed + ("-long" if own.in_parts else "")

    def write_many(
        self,
        puzzle: Puzzle,
        format_name: str,
        boards: Sequence[Board],
        facts: Sequence[Mapping[str, Value]] = (),
    ) -> str:
        if format_name == PICTURE.name:
            return super().write_many(puzzle, format_name, boards, facts)
        return FORMATS.write_many(self.own(puzzle), format_name, boards, facts)

    def start_board(self, puzzle: Puzzle) -> tuple[int, ...]:
        return self.own(puzzle).start_board

    def continued(self, puzzle: Puzzle, board: Board) -> RnaPuzzle:
        """The target with the bases that are written as restraints; PuzzleError if that is all of them."""
        faults = checker.broken(self.own(puzzle), board)
        if faults:
            raise PuzzleError(faults[0], "a design without a conflict")
        if 0 not in board:
            raise PuzzleError("no position is open", "a design with an open position")
        bases = sequence_of(board)
        letters = zip(self.own(puzzle).restraints, bases, strict=True)
        restraints = "".join(letter if base == "N" else base for letter, base in letters)
        return replace(self.own(puzzle), restraints=restraints, start="")

    def attached_board(self, puzzle: Puzzle) -> tuple[int, ...] | None:
        return codes_of(self.own(puzzle).start) or None

    def notation(self, puzzle: Puzzle, board: Board) -> str:
        """The sequence, N for an open position, & between two strands."""
        return self.own(puzzle).with_nick(sequence_of(board))

    def report(self, puzzle: Puzzle, board: Board, facts: Mapping[str, Value]) -> dict[str, Any]:
        """The design's report, as our JSON has it, with defects, probabilities of pairs, rivals and checks as lists."""
        return json_text.design(design_report.report(self.own(puzzle), board, facts))

    def remarks_after(self, puzzle: Puzzle, board: Board, facts: Mapping[str, Value]) -> tuple[str, ...]:
        return remarks.remarks(self.own(puzzle), board, facts)

    def remarks(self, puzzle: Puzzle, board: Board) -> tuple[str, ...]:
        return remarks.remarks(self.own(puzzle), board)


class RnaPriors(Priors):
    def corpus(self, kind: str, file: LongFile, column: str) -> tuple[SolvedPuzzles, SolvedCounter]:
        """Sequences with their structures, and the n-grams of their moves."""
        from puzzles.rna.corpus import Designs, Ngrams

        return {"ngram": (Designs(file, column), Ngrams())}[kind]

    def handmade(self, kind: str) -> tuple[float, ...]:
        """NEMO's weights, as its program has them, as its paper prints them, or of pairs alone."""
        from puzzles.rna.nemo import nemo_weights  # imports NumPy, which reading a puzzle has no use for

        readings = {"nemo": "program", "nemo-paper": "paper", "nemo-pairs": "pairs"}
        return tuple(nemo_weights(readings[kind]).tolist()) if kind in readings else ()


class RnaDesigns(ManySolutions):
    def confirm(self, puzzle: Puzzle, board: Board) -> Verdict:
        return checker.confirm(own(puzzle, RnaPuzzle), board)

    def farthest(self, puzzle: Puzzle) -> int:
        return len(own(puzzle, RnaPuzzle).target)

    def rank_key(self, verdict: Verdict) -> tuple[float, ...]:
        """A unique MFE first (known to be one, not known, known not to be), then by probability, then by defect.

        Facts come from files too: a missing one counts as the worst.
        """
        facts = verdict.facts
        if not verdict.solved:
            return (-1.0, verdict.score, 0.0)
        unique = facts.get("unique")
        return (
            float(unique) if isinstance(unique, bool) else 0.5,
            _number(facts.get("probability"), 0.0),
            -_number(facts.get("defect"), 1.0),
        )

    def front_middle(self, puzzle: Puzzle) -> float:
        """Percent of G and C: the middle of what the target demands over all, else 50."""
        target = own(puzzle, RnaPuzzle)
        over_all = [one for one in target.specification.gc if one.window == target.length]
        return 50 * (over_all[0].least + over_all[0].most) / target.length if over_all else 50.0

    def criteria(self, verdict: Verdict, middle: float) -> tuple[float, ...]:
        """Probability, defect, and how far G and C are from the middle, in percent."""
        facts = verdict.facts
        away = abs(100 * _number(facts.get("gc"), 2.0) - middle)
        return _number(facts.get("probability"), 0.0), -_number(facts.get("defect"), 1.0), -round(away, 6)


def _number(value: object, worst: float) -> float:
    return float(value) if isinstance(value, int | float) else worst


class RnaScores(Optimisation):
    """Of an objective that looks at all structures: a design that folds into its target is not the best yet."""

    def complete(self, puzzle: Puzzle, board: Board) -> bool:
        return 0 not in board

    def bound(self, puzzle: Puzzle) -> float | None:
        """Of the probability; None also where nothing less than 1 is known."""
        from puzzles.rna.undesignable.lost_pairs import largest_probability  # its library takes a tenth of a second

        target = own(puzzle, RnaPuzzle)
        found = largest_probability(target) if only_term(target.objective) == PROBABILITY else None
        return None if found == 1.0 else found


class BestDesigns(RnaDesigns):
    def rank_key(self, verdict: Verdict) -> tuple[float, ...]:
        return (verdict.score,)


TOLERANCE = 1e-4
"""ViennaRNA has energies of 32 bits: its probabilities are equal to ours within 1e-5."""

OF_THE_SWING = {"annealing": ("period", "patience", "unbiased")}
"""What annealing has no use for where each start is cooled once (`puzzles.rna.kernels.weighed`)."""

CALLED = {PROBABILITY: "p", DEFECT: "defect"}


@lru_cache(maxsize=64)
def _by_objective(objective: str) -> RnaFamily:
    try:
        chosen = cleaned_objective(objective)
        if not of_ensemble(chosen):
            return FAMILY
    except PuzzleError:  # of a damaged spec: reading its puzzle says so
        return FAMILY
    term, tolerance = only_term(chosen), TOLERANCE * max(1.0, *(weights_of(chosen) or ()))
    called = "weighted sum" if term is None else CALLED[term]
    scores = RnaScores(called=called, cost=term == DEFECT, solved_is_best=False, tolerance=tolerance)
    return replace(FAMILY, optimisation=scores, many_solutions=BestDesigns(), unused=OF_THE_SWING)


SHOWN_TARGET = """\
>cloverleaf
(((((((..((((.......)))).(((((.......))))).....(((((.......))))))))))))....
NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNUUCRANNNNNNNNNNNNNNNCCA
"""
"""The bundled example cloverleaf."""
SHOWN_DESIGN = "CUACUCUAAGGAAAACGAUAUUCCGUAUGUGAGGAGAACAUAAAGCGUCAGAUUCAACUUCUGAAGAGUAGGCCA\n"
"""It folds into the target, by the default energy model; no other structure has as little energy."""


def proved(puzzle: RnaPuzzle) -> tuple[str, ...]:
    """A short line and lines in detail about the target's undesignable motifs, and its probability at most."""
    from puzzles.rna.undesignable import claims  # when a target is looked at: its library takes a tenth of a second

    return claims.words(claims.claims(puzzle))


def prove(puzzle: RnaPuzzle, seconds: float) -> tuple[str, ...]:
    """What came of looking for proofs that motifs of the target are undesignable, a line each."""
    from puzzles.rna.undesignable import claims

    return claims.look_for_proofs(puzzle, seconds)


ABOUT = About(
    rules=(
        "RNA is a chain of the bases A, C, G and U. It folds: G pairs with C, A with U, and G with U. Brackets say "
        "which positions are to be paired, dots which are not.",
        "Find a chain whose fold of least energy is the target. Letters below a target say what may stand there.",
    ),
    in_short="Write a chain of the bases A, C, G and U that folds into the shape that is drawn.",
    starter="hairpin",
    to_play=("hairpin", "bulge", "restrained", "cloverleaf", "starfish", "multiloop"),
    showcase=Showcase("An RNA design that folds into a cloverleaf, like a tRNA.", SHOWN_TARGET, SHOWN_DESIGN),
    papers=(
        "T. Cazenave and T. Fournier: Monte Carlo Inverse Folding",
        "T. Cazenave: Learning a Prior for Monte Carlo Search by Replaying Solutions to Combinatorial Problems",
    ),
    proved=proved,
    prove=prove,
)

PAPER_PRESET = Preset(
    "paper",
    "GNRPA, prior ngram, tau 6; published: 85 of the Eterna100; level and N are ours",
    "Cazenave, Learning a Prior, Table 3",
    algorithm="gnrpa",
    prior="ngram",
    prior_tau=6.0,
    parameters={"level": 2, "iterations": 100},
    seconds=4_096.0,
)

BEAMS_PRESET = Preset(
    "beams",
    "GNRPA, P 4, beam 8, restart threshold 3; published on V1, 8 threads: 80 in a minute, 92 in 64",
    "Cazenave and Fournier, Monte Carlo Inverse Folding, table 3",
    algorithm="gnrpa",
    prior="nemo",
    parameters={
        "level": 2,
        "iterations": 100,
        "batch": 4,
        "beam": "8.1",
        "history": 1,
        "start": 4,
        "threshold": 3,
    },
    seconds=3840.0,
)

FAMILY = RnaFamily(
    name="rna",
    title="Inverse RNA folding",
    formats=FORMATS.texts,
    signs=FORMATS.signs,
    deciding=("objective",),
    priors=RnaPriors(PRIOR_KINDS, {"annealing": "nemo"}),
    sample=Example("RNA target", "dot-bracket, then restraints if any", "((((...))))\nGNNNNNNNNNN\n"),
    rules=Rules(
        "puzzles.rna.kernels.rules",
        begins_interpreted=lambda puzzle: puzzle.length <= 300,
        loads_compiled=lambda puzzle: puzzle.length > 64,  # an interpreted fold takes 0.1 s there, 1.2 s at 240 nt
        local_search=True,
        variants_on_request=True,
        parameters=RULES_PARAMETERS,
    ),
    examples=bundled(  # our own, from a single stem to many short ones
        "puzzles.rna.examples",
        {
            "hairpin.txt": "one stem and its loop, 16 nt",
            "bulge.dbn": "a stem with an internal loop and bulges, its ends fixed, 32 nt",
            "cloverleaf.fasta": "four arms like a tRNA's, with a fixed loop and a CCA end, 75 nt",
            "restrained.fasta": "two arms with restraints such as R, Y, S and W and two fixed tetraloops, 55 nt",
            "multiloop.txt": "two multiloops, one within the other, 76 nt",
            "starfish.txt": "six arms of two pairs around one loop, 66 nt",
            "order.txt": "three arms to be ordered: demands on GC, motifs, restriction sites and repeats, 69 nt",
            "duplex.txt": "two strands: a hairpin with an arm that binds the microRNA let-7a, with a bulge, 31 + 22 nt",
            "thermoswitch.txt": "a hairpin at 37 degrees Celsius that gives way to another one at 60, 26 nt",
            "thermometer.txt": "a hairpin at 30 degrees Celsius that opens at 42, by the probability of both, 29 nt",
            "riboswitch.txt": "an aptamer that theophylline holds, else another hairpin, by probability, 45 nt",
            "toehold.txt": "a hairpin that a piece of GFP's mRNA opens, alone and with it, by probability, 72 + 30 nt",
        },
    ),
    default_algorithm="annealing",
    algorithm_defaults={"annealing": {"unbiased": 2}},
    presets=(PAPER_PRESET, BEAMS_PRESET),
    peers=(PEER,),
    many_solutions=RnaDesigns(),
    judging_seconds=checker.seconds,
    puzzle_parameters=PUZZLE_PARAMETERS,
    by_hand=RnaByHand(),
    editor=EDITOR,
    about=ABOUT,
)
