"""The cache of partitions: folders named by what they were made of, and a limit on their size."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from time import time

from steersman.data.files.atomic_files import atomic_file
from steersman.data.files.data_folders import cache_folder
from steersman.errors import SteersmanError

FOLDER, LIMIT = "STEERSMAN_CACHE", "STEERSMAN_CACHE_GB"
DEFAULT_GB = 100.0
COMPLETE = "complete.json"
DIGESTS = "digests.json"
FORMAT = 2
"""Changes when partitions are written in another way: older ones are then made again."""


@dataclass(frozen=True)
class CacheEntry:
    """One data set in the cache."""

    path: Path
    source: str
    rows: int
    size_bytes: int
    used: float
    is_complete: bool


def partition_cache() -> Path:
    """The folder of the cache: `STEERSMAN_CACHE`, or the user's cache folder."""
    named = os.environ.get(FOLDER)
    return Path(named).expanduser() if named else cache_folder() / "partitions"


def limit_bytes() -> float:
    """How much the cache may hold: `STEERSMAN_CACHE_GB`, 100 GB by default."""
    said = os.environ.get(LIMIT, str(DEFAULT_GB))
    try:
        return float(said) * 1e9
    except ValueError:
        raise SteersmanError(
            f"{LIMIT} is {said!r}, not a number of gigabytes",
            todo=f"set it to a number such as {DEFAULT_GB:g}",
            code="cache-limit-invalid",
            came=said,
        ) from None


def content_key(content: object) -> str:
    """A name that equal contents share.

    >>> content_key({"a": 1}) == content_key({"a": 1}) != content_key({"a": 2})
    True
    """
    written = json.dumps([FORMAT, content], sort_keys=True, default=str)
    return sha256(written.encode()).hexdigest()[:32]


def cache_entries() -> list[CacheEntry]:
    """The data sets in the cache, the one used last first."""
    folder = partition_cache()
    if not folder.is_dir():
        return []
    found = [entry_of(each) for each in folder.iterdir() if each.is_dir()]
    return sorted(found, key=lambda entry: -entry.used)


def entry_of(path: Path) -> CacheEntry:
    """What is known of one folder of the cache."""
    size = sum(file.stat().st_size for file in path.rglob("*") if file.is_file())
    try:
        story = json.loads((path / COMPLETE).read_text())
        used = (path / COMPLETE).stat().st_mtime
    except (OSError, ValueError):
        return CacheEntry(path, "", 0, size, path.stat().st_mtime, False)
    return CacheEntry(path, str(story["source"]), int(story["rows"]), size, used, True)


def clear_cache(*, except_for: Path | None = None) -> int:
    """Delete the partitions of all data sets but one; how many bytes are free again."""
    freed = 0
    for entry in cache_entries():
        if entry.path != except_for:
            shutil.rmtree(entry.path, ignore_errors=True)
            freed += entry.size_bytes
    if except_for is None:
        with suppress(OSError):
            (partition_cache() / DIGESTS).unlink()
    return freed


def make_room(needed_for: Path) -> None:
    """Delete the data sets used longest ago until the cache is within its limit.

    The one in use stays; an error says so when it is too large by itself.
    """
    entries = cache_entries()
    total, limit = sum(entry.size_bytes for entry in entries), limit_bytes()
    for entry in reversed(entries):
        if total <= limit:
            return
        if entry.path != needed_for:
            shutil.rmtree(entry.path, ignore_errors=True)
            total -= entry.size_bytes
    if total > limit:
        raise SteersmanError(
            f"the partitions take {total / 1e9:,.1f} GB, more than the limit of "
            f"{limit / 1e9:,.1f} GB",
            todo=f"raise {LIMIT}, or use fewer files",
            code="cache-full",
            size=total,
            limit=limit,
        )


def finish_entry(path: Path, story: dict[str, object]) -> None:
    """Mark a folder of the cache as complete."""
    with atomic_file(path / COMPLETE) as file:
        file.write(json.dumps(story, default=str).encode())
    make_room(path)


def finished_story(path: Path) -> dict[str, object] | None:
    """What was noted about a complete folder of the cache, which counts as a use of it."""
    try:
        story: dict[str, object] = json.loads((path / COMPLETE).read_text())
    except (OSError, ValueError):
        return None
    with suppress(OSError):
        now = time()
        os.utime(path / COMPLETE, (now, now))
    return story


@contextmanager
def known_digests() -> Iterator[dict[str, str]]:
    """Digests of files by path, size and time of change, so that a file is read once for them."""
    path = partition_cache() / DIGESTS
    try:
        known: dict[str, str] = json.loads(path.read_text())
    except (OSError, ValueError):
        known = {}
    before = dict(known)
    yield known
    if known != before:
        path.parent.mkdir(parents=True, exist_ok=True)
        with atomic_file(path) as file:
            file.write(json.dumps(known).encode())


def file_state(path: Path) -> str:
    """What changes when a file does: its place, size and time of change."""
    state = path.stat()
    return f"{path.resolve()}|{state.st_size}|{state.st_mtime_ns}"
