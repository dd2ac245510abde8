"""Reasons for the decisions about many rows."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline

from steersman.data.raw_columns import raw_features
from steersman.learn.explain import RowReasons, row_reasons
from steersman.learn.steering import steer


@pytest.fixture(scope="module")
def patients() -> tuple[pd.DataFrame, np.ndarray]:
    rng = np.random.default_rng(4)
    ill = rng.random(120) < 0.5
    frame = pd.DataFrame(
        {
            "age": rng.normal(size=120) + ill,
            "dose": rng.integers(0, 3, 120),
            "ward": np.where(rng.random(120) < 0.5 + 0.3 * ill, "north", "south"),
        }
    )
    return frame, np.where(ill, "ill", "well")


def pipeline_of(frame: pd.DataFrame, y: np.ndarray):
    features = raw_features(numbers=["age", "dose"], words=["ward"]).fit(frame)
    model = LogisticRegression().fit(features.transform(frame), y)
    return Pipeline([*features.steps, ("model", model)])


def test_reasons_add_up_to_the_distance_from_the_average_for_the_predicted_class(
    patients, monkeypatch
) -> None:
    frame, y = patients
    model = pipeline_of(frame, y)
    rows = model[:2].transform(frame)
    # Several slices must give what one gives.
    monkeypatch.setattr(row_reasons, "MOST_NUMBERS", 7 * rows.shape[1])
    found = RowReasons(model, 10).of(rows)
    scores = model[2:].decision_function(rows)
    signs = np.where(model.predict(frame) == model.classes_[1], 1.0, -1.0)
    total = [sum(part for _, part in each) for each in found]
    assert total == pytest.approx(signs * (scores - scores.mean()))
    assert {name for each in found for name, _ in each} == {"age", "dose", "ward"}
    sizes = [[abs(part) for _, part in each] for each in found]
    assert all(each == sorted(each, reverse=True) for each in sizes)


def test_a_row_that_goes_to_a_person_has_the_reasons_of_the_side_it_leans_to(patients) -> None:
    frame, y = patients
    model = pipeline_of(frame, y)
    rows = model[:2].transform(frame)
    steered = steer(model[-1], rows, y, "maximize accuracy subject to refer <= 30%").model
    referred = np.flatnonzero(steered.predict_referral(rows))
    assert len(referred)
    whole = Pipeline([*model.steps[:2], ("model", steered)])
    found = RowReasons(whole, 10).of(rows)
    scores = model[-1].decision_function(rows)
    for row in referred.tolist():
        away = sum(part for _, part in found[row])
        assert abs(away) == pytest.approx(abs(scores[row] - scores.mean()))
