"""The project room: the name of the work, notes on it and its steps, and when it was saved."""

# ruff: noqa: ARG002  (a room gets the data and the state whether it looks at them or not)
from __future__ import annotations

from typing import Protocol

import numpy as np

from steersman.data.collections.by_name import COLLECTIONS
from steersman.errors import SteersmanError
from steersman.session.actions import Change, Query, actions_in
from steersman.session.datasets.corpus import Corpus
from steersman.session.datasets.placeholder import PLACEHOLDER
from steersman.session.ledger import Registry
from steersman.session.project import actions
from steersman.session.project.actions import (
    ExportProject,
    ListProjects,
)
from steersman.session.project.shapes import ListedProject, ProjectsFrame, ProjectView
from steersman.session.project.words import UNNAMED, ProjectWords
from steersman.session.room import Room, RoomSet
from steersman.session.shapes import FileFrame
from steersman.session.state import State
from steersman.session.views import Column, View
from steersman.tasks import Task


class ProjectStorage(Protocol):
    """Where a project is kept."""

    @property
    def place(self) -> str: ...

    def project_list(self) -> list[ListedProject]: ...

    def export_bytes(self, data: bool, task: Task) -> bytes: ...


class ProjectRoom(Room):
    """The words about the work, and where it is kept."""

    name = "project"
    actions = actions_in(actions)

    def __init__(self, rooms: RoomSet) -> None:
        self.first = rooms.library.first
        self.words = ProjectWords(self.first, rooms.ledger)
        self.times: Registry[str, float] = rooms.ledger.registry()
        self.notice = ""
        self.home: ProjectStorage | None = None

    @property
    def kept_at(self) -> float | None:
        """When something was last written down."""
        return self.times.get("kept")

    @kept_at.setter
    def kept_at(self, seconds: float) -> None:
        self.times["kept"] = seconds

    def start(self, title: str, home: ProjectStorage) -> None:
        """Be kept somewhere, under a first name."""
        self.words.title, self.home = title, home

    def apply(self, corpus: Corpus, state: State, action: Change, task: Task) -> State:
        """The unchanged state: names and notes do not affect it."""
        self.words.say(action)
        return state

    def follow(self, corpus: Corpus, now: State, state: State, task: Task) -> State:
        """The unchanged state; a project without a name of its own is named after a loaded file."""
        dataset = corpus.dataset
        is_file = dataset.provenance.path is not None and dataset.name not in COLLECTIONS
        unnamed = self.words.title in (PLACEHOLDER, UNNAMED, self.first)
        if now.dataset != state.dataset and is_file and unnamed:
            self.words.title = state.dataset
        return state

    def answer(self, corpus: Corpus, state: State, query: Query, task: Task) -> View:
        """The projects there are, or this one as a file."""
        home = self.home
        match query:
            case ListProjects():
                return View("projects", ProjectsFrame(projects=home.project_list() if home else []))
            case ExportProject(data) if home is not None:
                content = np.frombuffer(home.export_bytes(data, task), dtype=np.uint8)
                file = f"{file_name(self.words.title)}.steer"
                return View("file", FileFrame(name=file), (Column("bytes", content, version=file),))
            case _:
                raise SteersmanError(
                    "this session is not saved in a project",
                    todo="start it with --project FILE, or Workbench(..., project=FILE)",
                    code="no-project",
                )

    def view(self, corpus: Corpus, state: State) -> View:
        """The name, the notes, and since when it is kept where.

        What began without data and has no name of its own is called like the data it is on.
        """
        values: ProjectView = {
            "name": state.dataset if self.words.title == PLACEHOLDER else self.words.title,
            "note": self.words.note,
            "notes": self.words.notes,
            "can_take_back": bool(self.words.former),
            "kept": self.home is not None,
            "kept_at": self.kept_at,
            "place": "" if self.home is None else self.home.place,
            "notice": self.notice,
        }
        return View(self.name, values)


def file_name(name: str) -> str:
    """A name as a file can have it.

    >>> file_name("Mail / spam?")
    'mail-spam'
    """
    kept = "".join(letter if letter.isalnum() else "-" for letter in name.lower())
    return "-".join(part for part in kept.split("-") if part)[:60] or "project"
