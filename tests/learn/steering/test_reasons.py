"""The sentences that people read of a steering: pinned here, and asserted on nowhere else."""

from __future__ import annotations

import pytest
from tests.learn.promises.test_steering_promises import ByScore, scored_rows

from steersman import Want, steer
from steersman.learn.promises import unpromised_reason
from steersman.learn.wants import Bound, Contradiction

SENTENCES = [
    ("fp <= 60", None, "already-met", "fp <= 60 holds already"),
    ("fp <= 3", None, "met", "fp <= 3 holds"),
    (
        "fp <= 3",
        0.95,
        "met",
        "fp <= 3 holds on these rows; a count cannot be promised of new rows, "
        "ask for a rate such as fpr <= 5.9%",
    ),
    ("fpr <= 25%", 0.95, "already-met", "fpr <= 25% holds and is promised already"),
    (
        "fpr <= 25% and fn <= 100",
        0.95,
        "already-met",
        "fpr <= 25% holds and is promised already, fn <= 100 holds on these rows; "
        "a count cannot be promised of new rows, ask for a rate such as fnr <= 74.2%",
    ),
    (
        "fpr <= 1%",
        0.95,
        "too-few-rows",
        "fpr <= 1% cannot be promised at this confidence from 130 rows: it needs at least 299 rows",
    ),
]


@pytest.mark.parametrize(("want", "confidence", "code", "sentence"), SENTENCES)
def test_the_sentence_of_a_steering(
    want: str, confidence: float | None, code: str, sentence: str
) -> None:
    X, y = scored_rows(130, 150)
    steering = steer(ByScore().fit(X, y), X, y, want, confidence, objective="keep")
    assert (steering.code, steering.reason) == (code, sentence)


def test_what_is_closest_names_the_worst_bound_and_what_its_cells_can_be() -> None:
    X, y = scored_rows(130, 150)
    steering = steer(ByScore().fit(X, y), X, y, "recall >= 95% and fp <= 0")
    assert steering.code == "closest"
    worst, (fewest, most) = steering.violations[0], steering.ranges[0, 1]
    assert steering.reason == (
        f"{worst}; while the other bounds hold, {fewest} to {most} of 0 are called 1"
    )
    rows = f"{worst.rows:g} rows would have to change"
    assert str(worst) == f"fp <= 0 does not hold: it is {worst.value:g}, {rows}"


def test_a_contradiction_names_its_bounds_and_the_rows_there_are() -> None:
    rows = {"ham": 99, "spam": 11}
    found = Contradiction((Bound("fp", (), ">=", 500.0),), rows)
    assert found.what == "fp >= 500 cannot hold on these rows (99 of 'ham', 11 of 'spam')"
    with pytest.raises(Contradiction) as raised:
        Want("fp <= 3 and fp >= 5").resolve(["ham", "spam"])
    assert raised.value.what == "fp <= 3 and fp >= 5 cannot hold together"


def test_a_steering_is_told_in_one_line() -> None:
    X, y = scored_rows(130, 150)
    steering = steer(ByScore().fit(X, y), X, y, "fp <= 3")
    told = repr(steering)
    assert told.startswith("<Steering met: fp <= 3; gap 0, ")
    assert "\n" not in told
    assert len(told) < 120


def test_counts_are_answered_with_the_rates_that_can_be_promised_instead() -> None:
    (rate,) = Want("fpr <= 2%").bounds
    start = "a count cannot be promised of new rows, ask for a rate such as "
    assert unpromised_reason([None]) == f"{start}fpr or recall"
    assert unpromised_reason([None, rate]) == f"{start}{rate}"


def test_a_contradiction_names_rows_only_where_they_matter() -> None:
    bounds = Want("fp <= 1 and fp >= 2").bounds
    assert str(Contradiction(bounds, {})).startswith("fp <= 1 and fp >= 2 cannot hold together;")
    assert "(3 of 'ham')" in str(Contradiction(bounds[:1], {"ham": 3}))
