"""Lessons of lines, risk and neighbors: figures by hand, by scikit-learn and by their limits."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.special import expit
from scipy.stats import norm
from sklearn.metrics import log_loss
from sklearn.model_selection import PredefinedSplit, cross_val_score
from sklearn.neighbors import KNeighborsClassifier
from tests.errors import raises
from tests.lesson_examples import FOUR_MAILS, LINE, THREE_RATES

from steersman.learn.classic import PerceptronClassifier
from steersman.learn.lessons import ManyColumns, dimension_study
from steersman.session.lessons.dimension import LessonDimension, dimension_view
from steersman.session.lessons.folds import LessonFolds, folds_view, shuffled_moons
from steersman.session.lessons.line import line_view
from steersman.session.lessons.mails import mails_view
from steersman.session.lessons.rates import rates_view
from steersman.session.lessons.risk import LessonRisk, risk_view
from steersman.tasks import Task


def test_x0_lies_on_the_line_along_w_and_its_length_times_w_is_t() -> None:
    values = line_view(LINE).values
    assert values["foot"] == pytest.approx((1.2, 0.6))
    assert np.dot(values["foot"], LINE.weights) == pytest.approx(LINE.threshold)
    assert values["product"] == pytest.approx(3)
    assert (values["score"], values["chance"]) == pytest.approx((4.4, expit(4.4)))
    assert values["distance"] == pytest.approx(4.4 / np.sqrt(5))
    truth = [row[2] for row in LINE.rows]
    loss = log_loss(truth, values["chances"], normalize=False)
    assert values["likelihood"] == pytest.approx(-loss)
    assert values["likelihood"] == pytest.approx(-1.996, abs=1e-3)
    negative = line_view(replace(LINE, threshold=-2.0)).values
    assert negative["product"] == pytest.approx(2)
    with raises("no-direction"):
        line_view(replace(LINE, weights=(0.0, 0.0)))
    with raises("no-direction"):
        line_view(replace(LINE, weights=(1e-300, 0.0)))
    with raises("value-not-finite"):
        line_view(replace(LINE, weights=(1e300, -1.0)))


def test_doubling_w_and_t_leaves_the_line_and_steepens_the_sigmoid() -> None:
    once, twice = line_view(LINE).values, line_view(replace(LINE, weights=(4, 2), threshold=6))
    assert twice.values["foot"] == pytest.approx(once["foot"])
    assert twice.values["distance"] == pytest.approx(once["distance"])
    assert twice.values["chance"] > once["chance"]


def test_the_middle_rate_converges_first() -> None:
    runs = rates_view(THREE_RATES).values["runs"]
    assert [len(run["examples"]) for run in runs] == [8, 3, 10]
    assert all(run["converged"] and run["wrong"][-1] == 0 for run in runs)
    X, y = np.array(THREE_RATES.rows)[:, :2], np.array(THREE_RATES.rows)[:, 2]
    for run in runs:
        peer = PerceptronClassifier(run["rate"], start="centers", shuffle=False).fit(X, y)
        assert run["weights"][-1] == pytest.approx([*peer.intercept_, *peer.coef_[0]])
    same = rates_view(replace(THREE_RATES, start="zero")).values["runs"]
    # From zero weights a rate only scales them, so the same points trigger updates.
    assert same[0]["examples"] == same[1]["examples"] == same[2]["examples"]
    with raises("class-single"):
        rates_view(replace(THREE_RATES, rows=((0, 0, 1), (1, 1, 1))))


def test_the_risk_is_the_bayes_risk_and_the_excess() -> None:
    for asked in (LessonRisk(), LessonRisk(flat=2), LessonRisk(jump=0.3, cut=0.8)):
        values = risk_view(asked).values
        assert values["risk"] == pytest.approx(values["bayes_risk"] + values["excess"], abs=1e-4)
        assert (np.array(values["error"]) >= np.array(values["least"]) - 1e-12).all()
    crossing = risk_view(LessonRisk()).values
    assert (crossing["risk"], crossing["bayes_risk"], crossing["excess"]) == pytest.approx(
        (0.29, 0.25, 0.04)
    )
    assert (crossing["alpha"], crossing["power"], crossing["lipschitz"]) == pytest.approx(
        (1, 2 / 3, 1)
    )
    assert crossing["band"] == pytest.approx((0.4, 0.6))
    jumping = risk_view(LessonRisk(jump=0.3)).values
    assert (jumping["alpha"], jumping["power"], jumping["band"]) == (None, None, None)


def test_the_rounds_are_those_of_scikit_learn() -> None:
    asked = LessonFolds(rows=60, folds=4, neighbors=3, seed=2)
    values = folds_view(asked).values
    X, y = shuffled_moons(60, 2)
    fold = np.concatenate(
        [np.full(band["end"] - band["start"], i) for i, band in enumerate(values["bands"])]
    )
    scores = cross_val_score(
        KNeighborsClassifier(3), X[:45], y[:45], cv=PredefinedSplit(fold), scoring="accuracy"
    )
    assert [band["error"] for band in values["bands"]] == pytest.approx((1 - scores).tolist())
    model = KNeighborsClassifier(3).fit(X[:45], y[:45])
    assert values["test_error"] == pytest.approx(1 - model.score(X[45:], y[45:]))
    assert (values["training"], values["test"]) == (45, 15)
    first = folds_view(LessonFolds()).values
    assert (first["mean"], min(first["errors"]), first["best"]) == pytest.approx((0.2, 0.1, 7))


def test_noise_hurts_neighbors_and_either_reduction_helps_where_it_fits() -> None:
    def errors(noise: float, turned: bool) -> dict[str, float]:
        world = ManyColumns(noise, turned)
        *_, study = dimension_study(
            world, (100,), points=100, neighbors=10, draws=3, seed=0, task=Task()
        )
        return dict(zip(("all", "pca", "selected"), study.errors.mean(axis=(0, 2)).tolist()))

    plain = errors(1.0, turned=False)
    assert plain["all"] > plain["selected"] + 0.08
    turned = errors(0.5, turned=True)
    assert turned["selected"] > turned["pca"] + 0.08
    # Noise that is wider than the signal is what PCA keeps.
    assert errors(2.0, turned=False)["pca"] > 0.4


def test_the_curves_of_many_columns_start_near_the_bayes_error() -> None:
    values = dimension_view(LessonDimension(points=60, draws=2), Task()).values
    assert values["bayes_error"] == pytest.approx(norm.cdf(-np.sqrt(2)))
    assert values["rates"][0] == pytest.approx(60**-0.5)
    starts = [curve["errors"][0][0] for curve in values["curves"]]
    # With two columns all three ways see the same points.
    assert starts == [starts[0]] * 3
    assert starts[0] == pytest.approx(values["bayes_error"], abs=0.06)


def test_a_floor_lifts_estimates_of_zero_and_leaves_the_others() -> None:
    asked = replace(
        FOUR_MAILS, rows=((1, 0), (1, 0), (0, 1), (0, 1)), spam=(True, True, False, False)
    )
    bare = mails_view(replace(asked, smoothing=0.0)).values["models"][0]
    assert bare["posterior"] is None
    floored = mails_view(replace(asked, smoothing=0.0, floor=0.01)).values["models"][0]
    _ham, spam = floored["classes"]
    assert [rate["value"] for rate in spam["rates"]] == pytest.approx([0.99, 0.01])
    assert all(rate["floored"] for rate in spam["rates"])
    assert floored["posterior"] == pytest.approx(0.5)
    untouched = mails_view(replace(FOUR_MAILS, floor=0.01)).values["models"]
    assert [model["posterior"] for model in untouched] == pytest.approx([0.481, 0.25], abs=1e-3)
    assert not any(
        rate["floored"]
        for model in untouched
        for each in model["classes"]
        for rate in each["rates"]
    )
