"""The files in a downloaded archive, read in memory: nothing is unpacked to disk."""

from __future__ import annotations

import gzip
import io
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Iterator

from steersman.errors import SteersmanError

Members = dict[str, bytes]
"""Path inside the archive -> bytes."""

# An archive can claim or unpack to any size; all members are held in memory.
MOST_BYTES = 512 * 2**20
NESTED = (".tar.gz", ".tgz", ".tar", ".zip")


def archive_members(content: bytes, name: str) -> Members:
    """The files in a zip or tar archive, and in archives inside it; a plain file is itself.

    >>> archive_members(b"one,two", "numbers.csv")
    {'numbers.csv': b'one,two'}
    """
    members: Members = {}
    size = 0
    try:
        for path, data in archive_files(content, name):
            size += len(data)
            if size > MOST_BYTES:
                raise SteersmanError(
                    f"{name} unpacks to more than {MOST_BYTES // 2**20} MB",
                    todo="check the source of the archive",
                    code="archive-too-large",
                    file=name,
                )
            members[path] = data
    except (
        tarfile.TarError,
        zipfile.BadZipFile,
        gzip.BadGzipFile,
        zlib.error,
        lzma.LZMAError,
        EOFError,
    ) as error:
        raise SteersmanError(
            f"{name} is incomplete or damaged ({error})",
            todo="download it again",
            code="archive-damaged",
            file=name,
        ) from error
    return members


def archive_files(content: bytes, name: str, depth: int = 0) -> Iterator[tuple[str, bytes]]:
    """Paths and bytes of the regular files; archives in the archive are opened, no deeper ones."""
    if content[:4] == b"PK\x03\x04":
        files = zip_files(content)
    elif content[:2] == b"\x1f\x8b" or content[257:262] == b"ustar":
        files = tar_files(content)
    else:
        yield name, content
        return
    for path, data in files:
        # One level only: archives can be nested without end.
        if depth == 0 and path.lower().endswith(NESTED):
            yield from archive_files(data, path, depth + 1)
        else:
            yield path, data


def zip_files(content: bytes) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        for entry in archive.infolist():
            if not entry.is_dir():
                # The size that it claims is checked before a byte is unpacked.
                check_entry(entry.filename, entry.file_size)
                yield entry.filename, archive.read(entry)


def tar_files(content: bytes) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        for entry in archive:
            file = archive.extractfile(entry) if entry.isfile() else None
            if file is not None:
                check_entry(entry.name, entry.size)
                yield entry.name, file.read()


def check_entry(path: str, size: int) -> None:
    if size > MOST_BYTES:
        raise SteersmanError(
            f"{path} in the archive is too large ({size // 2**20:,} MB)",
            todo="check the source of the archive",
            code="archive-too-large",
            file=path,
            bytes=size,
        )
