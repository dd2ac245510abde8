"""Errors of a project file, each with a code and one sentence."""

from __future__ import annotations

import errno
import sqlite3
import struct
from pathlib import Path

from steersman.data.files.person_folders import check_readable
from steersman.errors import SteersmanError, first_line

MAGIC = b"SQLite format 3\0"
HEADER_BYTES = 100
# Offsets of user_version and application_id in the header, from SQLite's file format.
VERSION_AT, APPLICATION_AT = 60, 68
READ_ONLY = (errno.EACCES, errno.EPERM, errno.EROFS)
SQLITE_READ_ONLY = ("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")
NOTHING_LOST = "what was saved before is safe"


def checked_header(path: Path, application: int, format: int) -> None:
    """Raise an error unless the file is a project of this format; nothing is written."""
    check_readable(path)
    if path.exists() and not path.is_file() and not path.is_dir():
        # Opening a pipe would wait for ever.
        raise fault("project-invalid", path, f"{path} is not a file", "name the file of a project")
    try:
        # Read as bytes: SQLite would create journal files beside a file that is not ours.
        with path.open("rb") as file:
            header = file.read(HEADER_BYTES)
    except OSError as error:
        raise user_error_of(error, path) from error
    whole = len(header) == HEADER_BYTES and header.startswith(MAGIC)
    if not whole or struct.unpack_from(">I", header, APPLICATION_AT)[0] != application:
        what = f"{path.name} is not a Steersman project"
        raise fault("project-invalid", path, what, "it was not changed")
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


def user_error_of(error: Exception, path: Path) -> SteersmanError:
    """A fault of the disk or of the file in the words of a user."""
    name = getattr(error, "sqlite_errorname", "")
    number = getattr(error, "errno", None)
    if name == "SQLITE_FULL" or number == errno.ENOSPC:
        what = f"the disk of {path} is full, so this change was not saved and is undone"
        return fault("disk-full", path, what, f"make room and do it again; {NOTHING_LOST}")
    if name.startswith("SQLITE_BUSY") or name == "SQLITE_LOCKED":
        return busy(path)
    if number == errno.EISDIR:
        return fault("project-invalid", path, f"{path} is a folder", "name the file of a project")
    if number == errno.ENOENT:
        what = f"there is no project {path}"
        return fault("project-missing", path, what, "check the name and the folder")
    if number in READ_ONLY or name.startswith(SQLITE_READ_ONLY):
        what = f"{path} cannot be written: its folder or the file is read-only"
        return fault("project-read-only", path, what, "choose a project file in another folder")
    # After all errors with a better answer: any OSError ends up here.
    if name.startswith("SQLITE_IOERR") or isinstance(error, OSError):
        why = getattr(error, "strerror", None) or str(error)
        what = f"{path} cannot be used: {why}, so nothing was changed"
        return fault("disk-error", path, what, f"check the disk; {NOTHING_LOST}")
    if isinstance(error, sqlite3.NotSupportedError | sqlite3.ProgrammingError):
        return fault("project-closed", path, f"{path.name} is closed", "open it again")
    why = first_line(error, name)
    todo = "open a backup copy, or import an exported one; this file was not changed"
    return fault("project-damaged", path, f"{path.name} is damaged ({why})", todo)


def busy(path: Path) -> SteersmanError:
    """The error when somebody else is writing."""
    what = f"{path.name} is open in another Steersman process"
    return fault("project-busy", path, what, "close it there, or choose another project file")


def fault(code: str, path: Path, what: str, todo: str) -> SteersmanError:
    return SteersmanError(what, todo=todo, code=code, file=path.name)
