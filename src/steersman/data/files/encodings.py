"""Detection of the encoding of a text file from its bytes."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from pathlib import Path

from steersman.data.files.file_signatures import signature_hint
from steersman.data.files.lines import (
    UNICODE_MARKS,
    check_marks,
    first_bytes,
    holds_zeros,
    unpacked_chunks,
)
from steersman.errors import SteersmanError

WESTERN = ("latin-1", "cp1252")
"""Encodings that are a guess: any bytes could be text of them."""
# Enough to meet an accent in nearly every file; reading gigabytes for a guess is not worth it.
SEEN_BYTES = 32 * 2**20
LOOK_BYTES = 4_096


def check_text(path: Path, encoding: str) -> None:
    """Raise an error when a text file has zero bytes or the mark of another encoding."""
    start = first_bytes(path, LOOK_BYTES)
    check_marks(path.name, start, encoding)
    if b"\0" in start and not holds_zeros(encoding):
        raise SteersmanError(
            f"{path.name} is not text (it contains binary data)",
            todo=signature_hint(start) or "name its real format, or save it as text",
            code="zero-bytes",
            file=path.name,
        )


def seen_encoding(path: Path) -> str:
    """The encoding by the mark at the start, else UTF-8 if it decodes, else a western one."""
    start = first_bytes(path, LOOK_BYTES)
    for mark, name in UNICODE_MARKS.items():
        if start.startswith(mark):
            return name
    # Without a mark, UTF-16 shows by its zeros: every second byte of western text is one.
    for name, zeros in (("utf-16-le", start[1:2_000:2]), ("utf-16-be", start[0:2_000:2])):
        if zeros.count(0) > len(zeros) / 2 and decodes(path, name):
            return name
    # Before the western ones: text of them is hardly ever valid UTF-8, but anything is valid
    # Latin-1.
    if decodes(path, "utf-8"):
        return "utf-8"
    windows = any(has_windows_marks(chunk) for chunk in first_chunks(path))
    return "cp1252" if windows and decodes(path, "cp1252") else "latin-1"


def foreign_encoding(path: Path) -> str | None:
    """The encoding of a file that has something in it and is not UTF-8."""
    if not path.is_file() or not path.stat().st_size:
        return None
    seen = seen_encoding(path)
    return None if seen == "utf-8" else seen


def has_windows_marks(content: bytes) -> bool:
    """Whether bytes hold characters of Windows-1252 that Latin-1 does not have.

    >>> has_windows_marks("“quoted”".encode("cp1252")), has_windows_marks(b"caf\\xe9")
    (True, False)
    """
    return any(byte in content for byte in range(0x80, 0xA0))


def decodes(path: Path, encoding: str) -> bool:
    """Whether the first bytes of a file decode; the last character may be cut off."""
    decoder = codecs.getincrementaldecoder(encoding)()
    seen = 0
    try:
        for chunk in first_chunks(path):
            decoder.decode(chunk)
            seen += len(chunk)
        # Final only if all was seen: otherwise a letter may be cut at the end of the look.
        decoder.decode(b"", seen < SEEN_BYTES)
    except UnicodeDecodeError:
        return False
    return True


def first_chunks(path: Path) -> Iterator[bytes]:
    """The first bytes of a file in pieces, up to the limit for detection."""
    left = SEEN_BYTES
    for chunk in unpacked_chunks(path):
        yield chunk[:left]
        left -= len(chunk)
        if left <= 0:
            return
