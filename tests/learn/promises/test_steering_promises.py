"""Promises about new data: kept as often as they say, over many draws of the holdout."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import binom, cauchy, expon, norm
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import confusion_matrix
from tests.errors import raises

from steersman import SteeredClassifier, Want, steer
from steersman.learn.promises import promise_for
from steersman.learn.steering import Goal, ThresholdedClassifier
from steersman.learn.wants import Bound
from steersman.maths.confusion import allowed_errors, cutoff_sweep, offset_sweep

DRAWS = 1000
SHAPES: dict[str, tuple[Callable, Callable]] = {
    # (draw n scores of class c), (share of class c above a cut-off)
    "normal": (
        lambda rng, c, n: rng.normal(1.5 * c, 1.0, n),
        lambda c, cut: norm.sf(cut, 1.5 * c),
    ),
    "heavy tails": (
        lambda rng, c, n: rng.standard_cauchy(n) + 3.0 * c,
        lambda c, cut: cauchy.sf(cut, 3.0 * c),
    ),
    "skewed": (
        lambda rng, c, n: rng.exponential(1.0 + 4.0 * c, n),
        lambda c, cut: expon.sf(cut, scale=1.0 + 4.0 * c),
    ),
    "with ties": (
        lambda rng, c, n: np.floor(rng.normal(3.0 + 4.0 * c, 2.0, n)),
        lambda c, cut: norm.sf(np.floor(cut) + 1.0, 3.0 + 4.0 * c, 2.0),
    ),
}


def broken_promises(
    shape: str, text: str, confidence: float, sizes: tuple[int, int], draws: int = DRAWS
) -> int:
    """In how many draws a bound that was promised does not hold for the whole population."""
    draw, above = SHAPES[shape]
    rng = np.random.default_rng(5)
    want = Want(text).resolve([0, 1])
    promise = promise_for(want, np.array(sizes, dtype=float), confidence)
    assert promise.shortages == ()
    goal = Goal(want, promise)
    positive = np.repeat([False, True], sizes)
    cutoffs = []
    for _ in range(draws):
        scores = np.concatenate([draw(rng, c, n) for c, n in enumerate(sizes)])
        sweep = cutoff_sweep(scores, positive)
        at = goal.best(sweep.matrices)
        if promise.gaps(sweep.matrices)[at] == 0.0:
            cutoffs.append(sweep.settings[at])
    assert len(cutoffs) > 0.2 * draws
    fpr, tpr = above(0, np.array(cutoffs)), above(1, np.array(cutoffs))
    rates = np.moveaxis(np.array([[1.0 - fpr, fpr], [1.0 - tpr, tpr]]), 2, 0)
    population = rates * (1e6 * np.array(sizes) / sum(sizes))[:, np.newaxis]
    return sum(not want.is_met(matrix) for matrix in population)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(
    ("want", "confidence", "sizes", "draws"),
    [
        ("fpr <= 5%", 0.95, (120, 40), DRAWS),
        ("recall >= 80%", 0.8, (40, 60), 300),
        ("fpr <= 60% and recall >= 30%", 0.9, (60, 60), 300),
        ("precision >= 70%", 0.8, (100, 100), 200),
        ("accuracy >= 65%", 0.8, (100, 100), 200),
        ("f1 >= 60%", 0.8, (100, 60), 200),
    ],
)
def test_promises_are_broken_no_more_often_than_they_say(
    shape, want, confidence, sizes, draws
) -> None:
    broken = broken_promises(shape, want, confidence, sizes, draws)
    assert broken <= binom.ppf(0.9999, draws, 1.0 - confidence)


def false_promises(want: str, risk: float, prevalence: float, rows: int, draws: int) -> int:
    """In how many draws some cut-off is promised, of scores that say nothing about the class."""
    rng = np.random.default_rng(11)
    bound = Want(want).resolve([0, 1])
    promised = 0
    for _ in range(draws):
        positive = rng.random(rows) < prevalence
        sweep = cutoff_sweep(rng.random(rows), positive)
        promise = promise_for(bound, sweep.matrices[0].sum(axis=1).astype(float), 1.0 - risk)
        promised += bool((promise.gaps(sweep.matrices) == 0.0).any())
    return promised


@pytest.mark.parametrize("risk", [0.05, 0.2])
@pytest.mark.parametrize(
    ("want", "prevalence"),
    [("precision >= 70%", 0.699), ("fdr <= 30%", 0.699), ("npv >= 70%", 0.301)],
)
def test_a_share_that_scores_miss_by_a_hair_is_promised_no_more_often_than_the_risk(
    want: str, prevalence: float, risk: float
) -> None:
    """Whatever is called, a share of 69.9 % is right, so that every promise of 70 % is false."""
    promised = false_promises(want, risk, prevalence, rows=300, draws=300)
    assert 0 < promised <= binom.ppf(0.999, 300, risk)


def test_a_single_rate_is_not_promised_more_carefully_than_need_be() -> None:
    """The order statistic is exact: the risk taken is the binomial tail itself."""
    for shape in ("normal", "heavy tails", "skewed"):
        broken = broken_promises(shape, "fpr <= 10%", 0.9, (80, 300))
        allowed = next(e for e in range(80, -1, -1) if binom.cdf(e, 80, 0.1) <= 0.1)
        risk = binom.cdf(allowed, 80, 0.1)
        assert binom.ppf(0.0001, DRAWS, risk) <= broken <= binom.ppf(0.9999, DRAWS, risk)


def test_three_classes_are_promised_along_one_offset() -> None:
    rng = np.random.default_rng(1)
    want = Want("recall(2) >= 70%").resolve([0, 1, 2])
    sizes = np.array([40, 40, 60])
    goal = Goal(want, promise_for(want, sizes.astype(float), 0.9))
    codes = np.repeat([0, 1, 2], sizes)
    many = np.eye(3)[np.full(20_000, 2)] * 1.2 + rng.normal(size=(20_000, 3))
    broken = 0
    for _ in range(150):
        scores = np.eye(3)[codes] * 1.2 + rng.normal(size=(len(codes), 3))
        sweep = offset_sweep(scores, codes, np.zeros(3), 2)
        offset = sweep.settings[goal.best(sweep.matrices)]
        decided = (many + np.array([0.0, 0.0, offset])).argmax(axis=1)
        broken += np.mean(decided == 2) < 0.7
    assert broken <= binom.ppf(0.9999, 150, 0.1)


@pytest.mark.parametrize("offset", [-1e3, 0.0, 1e3])
def test_a_promise_is_found_wherever_the_offset_begins(offset: float) -> None:
    rng = np.random.default_rng(4)
    y = np.repeat([0, 1, 2], 100)
    X = np.eye(3)[y] * 2.0 + rng.normal(size=(300, 3))
    model = ThresholdedClassifier.around(LogisticRegression().fit(X[::2], y[::2]), [0, 0, offset])
    steering = steer(model, X[1::2], y[1::2], "recall(2) >= 60%", confidence=0.9)
    assert steering.met
    assert (
        steering.after.tolist()
        == confusion_matrix(y[1::2], steering.model.predict(X[1::2])).tolist()
    )


class ByScore(ClassifierMixin, BaseEstimator):
    """Decides by its only feature; nothing to learn."""

    def fit(self, X: np.ndarray, y: np.ndarray) -> ByScore:
        self.classes_ = np.unique(y)
        return self

    def decision_function(self, X: np.ndarray) -> np.ndarray:
        return X[:, 0]

    def predict(self, X: np.ndarray) -> np.ndarray:
        return self.classes_[(X[:, 0] > 0).astype(int)]


def scored_rows(negatives: int, positives: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    scores = np.concatenate([rng.normal(-1, 1, negatives), rng.normal(1, 1, positives)])
    return scores[:, np.newaxis], np.repeat([0, 1], [negatives, positives])


def test_a_holdout_that_is_too_small_is_told_with_the_number_needed() -> None:
    X, y = scored_rows(298, 100)
    model = ByScore().fit(X, y)
    steering = steer(model, X, y, "fpr <= 1%", confidence=0.95)
    assert (steering.met, steering.code) == (False, "too-few-rows")
    (short,) = steering.promise.shortages
    assert (short.rows, short.needed) == (298, 299)
    X, y = scored_rows(299, 100)
    enough = steer(model, X, y, "fpr <= 1%", confidence=0.95)
    assert enough.met
    assert enough.after[0, 1] == 0


def test_bounds_share_the_risk() -> None:
    X, y = scored_rows(120, 120)
    model = ByScore().fit(X, y)
    alone = steer(model, X, y, "fpr <= 30%", confidence=0.9)
    both = steer(model, X, y, "fpr <= 30% and recall >= 60%", confidence=0.9)
    assert alone.met
    assert both.met
    shares = [each.risk for each in both.promise.promised_bounds]
    assert sum(shares) == pytest.approx(0.1)
    even = (allowed_errors(120, 0.3, 0.05), allowed_errors(120, 0.4, 0.05))
    allowed = tuple(each.allowed[0] for each in both.promise.promised_bounds)
    # An equal share leaves some of the risk: here it allows one error more.
    assert np.subtract(allowed, even).tolist() in ([1, 0], [0, 1])
    assert [each.risk for each in alone.promise.promised_bounds] == pytest.approx([0.1])


def test_a_model_that_keeps_its_promise_already_is_returned_itself() -> None:
    X, y = scored_rows(300, 300)
    model = ByScore().fit(X, y)
    steering = steer(model, X, y, "fpr <= 25%", confidence=0.95, objective="keep")
    assert steering.met
    assert steering.model is model
    assert steering.after.tolist() == steering.before.tolist()


def test_counts_are_steered_but_not_promised() -> None:
    X, y = scored_rows(100, 100)
    steering = steer(ByScore().fit(X, y), X, y, "fp <= 3", confidence=0.95)
    assert (steering.met, steering.code) == (True, "met")
    assert steering.promise.promised_bounds == ()
    (count,) = steering.promise.counted_bounds
    assert count.instead == Bound("fpr", (), "<=", 0.076)
    plain = steer(ByScore().fit(X, y), X, y, "fp <= 3")
    assert steering.after.tolist() == plain.after.tolist()


@pytest.mark.parametrize(
    ("count", "rate"),
    [
        ("fp <= 3", ("fpr",)),
        ("fp < 4", ("fpr",)),
        ("fn <= 20", ("fnr",)),
        ("tp >= 60", ("recall",)),
        ("tn > 80", ("specificity",)),
        ("cell(0, 1) <= 3", ("fpr",)),
        ("cell(1, 0) <= 20", ("fnr", "1")),
        ("cell(1, 1) >= 60", ("recall", "1")),
    ],
)
def test_the_rate_offered_for_a_count_is_promised_where_the_count_holds(
    count: str, rate: tuple[str, ...]
) -> None:
    X, y = scored_rows(130, 150)
    counted = steer(ByScore().fit(X, y), X, y, count, confidence=0.95)
    assert counted.met
    instead = counted.promise.counted_bounds[0].instead
    assert (instead.measure, *instead.classes) == rate
    offered = steer(counted.model, X, y, Want.of_bounds([instead]), confidence=0.95)
    assert offered.met
    assert offered.promise.promised_bounds


@pytest.mark.parametrize(
    ("strict", "plain"), [("fp < 4", "fp <= 3"), ("fp < 3.5", "fp <= 3"), ("tn > 80", "tn >= 81")]
)
def test_a_strict_count_is_offered_the_rate_of_the_next_whole_count(
    strict: str, plain: str
) -> None:
    sizes = np.array([130.0, 150.0])
    first, second = (
        promise_for(Want(text).resolve([0, 1]), sizes, 0.95).counted_bounds[0].instead
        for text in (strict, plain)
    )
    assert first == second
    assert first is not None


@pytest.mark.parametrize("want", ["fp <= 3", "fp <= 3 and fn <= 20", "fn < 21 and tn >= 127"])
def test_the_rates_offered_for_counts_are_the_least_that_they_promise_together(want: str) -> None:
    sizes, at_the_limit = np.array([130.0, 150.0]), np.array([[[127, 3], [20, 130]]])
    counted = promise_for(Want(want).resolve([0, 1]), sizes, 0.95).counted_bounds
    offered = Want.of_bounds(each.instead for each in counted)

    def gap(bounds: tuple) -> float:
        asked = Want.of_bounds(bounds).resolve([0, 1])
        return float(promise_for(asked, sizes, 0.95).gaps(at_the_limit)[0])

    assert gap(offered.bounds) == 0.0
    # A little of the risk is left beside several: by a step of 1 % it is not enough.
    size = 0.001 if len(offered.bounds) == 1 else 0.01
    for place, bound in enumerate(offered.bounds):
        step = size if bound.relation == ">=" else -size
        stricter = replace(bound, value=round(bound.value + step, 3))
        assert gap((*offered.bounds[:place], stricter, *offered.bounds[place + 1 :])) > 0.0


@pytest.mark.parametrize("count", ["errors <= 90", "predicted <= 90", "fp >= 3", "fp <= 900"])
def test_counts_without_a_rate_of_their_own_offer_none(count: str) -> None:
    X, y = scored_rows(130, 150)
    steering = steer(ByScore().fit(X, y), X, y, count, confidence=0.95)
    assert steering.met
    assert steering.promise.counted_bounds[0].instead is None


@pytest.mark.parametrize(
    "want",
    ["recall >= 95% and fp <= 0", "fpr <= 5% and recall >= 90%"],
)
def test_the_rows_short_of_a_promise_add_up_and_the_target_promises(want: str) -> None:
    X, y = scored_rows(130, 150)
    steering = steer(ByScore().fit(X, y), X, y, want, confidence=0.95)
    assert not steering.met
    assert sum(each.rows for each in steering.violations) == steering.gap
    assert steering.promise.gaps(steering.target()[np.newaxis]).tolist() == [0.0]


def test_a_share_that_is_not_shown_is_told_without_rows() -> None:
    X, y = scored_rows(300, 300)
    steering = steer(ByScore().fit(X, y), X, y, "precision >= 97.5%", confidence=0.95)
    assert not steering.met
    (only,) = steering.violations
    assert (only.bound.measure, only.rows, only.promising) == ("precision", 0.0, True)


def test_a_share_is_never_shown_by_the_first_model_alone() -> None:
    """What one setting shows is no promise: the settings to test are fixed for a whole sweep."""
    X, y = scored_rows(300, 300)
    model = ByScore().fit(X, y)
    steering = steer(model, X, y, "precision >= 60%", confidence=0.95)
    assert steering.met
    assert steering.trajectory[0].model is model
    assert steering.trajectory[0].gap == 1.0


def test_of_several_shares_those_are_named_that_are_not_shown() -> None:
    X, y = scored_rows(300, 300)
    model = ByScore().fit(X, y)
    for easy, hard in (("precision >= 60%", "npv >= 99%"), ("npv >= 60%", "precision >= 99%")):
        for want in (f"{easy} and {hard}", f"{hard} and {easy}"):
            steering = steer(model, X, y, want, confidence=0.95)
            assert steering.violations[0].bound == Want(hard).bounds[0]
            assert all(each.promising for each in steering.violations)
            assert steering.gap == len(steering.violations)
            assert steering.want.is_met(steering.target())


def test_of_rates_and_counts_only_the_rates_are_called_promised() -> None:
    X, y = scored_rows(300, 300)
    steering = steer(ByScore().fit(X, y), X, y, "fpr <= 10% and fn <= 200", confidence=0.95)
    assert steering.met
    assert [each.bound.written.measure for each in steering.promise.promised_bounds] == ["fpr"]
    assert [each.bound.written.measure for each in steering.promise.counted_bounds] == ["fn"]


def test_a_steered_classifier_asked_to_promise_a_count_fits_as_without_a_confidence() -> None:
    X, y = scored_rows(80, 80)
    asked = {"candidates": [LogisticRegression()], "want": "fp <= 30", "random_state": 0}
    plain = SteeredClassifier(**asked).fit(X, y)
    promised = SteeredClassifier(**asked, confidence=0.95).fit(X, y)
    assert promised.report_.expected.tolist() == plain.report_.expected.tolist()
    assert promised.report_.promises == ()
    assert promised.report_.code == plain.report_.code == "met"


def test_counts_under_an_objective_are_steered_as_without_a_confidence() -> None:
    X, y = make_classification(900, 8, n_informative=4, flip_y=0.1, random_state=0)
    model, rest = LogisticRegression().fit(X[:400], y[:400]), (X[400:], y[400:])
    want = "maximize recall subject to fp <= 10"
    without, asked = steer(model, *rest, want), steer(model, *rest, want, confidence=0.95)
    assert np.array_equal(asked.after, without.after)


def test_only_the_cutoff_turns_when_a_promise_is_asked() -> None:
    X, y = scored_rows(200, 200)
    model = LogisticRegression().fit(X, y)
    steering = steer(model, X, y, "fpr <= 5%", confidence=0.95)
    assert steering.met
    assert steering.model.estimator_ is model


@pytest.mark.parametrize(
    ("want", "confidence", "code"),
    [
        ("fpr <= 5%", 95, "bad-confidence"),
        ("fpr <= 5%", 0.0, "bad-confidence"),
        ("fpr = 5%", 0.9, "unpromisable"),
        ("precision <= 5%", 0.9, "unpromisable"),
        ("fdr >= 5%", 0.9, "unpromisable"),
    ],
)
def test_promises_that_make_no_sense_are_refused(want: str, confidence: float, code: str) -> None:
    X, y = scored_rows(30, 30)
    with raises(code):
        steer(ByScore().fit(X, y), X, y, want, confidence=confidence)


def test_wants_that_need_more_rows_say_so() -> None:
    X, y = scored_rows(20, 20)
    model = ByScore().fit(X, y)
    for want in ("precision >= 95%", "accuracy >= 95%", "fpr <= 0"):
        steering = steer(model, X, y, want, confidence=0.95)
        assert (steering.met, steering.code) == (False, "too-few-rows")
        (short,) = steering.promise.shortages
        assert short.rows in (20, 40)
        assert short.needed > short.rows
