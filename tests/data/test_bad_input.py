"""Each mistake gets one sentence: which, what was expected, what came, what to do."""

import gzip
import os
import resource
import time

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from steersman.data import load, sniff
from steersman.errors import SteersmanError

GOOD = "a,b,kind\n1,2,x\n3,4,y\n5,6,x\n"


@pytest.fixture
def csv(tmp_path):
    """Writes a CSV file and gives its path."""

    def write(content: str | bytes):
        path = tmp_path / "table.csv"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write


def message(source, **options) -> str:
    with pytest.raises(SteersmanError) as caught:
        load(source, **options)
    told = str(caught.value)
    assert "\n" not in told
    assert caught.value.todo
    return told


def test_a_file_that_does_not_exist(tmp_path):
    assert "there is no file" in message(tmp_path / "no.csv", label="x")
    assert "there is no file mail.csv" in message("mail.csv", label="x")


def test_an_unknown_name_suggests_the_closest():
    told = message("reuter10")
    assert "'reuter10' is neither a file nor a collection" in told
    assert "did you mean 'reuters10'?" in told


def test_something_that_is_no_data_at_all():
    assert "data cannot be read from a int" in message(3)


@pytest.mark.parametrize("content", [b"", gzip.compress(b"")])
def test_an_empty_file(tmp_path, content):
    path = tmp_path / ("table.csv.gz" if content else "table.csv")
    path.write_bytes(content)
    assert "is empty" in message(path, label="kind")


def test_a_ragged_row_is_found_beyond_a_very_long_value(csv):
    told = message(csv(f"a,kind\n{'w' * 200_000},x\n1,2,3\n"), label="kind")
    assert "line 3 of table.csv has 3 columns, expected 2" in told


@pytest.mark.parametrize("dtype", ["string", "Int64"])
def test_a_label_that_pandas_calls_missing_names_its_row(dtype):
    labels = pd.array(["1", None, "2"] if dtype == "string" else [1, None, 2], dtype=dtype)
    told = message(pd.DataFrame({"a": [1, 2, 3], "kind": labels}), label="kind")
    assert "label column 'kind' of a pandas frame is empty in data row 2" in told


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read every file")
def test_a_file_that_may_not_be_read(csv):
    path = csv(GOOD)
    path.chmod(0)
    assert "cannot be read: Permission denied" in message(path, label="kind")


def test_a_device_is_no_file():
    assert "/dev/null is not a file" in message("/dev/null", label="kind")


def test_names_but_no_rows(csv):
    assert "has column names but no rows" in message(csv("a,b,kind\n"), label="kind")


@pytest.mark.parametrize(("row", "columns"), [("3,4", 2), ("3,4,y,9", 4), ('"3\n3",4,"y\nz",9', 4)])
def test_a_ragged_row_is_named_by_its_line(csv, row, columns):
    told = message(csv(f'a,b,kind\n1,"2\n2",x\n{row}\n5,6,x\n'), label="kind")
    assert f"line 4 of table.csv has {columns} columns, expected 3" in told


def test_a_quote_that_is_never_closed(csv):
    told = message(csv('a,b,kind\n1,2,x\n"3,4,y\n5,6,x\n'), label="kind")
    assert "table.csv" in told
    assert "line" in told


def test_a_wrong_encoding_names_byte_and_line(csv):
    told = message(csv(GOOD.encode() + b"7,8,caf\xe9\n"), label="kind")
    assert f"byte {len(GOOD) + 7} (line 5) is 0xe9" in told
    assert "encoding='latin-1'" in told


def test_a_wrong_encoding_is_found_across_pieces(csv, monkeypatch):
    from steersman.data import lines

    monkeypatch.setattr(lines, "CHUNK_BYTES", 7)
    told = message(csv(GOOD.encode() + "7,8,é\n".encode() + b"1,1,\xc3\n"), label="kind")
    assert f"byte {len(GOOD) + 11} (line 6)" in told
    assert load(csv(GOOD + "7,8,é\n"), label="kind").n_rows == 4


def test_utf16_is_recognised(csv):
    path = csv(GOOD.encode("utf-16"))
    assert "is utf-16 text, expected utf-8" in message(path, label="kind")
    assert load(path, label="kind", encoding="utf-16").n_rows == 3


def test_an_encoding_of_no_such_name(csv):
    assert "there is no encoding 'klingon'" in message(csv(GOOD), label="kind", encoding="klingon")


