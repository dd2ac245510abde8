"""Likelihood spaces of several classes, weighed together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_matrix, issparse
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score
from sklearn.utils import Tags
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from steersman.learn.likelihood.classifier import LikelihoodSpaceClassifier
from steersman.learn.row_order import content_keys, row_weights
from steersman.tasks import current_task

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

ALPHAS = (0.3, 0.1, 0.01)
FEATURES = (1000, 3000, None)
SMALLEST_GAIN = 0.003
"""Of macro F1: less than this between two settings is chance."""
QUARTILES = (0.25, 0.5, 0.75)
FEW_FOLDS = 3
"""Folds that a setting is compared in."""


class SpaceSetting(NamedTuple):
    """What the spaces of all classes share."""

    alpha: float
    max_features: int | None
    binarize: float


class MulticlassLikelihoodSpaceClassifier(ClassifierMixin, BaseEstimator):
    """Naive Bayes planes of all classes, weighed together by a logistic regression.

    Each class has its own likelihood space (see `LikelihoodSpaceClassifier`), in which a row has
    the margin log P(o|c) - log P(o|not c). Margins of different classes are not comparable: they
    grow with the length of a document and differ in how sure they are. Here they are divided by
    the square root of the number of features present, and a multinomial logistic regression of
    all of them decides. It learns from margins that every row gets from the counts of the other
    folds.

    Parameters
    ----------
    alpha : float, optional
        Prior weight of "feature present"; by default the best of a few, by cross-validation.
    beta : float
        Prior weight of "feature absent".
    max_features : int, optional
        Number of features of each space, by `feature_score`; by default the best of a few.
    feature_score : {"frequency", "chi2", "information_gain", "bi_normal_separation"}
        Score that features are selected by.
    binarize : float, optional
        A value above it means that the feature is present; by default 0 for sparse rows, and the
        best of a few quantiles for dense ones.
    C : float
        Inverse of the penalty of the logistic regression.
    class_weight : mapping, "balanced" or None
        Factor on the weights of each class's rows in the logistic regression.
    folds : int
        Number of folds that margins are cross-fitted in; equal rows are in the same.
    random_state : int
        Seed of the folds.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The classes.
    setting_ : SpaceSetting
        What the spaces share: alpha, number of features, and the value of presence.
    space_ : LikelihoodSpaceClassifier
        The spaces, fitted on all rows.
    scale_ : ndarray of shape (n_classes,)
        The spread of the margins of each class, which they are divided by.
    weights_ : LogisticRegression
        The weights of the margins.

    Examples
    --------
    >>> X = [[1, 1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 1, 1], [0, 0, 0, 1], [0, 1, 0, 1]] * 3
    >>> y = ["boat", "boat", "car", "car", "bike", "bike"] * 3
    >>> MulticlassLikelihoodSpaceClassifier().fit(X, y).predict([[1, 0, 0, 0]])
    array(['boat'], dtype='<U4')
    """

    def __init__(
        self,
        alpha: float | None = None,
        beta: float = 1.0,
        *,
        max_features: int | None = None,
        feature_score: str = "information_gain",
        binarize: float | None = None,
        C: float = 1.0,
        class_weight: Mapping[object, float] | str | None = None,
        folds: int = 5,
        random_state: int = 0,
    ) -> None:
        self.alpha = alpha
        self.beta = beta
        self.max_features = max_features
        self.feature_score = feature_score
        self.binarize = binarize
        self.C = C
        self.class_weight = class_weight
        self.folds = folds
        self.random_state = random_state

    def fit(self, X: object, y: object, sample_weight: ArrayLike | None = None) -> Self:
        """Count the rows of each class, and weigh the margins.

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
        weights = row_weights(sample_weight, rows)
        there = np.flatnonzero(weights)
        if len(there) < len(weights):
            rows, labels, weights = rows[there], labels[there], weights[there]
        self.classes_, codes = np.unique(labels, return_inverse=True)
        if len(self.classes_) < 2:
            raise ValueError("y has one class; a classifier needs at least two")
        keys = content_keys(rows, np.random.default_rng(self.random_state), codes)
        folds = spread_folds(keys, codes, max(2, self.folds))
        fold = CrossFit(rows, labels, weights, folds)
        self.setting_ = self._best_setting(fold, spread_folds(keys, codes, FEW_FOLDS))
        self.space_ = self._space(self.setting_).fit(rows, labels, weights)
        margins = fold.margins(self._space(self.setting_))
        self.scale_ = scale_of(margins, weights)
        self.weights_ = self._regression().fit(margins / self.scale_, labels, weights)
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
            Scores.
        """
        margins = self._margins(X)
        return np.asarray(self.weights_.decision_function(margins))

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
        margins = self._margins(X)
        return np.asarray(self.weights_.predict_proba(margins))

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
        margins = self._margins(X)
        return np.asarray(self.weights_.predict(margins))

    def _margins(self, X: object) -> Floats:
        check_is_fitted(self)
        rows = validate_data(self, X, accept_sparse="csr", reset=False)
        return margins_of(self.space_, rows) / self.scale_

    def _space(self, setting: SpaceSetting) -> LikelihoodSpaceClassifier:
        return LikelihoodSpaceClassifier(
            setting.alpha,
            self.beta,
            max_features=setting.max_features,
            feature_score=self.feature_score,
            binarize=setting.binarize,
        )

    def _regression(self) -> LogisticRegression:
        return LogisticRegression(C=self.C, class_weight=self.class_weight, max_iter=300)

    def _best_setting(self, fold: CrossFit, few: Ints) -> SpaceSetting:
        """The best of a few settings by macro F1: one part after the other."""
        size = fold.rows.shape[1]
        thresholds: tuple[float, ...] = (self.binarize or 0.0,)
        if self.binarize is None:
            thresholds = presence_thresholds(fold.rows, fold.weights)
        features = [most for most in FEATURES if most is None or most < size]
        if self.max_features is not None:
            features = [min(self.max_features, size)]
        alphas = ALPHAS if self.alpha is None else (self.alpha,)
        best = SpaceSetting(alphas[0], features[0], thresholds[0])
        if len(thresholds) == len(features) == len(alphas) == 1:
            return best
        scores: dict[SpaceSetting, float] = {}

        def best_of(settings: list[SpaceSetting]) -> SpaceSetting:
            found = settings[0]
            for setting in settings:
                if setting not in scores:
                    scores[setting] = self._score_of(setting, fold, few)
                if scores[setting] > scores[found] + SMALLEST_GAIN:
                    found = setting
            return found

        best = best_of([best._replace(binarize=value) for value in thresholds])
        best = best_of([best._replace(max_features=value) for value in features])
        return best_of([best._replace(alpha=value) for value in alphas])

    def _score_of(self, setting: SpaceSetting, fold: CrossFit, few: Ints) -> float:
        """Macro F1 of a setting on rows whose classes did not weigh the margins."""
        current_task().report("comparing settings")
        margins = fold.margins(self._space(setting))
        margins /= scale_of(margins, fold.weights)
        labels, weights = fold.labels, fold.weights
        predicted = np.empty_like(labels)
        for number in range(FEW_FOLDS):
            held, kept = few == number, few != number
            if len(np.unique(labels[kept])) < len(self.classes_):
                # A class is in this fold only: judge by rows that were learned from.
                held, kept = np.full(len(few), True), np.full(len(few), True)
            model = self._regression().fit(margins[kept], labels[kept], weights[kept])
            predicted[held] = model.predict(margins[held])
            if held.all():
                break
        return float(f1_score(labels, predicted, average="macro", sample_weight=weights))

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags


class CrossFit(NamedTuple):
    """Rows whose margins come from the counts of the rows of other folds."""

    rows: csr_matrix | Floats
    labels: NDArray[np.generic]
    weights: Floats
    folds: Ints

    def margins(self, space: LikelihoodSpaceClassifier) -> Floats:
        """(rows, classes): margins by counts from which each row's fold was taken away."""
        whole = clone(space).fit(self.rows, self.labels, self.weights)
        found = np.zeros((len(self.labels), len(whole.classes_)))
        for held in self.each_fold():
            rest = whole.without(self.rows[held], self.labels[held], self.weights[held])
            found[held] = margins_of(rest, self.rows[held])
        return found

    def each_fold(self) -> Iterator[NDArray[np.bool_]]:
        """The rows of each fold."""
        for number in np.unique(self.folds):
            yield self.folds == number


