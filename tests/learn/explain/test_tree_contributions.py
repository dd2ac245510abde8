"""Contributions of forests: exact Shapley values, walked through the trees."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_matrix
from sklearn.calibration import CalibratedClassifierCV
from sklearn.ensemble import ExtraTreesClassifier, RandomForestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MaxAbsScaler

from steersman import explain
from steersman.learn.explain import class_score
from steersman.learn.explain.shapley import shapley_values
from steersman.learn.explain.tree_contributions import ForestScore

RNG = np.random.default_rng(2)
X = RNG.poisson(0.7, (200, 8)).astype(float)
Y = (X[:, 0] * X[:, 1] + X[:, 2] > X[:, 3]).astype(int)
GROUPS = {"single": np.arange(8), "grouped": np.array([0, 0, 1, 1, 2, 3, 3, 4])}


@pytest.mark.parametrize("family", [RandomForestClassifier, ExtraTreesClassifier])
@pytest.mark.parametrize("of", GROUPS)
@pytest.mark.parametrize("category", [0, 1])
def test_values_equal_those_over_all_coalitions(family, of, category) -> None:
    model = family(15, min_samples_leaf=2, random_state=0).fit(X, Y)
    score = class_score(model, category)
    forest = ForestScore.of(score)
    for rows in (X, csr_matrix(X)):
        found, base = forest.contributions(rows[[3]], rows[20:32], GROUPS[of])
        expected, their_base = shapley_values(score.scores, rows[[3]], rows[20:32], GROUPS[of])
        np.testing.assert_allclose(found, expected, atol=1e-12)
        assert base == pytest.approx(their_base)
        assert base + found.sum() == pytest.approx(score.scores(rows[[3]])[0])


def test_a_word_that_no_tree_tests_adds_nothing_however_many_there_are() -> None:
    wide = np.hstack([X, np.zeros((200, 3000))])
    wide[:, 3000] = RNG.random(200) < 0.5
    model = RandomForestClassifier(10, random_state=0).fit(wide, Y)
    used = np.unique(np.concatenate([tree.tree_.feature for tree in model.estimators_]))
    found = explain(model, csr_matrix(wide[:4]), category=1, background=csr_matrix(wide[50:60]))
    unused = np.setdiff1d(np.arange(wide.shape[1]), used)
    assert not found.values[:, unused].any()
    np.testing.assert_allclose(
        found.base + found.values.sum(axis=1), model.predict_proba(wide[:4])[:, 1], atol=1e-12
    )


def test_only_plain_forests_of_two_classes_are_walked() -> None:
    scaled = make_pipeline(MaxAbsScaler(), RandomForestClassifier(5, random_state=0)).fit(X, Y)
    assert ForestScore.of(class_score(scaled)) is not None
    calibrated = CalibratedClassifierCV(RandomForestClassifier(5, random_state=0)).fit(X, Y)
    assert ForestScore.of(class_score(calibrated)) is None
    three = RandomForestClassifier(5, random_state=0).fit(X, Y + (X[:, 4] > 1))
    assert ForestScore.of(class_score(three)) is None
