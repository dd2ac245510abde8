"""The folders where data is kept, and files that appear there whole or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from platformdirs import user_cache_path

from steersman.course import Progress
from steersman.text.resources import resource_folders

__all__ = ["Progress", "cache_folder", "data_folder", "data_folders", "found", "whole_file"]


def data_folder() -> Path:
    """The user's own data folder, where downloads go."""
    return resource_folders()[-1]


def data_folders() -> list[Path]:
    """Where collections are looked for, in order: `STEERSMAN_DATA`, then the user's folder."""
    return resource_folders()


def cache_folder() -> Path:
    """What can be made again: the documents read from installed packages."""
    return user_cache_path("steersman", appauthor=False)


def found(*files: str) -> list[Path] | None:
    """The paths of `files` in the first folder that holds them all, or None."""
    for folder in data_folders():
        paths = [folder / file for file in files]
        if all(path.is_file() for path in paths):
            return paths
    return None


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A path to write to, which becomes `path` on success and disappears on failure.

    >>> with TemporaryDirectory() as folder:
    ...     with whole_file(Path(folder) / "greeting.txt") as writable:
    ...         _ = writable.write_text("hello")
    ...     [entry.name for entry in Path(folder).iterdir()]
    ['greeting.txt']
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=path.parent, prefix=".unfinished-") as folder:
        partial = Path(folder) / path.name
        yield partial
        partial.replace(path)
