"""Column types that a later block of a file widens."""

from __future__ import annotations

import re
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

CONVERSION_ERROR = re.compile(
    r"In CSV column #(\d+): .*?conversion error to .*?: invalid value '(.*)'\s*$", re.DOTALL
)


class TimesOfDayError(ValueError):
    """Columns were taken for times of day, which lose how they are written: 7:30 or 07:30:00."""

    def __init__(self, columns: list[str]) -> None:
        super().__init__(f"times of day in {columns}")
        self.as_words: Types = dict.fromkeys(columns, pa.string())


def check_times(schema: pa.Schema) -> None:
    """An error that says which columns are to be read as words instead."""
    times = [name for name, kind in zip(schema.names, schema.types) if pa.types.is_time(kind)]
    if times:
        raise TimesOfDayError(times)


def late_type(error: ValueError, types: Types) -> tuple[str, pa.DataType] | None:
    """The column that made reading fail, and the next type that takes its value; None if none did.

    Every type on the way there has refused one value at least, so that reading again and again
    ends with the type that the whole column would have had at once.

    >>> message = "In CSV column #0: Row #9: CSV conversion error to int64: invalid value '1.5'"
    >>> late_type(ValueError(message), {"size": pa.int64()})
    ('size', DataType(double))
    """
    found = CONVERSION_ERROR.search(str(error))
    if found is None:
        return None
    column, before = list(types.items())[int(found[1])]
    if before not in LADDER[:-1]:
        return None
    wider = LADDER[LADDER.index(before) + 1 :]
    return column, next(kind for kind in wider if takes(kind, found[2]))


def takes(kind: pa.DataType, value: str) -> bool:
    """Whether Arrow can read a value as that type."""
    # Arrow itself is asked, because its rules for dates and numbers are written down nowhere else.
    quoted = value.replace('"', '""')
    try:
        csv.read_csv(
            BytesIO(f'"{quoted}"\n'.encode()),
            read_options=csv.ReadOptions(column_names=["value"]),
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
