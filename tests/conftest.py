"""Fixtures: every test has its own cache and data folders; compiled kernels are shared by the whole session."""

from __future__ import annotations

import gc
import importlib
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import platformdirs

# bytecode is kept, whatever the shell asks for: else each process that a test starts compiles all sources again
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# before numpy is imported, here and in all processes that tests start: there are as many of them as cores
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# before puzzles.engine.kernels is imported, which chooses its folder once: tests never compile into the user's cache
_cache = os.environ.get("MCS_TUI_CACHE") or platformdirs.user_cache_path("mcs-tui")
os.environ.setdefault("MCS_TUI_KERNELS", str(Path(_cache) / "numba-of-tests"))

# the tests wait for the workers that they start
os.environ.setdefault("MCS_TUI_NICE", "0")

import pytest  # noqa: E402
from drivers.forked import fork_programs  # noqa: E402
from hypothesis import HealthCheck, settings  # noqa: E402

settings.register_profile(  # a stalled machine fails no test, and the examples are the same every time
    "steady", deadline=None, derandomize=True, max_examples=50, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("explore", parent=settings.get_profile("steady"), derandomize=False, max_examples=500)
settings.register_profile("quick", parent=settings.get_profile("steady"), max_examples=10)
settings.load_profile(os.environ.get("MCS_TUI_EXAMPLES", "steady"))


try:
    importlib.import_module("RNA")
except ImportError as error:
    WITHOUT_VIENNA = f"ViennaRNA's Python module can't be loaded: {error}"
else:
    WITHOUT_VIENNA = ""

NEEDS_VIENNA = re.compile(r"^import RNA$", re.MULTILINE)
"""What a module has whose tests compare with ViennaRNA."""

COMPILED = re.compile(r"^pytestmark = \[?\s*pytest\.mark\.compiled\b", re.MULTILINE)
"""What a module has whose tests all need compiled kernels."""


def pytest_configure(config: pytest.Config) -> None:
    """What tests write need not outlive a power cut: waiting for the disk takes longer than writing.

    With `-m fast` kernels are interpreted, here and in the processes that tests start, and numba is out of reach.
    """
    os.fsync = lambda descriptor: None  # type: ignore[assignment]
    if config.option.markexpr == "fast":
        settings.load_profile(os.environ.get("MCS_TUI_EXAMPLES", "quick"))
        os.environ["MCS_TUI_JIT"] = "0"
        sys.modules["numba"] = None  # type: ignore[assignment]  # importing it is an error
    os.environ.setdefault("MCS_TUI_JIT", "1")  # a worker's own choice has tests of its own
    fork_programs(dict(os.environ), {"0": "", "1": ""})


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """True, with `-m fast`, for a module whose tests all need compiled kernels: it is not even imported.

    Likewise for one that needs ViennaRNA, where that is missing.
    """
    python = collection_path.suffix == ".py"
    if WITHOUT_VIENNA and python and NEEDS_VIENNA.search(collection_path.read_text(encoding="utf-8")):
        return True
    if config.option.markexpr != "fast" or not python:
        return None
    return COMPILED.search(collection_path.read_text(encoding="utf-8")) is not None or None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What does not need compiled kernels is fast. With `-m fast` a fifth of all examples is drawn."""
    if config.option.markexpr == "fast" and "MCS_TUI_EXAMPLES" not in os.environ:
        for test in {item.obj for item in items if isinstance(item, pytest.Function)}:
            own = getattr(test, "_hypothesis_internal_use_settings", None)
            if own is not None:
                test._hypothesis_internal_use_settings = settings(own, max_examples=-(-own.max_examples // 5))
    for item in items:
        if item.get_closest_marker("compiled") is None:
            item.add_marker("fast")
        if WITHOUT_VIENNA and "rna" in item.nodeid.lower() and "without_vienna" not in item.nodeid:
            item.add_marker(pytest.mark.skip(reason=WITHOUT_VIENNA))


def pytest_report_header() -> str:
    """What is left out of this run for want of a library; nothing of most."""
    return f"tests of RNA are skipped: {WITHOUT_VIENNA}" if WITHOUT_VIENNA else ""


def pytest_collection_finish() -> None:
    """Python's search for garbage passes over what is there for the whole session: a fifth of the time, else."""
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)


def pytest_sessionfinish() -> None:
    """Python and pytest search for garbage once more, six times, before they end."""
    gc.freeze()


def pytest_sessionstart(session: pytest.Session) -> None:
    """Before the whole suite runs on several processes, the kernels are compiled on as many.

    Else tests that need the same kernel wait for each other while a core has nothing to do.
    """
    processes = getattr(session.config.option, "numprocesses", None)  # None in these processes themselves
    if (
        processes
        and session.config.option.markexpr != "fast"
        and session.config.args_source is pytest.Config.ArgsSource.TESTPATHS
    ):
        with tempfile.TemporaryDirectory() as folder:
            own = {"MCS_TUI_CACHE": f"{folder}/cache", "MCS_TUI_DATA": f"{folder}/data"}
            command = [sys.executable, "-c", "from tui.commands import main; main()"]
            options = ["compile", "-q", "--workers", str(processes)]
            subprocess.run([*command, *options], env=os.environ | own, check=True, stdout=subprocess.DEVNULL)


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Priors, runs and drafts of a test go to its own temporary folder, never to the user's."""
    monkeypatch.setenv("MCS_TUI_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("MCS_TUI_DATA", str(tmp_path / "data"))


@pytest.fixture(autouse=True)
def pilots_that_wait(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Textual's pilot sleeps, and takes a process that was not scheduled for 20 ms for an idle one; here it asks."""
    if "textual.app" in sys.modules:
        import textual.app
        import textual.pilot
        from drivers.settled import leave_unpainted, screen_settled, settled
        from drivers.shared_css import parse_once
        from textual._compositor import Compositor
        from textual.css.stylesheet import Stylesheet

        monkeypatch.setattr(Stylesheet, "parse", parse_once)
        if "all_paints" not in request.fixturenames:
            monkeypatch.setattr(Compositor, "render_update", leave_unpainted)
        monkeypatch.setattr(textual.app, "wait_for_idle", settled)
        monkeypatch.setattr(textual.pilot, "wait_for_idle", settled)
        monkeypatch.setattr(textual.pilot.Pilot, "_wait_for_screen", screen_settled)


@pytest.fixture
def all_paints() -> None:
    """A test that asks for it has every update of the screen painted, not only the last before it looks."""


@pytest.fixture(scope="session")
def benchmark_data() -> Path:
    """The folder of third-party benchmark puzzles; the test is skipped where it is absent."""
    default = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
    folder = Path(os.environ.get("MCS_TUI_BENCHMARK_DATA", default))
    if not folder.is_dir():
        pytest.skip("benchmark data is absent: set MCS_TUI_BENCHMARK_DATA to its folder")
    return folder
