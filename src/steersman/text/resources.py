"""Named files that come with no package: found in STEERSMAN_DATA or in the user's data folder."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path

from steersman.errors import SteersmanError


def resource_folders() -> list[Path]:
    """The folders in which named resources are looked for, first one first."""
    chosen = os.environ.get("STEERSMAN_DATA")
    folders = [user_data_path("steersman", appauthor=False)]
    return [Path(chosen), *folders] if chosen else folders


def resource_path(name: str) -> Path:
    """The path of the resource called `name`, or an error that says where to put it."""
    folders = resource_folders()
    for folder in folders:
        if (folder / name).is_file():
            return folder / name
    raise SteersmanError(
        f"{name!r} was not found in: {', '.join(map(str, folders))}",
        todo=f"copy {name} to one of them, or set STEERSMAN_DATA to its folder",
        code="resource-missing",
        resource=name,
    )
