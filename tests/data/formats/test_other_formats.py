"""svmlight, ARFF and folders of text."""

import gzip

import numpy as np
import pytest
from scipy.io import arff
from scipy.sparse import random as random_sparse
from sklearn.datasets import dump_svmlight_file
from tests.errors import raises

from steersman.data import load, sniff


@pytest.mark.parametrize("ending", ["svmlight", "svm.gz"])
def test_svmlight_gives_back_what_scikit_learn_wrote(tmp_path, ending):
    X = random_sparse(20, 7, density=0.4, format="csr", random_state=1)
    y = np.arange(20) % 3
    plain = tmp_path / "plain"
    dump_svmlight_file(X, y, str(plain), zero_based=False)
    path = tmp_path / f"rows.{ending}"
    content = plain.read_bytes()
    path.write_bytes(gzip.compress(content) if ending.endswith("gz") else content)
    dataset = load(path)
    assert np.allclose(dataset.X.toarray(), X.toarray()[:, : dataset.n_features])
    assert dataset.y.tolist() == y.tolist()
    assert dataset.classes == (0, 1, 2)


def test_svmlight_with_several_labels_is_multilabel(tmp_path):
    path = tmp_path / "rows.svm"
    path.write_text("1,2 1:1\n2 2:1\n1 1:1 3:2 # a comment\n")
    dataset = load(path)
    assert dataset.classes == ("1", "2")
    assert dataset.y.tolist() == [[True, True], [False, True], [True, False]]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("spam 1:1", "label-malformed"),
        ("1 a:1", "pair-malformed"),
        ("1 2", "pair-malformed"),
        ("1 2:x", "pair-malformed"),
        ("1 3:1 2:1", "features-unordered"),
    ],
)
def test_a_malformed_svmlight_line_is_named(tmp_path, line, code):
    path = tmp_path / "rows.svm"
    path.write_text(f"1 1:1\n0 1:2\n{line}\n")
    with raises(code, file="rows.svm", line=3):
        load(path)


def test_svmlight_names_the_row_of_a_value_that_is_not_finite(tmp_path):
    path = tmp_path / "rows.svm"
    path.write_text("1 1:1\n0 1:2 3:nan\n")
    with raises("value-not-finite", file="rows.svm", row=2):
        load(path)


ARFF = """% a comment
@relation 'made up'
@attribute width numeric
@ATTRIBUTE 'petal count' INTEGER
@attribute soil {wet, 'very dry'}
@attribute kind {rose,lily}

@data
1.5, 5, wet, rose
2.5,6,'very dry',lily
% in between
3.5, 7, wet, rose
"""


def test_arff_equals_scipys_reader(tmp_path):
    path = tmp_path / "flowers.arff"
    path.write_text(ARFF.replace("'very dry'", "dry"))  # scipy does not unquote levels
    dataset = load(path, label="kind")
    rows, _ = arff.loadarff(path)
    assert dataset.feature_names == ("width", "petal count", "soil=dry", "soil=wet")
    assert np.array_equal(dataset.X.toarray()[:, 0], rows["width"])
    assert np.array_equal(dataset.X.toarray()[:, 1], rows["petal count"])
    assert [value.encode() for value in dataset.y.tolist()] == rows["kind"].tolist()


def test_quoted_levels_of_arff_lose_their_quotes(tmp_path):
    path = tmp_path / "flowers.arff"
    path.write_text(ARFF)
    dataset = load(path, label="kind")
    assert dataset.X[:, dataset.feature_names.index("soil=very dry")].toarray().sum() == 1


def test_sparse_arff_rows_equal_dense_ones(tmp_path):
    path = tmp_path / "sparse.arff"
    header = "@relation r\n@attribute a numeric\n@attribute b numeric\n@attribute c {x,y}\n@data\n"
    path.write_text(header + "{0 1.5, 2 y}\n{1 2}\n{}\n")
    dense = tmp_path / "dense.arff.gz"
    dense.write_bytes(gzip.compress((header + "1.5,0,y\n0,2,x\n0,0,x\n").encode()))
    a, b = load(path, label="c"), load(dense, label="c")
    assert np.array_equal(a.X, b.X)
    assert a.y.tolist() == b.y.tolist() == ["y", "x", "x"]


