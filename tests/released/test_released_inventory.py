"""Nothing that users could name in the released program is lost: commands, options, formats, algorithms ..."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from released.inventory import inventory, missing

HERE = Path(__file__).resolve().parent


def test_nothing_is_lost() -> None:
    before = json.loads((HERE / "inventory.json").read_text(encoding="utf-8"))
    assert missing(before, inventory(before)) == {}


def test_what_is_lost_is_named() -> None:
    before = {"commands": ["solve", "solve --no-such-option", "no-such-command"], "examples": ["latin order-1"]}
    lost = {"commands": ["solve --no-such-option", "no-such-command"], "examples": ["latin order-1"]}
    assert missing(before, inventory(before)) == lost


def test_two_checkouts_are_compared(tmp_path: Path) -> None:
    before = tmp_path / "before.json"
    before.write_text(json.dumps({"examples": ["latin order-9", "latin order-1"]}))
    command = [sys.executable, "-P", str(HERE / "inventory.py"), str(HERE.parent.parent), str(before)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, json.loads(done.stdout)) == (1, {"examples": ["latin order-1"]}), done.stderr
