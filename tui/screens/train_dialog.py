"""What to train: a family's prior, over how many generated puzzles of which shape, or over which file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from textual import on
from textual.widgets import Input

from puzzles.errors import PuzzleError
from puzzles.family import Family
from puzzles.parameters import Parameter, ParameterError
from puzzles.registry import families_that_train, get_family
from tui.corpus import Corpus
from tui.loaded import Loaded
from tui.screens.order_dialog import Order, OrderDialog
from tui.widgets.choice import Choice
from tui.widgets.form import Form

if TYPE_CHECKING:
    from solvers.runs.spec import TrainSpec

PUZZLES = 10_000
FILE = "file"
OF_A_FILE = (
    Parameter(FILE, str, "", "a table or a list of sequences with their structures, gzip or not"),
    Parameter("column", str, "", "the table's column with the structures; empty: ss_mfe, else structure"),
    Parameter("per_family", int, 0, "count at most that many rows of each family of the table; 0: all", 0, 10_000_000),
    Parameter("citation", str, "", "what the data is, kept with the prior"),
)
"""What is asked about a prior that is counted over a file of solved puzzles."""
SEED = Parameter("seed", int, 1, "training has random streams of its own; solving never shares them", 0, 2**62)


class TrainDialog(OrderDialog):
    """Answers with an order that can be carried out. `like` is the puzzle whose shape is proposed."""

    def __init__(self, like: Loaded | None, *, plain: bool) -> None:
        self.like = like
        name = like.family.name if like is not None else None
        super().__init__("Train a prior", families_that_train(), self._parameters, family_name=name, plain=plain)

    def action_accept(self) -> None:
        """Answers if the shape or the file, and all values, are admitted."""
        try:
            order = self.ordered()
            if FILE in order.values:
                train_spec(order)  # reads the beginning of the file
            else:
                check_shape(order.family, str(order.values["shape"]))
        except (ParameterError, PuzzleError) as error:
            self.hint(str(error), error=True)
            return
        self.dismiss(order)

    @on(Choice.Changed)
    def _change_prior(self, event: Choice.Changed) -> None:
        if event.choice.name != "prior":
            return
        family = get_family(self.family_name)
        field = self.query_one(Form).fields.get("shape")
        if isinstance(field, Input):
            field.value = self._shapes(family, event.value)[0]

    def _parameters(self, family: Family) -> Sequence[Parameter]:
        counted = [kind for kind in family.priors.kinds if kind.source == "counted"]
        able = counted or [kind for kind in family.priors.kinds if kind.source == "corpus"]
        kinds = tuple(kind.name for kind in able)
        words = "; ".join(f"{kind.name}: {kind.explanation}" for kind in able)
        if not counted:
            return (Parameter("prior", str, kinds[0], words, choices=kinds), *OF_A_FILE)
        shapes = self._shapes(family, kinds[0])
        known = f"the class of puzzles that one table serves, such as {' or '.join(shapes[:3])}"
        return (
            Parameter("prior", str, kinds[0], words, choices=kinds),
            Parameter("shape", str, shapes[0], known),
            Parameter("puzzles", int, _puzzles(family, shapes[0]), "solutions to count", 1, 10_000_000),
            SEED,
        )

    def _shapes(self, family: Family, kind: str) -> list[str]:
        """The shapes of the puzzle shown and of the bundled examples; at least one."""
        shapes = []
        if self.like is not None and self.like.family.name == family.name:
            shapes.append(family.priors.shape_key(self.like.puzzle, kind))
        shapes += [family.priors.shape_key(family.parse(example.text), kind) for example in family.examples]
        return list(dict.fromkeys(shapes))


def check_shape(family: Family, shape: str) -> None:
    """Nothing; ParameterError if the family knows no such shape."""
    try:
        family.priors.training_shape(shape)
    except PuzzleError as error:
        raise ParameterError(error.message) from None
    except ValueError as error:
        raise ParameterError(str(error)) from None


def train_spec(order: Order) -> TrainSpec:
    """The run that counts what was ordered; PuzzleError if its file can't be read or does not begin as it should."""
    from solvers.runs.spec import TrainSpec

    values = order.values
    prior = str(values["prior"])
    if FILE in values:
        file = Corpus(
            Path(str(values[FILE])).expanduser(),
            str(values["column"]),
            int(values["per_family"]),
            str(values["citation"]),
        )
        return file.spec(order.family, prior, None)
    shape = str(values["shape"])
    return TrainSpec(
        family=order.family.name,
        prior=prior,
        shape=shape,
        title=f"{order.family.name} {prior} {shape}",
        puzzles=int(values["puzzles"]),
        seed=int(values["seed"]),
    )


def _puzzles(family: Family, shape: str) -> int:
    try:
        return family.priors.training_puzzles(shape)
    except ValueError:
        return PUZZLES
