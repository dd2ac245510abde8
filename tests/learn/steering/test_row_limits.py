"""Limits on groups and on costs of rows at every cut-off, against counts made one by one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import binomtest
from tests.errors import raises
from tests.learn.steering.score_models import ScoreModel, drawn_rows

from steersman import steer
from steersman.learn.promises import (
    ClassRowLimit,
    mean_p_values,
    rate_band,
    risk_shares,
    significant_settings,
)
from steersman.learn.steering import Scores
from steersman.learn.steering.groups import Groups
from steersman.learn.steering.planning_rows import planning_rows
from steersman.learn.steering.row_limits import (
    PLANNING_SHARE,
    CostLimit,
    EachGroupLimit,
    GapLimit,
    cost_gaps,
    group_outcome,
)
from steersman.learn.steering.row_sweep import RowSweep, TuningRows
from steersman.learn.wants import Want
from steersman.maths.confusion import allowed_errors, rows_needed

Floats = NDArray[np.float64]
NAMES = ("a", "b", "c")


def sweep_of(text: str, seed: int = 0, rows: int = 150, own: float = 0.0) -> RowSweep:
    """Every cut-off of rows with groups and costs under a want."""
    rng = np.random.default_rng(seed)
    X, y, groups = drawn_rows(rng, rows)
    want = Want(text).resolve([0, 1], grouped=True, row_costs="cost" in text)
    made = Groups.of(groups, rows, "site")
    costs = rng.exponential(4.0, rows).round(1) if "cost" in text else None
    scores = Scores(X[:, 0], own)
    return RowSweep.of(want, TuningRows(scores, y, {"site": made}, costs, own))


def calls_at(sweep: RowSweep) -> NDArray[np.bool_]:
    """(settings, rows): which rows are called positive."""
    values = np.unique(sweep.rows.scores.values)
    return np.array([sweep.rows.scores.values > cut for cut in [values[0] - 1.0, *values]])


@pytest.mark.parametrize("own", [-0.8, 0.0, 0.3, 1.1])
def test_the_best_cut_off_is_the_nearest_of_those_that_are_as_good(own: float) -> None:
    """By the want first, then damage, then the rows that are right."""
    ties = 0
    for seed in range(8):
        sweep = sweep_of("recall >= 20% for each site, minimize errors", seed, 40, own)
        settings, rng = sweep.sweep.settings, np.random.default_rng(seed)
        gaps = rng.integers(0, 2, len(settings)).astype(float)
        right = np.trace(sweep.sweep.matrices, axis1=1, axis2=2)
        unmet = np.where(gaps == 0.0, -1.0, sweep.all_seen_gaps)
        ranks = list(zip(unmet, sweep.damages, -right))
        best = [at for at, rank in enumerate(ranks) if rank == min(ranks)]
        ties += len(best) > 1
        assert sweep.best(gaps) == min(best, key=lambda at: abs(settings[at] - own))
    assert ties


def test_matrices_of_groups_are_counted_at_every_cut_off() -> None:
    sweep = sweep_of("recall >= 80% for each site")
    groups, codes = sweep.rows.groupings["site"], sweep.rows.codes
    found = sweep.rows.group_matrices(groups, len(sweep.sweep.settings))
    for at, called in enumerate(calls_at(sweep)):
        for group in range(3):
            inside = groups.codes == group
            assert found[group, at].tolist() == [
                [int((inside & (codes == true) & (called == each)).sum()) for each in (0, 1)]
                for true in (0, 1)
            ]
        assert np.array_equal(found[:, at].sum(axis=0), sweep.sweep.matrices[at])


@pytest.mark.parametrize(
    ("text", "true", "wrong", "rate"),
    [
        ("recall >= 80% for each site", 1, 0, 0.2),
        ("fpr <= 15% for each site", 0, 1, 0.15),
        ("fnr <= 25% for each site", 1, 0, 0.25),
    ],
)
def test_a_limit_lacks_the_errors_that_are_too_many_in_each_group(
    text: str, true: int, wrong: int, rate: float
) -> None:
    sweep = sweep_of(text)
    (limit,) = sweep.limits
    assert isinstance(limit, EachGroupLimit)
    groups, codes = sweep.rows.groupings["site"].codes, sweep.rows.codes
    sizes = [int(((groups == at) & (codes == true)).sum()) for at in range(3)]
    errors = np.array(
        [
            [((groups == at) & (codes == true) & (called == wrong)).sum() for at in range(3)]
            for called in calls_at(sweep)
        ]
    )
    most = [np.floor(rate * size + 1e-9) for size in sizes]
    np.testing.assert_array_equal(limit.row_gaps(), np.maximum(errors - most, 0))
    risk = 0.05
    shares = risk_shares([ClassRowLimit(size, rate) for size in sizes], 3 * risk)
    promised, gaps = limit.promise(risk)
    assert [each.group for each in promised] == list(NAMES)
    for at, (size, share) in enumerate(zip(sizes, shares)):
        allowed = allowed_errors(size, rate, share)
        lacking = np.maximum(errors[:, at] - max(allowed, 0), 1.0 if allowed < 0 else 0.0)
        np.testing.assert_array_equal(gaps[:, at], lacking)
        kept = promised[at].promise
        assert (kept.shortage is None) == (allowed >= 0)
        assert kept.risk == pytest.approx(share)
    assert limit.parts == 3


def gap_limit(relation: str = "<=", value: float = 0.1, measure: str = "fpr") -> GapLimit:
    bound = Want(f"{measure} gap over site {relation} {value}").resolve([0, 1], grouped=True)
    (limit,) = sweep_of("fpr gap over site <= 10%").limits
    assert isinstance(limit, GapLimit)
    return replace(limit, bound=bound.bounds[0])


@pytest.mark.parametrize("measure", ["fpr", "recall", "specificity", "fnr"])
def test_rates_of_groups_have_the_limits_of_their_bands(measure: str) -> None:
    sweep = sweep_of("fpr gap over site <= 10%")
    limit = gap_limit(measure=measure)
    groups, codes = sweep.rows.groupings["site"].codes, sweep.rows.codes
    true, called = {"fpr": (0, 1), "recall": (1, 1), "specificity": (0, 0), "fnr": (1, 0)}[measure]
    low, high = limit.rate_limits(0.1)
    seen_low, seen_high = limit.seen_rates()
    for group in range(3):
        inside = (groups == group) & (codes == true)
        size = int(inside.sum())
        counts = np.array([(inside & (each == called)).sum() for each in calls_at(sweep)])
        np.testing.assert_allclose(seen_low[group], counts / size)
        np.testing.assert_allclose(seen_high[group], counts / size)
        np.testing.assert_array_equal(limit.counts[0][group], counts)
        assert set(limit.counts[1][group]) == {size}
        lows, highs = rate_band(size, 0.1 / 3)
        if counts[0] > counts[-1]:
            # Counted from the other end of the scores.
            expected = 1.0 - highs[size - counts], 1.0 - lows[size - counts]
        else:
            expected = lows[counts], highs[counts]
        np.testing.assert_allclose(low[group], expected[0])
        np.testing.assert_allclose(high[group], expected[1])
    gaps = limit.row_gaps()[:, 0]
    for at in range(len(gaps)):
        spread = seen_high[:, at].max() - seen_low[:, at].min()
        assert limit.gap_at(at) == pytest.approx(spread)
        ends = limit.counts[1][[seen_high[:, at].argmax(), seen_low[:, at].argmin()], at]
        beyond = spread - 0.1
        rows = max(1.0, np.ceil(beyond * ends.min() - 1e-9)) if beyond > 1e-9 else 0.0
        assert gaps[at] == rows
        outcomes = limit.outcomes(at, gaps[at : at + 1])
        short = {each.group for each in outcomes if not each.is_met}
        ends_named = {NAMES[seen_high[:, at].argmax()], NAMES[seen_low[:, at].argmin()]}
        assert short == (ends_named if rows else set())
        assert {each.rows_short for each in outcomes} <= {0.0, rows}
    assert (gaps > 1.0).any()
    promised, lacking = limit.promise(0.1)
    spread = high.max(axis=0) - low.min(axis=0)
    shortage = promised[0].shortage
    assert np.array_equal(lacking[:, 0] == 0.0, (spread <= 0.1 + 1e-9) & (shortage is None))


@pytest.mark.parametrize(
    ("relation", "beyond", "kept"),
    [
        ("<=", 0.0, True), ("<=", 5e-10, True), ("<=", 1e-6, False), ("<=", -0.05, True),
        ("<", 0.0, False), ("<", -5e-10, False), ("<", -1e-6, True), ("<", 0.05, False),
    ],
)  # fmt: skip
def test_a_gap_at_its_limit_is_kept_unless_less_is_asked(
    relation: str, beyond: float, kept: bool
) -> None:
    (excess,) = gap_limit(relation).excess(np.array([0.1 + beyond]))
    assert (excess == 0.0) is np.bool_(kept)
    if not kept:
        assert excess == pytest.approx(max(beyond, 1e-9))


def test_a_group_without_rows_of_the_class_has_no_rate_and_no_gap() -> None:
    limit = gap_limit()
    matrices = limit.matrices.copy()
    matrices[2, :, 0] = 0
    without = replace(limit, matrices=matrices)
    low, high = without.seen_rates()
    assert np.all(low[2] == np.inf)
    assert np.all(high[2] == -np.inf)
    for at in range(0, matrices.shape[1], 7):
        rates = matrices[:2, at, 0, 1] / matrices[:2, at, 0].sum(axis=1)
        assert without.gap_at(at) == pytest.approx(abs(rates[0] - rates[1]))
        (*_, last) = without.outcomes(at, np.zeros(1))
        assert np.isnan(last.value)
        assert last.interval is None
    matrices[:, :, 0] = 0
    assert replace(limit, matrices=matrices).gap_at(3) == 0.0
    with raises("unpromisable"):
        gap_limit(measure="precision").promise(0.1)


def test_a_gap_that_too_few_rows_can_show_names_the_smallest_group() -> None:
    limit = gap_limit(value=0.05)
    sizes = limit.counts[1][:, 0]
    short = limit.shortage(0.1)
    assert short is not None
    assert (short.group, short.rows) == (NAMES[int(sizes.argmin())], int(sizes.min()))
    assert short.needed == max(rows_needed(0.05, 0.1 / 6), sizes.min() + 1)
    assert limit.promise(0.1)[0][0].shortage == short
    assert limit.promise(0.1)[1].min() >= 1.0
    wide = gap_limit(value=0.999)
    assert wide.shortage(0.1) is None
    many = replace(gap_limit(value=0.2), matrices=200 * limit.matrices)
    assert many.shortage(0.1) is None
    kept, gaps = many.promise(0.1)
    assert (kept[0].risk, kept[0].bound.written.value) == (0.1, 0.2)
    assert gaps.min() == 0.0


def cost_limit(text: str, rows: int = 150) -> tuple[CostLimit, RowSweep]:
    sweep = sweep_of(text, rows=rows, own=0.15)
    (limit,) = sweep.limits
    assert isinstance(limit, CostLimit)
    return limit, sweep


@pytest.mark.parametrize("relation", ["<=", "<"])
@pytest.mark.parametrize("unit", ["", " per row"])
def test_costs_are_summed_and_lack_at_least_the_dearest_rows(relation: str, unit: str) -> None:
    limit, sweep = cost_limit(f"cost {relation} 1.503{unit}" if unit else f"cost {relation} 220")
    costs, codes = sweep.rows.costs, sweep.rows.codes
    assert costs is not None
    totals = np.array([costs[called != (codes == 1)].sum() for called in calls_at(sweep)])
    rows = len(codes) if unit else 1
    np.testing.assert_allclose(limit.totals, totals)
    np.testing.assert_allclose(limit.values, totals / rows)
    np.testing.assert_allclose(sweep.totals, totals)
    beyond = totals - (1.503 * rows if unit else 220.0)
    short = np.where(beyond > 1e-9, np.maximum(np.ceil(beyond / costs.max() - 1e-9), 1.0), 0.0)
    np.testing.assert_array_equal(limit.row_gaps()[:, 0], short)
    at = int(np.argmin(totals))
    exact = limit.bound.written
    edge = replace(limit.bound, written=replace(exact, value=float(totals[at] / rows)))
    (lacking,) = cost_gaps(edge, totals[[at]], costs)
    assert lacking == (1.0 if relation == "<" else 0.0)
    for place in range(0, len(totals), 9):
        assert sweep.value(limit, place) == pytest.approx(totals[place] / rows)
        assert sweep.row_values(place) == {limit.bound: pytest.approx(totals[place] / rows)}
        figure = sweep.cost_at(place)
        assert figure is not None
        assert figure.total == pytest.approx(totals[place])
        (violation, *_) = sweep.violations(place, np.array([short[place] or 1.0]), promised=True)
        assert (violation.value, violation.rows, violation.promising) == (
            pytest.approx(totals[place] / rows), short[place] or 1.0, True,
        )  # fmt: skip
        assert sweep.violations(place, np.zeros(1), promised=True) == []
    with raises("cost-direction"):
        cost_gaps(cost_limit("cost >= 5")[0].bound, totals, costs)


def test_costs_of_nothing_are_never_too_high() -> None:
    limit, _ = cost_limit("cost <= 220")
    (short,) = cost_gaps(limit.bound, np.zeros(1), np.zeros(4))
    assert short == 0.0


def test_an_average_cost_is_tested_at_planned_cut_offs_on_the_other_rows() -> None:
    limit, sweep = cost_limit("cost <= 1.9 per row", 900)
    costs, codes, values = limit.costs, limit.codes, limit.scores
    plans = planning_rows(900, PLANNING_SHARE)
    assert plans.sum() == 90
    assert planning_rows(3, PLANNING_SHARE, at_least=1).sum() == 1
    shares = np.sin(np.pi / 2.0 * np.arange(1, 21) / 21) ** 2
    planned = {float(np.quantile(values[plans], each, method="higher")) for each in shares}
    places, cutoffs = limit.plan()
    assert cutoffs[0] == 0.15
    assert list(cutoffs[1:]) == sorted(planned - {0.15})
    for place, cut in zip(places, cutoffs):
        assert np.array_equal(calls_at(sweep)[place], values > cut)
        assert sweep.sweep.settings[place] == cutoffs[list(places).index(place)]
    tested = np.random.default_rng(1).permutation(np.flatnonzero(~plans))
    losses = np.array(
        [costs[tested] * ((values[tested] > cut) != (codes[tested] == 1)) for cut in cutoffs]
    )
    order = np.argsort(cutoffs)
    chances = mean_p_values(losses, 1.9, costs.max(), 0.05)[order]
    own = int(np.searchsorted(cutoffs[order], 0.15))
    shown = significant_settings(own, 0.05, chances)
    ends = [int(each) for each in np.linspace(0, len(order) - 1, 6)[1:-1]]
    for start in ends:
        shown |= significant_settings(start, 0.05 / 4, chances)
    ((kept,), gaps) = limit.promise(0.1)
    assert set(np.flatnonzero(gaps[:, 0] == 0.0)) == set(places[order[shown]])
    assert shown.any()
    assert (kept.risk, kept.most, kept.shortage) == (0.1, costs.max(), None)
    with raises("unpromisable"):
        cost_limit("cost <= 200")[0].promise(0.1)


@pytest.mark.parametrize("measure", ["precision", "fpr", "f1", "accuracy"])
def test_an_outcome_has_the_value_and_its_exact_interval(measure: str) -> None:
    relation = "<=" if measure == "fpr" else ">="
    bound = Want(f"{measure} {relation} 50% for each site").resolve([0, 1], grouped=True).bounds[0]
    matrix = np.array([[30, 6], [4, 20]])
    part, whole = {"precision": (20, 26), "fpr": (6, 36), "f1": (40, 50), "accuracy": (50, 60)}[
        measure
    ]
    found = group_outcome(bound, "a", matrix, 2.0)
    assert (found.bound, found.group, found.rows_short) == (bound.written, "a", 2.0)
    assert not found.is_met
    assert group_outcome(bound, "a", matrix, 0.0).is_met
    assert found.value == pytest.approx(part / whole)
    if measure == "f1":
        assert found.interval is None
    else:
        exact = binomtest(part, whole).proportion_ci(0.95, method="exact")
        assert found.interval == pytest.approx((exact.low, exact.high))
    nothing = group_outcome(bound, "a", np.zeros((2, 2), dtype=np.int64), 0.0)
    assert np.isnan(nothing.value)
    assert nothing.interval is None


@pytest.mark.parametrize(
    "text",
    [
        "recall >= 80% for each site",
        "fpr gap over site <= 20% and recall >= 60% for each site and fpr <= 50%",
        "cost <= 1.9 per row and recall >= 40% for each site",
        "recall >= 70% and fpr <= 60%, cost <= 2.5 per row and fpr gap over site <= 50%",
    ],
)
def test_all_limits_share_the_risk(text: str) -> None:
    sweep = sweep_of(text, rows=600)
    promise, gaps = sweep.promise(0.8)
    parts = sum(limit.parts for limit in sweep.limits)
    assert gaps.shape == (len(sweep.sweep.settings), parts)
    risks = [each.risk for each in (*promise.bounds, *promise.by_row)]
    risks += [each.promise.risk for each in promise.groups]
    assert len(risks) == len(promise.bounds) + parts
    assert sum(risks) <= 0.2 + 1e-9
    assert sum(each.risk for each in promise.by_row) == pytest.approx(
        0.2 * len(promise.by_row) / len(risks)
    )
    assert sweep.seen_gaps.shape == gaps.shape
    plain = sweep.other_bounds.gaps(sweep.sweep.matrices)
    np.testing.assert_array_equal(sweep.all_seen_gaps, plain + sweep.seen_gaps.sum(axis=1))


@pytest.mark.parametrize("seed", range(4))
def test_the_best_cut_off_is_promised_then_close_then_harmless_then_right_then_near(
    seed: int,
) -> None:
    sweep = sweep_of("recall >= 70% for each site", seed, rows=40)
    rng = np.random.default_rng(seed)
    for chance in (0.0, 0.3):
        gaps = (rng.random(len(sweep.sweep.settings)) > chance).astype(float)
        keys = [
            (
                -1.0 if gaps[at] == 0.0 else sweep.all_seen_gaps[at],
                matrix[0, 1],
                -np.trace(matrix),
                abs(sweep.sweep.settings[at] - 0.0),
            )
            for at, matrix in enumerate(sweep.sweep.matrices)
        ]
        assert sweep.best(gaps) == keys.index(min(keys))
    moved = sweep_of("recall >= 70% for each site", seed, rows=40, own=0.35)
    decided = moved.rows.scores.values > 0.35
    assert np.array_equal(calls_at(moved)[moved.begin], decided)


def test_limits_that_hold_leave_the_model_only_if_it_is_to_be_kept() -> None:
    X, y, groups = drawn_rows(np.random.default_rng(2), 200)
    model = ScoreModel().fit(X, y)
    turned = steer(model, X, y, "fpr <= 90% for each site", groups=groups)
    assert turned.code == "met"
    assert turned.after[1, 0] < turned.before[1, 0]
    assert turned.gap == 0.0
    never = steer(model, X, y, "fpr <= 1% for each site and recall >= 99%", groups=groups)
    assert never.code == "closest"
    assert never.gap > 0.0
