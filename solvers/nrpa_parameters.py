"""The parameters of NRPA and GNRPA, each with a line, and with a paragraph and its paper where a line does not do.

And which of them need the search with beams, and what they say of each level.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from puzzles.parameters import Parameter, ParameterError, Value

LEVEL = Parameter("level", int, 3, "nesting level; level 1 learns from playouts", 1, 8)
ITERATIONS = Parameter(
    "iterations",
    int,
    20,
    "iterations of each level (N); 0: no limit",
    0,
    10_000,
    about="With 0 a level ends by `repetitions` or by the restart `threshold`; without these level 1 goes on for ever.",
)
LIMITED_ITERATIONS = replace(ITERATIONS, explanation="iterations of each level (N)", minimum=1, about="")
ALPHA = Parameter("alpha", float, 1.0, "learning rate", 0.0, 100.0)
TAU = Parameter("tau", float, 1.0, "temperature of the learned weights", 0.01, 100.0)
REPETITIONS = Parameter(
    "repetitions", int, 0, "a level ends when its best score came that often again; 0: after N iterations", 0, 10_000
)
BATCH = Parameter(
    "batch",
    int,
    1,
    "playouts of level 1 before each adapt (stabilized NRPA)",
    1,
    10_000,
    about="Level 1 plays that many playouts with a policy, of a beam with each policy, before it adapts; it "
    "still adapts N times. Cazenave, Sevestre and Toulemont, Stabilized NRPA, 2021.",
)
INVERSE_FOLDING = "Cazenave and Fournier, Monte Carlo Inverse Folding, 2020, section 3"
REPEATED = Parameter(
    "repeated",
    str,
    "scores",
    "repetitions of the best score, or of the best sequence",
    choices=("scores", "sequences"),
    about="A policy that has become nearly deterministic finds its best sequence again and again. `repetitions` "
    "says after how many times a level ends. As published the same sequence must have come again, move by "
    "move; here any sequence of the same score counts by default, which ends levels earlier where many "
    "sequences have one score. Cazenave, GNRPA with Limited Repetitions, 2024, arXiv 2401.10420.",
)
BEAM = Parameter(
    "beam",
    str,
    "1",
    "sequences, with a policy each, kept by each level, level 1 first",
    1,
    64,
    by_level=True,
    about="8.1 keeps eight sequences on level 1, each with a policy of its own, and one on level 2; levels that "
    "are left out keep one. In an iteration a level searches with each of its policies in turn, then "
    "keeps the best of what it had and of what was found, and each policy adapts to its sequence. A level "
    "of 8 makes 8 times the playouts, `batch` times that on level 1. Cazenave and Teytaud, Beam NRPA, "
    f"2012; {INVERSE_FOLDING}.5.",
)
DIVERSITY = Parameter(
    "diversity",
    str,
    "scores",
    "of a beam: different scores, any scores (none), or different scores and one policy for all (set)",
    choices=("scores", "none", "set"),
    about="A beam without it fills with variants of one sequence. With `scores` no two sequences of a level "
    f"have the same score, the later one stays ({INVERSE_FOLDING}.5). With `set` the sequences share one "
    "policy, which adapts to each of them in an iteration, the best last, and a level searches with that "
    "policy alone: Diversity NRPA, Edelkamp and Cazenave, Improved Diversity in NRPA, 2016.",
)
START = Parameter(
    "start",
    int,
    0,
    "sequences that a level is given before it begins to adapt",
    0,
    10_000,
    about="A level that learns from its first sequence learns from a poor one. With 4 a level adapts only once "
    f"the level below has given it four sequences. {INVERSE_FOLDING}.7.",
)
ALPHA_1 = Parameter(
    "alpha1",
    float,
    0.0,
    "learning rate of level 1; 0: alpha",
    0.0,
    100.0,
    about="A small rate with many iterations (`iterations1`) lets level 1 learn slowly and for long, while the "
    "levels above are few and quick. Cazenave, Eterna is Solved, 2025, arXiv 2505.02110, with scores that "
    "are compared lexicographically (inverse folding: `objective=lexicographic`).",
)
ITERATIONS_1 = Parameter(
    "iterations1",
    int,
    0,
    "iterations of level 1; 0: iterations",
    0,
    1_000_000,
    about="See `alpha1`.",
)
THRESHOLD = Parameter(
    "threshold",
    int,
    0,
    "a level ends after L/threshold iterations without a better score, L the best's length; 0: after N",
    0,
    10_000,
    about="The restart threshold R: hard puzzles need long searches, and a search that is stuck should begin "
    "again. A level has no fixed number of iterations then: it ends once its best score is unchanged for "
    "L / R of them, where L is the length of the best board (of a design its nucleotides, of a game its "
    f"moves). {INVERSE_FOLDING}.9, with R 3 and 5.",
)
RESTARTS = Parameter(
    "restarts",
    str,
    "again",
    "the top level begins again, or with twice the iterations",
    choices=("again", "doubling"),
    about="When the top level has ended the search begins again from a fresh policy until its budget is spent. "
    f"With `doubling` the top level has twice as many iterations each time. {INVERSE_FOLDING}.9.",
)
THREADS = Parameter(
    "threads",
    int,
    0,
    "threads that share level 1's playouts, each with a random stream of its own; 0: one stream for all",
    0,
    64,
    about="Level 1 makes `batch` playouts with each policy of its beam before it adapts; threads share these "
    "(leaf parallelisation). Results are equal for any number from 1 on. It pays from some ten playouts a step, such "
    "as batch 4 with beam 8, and one thread for each free core at most; of Morpion Solitaire a thread makes two at a "
    "time.",
)
BEAMS = (BEAM, DIVERSITY, REPEATED, START, ALPHA_1, ITERATIONS_1, THRESHOLD, RESTARTS, THREADS)
"""What later papers add to NRPA: `solvers.searches.nrpa_beam`."""
ALPHA_BIAS = Parameter(
    "alpha_bias",
    float,
    1.0,
    "learning rate of the bias' weights; 0: they stay, as in GNRPA",
    0.0,
    100.0,
    about="A weight rises by this, times how much the feature of the moves played exceeds its mean over the moves "
    "offered. Features are scaled to about 1: the prior's logarithms are divided by the largest of them.",
)
WARMTH = Parameter("warmth", int, 100, "adapts on the warm start's game before the search", 0, 100_000)

PLAIN: dict[str, Value] = {one.name: one.default for one in (TAU, REPETITIONS, BATCH, *BEAMS)} | {"scored": False}
"""Parameters that a search may lack, with values by which it is NRPA as printed.

`scored` is no parameter of an algorithm: true of a search whose scores come from a function (`batched`), which needs a
row for each playout of level 1 as beams do.
"""
MOST_TASKS = 1_024
"""Playouts of level 1 before one of them is judged: each has a row of its own."""


def beam_sizes(parameters: Mapping[str, Value]) -> list[int]:
    """How many sequences each level keeps, level 0 first (1); ParameterError if a level that there is not has several.

    In the papers' notation 8.1.1 begins with level 1; levels that are left out keep 1.
    """
    level = int(parameters["level"])
    given = [int(one) for one in str(parameters.get("beam", PLAIN["beam"])).split(".")]
    if any(size > 1 for size in given[level:]):
        raise ParameterError(f"beam is {parameters['beam']}; expected at most {level} numbers, one for each level")
    return [1, *given[:level], *[1] * (level - len(given))]


def is_plain(parameters: Mapping[str, Value]) -> bool:
    """Whether the kernel that keeps one sequence and one policy a level does all that is asked for."""
    given = PLAIN | dict(parameters)
    return (
        set(beam_sizes(given)) == {1}
        and (given["repeated"] == "scores" or not given["repetitions"])
        and given["restarts"] == "again"
        and int(given["iterations"]) > 0
        and int(given["threads"]) == 0
        and not given["scored"]
        and not (given["start"] or given["threshold"] or given["alpha1"] or given["iterations1"])
    )
