"""Scores that are a sum of one part for each feature: linear models, naive Bayes, the plane."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.naive_bayes import BernoulliNB, GaussianNB, MultinomialNB

from steersman.learn.classic import BinnedNaiveBayes, MultinomialNaiveBayes
from steersman.learn.explain.matrices import Rows, is_sparse
from steersman.learn.likelihood import LikelihoodSpaceClassifier

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class AdditiveScore:
    """A score that is `fixed` plus the sum of the parts (rows, features) of a row."""

    parts: Callable[[Rows], Rows]
    fixed: float
    weights: Floats | None = None
    """(features,) for a weighted sum."""

    def scores(self, X: Rows) -> Floats:
        """(rows,) the sums."""
        return self.fixed + np.asarray(self.parts(X).sum(axis=1), dtype=np.float64).ravel()


def weighted_sum(weights: Floats, fixed: float, prepared: Callable[[Rows], Rows]) -> AdditiveScore:
    """The score weights @ prepared(x) + fixed."""

    def parts(X: Rows) -> Rows:
        rows = prepared(X)
        return csr_matrix(rows.multiply(weights)) if is_sparse(rows) else rows * weights

    return AdditiveScore(parts, float(fixed), weights)


def additive_score(model: object, contrast: Floats) -> AdditiveScore | None:
    """The score of a fitted estimator as a sum, in its decision function or in log odds.

    `contrast` (classes,) weighs the scores of the classes, such as 1 and -1 for a class and its
    rival. None for a model whose score is no such sum.
    """
    if isinstance(model, LikelihoodSpaceClassifier):
        return plane_score(model, contrast)
    if isinstance(model, GaussianNB):
        return gaussian_score(model, contrast)
    if isinstance(model, BinnedNaiveBayes):
        return binned_score(model, contrast)
    if isinstance(model, BernoulliNB):
        logs = model.feature_log_prob_
        absent = np.log1p(-np.exp(np.minimum(logs, -1e-12)))
        fixed = contrast @ (absent.sum(axis=1) + model.class_log_prior_)
        cut = model.binarize
        return weighted_sum(
            contrast @ (logs - absent), fixed, lambda X: X if cut is None else presences(X, cut)
        )
    if isinstance(model, MultinomialNB | MultinomialNaiveBayes):
        inner = model.model_ if isinstance(model, MultinomialNaiveBayes) else model
        prepared = model.prepared_rows if isinstance(model, MultinomialNaiveBayes) else as_rows
        fixed = contrast @ inner.class_log_prior_
        return weighted_sum(contrast @ inner.feature_log_prob_, fixed, prepared)
    return linear_score(model, contrast)


def linear_score(model: object, contrast: Floats) -> AdditiveScore | None:
    """The score of a model with coefficients."""
    coefficients = getattr(model, "coef_", None)
    if not isinstance(coefficients, np.ndarray) or coefficients.ndim != 2:
        return None
    intercepts = np.ravel(getattr(model, "intercept_", 0.0)).astype(np.float64)
    if len(coefficients) == 1 and len(contrast) == 2:
        # Two classes share one row of weights, which speak for the second.
        return weighted_sum(
            contrast[1] * coefficients[0], contrast[1] * float(intercepts[0]), as_rows
        )
    if len(coefficients) != len(contrast):
        return None
    intercepts = np.broadcast_to(intercepts, len(contrast))
    return weighted_sum(contrast @ coefficients, float(contrast @ intercepts), as_rows)


def plane_score(model: LikelihoodSpaceClassifier, contrast: Floats) -> AdditiveScore | None:
    """The margin of a line in the likelihood plane; a curve, or several classes, have no sum."""
    if model.curve != 1 or len(contrast) != 2 or model.overlapping_:
        return None
    weights, fixed = model.margin_weights()
    cut = model.binarize
    return weighted_sum(
        contrast[1] * weights,
        contrast[1] * fixed,
        lambda X: presences(X, 0.0 if cut is None else cut),
    )


def gaussian_score(model: GaussianNB, contrast: Floats) -> AdditiveScore:
    """Differences of the logarithms of normal densities."""

    fixed = -0.5 * (contrast @ np.log(2.0 * np.pi * model.var_))

    def parts(X: Rows) -> Rows:
        rows = np.asarray(X, dtype=np.float64)
        found = np.broadcast_to(fixed, rows.shape).copy()
        # One class at a time: a table of all classes would not fit into the processor's memory.
        for mean, variance, weight in zip(model.theta_, model.var_, contrast, strict=True):
            distances = rows - mean
            distances *= distances
            distances *= -0.5 * weight / variance
            found += distances
        return found

    return AdditiveScore(parts, float(contrast @ np.log(model.class_prior_)))


def binned_score(model: BinnedNaiveBayes, contrast: Floats) -> AdditiveScore:
    """Differences of the logarithms of the bins' shares."""
    tables = [contrast @ logs for logs in model.model_.feature_log_prob_]

    def parts(X: Rows) -> Rows:
        bins = model.prepared_rows(np.asarray(X, dtype=np.float64)).astype(np.intp)
        return np.column_stack([table[bins[:, j]] for j, table in enumerate(tables)])

    return AdditiveScore(parts, float(contrast @ model.model_.class_log_prior_))


def as_rows(X: Rows) -> Rows:
    return X if is_sparse(X) else np.asarray(X, dtype=np.float64)


def presences(X: Rows, cut: float) -> Rows:
    """The rows as 0 and 1: above `cut` or not."""
    if not is_sparse(X):
        return (np.asarray(X) > cut).astype(np.float64)
    if cut < 0.0:
        return csr_matrix((X.toarray() > cut).astype(np.float64))
    rows = csr_matrix(X, copy=True)
    rows.data = (rows.data > cut).astype(np.float64)
    return rows
