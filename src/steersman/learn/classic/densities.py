"""What a naive Bayes model believes of each column alone: P(x_j | class) along its axis."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.stats import norm
from sklearn.naive_bayes import BernoulliNB, GaussianNB
from sklearn.pipeline import Pipeline

from steersman.learn.classic.bayes import BinnedNaiveBayes, MultinomialNaiveBayes
from steersman.learn.classic.window import Window

__all__ = ["likelihood_curves"]

Floats = NDArray[np.float64]


def likelihood_curves(model: object, window: Window, side: int) -> Floats | None:
    """(axes, classes, side) how likely each value is in each class; None for other models.

    Densities for the Gaussian and for bins; for Bernoulli the share on each side of the cut, and
    for the multinomial the factor theta ** x by which a value multiplies the class.
    """
    axes = window.axes(side)
    if isinstance(model, GaussianNB):
        return np.array(
            [
                norm.pdf(axis, model.theta_[:, [j]], np.sqrt(model.var_[:, [j]]))
                for j, axis in enumerate(axes)
            ]
        )
    if isinstance(model, BinnedNaiveBayes):
        return np.array([binned_curve(model, j, axis) for j, axis in enumerate(axes)])
    if isinstance(model, MultinomialNaiveBayes):
        logs, shift = model.model_.feature_log_prob_, model.shift_
        return np.array(
            [np.exp(logs[:, [j]] * np.maximum(axis - shift[j], 0)) for j, axis in enumerate(axes)]
        )
    if isinstance(model, Pipeline) and isinstance(model[-1], BernoulliNB):
        scaler, binarizer, bayes = model[0], model[1], model[-1]
        present = np.exp(bayes.feature_log_prob_)
        cuts = scaler.mean_ + binarizer.threshold * scaler.scale_
        return np.array(
            [
                np.where(axis > cuts[j], present[:, [j]], 1 - present[:, [j]])
                for j, axis in enumerate(axes)
            ]
        )
    return None


def binned_curve(model: BinnedNaiveBayes, column: int, axis: Floats) -> Floats:
    """(classes, side) a histogram of area 1; 0 outside the range that was seen."""
    low, width = model.low_[column], model.widths_[column]
    place = np.floor((axis - low) / width).astype(np.int64)
    inside = (place >= 0) & (place < model.bins)
    heights = np.exp(model.model_.feature_log_prob_[column]) / width
    return np.asarray(heights[:, np.clip(place, 0, model.bins - 1)] * inside)
