"""JSON however its objects lie: the same rows as one object a line, or a sentence what to do."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.errors import raises

from steersman.data import load, sniff
from steersman.data.files import json_rows as module
from steersman.data.files import lines as lines_module
from steersman.data.files.json_rows import json_layout, json_rows
from steersman.data.formats.jsonlines import frame_of_json
from steersman.data.raw_chunks import raw_chunks
from steersman.data.raw_tables import raw_table
from steersman.data.read_options import ReadOptions
from steersman.errors import Cancelled, SteersmanError
from steersman.tasks import Task

WORD = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
VALUE = st.one_of(WORD, st.none(), st.lists(WORD, max_size=2))
OBJECTS = st.lists(st.dictionaries(WORD, VALUE, max_size=3), min_size=1, max_size=8)
FEW = settings(max_examples=40)


@FEW
@given(
    rows=OBJECTS,
    indent=st.sampled_from([None, 0, 2]),
    ascii=st.booleans(),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
    piece=st.integers(1, 40),
)
def test_a_list_gives_the_objects_that_were_written_wherever_pieces_end(
    tmp_path: Path, rows: list[dict], indent: int | None, ascii: bool, encoding: str, piece: int
) -> None:
    path = tmp_path / "rows.json"
    path.write_bytes(json.dumps(rows, indent=indent, ensure_ascii=ascii).encode(encoding))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "PIECE_BYTES", piece)
        read = list(json_rows(path, "utf-16" if encoding == "utf-16" else "utf-8"))
    assert [json.loads(row) for _, row in read] == rows
    assert not any("\n" in row for _, row in read)
    assert [place for place, _ in read] == [f"object {n + 1}" for n in range(len(rows))]


ROWS = [
    {"said": f"the {'sun' if n % 2 else 'moon'} is {n} hours away", "size": n, "kind": "yn"[n % 2]}
    for n in range(40)
]
WRITTEN = {
    "rows.jsonl": "".join(json.dumps(row) + "\n" for row in ROWS),
    "lines.json": "".join(json.dumps(row) + "\n" for row in ROWS),
    "list.json": json.dumps(ROWS),
    "broad.json": "\n\n " + json.dumps(ROWS, indent=4),
    "spread.json": "\n".join(json.dumps(row, indent=2) for row in ROWS),
    "packed.json.gz": json.dumps(ROWS),
}


def written(folder: Path, name: str) -> Path:
    path = folder / name
    content = WRITTEN[name].encode()
    path.write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
    return path


@pytest.mark.parametrize("name", list(WRITTEN)[1:])
def test_every_layout_is_sketched_and_loaded_like_lines(tmp_path: Path, name: str) -> None:
    expected, path = written(tmp_path, "rows.jsonl"), written(tmp_path, name)
    sketch, told = sniff(path), sniff(expected)
    assert (sketch.rows, sketch.rows_exact, sketch.preview) == (40, True, told.preview)
    assert sketch.columns == told.columns
    roles = {"kind": "label", "said": "text"}
    one, other = load(path, roles=roles), load(expected, roles=roles, format="json")
    assert one.feature_names == other.feature_names
    np.testing.assert_array_equal(one.X.toarray(), other.X.toarray())
    assert one.y.tolist() == other.y.tolist()


def test_a_long_list_on_one_line_is_read_in_pieces_that_can_be_cancelled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, "list.json")
    monkeypatch.setattr(lines_module, "LONGEST_LINE_BYTES", 300)
    monkeypatch.setattr(module, "PIECE_BYTES", 200)
    told: list[float] = []
    dataset = load(path, label="kind", progress=lambda _, part: told.append(part))
    assert dataset.n_rows == 40
    assert len(set(told)) > 10
    looks = iter([False] * 5)
    with pytest.raises(Cancelled):
        frame_of_json(path, ReadOptions(), Task(cancelled=lambda: next(looks, True)).monotone())


@pytest.mark.parametrize(
    ("content", "code", "fields"),
    [
        ('{"data": [{"a": 1, "k": "x"}, {"a": 2}]}', "json-rows-inside", {"name": "data"}),
        (
            '{\n "meta": {"n": 2},\n "r": [\n {"a": 1}, {"a": 2}]}',
            "json-rows-inside",
            {"name": "r"},
        ),
        ('{"n": 2, "rows": [\n {"a": 1}, {"a', "json-rows-inside", {"name": "rows"}),
        ('{"a": {"0": 1, "1": 2}, "k": {"0": "x", "1": "y"}}', "json-columns", {}),
        ('{"a": [1, 2],\n "k": ["x", "y"]}', "json-columns", {}),
        ('[{"a": 1}, [1, 2]]', "json-not-an-object", {"place": "object 2"}),
        ("[1, 2]", "json-not-an-object", {"place": "object 1"}),
        ('["x"]', "json-not-an-object", {"place": "object 1"}),
        ('[{"a": 1}, {"a": 2}', "json-list-broken", {"place": "object 2"}),
        ('[{"a": 1},', "json-list-broken", {"place": "object 1"}),
        ('[{"a": 1},]', "json-not-an-object", {"place": "object 2"}),
        ('[{"a": 1} {"a": 2}]', "json-list-broken", {"place": "object 1"}),
        ('[{"a": 1}, {"a": 2,}]', "json-invalid", {"place": "object 2"}),
        ('[{"a": 1}] [{"a": 2}]', "json-after-list", {}),
        ('[{"a": 1}, {"a": 1, "a": 2}]', "json-name-repeated", {"place": "object 2", "name": "a"}),
        ('[{"a": 1}, {"a": "b"}]', "json-types-differ", {"place": "object 2", "column": "a"}),
        ("[]", "json-list-empty", {}),
        ("[", "json-list-broken", {}),
        ("hello", "json-invalid", {"place": "line 1"}),
    ],
)
def test_what_is_no_list_of_rows_is_refused_with_what_to_do(
    tmp_path: Path, content: str, code: str, fields: dict[str, str]
) -> None:
    path = tmp_path / "t.json"
    path.write_text(content)
    for look in (sniff, load):
        with raises(code, file="t.json", **fields) as refused:
            look(path)
        assert refused.value.todo


def test_one_row_and_rows_with_lists_of_objects_are_rows(tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    for content in ('{"a": 1, "k": "x"}', '{"a": [{"b": 1}], "k": "x"}\n{"a": [], "k": "y"}'):
        path.write_text(content)
        assert json_layout(path, "utf-8") == "lines"


ANYTHING = st.recursive(
    st.sampled_from([None, True, 1, -2.5, 10**25, "x", "12 %", "a;b", "é", "", "2020-01-01"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abk"), inner, max_size=3)
    ),
    max_leaves=6,
)
TABLE = st.lists(st.dictionaries(st.sampled_from("abkz"), ANYTHING, max_size=4), max_size=5)


@settings(FEW, max_examples=150)
@given(
    content=TABLE | ANYTHING | TABLE.map(lambda rows: {"data": rows}),
    layout=st.sampled_from(["list", "indented", "lines", "marked"]),
)
def test_json_of_any_shape_is_read_or_refused_in_one_sentence(
    tmp_path: Path, content: object, layout: str
) -> None:
    path = tmp_path / "any.json"
    text = json.dumps(content, indent=1 if layout == "indented" else None)
    if layout == "lines" and isinstance(content, list):
        text = "\n".join(map(json.dumps, content))
    path.write_bytes(text.encode("utf-8-sig" if layout == "marked" else "utf-8"))
    for work in (
        lambda: sniff(path),
        lambda: load(path, label="k"),
        lambda: raw_table(str(path), label="k"),
        lambda: list(raw_chunks(str(path), ["a"], ["k"])),
    ):
        try:
            work()
        except SteersmanError as error:
            told = error
            assert told.todo
            assert "\n" not in str(told)


def test_a_list_that_begins_with_nothing_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text('{"a": 1, "k": [null, "x"]}\n{"a": 2, "k": ["y"]}\n{"a": 3, "k": ["x"]}\n')
    table = frame_of_json(path, ReadOptions()).to_native()
    assert table["k"].to_pylist() == [[None, "x"], ["y"], ["x"]]
    assert load(path, label="k").y.tolist() == [[True, False], [False, True], [True, False]]


def test_labels_that_are_lists_of_objects_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    path.write_text(json.dumps([{"a": n, "k": [{"name": "xy"[n % 2]}]} for n in range(6)]))
    with raises("label-list-invalid", row=1):
        load(path, label="k")
