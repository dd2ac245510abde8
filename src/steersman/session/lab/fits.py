"""The lab's bench: points drawn, models fitted to them, and what was computed for the page."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Hashable
from copy import copy
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray
from sklearn.exceptions import ConvergenceWarning
from sklearn.neighbors import KNeighborsClassifier

from steersman.learn.classic import (
    BY_NAME,
    GRID_SIDE,
    LogisticAscentClassifier,
    Model,
    NoHardMarginError,
    PerceptronClassifier,
    field_of,
    likelihood_curves,
    model_of,
)
from steersman.maths.lessons import vote_bounds
from steersman.maths.lines import CommonMixture
from steersman.session.compile_progress import report_compiling
from steersman.session.datasets.corpus import Corpus
from steersman.session.lab.choice import LabChoice, LabModel
from steersman.session.lab.points import LabPoints, lab_points, points_key
from steersman.session.state import State
from steersman.tasks import Task, abandon_when_stopped, current_task
from steersman.workers import WorkerJob

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
MOST_KEPT = 60
# Measured: with so many points these models take up to 0.3 s.
MOST_QUICK_POINTS = 300
SLOW_MODELS = ("svm", "neighbors", "perceptron", "ascent")
Thing = TypeVar("Thing")


class RecentCache(Generic[Thing]):
    """A cache of the values made last, by what they were made from."""

    def __init__(self) -> None:
        self.things: dict[Hashable, Thing] = {}

    def get_or_make(self, key: Hashable, made: Callable[[], Thing]) -> Thing:
        if key not in self.things:
            self.things[key] = made()
            if len(self.things) > MOST_KEPT:
                # Dictionaries keep insertion order, so this is the oldest.
                del self.things[next(iter(self.things))]
        return self.things[key]


@dataclass(frozen=True, eq=False)
class FittedLabModel:
    """A model fitted to points, as far as its training was played, and what it says of them.

    `refusal` says why there is none; then nothing else is there, but for the `mixture` that proves
    that there is no hard margin.
    """

    key: Hashable
    choice: LabModel
    refusal: str = ""
    mixture: CommonMixture | None = None
    model: Model | None = None
    way: Floats | None = None  # (steps + 1, 3) homogeneous weights of its training
    step: int = 0
    said: Floats | None = None  # (points,) probability or score of each point
    wrong: Flags | None = None  # (points,)
    test_wrong: Flags | None = None
    field: NDArray[np.float32] | None = None
    curves: Floats | None = None


class LabBench:
    """Caches of points and fitted models, so that undo and moving knobs are quick."""

    def __init__(self) -> None:
        self.drawn: RecentCache[LabPoints] = RecentCache()
        self.trained: RecentCache[Model] = RecentCache()
        self.models: RecentCache[FittedLabModel] = RecentCache()
        self.truths: RecentCache[NDArray[np.float32]] = RecentCache()

    def points(self, corpus: Corpus, state: State, choice: LabChoice) -> LabPoints:
        key = points_key(state, choice)
        return self.drawn.get_or_make(key, lambda: lab_points(corpus, state, choice))

    def truth(self, points: LabPoints) -> NDArray[np.float32] | None:
        """(side, side) P(positive | x) where it is known."""
        world = points.world
        if world is None:
            return None
        return self.truths.get_or_make(
            points.key,
            lambda: world.posterior_on_grid(points.window, GRID_SIDE).astype(np.float32),
        )

    def fit(self, points: LabPoints, choice: LabModel, task: Task | None = None) -> FittedLabModel:
        """Fit a model to points; it can be stopped at once, though libsvm runs on unseen."""
        key = (points.key, recipe(choice), choice.step)
        if key not in self.models.things:
            refusal = refusal_reason(points)
            if refusal:
                return self.models.get_or_make(key, lambda: FittedLabModel(key, choice, refusal))
            known = self.trained.things.get(key[:2])

            try:
                whole, found = fit_or_ask_worker(key, points, choice, known, task or current_task())
            except NoHardMarginError as error:
                missing = FittedLabModel(
                    key, choice, no_margin_reason(choice, error), mixture=error.mixture
                )
                return self.models.get_or_make(key, lambda: missing)
            self.trained.get_or_make(key[:2], lambda: whole)
            self.models.get_or_make(key, lambda: found)
        return self.models.things[key]


def fit_or_ask_worker(
    key: tuple[Hashable, ...], points: LabPoints, choice: LabModel, known: Model | None, task: Task
) -> tuple[Model, FittedLabModel]:
    """Train and describe a model; with many points a worker does it."""

    def fit(task: Task) -> tuple[Model, FittedLabModel]:
        with report_compiling(task):
            return fit_and_describe(key, points, choice, known)

    job = None
    if len(points.X) > MOST_QUICK_POINTS and choice.model in SLOW_MODELS:
        # The world behind the points is not needed, and what draws from it cannot be sent.
        given = (replace(points, key=(), world=None), choice, known)
        job = WorkerJob("fit-lab-model", given, BY_NAME[choice.model].title)
    whole, found = task.result(
        "lab model",
        lambda: key,
        lambda: abandon_when_stopped(fit, task, f"fitting {choice.model}"),
        job=job,
        stored=False,
    )
    return whole, replace(found, key=key)


def trained_lab_model(
    points: LabPoints, choice: LabModel, known: Model | None, task: Task
) -> tuple[Model, FittedLabModel]:
    """The model trained to the end, and described at the chosen step."""
    task.report(f"fitting {BY_NAME[choice.model].title}")
    return fit_and_describe((), points, choice, known)


def fit_and_describe(
    key: Hashable, points: LabPoints, choice: LabModel, known: Model | None
) -> tuple[Model, FittedLabModel]:
    """Train a model to the end, and describe it at the chosen step of its training."""
    whole = fitted_model(points, choice) if known is None else known
    way = way_of(whole)
    step = 0 if way is None else len(way) - 1
    if way is not None and choice.step is not None:
        step = min(choice.step, step)
    model = whole if way is None else with_weights(whole, way[step])
    said, test_wrong = scores_of(model, points, points.X), None
    if points.test is not None:
        fresh, truth = points.test
        test_wrong = wrong_rows(model, scores_of(model, points, fresh), truth)
    found = FittedLabModel(
        key,
        choice,
        model=model,
        way=way,
        step=step,
        said=said,
        wrong=wrong_rows(model, said, points.positive),
        test_wrong=test_wrong,
        field=field_of(model, points.window, points.X, points.positive),
        curves=likelihood_curves(model, points.window, GRID_SIDE),
    )
    return whole, found


def recipe(choice: LabModel) -> Hashable:
    """The key of a model's training, without the points."""
    knobs, options = sorted(choice.knobs.items()), sorted(choice.options.items())
    return (choice.model, tuple(knobs), tuple(options))


