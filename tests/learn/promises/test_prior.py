"""A share of positives in use that is not that of the rows: measures and guarantees follow it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from scipy.stats import binom
from sklearn.linear_model import LogisticRegression
from tests.errors import raises
from tests.learn.promises.test_steering_promises import SHAPES

from steersman import Want, steer
from steersman.learn.promises import promise_for
from steersman.learn.steering import Goal
from steersman.maths.confusion import cutoff_sweep

MATRIX = np.array([[90, 10], [20, 80]])


@pytest.mark.parametrize(
    ("text", "in_use"),
    [
        ("precision >= 0%", 0.08 / (0.08 + 0.09)),
        ("fdr <= 100%", 0.09 / (0.08 + 0.09)),
        ("npv >= 0%", 0.81 / (0.81 + 0.02)),
        ("accuracy >= 0%", 0.08 + 0.81),
        ("error rate <= 100%", 0.02 + 0.09),
        ("f1 >= 0%", 0.16 / (0.16 + 0.02 + 0.09)),
        ("recall >= 0%", 0.8),
        ("fpr <= 100%", 0.1),
        ("balanced accuracy >= 0%", 0.85),
        ("fp <= 1000", 10),
    ],
)
def test_measures_are_those_of_a_population_with_that_share(text: str, in_use: float) -> None:
    want = Want(text).resolve([0, 1], prior=0.1)
    (bound,) = want.bounds
    assert bound.value(MATRIX.astype(float), None) == pytest.approx(in_use)
    # The sample's own class share does not matter.
    assert bound.value(MATRIX * np.array([[1.0], [7.0]]), None) == pytest.approx(in_use)


def test_errors_to_minimize_weigh_as_often_as_they_happen_in_use() -> None:
    costs = np.array([[0.0, 3.0], [5.0, 0.0]])
    # Nine in ten rows are of the first class in use, as many here as of the second.
    for text, prices in (("minimize errors", 1.0 - np.eye(2)), ("minimize cost", costs)):
        objective = Want(text).resolve([0, 1], prior=0.1, costs=costs).objective
        weighed = prices * np.array([[1.8], [0.2]])
        (loss,) = objective.losses(MATRIX[np.newaxis].astype(float), MATRIX.sum(axis=1), costs)
        assert loss == pytest.approx((weighed * MATRIX).sum())


def test_a_prior_as_in_the_sample_changes_no_decision() -> None:
    rng = np.random.default_rng(3)
    sweep = cutoff_sweep(rng.normal(size=80), rng.random(80) < 0.4)
    share = float(sweep.matrices[0].sum(axis=1)[1] / 80)
    for text in ("precision >= 60%", "accuracy >= 55%", "f1 >= 50%", "error rate < 50%"):
        plain, weighed = Want(text).resolve([0, 1]), Want(text).resolve([0, 1], prior=share)
        assert np.array_equal(plain.gaps(sweep.matrices), weighed.gaps(sweep.matrices))


def guaranteed_cutoffs(
    draw: Callable, text: str, prior: float | None, confidence: float, draws: int
) -> list[float]:
    """Cut-offs guaranteed on draws of 400 rows of each class."""
    rng = np.random.default_rng(5)
    want = Want(text).resolve([0, 1], prior=prior)
    promise = promise_for(want, np.array([400.0, 400.0]), confidence)
    goal = Goal(want, promise)
    positive = np.repeat([False, True], 400)
    found = []
    for _ in range(draws):
        sweep = cutoff_sweep(np.concatenate([draw(rng, c, 400) for c in (0, 1)]), positive)
        at = goal.best(sweep.matrices)
        if promise.gaps(sweep.matrices)[at] == 0.0:
            found.append(float(sweep.settings[at]))
    return found


def values_in_use(above: Callable, text: str, prior: float, cutoffs: list[float]) -> list[bool]:
    """Whether the want holds where a share `prior` of the population is positive."""
    want = Want(text).resolve([0, 1])
    fpr, tpr = above(0, np.array(cutoffs)), above(1, np.array(cutoffs))
    rates = np.moveaxis(np.array([[1.0 - fpr, fpr], [1.0 - tpr, tpr]]), 2, 0)
    population = rates * (1e6 * np.array([1.0 - prior, prior]))[:, np.newaxis]
    return [want.is_met(matrix) for matrix in population]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(
    ("text", "confidence"),
    [("precision >= 20%", 0.8), ("npv >= 95%", 0.8), ("error rate <= 30%", 0.8)],
)
def test_drawn_at_half_and_used_at_a_tenth_a_guarantee_is_kept(
    shape: str, text: str, confidence: float
) -> None:
    draw, above = SHAPES[shape]
    draws = 80
    cutoffs = guaranteed_cutoffs(draw, text, 0.1, confidence, draws)
    assert len(cutoffs) > 0.2 * draws
    broken = values_in_use(above, text, 0.1, cutoffs).count(False)
    assert broken <= binom.ppf(0.9999, draws, 1.0 - confidence)


def test_without_the_prior_the_same_guarantee_is_broken_always() -> None:
    draw, above = SHAPES["normal"]
    cutoffs = guaranteed_cutoffs(draw, "precision >= 70%", None, 0.9, 60)
    assert len(cutoffs) == 60
    assert not any(values_in_use(above, "precision >= 70%", 0.1, cutoffs))


def test_scores_that_miss_a_share_by_a_hair_are_guaranteed_no_more_often_than_the_risk() -> None:
    """Whatever is called, 29.9 % of it are right in use: every guarantee of 30 % is false."""
    rng = np.random.default_rng(2)
    want = Want("precision >= 30%").resolve([0, 1], prior=0.299)
    promise = promise_for(want, np.array([200.0, 200.0]), 0.5)
    positive = np.repeat([False, True], 200)
    promised = 0
    for _ in range(200):
        sweep = cutoff_sweep(rng.random(400), positive)
        promised += bool((promise.gaps(sweep.matrices) == 0.0).any())
    assert 0 < promised <= binom.ppf(0.999, 200, 0.5)


def test_steer_is_cautious_where_positives_are_rarer_in_use() -> None:
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 3000)
    X = rng.normal(2.5 * y)[:, np.newaxis]
    model = LogisticRegression().fit(X, y)
    here = steer(model, X, y, "precision >= 80%", 0.9)
    used = steer(model, X, y, "precision >= 80%", 0.9, prior=0.1)
    assert here.met
    assert used.met
    assert used.after[0, 1] < here.after[0, 1] / 3
    (sentence,), (other,) = here.guarantees, used.guarantees
    assert "10 %" in other
    assert "10 %" not in sentence
    false_calls = used.after[0, 1] / used.after[0].sum()
    caught = used.after[1, 1] / used.after[1].sum()
    assert 0.1 * caught / (0.1 * caught + 0.9 * false_calls) >= 0.8


def test_fewest_errors_are_those_in_use() -> None:
    rng = np.random.default_rng(1)
    y = rng.integers(0, 2, 400)
    X = rng.normal(y)[:, np.newaxis]
    steering = steer(LogisticRegression().fit(X, y), X, y, "minimize errors", prior=0.05)
    sweep = cutoff_sweep(X[:, 0], y == 1)
    rows = np.bincount(y)
    errors = 0.95 * sweep.matrices[:, 0, 1] / rows[0] + 0.05 * sweep.matrices[:, 1, 0] / rows[1]
    reached = 0.95 * steering.after[0, 1] / rows[0] + 0.05 * steering.after[1, 0] / rows[1]
    assert reached == pytest.approx(errors.min())


@pytest.mark.parametrize(
    ("prior", "classes", "code"),
    [
        (1.5, [0, 1], "bad-prior"),
        (0.0, [0, 1], "bad-prior"),
        (0.1, "abc", "prior-of-several-classes"),
    ],
)
def test_a_prior_that_is_none_is_refused(prior: float, classes: object, code: str) -> None:
    with raises(code):
        Want("accuracy >= 50%").resolve(list(classes), prior=prior)  # type: ignore[call-overload]


def test_too_few_rows_say_how_many_would_do() -> None:
    want = Want("precision >= 90%").resolve([0, 1], prior=0.01)
    (short,) = promise_for(want, np.array([100.0, 100.0]), 0.95).shortages
    assert short.rows == 200
    enough = np.array([float(short.needed) * 1.5, 5000.0])
    assert promise_for(want, enough, 0.95).shortages == ()
