"""Files and frames with named columns: what is read, and what is chosen."""

import gzip
import json

import narwhals as nw
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import issparse
from sklearn.base import clone
from sklearn.preprocessing import OneHotEncoder
from tests.errors import raises

from steersman.data import load
from steersman.data.column_parts import MISSING_WORD, WordColumns
from steersman.text import TextCounter

FLOWERS = pd.DataFrame(
    {
        "width": [1.5, 2.0, 3.25, 4.0],
        "petals": [5, 5, 6, 8],
        "wild": [True, False, True, False],
        "kind": ["rose", "lily", "rose", "aster"],
    }
)


def written(frame: pd.DataFrame, path) -> None:
    """`frame` in the format that the ending of `path` tells."""
    ending = path.name.partition(".")[2]
    if ending.startswith("parquet"):
        pq.write_table(pa.Table.from_pandas(frame, preserve_index=False), path)
    elif ending.startswith("jsonl"):
        frame.to_json(path, orient="records", lines=True)
    else:
        frame.to_csv(path, index=False, sep="\t" if ending.startswith("tsv") else ",")


@pytest.mark.parametrize(
    "ending", ["csv", "csv.gz", "tsv", "tsv.gz", "parquet", "jsonl", "jsonl.gz"]
)
def test_every_format_gives_the_same_dataset(tmp_path, ending):
    path = tmp_path / f"flowers.{ending}"
    written(FLOWERS, path)
    dataset = load(path, label="kind")
    assert dataset.name == "flowers"
    assert dataset.X.dtype == np.float64
    assert np.array_equal(dataset.X, FLOWERS[["width", "petals", "wild"]].to_numpy(float))
    assert dataset.feature_names == ("width", "petals", "wild")
    assert dataset.y.tolist() == FLOWERS["kind"].tolist()
    assert dataset.classes == ("aster", "lily", "rose")
    assert dataset.ids == ("1", "2", "3", "4")
    assert dataset.text is None
    assert len(dataset.provenance.sha256) == 64


@pytest.mark.parametrize(
    "frame",
    [
        FLOWERS,
        pl.from_pandas(FLOWERS),
        pl.from_pandas(FLOWERS).lazy(),
        pa.Table.from_pandas(FLOWERS),
    ],
    ids=["pandas", "polars", "lazy polars", "arrow"],
)
def test_every_frame_gives_the_same_dataset(frame):
    dataset = load(frame, label="kind", name="flowers")
    assert np.array_equal(dataset.X, FLOWERS[["width", "petals", "wild"]].to_numpy(float))
    assert dataset.y.tolist() == FLOWERS["kind"].tolist()
    assert dataset.provenance.sha256 == load(FLOWERS, label="kind").provenance.sha256


def test_the_digest_of_a_frame_changes_with_a_label():
    other = FLOWERS.assign(kind=["rose", "lily", "aster", "aster"])
    digests = {load(f, label="kind").provenance.sha256 for f in (FLOWERS, other)}
    assert len(digests) == 2


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        ([1, 2, 2, 1], (1, 2)),
        ([0.0, 1.0, 1.0, 0.0], (0, 1)),
        (["1", "2", "x", "x"], ("1", "2", "x")),
        ([True, False, False, True], (False, True)),
    ],
)
def test_labels_stay_what_they_are(labels, expected):
    dataset = load(FLOWERS.assign(kind=labels), label="kind")
    assert dataset.classes == expected
    assert [type(c) for c in dataset.classes] == [type(c) for c in expected]
    assert dataset.y.tolist() == labels


@settings(max_examples=50)
@given(st.lists(st.sampled_from(["A", "C", "G", "T", "ä", ""]), min_size=1, max_size=30))
def test_columns_of_words_equal_those_of_scikit_learn(values):
    table = pa.table({"base": values})
    encoder = OneHotEncoder(handle_unknown="ignore")
    expected = encoder.fit_transform(np.array(values, dtype=object)[:, None])
    ours = WordColumns().fit(table)
    assert ours.names(["base"]) == [
        f"base={word or MISSING_WORD}" for word in encoder.categories_[0]
    ]
    assert np.array_equal(ours.transform(table).toarray(), expected.toarray())
    other = pa.table({"base": ["T", "unseen", "A"]})
    theirs = encoder.transform(np.array(["T", "unseen", "A"], dtype=object)[:, None])
    assert np.array_equal(ours.transform(other).toarray(), theirs.toarray())


def test_columns_of_words_become_a_feature_for_each_value():
    frame = FLOWERS.assign(soil=["wet", "dry", None, "dry"])
    dataset = load(frame, label="kind")
    assert issparse(dataset.X)
    assert dataset.feature_names == (
        "width",
        "petals",
        "wild",
        "soil=(missing)",
        "soil=dry",
        "soil=wet",
    )
    assert dataset.X.toarray()[:, 3:].tolist() == [[0, 0, 1], [0, 1, 0], [1, 0, 0], [0, 1, 0]]


MAIL = pd.DataFrame(
    {
        "number": [1, 2, 3, 4],
        "body": [
            "the boat sails out to sea at dawn",
            "win money now, win it while you can",
            "the sea was calm and the boats sailed on",
            "money money money for you and yours",
        ],
        "spam": ["no", "yes", "no", "yes"],
    }
)


def test_text_and_label_are_guessed_and_noted(tmp_path):
    path = tmp_path / "mail.csv"
    MAIL.to_csv(path, index=False)
    dataset = load(path)
    assert dataset.text == tuple(MAIL["body"])
    assert dataset.y.tolist() == MAIL["spam"].tolist()
    read = {"label": ("spam",), "text": ("body",), "id": None}
    assert read.items() <= dataset.provenance.options.items()
    assert len(dataset.provenance.notes) == 3
    assert ": number" in load(path, text="body", positive="yes").provenance.notes[-1]


def test_text_is_counted_as_the_counter_counts_it():
    from steersman.text import TextCounter

    counter = TextCounter(stoplist=None, stem=False)
    dataset = load(MAIL, label="spam", text="body", counter=counter)
    assert (
        TextCounter(stoplist=None, stem=False).fit_transform(MAIL["body"]) != dataset.X
    ).nnz == 0
    assert dataset.X[3, dataset.feature_names.index("money")] == 3


def test_several_text_columns_are_put_under_each_other():
    frame = MAIL.assign(title=["sailing", None, "calm", "rich"])
    dataset = load(frame, label="spam", text=["title", "body"])
    assert dataset.text[0] == "sailing\nthe boat sails out to sea at dawn"
    assert dataset.text[1] == MAIL["body"][1]


def test_a_column_of_lists_gives_several_labels(tmp_path):
    path = tmp_path / "news.jsonl"
    rows = [
        {"x": 1.0, "topics": ["wheat", "corn", "corn"]},
        {"x": 2.0, "topics": []},
        {"x": 3.0, "topics": ["corn"]},
    ]
    path.write_text("\n".join(map(json.dumps, rows)))
    dataset = load(path, label="topics")
    assert dataset.is_multilabel
    assert dataset.classes == ("corn", "wheat")
    assert dataset.y.tolist() == [[True, True], [False, False], [True, False]]


def test_several_label_columns_are_one_for_each_class():
    frame = pd.DataFrame({"x": [1, 2, 3], "corn": [1, 0, 0], "wheat": [True, False, True]})
    dataset = load(frame, label=["corn", "wheat"])
    assert dataset.y.tolist() == [[True, True], [False, False], [False, True]]
    with raises("label-not-binary", column="corn", row=2):
        load(frame.assign(corn=[1, 7, 0]), label=["corn", "wheat"])


def test_identifiers_are_guessed_named_or_numbers():
    frame = FLOWERS.assign(place=["a1", "b2", "c3", "d4"])
    guessed = load(frame, label="kind")
    assert guessed.ids == ("a1", "b2", "c3", "d4")
    assert guessed.provenance.options["id"] == "place"
    assert "'place'" in guessed.provenance.notes[0]
    assert load(frame, label="kind", id="petals").ids == ("5", "5", "6", "8")
    assert load(frame, label="kind", drop=["place"]).ids == ("1", "2", "3", "4")


def test_dates_become_day_month_weekday_and_hour():
    seen = pd.to_datetime(["2020-02-29 18:30", "1999-12-31 00:00", None, "2024-07-01 23:59"])
    for column in (seen, seen.strftime("%Y-%m-%d %H:%M:%S")):
        dataset = load(FLOWERS.assign(seen=column), label="kind")
        assert dataset.feature_names[3:] == ("seen day", "seen month", "seen weekday", "seen hour")
        there = seen.dropna()
        days = (there - pd.Timestamp("1970-01-01")) / pd.Timedelta(days=1)
        expected = np.column_stack([days, there.month, there.day_of_week, there.hour])
        np.testing.assert_allclose(dataset.X[[0, 1, 3], 3:], expected)
        np.testing.assert_allclose(dataset.X[2, 3:], np.median(expected, axis=0))


def test_numbers_dates_words_and_text_are_features_of_one_table():
    frame = MAIL.assign(
        sent=["2020-01-01", "2020-01-03", "2020-01-05", "2020-01-02"],
        port=["Oslo", "Rome", "Oslo", "Rome"],
    )
    roles = {"spam": "label", "body": "text", "number": "number", "sent": "date"}
    dataset = load(frame, roles={**roles, "port": "category"})
    names = dataset.feature_names
    assert names[0] == "number"
    X = dataset.X.toarray()
    np.testing.assert_allclose(X[:, 0], [0, 1 / 3, 2 / 3, 1])
    np.testing.assert_allclose(X[:, names.index("sent day")], [0, 0.5, 1, 0.25])
    assert X[:, names.index("port=Rome")].tolist() == [0, 1, 0, 1]
    assert X[:, names.index("body: monei")].tolist() == [0, 1, 0, 3]
    again = dataset.from_raw.transform(frame.drop(columns="spam"))
    assert np.array_equal(again.toarray(), X)


def test_a_separator_gives_several_labels():
    frame = pd.DataFrame({"x": [1, 2, 3], "topics": ["wheat; corn", None, "corn"]})
    dataset = load(frame, label="topics", separator=";")
    assert dataset.classes == ("corn", "wheat")
    assert dataset.y.tolist() == [[True, True], [False, False], [True, False]]


def test_a_split_column_is_the_published_split():
    frame = FLOWERS.assign(
        kind=["rose", "lily", "rose", "lily"],
        soil=["wet", "dry", "dry", "new"],
        split=["train", "Test", "validation", "train"],
    )
    dataset = load(frame, label="kind")
    assert dataset.split.tolist() == ["train", "test", "", "train"]
    held_out = load(frame.assign(split=["train", "train", "train", "test"]), label="kind")
    assert "soil=new" not in held_out.feature_names
    with raises("split-without-training", column="split"):
        load(frame.assign(split="test"), label="kind", roles={"split": "split"})


class Tallying(TextCounter):
    """Counts how many documents it was given."""

    seen = 0

    def counted_blocks(self, documents, numbers, task):
        Tallying.seen += len(documents)
        return super().counted_blocks(documents, numbers, task)


@pytest.mark.parametrize("split", [["train"] * 30 + ["test"] * 10, ["train", "test"] * 20])
def test_beside_a_split_text_is_counted_once_and_learned_from_the_training_rows(split):
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(
        {
            "note": [f"boat{i} sails at night word{i % 7} in the rain" for i in range(40)],
            "size": rng.normal(size=40),
            "port": rng.choice(["Oslo", "Rome"], 40),
            "split": split,
            "kind": ["x", "y"] * 20,
        }
    )
    Tallying.seen = 0
    dataset = load(frame, label="kind", counter=Tallying())
    assert Tallying.seen <= 40 + 1  # one row shows scikit-learn what comes out
    held_out = dataset.split == "test"
    assert {f"note: boat{i}" for i in np.flatnonzero(held_out)}.isdisjoint(dataset.feature_names)
    rows = frame.drop(columns=["kind", "split"])
    again = clone(dataset.from_raw).fit(rows[~held_out])
    np.testing.assert_array_equal(dataset.X.toarray(), again.transform(rows).toarray())


def test_beside_a_split_a_bad_value_is_told_with_its_row():
    frame = pd.DataFrame(
        {
            "note": ["the boat sails at night in the rain"] * 6,
            "size": ["1", "2", "3", "4", "much", "6"],
            "split": ["train", "test", "train", "test", "test", "train"],
            "kind": ["x", "y"] * 3,
        }
    )
    with raises("value-not-a-number", column="size", row=5, file="a pandas frame"):
        load(frame, label="kind", roles={"size": "number", "note": "text"})


def test_a_frame_may_number_its_columns_and_mix_numbers_and_words():
    numbered = pd.DataFrame({0: [1, 2, 3, 4], 1: ["x", "y", "x", "y"]})
    assert load(numbered, label=1).classes == ("x", "y")
    mixed = FLOWERS.assign(
        size=[1, "big", None, 2.5], price=pd.Series([1, 2, 3, None], dtype=object)
    )
    dataset = load(mixed, label="kind", roles={"size": "category"})
    assert [name for name in dataset.feature_names if "size" in name][1:] == [
        "size=1",
        "size=2.5",
        "size=big",
    ]
    assert "price" in dataset.feature_names
    with raises("value-not-a-number", column="size", row=2, file="a pandas frame"):
        load(mixed, label="kind", roles={"size": "number"})


def test_names_of_several_levels_are_refused():
    levels = pd.DataFrame([[1, "x"]], columns=pd.MultiIndex.from_tuples([("a", "b"), ("a", "c")]))
    with raises("column-names-nested", came=("a", "b")):
        load(levels)


def test_every_role_can_be_given():
    roles = {"kind": "label", "width": "category", "petals": "id", "wild": "leave"}
    dataset = load(FLOWERS, roles=roles)
    assert dataset.feature_names == ("width=1.5", "width=2.0", "width=3.25", "width=4.0")
    assert dataset.ids == ("5", "5", "6", "8")
    with raises("role-unknown", column="kind", role="king"):
        load(FLOWERS, roles={"kind": "king"})


@pytest.mark.parametrize("delimiter", [";", "|", "\t"])
def test_the_delimiter_is_seen_from_the_first_line(tmp_path, delimiter):
    path = tmp_path / "flowers.csv"
    FLOWERS.to_csv(path, index=False, sep=delimiter)
    assert load(path, label="kind").feature_names == ("width", "petals", "wild")


def test_quoted_values_may_hold_delimiters_and_line_ends(tmp_path):
    path = tmp_path / "mail.csv"
    MAIL.assign(body=['a "b", c\nd'] * 2 + ["boat"] * 2).to_csv(path, index=False)
    assert load(path, label="spam", text="body").text[0] == 'a "b", c\nd'


def test_a_byte_order_mark_is_no_part_of_the_first_name(tmp_path):
    path = tmp_path / "flowers.csv"
    path.write_bytes(b"\xef\xbb\xbf" + FLOWERS.to_csv(index=False).encode())
    assert load(path, label="kind").feature_names[0] == "width"


def test_another_encoding_may_be_named(tmp_path):
    path = tmp_path / "flowers.csv"
    FLOWERS.assign(kind=["é", "lily", "é", "lily"]).to_csv(path, index=False, encoding="latin-1")
    assert load(path, label="kind", encoding="latin-1").classes == ("lily", "é")


def test_the_format_may_be_named_where_the_file_name_does_not_tell(tmp_path):
    path = tmp_path / "flowers"
    path.write_bytes(gzip.compress(b""))
    path.write_text(FLOWERS.to_csv(index=False))
    with raises("format-undetected", file="flowers"):
        load(path, label="kind")
    assert load(path, label="kind", format="csv").n_rows == 4


@settings(max_examples=25)
@given(
    st.lists(
        st.tuples(
            st.floats(allow_nan=False, allow_infinity=False, width=32), st.integers(-9999, 9999)
        ),
        min_size=3,
        max_size=20,
    )
)
def test_numbers_in_a_file_are_read_exactly(tmp_path_factory, rows):
    frame = pd.DataFrame(rows, columns=["a", "b"], dtype=float)
    frame["kind"] = np.where(np.arange(len(frame)) % 2, "x", "y")
    path = tmp_path_factory.mktemp("numbers") / "numbers.csv"
    frame.to_csv(path, index=False)
    assert np.array_equal(load(path, label="kind").X, frame[["a", "b"]].to_numpy())


def test_what_narwhals_reads_is_a_narwhals_frame():
    from steersman.data.formats.frames import frame_of

    assert isinstance(frame_of(FLOWERS)[0], nw.DataFrame)


def test_lists_in_a_pandas_column_give_several_labels():
    frame = pd.DataFrame({"x": [1, 2, 3], "topics": [["wheat", "corn"], [], ["corn"]]})
    assert load(frame, label="topics").y.tolist() == [[True, True], [False, False], [True, False]]


def test_an_identifier_beside_text_and_label_alone_is_no_feature():
    said = [f"the {word} came back to the harbor late" for word in ("ship", "boat", "crew")] * 4
    frame = pd.DataFrame({"id": range(12), "said": said, "kind": ["x", "y"] * 6})
    dataset = load(frame, label="kind")
    assert dataset.ids == tuple(map(str, range(12)))
    assert "id" not in str(dataset.feature_names)
    assert load(frame.drop(columns="said"), label="kind").feature_names == ("id",)
    repeated = load(frame.assign(id=[1, 2] * 6), label="kind")
    assert "id" in repeated.feature_names


def test_the_index_that_pandas_writes_is_an_identifier(tmp_path):
    path = tmp_path / "flowers.csv"
    FLOWERS.to_csv(path)
    dataset = load(path, label="kind")
    assert dataset.ids == ("0", "1", "2", "3")
    assert dataset.feature_names == ("width", "petals", "wild")


def test_json_lines_may_have_another_encoding(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_bytes(
        '{"a": 1, "k": "é"}\n{"a": 2, "k": "y"}\n{"a": 3, "k": "é"}\n'.encode("latin-1")
    )
    assert load(path, label="k", encoding="latin-1").classes == ("y", "é")


def test_the_provenance_tells_which_columns_were_read_and_what_was_said():
    read = {"label": ("spam",), "text": ("body",), "id": None}
    assert load(MAIL).provenance.options == read
    assert load(MAIL).provenance.load_arguments == {}
    said = {"label": "spam", "roles": {"body": "text"}, "merge_labels": True}
    assert load(MAIL, **said).provenance.options == read
    assert load(MAIL, **said).provenance.load_arguments == said


def test_text_beside_which_nothing_could_be_a_label_is_read_without_labels() -> None:
    notes = ["the boat came in with the tide", "a loan from the bank at a low rate"] * 8
    read = load(pd.DataFrame({"note": notes, "length": range(16)}))
    assert not read.is_labeled
    assert read.classes == ("unlabeled",)
    assert read.text == tuple(notes)
    assert read.provenance.options["label"] == ()
    kinds = pd.DataFrame({"note": notes, "kind": ["a", "b"] * 8, "sort": ["x", "y"] * 8})
    with raises("label-column-missing", file="a pandas frame"):
        load(kinds)
