"""The sentences that people read of a steering: pinned here, and asserted on nowhere else."""

from __future__ import annotations

import numpy as np
import pytest
from tests.learn.promises.test_steering_promises import ByScore, scored_rows

from steersman import Want, steer
from steersman.learn.promises import unpromised_reason
from steersman.learn.steering import Steering
from steersman.learn.wants import MEASURES, Bound, Contradiction

HERE_ONLY = "This holds on these rows. On new data, about half of such settings do not."
ANSWERS = [
    (
        "fp <= 60",
        None,
        "keep",
        ("already-met", "these-rows"),
        "Already true: 22 of 130 ham called spam (16.9 %). Room for 38 more. No change made. "
        + HERE_ONLY,
    ),
    (
        "fp <= 60 and fn <= 40",
        None,
        "keep",
        ("already-met", "these-rows"),
        "Already true: 22 of 130 ham called spam (16.9 %); 28 of 150 spam missed (18.7 %). "
        "Room for 38 more ham and 12 more spam. No change made. " + HERE_ONLY,
    ),
    (
        "fp <= 3",
        None,
        None,
        ("met", "these-rows"),
        "Reached: 3 of 130 ham called spam (2.3 %). Elsewhere: spam missed 28 → 72 of 150. "
        + HERE_ONLY,
    ),
    (
        "fp <= 3",
        0.95,
        None,
        ("met", "these-rows"),
        "Reached: 3 of 130 ham called spam (2.3 %). Elsewhere: spam missed 28 → 72 of 150. "
        f"{HERE_ONLY} A count cannot be guaranteed on new data; "
        "ask for a rate such as fpr <= 5.9%.",
    ),
    (
        "lose at most 25% of ham, then catch as much spam as possible",
        0.95,
        None,
        ("met", "guaranteed"),
        "Reached: 24 of 130 ham called spam (18.5 %); 125 of 150 spam caught (83.3 %). "
        "Elsewhere: spam missed 28 → 25 of 150. "
        "With 95 % confidence, at most 25 % of new ham is called spam, if new rows are like these "
        "(here: 24 of 130). This assumes that the model was not fitted on these rows.",
    ),
    (
        "fpr <= 1%",
        0.95,
        None,
        ("too-few-rows", "none"),
        'Not guaranteed: "at most 1 % of new ham is called spam" at 95 % needs at least 299 rows, '
        "and there are 130. Here: 1 of 130 ham called spam (0.8 %). "
        "Elsewhere: spam missed 28 → 81 of 150.",
    ),
    (
        "recall >= 95% and fp <= 0",
        None,
        None,
        ("closest", "none"),
        "Not reached. Closest: 23 of 130 ham called spam (17.7 %; at most 0 wanted, 23 too many); "
        "125 of 150 spam caught (83.3 %; at least 95 % wanted, 18 more). "
        "All errors: 50 → 48 of 280 rows. "
        "While the other bounds hold, 56 to 130 ham can be called spam.",
    ),
]


def mail_steering(want: str, confidence: float | None, objective: str | None) -> Steering:
    rows, codes = scored_rows(130, 150)
    labels = np.array(["ham", "spam"])[codes]
    model = ByScore().fit(rows, labels)
    return steer(model, rows, labels, want, confidence, objective=objective)


@pytest.mark.parametrize(("want", "confidence", "objective", "codes", "sentence"), ANSWERS)
def test_the_answer_of_a_steering(
    want: str, confidence: float | None, objective: str | None, codes: tuple, sentence: str
) -> None:
    steering = mail_steering(want, confidence, objective)
    assert (steering.code, steering.assurance) == codes
    assert steering.reason == sentence


@pytest.mark.parametrize("confidence", [None, 0.8])
@pytest.mark.parametrize("measure", sorted(set(MEASURES) - {"cost", "average cost"}))
def test_every_answer_names_the_class_that_its_figures_are_of(
    measure: str, confidence: float | None
) -> None:
    definition = MEASURES[measure]
    classes = {0: "", 1: "(spam)", 2: "(ham, spam)"}[definition.n_classes]
    relation, value = ("<=", 0.4) if definition.rises_with_errors else (">=", 0.6)
    value = value if definition.is_share else 60
    steering = mail_steering(f"{measure}{classes} {relation} {value}", confidence, None)
    if definition.n_classes:
        assert "spam" in steering.answer.headline
        assert all("spam" in each for each in steering.guarantees)
    guaranteed = definition.is_share and confidence is not None and steering.met
    assert len(steering.guarantees) == guaranteed
    assert bool(steering.answer.caveat) == steering.met


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


def test_counts_are_answered_with_the_rates_that_can_be_guaranteed_instead() -> None:
    (rate,) = Want("fpr <= 2%").bounds
    assert unpromised_reason([None]).endswith("such as fpr or recall")
    assert unpromised_reason([None, rate]).endswith(f"such as {rate}")


def test_a_contradiction_names_rows_only_where_they_matter() -> None:
    bounds = Want("fp <= 1 and fp >= 2").bounds
    assert str(Contradiction(bounds, {})).startswith("fp <= 1 and fp >= 2 cannot hold together;")
    assert "(3 of 'ham')" in str(Contradiction(bounds[:1], {"ham": 3}))


def test_a_shortage_says_how_many_rows_are_needed_only_where_that_is_known() -> None:
    steering = mail_steering("accuracy >= 99%", 0.95, None)
    assert steering.code == "too-few-rows"
    assert not np.isfinite(steering.promise.shortages[0].needed)
    assert "needs more rows" in steering.reason
    assert "inf" not in steering.reason
