"""What can be wrong with a project file, each told in one sentence."""

from __future__ import annotations

import errno
import sqlite3
import struct
from pathlib import Path

from steersman.errors import SteersmanError

__all__ = ["busy", "checked_header", "told"]

MAGIC = b"SQLite format 3\0"
HEADER_BYTES = 100
VERSION_AT, APPLICATION_AT = 60, 68
NOTHING_LOST = "what was kept before is safe"


def checked_header(path: Path, application: int, format: int) -> None:
    """An error unless the file is a project of this format; it is only looked at."""
    try:
        with path.open("rb") as file:
            header = file.read(HEADER_BYTES)
    except OSError as error:
        raise told(error, path) from error
    whole = len(header) == HEADER_BYTES and header.startswith(MAGIC)
    if not whole or struct.unpack_from(">I", header, APPLICATION_AT)[0] != application:
        raise SteersmanError(
            f"{path.name} is not a Steersman project",
            todo="it was not changed",
            code="project-invalid",
            file=path.name,
        )
    (written,) = struct.unpack_from(">I", header, VERSION_AT)
    if written != format:
        other = "a newer" if written > format else "an older"
        raise SteersmanError(
            f"{path.name} was made by {other} Steersman (format {written}, expected {format})",
            todo="open it with the version that made it; it was not changed",
            code="project-format",
            format=written,
            expected=format,
        )


def told(error: Exception, path: Path) -> SteersmanError:
    """A fault of the disk or of the file in the words of a user."""
    name = getattr(error, "sqlite_errorname", "")
    number = getattr(error, "errno", None)
    if name == "SQLITE_FULL" or number == errno.ENOSPC:
        return SteersmanError(
            f"the disk of {path} is full, so this change was not kept and is taken back",
            todo=f"make room and do it again; {NOTHING_LOST}",
        )
    if name.startswith("SQLITE_BUSY") or name == "SQLITE_LOCKED":
        return busy(path)
    if number == errno.EISDIR:
        return SteersmanError(f"{path} is a folder", todo="name the file of a project")
    if number == errno.ENOENT:
        return SteersmanError(f"there is no project {path}", todo="check the name and the folder")
    if number in (errno.EACCES, errno.EPERM, errno.EROFS) or name.startswith(
        ("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")
    ):
        return SteersmanError(
            f"{path} cannot be written: its folder or the file is read-only",
            todo="give a project file in another folder",
        )
    if name.startswith("SQLITE_IOERR") or isinstance(error, OSError):
        why = getattr(error, "strerror", None) or str(error)
        return SteersmanError(
            f"{path} cannot be used: {why}, so nothing was changed",
            todo=f"check the disk; {NOTHING_LOST}",
        )
    if isinstance(error, sqlite3.NotSupportedError | sqlite3.ProgrammingError):
        return SteersmanError(f"{path.name} is closed", todo="open it again")
    return SteersmanError(
        f"{path.name} is damaged ({str(error).splitlines()[0] if str(error) else name})",
        todo="it was left as it is; open a copy of it, or import one that was exported",
    )


def busy(path: Path) -> SteersmanError:
    """What is said when somebody else is writing."""
    return SteersmanError(
        f"{path.name} is open in another Steersman",
        todo="work there, close it, or give another project file",
    )
