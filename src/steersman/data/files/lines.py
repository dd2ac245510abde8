"""A first look at a text file: that it is there, is text, and has lines of a sane length.

The file streams through in pieces, so that the look takes little memory whatever the file holds.
"""

from __future__ import annotations

import codecs
import gzip
import hashlib
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path
from typing import BinaryIO

import numpy as np

from steersman.data.files.file_signatures import signature_hint
from steersman.errors import SteersmanError
from steersman.tasks import Task

# A file without line ends would otherwise be read into memory as one line.
LONGEST_LINE_BYTES = 32 * 2**20
LONGEST_MARK = 16
CHUNK_BYTES = 2**18
LINES_TOLD = 4_096
NEWLINE = ord("\n")
UNICODE_MARKS = {
    codecs.BOM_UTF8: "utf-8",
    # Begins like the mark of UTF-16, so it has to come first.
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}


def open_bytes(path: Path) -> BinaryIO:
    """The bytes of a file, unpacked when its name ends in .gz."""
    if path.suffix.lower() == ".gz":
        return gzip.open(path, "rb")  # type: ignore[return-value]
    return path.open("rb")


def open_text(path: Path, encoding: str, errors: str = "strict") -> TextIOWrapper:
    """The text of a file, unpacked when its name ends in .gz; a byte order mark is dropped."""
    return text_of(open_bytes(path), encoding, errors)


def text_of(file: BinaryIO, encoding: str, errors: str = "strict") -> TextIOWrapper:
    """The text in some bytes; a byte order mark is dropped."""
    # Plain utf-8 would keep the byte order mark as part of the first column's name.
    exact = "utf-8-sig" if codecs.lookup(encoding).name == "utf-8" else encoding
    return TextIOWrapper(file, encoding=exact, errors=errors, newline="")


@contextmanager
def open_tracked(path: Path) -> Iterator[tuple[BinaryIO, Callable[[], float]]]:
    """The bytes of a file as `open_bytes` gives them, and the part of the file read so far."""
    size = path.stat().st_size or 1
    with path.open("rb") as packed:
        is_packed = path.suffix.lower() == ".gz"
        file = gzip.GzipFile(fileobj=packed) if is_packed else packed
        # By packed bytes: the unpacked size of a gzip file is not known before its end.
        yield file, lambda: packed.tell() / size  # type: ignore[misc]


def check_file(path: Path) -> None:
    """Raise an error unless there is a readable file with contents."""
    if not path.exists():
        raise SteersmanError(
            f"there is no file {path}",
            todo="check the name and the folder it is in",
            code="file-missing",
            file=path.name,
        )
    if not path.is_file():
        raise SteersmanError(
            f"{path} is not a file",
            todo="choose a file or a folder of text",
            code="not-a-file",
            file=path.name,
        )
    with path.open("rb") as file:
        first = file.read(1)
    if not first:
        raise empty_file(path.name)


def empty_file(name: str) -> SteersmanError:
    return SteersmanError(
        f"{name} is empty",
        todo="choose a file with one row per example",
        code="file-empty",
        file=name,
    )


def line_too_long(name: str, line: int) -> SteersmanError:
    return SteersmanError(
        f"line {line:,} of {name} is longer than {LONGEST_LINE_BYTES // 2**20} MB, expected one "
        "row per line",
        todo="check that it is a text file with line breaks",
        code="line-too-long",
        file=name,
        line=line,
    )


