"""Likelihood spaces of several classes, calibrated so that their margins compare."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import minimize_scalar
from scipy.sparse import csr_matrix
from scipy.special import log_softmax, softmax
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import Tags
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from steersman.learn.class_weights import factors_of_classes
from steersman.learn.likelihood.feature_smoothing import class_difference
from steersman.learn.likelihood.presence_levels import presence_levels
from steersman.learn.row_order import content_keys, weighted_rows
from steersman.maths.likelihood import TuningProblem, class_counts, tuned_correction
from steersman.tasks import current_task

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

BELIEF = 0.5
"""Power of the difference between a class and the rest that scales a feature's freedom."""
BIAS_SCALE = 1.0
"""How freely the bias moves; rows have about length 1, so that more would only take longer."""
CLOSE = 1e-3
"""No margin is further than this from where it belongs."""
SHARPEST = 1e3


class MulticlassLikelihoodSpaceClassifier(ClassifierMixin, BaseEstimator):
    """Naive Bayes planes of all classes, with a prior for each feature, calibrated together.

    Each class has its own likelihood space (see `LikelihoodSpaceClassifier`), in which a row has a
    margin over the rest. Under one shared prior, margins of different classes are not comparable:
    they grow with the length of a document and count words that go together several times. Here
    each feature of each class has a prior of its own. Margins are divided by the square root of the
    number of features present, and the weights that the priors give to the features have the least
    squared hinge loss; a feature may be weighed the more freely, the more often the class has it
    than the rest, or the rest than the class. The class with the largest margin is predicted.

    Probabilities come from one factor on all margins, which suits the margins of rows that were
    left out of the fit.

    Parameters
    ----------
    looseness : float
        Weight of a row against the penalty that keeps features from weighing anything.
    levels : sequence of float, optional
        A value above each of these is a feature; by default 0, 1 and 3 for sparse rows, and
        eighths of each column for dense ones.
    class_weight : mapping, "balanced" or None
        Factor on the weights of each class's rows.
    folds : int
        Number of folds that probabilities are calibrated in; equal rows are in the same.
    random_state : int
        Seed of the folds.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The classes.
    levels_ : PresenceLevels
        The column and the threshold of each feature.
    weights_ : ndarray of shape (n_features, n_outputs)
        What a feature present adds to the margin of each class; of two classes, the second's.
    bias_ : ndarray of shape (n_outputs,)
        What every row has of each margin.
    sharpness_ : float
        The factor on the margins.

    Examples
    --------
    >>> X = [[1, 1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 1, 1], [0, 0, 0, 1], [0, 1, 0, 1]] * 3
    >>> y = ["boat", "boat", "car", "car", "bike", "bike"] * 3
    >>> MulticlassLikelihoodSpaceClassifier().fit(X, y).predict([[1, 0, 0, 0]])
    array(['boat'], dtype='<U4')
    """

    def __init__(
        self,
        looseness: float = 2.0,
        *,
        levels: Sequence[float] | None = None,
        class_weight: Mapping[object, float] | str | None = None,
        folds: int = 3,
        random_state: int = 0,
    ) -> None:
        self.looseness = looseness
        self.levels = levels
        self.class_weight = class_weight
        self.folds = folds
        self.random_state = random_state

    def fit(self, X: object, y: object, sample_weight: ArrayLike | None = None) -> Self:
        """Weigh the features for each class, and calibrate the margins.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Rows.
        y : array-like of shape (n_rows,)
            Class of each row.
        sample_weight : array-like of shape (n_rows,), optional
            How often each row counts; once without.

        Returns
        -------
        self
            The fitted model.
        """
        rows, labels = validate_data(self, X, y, accept_sparse="csr")
        check_classification_targets(labels)
        rows, labels, weights = weighted_rows(rows, labels, sample_weight)
        self.classes_, codes = np.unique(labels, return_inverse=True)
        if len(self.classes_) < 2:
            raise ValueError("y has one class; a classifier needs at least two")
        # Equal rows become one that counts so often, in an order that is not the file's: the same
        # rows give the same weights to the last bit, however they are written down.
        keys = content_keys(rows, np.random.default_rng(self.random_state), codes)
        _, first, place = np.unique(keys, return_index=True, return_inverse=True)
        rows, labels, codes = rows[first], labels[first], codes[first]
        weights = np.asarray(np.bincount(place, weights), dtype=np.float64)
        factors = factors_of_classes(self.class_weight, self.classes_, labels, weights)
        self.levels_ = presence_levels(rows, weights, self.levels)
        present = self.levels_.present(rows)
        documents = ClassDocuments(present, codes, weights, factors[codes])
        outputs = [1] if len(self.classes_) == 2 else list(range(len(self.classes_)))
        folds = spread_folds(codes, max(2, self.folds))
        held_out = np.empty((len(codes), len(outputs)))
        for number in np.unique(folds):
            kept, held = np.flatnonzero(folds != number), np.flatnonzero(folds == number)
            fitted = documents.some(kept).feature_weights(outputs, self.looseness)
            held_out[held] = margins_of(present[held], *fitted)
        self.weights_, self.bias_ = documents.feature_weights(outputs, self.looseness)
        self.sharpness_ = best_sharpness(both_sides(held_out), codes, weights * factors[codes])
        return self

    def decision_function(self, X: object) -> Floats:
        """Scores of the classes: (rows,) of two, else (rows, classes).

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Rows.

        Returns
        -------
        ndarray of shape (n_rows,) or (n_rows, n_classes)
            Logarithms of probabilities, up to a constant; of two classes, of their ratio.
        """
        margins = self._margins(X)
        if margins.shape[1] == 1:
            return 2.0 * self.sharpness_ * margins[:, 0]
        return self.sharpness_ * margins

    def predict_proba(self, X: object) -> Floats:
        """(rows, classes): the probability of each class.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Rows.

        Returns
        -------
        ndarray of shape (n_rows, n_classes)
            Probabilities, in the order of `classes_`.
        """
        margins = both_sides(self._margins(X))
        return np.asarray(softmax(self.sharpness_ * margins, axis=1))

    def predict(self, X: object) -> NDArray[np.generic]:
        """The class of each row.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Rows.

        Returns
        -------
        ndarray of shape (n_rows,)
            Predicted classes.
        """
        margins = both_sides(self._margins(X))
        return np.asarray(self.classes_[margins.argmax(axis=1)])

    def _margins(self, X: object) -> Floats:
        check_is_fitted(self)
        rows = validate_data(self, X, accept_sparse="csr", reset=False)
        return margins_of(self.levels_.present(rows), self.weights_, self.bias_)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags


class ClassDocuments(NamedTuple):
    """Rows of several classes with the features that they hold."""

    present: csr_matrix  # (rows, features), ones
    codes: Ints  # (rows,)
    weights: Floats  # (rows,): how often each row counts
    factors: Floats  # (rows,): of the row's class, in the loss

    def some(self, rows: Ints) -> ClassDocuments:
        """These rows only."""
        present = csr_matrix(self.present[rows])
        return ClassDocuments(present, self.codes[rows], self.weights[rows], self.factors[rows])

    def feature_weights(self, outputs: list[int], looseness: float) -> tuple[Floats, Floats]:
        """(features, outputs) and (outputs,): what features present and all rows add to margins."""
        weights = np.empty((self.present.shape[1], len(outputs)))
        bias = np.empty(len(outputs))
        entries, nothing = entries_of(self.present), np.empty((len(self.codes), 0))
        for place, code in enumerate(outputs):
            current_task().report(f"weighing features for class {place + 1} of {len(outputs)}")
            own = self.codes == code
            sides = (class_counts(self.present, self.weights * side) for side in (own, ~own))
            problem = TuningProblem(
                self.present,
                nothing,
                np.where(own, 1.0, -1.0),
                class_difference(*sides) ** BELIEF,
                looseness * self.weights * self.factors,
                entries,
                BIAS_SCALE,
            )
            correction = tuned_correction(problem, CLOSE)
            weights[:, place], bias[place] = correction.features, correction.bias
        return weights, bias


def entries_of(present: csr_matrix) -> Floats:
    """(rows,): one over the square root of the number of features that each row holds."""
    return np.asarray(1.0 / np.sqrt(np.maximum(np.diff(present.indptr), 1)), dtype=np.float64)


def margins_of(present: csr_matrix, weights: Floats, bias: Floats) -> Floats:
    """(rows, outputs): margins, divided by the root of the number of features present."""
    return np.asarray(present @ weights) * entries_of(present)[:, None] + bias


def both_sides(margins: Floats) -> Floats:
    """(rows, classes): the margins of all classes; one margin of two classes is the second's."""
    return np.hstack([-margins, margins]) if margins.shape[1] == 1 else margins


def best_sharpness(margins: Floats, codes: Ints, weights: Floats) -> float:
    """The factor under which the softmax of the margins gives the classes the most likelihood."""
    # As Platt does: margins of which none is wrong would otherwise make it sure beyond measure.
    doubt = 1.0 / (float(weights.sum()) + 2.0)
    targets = np.full(margins.shape, doubt / (margins.shape[1] - 1))
    targets[np.arange(len(codes)), codes] = 1.0 - doubt
    targets *= weights[:, None]

    def loss(exponent: float) -> float:
        return -float(np.vdot(targets, log_softmax(np.exp(exponent) * margins, axis=1)))

    found = minimize_scalar(loss, bounds=(-np.log(SHARPEST), np.log(SHARPEST)), method="bounded")
    return float(np.exp(found.x))


def spread_folds(codes: NDArray[np.integer], folds: int) -> Ints:
    """(rows,): the fold of each row; classes are spread over the folds."""
    numbers = np.empty(len(codes), dtype=np.int64)
    numbers[np.argsort(codes, kind="stable")] = np.arange(len(codes)) % folds
    return numbers
