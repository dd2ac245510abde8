"""scikit-learn's own checks of an estimator."""

from __future__ import annotations

from collections.abc import Callable

from sklearn.utils.estimator_checks import parametrize_with_checks

from steersman.learn.logistic import SteerableLogisticRegression


@parametrize_with_checks(
    [
        SteerableLogisticRegression(),
        SteerableLogisticRegression(solver="cg", class_weight="balanced"),
    ]
)
def test_steerable_logistic_regression_is_a_scikit_learn_classifier(
    estimator: SteerableLogisticRegression, check: Callable[[SteerableLogisticRegression], None]
) -> None:
    check(estimator)
