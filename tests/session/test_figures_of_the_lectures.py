"""Figures that the pages papers-001 and papers-004 state, computed again."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.special import expit
from scipy.stats import norm
from sklearn.neighbors import KNeighborsClassifier
from tests.lesson_examples import EIGHT_POINTS, TEN_POINTS, TUBE

from steersman.learn.classic import (
    BasicLinearClassifier,
    LogicTable,
    Moons,
    UniformSquare,
    model_of,
)
from steersman.maths.lessons import (
    batch_ascent,
    homogeneous,
    log_conditional_likelihood,
    perceptron_trace,
    stochastic_ascent,
)
from steersman.session.lab.sources import known_source, source_knobs
from steersman.session.lessons.dimension import LessonDimension, dimension_view
from steersman.session.lessons.dual import dual_view
from steersman.session.lessons.folds import LessonFolds, folds_view
from steersman.session.lessons.kernels import kernels_view
from steersman.session.lessons.risk import LessonRisk, risk_view
from steersman.session.lessons.tube import tube_view
from steersman.session.lessons.wide import LessonWide, wide_view
from steersman.tasks import Task

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def first_points() -> tuple[np.ndarray, np.ndarray]:
    """The hundred points with which the lab opens."""
    source = known_source("gaussians")
    assert source.world is not None
    return source.world(source_knobs(source, {})).draw(0)


def test_the_basic_classifier_is_the_difference_of_centers(first_points) -> None:
    X, y = first_points
    p, n = X[y == 1].mean(axis=0), X[y == 0].mean(axis=0)
    model = BasicLinearClassifier().fit(X, y)
    assert model.coef_[0] == pytest.approx(p - n)
    assert model.coef_[0] == pytest.approx([1.798, 1.232], abs=1e-3)
    assert -model.intercept_[0] == pytest.approx((p @ p - n @ n) / 2)
    assert -model.intercept_[0] == pytest.approx(-0.0715, abs=1e-4)


def test_three_batch_steps_are_the_sum_over_all_points(first_points) -> None:
    X, y = first_points
    design, w = homogeneous(X), np.zeros(3)
    for _ in range(3):
        w = w + 0.5 * (y - expit(design @ w)) @ design
    assert w == pytest.approx([0.949, 20.390, 15.694], abs=1e-3)
    assert batch_ascent(X, y, 0.5, 3).weights[-1] == pytest.approx(w)
    mean = batch_ascent(X, y, 0.5, 3, mean=True).weights[-1]
    assert mean == pytest.approx([0.0025, 0.534, 0.374], abs=1e-3)


def test_a_pass_of_single_points_is_the_one_by_hand(first_points) -> None:
    X, y = first_points
    design, w = homogeneous(X), np.zeros(3)
    for row, truth in zip(design, y):
        w = w + 0.1 * (truth - expit(row @ w)) * row
    assert w == pytest.approx([-0.0247, 1.4736, 1.0984], abs=1e-4)
    assert stochastic_ascent(X, y, 0.1, np.arange(100)).weights[-1] == pytest.approx(w)


def test_the_likelihood_after_a_hundred_steps(first_points) -> None:
    X, y = first_points
    model = model_of("ascent", {}, {}, 100).fit(X, y)
    p = model.predict_proba(X)[:, 1]
    by_hand = np.log(np.where(y == 1, p, 1 - p)).sum()
    weights = np.array([*model.intercept_, *model.coef_[0]])
    found = log_conditional_likelihood(homogeneous(X), y, weights)[0]
    assert found == pytest.approx(by_hand)
    assert found == pytest.approx(-17.467, abs=1e-3)


def test_the_bayes_errors_are_those_in_closed_form() -> None:
    source = known_source("gaussians")
    assert source.world is not None
    world = source.world(source_knobs(source, {}))
    # The centers are sqrt(5) apart; half of that, in deviations of 0.8, is the error's quantile.
    assert world.bayes_error() == pytest.approx(norm.cdf(-np.sqrt(5) / 2 / 0.8))
    assert world.bayes_error() == pytest.approx(0.0811252, abs=1e-7)
    assert UniformSquare().bayes_error() == pytest.approx(0.2)


def test_and_takes_twenty_updates() -> None:
    X, y = LogicTable("and").draw()
    trace = perceptron_trace(X, np.where(y == 1, 1.0, -1.0))
    assert (len(trace.examples), trace.converged) == (20, True)
    assert trace.weights[-1].tolist() == [-4, 2, 3]


def test_four_choices_of_k_on_a_thousand_points() -> None:
    world = UniformSquare(1000)
    (X, y), (fresh, truth) = world.draw(0), world.draw_test(0)
    errors = [
        (KNeighborsClassifier(k).fit(X, y).predict(fresh) != truth).mean() for k in (1, 3, 20, 200)
    ]
    assert errors == pytest.approx([0.347, 0.298, 0.2325, 0.2455], abs=1e-9)


def test_support_vectors_and_margins_of_the_first_points(first_points) -> None:
    X, y = first_points
    line = model_of("svm", {}, {}, 100).fit(X, y)
    assert (len(line.support_), int((np.abs(line.dual_coef_) >= 1 - 1e-9).sum())) == (25, 22)
    assert 2 / np.linalg.norm(line.coef_) == pytest.approx(0.975, abs=1e-3)
    moons = Moons(200).draw(0)
    assert len(model_of("svm", {}, {"kernel": "rbf"}, 200).fit(*moons).support_) == 46


def test_errors_on_a_hundred_columns_and_on_a_thousand() -> None:
    many = dimension_view(LessonDimension(draws=5), Task()).values
    errors = {curve["way"]: curve["errors"][-1][0] for curve in many["curves"]}
    assert errors == pytest.approx({"all": 0.243, "pca": 0.196, "selected": 0.095}, abs=0.001)
    wide = wide_view(LessonWide(draws=5), Task()).values
    assert (wide["training"][-1][0], wide["shuffled"][-1][0]) == (0, 0)
    assert (wide["test"][-1][0], wide["radial"][0]) == pytest.approx((0.392, 0.107), abs=0.001)


def test_the_lessons_start_with_the_figures_of_the_pages() -> None:
    dual = dual_view(replace(TEN_POINTS, step=1)).values
    assert dual["kkt"]["gap"] == pytest.approx(2.78, abs=0.005)
    solved = dual_view(TEN_POINTS).values
    assert np.count_nonzero(np.array(solved["alpha"]) > 1e-6) == 4
    assert solved["bias"] == pytest.approx(-4.489, abs=1e-3)
    tube = tube_view(TUBE).values
    assert (tube["primal"], tube["dual"]) == pytest.approx((4.8169, 4.8169), abs=1e-4)
    assert tube["support"] == 9
    assert kernels_view(EIGHT_POINTS).values["mercer"]["error"] == pytest.approx(0.029, abs=1e-3)
    flat = risk_view(LessonRisk(flat=2)).values
    assert (flat["alpha"], flat["lipschitz"]) == pytest.approx((1 / 3, 3))
    folds = folds_view(LessonFolds(neighbors=7)).values
    assert (folds["mean"], folds["test_error"]) == pytest.approx((0.1, 0.0667), abs=1e-4)


@pytest.mark.parametrize(("page", "rows"), [("papers-001.md", 46), ("papers-004.md", 73)])
def test_every_row_of_a_page_works_or_says_why_not(page: str, rows: int) -> None:
    lines = (DOCS / page).read_text().splitlines()
    table = [re.split(r"(?<!\\)\|", line)[1:-1] for line in lines if line.startswith("| ")]
    body = [
        [cell.strip() for cell in row] for row in table if row[0].strip() not in ("section", "---")
    ]
    assert len(body) == rows
    for _section, _what, where, recomputed, state, note in body:
        assert state in ("works", "left out")
        assert (where and recomputed) if state == "works" else note
