"""The folders where data sets and downloads are stored."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_cache_path

from steersman.text.resources import resource_folders


def data_folder() -> Path:
    """The user's own data folder, where downloads go."""
    return resource_folders()[-1]


def data_folders() -> list[Path]:
    """Where collections are looked for, in order: `STEERSMAN_DATA`, then the user's folder."""
    return resource_folders()


def cache_folder() -> Path:
    """The folder for files that can be made again."""
    return user_cache_path("steersman", appauthor=False)


def find_files(*files: str) -> list[Path] | None:
    """Paths of `files` in the first data folder that holds them all, None without one."""
    for folder in data_folders():
        paths = [folder / file for file in files]
        if all(path.is_file() for path in paths):
            return paths
    return None
