"""Files that do not come at once: types that turn out late, progress, cancelling, memory."""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Callable
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyarrow import csv
from pyarrow import json as arrow_json

from steersman.data import load
from steersman.data.arrow import delimited_text as arrow
from steersman.data.arrow.delimited_text import read_delimited
from steersman.data.arrow.dialect import Dialect
from steersman.data.arrow.json_pieces import read_json_lines
from steersman.data.arrow.widening import LADDER, takes
from steersman.data.files import json_rows as pieces
from steersman.errors import Cancelled
from steersman.tasks import Task

SMALL = 256
KINDS: list[Callable[[int], object]] = [
    lambda _: "",
    lambda n: n,
    lambda n: n % 2,
    lambda n: n / 4,
    lambda n: ["true", "false"][n % 2],
    lambda n: date(2020, 1, 1) + timedelta(days=n),
    lambda n: f"2020-01-01 10:00:{n % 60:02d}",
    lambda n: f"word {n}",
]
COLUMN = st.lists(
    st.tuples(st.integers(0, len(KINDS) - 1), st.integers(1, 120)), min_size=1, max_size=4
)


@pytest.fixture(autouse=True, scope="module")
def small_blocks() -> object:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arrow, "SMALL_BLOCK_BYTES", SMALL)
        patch.setattr(arrow, "COLUMN_BYTES", 1)
        patch.setattr(pieces, "PIECE_BYTES", SMALL)
        yield


def values_of(column: list[tuple[int, int]]) -> list[object]:
    return [KINDS[kind](n) for kind, times in column for n in range(times)]


@given(st.lists(COLUMN, min_size=1, max_size=3))
@settings(max_examples=25)
def test_types_that_turn_out_late_are_those_of_the_whole_file(
    tmp_path_factory: pytest.TempPathFactory, columns: list[list[tuple[int, int]]]
) -> None:
    values = [values_of(column) for column in columns]
    rows = min(map(len, values))
    path = tmp_path_factory.mktemp("late") / "late.csv"
    header = ["row", *(f"c{place}" for place in range(len(values)))]
    lines = [",".join(map(str, row)) for row in zip(range(rows), *values)]
    path.write_text("\n".join([",".join(header), *lines]) + "\n")
    whole = csv.read_csv(path)
    read = read_delimited(path, Dialect(","), Task().monotone()).to_native()
    assert read.schema == whole.schema
    assert read.to_pylist() == whole.to_pylist()


JSON_KINDS: list[Callable[[int], object]] = [
    lambda _: None,
    lambda n: n,
    lambda n: n + 0.5,
    lambda n: 2**60 + n,
]
WORD_KINDS: list[Callable[[int], object]] = [
    lambda _: None,
    lambda n: f"2020-01-01 10:00:{n % 60:02d}",
    lambda n: f"word {n}",
]
LIST_KINDS: list[Callable[[int], object]] = [lambda _: [], lambda _: None, lambda n: [f"w{n}"]]


@given(
    *(
        st.lists(st.tuples(st.sampled_from(kinds), st.integers(1, 60)), min_size=1, max_size=5)
        for kinds in (JSON_KINDS, WORD_KINDS, LIST_KINDS)
    ),
    st.booleans(),
)
@settings(max_examples=25)
def test_json_read_in_pieces_equals_json_read_at_once(
    tmp_path_factory: pytest.TempPathFactory, numbers, words, lists, leave_out: bool
) -> None:
    columns = {
        name: [kind(n) for kind, times in column for n in range(times)]
        for name, column in (("number", numbers), ("word", words), ("list", lists))
    }
    rows = [
        {key: value for key, value in zip(columns, row) if value is not None or not leave_out}
        for row in zip(*columns.values())
    ]
    path = tmp_path_factory.mktemp("pieces") / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    if not any(rows):
        with pytest.raises(ValueError, match="no object"):
            read_json_lines(path, "utf-8", Task().monotone())
        return
    whole = arrow_json.read_json(path, arrow_json.ReadOptions(block_size=2**20))
    read = read_json_lines(path, "utf-8", Task().monotone()).to_native()
    assert read.schema == whole.schema
    assert read.to_pylist() == whole.to_pylist()


