"""The app's colours: a calm dark theme, and the terminal's own colours where there are only sixteen."""

from __future__ import annotations

from textual.theme import Theme

CALM = Theme(
    name="calm",
    primary="#7aa2c8",
    secondary="#9fb3a8",
    accent="#c9a86a",
    warning="#d7a65f",
    error="#d9777f",
    success="#8fbf8f",
    foreground="#d6d9de",
    background="#16191e",
    surface="#1f242b",
    panel="#262c35",
    dark=True,
)


def choose_theme(colour_system: str | None) -> str:
    """The theme's name for a terminal's colour system as Rich names it."""
    return "ansi-dark" if colour_system in (None, "standard", "windows") else CALM.name
