"""A classifier that refers rows, alone: its decisions, its settings, its labels."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import FunctionTransformer
from tests.errors import raises

from steersman.learn.steering import ReferringClassifier, ThresholdedClassifier, pipeline_of
from steersman.learn.steering.referring import (
    ReferralSetting,
    answer_places,
    answers,
    deciding_all,
    free_label,
    referring_step,
    refuse_class_name,
    top_leads,
)

X = np.linspace(-3.0, 3.0, 61)[:, np.newaxis]
Y = (X[:, 0] + np.sin(9.0 * X[:, 0]) > 0).astype(int)
RNG = np.random.default_rng(0)
SCORES = RNG.normal(size=(50, 3)).round(1)
CODES = RNG.integers(0, 3, 50)


def test_a_score_between_the_cut_offs_is_referred_the_upper_one_included() -> None:
    setting = ReferralSetting((-1.0, 2.0))
    scores = np.array([-1.5, -1.0, -0.9, 2.0, 2.1])
    assert setting.codes(scores).tolist() == [0, 0, 2, 2, 1]
    assert setting.matrix(scores, np.array([0, 1, 1, 0, 1])).tolist() == [[1, 0, 1], [1, 1, 1]]
    assert setting.knobs == {"low": -1.0, "high": 2.0}


def test_a_lead_of_at_most_the_margin_is_referred() -> None:
    offsets = np.array([0.3, 0.0, -0.2])
    shifted = np.sort(SCORES + offsets, axis=1)
    leads = shifted[:, 2] - shifted[:, 1]
    np.testing.assert_allclose(top_leads(SCORES + offsets), leads)
    margin = float(top_leads(SCORES + offsets)[4])
    decided = np.argmax(SCORES + offsets, axis=1)
    setting = ReferralSetting(tuple(offsets.tolist()), margin)
    expected = np.where(top_leads(SCORES + offsets) > margin, decided, 3)
    assert np.array_equal(setting.codes(SCORES), expected)
    assert setting.codes(SCORES)[4] == 3
    matrix = setting.matrix(SCORES, CODES)
    assert matrix.shape == (3, 4)
    for true in range(3):
        for code in range(4):
            assert matrix[true, code] == np.sum((true == CODES) & (expected == code))
    plain = ReferralSetting(setting.threshold)
    assert np.array_equal(plain.codes(SCORES), decided)
    assert setting.knobs == {"offsets": setting.threshold, "margin": margin}


@pytest.mark.parametrize("threshold", [None, 0.4, (-1.0, 0.5)])
def test_two_classes_are_referred_between_and_otherwise_decided_in_the_middle(
    threshold: object,
) -> None:
    model = ReferringClassifier(LogisticRegression(), threshold).fit(X, Y)  # type: ignore[arg-type]
    low, high = {None: (0.0, 0.0), 0.4: (0.4, 0.4)}.get(threshold, (-1.0, 0.5))  # type: ignore[call-overload]
    scores = model.estimator_.decision_function(X)
    assert model.referral_setting == ReferralSetting((low, high))
    assert model.setting() == pytest.approx((low + high) / 2)
    assert np.array_equal(model.predict_referral(X), (scores > low) & (scores <= high))
    sure = ~model.predict_referral(X)
    assert np.array_equal(model.predict(X)[sure].astype(int), (scores > high).astype(int)[sure])
    everywhere = deciding_all(model)
    assert isinstance(everywhere, ThresholdedClassifier)
    assert np.array_equal(everywhere.predict(X), (scores > (low + high) / 2).astype(int))
    right = (scores > high).astype(int)[sure] == Y[sure]
    assert model.score(X, Y) == pytest.approx(right.mean())
    weights = np.arange(1.0, 62.0)
    expected = np.average(right, weights=weights[sure])
    assert model.score(X, Y, weights) == pytest.approx(expected)
    moved = model.around_other(LogisticRegression(C=0.01).fit(X, Y))
    assert moved.referral_setting == model.referral_setting
    assert model.setting_around(2.0) == ReferralSetting(
        (2.0 - (high - low) / 2, 2.0 + (high - low) / 2)
    )
    nothing = ReferringClassifier(LogisticRegression(), (-99.0, 99.0)).fit(X, Y)
    assert nothing.score(X, Y) == 0.0


def test_one_offset_of_several_is_moved_and_the_margin_kept() -> None:
    model = LogisticRegression().fit(SCORES, CODES)
    referring = ReferringClassifier.beside(model, ReferralSetting((0.1, 0.2, 0.3), 0.4), "ask")
    assert referring.referral == "ask"
    assert referring.setting_around(-1.0, 2) == ReferralSetting((0.1, 0.2, -1.0), 0.4)
    assert np.array_equal(referring.setting(), [0.1, 0.2, 0.3])
    own = ReferringClassifier(LogisticRegression()).fit(SCORES, CODES)
    assert own.referral_setting == ReferralSetting((0.0, 0.0, 0.0), None)
    assert not own.predict_referral(SCORES).any()


def test_answers_are_words_where_classes_are_and_have_their_places() -> None:
    words = answers(np.array(["ham", "spam"]), "refer")
    assert words.dtype.kind == "U"
    assert words.tolist() == ["ham", "spam", "refer"]
    mixed = answers(np.array([3, 5]), "refer")
    assert (mixed.dtype.kind, mixed.tolist()) == ("O", [3, 5, "refer"])
    assert answers(np.array(["a", "b"]), None).tolist() == ["a", "b", None]
    classes = np.array(["b", "d"])
    assert answer_places(["a", "b", "c", "d", "e"], classes).tolist() == [2, 0, 2, 1, 2]
    assert answer_places(np.array([3, "x", 5], dtype=object), np.array([3, 5])).tolist() == [
        0,
        2,
        1,
    ]
    assert answer_places(np.array([5, 4, 3]), np.array([3, 5])).tolist() == [1, 2, 0]
    assert answer_places(np.array(["3", "5"]), np.array([3, 5])).tolist() == [2, 2]


def test_a_referral_label_is_no_class() -> None:
    with raises("referral-is-class", referral="b"):
        refuse_class_name("b", np.array(["a", "b"]))
    with raises("referral-is-class", referral="3"):
        refuse_class_name("3", np.array([3, 4]))
    refuse_class_name("refer", np.array(["a", "b"]))
    assert free_label(["a"]) == "refer"
    assert free_label(["refer"]) == "ask a person"
    assert free_label(["refer", "ask a person"]) == "nobody knows"
    with raises("referral-is-class"):
        ReferringClassifier.beside(LogisticRegression().fit(X, Y), ReferralSetting((0, 1)), 1)


def test_the_step_that_refers_is_found_in_pipelines_of_pipelines() -> None:
    inner = ReferringClassifier(LogisticRegression(), (-1.0, 1.0)).fit(X, Y)
    one = pipeline_of([("same", FunctionTransformer()), ("model", inner)])
    nested = pipeline_of([("again", FunctionTransformer()), ("model", one)])
    for model in (inner, one, nested):
        assert referring_step(model) is inner
    plain = make_pipeline(FunctionTransformer(), LogisticRegression()).fit(X, Y)
    assert referring_step(plain) is None
    assert deciding_all(plain) is plain
    everywhere = deciding_all(nested)
    assert isinstance(everywhere, Pipeline)
    assert referring_step(everywhere) is None
    assert np.array_equal(everywhere.predict(X), (inner.estimator_.decision_function(X) > 0) * 1)
