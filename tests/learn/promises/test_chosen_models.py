"""A guarantee for the model that is chosen of several: they share the risk."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binom, norm
from tests.errors import raises
from tests.learn.promises.test_steering_promises import ByScore, scored_rows

from steersman import Want, steer
from steersman.learn.promises import promise_for
from steersman.learn.steering import Goal
from steersman.maths.confusion import cutoff_sweep

MODELS, DRAWS, RISK = 10, 80, 0.2


def broken_choices(risk_of_each: float) -> int:
    """In how many draws the model with the most recall, chosen of ten, breaks its guarantee.

    Each has scores of its own for the same rows, and is guaranteed on all of them.
    """
    rng = np.random.default_rng(3)
    want = Want("maximize recall subject to fpr <= 10%").resolve([0, 1])
    promise = promise_for(want, np.array([80.0, 80.0]), 1.0 - risk_of_each)
    goal, positive = Goal(want, promise), np.repeat([False, True], 80)
    broken = 0
    for _ in range(DRAWS):
        found = []
        for _ in range(MODELS):
            sweep = cutoff_sweep(rng.normal(1.5 * positive), positive)
            at = goal.best(sweep.matrices)
            if promise.gaps(sweep.matrices)[at] == 0.0:
                found.append((int(sweep.matrices[at, 1, 1]), float(sweep.settings[at])))
        broken += bool(found) and norm.sf(max(found)[1]) > 0.1
    return broken


def test_the_best_of_several_models_keeps_its_guarantee_only_if_they_share_the_risk() -> None:
    assert broken_choices(RISK) > binom.ppf(0.9999, DRAWS, RISK)
    assert broken_choices(RISK / MODELS) <= binom.ppf(0.9999, DRAWS, RISK)


def test_models_among_which_one_is_chosen_share_the_risk() -> None:
    X, y = scored_rows(300, 300)
    model = ByScore().fit(X, y)
    alone = steer(model, X, y, "fpr <= 10% and recall >= 50%", 0.9)
    chosen = steer(model, X, y, "fpr <= 10% and recall >= 50%", 0.9, among=5)
    assert sum(each.risk for each in alone.promise.bounds) == pytest.approx(0.1)
    assert sum(each.risk for each in chosen.promise.bounds) == pytest.approx(0.02)
    assert (chosen.promise.confidence, chosen.promise.among) == (0.9, 5)
    assert chosen.after[0, 1] < alone.after[0, 1]
    assert all("5 models" in each for each in chosen.guarantees)


def test_no_choice_among_no_model_is_asked() -> None:
    X, y = scored_rows(30, 30)
    with raises("bad-among"):
        steer(ByScore().fit(X, y), X, y, "fpr <= 10%", 0.9, among=0)