@dataclass
class Look:
    """How far the look has come: bytes of the current line, lines and bytes before it."""

    path: Path
    encoding: str
    name: str
    line: int = 1
    line_bytes: int = 0
    endless_lines: bool = False
    bytes_before: int = 0
    zero_line: int = 0

    def take(self, chunk: bytes) -> None:
        """Take in a piece of the file; raise an error where a line grows too long."""
        if not self.zero_line and b"\0" in chunk:
            self.zero_line = self.line + chunk[: chunk.find(b"\0")].count(b"\n")
        first = chunk.find(b"\n")
        if first < 0:
            self.line_bytes += len(chunk)
        else:
            self.check_length(self.line_bytes + first)
            # Three times as fast as `count` where lines are short.
            self.line += int(np.count_nonzero(np.frombuffer(chunk, np.uint8) == NEWLINE))
            self.line_bytes = len(chunk) - chunk.rfind(b"\n") - 1
        self.check_length(self.line_bytes)
        self.bytes_before += len(chunk)

    def check_length(self, line_bytes: int) -> None:
        if line_bytes > LONGEST_LINE_BYTES and not self.endless_lines:
            raise line_too_long(self.name, self.line)

    def check_zeros(self) -> None:
        """Raise an error when there were zero bytes that do not belong to the encoding."""
        if self.zero_line and not holds_zeros(self.encoding):
            known = signature_hint(first_bytes(self.path, LONGEST_MARK))
            raise SteersmanError(
                f"{self.name} is not text (line {self.zero_line:,} contains binary data)",
                todo=known or "save it as text, such as CSV, or name its real format or encoding",
                code="zero-bytes",
                file=self.name,
                line=self.zero_line,
            )

    def check_decodes(self, decoder: codecs.IncrementalDecoder, chunk: bytes, final: bool) -> None:
        # Bytes of a character that began in the piece before count in the error's position.
        pending = len(decoder.getstate()[0])
        try:
            decoder.decode(chunk, final)
        except UnicodeDecodeError as error:
            byte = self.bytes_before - pending + error.start
            line = self.line + error.object[: error.start].count(b"\n")
            raise SteersmanError(
                f"{self.name} is not {self.encoding} text: byte {byte:,} (line {line:,}) is "
                f"0x{error.object[error.start]:02x}",
                todo="save it as UTF-8, or name its encoding, for example encoding='latin-1'",
                code="not-decodable",
                file=self.name,
                encoding=self.encoding,
                byte=byte,
                line=line,
            ) from error


def checked_text(
    path: Path,
    encoding: str = "utf-8",
    task: Task | None = None,
    *,
    endless_lines: bool = False,
    name: str = "",
) -> str:
    """The SHA-256 of a text file that decodes and has no endless line unless it may.

    Errors call the file by `name`, if one is given.
    """
    check_file(path)
    digest = hashlib.sha256()
    look = Look(path, encoding, name or path.name, endless_lines=endless_lines)
    decoder = decoder_of(encoding)
    for chunk in unpacked_chunks(path, task):
        if not look.bytes_before:
            check_marks(look.name, chunk, encoding)
        # Before `take`, which moves on the counters that its error message needs.
        look.check_decodes(decoder, chunk, final=False)
        look.take(chunk)
        digest.update(chunk)
    look.check_decodes(decoder, b"", final=True)
    # At the end: a wrong encoding is the better explanation, and is found first.
    look.check_zeros()
    if not look.bytes_before:
        raise empty_file(path.name)
    return digest.hexdigest()


def decoder_of(encoding: str) -> codecs.IncrementalDecoder:
    """A decoder for the encoding, or an error when there is none of that name."""
    try:
        return codecs.getincrementaldecoder(encoding)()
    except LookupError as error:
        raise SteersmanError(
            f"unknown encoding {encoding!r}",
            todo="use a name such as utf-8 or latin-1",
            code="encoding-unknown",
            came=encoding,
        ) from error


def plain_name(encoding: str) -> str:
    """An encoding by its usual name, however it is written.

    >>> plain_name("UTF_16"), plain_name("latin1")
    ('utf-16', 'iso8859-1')
    """
    try:
        return codecs.lookup(encoding).name
    except LookupError:
        return encoding.lower()


def holds_zeros(encoding: str) -> bool:
    """Whether zero bytes belong to the text of an encoding."""
    return plain_name(encoding).startswith(("utf-16", "utf-32"))


