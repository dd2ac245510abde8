"""The projects that are open in one process: a session for each, and the windows on it.

Every window keeps the project that it is on. Two windows on one project share its session.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import RLock

from steersman.data.files.file_reach import FileReach
from steersman.errors import SteersmanError
from steersman.session.actions import SwitchProject
from steersman.session.project.actions import OpenProject
from steersman.session.project.room import ProjectRoom
from steersman.session.session import Session
from steersman.session.storage.project import ProjectHome
from steersman.tasks import Task

Watcher = Callable[[], None]
"""How a session tells a window that another one changed it."""


class OpenProjects:
    """The sessions that windows work on; `newest` is the one that a new window shows.

    `reach` has the files that windows may ask for; None where they may ask for any.
    """

    def __init__(self, session: Session, reach: FileReach | None = None) -> None:
        self.reach = reach
        self.first = self.newest = session
        self.sessions = [session]
        # Held while a project is opened: two windows that ask for the same one share its session.
        self.lock = RLock()

    def join(self, watcher: Watcher) -> Session:
        """The session for a new window."""
        with self.lock:
            self.newest.watchers.append(watcher)
            return self.newest

    def switch(
        self, action: SwitchProject, now: Session, watcher: Watcher | None, task: Task
    ) -> Session:
        """The session of another project, fully opened, to which the window moves.

        An error leaves everything as it is.
        """
        with self.lock:
            session = self.other_session(action, now, task)
            if session is not now:
                self.newest = session
                home_of(now).on_open(session)
                self.move(watcher, now, session)
            return session

    def rejoin(self, place: str, now: Session, watcher: Watcher, task: Task) -> Session:
        """The session of the project that a window was on before it connected again."""
        with self.lock:
            session = self.other_session(OpenProject(place), now, task)
            self.move(watcher, now, session)
            return session

    def move(self, watcher: Watcher | None, now: Session, session: Session) -> None:
        """Move a window to another session; projects that no window is on are closed."""
        if session not in self.sessions:
            self.sessions.append(session)
        if watcher is not None:
            now.watchers.remove(watcher)
            session.watchers.append(watcher)
        self.close_unused()

    def other_session(self, action: SwitchProject, now: Session, task: Task) -> Session:
        """The session that an action leads to; the same one while parts of a file come in."""
        home = home_of(now)
        if isinstance(action, OpenProject):
            known = self.session_at(action.path)
            if known is not None:
                return known
        return home.other(action, now, task) or now

    def session_at(self, place: str) -> Session | None:
        """The open session of the project in a file."""
        if not place:
            return None
        path = Path(place).absolute()
        return next((each for each in self.sessions if path_of(each) == path), None)

    def close_unused(self) -> None:
        """Close the projects that no window is on."""
        for session in self.sessions[:]:
            if session is not self.newest and not session.watchers:
                self.close(session)

    def close_opened(self) -> None:
        """Close all projects that were opened here; the first one is closed by who gave it."""
        with self.lock:
            for session in self.sessions[:]:
                if session is not self.first:
                    self.close(session)

    def close_all(self) -> None:
        """Close all projects, the first one too."""
        with self.lock:
            for session in self.sessions[:]:
                self.close(session)

    def close(self, session: Session) -> None:
        self.sessions.remove(session)
        if session.log is not None:
            session.log.store.close()


def path_of(session: Session) -> Path | None:
    """The file that a session is saved in."""
    return None if session.log is None else session.log.store.path.absolute()


def home_of(session: Session) -> ProjectHome:
    """Where a session is saved; an error if it is not."""
    home = session.rooms[ProjectRoom].home
    if isinstance(home, ProjectHome):
        return home
    raise SteersmanError(
        "this session is not saved in a project",
        todo="start it with --project FILE, or Workbench(..., project=FILE)",
        code="no-project",
    )
