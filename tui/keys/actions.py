"""What a user can do with keys: actions, in scopes by the screen, dialog or kind of widget that has them.

Key bindings, the line of keys, help and the command palette all read the scopes: `tui/keys/key_table.py` has those of
the app, its screens and its dialogs; widgets and boards declare their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from textual.binding import Binding

KEY_WORDS = {
    "question_mark": "?",
    "escape": "Esc",
    "enter": "Enter",
    "space": "Space",
    "delete": "Del",
    "pagedown": "PgDn",
    "pageup": "PgUp",
    "comma": ",",
    "slash": "/",
    "full_stop": ".",
    "less_than_sign": "<",
    "greater_than_sign": ">",
    "plus": "+",
    "minus": "-",
    "equals_sign": "=",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "left_curly_bracket": "{",
    "right_curly_bracket": "}",
}


REMAPPED: dict[str, tuple[str, ...]] = {}
"""By the action's id, the keys that the user's settings give it in place of its own."""


def remap(keys: Mapping[str, tuple[str, ...]]) -> None:
    """From now on these actions have these keys, and all others their own."""
    REMAPPED.clear()
    REMAPPED.update(keys)


@dataclass(frozen=True, slots=True)
class Action:
    """One thing a user can do. `label` stands in the line of keys (if `footer`), `help` in help and palette.

    `also`: other words by which the palette finds it. Its method is `action_<name>` of the class that owns its scope;
    `scope` is set by that scope.
    """

    name: str
    keys: tuple[str, ...]
    label: str
    help: str
    arguments: str = ""
    footer: bool = True
    priority: bool = False
    also: str = ""
    scope: str = ""

    @property
    def id(self) -> str:
        """Names the action everywhere, such as `search.stop`."""
        return f"{self.scope}.{self.name}" + (f".{self.arguments}" if self.arguments else "")

    @property
    def call(self) -> str:
        """The action as Textual writes it, such as `show('board')`."""
        return f"{self.name}('{self.arguments}')" if self.arguments else self.name

    @property
    def keys_now(self) -> tuple[str, ...]:
        """The keys, or those that the user's settings give it."""
        return REMAPPED.get(self.id, self.keys)

    @property
    def keys_text(self) -> str:
        """The keys as people write them, such as `? or F1`."""
        return " or ".join(key_text(key) for key in self.keys_now)

    def key(self, *, typing: bool) -> str | None:
        """The first key that calls it now; `typing`: in a text field, where keys of one character are typed."""
        return next((key for key in self.keys_now if not (typing and types(key))), None)


@dataclass(frozen=True, slots=True, init=False)
class Scope:
    """The actions of one owner. Help shows `title`, the text `help` and the keys; `footer`: the line of keys may too.

    A screen, a dialog or a widget declares its scope and takes its BINDINGS from it.
    """

    name: str
    title: str
    actions: tuple[Action, ...]
    help: str

    def __init__(self, name: str, title: str, *actions: Action, help: str = "", footer: bool = True) -> None:
        owned = tuple(replace(one, scope=name, footer=one.footer and footer) for one in actions)
        for field, value in (("name", name), ("title", title), ("actions", owned), ("help", help)):
            object.__setattr__(self, field, value)

    @property
    def bindings(self) -> list[Binding]:
        return [
            Binding(
                ",".join(one.keys), one.call, one.label, one.footer, id=one.id, tooltip=one.help, priority=one.priority
            )
            for one in self.actions
        ]

    @property
    def in_footer(self) -> list[Action]:
        return [one for one in self.actions if one.footer]


def key_text(key: str) -> str:
    """The key as people write it: `^s`, `F1`, `?`, `Enter`."""
    if key.startswith("ctrl+"):
        return "^" + key[5:]
    if key in KEY_WORDS:
        return KEY_WORDS[key]
    if key[0] == "f" and key[1:].isdigit():
        return key.upper()
    return key.capitalize() if len(key) > 1 else key


def types(key: str) -> bool:
    """True if the key writes a character where there is a text field."""
    return key == "space" or len(KEY_WORDS.get(key, key)) == 1
