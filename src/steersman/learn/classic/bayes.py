"""Naive Bayes for any numbers: in bins, or as the counts of a multinomial."""

from __future__ import annotations

from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import issparse
from scipy.stats import norm
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.naive_bayes import BernoulliNB, CategoricalNB, GaussianNB, MultinomialNB
from sklearn.pipeline import Pipeline
from sklearn.utils import Tags
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from steersman.learn.classic.window import Window

Floats = NDArray[np.float64]


class BayesAround(ClassifierMixin, BaseEstimator):
    """Base of both classifiers: rows are prepared and given to a scikit-learn model, `model_`."""

    sparse_rows = False

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Learn how each class spreads over each column."""
        accepted = "csr" if self.sparse_rows else False
        rows, labels = validate_data(self, X, y, accept_sparse=accepted, dtype=np.float64)
        check_classification_targets(labels)
        if sample_weight is not None:
            sample_weight = _check_sample_weight(sample_weight, rows, dtype=np.float64)
        self.model_ = self.fit_model(rows, labels, sample_weight)
        self.classes_ = self.model_.classes_
        return self

    def fit_model(
        self, X: Floats, y: NDArray[np.generic], weights: ArrayLike | None
    ) -> ClassifierMixin:
        """The model fitted to prepared rows."""
        raise NotImplementedError

    def prepared_rows(self, X: Floats) -> Floats:
        """Rows as the model wants them."""
        raise NotImplementedError

    def predict_log_proba(self, X: ArrayLike) -> Floats:
        """(rows, classes) log P(class | row)."""
        check_is_fitted(self)
        accepted = "csr" if self.sparse_rows else False
        rows = validate_data(self, X, accept_sparse=accepted, dtype=np.float64, reset=False)
        return np.asarray(self.model_.predict_log_proba(self.prepared_rows(rows)))

    def predict_proba(self, X: ArrayLike) -> Floats:
        """(rows, classes) P(class | row)."""
        return np.asarray(np.exp(self.predict_log_proba(X)))

    def predict(self, X: ArrayLike) -> NDArray[np.generic]:
        """(rows,) the likeliest class."""
        likeliest = self.predict_log_proba(X).argmax(axis=1)
        return np.asarray(self.classes_[likeliest])

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = self.sparse_rows
        return tags


class BinnedNaiveBayes(BayesAround):
    """Each column cut into `bins` of equal width; `alpha` imagined rows in each bin of each class.

    Values outside the range of the training rows belong to the outermost bins.

    >>> X = np.array([[0.0], [1.0], [8.0], [9.0]])
    >>> BinnedNaiveBayes(bins=3).fit(X, ["low", "low", "high", "high"]).predict([[0.5], [70.0]])
    array(['low', 'high'], dtype='<U4')
    """

    def __init__(self, bins: int = 10, alpha: float = 1.0) -> None:
        self.bins = bins
        self.alpha = alpha

    def fit_model(
        self, X: Floats, y: NDArray[np.generic], weights: ArrayLike | None
    ) -> ClassifierMixin:
        # Rows without weight must not widen the bins: they count as if they were left out.
        seen = X if weights is None or not np.any(weights) else X[np.asarray(weights) > 0]
        self.low_ = seen.min(axis=0)
        spans = seen.max(axis=0) - self.low_
        self.widths_ = np.where(spans > 0, spans, 1.0) / self.bins
        model = CategoricalNB(alpha=self.alpha, min_categories=self.bins)
        return model.fit(self.prepared_rows(X), y, sample_weight=weights)

    def prepared_rows(self, X: Floats) -> Floats:
        """(rows, columns) the number of each value's bin."""
        bins = np.floor((X - self.low_) / self.widths_)
        return np.asarray(np.clip(bins, 0, self.bins - 1).astype(np.int64))


class MultinomialNaiveBayes(BayesAround):
    """Multinomial naive Bayes that takes columns with values below zero, too.

    Counts are taken as they are. A column that goes below zero is moved to start there.

    >>> X = np.array([[-1.0, 3.0], [-1.0, 2.0], [2.0, 0.0]])
    >>> MultinomialNaiveBayes().fit(X, [0, 0, 1]).predict(X)
    array([0, 0, 1])
    """

    sparse_rows = True

    def __init__(self, alpha: float = 1.0, fit_prior: bool = True) -> None:
        self.alpha = alpha
        self.fit_prior = fit_prior

    def fit_model(
        self, X: Floats, y: NDArray[np.generic], weights: ArrayLike | None
    ) -> ClassifierMixin:
        if issparse(X) and np.min(X.data, initial=0) < 0:
            raise ValueError("Negative values in sparse rows: they cannot be counts")
        self.shift_ = np.zeros(X.shape[1]) if issparse(X) else np.minimum(X.min(axis=0), 0.0)
        model = MultinomialNB(alpha=self.alpha, fit_prior=self.fit_prior)
        return model.fit(self.prepared_rows(X), y, sample_weight=weights)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.poor_score = True  # it is meant for counts, as scikit-learn's is
        return tags

    def prepared_rows(self, X: Floats) -> Floats:
        return X if issparse(X) else np.maximum(X - self.shift_, 0.0)


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
