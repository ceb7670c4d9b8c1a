"""The algorithms: name, parameters with ranges and defaults, one line each. CLI, app and docs read it; no numba.

A new algorithm is one module (`solvers.searches.contract.SearchModule`) and one entry here, or an entry point of
another distribution.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

from puzzles.engine.contract import ties
from puzzles.family import Family, Puzzle
from puzzles.foreign import added
from puzzles.parameters import Parameter, Value
from puzzles.peers import Peer
from puzzles.registry import families
from solvers.nrpa_parameters import (
    ALPHA,
    ALPHA_BIAS,
    BATCH,
    BEAMS,
    ITERATIONS,
    LEVEL,
    LIMITED_ITERATIONS,
    REPETITIONS,
    TAU,
    WARMTH,
    is_plain,
)


@dataclass(frozen=True, slots=True)
class Algorithm:
    """One search. `module` holds its implementation; `needs_undo`: only for puzzles that register `undo`;
    `unit` is what the budget `--playouts` counts; `exact`: it ends with a proof when it has seen everything (where a
    score is what counts, that of `Optimisation.proof_statement`);
    `learns`: it takes a game or board (the spec's `warm_start`) before the search begins, for its policy to learn or as
    its first solution;
    `pairs`: it plays two games in lock-step where the rules have a twin;
    `needs_twin`: only for puzzles whose playouts by policies gain by lock-step (`puzzles.family.Rules`);
    `needs_features`: only for puzzles with a prior, or whose rules compute features of moves;
    `needs_repair`: only for puzzles that register `start`, `propose` and `accept`;
    `peer`: another program (`puzzles.peers`), which runs in a process of its own and has no kernel and no `module`;
    `checked`: its checkpoints hold no position, and `SearchModule.check` looks at every number that could lead a kernel
    out of an array; others are only gone on from where they were written;
    `replays`: it plays games again move by move, so equally constrained variables are taken in order, never drawn."""

    name: str
    title: str
    explanation: str
    module: str
    parameters: tuple[Parameter, ...] = ()
    needs_undo: bool = False
    uses_prior: bool = True
    unit: str = "playouts"
    exact: bool = False
    learns: bool = False
    needs_repair: bool = False
    needs_features: bool = False
    pairs: bool = False
    needs_twin: bool = False
    checked: bool = False
    replays: bool = False
    peer: bool = False
    source: str = ""

    def kernel_name(self, family: Family, puzzle: Puzzle, parameters: Mapping[str, Value], *, led: bool) -> str:
        """The name of the search's kernel for such puzzles; `led`: the one that learns from a game first."""
        text = self.module.rpartition(".")[2]
        given = {one.name: one.default for one in self.parameters} | dict(parameters)
        beams = "-beams" if "beam" in given and not is_plain(given) else ""
        threads = "-threads" if given.get("threads") else ""
        text += "-features" if self.needs_features else ""
        return f"{family.name}{family.kernel_variant(puzzle)}/{text}{beams}{threads}{'-led' if led else ''}"


FAILURES = Parameter("failures", int, 100, "dead ends before the first restart", 1, 1_000_000_000)
GROWTH = Parameter("growth", float, 1.1, "factor on the failure limit at each restart", 1.0, 10.0)
MOST_COUNTED = 1000
"""Solutions that an exhaustive search may look for: it keeps all of them."""

ALGORITHMS = (
    Algorithm(
        "backtracking",
        "Backtracking with restarts",
        "prior-guided depth-first search: random ties, undoing its moves, restarts with a growing failure limit",
        "solvers.searches.depth_first",
        (FAILURES, GROWTH, ties("random")),
        needs_undo=True,
        unit="dead ends",
        exact=True,
        source="latin-square completion by randomised restarts: Gomes, Selman, Kautz, AAAI 1998",
    ),
    Algorithm(
        "exhaustive",
        "Exhaustive backtracking",
        "depth-first search without restarts: proves that there is no, one or more than one solution, or none better",
        "solvers.searches.depth_first",
        (Parameter("solutions", int, 2, "stop after that many solutions", 1, MOST_COUNTED), ties("random")),
        needs_undo=True,
        uses_prior=False,
        unit="dead ends",
        exact=True,
    ),
    Algorithm(
        "sampling",
        "Sampling",
        "independent playouts, each move drawn by the prior's odds (uniformly without one)",
        "solvers.searches.sampling",
        (ties("random"),),
        pairs=True,
        checked=True,
        source="Cazenave, Learning a Prior, Algorithm 1",
    ),
    Algorithm(
        "nmcs",
        "NMCS",
        "nested Monte Carlo search: tries each move by a search of the level below, plays on by its best sequence, and "
        "begins again at the root until the budget is spent",
        "solvers.searches.nmcs",
        (Parameter("level", int, 2, "nesting level; level 1 tries each move by a playout", 1, 6), ties("random")),
        pairs=True,
        source="Cazenave, Nested Monte-Carlo Search, IJCAI 2009",
    ),
    Algorithm(
        "amcs",
        "AMCS",
        "adaptive Monte Carlo search: takes moves of its best game back, more of them while that does not help, and "
        "goes on by NMCS of growing level; then begins again",
        "solvers.searches.nmcs",
        (
            Parameter("level", int, 2, "highest nesting level; after each better game it is 1", 1, 6),
            Parameter("depth", int, 5, "greatest depth: at depth d each move is taken back by odds of d to 1", 1, 1000),
        ),
        pairs=True,
        replays=True,
        source="Vito, Stefanus, Adaptive Monte Carlo search for conjecture refutation in graph theory, 2023",
    ),
    Algorithm(
        "lnmcs",
        "Lazy NMCS",
        "NMCS that evaluates each move by playouts first, and looks only at the better ones by games of a lower level",
        "solvers.searches.nmcs",
        (
            Parameter("level", int, 2, "nesting level of the top game", 1, 6),
            Parameter("evaluations", int, 3, "playouts that evaluate a move", 1, 1000),
            Parameter("ratio", float, 0.0, "what a move needs: 0 the mean of all evaluations, 1 the best", 0.0, 1.0),
        ),
        pairs=True,
        source="Roucairol, Cazenave, Solving the Hydrophobic-Polar Model with Nested Monte Carlo Search, 2023",
    ),
    Algorithm(
        "uct",
        "UCT",
        "UCT with transpositions: plays by the bounds of a tree of moves, adds one more to it, plays on by the prior's "
        "odds; ends when the tree has been seen as a whole",
        "solvers.searches.uct",
        (
            Parameter("exploration", float, 0.4, "weight of few visits, in ranges of the scores so far", 0.0, 1000.0),
            Parameter(
                "maximum", float, 0.0, "share of a move's best score in its value; the rest is the mean", 0.0, 1.0
            ),
            Parameter(
                "bound",
                str,
                "ucb",
                "by which bound the tree is played: ucb, sp (SP-MCTS: with scores' deviation) or puct (by the prior)",
                choices=("ucb", "sp", "puct"),
            ),
            Parameter(
                "deviation", float, 0.01, "of sp: squared ranges of scores by which few visits count more", 0.0, 1000.0
            ),
            Parameter(
                "room",
                int,
                100_000,
                "moves in the tree, 44 to 104 bytes each; when it is full, the search begins again without one",
                1,
                5_000_000,
            ),
        ),
        checked=True,
        replays=True,
        source="Kocsis, Szepesvári, ECML 2006; transpositions: Childs, Brodeur, Kocsis, CIG 2008, UCT1; SP-MCTS: "
        "Schadd, Winands, Tak, Uiterwijk, Knowledge-Based Systems 34, 2012; PUCT: Rosin, AMAI 61, 2011",
    ),
    Algorithm(
        "nrpa",
        "NRPA",
        "nested rollout policy adaptation: learns a playout policy from its best sequences, without a prior",
        "solvers.searches.nrpa",
        (LEVEL, ITERATIONS, ALPHA, REPETITIONS, BATCH, WARMTH, *BEAMS, ties("first")),
        uses_prior=False,
        learns=True,
        checked=True,
        source="Rosin, IJCAI 2011",
    ),
    Algorithm(
        "nrpa-pair",
        "NRPA, two in lock-step",
        "two independent NRPA searches on one core, a move of each in turn; more playouts a second where moves wait",
        "solvers.searches.nrpa_pair",
        (LEVEL, LIMITED_ITERATIONS, ALPHA, REPETITIONS, BATCH, WARMTH),
        uses_prior=False,
        learns=True,
        pairs=True,
        needs_twin=True,
        checked=True,
        source="Rosin, IJCAI 2011; lock-step: docs/kernels.md",
    ),
    Algorithm(
        "gnrpa",
        "GNRPA",
        "NRPA with the prior as bias and a temperature",
        "solvers.searches.nrpa",
        (LEVEL, ITERATIONS, ALPHA, TAU, REPETITIONS, BATCH, WARMTH, *BEAMS, ties("random")),
        learns=True,
        checked=True,
        source="Cazenave, Generalized NRPA, 2020, Algorithms 4 and 6",
    ),
    Algorithm(
        "blnrpa",
        "BLNRPA",
        "GNRPA that learns how much to trust the bias: weights of the prior and of what the rules compute of a move",
        "solvers.searches.nrpa",
        (LEVEL, ITERATIONS, ALPHA, ALPHA_BIAS, TAU, REPETITIONS, BATCH, WARMTH, *BEAMS, ties("random")),
        learns=True,
        checked=True,
        needs_features=True,
        source="Sentuc, Ellouze, Lucas, Cazenave, Learning the Bias Weights for GNRPA, LION 2023; Sentuc, Cazenave, "
        "Lucas, GNRPA with Dynamic Bias for Vehicle Routing, 2021, arXiv 2111.06928",
    ),
    Algorithm(
        "annealing",
        "Simulated annealing",
        "redraws faulty parts of a solution by the prior's odds, accepts slightly worse ones; restarts when stuck",
        "solvers.searches.annealing",
        (
            Parameter("hot", float, 0.3, "highest temperature, in the family's unit of merit", 0.0, 1000.0),
            Parameter("cold", float, 0.04, "lowest temperature, as hot", 0.0, 1000.0),
            Parameter("period", int, 400, "proposals from hot to cold and back", 1, 1_000_000_000),
            Parameter("patience", float, 40.0, "proposals without a new best before a restart, a place", 0.1, 1e9),
            Parameter("unbiased", int, 0, "every that many-th attempt draws without the prior; 0: none", 0, 1_000_000),
        ),
        needs_repair=True,
        unit="proposals",
        learns=True,
        source="simulated annealing: Kirkpatrick, Gelatt, Vecchi, Science 220, 1983",
    ),
    Algorithm(
        "lns",
        "Large neighbourhood search",
        "cuts the current game, holds a few of its moves back or plays others, and plays the rest again where it can; "
        "takes slightly worse games, fewer as the temperature falls; made for Morpion Solitaire",
        "solvers.searches.neighbourhood",
        (
            Parameter("hot", float, 1.0, "temperature at which a cooling begins, in points of the score", 1e-6, 1e6),
            Parameter("cold", float, 0.3, "temperature at which it ends", 1e-6, 1e6),
            Parameter("period", int, 20_000, "playouts of the first cooling", 1, 1_000_000_000),
            Parameter("growth", float, 0.5, "the k-th cooling takes period * k ** growth playouts", 0.0, 10.0),
            Parameter("held", float, 0.5, "share of changes that hold a move back; the others play another", 0.0, 1.0),
            Parameter("changes", int, 2, "at most that many changes in a playout", 1, 100),
            Parameter("reach", int, 30, "they lie within that many steps", 1, 1_000_000),
        ),
        learns=True,
        checked=True,
        replays=True,
        source="Shaw, CP 1998 (large neighbourhood search); preferences over lines: Tishchenko, Morpion-Julia, 2026",
    ),
)


MOST_WORKERS = 64
MOST_SEEDS = 1_000
"""Of one search, a run each."""
MOST_DESIGNS = 10_000
"""Of a run that looks for several solutions: each is judged, kept in memory and reported to all workers."""

RENAMED = {"strong": "annealing"}
"""Earlier names of algorithms, as run folders and scripts have them, with today's."""


def algorithm(name: str) -> Algorithm:
    """The algorithm of that name, or of that earlier name; KeyError if there is none."""
    name = RENAMED.get(name, name)
    own = {one.name: one for one in ALGORITHMS}
    return own[name] if name in own else {one.name: one for one in offered()}[name]


@cache
def algorithms() -> tuple[Algorithm, ...]:
    """All algorithms, then those of other distributions: entry points of the group mcs_tui.algorithms."""
    taken = [*RENAMED, *(one.name for one in ALGORITHMS)]
    return (*ALGORITHMS, *added("mcs_tui.algorithms", _accepted, taken).values())


def _accepted(name: str, loaded: object) -> Algorithm:
    if not isinstance(loaded, Algorithm) or loaded.name != name:
        raise ValueError("it is not a solvers.registry.Algorithm of that name")
    return loaded


@cache
def peers() -> tuple[Algorithm, ...]:
    """The families' peers as algorithms, each once."""
    return tuple({one.name: one for family in families() for one in peers_of(family)}.values())


def as_algorithm(one: Peer) -> Algorithm:
    """The peer as an algorithm."""
    return Algorithm(
        one.name,
        one.title,
        one.explanation,
        "",
        one.parameters,
        uses_prior=False,
        unit="boards",
        exact=one.exact,
        peer=True,
        source=one.source,
    )


def offered() -> tuple[Algorithm, ...]:
    """Everything that some family's puzzles can be solved by: `algorithms`, then `peers`."""
    return (*algorithms(), *peers())


def peers_of(family: Family) -> tuple[Algorithm, ...]:
    """The family's peers as algorithms."""
    return tuple(map(as_algorithm, family.peers))


def offered_for(family: Family) -> tuple[Algorithm, ...]:
    """Everything that the family's puzzles can be solved by: `algorithms_for`, then its peers."""
    return (*algorithms_for(family), *peers_of(family))


def algorithms_for(family: Family) -> tuple[Algorithm, ...]:
    """The searches that the family can run, its default first, else in the registry's order."""
    able = [one for one in algorithms() if not why_not(one, family)]
    return tuple(sorted(able, key=lambda one: one.name != family.default_algorithm))


def why_not(chosen: Algorithm, family: Family) -> str:
    """Why the family can't be searched by that algorithm, in one line; empty if it can."""
    if chosen.peer:
        return "" if chosen in peers_of(family) else "the program reads no such puzzles"
    if chosen.needs_undo and not family.rules.undo:
        return "its rules take no move back"
    if chosen.needs_repair and not family.rules.local_search:
        return "its rules change no complete solution"
    if chosen.needs_features and not (family.priors.kinds or family.rules.features):
        return "it has no prior, and its rules compute no features of moves"
    if chosen.needs_twin and not family.rules.lockstep:
        return "its rules play no two games in lock-step"
    return ""


def parameters_of(chosen: Algorithm, family: Family) -> tuple[Parameter, ...]:
    """The algorithm's parameters and those of the family's rules, with the family's own defaults."""
    defaults = family.algorithm_defaults.get(chosen.name, {})
    both = (*chosen.parameters, *(() if chosen.peer else family.rules.parameters))
    return tuple(replace(one, default=defaults[one.name]) if one.name in defaults else one for one in both)
