"""Which encoding the text of a file has, as far as its bytes tell."""

from __future__ import annotations

import codecs
from pathlib import Path

from steersman.data.lines import check_marks, first_bytes, holds_zeros
from steersman.errors import SteersmanError

__all__ = ["WESTERN", "check_text", "foreign_encoding", "seen_encoding"]

WESTERN = ("latin-1", "cp1252")
"""Encodings that are a guess: any bytes could be text of them."""
SEEN_BYTES = 32 * 2**20
LOOK_BYTES = 4_096
MARKS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}


def check_text(path: Path, encoding: str) -> None:
    """An error when what calls itself text has zero bytes, or begins with another mark."""
    start = first_bytes(path, LOOK_BYTES)
    check_marks(path, start, encoding)
    if b"\0" in start and not holds_zeros(encoding):
        raise SteersmanError(
            f"{path.name} holds zero bytes, expected text",
            todo="name its real format, or save it as text",
        )


def seen_encoding(path: Path) -> str:
    """UTF-8 where the bytes are that, what a mark at the start says, else a western one."""
    start = first_bytes(path, SEEN_BYTES)
    for mark, name in MARKS.items():
        if start.startswith(mark):
            return name
    for name, zeros in (("utf-16-le", start[1:2_000:2]), ("utf-16-be", start[0:2_000:2])):
        if zeros.count(0) > len(zeros) / 2 and decodes(start, name):
            return name
    if not decodes(start, "utf-8"):
        return "cp1252" if has_windows_marks(start) else "latin-1"
    return "utf-8"


def foreign_encoding(path: Path) -> str | None:
    """The encoding of a file that has something in it and is not UTF-8."""
    if not path.is_file() or not path.stat().st_size:
        return None
    seen = seen_encoding(path)
    return None if seen == "utf-8" else seen


def has_windows_marks(content: bytes) -> bool:
    """Whether there are bytes that only Windows uses for letters and quotation marks.

    >>> has_windows_marks("“quoted”".encode("cp1252")), has_windows_marks(b"caf\\xe9")
    (True, False)
    """
    return any(byte in content for byte in range(0x80, 0xA0)) and decodes(content, "cp1252")


def decodes(start: bytes, encoding: str) -> bool:
    """Whether the first bytes of a file are text of that encoding."""
    is_all = len(start) < SEEN_BYTES
    try:
        codecs.getincrementaldecoder(encoding)().decode(start, is_all)
    except UnicodeDecodeError:
        return False
    return True
