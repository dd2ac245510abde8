"""The documents of one or several columns of text, without a copy of any."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, overload

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import pyarrow as pa

# Converted in small lots: one call per document is slow, and a whole chunk takes its memory twice.
DOCUMENTS = 256


class ArrowDocuments(Sequence[str]):
    """The words of a column as Python's strings, made when they are asked for; `rows` are some.

    >>> import pyarrow as pa
    >>> documents = ArrowDocuments(pa.chunked_array([["one", None], ["three"]]))
    >>> list(documents), documents[-1], len(documents)
    (['one', '', 'three'], 'three', 3)
    >>> list(documents[1:]) == list(document_rows(documents, np.array([1, 2])))
    True
    """

    def __init__(self, column: pa.ChunkedArray, rows: NDArray[np.intp] | None = None) -> None:
        self.column = column
        self.rows = rows

    def __len__(self) -> int:
        return len(self.column) if self.rows is None else len(self.rows)

    @overload
    def __getitem__(self, place: int) -> str: ...

    @overload
    def __getitem__(self, place: slice) -> ArrowDocuments: ...

    def __getitem__(self, place: int | slice) -> str | ArrowDocuments:
        if isinstance(place, slice):
            rows = np.arange(len(self.column)) if self.rows is None else self.rows
            return ArrowDocuments(self.column, rows[place])
        row = place if self.rows is None else int(self.rows[place])
        return self.column[row].as_py() or ""

    def __iter__(self) -> Iterator[str]:
        if self.rows is not None:
            for row in self.rows.tolist():
                yield self.column[row].as_py() or ""
            return
        for chunk in self.column.chunks:
            for start in range(0, len(chunk), DOCUMENTS):
                for document in chunk[start : start + DOCUMENTS].to_pylist():
                    yield document or ""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or isinstance(other, str):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other))

    __hash__ = None  # type: ignore[assignment]  # as of any sequence that may be long

    @property
    def nbytes(self) -> int:
        """The memory of the documents."""
        return int(self.column.nbytes) + (0 if self.rows is None else self.rows.nbytes)


class JoinedDocuments(Sequence[str]):
    """The texts of several columns, one under the other, joined when they are asked for.

    >>> mail = JoinedDocuments({"subject": ("Boats", ""), "body": ("We sail.", "Come!")})
    >>> list(mail), mail.parts["subject"][0]
    (['Boats\\nWe sail.', 'Come!'], 'Boats')
    """

    def __init__(self, parts: Mapping[str, Sequence[str]]) -> None:
        self.parts = dict(parts)

    def __len__(self) -> int:
        return len(next(iter(self.parts.values())))

    @overload
    def __getitem__(self, place: int) -> str: ...

    @overload
    def __getitem__(self, place: slice) -> JoinedDocuments: ...

    def __getitem__(self, place: int | slice) -> str | JoinedDocuments:
        if isinstance(place, slice):
            return JoinedDocuments({name: part[place] for name, part in self.parts.items()})
        return "\n".join(text for part in self.parts.values() if (text := part[place]))

    def __iter__(self) -> Iterator[str]:
        for texts in zip(*self.parts.values()):
            yield "\n".join(text for text in texts if text)

    __eq__ = ArrowDocuments.__eq__
    __hash__ = None  # type: ignore[assignment]  # as of any sequence that may be long


def document_rows(texts: Sequence[str], rows: NDArray[np.intp]) -> Sequence[str]:
    """Some of the texts, in the order of `rows`; those of a column share its memory."""
    if isinstance(texts, ArrowDocuments):
        known = rows if texts.rows is None else texts.rows[rows]
        return ArrowDocuments(texts.column, known)
    if isinstance(texts, JoinedDocuments):
        parts = {name: document_rows(part, rows) for name, part in texts.parts.items()}
        return JoinedDocuments(parts)
    return tuple(texts[row] for row in rows.tolist())


def arrow_documents(documents: Iterable[str]) -> ArrowDocuments:
    """The documents as a column of Arrow's, which takes less memory than Python's strings.

    >>> arrow_documents(iter(["one", "", "zwölf"]))[2]
    'zwölf'
    """
    import pyarrow as pa

    waiting, chunks = iter(documents), []
    while some := list(islice(waiting, DOCUMENTS)):
        chunks.append(pa.array(some, pa.large_string()))
    return ArrowDocuments(pa.chunked_array(chunks, pa.large_string()))
