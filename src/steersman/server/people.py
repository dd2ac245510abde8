"""The people on a server: who may come in, how many, and a session for each of them."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import RLock

from steersman.data.files.file_reach import FileReach
from steersman.data.files.person_folders import PersonFolders, serving
from steersman.errors import SteersmanError
from steersman.server.memory import check_share, machine_memory_bytes
from steersman.server.person import Person, digest_of, known_people, new_person
from steersman.server.rate_limits import WrongCodes
from steersman.session import Session
from steersman.session.storage.open_projects import OpenProjects

# Without letters and digits that look alike.
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 6
# A place is given to somebody else when no window of a person has been open for so long.
PLACE_KEPT_S = 300.0
# Of the machine's memory, what all people together may use.
PEOPLES_SHARE = 0.6

StartSession = Callable[[PersonFolders], Session]
"""Opens the session of a person: the last project in their folder, or a new one."""


@dataclass(frozen=True)
class GuestSettings:
    """How others come in: a code, how many at once, where their work is, and how it starts."""

    code: str
    limit: int
    folder: Path
    start: StartSession
    shared: tuple[Path, ...] = ()

    @property
    def share_bytes(self) -> int:
        """How much memory the work of one person may take."""
        return int(machine_memory_bytes() * PEOPLES_SHARE / max(1, self.limit))


def new_code() -> str:
    """A code that can be read out and typed."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def plain_code(code: str) -> str:
    """A code as it was given out, however it was typed.

    >>> plain_code(" abc-2de ")
    'ABC2DE'
    """
    return "".join(letter for letter in code.upper() if letter.isalnum())


class People:
    """The owner, and the guests if there are any; sessions are opened when somebody is there."""

    def __init__(
        self,
        session: Session,
        token: str,
        guests: GuestSettings | None = None,
        reach: FileReach | None = None,
    ) -> None:
        projects = OpenProjects(session, reach)
        self.owner = Person(0, "owner", digest_of(token), None, projects)
        self.guests = guests
        self.lock = RLock()
        self.wrong_codes = WrongCodes()
        self.open = guests is not None
        before = [] if guests is None else known_people(guests.folder, guests.shared)
        self.by_digest = {each.digest: each for each in (self.owner, *before)}

    def person_with(self, token: str) -> Person | None:
        """The person that a token belongs to."""
        return self.by_digest.get(digest_of(token)) if token else None

    @property
    def present(self) -> list[Person]:
        """The guests whose sessions are open."""
        people = list(self.by_digest.values())
        return [each for each in people if not each.is_owner and each.projects is not None]

    @property
    def waiting(self) -> int:
        """How many messages of all windows wait for an answer."""
        everybody = list(self.by_digest.values())
        return sum(len(channel.waiting) for each in everybody for channel in list(each.channels))

    @property
    def windows(self) -> int:
        return sum(len(each.channels) for each in list(self.by_digest.values()))

    def join(self, code: str, name: str, address: str) -> tuple[Person, str]:
        """Let somebody in who knows the code; the person and their token."""
        guests = self.check_code(code, address)
        with self.lock:
            self.take_place()
            number = 1 + max(each.number for each in self.by_digest.values())
            person, token = new_person(name, number, guests.folder, guests.shared)
            self.by_digest[person.digest] = person
        self.wake(person)
        return person, token

    def check_code(self, code: str, address: str) -> GuestSettings:
        """The settings for guests, if the code is right; an error says why somebody cannot join."""
        if self.guests is None or not self.open:
            raise closed_error()
        if self.wrong_codes.too_many(address):
            raise SteersmanError(
                "too many wrong codes came from your network",
                todo="wait a minute and try again",
                code="too-many-tries",
            )
        given, right = plain_code(code).encode(), plain_code(self.guests.code).encode()
        if not secrets.compare_digest(given, right):
            self.wrong_codes.note(address)
            raise SteersmanError(
                "this code is not right", todo="check it and type it again", code="wrong-code"
            )
        return self.guests

    def take_place(self) -> None:
        """Make sure that there is a place for one more; an error when all are taken."""
        assert self.guests is not None  # noqa: S101
        present = self.present
        if len(present) < self.guests.limit:
            return
        absent = [each for each in present if each.absent_s > PLACE_KEPT_S]
        if not absent:
            raise SteersmanError(
                f"all {self.guests.limit} places are taken",
                todo="try again when somebody has left, or ask for more places",
                code="no-place",
                limit=self.guests.limit,
            )
        self.put_to_sleep(max(absent, key=lambda each: each.absent_s))

    def wake(self, person: Person) -> OpenProjects:
        """The projects of a person, opened if they are not."""
        with person.lock:
            if person.projects is not None:
                return person.projects
            if not self.open or self.guests is None or person.folders is None:
                raise closed_error()
            with self.lock:
                self.take_place()
            with serving(person.folders):
                person.projects = OpenProjects(self.guests.start(person.folders))
            return person.projects

    def put_to_sleep(self, person: Person) -> None:
        """Close the session of a person; their work is in their project."""
        with person.lock:
            for channel, hang_up in list(person.channels.items()):
                channel.close()
                person.remove(channel)
                hang_up()
            if person.projects is not None and not person.is_owner:
                person.projects.close_all()
                person.projects = None

    def remove(self, person: Person) -> None:
        """Send a guest away: their token is worth nothing any more, their project stays."""
        self.by_digest.pop(person.digest, None)
        self.put_to_sleep(person)

    def end(self) -> None:
        """Send all guests home and let nobody in; what they saved stays."""
        self.open = False
        for person in self.present:
            self.put_to_sleep(person)

    def reopen(self) -> None:
        """Let guests in again."""
        self.open = self.guests is not None

    def sweep(self) -> None:
        """Close the sessions of guests who have long been away."""
        for person in self.present:
            if person.absent_s > PLACE_KEPT_S:
                self.put_to_sleep(person)

    def check_share(self, person: Person, session: Session) -> None:
        """Raise an error when a guest's work takes more than their share of the memory."""
        if self.guests is not None and person.folders is not None:
            check_share(session, person.folders.root, self.guests.share_bytes)

    def close(self) -> None:
        """Close all sessions but the owner's first one, which who gave it closes."""
        for person in self.present:
            self.put_to_sleep(person)
        if self.owner.projects is not None:
            self.owner.projects.close_opened()


def closed_error() -> SteersmanError:
    """The error when nobody is let in."""
    return SteersmanError(
        "the session is over",
        todo="ask the person who started it to let you in again",
        code="door-closed",
    )
