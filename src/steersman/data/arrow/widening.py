"""Column types that a later block of a file widens."""

from __future__ import annotations

from io import BytesIO

import pyarrow as pa
from pyarrow import csv

Types = dict[str, pa.DataType]
"""The type of each column, in the order of the columns."""

LADDER = (
    pa.null(),
    pa.int64(),
    pa.bool_(),
    pa.date32(),
    pa.timestamp("s"),
    pa.timestamp("ns"),
    pa.float64(),
    pa.string(),
)
"""The types that Arrow tries for a column of delimited text, one after the other.

A time of day, which it tries as well, stays the word that it is.
"""


class OtherTypesError(ValueError):
    """Columns are not of the types they were taken for; `types` are those to read them as."""

    def __init__(self, types: Types) -> None:
        super().__init__(f"columns of other types: {types}")
        self.types = types


def check_times(schema: pa.Schema) -> None:
    """An error that says which columns are to be read as words instead.

    Times of day would lose how they are written: 7:30 or 07:30:00.
    """
    times = [name for name, kind in zip(schema.names, schema.types) if pa.types.is_time(kind)]
    if times:
        raise OtherTypesError(dict.fromkeys(times, pa.string()))


def wider_types(words: pa.RecordBatch, types: Types) -> Types:
    """The next types of the columns that have words which their types do not take.

    Every type on the way there has refused one value at least, so that reading again and again
    ends with the type that the whole column would have had at once.

    >>> wider_types(pa.record_batch({"size": ["1", "1.5"]}), {"size": pa.int64()})
    {'size': DataType(double)}
    """
    found = {}
    for name, before in types.items():
        if before in LADDER[:-1] and not takes(before, words[name]):
            wider = LADDER[LADDER.index(before) + 1 :]
            found[name] = next(kind for kind in wider if takes(kind, words[name]))
    return found


def takes(kind: pa.DataType, words: pa.Array) -> bool:
    """Whether Arrow can read all words as that type."""
    # Arrow itself is asked, because its rules for dates and numbers are written down nowhere else.
    text = BytesIO()
    csv.write_csv(pa.table({"value": words}), text)
    try:
        csv.read_csv(
            BytesIO(text.getvalue()),
            read_options=csv.ReadOptions(block_size=len(text.getvalue())),
            parse_options=csv.ParseOptions(newlines_in_values=True),
            convert_options=csv.ConvertOptions(column_types={"value": kind}),
        )
    except ValueError:
        return bool(pa.types.is_string(kind))
    return True


def joint_type(first: pa.DataType, second: pa.DataType) -> pa.DataType:
    """The type of a column of JSON of whose blocks some are of one type and some of the other.

    ValueError where there is none: numbers and words do not mix.

    >>> joint_type(pa.int64(), pa.float64()), joint_type(pa.null(), pa.string())
    (DataType(double), DataType(string))
    """
    if first == second or pa.types.is_null(second):
        return first
    if pa.types.is_null(first):
        return second
    if pa.types.is_list(first) and pa.types.is_list(second):
        return pa.list_(joint_type(first.value_type, second.value_type))
    if pa.types.is_struct(first) and pa.types.is_struct(second):
        fields = {field.name: field.type for field in first}
        for field in second:
            fields[field.name] = joint_type(fields.get(field.name, pa.null()), field.type)
        return pa.struct(list(fields.items()))
    if {first, second} == {pa.int64(), pa.float64()}:
        return pa.float64()
    if all(pa.types.is_timestamp(kind) or pa.types.is_string(kind) for kind in (first, second)):
        return pa.string()
    raise ValueError(f"a column changes from {first} to {second}")


def needs_reading_again(read: pa.DataType, joint: pa.DataType) -> bool:
    """Whether a column was read as moments, but has to be text as it was written."""
    if pa.types.is_list(read) and pa.types.is_list(joint):
        return needs_reading_again(read.value_type, joint.value_type)
    if pa.types.is_struct(read) and pa.types.is_struct(joint):
        return any(needs_reading_again(f.type, joint.field(f.name).type) for f in read)
    return bool(pa.types.is_timestamp(read) and pa.types.is_string(joint))
