"""The filters of the spam study and how they are judged: part by part, thresholds from training."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.naive_bayes import BernoulliNB, MultinomialNB
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC

from steersman.data import Dataset
from steersman.maths.lessons import (
    WeightedSum,
    count_filter,
    document_shares,
    presence_filter,
    word_shares,
)
from steersman.maths.likelihood import presence

Floats = NDArray[np.float64]
Rows = NDArray[np.intp]


@dataclass(frozen=True)
class Mail:
    """Counted mails: (mails, words), which are spam, and the published part of each."""

    X: csr_matrix
    spam: NDArray[np.bool_]
    part: NDArray[np.int64]

    @property
    def parts(self) -> list[int]:
        """The published parts, in order."""
        return [int(part) for part in np.unique(self.part)]

    @cached_property
    def word_presence(self) -> csr_matrix:
        """Which words each mail holds."""
        return presence(self.X)

    @cached_property
    def sums(self) -> dict[int, tuple[Floats, Floats, Floats]]:
        """For each part, by class: occurrences and holders of every word, and mails."""
        return {part: self.class_sums(self.part == part) for part in self.parts}

    def class_sums(self, chosen: NDArray[np.bool_]) -> tuple[Floats, Floats, Floats]:
        members = np.vstack([chosen & ~self.spam, chosen & self.spam]).astype(np.float64)
        return members @ self.X, members @ self.word_presence, members.sum(axis=1)

    def words_of(self, parts: list[int], size: int | None) -> Words:
        """The word counts of the mails of these parts, and their dictionary."""
        occurrences, holders, documents = (
            np.sum([self.sums[part][place] for part in parts], axis=0) for place in range(3)
        )
        order = np.argsort(-occurrences.sum(axis=0), kind="stable")
        seen = int(np.count_nonzero(occurrences.sum(axis=0)))
        dictionary = np.sort(order[: min(size or seen, seen)])
        rows = np.flatnonzero(np.isin(self.part, parts))
        return Words(self, rows, dictionary, occurrences, holders, documents)


@dataclass(frozen=True)
class Words:
    """The training mails of one filter: `dictionary` lists the columns it looks at."""

    mail: Mail
    rows: Rows
    dictionary: Rows
    occurrences: Floats  # (2, all words)
    holders: Floats  # (2, all words)
    documents: Floats  # (2,)


Scorer = Callable[[Rows], Floats]
"""Higher is more like spam; 0 is where the filter itself decides."""


def bernoulli(words: Words) -> Scorer:
    """Naive Bayes over which words a mail holds, by shares of mails."""
    rates = document_shares(words.holders[:, words.dictionary], words.documents)
    return weighted_scorer(words, words.mail.word_presence, presence_filter(rates, words.documents))


def multinomial(words: Words) -> Scorer:
    """Naive Bayes over how often a mail holds each word, by shares of words."""
    shares = word_shares(words.occurrences[:, words.dictionary])
    return weighted_scorer(words, words.mail.X, count_filter(shares, words.documents))


def as_printed(words: Words) -> Scorer:
    """The lecture's slide to the letter: X is presence, its probability the share of words."""
    shares = word_shares(words.occurrences[:, words.dictionary])
    return weighted_scorer(
        words, words.mail.word_presence, presence_filter(shares, words.documents)
    )


def weighted_scorer(words: Words, X: csr_matrix, found: WeightedSum) -> Scorer:
    """The scores of a weighted sum over the dictionary."""
    weights = np.zeros(X.shape[1])
    weights[words.dictionary] = found.weights
    return lambda rows: np.asarray(X[rows] @ weights + found.offset)


def peer_bernoulli(words: Words) -> Scorer:
    """scikit-learn's BernoulliNB."""
    return estimator_scorer(words, BernoulliNB(), log_odds)


def peer_multinomial(words: Words) -> Scorer:
    """scikit-learn's MultinomialNB."""
    return estimator_scorer(words, MultinomialNB(), log_odds)


def linear_svm(words: Words) -> Scorer:
    """scikit-learn's LinearSVC on tf-idf, C = 1."""
    model = make_pipeline(TfidfTransformer(sublinear_tf=True), LinearSVC(random_state=0))
    return estimator_scorer(words, model, lambda fitted, X: np.asarray(fitted.decision_function(X)))


def estimator_scorer(words: Words, model: object, score: Callable[..., Floats]) -> Scorer:
    X = words.mail.X[:, words.dictionary]
    model.fit(X[words.rows], words.mail.spam[words.rows])  # type: ignore[attr-defined]
    return lambda rows: score(model, X[rows])


def log_odds(model: BernoulliNB | MultinomialNB, X: csr_matrix) -> Floats:
    joint = model.predict_joint_log_proba(X)
    return np.asarray(joint[:, 1] - joint[:, 0])


NAIVE_BAYES: dict[str, Callable[[Words], Scorer]] = {
    "Bernoulli": bernoulli,
    "multinomial": multinomial,
    "as printed": as_printed,
}
FILTERS: dict[str, Callable[[Words], Scorer]] = {
    **NAIVE_BAYES,
    "sklearn BernoulliNB": peer_bernoulli,
    "sklearn MultinomialNB": peer_multinomial,
    "sklearn LinearSVC": linear_svm,
}


def mail_of(data: Dataset) -> Mail:
    """Ling-Spam's counted mails with their published parts."""
    parts = [int(name.split("/")[0].removeprefix("part")) for name in data.ids]
    return Mail(csr_matrix(data.X, dtype=np.float64), data.y == "spam", np.array(parts))


def held_out_scores(mail: Mail, parts: list[int], name: str, size: int | None) -> Floats:
    """(mails,) the score of each mail of these parts by a filter of the others; the rest NaN."""
    scores = np.full(len(mail.part), np.nan)
    for part in parts:
        scorer = FILTERS[name](mail.words_of([other for other in parts if other != part], size))
        rows = np.flatnonzero(mail.part == part)
        scores[rows] = scorer(rows)
    return scores
