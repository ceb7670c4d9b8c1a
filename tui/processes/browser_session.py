"""The app behind one page of a browser, a process that `tui.processes.serving` starts, with its options as JSON."""

from __future__ import annotations

import json
import sys

from textual import messages
from textual.drivers.web_driver import WebDriver


class SessionDriver(WebDriver):
    """Ends the app when its server is gone, which closes its input; textual's driver would leave it for ever."""

    def run_input_thread(self) -> None:
        super().run_input_thread()
        if not self.exit_event.is_set():
            self._app.post_message(messages.ExitApp())


def main(options: str) -> int:
    """The app's exit code; `options` is a JSON object with fields of AppOptions."""
    from tui.kept.options import AppOptions
    from tui.start import run

    return run(AppOptions(**json.loads(options)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
