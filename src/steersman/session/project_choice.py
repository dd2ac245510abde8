"""Which project a workbench opens: the one that was asked for, or the last one on the same data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from steersman.errors import SteersmanError
from steersman.learn.trajectory import Watch
from steersman.session.project import Origin, housed, opened_project
from steersman.session.project_files import Listed, free_path, listed_projects
from steersman.session.session import Session
from steersman.session.views import Values

__all__ = ["last_project_or_new"]


def last_project_or_new(
    origin: Origin, menu: Sequence[Values], watch: Watch, say: Callable[[str], object]
) -> Session:
    """The project on this data that was kept last, a new one, or a session that keeps nothing.

    What stands in the way of the better ones is said; it never stops the work.
    """
    facts = origin.facts()
    rivals = [
        each
        for each in listed_projects()
        if (each.source, each.about, each.options or {})
        == (facts["source"], origin.about, facts["options"])
    ]
    same = [each for each in rivals if each.sha256 == facts["sha256"] and not each.fault]
    same.sort(key=lambda each: not each.entries)  # one that nothing was done in comes last
    for each in same:
        try:
            session = opened_project(Path(each.path), menu, watch, origin)
        except SteersmanError as error:
            say(f"{each.name}: {error}.")
            continue
        say(reopened(each))
        return session
    if rivals and not same:
        say(f"The data has changed since {rivals[0].name} was made; a new project is started.")
    session = Session(origin.dataset, menu)
    try:
        return housed(session, free_path(origin.title), origin, menu)
    except SteersmanError as error:
        say(f"Nothing will be kept: {error}.")
        return session


def reopened(project: Listed) -> str:
    done = f"{project.entries} thing{'s' if project.entries != 1 else ''} done"
    return f"Going on with the project {project.name!r} ({done}): {project.path}"
