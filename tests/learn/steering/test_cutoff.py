"""The cut-off of one class at every place, against predictions made one by one."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from steersman.learn.steering import (
    Attainable,
    ThresholdedClassifier,
    class_leads,
    cutoff_path,
    with_cutoff,
)

Floats = NDArray[np.float64]


def fitted(classes: int, *, scaled: bool) -> tuple[object, Floats, NDArray[np.int64]]:
    """A model whose offsets are moved already, and rows with equal scores among them."""
    rng = np.random.default_rng(classes)
    y = rng.integers(0, classes, 80)
    X = (rng.normal(size=(80, 3)) + 1.2 * np.eye(3)[y]).round(0)
    plain = LogisticRegression()
    model = (make_pipeline(StandardScaler(), plain) if scaled else plain).fit(X, y)
    moved = 0.4 if classes == 2 else -0.5
    return with_cutoff(model, moved, classes - 1), X, y


@pytest.mark.parametrize("scaled", [False, True])
@pytest.mark.parametrize("classes", [2, 3])
def test_a_path_counts_the_calls_of_each_of_its_settings(classes: int, scaled: bool) -> None:
    model, X, y = fitted(classes, scaled=scaled)
    for place in range(classes):
        path = cutoff_path(Attainable.of(model, X, y), place)
        assert np.array_equal(path.truth, y == place)
        assert path.tp[0] == path.fp[0] == 0
        assert (path.tp[-1], path.fp[-1]) == ((y == place).sum(), (y != place).sum())
        for setting, tp, fp in zip(path.settings, path.tp, path.fp):
            called = with_cutoff(model, float(setting), place).predict(X) == place
            assert (tp, fp) == (np.sum(called & (y == place)), np.sum(called & (y != place)))
        now = model.predict(X) == place  # type: ignore[attr-defined]
        at = path.tp[path.now], path.fp[path.now]
        assert at == (np.sum(now & (y == place)), np.sum(now & (y != place)))


@pytest.mark.parametrize("scaled", [False, True])
@pytest.mark.parametrize("classes", [2, 3])
def test_leads_order_the_rows_as_their_cut_off_calls_them(classes: int, scaled: bool) -> None:
    model, X, y = fitted(classes, scaled=scaled)
    leads = class_leads(model, X)
    decided = model.predict(X)  # type: ignore[attr-defined]
    for place in range(classes):
        path = cutoff_path(Attainable.of(model, X, y), place)
        np.testing.assert_allclose(path.lead, leads[:, place])
        # Decided rows lead by 0 or more, others by 0 at most.
        assert leads[decided == place, place].min() >= 0.0 >= leads[decided != place, place].max()
        for setting in path.settings:
            called = with_cutoff(model, float(setting), place).predict(X) == place
            if called.any() and not called.all():
                assert leads[called, place].min() > leads[~called, place].max()


def test_the_lead_is_the_change_of_the_cut_off_that_turns_a_row() -> None:
    model, X, _ = fitted(3, scaled=False)
    assert isinstance(model, ThresholdedClassifier)
    offsets = np.asarray(model.setting())
    leads = class_leads(model, X)
    for place in range(3):
        for row in range(0, 80, 9):
            for step, wins in ((-1e-6, False), (1e-6, True)):
                turned = with_cutoff(model, float(offsets[place] - leads[row, place] + step), place)
                assert bool(turned.predict(X[[row]])[0] == place) is wins  # type: ignore[attr-defined]


def test_a_cut_off_beside_others_leaves_the_model_and_its_other_offsets() -> None:
    rng = np.random.default_rng(0)
    y = np.arange(60) % 3
    model = LogisticRegression().fit(rng.normal(size=(60, 3)) + np.eye(3)[y], y)
    once = with_cutoff(model, 0.7, 1)
    assert once.setting().tolist() == [0.0, 0.7, 0.0]  # type: ignore[attr-defined]
    twice = with_cutoff(once, -0.2, 2)
    assert twice.setting().tolist() == [0.0, 0.7, -0.2]  # type: ignore[attr-defined]
    assert once.setting().tolist() == [0.0, 0.7, 0.0]  # type: ignore[attr-defined]
    scaled = make_pipeline(StandardScaler(), model)
    scaled[0].fit(np.eye(3))
    assert len(with_cutoff(scaled, 0.7, 1).steps) == 2  # type: ignore[attr-defined]
    single = make_pipeline(model)
    assert np.array_equal(class_leads(single, np.eye(3)), class_leads(model, np.eye(3)))
    assert np.array_equal(
        with_cutoff(single, 0.7, 1).predict(np.eye(3)),  # type: ignore[attr-defined]
        once.predict(np.eye(3)),  # type: ignore[attr-defined]
    )
