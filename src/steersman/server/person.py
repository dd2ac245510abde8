"""One person on the server: their token, folders, windows and share of the memory."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from threading import RLock
from time import monotonic, time
from typing import TYPE_CHECKING

from steersman.data.files.atomic_files import atomic_file
from steersman.data.files.person_folders import PersonFolders
from steersman.errors import SteersmanError
from steersman.server.rate_limits import (
    MESSAGES_AT_ONCE,
    MESSAGES_PER_S,
    REQUESTS_AT_ONCE,
    REQUESTS_PER_S,
    RateAllowance,
)

if TYPE_CHECKING:
    from steersman.session.storage.open_projects import OpenProjects
    from steersman.wire import Channel

MOST_WINDOWS = 12
LONGEST_NAME = 40
KEPT = "person.json"


@dataclass(eq=False)
class Person:
    """Somebody whom the door knows; `folders` is None for the owner of the machine.

    `projects` is None while no window of theirs is open: their work is in their project.
    `channels` are their windows, and how to close each.
    """

    number: int
    name: str
    digest: str
    folders: PersonFolders | None = None
    projects: OpenProjects | None = None
    channels: dict[Channel, Callable[[], None]] = field(default_factory=dict)
    left_at: float = field(default_factory=monotonic)
    lock: RLock = field(default_factory=RLock)
    messages: RateAllowance = field(
        default_factory=lambda: RateAllowance(MESSAGES_PER_S, MESSAGES_AT_ONCE)
    )
    requests: RateAllowance = field(
        default_factory=lambda: RateAllowance(REQUESTS_PER_S, REQUESTS_AT_ONCE)
    )

    @property
    def is_owner(self) -> bool:
        return self.folders is None

    @property
    def absent_s(self) -> float:
        """How long no window of theirs has been open."""
        return 0.0 if self.channels else monotonic() - self.left_at

    def add(self, channel: Channel, hang_up: Callable[[], None]) -> None:
        """Note a window that was opened; an error when there are too many."""
        if len(self.channels) >= MOST_WINDOWS:
            raise SteersmanError(
                f"{MOST_WINDOWS} windows are open already",
                todo="close one of them",
                code="too-many-windows",
                most=MOST_WINDOWS,
            )
        self.channels[channel] = hang_up

    def remove(self, channel: Channel) -> None:
        """Note a window that went away."""
        self.channels.pop(channel, None)
        self.left_at = monotonic()

    def save(self) -> None:
        """Write down who this is, without the token, so that they find their work again."""
        if self.folders is None:
            return
        known = {"number": self.number, "name": self.name, "digest": self.digest, "joined": time()}
        with atomic_file(self.folders.root / KEPT) as file:
            file.write(json.dumps(known).encode())


def digest_of(token: str) -> str:
    """The digest by which a token is looked up: no comparison tells how much of it was right."""
    return sha256(token.encode()).hexdigest()


def known_people(folder: Path, shared: tuple[Path, ...]) -> list[Person]:
    """The people who were here before; a damaged entry is passed over."""
    found = []
    for path in sorted(folder.glob(f"*/{KEPT}")):
        try:
            kept = json.loads(path.read_text(encoding="utf-8"))
            folders = PersonFolders(path.parent, shared)
            name, digest = str(kept["name"]), str(kept["digest"])
            found.append(Person(int(kept["number"]), name, digest, folders))
        except (OSError, ValueError, KeyError, TypeError):
            continue
    return found


def new_person(
    name: str, number: int, folder: Path, shared: tuple[Path, ...]
) -> tuple[Person, str]:
    """A person with folders of their own, and their token."""
    token = secrets.token_urlsafe(24)
    root = folder / secrets.token_hex(8)
    person = Person(number, plain_name(name, number), digest_of(token), PersonFolders(root, shared))
    try:
        for each in (root, root / "projects", root / "files"):
            each.mkdir(parents=True, mode=0o700, exist_ok=True)
        person.save()
    except OSError as error:
        raise SteersmanError(
            f"no folder can be made for you: {error.strerror or error}",
            todo="ask the owner of this server to free disk space",
            code="no-person-folder",
        ) from error
    return person, token


def plain_name(name: str, number: int) -> str:
    """A name as it can be shown: printable and short.

    >>> plain_name(" Ann\\n\\tLee ", 3), plain_name("", 3)
    ('Ann Lee', 'Person 3')
    """
    words = "".join(letter if letter.isprintable() else " " for letter in name).split()
    return " ".join(words)[:LONGEST_NAME] or f"Person {number}"
