"""JSON texts and values: whatever is wrong with one that is read is a PuzzleError; what is written has a row a line."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any, TypeVar

from puzzles.errors import PuzzleError
from puzzles.text.fields import Field, Places
from puzzles.text.format_table import Entry
from puzzles.text.quoting import LONGEST_LINE, cleaned, counted, quoted

Result = TypeVar("Result")


def load(text: str, expected: str, parse_float: Callable[[str], Any] = float) -> Any:
    """The JSON value of the text; PuzzleError, with line and column, if it is not one, or an object has a key twice.

    `expected` says what the value should be, for a text that is nested too deeply or has a number of too many digits.
    """
    return _decoded(json.JSONDecoder(parse_float=parse_float, object_pairs_hook=_each_key_once).decode, text, expected)


_OBJECTS = re.compile(r"\s*(?:\[\s*)?\{(?!\s*[0-9{])")


def is_json(text: str) -> bool:
    """Whether the text begins as an object, or a list of objects, does; not as an array of C, `{1, 2}`."""
    return _OBJECTS.match(text) is not None


def joined(text: str) -> str:
    """The puzzles of a JSON object such as the set puzzlekit's, {name: {"problem": text}}, one below the other.

    A comment above each has its name; another text is as it is.
    """
    if '"problem"' not in text or not is_json(text):
        return text
    with suppress(PuzzleError):
        data = load(text, "a set of puzzles")
        listed_by_name = data.items() if isinstance(data, dict) else ()
        held = [(name, one["problem"]) for name, one in listed_by_name if isinstance(one, dict) and "problem" in one]
        if held and len(held) == len(data) and all(isinstance(problem, str) for _, problem in held):
            return "\n\n".join(f"# {name}\n{problem}" for name, problem in held)
    return text


def marked(text: str, marks: Mapping[str, float]) -> float:
    """How much a JSON text looks like what these patterns are marks of: as the first that is found says; 0 for none."""
    if not is_json(text):
        return 0.0
    return next((likely for mark, likely in marks.items() if re.search(mark, text)), 0.0)


def _decoded(decode: Callable[[str], Result], text: str, expected: str) -> Result:
    """What `decode` makes of the text; its faults as PuzzleErrors."""
    try:
        return decode(text)
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
    """The text's objects: itself, those of a list, or objects one behind the other, as in JSON Lines.

    PuzzleError for none or over `most` (`word`: what they are), and for values that are no objects.
    """
    return [value for value, _, _ in _objects(text, expected, most, word)]


def object_entries(
    text: str, expected: str, most: int, word: str, name_of: Callable[[dict[str, Any]], str] = lambda _: ""
) -> tuple[Entry, ...]:
    """The text's objects, as `load_objects` has them, as texts in which they stand where they do in this one."""
    objects = _objects(text, expected, most, word)
    if len(objects) == 1:
        return (Entry(1, text, name_of(objects[0][0])),)
    places, found = Places(text), []
    for number, (value, start, end) in enumerate(objects, start=1):
        at = places.field("", start)
        found.append(Entry(number, " " * (at.column - 1) + text[start:end], name_of(value), line=at.line))
    return tuple(found)


def _objects(text: str, expected: str, most: int, word: str) -> list[tuple[dict[str, Any], int, int]]:
    pieces = _decoded(_pieces, text, expected)
    if len(pieces) > most:
        raise PuzzleError(f"the list holds more than {counted(most, word)}", "fewer")
    listed = text.lstrip()[:1] == "["
    for number, (value, _, _) in enumerate(pieces, start=1):
        if not isinstance(value, dict):
            item = f"item {number} of the list" if listed or number > 1 else "this JSON"
            raise PuzzleError(f"{item} is {quoted(value)}", expected)
    if not pieces:
        raise PuzzleError("the list is empty", expected)
    return pieces


def _pieces(text: str) -> list[tuple[Any, int, int]]:
    """The values of the text, or of the list that it is, each with its begin and end."""
    decoder = json.JSONDecoder(object_pairs_hook=_each_key_once)
    at = len(text) - len(text.lstrip())
    is_list = text.startswith("[", at)
    if is_list:
        decoder.decode(text)
        at = _behind(text, at + 1)
    found = []
    while at < len(text) and not (is_list and text[at] == "]"):
        value, end = decoder.raw_decode(text, at)
        found.append((value, at, end))
        at = _behind(text, end, "," if is_list else "")
    return found


def _behind(text: str, at: int, sign: str = "") -> int:
    """The next index that is neither white space nor, once, the sign."""
    for letter in ("", sign):
        at += len(letter) if letter and text.startswith(letter, at) else 0
        while at < len(text) and text[at].isspace():
            at += 1
    return at


class JsonText(Places):
    """A text that is a JSON object (`data`), and where the values of its keys stand; PuzzleError if it is not one."""

    def __init__(self, text: str, expected: str) -> None:
        super().__init__(text)
        self.data = load_object(text, expected)

    def index(self, key: str) -> int:
        """Where the value of that key begins, the first of several; where the text begins, if the key is not there.

        A quote inside a string has a backslash before it, so none is taken for a key.
        """
        spelt = re.escape(json.dumps(key, ensure_ascii=False))
        match = re.search(rf"(?<!\\){spelt}\s*:\s*", self.text) if key else None
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
