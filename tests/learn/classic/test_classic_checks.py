"""scikit-learn's own checks of the classic estimators, with no exemptions."""

from __future__ import annotations

from sklearn.base import BaseEstimator
from sklearn.utils.estimator_checks import parametrize_with_checks

from steersman.learn.classic import (
    BasicLinearClassifier,
    BinnedNaiveBayes,
    BoostedLogisticClassifier,
    LogisticAscentClassifier,
    MultinomialNaiveBayes,
    MultiResponseLinearRegression,
    PerceptronClassifier,
)


@parametrize_with_checks(
    [
        BasicLinearClassifier(),
        MultiResponseLinearRegression(),
        PerceptronClassifier(),
        LogisticAscentClassifier(),
        BinnedNaiveBayes(),
        MultinomialNaiveBayes(),
        BoostedLogisticClassifier(n_estimators=5),
    ]
)
def test_scikit_learn_finds_nothing_to_say(estimator: BaseEstimator, check: object) -> None:
    check(estimator)  # type: ignore[operator]
