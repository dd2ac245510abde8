"""The models of the martingale study, each built on one split."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol, cast

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, clone
from sklearn.ensemble import (
    AdaBoostClassifier,
    HistGradientBoostingClassifier,
    RandomForestClassifier,
)
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.svm import SVC

from steersman.learn.logistic import SteerableLogisticRegression
from steersman.learn.martingale import AdaptiveMartingaleBoostClassifier, MartingaleBoostClassifier
from steersman.learn.steering import steer
from steersman.learn.wants import Want
from steersman_benchmarks.martingale.protocol import (
    LEVELS,
    StudyPart,
    StudySplit,
    Subject,
    half_error_want,
)

SEED = 0
AS_PUBLISHED = {"routing": "resubstitution", "draw_to_root": False, "features": "linear"}
STRATA = (1.0, 2.0, 5.0, 10.0, 20.0)


class Predictor(Protocol):
    """Anything that predicts classes."""

    def predict(self, X: NDArray[np.float64]) -> NDArray[np.generic]: ...


class BuiltModel(NamedTuple):
    """A martingale program before and after steering, on one split."""

    plain: Predictor
    tuned: Predictor
    met: bool


def on_scaled(model: BaseEstimator, *, logarithms: bool = False) -> Pipeline:
    """The model on standardized columns, after log(1 + x) where asked."""
    if logarithms:
        return make_pipeline(FunctionTransformer(np.log1p), StandardScaler(), model)
    return make_pipeline(StandardScaler(), model)


def plain_models(subject: Subject) -> dict[str, BaseEstimator]:
    """The usual models of scikit-learn, fitted on all of the 60 %."""
    logarithms = subject.name == "spambase"
    return {
        "logistic regression": on_scaled(LogisticRegression(max_iter=1000), logarithms=logarithms),
        "RBF SVM": on_scaled(SVC(C=10), logarithms=logarithms),
        "random forest": RandomForestClassifier(random_state=SEED),
        "histogram boosting": HistGradientBoostingClassifier(random_state=SEED),
    }


def martingale(*, published: bool, freeze: bool, levels: int = LEVELS) -> MartingaleBoostClassifier:
    """The published algorithm, or ours: honest routing, nodes drawn to the root, best columns."""
    model = MartingaleBoostClassifier(n_levels=levels, freeze=freeze, random_state=SEED)
    if published:
        model.set_params(**AS_PUBLISHED)
    return model


def adaptive(*, published: bool) -> AdaptiveMartingaleBoostClassifier:
    """The adaptive program, as published or ours."""
    model = AdaptiveMartingaleBoostClassifier(n_levels=LEVELS, random_state=SEED)
    if published:
        model.set_params(freeze=False, **AS_PUBLISHED)
    return model


def build_and_steer(subject: Subject, parts: StudySplit, model: BaseEstimator) -> BuiltModel:
    """The model on the training rows, and steered on the holdout towards half the errors."""
    model.fit(parts.train.X, parts.train.codes)
    want = half_error_want(subject, parts.holdout, model.predict(parts.holdout.X))
    tuned, met = steered_towards(model, parts.holdout, want)
    return BuiltModel(model, tuned, met)


def steered_towards(model: BaseEstimator, holdout: StudyPart, want: Want) -> tuple[Predictor, bool]:
    """The model steered by its own means where it has them (nodes, penalties), else by scores."""
    if not hasattr(model, "steer_toward"):
        steering = steer(model, holdout.X, holdout.codes, want)
        return cast(Predictor, steering.model), steering.met
    visited = model.steer_toward(holdout.X, holdout.codes, want.resolve(model.classes_))
    best = min(visited, key=lambda seen: (seen.gap, seen.objective))
    return best.model, best.gap == 0.0


def ada_of(learner: BaseEstimator, rows: int) -> AdaBoostClassifier:
    """Fifty rounds of AdaBoost; its weights sum to one, so C has to make up for the rows."""
    # AdaBoost's weights sum to one instead of to the number of rows, which weakens C by as much.
    scaled = clone(learner).set_params(C=float(rows))
    return AdaBoostClassifier(scaled, n_estimators=50, random_state=SEED)


def best_of_folds(
    parts: StudySplit, tuned: Callable[[StudyPart, StudyPart], Predictor]
) -> Predictor:
    """The model of the inner fold that is best on its own holdout."""
    found = [(tuned(train, held), held) for train, held in parts.inner]
    scores = [float(np.mean(model.predict(held.X) == held.codes)) for model, held in found]
    return found[int(np.argmax(scores))][0]


def tuned_logistic(
    parts: StudySplit, want: Callable[[StudyPart, NDArray[np.generic]], Want] | None = None
) -> Predictor:
    """Logistic regression with a penalty per parameter, steered on each inner fold; the best.

    Without a want of its own it is asked for a fifth fewer errors than it makes.
    """

    def tune(train: StudyPart, held: StudyPart) -> Predictor:
        scaler = StandardScaler().fit(train.X)
        model = SteerableLogisticRegression().fit(scaler.transform(train.X), train.codes)
        rows = StudyPart(scaler.transform(held.X), held.codes)
        predicted = model.predict(rows.X)
        asked = fewer_errors(rows, predicted) if want is None else want(rows, predicted)
        steps = [("scale", scaler), ("fit", steered_towards(model, rows, asked)[0])]
        return cast(Predictor, Pipeline(steps))

    return best_of_folds(parts, tune)


def stratified_logistic(subject: Subject, parts: StudySplit) -> Predictor:
    """Logistic regression whose favored class weighs more (Yih et al. 2006).

    The weight is chosen by the accuracy on the first holdout, then all of the 60 % are learned.
    """

    def fitted(part: StudyPart, weight: float) -> Predictor:
        weights = dict.fromkeys(range(len(subject.classes)), 1.0) | {subject.favored: weight}
        model = on_scaled(LogisticRegression(max_iter=1000, class_weight=weights))
        return cast(Predictor, model.fit(part.X, part.codes))

    held = parts.holdout
    right = [
        np.mean(fitted(parts.train, weight).predict(held.X) == held.codes) for weight in STRATA
    ]
    return fitted(parts.build, STRATA[int(np.argmax(right))])


def fewer_errors(held: StudyPart, predicted: NDArray[np.generic]) -> Want:
    """A fifth fewer errors on these rows."""
    wrong = int(np.count_nonzero(predicted != held.codes))
    return Want(f"errors <= {int(0.8 * wrong)}")


def tuned_rbf(build: StudyPart) -> Predictor:
    """An RBF SVM whose C and width are chosen by three folds."""
    grid = {"svc__C": [0.3, 1, 3, 10, 30, 100], "svc__gamma": [0.003, 0.01, 0.03, 0.1, "scale"]}
    search = GridSearchCV(clone(on_scaled(SVC())), grid, cv=3)
    return cast(Predictor, search.fit(build.X, build.codes))
