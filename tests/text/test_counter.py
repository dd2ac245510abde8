"""Counts equal those of CountVectorizer over the plain analyzer; limits keep what they say."""

import os
import pickle
from collections import Counter
from pathlib import Path

import numpy as np
import pyarrow.parquet as parquet
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_matrix
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline
from sklearn.utils import estimator_checks
from tests.errors import raises

from steersman.errors import Cancelled
from steersman.tasks import Task
from steersman.text import TextCounter

TEXTS = [
    "The ships were sailing; the SHIP's crew wasn't.",
    "Don’t sail without maps, don't!",
    "",
    "Café, CAFÉ and cafe\u0301: 3 cafés, 1987",
    "東京 tower, naïve_approach e-mail 東京",
    "the and of",
]
WORDS = st.sampled_from(
    ["sail", "Sailing", "don't", "ÉTÉ", "été", "the", "'", " ", "-", "1987", "ß"]
)
DOCUMENT = st.one_of(st.text(max_size=60), st.lists(WORDS, max_size=20).map("".join))


def assert_equal_to_count_vectorizer(counter: TextCounter, documents: list[str]) -> None:
    vectorizer = CountVectorizer(analyzer=counter.analyze, binary=counter.binary)
    expected = vectorizer.fit_transform(documents)
    expected.sort_indices()
    counted = counter.fit_transform(documents)
    assert list(counter.get_feature_names_out()) == list(vectorizer.get_feature_names_out())
    assert counter.vocabulary_ == vectorizer.vocabulary_
    for matrix in (counted, counter.transform(documents)):
        assert isinstance(matrix, csr_matrix)
        assert matrix.has_canonical_format
        assert matrix.dtype == expected.dtype
        np.testing.assert_array_equal(matrix.indptr, expected.indptr)
        np.testing.assert_array_equal(matrix.indices, expected.indices)
        np.testing.assert_array_equal(matrix.data, expected.data)


@pytest.mark.parametrize("stoplist", ["english", None, ["tower", "don't"]])
@pytest.mark.parametrize("stem", [True, False, "english"])
@pytest.mark.parametrize("binary", [True, False])
def test_small_texts_equal_count_vectorizer(
    stoplist: str | list[str] | None, stem: bool | str, binary: bool
) -> None:
    counter = TextCounter(stoplist=stoplist, stem=stem, binary=binary)
    assert_equal_to_count_vectorizer(counter, TEXTS)


@given(st.lists(DOCUMENT, min_size=1, max_size=6), st.booleans(), st.integers(1, 3))
@settings(max_examples=150)
def test_any_unicode_equals_count_vectorizer(
    documents: list[str], numbers: bool, min_length: int
) -> None:
    counter = TextCounter(stoplist=["the"], numbers=numbers, min_length=min_length)
    if any(counter.analyze(document) for document in documents):
        assert_equal_to_count_vectorizer(counter, documents)
    else:
        with raises("terms-missing", documents=len(documents), terms=0):
            counter.fit(documents)


@pytest.mark.skipif("STEERSMAN_DATA" not in os.environ, reason="STEERSMAN_DATA is not set")
@pytest.mark.parametrize(("stoplist", "every"), [("english", 1), ("smart", 5)])
def test_reuters_equals_count_vectorizer(stoplist: str, every: int) -> None:
    table = parquet.read_table(
        Path(os.environ["STEERSMAN_DATA"]) / "reuters21578.parquet", columns=["title", "body"]
    )
    pairs = zip(table["title"].to_pylist(), table["body"].to_pylist(), strict=True)
    documents = [f"{title or ''}\n{body or ''}" for title, body in pairs]
    counter = TextCounter(stoplist=stoplist)
    rule = counter.term_rule()
    counter.term_rule = lambda: rule  # type: ignore[method-assign]  # read the stoplist once
    assert_equal_to_count_vectorizer(counter, documents[::every])


def test_blocks_and_full_tables_do_not_change_the_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(0)
    documents = [" ".join(f"w{n}" for n in rng.integers(0, 9000, 400)) for _ in range(60)]
    whole = TextCounter(stem=False).fit_transform(documents)
    expected = Counter(word for document in documents for word in document.split())
    assert whole.shape[1] == len(expected) > 1 << 12
    assert whole.sum() == expected.total()
    from steersman.text import counter as module

    small = module.word_blocks
    monkeypatch.setattr(module, "word_blocks", lambda texts: small(texts, block_bytes=5000))
    assert (TextCounter(stem=False).fit_transform(iter(documents)) != whole).nnz == 0


