"""scikit-learn's own checks of an estimator."""

from __future__ import annotations

from collections.abc import Callable

from sklearn.base import ClassifierMixin
from sklearn.utils.estimator_checks import parametrize_with_checks

from steersman.learn.likelihood import (
    LikelihoodSpaceClassifier,
    MulticlassLikelihoodSpaceClassifier,
)


@parametrize_with_checks(
    [
        LikelihoodSpaceClassifier(),
        LikelihoodSpaceClassifier(curve=2),
        MulticlassLikelihoodSpaceClassifier(),
    ]
)
def test_passes_scikit_learns_estimator_checks(
    estimator: ClassifierMixin, check: Callable[[object], None]
) -> None:
    check(estimator)
