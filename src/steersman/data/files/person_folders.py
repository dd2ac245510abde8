"""The folders of one of several people on a server: what they may read, and where they save.

Alone on a machine, a person reads and saves what the system allows. On a server for several, each
has a folder of their own, and the rest of the machine is none of their business. The folders hold
for everything that a person's request leads to, threads included, so that a path inside a link or
an imported project is checked as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path

from steersman.errors import SteersmanError
from steersman.workers import carry


@dataclass(frozen=True)
class PersonFolders:
    """Where a person's files are, and which files of others they may read."""

    root: Path
    shared: tuple[Path, ...] = ()

    @property
    def projects(self) -> Path:
        return self.root / "projects"

    @property
    def files(self) -> Path:
        return self.root / "files"

    def holds(self, path: Path) -> bool:
        """Whether a path, with its links resolved, is the person's own or shared with them."""
        try:
            place = path.expanduser().resolve()
        except (OSError, RuntimeError, ValueError):
            return False
        return any(place.is_relative_to(folder.resolve()) for folder in (self.root, *self.shared))


FOLDERS: ContextVar[PersonFolders | None] = ContextVar("steersman_person_folders", default=None)
"""The folders of the person that is served now; None for the owner of the machine."""
# Workers read files for people, too.
carry(FOLDERS)


@contextmanager
def serving(folders: PersonFolders | None) -> Iterator[None]:
    """Work within the folders of a person in this block.

    >>> with serving(PersonFolders(Path("/srv/ann"))):
    ...     is_readable(Path("/srv/ann/mail.csv")), is_readable(Path("/srv/ann/../bob/mail.csv"))
    (True, False)
    """
    token = FOLDERS.set(folders)
    try:
        yield
    finally:
        FOLDERS.reset(token)


def person_folders() -> PersonFolders | None:
    """The folders of the person that is served now; None for the owner of the machine."""
    return FOLDERS.get()


def is_readable(path: Path) -> bool:
    """Whether the person that is served may read a path."""
    folders = FOLDERS.get()
    return folders is None or folders.holds(path)


def check_readable(path: Path) -> None:
    """Raise an error for a path that the person that is served may not read."""
    if not is_readable(path):
        # Whether there is such a file is not said.
        raise SteersmanError(
            f"{path.name} is not one of your files on this server",
            todo="drop a file of yours on the page",
            code="file-not-yours",
            file=path.name,
        )


def check_owner() -> None:
    """Raise an error for what only the owner of the machine may do."""
    if FOLDERS.get() is not None:
        raise SteersmanError(
            "data sets are downloaded by the owner of this server",
            todo="ask them, or choose another data set",
            code="owner-only",
        )