def check_marks(name: str, start: bytes, encoding: str) -> None:
    """Raise an error when the mark at the start of a file is that of another encoding."""
    marked = next((name for mark, name in UNICODE_MARKS.items() if start.startswith(mark)), None)
    if marked is not None and not plain_name(encoding).startswith(marked):
        raise SteersmanError(
            f"{name} is {marked} text, expected {encoding}",
            todo=f"save it as UTF-8, or give encoding={marked!r} (--encoding {marked})",
            code="encoding-differs",
            file=name,
            encoding=encoding,
            detected=marked,
        )


def unpacked_chunks(path: Path, task: Task | None = None) -> Iterator[bytes]:
    """The bytes of the file in pieces, unpacked."""
    task = task or Task().monotone()
    with whole_gzip(path), open_tracked(path) as (file, part):
        while chunk := file.read(CHUNK_BYTES):
            yield chunk
            task.report(f"checking {path.name}", part())


def first_bytes(path: Path, size: int) -> bytes:
    """How the contents of a file begin."""
    with whole_gzip(path), open_bytes(path) as file:
        return file.read(size)


@contextmanager
def whole_gzip(path: Path) -> Iterator[None]:
    """Turn the errors of a damaged gzip file into one for the user."""
    try:
        yield
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise SteersmanError(
            f"{path.name} is not a valid gzip file: {error}",
            todo="copy or download it again",
            code="gzip-damaged",
            file=path.name,
        ) from error


def check_gzip(path: Path) -> None:
    """Raise an error when a .gz file does not begin like one."""
    # Reading a piece is enough: gzip raises on its own, and `first_bytes` puts it into words.
    first_bytes(path, CHUNK_BYTES)


def file_digest(path: Path, task: Task | None = None) -> str:
    """The SHA-256 of the bytes of a file as they are."""
    task, digest, size = task or Task().monotone(), hashlib.sha256(), path.stat().st_size or 1
    with path.open("rb") as file:
        while chunk := file.read(CHUNK_BYTES):
            digest.update(chunk)
            task.report(f"checking {path.name}", file.tell() / size)
    return digest.hexdigest()


@contextmanager
def refuse_changes(path: Path) -> Iterator[None]:
    """Raise an error when a file changes during the block."""
    before = state_of(path)
    try:
        yield
    except (SteersmanError, OSError) as error:
        # A file that changed explains any other error better than the error itself.
        if state_of(path) != before:
            raise changed_file(path) from error
        raise
    if state_of(path) != before:
        raise changed_file(path)


def state_of(path: Path) -> tuple[int, int, int] | None:
    """Which file it is, its size and when it was written to last."""
    if not path.exists():
        return None
    stat = path.stat()
    # The inode too: a file that was replaced by a rename may have equal size and time.
    return stat.st_ino, stat.st_size, stat.st_mtime_ns


def changed_file(path: Path) -> SteersmanError:
    return SteersmanError(
        f"{path.name} changed while it was being read",
        todo="try again when no other program writes to it",
        code="file-changed",
        file=path.name,
    )


def numbered_lines(
    path: Path, encoding: str, task: Task | None = None
) -> Iterator[tuple[int, str]]:
    """Line numbers from 1 and the lines of a text file, without their ends."""
    with open_tracked(path) as (packed, part), text_of(packed, encoding) as file:
        for number, line in enumerate(lines_of(file, path.name), start=1):
            if task is not None and number % LINES_TOLD == 0:
                task.report(f"reading {path.name}", part())
            yield number, line.rstrip("\r\n")


def lines_of(file: TextIOWrapper, name: str) -> Iterator[str]:
    """The lines of a text; an error for one so long that it may have no end."""
    number = 0
    # A file itself would read an endless line into memory before it gave it.
    while line := file.readline(LONGEST_LINE_BYTES):
        number += 1
        if len(line) == LONGEST_LINE_BYTES:
            raise line_too_long(name, number)
        yield line
