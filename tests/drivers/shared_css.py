"""Style sheets that are parsed once in a process: each app under test would parse all of Textual's, seven times."""

from __future__ import annotations

from typing import Any

from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet


class KeptRules(dict[tuple[Any, ...], list[RuleSet]]):
    """What Textual keeps in each style sheet: the rules of each source, under one theme's variables."""

    def clear(self) -> None:
        """Nothing: other variables have other rules."""


RuleSet.__hash__ = object.__hash__  # type: ignore[method-assign]  # by identity, as its own in Python

_RULES: dict[frozenset[tuple[str, str]], KeptRules] = {}
_parse = Stylesheet.parse


def parse_once(stylesheet: Stylesheet) -> None:
    """As `Stylesheet.parse`, with the rules that any style sheet with these variables has parsed before."""
    variables = frozenset(stylesheet._variables.items())
    stylesheet._parse_cache = _RULES.setdefault(variables, KeptRules())  # type: ignore[assignment]
    _parse(stylesheet)
