"""JSON texts that people can read: an object with its tables row by row."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


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
