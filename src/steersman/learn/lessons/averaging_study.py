"""Averaging models against choosing one, over and over on fresh draws.

Two worlds. In the first one of the models is the truth, drawn from the prior: there Bayes' optimal
classifier cannot be beaten on average. In the second no model is true and all are fitted: there
averaging is a rule like any other and has to show its worth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import make_moons
from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from steersman.learn.blas import one_blas_thread
from steersman.maths.lessons import average_chance, posterior_weights
from steersman.tasks import Task

Floats = NDArray[np.float64]
FRESH = 2000
NOISE = 0.3
HALF_PLANES = 9
PRIOR_FALL = 0.75  # each half plane is believed in this much as the one before
LABEL_NOISE = 0.25
LEARN_SHARE = 2 / 3  # of the points; the others weigh the models
MEMBERS: dict[str, Callable[[], object]] = {
    "logistic regression": LogisticRegression,
    "Gaussian naive Bayes": GaussianNB,
    "quadratic discriminant": lambda: QuadraticDiscriminantAnalysis(reg_param=0.01),
    "9 neighbors": lambda: KNeighborsClassifier(9),
    "tree of depth 3": lambda: DecisionTreeClassifier(max_depth=3, random_state=0),
}


@dataclass(frozen=True)
class AveragingStudy:
    """Errors on fresh data, a row for each draw so far."""

    names: tuple[str, ...]
    members: Floats  # (draws, models)
    average: Floats  # (draws,) weighted by the posterior
    chosen: Floats  # (draws,) the most probable model (MAP)
    likeliest: Floats  # (draws,) the model of maximum likelihood (ML)
    weights: Floats  # (draws, models)


Draw = tuple[Floats, float, float, float, Floats]


def member_names(world: str) -> tuple[str, ...]:
    """The models of a world."""
    if world == "fitted":
        return tuple(MEMBERS)
    return tuple(f"{round(180 * each / HALF_PLANES)}°" for each in range(HALF_PLANES))


def averaging_study(
    world: str, points: int, draws: int, seed: int, task: Task, every: int = 10
) -> Iterator[AveragingStudy]:
    """The study so far after every few draws, the whole at the end; each draw has its own seed."""
    one_draw = fitted_draw if world == "fitted" else half_plane_draw
    found: list[Draw] = []
    for number, stream in enumerate(np.random.SeedSequence(seed).spawn(draws)):
        task.report(f"Draw {number + 1} of {draws}", number / draws)
        with one_blas_thread():
            found.append(one_draw(points, np.random.default_rng(stream)))
        if len(found) % every == 0 or len(found) == draws:
            columns = (np.array(column) for column in zip(*found))
            yield AveragingStudy(member_names(world), *columns)


def half_plane_draw(points: int, rng: np.random.Generator) -> Draw:
    """Truth: one of nine half planes, drawn from the prior, with labels turned at times."""
    turns = np.pi * np.arange(HALF_PLANES) / HALF_PLANES
    normals = np.column_stack([np.cos(turns), np.sin(turns)])
    falling = np.power(PRIOR_FALL, np.arange(HALF_PLANES, dtype=np.float64))
    priors = np.asarray(falling / falling.sum(), dtype=np.float64)
    truth = int(rng.choice(HALF_PLANES, p=priors))

    def chances(X: Floats) -> Floats:  # (models, points)
        return np.where(normals @ X.T > 0, 1.0 - LABEL_NOISE, LABEL_NOISE)

    X, fresh = rng.normal(size=(points, 2)), rng.normal(size=(FRESH, 2))
    labels = rng.random(points) < chances(X)[truth]
    said = chances(X)
    logs = np.log(np.where(labels, said, 1.0 - said)).sum(axis=1)
    weights, at = posterior_weights(priors, logs), chances(fresh)

    def error(chance: Floats) -> float:
        return float(np.where(chance > 0.5, 1.0 - at[truth], at[truth]).mean())

    members = np.array([error(each) for each in at])
    best, likeliest = int(weights.argmax()), int(logs.argmax())
    return members, error(average_chance(weights, at)), members[best], members[likeliest], weights


def fitted_draw(points: int, rng: np.random.Generator) -> Draw:
    """Truth: two moons. Two thirds of the points fit, the others weigh, all of them fit again."""
    X, labels = moons(points, rng)
    fresh, wanted = moons(FRESH, rng)
    cut = round(LEARN_SHARE * points)
    parts = np.zeros(points, dtype=bool)
    parts[rng.permutation(points)[:cut]] = True
    logs = np.array([held_out_log(make, X, labels, parts) for make in MEMBERS.values()])
    weights = posterior_weights(np.full(len(logs), 1.0 / len(logs)), logs)
    at = np.array([chance_of_one(make, X, labels, fresh) for make in MEMBERS.values()])

    def error(chance: Floats) -> float:
        return float(((chance > 0.5) != (wanted == 1)).mean())

    members = np.array([error(each) for each in at])
    best = int(weights.argmax())
    return members, error(average_chance(weights, at)), members[best], members[best], weights


def moons(points: int, rng: np.random.Generator) -> tuple[Floats, NDArray[np.int64]]:
    X, labels = make_moons(points, noise=NOISE, random_state=int(rng.integers(2**31)))
    return np.asarray(X, float), np.asarray(labels, np.int64)


def held_out_log(
    make: Callable[[], object], X: Floats, labels: NDArray[np.int64], learned: NDArray[np.bool_]
) -> float:
    """log P(labels held out | model of the others); never sure, so never minus infinity."""
    sure = 1.0 / (int(learned.sum()) + 2.0)
    chance = chance_of_one(make, X[learned], labels[learned], X[~learned]).clip(sure, 1.0 - sure)
    return float(np.log(np.where(labels[~learned] == 1, chance, 1.0 - chance)).sum())


def chance_of_one(
    make: Callable[[], object], X: Floats, labels: NDArray[np.int64], at: Floats
) -> Floats:
    model = make()
    model.fit(X, labels)  # type: ignore[attr-defined]
    found: Floats = model.predict_proba(at)[:, 1]  # type: ignore[attr-defined]
    return found
