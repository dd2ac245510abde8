"""Thresholds around fitted models, for all rows and for groups: what they decide and keep."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.svm import SVC
from tests.errors import raises

from steersman.learn.steering import (
    ClassesByName,
    GroupPipeline,
    GroupThresholdClassifier,
    ThresholdedClassifier,
    calibration_of,
    class_scores,
    learn_calibration,
    with_calibration,
)
from steersman.learn.steering.calibration import bare_model, rows_at, setting_of
from steersman.learn.steering.group_pipeline import group_step, with_one_cutoff
from steersman.learn.steering.groups import Groups, group_labels, groupings_of, number_cuts
from steersman.learn.steering.row_steering import own_cutoff
from steersman.learn.steering.score_calibration import ScoreCalibration
from steersman.learn.steering.thresholded import log_shares, without_threshold

RNG = np.random.default_rng(0)
CODES = RNG.integers(0, 3, 150)
X = RNG.normal(size=(150, 3)) + 1.5 * np.eye(3)[CODES]
BINARY = (CODES == 2).astype(int)


def test_scores_are_those_that_the_model_decides_by() -> None:
    line = LogisticRegression().fit(X, BINARY)
    assert class_scores(line, X).start == 0.0
    np.testing.assert_array_equal(class_scores(line, X).values, line.decision_function(X))
    bayes = GaussianNB().fit(X, BINARY)
    assert class_scores(bayes, X).start == 0.5
    np.testing.assert_array_equal(class_scores(bayes, X).values, bayes.predict_proba(X)[:, 1])
    several = LogisticRegression().fit(X, CODES)
    np.testing.assert_allclose(class_scores(several, X).values, several.predict_log_proba(X))
    assert np.array_equal(class_scores(several, X).start, np.zeros(3))
    ridge = RidgeClassifier().fit(X, CODES)
    np.testing.assert_array_equal(class_scores(ridge, X).values, ridge.decision_function(X))
    with raises("no-scores", model="SVC"):
        class_scores(
            SVC(decision_function_shape="ovo").fit(np.tile(X, (2, 1)), [*CODES, *(CODES + 3)]), X
        )
    assert np.isfinite(log_shares([[0.0, 1.0]])).all()
    assert log_shares([[0.5, 1.0]])[0].tolist() == [np.log(0.5), 0.0]


@pytest.mark.parametrize("model", [LogisticRegression(), GaussianNB(), KNeighborsClassifier(7)])
def test_without_a_threshold_the_model_decides_by_itself(model: object) -> None:
    for labels in (BINARY, CODES):
        fitted = ThresholdedClassifier(model).fit(X, labels)
        assert np.array_equal(fitted.predict(X), fitted.estimator_.predict(X))
        assert np.array_equal(fitted.setting(), setting_of(fitted.estimator_))
        assert without_threshold(fitted) is fitted.estimator_
        again = ThresholdedClassifier.around(fitted, fitted.setting())
        assert again.estimator_ is fitted.estimator_
        assert np.array_equal(again.predict(X), fitted.predict(X))
    assert setting_of(ThresholdedClassifier.around(fitted, np.array([1.0, 2.0, 3.0]))).tolist() == [
        1.0, 2.0, 3.0,
    ]  # fmt: skip


def test_decisions_and_their_scores_agree_at_any_threshold() -> None:
    line = ThresholdedClassifier(LogisticRegression(), 0.7).fit(X, BINARY)
    own = line.estimator_.decision_function(X)
    np.testing.assert_allclose(line.decision_function(X), own - 0.7)
    assert np.array_equal(line.predict(X), (own > 0.7).astype(int))
    assert line.n_features_in_ == 3
    several = ThresholdedClassifier(LogisticRegression(), [0.5, 0.0, -1.0]).fit(X, CODES)
    moved = several.estimator_.predict_log_proba(X) + np.array([0.5, 0.0, -1.0])
    np.testing.assert_allclose(several.decision_function(X), moved)
    assert np.array_equal(several.predict(X), np.argmax(moved, axis=1))
    np.testing.assert_array_equal(several.predict_proba(X), several.estimator_.predict_proba(X))
    other = several.around_other(LogisticRegression(C=0.1).fit(X, CODES))
    assert np.array_equal(other.setting(), [0.5, 0.0, -1.0])
    frame = pd.DataFrame(X, columns=["u", "v", "w"])
    named = ThresholdedClassifier(LogisticRegression(), 0.0).fit(frame, BINARY)
    assert named.feature_names_in_.tolist() == ["u", "v", "w"]
    assert not hasattr(ThresholdedClassifier(RidgeClassifier()).fit(X, BINARY), "predict_proba")
    piped = make_pipeline(StandardScaler().fit(X), line)
    assert without_threshold(piped).steps[-1][1] is line.estimator_  # type: ignore[attr-defined]
    scaled = make_pipeline(StandardScaler(), LogisticRegression()).fit(X, BINARY)
    assert without_threshold(scaled) is scaled
    assert own_cutoff(piped, X) == 0.0
    assert (
        own_cutoff(ThresholdedClassifier.around(GaussianNB().fit(frame, BINARY), 0.9), frame) == 0.5
    )


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("method", ["sigmoid", "isotonic"])
def test_a_calibration_rises_with_the_score_and_adds_up(method: str, classes: int) -> None:
    labels = BINARY if classes == 2 else CODES
    model = LogisticRegression().fit(X, labels)
    learned = learn_calibration(model, X, labels, method)  # type: ignore[arg-type]
    assert learned.method == method
    assert len(learned.curves) == (1 if classes == 2 else 3)
    scores = class_scores(model, X).values
    shares = learned.probabilities(scores)
    assert shares.shape == (150, classes)
    np.testing.assert_allclose(shares.sum(axis=1), 1.0)
    for place, curve in enumerate(learned.curves):
        one = scores if classes == 2 else scores[:, place]
        rising = learned.shares(np.sort(one), place)
        assert np.all(np.diff(rising) >= 0.0)
        assert 0.0 <= rising[0] < rising[-1] <= 1.0
        if method == "sigmoid":
            slope, intercept = curve[0]
            expected = 1.0 / (1.0 + np.exp(-(slope * np.sort(one) + intercept)))
            np.testing.assert_allclose(rising, expected)
    if classes == 2:
        np.testing.assert_allclose(shares[:, 1], learned.shares(scores, 0))
    calibrated = with_calibration(model, learned)
    assert calibration_of(calibrated) is learned
    assert calibrated.calibration == method  # type: ignore[attr-defined]
    assert calibration_of(with_calibration(calibrated, None)) is None
    assert calibration_of(model) is None
    assert calibration_of(make_pipeline(StandardScaler(), calibrated)) is learned
    assert bare_model(calibrated) is model
    nothing = ScoreCalibration("isotonic", [np.array([[0.0, 0.0], [1.0, 1.0]])] * 3)
    np.testing.assert_allclose(nothing.probabilities(-np.ones((2, 3))), 1 / 3)


def test_too_few_rows_and_other_settings_are_no_calibration() -> None:
    labels = np.where(np.arange(150) == 3, 1, 0)
    with raises("too-few-to-calibrate", rows=1):
        learn_calibration(LogisticRegression().fit(X, labels), X, labels, "sigmoid")
    two = np.where(np.arange(150) < 2, 1, 0)
    learn_calibration(LogisticRegression().fit(X, two), X, two, "sigmoid")
    turned = LogisticRegression().fit(X, BINARY)
    turned.coef_ = turned.coef_ * 3.0
    with raises("cannot-refit"):
        learn_calibration(turned, X, BINARY, "sigmoid")
    nearly = LogisticRegression().fit(X, BINARY)
    nearly.intercept_ = nearly.intercept_ + 0.1
    learn_calibration(nearly, X, BINARY, "sigmoid")
    frame = pd.DataFrame(X)
    assert rows_at(frame, np.array([3, 1])).index.tolist() == [3, 1]
    assert rows_at(["a", "b", "c"], np.array([2, 0])).tolist() == ["c", "a"]


def test_each_group_is_decided_at_its_threshold_also_in_a_pipeline() -> None:
    inner = LogisticRegression().fit(X, BINARY)
    sites = np.array(["n", "s", "w"])[np.arange(150) % 3]
    groups = Groups.of(sites, 150, "site")
    cutoffs: dict[object, float] = {"n": -1.0, "s": 0.0, "w": 2.0}
    model = GroupThresholdClassifier.beside(inner, cutoffs, groups)
    scores = inner.decision_function(X)
    own = np.array([cutoffs[each] for each in sites])
    assert np.array_equal(model.predict(X, groups=sites), (scores > own).astype(int))
    np.testing.assert_allclose(model.decision_function(X, groups=sites), scores - own)
    assert (model.column, model.cuts) == ("site", ())
    assert np.array_equal(model.for_rows(sites).predict(X), model.predict(X, groups=sites))
    alike = model.for_rows(["w"] * 150)
    assert alike.threshold == 2.0
    other = model.around_other(GaussianNB().fit(X, BINARY))
    assert isinstance(other, GroupThresholdClassifier)
    assert (other.thresholds, other.column) == (cutoffs, "site")
    frame = pd.DataFrame(X, columns=["u", "v", "k"]).assign(site=sites)
    narrow = FunctionTransformer(lambda rows: rows[["u", "v", "k"]].to_numpy())
    piped = GroupPipeline([("columns", narrow), ("model", model)])
    assert np.array_equal(piped.predict(frame), model.predict(X, groups=sites))
    turned = np.roll(sites, 1)
    assert np.array_equal(piped.predict(frame, groups=turned), model.predict(X, groups=turned))
    with raises("groups-needed", column="site"):
        piped.predict(frame.drop(columns="site"))
    assert group_step(piped) is model
    assert group_step(inner) is None
    single = with_one_cutoff(piped)
    assert isinstance(single, Pipeline)
    assert not isinstance(single, GroupPipeline)
    assert np.array_equal(single.predict(frame), inner.predict(X))
    assert with_one_cutoff(inner) is inner
    assert np.array_equal(with_one_cutoff(model).predict(X), inner.predict(X))
    numbers = GroupThresholdClassifier.beside(inner, {"1": -1.0, "2": 1.0}, groups)
    found = numbers.row_thresholds(X, np.array([1, 2, 1]))
    assert found.tolist() == [-1.0, 1.0, -1.0]


def test_groups_are_named_by_value_or_by_interval() -> None:
    groups = Groups.of(np.array(["b", None, "a", "b"], dtype=object), 4, "site")
    assert groups.names == ("(missing)", "a", "b")
    assert groups.codes.tolist() == [2, 0, 1, 2]
    assert (groups.cuts, groups.column) == ((), "site")
    assert number_cuts(np.arange(20)) == ()
    assert len(number_cuts(np.arange(21))) == 3
    assert number_cuts(np.array(["1"] * 30)) == ()
    assert number_cuts(np.array([*np.arange(20.0), np.nan, np.inf])) == ()
    values = np.array([*np.arange(40.0), np.nan])
    cut = Groups.of(values, 41)
    assert len(cut.names) == 5
    assert cut.names[-1] == "(missing)"
    assert cut.codes[-1] == 4
    assert np.array_equal(cut.codes[:-1], np.arange(40) // 10)
    assert group_labels(values, cut.cuts)[-1] == "(missing)"
    assert group_labels(np.array([1.0, np.nan])) == [1.0, "(missing)"]
    frame = pd.DataFrame({"u": [1, 2], "site": ["a", "b"]})
    assert list(groupings_of(None, ["site"], frame, 2)) == ["site"]
    assert groupings_of(None, ["site"], np.eye(2), 2) == {}
    named = groupings_of("site", [], frame, 2)
    assert list(named) == ["site"]
    assert list(groupings_of(["a", "b"], [], frame, 2)) == ["group"]
    both = groupings_of("site", ["clinic", "ward"], frame, 2)
    assert both["clinic"] is both["ward"]
    assert both["clinic"].column == "site"


def test_classes_called_by_name_are_decided_as_before() -> None:
    inner = LogisticRegression().fit(X, CODES * 10)
    named = ClassesByName(inner, ["x", "y", "z"])
    expected = np.array(["x", "y", "z"])[inner.predict(X) // 10]
    assert np.array_equal(named.predict(X), expected)
    assert named.fit(X) is named
    np.testing.assert_array_equal(named.predict_proba(X), inner.predict_proba(X))
    np.testing.assert_array_equal(named.decision_function(X), inner.decision_function(X))
    assert not hasattr(ClassesByName(GaussianNB().fit(X, CODES), "xyz"), "decision_function")
