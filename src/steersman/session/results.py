"""Results of long work: from a project, from a worker, or computed here.

They are stored in a project under a digest of everything that decides them.

A key is the kind of result, the rows, the settings and the versions of the libraries: what was
stored for anything else is never found, so it cannot be taken by mistake. A value is a skops
archive, so no code in it is ever run.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass
from importlib import import_module
from time import monotonic
from typing import Any, TypeVar
from zipfile import ZIP_DEFLATED

import numpy as np
from scipy.sparse import csr_matrix, issparse
from skops.io import dumps, get_untrusted_types, loads

from steersman._cached import cached_property
from steersman.errors import SteersmanError
from steersman.learn.files import TRUSTED_TYPES, check_trees, versions_here
from steersman.tasks import JobRequest, Task
from steersman.workers import UncarriedError, WorkerJob, running_workers

# What is computed faster is not worth its space on disk.
MIN_STORED_S = 0.5
# A larger model makes the project unwieldy: it is fitted again instead.
MAX_STORED_BYTES = 200 * 2**20

# In place of a result that only this process can compute.
TO_COMPUTE = object()

PLAIN = (bool, int, float, str, bytes, np.generic, type(None))
QUICK = {bool, int, float, str, type(None)}
Found = TypeVar("Found")


@dataclass(frozen=True)
class DoneJob:
    """What a worker gave: a result, or the error to raise in its place, and how long it took.

    `archive` is the result as it is stored: written before the session is held again.
    """

    value: object
    seconds: float
    archive: bytes | None = None


class JobNeeded(BaseException):
    """Raised where an action needs the result of a job: the action is undone, and done again with
    the result. No handler of errors in between may take it for one of its own."""

    def __init__(self, key: str, job: WorkerJob, task: Task, *, stored: bool) -> None:
        super().__init__(job.name)
        self.key, self.job, self.task, self.stored = key, job, task, stored


class ArchiveNeeded(BaseException):
    """Raised where a result that was computed here is to be stored: the action is undone, and done
    again with the result, whose archive is written while nothing is held."""

    def __init__(self, key: str, value: object, seconds: float) -> None:
        super().__init__(key)
        self.key, self.value, self.seconds = key, value, seconds


class ActionResults:
    """The results that one action needs: those stored before, and those to be stored with it.

    `stored` gives the value of a key or None; without it everything is computed. `used` are the
    keys that were asked for. `done` has what workers gave so far; None where there are no workers.
    Without a project, results are not `kept`.
    """

    def __init__(
        self,
        stored: Callable[[str], bytes | None] | None = None,
        done: Mapping[str, DoneJob] | None = None,
        *,
        kept: bool = True,
    ) -> None:
        self.stored, self.done, self.kept = stored, done, kept
        self.used: set[str] = set()
        self.new: dict[str, tuple[str, bytes]] = {}

    def result(
        self,
        kind: str,
        key: Callable[[], object],
        compute: Callable[[], Found],
        pack: Callable[[Found], object],
        unpack: Callable[[Any], Found],
        *,
        task: Task,
        job: JobRequest | None = None,
        stored: bool = True,
    ) -> Found:
        """The stored result of a key, what the worker gave, or what `compute` gives."""
        hurried, name = task.hurried, DigestOnce(kind, key)
        if self.stored is not None and stored:
            self.used.add(name.digest)
            content = self.stored(name.digest)
            if content is not None:
                # A damaged or forged value may fail with any exception; it is computed again.
                with suppress(Exception):
                    return unpack(archived_value(content))
        done = None
        # What was computed here is among those done too, once it is to be stored.
        if self.done is not None and (isinstance(job, WorkerJob) or self.done):
            done = self.done.get(name.digest)
            if done is None and isinstance(job, WorkerJob):
                raise JobNeeded(name.digest, job, task, stored=stored and self.kept)
        if done is not None and isinstance(done.value, SteersmanError):
            raise done.value
        if done is not None and done.value is not TO_COMPUTE:
            if done.archive is not None:
                self.new[name.digest] = (kind, done.archive)
            return unpack(done.value)
        started = monotonic()
        found = compute()
        # Workers may have done the most of it before the action was begun again.
        seconds = monotonic() - started + sum(each.seconds for each in (self.done or {}).values())
        # A search that was ended early would find more when repeated, so it is stored even if it
        # was quick.
        slow = seconds >= MIN_STORED_S or (hurried is not None and hurried())
        if stored and slow and self.kept:
            if self.done is not None and done is None:
                raise ArchiveNeeded(name.digest, pack(found), seconds)
            content = stored_archive(pack(found))
            if content is not None:
                self.new[name.digest] = (kind, content)
        return found


class DigestOnce:
    """The name of a result, computed when it is first asked for: all rows may have to be read."""

    def __init__(self, kind: str, key: Callable[[], object]) -> None:
        self.kind, self.key = kind, key

    @cached_property
    def digest(self) -> str:
        return key_digest(self.kind, self.key())


def run_with_workers(
    attempt: Callable[[Mapping[str, DoneJob] | None], Found],
    store_ahead: Callable[[str, bytes], bytes] = lambda _key, archive: archive,
) -> Found:
    """Do something that can be undone, again and again until all its jobs are done.

    Nothing is held while a job runs: others go on meanwhile. Without workers it is done once.
    `store_ahead` may write a large archive and says what is stored for it with the action.
    """
    workers = running_workers()
    if workers is None:
        return attempt(None)
    done: dict[str, DoneJob] = {}
    while True:
        try:
            return attempt(done)
        except ArchiveNeeded as found:
            archive = stored_archive(found.value)
            archive = None if archive is None else store_ahead(found.key, archive)
            done[found.key] = DoneJob(found.value, found.seconds, archive)
        except JobNeeded as needed:
            started, hurried = monotonic(), needed.task.hurried
            value: object
            archive = None
            try:
                value = workers.run(needed.job, needed.task)
                slow = monotonic() - started >= MIN_STORED_S or (hurried is not None and hurried())
                if needed.stored and slow:
                    archive = stored_archive(value)
                    archive = None if archive is None else store_ahead(needed.key, archive)
            except UncarriedError:
                value = TO_COMPUTE
            except SteersmanError as error:
                # Raised again where the room asked for the result and may have an answer to it.
                value = error
            done[needed.key] = DoneJob(value, monotonic() - started, archive)


def stored_archive(value: object) -> bytes | None:
    """A value as it is stored; None where it cannot be."""
    # skops refuses what it cannot write with exceptions of any type.
    with suppress(Exception):
        content: bytes = dumps(value, compression=ZIP_DEFLATED, compresslevel=1)
        # Checked when it is written, because a value that would be refused later is useless.
        trusted_names(content)
        return content if len(content) <= MAX_STORED_BYTES else None
    return None


def key_digest(kind: str, key: object) -> str:
    """The name of a result of this kind, computed from these inputs by these versions."""
    return digest((kind, versions_here(), key))


def archived_value(content: bytes) -> object:
    """The value in a skops archive of known types."""
    value: object = loads(content, trusted=trusted_names(content))
    check_trees(value)
    return value


def trusted_names(content: bytes) -> list[str]:
    """The types that an archive names; an error when one is neither a model's nor ours."""
    named: list[str] = get_untrusted_types(data=content)
    foreign = [name for name in named if name not in TRUSTED_TYPES and not is_own_class(name)]
    if foreign:
        raise TypeError(f"{', '.join(foreign)} cannot be stored")
    return named


