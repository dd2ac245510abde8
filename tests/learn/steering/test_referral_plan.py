"""Settings with a referral, planned on some rows and tested on the others: against plain loops."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar
from scipy.special import log_softmax
from scipy.stats import binom
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler
from tests.errors import raises

from steersman.learn.steering import Scores
from steersman.learn.steering.planning_rows import planning_rows
from steersman.learn.steering.ranking import Goal
from steersman.learn.steering.referral_margins import margin_path
from steersman.learn.steering.referral_plan import (
    PLAN_SHARE,
    WEIGHT_RATIOS,
    WIDTHS,
    Family,
    FamilyStudy,
    RateTest,
    ReferralPlan,
    chain_of,
    expected_truths,
    family_matrices,
    margin_families,
    tempered_shares,
    weighted_families,
)
from steersman.learn.steering.referring import ReferralSetting
from steersman.learn.wants import Want
from steersman.maths.confusion import rows_needed
from steersman.tasks import Task

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def scored(seed: int, rows: int, classes: int = 2) -> tuple[Scores, Ints]:
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, classes, rows)
    if classes == 2:
        return Scores((rng.normal(size=rows) + 2.6 * codes).round(1), 1.3), codes
    values = rng.normal(size=(rows, classes)) + 2.4 * np.eye(classes)[codes]
    return Scores(values, np.linspace(0.2, -0.2, classes)), codes


def plan_of(text: str, seed: int, rows: int, classes: int = 2, risk: float = 0.1) -> ReferralPlan:
    scores, codes = scored(seed, rows, classes)
    return ReferralPlan.of(Want(text).resolve(list(range(classes))), scores, codes, risk)


@pytest.mark.parametrize(
    "text",
    [
        "recall >= 80%", "fpr <= 30%", "precision >= 60%", "fdr <= 45%", "npv >= 55%",
        "accuracy >= 70%", "error rate <= 40%", "f1 >= 50%", "f1 <= 60%", "refer <= 35%",
        "refer >= 30%", "cell rate(0, 1) <= 25%",
    ],
)  # fmt: skip
def test_few_bad_rows_are_what_keeps_a_limit(text: str) -> None:
    with_referral = text if "refer" in text else f"{text} and refer <= 100%"
    bound = Want(with_referral).resolve([0, 1]).bounds[0]
    test = RateTest.of(bound, np.array([40.0, 60.0]))
    rng = np.random.default_rng(len(text))
    kept = set()
    for _ in range(200):
        matrix = np.stack([rng.multinomial(n, rng.dirichlet(np.ones(3))) for n in (40, 60)])
        value, limit = bound.value(matrix.astype(float), None), bound.written.value
        whole = float(np.sum(test.whole * matrix))
        if abs(value - limit) > 1e-9 and whole:
            holds = value <= limit if bound.written.is_upper else value >= limit
            assert (np.sum(test.bad * matrix) < test.rate * whole) is np.bool_(holds)
            kept.add(holds)
    assert kept == {False, True}
    assert test.of_referred is (text == "refer <= 35%")


def test_the_chance_is_binomial_and_rises_between_whole_numbers() -> None:
    bound = Want("error rate <= 12% and refer <= 50%").resolve([0, 1]).bounds[0]
    test = RateTest.of(bound, np.array([40.0, 60.0]))
    wrong = np.arange(0, 41, 0.5)
    matrices = np.zeros((len(wrong), 2, 3))
    matrices[:, 0, 1], matrices[:, 0, 0], matrices[:, 1, 2] = wrong, 70.0 - wrong, 30.0
    chances = test.chances(matrices)
    np.testing.assert_allclose(chances[::2], binom.cdf(wrong[::2], 70, 0.12), rtol=1e-9)
    assert np.all(np.diff(chances) >= 0.0)
    # No row is decided, or all of them are wrong: nothing speaks for the limit.
    none = np.zeros((2, 2, 3))
    none[0, :, 2], none[1, 0, 1] = 50.0, 9.0
    assert test.chances(none).tolist() == [1.0, 1.0]
    for rate, chance in ((1.0, 0.0), (0.0, 1.0)):
        certain = RateTest(test.bad, test.whole, rate, False)
        assert set(certain.chances(matrices)) == {chance}
    for text in ("recall = 80% and refer <= 5%", "fp <= 3 and refer <= 5%"):
        with raises("unpromisable"):
            RateTest.of(Want(text).resolve([0, 1]).bounds[0], np.array([40.0, 60.0]))


@pytest.mark.parametrize("classes", [2, 3])
def test_matrices_of_a_family_are_those_of_each_setting(classes: int) -> None:
    scores, codes = scored(1, 90, classes)
    rng = np.random.default_rng(0)
    if classes == 2:
        pairs = np.sort(rng.choice(scores.values, (20, 2)), axis=1)
        family = [ReferralSetting((float(low), float(high))) for low, high in pairs]
    else:
        family = [ReferralSetting((0.1, 0.0, -0.3), float(each)) for each in rng.random(9)]
    truths = rng.dirichlet(np.ones(classes), 90)
    for setting, found, soft in zip(
        family,
        family_matrices(family, scores.values, np.eye(classes)[codes]),
        family_matrices(family, scores.values, truths),
    ):
        decided = setting.codes(scores.values)
        assert np.array_equal(found, setting.matrix(scores.values, codes))
        expected = np.stack(
            [truths[decided == at].sum(axis=0) for at in range(classes + 1)], axis=1
        )
        np.testing.assert_allclose(soft, expected, atol=1e-9)


def test_truths_expected_of_two_classes_are_those_of_platts_curve() -> None:
    scores, codes = scored(2, 120)
    column = StandardScaler().fit_transform(scores.values[:, np.newaxis])
    curve = LogisticRegression().fit(column, codes).predict_proba(column)
    np.testing.assert_allclose(expected_truths(scores.values, codes, 2), curve, atol=1e-6)
    np.testing.assert_allclose(
        expected_truths(7.0 * scores.values - 3.0, codes, 2), curve, atol=1e-6
    )
    alone = expected_truths(scores.values, np.ones_like(codes), 2)
    np.testing.assert_allclose(alone, np.tile([0.0, 1.0], (120, 1)), atol=1e-6)
    flat = expected_truths(np.full(120, 4.0), codes, 2)
    np.testing.assert_allclose(flat[:, 1], codes.mean(), atol=1e-3)


@pytest.mark.parametrize("seed", range(3))
def test_shares_of_several_classes_are_those_of_the_best_temperature(seed: int) -> None:
    scores, codes = scored(seed, 150, 3)

    def surprise(shares: Floats) -> float:
        return -float(np.log(0.99 * shares[np.arange(150), codes] + 0.01 / 3).mean())

    def at(log_times: float) -> Floats:
        return np.exp(log_softmax(np.exp(log_times) * scores.values, axis=1))

    best = minimize_scalar(lambda each: surprise(at(each)), bounds=(-4.0, 4.0), method="bounded")
    np.testing.assert_allclose(tempered_shares(scores.values, codes), at(best.x), atol=1e-3)
    assert np.array_equal(
        expected_truths(scores.values, codes, 3), tempered_shares(scores.values, codes)
    )


@pytest.mark.parametrize("falls", [False, True])
def test_rows_are_referred_where_either_answer_costs_more_than_the_limit(falls: bool) -> None:
    values = np.linspace(-3.0, 3.0, 4001)[np.random.default_rng(0).permutation(4001)]
    likely = 1.0 / (1.0 + np.exp(-2.0 * values))
    families = weighted_families(values, 1.0 - likely if falls else likely)
    # Where likelihoods fall with the score, ranks take their place.
    known = (values + 3.0) / 6.0 if falls else likely
    assert len(families) == len(WEIGHT_RATIOS)
    for ratio, family in zip(WEIGHT_RATIOS, families):
        miss, alarm = np.sqrt(ratio), np.sqrt(1.0 / ratio)
        assert len(family) == len(WIDTHS)
        for width, setting in list(zip(WIDTHS, family))[::11]:
            limit = width * miss * alarm / (miss + alarm)
            low, high = setting.threshold
            ask = (known * miss > limit) & ((1.0 - known) * alarm > limit)
            referred = (values > low) & (values <= high)
            assert np.sum(ask != referred) <= 4
            sure = values > high
            assert np.all(((1.0 - known) * alarm <= limit + 1e-3)[sure])
        # The first refers no row; each refers all that the one before does.
        assert family[0].threshold[0] == pytest.approx(family[0].threshold[1], abs=2e-3)
        lows, highs = np.array([each.threshold for each in family]).T
        assert np.all(np.diff(lows) <= 0.0)
        assert np.all(np.diff(highs) >= 0.0)


def test_margins_of_a_family_go_from_no_row_to_all() -> None:
    scores, codes = scored(4, 700, 3)
    want = Want("refer <= 20% and error rate <= 10%").resolve([0, 1, 2])
    own, turned = margin_families(want, scores, scores.values, codes, Task(5.0))
    assert own[0].threshold == tuple(np.asarray(scores.start).tolist())
    assert turned[0].threshold != own[0].threshold
    for family in (own, turned):
        assert len(family) == 160
        referred = [int((each.codes(scores.values) == 3).sum()) for each in family]
        assert referred == sorted(referred)
        assert (referred[0], referred[-1]) == (0, 700)
        all_margins = margin_path(scores.values, codes, np.array(family[0].threshold)).settings
        assert {each.margin for each in family} <= set(all_margins.tolist())
        assert max(np.diff(referred)) <= 6


@pytest.mark.parametrize("classes", [2, 3])
def test_what_is_expected_weighs_labels_and_likelihoods_alike(classes: int) -> None:
    plan = plan_of("refer <= 30% and error rate <= 8%", 5, 300, classes)
    families, studies = plan.studied_families(Task(5.0))
    planning = planning_rows(300, PLAN_SHARE)
    values, codes = plan.scores.values[planning], plan.codes[planning]
    labels = np.eye(classes)[codes]
    soft = expected_truths(values, codes, classes)
    for family, (chances, damages) in zip(families, studies):
        # 240 rows test where 60 plan.
        cells = 4.0 * (
            family_matrices(family, values, labels) + family_matrices(family, values, soft)
        ) / 2.0  # fmt: skip
        for test, found in zip(plan.tests, chances):
            np.testing.assert_allclose(found, test.chances(cells), atol=1e-9)
        np.testing.assert_allclose(damages, Goal(plan.want).damages(cells), atol=1e-9)
    assert plan_of("refer <= 30%", 0, 2).studied_families(Task(5.0)) == ([], [])


WANTS = (
    "refer <= 30% and error rate <= 8%",
    "refer <= 60% and error rate <= 12%",
    "recall >= 60% and precision >= 75% and refer <= 40%",
    "maximize accuracy subject to refer <= 15%",
    "error rate <= 2% and refer <= 35%",
    "refer <= 25% and accuracy >= 90%",
)


def chance(plan: ReferralPlan, test: RateTest, setting: ReferralSetting) -> float:
    """How likely the testing rows would look so good by luck."""
    matrix = setting.matrix(plan.scores.values[~plan.plans], plan.codes[~plan.plans])
    return float(test.chances(matrix.astype(float)[np.newaxis])[0])


def front_of(
    plan: ReferralPlan, families: list[Family], studies: list[FamilyStudy]
) -> list[ReferralSetting]:
    """From the safest setting on, those that are ever better, until one fails."""
    rows = [
        (float(risky), float(damage), setting)
        for family, (chances, damages) in zip(families, studies)
        for risky, damage, setting in zip(np.max(chances, axis=0), damages, family)
    ]
    passed, best = [], np.inf
    for _, damage, setting in sorted(rows, key=lambda row: row[:2]):
        if damage >= best:
            continue
        best = damage
        if max(chance(plan, test, setting) for test in plan.tests) > plan.risk:
            break
        passed.append(setting)
    return passed


def best_family(
    plan: ReferralPlan, families: list[Family], studies: list[FamilyStudy]
) -> list[ReferralSetting]:
    """Those of one family that pass for each limit in its own order."""
    part = plan.risk / len(plan.tests)
    prospects = []
    for chances, damages in studies:
        worst = np.max(chances, axis=0)
        likely = worst <= 0.5 * part
        prospects.append((0.0, damages[likely].min()) if likely.any() else (worst.min(), 0.0))
    at = prospects.index(min(prospects))
    shown = []
    for test, expected in zip(plan.tests, studies[at][0]):
        # Fewer rows may go to a person the more are decided; of other limits, the fewer are.
        order = list(range(len(expected)))
        if not test.of_referred:
            order = order[: int(expected.argmin()) + 1][::-1]
        assert chain_of(test, expected) == order
        kept = set()
        for place in order:
            if chance(plan, test, families[at][place]) > part:
                break
            kept.add(place)
        shown.append(kept)
    return [families[at][place] for place in sorted(set.intersection(*shown))]


@pytest.mark.parametrize("text", WANTS)
def test_settings_pass_in_the_order_that_the_plan_fixes(text: str) -> None:
    for seed, rows, risk in ((0, 150, 0.3), (1, 400, 0.1), (2, 900, 0.3)):
        plan = plan_of(text, seed, rows, risk=risk)
        families, studies = plan.studied_families(Task(5.0))
        front, family = front_of(plan, families, studies), best_family(plan, families, studies)
        assert plan.passed_on_front(families, studies) == front
        assert plan.passed_in_family(families, studies) == family
        safest = min(np.max(chances, axis=0).min() for chances, _ in studies)
        expected = front if safest <= risk / len(plan.tests) else family
        assert plan.passed_settings(Task(5.0)) == expected
    loose = plan_of("refer <= 60% and error rate <= 12%", 2, 900)
    study = loose.studied_families(Task(5.0))
    assert min(len(loose.passed_on_front(*study)), len(loose.passed_in_family(*study))) > 3


def test_limits_share_the_risk_and_counts_have_none() -> None:
    text = "refer <= 30% and error rate <= 8% and fp <= 9 and fn <= 7"
    plan = plan_of(text, 3, 500)
    promise = plan.promise(0.9)
    assert promise.confidence == 0.9
    assert [each.risk for each in promise.bounds] == [0.05, 0.05, None, None]
    assert [each.bound for each in promise.bounds] == list(plan.want.bounds)
    assert promise.shortages == ()
    assert plan_of("fp <= 9 and referrals <= 5", 3, 500).part == 0.1


@pytest.mark.parametrize(
    ("text", "of_class"),
    [("error rate <= 1%", None), ("fpr <= 1%", 0), ("recall >= 99%", 1), ("refer <= 1%", None)],
)
def test_a_shortage_names_the_rows_there_are_and_those_needed(
    text: str, of_class: int | None
) -> None:
    asked = text if "refer" in text else f"{text} and refer <= 60%"
    needed = int(rows_needed(0.01, 0.1))
    for rows in (200, 400, 700, 1400):
        plan = plan_of(asked, 1, rows)
        inside = np.ones(rows, dtype=bool) if of_class is None else plan.codes == of_class
        tests = int((inside & ~planning_rows(rows, PLAN_SHARE)).sum())
        found = plan.shortage(plan.want.bounds[0], plan.tests[0])
        if tests >= needed:
            assert found is None
            continue
        assert found is not None
        assert (found.bound, found.rows) == (plan.want.bounds[0].written, int(inside.sum()))
        assert found.needed == np.ceil(needed / (tests / inside.sum()))
    assert plan_of(asked, 1, 1400).promise(0.9).shortages == ()
    exact = plan_of(asked, 1, 200)
    lacking = exact.shortage(exact.want.bounds[0], exact.tests[0])
    assert lacking is not None
    assert lacking in exact.promise(0.9).shortages


def test_as_many_testing_rows_as_are_needed_are_enough() -> None:
    # 230 rows are needed for 1 % at 90 %: of 287 rows 57 plan.
    for rows, short in ((286, True), (287, False), (288, False)):
        plan = plan_of("error rate <= 1% and refer <= 60%", 1, rows)
        assert (plan.shortage(plan.want.bounds[0], plan.tests[0]) is not None) is short
