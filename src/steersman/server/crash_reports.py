"""Crash reports: what went wrong in the program, in a file that a person can read and share.

Nothing is ever sent. A report has versions, the kind of action and where in the code it failed. The
message of an exception may quote data, so it is kept apart at the end, to be deleted.
"""

from __future__ import annotations

import os
import platform
import sys
import traceback
from contextlib import suppress
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from platformdirs import user_state_path

from steersman._version import __version__

LIBRARIES = ("numpy", "scipy", "scikit-learn", "numba", "pyarrow", "starlette", "uvicorn")
# Older reports are deleted.
MOST_REPORTS = 20
LONGEST_MESSAGE = 500


def crash_folder() -> Path:
    """Where reports are written."""
    return user_state_path("steersman", appauthor=False) / "crashes"


def crash_reports() -> list[Path]:
    """The reports, the newest first."""
    with suppress(OSError):
        return sorted(crash_folder().glob("crash-*.txt"), reverse=True)
    return []


def report_text(what: str, error: BaseException) -> str:
    """A report on an error while something was done."""
    frames = traceback.extract_tb(error.__traceback__)
    home = str(Path.home())
    places = [
        f"  {frame.filename.replace(home, '~')}:{frame.lineno} in {frame.name}" for frame in frames
    ]
    lines = [
        "Steersman crash report",
        "Nothing was sent. Read this file before you share it.",
        "",
        f"time: {datetime.now(UTC).isoformat(timespec='seconds')}",
        f"doing: {what}",
        f"error: {type(error).__module__}.{type(error).__qualname__}",
        "where:",
        *places,
        "",
        *(f"{name}: {value}" for name, value in versions().items()),
        "",
        "Message of the error. It may quote your data: delete what should not be shared.",
        str(error)[:LONGEST_MESSAGE],
    ]
    return "\n".join(lines) + "\n"


def versions() -> dict[str, str]:
    """The versions of the program, the system and the libraries."""
    found = {
        "steersman": __version__,
        "python": sys.version.split()[0],
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
    }
    for name in LIBRARIES:
        with suppress(PackageNotFoundError):
            found[name] = version(name)
    return found


def write_report(what: str, error: BaseException) -> Path | None:
    """Write a report that only this user can read; None where it cannot be written."""
    folder = crash_folder()
    moment = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    path = folder / f"crash-{moment}.txt"
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8", errors="replace") as file:
            file.write(report_text(what, error))
        for old in crash_reports()[MOST_REPORTS:]:
            old.unlink(missing_ok=True)
        return path
    return None
