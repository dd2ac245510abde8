"""Limits for each group: one cut-off for all, the best there is, guaranteed in all of them."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binom, norm
from sklearn.linear_model import LogisticRegression
from tests.errors import raises
from tests.learn.steering.score_models import ScoreModel, drawn_rows

from steersman import SteeredClassifier, Want, steer


def rate(measure: str, called: np.ndarray, y: np.ndarray) -> tuple[int, int]:
    """(part, whole) of a measure, by its definition."""
    rows = {
        "recall": y == 1,
        "fpr": y == 0,
        "precision": called,
        "accuracy": np.ones_like(called),
    }[measure]
    hits = (
        (called == (y == 1))
        if measure == "accuracy"
        else called & ((y == 1) if measure == "precision" else rows)
    )
    return int((hits & rows).sum()), int(rows.sum())


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(
    ("measure", "sign", "limit"),
    [("recall", ">=", 0.8), ("fpr", "<=", 0.2), ("precision", ">=", 0.7), ("accuracy", ">=", 0.7)],
)
def test_the_cut_off_is_the_best_of_all(seed: int, measure: str, sign: str, limit: float) -> None:
    """Against every cut-off, counted group by group from the definition."""
    X, y, groups = drawn_rows(np.random.default_rng(seed), 60)
    model = ScoreModel().fit(X, y)
    steering = steer(model, X, y, f"{measure} {sign} {limit} for each group", groups=groups)
    keeping = []
    for cutoff in [-np.inf, *np.unique(X[:, 0])]:
        called = X[:, 0] > cutoff
        shares = [rate(measure, called[groups == g], y[groups == g]) for g in np.unique(groups)]
        if sign == ">=":
            # The precision of no calls is no precision.
            empty_holds = measure == "recall"
            holds = all(part >= limit * n - 1e-9 if n else empty_holds for part, n in shares)
        else:
            holds = all(part <= limit * n + 1e-9 for part, n in shares)
        if holds:
            fp, fn = int((called & (y == 0)).sum()), int((~called & (y == 1)).sum())
            damage = {"recall": fp, "fpr": fn, "precision": fn, "accuracy": fp + fn}[measure]
            keeping.append((damage, fp + fn))
    assert steering.met is bool(keeping)
    if keeping:
        fp, fn = int(steering.after[0, 1]), int(steering.after[1, 0])
        damage = {"recall": fp, "fpr": fn, "precision": fn, "accuracy": fp + fn}[measure]
        assert (damage, fp + fn) == min(keeping)
    assert np.array_equal(sum(each.matrix for each in steering.groups), steering.after)
    decided = pd.crosstab(pd.Series(y), pd.Series(steering.model.predict(X)))
    assert int(decided.to_numpy().sum()) == steering.after.sum()
    assert int((steering.model.predict(X) == y).sum()) == np.trace(steering.after)


def test_the_table_has_the_worst_group_first_with_its_interval() -> None:
    X, y, groups = drawn_rows(np.random.default_rng(1), 400)
    model = ScoreModel().fit(X, y)
    steering = steer(model, X, y, "recall >= 75% for each site and fpr <= 60%", groups=groups)
    values = [each.value for each in steering.groups]
    assert values == sorted(values)
    assert steering.groups[0].group == "c"
    for each in steering.groups:
        low, high = each.interval or (1.0, 0.0)
        assert low <= each.value <= high
        assert each.value == pytest.approx(each.matrix[1, 1] / each.matrix[1].sum())
    falling = steer(model, X, y, "fpr <= 30% for each site", groups=groups)
    assert falling.groups[0].value == max(each.value for each in falling.groups)


@pytest.mark.parametrize("shift", [0.0, 0.8])
def test_a_guarantee_is_broken_in_some_group_no_more_often_than_it_says(shift: float) -> None:
    """Three groups, flat at the bound or one of them worse; population rates are known."""
    rng = np.random.default_rng(4)
    draws, broken, given = 300, 0, 0
    groups = np.repeat(["a", "b", "c"], [200, 120, 80])
    y = np.tile([0, 1], 200)
    moved = np.where(groups == "c", shift, 0.0)
    for _ in range(draws):
        X = (rng.normal(1.5 * y) - moved)[:, np.newaxis]
        model = ScoreModel().fit(X, y)
        steering = steer(model, X, y, "recall >= 80% for each group", 0.8, groups=groups)
        if steering.met:
            given += 1
            cutoff = getattr(steering.model, "threshold", 0.0)
            worst = norm.sf(cutoff, 1.5 - shift)
            broken += bool(worst < 0.8 or norm.sf(cutoff, 1.5) < 0.8)
    assert given > 0.9 * draws
    assert broken <= binom.ppf(0.9999, draws, 0.2)
    # With one group worse, the bound is tight in it alone: the guarantee is not idle caution.
    assert broken > 0 or not shift


def test_groups_share_the_risk_and_each_needs_rows_of_its_own() -> None:
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 2000)
    X = rng.normal(8.0 * y)[:, np.newaxis]
    model = ScoreModel().fit(X, y)
    halves = np.repeat(["a", "b"], 1000)
    steering = steer(model, X, y, "recall >= 98% for each half", 0.9, groups=halves)
    assert steering.assurance == "guaranteed"
    assert steering.promise is not None
    assert sum(each.promise.risk or 0.0 for each in steering.promise.groups) == pytest.approx(0.1)
    few = np.where(np.arange(2000) < 20, "small", "large")
    short = steer(model, X, y, "recall >= 98% for each half", 0.9, groups=few)
    assert short.code == "too-few-rows"
    assert short.promise is not None
    (shortage,) = short.promise.shortages
    assert (shortage.group, shortage.rows) == ("small", int(y[:20].sum()))
    assert np.array_equal(short.after, short.before) or short.want.is_met(short.after)


def test_a_rate_of_all_rows_that_is_not_shown_is_named_beside_groups() -> None:
    X, y, groups = drawn_rows(np.random.default_rng(2), 200)
    model, want = ScoreModel().fit(X, y), "fpr <= 30% and recall >= 50% for each site"
    assert steer(model, X, y, want, groups=groups).violations == ()
    found = steer(model, X, y, want, 0.9, groups=groups)
    assert found.promise is not None
    (limit,) = found.promise.bounds
    assert limit.allowed is not None
    (broken,) = (each for each in found.violations if each.group is None)
    false_alarms = int(found.after[0, 1])
    assert false_alarms <= 0.3 * found.after[0].sum()
    assert (broken.bound.measure, broken.promising) == ("fpr", True)
    assert broken.rows == false_alarms - limit.allowed[0] > 0


def test_a_group_may_be_a_column_and_may_be_missing() -> None:
    X, y, groups = drawn_rows(np.random.default_rng(2), 200)
    frame = pd.DataFrame({"score": X[:, 0], "site": groups})
    frame.loc[:9, "site"] = None
    model = ScoreModel().fit(frame, y)
    steering = steer(model, frame[["score", "site"]].assign(score=X[:, 0]).iloc[:, :1], y,
                     "fpr <= 50% for each site", groups=frame["site"])  # fmt: skip
    assert {each.group for each in steering.groups} == {"a", "b", "c", "(missing)"}


def test_keep_leaves_a_model_that_keeps_the_limit_in_each_group() -> None:
    X, y, groups = drawn_rows(np.random.default_rng(2), 200)
    model = ScoreModel().fit(X, y)
    steering = steer(model, X, y, "fpr <= 90% for each site", groups=groups, objective="keep")
    assert (steering.code, steering.model) == ("already-met", model)


@pytest.mark.parametrize(
    "text",
    [
        "recall >= 90% for each group",
        "recall(spam) >= 90% for each clinic and fpr <= 2%",
        "maximize recall subject to fpr <= 2% for each site",
    ],
)
def test_limits_for_each_group_are_written_as_they_are_read(text: str) -> None:
    want = Want(text)
    assert str(want) == text
    assert Want(str(want)) == want
    assert any(bound.each_group for bound in want.bounds)
    assert not any(bound.each_group for bound in want.for_all_rows().bounds)


def test_groups_are_understood_in_sentences() -> None:
    assert Want("catch at least 95 % of cancer in every clinic") == Want(
        "recall(cancer) >= 95% for each clinic"
    )


def test_what_cannot_be_asked_of_groups_is_refused() -> None:
    X, y, groups = drawn_rows(np.random.default_rng(2), 200)
    model = ScoreModel().fit(X, y)
    with raises("groups-missing"):
        steer(model, X, y, "recall >= 90% for each group")
    with raises("unknown-group-column", column="group"):
        SteeredClassifier(want="recall >= 90% for each group").fit(X, y)
    with raises("groups-unused"):
        steer(model, X, y, "recall >= 90%", groups=groups)
    with raises("group-count", rows=200):
        steer(model, X, y, "recall >= 90% for each group", groups=groups[:5])
    with raises("unknown-group-column", column="site"):
        steer(model, X, y, "recall >= 90% for each group", groups="site")
    for text in ("fp <= 3 for each group", "balanced accuracy >= 50% for each group"):
        with raises("not-for-groups"):
            steer(model, X, y, text, groups=groups)
    with raises("not-for-groups"):
        steer(model, X, y, "precision >= 20% for each group", groups=groups, prior=0.1)
    three = LogisticRegression().fit(X, np.arange(200) % 3)
    codes, each = np.arange(200) % 3, "recall(1) >= 0% for each group"
    with raises("cutoffs-of-several-classes"):
        steer(three, X, codes, each, groups=groups, cutoff_per_group=True)
