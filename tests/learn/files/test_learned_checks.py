from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB
from tests.errors import raises

from steersman.learn.catalog import model_named
from steersman.learn.files import read_model, save_model
from steersman.session.precompile import small_table


def negate_a_count(model: Any) -> None:
    model.feature_count_[0, 0] = -1.0


def raise_a_total(model: Any) -> None:
    model.total_feature_count_[0] += 5.0


def halve_weights(model: Any) -> None:
    model.coef_ = model.coef_[: len(model.coef_) // 2]


def lose_a_weight(model: Any) -> None:
    model.coef_[0, 0] = np.nan


def name_a_class_twice(model: Any) -> None:
    model.classes_[1] = model.classes_[0]


def raise_a_share(model: Any) -> None:
    model.class_prior_[0] += 0.1


def forget_a_variance(model: Any) -> None:
    model.var_[0, 0] = 0.0


def lead_back(model: Any) -> None:
    root, *others = model.graph_.nodes
    model.graph_ = replace(model.graph_, nodes=(replace(root, children=(0, 0, 0)), *others))


def miscount(model: Any) -> None:
    model.matrix_ = -1 - model.matrix_


def round_end_scores(model: Any) -> None:
    model._end_logits = model._end_logits.astype(np.int8)


FORGED = [
    ("plane", negate_a_count),
    ("plane", raise_a_total),
    ("plane", name_a_class_twice),
    ("logistic", halve_weights),
    ("logistic", lose_a_weight),
    ("gaussian", raise_a_share),
    ("gaussian", forget_a_variance),
    ("martingale", lead_back),
    ("martingale", miscount),
    ("martingale", round_end_scores),
]


@pytest.mark.parametrize(("name", "forge"), FORGED)
def test_numbers_that_no_fit_gives_are_refused(
    name: str, forge: Callable[[Any], None], tmp_path: Path
) -> None:
    data, path = small_table(), tmp_path / "model.skops"
    model = model_named(name, sparse=False).fit(data.X, data.y)
    save_model(model, path)
    read_model(path)
    forge(model.steps[-1][1] if hasattr(model, "steps") else model)
    save_model(model, path)
    with raises("damaged-model"):
        read_model(path)


def test_a_scale_that_is_not_of_its_variance_is_refused(tmp_path: Path) -> None:
    data, path = small_table(), tmp_path / "model.skops"
    model = model_named("logistic", sparse=False).fit(data.X, data.y)
    model.steps[0][1].scale_[0] *= 2.0
    save_model(model, path)
    with raises("damaged-model"):
        read_model(path)


def test_columns_and_classes_that_never_vary_are_no_forgery(tmp_path: Path) -> None:
    path = tmp_path / "model.skops"
    X = np.column_stack([np.full(8, 3.0), np.arange(8) % 2, np.full(8, 1e-12)])
    for name in ("logistic", "gaussian", "plane", "martingale", "forest"):
        save_model(model_named(name, sparse=False).fit(X, np.arange(8) % 2), path)
        read_model(path)
    # It has no smoothing: all its variances are zero.
    save_model(GaussianNB(var_smoothing=0.0).fit(X[:, :1], np.arange(8) % 2), path)
    read_model(path)
