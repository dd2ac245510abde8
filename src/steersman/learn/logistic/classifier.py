"""Logistic regression whose penalties, one for each parameter, can be steered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from typing import NamedTuple, Self
from warnings import warn

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_matrix, issparse
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from steersman.errors import SteersmanError, check_choice
from steersman.learn.blas import one_blas_thread
from steersman.learn.class_weights import factors_of_classes
from steersman.learn.logistic.penalties import compressed_penalties, expanded_penalties
from steersman.learn.logistic.steering import steered_models
from steersman.learn.steering import VisitedModel, copy_with_rows, kept_prints
from steersman.learn.wants import ResolvedWant
from steersman.maths.logistic import (
    SOLVERS,
    LogisticFit,
    class_probabilities,
    fit_logistic,
    predicted_classes,
    problem_of,
    scores_of,
    states_of,
    with_ones,
)
from steersman.tasks import Task

Floats = NDArray[np.float64]
Rows = ArrayLike | csr_matrix
SLOW_PARAMETERS = 100_000


class TrainingRows(NamedTuple):
    """Rows that a model was fitted on, with their classes and weights."""

    X: Floats | csr_matrix  # (rows, features)
    codes: NDArray[np.intp]  # (rows,)
    weights: Floats  # (rows,): the sample weight times the factor of the row's class
    class_factors: Floats  # (classes,)


class SteerableLogisticRegression(ClassifierMixin, BaseEstimator):
    """Logistic regression (softmax for more than two classes) with a penalty per parameter.

    It minimizes the weighted sum of the log losses plus half the sum of penalty * weight ** 2, the
    intercept unpenalized: with one penalty, the problem of scikit-learn's `LogisticRegression`
    with C = 1 / penalty.

    `penalties` is one number, one per group (in the sorted order of the labels in `groups`, which
    has one label per feature), one per feature, or an array (classes, features); a row is enough
    for two classes. The solver "cholesky" suits up to about a thousand parameters, "cg" sparse or
    wide data.

    Parameters
    ----------
    penalties : float or array-like
        One number, one per group, one per feature, or one per class and feature.
    groups : array-like of shape (features,), optional
        Label of each feature's group.
    class_weight : mapping, "balanced" or None
        Factor on the weights of each class's rows.
    solver : {"auto", "cholesky", "cg"}
        How Newton's steps are solved; `steersman.maths.logistic.SOLVERS` takes others.
    tol : float
        Expected decrease of the mean loss at which to stop.
    max_iter : int
        Most Newton steps.
    warm_start : bool
        Whether `fit` starts from the weights of the last fit.

    Examples
    --------
    >>> X = np.array([[0.0, 1.0], [1.0, 0.0], [2.0, 1.0], [3.0, 0.0]])
    >>> y = ["ham", "ham", "spam", "spam"]
    >>> model = SteerableLogisticRegression(penalties=[0.1, 10.0]).fit(X, y)
    >>> model.predict([[0.5, 1.0], [2.5, 0.0]]).tolist()
    ['ham', 'spam']
    """

    classes_: NDArray[np.generic]
    coef_: Floats
    intercept_: Floats
    n_features_in_: int
    n_iter_: int
    _training_rows: TrainingRows | None
    _lent_rows: TrainingRows | None = None

    def __init__(
        self,
        penalties: float | ArrayLike = 1.0,
        *,
        groups: ArrayLike | None = None,
        class_weight: Mapping[object, float] | str | None = None,
        solver: str = "auto",
        tol: float = 1e-8,
        max_iter: int = 100,
        warm_start: bool = False,
    ) -> None:
        self.penalties = penalties
        self.groups = groups
        self.class_weight = class_weight
        self.solver = solver
        self.tol = tol
        self.max_iter = max_iter
        self.warm_start = warm_start

    def fit(self, X: Rows, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Find the weights for the rows of X, dense or sparse, and their classes y.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Rows.
        y : array-like of shape (n_rows,)
            Class of each row.
        sample_weight : array-like of shape (n_rows,), optional
            Weight of each row; a weight of 2 counts as the row twice.

        Returns
        -------
        self
            The fitted model.
        """
        return self.fit_by_steps(X, y, sample_weight)

    def fit_by_steps(
        self,
        X: Rows,
        y: ArrayLike,
        sample_weight: ArrayLike | None = None,
        stepped: Callable[[int], object] | None = None,
    ) -> Self:
        """Find the weights as `fit` does, calling `stepped(number)` before every step.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Rows.
        y : array-like of shape (n_rows,)
            Class of each row.
        sample_weight : array-like of shape (n_rows,), optional
            Weight of each row; a weight of 2 counts as the row twice.
        stepped : callable, optional
            Called with the number of each step before it is made.

        Returns
        -------
        self
            The fitted model.
        """
        check_choice("solver", self.solver, ("auto", *SOLVERS))
        classes, rows = self._checked_rows(X, y, sample_weight)
        start = self._start(classes)
        self.classes_ = classes
        self._training_rows = rows
        self.fitted_prints_ = kept_prints(rows.X)
        self._minimize(start, stepped)
        return self

    def take_weights(
        self, weights: Floats, classes: ArrayLike, iterations: int, *, converged: bool = True
    ) -> Self:
        """Take over weights that were found elsewhere, such as over many partitions.

        Parameters
        ----------
        weights : ndarray of shape (n_outputs, n_features + 1)
            Fitted weights, intercept last.
        classes : array-like
            The sorted classes.
        iterations : int
            Steps that were made.
        converged : bool
            Whether the weights settled; a warning says so where not.

        Returns
        -------
        self
            The fitted model.
        """
        self.classes_ = np.asarray(classes)
        self.n_features_in_ = weights.shape[1] - 1
        self._training_rows = None
        self._settle(weights, iterations, converged=converged)
        return self

    def attach_rows(self, X: Rows, y: ArrayLike) -> Self:
        """Give a loaded model its training rows again, so that steering can refit it.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Rows.
        y : array-like of shape (n_rows,)
            Class of each row.

        Returns
        -------
        SteerableLogisticRegression
            This model.
        """
        check_is_fitted(self)
        _, self._training_rows = self._checked_rows(X, y)
        return self

    def share_rows(self, other: SteerableLogisticRegression) -> Self:
        """Give a loaded model the training rows of another one that was fitted on them.

        Parameters
        ----------
        other : SteerableLogisticRegression
            A model that has its rows; they are taken without weights, as by `attach_rows`.

        Returns
        -------
        SteerableLogisticRegression
            This model.
        """
        # Weighed when they are needed: dozens of models of one search share them, few are steered.
        self._training_rows, self._lent_rows = None, other.training_rows()
        return self

    def decision_function(self, X: Rows) -> Floats:
        """(rows,) log odds of the second class, or (rows, classes) scores.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Rows.

        Returns
        -------
        ndarray of shape (n_rows,) or (n_rows, n_classes)
            Scores; of two classes, above 0 for the second.
        """
        scores = self._scores(X)
        return scores[:, 0] if scores.shape[1] == 1 else scores

    def predict_proba(self, X: Rows) -> Floats:
        """(rows, classes): the probability of each class, in the order of `classes_`.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Rows.

        Returns
        -------
        ndarray of shape (n_rows, n_classes)
            Probability of each class, in the order of `classes_`.
        """
        return states_of(class_probabilities(self._scores(X)))

    def predict(self, X: Rows) -> NDArray[np.generic]:
        """(rows,): the most probable class of each row.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Rows.

        Returns
        -------
        ndarray of shape (n_rows,)
            Predicted class of each row.
        """
        codes = predicted_classes(self._scores(X))
        return self.classes_[codes]

    def full_penalties(self) -> Floats:
        """(outputs, features): the penalty of each weight in `coef_`.

        Returns
        -------
        ndarray of shape (n_outputs, n_features)
            Penalties.
        """
        outputs = 1 if len(self.classes_) == 2 else len(self.classes_)
        return expanded_penalties(self.penalties, self.groups, outputs, self.n_features_in_)

    @property
    def slow_to_tune(self) -> bool:
        """Whether each step of `steer_toward` takes seconds: many classes of many features."""
        check_is_fitted(self)
        return len(self.classes_) > 2 and self.coef_.size > SLOW_PARAMETERS

    def training_rows(self) -> TrainingRows:
        """The rows that the model was fitted on, which a loaded model no longer has.

        Returns
        -------
        TrainingRows
            The rows.
        """
        check_is_fitted(self)
        if self._training_rows is None and self._lent_rows is not None:
            # Checked when the other model was fitted.
            rows = self._lent_rows
            weights, factors = self._weights(rows.X, self.classes_, rows.codes, None)
            self._training_rows = rows._replace(weights=weights, class_factors=factors)
        if self._training_rows is None:
            raise SteersmanError(
                "steering needs the training rows, which a loaded model does not have",
                todo="fit the model again, or steer its threshold",
                code="training-rows-missing",
            )
        return self._training_rows

    def steer_toward(
        self,
        X_holdout: Rows,
        y_holdout: ArrayLike,
        want: ResolvedWant,
        *,
        max_iterations: int = 80,
        max_seconds: float = 30.0,
        class_weights: bool = True,
        task: Task | None = None,
    ) -> list[VisitedModel]:
        """The models on the way to meeting `want` on the holdout; the first is this one.

        Penalties (per group where there are groups, else per parameter) and, unless
        `class_weights` is false, the weights of the classes are tuned by the gradient of the
        divergence between wanted and current states, for at most `max_iterations` refits and
        `max_seconds`, or until `task` is hurried. Each model has its settings as parameters, so
        that it can be fitted anew.

        Parameters
        ----------
        X_holdout : array-like or sparse matrix of shape (n_rows, n_features)
            Tuning rows, which the model was not trained on.
        y_holdout : array-like of shape (n_rows,)
            Class of each tuning row.
        want : ResolvedWant
            Limits to meet.
        max_iterations : int
            Most refits.
        max_seconds : float
            Most seconds to search.
        class_weights : bool
            Tune the weights of the classes, too.
        task : Task, optional
            Reports progress; stops the search when it is canceled or hurried.

        Returns
        -------
        list of VisitedModel
            The models, each with its confusion matrix on the tuning rows.
        """
        task = (task or Task(max_seconds)).with_limits(max_seconds, max_iterations)
        return steered_models(self, (X_holdout, y_holdout), want, task, class_weights=class_weights)

    def with_scaled_penalties(self, factor: float) -> Self:
        """This model fitted anew with all of its penalties times a factor.

        Parameters
        ----------
        factor : float
            Factor of all penalties.

        Returns
        -------
        SteerableLogisticRegression
            A new model.
        """
        scaled = copy(self)
        scaled.penalties = compressed_penalties(factor * self.full_penalties(), self.groups)
        fit = scaled._fit_from(np.column_stack([self.coef_, self.intercept_]))
        scaled._keep(fit.weights)
        scaled.n_iter_ = fit.iterations
        return scaled

    def set_setting(self, penalties: Floats, class_factors: Floats, weights: Floats) -> None:
        """Take over settings and the (outputs, features + 1) weights that were fitted under them.

        `class_factors` multiply the weights that the classes have now.

        Parameters
        ----------
        penalties : ndarray
            Penalty of each weight.
        class_factors : ndarray of shape (n_classes,)
            Factors of the class weights.
        weights : ndarray of shape (n_outputs, n_features + 1)
            Fitted weights, intercept last.
        """
        rows = self.training_rows()
        self.penalties = compressed_penalties(penalties, self.groups)
        # `class_weight` stays as it was written unless steering changed it.
        if np.any(class_factors != 1.0):
            factors = rows.class_factors * class_factors
            self.class_weight = dict(zip(self.classes_.tolist(), factors.tolist()))
            weights_now = rows.weights * class_factors[rows.codes]
            self._training_rows = rows._replace(weights=weights_now, class_factors=factors)
        self._keep(weights)

    def _scores(self, X: Rows) -> Floats:
        check_is_fitted(self)
        rows = validate_data(self, X, accept_sparse="csr", dtype=np.float64, reset=False)
        return scores_of(rows, self.coef_) + self.intercept_

    def _checked_rows(
        self, X: Rows, y: ArrayLike, sample_weight: ArrayLike | None = None
    ) -> tuple[NDArray[np.generic], TrainingRows]:
        """The classes, and the rows in the form in which they are fitted."""
        checked, y = validate_data(
            self, X, y, accept_sparse="csr", dtype=np.float64, order="C", accept_large_sparse=False
        )
        check_classification_targets(y)
        sparse = issparse(checked)
        rows = csr_matrix(checked) if sparse else checked
        classes, codes = np.unique(y, return_inverse=True)
        weights, class_factors = self._weights(rows, classes, codes, sample_weight)
        return classes, TrainingRows(rows, codes, weights, class_factors)

    def _weights(
        self,
        X: Floats | csr_matrix,
        classes: NDArray[np.generic],
        codes: NDArray[np.intp],
        sample_weight: ArrayLike | None,
    ) -> tuple[Floats, Floats]:
        """The weight of each row, and the factor in it that is its class's."""
        weights: Floats = _check_sample_weight(
            sample_weight, X, dtype=np.float64, ensure_non_negative=True
        )
        weighed = np.bincount(codes, weights, minlength=len(classes)) > 0
        if np.count_nonzero(weighed) < 2:
            raise SteersmanError(
                f"{np.count_nonzero(weighed)} classes have training rows with "
                "positive weight, expected at least 2",
                todo="pass rows of at least two classes",
                code="class-single",
                classes=int(np.count_nonzero(weighed)),
            )
        of_class = np.ones(len(classes))
        if self.class_weight is None:
            return weights, of_class
        # "balanced" divides by the weight of each class, which is zero for classes left out.
        counted = weighed[codes]
        of_class[weighed] = factors_of_classes(
            self.class_weight, classes[weighed], classes[codes][counted], weights[counted]
        )
        return np.asarray(weights * of_class[codes]), of_class

    def _start(self, classes: NDArray[np.generic]) -> Floats | None:
        """The weights to start from: those of the last fit when they are wanted and they fit."""
        outputs = 1 if len(classes) == 2 else len(classes)
        known = getattr(self, "coef_", None) if self.warm_start else None
        if known is None or known.shape != (outputs, self.n_features_in_):
            return None
        return np.column_stack([known, self.intercept_])

    def _minimize(
        self, start: Floats | None, stepped: Callable[[int], object] | None = None
    ) -> None:
        fit = self._fit_from(start, stepped)
        self._settle(fit.weights, fit.iterations, converged=fit.converged)

    def _settle(self, weights: Floats, iterations: int, *, converged: bool) -> None:
        """Take over fitted weights, with a warning where they have not settled."""
        if not converged:
            warn(
                f"stopped after {iterations} steps before the weights settled; "
                "raise max_iter or the penalties, or scale the features",
                ConvergenceWarning,
                stacklevel=4,
            )
        self._keep(weights)
        self.n_iter_ = iterations

    def _fit_from(
        self, start: Floats | None, stepped: Callable[[int], object] | None = None
    ) -> LogisticFit:
        """The weights for the training rows under the penalties as they are."""
        rows = self.training_rows()
        problem = problem_of(
            with_ones(rows.X), rows.codes, len(self.classes_), rows.weights, self.full_penalties()
        )
        with one_blas_thread():
            return fit_logistic(
                problem,
                solver=self.solver,
                start=start,
                tol=self.tol,
                max_iter=self.max_iter,
                stepped=stepped,
            )

    def _keep(self, weights: Floats) -> None:
        self.coef_ = weights[:, :-1].copy()
        self.intercept_ = weights[:, -1].copy()

    def __getstate__(self) -> dict[str, object]:
        """Everything but the training rows, which a saved model does not take along."""
        state: dict[str, object] = super().__getstate__()
        return state | dict.fromkeys({"_training_rows", "_lent_rows"} & state.keys())

    def __copy__(self) -> Self:
        """A shallow copy, which shares the training rows."""
        return copy_with_rows(self)

    def __sklearn_tags__(self) -> object:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags
