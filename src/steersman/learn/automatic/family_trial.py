"""Candidate families tried by nested cross-validation under a want."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.base import BaseEstimator, clone
from sklearn.model_selection import StratifiedKFold

from steersman.learn.automatic.score_blend import mean_scaled_scores, steady_scores
from steersman.learn.promises import SamplingMargin
from steersman.learn.steering import Goal, best_setting
from steersman.learn.wants import ResolvedWant, Want
from steersman.maths.confusion import decided_classes
from steersman.tasks import Task

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Rows = Floats | csr_matrix

MAX_SECONDS = 60.0


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


@dataclass(frozen=True, eq=False)
class FamilyTrial:
    """Scores of each row by candidate families that have not seen it."""

    families: Mapping[str, BaseEstimator]
    codes: Ints
    folds: Sequence[tuple[NDArray[np.intp], NDArray[np.intp]]]
    unseen: Mapping[str, Floats]  # name -> (rows,) or (rows, classes) scores
    want: Want
    classes: NDArray[np.generic]
    positive: object
    risk: float

    @classmethod
    def of(
        cls,
        families: Mapping[str, BaseEstimator],
        rows: Rows,
        codes: Ints,
        classes: NDArray[np.generic],
        *,
        want: Want,
        positive: object,
        risk: float,
        cv: int,
        seed: int,
    ) -> FamilyTrial:
        """Score every row by each family fitted on the other folds."""
        # Every fold needs a row of every class.
        n_folds = max(2, min(cv, int(np.bincount(codes).min())))
        folds = list(StratifiedKFold(n_folds, shuffle=True, random_state=seed).split(rows, codes))
        unseen = {}
        for name, family in families.items():
            parts = []
            for train, test in folds:
                model = clone(family).fit(rows[train], classes[codes[train]])
                parts.append(steady_scores(model, rows[test]))
            scores = np.empty((len(codes), *parts[0].shape[1:]))
            for (_, test), part in zip(folds, parts):
                scores[test] = part
            unseen[name] = scores
        return cls(families, codes, folds, unseen, want, classes, positive, risk)

    def bound_want(self, codes: Ints) -> ResolvedWant:
        """The want about these rows; counts in it are of as many rows as there are in all."""
        share = len(codes) / len(self.codes)
        if share < 1.0:
            return self.want.scaled_by(share).resolve(self.classes, self.positive)
        row_sums = np.bincount(codes, minlength=len(self.classes))
        return self.want.resolve(self.classes, self.positive, row_sums=row_sums)

    def goal(self, codes: Ints) -> Goal:
        """The want with a margin for noise, then the best balanced accuracy."""
        bound = self.bound_want(codes)
        row_sums = np.bincount(codes, minlength=len(self.classes)).astype(np.float64)
        wrong = 1.0 - np.eye(len(row_sums))
        # With these prices the damage is one minus the balanced accuracy.
        prices = wrong / np.maximum(row_sums, 1.0)[:, np.newaxis] / len(row_sums)
        return Goal(bound, SamplingMargin(bound, row_sums, self.risk), prices)

    def family_score(self, name: str, scores: Floats) -> FamilyScore:
        """The decisions of every fold at the setting that the other folds choose."""
        size = len(self.classes)
        matrix = np.zeros((size, size), dtype=np.int64)
        for train, test in self.folds:
            codes = self.codes[train]
            # A cut-off chosen on the rows that it decides would make every family look better than
            # it is.
            setting = best_setting(scores[train], codes, self.goal(codes), Task(MAX_SECONDS))
            if scores.ndim == 1:
                decided = (scores[test] > setting).astype(np.int64)
            else:
                decided = decided_classes(scores[test], np.asarray(setting))
            np.add.at(matrix, (self.codes[test], decided), 1)
        gap = self.bound_want(self.codes).gap(matrix)
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
        mean = mean_scaled_scores([self.unseen[name] for name in names])
        together = self.family_score(" + ".join(names), mean)
        worse = together.balanced_accuracy < first.balanced_accuracy - first.error
        if worse or together.gap > first.gap:
            return (first.name,), first
        return names, together


def balanced_accuracy(matrix: Ints) -> float:
    """The mean share of right decisions over the classes that have rows."""
    sums = matrix.sum(axis=1)
    return float(np.mean(np.diag(matrix)[sums > 0] / sums[sums > 0]))
