"""The built-in corpus."""

import ast
import inspect

import numpy as np
import pytest

from steersman.data import load
from steersman.data.collections import docstrings
from steersman.data.collections.docstrings import DocString, named_docstrings, read_docstrings


@pytest.fixture(scope="module")
def documents() -> list[DocString]:
    return docstrings.docstrings()


def test_there_are_enough_documents_and_categories():
    dataset = load("docstrings")
    sizes = dataset.category_sizes()
    assert dataset.n_rows >= 4_000
    assert len(sizes) >= 10
    assert min(sizes.values()) >= docstrings.FEWEST_DOCUMENTS
    assert len(dataset.classes) == len(set(dataset.y.tolist()))
    assert "scikit-learn" not in dataset.provenance.source  # the import name tells the package
    assert "sklearn" in dataset.provenance.source


def test_categories_are_called_by_their_topics():
    dataset = load("docstrings")
    assert {"statistics", "linear models"} <= set(dataset.classes)
    assert dataset.positive == "statistics"
    assert not [name for name in dataset.classes if name in docstrings.TOPICS]
    assert len(set(docstrings.TOPICS.values())) == len(docstrings.TOPICS)


def test_identifiers_and_texts_are_all_different(documents):
    assert len({document.id for document in documents}) == len(documents)
    assert len({document.text for document in documents}) == len(documents)


def test_a_document_is_what_the_package_says(documents):
    from sklearn.linear_model import LinearRegression

    by_id = {document.id: document for document in documents}
    found = by_id["sklearn/linear_model/_base.py:LinearRegression.fit"]
    assert found.category == "sklearn.linear_model"
    assert found.text == inspect.getdoc(LinearRegression.fit).strip()


def test_no_document_is_from_a_test(documents):
    assert not [d.id for d in documents if "/tests/" in d.id or "/test_" in d.id]


def test_docstrings_are_found_at_every_public_level():
    tree = ast.parse(
        '"""module"""\n'
        'class A:\n    """a"""\n    def m(self):\n        """m"""\n        def inner():\n'
        '            """inner"""\n    def _p(self):\n        """p"""\n'
        'async def f():\n    """f"""\n'
    )
    found = dict(named_docstrings(tree))
    assert found == {"": "module", "A": "a", "A.m": "m", "f": "f"}


@pytest.fixture
def one_package(monkeypatch, tmp_path):
    """A small package instead of the installed ones, and a cache of its own."""
    root = tmp_path / "boats"
    (root / "sail").mkdir(parents=True)
    (root / "tests").mkdir()
    words = " ".join(["word"] * docstrings.FEWEST_WORDS)
    for number in range(docstrings.FEWEST_DOCUMENTS):
        text = f'"""{number} {words}"""\n'
        (root / "sail" / f"m{number:03}.py").write_text(text)
        (root / "tests" / f"t{number:03}.py").write_text(text.replace("word", "test"))
    (root / "sail" / "same.py").write_text(f'"""0 {words}"""\n')
    (root / "sail" / "broken.py").write_text("def (:\n")
    (root / "small.py").write_text(f'"""small {words}"""\n')
    monkeypatch.setattr(docstrings, "package_roots", lambda: [root])
    monkeypatch.setattr(docstrings, "cache_folder", lambda: tmp_path / "cache")
    return root


def test_duplicates_tests_broken_files_and_tiny_categories_are_left_out(one_package):
    documents = read_docstrings()
    assert {document.category for document in documents} == {"boats.sail"}
    assert len(documents) == docstrings.FEWEST_DOCUMENTS
    assert documents[0].id == "boats/sail/m000.py"
    assert documents == read_docstrings()


def test_the_second_reading_comes_from_the_cache_and_is_the_same(one_package, tmp_path):
    calls: list[float] = []
    first = docstrings.docstrings(lambda _, part: calls.append(part))
    assert calls[0] == 0
    assert [file.suffix for file in (tmp_path / "cache").iterdir()] == [".parquet"]
    for file in (one_package / "sail").iterdir():
        file.unlink()
    assert docstrings.docstrings() == first


def test_the_cache_is_another_one_for_other_versions(monkeypatch):
    before = docstrings.cached_documents()
    monkeypatch.setattr(docstrings, "package_versions", lambda: {"numpy": "99"})
    assert docstrings.cached_documents() != before


def test_a_cache_that_cannot_be_written_does_not_matter(one_package, monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setattr(docstrings, "cache_folder", lambda: tmp_path / "file" / "cache")
    assert len(docstrings.docstrings()) == docstrings.FEWEST_DOCUMENTS


def test_loading_twice_gives_the_same_matrix():
    first, second = load("docstrings"), load("docstrings")
    assert first.provenance.sha256 == second.provenance.sha256
    assert (first.X != second.X).nnz == 0
    assert np.array_equal(first.y, second.y)