@pytest.mark.parametrize("ngrams", [1, 2])
@pytest.mark.parametrize("limits", [{}, {"min_df": 2}, {"max_features": 40}])
def test_fit_learns_what_fit_transform_learns(ngrams: int, limits: dict[str, int]) -> None:
    rng = np.random.default_rng(1)
    documents = [" ".join(f"w{n}" for n in rng.integers(0, 90, 30)) for _ in range(50)]
    fitted = TextCounter(ngrams=ngrams, **limits).fit(documents)  # type: ignore[arg-type]
    at_once = TextCounter(ngrams=ngrams, **limits)  # type: ignore[arg-type]
    counted = at_once.fit_transform(documents)
    assert list(fitted.vocabulary_) == list(at_once.vocabulary_)
    assert (fitted.transform(documents) != counted).nnz == 0


def test_counting_goes_forward_block_by_block_and_can_be_stopped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from steersman.text import counter as module

    small = module.word_blocks
    monkeypatch.setattr(module, "word_blocks", lambda texts: small(texts, block_bytes=500))
    documents = ["sails and boats and the wide sea"] * 200
    told: list[float] = []
    with Task(progress=lambda _, part: told.append(part)).monotone().as_current():
        TextCounter().fit_transform(documents)
    assert told == sorted(told)
    assert len(set(told)) > 12
    with (
        Task(cancelled=lambda: len(told) > 3).monotone().as_current(),
        pytest.raises(Cancelled),
    ):
        TextCounter().fit_transform(documents)


@given(st.lists(DOCUMENT, min_size=1, max_size=6), st.integers(1, 4))
@settings(max_examples=100)
def test_runs_of_terms_equal_count_vectorizer(documents: list[str], ngrams: int) -> None:
    counter = TextCounter(stoplist=["the"], ngrams=ngrams)
    if any(counter.analyze(document) for document in documents):
        assert_equal_to_count_vectorizer(counter, documents)


def test_runs_are_those_of_scikit_learns_ngram_range() -> None:
    plain = TextCounter()
    theirs = CountVectorizer(tokenizer=plain.analyze, ngram_range=(1, 3), token_pattern=None)
    ours = TextCounter(ngrams=3, min_df=2)
    theirs.min_df = 2
    texts = [*TEXTS, *TEXTS[:3]]
    expected = theirs.fit_transform(texts).toarray()
    np.testing.assert_array_equal(ours.fit_transform(texts).toarray(), expected)
    assert ours.vocabulary_ == theirs.vocabulary_
    np.testing.assert_array_equal(
        ours.transform(TEXTS[::-1]).toarray(), theirs.transform(TEXTS[::-1]).toarray()
    )


def test_min_df_and_max_df_equal_count_vectorizer() -> None:
    documents = ["a1 b1 c1", "a1 b1", "a1 b1 d1", "a1 c1"]
    for min_df, max_df in [(2, 1.0), (0.5, 3), (1, 2), (3, 4)]:
        counter = TextCounter(min_df=min_df, max_df=max_df)
        vectorizer = CountVectorizer(analyzer=counter.analyze, min_df=min_df, max_df=max_df)
        expected = vectorizer.fit_transform(documents).toarray()
        np.testing.assert_array_equal(counter.fit_transform(documents).toarray(), expected)
        assert counter.vocabulary_ == vectorizer.vocabulary_


def test_max_features_keeps_the_most_frequent_and_breaks_ties_by_the_alphabet() -> None:
    documents = ["pear pear fig apple", "quince apple plum", "fig"]
    names = [
        list(TextCounter(stem=False, max_features=k).fit(documents).vocabulary_) for k in (1, 2, 4)
    ]
    assert names == [["apple"], ["apple", "fig"], ["apple", "fig", "pear", "plum"]]


