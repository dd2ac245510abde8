"""Steering by a sweep of counts ends where steering with the rows in memory does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.errors import raises
from tests.learn.promises.test_steering_promises import ByScore, scored_rows

from steersman import steer
from steersman.learn.steering import resolved_for_sweep, steer_sweep
from steersman.maths.confusion import cutoff_sweep

ROWS, CODES = scored_rows(260, 240)
MODEL = ByScore().fit(ROWS, CODES)
SWEEP = cutoff_sweep(ROWS[:, 0], CODES == 1)
SUMS = np.bincount(CODES).astype(float)


def own_setting() -> tuple[float, int]:
    """The cut-off of the model, and the setting of the sweep that decides as it does."""
    before = steer(MODEL, ROWS, CODES, "fp <= 999", objective="keep").before
    (at,) = np.flatnonzero((before == SWEEP.matrices).all(axis=(1, 2)))
    return float(SWEEP.settings[at]), int(at)


@pytest.mark.parametrize("confidence", [None, 0.9])
@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("fpr <= 20%", {}),
        ("fpr <= 99%", {}),
        ("precision >= 75%", {}),
        ("fp <= 20 and recall >= 60%", {}),
        ("fpr <= 0.1% and recall >= 99%", {}),
        ("maximize recall subject to fpr <= 30%", {}),
        ("fn <= 60", {"costs": [[0.0, 1.0], [3.0, 0.0]]}),
        ("precision >= 40%", {"prior": 0.2}),
        ("recall >= 60%", {"objective": "minimize fp"}),
        ("recall >= 70%", {"positive": 0}),
    ],
)
def test_the_result_is_that_of_the_rows(
    text: str, options: dict[str, Any], confidence: float | None
) -> None:
    plain = steer(MODEL, ROWS, CODES, text, confidence, **options)
    want = resolved_for_sweep(text, (0, 1), SUMS, **options)
    found = steer_sweep(MODEL, SWEEP, own_setting(), want, confidence)
    assert found.after.tolist() == plain.after.tolist()
    assert found.before.tolist() == plain.before.tolist()
    assert (found.met, found.code, found.gap) == (plain.met, plain.code, plain.gap)
    assert found.violations == plain.violations
    assert np.array_equal(found.ranges, plain.ranges)
    assert found.model.predict(ROWS).tolist() == plain.model.predict(ROWS).tolist()
    assert (found.promise is None) == (confidence is None)
    if found.promise is not None and plain.promise is not None:
        assert [each.risk for each in found.promise.bounds] == [
            each.risk for each in plain.promise.bounds
        ]


@pytest.mark.parametrize("confidence", [None, 0.9])
@pytest.mark.parametrize("text", ["fpr <= 60%", "precision >= 55%", "fp <= 200", "fpr <= 1%"])
def test_a_model_that_does_is_kept_if_asked(text: str, confidence: float | None) -> None:
    plain = steer(MODEL, ROWS, CODES, text, confidence, objective="keep")
    want = resolved_for_sweep(text, (0, 1), SUMS, objective="keep")
    found = steer_sweep(MODEL, SWEEP, own_setting(), want, confidence, keep=True)
    assert (found.model is MODEL) is (plain.model is MODEL)
    assert (found.code, found.gap) == (plain.code, plain.gap)
    assert len(found.trajectory) == len(plain.trajectory)
    assert found.after.tolist() == plain.after.tolist()


@pytest.mark.parametrize(
    ("text", "sums", "code"),
    [
        ("recall >= 60% for each site", SUMS, "want-needs-rows"),
        ("minimize cost, cost column = amount", SUMS, "want-needs-rows"),
        ("refer <= 10% and error rate <= 5%", SUMS, "want-needs-rows"),
        ("recall >= 60%", np.array([50.0, 0.0]), "unmeasurable"),
    ],
)
def test_wants_that_counts_alone_cannot_answer_are_refused(
    text: str, sums: np.ndarray, code: str
) -> None:
    with raises(code):
        resolved_for_sweep(text, (0, 1), sums)
