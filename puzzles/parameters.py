"""A named setting with its range, default and one line of explanation; CLI, app and docs all read it from here."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

Value = int | float | str | bool

TRUTH = {"on": True, "true": True, "yes": True, "1": True, "off": False, "false": False, "no": False, "0": False}
"""What is admitted for a truth value, in any case."""


class ParameterError(ValueError):
    """A setting that does not exist or is out of range; the text is one line for the user."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One setting. `kind` is int, float, str or bool; a str has `choices`; numbers have an inclusive range.

    `about`: a paragraph where a line does not explain it, with the paper that it comes from.
    `other`: what a str may be beside its choices, in words; empty if it is one of them.
    `above`: the minimum itself is not admitted. A whole number has 64 bits at most.
    `by_level`: a str of whole numbers within the range, separated by dots, the lowest level's first, such as 8.1.1.
    """

    name: str
    kind: type
    default: Value
    explanation: str
    minimum: float | None = None
    maximum: float | None = None
    choices: tuple[str, ...] = ()
    other: str = ""
    by_level: bool = False
    about: str = ""
    above: bool = False

    @property
    def range_text(self) -> str:
        """The admitted values in words, such as `1 to 10` or `random or balanced`."""
        if self.by_level:
            return f"numbers from {self.minimum:g} to {self.maximum:g}, one for each level, such as 8.1.1"
        if self.choices:
            return " or ".join((*self.choices, *filter(None, [self.other])))
        if self.kind is bool:
            return "on or off"
        form = ",d" if self.kind is int else ",.10g"
        low = "" if self.minimum is None else format(self.kind(self.minimum), form)
        if self.above:
            return f"above {low}" + (f", at most {self.maximum:{form}}" if self.maximum is not None else "")
        high = "" if self.maximum is None else format(self.kind(self.maximum), form)
        if low and high:
            return f"{low} to {high}"
        return f"{low} or more" if low else (f"up to {high}" if high else f"a {self.kind.__name__}")

    def check(self, value: Value) -> Value:
        """The value in this parameter's kind; ParameterError if it is not admitted."""
        if self.kind is bool:
            if str(value).lower() not in TRUTH:
                raise self._refusal(value)
            return TRUTH[str(value).lower()]
        try:
            number: Value = self.kind(value)
        except (TypeError, ValueError, OverflowError):
            raise self._refusal(value) from None
        if self.by_level and not all(self._admits_digits(one) for one in str(value).split(".")):
            raise self._refusal(value)
        if self.kind is int and isinstance(value, float) and value != number:
            raise ParameterError(f"{self.name} is {value!r}; expected a whole number, {self.range_text}")
        if self.choices and number not in self.choices and not self.other:
            raise self._refusal(value)
        if isinstance(number, (int, float)) and not self._admits(number):
            raise self._refusal(value)
        return number

    def _admits_digits(self, text: str) -> bool:
        return text.isascii() and text.isdecimal() and len(text) < 10 and self._admits(int(text))

    def _admits(self, number: float) -> bool:
        most = 2**63 - 1 if self.kind is int else sys.float_info.max
        low = -most if self.minimum is None else self.minimum
        high = most if self.maximum is None else self.maximum
        return low <= number <= high and not (self.above and number == low)  # NaN is not

    def _refusal(self, value: Value) -> ParameterError:
        return ParameterError(f"{self.name} is {value!r}; expected {self.range_text}")


def resolve(parameters: Iterable[Parameter], given: Mapping[str, Value], label: str) -> dict[str, Value]:
    """All parameters with a value: the given ones, checked, over the defaults; ParameterError on an unknown name.

    `label` names the algorithm or family in that error.
    """
    known = {parameter.name: parameter for parameter in parameters}
    for name in given:
        if name not in known:
            expected = f"; expected one of: {', '.join(known)}" if known else ": it has none at all"
            raise ParameterError(f"{label} has no parameter {name!r}{expected}")
    return {name: p.check(given.get(name, p.default)) for name, p in known.items()}


def typed(value: Value) -> str:
    """The value as a user may type it: 1.0 as `1`, True as `on`."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"{value:g}" if isinstance(value, float) else str(value)