def test_contractions_meet_the_stoplist_with_and_without_their_apostrophe() -> None:
    text = "don't company's can't it's ill i'll O'Neill"
    assert TextCounter(stoplist=None, stem=False).analyze(text) == [
        "dont", "company", "cant", "it", "ill", "ill", "oneill",
    ]  # fmt: skip
    assert TextCounter(stoplist=["don't", "cant", "i'll"], stem=False).analyze(text) == [
        "company", "it", "ill", "oneill",
    ]  # fmt: skip


def test_numbers_can_be_left_out() -> None:
    assert TextCounter(numbers=False).analyze("1987 b52 42 mig29") == ["b52", "mig29"]


def test_unseen_words_are_ignored_by_transform() -> None:
    counter = TextCounter().fit(["red boats"])
    np.testing.assert_array_equal(counter.transform(["blue boat", ""]).toarray(), [[1, 0], [0, 0]])
    assert counter.transform([]).shape == (0, 2)


@pytest.mark.parametrize(
    ("settings_", "documents", "code", "fields"),
    [
        ({}, "one text", "documents-not-a-list", {}),
        ({}, ["fine", None], "document-not-text", {"row": 1, "came": "NoneType"}),
        ({}, [b"bytes"], "document-not-text", {"row": 0, "came": "bytes"}),
        ({}, [], "terms-missing", {"documents": 0}),
        ({"stoplist": "klingon"}, ["x"], "stoplist-unknown", {"came": "klingon"}),
        ({"stem": "klingon"}, ["x"], "stemmer-unknown", {"came": "klingon"}),
        ({"min_df": 0}, ["word"], "document-limit-invalid", {"option": "min_df", "came": 0}),
        ({"max_df": 1.5}, ["word"], "document-limit-invalid", {"option": "max_df", "came": 1.5}),
        ({"max_features": 0}, ["word"], "max-features-invalid", {"came": 0}),
    ],
)
def test_mistakes_are_named(
    settings_: dict[str, object], documents: list[str], code: str, fields: dict[str, object]
) -> None:
    with raises(code, **fields):
        TextCounter(**settings_).fit(documents)  # type: ignore[arg-type]


def test_the_smart_list_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("STEERSMAN_DATA", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with raises("resource-missing", resource="smart-stoplist.txt"):
        TextCounter(stoplist="smart").fit(["word"])
    (tmp_path / "smart-stoplist.txt").write_text("can't\nword\nwould\nwould\n")
    assert list(TextCounter(stoplist="smart").fit(["word can't stay"]).vocabulary_) == ["stai"]


@pytest.mark.parametrize(
    "check",
    [
        estimator_checks.check_estimator_cloneable,
        estimator_checks.check_estimator_tags_renamed,
        estimator_checks.check_valid_tag_types,
        estimator_checks.check_estimator_repr,
        estimator_checks.check_no_attributes_set_in_init,
        estimator_checks.check_parameters_default_constructible,
        estimator_checks.check_get_params_invariance,
        estimator_checks.check_set_params,
        estimator_checks.check_do_not_raise_errors_in_init_or_set_params,
        estimator_checks.check_mixin_order,
    ],
)
def test_scikit_learn_checks_that_need_no_table(check: object) -> None:
    check("TextCounter", TextCounter())  # type: ignore[operator]


def test_it_lives_in_a_pipeline_and_survives_clone_and_pickle() -> None:
    with pytest.raises(NotFittedError):
        TextCounter().transform(["x"])
    model = make_pipeline(clone(TextCounter(min_df=1)), MultinomialNB())
    model.fit(["good ship", "bad storm"], ["calm", "rough"])
    again = pickle.loads(pickle.dumps(model))  # noqa: S301
    assert list(again.predict(["ships", "storms"])) == ["calm", "rough"]


@given(st.lists(DOCUMENT, max_size=6))
@settings(max_examples=40)
def test_the_whole_word_of_a_term_is_the_one_that_was_counted_most_often(
    documents: list[str],
) -> None:
    whole = TextCounter().whole_words(documents)
    plain, stems = TextCounter(stem=False), TextCounter()
    times = Counter(word for document in documents for word in plain.analyze(document))
    term_of = {word: stems.analyze(word) for word in times}
    for term, word in whole.items():
        rivals = {each: times[each] for each in times if term_of[each] == [term]}
        assert rivals[word] == max(rivals.values())
    assert set(whole) == {term for document in documents for term in stems.analyze(document)}
