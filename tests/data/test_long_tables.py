"""Long files: parsed in pieces on all cores, and checked while they are read."""

import csv
import hashlib
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from steersman.data import load
from steersman.data.arrow import delimited_text, tables_of_lines
from steersman.data.arrow.delimited_text import read_delimited
from steersman.data.arrow.dialect import Dialect
from steersman.data.arrow.tables_of_lines import (
    OtherLinesError,
    line_pieces,
    parsed_lines,
    table_of_lines,
)
from steersman.data.raw_tables import raw_table
from steersman.errors import Cancelled, SteersmanError
from steersman.tasks import Task

PIECE = 128
CELLS = ["a", 'b"c', "x\ny", '"q"', "long " * 6, "p\n\nq", "", "1", 'q\n"', "1,2\n3,4\n5,6"]


@pytest.fixture(autouse=True)
def short_files_are_long(monkeypatch):
    monkeypatch.setattr(delimited_text, "SMALL_BLOCK_BYTES", PIECE)
    monkeypatch.setattr(delimited_text, "COLUMN_BYTES", 1)
    monkeypatch.setattr(delimited_text, "LOOK_BYTES", 2 * PIECE)
    monkeypatch.setattr(tables_of_lines, "LONG_BYTES", 2)
    monkeypatch.setattr("steersman.data.reading.LONG_BYTES", 2)


def table_in_pieces(path: Path, width: int) -> pa.Table | None:
    types = {f"c{place}": pa.string() for place in range(width)}
    return table_of_lines(path, Dialect(",", width=width), types, PIECE, Task().monotone())


@pytest.mark.parametrize("seed", range(120))
def test_pieces_are_the_whole_table_or_none_where_cells_have_line_ends(tmp_path, seed):
    rng = np.random.default_rng(seed)
    width, cells = int(rng.integers(1, 4)), CELLS if seed % 3 else [*CELLS[:2], *CELLS[3:5], "1"]
    rows = rng.choice(cells, (rng.integers(5, 60), width)).tolist()
    path = tmp_path / "rows.csv"
    with path.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator=["\n", "\r\n"][seed // 2 % 2], quoting=seed % 2)
        writer.writerows([[f"c{place}" for place in range(width)], *rows])
    made = table_in_pieces(path, width)
    # An empty line of a single column is no row.
    refused = "" if width == 1 else "\n"
    if made is None:
        assert any("\n" in cell or cell == refused for row in rows for cell in row)
    else:
        assert [list(row.values()) for row in made.to_pylist()] == rows


@pytest.mark.parametrize("start", ['5" x,"y\n', '5" x,"1,2\n3,"\n', '"\n', 'x,"\n'])
def test_a_piece_that_ends_within_a_cell_is_refused(start):
    width = start.split("\n")[0].count(",") + 1
    types = {f"c{place}": pa.string() for place in range(width)}
    with pytest.raises(ValueError):
        parsed_lines(Dialect(",", width=width), types, (False, start.encode()))


def test_pieces_are_whole_lines(tmp_path):
    path = tmp_path / "lines.txt"
    path.write_bytes(b"ab\ncdefghijkl\nm\n\nno")
    pieces = list(line_pieces(path, 4))
    assert b"".join(piece for _, piece in pieces) == path.read_bytes()
    assert all(piece.endswith(b"\n") for _, piece in pieces[:-1])
    assert [first for first, _ in pieces] == [True] + [False] * (len(pieces) - 1)


def test_a_line_without_end_is_not_held(tmp_path, monkeypatch):
    monkeypatch.setattr(tables_of_lines, "LONGEST_LINE_BYTES", 10)
    path = tmp_path / "endless.txt"
    path.write_bytes(b"ab\n" + b"x" * 100)
    with pytest.raises(OtherLinesError):
        list(line_pieces(path, 4))


@pytest.fixture
def long_file(tmp_path):
    rng = np.random.default_rng(0)
    rows = 400
    frame = pd.DataFrame(
        {
            "size": np.where(rng.random(rows) < 0.1, np.nan, rng.normal(size=rows).round(2)),
            "port": rng.choice(["Oslo", "Cork", "?", "Rome"], rows),
            "sailed": np.datetime64("2020-01-01") + rng.integers(0, 90, rows),
            "label": rng.choice(["calm", "storm"], rows),
        }
    )
    path = tmp_path / "boats.csv"
    frame.to_csv(path, index=False)
    return path


def test_a_long_file_has_the_features_and_notes_of_the_same_file_read_as_a_stream(
    long_file, monkeypatch
):
    made = load(long_file, label="label")
    table = raw_table(str(long_file), label="label")
    monkeypatch.setattr(tables_of_lines, "LONG_BYTES", 2**30)
    monkeypatch.setattr("steersman.data.reading.LONG_BYTES", 2**30)
    expected = load(long_file, label="label")
    assert (made.X != expected.X).nnz == 0
    assert np.array_equal(made.y, expected.y)
    assert made.feature_names == expected.feature_names
    assert made.provenance == expected.provenance
    assert made.provenance.sha256 == hashlib.sha256(long_file.read_bytes()).hexdigest()
    streamed = raw_table(str(long_file), label="label")
    assert table.frame.to_native().equals(streamed.frame.to_native())


@pytest.mark.parametrize(
    ("end", "code"),
    [
        (b"1.5,Oslo\xff\xff,2020-01-01\xc3,calm\n", "encoding"),
        (b"1.5,Os\0lo,2020-01-01,calm\n", "zero-bytes"),
        (b"1.5,Oslo,calm\n", "row-ragged"),
    ],
)
def test_faults_at_the_end_of_a_long_file_are_those_of_a_short_one(
    long_file, monkeypatch, end, code
):
    with long_file.open("ab") as file:
        file.write(end)

    def outcome() -> object:
        try:
            return load(long_file, label="label", roles={"sailed": "leave"}).provenance
        except SteersmanError as error:
            return error.code, str(error)

    made = outcome()
    monkeypatch.setattr("steersman.data.reading.LONG_BYTES", 2**30)
    assert made == outcome()
    assert made[0] == code if isinstance(made, tuple) else code == "encoding"


def test_types_that_turn_out_late_are_found_by_the_stream(tmp_path):
    path = tmp_path / "late.csv"
    path.write_text("a,b\n" + "1,2\n" * 400 + "1.5,x\n")
    read = read_delimited(path, Dialect(",", width=2), Task().monotone()).to_native()
    assert read.schema.types == [pa.float64(), pa.string()]
    assert read.num_rows == 401


def test_reading_a_long_file_can_be_cancelled(long_file):
    told = []

    def cancelled() -> bool:
        told.append(True)
        return len(told) > 6

    with pytest.raises(Cancelled):
        load(long_file, label="label", cancelled=cancelled)
    assert len(told) == 7
