"""One way to read a file: checked, its encoding and layout detected, as a table or in blocks.

`load`, `raw_table` and `raw_chunks` read through here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import copy_context
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event

from steersman.data.arrow.frames import release_memory
from steersman.data.columns.kinds import Frame
from steersman.data.columns.numbered_columns import with_vectors
from steersman.data.dataset import Provenance
from steersman.data.files.encodings import foreign_encoding
from steersman.data.files.lines import refuse_changes
from steersman.data.formats.headers import has_names, missing_header_note
from steersman.data.formats.registry import Format, format_of
from steersman.data.read_options import ReadOptions
from steersman.errors import Cancelled, SteersmanError
from steersman.tasks import Task

LONG_BYTES = 2**20
"""A shorter file is checked before a thread for it would have begun."""

NOT_UTF8 = ("not-decodable", "encoding-differs", "zero-bytes")


@dataclass(frozen=True)
class CheckedFile:
    """A file whose bytes were checked: its format and digest, and the options that read it.

    `notes` are sentences about what was detected and may surprise.
    """

    path: Path
    format: Format
    options: ReadOptions
    sha256: str
    notes: tuple[str, ...] = ()

    @property
    def provenance(self) -> Provenance:
        """Where a data set that is read from the file comes from."""
        encoding = {"encoding": self.options.text_encoding} if self.format.has_encoding else {}
        return Provenance(
            source=self.path.name,
            reader=self.format.name,
            sha256=self.sha256,
            file=self.path.name,
            path=self.path,
            options=encoding,
            notes=self.notes,
        )


@contextmanager
def reading_faults(path: Path) -> Iterator[None]:
    """Turn faults of the disk, and of others who write to the file, into sentences."""
    try:
        with refuse_changes(path):
            yield
    except OSError as error:
        raise SteersmanError(
            f"{path} cannot be read: {error.strerror or error}",
            todo="check its permissions",
            code="file-unreadable",
            file=path.name,
        ) from error


def checked_file(
    path: Path, options: ReadOptions, named: Collection[str] = (), task: Task | None = None
) -> CheckedFile:
    """The file, its bytes checked from end to end and the options completed by what they show.

    `named` are columns that must be there.
    """
    task = task or Task().monotone()
    format = format_of(path, options)
    options, notes = format.with_defaults(options), tuple[str, ...]()
    try:
        sha256 = format.digest(path, options, task)
    except SteersmanError as error:
        # Most files are UTF-8: only those that are not are looked at a second time.
        guessable = error.code in NOT_UTF8 and format.has_encoding and not options.encoding
        seen = foreign_encoding(path) if guessable else None
        if seen is None:
            raise
        options, notes = replace(options, encoding=seen), (encoding_note(path.name, seen),)
        sha256 = format.digest(path, options, task)
    options, more = format.detect(path, options, named)
    return CheckedFile(path, format, options, sha256, (*notes, *more))


def read_checked(
    path: Path, options: ReadOptions, named: Collection[str], task: Task
) -> tuple[Frame, CheckedFile]:
    """The table in a file, its bytes checked, and the file with all that was detected.

    A longer file is checked while it is read already, where its format allows that.
    """
    format = format_of(path, options)
    if format.read_unchecked and path.stat().st_size >= LONG_BYTES:
        found = read_while_checked(path, format, format.with_defaults(options), named, task)
        if found is not None:
            return found
    file = checked_file(path, options, named, task.rest().part(0.0, 0.2))
    return read_file(file, task.rest())


def read_while_checked(
    path: Path, format: Format, options: ReadOptions, named: Collection[str], task: Task
) -> tuple[Frame, CheckedFile] | None:
    """The table in a file whose bytes prove to be sane; None where they do not."""
    unwanted = Event()
    checking = Task(cancelled=unwanted.is_set)
    with ThreadPoolExecutor(1, "steersman-check") as pool:
        digest = pool.submit(copy_context().run, format.digest, path, options, checking)
        try:
            seen, notes = format.detect(path, options, named)
            frame, file = read_file(CheckedFile(path, format, seen, "", notes), task)
        except Cancelled:
            unwanted.set()
            raise
        except (SteersmanError, ValueError):
            # What is wrong with the bytes explains best what is wrong with the table.
            if isinstance(digest.exception(), SteersmanError):
                return None
            raise
        if isinstance(digest.exception(), SteersmanError):
            return None
        file = replace(file, sha256=digest.result())
    # What the check held too.
    release_memory()
    return frame, file


def encoding_note(name: str, encoding: str) -> str:
    return (
        f"{name} is not UTF-8 and was read as {encoding}; name another with encoding= "
        "(--encoding) if it is wrong"
    )


def read_file(file: CheckedFile, task: Task) -> tuple[Frame, CheckedFile]:
    """The table in a file, and the file with the options that reading detected."""
    frame = file.format.read_frame(file.path, file.options, task)
    frame = with_vectors(frame, file.options.vectors)
    # Arrow keeps freed memory for later; the features need it now.
    release_memory()
    if file.format.may_lack_header and file.options.header is None:
        named = has_names(frame.columns)
        notes = () if named else (missing_header_note(file.path.name),)
        options = replace(file.options, header=named)
        file = replace(file, options=options, notes=(*file.notes, *notes))
    return frame, file


@contextmanager
def notes_in_errors(notes: Sequence[str]) -> Iterator[None]:
    """Add what was detected when a file was opened to the errors of the block."""
    try:
        yield
    except SteersmanError as error:
        if not notes:
            raise
        raise error.with_words(todo="; ".join([error.todo, *notes])) from error
