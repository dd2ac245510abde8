"""Candidate families tried by nested cross-validation under a want."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import monotonic

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit
from sklearn.base import BaseEstimator

from steersman.learn.automatic.fit_rows import FitRows, Fold
from steersman.learn.automatic.score_blend import ScaleChange, mean_scaled_scores, steady_scores
from steersman.learn.automatic.trial_time import OutOfTimeError, TrialTime, rows_in_time
from steersman.learn.promises import SamplingMargin, cutoff_beyond, log_odds
from steersman.learn.steering import Goal, Rows, Scores, best_setting, class_scores
from steersman.learn.wants import ResolvedWant, Want
from steersman.maths.confusion import decided_classes
from steersman.tasks import Task

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Places = NDArray[np.intp]

MAX_SECONDS = 60.0
LONGER = 1.2
"""Many rows take longer to fit than few let expect: they leave the processor's caches."""
SCALE_ROWS = 500
"""The rows of a class that show the scale of a model's scores."""
LARGEST_COST = 0.1
"""The share of the other class that a margin for a tight limit may cost."""


@dataclass(frozen=True, eq=False)
class FamilyScore:
    """A family on rows that neither it nor its cut-off had seen, over all the folds."""

    name: str
    matrix: Ints  # (true, predicted)
    gap: float
    balanced_accuracy: float

    @property
    def error(self) -> float:
        """The standard error of the balanced accuracy."""
        sums = np.maximum(self.matrix.sum(axis=1), 1)
        recalls = np.diag(self.matrix) / sums
        return float(np.sqrt(np.sum(recalls * (1.0 - recalls) / sums))) / len(sums)


@dataclass(frozen=True)
class TrialRules:
    """How cut-offs are chosen in a trial: the want (None moves none), its margin and ties.

    Counts in the want are of `rows` rows. With `keep` a cut-off that meets the want stays.
    """

    want: Want | None
    positive: object
    risk: float
    rows: int
    keep: bool = False

    def bound_want(self, codes: Ints, classes: NDArray[np.generic]) -> ResolvedWant | None:
        """The want about rows with these codes; counts are scaled to their number."""
        if self.want is None:
            return None
        share = len(codes) / self.rows
        if share != 1.0:
            return self.want.scaled_by(share).resolve(classes, self.positive)
        row_sums = np.bincount(codes, minlength=len(classes))
        return self.want.resolve(classes, self.positive, row_sums=row_sums)

    def goal(self, codes: Ints, classes: NDArray[np.generic]) -> Goal | None:
        """The want with a margin for noise, then its objective or the best balanced accuracy."""
        bound = self.bound_want(codes, classes)
        if bound is None:
            return None
        row_sums = np.bincount(codes, minlength=len(classes)).astype(np.float64)
        wrong = 1.0 - np.eye(len(row_sums))
        # With these prices the damage is one minus the balanced accuracy.
        prices = wrong / np.maximum(row_sums, 1.0)[:, np.newaxis] / len(row_sums)
        judge = SamplingMargin(bound, row_sums, self.risk) if bound.bounds else None
        return Goal(bound, judge, prices)

    def setting(self, scores: Scores, codes: Ints, classes: NDArray[np.generic]) -> float | Floats:
        """The best cut-off or offsets for these rows; the model's own where nothing is wanted."""
        goal = self.goal(codes, classes)
        if goal is None:
            return scores.start
        if self.keep:
            own = decision_matrix(scores.values, scores.start, codes, len(classes))
            if goal.gaps(own[np.newaxis])[0] == 0.0:
                return scores.start
        found = best_setting(scores.values, codes, goal, Task(MAX_SECONDS), start=scores.start)
        if scores.values.ndim == 1 and isinstance(goal.judge, SamplingMargin):
            return beyond_tight_limits(scores, codes, float(found), goal.judge)
        return found


