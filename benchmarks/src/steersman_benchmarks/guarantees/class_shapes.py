"""Guarantees of three classes, on scores made to break them.

As in `shapes`: rows are drawn with replacement from a population whose truth is counted.
"""

from __future__ import annotations

from typing import Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin

from steersman import Want
from steersman_benchmarks.guarantees.scored_rows import steered_draw

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

POPULATION = 6000
ROWS = 400
CONFIDENCE = 0.9
SITES = 2
# Wants along one offset, and such that plan and test several offsets.
QUICK_WANTS = (
    "recall(1) >= 70%",
    "precision(1) >= 55%",
    "f1(1) >= 55%",
    "accuracy >= 65%",
    "balanced accuracy >= 60%",
    "error rate <= 30%, refer <= 30%",
)
WANTS = (
    "recall(1) >= 60% and recall(2) >= 55%",
    "recall(1) >= 70% for each site",
    "recall(1) >= 60% for each site and recall(2) >= 55% for each site",
    "precision(1) >= 55% for each site",
    "recall(1) gap over site <= 25%",
    "cost <= 0.55 per row, cost column = amount",
)
SHAPES = ("three clouds", "one site worse", "five values", "a rare class")


class ScoreLookup(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """A classifier of row numbers, whose scores (rows, classes) are known."""

    def __init__(self, scores: Floats) -> None:
        self.scores = scores
        self.classes_ = np.arange(scores.shape[1])

    def fit(self, X: Ints, y: Ints) -> Self:
        """Nothing is learned."""
        del X, y
        return self

    def decision_function(self, X: Ints) -> Floats:
        """(rows, classes): the scores of the rows with these numbers."""
        return self.scores[np.asarray(X)[:, 0]]

    def predict(self, X: Ints) -> Ints:
        """(rows,): the class with the highest score."""
        decided: Ints = self.decision_function(X).argmax(axis=1)
        return decided


def population(shape: str) -> tuple[Floats, Ints, Ints, Floats]:
    """Scores, classes, sites and amounts of all rows."""
    rng = np.random.default_rng(0)
    shares = [0.7, 0.2, 0.1] if shape == "a rare class" else [1 / 3] * 3
    codes = rng.choice(3, POPULATION, p=shares)
    sites = rng.integers(0, SITES, POPULATION)
    scores = rng.normal(size=(POPULATION, 3)) + 1.6 * np.eye(3)[codes]
    if shape == "one site worse":
        scores[:, 1] -= 0.8 * sites
    if shape == "five values":
        scores = np.round(scores)
    amounts = np.where(rng.random(POPULATION) < 0.1, 3.0, 0.8)
    return scores, codes, sites, amounts


def broken_share(text: str, shape: str, draws: int) -> tuple[float, float]:
    """The shares of draws with a guarantee, and with one that the population breaks."""
    scores, codes, sites, amounts = population(shape)
    want, model = Want(text), ScoreLookup(scores)
    given = broken = 0
    for number in range(draws):
        rows = np.random.default_rng(number).integers(0, POPULATION, ROWS)
        steering = steered_draw(model, rows, (codes, sites, amounts), want, CONFIDENCE)
        if not steering.met:
            continue
        given += 1
        answers = np.asarray(steering.model.predict(np.arange(POPULATION)[:, np.newaxis]))
        broken += not holds(want, codes, class_codes(answers), sites, amounts)
    return given / draws, broken / draws


def class_codes(answers: NDArray[np.generic]) -> Ints:
    """(rows,): the class of each row, 3 where it goes to a person."""
    if answers.dtype.kind in "iu":
        return answers.astype(np.int64)
    return np.array([each if each in (0, 1, 2) else 3 for each in answers.tolist()])


def holds(want: Want, codes: Ints, decided: Ints, sites: Ints, amounts: Floats) -> bool:
    """Whether a want holds for the whole population."""
    if want.cost_column:
        return bool(np.mean(amounts * (decided != codes)) <= want.bounds[0].value)
    resolved = (want.for_all_rows() if want.groupings else want).resolve(range(3))
    if not want.groupings:
        return resolved.is_met(matrix_of(codes, decided, 3 + resolved.refers))
    parts = [sites == site for site in range(SITES)]
    matrices = [matrix_of(codes[part], decided[part], 3) for part in parts]
    if want.bounds[0].gap_over:
        rates = [float(each[1, 1] / each[1].sum()) for each in matrices]
        return max(rates) - min(rates) <= want.bounds[0].value
    return all(resolved.is_met(each) for each in matrices)


def matrix_of(codes: Ints, decided: Ints, size: int) -> Ints:
    """(true, predicted or referred): decisions about rows of three classes."""
    return np.bincount(codes * size + decided, minlength=3 * size).reshape(3, size)
