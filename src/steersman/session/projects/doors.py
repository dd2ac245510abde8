"""Which project was last open through which door: what the person asked for to come in."""

from __future__ import annotations

from pathlib import Path

from steersman.session.data.remembered_choices import read, written
from steersman.session.projects.files import projects_folder

__all__ = ["note_door", "project_behind"]


def note_door(door: str, project: Path) -> None:
    """Remember where the work went on; a full disk is no reason to stop."""
    if door:
        written(doors_file(), doors() | {door: str(project.absolute())})


def project_behind(door: str) -> Path | None:
    """The project that was last open through a door, if it is still there."""
    path = doors().get(door)
    return Path(path) if path and Path(path).exists() else None


def doors() -> dict[str, str]:
    kept = read(doors_file())
    pairs = kept.items() if isinstance(kept, dict) else ()
    return {door: path for door, path in pairs if isinstance(path, str)}


def doors_file() -> Path:
    return projects_folder() / "doors.json"
