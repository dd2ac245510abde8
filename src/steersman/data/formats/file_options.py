"""How the bytes of a file are to be read, as far as somebody said it."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["FileOptions"]


@dataclass(frozen=True)
class FileOptions:
    """How the bytes of a file are to be read; nothing said about the encoding means UTF-8.

    `decimal` is the mark before a fraction, where a file does not show it: a point or a comma.
    """

    format: str | None = None
    encoding: str | None = None
    delimiter: str | None = None
    header: bool | None = None
    sheet: str | None = None
    words: tuple[str, ...] = ()
    decimal: str | None = None

    @property
    def text_encoding(self) -> str:
        return self.encoding or "utf-8"
