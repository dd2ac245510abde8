"""Rows without labels against the rows of the guarantee."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from steersman import Monitor, steer
from steersman.learn.files import Fingerprint

WANT = "fpr <= 10% and precision >= 60%"


def mail(rows: int, spam_share: float, seed: int) -> tuple[Any, NDArray[np.str_]]:
    rng = np.random.default_rng(seed)
    spam = rng.random(rows) < spam_share
    return rng.normal(size=(rows, 1)) + 3.0 * spam[:, None], np.where(spam, "spam", "ham")


@pytest.fixture(scope="module")
def model() -> Any:
    return LogisticRegression().fit(*mail(1000, 0.3, 0))


def monitor(model: Any) -> Monitor:
    return Monitor(model, want=WANT, reference=mail(800, 0.3, 1)[0])


def test_rows_like_the_reference_show_no_shift_and_others_do(model: Any) -> None:
    watching = monitor(model)
    same = watching.update(mail(600, 0.3, 2)[0])
    assert [check.about for check in same.shifts] == ["score", "spam", "x0"]
    assert [check.shifted_since for check in same.shifts] == [None, None, None]
    other = watching.update(mail(600, 0.8, 3)[0])
    for check in other.shifts:
        assert check.shifted_since is not None
        assert 600 < check.shifted_since <= 1200
        assert check.alarm_at == pytest.approx(40.0 if check.kind == "column" else 80.0)
    # No label was given, so no limit is judged.
    assert other.state == "undecided"
    assert other.labeled == 0


def test_shares_are_those_of_the_predictions(model: Any) -> None:
    X = mail(500, 0.5, 4)[0]
    check = monitor(model).update(X).shifts[1]
    assert check.now == pytest.approx(np.mean(model.predict(X) == "spam"))
    reference = mail(800, 0.3, 1)[0]
    assert check.before == pytest.approx(np.mean(model.predict(reference) == "spam"))


def test_batches_repeats_and_a_saved_state_change_nothing(model: Any, tmp_path: Path) -> None:
    X, _ = mail(300, 0.45, 5)
    whole, parts = monitor(model), monitor(model)
    expected = whole.update(X, ids=range(300))
    parts.update(X[:120], ids=range(120))
    parts.save(tmp_path / "state.json")
    resumed = monitor(model).load(tmp_path / "state.json")
    found = resumed.update(X[60:], ids=range(60, 300))
    assert found == expected
    assert resumed.state_values() == whole.state_values()


def test_a_model_without_rows_to_compare_with_reports_no_shift(model: Any) -> None:
    assert Monitor(model, want=WANT).update(*mail(50, 0.9, 6)).shifts == ()


def test_a_fingerprint_counts_classes_and_scores_before_the_threshold(model: Any) -> None:
    X, y = mail(400, 0.3, 7)
    steered = steer(model, X, y, "fpr <= 1%").model
    plain, moved = Fingerprint.of(model, X), Fingerprint.of(steered, X)
    assert plain.classes.tolist() != moved.classes.tolist()
    assert plain.scores is not None
    assert moved.scores is not None
    assert plain.scores.tolist() == moved.scores.tolist()
    assert plain.scores.sum() == plain.classes.sum() == 400
    again = Fingerprint.in_story({"fingerprint": moved.values()})
    assert again is not None
    assert again.values() == moved.values()
