"""Large results in pieces: while one of them is written others wait, while all are they do not."""

from __future__ import annotations

from collections.abc import Callable

# Measured: a piece is written in 5 ms, a forest of 100,000 rows whole in 120 ms.
PIECE_BYTES = 4 * 2**20
MARK = b"pieces "
"""How what stands for a result in pieces begins; an archive never does."""
BETWEEN = "/"


def pieces_of(key: str, content: bytes) -> list[tuple[str, bytes]]:
    """The pieces of a large result, each with its key; none of a small one.

    >>> pieces_of("k", b"small")
    []
    """
    if len(content) <= PIECE_BYTES:
        return []
    starts = range(0, len(content), PIECE_BYTES)
    return [
        (f"{key}{BETWEEN}{number}", content[start : start + PIECE_BYTES])
        for number, start in enumerate(starts)
    ]


def stand_in(pieces: int) -> bytes:
    """What stands for a result in so many pieces."""
    return MARK + str(pieces).encode()


def whole_result(
    key: str, content: bytes | None, piece: Callable[[str], bytes | None]
) -> bytes | None:
    """The content of a key, put together where it is in pieces; None where one is missing."""
    if content is None or not content.startswith(MARK):
        return content
    count = content.removeprefix(MARK)
    found: list[bytes] = []
    if not count.isdigit():
        return None
    # A forged number may be any: the first piece that is missing ends it.
    for number in range(int(count[:9])):
        part = piece(f"{key}{BETWEEN}{number}")
        if part is None:
            return None
        found.append(part)
    return b"".join(found)


def result_of_piece(key: str) -> str:
    """The key of the result that a key belongs to: its own, or that of the whole."""
    return key.partition(BETWEEN)[0]
