"""The built-in corpus."""

import ast
import re

import numpy as np
import pytest
from tools.docstring_corpus import (
    FEWEST_DOCUMENTS,
    FEWEST_WORDS,
    PACKAGES,
    named_docstrings,
    read_docstrings,
)

from steersman.data import load
from steersman.data.collections import docstrings
from steersman.data.collections.docstrings import CORPUS, DocString


@pytest.fixture(scope="module")
def documents() -> list[DocString]:
    return docstrings.docstrings()


def test_the_corpus_is_the_same_for_every_installation():
    """Projects refer to its documents: another digest would refuse all of them."""
    dataset = load("docstrings")
    sizes = dataset.category_sizes()
    assert (dataset.n_rows, len(sizes)) == (6_080, 34)
    assert dataset.provenance.sha256.startswith("480bb24508c9b5e9")
    assert min(sizes.values()) >= FEWEST_DOCUMENTS
    assert "sklearn 1.9.1" in dataset.provenance.source
    assert CORPUS.stat().st_size < 2_000_000


def test_the_license_of_every_package_is_carried_along():
    text = CORPUS.with_name("docstrings-licenses.txt").read_text()
    named = set(re.findall(r"^(\S+) \S+ \([A-Z0-9-]+[a-z]*\)", text, flags=re.MULTILINE))
    assert set(PACKAGES.values()) == named
    assert set(docstrings.package_versions()) == set(PACKAGES)


def test_categories_are_called_by_their_topics():
    dataset = load("docstrings")
    assert {"statistics", "linear models"} <= set(dataset.classes)
    assert dataset.positive == "statistics"
    assert not [name for name in dataset.classes if name in docstrings.TOPICS]
    assert len(set(docstrings.TOPICS.values())) == len(docstrings.TOPICS)


def test_identifiers_and_texts_are_all_different(documents):
    assert len({document.id for document in documents}) == len(documents)
    assert len({document.text for document in documents}) == len(documents)


def test_a_document_has_its_place_and_its_category(documents):
    by_id = {document.id: document for document in documents}
    found = by_id["sklearn/linear_model/_base.py:LinearRegression.fit"]
    assert found.category == "sklearn.linear_model"
    assert found.text.startswith("Fit linear model.\n\nParameters\n")


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
def one_package(tmp_path):
    """A small package instead of the installed ones."""
    root = tmp_path / "boats"
    (root / "sail").mkdir(parents=True)
    (root / "tests").mkdir()
    words = " ".join(["word"] * FEWEST_WORDS)
    for number in range(FEWEST_DOCUMENTS):
        text = f'"""{number} {words}"""\n'
        (root / "sail" / f"m{number:03}.py").write_text(text)
        (root / "tests" / f"t{number:03}.py").write_text(text.replace("word", "test"))
    (root / "sail" / "same.py").write_text(f'"""0 {words}"""\n')
    (root / "sail" / "broken.py").write_text("def (:\n")
    (root / "small.py").write_text(f'"""small {words}"""\n')
    return root


def test_duplicates_tests_broken_files_and_tiny_categories_are_left_out(one_package):
    documents = read_docstrings([one_package])
    assert {document.category for document in documents} == {"boats.sail"}
    assert len(documents) == FEWEST_DOCUMENTS
    assert documents[0].id == "boats/sail/m000.py"


def test_loading_twice_gives_the_same_matrix():
    first, second = load("docstrings"), load("docstrings")
    assert first.provenance.sha256 == second.provenance.sha256
    assert (first.X != second.X).nnz == 0
    assert np.array_equal(first.y, second.y)
