"""What `mcs-tui doctor` finds and repairs, as tests ask it."""

from __future__ import annotations

import json
from typing import Any

from drivers.command_line import invoke


def examined(*options: str) -> tuple[int, dict[str, Any]]:
    """The exit code, and what was found in each area."""
    done = invoke("doctor", "--json", *options)
    return done.exit_code, {one["area"]: one for one in json.loads(done.stdout)}


def repaired(area: str, *expected: str) -> str:
    """The one fault of the area, found without a repair and with one; afterwards there is none."""
    found = []
    for options in ([], ["--repair"]):
        code, areas = examined(*options)
        assert code == (not options)
        assert not [name for name, one in areas.items() if one["findings"] and name != area]
        (finding,) = areas[area]["findings"]
        assert bool(finding["repaired"]) == bool(options)
        found.append(finding["what"])
    assert found[0] == found[1]
    for words in expected:
        assert words in found[0]
    assert examined()[0] == 0
    return found[0]


def not_repaired(area: str, *expected: str) -> str:
    """How to mend the one fault of the area, which has to be mended by a person."""
    code, areas = examined("--repair")
    (finding,) = areas[area]["findings"]
    assert (code, finding["repaired"]) == (1, "")
    for words in expected:
        assert words in finding["what"]
    return str(finding["mend"])
