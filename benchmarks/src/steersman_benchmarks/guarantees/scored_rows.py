"""Rows that fitted models have not seen, as the scores they give: a population to draw from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedShuffleSplit
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from steersman import Want, steer
from steersman.data import load
from steersman.learn.steering import Steering

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

FITS = 5
RARE = 0.05  # share of spam in the table with few of it


@dataclass(frozen=True, eq=False)
class ScoredRows:
    """Probabilities and labels of rows that a model was not fitted on."""

    probabilities: Floats
    positive: NDArray[np.bool_]


class RowLookup(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """A classifier of row numbers, whose probabilities are known."""

    def __init__(self, probabilities: Floats) -> None:
        self.probabilities = probabilities
        self.classes_ = np.array([0, 1])

    def fit(self, X: Ints, y: Ints) -> Self:
        """Nothing is learned."""
        del X, y
        return self

    def predict_proba(self, X: Ints) -> Floats:
        """(rows, 2): the probabilities of the rows with these numbers."""
        of_second = self.probabilities[np.asarray(X)[:, 0]]
        return np.column_stack([1.0 - of_second, of_second])

    def predict(self, X: Ints) -> Ints:
        """(rows,): 1 where the probability is above one half."""
        decided: Ints = (self.predict_proba(X)[:, 1] > 0.5).astype(np.int64)
        return decided


def steered_draw(
    model: object,
    rows: Ints,
    population: tuple[Ints, Ints, Floats],
    want: Want,
    confidence: float,
    **asked: Any,
) -> Steering:
    """Steer a classifier of row numbers on some rows of a population: labels, sites, amounts.

    `asked` is what else `steer` is given.
    """
    labels, sites, amounts = population
    return steer(
        model,
        rows[:, np.newaxis],
        labels[rows],
        want,
        confidence,
        groups=dict.fromkeys(want.groupings, sites[rows]) or None,
        cost_column=amounts[rows] if want.cost_column else None,
        **asked,
    )


def table_rows(name: str, positive: object) -> tuple[NDArray[np.generic], NDArray[np.bool_]]:
    """The values or texts of a collection, and which rows are of the class to catch."""
    data = load(name)
    rows = np.asarray(data.X) if data.text is None else np.array(data.text, dtype=object)
    return rows, np.asarray(data.y) == positive


def rare_spam() -> tuple[NDArray[np.generic], NDArray[np.bool_]]:
    """Spambase with so little of its spam that it is a rare class."""
    rows, positive = table_rows("spambase", 1)
    others = np.flatnonzero(~positive)
    spam = np.flatnonzero(positive)[: round(RARE * len(others) / (1.0 - RARE))]
    kept = np.sort(np.concatenate([others, spam]))
    return rows[kept], positive[kept]


TABLES: dict[str, Callable[[], tuple[NDArray[np.generic], NDArray[np.bool_]]]] = {
    "breast cancer": lambda: table_rows("breast-cancer", "malignant"),
    "Spambase": lambda: table_rows("spambase", 1),
    "Spambase, 5 % spam": rare_spam,
    "Ling-Spam (text)": lambda: table_rows("lingspam", "spam"),
    "docstrings on statistics (text)": lambda: table_rows("docstrings", "statistics"),
}


def scored_rows(table: str, fits: int = FITS) -> Iterator[ScoredRows]:
    """The rows of a table scored by models, each fitted on another third of it."""
    rows, positive = TABLES[table]()
    thirds = StratifiedShuffleSplit(fits, train_size=1 / 3, random_state=0)
    for train, others in thirds.split(np.zeros(len(rows)), positive):
        is_text = rows.dtype == object
        features = TfidfVectorizer(max_features=5000) if is_text else StandardScaler()
        # A weak penalty, so that probabilities of texts reach all of MAPIE's thresholds.
        decider = LogisticRegression(C=100.0 if is_text else 1.0, max_iter=2000)
        model = make_pipeline(features, decider).fit(rows[train], positive[train])
        yield ScoredRows(model.predict_proba(rows[others])[:, 1], positive[others])
