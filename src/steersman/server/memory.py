"""Memory: what the machine has, what this process uses, and what the work of one person takes."""

from __future__ import annotations

import os
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from steersman.errors import SteersmanError
from steersman.session import Session
from steersman.session.datasets.corpus import Corpus

# Shared by everybody, or not memory of the work.
PASSED_OVER = (
    type,
    types.ModuleType,
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodType,
)
# A walk through a session looks at no more: it takes a tenth of a second.
MOST_OBJECTS = 300_000


def machine_memory_bytes() -> int:
    """The memory of this machine, or of the container that it is."""
    total = (
        os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") if hasattr(os, "sysconf") else 0
    )
    try:
        limit = Path("/sys/fs/cgroup/memory.max").read_text(encoding="ascii").strip()
    except OSError:
        limit = ""
    return min(total, int(limit)) if limit.isdecimal() and total else total or 4 * 2**30


def process_memory_bytes() -> int:
    """What this process holds in memory now; 0 where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def open_descriptors() -> int:
    """How many files and sockets this process has open; 0 where the system does not say."""
    try:
        return sum(1 for _ in Path("/proc/self/fd").iterdir())
    except OSError:
        return 0


def retained_bytes(root: object, most: int = MOST_OBJECTS) -> int:
    """The bytes that a thing keeps alive, without corpora, which sessions share.

    >>> retained_bytes([np.zeros(1000), "four"]) > 8000
    True
    """
    seen, waiting, total = {id(root)}, [root], 0
    while waiting and len(seen) < most:
        thing = waiting.pop()
        total += own_bytes(thing)
        for part in parts_of(thing):
            if id(part) not in seen and not isinstance(part, PASSED_OVER):
                seen.add(id(part))
                waiting.append(part)
    return total


def own_bytes(thing: object) -> int:
    """The bytes of a thing without its parts."""
    if isinstance(thing, np.ndarray):
        return int(thing.nbytes) if thing.base is None else 0
    if isinstance(thing, pa.Table | pa.Array | pa.ChunkedArray):
        return int(thing.nbytes)
    return sys.getsizeof(thing, 0)


def parts_of(thing: Any) -> Iterator[object]:
    """What a thing refers to."""
    if isinstance(thing, str | bytes | int | float | bool | complex | None | Corpus):
        return
    if isinstance(thing, np.ndarray):
        if thing.base is not None:
            yield thing.base
        if thing.dtype == object:
            yield from thing.ravel().tolist()
    elif isinstance(thing, dict):
        yield from thing.keys()
        yield from thing.values()
    elif isinstance(thing, list | tuple | set | frozenset):
        yield from thing
    else:
        yield from getattr(thing, "__dict__", {}).values()
        for name in getattr(type(thing), "__slots__", ()):
            if isinstance(name, str) and hasattr(thing, name):
                yield getattr(thing, name)


def session_bytes(session: Session, folder: Path) -> int:
    """The memory of one session: what it computed, and data from files in a folder.

    Other data is shared by everybody.
    """
    with session.lock:
        corpora = session.library.corpora.copy().values()
        own = [[each.dataset, each.present] for each in corpora if is_from(folder, each)]
        return retained_bytes(own) + retained_bytes([session.rooms, session.histories])


def is_from(folder: Path, corpus: Corpus) -> bool:
    """Whether a corpus was made from a file in a folder."""
    path = corpus.dataset.provenance.path
    return path is not None and path.is_relative_to(folder)


def check_share(session: Session, folder: Path, share: int) -> None:
    """Raise an error when the session of a person takes more than its share of the memory."""
    taken = session_bytes(session, folder)
    if taken > share:
        raise SteersmanError(
            f"your work takes {taken // 2**20:,} MB, more than your share of {share // 2**20:,} MB",
            todo="start a new project, or use smaller data",
            code="memory-share-used",
            taken=taken,
            share=share,
        )