def test_a_damaged_gzip_file(tmp_path):
    path = tmp_path / "table.csv.gz"
    path.write_bytes(gzip.compress(GOOD.encode() * 100)[:-20])
    assert "is not a whole gzip file" in message(path, label="kind")
    path.write_bytes(GOOD.encode())
    assert "is not a whole gzip file" in message(path, label="kind")


def test_a_missing_label_column_lists_the_columns(csv):
    told = message(csv(GOOD), label="Kind")
    assert "label column 'Kind' is not in table.csv" in told
    assert "did you mean 'kind'?" in told
    assert "a, b, kind" in told


def test_a_label_that_cannot_be_guessed_lists_the_columns(csv):
    told = message(csv("a,b,c\n1,2,3\n4,5,6\n"))
    assert "which column of table.csv is the label cannot be guessed" in told
    assert "--label" in told
    assert "a, b, c" in told


def test_a_missing_text_column_is_named(csv):
    assert "text column 'body' is not in table.csv" in message(csv(GOOD), label="kind", text="body")


def test_a_text_column_of_numbers(csv):
    assert "text column 'a' of table.csv holds int64" in message(csv(GOOD), label="kind", text="a")


def test_one_class_only(csv):
    told = message(csv("a,kind\n1,x\n2,x\n"), label="kind")
    assert "label column 'kind' of table.csv has only 'x', expected two classes or more" in told


def test_a_label_with_a_different_value_in_every_row(csv):
    assert "a different value in every row" in message(csv(GOOD), label="a")


def test_a_label_of_fractions(csv):
    assert "holds 0.5 in data row 1" in message(csv("a,k\n1,0.5\n2,0.25\n"), label="k")


def test_a_label_that_is_missing_names_its_row(csv):
    path = csv("a,kind\n1,x\n2,\n3,y\n")
    assert "label column 'kind' of table.csv is empty in data row 2" in message(path, label="kind")


def test_a_feature_that_is_not_finite_names_column_and_row(csv):
    told = message(csv("a,b,kind\n1,2,x\n3,inf,y\n"), label="kind")
    assert "column 'b' of table.csv holds infinity in data row 2, expected finite numbers" in told


@pytest.mark.parametrize("value", [np.inf, -np.inf])
def test_a_frame_with_a_value_that_is_not_finite(value):
    frame = pd.DataFrame({"a": [1.0, value, 2.0], "kind": ["x", "y", "x"]})
    assert "column 'a' of a pandas frame holds" in message(frame, label="kind")


@pytest.mark.parametrize("cell", ["", "nan", "?", "NA", "-", "none"])
def test_a_missing_number_is_filled_and_noted(csv, cell):
    dataset = load(csv(f"a,kind\n1,x\n{cell},y\n3,x\n4,y\n"), label="kind")
    assert dataset.X.tolist() == [[1], [3], [3], [4]]
    assert "1 of 4 values of 'a' are missing; they were read as the median" in str(
        dataset.provenance.notes
    )


def test_a_word_among_numbers_is_named(csv):
    told = message(csv("a,kind\n1,x\nmany,y\n3,x\n4,y\n"), label="kind")
    assert "column 'a' of table.csv holds 'many' in data row 2, expected a number" in told
    path = csv("a,kind\n1,x\nmany,y\n3,x\n4,y\n")
    assert load(path, label="kind", roles={"a": "category"}).n_features == 4


def test_words_that_never_repeat_are_left_out_and_noted():
    many = [f"w{i}" for i in range(3000)] + ["w1"]
    frame = pd.DataFrame({"a": many, "b": 1.0, "kind": [0, 1, 1] * 1000 + [0]})
    dataset = load(frame, label="kind")
    assert dataset.feature_names == ("b",)
    assert "left out: a" in dataset.provenance.notes[0]


def test_no_feature_at_all(csv):
    assert "has no feature column" in message(csv("kind\nx\ny\nx\n"), label="kind")


def test_duplicate_column_names(csv, tmp_path):
    assert "more than one column called 'a'" in message(csv("a,a,k\n1,2,x\n"), label="k")
    frame = pd.DataFrame([[1, 2, "x"]], columns=["a", "a", "k"])
    assert "more than one column called a" in message(frame, label="k")
    path = tmp_path / "t.parquet"
    pq.write_table(pa.table([[1], [2]], names=["a", "a"]), path)
    assert "columns of the same name: a" in message(path, label="a")


