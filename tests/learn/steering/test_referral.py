"""A third answer: rows that a classifier is not sure of go to a person."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import binom, norm
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_iris, make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from tests.errors import raises
from tests.learn.promises.test_steering_promises import ByScore

from steersman.errors import SteersmanError
from steersman.learn.files import load_model, save_model
from steersman.learn.monitor import Monitor
from steersman.learn.steering import (
    ReferringClassifier,
    Scores,
    ThresholdedClassifier,
    confusion_of,
    pipeline_of,
    steer,
    with_cutoff,
    with_last_step,
)
from steersman.learn.steering.ranking import Goal
from steersman.learn.steering.referral_bands import GuaranteedBands
from steersman.learn.steering.referral_margins import MarginSearch, margin_path
from steersman.learn.steering.referral_pairs import best_pair
from steersman.learn.steering.referral_plan import (
    RateTest,
    ReferralPlan,
    tempered_shares,
)
from steersman.learn.steering.referring import ReferralSetting
from steersman.learn.wants import Want
from steersman.maths.confusion.cutoff_pairs import CutoffPairs
from steersman.tasks import Task

WANTS = (
    "refer <= 10% and error rate <= 5%",
    "maximize accuracy subject to refer <= 20%",
    "refer <= 20%",
    "fpr <= 5% and refer <= 20%",
    "minimize refer subject to precision >= 80% and recall >= 80%",
    "maximize f1 subject to referrals <= 5",
    "fpr <= 2% and fnr <= 3% and refer <= 50%",
    "predicted <= 5 and refer <= 10%",
    "maximize precision subject to recall >= 70% and refer <= 15%",
    "recall >= 60% and predicted <= 2 and refer <= 10%",
)


def rows_with_scores(
    rng: np.random.Generator, rows: int, digits: int | None = None, positive: float = 0.4
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    codes = (rng.random(rows) < positive).astype(np.int64)
    codes[:2] = 0, 1
    scores = rng.normal(size=rows) + 2.6 * codes
    return (scores if digits is None else np.round(scores, digits)), codes


@pytest.mark.parametrize("digits", [None, 1, 0])
@pytest.mark.parametrize("text", WANTS)
def test_the_best_pair_of_cut_offs_is_that_of_all_pairs(text: str, digits: int | None) -> None:
    rng, goal = np.random.default_rng(3), Goal(Want(text).resolve([0, 1]))
    for _ in range(12):
        pairs = CutoffPairs.of(*rows_with_scores(rng, int(rng.integers(5, 60)), digits))
        found = best_pair(pairs, goal)
        every = pairs.matrices(*np.triu_indices(len(pairs)))
        _, best = goal.best_rank(every, goal.gaps(every))
        at = np.array([found.low]), np.array([found.high])
        assert found.proven
        assert goal.rank(pairs.matrices(*at)[0]) == pytest.approx(best)


def test_pairs_count_the_rows_as_predictions_do() -> None:
    scores, codes = rows_with_scores(np.random.default_rng(0), 80, 1)
    pairs = CutoffPairs.of(scores, codes == 1)
    lows, highs = np.triu_indices(len(pairs))
    for low, high, matrix in zip(lows, highs, pairs.matrices(lows, highs)):
        setting = ReferralSetting((float(pairs.settings[low]), float(pairs.settings[high])))
        assert np.array_equal(setting.matrix(scores, codes), matrix)


def test_margins_count_the_rows_as_predictions_do() -> None:
    rng = np.random.default_rng(0)
    scores, codes = np.round(rng.normal(size=(90, 4)), 1), rng.integers(0, 4, 90)
    path = margin_path(scores, codes, np.array([0.3, 0.0, -0.2, 0.1]))
    for at, matrix in enumerate(path.stack()):
        setting = ReferralSetting((0.3, 0.0, -0.2, 0.1), float(path.settings[at]))
        assert np.array_equal(setting.matrix(scores, codes), matrix)


def test_offsets_with_a_margin_are_no_worse_than_a_margin_alone() -> None:
    rng = np.random.default_rng(4)
    codes = rng.integers(0, 3, 200)
    scores = rng.normal(size=(200, 3)) + 2.0 * np.eye(3)[codes] + np.array([0.0, 0.8, 0.0])
    goal = Goal(Want("refer <= 40% and error rate <= 8%").resolve([0, 1, 2]))
    path = margin_path(scores, codes, np.zeros(3))
    _, alone = goal.best_rank(path, goal.gaps(path))
    turned = MarginSearch(scores, codes, goal, Task(10.0)).best(np.zeros(3))
    assert goal.rank(turned.matrix(scores, codes)) < alone


def fitted_and_held_out() -> tuple[object, NDArray[np.float64], NDArray[np.str_]]:
    X, y = load_breast_cancer(return_X_y=True)
    labels = np.array(["malignant", "benign"])[y]
    model = make_pipeline(StandardScaler(), LogisticRegression()).fit(X[::2], labels[::2])
    return model, X[1::2], labels[1::2]


def test_a_person_gets_few_rows_and_the_others_are_right() -> None:
    model, X, y = fitted_and_held_out()
    steering = steer(model, X, y, "refer <= 10% and error rate <= 2%")
    answered = steering.model.predict(X)  # type: ignore[attr-defined]
    referred = answered == "refer"
    assert steering.met
    assert steering.exact
    assert np.mean(answered[~referred] != y[~referred]) <= 0.02
    assert 0 < referred.sum() == steering.referrals.sum() == steering.after[:, 2].sum()
    assert steering.before[:, 2].sum() == 0
    last = steering.model[-1]  # type: ignore[index]
    transformed = steering.model[:-1].transform(X)  # type: ignore[index]
    assert np.array_equal(last.predict_referral(transformed), referred)
    own = model.predict_proba(X)  # type: ignore[attr-defined]
    assert np.array_equal(steering.model.predict_proba(X), own)  # type: ignore[attr-defined]


def test_room_for_referrals_is_used_where_no_error_is_limited() -> None:
    model, X, y = fitted_and_held_out()
    steering = steer(model, X, y, "refer <= 5%")
    errors = [int(each[:, :2].sum() - np.trace(each)) for each in (steering.before, steering.after)]
    assert errors[1] < errors[0]
    (allowance,) = steering.allowances
    assert (allowance.used, allowance.rows) == (steering.referrals.sum(), len(y))
    assert allowance.allowed == int(0.05 * len(y))


def test_a_want_without_a_referral_decides_every_row() -> None:
    model, X, y = fitted_and_held_out()
    referring = steer(model, X, y, "refer <= 5%").model
    steering = steer(referring, X, y, "recall(malignant) >= 90%")
    assert steering.after.shape == (2, 2)
    assert steering.after.sum() == len(y)
    assert set(steering.model.predict(X)) == {"malignant", "benign"}  # type: ignore[attr-defined]


def test_steering_again_begins_with_the_rows_that_are_referred_already() -> None:
    model, X, y = fitted_and_held_out()
    first = steer(model, X, y, "refer <= 5%")
    again = steer(first.model, X, y, "refer <= 5%", objective="keep")
    assert again.code == "already-met"
    assert np.array_equal(again.before, first.after)
    assert again.model is first.model


@pytest.mark.parametrize("confidence", [None, 0.9])
def test_several_classes_have_a_margin(confidence: float | None) -> None:
    X, y = make_classification(
        1200, 8, n_informative=6, n_redundant=0, n_classes=3, class_sep=1.8, random_state=0
    )
    model = LogisticRegression().fit(X[::2], y[::2])
    want = "refer <= 45% and error rate <= 15%"
    steering = steer(model, X[1::2], y[1::2], want, confidence)
    assert steering.met
    assert isinstance(steering.model, ReferringClassifier)
    codes = steering.model.decided_codes(X[1::2])
    assert set(codes) == {0, 1, 2, 3}
    assert np.mean(codes == 3) <= 0.45
    assert np.mean(codes[codes < 3] != y[1::2][codes < 3]) <= 0.15
    assert steering.assurance == ("guaranteed" if confidence else "these-rows")


def test_the_referral_label_may_be_no_class() -> None:
    X, y = load_iris(return_X_y=True)
    labels = np.array(["refer", "setosa"])[(y == 0).astype(int)]
    model = LogisticRegression(max_iter=1000).fit(X, labels)
    with raises("referral-is-class"):
        steer(model, X, labels, "refer <= 5%")
    steering = steer(model, X, labels, "refer <= 5%", referral="ask")
    assert set(steering.model.predict(X)) <= {"refer", "setosa", "ask"}  # type: ignore[attr-defined]


@pytest.mark.parametrize("labels", [np.array([0, 1, 2]), np.array(["a", "b", "c"])])
def test_a_referring_classifier_is_an_estimator(labels: NDArray[np.generic], tmp_path) -> None:  # type: ignore[no-untyped-def]
    X, y = load_iris(return_X_y=True)
    model = ReferringClassifier(LogisticRegression(max_iter=1000), (0.0, 0.1, -0.1), margin=0.8)
    model.fit(X, labels[y])
    answered = model.predict(X)
    referred = model.predict_referral(X)
    assert 0 < referred.sum() < len(X)
    assert [each == "refer" for each in answered] == referred.tolist()
    assert np.array_equal(clone(model).fit(X, labels[y]).predict(X), answered)
    assert np.array_equal(pickle.loads(pickle.dumps(model)).predict(X), answered)  # noqa: S301
    save_model(model, tmp_path / "model.skops")
    assert np.array_equal(load_model(tmp_path / "model.skops").predict(X), answered)  # type: ignore[attr-defined]
    right = np.mean(answered[~referred] == labels[y][~referred])
    assert model.score(X, labels[y]) == pytest.approx(right)
    never = ReferringClassifier(LogisticRegression(max_iter=1000)).fit(X, labels[y])
    assert np.array_equal(
        never.predict(X).astype(str),
        LogisticRegression(max_iter=1000).fit(X, labels[y]).predict(X).astype(str),
    )
    matrix = confusion_of(model, X, y, labels)
    assert matrix.shape == (3, 4)
    assert matrix[:, 3].sum() == referred.sum()


def test_a_cut_off_moved_by_hand_keeps_the_band_of_a_referral() -> None:
    X, y = load_iris(return_X_y=True)
    inner = make_pipeline(StandardScaler(), LogisticRegression()).fit(X, y == 0)
    last = ReferringClassifier.beside(inner[-1], ReferralSetting((-2.0, 1.0)))
    moved = with_cutoff(with_last_step(inner, last), 3.0)
    assert moved[-1].referral_setting.threshold == (1.5, 4.5)  # type: ignore[index]
    several = ReferringClassifier.beside(
        LogisticRegression(max_iter=500).fit(X, y), ReferralSetting((0.0, 1.0, 2.0), 0.5)
    )
    turned = with_cutoff(several, -1.0, 1)
    assert turned.referral_setting == ReferralSetting((0.0, -1.0, 2.0), 0.5)  # type: ignore[attr-defined]


def test_a_steered_pipeline_says_which_rows_go_to_a_person(tmp_path) -> None:  # type: ignore[no-untyped-def]
    _, X, y = fitted_and_held_out()
    model = make_pipeline(StandardScaler(), LogisticRegression()).fit(X[::2], y[::2])
    steered = steer(model, X[1::2], y[1::2], "maximize accuracy subject to refer <= 20%").model
    mask = steered.predict_referral(X)  # type: ignore[attr-defined]
    assert mask.any()
    assert np.array_equal(mask, steered.predict(X).astype(str) == "refer")
    save_model(steered, tmp_path / "m.skops")
    assert np.array_equal(load_model(tmp_path / "m.skops").predict_referral(X), mask)  # type: ignore[attr-defined]
    nested = pipeline_of([("again", StandardScaler(with_mean=False, with_std=False).fit(X)),
                          ("model", steered)])  # fmt: skip
    assert np.array_equal(nested.predict_referral(X), mask)


def test_a_cut_off_around_a_referral_replaces_it() -> None:
    X, y = load_iris(return_X_y=True)
    inner = LogisticRegression().fit(X, y == 0)
    referring = ReferringClassifier.beside(inner, ReferralSetting((-1.0, 1.0)))
    assert ThresholdedClassifier.around(referring, 0.0).estimator_ is inner


@pytest.mark.parametrize(
    ("text", "asked", "code"),
    [
        ("refer <= 5% and balanced accuracy >= 90%", {}, "not-with-referral"),
        ("refer <= 5% and precision >= 90%", {"prior": 0.1}, "not-with-referral"),
        ("refer <= 5%", {"cost_column": "all alike"}, "not-with-referral"),
        ("refer <= 5% and fpr <= 5% for each site", {"groups": "all alike"}, "not-with-referral"),
        ("refer <= 5%", {"groups": "all alike", "cutoff_per_group": True}, "referral-by-rows"),
        ("refer <= 5% and recall = 90%", {"confidence": 0.9}, "unpromisable"),
    ],
)
def test_what_cannot_be_asked_with_a_referral_is_refused(
    text: str, asked: dict[str, object], code: str
) -> None:
    model, X, y = fitted_and_held_out()
    asked = {name: np.ones(len(y)) if each == "all alike" else each for name, each in asked.items()}
    with raises(code):
        steer(model, X, y, text, **asked)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "digits", "positive", "rows"),
    [
        ("refer <= 25% and error rate <= 6%", None, 0.4, 500),
        ("refer <= 40% and error rate <= 5%", 0, 0.4, 500),
        ("refer <= 25% and fnr <= 40% and fpr <= 6%", None, 0.06, 700),
        ("maximize accuracy subject to refer <= 10%", 1, 0.4, 300),
    ],
)
def test_guarantees_with_a_referral_are_broken_no_more_often_than_their_risk(
    text: str, digits: int | None, positive: float, rows: int
) -> None:
    rng, risk, draws = np.random.default_rng(7), 0.1, 60
    want = Want(text).resolve([0, 1])
    goal = Goal(want)
    population = rows_with_scores(rng, 100_000, digits, positive)
    given = broken = 0
    for _ in range(draws):
        scores, codes = rows_with_scores(rng, rows, digits, positive)
        plan = ReferralPlan.of(want, Scores(scores, 0.0), codes, risk)
        passed = plan.passed_settings(Task(5.0))
        if not passed:
            continue
        given += 1
        matrices = np.stack([each.matrix(scores, codes) for each in passed])
        at, _ = goal.best_rank(matrices, np.zeros(len(matrices)))
        truth = passed[at].matrix(*population).astype(np.float64)
        broken += any(each.value(truth, None) > each.written.value for each in want.bounds)
    assert given > 0
    assert broken <= binom.ppf(0.999, draws, risk)


@pytest.mark.parametrize(
    ("text", "digits", "share", "rows"),
    [
        ("fpr <= 5% and refer <= 20%", None, 0.3, 400),
        ("fpr <= 10% and refer <= 30%", 0, 0.3, 300),
        ("recall >= 80% and refer <= 15%", 1, 0.12, 500),
        ("fpr <= 12% and recall >= 70% and refer <= 25%", None, 0.4, 400),
    ],
)
def test_no_band_that_all_rows_show_is_broken_more_often_than_the_risk(
    text: str, digits: int | None, share: float, rows: int
) -> None:
    rng, risk, draws = np.random.default_rng(3), 0.2, 100
    want, given, broken = Want(text).resolve([0, 1]), 0, 0
    for _ in range(draws):
        scores, codes = rows_with_scores(rng, rows, digits, share)
        bands = GuaranteedBands.of(want, scores, codes, risk)
        assert bands is not None
        cutoffs = np.array([each.threshold for each in bands.settings()])
        if not len(cutoffs):
            continue
        given += 1
        # A rounded score is at most a number where the unrounded one is half a step higher.
        step = 0.0 if digits is None else 0.5 * 10.0**-digits
        marks = cutoffs if digits is None else np.floor(cutoffs * 10**digits) / 10**digits + step
        low, high = (
            np.stack([norm.cdf(marks[:, at]), norm.cdf(marks[:, at] - 2.6)], axis=1)
            for at in (0, 1)
        )
        cells = np.stack([low, 1.0 - high, high - low], axis=2) * [[[1.0 - share], [share]]]
        broken += bool(np.any(want.gaps(1e6 * cells) > 1.0))
    assert given > draws / 2
    assert broken <= binom.ppf(0.999, draws, risk)


@pytest.mark.parametrize("text", ["fpr <= 3% and refer <= 10%", "recall >= 90% and refer <= 10%"])
def test_a_person_is_asked_wherever_one_kind_of_error_is_limited(text: str) -> None:
    rng, asked, fewer = np.random.default_rng(4), 0, 0
    plain_text = text.split(" and ")[0]
    wrong = (1, 0) if text.startswith("fpr") else (0, 1)
    for _ in range(10):
        values, codes = rows_with_scores(rng, 1000, positive=0.3)
        X = values.reshape(-1, 1)
        model = ByScore().fit(X, codes)
        steering = steer(model, X, codes, text, 0.95)
        plain = steer(model, X, codes, plain_text, 0.95)
        assert steering.met
        assert plain.met
        asked += bool(steering.referrals.sum())
        fewer += bool(steering.after[wrong] < plain.after[wrong])
    assert asked == 10
    assert fewer >= 9


def test_a_guarantee_is_not_given_where_the_rate_is_just_above_its_limit() -> None:
    # Whatever is referred, 5.5 % of the decided rows are wrong.
    rng, given = np.random.default_rng(1), 0
    want = Want("refer <= 30% and error rate <= 5%").resolve([0, 1])
    for _ in range(80):
        scores = rng.normal(size=500)
        codes = np.where(rng.random(500) < 0.055, scores <= 0, scores > 0).astype(np.int64)
        plan = ReferralPlan.of(want, Scores(scores, 0.0), codes, 0.1)
        given += bool(plan.passed_settings(Task(5.0)))
    assert given <= binom.ppf(0.999, 80, 0.1)


def test_a_guarantee_that_is_refused_returns_the_closest_as_counted() -> None:
    model, X, y = fitted_and_held_out()
    steering = steer(model, X, y, "refer <= 10% and error rate <= 0.5%", confidence=0.95)
    assert (steering.met, steering.code) == (False, "too-few-rows")
    assert {short.bound.measure for short in steering.promise.shortages} == {"error rate"}  # type: ignore[union-attr]
    assert steering.want.gap(steering.after) <= steering.want.gap(steering.before)
    loose = steer(model, X, y, "refer <= 20% and error rate <= 5%", confidence=0.9)
    assert loose.assurance == "guaranteed"
    assert len(loose.guarantees) == 2


def test_a_refusal_names_the_limits_in_the_way_and_how_many_rows_too_many_there_are() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(1000, 1))
    y = (rng.random(1000) < 1.0 / (1.0 + np.exp(-3.0 * X[:, 0]))).astype(np.int64)
    model = LogisticRegression().fit(X[:500], y[:500])
    text = "refer <= 60% and error rate <= 7%"
    assert steer(model, X[500:], y[500:], text).met
    steering = steer(model, X[500:], y[500:], text, confidence=0.95)
    assert (steering.met, steering.code) == (False, "closest")
    # So few referrals could be guaranteed alone, and are not in the way.
    assert [each.bound.measure for each in steering.violations] == ["error rate"]
    after, rate = steering.after, 0.07
    decided = int(after[:, :2].sum())
    wrong = decided - int(np.trace(after))
    allowed = max(e for e in range(-1, wrong) if binom.cdf(e, decided, rate) <= 0.05)
    assert steering.violations[0].rows == wrong - allowed


@pytest.mark.parametrize(
    "text", ["error rate <= 10%", "fpr <= 15%", "refer <= 30%", "recall >= 80%"]
)
def test_the_rows_too_many_are_those_without_which_a_test_succeeds(text: str) -> None:
    want = Want(f"{text} and refer <= 90%").resolve([0, 1])
    rng = np.random.default_rng(0)
    for _ in range(50):
        matrix = rng.integers(0, 30, (2, 3))
        test = RateTest.of(want.bounds[0], matrix.sum(axis=1).astype(np.float64))
        bad, whole = int((matrix * test.bad).sum()), int((matrix * test.whole).sum())
        enough = [e for e in range(bad + 1) if binom.cdf(e, whole, test.rate) <= 0.1]
        expected = bad - max(enough, default=-1)
        assert test.rows_too_many(matrix, 0.1) == expected
        assert (expected == 0) == (test.chances(matrix[np.newaxis].astype(float))[0] <= 0.1)


def test_errors_name_the_measure_and_a_limit() -> None:
    with raises("objective-needs-limit"):
        Want("maximize recall subject to refer <= 5%")
    with raises("objective-needs-limit"):
        Want("minimize refer")
    with pytest.raises(SteersmanError):
        Want("maximize refer subject to fpr <= 1%")


def test_a_model_in_use_is_watched_with_its_referrals() -> None:
    model, X, y = fitted_and_held_out()
    steering = steer(model, X, y, "refer <= 20% and error rate <= 5%")
    report = Monitor(steering).update(X, y)
    shares = {str(each.bound): each.estimate for each in report.checks}
    decided = len(y) - steering.referrals.sum()
    wrong = decided - np.trace(steering.after)
    assert shares["refer <= 20%"] == pytest.approx(steering.referrals.sum() / len(y))
    assert shares["error rate <= 5%"] == pytest.approx(wrong / decided)
    other = Monitor(steering.model, want="recall(malignant) >= 50%").update(X, y)
    assert other.checks[0].rows == steering.after[1, :2].sum()


def test_asking_a_person_costs_nothing_of_what_holds_without_one() -> None:
    rng, broken, given = np.random.default_rng(2), 0, 0
    scores, truth = rows_with_scores(rng, 100_000)
    for _ in range(15):
        values, codes = rows_with_scores(rng, 600)
        X = values.reshape(-1, 1)
        model = ByScore().fit(X, codes)
        plain = steer(model, X, codes, "maximize recall subject to fpr <= 5%", 0.95)
        asking = "maximize recall subject to fpr <= 5% and refer <= 10%"
        steering = steer(model, X, codes, asking, 0.9)
        assert steering.met >= plain.met
        if plain.met:
            caught = [each.after[1, 1] / each.after[1, :2].sum() for each in (plain, steering)]
            assert caught[1] >= caught[0]
        given += steering.met
        decided = steering.model.predict(scores.reshape(-1, 1)).astype(str)  # type: ignore[attr-defined]
        kept = (truth == 0) & (decided != "refer")
        alarms = np.mean(decided[kept] == "1")
        broken += bool(steering.met) and (alarms > 0.05 or np.mean(decided == "refer") > 0.1)
    assert given > 0
    assert broken <= binom.ppf(0.999, 15, 0.1)


@pytest.mark.parametrize("times", [0.01, 1.0, 50.0])
def test_shares_of_classes_are_found_at_any_temperature_of_the_scores(times: float) -> None:
    rng = np.random.default_rng(5)
    scores = rng.normal(size=(4000, 3))
    shares = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    codes = np.array([rng.choice(3, p=each) for each in shares])
    assert np.abs(tempered_shares(times * scores, codes) - shares).max() < 0.08


def test_equal_scores_share_evenly() -> None:
    codes = np.arange(30) % 3
    assert tempered_shares(np.ones((30, 3)), codes) == pytest.approx(np.full((30, 3), 1 / 3))
