"""The collections known by name, against the counts in their own documentation."""

import gzip
from pathlib import Path

import numpy as np
import pytest
from sklearn import datasets
from tests.errors import raises

from steersman.data import available, load
from steersman.data.collections.by_name import COLLECTIONS
from steersman.data.formats.registry import FORMATS
from steersman.text import TextCounter


@pytest.mark.usefixtures("shared_data")
class TestSharedData:
    @pytest.mark.parametrize(
        ("name", "shape", "sizes"),
        [
            ("spambase", (4601, 57), {0: 2788, 1: 1813}),
            ("ionosphere", (351, 34), {"b": 126, "g": 225}),
            ("sonar", (208, 60), {"M": 111, "R": 97}),
            ("bupa", (345, 6), {1: 145, 2: 200}),
            ("splice", (3190, 287), {"EI": 767, "IE": 768, "N": 1655}),
            ("iris", (150, 4), {"Iris-setosa": 50, "Iris-versicolor": 50, "Iris-virginica": 50}),
        ],
    )
    def test_a_uci_table_has_its_rows_and_classes(self, name, shape, sizes):
        dataset = load(name)
        assert dataset.X.shape == shape
        assert dataset.category_sizes() == sizes
        assert dataset.split is None
        assert dataset.provenance.file == f"{name}.csv.gz"

    def test_splice_has_one_nucleotide_at_each_of_sixty_places(self):
        splice = load("splice")
        assert np.all(np.asarray(splice.X.sum(axis=1)) == 60)
        assert "p-1=G" in splice.feature_names
        assert splice.ids[0] == "ATRINS-DONOR-521"

    def test_lingspam_has_its_messages(self):
        dataset = load("lingspam")
        assert dataset.category_sizes() == {"legitimate": 2412, "spam": 481}
        assert dataset.ids[0] == "part1/3-1msg1"
        assert dataset.text[0].startswith("Subject:")

    def test_reuters21578_has_the_modapte_split(self):
        dataset = load("reuters21578")
        train, test = dataset.train(), dataset.test()
        assert (train.n_rows, test.n_rows) == (9603, 3299)
        assert len(dataset.classes) == 90
        assert [int(part.positives("earn").sum()) for part in (train, test)] == [2877, 1087]
        assert [int(part.positives("corn").sum()) for part in (train, test)] == [181, 56]
        assert int((~train.y.any(axis=1)).sum()) >= 1828
        assert dataset.ids[0] == "1"
        assert dataset.text[0].startswith("BAHIA COCOA REVIEW\nShowers")

    def test_reuters10_has_the_rows_and_labels_of_the_published_matrix(self):
        ours, published = load("reuters10"), load("reuters10-dinunzio")
        assert (ours.train().n_rows, ours.test().n_rows) == (6494, 2548)
        assert ours.classes == published.classes
        assert np.array_equal(ours.y, published.y)
        assert np.array_equal(ours.split, published.split)

    def test_the_texts_have_as_many_terms_as_the_paper_with_its_stop_list(self):
        dataset = load("reuters10-smart")
        assert dataset.X.shape == (9042, 35_986)
        assert {"1.5", "compani", "corn"} < set(dataset.feature_names)
        assert "the" not in dataset.feature_names
        assert dataset.text is not None

    def test_the_published_matrix_is_whole_and_named(self):
        dataset = load("reuters10-dinunzio")
        assert dataset.X.shape == (9042, 35814)
        assert dataset.train().X.nnz == 332_637
        assert dataset.test().X.nnz == 123_446
        assert dataset.feature_names[:3] == ("nation", "averag", "price")
        assert sum(map(bool, dataset.feature_names)) == 13_240

    def test_words_come_from_the_training_documents_alone(self):
        dataset = load("reuters10", counter=TextCounter(stoplist=None, stem=False))
        assert np.all(np.asarray(dataset.train().X.sum(axis=0)) > 0)
        fresh = TextCounter(stoplist=None, stem=False).fit(dataset.train().text)
        assert (fresh.transform(dataset.text) != dataset.X).nnz == 0

    def test_the_list_tells_what_loading_gives(self):
        for entry in available():
            if entry.features is not None:
                dataset = load(entry.name)
                assert (entry.rows, entry.features) == dataset.X.shape
                assert entry.classes == len(dataset.classes)
            assert entry.present
            if COLLECTIONS[entry.name].files:
                assert entry.bytes > 0


@pytest.fixture
def nowhere(monkeypatch, tmp_path):
    """No data folder with anything in it."""
    monkeypatch.setenv("STEERSMAN_DATA", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))


@pytest.mark.parametrize(
    ("name", "function"),
    [
        ("breast-cancer", datasets.load_breast_cancer),
        ("wine", datasets.load_wine),
        ("digits", datasets.load_digits),
        ("iris-fisher", datasets.load_iris),
    ],
)
def test_bundled_tables_are_scikit_learns(name, function):
    dataset, bunch = load(name), function()
    assert np.array_equal(dataset.X, bunch.data)
    assert dataset.y.tolist() == [str(bunch.target_names[target]) for target in bunch.target]
    assert "scikit-learn" in dataset.provenance.source


@pytest.mark.usefixtures("nowhere")
def test_iris_is_scikit_learns_where_uci_s_is_not():
    dataset = load("iris")
    assert dataset.name == "iris"
    assert "scikit-learn" in dataset.provenance.source
    assert {e.name: e.source for e in available()}["iris"] == "scikit-learn"


@pytest.mark.usefixtures("nowhere")
def test_a_collection_that_is_not_here_says_how_to_get_it():
    with raises("collection-absent", collection="spambase"):
        load("spambase")
    assert not {e.name: e.present for e in available()}["spambase"]


def test_the_data_folder_named_by_the_environment_comes_first(monkeypatch, tmp_path):
    content = "sepal_length,class\n" + "1.0,a\n2.0,b\n" * 3
    (tmp_path / "iris.csv.gz").write_bytes(gzip.compress(content.encode()))
    monkeypatch.setenv("STEERSMAN_DATA", str(tmp_path))
    assert load("iris").n_rows == 6


def test_the_page_about_data_names_every_collection_and_ending():
    page = (Path(__file__).parents[3] / "docs" / "data.md").read_text()
    endings = [ending for format in FORMATS.values() for ending in format.suffixes]
    for name in (*COLLECTIONS, *endings):
        assert f"`{name}`" in page
