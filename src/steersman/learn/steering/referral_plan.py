"""Settings with a referral that hold on new data: planned on some rows, tested on the others.

Part of the holdout, drawn without a look at its labels, plans settings. The others test them: at a
setting that was fixed without these rows, every count of them is binomial. Tests come in an order
that the plan fixes and stop at the first that fails, so that the chance that any setting passed by
luck is at most the risk (fixed-sequence testing; Bauer 1991, Angelopoulos et al. 2021).

Where the plan finds a setting that should keep every limit with ease, the tests go from it on to
ever better ones, each for all limits at once (Pareto testing, Laufer-Goldshtein et al. 2023). Where
all limits are tight, the limits share the risk, and each is tested along a family of settings that
refer ever more rows, from where it is surest to hold.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar
from scipy.special import betainc, softmax
from sklearn.linear_model import LogisticRegression

from steersman.errors import SteersmanError
from steersman.learn.promises import BoundPromise, Promise, SeenCounts, Shortage
from steersman.learn.steering.planning_rows import planning_rows
from steersman.learn.steering.ranking import Goal
from steersman.learn.steering.referral_margins import MarginSearch, margin_path
from steersman.learn.steering.referring import ReferralSetting
from steersman.learn.steering.thresholded import Scores
from steersman.learn.wants import ClassBound, PromisedBy, ResolvedWant
from steersman.maths.confusion import allowed_errors, rows_needed
from steersman.tasks import Task

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

PLAN_SHARE = 0.2
WEIGHT_RATIOS = np.geomspace(1 / 32, 32, 11)  # how much worse a miss is than a false alarm
# Most rows turn between the first of these limits, which refers none, and a tenth of it.
WIDTHS = np.concatenate([np.linspace(1.0, 0.1, 150), np.geomspace(0.1, 1e-5, 60)[1:]])
MARGINS = 160
LIKELY = 0.5  # of the risk: a setting with this chance on the planning rows should pass

Family = list[ReferralSetting]
"""Settings from those that refer no row on: each refers all the rows that the one before does."""

FamilyStudy = tuple[list[Floats], Floats]
"""(settings,) each: for each limit the chance to pass by luck, and the damage."""


@dataclass(frozen=True)
class RateTest:
    """The test of one limit on a rate: of `whole` rows, those that speak against it are few."""

    bad: Floats  # (true, predicted or referred)
    whole: Floats
    rate: float
    of_referred: bool

    @classmethod
    def of(cls, bound: ClassBound, row_sums: Floats) -> RateTest:
        """The test of a bound; an error where rows cannot show it."""
        value, name = bound.written.value, bound.written.measure
        part, whole = bound.parts(row_sums, None)
        if bound.written.relation == "=" or whole is None:
            raise SteersmanError(
                f"{bound} cannot be promised: no rate is known exactly",
                todo="write <= or >=",
                code="unpromisable",
                bound=bound.written,
            )
        if name == "f1":
            # F1 rises with the share of right calls among tp, fp and fn: F1 = 2 J / (1 + J).
            part, whole = part / 2.0, np.where(whole > 0, 1.0, 0.0)
            value = value / (2.0 - value)
        upper = bound.written.is_upper
        bad, rate = (part, value) if upper else (whole - part, 1.0 - value)
        return cls(bad, whole, rate, bound.definition.of_referred and upper)

    def chances(self, matrices: Floats) -> Floats:
        """(matrices,): the chance of so few bad rows, were the true rate just at its limit."""
        bad = np.einsum("mij,ij->m", matrices, self.bad)
        rows = np.einsum("mij,ij->m", matrices, self.whole)
        if self.rate >= 1.0:
            return np.zeros(len(rows))
        # P(Binomial(rows, rate) <= bad), also between whole numbers.
        inside = (rows > bad) & (self.rate > 0.0)
        return np.where(
            inside, betainc(np.where(inside, rows - bad, 1.0), bad + 1.0, 1.0 - self.rate), 1.0
        )

    def rows_too_many(self, matrix: Ints, risk: float) -> float:
        """How many rows fewer would have to speak against the limit, for it to be shown."""
        bad, rows = float(np.sum(matrix * self.bad)), int(np.sum(matrix * self.whole))
        return float(max(0, ceil(bad) - allowed_errors(rows, self.rate, risk)))


@dataclass(frozen=True, eq=False)
class ReferralPlan:
    """The rows that plan and the rows that test a want with a referral."""

    want: ResolvedWant
    scores: Scores
    codes: Ints
    risk: float
    plans: NDArray[np.bool_]
    tests: tuple[RateTest, ...]

    @classmethod
    def of(cls, want: ResolvedWant, scores: Scores, codes: Ints, risk: float) -> ReferralPlan:
        """The plan for these rows."""
        row_sums = np.bincount(codes, minlength=len(want.classes)).astype(np.float64)
        tests = tuple(RateTest.of(bound, row_sums) for bound in promised_bounds(want))
        return cls(want, scores, codes, risk, planning_rows(len(codes), PLAN_SHARE), tests)

    def passed_settings(self, task: Task) -> Family:
        """The settings that keep every limit on new data but for the risk."""
        families, studies = self.studied_families(task)
        if not families:
            return []
        # Only planning rows have a say in which way to go.
        safest = min(float(np.max(chances, axis=0).min()) for chances, _ in studies)
        if safest <= self.part:
            return self.passed_on_front(families, studies)
        return self.passed_in_family(families, studies)

    def passed_on_front(self, families: list[Family], studies: list[FamilyStudy]) -> Family:
        """Those of a row of ever better settings, from the safest on, before the first failure.

        Each is tested for all limits at the whole risk: none passes by luck unless the test of a
        limit that it breaks does.
        """
        settings = [setting for family in families for setting in family]
        chances = np.concatenate([np.max(each, axis=0) for each, _ in studies])
        damages = np.concatenate([each for _, each in studies])
        order = np.lexsort((damages, chances))
        best = np.minimum.accumulate(damages[order])
        better = np.concatenate([[True], damages[order][1:] < best[:-1]])
        front = [settings[at] for at in order[better]]
        matrices = self.test_matrices(front)
        worst = np.max([test.chances(matrices) for test in self.tests], axis=0)
        failed = worst > self.risk
        return front[: int(np.argmax(failed)) if failed.any() else len(front)]

    def passed_in_family(self, families: list[Family], studies: list[FamilyStudy]) -> Family:
        """Those of the most promising family that pass for every limit, each with its part of the
        risk and in its own order."""
        at = min(range(len(families)), key=lambda each: self.prospects(studies[each]))
        family, (chances, _) = families[at], studies[at]
        matrices = self.test_matrices(family)
        passed = np.ones(len(family), dtype=bool)
        for test, expected in zip(self.tests, chances):
            chain = chain_of(test, expected)
            failed = test.chances(matrices[chain]) > self.part
            until = int(np.argmax(failed)) if failed.any() else len(chain)
            shown = np.zeros(len(family), dtype=bool)
            shown[chain[:until]] = True
            passed &= shown
        return [family[at] for at in np.flatnonzero(passed)]

    def test_matrices(self, family: Family) -> Floats:
        """(settings, true, predicted or referred): the testing rows."""
        labels = np.eye(len(self.want.classes))[self.codes[~self.plans]]
        return family_matrices(family, self.scores.values[~self.plans], labels)

    @property
    def part(self) -> float:
        """The part of the risk that each limit has."""
        return self.risk / max(1, len(self.tests))

    def studied_families(self, task: Task) -> tuple[list[Family], list[FamilyStudy]]:
        """Families of settings, and what the planning rows let expect of each."""
        values, codes = self.scores.values[self.plans], self.codes[self.plans]
        if not len(codes):
            return [], []
        truths = expected_truths(values, codes, len(self.want.classes))
        families = (
            weighted_families(values, truths[:, 1])
            if values.ndim == 1
            else margin_families(self.want, self.scores, values, codes, task)
        )
        # As many rows as will test.
        times = np.sum(~self.plans) / len(codes)
        # Labels show where scores fit badly, scores where labels came by chance.
        weights = times * (truths + np.eye(truths.shape[1])[codes]) / 2.0
        return families, [self.study(family, values, weights) for family in families]

    def study(self, family: Family, values: Floats, truths: Floats) -> FamilyStudy:
        """(settings,) each: for each limit the chance to pass by luck, and the damage, expected."""
        expected = family_matrices(family, values, truths)
        return [test.chances(expected) for test in self.tests], Goal(self.want).damages(expected)

    def prospects(self, study: FamilyStudy) -> tuple[float, float]:
        """How good a family is, smaller is better: its chances first, then what it may reach."""
        chances, damages = study
        worst = np.max(chances, axis=0)
        likely = worst <= LIKELY * self.part
        if not likely.any():
            return float(worst.min()), 0.0
        return 0.0, float(damages[likely].min())

    def promise(self, confidence: float) -> Promise:
        """What each limit rests on."""
        row_sums = np.bincount(self.codes, minlength=len(self.want.classes)).astype(np.float64)
        rates = promised_bounds(self.want)
        found = []
        for bound in self.want.bounds:
            seen = SeenCounts(tuple(bound.linear(row_sums, self.want.costs)))
            if bound not in rates:
                found.append(BoundPromise(bound, seen))
                continue
            short = self.shortage(bound, RateTest.of(bound, row_sums))
            found.append(BoundPromise(bound, seen, self.part, shortage=short))
        return Promise(confidence, tuple(found))

    def shortage(self, bound: ClassBound, test: RateTest) -> Shortage | None:
        """Too few rows to show a limit even if none spoke against it."""
        truth = np.asarray(test.whole.any(axis=1))[self.codes]
        rows, needed = int(np.sum(truth & ~self.plans)), rows_needed(test.rate, self.risk)
        if rows >= needed:
            return None
        share = rows / max(1, int(truth.sum()))
        in_all = float(np.ceil(needed / share)) if share else np.inf
        return Shortage(bound.written, int(truth.sum()), in_all)


def family_matrices(family: Family, values: Floats, truths: Floats) -> Floats:
    """(settings, true, predicted or referred): rows whose classes are known, or likely."""
    size = truths.shape[1]
    found = np.empty((len(family), size, size + 1))
    if values.ndim == 2:
        for at, setting in enumerate(family):
            found[at] = truths.T @ np.eye(size + 1)[setting.codes(values)]
        return found
    order = np.argsort(values, kind="stable")
    below = np.concatenate([np.zeros((1, size)), np.cumsum(truths[order], axis=0)])
    pairs = np.array([setting.threshold for setting in family])
    low, high = below[np.searchsorted(values[order], pairs, side="right")].transpose(1, 0, 2)
    return np.stack([low, below[-1] - high, high - low], axis=2)


def chain_of(test: RateTest, chances: Floats) -> list[int]:
    """The order of the tests of a limit: from the setting at which it is surest to hold.

    Fewer rows may go to a person the more are decided; of other limits, the fewer are.
    """
    if test.of_referred:
        return list(range(len(chances)))
    return list(range(int(np.argmin(chances)), -1, -1))


def promised_bounds(want: ResolvedWant) -> list[ClassBound]:
    """The bounds on rates, which can be shown of new rows."""
    nothing = PromisedBy.NOTHING
    return [bound for bound in want.bounds if bound.definition.promised_by is not nothing]


def expected_truths(values: Floats, codes: Ints, n_classes: int) -> Floats:
    """(rows, classes): how likely each row is of each class, as its scores and all labels say.

    Platt's scaling of two classes, a temperature of more: few numbers, as there are few rows.
    """
    if values.ndim == 2:
        return tempered_shares(values, codes)
    spread = values.std()
    features = ((values - values.mean()) / (spread if spread > 0 else 1.0)).reshape(-1, 1)
    truths = np.full((len(values), n_classes), 1e-9)
    present = np.unique(codes)
    if len(present) < 2:
        truths[:, present] = 1.0
    else:
        truths[:, present] += LogisticRegression().fit(features, codes).predict_proba(features)
    return np.asarray(truths / truths.sum(axis=1, keepdims=True))


def tempered_shares(values: Floats, codes: Ints) -> Floats:
    """(rows, classes): the shares of the classes at the temperature at which they fit best."""
    centered = values - values.max(axis=1, keepdims=True)
    scale = float(np.median(-np.sort(centered, axis=1)[:, -2])) or 1.0

    def surprise(log_times: float) -> float:
        shares = softmax(centered * (np.exp(log_times) / scale), axis=1)
        # One row in a hundred is of any class: no row may outweigh all others.
        seen = 0.99 * shares[np.arange(len(codes)), codes] + 0.01 / values.shape[1]
        return float(-np.log(seen).mean())

    best = minimize_scalar(surprise, bounds=(-6.0, 6.0), method="bounded").x
    return np.asarray(softmax(centered * (np.exp(best) / scale), axis=1))


def weighted_families(values: Floats, positive: Floats) -> list[Family]:
    """Pairs of cut-offs by Chow's rule, for several weights of the two errors: a row is referred
    where either answer would cost more than a limit."""
    order = np.argsort(values, kind="stable")
    ordered, likely = values[order], positive[order]
    # Were likelihoods to fall with the score, its order would be wrong: then ranks are taken.
    if likely[-1] <= likely[0]:
        likely = np.linspace(0.0, 1.0, len(likely))
    families = []
    for ratio in WEIGHT_RATIOS:
        miss, alarm = np.sqrt(ratio), 1.0 / np.sqrt(ratio)
        limits = WIDTHS / (1.0 / miss + 1.0 / alarm)
        lows = np.interp(limits / miss, likely, ordered)
        highs = np.maximum(np.interp(1.0 - limits / alarm, likely, ordered), lows)
        families.append([ReferralSetting(pair) for pair in zip(lows.tolist(), highs.tolist())])
    return families


def margin_families(
    want: ResolvedWant, scores: Scores, values: Floats, codes: Ints, task: Task
) -> list[Family]:
    """Margins with the offsets of the model, and with those that suit the planning rows."""
    start = tuple(np.asarray(scores.start, dtype=np.float64).tolist())
    turned = MarginSearch(values, codes, Goal(want), task).best(np.array(start))
    families = []
    for offsets in dict.fromkeys((start, turned.threshold)):
        margins = margin_path(values, codes, np.array(offsets)).settings
        chosen = np.unique(np.linspace(0, len(margins) - 1, MARGINS).astype(np.intp))
        families.append([ReferralSetting(offsets, float(margins[at])) for at in chosen])
    return families
