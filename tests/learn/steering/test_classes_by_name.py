"""Classifiers whose classes are called by names."""

from __future__ import annotations

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.utils.validation import check_is_fitted

from steersman.learn.steering.classes_by_name import ClassesByName


def test_a_fitted_classifier_answers_by_names_and_is_fitted() -> None:
    X = np.arange(8.0)[:, None]
    fitted = LogisticRegression().fit(X, [0, 0, 0, 0, 1, 1, 1, 1])
    named = ClassesByName(fitted, ("calm", "storm"))
    check_is_fitted(named)
    assert named.predict(X).tolist() == ["calm"] * 4 + ["storm"] * 4
    np.testing.assert_array_equal(named.predict_proba(X), fitted.predict_proba(X))
