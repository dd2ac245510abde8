"""The mean of several classifiers' scores, each brought to the same scale first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit, log_softmax, softmax
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.linear_model import LogisticRegression

from steersman.learn.steering import Rows, class_scores

Floats = NDArray[np.float64]


def steady_scores(model: object, X: Rows) -> Floats:
    """(rows,) or (rows, classes): scores without long tails; shares become log odds."""
    values, start = class_scores(model, X)
    if values.ndim == 1 and start == 0.5:
        # Forests give shares of exactly 0 and 1, whose log odds are infinite and would swamp the
        # mean.
        kept = np.clip(values, 0.01, 0.99)
        return np.asarray(np.log(kept) - np.log1p(-kept))
    if values.ndim == 2 and hasattr(model, "predict_proba"):
        return np.maximum(values, np.log(0.001))
    return values


class ScaleChange(NamedTuple):
    """Where scores of one fit lie on the scale of other fits: `factor` * score + `shift`."""

    factor: float = 1.0
    shift: float = 0.0

    @classmethod
    def between(cls, from_: Floats, to: Floats) -> Self:
        """The change that takes two scores, one of each class, to two others."""
        gaps = from_[1] - from_[0], to[1] - to[0]
        if min(gaps) <= 0.0:
            return cls()
        factor = float(gaps[1] / gaps[0])
        return cls(factor, float(to[0] - factor * from_[0]))

    def back(self, scores: Floats) -> Floats:
        """The scores of this fit that lie at scores of the others."""
        return np.asarray((scores - self.shift) / self.factor)


class ScoreBlend(ClassifierMixin, BaseEstimator):
    """Fitted classifiers whose scores are averaged; made from scores on rows they did not see.

    The mean of (score - center) / scale is turned into log odds by a logistic curve fitted to
    those same rows. A member fitted on more rows than the models that made those scores may have
    scores of another scale: `changes` has how its scores become theirs.
    """

    def __init__(self, members: Sequence[object] = ()) -> None:
        self.members = members

    @classmethod
    def of(
        cls,
        members: Sequence[object],
        unseen: Sequence[Floats],
        y: ArrayLike,
        changes: Sequence[ScaleChange] = (),
    ) -> tuple[Self, Floats]:
        """The blend of fitted members, and its scores of rows that none of them was fitted on,
        given each one's scores for those."""
        blend = cls(tuple(members))
        blend.classes_ = np.unique(np.asarray(y))
        blend.centers_ = [float(np.mean(scores)) for scores in unseen]
        # Scales come from rows that the members did not see: on training rows an overfitted member
        # spreads too wide and would count too little.
        blend.scales_ = [float(np.std(scores)) or 1.0 for scores in unseen]
        blend.slope_, blend.shift_ = logistic_curve(blend.mean_of(unseen), np.asarray(y))
        scores = blend.blended_scores(unseen)
        for place, change in enumerate(changes):
            blend.centers_[place] = float(change.back(np.array(blend.centers_[place])))
            blend.scales_[place] /= change.factor
        return blend, scores

    def mean_of(self, scores: Sequence[Floats]) -> Floats:
        """The members' scores brought to one scale and averaged."""
        alike = [
            (values - center) / scale
            for values, center, scale in zip(scores, self.centers_, self.scales_)
        ]
        return np.asarray(np.mean(alike, axis=0))

    def blended_scores(self, scores: Sequence[Floats]) -> Floats:
        """(rows,) log odds, or (rows, classes) log probabilities, from the members' scores."""
        mean = self.mean_of(scores)
        if mean.ndim == 1:
            return np.asarray(self.slope_ * mean + self.shift_)
        return np.asarray(log_softmax(self.slope_ * mean, axis=1))

    def start(self) -> float | Floats:
        """The cut-off, or the offsets, at which the blend decides by itself."""
        return 0.0 if len(self.classes_) == 2 else np.zeros(len(self.classes_))

    def fit(self, X: Rows, y: ArrayLike) -> Self:
        """Nothing is learned again: the members are fitted already."""
        del X, y
        return self

    def decision_function(self, X: Rows) -> Floats:
        """(rows,) log odds of the second class, or (rows, classes) log probabilities."""
        return self.blended_scores([steady_scores(member, X) for member in self.members])

    def predict(self, X: Rows) -> NDArray[np.generic]:
        """(rows,): the most probable class of each row."""
        scores = self.decision_function(X)
        places = scores.argmax(axis=1) if scores.ndim == 2 else (scores > 0).astype(np.intp)
        return np.asarray(self.classes_[places])

    def predict_proba(self, X: Rows) -> Floats:
        """(rows, classes): probabilities by the logistic curve."""
        scores = self.decision_function(X)
        if scores.ndim == 2:
            return np.asarray(np.exp(scores))
        return np.column_stack([expit(-scores), expit(scores)])


def mean_scaled_scores(scores: Sequence[Floats]) -> Floats:
    """The mean of several models' scores of the same rows, each on the scale of its spread."""
    alike = [(values - values.mean()) / (float(values.std()) or 1.0) for values in scores]
    return np.asarray(np.mean(alike, axis=0))


def logistic_curve(scores: Floats, y: NDArray[np.generic]) -> tuple[float, float]:
    """The slope (above 0) and shift that make scores into log odds; one slope for many classes."""
    if scores.ndim == 1:
        fitted = LogisticRegression(C=10.0).fit(scores[:, np.newaxis], y)
        slope = float(fitted.coef_[0, 0])
        # A falling curve would reverse the order of the scores, and with it every decision.
        return (slope, float(fitted.intercept_[0])) if slope > 0 else (1e-3, 0.0)
    codes = np.searchsorted(np.unique(y), y)
    rows = np.arange(len(codes))
    slopes = np.geomspace(0.1, 30.0, 40)
    losses = [
        -np.log(softmax(slope * scores, axis=1)[rows, codes] + 1e-12).mean() for slope in slopes
    ]
    return float(slopes[int(np.argmin(losses))]), 0.0