@dataclass(frozen=True, eq=False)
class FamilyTrial:
    """Scores of each row by candidate families that have not seen it.

    `skipped` are the families for which the budget had no time. `everything` are the rows to fit
    the chosen ones on, where they were compared on fewer.
    """

    data: FitRows
    rules: TrialRules
    folds: Sequence[Fold]
    models: Mapping[str, Sequence[BaseEstimator]]  # name -> one fitted model per fold
    unseen: Mapping[str, Scores]
    averaged: bool  # whether scores of families are brought to one scale
    skipped: tuple[str, ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict)  # that each family took
    everything: FitRows | None = None
    time: TrialTime = field(default_factory=TrialTime)

    @classmethod
    def of(
        cls,
        families: Mapping[str, BaseEstimator],
        data: FitRows,
        rules: TrialRules,
        folds: Sequence[Fold],
        *,
        averaged: bool,
        time: TrialTime | None = None,
        spare: bool = False,
    ) -> FamilyTrial:
        """Score every row by each family fitted on the other folds, the quickest first.

        With a budget, a family other than the first is skipped if it cannot be ready in time, and
        an interrupt ends trial and budget with those that are ready. The first takes as long as it
        needs, or raises `OutOfTimeError` where the whole trial is `spare`.
        """
        time = time or TrialTime()
        parts = [data.at(train) for train, _ in folds]
        found: dict[str, list[BaseEstimator]] = {}
        seconds: dict[str, float] = {}
        expected = {name: time.seconds.get(name, 0.0) for name in families}
        for name in sorted(families, key=expected.__getitem__):
            started = monotonic()
            time.tell(f"trying {name} on {len(data):,} rows")
            try:
                fitted = fitted_copies(parts, families[name], time, needed=not found, spare=spare)
            except KeyboardInterrupt:
                if found and time.has_end:
                    time = time.with_end_now()
                    break
                raise
            if fitted:
                found[name], seconds[name] = fitted, monotonic() - started
        models = {name: found[name] for name in families if name in found}
        skipped = [name for name in families if name not in found]
        # Averages need scores without long tails; a single family keeps its own.
        of_model = steady_scores if averaged else class_scores
        unseen = {
            name: pooled_scores(
                [of_model(m, data.rows(t)) for m, (_, t) in zip(each, folds)], folds
            )
            for name, each in models.items()
        }
        return cls(data, rules, folds, models, unseen, averaged, tuple(skipped), seconds, time=time)

    def of_families(self, names: Collection[str]) -> FamilyTrial:
        """The trial of some of its families."""
        return replace(
            self,
            models={name: each for name, each in self.models.items() if name in names},
            unseen={name: each for name, each in self.unseen.items() if name in names},
        )

    def rows_to_fit(self, names: Collection[str]) -> FitRows:
        """The rows to fit chosen families on: all of them, if there is time for that."""
        if self.everything is None:
            return self.data
        seconds = [self.time.seconds.get(name, 0.0) for name in names]
        left = self.time.end_of_fits(max(seconds)) - monotonic()
        return rows_in_time(self.everything, LONGER * sum(seconds), left, len(self.data))

    def scale_change(self, name: str, fitted: BaseEstimator, rows: FitRows) -> ScaleChange:
        """How scores of a model fitted on rows become those of the models of the folds.

        More rows may spread scores wider, as the sums of naive Bayes, and a cut-off chosen on
        scores by the models of the folds would be too low. A model's own training rows give its
        scale, however far it overfits: each model has as good a memory of its own.
        """
        scores = self.unseen[name]
        if scores.values.ndim != 1 or (scores.start == 0.5 and not self.averaged):
            return ScaleChange()
        of_folds = [
            self.median_scores(model, self.data, train)
            for model, (train, _) in zip(self.models[name], self.folds)
        ]
        of_all = self.median_scores(fitted, rows, np.arange(len(rows)))
        return ScaleChange.between(of_all, np.mean(of_folds, axis=0))

    def median_scores(self, model: BaseEstimator, data: FitRows, rows: Places) -> Floats:
        """(2,): the median score of each class among some rows, or among many of them."""
        codes = data.codes[rows]
        few = [spread_out(rows[codes == code], SCALE_ROWS) for code in range(2)]
        of_model = steady_scores if self.averaged else class_values
        scores = of_model(model, data.rows(np.concatenate(few)))
        return np.array([np.median(scores[: len(few[0])]), np.median(scores[len(few[0]) :])])

    def family_score(self, name: str, scores: Scores) -> FamilyScore:
        """The decisions of every fold at the setting that the other folds choose."""
        size = len(self.data.classes)
        matrix = np.zeros((size, size), dtype=np.int64)
        codes = self.data.codes
        for train, test in self.folds:
            # A cut-off chosen on the rows that it decides would make every family look better than
            # it is.
            others = Scores(scores.values[train], scores.start)
            setting = self.rules.setting(others, codes[train], self.data.classes)
            matrix += decision_matrix(scores.values[test], setting, codes[test], size)
        bound = self.rules.bound_want(codes, self.data.classes)
        gap = 0.0 if bound is None else bound.gap(matrix)
        return FamilyScore(name, matrix, gap, balanced_accuracy(matrix))

    def family_scores(self) -> list[FamilyScore]:
        """Each family's outcome, the best first: by gap, then by balanced accuracy."""
        found = [self.family_score(name, scores) for name, scores in self.unseen.items()]
        return sorted(found, key=lambda one: (one.gap, -one.balanced_accuracy))

    def choose_families(
        self, ranked: Sequence[FamilyScore], most: int
    ) -> tuple[tuple[str, ...], FamilyScore]:
        """The families to keep: the best few averaged, or the best alone.

        An average varies less, so it is kept unless the best alone is better by more than a
        standard error or nearer to the want.
        """
        first = ranked[0]
        names = tuple(one.name for one in ranked[:most])
        if len(names) == 1:
            return names, first
        mean = mean_scaled_scores([self.unseen[name].values for name in names])
        start = 0.0 if mean.ndim == 1 else np.zeros(mean.shape[1])
        together = self.family_score(" + ".join(names), Scores(mean, start))
        worse = together.balanced_accuracy < first.balanced_accuracy - first.error
        if worse or together.gap > first.gap:
            return (first.name,), first
        return names, together


