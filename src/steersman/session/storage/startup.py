"""The choice of the project at startup: the last one for this request or data, or a new one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from steersman.errors import SteersmanError
from steersman.session.data.remembered_choices import read_json, write_json
from steersman.session.datasets.placeholder import PLACEHOLDER
from steersman.session.project.room import ProjectRoom
from steersman.session.session import Session
from steersman.session.shapes import EntryValues
from steersman.session.storage.files import (
    ProjectSummary,
    free_path,
    listed_projects,
    projects_folder,
)
from steersman.session.storage.project import Origin, ProjectHome, opened_project, save_as_project
from steersman.tasks import Task


def last_project_or_new(
    origin: Origin,
    menu: Sequence[EntryValues],
    task: Task,
    say: Callable[[str], object],
    door: str = "",
) -> Session:
    """Open the last project of a door, or the newest one on this data, or create one.

    Where none can be kept it is a session that keeps nothing. What stands in the way of the better
    ones is the project's notice; it never stops the work.
    """
    passed_over: list[str] = []
    facts = origin.facts()
    all_projects = listed_projects()
    rivals = [each for each in all_projects if is_rival(each, origin, facts)]
    same = [each for each in rivals if each.sha256 == facts["sha256"] and not each.fault]
    # Projects in which nothing was done come last. The sort is stable, so the others stay newest
    # first.
    same.sort(key=lambda each: not each.entries)
    behind = project_behind(door)
    first = [each for each in all_projects if behind is not None and each.path == str(behind)]
    for each in [*first, *(each for each in same if each not in first)]:
        known = origin if each in same else None
        try:
            session = opened_project(Path(each.path), menu, task, known)
        except SteersmanError as error:
            # A damaged or busy project must not keep anybody from working: the next one is tried.
            passed_over.append(unopened_reason(each, error))
            continue
        say(resume_message(each))
        remember_behind_door(session, door)
        return with_notice(session, passed_over)
    if rivals and not same:
        passed_over.append(
            f"The data has changed since {rivals[0].name} was made; a new project is started."
        )
    session = Session(origin.dataset, menu)
    try:
        save_as_project(session, free_path(origin.title), origin, menu)
    except SteersmanError as error:
        passed_over.append(f"Nothing will be saved: {error}.")
    remember_behind_door(session, door)
    return with_notice(session, passed_over)


def remember_behind_door(session: Session, door: str) -> None:
    """Remember the project that a session is saved in as the last one behind a door.

    A door is what the person asked for to come in. A full disk is no reason to stop.
    """
    home = session.rooms[ProjectRoom].home
    if isinstance(home, ProjectHome) and door:
        home.on_open = partial(remember_behind_door, door=door)
        write_json(doors_file(), doors() | {door: str(home.store.path.absolute())})


def project_behind(door: str) -> Path | None:
    """The project that was last open through a door, if it is still there."""
    path = doors().get(door)
    return Path(path) if path and Path(path).exists() else None


def doors() -> dict[str, str]:
    """The project last open through each door."""
    kept = read_json(doors_file())
    pairs = kept.items() if isinstance(kept, dict) else ()
    return {door: path for door, path in pairs if isinstance(path, str)}


def doors_file() -> Path:
    return projects_folder() / "doors.json"


def is_rival(project: ProjectSummary, origin: Origin, facts: Mapping[str, Any]) -> bool:
    """Whether a project was started with the same source and options."""
    # The placeholder is a copy of a real data set, and so has the same facts.
    if (project.first == PLACEHOLDER) != (origin.dataset.name == PLACEHOLDER):
        return False
    told = (project.source, project.about, project.options or {})
    return told == (facts["source"], origin.about, facts["options"])


def unopened_reason(project: ProjectSummary, error: SteersmanError) -> str:
    """A sentence on why the last project could not be opened."""
    todo = f" To go on with it, {error.todo}." if error.todo else ""
    return f"The project {project.name} stays as it was: {error.what}.{todo}"


def with_notice(session: Session, sentences: Sequence[str]) -> Session:
    """Add a notice to a session's page; of several sentences only the first is shown."""
    told = f"{sentences[0]} {len(sentences) - 1} more like this." if len(sentences) > 1 else ""
    said = [told or " ".join(sentences), session.rooms[ProjectRoom].notice]
    session.rooms[ProjectRoom].notice = " ".join(filter(None, said))
    return session


def resume_message(project: ProjectSummary) -> str:
    steps = f"{project.entries} step{'s' if project.entries != 1 else ''}"
    return f"Resuming project {project.name} ({steps}): {project.path}"
