"""Tables as they came, whole and in chunks."""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.errors import raises

from steersman.data import sniff
from steersman.data.files.atomic_files import atomic_file
from steersman.data.raw_chunks import raw_chunks
from steersman.data.raw_tables import raw_table

TABLE = "id,size,wet,port,when,kind\n" + "".join(
    f"r{row},{row}.5,{'true' if row % 2 else 'false'},{'Oslo' if row % 3 else 'Rome'},"
    f"2020-01-0{row % 9 + 1},{'a' if row % 2 else 'b'}\n"
    for row in range(12)
)


def test_each_column_has_its_part(tmp_path: Path) -> None:
    path = tmp_path / "boats.csv"
    path.write_text(TABLE)
    table = raw_table(str(path), label="kind")
    assert (table.label, table.id) == ("kind", "id")
    assert table.numbers == ("size", "wet")
    assert table.words == ("port",)
    assert table.dates == ("when",)
    assert table.n_values == 8
    assert table.y.tolist() == ["b", "a"] * 6


def test_a_folder_of_text_is_a_column_of_text(tmp_path: Path) -> None:
    for kind in ("ham", "spam"):
        (tmp_path / kind).mkdir()
        for number in range(2):
            (tmp_path / kind / f"{number}.txt").write_text(f"{kind} number {number}")
    table = raw_table(str(tmp_path))
    assert table.text == ("text",)
    assert table.frame["label"].to_list() == table.y.tolist() == ["ham", "ham", "spam", "spam"]


def test_sparse_features_without_names_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "rows.svmlight"
    path.write_text("1 1:2.0\n-1 2:1.0\n1 1:1.0\n")
    with raises("features-unnamed", dataset="rows"):
        raw_table(str(path))


def test_rows_with_several_labels_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    rows = [{"size": 1, "topics": ["a", "b"]}, {"size": 2, "topics": ["a"]}]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    with raises("labels-several", file="many.jsonl"):
        raw_table(str(path), label="topics")


def test_a_table_without_features_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bare.csv"
    path.write_text("split,kind\ntrain,a\ntrain,b\ntest,b\n")
    with raises("features-missing", file="bare.csv"):
        raw_table(str(path), label="kind")


CELLS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=8)


@settings(max_examples=15)
@given(
    st.lists(st.tuples(CELLS, st.floats(allow_nan=False, allow_infinity=False)), min_size=1),
    st.integers(1, 5),
)
def test_chunks_put_together_are_the_table(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, float]], size: int
) -> None:
    frame = pd.DataFrame(rows, columns=["word", "number"])
    folder = tmp_path_factory.mktemp("chunks")
    frame.to_csv(folder / "t.csv", index=False)
    frame.to_parquet(folder / "t.parquet")
    lines = [json.dumps({"word": word, "number": number}) + "\n" for word, number in rows]
    (folder / "t.jsonl").write_text("".join(lines))
    for name in ("t.csv", "t.parquet", "t.jsonl"):
        chunks = list(raw_chunks(str(folder / name), ["word", "number"], ["id"], rows=size))
        assert [chunk.start for chunk in chunks] == list(range(0, len(rows), size))
        words = [word for chunk in chunks for word in chunk.frame["word"].to_list()]
        assert words == [word for word, _ in rows]
        numbers = [float(n) for chunk in chunks for n in chunk.frame["number"].to_list()]
        np.testing.assert_array_equal(numbers, frame["number"])


def test_rows_longer_than_a_block_are_read_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("steersman.data.arrow.delimited_text.SMALL_BLOCK_BYTES", 256)
    words = [f"{'x' * (900 if row in (40, 41, 70) else 3)}{row}" for row in range(100)]
    path = tmp_path / "t.csv"
    path.write_text("word\n" + "\n".join(words) + "\n")
    chunks = raw_chunks(str(path), ["word"])
    assert [word for chunk in chunks for word in chunk.frame["word"].to_list()] == words


@pytest.mark.parametrize("late", [False, True])
def test_times_of_day_are_the_same_words_when_they_are_learned_and_predicted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, late: bool
) -> None:
    monkeypatch.setattr("steersman.data.arrow.delimited_text.SMALL_BLOCK_BYTES", 256)
    path = tmp_path / "t.csv"
    first = ["1,x", "2,y"] * 60 if late else []
    times = ["12:30,x", "07:15,y"] * 20
    path.write_text("\n".join(["at,kind", *first, *times]))
    assert sniff(path).column("at").examples[-1] in ("07:15", "12:30")
    table = raw_table(str(path), label="kind")
    features = table.features(dense=True).fit(table.frame.to_native())
    learned = features.transform(table.frame.to_native())
    chunks = raw_chunks(str(path), ["at"])
    predicted = [features.transform(chunk.frame.to_native()) for chunk in chunks]
    np.testing.assert_array_equal(np.vstack(predicted), learned)
    assert learned[-2:].sum() == 2


def test_a_json_line_that_is_no_object_is_named(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text('{"a": 1}\n[2]\n')
    with raises("json-not-an-object", file="t.jsonl", place="line 2"):
        list(raw_chunks(str(path), ["a"]))


def test_what_was_there_stays_when_writing_fails(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_text("old")

    def write() -> None:
        with atomic_file(path) as file:
            file.write(b"new")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_is_no_file_to_write_to(tmp_path: Path) -> None:
    with raises("not-a-file", file="test_a_folder_is_no_file_to_wr0"), atomic_file(tmp_path):
        pass


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    with atomic_file(pipe) as file:
        file.write(b"all is well")
    assert os.read(reading, 100) == b"all is well"
    os.close(reading)
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]


def test_what_is_to_be_said_of_a_folder_goes_with_its_rows(tmp_path: Path) -> None:
    for kind in ("ham", "spam"):
        (tmp_path / "mail" / kind).mkdir(parents=True)
        for name in "abc":
            (tmp_path / "mail" / kind / f"{name}.txt").write_bytes(b"caf\xe9 au lait")
    (note,) = raw_table(str(tmp_path / "mail"), positive="spam").notes
    assert {"6", "ham/a.txt;", "latin-1"} <= {*note.split()}
