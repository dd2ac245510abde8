"""Saved sessions: projects that are created, opened, imported or switched."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import time
from typing import Any

from steersman._version import __version__
from steersman.data import Dataset
from steersman.data.collections.by_name import COLLECTIONS
from steersman.errors import SteersmanError
from steersman.session.actions import SwitchProject
from steersman.session.data.actions import LoadFile, OpenFile
from steersman.session.data.choice import DataChoice
from steersman.session.data.many_files import is_there
from steersman.session.data.remembered_choices import fingerprint
from steersman.session.data.room import DataRoom
from steersman.session.data.sketches import absolute
from steersman.session.datasets.placeholder import PLACEHOLDER, STAND_IN_SOURCE, placeholder_dataset
from steersman.session.project.actions import ImportProject, NewProject, OpenProject
from steersman.session.project.room import ProjectRoom
from steersman.session.project.shapes import ListedProject
from steersman.session.project.words import UNNAMED
from steersman.session.session import Session
from steersman.session.shapes import EntryValues
from steersman.session.storage.data_identity import (
    check_unchanged,
    data_facts,
    origin_facts,
    reload_data,
)
from steersman.session.storage.files import (
    discard_copy,
    exported_content,
    free_path,
    imported_file,
    listed_projects,
)
from steersman.session.storage.log import ProjectLog
from steersman.session.storage.project_check import check_in_worker
from steersman.session.storage.relocated_files import carried_folder, moved_files, names_by_path
from steersman.session.storage.replay import replay
from steersman.session.storage.store import Store
from steersman.session.storage.store_errors import fault
from steersman.tasks import Task
from steersman.workers import WorkerJob

Menu = Sequence[EntryValues]
# Measured: a project of so many bytes is copied in 10 ms.
MOST_QUICK_BYTES = 2**20


@dataclass(frozen=True)
class Origin:
    """A data set and how it was read, so that a project can read it again.

    `about` names a file that the person came for, if it is another one.
    """

    dataset: Dataset
    source: object = None
    options: Mapping[str, object] = field(default_factory=dict)
    about: str = ""

    @classmethod
    def without_data(cls, about: str = "") -> Origin:
        """The origin of a session in which data is still to be chosen."""
        return cls(placeholder_dataset(), STAND_IN_SOURCE, about=about)

    @property
    def title(self) -> str:
        """The first title of a project on this data."""
        named = UNNAMED if self.dataset.name == PLACEHOLDER else self.dataset.name
        return Path(self.about).name.split(".")[0] or named

    def facts(self) -> dict[str, Any]:
        told = {"about": self.about} if self.about else {}
        return data_facts(self.dataset) | origin_facts(self.source, self.options) | told


def project_session(
    path: Path, origin: Origin, menu: Menu = (), task: Task | None = None
) -> Session:
    """Open the project at `path`, or create one there for a data set."""
    if path.exists():
        return opened_project(path, menu, task, origin)
    return started_project(path, origin, menu)


def started_project(path: Path, origin: Origin, menu: Menu = (), name: str = "") -> Session:
    """A session whose work is kept in a new project."""
    return save_as_project(Session(origin.dataset, menu), path, origin, menu, name)


def save_as_project(
    session: Session, path: Path, origin: Origin, menu: Menu = (), name: str = ""
) -> Session:
    """The session with its work kept in a new project from here on."""
    name = name or origin.title
    about = {"name": name, "called": name, "made": time(), "steersman": __version__}
    store = Store.create(path, about)
    store.add_data(origin.dataset.name, origin.facts())
    return attach_store(session, store, origin, menu)


def opened_project(
    path: Path,
    menu: Menu = (),
    task: Task | None = None,
    origin: Origin | None = None,
    hint: str = "",
) -> Session:
    """A session that goes on where a project was left, to the bit.

    The data is read from where it was, or found again, unless it is given; `hint` is where the
    person says that a file of it is now.
    """
    task = task or Task()
    # Opened first: it holds the lock, so that nobody writes while the log is replayed.
    store = Store.open(path)
    try:
        name, facts = first_data(store)
        moved = False
        if origin is None:
            content = store.data_content(name)
            dataset, source, moved = reload_data(name, facts, path, content, task, hint)
            origin = Origin(dataset, source, facts.get("options", {}))
        # Before the replay, which can take minutes and would fail halfway on other data.
        check_unchanged(name, origin.dataset, facts)
        # The log refers to the data by the name it had, even if the file was renamed since.
        origin = replace(origin, dataset=replace(origin.dataset, name=name))
        session = attach_store(Session(origin.dataset, menu), store, origin, menu)
        # Saved at once: the next start need not search again.
        if moved:
            store.add_data(name, origin.facts())
        files = moved_files(store, hint or origin.about)
        session.rooms[DataRoom].called = names_by_path(store, files)
        replayed = replay(session, store, task, moved=files, log=ProjectLog(store))
        if files:
            for data in session.library.corpora.keys() & store.data().keys() - {name}:
                store.add_data(data, data_facts(session.library.corpora[data].dataset))
        unknown = {*files.values(), *([str(origin.source)] if moved else [])} - {hint}
        found = [
            f"{Path(each).name} was found in {Path(each).parent}."
            for each in sorted(unknown)
            if Path(each).parent != carried_folder(path)
        ]
        session.rooms[ProjectRoom].notice = " ".join(filter(None, [*found, replayed.notice]))
    except BaseException:
        store.close()
        raise
    return session


def typed_path(file: str) -> str:
    """The absolute path that a person typed, empty if nothing was typed."""
    return str(absolute(file)) if file.strip() else ""


def first_data(store: Store) -> tuple[str, dict[str, Any]]:
    """The data that a project was started with."""
    data = store.data()
    if not data:
        raise fault("project-damaged", store.path, "the project has no data", "start a new one")
    return next(iter(data.items()))


def attach_store(session: Session, store: Store, origin: Origin, menu: Menu) -> Session:
    """Attach a store to a session, which saves its actions from now on."""
    home = ProjectHome(store, origin, menu)
    session.log = ProjectLog(store)
    session.rooms[ProjectRoom].start(str(store.facts["called"]), home)
    session.rooms[ProjectRoom].kept_at = store.facts["made"]
    return session


def present_data(session: Session, first: Origin) -> tuple[Origin, DataChoice | None]:
    """The origin of a session's current data, for a new project; `first` is its first data.

    A file of the data room is looked at and loaded there again, with the choice that made it.
    """
    name = session.history.step.state.dataset
    dataset = session.library.corpora[name].dataset
    if name == first.dataset.name:
        return first, None
    if name in COLLECTIONS:
        return Origin(dataset, name), None
    choice = session.rooms[DataRoom].choices.get(name)
    if choice is None:
        raise SteersmanError(
            f"the data {name!r} exists only in this project",
            todo="start the new project with other data",
            code="data-made-here",
            data=name,
        )
    path = Path(choice.path)
    if not is_there(path) or fingerprint(path) != choice.fingerprint:
        raise SteersmanError(
            f"{path.name} was changed or removed after it was loaded",
            todo="start the new project with other data, or open the file again",
            code="file-changed",
            file=path.name,
        )
    return Origin.without_data(choice.path), choice


@dataclass
class ProjectHome:
    """Where a session is saved, and the way to other projects; `on_open` hears of each."""

    store: Store
    origin: Origin
    menu: Menu
    on_open: Callable[[Session], object] = lambda _session: None
    incoming: list[str] = field(default_factory=list)

    @property
    def place(self) -> str:
        return str(self.store.path)

    def project_list(self) -> list[ListedProject]:
        """The projects there are; `here` is this one."""
        path = self.store.path.absolute()
        return [
            {
                "path": each.path,
                "name": each.name,
                "data": each.data,
                "entries": each.entries,
                "kept_at": each.kept_at,
                "here": each.path == str(path),
                "fault": each.fault,
            }
            for each in listed_projects(path)
        ]

    def export_bytes(self, data: bool, task: Task) -> bytes:
        """This project as the bytes of one file; a worker writes one that may be large."""
        path, job = self.store.path, None
        if data or path.stat().st_size > MOST_QUICK_BYTES:
            job = WorkerJob("export-project", (path, data), path.name)
        return task.result(
            "project file",
            lambda: (str(path), data),
            lambda: exported_content(self.store, data),
            job=job,
            stored=False,
        )

    def other(self, action: SwitchProject, now: Session, task: Task) -> Session | None:
        """The session of another project; None while parts of a file are still to come."""
        match action:
            case NewProject(name, with_data):
                with now.lock:
                    return self.new_project(name.strip(), now if with_data else None, task)
            case OpenProject(path, file):
                return opened_project(Path(path), self.menu, task, hint=typed_path(file))
            case ImportProject(file, content, more):
                # A message is limited in size, so a large project arrives in several parts.
                self.incoming.append(content)
                if more:
                    return None
                return self.opened_copy(self.import_bytes(file, task), task)
            case _:
                raise TypeError(f"{type(action).__name__} leads to no other project")

    def opened_copy(self, path: Path, task: Task) -> Session:
        """The session of a project that came in; its copy stays only if it can be opened.

        One whose data somebody can still point at stays too: it is asked for again.
        """
        try:
            return opened_project(path, self.menu, task)
        except BaseException as error:
            # `needs` means that the page asks where a data file is, and then opens this copy again.
            if not (isinstance(error, SteersmanError) and error.needs):
                discard_copy(path)
            raise

    def new_project(self, name: str, now: Session | None, task: Task) -> Session:
        """A new project on the data that a session is on now, or on none yet."""
        origin, choice = present_data(now, self.origin) if now else (Origin.without_data(), None)
        path = free_path(name or origin.title)
        session = started_project(path, origin, self.menu, name)
        if now is not None and choice is not None:
            try:
                session.perform(OpenFile(choice.path), task)
                session.rooms[DataRoom].take_over(
                    choice, now.corpus_of(now.history.step.state).dataset
                )
                session.perform(LoadFile(choice), task)
            except BaseException:
                session.log.store.close()  # type: ignore[union-attr]
                path.unlink()
                raise
        return session

    def import_bytes(self, file: str, task: Task) -> Path:
        """The path of a project whose parts have all come in."""
        try:
            content = b"".join(base64.b64decode(part, validate=True) for part in self.incoming)
        except binascii.Error as error:
            raise SteersmanError(
                f"{file} was not uploaded completely",
                todo="import it again",
                code="upload-damaged",
                file=file,
            ) from error
        finally:
            self.incoming.clear()
        with TemporaryDirectory() as folder:
            path = Path(folder) / Path(file).name
            path.write_bytes(content)
            check_in_worker(path, task)
            return imported_file(path)
