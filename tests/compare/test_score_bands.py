"""Curves of compared models fold by fold, and cost as a measure."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import average_precision_score, brier_score_loss, roc_auc_score, roc_curve
from tests.errors import raises

from steersman.compare import Cuts, Question, Recipe, compare, question_of
from steersman.compare.cost_measure import measure_for, measures_of
from steersman.compare.cross_fitting import CrossFitted, cross_fit, folds_of
from steersman.compare.recipes import unfitted_model
from steersman.compare.score_bands import GRID, score_standing
from steersman.data import load
from steersman.evaluate import permutation_test
from steersman.tasks import Task

PLAIN, NEAR = Recipe("plain", "logistic"), Recipe("near", "neighbors")
CUTS = Cuts(3)


@pytest.fixture(scope="module")
def question() -> Question:
    return question_of(load("breast-cancer"), costs=[[0.0, 5.0], [1.0, 0.0]])


def crossed(recipe: Recipe, question: Question) -> CrossFitted:
    found = CrossFitted.none_yet(len(question.y), 1, len(question.classes))
    cross_fit(recipe, question, CUTS, found, Task())
    return found


def test_figures_are_the_means_of_scikit_learns_over_folds(question: Question) -> None:
    label = question.classes[0]
    standing = score_standing(question, CUTS, crossed(NEAR, question), label)
    found: dict[str, list[float]] = {"auc": [], "average_precision": [], "brier": []}
    for train, test in folds_of(question, CUTS):
        model = unfitted_model(NEAR, sparse=False).fit(question.X[train], question.y[train])
        share, truth = model.predict_proba(question.X[test])[:, 0], question.y[test] == label
        found["auc"].append(roc_auc_score(truth, share))
        found["average_precision"].append(average_precision_score(truth, share))
        found["brier"].append(brier_score_loss(truth, share))
    for name, values in found.items():
        assert standing.figures[name].value == pytest.approx(np.mean(values)), name
        assert standing.figures[name].low <= np.mean(values) <= standing.figures[name].high


def test_bands_hold_the_curve_of_every_fold(question: Question) -> None:
    label = question.classes[1]
    found = crossed(PLAIN, question)
    band = score_standing(question, CUTS, found, label).bands["roc"]
    assert (band.low <= band.mean + 1e-12).all()
    assert (band.mean <= band.high + 1e-12).all()
    for _, test in folds_of(question, CUTS):
        fpr, tpr, _ = roc_curve(
            question.y[test] == label, found.leads[test, 1], drop_intermediate=False
        )
        # The most that is caught at no more than each false positive rate.
        best = np.array([tpr[fpr <= place + 1e-12].max() for place in GRID])
        assert (band.low <= best + 1e-12).all()
        assert (best <= band.high + 1e-12).all()


def test_cost_is_a_measure_where_costs_are_set(question: Question) -> None:
    assert "cost" in measures_of(question)
    comparison = compare(question, [PLAIN, NEAR], CUTS, measure="cost")
    for standing in comparison.standings:
        prices = np.array(question.costs)
        expected = float((standing.matrix * prices).sum() / standing.matrix.sum())
        cost = standing.overall["cost"]
        assert cost.rows.value == pytest.approx(expected)
        assert cost.rows.low < expected < cost.rows.high
        assert cost.folds.low <= cost.folds.value <= cost.folds.high
    first, second = (each.predicted for each in comparison.standings)
    tested = comparison.tests["plain", "near"].permutation
    assert tested.measure == "cost"
    again = permutation_test(question.codes, first, second, measure_for(question, "cost"))
    assert tested.difference == pytest.approx(again.difference)


def test_without_costs_there_is_no_such_measure() -> None:
    plain = question_of(load("iris"))
    assert "cost" not in measures_of(plain)
    with raises("bad-costs"):
        question_of(load("iris"), costs=[[0.0, 1.0]])
