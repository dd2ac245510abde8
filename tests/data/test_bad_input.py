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
from tests.errors import raises

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


def refusal(source, **options) -> SteersmanError:
    """The error that loading raises, which is one sentence and says what to do."""
    with pytest.raises(SteersmanError) as caught:
        load(source, **options)
    assert "\n" not in str(caught.value)
    assert caught.value.todo
    return caught.value


def finding_codes(source, **options) -> list[str]:
    return [finding.code for finding in sniff(source, **options).findings]


def test_a_file_that_does_not_exist(tmp_path):
    error = refusal(tmp_path / "no.csv", label="x")
    assert error.code == "file-missing"
    assert error.fields["file"] == "no.csv"
    error = refusal("mail.csv", label="x")
    assert error.code == "file-missing"
    assert error.fields["file"] == "mail.csv"


def test_an_unknown_name_suggests_the_closest():
    error = refusal("reuter10")
    assert error.code == "source-unknown"
    assert error.fields == {"came": "reuter10", "suggestion": "reuters10"}


def test_something_that_is_no_data_at_all():
    error = refusal(3)
    assert error.code == "source-unreadable"
    assert error.fields["came"] == "int"


@pytest.mark.parametrize("content", [b"", gzip.compress(b"")], ids=["plain", "packed"])
def test_an_empty_file(tmp_path, content):
    path = tmp_path / ("table.csv.gz" if content else "table.csv")
    path.write_bytes(content)
    error = refusal(path, label="kind")
    assert error.code == "file-empty"


def test_a_ragged_row_is_found_beyond_a_very_long_value(csv):
    with raises("row-ragged", file="table.csv", line=3, came=3, expected=2):
        load(csv(f"a,kind\n{'w' * 200_000},x\n1,2,3\n"), label="kind")


@pytest.mark.parametrize("dtype", ["string", "Int64"])
def test_a_label_that_pandas_calls_missing_is_left_out_or_names_its_row(dtype):
    labels = pd.array(["1", None, "2"] if dtype == "string" else [1, None, 2], dtype=dtype)
    frame = pd.DataFrame({"a": [1, 2, 3], "kind": labels})
    error = refusal(frame, label="kind", missing_labels="refuse")
    assert error.code == "label-missing"
    assert error.fields["row"] == 2
    dataset = load(frame, label="kind")
    assert dataset.X.tolist() == [[1], [3]]
    assert list(map(str, dataset.y.tolist())) == ["1", "2"]


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read every file")
def test_a_file_that_may_not_be_read(csv):
    path = csv(GOOD)
    path.chmod(0)
    error = refusal(path, label="kind")
    assert error.code == "file-unreadable"
    assert error.fields["file"] == "table.csv"


def test_a_device_is_no_file():
    error = refusal("/dev/null", label="kind")
    assert error.code == "not-a-file"
    assert error.fields["file"] == "null"


def test_names_but_no_rows(csv):
    error = refusal(csv("a,b,kind\n"), label="kind")
    assert error.code == "file-without-rows"


@pytest.mark.parametrize(("row", "columns"), [("3,4", 2), ("3,4,y,9", 4), ('"3\n3",4,"y\nz",9', 4)])
def test_a_ragged_row_is_named_by_its_line(csv, row, columns):
    error = refusal(csv(f'a,b,kind\n1,"2\n2",x\n{row}\n5,6,x\n'), label="kind")
    assert error.code == "row-ragged"
    assert error.fields == {"file": "table.csv", "line": 4, "came": columns, "expected": 3}


def test_a_quote_that_is_never_closed(csv):
    error = refusal(csv('a,b,kind\n1,2,x\n"3,4,y\n5,6,x\n'), label="kind")
    assert error.code == "quotes-malformed"
    assert error.fields["line"] == 4


def test_a_wrong_encoding_names_byte_and_line(csv):
    error = refusal(csv(GOOD.encode() + b"7,8,caf\xe9\n"), label="kind", encoding="utf-8")
    assert error.code == "not-decodable"
    assert error.fields["encoding"] == "utf-8"
    assert error.fields["byte"] == len(GOOD) + 7
    assert error.fields["line"] == 5


def test_a_wrong_encoding_is_found_across_pieces(csv, monkeypatch):
    from steersman.data.files import lines

    monkeypatch.setattr(lines, "CHUNK_BYTES", 7)
    error = refusal(
        csv(GOOD.encode() + "7,8,é\n".encode() + b"1,1,\xc3\n"), label="kind", encoding="utf-8"
    )
    assert error.code == "not-decodable"
    assert error.fields["encoding"] == "utf-8"
    assert error.fields["byte"] == len(GOOD) + 11
    assert error.fields["line"] == 6
    assert load(csv(GOOD + "7,8,é\n"), label="kind").n_rows == 4


def test_utf16_is_recognized(csv):
    path = csv(GOOD.encode("utf-16"))
    error = refusal(path, label="kind", encoding="utf-8")
    assert error.code == "encoding-differs"
    assert error.fields["encoding"] == "utf-8"
    assert error.fields["detected"] == "utf-16"
    assert load(path, label="kind").n_rows == 3


def test_an_encoding_of_no_such_name(csv):
    error = refusal(csv(GOOD), label="kind", encoding="klingon")
    assert error.code == "encoding-unknown"
    assert error.fields["came"] == "klingon"


def test_a_damaged_gzip_file(tmp_path):
    path = tmp_path / "table.csv.gz"
    path.write_bytes(gzip.compress(GOOD.encode() * 100)[:-20])
    error = refusal(path, label="kind")
    assert error.code == "gzip-damaged"
    path.write_bytes(GOOD.encode())
    error = refusal(path, label="kind")
    assert error.code == "gzip-damaged"


def test_a_missing_label_column_lists_the_columns(csv):
    error = refusal(csv(GOOD), label="Kind")
    assert error.code == "column-missing"
    columns = ("a", "b", "kind")
    assert error.fields == {"column": "Kind", "role": "label column", "columns": columns}
    assert str(error) == (
        "label column 'Kind' is not in table.csv; did you mean 'kind'? "
        "it has these columns: a, b, kind"
    )


def test_a_label_that_cannot_be_guessed_lists_the_columns(csv):
    error = refusal(csv("a,b,c\n1,2,3\n4,5,6\n"))
    assert error.code == "label-column-missing"
    assert error.fields == {"file": "table.csv", "columns": ("a", "b", "c")}


def test_a_missing_text_column_is_named(csv):
    error = refusal(csv(GOOD), label="kind", text="body")
    assert error.code == "column-missing"
    assert error.fields["column"] == "body"
    assert error.fields["role"] == "text column"


def test_a_text_column_of_numbers(csv):
    error = refusal(csv(GOOD), label="kind", text="a")
    assert error.code == "text-column-invalid"
    assert error.fields["column"] == "a"


def test_one_class_only(csv):
    error = refusal(csv("a,kind\n1,x\n2,x\n"), label="kind")
    assert error.code == "class-single"


def test_a_label_with_a_different_value_in_every_row(csv):
    error = refusal(csv(GOOD), label="a")
    assert error.code == "label-never-repeats"


def test_labels_of_large_numbers_stay_apart(csv):
    large = [2**60, 2**60 + 1]
    path = csv("".join(["a,k\n", *(f"{row},{large[row % 2]}\n" for row in range(4))]))
    assert load(path, label="k").classes == tuple(large)
    frame = pd.DataFrame({"a": range(4), "k": np.array([2**63, 2**63 + 1] * 2, dtype=np.uint64)})
    assert load(frame, label="k").classes == (str(2**63), str(2**63 + 1))
    error = refusal(pd.DataFrame({"a": [1, 2], "k": [1e300, 2.0]}), label="k")
    assert error.code == "label-not-whole"
    assert error.fields["row"] == 1


def test_a_label_of_fractions(csv):
    error = refusal(csv("a,k\n1,0.5\n2,0.25\n"), label="k")
    assert error.code == "label-not-whole"
    assert error.fields["row"] == 1


@pytest.mark.parametrize("blank", ["", "  ", '""'])
def test_rows_without_a_label_are_left_out_and_counted_or_refused(csv, blank):
    path = csv(f"a,kind\n1,x\n2,{blank}\n3,y\n4,x\n5,{blank}\n")
    dataset = load(path, label="kind")
    assert dataset.y.tolist() == ["x", "y", "x"]
    assert (dataset.X.tolist(), dataset.ids) == ([[1], [3], [4]], ("1", "3", "4"))
    found = {each.code: each for each in sniff(path, label="kind").findings}["labels-missing"]
    assert (found.column, found.rows, found.remedy) == ("kind", 2, "unlabeled")
    error = refusal(path, label="kind", missing_labels="refuse")
    assert error.code == "label-missing"
    assert error.fields["row"] == 2
    error = refusal(path, label="kind", missing_labels="guess")
    assert error.code == "option-unknown"
    assert error.fields["came"] == "guess"


def test_a_bad_value_behind_rows_without_a_label_names_the_row_of_the_file(csv):
    path = csv("a,b,kind\n1,2,\n3,inf,\n5,6,x\n7,inf,y\n")
    error = refusal(path, label="kind")
    assert error.code == "value-not-finite"
    assert error.fields["column"] == "b"
    assert error.fields["row"] == 4


def test_a_feature_that_is_not_finite_names_column_and_row(csv):
    error = refusal(csv("a,b,kind\n1,2,x\n3,inf,y\n"), label="kind")
    assert error.code == "value-not-finite"
    assert error.fields["column"] == "b"
    assert error.fields["row"] == 2


