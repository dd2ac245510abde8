"""Columns of Arrow's, as a whole: words without gaps, distinct words and codes, moments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from pyarrow import compute

from steersman.data.arrow.shared_encodings import are_shared, encoded_column

ArrowColumn = pa.ChunkedArray
Codes = NDArray[np.int64]
ENCODED = pa.dictionary(pa.int32(), pa.string())
"""The type of words of which each distinct one is held once."""


def is_plain_number(column: pa.ChunkedArray) -> bool:
    """Whether a column holds integers or floats."""
    return bool(pa.types.is_integer(column.type) or pa.types.is_floating(column.type))


def plain_numbers(table: pa.Table) -> dict[str, pa.ChunkedArray]:
    """The columns of plain numbers."""
    columns = zip(table.column_names, table.columns)
    return {name: column for name, column in columns if is_plain_number(column)}


def rounded_values(column: pa.ChunkedArray) -> NDArray[np.float64]:
    """(rows,) the numbers of a column as 64-bit ones with a fraction; nan where there is none.

    >>> rounded_values(pa.chunked_array([[1, None, 2]]))
    array([ 1., nan,  2.])
    """
    values: NDArray[np.float64] = column.to_numpy().astype(np.float64, copy=False)
    return values


def no_number_count(column: pa.ChunkedArray) -> int:
    """How many values of a column of plain numbers are not there, or are no number.

    >>> no_number_count(pa.chunked_array([[1.5, None, float("nan")]]))
    2
    """
    if pa.types.is_integer(column.type):
        return int(column.null_count)
    return int(column.null_count + (compute.sum(compute.is_nan(column)).as_py() or 0))


def float_column(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """Plain numbers as 64-bit ones with a fraction; without a copy where they are such."""
    # Not safe: large whole numbers become the nearest that has a fraction.
    return column.cast(pa.float64(), safe=False)


def is_any_beyond(column: pa.ChunkedArray, size: float) -> bool:
    """Whether a number is further from 0 than `size`.

    >>> numbers = pa.chunked_array([[-3.5, None, float("nan")], [2.0]])
    >>> is_any_beyond(numbers, 3), is_any_beyond(numbers, 3.5)
    (True, False)
    """
    return bool(compute.any(compute.greater(compute.abs(column), size)).as_py())


def plain_words(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """The values as words, empty where there is none."""
    is_words = pa.types.is_string(column.type) or pa.types.is_large_string(column.type)
    return compute.fill_null(column if is_words else column.cast(pa.string()), "")


def encoded_words(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """The values as words, empty where there is none, each distinct word held once.

    >>> encoded_words(pa.chunked_array([["b", None], ["b"]])).to_pylist()
    ['b', '', 'b']
    """
    if not pa.types.is_string(column.type) or not column.num_chunks:
        return encoded_column(plain_words(column))
    encoded = encoded_column(column)
    if not encoded.null_count:
        return encoded
    distinct = encoded.chunk(0).dictionary
    empty = distinct.index("").as_py()
    if empty < 0:
        empty, distinct = len(distinct), pa.concat_arrays([distinct, pa.array([""])])
    code = pa.scalar(empty, pa.int32())
    filled = [
        pa.DictionaryArray.from_arrays(chunk.indices.fill_null(code), distinct)
        for chunk in encoded.chunks
    ]
    return pa.chunked_array(filled, ENCODED)


def distinct_values(column: pa.ChunkedArray) -> list[Any]:
    """The different values of a column; one that is missing is the last where words are shared.

    >>> distinct_values(pa.chunked_array([["b", None], ["a", "b"]]))
    ['b', None, 'a']
    """
    if not (are_shared() and pa.types.is_string(column.type) and column.num_chunks):
        values: list[Any] = column.unique().to_pylist()
        return values
    encoded = encoded_column(column)
    return [*all_words(encoded), *([None] if encoded.null_count else [])]


def coded_words(column: pa.ChunkedArray) -> tuple[NDArray[np.object_], Codes]:
    """The distinct words of a column in order of appearance, and the number of each row's word.

    It is -1 where there is none. Some rows of encoded words keep the order of the whole column.

    >>> coded_words(pa.chunked_array([["b", "a"], ["b"]]))
    (array(['b', 'a'], dtype=object), array([0, 1, 0]))
    >>> coded_words(encoded_words(pa.chunked_array([["b", "a", "c"]]))[1:])
    (array(['a', 'c'], dtype=object), array([0, 1]))
    """
    encoded = with_one_code(column)
    if not encoded.num_chunks:
        return np.empty(0, dtype=object), np.empty(0, dtype=np.int64)
    distinct = encoded.chunk(0).dictionary
    codes = np.concatenate(list(codes_in_chunks(encoded)))
    # Some rows of a column may hold few of its words. The first count is that of missing ones.
    used = np.bincount(codes + 1, minlength=len(distinct) + 1)[1:] > 0
    if not used.all():
        # The last number stays that of a missing word.
        codes = np.append(np.cumsum(used) - 1, -1)[codes]
        distinct = distinct.filter(pa.array(used))
    return np.asarray(distinct.to_pylist(), dtype=object), codes.astype(np.int64)


def with_one_code(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """A column whose words have one code each, the same in all chunks."""
    return column if column.type == ENCODED else encoded_column(column.cast(pa.string()))


def all_words(encoded: pa.ChunkedArray) -> list[str]:
    """The words of a column with one code each, by code; also those that no row has."""
    words: list[str] = encoded.chunk(0).dictionary.to_pylist() if encoded.num_chunks else []
    return words


def codes_in_chunks(encoded: pa.ChunkedArray) -> Iterator[NDArray[np.int32]]:
    """The codes of the words, chunk by chunk; -1 where there is none.

    >>> ports = encoded_column(pa.chunked_array([["b", None, "b"]]))
    >>> [codes.tolist() for codes in codes_in_chunks(ports)]
    [[0, -1, 0]]
    """
    for chunk in encoded.chunks:
        indices = chunk.indices
        # To fill gaps takes longer than all the rest where there are none.
        yield (indices.fill_null(-1) if indices.null_count else indices).to_numpy()


def moments(values: Sequence[str | None], written: str) -> NDArray[np.datetime64]:
    """(rows,) the moments that words give in a format; NaT where they give none.

    >>> moments(["31.12.2024", None, "soon", "30.2.2024"], "%d.%m.%Y").astype(str).tolist()
    ['2024-12-31T00:00:00', 'NaT', 'NaT', 'NaT']
    """
    words = pa.array(values, type=pa.string())
    # Arrow's strptime knows no fractions of a second.
    whole = compute.replace_substring_regex(words, r"(:\d\d)\.\d+", r"\1")
    read = compute.strptime(whole, format=written, unit="s", error_is_null=True)
    dates: NDArray[np.datetime64] = read.to_numpy(zero_copy_only=False).astype("datetime64[s]")
    if "%z" not in written:
        # Arrow reads February 30 as March 1 or 2.
        dates[rolled_over(words, read, written)] = np.datetime64("NaT")
    return dates


def rolled_over(words: pa.Array, read: pa.Array, written: str) -> NDArray[np.bool_]:
    """(rows,) whether a day that its month does not have was read as one of the next month."""
    parts = {"%d": r"(?P<day>\d{1,2})", "%Y": r"\d{4}", "%b": r"\w+"}
    looks = re.sub("%.", lambda part: parts.get(part[0], r"\d{1,2}"), re.escape(written))
    said = compute.struct_field(compute.extract_regex(words, f"^{looks}"), "day").cast(pa.int64())
    other: NDArray[np.bool_] = (
        compute.not_equal(said, compute.day(read)).fill_null(False).to_numpy(zero_copy_only=False)
    )
    return other


def named_classes(column: pa.ChunkedArray, names: Sequence[str]) -> pa.ChunkedArray:
    """Numbers of classes, or lists of them, as the names of the classes; others are missing.

    >>> named_classes(pa.chunked_array([[1, 0, -1]]), ["ham", "spam"]).to_pylist()
    ['spam', 'ham', None]
    """
    chunks = [_with_field_names(chunk, pa.array(names, pa.string())) for chunk in column.chunks]
    return pa.chunked_array(chunks) if chunks else column


def _with_field_names(chunk: pa.Array, names: pa.Array) -> pa.Array:
    if pa.types.is_list(chunk.type) or pa.types.is_large_list(chunk.type):
        return pa.ListArray.from_arrays(
            chunk.offsets.cast(pa.int32()),
            _with_field_names(chunk.values, names),
            mask=chunk.is_null(),
        )
    numbers = chunk.cast(pa.int64())
    known = compute.and_(compute.greater_equal(numbers, 0), compute.less(numbers, len(names)))
    return names.take(compute.if_else(known, numbers, None))
