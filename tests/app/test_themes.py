"""Themes: what is written can be read (WCAG's contrast), and the safe ones' marks differ for every kind of eyes."""

from __future__ import annotations

from itertools import combinations

import pytest
from rich.segment import Segment
from textual.color import Color
from textual.theme import Theme

from tui.kept.options import THEMES as NAMES
from tui.theme import NIGHT, OWN, PAPER, SAFE_NIGHT, SAFE_PAPER, TERMINAL, THEMES, OnlyPrintable, choose_theme

LEAST_CONTRAST = 4.6
LEAST_DIFFERENCE = 20.0
MARKS = ("yours", "found", "wrong", "hint", "best")
Vector = tuple[float, float, float]
EYES: dict[str, tuple[Vector, Vector, Vector]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Of linear light (Machado, Oliveira and Fernandes, 2009, severity 1)."""


def linear(colour: str) -> Vector:
    """The light of red, green and blue, 0 to 1."""
    parts = [part / 255 for part in Color.parse(colour).rgb]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return red, green, blue


def luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """As WCAG 2 defines it, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def lab(colour: str, eyes: str) -> Vector:
    """CIELAB, with white D65, of what such eyes see."""
    light = linear(colour)
    red, green, blue = (min(1.0, max(0.0, sum(a * b for a, b in zip(row, light, strict=True)))) for row in EYES[eyes])
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = (one ** (1 / 3) if one > 216 / 24389 else (24389 / 27 * one + 16) / 116 for one in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(one: str, other: str, eyes: str) -> float:
    """CIE's Delta E of 1976."""
    return sum((a - b) ** 2 for a, b in zip(lab(one, eyes), lab(other, eyes), strict=True)) ** 0.5


@pytest.mark.parametrize("theme", THEMES[:-1], ids=lambda one: one.name)
def test_all_that_is_written_can_be_read(theme: Theme) -> None:
    own = theme.variables
    grounds = {"background": theme.background, "surface": theme.surface}
    written = {name: own[name] for name in MARKS} | {"foreground": theme.foreground, "primary": theme.primary}
    written["text-muted"] = own["text-muted"]
    low = {
        (name, ground): round(contrast(str(colour), str(of)), 2)
        for name, colour in written.items()
        for ground, of in grounds.items()
        if contrast(str(colour), str(of)) < LEAST_CONTRAST
    }
    for ground in ("cell", "clue-down", "clue-across"):
        if contrast(str(theme.foreground), own[ground]) < LEAST_CONTRAST:
            low["foreground", ground] = contrast(str(theme.foreground), own[ground])
    assert not low


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("theme", [SAFE_NIGHT, SAFE_PAPER], ids=lambda one: one.name)
def test_marks_of_the_safe_themes_differ_for_all_eyes(theme: Theme, eyes: str) -> None:
    own = theme.variables
    near = {
        (one, other): round(difference(own[one], own[other], eyes), 1)
        for one, other in combinations(MARKS, 2)
        if difference(own[one], own[other], eyes) < LEAST_DIFFERENCE
    }
    assert not near


def test_the_measures_are_right() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21.0)
    assert lab("#ff0000", "usual") == pytest.approx((53.24, 80.09, 67.20), abs=0.05)


def test_every_theme_has_all_colours_and_the_right_ones_are_their_roles() -> None:
    assert ("auto", *(one.name for one in THEMES)) == NAMES
    for theme in THEMES:
        assert set(OWN) <= set(theme.variables)
    assert (NIGHT.success, NIGHT.error) == (NIGHT.variables["found"], NIGHT.variables["wrong"])
    assert (NIGHT.warning, NIGHT.accent) == (NIGHT.variables["best"], NIGHT.variables["hint"])


@pytest.mark.parametrize(
    ("system", "no_colour", "wanted", "colorfgbg", "name"),
    [
        ("truecolor", False, "auto", "", NIGHT.name),
        ("truecolor", False, "auto", "15;0", NIGHT.name),
        ("256", False, "auto", "0;15", PAPER.name),
        ("256", False, "auto", "0;default;7", PAPER.name),
        ("truecolor", False, "auto", "12;8", NIGHT.name),
        ("truecolor", False, "safe-paper", "15;0", SAFE_PAPER.name),
        ("standard", False, "paper", "", TERMINAL.name),
        ("truecolor", True, "paper", "", TERMINAL.name),
        (None, False, "auto", "", TERMINAL.name),
    ],
)
def test_the_theme_follows_the_settings_and_the_terminal(
    system: str | None, no_colour: bool, wanted: str, colorfgbg: str, name: str
) -> None:
    assert choose_theme(system, no_colour=no_colour, wanted=wanted, colorfgbg=colorfgbg) == name


def test_the_sign_for_degrees_is_left_out_in_ascii_and_kept_elsewhere() -> None:
    drawn = [Segment("state 2, 60 °C")]
    assert OnlyPrintable().apply(drawn, Color(0, 0, 0)) == drawn
    assert OnlyPrintable(plain=True).apply(drawn, Color(0, 0, 0)) == [Segment("state 2, 60  C")]
