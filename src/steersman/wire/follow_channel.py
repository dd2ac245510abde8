"""Windows that follow another person's session: they see everything and change nothing."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from time import monotonic, sleep

from steersman.errors import SteersmanError
from steersman.session import Session, View
from steersman.session.actions import Action, LongQuery, Query, kind_name
from steersman.session.history_actions import Open
from steersman.session.rooms import ROOMS
from steersman.session.storage.open_projects import OpenProjects
from steersman.tasks import Task
from steersman.wire.channel import Channel, ChannelObserver, Request

# An eye follows four pictures a second.
PICTURE_S = 0.25
# What these rooms answer is about the files and projects of the person who is followed.
PRIVATE_ROOMS = ("data", "project", "use")
PRIVATE_ACTIONS = frozenset(
    kind for room in ROOMS if room.name in PRIVATE_ROOMS for kind in room.actions
)


def check_harmless(action: Action) -> None:
    """Raise an error for anything but a short question about what is shown."""
    question = isinstance(action, Query) and not isinstance(action, LongQuery)
    export = kind_name(type(action)).startswith("export")
    if not question or export or type(action) in PRIVATE_ACTIONS:
        raise SteersmanError(
            "this is somebody else's screen",
            todo="go back to your own work to try it",
            code="only-following",
        )


class Picture:
    """The newest view of a session, computed once for a whole class."""

    def __init__(self, projects: OpenProjects) -> None:
        self.projects = projects
        self.lock = Lock()
        self.taken: tuple[Session, int, float, View] | None = None

    def view(self, session: Session, task: Task) -> View:
        """The view of a session, a quarter of a second old at most."""
        with self.lock:
            taken = self.taken
            if (
                taken is None
                or taken[:2] != (session, session.revision)
                or monotonic() - taken[2] > PICTURE_S
            ):
                view = session.perform(Open(), task)
                taken = self.taken = (session, session.revision, monotonic(), view)
            return taken[3]


class FollowChannel(Channel):
    """Answers a window that looks at the session that its owner is on, whichever project it is."""

    def __init__(
        self,
        picture: Picture,
        send: Callable[[bytes], None],
        observer: ChannelObserver | None = None,
    ) -> None:
        self.picture = picture
        super().__init__(picture.projects, send, observer)

    def enqueue(self, request: Request) -> None:
        check_harmless(request.action)
        super().enqueue(request)

    def rejoin(self, action: Action, task: Task) -> SteersmanError | None:  # noqa: ARG002
        """Stay with the owner, whatever project the window names."""
        return None

    def perform(self, action: Action, task: Task) -> View:
        """Answer from the project that the owner is on now."""
        newest = self.projects.newest
        if newest is not self.session:
            self.projects.move(self.note_change, self.session, newest)
            self.session = newest
        if not isinstance(action, Open):
            return self.session.perform(action, task, self.note_change)
        # A pause between two pictures, so that a drag does not send hundreds to everybody.
        sleep(PICTURE_S)
        return self.picture.view(self.session, task)
