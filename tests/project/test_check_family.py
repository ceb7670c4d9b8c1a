"""What `mcs-tui check-family` says of rules that fail: file, line and cause, even if they end the process."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from drivers.command_line import HOME, run
from drivers.distributions import LADDER, install_ladder

from solvers.conformance.places import told

ONE_CHECK = """
import sys
sys.path.insert(0, sys.argv[1])
import ladder_family
from puzzles import registry
from solvers.conformance import games
from solvers.conformance.places import folder_of
registry.add(ladder_family.FAMILY)
limits = next(one for one in games.checks(ladder_family.FAMILY) if "limits" in one.name)
print(limits.fault(folder_of("ladder_family")))
"""


def edited(folder: Path, *edits: tuple[str, str]) -> Path:
    """The ladder's family in the folder, its rules changed so; the file of the rules."""
    shutil.copytree(LADDER / "ladder_family", folder / "ladder_family", ignore=shutil.ignore_patterns("__pycache__"))
    rules = folder / "ladder_family" / "rules.py"
    for old, new in edits:
        assert old in rules.read_text()
        rules.write_text(rules.read_text().replace(old, new, 1))
    return rules


def line_of(rules: Path, words: str) -> int:
    return next(at for at, line in enumerate(rules.read_text().splitlines(), 1) if words in line)


def failed(folder: Path, name: str = "ladder_family") -> tuple[int, list[str], str]:
    """The exit code, the faults that are found from the folder, interpreted, and what is on stderr."""
    command = [sys.executable, "-P", "-m", "mcs_tui", "check-family", name, "--interpreted"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, [one for one in done.stdout.splitlines() if one.startswith("FAILS")], done.stderr


def test_an_index_out_of_bounds_is_named_with_file_and_line(tmp_path: Path) -> None:
    rules = edited(tmp_path, ("state.climb[height] = move", "state.climb[height + 9] = move"))
    code, faults, _ = failed(tmp_path)
    place = f"ladder_family/rules.py:{line_of(rules, 'height + 9')}: IndexError: index 9 is out of bounds"
    assert (code, any(place in one for one in faults)) == (1, True), faults


def test_rules_that_end_the_process_are_a_fault_of_the_check_and_the_others_go_on(tmp_path: Path) -> None:
    edited(tmp_path, ("def _undo(state, mark):\n", "def _undo(state, mark):\n    import os; os.abort()\n"))
    code, faults, _ = failed(tmp_path)
    assert (code, faults[0]) == (1, "FAILS  undone moves leave no trace: the rules ended the process: SIGABRT")
    assert len(faults) > 1
    assert all(one.endswith(": the same cause as above") for one in faults[1:])


def test_a_module_that_can_not_be_read_is_named_with_its_line(tmp_path: Path) -> None:
    edited(tmp_path, ("from __future__ import annotations", "from __future__ import annotations\nno_such_name"))
    (tmp_path / "ladder_family" / "__init__.py").write_text("import numpy\nif :\n")
    code, _, said = failed(tmp_path)
    assert code == 2
    assert said == "mcs-tui check-family: ladder_family: ladder_family/__init__.py:2: SyntaxError: invalid syntax\n"


@pytest.mark.parametrize("name", ["ladder", "ladder_family"])
def test_an_installed_family_is_checked_from_any_folder(name: str, tmp_path: Path) -> None:
    (site := tmp_path / "site").mkdir()
    install_ladder(site)
    done = run(["check-family", name, "--interpreted"], PYTHONPATH=os.pathsep.join((str(site), str(HOME))))
    assert (done.returncode, done.stderr) == (0, b""), done.stdout.decode()


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("old", "new", "cause"),
    [
        ("np.float64(state.now[1])", "np.float64(state.later[1])", "LadderState has no 'later'"),
        ("return 0  # there is no prior", "return some_code", "NameError: name 'some_code' is not defined"),
        ("return 0\n", "return 1 if height > 9 else 'a'\n", "one value would be both"),
    ],
)
def test_what_does_not_compile_is_named_with_file_and_line(old: str, new: str, cause: str, tmp_path: Path) -> None:
    rules = edited(tmp_path, (old, new))
    environment = os.environ | {"MCS_TUI_JIT": "1", "MCS_TUI_KERNELS": str(tmp_path / "kernels")}
    command = [sys.executable, "-c", ONE_CHECK, str(tmp_path)]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    place = f"ladder_family/rules.py:{line_of(rules, new.strip())}: does not compile: {cause}"
    assert done.stdout.startswith(place), done.stdout + done.stderr


def test_errors_of_others_have_no_place() -> None:
    with pytest.raises(ValueError, match="invalid") as caught:
        int("x")
    assert told(caught.value, "/elsewhere") == "ValueError: invalid literal for int() with base 10: 'x'"
