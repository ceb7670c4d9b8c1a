"""Values of benchmarks' options: what is read, and what is refused in one line."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from solvers.bench import option_values
from solvers.bench.__main__ import parser

pytestmark = pytest.mark.compiled


def test_a_dataset_on_this_disk_is_named_in_place_of_a_path(tmp_path: Path) -> None:
    home = Path(os.environ["MCS_TUI_DATA"]) / "data" / "eterna100"
    home.mkdir(parents=True)
    (home / "nemo_list.e100").write_text("")
    assert option_values.file("data:eterna100/nemo_list.e100") == home / "nemo_list.e100"
    assert option_values.file("data:eterna100") == home / "nemo_list.e100"
    assert option_values.folder("data:eterna100") == home
    assert option_values.folder(str(tmp_path)) == tmp_path


def test_columns_are_read_in_order() -> None:
    assert option_values.columns("40.96,5.12") == [5.12, 40.96]


@pytest.mark.parametrize(
    ("reader", "text", "reported"),
    [
        (option_values.positive, "²", "is not a whole number above 0"),
        (option_values.seconds, "nan", "'nan' is not a number of seconds above 0"),
        (option_values.file, "data:nothing", "nothing"),
        (option_values.file, "data:eterna100", "eterna100 is not on this disk: mcs-tui data download eterna100"),
        (option_values.folder, "data:eterna100/eterna100_puzzles.tsv", "is not on this disk"),
    ],
)
def test_other_values_are_refused(reader: Callable[[str], object], text: str, reported: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError) as refused:
        reader(text)
    assert reported in str(refused.value)


@pytest.mark.parametrize(
    ("arguments", "reported"),
    [
        ([], "mcs-tui bench: the following arguments are required: NAME"),
        (["samegame"], "mcs-tui bench samegame: the following arguments are required: --file"),
        (["kernel", "--seed", "x"], "mcs-tui bench kernel: argument --seed: "),
    ],
)
def test_an_error_is_one_line(arguments: list[str], reported: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parser().parse_args(arguments)
    said = capsys.readouterr()
    assert (ended.value.code, said.out, said.err.count("\n")) == (2, "", 1)
    assert said.err.startswith(reported)


def test_the_options_are_read_without_the_compiler() -> None:
    code = "import sys, solvers.bench.__main__ as program; program.parser(); print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
