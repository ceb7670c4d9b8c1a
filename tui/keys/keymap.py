"""Keys of the user's own: from the settings file to Textual's keymap and the registry of actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tui.keys import key_table
from tui.keys.actions import KEY_WORDS, Action

NAMES = {sign: key for key, sign in KEY_WORDS.items()} | {"esc": "escape", "return": "enter", "del": "delete"}
FUNCTION_KEYS = tuple(f"f{number}" for number in range(1, 25))
NAMED = frozenset(
    (*KEY_WORDS, *FUNCTION_KEYS, "tab", "backspace", "insert", "home", "end", "up", "down", "left", "right")
)


def textual_keys(text: str) -> tuple[str, ...]:
    """The keys as Textual names them, such as `i` and `f7` of `i, F7`; ValueError with a key that does not exist."""
    parts = [",", *text.replace(",,", "").split(",")] if ",," in text or text.strip() == "," else text.split(",")
    return tuple(_textual_key(part.strip()) for part in parts if part.strip())


def _textual_key(key: str) -> str:
    if key.startswith("^") and len(key) == 2:
        key = f"ctrl+{key[1]}"
    *held, last = key.split("+") if len(key) > 1 else [key]
    last = NAMES.get(last, NAMES.get(last.lower(), last))
    known = len(last) == 1 or last.lower() in NAMED
    if not known or any(one.lower() not in ("ctrl", "shift", "alt") for one in held):
        raise ValueError(key)
    return "+".join((*(one.lower() for one in held), last.lower() if len(last) > 1 else last))


def keymap(wanted: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """By the action's name, its keys; without those that `key_faults` tells of."""
    found = {}
    for name, text in wanted.items():
        try:
            found[name] = textual_keys(text)
        except ValueError:
            continue
    return found


def key_faults(wanted: Mapping[str, str]) -> Iterator[str]:
    """What is wrong with the names and keys; imports all boards, as they have actions too."""
    if not wanted:
        return
    known = {one.id: one for one in key_table.every()}
    new: dict[str, tuple[str, ...]] = {}
    for name, text in wanted.items():
        if name not in known:
            yield f"[keys]: there is no action {name!r}; mcs-tui config --keys lists them"
            continue
        try:
            new[name] = textual_keys(text)
        except ValueError as error:
            yield f"[keys]: {name}: there is no key {str(error)!r}; its keys stay as they are"
    for name, keys in new.items():
        for other in known.values():
            clash = set(keys) & set(new.get(other.id, other.keys))
            if other.id != name and other.scope == known[name].scope and clash:
                yield f"[keys]: {name}: {', '.join(sorted(clash))} belongs to {other.id} too"


def listed() -> Iterator[str]:
    """One line an action: its name, its keys, and what it does."""
    for one in key_table.every():
        yield _line(one)


def _line(one: Action) -> str:
    return f'"{one.id}" = "{",".join(one.keys)}"'.ljust(44) + f"  # {one.help}"