def unfitted_lab_model(points: LabPoints, choice: LabModel) -> Model:
    """The model as chosen, for these points."""
    return model_of(choice.model, choice.knobs, choice.options, len(points.X))


def refusal_reason(points: LabPoints) -> str:
    """Why a model cannot be fitted; empty when it can."""
    if not len(points.X):
        return "No points yet: click in the picture."
    if not points.both_classes:
        there = points.classes[int(points.positive[0])]
        return f"All points are {there}; a model needs both classes."
    if not np.ptp(points.X, axis=0).any():
        return "All points are in the same place; no model can separate them."
    return ""


def no_margin_reason(choice: LabModel, error: NoHardMarginError) -> str:
    """Why there is no hard margin."""
    if error.mixture is None:
        return (
            "There is no hard margin: this sigmoid is not a kernel. Its Gram matrix has the "
            f"eigenvalue {error.fields['eigenvalue']:.3g}.".replace("-", "−")
        )
    if choice.options.get("kernel", "linear") == "linear":
        return "There is no hard margin: no line separates the classes."
    return "There is no hard margin with this kernel."


def fitted_model(points: LabPoints, choice: LabModel) -> Model:
    model = unfitted_lab_model(points, choice)
    with warnings.catch_warnings():
        # Stopping early is a lesson here, not a mistake.
        warnings.simplefilter("ignore", ConvergenceWarning)
        return model.fit(points.X, points.positive.astype(np.int64))


def way_of(model: Model) -> Floats | None:
    """The weights of a model's training, step by step."""
    if isinstance(model, PerceptronClassifier):
        return model.traces_[0].weights
    if isinstance(model, LogisticAscentClassifier):
        return model.paths_[0].weights
    return None


def with_weights(model: Model, weights: Floats) -> Model:
    """The model with other weights."""
    # A shallow copy: the trained model itself stays in the cache.
    moved = copy(model)
    moved.coef_, moved.intercept_ = weights[np.newaxis, 1:], weights[:1]
    return moved


def scores_of(model: Model, points: LabPoints, X: Floats) -> Floats:
    """(rows,) P(positive), or the score of a model without probabilities."""
    if isinstance(model, KNeighborsClassifier):
        return neighbor_shares(model, points, X)
    if hasattr(model, "predict_proba"):
        return np.asarray(model.predict_proba(X)[:, 1])
    return np.asarray(model.decision_function(X))


def neighbor_shares(model: KNeighborsClassifier, points: LabPoints, X: Floats) -> Floats:
    """(rows,) the votes of neighbors; of those equally far, the ones that scikit-learn takes."""
    fewest, most = vote_bounds(X, points.X, points.positive, model.n_neighbors)
    shares = np.asarray(fewest / model.n_neighbors)
    tied = fewest != most
    if tied.any():
        # Only ties depend on the order of points, so only they need the slower call.
        shares[tied] = model.predict_proba(X[tied])[:, 1]
    return shares


def wrong_rows(model: Model, said: Floats, positive: Flags) -> Flags:
    """(rows,) where the decision is not the truth."""
    middle = 0.5 if hasattr(model, "predict_proba") else 0.0
    return np.asarray((said > middle) != positive)
