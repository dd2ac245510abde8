"""A monitor fed with rows of known rates, in any batches, with labels that come late."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from numpy.typing import NDArray
from scipy.stats import binom, multinomial
from sklearn.base import BaseEstimator, ClassifierMixin

from steersman import Monitor, Want, save_model, steer
from steersman.errors import SteersmanError
from steersman.learn.monitor.watched_bound import WatchedBound, watched_bound
from steersman.maths.sequential import log_mixture

WANT = "fpr <= 5% and recall >= 80% and precision >= 70% and f1 >= 60% and accuracy >= 85%"


class Echo(ClassifierMixin, BaseEstimator):
    """Predicts what its rows say."""

    classes_ = np.array(["ham", "spam"])

    def predict(self, X: Any) -> NDArray[np.str_]:
        return self.classes_[np.asarray(X, dtype=int).ravel()]


def mail(rows: int, fpr: float, fnr: float = 0.1, seed: int = 0) -> tuple[Any, NDArray[np.str_]]:
    """Predictions as rows, and labels, with these error rates."""
    rng = np.random.default_rng(seed)
    spam = rng.random(rows) < 0.4
    wrong = rng.random(rows) < np.where(spam, fnr, fpr)
    return (spam ^ wrong).astype(int), Echo.classes_[spam.astype(int)]


def test_a_model_within_its_limits_holds_and_one_beyond_them_is_broken() -> None:
    monitor = Monitor(Echo(), want=WANT)
    good = monitor.update(*mail(3000, fpr=0.02))
    assert [check.state for check in good.checks] == ["holds"] * 5
    assert good.state == "holds"
    bad = monitor.update(*mail(3000, fpr=0.12, seed=1))
    first = bad.checks[0]
    assert bad.state == first.state == "broken"
    assert first.broken_since is not None
    assert 3000 < first.broken_since < 4500
    assert first.e_value is not None
    assert first.e_value > first.alarm_at == pytest.approx(100.0)
    # A break stays: good rows afterwards do not undo it.
    assert monitor.update(*mail(5000, fpr=0.0, seed=2)).checks[0].state == "broken"


def test_estimates_are_those_of_the_confusion_matrix_and_lie_between_the_limits() -> None:
    X, y = mail(500, fpr=0.1)
    report = Monitor(Echo(), want=WANT).update(X, y)
    predicted = Echo().predict(X)
    matrix = pd.crosstab(y, predicted).to_numpy()
    for check, bound in zip(report.checks, Want(WANT).resolve(["ham", "spam"]).bounds):
        assert check.estimate == pytest.approx(bound.value(matrix, None))
        assert check.limits is not None
        assert check.limits[0] <= check.estimate <= check.limits[1]
    assert report.checks[0].rows == (y == "ham").sum()
    assert report.checks[2].rows == (predicted == "spam").sum()


def test_batches_and_single_rows_give_the_same_report() -> None:
    X, y = mail(400, fpr=0.15, fnr=0.3)
    whole, single, late = (Monitor(Echo(), want=WANT) for _ in range(3))
    for row in range(400):
        single.update(X[row : row + 1], y[row : row + 1])
    ids = [f"m{row}" for row in range(400)]
    late.update(X, ids=ids)
    assert late.report.labeled == 0
    late.label(ids[:150], y[:150])
    expected = whole.update(X, y)
    assert expected.state == "broken"
    assert single.report == expected
    final = late.label(ids[150:], y[150:])
    assert [check.e_value for check in final.checks] == [check.e_value for check in expected.checks]
    assert final.checks[0].broken_id == f"m{expected.checks[0].broken_since - 1}"


def test_rows_without_a_label_are_counted_and_not_judged() -> None:
    report = Monitor(Echo(), want="fpr <= 5%").update(
        [1, 1, 1, 0, 1], ["ham", None, float("nan"), "", pd.NA]
    )
    assert (report.rows, report.labeled, report.checks[0].rows) == (5, 1, 1)


def test_labels_that_come_again_count_once_and_the_first_stays() -> None:
    monitor = Monitor(Echo(), want="fpr <= 5%")
    monitor.update([1, 0], ["ham", None], ids=[7, 8])
    report = monitor.update([0, 0, 1], ["ham", "spam", "spam"], ids=["7", "8", "9"])
    assert (report.rows, report.labeled, report.repeated, report.changed) == (3, 3, 1, 0)
    report = monitor.label(["8"], ["ham"])
    assert (report.labeled, report.changed) == (3, 1)
    # The row that came again is judged by its first prediction.
    assert monitor.matrix.tolist() == [[0, 1], [1, 1]]


def test_mistakes_are_refused_and_change_nothing(tmp_path: Path) -> None:
    monitor = Monitor(Echo(), want="fpr <= 5%")
    monitor.update([1], ["spam"], ids=["a"])
    before = monitor.state_values()
    (tmp_path / "other.json").write_text("not json")
    Monitor(Echo(), want="fpr <= 4%").save(tmp_path / "four.json")
    refused = {
        "unknown-row": lambda: monitor.label(["a", "b"], ["ham", "ham"]),
        "unknown-labels": lambda: monitor.update([1], ["eggs"]),
        "uneven-rows": lambda: monitor.update([1, 0], ["ham"]),
        "not-a-monitor": lambda: monitor.load(tmp_path / "other.json"),
        "other-monitor": lambda: monitor.load(tmp_path / "four.json"),
        "no-want": lambda: Monitor(Echo()),
        "bad-confidence": lambda: Monitor(Echo(), want="fpr <= 5%", confidence=1.0),
    }
    for code, mistake in refused.items():
        with pytest.raises(SteersmanError) as error:
            mistake()
        assert error.value.code == code
    assert monitor.state_values() == before


def test_a_saved_state_continues_as_if_nothing_had_happened(tmp_path: Path) -> None:
    X, y = mail(600, fpr=0.08)
    whole, first = Monitor(Echo(), want=WANT), Monitor(Echo(), want=WANT)
    whole.update(X, y, ids=range(600))
    first.update(X[:250], y[:250], ids=range(250))
    first.save(tmp_path / "state.json")
    second = Monitor(Echo(), want=WANT).load(tmp_path / "state.json")
    second.update(X[250:], y[250:], ids=range(250, 600))
    assert second.report == whole.report
    assert json.dumps(second.state_values()) == json.dumps(whole.state_values())


def test_bounds_without_a_value_for_a_row_say_why() -> None:
    unwatched = "balanced accuracy >= 90%, fp <= 5, accuracy = 90%, recall >= 50% for each group"
    monitor = Monitor(Echo(), want=f"{unwatched}, fpr <= 5%")
    checks = monitor.update(*mail(300, fpr=0.5)).checks
    assert [check.state for check in checks] == ["undecided"] * 4 + ["broken"]
    assert all(check.reason and check.e_value is None for check in checks[:4])
    # Only what is tested takes part of the risk.
    assert checks[4].alarm_at == pytest.approx(20.0)


def test_counts_and_costs_are_means_per_row() -> None:
    costs = [[0.0, 10.0], [1.0, 0.0]]
    monitor = Monitor(Echo(), want="fp <= 5 and cost <= 60", costs=costs, rows_meant=100)
    X, y = mail(2000, fpr=0.04, fnr=0.1)
    checks = monitor.update(X, y).checks
    fp, fn = int(((X == 1) & (y == "ham")).sum()), int(((X == 0) & (y == "spam")).sum())
    assert checks[0].estimate == pytest.approx(fp / 20)
    assert checks[1].estimate == pytest.approx((10 * fp + fn) / 20)
    assert [check.state for check in checks] == ["holds", "holds"]
    assert monitor.update(*mail(2000, fpr=0.3)).state == "broken"


def test_a_limit_of_zero_is_broken_by_the_first_error() -> None:
    monitor = Monitor(Echo(), want="fpr <= 0% and recall >= 0%")
    report = monitor.update([0, 1, 1], ["ham", "spam", "ham"])
    assert [check.state for check in report.checks] == ["broken", "holds"]
    assert report.checks[0].broken_since == 3


def test_the_want_of_steering_and_of_a_saved_model_is_the_one_watched(tmp_path: Path) -> None:
    from sklearn.linear_model import LogisticRegression

    rng = np.random.default_rng(0)
    X = rng.normal(size=(400, 1))
    y = np.where(X[:, 0] + rng.normal(size=400) > 0, "yes", "no")
    steering = steer(LogisticRegression().fit(X, y), X, y, "fpr <= 10%, fn <= 300", positive="yes")
    save_model(
        steering.model,
        tmp_path / "m.skops",
        story={"want": str(steering.want), "positive": "yes", "rows": {"holdout": 400}},
    )
    reports = [
        Monitor(model).update(X, y)
        for model in (steering, tmp_path / "m.skops", str(tmp_path / "m.skops"))
    ]
    assert reports[0] == reports[1] == reports[2]
    assert [str(check.bound) for check in reports[0].checks] == ["fpr <= 10%", "fn <= 300"]


@pytest.mark.parametrize(
    ("text", "chances"),
    [("f1 >= 60%", [0.3, 0.1, 0.3, 0.3]), ("precision >= 60%", [0.2, 0.2, 0.3, 0.3])],
)
def test_evidence_against_the_true_value_is_fair_or_less(text: str, chances: list[float]) -> None:
    """Exact, over all confusion matrices of six rows whose measure is truly the bound's value."""
    cells = np.array(chances)
    want = Want(text).resolve(["ham", "spam"])
    watched = watched_bound(want.bounds[0], want, None)
    assert isinstance(watched, WatchedBound)
    true_matrix = cells.reshape(2, 2)
    assert want.bounds[0].value(true_matrix, None) == pytest.approx(0.6)
    total = 0.0
    for counts in product(range(7), repeat=4):
        if sum(counts) != 6:
            continue
        matrix = np.array(counts).reshape(2, 2)
        gains, mean = watched.gains(0.6)
        rows, judged = watched.judged_rows(matrix), watched.judged_cells
        evidence = log_mixture(float((gains * matrix)[judged].sum()), rows, mean)
        total += multinomial.pmf(counts, 6, cells) * np.exp(evidence)
    assert total <= 1.0 + 1e-9


def test_false_alarms_over_whole_lives_are_within_the_band() -> None:
    lives, alarms = 100, 0
    for life in range(lives):
        monitor = Monitor(Echo(), want="fpr <= 5% and fnr <= 10%")
        alarms += monitor.update(*mail(1500, fpr=0.05, fnr=0.1, seed=life)).state == "broken"
    assert alarms <= binom.ppf(0.999, lives, 0.05)