@pytest.mark.parametrize("value", [np.inf, -np.inf])
def test_a_frame_with_a_value_that_is_not_finite(value):
    frame = pd.DataFrame({"a": [1.0, value, 2.0], "kind": ["x", "y", "x"]})
    error = refusal(frame, label="kind")
    assert error.code == "value-not-finite"
    assert error.fields["column"] == "a"
    assert error.fields["row"] == 2


def test_a_column_whose_squares_are_all_zero_is_refused():
    values = [0.0, 3e-170, np.nan, -2e-170] * 50
    frame = pd.DataFrame({"a": values, "kind": ["x", "y"] * 100})
    error = refusal(frame, label="kind")
    assert error.code == "values-too-small"
    assert error.fields["column"] == "a"


@pytest.mark.parametrize("large", [1e-150, -1.0])
def test_numbers_near_zero_beside_others_are_read(large):
    frame = pd.DataFrame({"a": [3e-170] * 199 + [large], "kind": ["x", "y"] * 100})
    assert load(frame, label="kind").X[-1, 0] == large


@pytest.mark.parametrize("cell", ["", "nan", "?", "NA", "-", "none"])
def test_a_missing_number_is_filled_and_noted(csv, cell):
    path = csv(f"a,kind\n1,x\n{cell},y\n3,x\n4,y\n")
    dataset = load(path, label="kind", positive="x")
    assert dataset.X.tolist() == [[1], [3], [3], [4]]
    assert len(dataset.provenance.notes) == 1
    found = {each.code: each for each in sniff(path, label="kind").findings}["values-missing"]
    assert (found.column, found.rows) == ("a", 1)


def test_a_word_among_numbers_is_named(csv):
    error = refusal(csv("a,kind\n1,x\nmany,y\n3,x\n4,y\n"), label="kind")
    assert error.code == "value-not-a-number"
    assert (error.fields["column"], error.fields["row"]) == ("a", 2)
    path = csv("a,kind\n1,x\nmany,y\n3,x\n4,y\n")
    assert load(path, label="kind", roles={"a": "category"}).n_features == 4


def test_words_that_never_repeat_are_left_out_and_noted():
    many = [f"w{i}" for i in range(3000)] + ["w1"]
    frame = pd.DataFrame({"a": many, "b": 1.0, "kind": [0, 1, 1] * 1000 + [0]})
    dataset = load(frame, label="kind")
    assert dataset.feature_names == ("b",)
    assert "left out: a" in dataset.provenance.notes[0]


def test_no_feature_at_all(csv):
    error = refusal(csv("kind\nx\ny\nx\n"), label="kind")
    assert error.code == "features-missing"


def test_duplicate_column_names(csv, tmp_path):
    error = refusal(csv("a,a,k\n1,2,x\n"), label="k")
    assert error.code == "column-repeated"
    frame = pd.DataFrame([[1, 2, "x"]], columns=["a", "a", "k"])
    error = refusal(frame, label="k")
    assert error.code == "column-repeated"
    path = tmp_path / "t.parquet"
    pq.write_table(pa.table([[1], [2]], names=["a", "a"]), path)
    error = refusal(path, label="a")
    assert error.code == "column-repeated"
    assert error.fields["file"] == "t.parquet"


def test_a_first_line_of_numbers_is_no_header(csv):
    error = refusal(csv("1,2\n3,4\n"), label="kind")
    assert error.code == "header-of-numbers"


@pytest.mark.parametrize(
    ("lines", "code", "fields"),
    [
        ('{"a": 1, "k": "x"}\n{"a": ', "json-invalid", {"place": "line 2"}),
        ('{"a": 1, "k": "x"}\n[1, 2]', "json-not-an-object", {"place": "line 2"}),
        ('null\n{"a": 1, "k": "x"}', "json-not-an-object", {"place": "line 1"}),
        ('{"a": 1, "k": "x"}\n3', "json-not-an-object", {"place": "line 2"}),
        ('{"a": 1, "a": 2, "k": "x"}', "json-name-repeated", {"place": "line 1", "name": "a"}),
        ('{"a": 1}\n\n{"a": "b"}', "json-types-differ", {"place": "line 3", "column": "a"}),
    ],
)
def test_a_malformed_json_line_is_named(tmp_path, lines, code, fields):
    path = tmp_path / "rows.jsonl"
    path.write_text(lines)
    error = refusal(path, label="k")
    assert error.code == code
    assert error.fields == {"file": "rows.jsonl", **fields}


def test_a_file_that_is_no_parquet(tmp_path):
    path = tmp_path / "rows.parquet"
    path.write_text(GOOD)
    error = refusal(path, label="kind")
    assert error.code == "file-malformed"
    assert error.fields["file"] == "rows.parquet"


