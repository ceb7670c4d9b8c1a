"""All that a search can be asked for, each described once: name, type, range, default, explanation, where it applies.

Options of the command line, fields of the app's form, presets, rows of experiments and the ranges of `SolveSpec` are
views of SETTINGS. Beside them stand the parameters of algorithms (`solvers.registry`), of rules and of puzzles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

from puzzles.family import Family
from puzzles.groups import COMMON_PRESETS
from puzzles.parameters import Parameter, ParameterError, Value
from puzzles.registry import families
from solvers.registry import MOST_DESIGNS, MOST_WORKERS, offered_for

SECONDS = 60.0
"""The budget if none is given: some seconds are plenty for what can be solved, and nobody waits much longer."""
FARTHEST_SCORE = 1e15
"""A score of that size and its neighbours are told apart in float64."""
EXHAUSTIVE = "exhaustive"
"""The search by which solutions are counted; without it no second one is looked for."""
MODES = {"strong": "strong propagates all it can", "paper": "paper only what the papers' tables measure"}


def everywhere(_family: Family) -> bool:
    """True: what all puzzles can be asked for."""
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting(Parameter):
    """A parameter that every search has, as far as it `applies` to the puzzle's family.

    `optional`: it may be left open; then `Request.get` gives None, and `default` means nothing. `usually`: in words
    what holds if it is not given, where that depends on the family. `option`: its name on the command line, where that
    is another, and `metavar` its placeholder there. `field`: its name in the app's form, where that is another; empty
    if it has none. `of_several`: it means nothing unless several designs are asked for. `choices_of`: what a family
    admits; a family that admits nothing does not have the setting. `described`: the explanation for one family, and
    `default_of` its default. `label`: it changes nothing in the search; it is kept in the spec's `labels`, and lists
    and tables have a column of it.
    """

    optional: bool = False
    usually: Callable[[], str] | str = ""
    option: str = ""
    metavar: str = ""
    unit: str = ""
    field: str | None = None
    of_several: bool = False
    label: bool = False
    applies: Callable[[Family], bool] = everywhere
    choices_of: Callable[[Family], tuple[str, ...]] | None = None
    described: Callable[[Family], str] | None = None
    default_of: Callable[[Family], Value] | None = None

    def check(self, value: Value) -> Value:
        """As `Parameter.check`; a label is one word of at most LONGEST_LABEL characters."""
        checked = Parameter.check(self, value)
        if self.label and checked != "" and (not str(checked).isprintable() or len(str(checked).split()) != 1):
            raise ParameterError(f"{self.name} is {value!r}; expected one word")
        if self.label and len(str(checked)) > LONGEST_LABEL:
            raise ParameterError(f"{self.name} has {len(str(checked))} characters; expected at most {LONGEST_LABEL}")
        return checked

    @property
    def option_name(self) -> str:
        """Its option of the command line, such as `--prior-tau`."""
        return f"--{self.option or self.name.replace('_', '-')}"

    @property
    def field_name(self) -> str:
        """Its name in the app's form; empty if it has none."""
        return self.name if self.field is None else self.field

    def of(self, family: Family) -> Parameter | None:
        """It as a field of the app's form for puzzles of the family; None if it has none there.

        An optional number is a 0 where that stands for no limit, else a text that may be empty; `given` reads it back.
        """
        choices = self.choices if self.choices_of is None else self.choices_of(family)
        applies = self.applies(family) and (_has_several(family) or not self.of_several)
        if not self.field_name or not applies or (self.choices_of is not None and not choices):
            return None
        words = self.explanation if self.described is None else self.described(family)
        words = f"of several designs: {words}" if self.of_several else words
        default = self.default if self.default_of is None else self.default_of(family)
        known = Parameter(
            self.field_name, self.kind, default, words, self.minimum, self.maximum, choices, above=self.above
        )
        if not self.optional or self.default_of is not None:
            return known
        if self.minimum in (0, 1):
            return replace(known, minimum=0, above=False, explanation=f"{words}; 0: no limit")
        return Parameter(self.field_name, str, "", f"{words}; empty: the whole budget")

    def given(self, value: Value) -> Value | None:
        """What the field of the form says; None if it leaves the setting open."""
        if not self.optional or self.default_of is not None:
            return value
        if isinstance(value, str):
            return value.replace(",", "").strip() or None
        return value or None


def temperatures() -> str:
    """The priors' own temperatures in words, such as `4; ngram 6`: the most frequent one, then those that differ."""
    kinds = [kind for family in families() for kind in family.priors.kinds]
    usual = Counter(kind.tau for kind in kinds if kind.source == "counted").most_common(1)[0][0]
    return "; ".join([f"{usual:g}", *(f"{kind.name} {kind.tau:g}" for kind in kinds if kind.tau != usual)])


def _modes_in_words(family: Family) -> str:
    return ", ".join(MODES[mode] for mode in family.rules.modes if mode in MODES) or "how the rules propagate"


def _prior_names(family: Family) -> tuple[str, ...]:
    return ("auto", "none", *(kind.name for kind in family.priors.kinds)) if family.priors.kinds else ()


