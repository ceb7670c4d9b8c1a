"""An app without screens, for tests of one widget: it has the colours that boards use."""

from __future__ import annotations

from textual.app import App

from tui.theme import NIGHT, OWN


class ThemedApp(App[None]):
    def get_theme_variable_defaults(self) -> dict[str, str]:
        """As of the app itself."""
        return {one: NIGHT.variables[one] for one in OWN}
