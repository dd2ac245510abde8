"""Plans for labeling: unbiased estimates, honest verdicts, fewer labels than a plain sample."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import binom
from sklearn.linear_model import LogisticRegression

from steersman.errors import SteersmanError
from steersman.learn.monitor import LabelingPlan, labeling_plan


def mail(rows: int, seed: int) -> tuple[Any, NDArray[np.str_]]:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(rows, 1))
    return X, np.where(X[:, 0] + rng.normal(size=rows) > 1.0, "spam", "ham")


X, Y = mail(4000, 1)
WANT = "fpr <= 20% and precision >= 40%"


@pytest.fixture(scope="module")
def model() -> Any:
    return LogisticRegression().fit(*mail(2000, 0))


def labels(plan: LabelingPlan, y: NDArray[np.str_] = Y) -> dict[int, object]:
    return {row: y[row] for row in plan.rows.tolist()}


def fpr(model: Any, y: NDArray[np.str_] = Y) -> float:
    return float(np.mean(model.predict(X)[y == "ham"] == "spam"))


def test_weighted_estimates_are_unbiased_and_those_without_weights_are_not(model: Any) -> None:
    wrong = (model.predict(X) == "spam") & (Y == "ham")
    with_weights, without = [], []
    for seed in range(100):
        plan = labeling_plan(model, X, 80, want="fpr <= 5%", random_state=seed)
        with_weights.append(np.mean(plan.weights * wrong[plan.draws]))
        without.append(np.mean(wrong[plan.draws]))
        assert plan.weights.mean() == pytest.approx(1.0, abs=0.5)
    band = 4 * np.std(with_weights) / np.sqrt(100)
    assert abs(np.mean(with_weights) - wrong.mean()) < band
    assert abs(np.mean(without) - wrong.mean()) > band
    # A plain sample of the same size varies more.
    assert np.std(with_weights) < 0.8 * np.sqrt(wrong.mean() * (1 - wrong.mean()) / 80)


def test_verdicts_at_the_limit_are_wrong_within_the_band(model: Any) -> None:
    """The rate of all rows is the limit, less or more than which every verdict would be wrong."""
    limit, alarms, lives = fpr(model), 0, 60
    plans = [
        labeling_plan(model, X, 150, want=f"fpr <= {limit:.6f}", random_state=seed, confidence=0.9)
        for seed in range(lives)
    ]
    for plan in plans:
        # Looked at several times on the way.
        states = {
            replace(plan, draws=plan.draws[:n]).judge(labels(plan))[0].state for n in (60, 150)
        }
        alarms += "broken" in states
    assert alarms <= binom.ppf(0.999, lives, 0.1)


def test_a_plan_decides_with_fewer_labels_than_an_even_one(model: Any) -> None:
    plan = labeling_plan(model, X, want=WANT)
    even = labeling_plan(model, X, want=WANT, even=True)
    assert len(plan.draws) < 0.8 * len(even.draws)
    assert np.unique(even.weights).tolist() == [1.0]
    assert len(even.rows) == len(even.draws)
    checks = plan.judge(labels(plan))
    assert [check.state for check in checks] == ["holds", "holds"]
    for check in checks:
        assert check.limits is not None
        assert check.estimate is not None
        assert check.limits[0] <= check.estimate <= check.limits[1]
    assert checks[0].limits is not None
    assert checks[0].limits[0] < fpr(model) < checks[0].limits[1]
    missed = np.random.default_rng(0).random(len(X)) < 0.7
    turned = np.where((model.predict(X) == "ham") & missed, "spam", "ham")
    assert plan.judge(labels(plan, turned))[0].state == "broken"


def test_labels_count_in_the_order_of_the_draws(model: Any) -> None:
    plan = labeling_plan(model, X, 50, want=WANT)
    known = labels(plan)
    del known[int(plan.draws[20])]
    first = plan.judge(known)
    done = int(np.flatnonzero(plan.draws == plan.draws[20])[0])
    again = replace(plan, draws=plan.draws[:done]).judge(labels(plan))
    assert [check.e_value for check in first] == [check.e_value for check in again]
    assert len(plan.rows) == len(set(plan.draws.tolist()))
    same = labeling_plan(model, X, 50, want=WANT)
    assert same.draws.tolist() == plan.draws.tolist()


def test_mistakes_are_refused(model: Any) -> None:
    plan = labeling_plan(model, X, 5, want=WANT)
    with pytest.raises(SteersmanError) as error:
        plan.judge({int(plan.draws[0]): "eggs"})
    assert error.value.code == "unknown-labels"
    with pytest.raises(SteersmanError) as error:
        labeling_plan(Nobody(), X[:0], want=WANT)
    assert error.value.code == "no-rows-to-label"


class Nobody:
    """A model that takes any number of rows, also none, and has no scores."""

    classes_ = np.array(["ham", "spam"])

    def predict(self, rows: Any) -> NDArray[np.str_]:
        return np.full(len(rows), "ham")


def test_a_model_without_scores_is_sampled_by_its_predictions() -> None:
    plan = labeling_plan(Nobody(), X, 60, want="accuracy >= 30%")
    checks = plan.judge(labels(plan))
    assert checks[0].estimate == pytest.approx(
        np.average(Y[plan.draws] == "ham", weights=plan.weights)
    )
