"""Likelihood spaces of several classes, weighed together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, issparse
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.utils import Tags
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from steersman.learn.likelihood.classifier import LikelihoodSpaceClassifier
from steersman.tasks import current_task

Floats = NDArray[np.float64]

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
    folds : int
        Number of folds that margins are cross-fitted in.
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
        folds: int = 5,
        random_state: int = 0,
    ) -> None:
        self.alpha = alpha
        self.beta = beta
        self.max_features = max_features
        self.feature_score = feature_score
        self.binarize = binarize
        self.C = C
        self.folds = folds
        self.random_state = random_state

    def fit(self, X: object, y: object) -> Self:
        """Count the rows of each class, and weigh the margins.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Rows.
        y : array-like of shape (n_rows,)
            Class of each row.

        Returns
        -------
        self
            The fitted model.
        """
        rows, labels = validate_data(self, X, y, accept_sparse="csr")
        check_classification_targets(labels)
        self.classes_ = np.unique(labels)
        if len(self.classes_) < 2:
            raise ValueError("y has one class; a classifier needs at least two")
        fold = CrossFit(rows, labels, self._folds_of(labels))
        self.setting_ = self._best_setting(fold)
        self.space_ = self._space(self.setting_).fit(rows, labels)
        margins = fold.margins(self._space(self.setting_))
        self.scale_ = scale_of(margins)
        self.weights_ = self._regression().fit(margins / self.scale_, labels)
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
        return LogisticRegression(C=self.C, max_iter=300)

    def _folds_of(self, labels: NDArray[np.generic]) -> NDArray[np.int64]:
        """(rows,): the fold of each row; classes are spread over the folds."""
        codes = np.searchsorted(self.classes_, labels)
        shuffled = np.random.default_rng(self.random_state).permutation(len(codes))
        order = shuffled[np.argsort(codes[shuffled], kind="stable")]
        folds = np.empty(len(codes), dtype=np.int64)
        folds[order] = np.arange(len(codes)) % max(2, self.folds)
        return folds

    def _best_setting(self, fold: CrossFit) -> SpaceSetting:
        """The best of a few settings by macro F1: one part after the other."""
        size = fold.rows.shape[1]
        thresholds = presence_thresholds(fold.rows) if self.binarize is None else (self.binarize,)
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
                    scores[setting] = self._score_of(setting, fold)
                if scores[setting] > scores[found] + SMALLEST_GAIN:
                    found = setting
            return found

        best = best_of([best._replace(binarize=value) for value in thresholds])
        best = best_of([best._replace(max_features=value) for value in features])
        return best_of([best._replace(alpha=value) for value in alphas])

    def _score_of(self, setting: SpaceSetting, fold: CrossFit) -> float:
        """Macro F1 of a setting on rows whose classes did not weigh the margins."""
        current_task().report("comparing settings")
        margins = fold.margins(self._space(setting))
        margins /= scale_of(margins)
        _, sizes = np.unique(fold.labels, return_counts=True)
        if sizes.min() < FEW_FOLDS:
            predicted = self._regression().fit(margins, fold.labels).predict(margins)
        else:
            folds = StratifiedKFold(FEW_FOLDS, shuffle=True, random_state=self.random_state)
            predicted = cross_val_predict(self._regression(), margins, fold.labels, cv=folds)
        return float(f1_score(fold.labels, predicted, average="macro"))

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags


class CrossFit(NamedTuple):
    """Rows whose margins come from the counts of the rows of other folds."""

    rows: csr_matrix | Floats
    labels: NDArray[np.generic]
    folds: NDArray[np.int64]

    def margins(self, space: LikelihoodSpaceClassifier) -> Floats:
        """(rows, classes): margins by counts from which each row's fold was taken away."""
        whole = clone(space).fit(self.rows, self.labels)
        found = np.zeros((len(self.labels), len(whole.classes_)))
        for held in self.each_fold():
            rest = whole.without(self.rows[held], self.labels[held])
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


def scale_of(margins: Floats) -> Floats:
    """(classes,): the spread of each class's margins, 1 where they are all equal."""
    spread = margins.std(axis=0)
    return np.where(spread > 0.0, spread, 1.0)


def presence_thresholds(rows: csr_matrix | Floats) -> tuple[float, ...]:
    """Values above which a feature may count as present: of sparse rows 0, else also quartiles."""
    if issparse(rows):
        return (0.0,)
    nonzero = rows[rows != 0.0]
    quartiles = np.quantile(nonzero, QUARTILES) if nonzero.size else []
    return tuple(dict.fromkeys([0.0, *(float(value) for value in quartiles)]))
