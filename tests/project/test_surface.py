"""What people or programs use of the product is still there: all that `surface.py` printed of version 0.1.0."""

from __future__ import annotations

from pathlib import Path

import pytest
from drivers.command_line import invoke, run
from project.surface import surface

RELEASED = Path(__file__).resolve().parents[1] / "released" / "surface.txt"


def test_commands_options_formats_settings_keys_and_json_fields_are_all_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MCS_TUI_JIT", "0")
    monkeypatch.setenv("MCS_TUI_CONFIG", str(tmp_path / "none.toml"))

    def ask(*arguments: str, given: str | None = None) -> str:
        if arguments[0] in ("bench", "experiment", "check-family"):  # they become another program
            return run(arguments).stdout.decode()
        answer = invoke(*arguments, given=given)
        assert answer.exit_code in (0, 1), (arguments, answer.stderr)
        return answer.stdout

    released = set(RELEASED.read_text(encoding="utf-8").splitlines())
    lost = sorted(released - set(surface(ask, tmp_path)))
    assert not lost, "\n".join(lost)
