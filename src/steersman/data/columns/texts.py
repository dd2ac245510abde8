"""The text columns of a table as documents."""

from __future__ import annotations

import narwhals as nw

from steersman.data.arrow.documents import ArrowDocuments
from steersman.data.columns.cells import words
from steersman.data.columns.kinds import WORDS, Frame
from steersman.errors import SteersmanError


def joined_text(
    frame: Frame, columns: tuple[str, ...], where: str
) -> ArrowDocuments | tuple[str, ...]:
    """(rows,) the text columns of each row, one under the other; missing text is empty.

    One column of Arrow's is not copied: its documents are made as they are asked for.
    """
    for column in columns:
        if frame[column].dtype not in WORDS:
            raise SteersmanError(
                f"text column {column!r} of {where} contains "
                f"{str(frame[column].dtype).lower()}, expected text",
                todo="choose another text column",
                code="text-column-invalid",
                column=column,
            )
    first = frame[columns[0]]
    if len(columns) == 1 and first.implementation.is_pyarrow() and first.dtype == nw.String:
        return ArrowDocuments(first.to_native())
    if len(columns) == 1:
        return tuple(document or "" for document in words(frame[columns[0]]))
    parts = zip(*(words(frame[column]) for column in columns))
    return tuple("\n".join(part for part in row if part is not None) for row in parts)