def test_a_first_line_of_numbers_is_no_header(csv):
    assert "holds only numbers, expected the names" in message(csv("1,2\n3,4\n"), label="kind")


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ('{"a": 1, "k": "x"}\n{"a": ', "line 2 of rows.jsonl is not JSON"),
        ('{"a": 1, "k": "x"}\n[1, 2]', "line 2 of rows.jsonl holds a list, expected an object"),
        ('{"a": 1, "k": "x"}\n3', "line 2 of rows.jsonl holds a int, expected an object"),
        ('{"a": 1, "a": 2, "k": "x"}', "line 1 of rows.jsonl names 'a' twice"),
        ('{"a": 1}\n\n{"a": "b"}', "line 3 of rows.jsonl holds a str for 'a', expected a number"),
    ],
)
def test_a_malformed_json_line_is_named(tmp_path, lines, problem):
    path = tmp_path / "rows.jsonl"
    path.write_text(lines)
    assert problem in message(path, label="k")


def test_a_file_that_is_no_parquet(tmp_path):
    path = tmp_path / "rows.parquet"
    path.write_text(GOOD)
    assert "rows.parquet is not a Parquet file that can be read" in message(path, label="kind")


def test_text_without_words():
    frame = pd.DataFrame({"t": ["...", "---", "!!!"], "k": [0, 1, 1]})
    assert "no term is left: 3 documents with 0 distinct terms" in message(
        frame, label="k", text="t"
    )


def test_a_collection_has_its_own_label():
    assert "has its own label" in message("wine", label="x")


def test_an_unknown_format(csv):
    assert "there is no format 'xls'" in message(csv(GOOD), label="kind", format="xls")


@pytest.mark.parametrize("ending", ["csv", "jsonl", "arff", "svm"])
@pytest.mark.parametrize("start", ["", "a,b,kind\n1,2,x\n"])
def test_a_line_of_ten_gigabytes_answers_at_once_in_little_memory(tmp_path, ending, start):
    path = tmp_path / f"huge.{ending}"
    path.write_text(start)
    os.truncate(path, 10 * 2**30)
    memory_before_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begin = time.perf_counter()
    told = message(path, label="kind")
    assert "is longer than 32 MB, expected one row a line" in told
    assert f"line {1 + start.count(chr(10))} of" in told
    assert time.perf_counter() - begin < 20
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory_before_kb < 200_000


def test_a_long_line_in_a_small_gzip_file_is_seen(tmp_path):
    path = tmp_path / "bomb.csv.gz"
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.write(b"a,b,kind\n")
        for _ in range(40):
            file.write(bytes(2**20))
    assert "line 2 of bomb.csv.gz is longer than 32 MB" in message(path, label="kind")


def test_a_huge_document_in_a_folder(tmp_path):
    for name in ("ham", "spam"):
        (tmp_path / name).mkdir()
    (tmp_path / "ham" / "1.txt").touch()
    os.truncate(tmp_path / "ham" / "1.txt", 10 * 2**30)
    assert "ham/1.txt has 10,240 MB, expected a document of at most 32 MB" in message(tmp_path)


def test_latin_1_is_named_and_read_when_it_is_said(csv):
    path = csv("a,kind\n1,né\n2,ne\n3,né\n".encode("latin-1"))
    assert "is not utf-8 text" in message(path, label="kind")
    assert load(path, label="kind", encoding="latin-1").y.tolist() == ["né", "ne", "né"]


@pytest.mark.parametrize(
    ("content", "header"),
    [("1;2,5;x\n3;4,5;y\n5;6,5;x\n", False), ("a;b;kind\n1;2,5;x\n3;4,5;y\n5;6,5;x\n", None)],
)
def test_semicolons_and_decimal_commas(csv, content, header):
    label = "kind" if header is None else "column 3"
    dataset = load(csv(content), label=label, header=header)
    assert dataset.X.tolist() == [[1, 2.5], [3, 4.5], [5, 6.5]]
    features = dataset.from_raw.transform(pd.DataFrame({n: ["7,5"] for n in dataset.feature_names}))
    assert features.tolist() == [[7.5, 7.5]]


def test_commas_that_may_be_thousands_are_words_and_told(csv):
    path = csv('a,b,kind\n"1,234",1,x\n"2,500",2,y\n"1,234",3,x\n"2,500",4,y\n')
    assert "a=1,234" in load(path, label="kind").feature_names
    assert "which may be thousands or fractions" in str(sniff(path).findings)