def test_arff_strings_are_text(tmp_path):
    path = tmp_path / "mail.arff"
    path.write_text(
        "@relation mail\n@attribute body string\n@attribute class {ham,spam}\n@data\n"
        "'it\\'s a boat, and it sails out to sea',ham\n"
        '"money, money and again more money for you",spam\n'
        "'the boats came home to harbor at night',ham\n"
    )
    dataset = load(path)
    assert dataset.text[0] == "it's a boat, and it sails out to sea"
    assert dataset.text[1] == "money, money and again more money for you"


@pytest.mark.parametrize(
    ("old", "new", "line", "code"),
    [
        ("3.5, 7, wet, rose", "3.5, 7, wet", 12, "row-ragged"),
        ("3.5, 7", "x, 7", 12, "value-not-a-number"),
        ("7, wet", "7, damp", 12, "value-unknown"),
        ("@data", "@rows", 8, "arff-declaration-unknown"),
        ("width numeric", "width complex", 3, "arff-type-unknown"),
        ("'petal count'", "width", 4, "column-repeated"),
        ("3.5, 7, wet, rose", "{0 3.5", 12, "arff-brace-open"),
        ("3.5, 7, wet, rose", "{9 3.5}", 12, "arff-pair-malformed"),
    ],
)
def test_a_malformed_arff_line_is_named(tmp_path, old, new, line, code):
    path = tmp_path / "flowers.arff"
    path.write_text(ARFF.replace(old, new))
    with raises(code, file="flowers.arff", line=line):
        load(path, label="kind")


def test_an_arff_file_without_data_says_so(tmp_path):
    path = tmp_path / "flowers.arff"
    path.write_text("@relation r\n@attribute a numeric\n")
    with raises("arff-without-data", file="flowers.arff"):
        load(path, label="a")


@pytest.fixture
def mail_folder(tmp_path):
    for name, text in {
        "ham/1.txt": "the boat sails",
        "ham/deep/2.txt": "boats at sea",
        "spam/3.txt": "money for you",
        "spam/4.txt": "",
        "spam/.hidden": "not read",
    }.items():
        (tmp_path / "mail" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "mail" / name).write_text(text)
    return tmp_path / "mail"


def test_a_folder_has_a_class_for_each_folder_in_it(mail_folder):
    dataset = load(mail_folder)
    assert dataset.name == "mail"
    assert dataset.ids == ("ham/1.txt", "ham/deep/2.txt", "spam/3.txt", "spam/4.txt")
    assert dataset.y.tolist() == ["ham", "ham", "spam", "spam"]
    assert dataset.text == ("the boat sails", "boats at sea", "money for you", "")
    assert dataset.X[:, dataset.feature_names.index("boat")].toarray().ravel().tolist() == [
        1,
        1,
        0,
        0,
    ]


def test_the_digest_of_a_folder_changes_with_a_file(mail_folder):
    before = load(mail_folder).provenance.sha256
    (mail_folder / "ham" / "1.txt").write_text("the boat sailed")
    assert load(mail_folder).provenance.sha256 != before


def test_a_folder_without_class_folders_says_what_was_expected(tmp_path):
    (tmp_path / "one.txt").write_text("text")
    with raises("folder-without-classes"):
        load(tmp_path)
    (tmp_path / "ham").mkdir()
    with raises("folder-without-files"):
        load(tmp_path)


def test_a_folder_with_one_class_is_an_error(mail_folder):
    for file in (mail_folder / "spam").iterdir():
        file.unlink()
    with raises("class-single"):
        load(mail_folder)


def test_each_document_of_a_folder_has_its_own_encoding(mail_folder):
    (mail_folder / "ham" / "1.txt").write_bytes(b"caf\xe9")
    (mail_folder / "spam" / "3.txt").write_text("naïve")
    dataset = load(mail_folder, positive="spam")
    assert (dataset.text[0], dataset.text[2]) == ("café", "naïve")
    said = "1 of 4 files is not UTF-8, ham/1.txt; it was read as latin-1"
    assert dataset.provenance.notes == (said,)
    sketch = sniff(mail_folder)
    assert sketch.preview[0][2] == "café"
    assert sketch.findings[0].code == "encoding-detected"
    assert load(mail_folder, encoding="latin-1").text[0] == "café"
    with raises("not-decodable", file="ham/1.txt", encoding="utf-8", byte=3, line=1):
        load(mail_folder, encoding="utf-8")
    (mail_folder / "ham" / "1.txt").write_bytes(b"caf\xe9\0")
    with raises("zero-bytes", file="ham/1.txt", line=1):
        load(mail_folder)
