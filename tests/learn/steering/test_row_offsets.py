"""Groups and costs by row with several classes: searched, counted and guaranteed."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest
from scipy.stats import binom
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from tests.errors import raises

from steersman import Want, steer
from steersman.learn.steering.groups import Groups
from steersman.learn.steering.row_limits import GapLimit
from steersman.learn.steering.row_offset_plan import RowOffsetPlan, gap_chance
from steersman.learn.steering.row_offsets import OffsetRows, best_row_offsets
from steersman.tasks import Task

NAMES = np.array(["a", "b", "c"])
WANTS = [
    "recall(b) >= 80% for each site",
    "recall(b) >= 70% for each site and recall(c) >= 65% for each site",
    "fpr(a) gap over site <= 3%",
    "precision(b) >= 60% for each site and recall(a) >= 50%",
    "minimize cost, cost column = amount",
    "cost <= 0.6 per row and recall(a) >= 40% for each site, cost column = amount",
]


def drawn(rows: int, seed: int, apart: float = 1.5) -> tuple[Any, Any, Any, Any]:
    """Rows of three classes at two sites, one of which measures lower values, with amounts."""
    rng = np.random.default_rng(seed)
    y, site = rng.integers(0, 3, rows), rng.choice(["north", "south"], rows)
    X = rng.normal(size=(rows, 2))
    X[:, 0] += apart * (y == 1) - 0.5 * (site == "south")
    X[:, 1] += apart * (y == 2)
    return X, NAMES[y], site, rng.uniform(0.5, 2.0, rows)


def offset_rows(want: str, rows: int = 90, seed: int = 1, decimals: int = 9) -> OffsetRows:
    """Scores of rows, rounded so that some are equal."""
    X, y, site, amount = drawn(rows, seed)
    scores = np.column_stack([np.zeros(rows), X]).round(decimals)
    resolved = Want(want).resolve(NAMES, grouped=True, row_costs=True)
    groups = {name: Groups.of(site, rows, name) for name in resolved.want.groupings}
    return OffsetRows(resolved, scores, np.searchsorted(NAMES, y), groups, amount)


@pytest.mark.parametrize("decimals", [9, 0])
def test_a_path_counts_as_each_of_its_settings_does(decimals: int) -> None:
    rows = offset_rows(WANTS[0], decimals=decimals)
    offsets = np.array([0.1, -0.2, 0.3])
    for moved in range(3):
        settings, counts = rows.path(offsets, moved)
        assert len(settings) == len(counts.matrices)
        for at, setting in enumerate(settings):
            turned = offsets.copy()
            turned[moved] = setting
            one = rows.counts(turned)
            assert np.array_equal(one.matrices[0], counts.matrices[at])
            assert np.array_equal(one.groups["site"][:, 0], counts.groups["site"][:, at])
            assert one.totals[0] == pytest.approx(counts.totals[at])
            called = np.argmax(rows.scores + turned, axis=1)
            assert one.totals[0] == pytest.approx(rows.costs[called != rows.codes].sum())


@pytest.mark.parametrize("want", WANTS)
def test_no_setting_of_a_grid_is_better_than_the_offsets_found(want: str) -> None:
    rows = offset_rows(want)
    best = rows.rank(best_row_offsets(rows, np.zeros(3), Task()))
    steps = np.linspace(-4.0, 4.0, 33)
    grid = min(rows.rank(np.array([0.0, *each])) for each in product(steps, steps))
    assert best <= grid


@pytest.mark.parametrize("piped", [False, True])
@pytest.mark.parametrize("want", WANTS)
def test_what_is_reported_is_what_the_model_decides(want: str, piped: bool) -> None:
    X, y, _, _ = drawn(300, 2)
    model: Any = LogisticRegression()
    model = (make_pipeline(StandardScaler(), model) if piped else model).fit(X, y)
    X, y, site, amount = drawn(400, 3)
    asked = Want(want)
    found = steer(
        model,
        X,
        y,
        asked,
        groups={"site": site} if asked.groupings else None,
        cost_column=amount if asked.cost_column else None,
    )
    decided = found.model.predict(X)
    matrix = [[int(((y == a) & (decided == b)).sum()) for b in NAMES] for a in NAMES]
    assert found.after.tolist() == matrix
    assert not found.exact
    assert not any(each.promising for each in found.violations)
    for each in found.groups:
        inside = site == each.group
        own = [[int((inside & (y == a) & (decided == b)).sum()) for b in NAMES] for a in NAMES]
        assert each.matrix.tolist() == own
    if asked.cost_column:
        assert found.row_costs[1].total == pytest.approx(amount[decided != y].sum())
        assert found.row_costs[1].total <= found.row_costs[0].total
    if want == WANTS[0]:
        assert found.met
        assert min((decided[(y == "b") & (site == each)] == "b").mean()
                   for each in ("north", "south")) >= 0.8  # fmt: skip


def test_an_objective_without_a_limit_is_for_several_classes_too() -> None:
    X, y, _, _ = drawn(150, 2)
    model = LogisticRegression(C=0.01).fit(X, y)
    X, y, _, _ = drawn(150, 3)
    found = steer(model, X, y, "maximize accuracy")
    assert np.trace(found.after) >= np.trace(found.before)


def test_the_model_stays_where_it_keeps_the_want() -> None:
    X, y, site, _ = drawn(300, 4)
    model = LogisticRegression().fit(X, y)
    kept = steer(model, X, y, "recall(b) >= 10% for each site", groups=site, objective="keep")
    assert kept.model is model
    assert kept.code == "already-met"


def test_what_cannot_be_guaranteed_is_refused_with_its_reason() -> None:
    X, y, site, amount = drawn(300, 4)
    model = LogisticRegression().fit(X, y)
    with raises("unpromisable"):
        steer(model, X, y, "cost <= 500", 0.9, cost_column=amount)
    with raises("unpromisable"):
        steer(model, X, y, "recall(b) = 80% for each site", 0.9, groups=site)
    with raises("cutoffs-of-several-classes"):
        steer(model, X, y, "recall(b) >= 80% for each site", groups=site, cutoff_per_group=True)
    few = np.where(np.arange(300) < 20, "west", site)
    short = steer(model, X, y, "recall(b) >= 90% for each site", 0.95, groups=few)
    assert short.code == "too-few-rows"
    assert {each.group for each in short.promise.shortages} == {"west"}
    # A refused guarantee hands back nothing that is further away.
    assert np.array_equal(short.after, short.before) or short.gap <= 300


def test_a_rate_of_all_rows_that_holds_here_and_is_not_shown_is_named() -> None:
    X, y, _, amount = drawn(60, 4)
    model = LogisticRegression().fit(X, y)
    want = "minimize cost subject to recall(a) >= 40% and accuracy >= 40%, cost column = amount"
    found = steer(model, X, y, want, 0.99999, cost_column=amount)
    assert not found.met
    assert [each.bound.measure for each in found.violations] == ["recall", "accuracy"]
    recall, accuracy = found.violations
    assert recall.value == pytest.approx(found.after[0, 0] / found.after[0].sum())
    assert accuracy.value == pytest.approx(np.trace(found.after) / 60)
    assert all(each.promising and each.rows == 1.0 for each in found.violations)


def test_a_gap_at_its_limit_is_shown_no_more_often_than_the_risk_allows() -> None:
    rng = np.random.default_rng(0)
    want = Want("recall(b) gap over site <= 10%").resolve(NAMES, grouped=True)
    shown, draws, risk = 0, 150, 0.1
    for _ in range(draws):
        caught = rng.binomial([300, 300], [0.5, 0.602])
        matrices = np.zeros((2, 1, 3, 3), dtype=np.int64)
        matrices[:, 0, 1, 1], matrices[:, 0, 1, 0] = caught, 300 - caught
        groups = Groups(("n", "s"), np.empty(0, dtype=np.int64))
        shown += gap_chance(GapLimit(want.bounds[0], groups, matrices)) <= risk
    assert shown <= binom.isf(1e-4, draws, risk)
    near = np.array([0, 300, 0]) + np.zeros((2, 1, 3, 3), dtype=np.int64)
    assert gap_chance(GapLimit(want.bounds[0], groups, near)) < 1e-3


@pytest.mark.parametrize("want", [WANTS[1], WANTS[5]])
def test_guarantees_are_broken_no_more_often_than_the_risk_allows(want: str) -> None:
    """The short form of the rows on several classes in `steersman bench shapes`."""
    population = offset_rows(want, rows=20_000, seed=8)
    rng, draws, risk = np.random.default_rng(3), 12, 0.2
    task, promised, broken = Task(), 0, 0
    for _ in range(draws):
        picked = rng.choice(20_000, 300)
        rows = population.part(np.bincount(picked, minlength=20_000) > 0)
        passed = RowOffsetPlan(rows, np.zeros(3), risk).passed_offsets(task)
        promised += bool(passed)
        broken += any(population.gaps(population.counts(each))[0] > 0 for each in passed)
    assert promised > 0
    assert broken <= binom.isf(1e-4, draws, risk)


def test_planned_settings_use_no_test_row() -> None:
    rows = offset_rows(WANTS[1], rows=300)
    plan = RowOffsetPlan(rows, np.zeros(3), 0.1)
    planning = rows.part(plan.plans)
    before = plan.planned_offsets(planning, Task())
    others = rows.codes.copy()
    others[~plan.plans] = 0
    changed = RowOffsetPlan(replace(rows, codes=others), np.zeros(3), 0.1)
    after = changed.planned_offsets(changed.rows.part(changed.plans), Task())
    assert all(np.array_equal(a, b) for a, b in zip(before, after))
