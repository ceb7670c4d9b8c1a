"""`mcs-tui new-family` and `mcs-tui new-search`: a package of one's own that runs at once, to be changed."""

from __future__ import annotations

import keyword
import sys
from pathlib import Path

import click

from puzzles.registry import is_family, names
from solvers.registry import RENAMED, algorithms
from tui.commands.terminal import Refused, emit

TEMPLATES = Path(__file__).resolve().parents[2] / "mcs_tui" / "templates"
HERE = Path()
LONGEST = 40


def _name(ctx: click.Context, parameter: click.Parameter, value: str) -> str:
    if not value.isidentifier() or not value.isascii() or value != value.lower() or value.startswith("_"):
        raise click.UsageError(
            f"{value[:LONGEST]!r} is no name for a module; expected a-z, 0-9 and _, such as my_puzzle"
        )
    if keyword.iskeyword(value) or value in sys.stdlib_module_names or len(value) > LONGEST:
        raise click.UsageError(f"{value[:LONGEST]} is a word of Python, or too long; expected another name")
    return value


def _write(template: str, old: str, name: str, folder: Path) -> list[Path]:
    """The absolute paths of the template's files, in the folder.

    In them `old` is replaced by the name, in all its spellings. Refused, and nothing is written, if one is there or the
    folder is one that this was to make.
    """
    spellings = {
        f"{old.replace('_', '-')}-": f"{name.replace('_', '-')}-",
        old.upper(): name.upper(),
        _title(old): _title(name),
        old: name,
    }

    def spelt(text: str) -> str:
        for one, other in spellings.items():
            text = text.replace(one, other)
        return text

    source = TEMPLATES / template
    files = [path for path in sorted(source.rglob("*")) if path.is_file() and "__pycache__" not in path.parts]
    texts = {folder / spelt(str(path.relative_to(source))): spelt(path.read_text("utf-8")) for path in files}
    for path in texts if folder == HERE else [folder]:
        if path.exists() or path.is_symlink():
            raise Refused(f"{path} is there already; expected another name, or another folder to begin from")
    for path, text in texts.items():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        except OSError as error:
            raise Refused(f"{path} can't be written: {error.strerror or error}") from None
    return [path.absolute() for path in texts]


def _title(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))


@click.command("new-family", short_help="Begin a puzzle family of your own.")
@click.argument("name", callback=_name)
@click.option("--plain", is_flag=True, help="One file in plain Python for searches from Python, with no compiler.")
def new_family(name: str, plain: bool) -> int:
    """Write a package with a puzzle family that runs at once, into the folder NAME; each file says what to change.

    It has the puzzle with its text and checker, compiled rules, a generator, a drawing, a board with a key, and tests.
    With --plain one file, NAME.py: a position with its moves.
    """
    if is_family(name):
        raise Refused(f"there is a family {name} already; expected another name than: {', '.join(names())}")
    if plain:
        (path,) = _write("plain", "weak_schur", name, HERE)
        emit(str(path), f"next: python {path}")
        return 0
    emit(
        *map(str, _write("family", "ladder", name, Path(name))),
        f"next: cd {name} && mcs-tui check-family {name}_family --interpreted",
        f"then: pip install -e . && mcs-tui generate {name}",
    )
    return 0


@click.command("new-search", short_help="Begin a search of your own.")
@click.argument("name", callback=_name)
def new_search(name: str) -> int:
    """Write a package with a search that runs at once, into the folder NAME; each file says what to change."""
    taken = (*(one.name for one in algorithms()), *RENAMED)
    if name in taken:
        raise Refused(f"there is a search {name} already; expected another name than: {', '.join(taken)}")
    emit(
        *map(str, _write("search", "cut", name, Path(name))),
        "next: pip install -e . in that folder",
        f"then: mcs-tui solve example:paper-10 --algorithm {name} --seconds 5",
    )
    return 0