@pytest.mark.parametrize("name", ["rows.jsonl", "rows.jsonl.gz", "latin.jsonl"])
def test_json_in_other_letters_or_packed_is_read_in_pieces(tmp_path: Path, name: str) -> None:
    rows = [{"text": f"café {n}", "label": "ab"[n % 2]} for n in range(200)]
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    encoding = "latin-1" if name.startswith("latin") else "utf-8"
    path = tmp_path / name
    path.write_bytes(gzip.compress(text.encode()) if name.endswith("gz") else text.encode(encoding))
    read = read_json_lines(path, encoding, Task().monotone()).to_native()
    assert read.to_pylist() == rows
    assert read["text"].num_chunks > 3 or name.endswith("gz")


def big(path: Path, rows: int = 3_000) -> Path:
    """A file whose column `late` is a number for a while, with text and others beside it."""
    columns = {
        "port": ["Oslo", "Rome", "Cork"],
        "note": [f"the boat number {n} sails out to sea at dawn again" for n in range(50)],
        "label": ["calm", "storm"],
    }
    table = [
        {"size": n % 7, "late": n if n < rows - 9 else f"n{n}"}
        | {name: values[n % len(values)] for name, values in columns.items()}
        for n in range(rows)
    ]
    if path.suffix == ".jsonl":
        path.write_text(
            "".join(json.dumps(row | {"late": n}) + "\n" for n, row in enumerate(table))
        )
    else:
        lines = [",".join(map(str, row.values())) for row in table]
        path.write_text("\n".join([",".join(table[0]), *lines]) + "\n")
    return path


def after(times: int) -> Callable[[], bool]:
    """Says no so many times, then yes."""
    asked = iter(range(times + 1))
    return lambda: next(asked) >= times


@pytest.mark.parametrize("name", ["big.csv", "big.jsonl"])
def test_progress_goes_forward_and_any_moment_is_one_to_cancel_at(
    tmp_path: Path, name: str
) -> None:
    path = big(tmp_path / name)
    told: list[float] = []
    roles = {
        "size": "number",
        "port": "category",
        "note": "text",
        "label": "label",
        "late": "leave",
    }
    load(path, roles=roles, progress=lambda _, part: told.append(part))  # type: ignore[arg-type]
    assert told == sorted(told)
    assert len(set(told)) > 100
    assert max(b - a for a, b in pairwise(told)) < 0.4
    for moment in range(0, len(told), len(told) // 12):
        with pytest.raises(Cancelled):
            load(path, roles=roles, cancelled=after(moment))  # type: ignore[arg-type]


def test_a_folder_of_many_files_goes_forward_and_can_be_stopped(tmp_path: Path) -> None:
    for number in range(120):
        place = tmp_path / "notes" / "ab"[number % 2] / f"{number}.txt"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(f"the boat number {number} sails")
    told: list[float] = []
    dataset = load(tmp_path / "notes", progress=lambda _, part: told.append(part))
    assert told == sorted(told)
    assert len(set(told)) > 120
    assert dataset.text is not None
    assert dataset.text[0] == "the boat number 0 sails"
    for moment in (0, 60, 121):
        with pytest.raises(Cancelled):
            load(tmp_path / "notes", cancelled=after(moment))


@given(
    st.lists(
        st.sampled_from(["", "7", "2.5", "true", "2020-01-01", "a, b", 'say "so"', "two\nlines"]),
        min_size=1,
    )
)
def test_a_type_takes_words_where_arrow_reads_them_so(words: list[str]) -> None:
    column = pa.array(words, pa.string())
    kind = next(each for each in LADDER if takes(each, column))
    quoted = ['"' + word.replace('"', '""') + '"' for word in words]
    whole = csv.read_csv(
        io.BytesIO("\n".join(['"value"', *quoted]).encode()),
        parse_options=csv.ParseOptions(newlines_in_values=True),
    )
    assert kind == whole.schema.types[0]


def test_columns_that_turn_out_late_in_one_block_are_read_again_once(tmp_path: Path) -> None:
    path = tmp_path / "late.csv"
    path.write_text("a,b,c\n" + "1,2,3\n" * 400 + "1.5,x,3\n")
    stages: list[str] = []
    read = read_delimited(path, Dialect(","), Task(progress=lambda what, _: stages.append(what)))
    assert read.to_native().schema.types == [pa.float64(), pa.string(), pa.int64()]
    assert stages.count(f"reading {path.name} again") == 1


def test_a_malformed_row_is_refused_however_long_the_blocks(tmp_path: Path) -> None:
    path = tmp_path / "malformed.csv"
    path.write_text("a,b\n" + "1,2\n" * 400 + "1,2,3\n")
    with pytest.raises(ValueError, match="402"):
        read_delimited(path, Dialect(","), Task().monotone())