def test_text_without_words():
    frame = pd.DataFrame({"t": ["...", "---", "!!!"], "k": [0, 1, 1]})
    error = refusal(frame, label="k", text="t")
    assert error.code == "terms-missing"
    assert error.fields["documents"] == 3
    assert error.fields["terms"] == 0


def test_a_collection_has_its_own_label():
    error = refusal("wine", label="x")
    assert error.code == "collection-has-roles"
    assert error.fields["collection"] == "wine"


def test_an_unknown_format(csv):
    error = refusal(csv(GOOD), label="kind", format="xls")
    assert error.code == "format-unknown"
    assert error.fields["came"] == "xls"


@pytest.mark.parametrize("ending", ["csv", "jsonl", "arff", "svm"])
@pytest.mark.parametrize("start", ["", "a,b,kind\n1,2,x\n"])
def test_a_line_of_ten_gigabytes_answers_at_once_in_little_memory(tmp_path, ending, start):
    path = tmp_path / f"huge.{ending}"
    path.write_text(start)
    os.truncate(path, 10 * 2**30)
    memory_before_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begin = time.perf_counter()
    error = refusal(path, label="kind")
    assert error.code == "line-too-long"
    assert time.perf_counter() - begin < 20
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory_before_kb < 200_000


def test_a_long_line_in_a_small_gzip_file_is_seen(tmp_path):
    path = tmp_path / "bomb.csv.gz"
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.write(b"a,b,kind\n")
        for _ in range(40):
            file.write(bytes(2**20))
    error = refusal(path, label="kind")
    assert error.code == "line-too-long"
    assert error.fields["file"] == "bomb.csv.gz"
    assert error.fields["line"] == 2


def test_a_huge_document_in_a_folder(tmp_path):
    for name in ("ham", "spam"):
        (tmp_path / name).mkdir()
    (tmp_path / "ham" / "1.txt").touch()
    os.truncate(tmp_path / "ham" / "1.txt", 10 * 2**30)
    error = refusal(tmp_path)
    assert error.code == "document-too-long"
    assert error.fields["file"] == "ham/1.txt"


@pytest.mark.parametrize(
    ("encoding", "word"), [("latin-1", "né"), ("cp1252", "“né”"), ("utf-16", "né")]
)
def test_what_is_not_utf_8_is_read_and_told_as_on_the_page(csv, encoding, word):
    path = csv(f"a,kind\n1,{word}\n2,ne\n3,{word}\n".encode(encoding))
    dataset, sketch = load(path, label="kind"), sniff(path)
    assert dataset.y.tolist() == [row[1] for row in sketch.preview] == [word, "ne", word]
    assert dataset.provenance.options["encoding"] == sketch.encoding == encoding
    assert "encoding-detected" in finding_codes(path)
    error = refusal(path, label="kind", encoding="utf-8")
    assert error.code == ("encoding-differs" if encoding == "utf-16" else "not-decodable")
    assert error.fields["encoding"] == "utf-8"


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


@pytest.mark.parametrize(
    ("first", "second", "read"),
    [
        ("0,078", "1,234", (0.078, 1.234)),
        ("-0,5", "12,25", (-0.5, 12.25)),
        ("1.234,5", "2,25", (1234.5, 2.25)),
        ("1,234,567", "1,234", (1234567, 1234)),
        ("1,234.5", "1,234", (1234.5, 1234)),
        ("1.234.567", "2,5", (1234567, 2.5)),
    ],
)
def test_a_column_of_numbers_with_commas_is_read_as_its_numbers_show(csv, first, second, read):
    path = csv(f'a,kind\n"{first}",x\n"{second}",y\n"{first}",x\n"{second}",y\n')
    dataset = load(path, label="kind")
    assert dataset.X[:2, 0].tolist() == list(read)
    again = dataset.from_raw.transform(pd.DataFrame({"a": [second]}))
    assert again.tolist() == [[read[1]]]
    assert "decimal-detected" in finding_codes(path, roles={"kind": "label"})


def test_a_comma_that_may_be_either_is_read_as_the_file_suggests_and_can_be_said(csv):
    commas = csv('a,kind\n"1,234",x\n"2,500",y\n"1,234",x\n"2,500",y\n')
    assert load(commas, label="kind").X[0, 0] == 1234
    assert load(commas, label="kind", decimal=",").X[0, 0] == 1.234
    (finding,) = (each for each in sniff(commas).findings if each.column == "a")
    assert (finding.code, finding.remedy) == ("comma-ambiguous", "decimal-comma")
    (finding,) = (each for each in sniff(commas, decimal=",").findings if each.column == "a")
    assert (finding.code, finding.remedy) == ("comma-ambiguous", "decimal-point")
    semicolons = csv("a;kind\n1,234;x\n2,500;y\n1,234;x\n2,500;y\n")
    assert load(semicolons, label="kind").X[0, 0] == 1.234
    assert load(semicolons, label="kind", decimal=".").X[0, 0] == 1234
    error = refusal(semicolons, label="kind", decimal=";")
    assert error.code == "decimal-unknown"
    assert error.fields["came"] == ";"


def test_a_comma_of_which_nothing_is_known_is_asked_about(csv):
    dataset = load(csv("a,kind\n1.5,x\n2.5,y\n3.5,x\n"), label="kind")
    with raises("number-ambiguous", column="a", row=1, file="table.csv"):
        dataset.from_raw.transform(pd.DataFrame({"a": ["1,234"]}))
    assert dataset.from_raw.transform(pd.DataFrame({"a": ["0,5"]})).tolist() == [[0.5]]


def test_a_missing_header_is_said_with_its_remedy(csv):
    path = csv("1,2\n3,4\n5,2\n")
    error = refusal(path, label="kind")
    assert error.code == "header-of-numbers"
    for header in (False, None):
        dataset = load(path, label="column 2", header=header)
        assert dataset.n_rows == 3
        assert ("--header" in str(dataset.provenance.notes)) is (header is None)
    assert load(path, label="2", header=True).n_rows == 2


def test_a_text_file_without_a_header_keeps_its_first_row(csv):
    rows = [("ham", "see you at the meeting on monday"), ("spam", "win money with this offer")] * 3
    path = csv("".join(f"{kind},{text} {row}\n" for row, (kind, text) in enumerate(rows)))
    dataset = load(path)
    assert (dataset.y.tolist(), dataset.n_rows) == ([kind for kind, _ in rows], 6)
    assert "--header" in dataset.provenance.notes[0]
    assert load(path, label="ham").n_rows == 5  # a column of the first line is named
    assert load(path, header=True).n_rows == 5
    error = refusal(path, label="kind")
    assert error.code == "column-missing"
    assert error.fields["column"] == "kind"
    assert not sniff(path).header


@pytest.mark.parametrize(
    "lines",
    [
        "country,2019,2020\nNorway,1,2\nItaly,3,4\nNorway,5,6\n",
        "Python,Rust,Go\nPython,,Go\n,Rust,\nPython,,Go\n",  # answers to several choices
        "0,1,2,3\n5,6,7,8\n9,9,9,9\n",
        "text,label\nlabel,x\nlabel,y\ntext,label\n",
        "size,ham\n1,ham\n2,spam\n3,ham\n",  # a column of numbers that begins with a word
    ],
)
def test_names_that_look_a_little_like_values_are_names(csv, lines):
    assert sniff(csv(lines)).header


def test_ten_thousand_columns(csv):
    columns = 10_000
    names = ",".join(f"c{place}" for place in range(columns))
    rows = [",".join(str(row * place % 7) for place in range(columns)) for row in range(6)]
    lines = [f"{row},{'xy'[number % 2]}" for number, row in enumerate(rows)]
    dataset = load(csv(f"{names},kind\n" + "\n".join(lines)), label="kind")
    assert dataset.X.shape == (6, columns)
    assert dataset.X[5, 3] == 15 % 7
    error = refusal(csv(f"{names}\n{rows[0]}\n"), label="king")
    assert error.code == "column-missing"
    assert error.fields["column"] == "king"
    assert error.fields["role"] == "label column"


def test_emoji_and_text_from_right_to_left_stay_as_they_are(csv):
    texts = ["😀 שלום עולם", "مرحبا بالعالم 👩‍👩‍👧", "\u202eabc", ""]
    kinds = ["👍", "👎", "👍", "👎"]
    rows = "".join(f'"{text}",{kind}\n' for text, kind in zip(texts, kinds))
    dataset = load(csv("text,kind\n" + rows), label="kind", text="text")
    assert dataset.text == tuple(texts)
    assert dataset.y.tolist() == kinds
    assert {"שלום", "مرحبا"} <= set(dataset.feature_names)


def test_labels_that_differ_by_a_space_are_two_classes_and_told(csv):
    path = csv("a,kind\n1,x\n2,x \n3,x\n4,x \n")
    dataset = load(path, label="kind", positive="x")
    assert dataset.classes == ("x", "x ")
    assert len(dataset.provenance.notes) == 1
    (finding,) = (each for each in sniff(path, label="kind").findings if each.column == "kind")
    assert (finding.code, finding.remedy, finding.rows) == ("labels-alike", "merge", 4)


def test_labels_that_differ_by_spaces_and_capitals_can_be_one_class(csv):
    path = csv("a,kind\n1,ham\n2,ham \n3,Ham\n4,spam\n5, spam\n6,spam\n7,ham\n")
    assert len(load(path, label="kind").classes) == 5
    merged = load(path, label="kind", merge_labels=True)
    assert merged.y.tolist() == ["ham", "ham", "ham", "spam", "spam", "spam", "ham"]
    sketch = sniff(path, roles={"kind": "label"}, merge_labels=True)
    assert sketch.column("kind").balance == {"ham": 4, "spam": 3}
    assert "labels-merged" in [finding.code for finding in sketch.findings]
    several = csv("a,kind\n1,ham; Big\n2,big\n3,Ham;ham\n4,big\n")
    assert load(several, label="kind", separator=";", merge_labels=True).classes == ("big", "ham")


def test_classes_of_one_row_each(csv):
    rows = [f"{row},class {row}" for row in range(30)]
    path = csv("a,kind\n" + "\n".join(rows))
    error = refusal(path, label="kind")
    assert error.code == "label-never-repeats"
    path = csv("a,kind\n" + "\n".join([*rows, "1,class 1"]))
    assert len(load(path, label="kind").classes) == 30
    (finding,) = (each for each in sniff(path, label="kind").findings if each.column == "kind")
    assert (finding.code, finding.rows) == ("classes-of-one-row", 29)


@pytest.mark.parametrize("blank", ["", '""'])
def test_a_label_column_that_is_all_missing(csv, blank):
    path = csv(f"a,kind\n1,{blank}\n2,{blank}\n")
    error = refusal(path, label="kind")
    assert error.code == "label-column-empty"


def test_a_label_that_ends_in_a_zero_byte_is_not_cut(csv):
    frame = pd.DataFrame({"a": [1, 2, 3], "kind": ["x\0", "x", "x"]})
    error = refusal(frame, label="kind")
    assert error.code == "label-ends-in-zero"
    assert error.fields["came"] == "x\x00"


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

    def grows(what: str, part: float | None) -> None:
        if "labels" in what:
            write()
            os.utime(path, ns=(1, 1))

    write()
    assert load(path, label="kind").n_rows == 3
    error = refusal(path, label="kind", progress=grows)
    assert error.code == "file-changed"


def test_codes_keep_their_zeros(csv):
    path = csv("n,zip,size,kind\n007,0150,1.50,x\n008,0250,2.50,y\n009,0150,1.50,x\n")
    dataset = load(path, label="kind", id="n", roles={"zip": "category", "size": "category"})
    assert dataset.ids == ("007", "008", "009")
    assert dataset.feature_names == ("zip=0150", "zip=0250", "size=1.50", "size=2.50")


def test_codes_nobody_named_keep_their_zeros_too(csv):
    long = 12345678901234560000
    rows = [f"{i:03d},{150 + i % 4:05d},{long + i % 3},{i},0{i % 2}" for i in range(24)]
    path = csv("\n".join(["id,zip,account,size,label", *rows]))
    dataset = load(path)
    assert dataset.ids[:2] == ("000", "001")
    assert dataset.classes == ("00", "01")
    assert dataset.feature_names[:2] == ("size", "zip=00150")
    assert "account=12345678901234560002" in dataset.feature_names
    sketch = sniff(path)
    assert list(sketch.roles.values()) == ["id", "category", "category", "number", "label"]
    found = {each.column: each for each in sketch.findings if each.remedy == "number"}
    assert found.keys() == {"zip", "account"}
    assert found["zip"].code == found["account"].code == "codes"
    assert load(path, roles={"zip": "number"}).X.max() >= 153


def test_fractions_and_lone_zeros_are_numbers(csv):
    path = csv("size,late,label\n007,0,x\n1.5,1,y\n2,0,x\n3,1,y\n")
    assert load(path).feature_names == ("size", "late")


def test_a_delimiter_is_one_character(csv):
    path = csv("a,label\n1,x\n2,y\n")
    error = refusal(path, delimiter="ab")
    assert error.code == "delimiter-invalid"
    assert error.fields["came"] == "ab"
    with raises("delimiter-invalid", came="ab"):
        sniff(path, delimiter="ab")


def test_zero_bytes_are_no_text(csv):
    path = csv(b"PK\3\4\0\0\0,kind\n1,x\n")
    with raises("zero-bytes", file="table.csv"):
        sniff(path)
    error = refusal(path, label="kind")
    assert error.code == "zero-bytes"
    assert error.fields == {"file": "table.csv", "line": 1}
    assert "ZIP" in error.todo
    late = csv(GOOD.encode() * 40_000 + b"1,2\0,x\n")
    error = refusal(late, label="kind")
    assert error.code == "zero-bytes"
    assert error.fields["line"] == 160001


def test_every_unicode_with_a_mark_is_read_when_it_is_said(csv):
    for encoding in ("utf-8-sig", "utf-16", "utf-32", "utf-16-le", "utf-16-be"):
        path = csv(GOOD.encode(encoding))
        assert load(path, label="kind", encoding=encoding).feature_names == ("a", "b")
        assert sniff(path, roles={"kind": "label"}).column("kind").balance == {"x": 2, "y": 1}
    wide = csv(GOOD.encode("utf-32"))
    error = refusal(wide, label="kind", encoding="utf-8")
    assert error.code == "encoding-differs"
    assert error.fields["encoding"] == "utf-8"
    assert error.fields["detected"] == "utf-32"
    assert load(csv(GOOD.encode("utf-16")), label="kind", encoding="UTF_16").n_rows == 3
    marked = csv(GOOD.encode("utf-8-sig"))
    error = refusal(marked, label="kind", encoding="latin-1")
    assert error.code == "encoding-differs"
    assert error.fields["encoding"] == "latin-1"
    assert error.fields["detected"] == "utf-8"
    with raises("encoding-differs", file="table.csv", encoding="latin-1", detected="utf-8"):
        sniff(marked, encoding="latin-1")


def test_a_file_of_empty_lines_has_no_row(csv):
    error = refusal(csv("\n\n\n"), label="kind")
    assert error.code == "file-without-rows"
    assert load(csv("\n\n" + GOOD), label="kind").n_rows == 3


@pytest.mark.parametrize(
    ("dates", "day"),
    [
        (["01-Jan-2024", "02-feb-2023"], 19723),
        (["1 January 2024", "2 Feb 2023"], 19723),
        (["Jan 1, 2024", "Feb 2, 2023"], 19723),
        (["01-01-2024", "31-12-2023"], 19723),
        (["1.1.2024 06:30", "2.12.2023 07:00"], 19723 + 6.5 / 24),
        (["2024-01-01T12:00:00.250Z", "2023-01-02T00:00:00Z"], 19723.5),
        (["2024-01-01T12:00:00+02:00", "2023-01-02T00:00:00+02:00"], 19723 + 10 / 24),
    ],
)
def test_dates_in_the_ways_people_write_them(dates, day):
    frame = pd.DataFrame({"when": dates * 2, "kind": ["x", "y"] * 2})
    dataset = load(frame, label="kind")
    assert dataset.feature_names[0] == "when day"
    assert dataset.X[0, 0] == pytest.approx(day)


def test_a_day_that_does_not_exist_is_not_read_as_the_next(csv):
    path = csv("when,b,kind\n2024-02-29,1,x\n2024-02-30,2,y\n2024-03-01,3,x\n")
    error = refusal(path, label="kind")
    assert error.code == "value-not-a-date"
    assert error.fields["column"] == "when"
    assert error.fields["row"] == 2
    findings = sniff(path, roles={"kind": "label"}).findings
    (finding,) = (each for each in findings if each.code == "values-not-dates")
    assert finding.column == "when"
    assert finding.rows == 1


def test_dates_that_may_be_read_in_two_ways_are_told():
    frame = pd.DataFrame({"when": ["3/4/2020", "5/6/2021"] * 3, "kind": ["x", "y"] * 3})
    assert "month-first" in finding_codes(frame, roles={"kind": "label"})
    mixed = pd.DataFrame({"when": ["2020-04-03", "5.6.2021"] * 3, "kind": ["x", "y"] * 3})
    assert "date-formats-differ" in finding_codes(mixed, roles={"kind": "label"})


def test_infinite_numbers_are_found_before_they_are_refused(csv):
    path = csv("a,b,kind\n1,inf,x\n2,3,y\n3,1e999,x\n")
    (finding,) = (each for each in sniff(path).findings if each.column == "b")
    assert (finding.code, finding.remedy) == ("values-infinite", "leave")


@pytest.mark.parametrize("odd", [[1, 2], {"a": 1}, object()])
@pytest.mark.parametrize("role", [None, "number", "category", "date", "text", "id", "leave"])
def test_columns_of_odd_things_are_shown_and_left_out_or_refused(odd, role):
    frame = pd.DataFrame({"a": range(4), "b": [odd] * 4, "kind": ["x", "y"] * 2})
    roles = {"kind": "label"} | ({"b": role} if role else {})
    assert sniff(frame, roles=roles).column("b").role == (role or "leave")
    if role in (None, "leave"):
        assert load(frame, roles=roles).feature_names == ("a",)
    elif role in ("number", "date", "text"):
        assert refusal(frame, roles=roles).fields["column"] == "b"


def test_a_tab_beside_one_comma_a_line_parts_the_columns(tmp_path):
    path = tmp_path / "texts.txt"
    path.write_text("".join(f"{('ham', 'spam')[n % 2]}\tso, at last, {n} came\n" for n in range(8)))
    assert load(path, label="column 1", text="column 2").text[1] == "so, at last, 1 came"
    path.write_text("".join(f"{n},5;{'xy'[n % 2]}\n" for n in range(8)))
    assert load(path, label="column 2").X[:3, 0].tolist() == [0.5, 1.5, 2.5]


def test_a_word_to_excel_in_the_first_line_is_named(csv):
    error = refusal(csv("sep=;\na;kind\n1;x\n2;y\n"), label="kind")
    assert error.code == "header-excel-note"


