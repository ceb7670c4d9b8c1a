"""JSON texts and values: whatever is wrong with one that is read is a PuzzleError; what is written has a row a line."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from puzzles.errors import PuzzleError
from puzzles.text.fields import Field, Places
from puzzles.text.quoting import LONGEST_LINE, cleaned, counted, quoted


def load(text: str, expected: str, parse_float: Callable[[str], Any] = float) -> Any:
    """The JSON value of the text; PuzzleError, with line and column, if it is not one, or an object has a key twice.

    `expected` says what the value should be, for a text that is nested too deeply or has a number of too many digits.
    """
    try:
        return json.loads(text, parse_float=parse_float, object_pairs_hook=_each_key_once)
    except json.JSONDecodeError as error:
        found = f"this is not JSON ({error.msg[:1].lower()}{error.msg[1:]})"
        raise PuzzleError(found, "well-formed JSON", line=error.lineno, column=error.colno) from None
    except PuzzleError:
        raise
    except (RecursionError, ValueError, ArithmeticError):  # the last is Decimal's, of an exponent without end
        found = "this JSON is nested too deeply or has too long a number"
        raise PuzzleError(found, expected, line=1, column=1) from None


def load_object(text: str, expected: str, parse_float: Callable[[str], Any] = float) -> dict[str, Any]:
    """The JSON object of the text; PuzzleError if the text is another JSON value, or none."""
    found = load(text, expected, parse_float)
    if not isinstance(found, dict):
        raise PuzzleError(f"this JSON is {quoted(found)}", expected, line=1, column=1)
    return found


def load_objects(text: str, expected: str, most: int, word: str) -> list[dict[str, Any]]:
    """The text's objects: itself, or those of a list; PuzzleError for none or over `most` (`word`: what they are)."""
    found = load(text, expected)
    listed = found if isinstance(found, list) else [found]
    if len(listed) > most:
        raise PuzzleError(f"the list holds more than {counted(most, word)}", "fewer")
    for number, one in enumerate(listed, start=1):
        if not isinstance(one, dict):
            raise PuzzleError(f"item {number} of the list is {quoted(one)}", expected)
    if not listed:
        raise PuzzleError("the list is empty", expected)
    return listed


class JsonText(Places):
    """A text that is a JSON object (`data`), and where the values of its keys stand; PuzzleError if it is not one."""

    def __init__(self, text: str, expected: str) -> None:
        super().__init__(text)
        self.data = load_object(text, expected)

    def index(self, key: str) -> int:
        """Where the value of that key begins, the first of several; where the text begins, if the key is not there.

        A quote inside a string has a backslash before it, so none is taken for a key.
        """
        match = re.search(rf'(?<!\\)"{key}"\s*:\s*', self.text) if key else None
        return match.end() if match else len(self.text) - len(self.text.lstrip())

    def value(self, key: str) -> Field:
        """The place of the value of that key."""
        return self.field("", self.index(key))

    def wrong(self, key: str, expected: str) -> PuzzleError:
        """The refusal of the value of that key, or of a text without it."""
        found = f'"{key}" is {quoted(self.data[key])}' if key in self.data else f'"{key}" is missing'
        return self.value(key).error(found, expected)


def require_family(data: Mapping[str, Any], name: str, default: str = "") -> None:
    """Raises PuzzleError if the values are those of another family; `default`: of values that name none."""
    found = data.get("family", default)
    if found != name:
        raise wrong_value("family", found, f'"{name}"')


def text_value(data: Mapping[str, Any], key: str, default: str = "") -> str:
    """The text under the key, or the default, on one line, without what can't be shown; PuzzleError for no text."""
    value = data.get(key, default)
    if not isinstance(value, str):
        raise wrong_value(key, value, "a text")
    return cleaned(value, LONGEST_LINE)


def wrong_value(key: str, value: Any, expected: str) -> PuzzleError:
    """The refusal of the value under a key."""
    return PuzzleError(f'"{key}" is {quoted(value)}', expected)


def _each_key_once(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise PuzzleError(f"the key {quoted(key)} stands twice in one object", "each key once")
        found[key] = value
    return found


def object_text(data: Mapping[str, Any], indent: int = 1, *, ascii_only: bool = True) -> str:
    """The object as JSON, a key a line, and each item of an array of arrays or objects on a line of its own."""
    pad = " " * indent

    def shown(value: Any) -> str:
        if isinstance(value, list) and value and isinstance(value[0], (list, dict)):
            items = f",\n{pad}{pad}".join(json.dumps(one, ensure_ascii=ascii_only) for one in value)
            return f"[\n{pad}{pad}{items}\n{pad}]"
        return json.dumps(value, ensure_ascii=ascii_only)

    lines = [f"{pad}{json.dumps(key)}: {shown(value)}" for key, value in data.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"
