"""Atomic writes: a file appears under its name when it is complete, or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from steersman.errors import SteersmanError


def check_writable(*paths: Path | None) -> None:
    """Raise an error, before any work is done, for a path that cannot be written."""
    for path in (path for path in paths if path is not None):
        if path.is_dir():
            raise SteersmanError(
                f"{path} is a folder",
                todo="choose a file name",
                code="not-a-file",
                file=path.name,
            )
        if not path.exists() and not path.parent.is_dir():
            raise SteersmanError(
                f"{path} cannot be written: there is no folder {path.parent}",
                todo="create the folder, or choose another file",
                code="folder-missing",
                file=path.name,
            )


@contextmanager
def atomic_file(path: Path) -> Iterator[BinaryIO]:
    """A file to write to that takes the name `path` when the block ends well.

    Until then an existing file stays as it is; an error leaves nothing else behind.

    >>> folder = tempfile.TemporaryDirectory()
    >>> with atomic_file(Path(folder.name) / "log") as file:
    ...     _ = file.write(b"all is well")
    >>> (Path(folder.name) / "log").read_text()
    'all is well'
    >>> folder.cleanup()
    """
    partial: Path | None = None
    try:
        if path.is_dir():
            check_writable(path)
        if path.exists() and not path.is_file():
            # A device or a pipe: a file that took its name would put an end to it.
            with path.open("wb") as stream:
                yield stream
            return
        # In the same folder, because a rename is atomic only within one file system.
        with tempfile.NamedTemporaryFile(
            dir=path.parent, prefix=f".{path.name}.", suffix=".part", delete=False
        ) as file:
            partial = Path(file.name)
            yield file  # type: ignore[misc]
            file.flush()
            # Before the rename: after a power failure the name must not point to an empty file.
            os.fsync(file.fileno())
        # Temporary files are private (0600); the result gets the permissions of any new file.
        partial.chmod(0o666 & ~current_umask())
        partial.replace(path)
    except OSError as error:
        raise SteersmanError(
            f"{path} cannot be written: {error.strerror or error}",
            todo="check the folder, its permissions and the disk space",
            code="file-unwritable",
            file=path.name,
        ) from error
    finally:
        if partial is not None:
            with suppress(OSError):
                # Renamed if all went well; otherwise the partial file must not stay.
                partial.unlink(missing_ok=True)


@contextmanager
def atomic_path(path: Path) -> Iterator[Path]:
    """A path to write to, which becomes `path` on success and disappears on failure.

    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with atomic_path(Path(folder) / "greeting.txt") as writable:
    ...         _ = writable.write_text("hello")
    ...     [entry.name for entry in Path(folder).iterdir()]
    ['greeting.txt']
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".unfinished-") as folder:
        partial = Path(folder) / path.name
        yield partial
        partial.replace(path)


def current_umask() -> int:
    """The umask of this process."""
    # It can only be read by setting it: a strict one, in case another thread creates a file now.
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
