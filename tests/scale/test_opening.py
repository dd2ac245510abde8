"""Files in partitions: the same features and classes as in memory, and a cache by content."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import numpy as np
import polars as pl
import pyarrow as pa
import pytest
from pyarrow import csv
from scipy.sparse import csr_matrix, issparse, vstack
from tests.scale.conftest import Mail, Whole

from steersman import load, open_partitions
from steersman.errors import SteersmanError
from steersman.scale import PartitionedDataset
from steersman.scale.cache import cache_entries, clear_cache
from steersman.text import TextCounter


def features_of(dataset: PartitionedDataset) -> np.ndarray:
    parts = [partition.open().X for partition in dataset.partitions]
    X = csr_matrix(vstack(parts)).toarray() if issparse(parts[0]) else np.vstack(parts)
    return np.asarray(X, dtype=np.float64)


def labels_of(dataset: PartitionedDataset) -> list[object]:
    codes = np.concatenate([partition.open().codes for partition in dataset.partitions])
    return np.asarray(dataset.classes)[codes].tolist()


def test_partitions_have_the_features_and_labels_of_the_whole(
    mail: Mail, opened: PartitionedDataset, whole: Whole
) -> None:
    memory = load(mail.table, label="kind")
    assert len(opened.partitions) == 6
    assert opened.feature_names == memory.feature_names
    assert (whole.X != memory.X).nnz == 0
    assert whole.y.tolist() == memory.y.tolist()
    assert opened.classes == memory.classes
    assert opened.positive == memory.positive == "spam"


def test_limits_of_the_vocabulary_are_about_all_files(mail: Mail) -> None:
    counter = TextCounter(min_df=20, max_features=50, ngrams=2)
    opened = open_partitions(str(mail.folder), label="kind", counter=counter)
    memory = load(mail.table, label="kind", counter=counter)
    assert opened.feature_names == memory.feature_names
    assert np.array_equal(features_of(opened), memory.X.toarray())


def test_a_pattern_that_fits_memory_loads_as_one_table(mail: Mail) -> None:
    memory, files = load(mail.table, label="kind"), load(str(mail.folder / "*.parquet"))
    assert files.y.tolist() == memory.y.tolist()
    assert (files.X != memory.X).nnz == 0


def write_table(folder: Path, suffix: str, table: pa.Table) -> None:
    """A table in three files of a format."""
    for place in range(3):
        part = table.slice(place * 40, 40)
        path = folder / f"part-{place}{suffix}"
        if suffix.startswith(".jsonl"):
            lines = "\n".join(json.dumps(row) for row in part.to_pylist())
            path.write_text(lines + "\n")
        else:
            with gzip.open(path, "wb") if suffix.endswith(".gz") else path.open("wb") as file:
                csv.write_csv(part, file)


@pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".csv.gz"])
def test_numbers_categories_and_dates_are_those_of_the_whole(tmp_path: Path, suffix: str) -> None:
    rng = np.random.default_rng(1)
    sizes = rng.normal(size=120).round(3).tolist()
    sizes[7] = None
    table = pa.table(
        {
            "size": sizes,
            "port": rng.choice(["Oslo", "Rome", "Lima"], 120),
            "day": [f"2024-0{1 + row % 9}-11" for row in range(120)],
            "kind": rng.choice([0, 1], 120),
        }
    )
    write_table(tmp_path, suffix, table)
    opened = open_partitions(str(tmp_path / f"*{suffix}"), label="kind")
    csv.write_csv(table, tmp_path / "whole.txt")
    memory = load(tmp_path / "whole.txt", label="kind")
    assert opened.feature_names == memory.feature_names
    expected = memory.X.toarray() if issparse(memory.X) else memory.X
    np.testing.assert_array_equal(features_of(opened), expected)
    assert labels_of(opened) == memory.y.tolist()
    assert opened.classes == memory.classes == (0, 1)


def test_class_folders_of_texts_are_read_in_pieces(tmp_path: Path) -> None:
    for place, kind in enumerate(["ham", "spam"] * 6):
        (tmp_path / kind).mkdir(exist_ok=True)
        (tmp_path / kind / f"{place}.txt").write_text(f"{kind} words of mail {place}")
    memory = load(tmp_path)
    for source in (str(tmp_path), str(tmp_path / "*" / "*.txt")):
        opened = open_partitions(source)
        assert np.array_equal(features_of(opened), memory.X.toarray())
        assert labels_of(opened) == memory.y.tolist()


def test_lazy_relations_are_read_batch_by_batch(mail: Mail) -> None:
    memory = load(mail.table, label="kind")
    lazy = pl.scan_parquet(mail.folder / "*.parquet")
    reader = pa.RecordBatchReader.from_batches(mail.table.schema, mail.table.to_batches(100))
    for relation in (lazy, reader):
        opened = open_partitions(relation, label="kind")
        assert np.array_equal(features_of(opened), memory.X.toarray())


class DatabaseRelation:
    """What DuckDB's relations offer of Arrow: a reader of batches, and a stream of all rows."""

    def __init__(self, table: pa.Table) -> None:
        self.table = table

    def to_arrow_reader(self, batch_size: int) -> pa.RecordBatchReader:
        return pa.RecordBatchReader.from_batches(
            self.table.schema, self.table.to_batches(min(batch_size, 100))
        )

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        raise AssertionError("all rows were collected")


