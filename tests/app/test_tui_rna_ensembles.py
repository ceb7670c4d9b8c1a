"""The widget of inverse RNA folding: what is proved or computed beside it, several states, two strands."""

from __future__ import annotations

import sys
import threading

import pytest
from drivers.fake_engine import DEADLINE, wait_for
from drivers.rna_boards import board, text
from drivers.rna_designs import ITS_FOLD, MISFOLDING, SOLUTIONS, TARGET, board_of

from puzzles.rna import checker, states, vienna
from puzzles.rna.puzzle import RnaPuzzle
from puzzles.rna.undesignable.claims import Claims, claims
from puzzles.text.quoting import percent
from tui.boards.drawing import Facts
from tui.boards.rna import board as rna_board
from tui.boards.rna import odds as odds_process
from tui.boards.rna.odds import Design, Odds
from tui.boards.rna.scene import tenths

FACTS: Facts = {"fold": ITS_FOLD}
SOLVED: Facts = {"fold": TARGET}
SWITCH = RnaPuzzle(
    "(((...(((((.....)))))...)))", state="(((...((((....)...)))...))) with theophylline, target at 37, target at 60"
)
"""A design of three states, and one whose second is told to misfold."""
SWITCHING = "GGGAUACCAGGAAACCCUUGGCAGCCC"
SWITCH_FACTS: Facts = {
    **checker.confirm(SWITCH, board_of(SWITCHING)).facts,
    "state_2_fold": "(((.....................)))",
}


BARRED = RnaPuzzle("..((.(...)))..")
"""A target with a motif that is proved undesignable."""


async def test_what_is_proved_of_a_target_is_looked_up_beside_its_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    may_go_on, threads = threading.Event(), []

    def slow_claims(puzzle: RnaPuzzle) -> Claims:
        threads.append(threading.current_thread())
        assert may_go_on.wait(DEADLINE)
        return claims(puzzle)

    monkeypatch.setattr(rna_board, "claims", slow_claims)
    async with board(BARRED) as (app, shown, pilot):
        try:
            await wait_for(pilot, lambda: bool(threads))
            assert text(shown).strip(), "the target is drawn"
            assert "proved" not in text(shown.below())
        finally:
            may_go_on.set()
        await wait_for(pilot, lambda: "!!!!!!!!" in text(shown.below()))
        await wait_for(pilot, lambda: "1 motif proved undesignable" in app.status_text)
        shown.show(BARRED.start_board)
        await pilot.pause()
        assert "!!!!!!!!" in text(shown.below()), "it stays known"
    assert threading.main_thread() not in threads


@pytest.mark.parametrize("plain", [False, True])
async def test_defects_and_odds_come_from_a_process_beside_the_app(
    monkeypatch: pytest.MonkeyPatch, plain: bool
) -> None:
    asked = []

    async def answered(design: Design) -> Odds | None:
        asked.append(design)
        return vienna.pair_odds(design.sequence, design.model)

    monkeypatch.setattr(odds_process, "_answered", answered)
    async with board(plain=plain) as (app, shown, pilot):
        shown.show(board_of(MISFOLDING), facts=FACTS)
        await pilot.press("v", "v")
        assert (shown.view, asked) == ("arcs", []), "nothing is computed that is not looked at"
        await pilot.press("v")
        await wait_for(pilot, lambda: "ensemble defect" in app.status_text)
        wanted = vienna.ensemble(MISFOLDING, TARGET, "eterna-v2").defect
        assert f"ensemble defect {percent(wanted, 1)}; " in app.status_text
        marks = "".join(tenths(one) for one in shown.scene.defects)
        assert marks in text(shown.below())
        assert set(marks) & set("123456789X")
        drawn = text(shown).replace("5'", "").replace("3'", "")
        assert {letter: drawn.count(letter) for letter in "456789X"} == {one: marks.count(one) for one in "456789X"}
        assert drawn.isascii() == plain
        await pilot.press("full_stop")
        assert "; defect " in app.status_text
        await pilot.press("v")
        assert (shown.view, len(asked)) == ("odds", 1), "it is known already"
        shown.show(board_of(SOLUTIONS[0]), facts=SOLVED)
        await wait_for(pilot, lambda: len(asked) == 2 and bool(shown.scene.defects))
        shown.show((0, *board_of(SOLUTIONS[0])[1:]))
        await pilot.pause()
        assert len(asked) == 2, "an open design has no probabilities"


