"""RNA on the screens: live figures, several designs, the puzzle's settings, entering, choosing, saving a picture."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from drivers.fake_engine import FakeEngine, make_app, screen_text, wait_for, wait_for_texts
from drivers.rna_designs import ITS_FOLD, MISFOLDING, PUZZLE, SOLUTIONS, TARGET, board_of
from drivers.rna_solving import improve, shown, solution, solving, spec_of
from textual.pilot import Pilot
from textual.widgets import Input, Static

from puzzles import registry
from puzzles.rna.puzzle import RnaPuzzle
from solvers.runs.events import Finished, Solved
from tui.app import McsTuiApp
from tui.boards.rna.board import RnaBoard
from tui.kept.loaded import Loaded
from tui.processes.judging import Judge, report
from tui.screens.dialog import EntryDialog, ReportDialog
from tui.screens.opening import open_path
from tui.screens.path_dialog import PathDialog
from tui.widgets.form import Choice, Form, FormScroll
from tui.widgets.puzzle_text import PuzzleText
from tui.words.wording import fact_text

FAMILY = registry.get_family("rna")
FACTS = dict(FAMILY.judge(PUZZLE, board_of(MISFOLDING)).facts)
MANY = f">one\n{TARGET}\n>two\n((((....))))\n"


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_the_field_with_the_focus_is_in_view_beside_a_long_explanation(size: tuple[int, int]) -> None:
    async with solving(start=False, size=size) as (app, screen, _engine, pilot):
        scroll = screen.query_one(FormScroll)
        fields = [one for form in screen.query(Form) for one in form.fields.values() if one.display]
        fields[0].focus()
        heights = set()
        for _ in range(len(fields)):
            await pilot.pause()
            focused = app.focused
            assert focused is not None
            await wait_for(pilot, lambda focused=focused: scroll.region.contains_region(focused.region))
            heights.add(scroll.size.height)
            await pilot.press("down")
        assert len(heights) > 1, "explanations of several lengths"
        await pilot.resize_terminal(size[0], size[1] - 4)
        await wait_for(pilot, lambda: app.focused is not None and scroll.region.contains_region(app.focused.region))


async def test_a_live_design_is_drawn_with_its_figures() -> None:
    async with solving() as (app, screen, engine, pilot):
        improve(engine)
        await wait_for(pilot, lambda: shown(screen).scene.fold == ITS_FOLD)
        gc = f"GC {100 * sum(base in 'GC' for base in MISFOLDING) / len(MISFOLDING):.0f} %"
        energies = f"gap {FACTS['gap']:.2f}", f"energy {FACTS['energy']:.2f} kcal/mol"
        await wait_for_texts(pilot, f"distance {FACTS['distance']}", *energies, gc, "misfold")
        await pilot.press("f")
        assert not any(shown(screen).board), "the puzzle"
        assert "distance" not in screen_text(app)
        await pilot.press("F")
        assert shown(screen).board == board_of(MISFOLDING)


async def test_a_solution_is_shown_once_another_process_has_judged_it() -> None:
    async with solving() as (_, screen, engine, pilot):
        verdict = FAMILY.judge(PUZZLE, board_of(SOLUTIONS[0]))
        engine.end(engine.last, solution(0, verdict, Solved), Finished(reason="solved"))
        await wait_for(pilot, lambda: shown(screen).board == board_of(SOLUTIONS[0]))
        assert screen.view is not None
        assert screen.view.status == "solved"
        await wait_for_texts(pilot, "checked", "it folds as wanted", f"{verdict.facts['probability']:.3g}")


async def test_what_the_checker_refuses_is_not_shown() -> None:
    async with solving() as (app, screen, engine, pilot):
        board = list(board_of(MISFOLDING))
        claimed = Solved(at=1.0, playouts=1, score=1.0, board=board, seconds=1.0, facts={"fold": TARGET})
        engine.end(engine.last, claimed, Finished(reason="solved"))
        await wait_for(pilot, lambda: "did not pass the checker" in screen_text(app))
        assert shown(screen).board != board_of(MISFOLDING)
        assert "it folds as wanted" not in screen_text(app)


async def test_a_checker_that_cannot_answer_is_reported_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.processes.judging.COMMAND", ("/bin/false",))
    judge = Judge()
    assert judge.verdict(PUZZLE, board_of(SOLUTIONS[0])) is None
    assert judge._work is not None
    await judge._work
    verdict = judge.verdict(PUZZLE, board_of(SOLUTIONS[0]))
    assert verdict is not None
    assert not verdict.solved
    assert verdict.faults == ("the checker has ended without an answer",)


@pytest.mark.parametrize("size", [(60, 20), (110, 40)], ids=str)
async def test_i_tells_all_that_the_checker_knows_of_the_design_shown(size: tuple[int, int]) -> None:
    board = board_of(SOLUTIONS[0])
    verdict = FAMILY.judge(PUZZLE, board)
    async with solving(size=size) as (app, screen, engine, pilot):
        engine.end(engine.last, solution(0, verdict, Solved), Finished(reason="solved"))
        await wait_for(pilot, lambda: shown(screen).board == board)
        await pilot.press("i")
        await wait_for(pilot, lambda: isinstance(app.screen, ReportDialog))
        dialog = app.screen
        assert isinstance(dialog, ReportDialog)
        assert dialog.lines == FAMILY.remarks(PUZZLE, board)
        for word in ("rivals: ", "synthesis"):
            assert any(line.startswith(word) for line in dialog.lines)
        await wait_for_texts(pilot, "kcal/mol", "Close")
        await pilot.press(*"jjjjjjjjjjjjjjjjjjjj")
        await wait_for_texts(pilot, dialog.lines[-1].split()[-1], "Close")
        await pilot.press("k", "q")
        await wait_for(pilot, lambda: app.screen is screen)
        assert "asked" not in app.said


async def test_i_tells_what_is_proved_of_a_target_that_is_not_searched_yet() -> None:
    barred = RnaPuzzle("..((.(...)))..")
    async with solving(barred, start=False) as (app, _, _, pilot):
        await pilot.press("escape", "i")
        await wait_for(pilot, lambda: isinstance(app.screen, ReportDialog))
        await wait_for_texts(pilot, "proved undesignable: ", "own proof", "upper bound for every sequence")


async def test_a_report_that_fails_is_one_line_and_of_a_fault_it_is_the_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    square = registry.get_family("latin").parse("1 2 3\n2 3 1\n3 1 2\n")
    assert report(square, Loaded(square).start) == ("no fault was found",)
    assert "can't pair" in " ".join(report(PUZZLE, (1,) * PUZZLE.length))
    monkeypatch.setattr("tui.processes.judging.COMMAND", ("/bin/false",))
    async with solving(start=False) as (app, screen, _, pilot):
        await pilot.press("escape", "i")
        await wait_for(pilot, lambda: app.said == "There is no report: it has ended without an answer")
        assert app.screen is screen


async def test_a_report_that_comes_after_another_key_takes_no_keys_of_what_is_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answered = asyncio.Event()

    async def late(*_: object) -> tuple[str, ...]:
        await answered.wait()
        return ("the report",)

    monkeypatch.setattr("tui.screens.search_panels.report_aside", late)
    async with solving(start=False) as (app, screen, _, pilot):
        await pilot.press("escape", "i")
        await wait_for(pilot, lambda: app.said == "The checker is asked.")
        await pilot.press("escape")
        answered.set()
        await wait_for(pilot, lambda: app.said.startswith("A key was pressed before the answer was there"))
        assert app.screen is screen
        await pilot.press("i")
        await wait_for_texts(pilot, "the report")


STEMS, STATE = "((((((....))))))..........", "..........((((((....)))))) at 60"


@pytest.mark.parametrize(
    ("puzzle", "settings", "words"),
    [
        (RnaPuzzle("((((&))))"), {"objective": "mfe:1"}, "the objective mfe:1 is for one strand"),
        (RnaPuzzle("((((&))))"), {"free": "5"}, "free is for one strand; expected a target of one"),
        (RnaPuzzle("((((&))))"), {"repeat": "3"}, "repeat is for one strand; expected a target of one"),
        (RnaPuzzle("((((&))))"), {"gc": "30-70 in 4"}, "gc in windows is for one strand"),
        (RnaPuzzle(STEMS, state=STATE), {"objective": "mfe:1"}, "the objective mfe:1 is for one state"),
        (RnaPuzzle(STEMS, state=STATE), {"free": "6"}, "position 6 is free, but the target pairs it"),
        (RnaPuzzle("((((....))))?"), {"objective": "mfe:1"}, "the target has free positions; expected nemo"),
        (PUZZLE, {"objective": "mfe:1", "free": "5"}, "the target has free positions; expected nemo"),
        (PUZZLE, {"objective": "defect", "model": "eterna-v1"}, "the partition function has other dangles than"),
    ],
)
async def test_what_objectives_and_demands_refuse_is_one_line_before_the_search(
    puzzle: RnaPuzzle, settings: dict[str, str], words: str
) -> None:
    async with solving(puzzle, start=False) as (_, screen, engine, pilot):
        form, hint = screen.query_one("#general-form", Form), screen.query_one("SearchSettings .hint", Static)
        form.fill(settings)
        await pilot.press("enter")
        await wait_for(pilot, lambda: words in str(hint.content))
        assert "\n" not in str(hint.content)
        assert not engine.launched
        assert {name: form.fields[name].value for name in settings} == settings


async def test_parameters_without_effect_are_not_offered_and_keep_what_was_typed() -> None:
    async with solving(start=False) as (_, screen, engine, pilot):
        own, general = (screen.query_one(name, Form) for name in ("#own-form", "#general-form"))

        def offered() -> set[str]:
            return {name for name, field in own.fields.items() if field.parent.display}  # type: ignore[union-attr]

        idle = {"period", "patience", "unbiased"}
        assert offered() == set(own.fields) > idle
        own.fill({"patience": "x", "hot": 0.7})
        objective = general.fields["objective"]
        assert isinstance(objective, Choice)
        while objective.value != "probability":
            objective.action_next()
        await wait_for(pilot, lambda: offered() == set(own.fields) - idle)
        await pilot.press("enter")
        await wait_for(pilot, lambda: engine.launched)
        given = spec_of(engine).parameters
        assert (given["hot"], given["patience"]) == (0.7, 40)
        while objective.value != "nemo":
            objective.action_next()
        await wait_for(pilot, lambda: offered() == set(own.fields))
        assert own.fields["patience"].value == "x"


async def test_the_model_chosen_is_the_runs_and_the_next_puzzle_has_its_own() -> None:
    async with solving(start=False) as (app, screen, engine, pilot):
        form = screen.query_one("#general-form", Form)
        assert form.value("model") == "eterna-v2"
        model, objective = form.fields["model"], form.fields["objective"]
        assert isinstance(model, Choice)
        assert isinstance(objective, Choice)
        model.action_next()
        objective.action_next()
        await pilot.press("enter")
        await wait_for(pilot, lambda: engine.launched)
        assert spec_of(engine).puzzle["model"] == "eterna-v1"
        assert spec_of(engine).puzzle["objective"] == "lexicographic"
        assert {"order", "history"} <= set(spec_of(engine).parameters)
        await wait_for(pilot, lambda: "pairs, eterna-v1" in screen_text(app))
        app.open_board(Loaded(RnaPuzzle(TARGET, model="1999-d2")), face="search")
        await wait_for(pilot, lambda: form.fields["model"].value == "1999-d2")


async def test_the_temperature_follows_the_prior_until_one_is_typed() -> None:
    async with solving(start=False) as (_, screen, _engine, pilot):
        form = screen.query_one("#general-form", Form)
        prior, tau = form.fields["prior"], form.fields["prior_tau"]
        assert isinstance(prior, Choice)
        defaults = {kind.name: f"{kind.tau:g}" for kind in FAMILY.priors.kinds}
        assert tau.value == defaults["nemo"]  # that of local search
        while prior.value != "ngram":
            prior.action_next()
            await pilot.pause()
        assert tau.value == defaults["ngram"] != defaults["nemo"]
        tau.value = "2.5"
        while prior.value != "nemo":
            prior.action_next()
            await pilot.pause()
        assert tau.value == "2.5"


async def enter(app: McsTuiApp, pilot: Pilot[int], text: str) -> PuzzleText:
    await pilot.press("3")
    await wait_for(pilot, lambda: app.screen.query(PuzzleText))
    field = app.screen.query_one(PuzzleText)
    field.put(text)
    await pilot.pause()
    return field


async def test_a_typed_design_is_drawn_with_its_fold() -> None:
    app = make_app(FakeEngine())
    async with app.run_test(size=(110, 34)) as pilot:
        await enter(app, pilot, f">mine\n{TARGET}\n{SOLUTIONS[0]}\n")
        await wait_for(pilot, lambda: app.screen.query(RnaBoard))
        await wait_for(pilot, lambda: "it folds as wanted" in screen_text(app))
        assert app.screen.query_one(RnaBoard).board == board_of(SOLUTIONS[0])
        assert "prob" in screen_text(app) or " p " in screen_text(app)


FAULTS = [
    ("((((....)))\n", 1, 1, "never closed"),
    ("((((....))))\nNNNNXNNNNNNN\n", 2, 5, "'X'"),
    ("((((..))))\n", 1, 7, "hairpin"),
    ("((((....))))\nANNNNNNNNNNA\n", 2, 12, "can't"),
]


async def test_what_is_wrong_is_marked_at_its_character() -> None:
    app = make_app(FakeEngine())
    async with app.run_test(size=(80, 24)) as pilot:
        field = await enter(app, pilot, "((((....))))\n")
        for text, line, column, said in FAULTS:
            field.put(text)
            await wait_for(pilot, lambda: (field.marked_line, field.marked_column) == (line, column))  # noqa: B023
            assert said in screen_text(app)
            row = field.get_line(line - 1)
            reversed_part = [span for span in row.spans if "reverse" in str(span.style)]
            assert [(span.start, span.end) for span in reversed_part] == [(column - 1, column)]


async def test_one_of_several_targets_is_chosen_by_a_part_of_its_name() -> None:
    app = make_app(FakeEngine())
    async with app.run_test(size=(80, 24)) as pilot:
        field = await enter(app, pilot, MANY)
        await wait_for(pilot, lambda: "2 puzzles" in screen_text(app))
        await wait_for_texts(pilot, "^n Choose")
        await pilot.press("ctrl+n")
        await wait_for(pilot, lambda: isinstance(app.screen, EntryDialog))
        await pilot.press("t", "w")
        await pilot.press("enter")
        await wait_for(pilot, lambda: app.screen.query(RnaBoard))
        assert app.screen.query_one(RnaBoard).scene.puzzle.target == "((((....))))"
        await pilot.press("ctrl+z")
        assert field.text == MANY


async def test_a_file_with_several_targets_asks_which(tmp_path: Path) -> None:
    path = tmp_path / "two.fasta"
    path.write_text(MANY)
    app = make_app(FakeEngine())
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        open_path(app, path)
        await wait_for(pilot, lambda: isinstance(app.screen, EntryDialog))
        await pilot.press("down", "enter")
        await wait_for(pilot, lambda: app.screen.query(RnaBoard))
        assert list(app.own_puzzles.puzzles.values())[-1].puzzle == RnaPuzzle("((((....))))", name="two")
        assert app.recent.paths == [path]


async def test_a_picture_of_the_design_shown_is_saved(tmp_path: Path) -> None:
    async with solving() as (app, screen, engine, pilot):
        improve(engine)
        await wait_for(pilot, lambda: shown(screen).scene.fold)
        await pilot.press("w")
        await wait_for(pilot, lambda: isinstance(app.screen, PathDialog))
        path = tmp_path / "design.svg"
        app.screen.query_one(Input).value = str(path)
        await pilot.press("enter")
        await wait_for(pilot, lambda: "Saved" in app.said)
        text = path.read_text()
        assert text.lstrip().startswith(("<?xml", "<svg"))
        assert text.count("<text") >= len(TARGET)


def test_figures_in_short_where_there_is_no_room() -> None:
    facts = {"distance": 0, "gap": 0.0, "energy": -12.3, "gc": 0.5, "unique": True, "probability": 0.91, "defect": 0.02}
    assert fact_text(facts).startswith("no other fold of its energy · probability 0.91")
    assert fact_text(facts, 60) == "unique · p 0.91 · defect 2.0 % · E -12.30 · GC 50 %"
    assert fact_text(facts, 60, plain=True) == "unique, p 0.91, defect 2.0 %, E -12.30, GC 50 %"
    assert fact_text(facts, 46) == "unique·p 0.91·defect 2.0 %·E -12.30·GC 50 %", "an 80-column terminal's board"
    assert fact_text(facts, 45, plain=True) == "unique,p 0.91,defect 2.0 %,E -12.30,GC 50 %"
    longer = facts | {"probability": 0.711}
    assert fact_text(longer, 42) == "unique·p 0.711·defect 2.0 %·GC 50 %", "a board beside a panel at 80 columns"
    assert [fact_text(facts, width) for width in (33, 20, 8)] == [
        "unique·p 0.91·defect 2.0 %",
        "unique·p 0.91",
        "unique",
    ]
    assert fact_text(facts, plain=True).isascii()
    assert fact_text({}) == ""
