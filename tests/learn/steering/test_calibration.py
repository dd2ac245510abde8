"""Calibrated models: scikit-learn's cross-fitted calibration is the oracle."""

from __future__ import annotations

from contextlib import nullcontext

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.datasets import make_classification
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import brier_score_loss
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC
from tests.errors import raises
from tests.learn.steering.score_models import ScoreModel

from steersman.learn.files import load_model, save_model
from steersman.learn.steering import (
    ThresholdedClassifier,
    calibrate,
    calibration_of,
    class_scores,
    steer,
    with_calibration,
    with_cutoff,
)
from steersman.learn.steering.calibration import check_refit


def rows(classes: int = 2, seed: int = 0):
    return make_classification(
        n_samples=400,
        n_features=8,
        n_informative=5,
        n_classes=classes,
        flip_y=0.1,
        random_state=seed,
    )


@pytest.mark.parametrize("method", ["sigmoid", "isotonic"])
@pytest.mark.parametrize(
    "model",
    [LinearSVC(), RandomForestClassifier(20, random_state=0), GaussianNB()],
    ids=lambda each: type(each).__name__,
)
def test_probabilities_are_those_of_scikit_learn(model, method) -> None:
    X, y = rows()
    fitted = clone(model).fit(X, y)
    ours = calibrate(fitted, X, y, method).predict_proba(X)
    theirs = CalibratedClassifierCV(model, method=method, cv=5, ensemble=False).fit(X, y)
    assert np.allclose(ours, theirs.predict_proba(X), atol=2e-4)


@pytest.mark.parametrize("method", ["sigmoid", "isotonic"])
def test_several_classes_are_calibrated_each_and_add_up(method) -> None:
    X, y = rows(3)
    ours = calibrate(LinearSVC().fit(X, y), X, y, method).predict_proba(X)
    theirs = CalibratedClassifierCV(LinearSVC(), method=method, cv=5, ensemble=False).fit(X, y)
    assert np.allclose(ours, theirs.predict_proba(X), atol=2e-4)
    assert np.allclose(ours.sum(axis=1), 1.0)


def test_decisions_stay_and_can_be_steered_on() -> None:
    X, y = rows()
    model = make_pipeline(StandardScaler(), GaussianNB()).fit(X[:200], y[:200])
    steered = steer(model, X[200:], y[200:], "fp <= 5").model
    calibrated = calibrate(steered, X[:200], y[:200])
    assert np.array_equal(calibrated.predict(X), steered.predict(X))
    moved = with_cutoff(calibrated, 1.5)
    assert np.array_equal(moved.predict_proba(X), calibrated.predict_proba(X))
    again = steer(calibrated, X[200:], y[200:], "fn <= 5").model
    assert np.array_equal(again.predict_proba(X), calibrated.predict_proba(X))
    plain = with_calibration(calibrated, None)
    assert np.array_equal(plain.predict_proba(X), model.predict_proba(X))
    assert np.array_equal(plain.predict(X), steered.predict(X))


def test_calibration_mends_overconfident_probabilities() -> None:
    X, y = rows(seed=4)
    # Copies of a column make naive Bayes count the same evidence ten times.
    X = np.hstack([X, *[X[:, :3]] * 9])
    model = GaussianNB().fit(X[:300], y[:300])
    calibrated = calibrate(model, X[:300], y[:300])
    before, after = (each.predict_proba(X[300:])[:, 1] for each in (model, calibrated))
    assert brier_score_loss(y[300:], after) < 0.9 * brier_score_loss(y[300:], before)


def test_a_classifier_with_a_calibration_is_fitted_with_it() -> None:
    X, y = rows()
    made = ThresholdedClassifier(LinearSVC(), threshold=0.3, calibration="sigmoid").fit(X, y)
    expected = calibrate(with_cutoff(LinearSVC().fit(X, y), 0.3), X, y)
    assert np.array_equal(made.predict_proba(X), expected.predict_proba(X))
    assert clone(made).get_params()["calibration"] == "sigmoid"


def test_a_saved_model_keeps_its_calibration(tmp_path) -> None:
    X, y = rows(3)
    model = calibrate(GaussianNB().fit(X, y), X, y, "isotonic")
    save_model(model, tmp_path / "model.skops")
    loaded = load_model(tmp_path / "model.skops")
    assert np.array_equal(loaded.predict_proba(X), model.predict_proba(X))
    assert calibration_of(loaded).method == "isotonic"


def test_what_cannot_be_fitted_again_is_not_calibrated() -> None:
    X, y = rows()
    model = LogisticRegression().fit(X, y)
    model.coef_ = model.coef_ * np.array([3, -1, 0, 1, 2, 0, 0, 1])
    with raises("cannot-refit"):
        calibrate(model, X, y)
    few = np.concatenate([np.flatnonzero(y == 0), np.flatnonzero(y == 1)[:1]])
    with raises("too-few-to-calibrate", rows=1):
        calibrate(LinearSVC().fit(X[few], y[few]), X[few], y[few])


class ChangedByHand(ScoreModel):
    """A model whose scores are turned by hand: a refit has them as they were."""

    def fit(self, X: object, y: np.ndarray) -> ChangedByHand:
        self.times_ = 1.0
        return super().fit(X, y)  # type: ignore[return-value]

    def decision_function(self, X: np.ndarray) -> np.ndarray:
        return self.times_ * super().decision_function(X)


@pytest.mark.parametrize("size", [0.01, 100.0])
@pytest.mark.parametrize(("times", "refused"), [(1.2, False), (2.0, True)])
def test_a_model_is_another_where_scores_are_a_quarter_of_their_spread_away(
    size: float, times: float, refused: bool
) -> None:
    X, y = size * np.random.default_rng(0).normal(size=(200, 1)), np.arange(200) % 2
    model = ChangedByHand().fit(X, y)
    model.times_ = times
    with raises("cannot-refit") if refused else nullcontext():
        check_refit(model, X, y)


def test_scores_are_those_of_the_model() -> None:
    X, y = rows()
    model = LinearSVC().fit(X, y)
    calibrated = calibrate(model, X, y)
    assert np.array_equal(class_scores(calibrated, X).values, model.decision_function(X))
