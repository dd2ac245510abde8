"""The text columns of a table as documents."""

from __future__ import annotations

import narwhals as nw

from steersman.data.arrow.documents import ArrowDocuments, JoinedDocuments
from steersman.data.columns.cells import words
from steersman.data.columns.kinds import WORDS, Column, Frame
from steersman.errors import SteersmanError


def joined_text(
    frame: Frame, columns: tuple[str, ...], where: str
) -> ArrowDocuments | JoinedDocuments | tuple[str, ...]:
    """(rows,) the text columns of each row, one under the other; missing text is empty.

    Columns of Arrow's are not copied: their documents are made as they are asked for.
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
    if len(columns) > 1:
        return JoinedDocuments({column: documents_of(frame[column]) for column in columns})
    return documents_of(frame[columns[0]])


def documents_of(column: Column) -> ArrowDocuments | tuple[str, ...]:
    """(rows,) the texts of one column."""
    if column.implementation.is_pyarrow() and column.dtype == nw.String:
        return ArrowDocuments(column.to_native())
    return tuple(document or "" for document in words(column))
