"""AdaBoost of logistic regressions."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.datasets import make_moons
from sklearn.ensemble import AdaBoostClassifier
from sklearn.linear_model import LogisticRegression

from steersman.learn.classic import BoostedLogisticClassifier, boosting_rounds
from steersman.learn.classic.boosted import RowWeightedLogisticRegression


def test_it_is_scikit_learns_adaboost_with_c_made_up_for_the_rows() -> None:
    X, y = make_moons(200, noise=0.3, random_state=0)
    ours = BoostedLogisticClassifier(8, random_state=0).fit(X, y)
    # AdaBoost's weights sum to one, so the number of rows as C is the usual penalty.
    inner = LogisticRegression(C=200.0, max_iter=1000)
    peer = AdaBoostClassifier(inner, n_estimators=8, random_state=0).fit(X, y)
    np.testing.assert_allclose(ours.estimator_weights_, peer.estimator_weights_, rtol=1e-2)
    assert np.mean(ours.predict(X) == peer.predict(X)) > 0.98


def test_the_size_of_weights_does_not_matter() -> None:
    X, y = make_moons(100, noise=0.3, random_state=0)
    weights = np.random.default_rng(0).uniform(0.1, 1.0, 100)
    first = RowWeightedLogisticRegression().fit(X, y, weights)
    again = RowWeightedLogisticRegression().fit(X, y, 1e-4 * weights)
    np.testing.assert_allclose(first.coef_, again.coef_, rtol=1e-4)


def test_rounds_are_judged_alone_and_together() -> None:
    X, y = make_moons(200, noise=0.3, random_state=0)
    model = BoostedLogisticClassifier(6, random_state=0).fit(X[:100], y[:100])
    rounds = boosting_rounds(model, X[100:], y[100:])
    assert len(rounds) == len(model.estimators_)
    assert rounds[0].own_error == rounds[0].error
    assert rounds[-1].error == pytest.approx(1.0 - model.score(X[100:], y[100:]))
    alone = [1.0 - each.score(X[100:], y[100:]) for each in model.estimators_]
    assert [each.own_error for each in rounds] == pytest.approx(alone)