async def test_the_process_answers_and_its_failure_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    async with board() as (app, shown, pilot):
        shown.show(board_of(MISFOLDING), facts=FACTS)
        await pilot.press("v", "v", "v")
        await wait_for(pilot, lambda: shown.scene.odds is not None)
        assert shown.scene.odds == vienna.pair_odds(MISFOLDING, "eterna-v2")
        monkeypatch.setattr(odds_process, "COMMAND", (sys.executable, "-c", "raise SystemExit(1)"))
        shown.show(board_of(SOLUTIONS[0]), facts=SOLVED)
        await wait_for(pilot, lambda: "no probabilities" in app.status_text)
        assert shown.scene.odds is None
        monkeypatch.setattr(odds_process, "COMMAND", ("/nothing/there",))
        shown.show(board_of(SOLUTIONS[1]), facts=SOLVED)
        await wait_for(pilot, lambda: "no probabilities" in app.status_text)


async def test_each_state_is_drawn_with_its_conditions() -> None:
    """By `m` in the same view, by `v` behind the last view; `m` in play too, where capitals are bases."""
    async with board(SWITCH) as (app, shown, pilot):
        shown.show(board_of(SWITCHING), facts=SWITCH_FACTS)
        await pilot.pause()
        assert (app.status_text, app.keys.split()[-1]) == ("state 1, 37 °C: as wanted; its shape", "m")
        seen = {text(shown)}
        for number, expected in (
            (2, "60 °C: 10 of 27 misfold (reversed); its shape"),
            (3, "37 °C, theophylline: as wanted"),
        ):
            await pilot.press("m")
            await pilot.pause()
            assert app.status_text.startswith(f"state {number}, {expected}")
            assert shown.scene.partners == SWITCH.states[number - 1].partners
            rows = [line.split() for line in text(shown.below()).split("\n")[1:]]
            names = [f"{one[0]} {one[1]}" for one in rows[:4]]
            assert names == [
                *(f"state {one}{'▸' if one == number else ''}" for one in range(1, number + 1)),
                f"fold {number}",
                *(f"state {one}" for one in range(number + 1, 4)),
            ]
            seen.add(text(shown))
        assert len(seen) == 3
        await pilot.press("v", "v", "v", "v", "v")
        await pilot.pause()
        assert (shown.view, shown.scene.state) == ("target", 0)
        shown.hand.begin()
        await pilot.press("m")
        assert shown.scene.state == 1


async def test_probabilities_are_those_of_the_state_that_is_drawn() -> None:
    """The process answers with the ligand bound where the state has one."""
    async with board(SWITCH) as (_, shown, pilot):
        shown.show(board_of(SWITCHING), facts=SWITCH_FACTS)
        await pilot.press("v", "v", "v")
        for state in (*SWITCH.states, SWITCH.states[0]):
            await wait_for(pilot, lambda: shown.scene.odds is not None)
            found = states.compound(SWITCHING, state, SWITCH.model)
            found.exp_params_rescale(found.mfe()[1])
            found.pf()
            assert shown.scene.defect == pytest.approx(found.ensemble_defect(state.structure), abs=1e-5)
            await pilot.press("m")


TWO = RnaPuzzle("((((..((((&))))....))))", "NNNNNNNNNN&NNNNNNNNGNNN")
ON_TWO = "GGCAAAGCGCGCGCAAAGUGCC"


async def test_two_strands_are_drawn_in_all_views_and_clicked_on() -> None:
    async with board(TWO) as (app, shown, pilot):
        shown.show(board_of(ON_TWO), facts={"fold": TWO.with_nick(TWO.target)})
        await pilot.pause()
        assert app.status_text == "it folds as wanted; the target's shape"
        assert text(shown).count("5'") == 2
        assert TWO.with_nick(ON_TWO) in text(shown.below())
        await pilot.click(shown.below(), offset=(9 + 11, 3))
        await pilot.pause()
        assert app.status_text.startswith("11 G: with 10 C")
        await pilot.click(shown.below(), offset=(9 + 10, 3))
        await pilot.pause()
        assert app.status_text.startswith("11 G: "), "the sign is no position"
        await pilot.press("comma")
        await pilot.pause()
        assert app.status_text.startswith("10 C: with 11 G")
        await pilot.press("v", "v")
        await pilot.pause()
        assert shown.view == "arcs"
        assert "&" in text(shown)
        await pilot.press("v")
        await wait_for(pilot, lambda: shown.scene.odds is not None)
        assert shown.scene.odds == vienna.pair_odds(TWO.with_nick(ON_TWO), "eterna-v2")
        assert shown.scene.defect == pytest.approx(
            vienna.ensemble(TWO.with_nick(ON_TWO), TWO.target, "eterna-v2").defect, abs=1e-5
        )
        await pilot.press("v")
        await pilot.pause()
        assert shown.view == "odds"
