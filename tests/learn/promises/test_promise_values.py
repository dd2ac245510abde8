"""Plans, limits and gaps of promises, number by number."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import betabinom, binom, norm
from tests.errors import raises

from steersman.learn.promises import (
    ClassRowLimit,
    SamplingMargin,
    promise_for,
    rate_band,
    risk_shares,
)
from steersman.learn.promises.rate_for_count import rate_of
from steersman.learn.promises.sampling_margin import errors_within_noise, noisy_gaps
from steersman.learn.promises.tail_margin import log_odds
from steersman.learn.promises.testing_plan import (
    MOST_SETTINGS,
    FewCallsFirst,
    OwnSettingFirst,
    settings_to_test,
    significant_settings,
)
from steersman.learn.wants import CallDirection, LinearBound, ResolvedWant, Want
from steersman.maths.confusion import rows_needed

CALLS = np.arange(100)
CALLED = np.stack([99 - CALLS, CALLS], axis=1)


def resolved(text: str, classes: int = 2) -> ResolvedWant:
    return Want(text).resolve(list("abc")[:classes])


def test_log_odds_end_where_shares_do() -> None:
    ends = np.log(0.9999 / 0.0001)
    shares = np.array([0.0, 1e-5, 0.2, 0.5, 0.99999, 1.0])
    wanted = [-ends, -ends, np.log(0.25), 0.0, ends, ends]
    assert log_odds(shares) == pytest.approx(wanted)


def test_the_starts_of_a_plan_and_their_parts_of_the_risk() -> None:
    own = OwnSettingFirst(0.1, np.array([29, 70]))
    others = [5, 20, 49, 79, 94]
    assert [place for place, _ in own.starts(CALLED, 1)] == [70, *others]
    assert [risk for _, risk in own.starts(CALLED, 1)] == pytest.approx([0.07] + [0.006] * 5)
    alone = OwnSettingFirst(0.1)
    assert [place for place, _ in alone.starts(CALLED, 1)] == others
    assert [risk for _, risk in alone.starts(CALLED, 1)] == pytest.approx([0.02] * 5)
    assert own.first_risk == pytest.approx(0.07)
    assert own.run_risk == pytest.approx(0.035)
    assert (alone.first_risk, alone.run_risk) == pytest.approx((0.02, 0.01))
    toward = OwnSettingFirst(0.1, None, CallDirection(0, 1))
    assert (toward.first_risk, toward.run_risk) == pytest.approx((0.02, 0.002))


@pytest.mark.parametrize(("sign", "shown"), [(1, range(70, 75)), (-1, range(66, 71))])
def test_most_of_the_risk_goes_where_the_objective_is_better(sign: int, shown: range) -> None:
    """.06 is below nine tenths of .07, and above the rest."""
    p_values = np.where(np.abs(CALLS - 70) <= 4, 0.06, 1.0)
    plan = OwnSettingFirst(0.1, np.array([29, 70]), CallDirection(1, sign))
    found = plan.successes(p_values, CALLED)
    assert np.flatnonzero(found).tolist() == list(shown)
    assert np.flatnonzero(plan.successes(p_values[::-1], CALLED[::-1])[::-1]).tolist() == [*shown]


def test_a_test_at_its_risk_succeeds_and_the_run_goes_on_to_the_ends() -> None:
    p_values = np.array([0.05, 0.05, 0.1, 0.05, 0.05])
    assert significant_settings(2, 0.1, p_values).tolist() == [True] * 5
    assert significant_settings(2, 0.0999, p_values).tolist() == [False] * 5
    assert significant_settings(2, 0.1, p_values, 0.4).tolist() == [True] * 3 + [False] * 2
    assert significant_settings(2, 0.1, p_values, 0.6).tolist() == [False] * 2 + [True] * 3
    assert significant_settings(2, 0.1, np.array([0.2, 0.0, 0.0, 0.2, 0.0])).tolist() == [
        False, True, True, False, False,
    ]  # fmt: skip
    assert significant_settings(2, 0.1, np.array([0.2, 0.2, 0.0, 0.2, 0.2])).tolist() == [
        False, False, True, False, False,
    ]  # fmt: skip


def test_few_calls_begin_where_all_of_them_right_would_show_the_share() -> None:
    risk, fewest = 0.1, rows_needed(0.2, 0.03)
    assert fewest == 16  # 0.8 ** 16 = .028
    for own_calls, later in ((None, 40.0), (30, 24.0), (45, 36.0), (5, 16.0), (190, 40.0)):
        plan = FewCallsFirst.of(1, 0.8, 200, risk, own_calls)
        assert plan.starts == (pytest.approx((16, 0.03)), pytest.approx((later, 0.07)))
        assert (plan.column, plan.first_risk, plan.run_risk) == (
            1,
            plan.starts[0][1],
            plan.starts[0][1],
        )
    # With so few rows, all of the risk is for the first.
    assert FewCallsFirst.of(0, 0.8, 16, risk, 5).starts[0][1] == pytest.approx(0.03)
    assert FewCallsFirst.of(0, 0.8, 15, risk, 5).starts == ((rows_needed(0.2, 0.1), 0.1),)


@pytest.mark.parametrize("moved", [0, 1])
def test_of_many_settings_few_calls_and_few_others_are_tested_in_finer_steps(moved: int) -> None:
    n = MOST_SETTINGS
    other = np.zeros((n, 1), dtype=np.int64)
    assert settings_to_test(np.hstack([np.arange(n)[:, np.newaxis], other])).tolist() == [*range(n)]
    n = 50_001
    calls = np.random.default_rng(0).permutation(n)
    called = np.zeros((n, 2), dtype=np.int64)
    called[:, moved] = calls
    planned = np.sort(calls[settings_to_test(called)])
    mirrored = n - 1 - planned[::-1]
    assert np.abs(planned[:, np.newaxis] - mirrored).min(axis=1).max() <= 1  # by rounding
    assert np.array_equal(planned[:30], np.arange(30))
    steps = np.diff(planned)
    assert steps.max() == 51
    # A half of the settings is spread evenly, a quarter toward each end.
    assert 1000 + 2 * 300 < len(planned) < MOST_SETTINGS


def test_violations_come_with_their_rows_the_furthest_away_first() -> None:
    want = resolved("fp <= 3, fn <= 5, fp <= 100")
    matrix = np.array([[90, 10], [30, 70]])
    promise = promise_for(want, np.array([100.0, 100.0]), 0.9)
    found = promise.violations(want, matrix, promise.gaps(matrix[np.newaxis])[0])
    assert [(each.bound.measure, each.value, each.rows) for each in found] == [
        ("fn", 30.0, 25.0), ("fp", 10.0, 7.0),
    ]  # fmt: skip
    assert not any(each.promising for each in found)


@pytest.mark.parametrize(("gap", "names"), [(0.0, []), (1.0, ["npv"]), (2.0, ["npv", "precision"]),
                                            (np.inf, ["npv", "precision"])])  # fmt: skip
def test_of_shares_those_with_the_least_left_over_are_taken_for_the_unshown(
    gap: float, names: list[str]
) -> None:
    want = resolved("precision >= 60%, npv >= 70%")
    matrix = np.array([[75, 25], [25, 75]])
    promise = promise_for(want, np.array([100.0, 100.0]), 0.9)
    precision, npv = (each.evidence.surplus(matrix) for each in promise.bounds)
    assert npv < precision
    found = promise.violations(want, matrix, gap)
    assert [each.bound.measure for each in found] == names
    assert [each.rows for each in found] == [0.0] * len(names)
    assert all(each.promising for each in found)
    assert promise.swept_bounds == 2


def test_the_target_keeps_the_rows_of_each_class_and_promises_the_want() -> None:
    want = resolved("fpr <= 10%, recall >= 50%")
    matrix = np.array([[170, 30], [70, 30]])
    promise = promise_for(want, np.array([200.0, 100.0]), 0.9)
    target = promise.target(want, matrix)
    (fp, n), (fn, p) = (each.allowed or (0, 0) for each in promise.bounds)
    assert (n, p) == (200, 100)
    assert target.tolist() == [[200 - fp, fp], [fn, 100 - fn]]
    assert promise.gaps(target[np.newaxis])[0] == 0.0
    assert promise.gaps(matrix[np.newaxis])[0] == (30 - fp) + (70 - fn)
    assert binom.cdf(fp, 200, 0.1) + binom.cdf(fn, 100, 0.5) <= 0.1
    assert promise.swept_bounds == 0
    assert promise.unshown_counts(matrix[np.newaxis]).tolist() == [0.0]
    assert [each.holds_at(target) for each in promise.bounds] == [True, True]
    worse = target + np.array([[-1, 1], [0, 0]])
    assert [each.holds_at(worse) for each in promise.bounds] == [False, True]


def test_a_promise_of_a_share_is_tested_at_each_setting_alone() -> None:
    want, sums, own = resolved("accuracy >= 70%"), np.array([50.0, 50.0]), np.array([50, 50])
    evidence = promise_for(want, sums, 0.9, own_calls=own).bounds[0].evidence
    matrices = np.array([[[50 - n, n], [n, 50 - n]] for n in range(20)])
    chances = [binom.sf(99 - 2 * n, 100, 0.7) for n in range(20)]
    assert [evidence.surplus(each) for each in matrices] == pytest.approx(0.035 - np.array(chances))
    assert evidence.rows_to_move(matrices[0]) == 0.0


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("fp <= 3", (0, 100, 3)), ("fp < 3", (0, 100, 2)), ("fp < 3.5", (0, 100, 3)),
        ("fp <= 3.5", (0, 100, 3)), ("fp < 1", (0, 100, 0)), ("fn <= 7", (1, 60, 7)),
        ("fpr <= 5%", (0, 100, 5)), ("fpr < 5%", (0, 100, 4)), ("fpr <= 5.5%", (0, 100, 5)),
        ("recall >= 90%", (1, 60, 6)), ("recall > 90%", (1, 60, 5)), ("fnr <= 10%", (1, 60, 6)),
        ("specificity >= 97%", (0, 100, 3)),
        ("fpr >= 5%", None), ("recall <= 90%", None), ("precision >= 90%", None), ("tp >= 5", None),
        ("accuracy >= 90%", None),
    ],
)  # fmt: skip
def test_how_many_errors_a_bound_allows_among_as_many_rows(
    text: str, found: tuple[int, int, int] | None
) -> None:
    want = resolved(text)
    limit = SamplingMargin(want, np.array([100.0, 60.0])).error_limit(want.bounds[0])
    if found is None:
        assert limit is None
        return
    assert limit is not None
    cells = np.zeros((2, 2))
    cells[found[0], 1 - found[0]] = 1.0
    assert (limit.cells.tolist(), limit.rows, limit.limit) == (cells.tolist(), *found[1:])


def test_other_bounds_allow_for_the_noise_of_both_samples() -> None:
    """Right decisions must be 150 of 200; the share of each kind counts one made-up row more."""
    line = LinearBound(np.eye(2), 150.0)
    for matrix in ([[80, 20], [20, 80]], [[60, 40], [35, 65]], [[99, 1], [1, 99]]):
        stack = np.array([matrix], dtype=np.float64)
        right = [(stack[0, each, each] + 1) / 102 for each in range(2)]
        spread = sum(100 * share * (1 - share) for share in right)
        missing = 150 + norm.isf(0.05) * np.sqrt(2 * spread) - np.trace(stack[0])
        assert noisy_gaps(line, stack, 0.05)[0] == max(0.0, np.ceil(missing))


@pytest.mark.parametrize("risk", [0.05, 0.07, 0.1])
@pytest.mark.parametrize("limits", [
    [ClassRowLimit(2000, 0.05), ClassRowLimit(320, 0.01)],
    [ClassRowLimit(300, 0.1), ClassRowLimit(500, 0.2)],
    [ClassRowLimit(60, 0.05), ClassRowLimit(5000, 0.2), ClassRowLimit(900, 0.04)],
])  # fmt: skip
def test_shares_are_chances_of_whole_errors_and_no_other_error_fits_in(
    limits: list[ClassRowLimit], risk: float
) -> None:
    shares = risk_shares(limits, risk)
    assert sum(shares) == pytest.approx(risk)
    errors = [int(binom.ppf(share, *each)) for each, share in zip(limits, shares)]
    errors = [n - (binom.cdf(n, *each) > share) for n, each, share in zip(errors, limits, shares)]
    assert min(errors) >= 0
    left = risk - sum(binom.cdf(n, *each) for n, each in zip(errors, limits))
    assert left >= 0
    assert all(binom.pmf(n + 1, *each) > left for n, each in zip(errors, limits))
    # What is left is spread evenly.
    rest = [share - binom.cdf(n, *each) for share, n, each in zip(shares, errors, limits)]
    assert rest == pytest.approx([left / len(limits)] * len(limits), abs=1e-9)


def test_tests_get_what_counted_errors_leave_of_an_even_share() -> None:
    limit = ClassRowLimit(300, 0.1)
    tested, counted = risk_shares([None, limit], 0.1)
    allowed = int(binom.ppf(0.05, *limit)) - 1
    assert counted == pytest.approx(binom.cdf(allowed, *limit))
    assert tested == pytest.approx(0.1 - counted)
    assert risk_shares([None, None], 0.1) == [0.05, 0.05]


def test_limits_that_no_risk_of_theirs_can_show_get_even_shares() -> None:
    assert risk_shares([ClassRowLimit(5, 0.01), ClassRowLimit(3000, 0.1)], 0.1) == [0.05, 0.05]
    closed = ClassRowLimit(0, 0.1)
    assert not closed.is_open
    assert not ClassRowLimit(9, 0.0).is_open
    assert not ClassRowLimit(9, 1.0).is_open
    assert ClassRowLimit(1, 0.5).is_open
    assert ClassRowLimit(9, 0.5).chance(-1) == 0.0
    assert ClassRowLimit(9, 0.5).chance(0) == pytest.approx(0.5**9)
    assert ClassRowLimit(9, 0.5).cost(0) == pytest.approx(9 * 0.5**9 * 4.5)
    assert ClassRowLimit(9, 0.01).cost(-1) == pytest.approx(0.99**9)


@pytest.mark.parametrize(
    ("text", "rate"),
    [
        ("fp <= 3", ("fpr", ())), ("fn <= 3", ("fnr", ())), ("fp >= 3", None), ("fn >= 3", None),
        ("cell(a, b) <= 3", ("fpr", ())), ("cell(b, a) <= 3", ("fnr", ("b",))),
        ("cell(a, a) >= 3", ("recall", ("a",))), ("cell(b, b) >= 3", ("recall", ("b",))),
        ("cell(a, b) >= 3", None), ("cell(a, a) <= 3", None), ("cell(a, a) = 3", None),
        ("cell(a, b) = 3", None),
    ],
)  # fmt: skip
def test_the_rate_of_a_count(text: str, rate: tuple[str, tuple[str, ...]] | None) -> None:
    want = resolved(text)
    assert rate_of(want.bounds[0], want) == rate


def test_the_rate_of_a_cell_of_three_classes() -> None:
    want = resolved("cell(a, c) <= 3", 3)
    assert rate_of(want.bounds[0], want) == ("fnr", ("a",))


def test_without_rows_nothing_is_known_of_a_rate() -> None:
    assert [side.tolist() for side in rate_band(0, 0.05)] == [[0.0], [1.0]]


@pytest.mark.parametrize("confidence", [0.0, 1.0])
def test_a_confidence_lies_between_nothing_and_certainty(confidence: float) -> None:
    with raises("bad-confidence", confidence=confidence):
        promise_for(resolved("fpr <= 5%"), np.array([100.0, 100.0]), confidence)


@pytest.mark.parametrize("text", ["maximize recall subject to accuracy >= 70%", "accuracy >= 70%"])
def test_a_plan_goes_where_the_objective_is_better(text: str) -> None:
    want = resolved(text)
    promise = promise_for(want, np.array([50.0, 50.0]), 0.9, own_calls=np.array([50, 50]))
    direction = CallDirection(1, 1) if want.objective else None
    assert promise.bounds[0].evidence.plan.toward == direction
    assert promise.bounds[0].evidence.plan.risk == pytest.approx(0.1)


def test_tests_are_in_the_order_of_the_class_whose_calls_change_most() -> None:
    calls = np.arange(40)
    called = np.stack([50 - calls, 10 + calls % 2, 20 + calls - calls % 2], axis=1)
    assert np.ptp(called, axis=0).tolist() == [39, 1, 38]
    shuffled = np.random.default_rng(0).permutation(40)
    p_values = np.where(np.abs(calls - 20) <= 3, 0.001, 1.0)
    plan = OwnSettingFirst(0.1, called[20])
    found = plan.successes(p_values[shuffled], called[shuffled])
    assert np.sort(shuffled[found]).tolist() == [*range(17, 24)]


def test_noise_moves_no_rows_where_no_row_can_help() -> None:
    stack = np.array([[[5.0, 4.0], [3.0, 2.0]]])
    line = LinearBound(np.ones((2, 2)), 10.0)
    assert noisy_gaps(line, stack, 0.05).tolist() == line.rows_to_move(stack).tolist()


def test_limits_that_an_even_share_leaves_short_get_more_where_all_can_be_shown() -> None:
    small, large = ClassRowLimit(60, 0.05), ClassRowLimit(5000, 0.2)
    risk = 0.06
    assert risk / 3 < small.chance(0) < risk
    assert risk_shares([small, large, small], risk) == pytest.approx([risk / 3] * 3)
    one = risk_shares([small, large], risk)
    assert one[0] >= small.chance(0)
    assert sum(one) == pytest.approx(risk)
    # Beside a test, the share of two limits is two thirds.
    needed = 3 * small.chance(0) / 2
    tested, first, second = risk_shares([None, small, large], needed + 1e-3)
    assert first == pytest.approx(small.chance(0))
    assert tested >= (needed + 1e-3) / 3
    assert tested + first + second == pytest.approx(needed + 1e-3)
    fewer = needed - 1e-3
    assert risk_shares([None, small, large], fewer) == pytest.approx([fewer / 3] * 3)


def test_the_tests_of_a_precision_begin_near_the_calls_of_the_model() -> None:
    want = Want("precision >= 80%").resolve(["a", "b"], "b")
    rows = np.array([150.0, 50.0])
    for own_calls, later in ((None, None), (np.array([170, 30]), 30), (np.array([155, 45]), 45)):
        (bound,) = promise_for(want, rows, 0.9, own_calls=own_calls).bounds
        assert bound.evidence.plan == FewCallsFirst.of(1, 0.8, 200, 1.0 - 0.9, later)


def test_errors_within_noise_are_at_most_those_of_the_limit() -> None:
    for limit, risk in ((3, 0.9), (3, 0.2), (9, 0.05), (0, 0.9)):
        fine = [n for n in range(limit + 1) if betabinom.sf(limit, 20, n + 1, 20 - n) <= risk]
        assert errors_within_noise(20, limit, risk) == max(fine, default=0)
    assert errors_within_noise(20, 3, 0.9) == 3
    assert [errors_within_noise(20, limit, 0.05) for limit in (20, 21)] == [20, 20]
    assert errors_within_noise(20, 19, 0.9) == 19


def test_one_class_of_rows_has_its_band_at_planned_rows() -> None:
    """Of one row, the only order statistic is the row itself."""
    low, high = rate_band(1, 0.1)
    assert low.tolist() == pytest.approx([0.0, 0.05])
    assert high.tolist() == pytest.approx([0.95, 1.0])
    low, high = rate_band(60, 0.1)
    assert low[0] == 0.0
    assert high[-1] == 1.0
    assert np.all(np.diff(low) >= 0.0)
    assert high == pytest.approx(1.0 - low[::-1])


def test_the_target_of_a_share_is_that_of_the_want() -> None:
    want = Want("precision >= 60%").resolve(["a", "b"], "b", prior=0.1)
    for matrix in (np.array([[80, 20], [10, 40]]), np.array([[250, 50], [30, 20]])):
        promise = promise_for(want, matrix.sum(axis=1).astype(np.float64), 0.9)
        target = promise.target(want, matrix)
        assert target.tolist() == want.target(matrix).tolist()
        assert target.sum(axis=1).tolist() == matrix.sum(axis=1).tolist()
        assert want.is_met(target)
        assert not want.is_met(matrix)


@pytest.mark.parametrize(
    "closed", [ClassRowLimit(0, 0.1), ClassRowLimit(50, 0.0), ClassRowLimit(50, 1.0)]
)
def test_a_limit_that_no_risk_opens_keeps_an_even_share(closed: ClassRowLimit) -> None:
    assert risk_shares([closed, ClassRowLimit(300, 0.1)], 0.1) == pytest.approx([0.05, 0.05])
    assert risk_shares([closed, None], 0.1) == pytest.approx([0.05, 0.05])
