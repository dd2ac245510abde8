"""scikit-learn's own checks of the martingale estimators, with no exemptions."""

from __future__ import annotations

from sklearn.base import BaseEstimator
from sklearn.utils.estimator_checks import parametrize_with_checks

from steersman import AdaptiveMartingaleBoostClassifier, MartingaleBoostClassifier


@parametrize_with_checks(
    [MartingaleBoostClassifier(n_levels=5), AdaptiveMartingaleBoostClassifier(n_levels=5)]
)
def test_scikit_learn_finds_nothing_to_say(estimator: BaseEstimator, check: object) -> None:
    check(estimator)  # type: ignore[operator]
