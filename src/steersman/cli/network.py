"""Options of a server for several people, and the commands that are about it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path

from steersman.data.files.person_folders import PersonFolders
from steersman.errors import check_range
from steersman.server.door import LOOPBACK, Door
from steersman.server.people import GuestSettings, StartSession, new_code, plain_code
from steersman.server.serve import Hosting
from steersman.session import Session
from steersman.session.shapes import EntryValues
from steersman.session.storage.files import projects_folder
from steersman.session.storage.guests import guest_session, shared_files
from steersman.session.storage.open_projects import home_of, path_of

MOST_PEOPLE = 500
# When others can come and nobody said how many.
USUAL_PEOPLE = 20


@dataclass(frozen=True)
class NetworkOptions:
    """What was said about the network; by default the workbench is for this machine only.

    `people` is None when nobody said how many; `copies` makes guests start on a copy of the
    project instead of its data. `allow` has folders whose files the owner's page may open.
    """

    host: str = LOOPBACK
    cert: Path | None = None
    key: Path | None = None
    behind_proxy: bool = False
    address: str = ""
    people: int | None = None
    code: str = ""
    log: Path | None = None
    copies: bool = False
    allow: tuple[Path, ...] = ()

    def door(self) -> Door:
        """The door, checked before anything else is done."""
        return Door(self.host, self.cert, self.key, self.behind_proxy, self.address).check()

    def places(self) -> int:
        """How many guests may be there at once."""
        if self.people is not None:
            return check_range("people", self.people, 0, MOST_PEOPLE)
        return 0 if self.door().is_local else USUAL_PEOPLE


def hosting_of(
    options: NetworkOptions, session: Session, menu: list[EntryValues], asked: str
) -> Hosting:
    """How a session is served; what was `asked` for gives its guests a folder of their own."""
    door, places = options.door(), options.places()
    if not places or session.log is None:
        return Hosting(door, None, options.log)
    folder = projects_folder() / "people" / sha256(asked.encode()).hexdigest()[:16]
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    start = start_guests(session, menu, options.copies)
    code = plain_code(options.code) or new_code()
    guests = GuestSettings(code, places, folder, start, shared_files(session))
    return Hosting(door, guests, options.log)


def start_guests(session: Session, menu: list[EntryValues], copies: bool) -> StartSession:
    """How the session of a guest starts: on the owner's first data, or a copy of the project."""
    origin, project = home_of(session).origin, path_of(session) if copies else None
    open_session = partial(guest_session, origin, menu, project)

    def start(_folders: PersonFolders) -> Session:
        return open_session()

    return start
