"""The errors that a bound allows are the most that keep it, counted up one by one."""

from __future__ import annotations

import numpy as np
import pytest
from tests.learn.steering.score_models import ScoreModel, drawn_rows

from steersman import steer
from steersman.learn.promises import promise_for
from steersman.learn.steering.allowances import allowances, allowed_here
from steersman.learn.wants import Want
from steersman.maths.confusion import allowed_errors


@pytest.mark.parametrize("rows", [1, 7, 50, 300])
@pytest.mark.parametrize("value", ["0%", "2%", "7%", "14%", "50%", "100%"])
@pytest.mark.parametrize("relation", ["<=", "<", ">=", ">"])
def test_rates_allow_the_most_errors_that_keep_them(relation: str, value: str, rows: int) -> None:
    measure = "fpr" if "<" in relation else "specificity"
    (bound,) = Want(f"{measure} {relation} {value}").resolve([0, 1]).bounds
    share = float(value[:-1]) / 100.0
    kept = [-1]
    for errors in range(rows + 1):
        rate = (errors if "<" in relation else rows - errors) / rows
        near = abs(rate - share) < 1e-9
        beyond = rate > share if "<" in relation else rate < share
        if (near and "=" in relation) or (not near and not beyond):
            kept.append(errors)
    assert allowed_here(bound, rows) == max(kept)


@pytest.mark.parametrize(
    ("text", "allowed"),
    [("fp <= 4", 4), ("fp < 4", 3), ("fp <= 4.5", 4), ("fp < 4.5", 4), ("tn >= 26", 4),
     ("tn > 26", 3), ("tn >= 25.5", 4), ("tn > 25.5", 4), ("cell(0, 1) <= 4", 4),
     ("cell(0, 0) >= 26", 4)],
)  # fmt: skip
def test_counts_allow_what_they_say(text: str, allowed: int) -> None:
    want = Want(text).resolve([0, 1])
    matrix = np.array([[20, 10], [5, 15]])
    (room,) = allowances(want, None, matrix)
    assert (room.allowed, room.used, room.rows, room.label) == (allowed, 10, 30, 0)
    assert room.remaining == allowed - 10


@pytest.mark.parametrize(
    "text",
    [
        "fp = 4",
        "recall = 80%",
        "fp >= 4",
        "recall <= 50%",
        "cell(0, 1) >= 4",
        "cell(0, 0) <= 3",
        "accuracy >= 1%",
    ],
)
def test_bounds_that_limit_no_errors_have_no_allowance(text: str) -> None:
    want = Want(text).resolve([0, 1])
    assert allowances(want, None, np.array([[20, 10], [5, 15]])) == ()


def test_of_several_classes_the_rows_of_all_others_may_err() -> None:
    matrix = np.array([[20, 3, 2], [1, 30, 4], [5, 6, 40]])
    want = Want("fpr(2) <= 10% and fnr(0) <= 20%").resolve([0, 1, 2])
    first, second = allowances(want, None, matrix)
    assert (first.label, first.used, first.rows, first.allowed) == (None, 6, 60, 6)
    assert (second.label, second.used, second.rows, second.allowed) == (0, 5, 25, 5)


def test_a_promise_allows_less_and_what_it_does_not_count_is_left_out() -> None:
    matrix = np.array([[290, 10], [50, 250]])
    want = Want("fpr <= 5% and fn <= 80").resolve([0, 1])
    promise = promise_for(want, matrix.sum(axis=1).astype(float), 0.9)
    rate, count = allowances(want, promise, matrix)
    assert (rate.allowed, rate.used, rate.rows) == (allowed_errors(300, 0.05, 0.1), 10, 300)
    assert (count.allowed, count.used) == (80, 50)
    refers = Want("refer <= 10% and fpr <= 5% and referrals >= 1").resolve([0, 1])
    with_referred = np.array([[280, 10, 10], [40, 240, 20]])
    referral, alarms = allowances(refers, None, with_referred)
    assert (referral.allowed, referral.used, referral.rows) == (60, 30, 600)
    assert (alarms.used, alarms.rows, alarms.allowed) == (10, 290, 14)
    assert allowances(refers, promise, with_referred) == ()


def test_limits_for_each_group_have_no_allowance_of_all_rows() -> None:
    X, y, groups = drawn_rows(np.random.default_rng(0), 200)
    model = ScoreModel().fit(X, y)
    found = steer(model, X, y, "fpr <= 40% for each site and fn <= 90", groups=groups)
    assert [each.bound.measure for each in found.allowances] == ["fn"]
