"""Whatever a file holds: what was written comes back, or one sentence says why not."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyarrow import csv as arrow_csv
from pyarrow import parquet

from steersman.data import Dataset, load, sniff
from steersman.errors import SteersmanError

Answer = TypeVar("Answer")
FEW = settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
WORD = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)
NUMBER = st.none() | st.floats(allow_nan=False, allow_infinity=False, width=32)
ROWS = st.lists(st.tuples(NUMBER, WORD, WORD, st.sampled_from("xy")), min_size=4, max_size=25)
COLUMNS = ("number", "word", "said", "kind")
ROLES = {"number": "number", "word": "category", "said": "id", "kind": "label"}


def write(path: Path, rows: list[tuple[object, ...]]) -> None:
    """The rows in the format that the ending of the name tells."""
    table = pa.table(dict(zip(COLUMNS, map(list, zip(*rows)))))
    if path.suffix == ".parquet":
        parquet.write_table(table, path)
    elif path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(dict(zip(COLUMNS, row))) + "\n" for row in rows))
    else:
        options = arrow_csv.WriteOptions(delimiter="\t" if path.suffix == ".tsv" else ",")
        arrow_csv.write_csv(table, path, options)


def unless_refused(work: Callable[[], Answer]) -> Answer | None:
    """What the work gives, or None where it is refused in one sentence that says what to do."""
    told: SteersmanError
    try:
        return work()
    except SteersmanError as error:
        told = error
    assert "\n" not in str(told)
    assert told.todo
    return None


def loaded(path: Path, **options: object) -> Dataset | None:
    """The data set, or None where it is refused in one sentence."""
    return unless_refused(lambda: load(path, **options))


@pytest.mark.parametrize("ending", ["csv", "tsv", "jsonl", "parquet"])
@FEW
@given(rows=ROWS)
def test_rows_come_back_as_they_were_written(
    tmp_path: Path, ending: str, rows: list[tuple[object, ...]]
) -> None:
    path = tmp_path / f"rows.{ending}"
    write(path, rows)
    dataset = loaded(path, roles=ROLES)
    kinds = [row[3] for row in rows]
    if dataset is None:
        assert len(set(kinds)) == 1
        return
    assert dataset.y.tolist() == kinds
    assert dataset.ids == tuple(row[2] for row in rows)
    numbers = np.array([np.nan if row[0] is None else row[0] for row in rows])
    there = numbers[~np.isnan(numbers)]
    filled = np.where(np.isnan(numbers), np.median(there) if there.size else 0.0, numbers)
    X = dataset.X.toarray()
    np.testing.assert_array_equal(X[:, 0], filled)
    for place, row in enumerate(rows):
        present = [dataset.feature_names[column] for column in np.flatnonzero(X[place, 1:]) + 1]
        assert present == [f"word={row[1]}"]


@pytest.mark.parametrize("ending", ["csv", "tsv", "jsonl", "parquet", "arff", "svm", "xlsx"])
@FEW
@given(content=st.binary(max_size=300) | st.text(max_size=300).map(lambda text: text.encode()))
def test_any_bytes_are_read_or_refused_in_one_sentence(
    tmp_path: Path, ending: str, content: bytes
) -> None:
    path = tmp_path / f"any.{ending}"
    path.write_bytes(content)
    loaded(path)
    loaded(path, label="kind", encoding="latin-1")
    sketch = unless_refused(lambda: sniff(path))
    assert sketch is None or len(sketch.preview) <= 50


CELL = st.sampled_from(
    ["1", "2.5", "-3", "1,5", "", "?", "NA", "nan", "inf", "x", "x ", "X", "true", "0012", "1e400"]
) | st.text(st.characters(codec="utf-8"), max_size=5)


@FEW
@given(
    rows=st.lists(st.tuples(CELL, CELL, CELL), min_size=1, max_size=12),
    delimiter=st.sampled_from(",;\t|"),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
    header=st.booleans(),
)
def test_any_table_of_cells_is_sketched_and_read_alike(
    tmp_path: Path, rows: list[tuple[str, ...]], delimiter: str, encoding: str, header: bool
) -> None:
    path = tmp_path / "cells.csv"
    quoted = [[cell.replace('"', '""') for cell in row] for row in rows]
    lines = [delimiter.join(f'"{cell}"' for cell in row) for row in quoted]
    first = [delimiter.join(f'"{name}"' for name in "abc")] if header else []
    path.write_bytes("\n".join([*first, *lines, ""]).encode(encoding))
    told = {"encoding": encoding, "delimiter": delimiter, "header": header}
    names = list("abc") if header else ["column 1", "column 2", "column 3"]
    sketch = unless_refused(lambda: sniff(path, **told))
    if sketch is not None:
        assert [column.name for column in sketch.columns] == names
        assert sketch.rows == len(sketch.preview) <= len(rows)
    dataset = loaded(path, label=names[2], **told)
    if dataset is not None:
        kept = [row[2] for row in rows if row[2].strip()]
        there = [label for label in kept if label not in ABSENT_NUMBERS]
        assert [str(label).casefold() for label in dataset.y.tolist()] in (
            [label.casefold() for label in kept],
            [str(number).casefold() for number in numbers_of(there)],
        )
        left_out = sum(row[2].strip() == "" for row in rows)
        assert left_out == 0 or "rows" in str(dataset.provenance.notes)


ABSENT_NUMBERS = ("NA", "nan")
"""What stands for no value in a column whose other values are all numbers."""


def numbers_of(cells: list[str]) -> list[object]:
    """Cells as whole numbers where all are."""
    try:
        return [int(float(cell)) for cell in cells]
    except (ValueError, OverflowError):
        return list(cells)
