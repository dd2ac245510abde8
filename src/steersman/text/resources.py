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
        f"the resource {name!r} is in none of: {', '.join(map(str, folders))}",
        todo=f"put {name} into one of them, or set STEERSMAN_DATA to the folder that holds it",
        code="resource-missing",
        resource=name,
    )
