"""Base class of the martingale estimators: their settings, columns and node learners."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_matrix
from scipy.special import softmax
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import check_random_state
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, has_fit_parameter, validate_data

from steersman.errors import SteersmanError, check_choice
from steersman.learn.martingale.features import FeatureKind, NodeFeatures, as_rows, chosen_features
from steersman.learn.martingale.learners import EstimatorLearner, LogisticLearner
from steersman.learn.martingale.nodes import NodeLearner, Routing
from steersman.learn.row_order import class_prints, copies_of_rows, row_weights

Floats = NDArray[np.float64]
Codes = NDArray[np.intp]
Rows = Floats | csr_matrix

DEFAULT_EPS = 0.1
CHOICES = {
    "routing": ("leave-one-out", "out-of-fold", "resubstitution"),
    "features": ("auto", "linear", "rbf", "both"),
}


SharedDesigns = dict[tuple[int, int], tuple[object, object, Rows]]
DESIGNS: ContextVar[SharedDesigns | None] = ContextVar("designs", default=None)


@contextmanager
def shared_designs() -> Iterator[None]:
    """Within the block, programs that see rows through the same columns compute these once."""
    token = DESIGNS.set({})
    try:
        yield
    finally:
        DESIGNS.reset(token)


class MartingaleBase(ClassifierMixin, BaseEstimator):
    """A classifier made of node learners, with the settings that these need."""

    estimator: BaseEstimator | None
    n_levels: int
    freeze: bool | float
    routing: Routing
    features: Literal["auto"] | FeatureKind
    penalty: float
    draw_to_root: bool
    random_state: int | np.random.RandomState | None
    n_jobs: int | None

    classes_: NDArray[np.generic]
    n_features_in_: int
    _features: NodeFeatures | None
    _seed: int

    def predict_proba(self, X: ArrayLike) -> Floats:
        """(rows, classes): probabilities where the path of each row ends.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Rows.

        Returns
        -------
        ndarray of shape (n_rows, n_classes)
            Probability of each class, in the order of `classes_`.
        """
        return np.asarray(softmax(self._logits(X), axis=1))

    def decision_function(self, X: ArrayLike) -> Floats:
        """(rows,) log odds of the second class, or (rows, classes) log probabilities.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Rows.

        Returns
        -------
        ndarray of shape (n_rows,) or (n_rows, n_classes)
            Scores; of two classes, above 0 for the second.
        """
        logits = self._logits(X)
        if logits.shape[1] == 2:
            return np.asarray(logits[:, 1] - logits[:, 0])
        return np.log(softmax(logits, axis=1))

    @abstractmethod
    def _logits(self, X: ArrayLike) -> Floats:
        """(rows, classes): unnormalized log probabilities."""

    def _checked_rows(
        self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None
    ) -> tuple[Rows, Codes]:
        """The rows and the numbers of their classes, each row as often as it weighs."""
        rows, labels = validate_data(self, X, y, accept_sparse="csr", dtype=np.float64)
        check_classification_targets(labels)
        self._seed = int(check_random_state(self.random_state).randint(2**31 - 1))
        if sample_weight is not None:
            weights, rng = row_weights(sample_weight, rows), np.random.default_rng(self._seed)
            chosen = copies_of_rows(weights, class_prints(rows), rng)
            rows, labels = rows[chosen], labels[chosen]
        self.classes_, codes = np.unique(labels, return_inverse=True)
        self._refuse_bad_settings()
        return as_rows(rows), codes

    def _eps(self) -> float | None:
        """The freezing eps, None when nothing is to be frozen."""
        if self.freeze is False:
            return None
        return DEFAULT_EPS if self.freeze is True else float(self.freeze)

    def _prepared_learner(self, X: Rows, codes: Codes) -> NodeLearner:
        """The node learner, after the columns that it is to see have been chosen."""
        classes = len(self.classes_)
        if self.estimator is None:
            self._features = chosen_features(X, codes, self.features, self.penalty, self._seed)
            return LogisticLearner(
                classes, self.penalty, self.routing, draw_to_root=self.draw_to_root
            )
        self._features = None
        if not has_fit_parameter(self.estimator, "sample_weight"):
            raise SteersmanError(
                f"{type(self.estimator).__name__} does not accept sample_weight",
                todo="use a node classifier that does",
                code="learner-without-weights",
                learner=type(self.estimator).__name__,
            )
        return EstimatorLearner(self.estimator, classes, self.routing)

    def _columns(self, X: Rows) -> Rows:
        if self._features is None:
            return X
        shared = DESIGNS.get()
        if shared is None:
            return self._features(X)
        key = id(self._features), id(X)
        if key not in shared:
            # With what the identities are of: those of objects that are gone may be given again.
            shared[key] = self._features, X, self._features(X)
        return shared[key][2]

    def _design(self, X: ArrayLike) -> Rows:
        check_is_fitted(self)
        rows = validate_data(self, X, accept_sparse="csr", dtype=np.float64, reset=False)
        return self._columns(as_rows(rows))

    def _refuse_bad_settings(self) -> None:
        if len(self.classes_) < 2:
            raise SteersmanError(
                f"all rows are of one class, {self.classes_[0]!r}",
                todo="pass rows of at least two classes",
                code="class-single",
                name=self.classes_.tolist()[0],
            )
        if not isinstance(self.n_levels, int | np.integer) or self.n_levels < 1:
            raise SteersmanError(
                f"n_levels is {self.n_levels!r}",
                todo="give 1 or more",
                code="bad-setting",
                name="n_levels",
                value=self.n_levels,
            )
        for name, allowed in CHOICES.items():
            check_choice(name, getattr(self, name), allowed)

    def __sklearn_tags__(self) -> object:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags
