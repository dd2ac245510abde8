from dataclasses import FrozenInstanceError, replace

import numpy as np
import pyarrow as pa
import pytest
from scipy.sparse import csr_matrix, issparse
from tests.errors import raises

from steersman.data import Dataset, Provenance, load
from steersman.data.arrow.documents import ArrowDocuments


@pytest.fixture
def small() -> Dataset:
    return Dataset(
        name="small",
        X=csr_matrix(np.arange(8.0).reshape(4, 2)),
        y=np.array([[True, False], [True, True], [False, False], [False, True]]),
        classes=("corn", "wheat"),
        feature_names=("maize", "flour"),
        ids=("a", "b", "c", "d"),
        text=("ta", "tb", "tc", "td"),
        split=np.array(["train", "test", "", "train"]),
        provenance=Provenance(source="a test", reader="none"),
    )


def test_rows_takes_every_part_along(small):
    part = small.rows([3, 1])
    assert part.X.toarray().tolist() == [[6.0, 7.0], [2.0, 3.0]]
    assert part.y.tolist() == [[False, True], [True, True]]
    assert part.ids == ("d", "b")
    assert part.text == ("td", "tb")
    assert part.split.tolist() == ["train", "test"]
    assert issparse(part.X)


def test_rows_of_documents_of_a_column_share_its_memory(small):
    column = pa.chunked_array([["ta", "tb"], ["tc", None]])
    whole = replace(small, text=ArrowDocuments(column))
    assert whole.text == ("ta", "tb", "tc", "")
    part = whole.rows([3, 2, 0]).rows([1, 2])
    assert part.text == ("tc", "ta")
    assert part.text.column is column
    assert list(whole.text[1:3]) == ["tb", "tc"]


def test_rows_by_booleans_equal_rows_by_positions(small):
    assert small.rows(np.array([True, False, False, True])).ids == small.rows([0, 3]).ids


def test_the_published_split_gives_both_parts(small):
    assert small.train().ids == ("a", "d")
    assert small.test().ids == ("b",)


def test_a_dataset_without_a_split_says_how_to_split():
    with raises("split-missing", dataset="wine"):
        load("wine").train()


def test_sizes_count_the_positives_of_each_category(small):
    assert small.category_sizes() == {"corn": 2, "wheat": 2}
    assert small.positives("wheat").tolist() == [False, True, False, True]


def test_classes_are_numbered_in_their_order_and_one_without_rows_has_size_0():
    y = np.array([10, 2, 10])
    provenance = Provenance(source="", reader="")
    numbers = Dataset("n", np.ones((3, 1)), y, (2, 7, 10), ("x",), ("a", "b", "c"), provenance)
    assert numbers.class_numbers.tolist() == [2, 0, 2]
    assert numbers.category_sizes() == {2: 1, 7: 0, 10: 2}


def test_classes_may_be_named_in_any_order():
    y = np.array(["b", "c", "a", "b"])
    provenance = Provenance(source="", reader="")
    ids = ("1", "2", "3", "4")
    letters = Dataset("n", np.ones((4, 1)), y, ("c", "a", "b"), ("x",), ids, provenance)
    # As they are split: by their sorted names.
    assert letters.class_numbers.tolist() == [1, 2, 0, 1]
    assert letters.class_order[letters.class_numbers].tolist() == [2, 0, 1, 2]
    assert letters.category_sizes() == {"c": 1, "a": 1, "b": 2}


def test_an_unknown_category_lists_those_there_are(small):
    with raises("class-missing", came="rye", classes=("corn", "wheat")):
        small.positives("rye")


def test_a_dataset_is_frozen(small):
    with pytest.raises(FrozenInstanceError):
        small.name = "other"


@pytest.mark.parametrize(
    ("part", "value"),
    [("ids", ("a",)), ("feature_names", ("x",)), ("classes", ("a", "b", "c")), ("text", ("t",))],
)
def test_parts_that_do_not_fit_are_an_error(small, part, value):
    with raises("dataset-lengths-differ"):
        replace(small, **{part: value})


def test_the_provenance_shows_the_file_but_not_its_folder(tmp_path):
    path = tmp_path / "mail.csv"
    path.write_text("a,kind\n1,x\n2,y\n3,y\n")
    dataset = load(path, label="kind")
    assert "mail.csv" in repr(dataset.provenance)
    assert str(tmp_path) not in repr(dataset.provenance)
    assert dataset.provenance.path == path
