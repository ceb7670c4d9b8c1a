"""Commands that have commands below them: an unknown name is answered with the known ones, in one line."""

from __future__ import annotations

import click


class Commands(click.Group):
    """A group that names its commands where one of them is expected. `noun` is what they are called."""

    noun = "command"

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click's, but an unknown name is answered with the known ones."""
        known = self.list_commands(ctx)
        if args and not args[0].startswith("-") and args[0] not in known:
            raise click.UsageError(f"{self.unknown(args[0])}; expected one of: {', '.join(known)}", ctx)
        return super().resolve_command(ctx, args)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As click's, but where a command is missing the known ones are named in one line, not in a page of help."""
        if not (args or self.invoke_without_command or ctx.resilient_parsing):
            known = ", ".join(self.list_commands(ctx))
            raise click.UsageError(f"no {self.noun} is named; expected one of: {known}", ctx)
        return super().parse_args(ctx, args)

    def unknown(self, name: str) -> str:
        """What is wrong with the name, in words."""
        return f"no {self.noun} {name!r}"
