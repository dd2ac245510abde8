"""Models compared by the costs that single rows have."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import bootstrap
from tests.errors import raises

from steersman.compare import Cuts, Recipe, compare, question_of
from steersman.data import Dataset, load


@pytest.fixture(scope="module")
def tumors() -> Dataset:
    """Of each row, an error costs what its area is."""
    data = load("breast-cancer")
    return replace(data, X=data.X[:, :6], feature_names=data.feature_names[:6])


def test_the_average_cost_is_that_of_the_errors_with_intervals(tumors: Dataset) -> None:
    question = question_of(tumors, cost_column="mean area")
    found = compare(
        question,
        [Recipe("plain", "logistic"), Recipe("near", "neighbors")],
        Cuts(3, 1, 0),
        measure="cost",
    )
    area = tumors.column("mean area")
    for each in found.standings:
        losses = area * (each.predicted != question.codes)
        figure = each.overall["cost"].rows
        assert figure.value == pytest.approx(losses.mean())
        drawn = bootstrap((losses,), np.mean, method="percentile", rng=np.random.default_rng(5))
        assert figure.low == pytest.approx(drawn.confidence_interval.low, rel=0.15)
        assert figure.high == pytest.approx(drawn.confidence_interval.high, rel=0.15)
    first, second = (each.predicted != question.codes for each in found.standings)
    (test,) = (each.permutation for each in found.tests.values())
    assert test.difference == pytest.approx((area * first).mean() - (area * second).mean())
    assert 0.0 < test.p_value <= 1.0


def test_a_model_is_steered_to_the_lowest_cost_of_the_rows(tumors: Dataset) -> None:
    question = question_of(tumors, cost_column="mean area")
    recipes = [Recipe("plain", "logistic"), Recipe("cheap", "logistic", want="minimize cost")]
    found = compare(question, recipes, Cuts(3, 1, 0), measure="cost")
    plain, cheap = (each.overall["cost"].rows.value for each in found.standings)
    assert cheap != plain


def test_a_column_without_costs_is_refused(tumors: Dataset) -> None:
    with raises("column-missing", column="price"):
        question_of(tumors, cost_column="price")
    negative = replace(tumors, X=-tumors.X)
    with raises("bad-row-costs"):
        question_of(negative, cost_column="mean area")
