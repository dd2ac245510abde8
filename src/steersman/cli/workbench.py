"""Open the workbench: on its start page, on a data set, or on the preview of a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from steersman.cli.network import NetworkOptions, hosting_of
from steersman.cli.progress import status_line
from steersman.cli.terminal import echo
from steersman.data import available, load
from steersman.data.collections.by_name import COLLECTIONS
from steersman.data.file_sets import is_partitioned
from steersman.data.files.data_folders import data_folder
from steersman.data.files.file_reach import FileReach
from steersman.data.read_options import ReadOptions
from steersman.server.serve import serve
from steersman.session import Session
from steersman.session.data.actions import LoadFile, OpenFile, SetEngine, SetRole
from steersman.session.data.choice import DataChoice
from steersman.session.data.many_files import is_there
from steersman.session.data.remembered_choices import recent_files
from steersman.session.data.room import DataRoom
from steersman.session.data.sketches import Sketches
from steersman.session.datasets.placeholder import placeholder_dataset
from steersman.session.project.room import ProjectRoom
from steersman.session.shapes import EntryValues
from steersman.session.storage.files import projects_folder
from steersman.session.storage.project import Origin, opened_project, project_session
from steersman.session.storage.startup import last_project_or_new
from steersman.tasks import Task
from steersman.workers import keep_loaded_objects

# What a person asked for who named neither data nor a project.
START_PAGE = "start page"


def open_workbench(
    source: str | None,
    reading: ReadOptions,
    port: int,
    open_browser: bool,
    project: Path | None = None,
    network: NetworkOptions | None = None,
    *,
    engine: str | None = None,
) -> None:
    """Read the data with a progress line, then serve the page until interrupted.

    A file whose label is not named is opened in the data room, read as was said, and so are several
    files, in partitions where an `engine` is named. Without data the
    last project goes on; without one, the page starts with its start page.
    """
    network = network or NetworkOptions()
    # Before any data is read: a door that cannot be opened is said at once.
    network.door()
    # Before any data is read: what is loaded later can be freed.
    keep_loaded_objects()
    door = door_of(source, project)
    first = f"Reading {source or project}" if source or project else "Opening"
    with status_line(first) as report:
        task, menu, notes = Task(progress=report), data_menu(), tuple[str, ...]()
        several = source is not None and (engine is not None or is_partitioned(source))
        previewed = source is not None and (several or (reading.label is None and is_file(source)))
        if project is not None and project.exists() and source is None:
            session = opened_project(project, menu, task)
        else:
            if source is None:
                origin = Origin.without_data()
            elif previewed:
                # Before a project is created: a mistyped path should not leave an empty one behind.
                check_readable(source, reading, task)
                origin = Origin.without_data(str(Path(source).expanduser().absolute()))
            else:
                said = reading.given_options()
                dataset = load(source, **said, progress=report)
                notes = dataset.provenance.notes
                origin = Origin(dataset, source, said)
            report("preparing the workbench", None)
            if project is not None:
                session = project_session(project, origin, menu, task)
            else:
                # Named data decides the project; the door only counts without it.
                behind = "" if source else door
                session = last_project_or_new(origin, menu, task, echo, behind)
        if previewed and session.history.made == 1:
            preview(session, origin.about, reading, task, engine)
    for note in notes:
        echo(note, err=True)
    if session.rooms[ProjectRoom].notice:
        echo(session.rooms[ProjectRoom].notice)
    try:
        hosting = hosting_of(network, session, menu, door)
        reach = page_reach(source, project, network.allow)
        serve(session, port, open_browser, echo, door, replace(hosting, reach=reach))
    finally:
        if session.log is not None:
            session.log.store.close()


def page_reach(source: str | None, project: Path | None, allow: Sequence[Path]) -> FileReach:
    """The files that the page may ask for: those allowed, and those that were opened or named."""
    always = [data_folder(), projects_folder()]
    if source is not None and is_file(source):
        path = Path(source).expanduser().absolute()
        always.append(path if path.is_dir() else path.parent)
    if project is not None:
        always.append(project.expanduser().absolute().parent)
    return FileReach.of(allow, always, [Path(each.path) for each in recent_files()])


def door_of(source: str | None, project: Path | None) -> str:
    """The name of a request, the same from every folder."""
    asked = project or source or START_PAGE
    return (
        str(Path(asked).expanduser().absolute()) if project or is_file(str(asked)) else str(asked)
    )


def check_readable(source: str, reading: ReadOptions, task: Task) -> None:
    """Raise an error when a file cannot be read, before a project is created for it."""
    sketches = Sketches()
    choice = sketches.first_choice(source, task, reading.format)
    sketches.sketch(
        replace(choice, reading=replace(choice.reading, **named_options(reading))), task
    )


def is_file(source: str) -> bool:
    """Whether `source` is a file or folder rather than the name of a collection."""
    return source not in COLLECTIONS and is_there(Path(source).expanduser())


def previewing_session(source: str, text: str | None) -> Session:
    """A session that is not kept, in which a file is open in the data room."""
    session = Session(placeholder_dataset(), data_menu())
    preview(session, source, ReadOptions(text=text), Task())
    return session


def preview(
    session: Session, source: str, reading: ReadOptions, task: Task, engine: str | None = None
) -> None:
    """Open a file in the data room, read as was said; one that needs no label is loaded.

    Several files are loaded too where their label is named.
    """
    session.perform(OpenFile(source, reading.format), task)
    found = session.history.step.state.choice(DataChoice)
    if found is not None:
        asked = replace(found.reading, **named_options(reading))
        if asked != found.reading:
            choice = replace(found, reading=asked)
            session.perform(OpenFile(found.path, reading.format, choice), task)
    for column, role in reading.named_roles().items():
        session.perform(SetRole(column, role), task)
    if engine is not None:
        session.perform(SetEngine(engine), task)
    state = session.history.step.state
    named = reading.label is not None and (engine is not None or is_partitioned(source))
    if named or session.rooms[DataRoom].labels_itself(state):
        session.perform(LoadFile(state.choice(DataChoice)), task)


def named_options(reading: ReadOptions) -> dict[str, Any]:
    """The options that were named on the command line, without the roles of columns."""
    roles = ReadOptions.names("roles")
    return {name: value for name, value in reading.given_options().items() if name not in roles}


def data_menu() -> list[EntryValues]:
    """The data sets that can be chosen on the page."""
    return [
        {"name": entry.name, "title": entry.name.replace("-", " "), "summary": entry.source}
        for entry in available()
        if entry.present
    ]
