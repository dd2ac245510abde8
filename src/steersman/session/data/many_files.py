"""A pattern such as data/*.parquet or a folder of tables in the place of one file."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from glob import has_magic
from pathlib import Path

from steersman.data.file_sets import (
    MOST_IN_MEMORY,
    is_partitioned,
    is_pattern,
    shared_parts,
    source_files,
    total_bytes,
)
from steersman.data.first_look.sniffing import sniff
from steersman.data.read_options import ReadOptions
from steersman.data.sketch import Sketch
from steersman.errors import SteersmanError
from steersman.scale.sources import are_documents
from steersman.tasks import Task

END_BYTES = 2**16


def is_there(path: Path) -> bool:
    """Whether a file or folder exists, or a pattern has files."""
    if not is_pattern(str(path)):
        return path.exists()
    try:
        return bool(source_files(str(path)))
    except SteersmanError:
        return False


def bytes_of(path: Path) -> int:
    """The size of a file, or of all files of a pattern."""
    return total_bytes(str(path)) if is_pattern(str(path)) else path.stat().st_size


def file_count(path: str) -> int:
    """How many files a source has; a folder of texts counts as one."""
    return len(source_files(path)) if is_partitioned(path) and is_there(Path(path)) else 1


def needs_partitions(path: Path) -> bool:
    """Whether a source is several files too large for memory, or a pattern of texts.

    Texts in folders named for their classes are read into memory by the name of the folder only.
    """
    if not is_partitioned(str(path)):
        return False
    return total_bytes(str(path)) > MOST_IN_MEMORY or are_documents(source_files(str(path)))


def pattern_fingerprint(path: Path) -> str:
    """A digest of the names and sizes of a pattern's files, and of both ends of each."""
    digest = hashlib.sha256()
    files = source_files(str(path))
    top = Path(*shared_parts(files))
    for file in files:
        size = file.stat().st_size
        digest.update(f"{file.relative_to(top)}\0{size}\n".encode())
        with file.open("rb") as stream:
            digest.update(stream.read(END_BYTES))
            stream.seek(max(0, size - END_BYTES))
            digest.update(stream.read(END_BYTES))
    return digest.hexdigest()


def plain_name(path: Path) -> str:
    """A name for the data of a source: that of the file, or of the folder that a pattern is in.

    >>> plain_name(Path("inbox/mail.csv.gz")), plain_name(Path("inbox/2026-*/*.parquet"))
    ('mail', 'inbox')
    """
    while has_magic(path.name):
        path = path.parent
    return path.name.split(".")[0]


def shown_name(path: Path) -> str:
    """What a source is called: a pattern with the folder that it is in.

    >>> shown_name(Path("inbox/mail.csv")), shown_name(Path("home/inbox/*/*.txt"))
    ('mail.csv', 'inbox/*/*.txt')
    """
    return f"{shown_name(path.parent)}/{path.name}" if has_magic(path.name) else path.name


def sniff_source(path: str, options: ReadOptions, task: Task) -> Sketch:
    """A first look at a file, or at the first of several that hold rows."""
    look = {"progress": task.report, "cancelled": task.cancelled, **options.given_options()}
    if not is_partitioned(path):
        return sniff(path, **look)
    files = source_files(path)
    if options.format is None and are_documents(files):
        return replace(sniff(Path(*shared_parts(files)), **look), path=Path(path))
    first = sniff(files[0], **look)
    if len(files) == 1:
        return replace(first, path=Path(path))
    # The others are taken to have as many rows a byte as the first.
    share = total_bytes(path) / max(1, files[0].stat().st_size)
    return replace(first, path=Path(path), rows=round(first.rows * share), rows_exact=False)
