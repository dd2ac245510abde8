"""Shapes of what the page shows of projects."""

from __future__ import annotations

from typing import TypedDict


class ProjectView(TypedDict):
    """The name and notes of the project, and the file it is saved in."""

    name: str
    note: str
    """About the whole."""
    notes: dict[str, str]
    """By the number of the step."""
    can_take_back: bool
    kept: bool
    kept_at: float | None
    """Seconds since 1970."""
    place: str
    notice: str


class ListedProject(TypedDict):
    """A project that can be opened."""

    path: str
    name: str
    data: str
    entries: int
    kept_at: float
    here: bool
    fault: str
    """Why it cannot be opened; empty when it can."""


class ProjectsFrame(TypedDict):
    projects: list[ListedProject]


FRAMES = {"projects": ProjectsFrame}
VIEW = ProjectView
