"""Offsets under limits on groups and costs: counts, plans and choices against plain loops."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy.stats import beta, binom
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from tests.errors import raises
from tests.learn.steering.test_row_offsets import NAMES, drawn, offset_rows

from steersman import Want, steer
from steersman.learn.promises import mean_p_values, mean_test
from steersman.learn.steering import row_offset_plan, row_offsets
from steersman.learn.steering.groups import Groups
from steersman.learn.steering.planning_rows import planning_rows
from steersman.learn.steering.ranking import SeenRanges
from steersman.learn.steering.row_limits import PLANNING_SHARE, EachGroupLimit, GapLimit
from steersman.learn.steering.row_offset_plan import (
    RowOffsetPlan,
    gap_chance,
    refuse_unpromisable,
    stricter_bound,
)
from steersman.learn.steering.row_offset_steering import offset_search
from steersman.learn.steering.row_offsets import (
    OffsetRows,
    beginnings,
    best_row_offsets,
    descent_from,
)
from steersman.learn.steering.thresholded import ThresholdedClassifier
from steersman.tasks import Task

TEXT = (
    "recall(b) >= 80% for each site and fpr(a) gap over site <= 3% and fp(c) <= 4 "
    "and cost <= 0.3 per row, cost column = amount"
)
SETTINGS = ([0.0, 0.0, 0.0], [0.4, -0.6, 0.1], [-2.0, 0.0, 1.0], [3.0, 0.2, -0.4])


def decided_matrix(rows: OffsetRows, offsets: Any, inside: Any = slice(None)) -> np.ndarray:
    called = np.argmax(rows.scores + np.asarray(offsets), axis=1)[inside]
    true = rows.codes[inside]
    return np.array(
        [[int(((true == a) & (called == b)).sum()) for b in range(3)] for a in range(3)]
    )


@pytest.mark.parametrize("offsets", SETTINGS)
def test_a_setting_lacks_what_each_of_its_limits_lacks(offsets: list[float]) -> None:
    rows = offset_rows(TEXT)
    site, costs = rows.groupings["site"].codes, rows.costs
    assert costs is not None
    counts = rows.counts(np.array(offsets))
    whole = decided_matrix(rows, offsets)
    own = [decided_matrix(rows, offsets, site == at) for at in (0, 1)]
    called = np.argmax(rows.scores + np.asarray(offsets), axis=1)
    total = float(costs[called != rows.codes].sum())
    recalls = [max(0.0, np.ceil(0.8 * m[1].sum() - 1e-9) - m[1, 1]) for m in own]
    alarms = [m[1:, 0].sum() / m[1:].sum() for m in own]
    beyond = abs(alarms[0] - alarms[1]) - 0.03
    smallest = min(m[1:].sum() for m in own)
    apart = max(1.0, np.ceil(beyond * smallest - 1e-9)) if beyond > 1e-9 else 0.0
    too_many = max(0, whole[:2, 2].sum() - 4)
    dear = max(1.0, np.ceil((total - 0.3 * 90) / costs.max())) if total > 0.3 * 90 else 0.0
    assert rows.gaps(counts)[0] == sum(recalls) + apart + too_many + dear
    each_group, gap = rows.limits(counts)
    assert isinstance(each_group, EachGroupLimit)
    assert isinstance(gap, GapLimit)
    outcomes = rows.outcomes(counts, [np.array([2.0, 0.0]), np.array([3.0])])
    assert [(each.group, each.rows_short) for each in outcomes[:2]] == [
        ("north", 2.0),
        ("south", 0),
    ]
    assert [each.value for each in outcomes[2:]] == pytest.approx(alarms)
    bounds = {each.written.measure: each for each in rows.want.bounds}
    assert rows.value(bounds["fpr"], counts) == pytest.approx(abs(alarms[0] - alarms[1]))
    assert rows.value(bounds["average cost"], counts) == pytest.approx(total / 90)
    assert [each.written.measure for each in rows.cost_bounds] == ["average cost"]
    assert replace(rows, costs=None).cost_bounds == []
    assert rows.damages(counts)[0] == pytest.approx(total)
    right = int(np.trace(whole))
    assert rows.rank(np.array(offsets)) == (rows.gaps(counts)[0], pytest.approx(total), -right)


def test_a_total_and_an_objective_of_their_own_are_judged_so() -> None:
    rows = offset_rows("maximize recall(b) subject to cost <= 20 and fpr(a) <= 90% for each site")
    counts = rows.counts(np.zeros(3))
    (cost,) = rows.cost_bounds
    assert counts.totals is not None
    assert rows.value(cost, counts) == pytest.approx(float(counts.totals[0]))
    matrix = decided_matrix(rows, np.zeros(3))
    assert rows.damages(counts)[0] == pytest.approx(1.0 - matrix[1, 1] / matrix[1].sum())


def test_some_of_the_rows_keep_their_groups_and_costs() -> None:
    rows = offset_rows(TEXT)
    kept = np.arange(90) % 3 == 0
    part = rows.part(kept)
    assert rows.costs is not None
    assert part.costs is not None
    assert np.array_equal(part.costs, rows.costs[kept])
    assert np.array_equal(part.codes, rows.codes[kept])
    assert np.array_equal(part.scores, rows.scores[kept])
    assert np.array_equal(part.groupings["site"].codes, rows.groupings["site"].codes[kept])
    assert part.groupings["site"].names == rows.groupings["site"].names
    assert replace(rows, costs=None).part(kept).costs is None


def test_of_very_many_settings_an_even_part_is_held(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = offset_rows(TEXT, rows=300)
    settings, counts = rows.path(np.zeros(3), 1)
    assert len(settings) == 301
    monkeypatch.setattr(row_offsets, "MOST_CELLS", 18 * 60)
    fewer, _ = rows.path(np.zeros(3), 1)
    assert len(fewer) == 61
    assert (fewer[0], fewer[-1]) == (settings[0], settings[-1])
    monkeypatch.setattr(row_offsets, "MOST_CELLS", 18)
    fewest, thin = rows.path(np.zeros(3), 1)
    assert len(fewest) == 51
    calls = thin.matrices[:, :, 1].sum(axis=1)
    assert (calls[0], calls[-1]) == (0, 300)
    assert np.diff(calls).max() <= 12
    one = counts.at(7)
    assert np.array_equal(one.matrices, counts.matrices[7:8])
    assert np.array_equal(one.groups["site"], counts.groups["site"][:, 7:8])
    assert counts.totals is not None
    assert one.totals is not None
    assert one.totals.tolist() == [counts.totals[7]]
    assert replace(counts, totals=None).at(3).totals is None


def test_a_search_begins_all_over_the_range_and_ends_where_no_turn_helps() -> None:
    rows = offset_rows(TEXT, rows=60)
    start = np.array([0.2, 0.0, -0.1])
    begins = beginnings(rows, start)
    assert len(begins) == 24
    scores = rows.scores + start
    for number, begin in enumerate(begins[:12]):
        place, step = number // 5, begin - start
        assert np.flatnonzero(step).tolist() == [place]
        others = np.delete(scores, place, axis=1).max(axis=1)
        share = (0.02, 0.26, 0.5, 0.74, 0.98)[number % 5]
        assert step[place] == pytest.approx(np.quantile(others - scores[:, place], share))
    assert len({tuple(each) for each in begins}) == 24
    assert all(np.array_equal(a, b) for a, b in zip(begins, beginnings(rows, start)))
    found, rank = descent_from(rows, start, Task())
    best = best_row_offsets(rows, start, Task())
    assert rows.rank(best) <= rank == rows.rank(found) < rows.rank(start)
    for offsets in (found, best):
        for moved in range(3):
            settings, _ = rows.path(offsets, moved)
            for setting in settings:
                turned = offsets.copy()
                turned[moved] = setting
                assert rows.rank(turned) >= rows.rank(offsets)
    assert np.array_equal(best, best_row_offsets(rows, start, Task()))
    assert np.array_equal(best_row_offsets(rows, best, Task()), best)
    assert np.array_equal(best_row_offsets(rows, start, Task(0.0)), start)


def test_of_two_offsets_that_are_as_good_the_nearer_one_is_taken() -> None:
    """Of three rows two are right, whether the first offset is below -7 or between -2 and -1."""
    scores = np.array([[1.0, 0.0, -99.0], [2.0, 0.0, -99.0], [7.0, 0.0, -99.0]])
    rows = OffsetRows(Want("maximize accuracy").resolve(NAMES), scores, np.array([1, 0, 1]))
    for begin, nearer in ((-5.0, -8.0), (-4.0, -1.5)):
        found, rank = descent_from(rows, np.array([begin, 0.0, 0.0]), Task())
        assert rank[2] == -2
        assert found.tolist() == [nearer, 0.0, 0.0]


def test_shakes_move_offsets_also_where_most_rows_have_two_equal_best_scores(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows, best = offset_rows(TEXT, rows=60), np.array([0.1, 0.0, -0.2])
    tied = replace(
        rows,
        scores=np.column_stack([rows.scores[:, :2].max(axis=1)] * 2 + [-9.0 + 0.0 * rows.codes]),
    )
    for each, size in ((tied, 1.0), (rows, None)):
        ordered = np.sort(each.scores, axis=1)
        usual = float(np.median(ordered[:, 2] - ordered[:, 1]))
        begins: list[Any] = []

        def worse(_: OffsetRows, begin: Any, __: Task, begins: list[Any] = begins) -> Any:
            begins.append(begin)
            return begin, (np.inf, np.inf, 0)

        monkeypatch.setattr(row_offsets, "descent_from", worse)
        kept = row_offsets.best_after_shakes(each, best, (0.0, 0.0, 0), Task())
        assert np.array_equal(kept, best)
        moved = np.array(begins) - best
        assert (usual == 0.0) == (size is not None)
        shaken = moved[moved != 0.0] / (size or usual)
        # Of eight shakes of three offsets, each is turned six times out of ten.
        assert 8 <= len(shaken) <= 21
        assert 0.5 < shaken.std() < 2.0


@pytest.mark.parametrize("begin", [(0.2, 0.0, -0.1), (-1.5, 0.8, 2.0)])
def test_a_descent_takes_of_equally_good_settings_the_nearest(begin: tuple[float, ...]) -> None:
    rows, offsets = offset_rows(TEXT, rows=60), np.array(begin)
    rank, unhelpful, turn = rows.rank(offsets), 0, 0
    while unhelpful < 3:
        moved, tried = turn % 3, []
        for setting in rows.path(offsets, moved)[0]:
            turned = offsets.copy()
            turned[moved] = setting
            tried.append((rows.rank(turned), abs(setting - offsets[moved]), turned))
        best = min(tried, key=lambda each: each[:2])
        turn, unhelpful = turn + 1, unhelpful + 1
        if best[0] < rank:
            rank, unhelpful, offsets = best[0], 0, best[2]
    found, reached = descent_from(rows, np.array(begin), Task())
    assert reached == rank
    assert found.tolist() == offsets.tolist()


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("fpr(a) <= 10%", 0.04),
        ("recall(b) >= 80%", 0.92),
        ("fpr(a) gap over site <= 5%", 0.02),
        ("cost <= 2 per row, cost column = amount", 0.8),
        ("cost <= 50, cost column = amount", 20.0),
        ("fp(a) <= 10", 10.0),
    ],
)
def test_stricter_limits_allow_a_part_of_what_these_do(text: str, value: float) -> None:
    (bound,) = Want(text).resolve(NAMES, grouped=True, row_costs=True).bounds
    strict = stricter_bound(bound, 0.4)
    assert strict.written.value == pytest.approx(value)
    assert strict.written.relation == bound.written.relation


def test_the_chance_of_a_setting_is_that_of_its_luckiest_limit() -> None:
    rows = offset_rows(TEXT, rows=300)
    plan = RowOffsetPlan(rows, np.zeros(3), 0.1)
    assert rows.costs is not None
    for offsets in map(np.array, SETTINGS):
        counts = rows.counts(offsets)
        each_site, gap, count, cost = (
            plan.chances(rows, offsets, counts, bound) for bound in rows.want.bounds
        )
        for found, matrix in zip(each_site, counts.groups["site"][:, 0]):
            errors = int(matrix[1].sum() - matrix[1, 1])
            assert found == pytest.approx(binom.cdf(errors, matrix[1].sum(), 0.2))
        limit = GapLimit(rows.want.bounds[1], rows.groupings["site"], counts.groups["site"])
        assert gap == [gap_chance(limit)]
        assert count == []
        order = np.random.default_rng(1).permutation(300)
        losses = rows.losses(offsets)[order][np.newaxis]
        assert cost == mean_p_values(losses, 0.3, float(rows.costs.max()), 0.1).tolist()
        assert plan.chance(rows, offsets) == max(*each_site, *gap, *cost)
    plain = replace(rows, want=Want("recall(b) >= 80%").resolve(NAMES))
    (bound,) = plain.want.bounds
    matrices = plain.counts(np.zeros(3)).matrices
    sums = matrices[0].sum(axis=1).astype(float)
    expected = float(mean_test(bound, sums).p_values(matrices)[0])
    alone = RowOffsetPlan(plain, np.zeros(3), 0.1)
    assert alone.chance(plain, np.zeros(3)) == expected
    assert row_offset_plan.test_chance(bound, np.zeros((1, 3, 3), dtype=np.int64)) == 1.0


@pytest.mark.parametrize("counts", [(5, 100, 9, 80), (0, 60, 0, 90), (40, 40, 30, 31)])
def test_a_gap_is_shown_where_the_limits_of_both_rates_are_near(counts: tuple[int, ...]) -> None:
    part, whole = np.array(counts[::2]), np.array(counts[1::2])
    matrices = np.zeros((2, 1, 3, 3), dtype=np.int64)
    matrices[:, 0, 1, 1], matrices[:, 0, 1, 0] = part, whole - part
    (bound,) = Want("recall(b) gap over site <= 15%").resolve(NAMES, grouped=True).bounds
    groups = Groups(("n", "s"), np.empty(0, dtype=np.int64))
    limit = GapLimit(bound, groups, matrices)
    chance = gap_chance(limit)

    def spread(risk: float) -> float:
        upper = [1.0 if p == w else beta.isf(risk / 2, p + 1, w - p) for p, w in zip(part, whole)]
        lower = [0.0 if p == 0 else beta.ppf(risk / 2, p, w - p + 1) for p, w in zip(part, whole)]
        return float(max(upper[0] - lower[1], upper[1] - lower[0]))

    assert 0.0 < chance < 1.0
    assert spread(chance + 1e-6) <= 0.15
    assert spread(chance - 1e-6) > 0.15
    one = replace(limit, matrices=matrices[:1])
    assert gap_chance(one) == 0.0
    empty = matrices * np.array([0, 1])[:, np.newaxis, np.newaxis, np.newaxis]
    assert gap_chance(replace(limit, matrices=empty)) == 1.0


@pytest.mark.parametrize("seed", [1, 5])
@pytest.mark.parametrize("risk", [0.1, 0.4])
def test_planned_settings_are_tested_from_the_surest_until_one_fails(
    seed: int, risk: float
) -> None:
    text = "recall(b) >= 60% for each site and recall(c) >= 55% for each site"
    rows = offset_rows(text, rows=400, seed=seed)
    plan = RowOffsetPlan(rows, np.zeros(3), risk)
    drawn_first = np.random.default_rng(0).permutation(400)[:120]
    assert np.flatnonzero(plan.plans).tolist() == sorted(drawn_first)
    planning, testing = rows.part(plan.plans), rows.part(~plan.plans)
    planned = plan.planned_offsets(planning, Task())
    assert len(planned) == 5
    assert planned[0] is plan.start
    for share, offsets in zip((0.2, 0.4, 0.6, 0.8), planned[1:]):
        bounds = tuple(stricter_bound(each, share) for each in planning.want.bounds)
        stricter = replace(planning, want=replace(planning.want, bounds=bounds))
        assert stricter.rank(offsets) <= stricter.rank(plan.start)
    order = sorted(range(5), key=lambda at: plan.chance(planning, planned[at]))
    passed = []
    for at in order:
        if plan.chance(testing, planned[at]) > risk:
            break
        passed.append(planned[at])
    assert np.array_equal(plan.passed_offsets(Task()), passed)


def test_rows_that_allow_no_error_and_show_the_limit_without_one_are_no_shortage() -> None:
    rows = offset_rows("fpr(a) <= 30%", rows=120)
    plan = RowOffsetPlan(rows, np.zeros(3), 0.05)
    others = int((~plan.plans & (rows.codes != 0)).sum())
    # Where none of the others errs, this rate is shown, and no lower one.
    least = 1.0 - 0.05 ** (1.0 / others)
    for rate, short in ((1.001 * least, 0), (0.999 * least, 1)):
        want = Want(f"fpr(a) <= {rate:.9f}").resolve(NAMES)
        assert len(RowOffsetPlan(replace(rows, want=want), np.zeros(3), 0.05).shortages) == short


def test_shortages_count_the_rows_of_each_group_that_test() -> None:
    text = "recall(b) >= 90% for each site and fpr(a) <= 30% and fpr(c) gap over site <= 1%"
    rows = offset_rows(text, rows=120)
    site = np.where(np.arange(120) < 12, 1, 0)
    rows = replace(rows, groupings={"site": Groups(("big", "small"), site, (), "site")})
    plan = RowOffsetPlan(rows, np.zeros(3), 0.05)
    tests = ~plan.plans
    found = {(each.bound.measure, each.group): each for each in plan.shortages}
    assert {measure for measure, _ in found} == {"recall"}
    for group, name in enumerate(("big", "small")):
        n = int((tests & (site == group) & (rows.codes == 1)).sum())
        # 29 rows without an error show 10 % at 95 %.
        assert (0.9**n > 0.05) == (("recall", name) in found)
    short = found["recall", "small"]
    n = int((tests & (site == 1) & (rows.codes == 1)).sum())
    assert short.rows == int(np.ceil(n / 0.7))
    assert short.needed == np.ceil(29 / 0.7)
    assert plan.passed_offsets(Task()) == []
    promise = plan.promise(0.95)
    assert [each.group for each in promise.groups] == ["big", "small"]
    assert [each.promise.risk for each in promise.groups] == [0.05, 0.05]
    assert promise.groups[1].promise.shortage == short
    (own,), (gap,) = promise.bounds, promise.by_row
    assert (own.risk, own.bound.written.measure) == (0.05, "fpr")
    assert (gap.risk, gap.most) == (0.05, None)
    counted = RowOffsetPlan(offset_rows(TEXT), np.zeros(3), 0.1).promise(0.9)
    assert [each.risk for each in counted.bounds] == [None]
    dearest = float(offset_rows(TEXT).costs.max())
    assert [each.most for each in counted.by_row] == [None, dearest]


def test_limits_that_no_row_can_show_are_refused() -> None:
    for text in ("recall(b) = 80%", "cost <= 20, cost column = amount"):
        with raises("unpromisable"):
            refuse_unpromisable(offset_rows(text))
    refuse_unpromisable(offset_rows("cost <= 2 per row and recall(b) >= 80%, cost column = amount"))


CONFIDENT = (
    "recall(b) >= 60% for each site",
    "recall(b) >= 60% for each site and recall(c) >= 55% for each site",
    "fpr(a) gap over site <= 25%",
    "cost <= 0.9 per row and recall(b) >= 40%, cost column = amount",
    "recall(b) >= 96% for each site and fpr(b) <= 3%",
    "fpr(a) <= 0.5% and recall(a) >= 99%, cost column = amount",
    "fp(a) <= 9, cost column = amount",
)


@pytest.mark.parametrize("text", CONFIDENT)
def test_a_promise_reports_what_the_model_decides_and_lacks(text: str) -> None:
    X, y, _, _ = drawn(300, 2)
    model = LogisticRegression().fit(X, y)
    X, y, site, amount = drawn(500, 3)
    asked = Want(text)
    options: dict[str, Any] = {
        "groups": {"site": site} if asked.groupings else None,
        "cost_column": amount if asked.cost_column else None,
    }
    found = steer(model, X, y, text, 0.8, **options)
    called = found.model.predict(X)
    matrix = [[int(((y == a) & (called == b)).sum()) for b in NAMES] for a in NAMES]
    assert found.after.tolist() == matrix
    assert found.met == (found.gap == 0.0) == (not found.violations)
    assert all((each.value is not None) and each.rows > 0 for each in found.violations)
    promised = [each for each in found.violations if each.bound.gap_over or "cost" in str(each)]
    assert all(each.promising for each in promised)
    assert found.promise is not None
    assert found.promise.confidence == 0.8
    risks = [each.promise.risk or 0.0 for each in found.promise.groups]
    if text == CONFIDENT[0]:
        assert sum(risks) == pytest.approx(0.2)
    if text == CONFIDENT[1]:
        assert max(risks) <= 0.1 + 1e-12
    for each in found.groups:
        assert each.is_met or not found.met
    if text in CONFIDENT[:2]:
        assert found.met
    if not found.met and not found.promise.shortages:
        counted = steer(model, X, y, text, **options)
        assert found.want.gap(found.after) <= found.want.gap(found.before)
        assert counted.gap <= found.gap
    if text == CONFIDENT[-1]:
        assert found.promise.promised_bounds == ()
        plain = steer(model, X, y, text, **options)
        assert np.array_equal(plain.after, found.after)


UNSHOWN = (
    "fpr(a) gap over site <= 4%",
    "cost <= 0.3 per row, cost column = amount",
    "recall(b) >= 90% for each site and precision(b) >= 90%",
    "fpr(a) gap over site <= 2% and recall(b) >= 75% for each site",
)


@pytest.mark.parametrize("text", UNSHOWN)
def test_what_no_planned_setting_shows_is_the_closest_as_counted(text: str) -> None:
    X, y, _, _ = drawn(300, 2)
    model = LogisticRegression().fit(X, y)
    X, y, site, amount = drawn(500, 3)
    asked = Want(text)
    options: dict[str, Any] = {
        "groups": {"site": site} if asked.groupings else None,
        "cost_column": amount if asked.cost_column else None,
    }
    found = steer(model, X, y, text, 0.8, **options)
    counted = steer(model, X, y, text, **options)
    assert found.after.tolist() == counted.after.tolist()
    assert not found.met
    assert found.promise is not None
    assert found.gap == max(counted.gap, 1.0)
    seen = {(each.bound, each.group): each for each in counted.violations}
    named = {(each.bound, each.group): each for each in found.violations}
    assert set(seen) <= set(named)
    for key, each in named.items():
        own = key[0].measure != "precision"
        assert each.promising is own
        assert each.rows == max(seen[key].rows if key in seen else 0.0, float(own))
    if text == UNSHOWN[0]:
        called = found.model.predict(X)
        rates = [(called[(site == each) & (y != "a")] == "a").mean() for each in np.unique(site)]
        (only,) = found.violations
        assert only.value == pytest.approx(max(rates) - min(rates))
    if text == UNSHOWN[1]:
        (cost,) = found.violations
        total = float(amount[found.model.predict(X) != y].sum())
        assert cost.value == pytest.approx(total / 500)
        assert cost.rows == np.ceil((total - 150) / amount.max())


def test_a_search_unwraps_a_threshold_for_what_the_model_has_by_itself() -> None:
    X, y, site, _ = drawn(300, 2)
    model = LogisticRegression().fit(X, y)
    want = Want("recall(b) >= 60% for each site").resolve(NAMES, grouped=True)
    codes = np.searchsorted(NAMES, y)
    rows = OffsetRows(want, np.empty((300, 3)), codes, {"site": Groups.of(site, 300, "site")})
    turned = steer(model, X, y, "recall(b) >= 95%").model
    search = offset_search(turned, X, rows, SeenRanges(want), Task())
    assert np.array_equal(search.own, np.zeros(3))
    assert np.array_equal(search.start, turned.setting())
    assert np.array_equal(
        NAMES[np.argmax(search.rows.scores + search.start, axis=1)], turned.predict(X)
    )
    assert planning_rows(900, PLANNING_SHARE).nonzero()[0].tolist() == sorted(
        np.random.default_rng(0).permutation(900)[:90]
    )


def test_a_pipeline_of_one_step_is_turned_as_a_whole() -> None:
    X, y, site, _ = drawn(300, 2)
    piped = make_pipeline(LogisticRegression()).fit(X, y)
    alone = LogisticRegression().fit(X, y)
    found, plain = (
        steer(each, X, y, "recall(b) >= 80% for each site", groups={"site": site})
        for each in (piped, alone)
    )
    assert found.after.tolist() == plain.after.tolist()
    assert isinstance(found.model, ThresholdedClassifier)
    assert found.model.estimator_ is piped
