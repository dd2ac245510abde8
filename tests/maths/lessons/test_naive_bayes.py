from __future__ import annotations

import numpy as np
import pytest
from sklearn.naive_bayes import BernoulliNB, MultinomialNB

from steersman.maths.lessons import count_filter, document_shares, presence_filter, word_shares


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