def test_a_missing_header_is_said_with_its_remedy(csv):
    path = csv("1,2\n3,4\n5,2\n")
    assert "header=False" in message(path, label="kind")
    assert load(path, label="column 2", header=False).n_rows == 3


def test_ten_thousand_columns(csv):
    columns = 10_000
    names = ",".join(f"c{place}" for place in range(columns))
    rows = [",".join(str(row * place % 7) for place in range(columns)) for row in range(6)]
    lines = [f"{row},{'xy'[number % 2]}" for number, row in enumerate(rows)]
    dataset = load(csv(f"{names},kind\n" + "\n".join(lines)), label="kind")
    assert dataset.X.shape == (6, columns)
    assert dataset.X[5, 3] == 15 % 7
    assert "label column 'king' is not in table.csv" in message(
        csv(f"{names}\n{rows[0]}\n"), label="king"
    )


def test_emoji_and_text_from_right_to_left_stay_as_they_are(csv):
    texts = ["😀 שלום עולם", "مرحبا بالعالم 👩‍👩‍👧", "\u202eabc", ""]
    kinds = ["👍", "👎", "👍", "👎"]
    rows = "".join(f'"{text}",{kind}\n' for text, kind in zip(texts, kinds))
    dataset = load(csv("text,kind\n" + rows), label="kind", text="text")
    assert dataset.text == tuple(texts)
    assert dataset.y.tolist() == kinds
    assert {"שלום", "مرحبا"} <= set(dataset.feature_names)


def test_labels_that_differ_by_a_space_are_two_classes_and_told(csv):
    dataset = load(csv("a,kind\n1,x\n2,x \n3,x\n4,x \n"), label="kind")
    assert dataset.classes == ("x", "x ")
    assert "differ only by spaces or capitals" in dataset.provenance.notes[-1]


def test_classes_of_one_row_each(csv):
    rows = [f"{row},class {row}" for row in range(30)]
    path = csv("a,kind\n" + "\n".join(rows))
    assert "has a different value in every row" in message(path, label="kind")
    path = csv("a,kind\n" + "\n".join([*rows, "1,class 1"]))
    assert "29 of 30 classes have a single row" in load(path, label="kind").provenance.notes[-1]


@pytest.mark.parametrize("blank", ["", '""'])
def test_a_label_column_that_is_all_missing(csv, blank):
    path = csv(f"a,kind\n1,{blank}\n2,{blank}\n")
    assert "label column 'kind' of table.csv has no value at all" in message(path, label="kind")


def test_a_label_that_ends_in_a_zero_byte_is_not_cut(csv):
    assert "ends in a zero byte" in message(csv(b"a,kind\n1,x\0\n2,x\n3,x\n"), label="kind")


def test_numbers_written_as_text_are_numbers(tmp_path):
    path = tmp_path / "t.parquet"
    pq.write_table(pa.table({"a": ["1", " 2.5", None, "1e2"], "k": ["x", "y", "x", "y"]}), path)
    assert load(path, label="k").X.tolist() == [[1], [2.5], [2.5], [100]]


@pytest.mark.parametrize("ending", ["csv", "jsonl", "parquet"])
def test_a_file_that_changes_while_it_is_read(tmp_path, ending):
    frame = pd.DataFrame({"a": [1, 2, 3], "kind": ["x", "y", "x"]})
    path = tmp_path / f"t.{ending}"

    def write() -> None:
        if ending == "csv":
            frame.to_csv(path, index=False)
        elif ending == "jsonl":
            frame.to_json(path, orient="records", lines=True)
        else:
            frame.to_parquet(path)

    def grows(part: float, what: str) -> None:
        if "labels" in what:
            write()
            os.utime(path, ns=(1, 1))

    write()
    assert load(path, label="kind").n_rows == 3
    assert f"t.{ending} changed while it was read" in message(path, label="kind", progress=grows)


def test_codes_keep_their_zeros(csv):
    path = csv("n,zip,size,kind\n007,0150,1.50,x\n008,0250,2.50,y\n009,0150,1.50,x\n")
    dataset = load(path, label="kind", id="n", roles={"zip": "category", "size": "category"})
    assert dataset.ids == ("007", "008", "009")
    assert dataset.feature_names == ("zip=0150", "zip=0250", "size=1.50", "size=2.50")


def test_zero_bytes_are_no_text(csv):
    with pytest.raises(SteersmanError, match="holds zero bytes, expected text"):
        sniff(csv(b"PK\3\4\0\0\0,kind\n1,x\n"))
