"""AdaBoost of logistic regressions, and its rounds one by one."""

from __future__ import annotations

from typing import NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.ensemble import AdaBoostClassifier
from sklearn.linear_model import LogisticRegression

Codes = NDArray[np.intp]


class RowWeightedLogisticRegression(LogisticRegression):
    """Logistic regression whose row weights are scaled to sum to the number of rows.

    AdaBoost's weights sum to one, under which the usual penalty would leave nothing to learn.
    """

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Fit to rows and their weights."""
        weights = None if sample_weight is None else np.asarray(sample_weight, dtype=np.float64)
        super().fit(X, y, None if weights is None else weights * (len(weights) / weights.sum()))
        return self


class BoostedLogisticClassifier(AdaBoostClassifier):
    """AdaBoost (Freund and Schapire 1997) of logistic regressions: each round learns mostly from
    rows that the rounds before got wrong, and all rounds vote, good ones more.

    Parameters
    ----------
    n_estimators : int
        Most rounds.
    learning_rate : float
        Factor of the votes' weights.
    random_state : int, RandomState or None
        Seed.

    Examples
    --------
    >>> from sklearn.datasets import make_moons
    >>> X, y = make_moons(200, noise=0.2, random_state=0)
    >>> BoostedLogisticClassifier(random_state=0).fit(X, y).score(X, y) > 0.8
    True
    """

    def __init__(
        self,
        n_estimators: int = 50,
        *,
        learning_rate: float = 1.0,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        super().__init__(
            RowWeightedLogisticRegression(max_iter=1000),
            n_estimators=n_estimators,
            learning_rate=learning_rate,
            random_state=random_state,
        )


class BoostingRound(NamedTuple):
    """One round: the weight of its vote, its own errors, and those of all rounds so far."""

    weight: float
    own_error: float
    error: float


def boosting_rounds(model: AdaBoostClassifier, X: ArrayLike, y: ArrayLike) -> list[BoostingRound]:
    """The rounds of a fitted AdaBoost, judged on these rows."""
    labels = np.asarray(y)
    return [
        BoostingRound(
            float(weight),
            float(np.mean(estimator.predict(X) != labels)),
            float(np.mean(together != labels)),
        )
        for estimator, weight, together in zip(
            model.estimators_, model.estimator_weights_, model.staged_predict(X)
        )
    ]