def beyond_tight_limits(
    scores: Scores, codes: Ints, cutoff: float, margin: SamplingMargin
) -> float:
    """A cut-off moved beyond all rows where even no error leaves too little margin."""
    of_shares = scores.start == 0.5 and bool(np.all((scores.values >= 0) & (scores.values <= 1)))
    values = log_odds(scores.values) if of_shares else scores.values
    found = float(log_odds(np.array(cutoff))) if of_shares else cutoff
    for tight in margin.tight_limits():
        moved = cutoff_beyond(values, codes, found, tight, LARGEST_COST)
        both = [decision_matrix(values, each, codes, 2) for each in (found, moved)]
        now, then = margin.gaps(np.stack(both))
        # Two limits may pull apart: the one that is met as counted stays so.
        found = moved if then <= now else found
    if found == cutoff or not of_shares:
        return found
    return float(expit(found))


def fitted_copies(
    parts: Sequence[FitRows], family: BaseEstimator, time: TrialTime, *, needed: bool, spare: bool
) -> list[BaseEstimator]:
    """A fitted copy for each part; none where there is no time for a family that is not needed."""
    if not time.has_end or (needed and not spare):
        return [part.fit_copy(family) for part in parts]
    if needed:
        return [time.fit_copy(part, family) for part in parts]
    started = monotonic()
    if started >= time.ends_at:
        return []
    try:
        fitted = [time.fit_copy(parts[0], family)]
        # The other folds, and the last fit on all rows, take about as long as the first.
        if started + (monotonic() - started) * (len(parts) + 1) > time.ends_at:
            return []
        return fitted + [time.fit_copy(part, family) for part in parts[1:]]
    except OutOfTimeError:
        return []


def spread_out(rows: Places, most: int) -> Places:
    """At most so many of the rows, evenly spread over them."""
    return rows[np.linspace(0, len(rows) - 1, min(most, len(rows))).astype(np.intp)]


def class_values(model: BaseEstimator, X: Rows) -> Floats:
    """(rows,): the scores alone."""
    return class_scores(model, X).values


def pooled_scores(parts: Sequence[Scores | Floats], folds: Sequence[Fold]) -> Scores:
    """The scores of all rows, each by the model that did not see it."""
    found = [
        each if isinstance(each, Scores) else Scores(each, steady_start(each)) for each in parts
    ]
    total = sum(len(test) for _, test in folds)
    values = np.empty((total, *found[0].values.shape[1:]))
    for part, (_, test) in zip(found, folds):
        values[test] = part.values
    return Scores(values, found[0].start)


def steady_start(values: Floats) -> float | Floats:
    """The cut-off, or the offsets, at which scores made steady decide by themselves."""
    return 0.0 if values.ndim == 1 else np.zeros(values.shape[1])


def decision_matrix(values: Floats, setting: float | Floats, codes: Ints, size: int) -> Ints:
    """(true, predicted): the decisions by scores at a cut-off, or with offsets."""
    if values.ndim == 1:
        decided = (values > setting).astype(np.int64)
    else:
        decided = decided_classes(values, np.asarray(setting))
    matrix = np.zeros((size, size), dtype=np.int64)
    np.add.at(matrix, (codes, decided), 1)
    return matrix


def balanced_accuracy(matrix: Ints) -> float:
    """The mean share of right decisions over the classes that have rows."""
    sums = matrix.sum(axis=1)
    return float(np.mean(np.diag(matrix)[sums > 0] / sums[sums > 0]))
