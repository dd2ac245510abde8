"""One writer to a project: a lock that the system lets go of however its owner ends."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from steersman.session.projects.store_errors import busy, told

__all__ = ["StoreLock"]

if os.name == "nt":
    import msvcrt

    def take(file: BinaryIO) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
else:
    import fcntl

    def take(file: BinaryIO) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


@dataclass(frozen=True)
class StoreLock:
    """A file beside the project that is locked while somebody writes to it."""

    path: Path
    file: BinaryIO

    @classmethod
    def taken(cls, project: Path) -> StoreLock:
        """The lock of a project, or a sentence that says it is taken."""
        path = project.with_name(f"{project.name}-lock")
        while True:
            try:
                file = path.open("ab")
            except OSError as error:
                raise told(error, project) from error
            try:
                take(file)
            except OSError as error:
                file.close()
                raise busy(project) from error
            if path.exists() and path.stat().st_ino == os.fstat(file.fileno()).st_ino:
                return cls(path, file)
            file.close()  # its last owner took it away in between

    def release(self) -> None:
        """Let the next one in."""
        self.path.unlink(missing_ok=True)
        self.file.close()
