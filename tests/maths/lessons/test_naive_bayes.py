from __future__ import annotations

import numpy as np
import pytest
from sklearn.naive_bayes import BernoulliNB, MultinomialNB

from steersman.maths.lessons import (
    count_filter,
    document_shares,
    draw_documents,
    presence_filter,
    word_probabilities,
    word_shares,
)


@pytest.fixture
def counted() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    return rng.poisson(0.7, (40, 9)).astype(float), rng.random(40) < 0.3


@pytest.mark.parametrize("smoothing", [1.0, 0.3])
def test_the_log_odds_are_scikit_learns(counted, smoothing) -> None:
    X, spam = counted
    members = np.vstack([~spam, spam]).astype(float)
    documents = members.sum(axis=1)
    pairs = (
        (
            X,
            count_filter(word_shares(members @ X, smoothing), documents),
            MultinomialNB(alpha=smoothing),
        ),
        (
            X > 0,
            presence_filter(document_shares(members @ (X > 0), documents, smoothing), documents),
            BernoulliNB(alpha=smoothing),
        ),
    )
    for rows, found, peer in pairs:
        joint = peer.fit(rows, spam).predict_joint_log_proba(rows)
        np.testing.assert_allclose(rows @ found.weights + found.offset, joint[:, 1] - joint[:, 0])


def test_shares_of_words_sum_to_one_and_none_is_zero(counted) -> None:
    X, spam = counted
    shares = word_shares(np.vstack([X[~spam].sum(axis=0), np.zeros(9)]))
    np.testing.assert_allclose(shares.sum(axis=1), 1.0)
    np.testing.assert_allclose(shares[1], 1 / 9)
    assert shares.min() > 0


def test_the_slide_to_the_letter_by_hand() -> None:
    """Ham says a a b, spam says b c; the new mail holds b. |V| = 3, so ham has 3/6 2/6 1/6 and
    spam 1/5 2/5 2/5."""
    shares = word_shares(np.array([[2.0, 1.0, 0.0], [0.0, 1.0, 1.0]]))
    np.testing.assert_allclose(shares, [[3 / 6, 2 / 6, 1 / 6], [1 / 5, 2 / 5, 2 / 5]])
    found = presence_filter(shares, np.array([1.0, 1.0]))
    spam = (1 - 1 / 5) * (2 / 5) * (1 - 2 / 5)
    ham = (1 - 3 / 6) * (2 / 6) * (1 - 1 / 6)
    assert found.weights[1] + found.offset == pytest.approx(np.log(spam / ham))


def test_the_four_mails_of_the_lecture_by_hand() -> None:
    """Legitimate (0,0), (1,0), (0,1); spam (1,1): P(x=1|spam) = 2/3, P(x=1|legitimate) = 2/5."""
    holders, documents = np.array([[1.0, 1.0], [1.0, 1.0]]), np.array([3.0, 1.0])
    rates = document_shares(holders, documents)
    np.testing.assert_allclose(rates, [[2 / 5, 2 / 5], [2 / 3, 2 / 3]])
    found = presence_filter(rates, documents)
    spam_odds = found.weights.sum() + found.offset
    assert spam_odds == pytest.approx(np.log((1 / 4 * 4 / 9) / (3 / 4 * 4 / 25)))


@pytest.mark.parametrize("contrast", [0.0, 0.3, 1.0])
def test_words_are_between_all_alike_and_each_kinds_own(contrast: float) -> None:
    words = word_probabilities(3, 4, contrast)
    assert words.shape == (3, 12)
    np.testing.assert_allclose(words.sum(axis=1), 1.0)
    for kind, own in enumerate(words):
        expected = np.full(12, (1.0 - contrast) / 12.0)
        expected[4 * kind : 4 * kind + 4] += contrast / 4.0
        np.testing.assert_allclose(own, expected)


def test_documents_are_drawn_as_the_story_has_it() -> None:
    shares, words = np.array([0.2, 0.5, 0.3]), word_probabilities(3, 2, 0.7)
    drawn = draw_documents(shares, words, 9.0, 4_000, np.random.default_rng(0))
    assert len(drawn.words) == len(drawn.kinds) == 4_000
    lengths = np.array([len(each) for each in drawn.words])
    for said, counts in zip(drawn.words, drawn.counts, strict=True):
        np.testing.assert_array_equal(counts, np.bincount(said, minlength=6))
    # All within five standard deviations of what they are drawn from.
    np.testing.assert_allclose(np.bincount(drawn.kinds) / 4_000, shares, atol=0.04)
    np.testing.assert_allclose([lengths.mean(), lengths.var()], 9.0, atol=1.1)
    for kind, expected in enumerate(words):
        counted = drawn.counts[drawn.kinds == kind].sum(axis=0)
        np.testing.assert_allclose(counted / counted.sum(), expected, atol=0.03)
    none = draw_documents(np.array([0.0, 1.0, 0.0]), words, 0.1, 50, np.random.default_rng(0))
    assert (none.kinds == 1).all()
    assert none.counts.shape == (50, 6)
