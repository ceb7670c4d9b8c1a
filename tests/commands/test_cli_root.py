"""The root command: help, unknown commands, what is imported, opening the app, and the guard around it all."""

from __future__ import annotations

import io
import os
import pty
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest
from drivers.command_line import HOME, PROGRAM, environment, invoke, one_line, run, start

from solvers.runs.processes import IdleWorker
from tui.commands import terminal
from tui.commands.root import COMMANDS, cli
from tui.kept.options import AppOptions


def test_help_names_every_command_on_one_line() -> None:
    result = invoke("--help")
    assert result.exit_code == 0
    listed = {line.split()[0]: line for line in result.stdout.split("Commands:")[1].splitlines() if line.strip()}
    for name in COMMANDS:
        assert not listed[name].rstrip().endswith("..."), listed[name]


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "bench"])
def test_every_command_has_help(name: str) -> None:
    result = invoke(name, "--help")
    assert result.exit_code == 0, result.stderr
    assert result.stdout.startswith(f"Usage: mcs-tui {name}")


def test_unknown_command_is_answered_with_the_known_ones() -> None:
    result = invoke("slove", "x")
    assert result.exit_code == 2
    assert one_line(result.stderr) == f"mcs-tui: no command 'slove'; expected one of: {', '.join(COMMANDS)}"


def test_a_file_alone_wants_a_command(tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text("1\n", encoding="utf-8")
    result = invoke(str(tmp_path / "one.txt"))
    assert result.exit_code == 2
    words = one_line(result.stderr)
    assert "no command stands before the file" in words
    assert "--open opens it in the app; expected one of: solve" in words


def test_unknown_option_is_one_line() -> None:
    result = invoke("solve", "--sede", "3", "x")
    assert result.exit_code == 2
    assert one_line(result.stderr).startswith("mcs-tui solve: No such option")
    assert result.stdout == ""


def test_help_loads_neither_kernels_nor_screens() -> None:
    program = (
        "import sys; from tui.commands import main\n"
        "try: main()\n"
        "except SystemExit: print(sorted({'numba', 'numpy', 'textual', 'rich', 'msgspec'} & set(sys.modules)))"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program, "--help"], capture_output=True, env=environment(), check=True, cwd=HOME
    )
    assert ended.stdout.decode().splitlines()[-1] == "[]"


def test_the_app_needs_a_terminal() -> None:
    ended = run([])
    assert ended.returncode == 2
    assert one_line(ended.stderr.decode()).startswith("mcs-tui: the app needs a terminal; use the commands instead")


@pytest.mark.parametrize("terminal", ["", "dumb", "unknown"])
def test_the_app_refuses_a_terminal_that_cannot_draw(terminal: str) -> None:
    master, slave = pty.openpty()
    try:
        ended = subprocess.run(
            PROGRAM, stdin=slave, stdout=slave, stderr=subprocess.PIPE, env=environment(TERM=terminal), check=False
        )
    finally:
        os.close(master)
        os.close(slave)
    assert ended.returncode == 2
    assert one_line(ended.stderr.decode()).startswith(
        f"mcs-tui: the app can't draw on TERM={terminal}; use the commands"
    )


class Tty(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_app_begins_with_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "mine.txt"
    for text, complaint in (("no puzzle\n", "mine.txt"), ("", "mine.txt"), (None, "No such file or directory")):
        path.unlink(missing_ok=True)
        if text is not None:
            path.write_text(text)
        refused = invoke("--open", str(path))
        assert refused.exit_code == 2
        assert complaint in one_line(refused.stderr)
    for name in (str(path), f"{tmp_path}/nowhere/at-all", "hairpin", "((((....))))"):
        assert invoke("--open", name).stderr == invoke("solve", name).stderr
    given: list[AppOptions] = []
    monkeypatch.setattr("tui.start.run", lambda options: given.append(options) or 0)
    monkeypatch.setenv("TERM", "xterm")
    for text in ("0 1\n1 0\n", "(((...)))\n((....))\n", ""):
        path.write_text(text)
        name = str(path) if text else "example:hairpin"
        with monkeypatch.context() as terminals:
            terminals.setattr(sys, "stdin", Tty())
            terminals.setattr(sys, "stdout", Tty())
            context = cli.make_context("mcs-tui", ["--open", name])
            assert cli.invoke(context) == 0
    assert [one.open_file for one in given] == [path, path, None], (
        "also a file of several, of which one is chosen in the app"
    )
    assert given[-1].open_example == "rna:hairpin"
    assert "there is no example 'none'" in one_line(invoke("--open", "example:none").stderr)


@click.command()
def failing() -> None:
    raise RuntimeError("two\nlines")


@pytest.fixture
def failing_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(COMMANDS, "compile", f"{__name__}:failing")


@pytest.mark.usefixtures("failing_command")
def test_an_unforeseen_error_is_one_line_and_a_log(tmp_path: Path) -> None:
    result = invoke("compile")
    log = tmp_path / "data" / "errors.log"
    assert result.exit_code == 70
    assert one_line(result.stderr) == f"mcs-tui: RuntimeError: two lines (details in {log})"
    assert "Traceback" in log.read_text()


@pytest.mark.usefixtures("failing_command")
def test_a_pipe_in_the_place_of_the_log_blocks_nothing(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    os.mkfifo(tmp_path / "data" / "errors.log")
    assert "the log could not be written" in one_line(invoke("compile").stderr)


@pytest.mark.usefixtures("failing_command")
def test_debugging_shows_the_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MCS_TUI_DEBUG", "1")
    assert "Traceback" in invoke("compile").stderr


@pytest.mark.usefixtures("failing_command")
def test_an_unwritable_log_is_reported_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("MCS_TUI_DATA", str(tmp_path / "file"))
    result = invoke("compile")
    assert result.exit_code == 70
    assert "the log could not be written" in one_line(result.stderr)


@pytest.mark.parametrize("error", [KeyboardInterrupt, click.Abort])
def test_an_early_interrupt_is_quiet(error: type[BaseException]) -> None:
    def command() -> None:
        raise error

    assert terminal.guarded(command) == 130


def test_a_reader_that_leaves_is_no_error() -> None:
    process = start(["algorithms"])
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()  # before the command has written a byte
    assert process.stderr.read() == b""
    assert process.wait() == 0


def test_a_closed_stderr_is_no_error() -> None:
    read, write = os.pipe()
    os.close(read)
    ended = subprocess.run([*PROGRAM, "frob"], stdout=subprocess.PIPE, stderr=write, env=environment(), check=False)
    os.close(write)
    assert (ended.returncode, ended.stdout) == (2, b"")


def test_a_full_disk_behind_stdout_is_one_line() -> None:
    with open("/dev/full", "wb") as full:
        ended = subprocess.run(
            [*PROGRAM, "formats"], stdout=full, stderr=subprocess.PIPE, env=environment(), check=False
        )
    line = "mcs-tui: standard output can't be written: No space left on device"
    assert (ended.returncode, one_line(ended.stderr.decode())) == (74, line)


def test_streams_that_are_closed_from_the_beginning_are_no_error() -> None:
    command = shlex.join([*PROGRAM, "formats"])
    ended = subprocess.run(f"{command} <&- >&- 2>&-", shell=True, env=environment(), check=False)
    assert ended.returncode == 0


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts_name_the_program_and_their_place(shell: str) -> None:
    result = invoke("completion", shell)
    assert result.exit_code == 0
    assert "_MCS_TUI_COMPLETE" in result.stdout
    assert f"# completion of mcs-tui for {shell}; belongs in " in result.stdout


def test_completion_offers_commands_and_values() -> None:
    def offered(words: str, number: int) -> list[str]:
        ended = invoke(env={**asked, "COMP_WORDS": words, "COMP_CWORD": str(number)})
        return [line.split(",")[1] for line in ended.stdout.splitlines()]

    asked = {"_MCS_TUI_COMPLETE": "bash_complete"}
    as_process = run([], **asked, COMP_WORDS="mcs-tui so", COMP_CWORD="1")
    assert as_process.stdout == b"plain,solve\n"
    assert offered("mcs-tui so", 1) == ["solve"]
    assert offered("mcs-tui solve --algorithm gn", 3) == ["gnrpa"]
    assert offered("mcs-tui generate la", 2) == ["latin"]
    assert offered("mcs-tui solve --prior au", 3) == ["auto"]
    assert offered("mcs-tui solve --format pl", 3) == ["pls"]


def test_unknown_shell_names_the_known_ones() -> None:
    result = invoke("completion", "tcsh")
    assert result.exit_code == 2
    assert "'tcsh' is not one of 'bash', 'zsh', 'fish'" in one_line(result.stderr)


def test_version() -> None:
    assert one_line(invoke("--version").stdout).startswith("mcs-tui ")


def test_every_registered_command_is_reachable() -> None:
    context = click.Context(cli)
    for name in COMMANDS:
        found = cli.get_command(context, name)
        assert found is not None
        assert found.name == name


@pytest.mark.parametrize(
    ("arguments", "begins"),
    [(["solve", "no-such-file"], True), (["solve", "--help"], False), (["check", "no-such-file"], False)],
)
def test_a_command_that_starts_a_run_has_a_worker_begin_its_imports(
    arguments: list[str], begins: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []
    monkeypatch.setattr(IdleWorker, "start", lambda _: calls.append("start"))
    monkeypatch.setattr(IdleWorker, "close", lambda _: calls.append("close"))
    invoke(*arguments)
    assert calls == (["start", "close"] if begins else [])
