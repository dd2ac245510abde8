"""Documents as blocks of bytes that the kernels read, checked on the way in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from steersman.errors import SteersmanError
from steersman.text.words import spelled

__all__ = ["BLOCK_BYTES", "byte_blocks"]

BLOCK_BYTES = 1 << 25


def byte_blocks(documents: Iterable[str], block_bytes: int = BLOCK_BYTES) -> Iterator[list[bytes]]:
    """The documents in UTF-8, in lists of about `block_bytes` bytes each; no list is empty.

    >>> list(byte_blocks(["one", "two", "three"], block_bytes=6))
    [[b'one', b'two'], [b'three']]
    """
    if isinstance(documents, str | bytes):
        raise SteersmanError(
            "documents must be several texts, but one text was given", todo="put it into a list"
        )
    block: list[bytes] = []
    size = 0
    for row, document in enumerate(documents):
        if not isinstance(document, str):
            raise SteersmanError(
                f"document {row} must be a text, but it is of type {type(document).__name__}",
                todo="decode bytes and replace missing values by empty texts",
            )
        text = spelled(document).encode()
        block.append(text)
        size += len(text)
        if size >= block_bytes:
            yield block
            block, size = [], 0
    if block:
        yield block
