"""Which encoding the text of a file has, as far as its bytes tell."""

from __future__ import annotations

import codecs
from pathlib import Path

from steersman.data.lines import open_bytes

__all__ = ["seen_encoding"]

SEEN_BYTES = 32 * 2**20
MARKS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}


def seen_encoding(path: Path) -> str:
    """UTF-8 where the bytes are that, what a mark at the start says, else a western one."""
    with open_bytes(path) as file:
        start = file.read(SEEN_BYTES)
    for mark, name in MARKS.items():
        if start.startswith(mark):
            return name
    try:
        codecs.getincrementaldecoder("utf-8")().decode(start)
    except UnicodeDecodeError:
        return "cp1252" if has_windows_marks(start) else "latin-1"
    return "utf-8"


def has_windows_marks(content: bytes) -> bool:
    """Whether there are bytes that only Windows uses for letters and quotation marks.

    >>> has_windows_marks("“quoted”".encode("cp1252")), has_windows_marks(b"caf\\xe9")
    (True, False)
    """
    return any(byte in content for byte in range(0x80, 0xA0)) and decodes(content, "cp1252")


def decodes(content: bytes, encoding: str) -> bool:
    """Whether the bytes are text of that encoding."""
    try:
        content.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True