@pytest.mark.parametrize("mark", [";", "|", ","])
def test_labels_that_look_like_several_are_told_by_a_first_look_and_in_notes(mark):
    grains = [mark.join(each) for each in (["corn"], ["corn", "wheat"], ["oil", "wheat"], ["oil"])]
    frame = pd.DataFrame({"a": range(40), "kind": grains * 10})
    (found,) = [each for each in sniff(frame).findings if each.code == "labels-joined"]
    assert found.remedy.startswith("separator-")
    assert found.rows == 20
    notes = str(load(frame, label="kind").provenance.notes)
    assert f"(--separator {mark!r})" in notes.replace('\\"', '"').replace("\\'", "'")
    parted = load(frame, label="kind", separator=mark)
    assert parted.classes == ("corn", "oil", "wheat")
    assert parted.provenance.notes == ()


@pytest.mark.parametrize(
    "words", [["Albany, NY", "Buffalo, NY"], ["a;", "b;"], ["x", "y"], ["1,5", "2,5"], ["a;b", "c"]]
)
def test_labels_with_a_mark_that_parts_nothing_are_one_label_each(words):
    frame = pd.DataFrame({"a": range(40), "kind": words * 20})
    assert "labels-joined" not in finding_codes(frame, roles={"kind": "label"})


SIGNED = {
    "{}.5%": 3.5,
    "€ {}": 3.0,
    "{},50 €": 3.5,
    "$1,00{}": 1003.0,
    "-{} ‰": -3.0,
    "-£{}.25": -3.25,
    "CHF 1'00{}.50": 1003.5,
    "1 00{},5": 1003.5,
    "{} 000 001 EUR": 3000001.0,
}


@pytest.mark.parametrize("word", SIGNED)
def test_numbers_with_one_sign_or_spaces_are_read_and_told_and_read_again(word):
    frame = pd.DataFrame({"a": [word.format(n) for n in range(1, 9)], "kind": ["x", "y"] * 4})
    sketch = sniff(frame, roles={"kind": "label"})
    assert sketch.column("a").role == "number"
    code = "comma-ambiguous" if word == "$1,00{}" else "numbers-with-affixes"
    assert [finding.code for finding in sketch.findings] == [code]
    dataset = load(frame, label="kind")
    assert dataset.X[2, 0] == SIGNED[word]
    again = dataset.from_raw.transform(frame.iloc[2:3])  # one row has nothing to tell them by
    assert again[0, 0] == SIGNED[word]
    with raises("value-not-a-number", column="a", row=2, file="a pandas frame"):
        dataset.from_raw.transform(pd.DataFrame({"a": [frame["a"][0], "7 apples"]}))


@pytest.mark.parametrize(
    ("words", "code", "remedy"),
    [
        (["612 345 678", "612 345 679"], "numbers-or-codes", "number"),
        (["110 001", "110 002"], "numbers-or-codes", "number"),
        (["12 %", "0.5"], "signs-differ", None),
        (["€ 3", "$ 4"], "signs-differ", None),
        (["x%", "y"], "", None),
        (["030 1234567", "030 1234568"], "", None),
        (["555-1234", "555-1235"], "", None),
        (["12:30", "1:15"], "", None),
        (["1 000 00", "2 500 00"], "", None),
        (["B 200", "B 1 200"], "", None),
        (["05 %", "12 %"], "", None),
    ],
)
def test_what_may_be_a_code_stays_words_and_is_told_where_it_may_be_numbers(words, code, remedy):
    frame = pd.DataFrame({"a": words * 4, "b": range(8), "kind": ["x", "y", "y", "x"] * 2})
    sketch = sniff(frame, roles={"kind": "label"})
    assert sketch.column("a").role == "category"
    found = [(each.code, each.remedy) for each in sketch.findings if each.column == "a"]
    assert found == ([(code, remedy)] if code else [])
    if remedy:
        dataset = load(frame, label="kind", roles={"a": "number"})
        assert dataset.X[0, 0] == float(words[0].replace(" ", ""))


def test_a_sign_that_some_numbers_lack_or_nobody_has_seen_is_refused():
    kinds = ["x", "y"] * 4
    frame = pd.DataFrame({"a": ["5 %", "6 %", "7 %"] * 2 + ["0", "0.5"], "kind": kinds})
    with raises("value-not-a-number", column="a", row=8, file="a pandas frame"):
        load(frame, label="kind", roles={"a": "number"})
    assert load(frame.assign(a=["5 %", "7 %"] * 3 + ["0", "?"]), label="kind").X[6, 0] == 0.0
    plain = load(frame.assign(a=["0.05", "0.07"] * 4), label="kind")
    with raises("value-not-a-number", column="a", row=1, file="a pandas frame"):
        plain.from_raw.transform(pd.DataFrame({"a": ["5 %", "6 %"]}))
