"""Going on with another project, as a window does."""

from __future__ import annotations

from steersman.session import Session
from steersman.session.actions import SwitchProject
from steersman.session.storage.open_projects import OpenProjects
from steersman.tasks import Task


def switch_project(session: Session, action: SwitchProject, task: Task | None = None) -> Session:
    """The session of the only window after it has gone on with another project."""
    return OpenProjects(session).switch(action, session, None, task or Task())
