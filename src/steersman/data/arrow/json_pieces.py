"""JSON objects, read in pieces of whole lines."""

from __future__ import annotations

import re
from json import loads
from pathlib import Path

import pyarrow as pa
from pyarrow import json

from steersman.data.arrow.frames import Frame, frame_of_table
from steersman.data.arrow.widening import Types, joint_type, needs_reading_again
from steersman.data.files.json_rows import json_pieces, whole_number
from steersman.tasks import Task

DEEPEST = 500
NO_OBJECT = re.compile(rb"(?:\A(?:\xef\xbb\xbf)?|\n)[ \t\r]*[^\s{]")


def json_sample(lines: bytes) -> Frame:
    """The table in some lines of JSON; ValueError where they are malformed."""
    return frame_of_table(json_table(lines))


def read_json_lines(path: Path, encoding: str, task: Task) -> Frame:
    """The table in a file of JSON objects; ValueError where it is malformed.

    Where a later piece shows that words looked like moments only by chance, the pieces before it
    are read once more.
    """
    fixed: Types = {}
    order: dict[str, None] = {}
    while (table := table_of(path, encoding, fixed, order, task.rest())) is None:
        task.report(f"reading {path.name} again", 0.0)
    return frame_of_table(table.select(list(order)))


def table_of(
    path: Path, encoding: str, fixed: Types, order: dict[str, None], task: Task
) -> pa.Table | None:
    """The table, columns `fixed` read as those types; None when one more had to be fixed.

    `order` gets the columns in the order of their appearance.
    """
    types: Types = {}
    tables: list[pa.Table] = []
    for part, piece in json_pieces(path, encoding):
        task.report(f"reading {path.name}", part)
        table = json_table(piece, fixed)
        order.update(dict.fromkeys(table.column_names))
        joint = {f.name: joint_type(types.get(f.name, pa.null()), f.type) for f in table.schema}
        for name, wider in joint.items():
            if needs_reading_again(types.get(name, pa.null()), wider):
                fixed[name] = wider
                return None
        lost = {f.name for f in table.schema if needs_reading_again(f.type, joint[f.name])}
        if lost:
            table = json_table(piece, fixed | {name: joint[name] for name in lost})
        types |= joint
        tables.append(table)
    if not types:
        raise ValueError("there is no object with a value in it")
    return alike(tables, types)


def json_table(lines: bytes, fixed: Types | None = None) -> pa.Table:
    """The table in whole lines of JSON; ValueError where they are malformed."""
    # Arrow crashes on a null at the start.
    if not is_all_objects(lines):
        raise ValueError("a line holds no object")
    check_depth(lines)
    explicit = pa.schema(list(fixed.items())) if fixed else None
    table = json.read_json(
        pa.BufferReader(lines),
        # One block and no threads, so that the types are those of the whole piece.
        read_options=json.ReadOptions(block_size=max(len(lines), 1), use_threads=False),
        parse_options=json.ParseOptions(explicit_schema=explicit),
    )
    try:
        table.validate()
    except pa.ArrowInvalid:
        # Arrow loses the null that a list begins with, and the table is not valid then.
        return table_by_objects(lines, fixed or {})
    return table


def is_all_objects(lines: bytes) -> bool:
    """Whether every line that is not empty begins an object.

    >>> is_all_objects(b'{"a": 1}\\n\\n{"a": 2}'), is_all_objects(b'{"a": 1}\\nnull')
    (True, False)
    """
    ends = lines.count(b"\n") - lines.endswith(b"\n")
    # Nearly always: counting bytes is much quicker than the regular expression.
    if lines.startswith(b"{") and lines.count(b"\n{") == ends:
        return True
    return NO_OBJECT.search(lines) is None


def check_depth(lines: bytes) -> None:
    """Raise RecursionError for a line so deeply nested that Arrow would overflow its stack."""
    brackets = lines.count(b"{") + lines.count(b"[")
    # Nearly always: flat objects have one bracket in a line.
    if brackets - lines.count(b"\n") <= DEEPEST:
        return
    for line in lines.split(b"\n"):
        if line.count(b"{") + line.count(b"[") > DEEPEST:
            # Brackets may also stand side by side or in strings. Python's parser counts levels.
            loads(line.decode("utf-8-sig"), parse_int=whole_number)


def table_by_objects(lines: bytes, fixed: Types) -> pa.Table:
    """The table in some lines, parsed by Python's json module, which is slower than Arrow."""
    text = lines.decode("utf-8-sig")
    rows = [loads(line, parse_int=whole_number) for line in text.split("\n") if line.strip()]
    names = dict.fromkeys(name for row in rows for name in row)
    return pa.table(
        {name: pa.array([row.get(name) for row in rows], fixed.get(name)) for name in names}
    )


def alike(tables: list[pa.Table], types: Types) -> pa.Table:
    """The tables one under the other; a column that one of them does not have is missing there."""
    columns = {}
    for name, kind in types.items():
        chunks: list[pa.Array] = []
        for table in tables:
            if name not in table.column_names:
                chunks.append(pa.nulls(table.num_rows, kind))
            else:
                # A safe cast would refuse large whole numbers, which lose digits as floats.
                chunks += table[name].cast(kind, safe=False).chunks
        columns[name] = pa.chunked_array(chunks, kind)
    return pa.table(columns)
