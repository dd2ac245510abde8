"""Automatic tuning of a likelihood-space model from a starting setting.

The smoothing, the number of features and the line are chosen by k-fold cross-validation: each
document is placed by the counts outside its fold, and a setting scores what its best line scores
on all documents so placed. Asked for it, a prior for each feature is tuned as well. Only the last
line is searched to the end, among documents placed by all counts but their own, where a model of
all of them puts new ones; on the way a short search among the folds does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import cast

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_matrix

from steersman.errors import SteersmanError
from steersman.learn.likelihood.classifier import LikelihoodSpaceClassifier
from steersman.learn.likelihood.cross_fitted_counts import FoldedDocuments, folded_documents
from steersman.learn.likelihood.feature_smoothing import feature_smoothing
from steersman.learn.likelihood.lines import MAX_SECONDS, Metric, best_line, metric_goal
from steersman.maths.likelihood import bayes_intercept, under_line
from steersman.maths.lines import SearchLimits, certified_line, goal_value
from steersman.tasks import Task

Floats = NDArray[np.float64]

ALPHAS = (1e-5, 1e-4, 1e-3, 0.01, 0.03, 0.1, 0.3, 1.0, 2.0)
BETAS = (0.5, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0)
FEATURES = (30, 100, 300, 1000, 3000, 10_000)
STEEPEST = 100.0
"""Lines from 1 in this many to this many in 1, falling ones left out."""
QUICK = 64
"""Ranges of slopes searched for the line of a setting on the way; the last line is exact."""
LOOSENESS = 0.06
"""Weight of a document against the penalty that keeps features at the shared prior."""


@dataclass(frozen=True)
class Setting:
    """A setting of the model: the shared prior, the number of features and the line.

    `intercept=None` is Bayes' rule, `max_features=None` keeps all features.
    """

    alpha: float = 1.0
    beta: float = 1.0
    max_features: int | None = None
    slope: float = 1.0
    intercept: float | None = None


@dataclass(frozen=True)
class TriedSetting:
    """A setting on the way and its cross-validated score."""

    setting: Setting
    score: float


@dataclass(frozen=True)
class TunedSetting:
    """The setting that was found, its cross-validated score, and the way there.

    The line is placed anew for a model of all documents; the last of the `trajectory` has the one
    that scored among the folds. `alpha` and `beta` are numbers, or arrays (features,) when they
    were tuned per feature.
    """

    alpha: float | Floats
    beta: float | Floats
    max_features: int | None
    slope: float
    intercept: float
    score: float
    trajectory: tuple[TriedSetting, ...]
    feature_score: str = "frequency"

    def model(self) -> LikelihoodSpaceClassifier:
        """A classifier with this setting, to be fitted on the same documents."""
        return LikelihoodSpaceClassifier(
            self.alpha,
            self.beta,
            slope=self.slope,
            intercept=self.intercept,
            max_features=self.max_features,
            feature_score=self.feature_score,
        )


def autotune(
    X: csr_matrix | ArrayLike,
    positive: ArrayLike,
    *,
    start: Setting | None = None,
    folds: int = 5,
    seed: int = 0,
    metric: Metric = "f1",
    per_feature: bool = False,
    feature_score: str = "frequency",
    looseness: float = LOOSENESS,
    progress: Callable[[str, float | None], object] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> TunedSetting:
    """The setting with the best cross-validated `metric` on a way that begins at `start`.

    X (documents, features) counts or marks features; `positive` (documents,) tells the category.
    The score is never below that of the start. With `per_feature` every feature gets its own
    alpha and beta, kept if that scores better; `looseness` lets them leave the shared values.
    `progress(what, share)` is called at each step; `cancelled()` turning true raises `Cancelled`.

    >>> X = np.array([[1, 1, 0], [1, 0, 1], [1, 0, 0], [0, 1, 1], [0, 0, 1], [0, 1, 0]])
    >>> autotune(X, [True, True, True, False, False, False], folds=3).score
    1.0
    """
    task = Task(progress=progress, cancelled=cancelled)
    documents = folded_documents(X, positive, folds, seed)
    goal = metric_goal(metric, documents.positive)
    search = SettingSearch(documents, metric, goal, feature_score)
    begun = search.try_start(checked_start(start or Setting(), documents))
    found = search.best_from(begun, task, 0.5 if per_feature else 1.0)
    if per_feature:
        shared = cast(float, found.alpha), cast(float, found.beta)
        own = feature_smoothing(documents, shared, goal, looseness, task)
        if own.score > found.score:
            found = TunedSetting(
                own.alpha, own.beta, None, own.slope, own.intercept, own.score, found.trajectory
            )
    task.report("done", 1.0)
    return found


def checked_start(start: Setting, documents: FoldedDocuments) -> Setting:
    """The start with its intercept as a number, or an error that says what is wrong with it."""
    available = documents.present.shape[1]
    if not (0 < start.alpha < np.inf and 0 < start.beta < np.inf):
        raise SteersmanError(
            f"alpha is {start.alpha} and beta is {start.beta}",
            todo="start from numbers above 0",
            code="bad-smoothing",
            alpha=start.alpha,
            beta=start.beta,
        )
    if start.max_features is not None and not 1 <= start.max_features <= available:
        raise SteersmanError(
            f"max_features is {start.max_features}, but there are {available} features",
            todo=f"start from 1 to {available}, or None for all",
            code="bad-setting",
            name="max_features",
            value=start.max_features,
            features=available,
        )
    if start.intercept is not None:
        return start
    sides = (counts.documents for counts in documents.counts)
    return replace(start, intercept=bayes_intercept(*sides))


@dataclass(frozen=True)
class SettingSearch:
    """Scores settings on documents placed by the counts outside their folds."""

    documents: FoldedDocuments
    metric: Metric
    goal: Floats
    feature_score: str

    def plane(self, setting: Setting) -> Floats:
        """(documents, 2) coordinates of the documents, each left out."""
        numbers = setting.alpha, setting.beta, setting.max_features
        return self.documents.held_out_plane(*numbers, self.feature_score)

    def try_start(self, start: Setting) -> TriedSetting:
        """The start with its own line."""
        under = under_line(self.plane(start), start.slope, cast(float, start.intercept))
        tp = int(np.count_nonzero(under & self.documents.positive))
        fp = int(np.count_nonzero(under)) - tp
        return TriedSetting(start, float(goal_value(self.goal, tp, fp)))

    def try_setting(self, setting: Setting, limits: SearchLimits) -> TriedSetting:
        """The setting with the best line that is found for it within the limits."""
        x, y = self.plane(setting).T
        slopes = 1.0 / STEEPEST, STEEPEST
        line = certified_line(x, y, self.documents.positive, self.goal, slopes, limits)
        placed = replace(setting, slope=line.slope, intercept=line.intercept)
        return TriedSetting(placed, line.score)

    def exact_setting(self, setting: Setting, task: Task) -> TriedSetting:  # noqa: ARG002
        """The setting with the best line of all."""
        return self.try_setting(setting, SearchLimits(seconds=MAX_SECONDS))

    def with_full_data_line(self, setting: Setting, task: Task) -> Setting:  # noqa: ARG002
        """The setting with the best line among documents that lie as a model of all puts them."""
        numbers = setting.alpha, setting.beta, setting.max_features
        x, y = self.documents.left_out_plane(*numbers, self.feature_score).T
        slopes = (1.0 / STEEPEST, STEEPEST)
        line = best_line(x, y, self.documents.positive, self.metric, slopes=slopes)
        return replace(setting, slope=line.slope, intercept=line.intercept)

    def best_from(self, begun: TriedSetting, task: Task, share: float) -> TunedSetting:
        """The best setting on a way of rising scores; `share` of all the work is done here."""
        trajectory = [begun]
        for done, what, candidates in self.rounds(trajectory):
            for candidate in candidates:
                task.report(f"trying {what}", done * share)
                # Once no line can beat the best setting so far, there is nothing more to find.
                limits = SearchLimits(QUICK, beat=trajectory[-1].score)
                tried = self.try_setting(candidate, limits)
                if tried.score > trajectory[-1].score:
                    trajectory.append(tried)
        last = task.part(0.95 * share, share)
        last.report("fitting the line", 0.0)
        exact = self.exact_setting(trajectory[-1].setting, last)
        if exact.score > trajectory[-1].score:
            trajectory.append(exact)
        at, score = trajectory[-1].setting, trajectory[-1].score
        # Where nothing beat the start, its own line is kept as it was given.
        if trajectory[-1] is not begun:
            at = self.with_full_data_line(at, last)
        numbers = at.alpha, at.beta, at.max_features, at.slope, cast(float, at.intercept)
        return TunedSetting(*numbers, score, tuple(trajectory), self.feature_score)

    def rounds(self, trajectory: list[TriedSetting]) -> Iterator[tuple[float, str, list[Setting]]]:
        """Share done, what is tried and the settings, each round from the best setting so far."""
        available = self.documents.present.shape[1]
        sizes = [size for size in FEATURES if size < available]
        # The caller appends better settings to `trajectory` between rounds, so each round reads
        # again which is the best.
        yield 0.0, "the start with another line", [trajectory[-1].setting]
        at = trajectory[-1].setting
        yield 0.05, "alpha", [replace(at, alpha=alpha) for alpha in ALPHAS]
        at = trajectory[-1].setting
        yield 0.3, "beta", [replace(at, beta=beta) for beta in BETAS]
        at = trajectory[-1].setting
        yield 0.5, "features", [replace(at, max_features=size) for size in [*sizes, None]]
        at = trajectory[-1].setting
        yield 0.7, "alpha nearby", [replace(at, alpha=at.alpha * by) for by in (0.4, 0.7, 1.5, 2.5)]
        at = trajectory[-1].setting
        yield 0.85, "beta nearby", [replace(at, beta=at.beta * by) for by in (0.4, 0.7, 1.5, 2.5)]
