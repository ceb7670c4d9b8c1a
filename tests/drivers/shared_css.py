"""Style sheets that are parsed once in a process, and matched once with widgets that no rule can tell apart.

Each app under test would parse all of Textual's, seven times, and match a thousand rules with each widget anew.
"""

from __future__ import annotations

from typing import Any

from textual.app import App
from textual.css.model import RuleSet
from textual.css.styles import RulesMap
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.widget import Widget


class KeptRules(dict[tuple[Any, ...], list[RuleSet]]):
    """What Textual keeps in each style sheet: the rules of each source, under one theme's variables."""

    def clear(self) -> None:
        """Nothing: other variables have other rules."""


RuleSet.__hash__ = object.__hash__  # type: ignore[method-assign]  # by identity, as its own in Python

Seen = tuple[Any, ...]
"""What rules can see of a node and of its ancestors, apart from their places among their siblings."""

_RULES: dict[frozenset[tuple[str, str]], KeptRules] = {}
_STYLES: dict[tuple[RuleSet, ...], dict[Seen, tuple[bool, RulesMap]]] = {}
"""By all rules of a style sheet, and by node: whether it changes under the mouse, and its styles."""
_parse = Stylesheet.parse
_apply = Stylesheet.apply
_styled: tuple[DOMNode | None, Seen] = (None, ())
"""The node whose components are styled at the moment."""


def parse_once(stylesheet: Stylesheet) -> None:
    """As `Stylesheet.parse`, with the rules that any style sheet with these variables has parsed before."""
    variables = frozenset(stylesheet._variables.items())
    stylesheet._parse_cache = _RULES.setdefault(variables, KeptRules())  # type: ignore[assignment]
    _parse(stylesheet)


def apply_kept(stylesheet: Stylesheet, node: DOMNode, *, animate: bool = False, cache: object = None) -> None:
    """As `Stylesheet.apply`, with the styles that a node like this one has had before.

    Textual says by its own cache, which lasts for one refresh, whether they can be kept: not if a rule asks for a place
    among siblings.
    """
    global _styled
    kept, seen, outer = _kept_styles(stylesheet), _seen(node), _styled
    _styled = node, seen
    if seen in kept:
        node._has_hover_style, styles = kept[seen]
        node._has_focus_within = node._has_order_style = node._has_odd_or_even = False
        stylesheet.replace_rules(node, styles, animate=animate)
        stylesheet._process_component_classes(node)
    else:
        own: dict[tuple[Any, ...], RulesMap] = {}
        _apply(stylesheet, node, animate=animate, cache=own)
        kept.update((seen, (node._has_hover_style, styles)) for styles in own.values())
    _styled = outer


def _kept_styles(stylesheet: Stylesheet) -> dict[Seen, tuple[bool, RulesMap]]:
    rules: list[RuleSet] = stylesheet.rules
    of, kept = getattr(stylesheet, "kept_styles", (None, {}))
    if of is not rules:
        kept = _STYLES.setdefault(tuple(rules), {})
        stylesheet.kept_styles = rules, kept  # type: ignore[attr-defined]
    return kept


def _seen(node: DOMNode) -> Seen:
    own, parent = (type(node), node._id, node.classes), node._parent
    if isinstance(node, App) or not isinstance(parent, DOMNode):
        return (*own, node.app.pseudo_classes)
    state = ()
    if isinstance(node, Widget):
        state = (node.mouse_hover, node.has_focus, node.disabled, node.allow_focus())
    return (*own, state, _styled[1] if parent is _styled[0] else _seen(parent))
