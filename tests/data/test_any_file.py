"""Whatever a file holds: what was written comes back, or one sentence says why not."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import TypeVar

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyarrow import csv as arrow_csv
from pyarrow import parquet

from steersman.data import Dataset, load, sniff
from steersman.data.column_parts import MISSING_WORD
from steersman.data.columns.kinds import DATE_FORMATS, is_missing_word
from steersman.data.columns.label_words import spelling_key
from steersman.data.raw_chunks import raw_chunks
from steersman.data.raw_tables import raw_table
from steersman.errors import SteersmanError

Answer = TypeVar("Answer")
FEW = settings(max_examples=12)
WORD = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)
NUMBER = st.none() | st.floats(allow_nan=False, allow_infinity=False, width=32)
ROWS = st.lists(st.tuples(NUMBER, WORD, WORD, st.sampled_from("xy")), min_size=4, max_size=25)
MARKS = st.sampled_from(
    [*'[]{},:;"\\-e1 \n\r\0\x85é%@?', "null", '"k"', '{"a":1}', "kind", "@data", "1:2"]
)
BYTES = (
    st.binary(max_size=300)
    | st.text(max_size=300).map(lambda text: text.encode())
    | st.builds(
        lambda marks, encoding: "".join(marks).encode(encoding),
        st.lists(MARKS, max_size=40),
        st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "latin-1"]),
    )
)
COLUMNS = ("number", "word", "said", "kind")
ROLES = {"number": "number", "word": "category", "said": "id", "kind": "label"}


def write(path: Path, rows: list[tuple[object, ...]]) -> None:
    """The rows in the format that the ending of the name tells."""
    table = pa.table(dict(zip(COLUMNS, map(list, zip(*rows)))))
    if path.suffix == ".parquet":
        parquet.write_table(table, path)
    elif path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(dict(zip(COLUMNS, row))) + "\n" for row in rows))
    elif path.suffix == ".json":
        path.write_text(json.dumps([dict(zip(COLUMNS, row)) for row in rows], indent=1))
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


@pytest.mark.parametrize("ending", ["csv", "tsv", "jsonl", "json", "parquet"])
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
        word = MISSING_WORD if is_missing_word(str(row[1])) else row[1]
        assert present == [f"word={word}"]


@pytest.mark.parametrize(
    "ending", ["csv", "tsv", "jsonl", "json", "parquet", "arff", "svm", "xlsx"]
)
@FEW
@given(content=BYTES)
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


VALUES = st.lists(
    st.integers(-(10**8), 10**8) | st.integers(-2000, 2000), min_size=4, max_size=12, unique=True
)


def spelled(value: float, decimals: int, notation: str) -> str:
    """A number as people of some country write it: `,.` for 1.234,5 and so on."""
    told = f"{value:,.{decimals}f}" if len(notation) > 1 else f"{value:.{decimals}f}"
    return told.translate(str.maketrans(",.", ".," if notation[0] == "," else ",."))


@FEW
@given(
    values=VALUES,
    decimals=st.integers(0, 4),
    notation=st.sampled_from([".", ",", ".,", ",."]),
    delimiter=st.sampled_from(",;\t"),
)
def test_numbers_come_back_whatever_marks_they_are_written_with(
    tmp_path: Path, values: list[int], decimals: int, notation: str, delimiter: str
) -> None:
    numbers = [value / 10**decimals for value in values]
    words = [spelled(number, decimals, notation) for number in numbers]
    path = tmp_path / "numbers.csv"
    lines = [f'"{word}"{delimiter}{"xy"[row % 2]}' for row, word in enumerate(words)]
    path.write_text("\n".join([f"a{delimiter}kind", *lines]))
    if notation == ",." and not any("," in word for word in words):
        return  # 1.234 for a thousand, and nothing to tell it by
    dataset = loaded(path, label="kind", decimal=notation[0], roles={"a": "number"})
    assert dataset is not None
    np.testing.assert_allclose(dataset.X[:, 0], numbers, rtol=1e-12)
    again = dataset.from_raw.transform(pa.table({"a": words[:2]}))
    np.testing.assert_array_equal(again[:, 0], dataset.X[:2, 0])


LABEL = st.sampled_from(["ham", "ham ", " Ham", "HAM", "spam", "spam\t", "eggs", "", "  "])


@FEW
@given(words=st.lists(LABEL, min_size=4, max_size=40), merge=st.booleans())
def test_rows_without_a_label_are_left_out_and_no_other(
    tmp_path: Path, words: list[str], merge: bool
) -> None:
    path = tmp_path / "labels.parquet"
    parquet.write_table(pa.table({"a": list(range(len(words))), "kind": words}), path)
    kept = [row for row, word in enumerate(words) if word.strip()]
    dataset = loaded(path, label="kind", merge_labels=merge)
    sketch = sniff(path, roles={"kind": "label"}, merge_labels=merge)
    assert sum(sketch.column("kind").balance.values()) == len(kept)
    if dataset is None:
        same = {spelling_key(words[row]) if merge else words[row] for row in kept}
        assert len(same) < 2 or len(same) == len(kept)
        return
    assert dataset.X[:, 0].tolist() == kept
    assert dataset.ids == tuple(str(row + 1) for row in kept)
    told = dict(zip(kept, dataset.y.tolist()))
    if merge:
        assert len(dataset.classes) == len({spelling_key(words[row]) for row in kept})
        assert all(spelling_key(told[row]) == spelling_key(words[row]) for row in kept)
    else:
        assert [told[row] for row in kept] == [words[row] for row in kept]
    left_out = [note for note in dataset.provenance.notes if "left out" in note]
    assert len(left_out) == (len(kept) < len(words))


@FEW
@given(
    kinds=st.lists(st.sampled_from(["ham", "spam"]), min_size=8, max_size=20),
    ending=st.sampled_from(["csv", "tsv", "txt"]),
)
def test_no_first_row_is_lost_to_a_header_that_is_none(
    tmp_path: Path, kinds: list[str], ending: str
) -> None:
    path = tmp_path / f"texts.{ending}"
    mark = "," if ending == "csv" else "\t"
    path.write_text("".join(f"{kind}{mark}said number {n}\n" for n, kind in enumerate(kinds)))
    seen = sniff(path)
    evident = kinds[1:].count(kinds[0]) > 1 and len(set(kinds[1:])) > 1
    assert seen.header is not evident
    if evident:
        assert seen.rows == len(kinds)
        dataset = loaded(path, label="column 1", text="column 2")
        assert dataset is not None
        assert dataset.y.tolist() == kinds


@FEW
@given(
    days=st.lists(st.dates(date(1900, 1, 1), date(2100, 12, 31)), min_size=4, max_size=10),
    written=st.sampled_from([each for each in DATE_FORMATS if "%z" not in each]),
)
def test_days_come_back_however_they_are_written(
    tmp_path: Path, days: list[date], written: str
) -> None:
    path = tmp_path / "days.csv"
    rows = [f'"{day.strftime(written)}",{"xy"[row % 2]}' for row, day in enumerate(days)]
    path.write_text("\n".join(["when,kind", *rows]))
    dataset = loaded(path, label="kind", roles={"when": "date"})
    assert dataset is not None
    since = [(day - date(1970, 1, 1)).days for day in days]
    swapped = written.startswith("%d/%m") and all(day.day <= 12 for day in days)
    if not swapped:
        assert dataset.X[:, 0].tolist() == since


@FEW
@given(
    labeled=st.lists(st.booleans(), min_size=6, max_size=30),
    bad=st.sampled_from(["many", "inf", "1e999"]),
    data=st.data(),
)
def test_a_bad_value_is_told_with_its_row_in_the_file(
    tmp_path: Path, labeled: list[bool], bad: str, data: st.DataObject
) -> None:
    rows = [row for row, there in enumerate(labeled) if there]
    if len(rows) < 5:
        return
    place = data.draw(st.sampled_from(rows[1:]))
    path = tmp_path / "bad.csv"
    cells = [bad if row == place else f"{row}.5" for row in range(len(labeled))]
    kinds = ["xy"[row % 2] if there else "" for row, there in enumerate(labeled)]
    lines = [f"{cell},{kind}" for cell, kind in zip(cells, kinds)]
    path.write_text("\n".join(["a,kind", *lines]))
    for work in (
        lambda: load(path, label="kind", roles={"a": "number"}),
        lambda: raw_table(str(path), label="kind", roles={"a": "number"}),
    ):
        with pytest.raises(SteersmanError) as caught:
            work()
        if len({kind for kind in kinds if kind}) > 1:
            assert caught.value.fields["row"] == place + 1


@FEW
@given(
    rows=st.lists(st.tuples(CELL, CELL, CELL), min_size=3, max_size=12),
    delimiter=st.sampled_from(",;\t|"),
    header=st.booleans(),
)
def test_what_would_be_refused_is_pointed_out_at_first_sight(
    tmp_path: Path, rows: list[tuple[str, ...]], delimiter: str, header: bool
) -> None:
    path = tmp_path / "cells.csv"
    table = [["size", "port", "kind"], *rows] if header else rows
    quoted = [[cell.replace('"', '""') for cell in row] for row in table]
    lines = [delimiter.join(f'"{cell}"' for cell in row) for row in quoted]
    path.write_bytes("\n".join(lines).encode())
    sketch = unless_refused(lambda: sniff(path))
    if sketch is None:
        return
    read = {"encoding": sketch.encoding, "delimiter": sketch.delimiter, "header": sketch.header}
    dataset = loaded(path, roles=sketch.roles, **read)
    roles = list(sketch.roles.values())
    if "label" in roles and set(roles) & {"number", "category", "date", "text"}:
        assert dataset is not None or any(each.severity == "warning" for each in sketch.findings)


@FEW
@given(rows=ROWS, cut=st.integers(1, 7))
def test_chunks_of_any_size_hold_the_rows_of_the_file(
    tmp_path: Path, rows: list[tuple[object, ...]], cut: int
) -> None:
    path = tmp_path / "rows.csv"
    write(path, rows)
    chunks = list(raw_chunks(str(path), ["kind", "said"], rows=cut))
    told = [said for chunk in chunks for said in chunk.frame["said"].to_list()]
    assert told == [row[2] for row in rows]
    assert [chunk.start for chunk in chunks] == list(range(0, len(rows), cut))
