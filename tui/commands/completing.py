"""What a shell offers for the names that only the disk or the registries know."""

from __future__ import annotations

import click

Names = list[str]


def run_names(_ctx: click.Context, _param: click.Parameter, begun: str) -> Names:
    """The ids of runs that start so, the newest first."""
    from solvers.runs.folder import all_runs

    return [run.id for run in all_runs() if run.id.startswith(begun)]


def stored_priors(_ctx: click.Context, _param: click.Parameter, begun: str) -> Names:
    """The names of priors that start so: stored ones, then those that come with the program."""
    from priors.shipped import all_shipped
    from priors.store import SUFFIX, folder

    names = [*sorted(path.stem for path in folder().glob(f"*{SUFFIX}")), *(one.name for one in all_shipped())]
    return [name for name in dict.fromkeys(names) if name.startswith(begun)]


def prior_kinds(_ctx: click.Context, _param: click.Parameter, begun: str) -> Names:
    """The values of --prior that start so, of all families."""
    from puzzles.registry import families

    known = ["auto", "none", *(kind.name for family in families() for kind in family.priors.kinds)]
    return [name for name in dict.fromkeys(known) if name.startswith(begun)]


def families_to_train(_ctx: click.Context, _param: click.Parameter, begun: str) -> Names:
    """The families that start so and have a prior that is counted."""
    from puzzles.registry import families_that_train

    return [one.name for one in families_that_train() if one.name.startswith(begun)]


def written_formats(_ctx: click.Context, _param: click.Parameter, begun: str) -> Names:
    """The formats that start so and that some family writes."""
    from puzzles.registry import families

    known = [one.name for family in families() for one in family.formats if one.writes]
    return [name for name in dict.fromkeys(known) if name.startswith(begun)]


def datasets(_ctx: click.Context, _param: click.Parameter, begun: str) -> Names:
    """The datasets that start so, and the files of one of them once its name stands there."""
    from puzzles.datasets.registry import DATASETS

    names = [one.name for one in DATASETS]
    files = [f"{one.name}/{file.name}" for one in DATASETS for file in one.files] if "/" in begun else []
    return [name for name in (*names, *files) if name.startswith(begun)]
