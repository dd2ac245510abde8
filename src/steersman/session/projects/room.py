"""What is said about the work: its name, notes on it and on its steps, and that it is kept."""

# ruff: noqa: ARG002  (a room is told of the data and the state whether it looks at them or not)
from __future__ import annotations

from typing import Protocol, get_args

import numpy as np

from steersman.errors import SteersmanError
from steersman.session.actions import Change, Query
from steersman.session.datasets.corpus import Corpus
from steersman.session.datasets.placeholder import STAND_IN
from steersman.session.projects.actions import (
    ExportProject,
    ListProjects,
    NameProject,
    ProjectChange,
    ProjectQuery,
    TakeBack,
    WriteNote,
)
from steersman.session.projects.shapes import ListedProject, ProjectsFrame, ProjectView
from steersman.session.shapes import FileFrame
from steersman.session.state import State
from steersman.session.views import Column, View
from steersman.tasks import Task

__all__ = ["Home", "ProjectRoom"]

LONGEST_NAME, LONGEST_NOTE = 80, 4000
NAME, WHOLE = "name", "note"


class Home(Protocol):
    """Where a project is kept."""

    @property
    def place(self) -> str: ...

    def listed(self) -> list[ListedProject]: ...

    def exported(self, data: bool) -> bytes: ...


class ProjectRoom:
    """The words by what they are about: the name, the whole, or the number of a step."""

    name = "project"
    changes = get_args(ProjectChange)
    queries = get_args(ProjectQuery)

    def __init__(self, title: str) -> None:
        self.words = {NAME: title}
        self.former: list[tuple[str, str]] = []
        self.kept_at: float | None = None
        self.notice = ""
        self.home: Home | None = None

    @property
    def title(self) -> str:
        """The project's name."""
        return self.words[NAME]

    def start(self, title: str, home: Home) -> None:
        """Be kept somewhere, under a first name."""
        self.words[NAME], self.home = title, home

    def performed(self, corpus: Corpus, state: State, action: Change, task: Task) -> State:
        """The same state: words about the work do not change it."""
        self.say(action)
        return state

    def say(self, action: object) -> None:
        """Take down a name or a note, or take the last one back."""
        match action:
            case NameProject(name):
                if not name.strip():
                    raise SteersmanError("a project needs a name", todo="give it one")
                self.write(NAME, " ".join(name.split()), LONGEST_NAME)
            case WriteNote(text, None):
                self.write(WHOLE, text.strip(), LONGEST_NOTE)
            case WriteNote(text, int() as step):
                self.write(str(step), text.strip(), LONGEST_NOTE)
            case TakeBack():
                if not self.former:
                    raise SteersmanError("no name or note was changed")
                about, text = self.former.pop()
                self.words[about] = text
            case _:
                raise TypeError(f"{type(action).__name__} is nothing to say about a project")

    def write(self, about: str, text: str, longest: int) -> None:
        if len(text) > longest:
            raise SteersmanError(
                f"the text has {len(text):,} letters", todo=f"write at most {longest:,}"
            )
        self.former.append((about, self.words.get(about, "")))
        self.words[about] = text

    def continued(self, corpus: Corpus, now: State, state: State, task: Task) -> State:
        return state

    def answered(self, corpus: Corpus, state: State, query: Query, task: Task) -> View:
        """The projects there are, or this one as a file."""
        home = self.home
        match query:
            case ListProjects():
                return View("projects", ProjectsFrame(projects=home.listed() if home else []))
            case ExportProject(data) if home is not None:
                content = np.frombuffer(home.exported(data), dtype=np.uint8)
                file = f"{file_name(self.title)}.steer"
                return View("file", FileFrame(name=file), (Column("bytes", content, version=file),))
            case _:
                raise SteersmanError(
                    "this session is not kept in a project",
                    todo="start it with --project FILE, or Workbench(..., project=FILE)",
                )

    def view(self, corpus: Corpus, state: State) -> View:
        """The name, the notes, and since when it is kept where.

        What began without data and has no name of its own is called like the data it is on.
        """
        steps = {key: text for key, text in self.words.items() if key.isdigit() and text}
        values: ProjectView = {
            "name": state.dataset if self.title == STAND_IN else self.title,
            "note": self.words.get(WHOLE, ""),
            "notes": steps,
            "can_take_back": bool(self.former),
            "kept": self.home is not None,
            "kept_at": self.kept_at,
            "place": "" if self.home is None else self.home.place,
            "notice": self.notice,
        }
        return View(self.name, values)

    def described(self, action: Change) -> str:
        return type(action).__name__


def file_name(name: str) -> str:
    """A name as a file can have it.

    >>> file_name("Mail / spam?")
    'mail-spam'
    """
    kept = "".join(letter if letter.isalnum() else "-" for letter in name.lower())
    return "-".join(part for part in kept.split("-") if part)[:60] or "project"