def _priors_in_words(family: Family) -> str:
    trained = ", trained if need be" if any(kind.source == "counted" for kind in family.priors.kinds) else ""
    kinds = (f"{kind.name}: {kind.explanation}" for kind in family.priors.kinds)
    return "; ".join([f"auto: the default one{trained}", *kinds])


def _has_several(family: Family) -> bool:
    return family.many_solutions is not None


def counts_solutions(family: Family) -> bool:
    """True if a second solution of its puzzles can be looked for."""
    return family.rules.undo and not family.optimisation


SETTINGS = (
    Setting(
        "preset",
        str,
        "",
        "all settings at once, where none is given: "
        + "".join(f"{one.name} ({one.budget}), " for one in COMMON_PRESETS)
        + "paper (published)",
        metavar="NAME",
        field="",
    ),
    Setting(
        "algorithm",
        str,
        "",
        "how to search",
        usually="the family's",
        choices_of=lambda family: tuple(one.name for one in offered_for(family)),
        default_of=lambda family: family.default_algorithm,
    ),
    Setting(
        "mode",
        str,
        "",
        "one of the family's modes, where it has several. Latin squares and Kakuro: strong uses all propagation, "
        "paper only what the papers' tables were measured with",
        usually="its first",
        choices_of=lambda family: family.rules.modes,
        described=_modes_in_words,
        default_of=lambda family: family.rules.modes[0],
    ),
    Setting(
        "prior",
        str,
        "auto",
        "bias of the moves: none, the name of one of the family's priors, or auto, its first if it has any",
        metavar="NAME",
        choices_of=_prior_names,
        described=_priors_in_words,
    ),
    Setting(
        "prior_tau",
        float,
        0.0,
        "temperature of the prior's bias; each kind of prior has its own default",
        0,
        100,
        above=True,
        optional=True,
        usually=temperatures,
        applies=lambda family: bool(family.priors.kinds),
        default_of=lambda family: family.priors.kind("auto", family.default_algorithm).tau,
    ),
    Setting(
        "designs",
        int,
        1,
        "keep the best K different solutions of the whole budget, of puzzles that have many (rna)",
        1,
        MOST_DESIGNS,
        metavar="K",
        applies=_has_several,
    ),
    Setting(
        "first",
        bool,
        False,
        "end as soon as that many are found, instead of keeping the best",
        of_several=True,
    ),
    Setting(
        "apart",
        int,
        0,
        "any two of them differ in at least N positions",
        0,
        of_several=True,
        metavar="N",
    ),
    Setting(
        "front",
        bool,
        False,
        "keep the Pareto front of probability, defect and GC (rna); of more, the best by each and those that differ "
        "most",
        of_several=True,
    ),
    Setting(
        "front_gc",
        float,
        0.0,
        "with front: the GC content that is best",
        0,
        100,
        optional=True,
        usually="the middle of what the target demands, or 50",
        metavar="PERCENT",
        applies=_has_several,
        field="",
    ),
    Setting(
        "until",
        float,
        0.0,
        "end as soon as the best has this score, or this cost where that is counted (tsptw)",
        -FARTHEST_SCORE,
        FARTHEST_SCORE,
        optional=True,
        metavar="SCORE",
        applies=lambda family: family.optimisation is not None,
    ),
    Setting(
        "seconds",
        float,
        SECONDS,
        "search for at most this time",
        0,
        above=True,
        unit="seconds",
        optional=True,
        usually=f"{SECONDS:g}, or --playouts",
        metavar="SECONDS",
    ),
    Setting(
        "playouts",
        int,
        0,
        "search for at most this number of playouts, or dead ends",
        1,
        optional=True,
    ),
    Setting(
        "workers",
        int,
        1,
        "how many processes search at the same time, each with a random stream of its own",
        1,
        MOST_WORKERS,
    ),
    Setting("seed", int, 1, "the same seed gives the same search", 0),
    Setting(
        "cluster",
        str,
        "",
        "search on the workers of a Dask scheduler, such as tcp://host:8786: --workers of them, or all",
        metavar="ADDRESS",
        field="",
    ),
    Setting(
        "warm_start",
        str,
        "",
        "a board or game to begin with: NRPA, GNRPA, BLNRPA learn it (--set warmth), annealing, lns go on",
        metavar="FILE|-",
        field="",
    ),
    Setting(
        "count_seconds",
        float,
        0.0,
        "after a solution, look for a second one for at most this time; 0: don't. Not for puzzles with a score",
        0,
        unit="seconds",
        option="count-solutions",
        metavar="SECONDS",
        field="second",
        applies=lambda family: counts_solutions(family) and EXHAUSTIVE in (one.name for one in offered_for(family)),
    ),
    Setting(
        "tag",
        str,
        "",
        "a word of your own, which is kept with the search and shown in lists and tables",
        metavar="WORD",
        label=True,
    ),
)
"""In the order of the form's fields."""
SETTING = {one.name: one for one in SETTINGS}
LABELS = tuple(one for one in SETTINGS if one.label)
LONGEST_LABEL = 64
"""Characters of a label."""


def labels_of(labelled: object) -> dict[str, str]:
    """The value of each of LABELS that a spec or a row of an experiment has; empty where it has none."""
    given = getattr(labelled, "labels", {})
    return {one.name: given.get(one.name, "") for one in LABELS}