def test_relations_of_a_database_are_not_collected(mail: Mail) -> None:
    opened = open_partitions(DatabaseRelation(mail.table), label="kind")
    assert np.array_equal(features_of(opened), load(mail.table, label="kind").X.toarray())


def test_a_published_split_decides_what_the_words_are_learned_from(tmp_path: Path) -> None:
    rows = [("the sea is wide", "a", "train"), ("no boat at sea", "b", "train")] * 5
    rows += [("unseen harbor words", "a", "test"), ("more unseen", "b", "test")] * 3
    text, kind, split = (list(column) for column in zip(*rows))
    table = pa.table({"text": text, "kind": kind, "split": split})
    csv.write_csv(table, tmp_path / "one.csv")
    opened = open_partitions(str(tmp_path / "*.csv"), label="kind", text="text")
    memory = load(tmp_path / "one.csv", label="kind", text="text")
    assert opened.feature_names == memory.feature_names
    assert "harbor" not in opened.feature_names


def test_rows_without_a_label_are_left_out_or_refused(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("size,kind\n1,x\n2,\n3,y\n4,x\n")
    assert open_partitions(str(tmp_path / "*.csv"), label="kind").rows == 3
    with pytest.raises(SteersmanError) as error:
        open_partitions(str(tmp_path / "*.csv"), label="kind", missing_labels="refuse")
    assert (error.value.code, error.value.fields["row"]) == ("label-missing", 2)


def test_a_bad_line_is_named_with_file_and_offset_and_skipped_when_asked(tmp_path: Path) -> None:
    good = '{"text": "some words of mail", "kind": "ham"}\n{"text": "others", "kind": "spam"}\n'
    (tmp_path / "a.jsonl").write_text(good * 3)
    (tmp_path / "b.jsonl").write_text(good + "{oops}\n" + good)
    source = str(tmp_path / "*.jsonl")
    with pytest.raises(SteersmanError) as error:
        open_partitions(source, label="kind", text="text")
    assert error.value.code == "json-invalid"
    assert error.value.fields["offset"] == len(good)
    assert error.value.fields["path"] == str(tmp_path / "b.jsonl")
    opened = open_partitions(source, label="kind", text="text", skip_bad_rows=True)
    assert opened.rows == 10
    (bad,) = opened.bad_rows
    assert (bad.file, bad.place, bad.offset) == (str(tmp_path / "b.jsonl"), 3, len(good))


def test_a_bad_row_of_delimited_text_is_skipped_when_asked(tmp_path: Path) -> None:
    start = "size,kind\n1,x\n2,y\n"
    (tmp_path / "a.csv").write_text(start + "3,x,9,9\n4,y\n5,x\n")
    with pytest.raises(SteersmanError) as error:
        open_partitions(str(tmp_path / "*.csv"), label="kind")
    assert (error.value.code, error.value.fields["offset"]) == ("row-ragged", len(start))
    opened = open_partitions(str(tmp_path / "*.csv"), label="kind", skip_bad_rows=True)
    assert [each.offset for each in opened.bad_rows] == [len(start)]
    assert features_of(opened).ravel().tolist() == [1.0, 2.0, 4.0, 5.0]


def test_a_bad_value_is_named_with_its_file_and_row(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("size,kind\n" + "1,x\n2,y\n" * 9)
    (tmp_path / "b.csv").write_text("size,kind\n" + "1,x\n2,y\n" * 4 + "big,x\n3,x\n")
    with pytest.raises(SteersmanError) as error:
        open_partitions(str(tmp_path / "*.csv"), label="kind")
    assert (error.value.fields["file"], error.value.fields["row"]) == ("b.csv", 9)
    assert error.value.fields["offset"] == len("size,kind\n" + "1,x\n2,y\n" * 4)
    opened = open_partitions(str(tmp_path / "*.csv"), label="kind", skip_bad_rows=True)
    assert (opened.rows, [each.place for each in opened.bad_rows]) == (27, [9])
    assert opened.bad_rows[0].offset == error.value.fields["offset"]


def test_rows_between_quotes_and_blank_lines_do_not_shift_an_offset(tmp_path: Path) -> None:
    start = 'size,note,kind\n1,"two\nlines",x\n\n2,"a ""b""\n",y\n' + "3,c,x\n4,d,y\n" * 9
    (tmp_path / "a.csv").write_text(start + 'big,"e",x\n')
    with pytest.raises(SteersmanError) as error:
        open_partitions(str(tmp_path / "*.csv"), label="kind", roles={"size": "number"})
    assert (error.value.code, error.value.fields["offset"]) == ("value-not-a-number", len(start))


def test_a_bad_first_row_is_skipped_when_asked(tmp_path: Path) -> None:
    good = '{"size": 1, "kind": "ham"}\n{"size": 2, "kind": "spam"}\n'
    (tmp_path / "a.jsonl").write_text("{oops}\n" + good * 3)
    source = str(tmp_path / "*.jsonl")
    with pytest.raises(SteersmanError) as error:
        open_partitions(source, label="kind")
    assert error.value.fields["offset"] == 0
    opened = open_partitions(source, label="kind", skip_bad_rows=True)
    assert (opened.rows, [each.place for each in opened.bad_rows]) == (6, [1])


def test_the_cache_is_named_by_content_and_limited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STEERSMAN_CACHE", str(tmp_path / "cache"))
    data = tmp_path / "data"
    data.mkdir()
    (data / "a.csv").write_text("size,kind\n1,x\n2,y\n3,x\n")
    first = open_partitions(str(data / "*.csv"), label="kind")
    (data / "a.csv").rename(data / "b.csv")
    again = open_partitions(str(data), label="kind")
    # Another name, the same rows: nothing is made again.
    assert again.partitions == first.partitions
    assert len(cache_entries()) == 1
    (data / "b.csv").write_text("size,kind\n1,x\n2,y\n7,x\n")
    changed = open_partitions(str(data), label="kind")
    assert features_of(changed).ravel().tolist() == [1.0, 2.0, 7.0]
    assert len(cache_entries()) == 2
    size = min(entry.size_bytes for entry in cache_entries())
    monkeypatch.setenv("STEERSMAN_CACHE_GB", str(1.5 * size / 1e9))
    (data / "b.csv").write_text("size,kind\n1,x\n2,y\n8,x\n")
    open_partitions(str(data), label="kind")
    # The two used longest ago made room for the third.
    assert len(cache_entries()) == 1
    monkeypatch.setenv("STEERSMAN_CACHE_GB", str(0.1 * size / 1e9))
    (data / "b.csv").write_text("size,kind\n1,x\n2,y\n9,x\n")
    with pytest.raises(SteersmanError) as error:
        open_partitions(str(data), label="kind")
    assert error.value.code == "cache-full"
    assert clear_cache() > 0
    assert cache_entries() == []


def test_several_labels_become_one_class_against_all_others(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("size,kind\n1,x;y\n2,y\n3,x\n4,z\n")
    source = str(tmp_path / "*.csv")
    with pytest.raises(SteersmanError) as error:
        open_partitions(source, label="kind", separator=";")
    assert error.value.code == "labels-several"
    opened = open_partitions(source, label="kind", separator=";", positive="x")
    assert labels_of(opened) == ["x", "not x", "x", "not x"]


def test_no_matching_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(SteersmanError) as error:
        open_partitions(str(tmp_path / "*.csv"), label="kind")
    assert error.value.code == "files-missing"
