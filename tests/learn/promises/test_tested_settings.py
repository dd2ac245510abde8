"""Guarantees shown by tests over a sweep: never more often false than the risk, on hard shapes."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from scipy.stats import binom
from sklearn.linear_model import LogisticRegression

from steersman import Want, steer
from steersman.learn.promises import promise_for
from steersman.learn.promises.testing_plan import (
    MOST_SETTINGS,
    FewCallsFirst,
    OwnSettingFirst,
    settings_to_test,
)
from steersman.learn.steering import ThresholdedClassifier
from steersman.maths.confusion import cutoff_sweep, rows_needed

POPULATION = 6000
HEIGHT = (np.arange(POPULATION) + 0.5) / POPULATION  # ranks of the scores, from 0 to 1
SHARE = 0.8

CHANCES: dict[str, np.ndarray] = {
    "flat at the bound": np.full(POPULATION, SHARE - 0.002),
    "wave around the bound": SHARE - 0.002 + 0.15 * np.sin(12 * np.pi * HEIGHT),
    "worst at the top": np.where(HEIGHT > 0.95, 0.3, np.clip(1.6 * HEIGHT - 0.5, 0, 1)),
    "slope": np.clip(1.5 * HEIGHT - 0.4, 0, 1),
    "cliff": np.where(HEIGHT > 0.7, SHARE - 0.001, 0.02),
    "rare class": np.clip((HEIGHT - 0.95) * 18, 0, 0.9),
}
SCORES: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "distinct": lambda height: height,
    "six values": lambda height: np.floor(6 * height),
    "two values": lambda height: (height > 0.7).astype(float),
}


def population(chances: str, scores: str) -> tuple[np.ndarray, np.ndarray]:
    """Scores and labels, so that every range of scores has its share of positives."""
    summed = np.cumsum(CHANCES[chances][::-1])
    positive = (np.diff(np.floor(np.concatenate([[0.0], summed]))) > 0)[::-1]
    return SCORES[scores](HEIGHT), positive


def false_guarantees(
    text: str, chances: str, scores: str, *, risk: float, draws: int, prior: float | None = None
) -> tuple[int, int]:
    """In how many draws of 200 rows some cut-off is shown, and one at which the want is broken."""
    values, positive = population(chances, scores)
    want = Want(text).resolve([0, 1], prior=prior)
    true = want.gaps(cutoff_sweep(values, positive).matrices) == 0.0
    distinct = np.unique(values)
    rng = np.random.default_rng(4)
    shown = wrong = 0
    for _ in range(draws):
        rows = rng.integers(0, POPULATION, 200)
        sweep = cutoff_sweep(values[rows], positive[rows])
        own = int(np.sum(values[rows] > 0.7))
        row_sums = sweep.matrices[0].sum(axis=1).astype(float)
        promise = promise_for(want, row_sums, 1.0 - risk, own_calls=np.array([200 - own, own]))
        holds = promise.gaps(sweep.matrices) == 0.0
        at = np.searchsorted(distinct, sweep.settings[holds], side="right")
        shown += bool(holds.any())
        wrong += not true[at].all()
    return shown, wrong


@pytest.mark.parametrize("scores", SCORES)
@pytest.mark.parametrize("chances", CHANCES)
@pytest.mark.parametrize("text", ["precision >= 80%", "npv >= 80%", "f1 >= 65%", "accuracy >= 75%"])
def test_no_cutoff_is_shown_falsely_more_often_than_the_risk(
    text: str, chances: str, scores: str
) -> None:
    _, wrong = false_guarantees(text, chances, scores, risk=0.2, draws=40)
    assert wrong <= binom.ppf(0.9999, 40, 0.2)


@pytest.mark.parametrize("chances", ["flat at the bound", "slope"])
def test_most_of_the_risk_is_used(chances: str) -> None:
    """A test of each number of calls by itself would use a hundredth of it."""
    _, wrong = false_guarantees("precision >= 80%", chances, "distinct", risk=0.2, draws=300)
    assert binom.ppf(0.001, 300, 0.08) <= wrong <= binom.ppf(0.999, 300, 0.2)


@pytest.mark.parametrize(
    ("text", "prior"),
    [("balanced accuracy >= 65%", None), ("error rate <= 25%", 0.2), ("precision >= 40%", 0.3)],
)
def test_means_over_classes_are_shown_and_kept(text: str, prior: float | None) -> None:
    shown, wrong = false_guarantees(text, "slope", "distinct", risk=0.2, draws=40, prior=prior)
    assert shown > 12
    assert wrong <= binom.ppf(0.9999, 40, 0.2)


def test_a_run_of_tests_goes_on_with_its_risk_and_ends_where_one_fails() -> None:
    plan = FewCallsFirst(1, ((3, 0.02), (6, 0.03)))
    calls = np.arange(10)
    called = np.stack([9 - calls, calls], axis=1)
    p_values = np.array([0.0, 0.0, 0.0, 0.01, 0.02, 0.021, 0.03, 0.01, 0.04, 0.0])
    shown = np.flatnonzero(plan.successes(p_values, called)).tolist()
    # Nothing before the first start; at 5 the risk of .02 is spent, at 6 another .03 begins.
    assert shown == [3, 4, 6, 7]
    # Both parts together where the first run reaches the second start.
    together = np.where(calls == 5, 0.0, p_values)
    assert np.flatnonzero(plan.successes(together, called)).tolist() == [3, 4, 5, 6, 7, 8, 9]


def test_tests_go_both_ways_from_the_models_own_setting() -> None:
    calls = np.arange(100)
    called = np.stack([99 - calls, calls], axis=1)
    p_values = np.where(np.abs(calls - 70) <= 8, 0.03, 1.0)
    shown = OwnSettingFirst(0.1, np.array([29, 70])).successes(p_values, called)
    assert np.flatnonzero(shown).tolist() == list(range(62, 79))
    # Half of the risk goes to each side: .036 is below .07 and above .035.
    beside = np.where(calls == 70, 0.03, np.where(np.abs(calls - 70) <= 8, 0.036, 1.0))
    alone = OwnSettingFirst(0.1, np.array([29, 70])).successes(beside, called)
    assert np.flatnonzero(alone).tolist() == [70]
    assert not OwnSettingFirst(0.1).successes(p_values, called).any()


def test_of_very_many_settings_a_part_is_tested_that_labels_have_no_say_in() -> None:
    calls = np.arange(100_000)[::-1]
    called = np.stack([99_999 - calls, calls], axis=1)
    planned = settings_to_test(called)
    assert len(planned) <= MOST_SETTINGS
    assert {0, 1, 2, 99_998, 99_999} <= set(planned.tolist())
    assert np.diff(np.sort(calls[planned])).max() <= 101


def test_a_share_needs_as_many_rows_as_show_it_when_all_of_them_are_right() -> None:
    needed = int(rows_needed(0.2, 0.05))
    want = Want("precision >= 80%").resolve([0, 1])
    (short,) = promise_for(want, np.array([0.0, needed - 1.0]), 0.95).shortages
    assert short.needed == needed
    enough = promise_for(want, np.array([0.0, needed]), 0.95)
    assert not enough.shortages
    sweep = cutoff_sweep(np.arange(needed), np.ones(needed, dtype=bool))
    assert enough.gaps(sweep.matrices).tolist() == [0.0] + [1.0] * needed


def test_so_many_rows_can_show_an_accuracy_as_show_it_when_all_of_them_are_right() -> None:
    want = Want("accuracy >= 90%").resolve([0, 1, 2])
    first = OwnSettingFirst(0.05).first_risk
    short = [
        bool(promise_for(want, np.full(3, float(rows)), 0.95).shortages) for rows in range(5, 40)
    ]
    # The chance of so many right rows in a row, at an accuracy that is just too low.
    assert short == [0.9 ** (3 * rows) > first for rows in range(5, 40)]
    assert any(short)
    assert not all(short)


def test_accuracy_of_three_classes_is_guaranteed_where_the_model_has_it() -> None:
    """Bands over all offsets promised 60 % in 3 of 1,000 draws like these."""
    rng = np.random.default_rng(0)

    def drawn_rows(n: int) -> tuple[np.ndarray, np.ndarray]:
        y = rng.integers(0, 3, n)
        return np.eye(3)[y] * 1.6 + rng.normal(size=(n, 3)), y

    model = LogisticRegression().fit(*drawn_rows(600))
    met = [steer(model, *drawn_rows(150), "accuracy >= 60%", 0.95).met for _ in range(20)]
    assert sum(met) >= 19


def test_a_threshold_chosen_by_labels_has_no_say_in_the_plan() -> None:
    rng = np.random.default_rng(1)
    y = rng.integers(0, 2, 400)
    X = rng.normal(1.5 * y)[:, np.newaxis]
    model = LogisticRegression().fit(X, y)
    far = ThresholdedClassifier.around(model, 2.5)
    plain, moved = (steer(each, X, y, "accuracy >= 65%", 0.9) for each in (model, far))
    assert plain.met
    assert plain.after.tolist() == moved.after.tolist()