def is_own_class(name: str) -> bool:
    """Whether a name is that of a class of ours, which runs nothing when it is built."""
    module, _, kind = name.rpartition(".")
    # Only packages of plain values and models: building their classes runs nothing else.
    if not module.startswith(("steersman.compare.", "steersman.learn.")):
        return False
    return isinstance(getattr(import_module(module), kind, None), type)


def digest(value: object) -> str:
    """A digest of plain values, arrays, sparse matrices and dataclasses, however nested.

    >>> digest([1, "a"]) == digest([1, "a"]), digest([1, "a"]) == digest(["1", "a"])
    (True, False)
    """
    hashed = hashlib.blake2b(digest_size=20)

    def add(value: Any) -> None:
        kind = type(value)
        # First what there is most of: a painting has thousands of numbers.
        if kind in QUICK or isinstance(value, PLAIN):
            # The type keeps 1, 1.0, True and "1" apart.
            hashed.update(f"{kind.__name__} {value!r};".encode())
        elif isinstance(value, list | tuple):
            # The length keeps [[1], 2] and [[1, 2]] apart.
            hashed.update(f"{len(value)} of ".encode())
            for each in value:
                add(each)
        elif isinstance(value, np.ndarray) and not value.dtype.hasobject:
            # Type and shape as well: arrays of equal bytes may mean different numbers.
            add(("array", value.dtype.str, value.shape))
            hashed.update(np.ascontiguousarray(value).data)
        elif isinstance(value, np.ndarray):
            add(("array", value.tolist()))
        elif bool(issparse(value)):
            rows = csr_matrix(value)
            add(("sparse", rows.shape, rows.data, rows.indices, rows.indptr))
        elif hasattr(value, "content_key"):
            # Rows on disk are not read again: their folder is named by what they contain.
            add((kind.__name__, value.content_key))
        elif is_dataclass(value):
            # Not what it has computed since.
            add((kind.__name__, [(each.name, getattr(value, each.name)) for each in fields(value)]))
        elif isinstance(value, Mapping):
            add(("mapping", list(value.items())))
        else:
            raise TypeError(f"{kind.__name__} has no digest")

    add(value)
    return hashed.hexdigest()