def margins_of(space: LikelihoodSpaceClassifier, rows: csr_matrix | Floats) -> Floats:
    """(rows, classes): log P(o|c) - log P(o|not c) over the root of the features present."""
    planes = (space.coordinates(rows, name) for name in space.classes_.tolist())
    margins = np.column_stack([x - y for x, y in (plane.T for plane in planes)])
    held = (rows > float(space.binarize or 0.0)).sum(axis=1)
    # An empty row has margins too: what its absent features say.
    return margins / np.sqrt(np.maximum(np.asarray(held, dtype=np.float64).reshape(-1, 1), 1.0))


def spread_folds(keys: NDArray[np.uint64], codes: NDArray[np.integer], folds: int) -> Ints:
    """(rows,): the fold of each row; classes are spread over the folds, equal rows together."""
    # The keys of a class are apart from those of others, and their order is random.
    order = np.lexsort((keys, codes))
    begins = np.append(True, np.diff(keys[order]) != 0) | np.append(
        True, np.diff(codes[order]) != 0
    )
    numbers = np.empty(len(codes), dtype=np.int64)
    numbers[order] = (np.cumsum(begins) - 1) % folds
    return numbers


def scale_of(margins: Floats, weights: Floats) -> Floats:
    """(classes,): the spread of each class's margins, 1 where they are all equal."""
    middle = np.average(margins, axis=0, weights=weights)
    spread = np.sqrt(np.average((margins - middle) ** 2, axis=0, weights=weights))
    return np.where(spread > 0.0, spread, 1.0)


def presence_thresholds(rows: csr_matrix | Floats, weights: Floats) -> tuple[float, ...]:
    """Values above which a feature may count as present: of sparse rows 0, else also quartiles."""
    if issparse(rows):
        return (0.0,)
    present = rows != 0.0
    values = rows[present]
    if not values.size:
        return (0.0,)
    times = np.broadcast_to(weights[:, np.newaxis], rows.shape)[present]
    quartiles = np.quantile(values, QUARTILES, weights=times, method="inverted_cdf")
    return tuple(dict.fromkeys([0.0, *(float(value) for value in quartiles)]))
