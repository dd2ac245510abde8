"""Naive Bayes in the likelihood plane: a multivariate Bernoulli model with a line to steer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit, log_expit, softmax
from sklearn.base import ClassifierMixin
from sklearn.utils import Tags

from steersman.errors import SteersmanError
from steersman.learn.likelihood.boundary import (
    Boundary,
    costs_of,
    given_curve,
    is_whole,
    number_of,
    prior_of,
    smoothing,
)
from steersman.learn.likelihood.category_counter import (
    CategoryCounter,
    document_weights,
    one_row,
    refuse_empty_sides,
)
from steersman.learn.likelihood.explanation import Explanation, explanation_from_shares
from steersman.learn.likelihood.feature_selection import selected_features
from steersman.learn.likelihood.steering import steered_by_line
from steersman.learn.steering import Goal, SeenRanges, VisitedModel, kept_prints
from steersman.maths.likelihood import (
    CategoryCounts,
    ClassCounts,
    Curve,
    Presence,
    bayes_intercept,
    category_counts,
    fitted_curve,
    log_odds_and_fixed_part,
    plane_coordinates,
)
from steersman.tasks import Task

Floats = NDArray[np.float64]
PerCategory = float | Mapping[object, float | None] | Sequence[float | None]


class LikelihoodSpaceClassifier(ClassifierMixin, CategoryCounter):
    """Multivariate Bernoulli naive Bayes whose decision is a line in the likelihood plane.

    A document has the coordinates x = log P(o|c) and y = log P(o|not c), without the prior, and
    is positive when y < slope * x + intercept. Raw counts are stored; every parameter but `curve`
    and `binarize` is applied on read, so `set_params` needs no new `fit`.

    Two classes make one binary problem with `classes_[1]` as the category; more classes, or an
    indicator matrix of labels, make one binary problem a category. `slope`, `intercept`, `prior`,
    `costs` and `curve_coefficients` may then be a mapping from category to value or a sequence.

    Parameters
    ----------
    alpha, beta : float or array-like of shape (features,)
        The beta prior, above 0.
    slope : float, mapping or sequence
        Slope of the line.
    intercept : float, mapping, sequence or None
        Intercept of the line; None is Bayes' rule, log prior odds plus log cost ratio.
    prior : float, mapping, sequence or None
        P(c); None is the share of the category in training.
    costs : array-like of shape (2, 2), mapping or None
        [[tn, fp], [fn, tp]]; they move Bayes' intercept, not `predict_proba`.
    max_features : int or None
        Number of features to keep, the highest by `feature_score`. None keeps all.
    feature_score : {"frequency", "chi2", "information_gain", "bi_normal_separation"}
        Score that features are selected by.
    curve : int
        Degree of the decision curve. 1 is the line above. From 2 on, `fit` finds the curve by
        logistic regression on the training plane, and slope and intercept must keep their
        defaults.
    curve_coefficients : array-like, mapping or None
        Coefficients of a given curve, lowest power of x first.
    binarize : float or None
        A value above it means that the feature is present; None takes X as binary.

    Examples
    --------
    >>> X, y = [[1, 1, 0], [1, 0, 0], [0, 0, 1], [0, 1, 1]], ["spam", "spam", "ham", "ham"]
    >>> model = LikelihoodSpaceClassifier().fit(X, y)
    >>> model.predict([[1, 0, 0]])
    array(['spam'], dtype='<U4')
    >>> model.set_params(intercept=-10).predict([[1, 0, 0]])
    array(['ham'], dtype='<U4')
    """

    def __init__(
        self,
        alpha: float | ArrayLike = 1.0,
        beta: float | ArrayLike = 1.0,
        slope: PerCategory = 1.0,
        intercept: PerCategory | None = None,
        prior: PerCategory | None = None,
        costs: ArrayLike | Mapping[object, ArrayLike] | None = None,
        *,
        max_features: int | None = None,
        feature_score: str = "frequency",
        curve: int = 1,
        curve_coefficients: ArrayLike | Mapping[object, ArrayLike] | None = None,
        binarize: float | None = 0.0,
    ) -> None:
        self.alpha = alpha
        self.beta = beta
        self.slope = slope
        self.intercept = intercept
        self.prior = prior
        self.costs = costs
        self.max_features = max_features
        self.feature_score = feature_score
        self.curve = curve
        self.curve_coefficients = curve_coefficients
        self.binarize = binarize

    def fit(self, X: object, y: object, sample_weight: ArrayLike | None = None) -> Self:
        """Count the documents X (documents, features) of each category of y.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Rows.
        y : array-like of shape (n_rows,) or (n_rows, n_classes)
            Category of each document, or a 0/1 column for each label.
        sample_weight : array-like of shape (n_rows,), optional
            Weight of each row; a weight of 2 counts as the row twice.

        Returns
        -------
        self
            The fitted model.
        """
        present, labels = self._checked_arrays(X, y, reset=True)
        members = labels.members(labels.classes)
        weights = document_weights(sample_weight, present)
        counts = category_counts(present, members, weights)
        refuse_empty_sides(counts, labels)
        self.classes_, self.overlapping_ = labels.classes, labels.overlapping
        self._store(counts)
        self.fitted_prints_ = kept_prints(X)
        self.curves_ = self._fitted_curves(present, members, weights)
        self._refuse_wrong_knobs()
        return self

    def partial_fit(
        self,
        X: object,
        y: object,
        classes: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
    ) -> Self:
        """Add documents to the counts; `classes` names all classes at the first call.

        Counts alone cannot place a curve: above degree 1 give `curve_coefficients`.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Rows.
        y : array-like of shape (n_rows,) or (n_rows, n_classes)
            Category of each document, or a 0/1 column for each label.
        classes : array-like, optional
            All classes; needed at the first call.
        sample_weight : array-like of shape (n_rows,), optional
            Weight of each row; a weight of 2 counts as the row twice.

        Returns
        -------
        self
            The fitted model.
        """
        self.curves_ = {}
        super().partial_fit(X, y, classes, sample_weight)
        self.fitted_prints_ = kept_prints(X, getattr(self, "fitted_prints_", None))
        return self

    def fit_counts(self, counts: CategoryCounts, classes: ArrayLike) -> Self:
        """Take over counts that were made elsewhere, such as those of many partitions.

        Counts alone cannot place a curve: above degree 1 give `curve_coefficients`.

        Parameters
        ----------
        counts : CategoryCounts
            Raw counts of each class, in the order of the sorted classes, and of all documents.
        classes : array-like
            The classes; a document belongs to one of them.

        Returns
        -------
        self
            The fitted model.
        """
        super().fit_counts(counts, classes)
        self.curves_ = {}
        self._refuse_wrong_knobs()
        return self

    def coordinates(self, X: object, category: object = None) -> Floats:
        """(documents, 2): log P(o|c) and log P(o|not c), without the prior.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Rows.
        category : object, optional
            Category; the binary one by default.

        Returns
        -------
        ndarray of shape (n_rows, 2)
            x and y of each document in the likelihood plane.
        """
        present = self._checked_documents(X)
        return self._coordinates(present, self._place(category))

    def boundary(self, category: object = None) -> Boundary:
        """The line or curve in force for a category.

        Parameters
        ----------
        category : object, optional
            Category; the binary one by default.

        Returns
        -------
        Boundary
            The line or curve.
        """
        return self._boundary(self._decided_place(category))

    def decision_function(self, X: object) -> Floats:
        """Margins, above 0 for a positive: (documents,) or (documents, categories).

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Rows.

        Returns
        -------
        ndarray of shape (n_rows,) or (n_rows, n_classes)
            Margins.
        """
        columns = self._margins(X)
        return columns[:, 0] if self._binary() else columns

    def predict(self, X: object) -> NDArray[np.generic]:
        """The class of each document, or an indicator matrix of its labels.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Rows.

        Returns
        -------
        ndarray of shape (n_rows,) or (n_rows, n_classes)
            Predicted class of each document, or 0/1 for each label.
        """
        columns = self._margins(X)
        if self.overlapping_:
            return (columns > 0).astype(np.int64)
        if self._binary():
            return np.asarray(self.classes_[(columns[:, 0] > 0).astype(np.int64)])
        return np.asarray(self.classes_[columns.argmax(axis=1)])

    def predict_proba(self, X: object) -> Floats:
        """(documents, classes): logistic of the margin without costs; Bayes' posterior at slope 1.

        With more than two classes the rows are scaled to sum to one; labels that may overlap
        keep a probability each.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Rows.

        Returns
        -------
        ndarray of shape (n_rows, n_classes)
            Probability of each class, in the order of `classes_`.
        """
        columns = self._margins(X)
        columns -= np.array([self._boundary(place).cost_shift for place in self._places()])
        if self.overlapping_:
            return np.asarray(expit(columns))
        if self._binary():
            return np.column_stack([expit(-columns[:, 0]), expit(columns[:, 0])])
        # A row of minus infinities alone would become NaN.
        return np.asarray(softmax(np.maximum(log_expit(columns), -1e300), axis=1))

    def explain(self, X: object, category: object = None) -> Explanation:
        """Each feature's share of the coordinates and the margin of the one document in X.

        X is (1, features) or (features,). Without a category it is the binary one, or the class
        predicted.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (1, n_features)
            One document.
        category : object, optional
            Category; the binary one or the predicted class by default.

        Returns
        -------
        Explanation
            What each feature adds to the coordinates and the margin.
        """
        X = one_row(X)
        present = self._checked_documents(X)
        if present.shape[0] != 1:
            raise SteersmanError(
                f"explain takes one document, but got {present.shape[0]}",
                todo="pass one row",
                code="not-one-row",
                rows=present.shape[0],
            )
        if category is None and not self._binary() and not self.overlapping_:
            category = self.predict(X)[0]
        place = self._decided_place(category)
        selected, parts = self._odds(place)
        held = present.indices.astype(np.int64)
        held = held if selected is None else held[selected[held]]
        names = getattr(self, "feature_names_in_", np.arange(self.n_features_in_))[held]
        return explanation_from_shares(
            self.classes_.tolist()[place],
            held,
            tuple(names.tolist()),
            np.column_stack([odds[held] for odds, _ in parts]),
            np.array([fixed for _, fixed in parts]),
            self._boundary(place),
        )

    def margin_weights(self, category: object = None) -> tuple[Floats, float]:
        """(features,) what each feature adds to the margin where it is present, and the margin of a
        document without any; for a line only.

        Parameters
        ----------
        category : object, optional
            Category; the binary one by default.

        Returns
        -------
        tuple of ndarray and float
            Weight of each feature, and the margin of an empty document.
        """
        place = self._decided_place(category)
        boundary = self._boundary(place)
        if boundary.curve is not None:
            raise SteersmanError(
                f"a curve of degree {self.curve} has no weight for each feature",
                todo="set curve=1",
                code="curve-is-no-line",
                degree=self.curve,
            )
        _, ((x, fixed_x), (y, fixed_y)) = self._odds(place)
        fixed = boundary.margins(np.array([[fixed_x, fixed_y]]))
        return boundary.slope * x - y, float(fixed[0])

    def _odds(self, place: int) -> tuple[NDArray[np.bool_] | None, list[tuple[Floats, float]]]:
        """The selected features of a category, and both sides' log odds and fixed part."""
        sides = self.counts.sides(place)
        selected = self._feature_mask(*sides)
        odds = [log_odds_and_fixed_part(side, *self._smoothing(), selected) for side in sides]
        return selected, odds

    def search_settings(
        self, X: ArrayLike, codes: NDArray[np.int64], goal: Goal, reach: SeenRanges, task: Task
    ) -> list[VisitedModel]:
        """Search lines (intercepts, of more than two classes) for what `goal` asks of the rows.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Rows.
        codes : ndarray of int
            Position of each row's class in `classes_`.
        goal : Goal
            What to reach, and what to make the best of.
        reach : SeenRanges
            Collects the values that each cell takes.
        task : Task, optional
            Reports progress; stops the search when it is canceled or hurried.

        Returns
        -------
        list of VisitedModel
            The models, each with its confusion matrix on the tuning rows.
        """
        return steered_by_line(self, X, codes, goal, reach, task)

    def _smoothing(self) -> tuple[float | Floats, float | Floats]:
        features = self.n_features_in_
        return smoothing("alpha", self.alpha, features), smoothing("beta", self.beta, features)

    def _feature_mask(
        self, positive: ClassCounts, negative: ClassCounts
    ) -> NDArray[np.bool_] | None:
        return selected_features(positive, negative, self.max_features, self.feature_score)

    def _coordinates(self, present: Presence, place: int) -> Floats:
        sides = self.counts.sides(place)
        return plane_coordinates(present, *sides, *self._smoothing(), self._feature_mask(*sides))

    def _margins(self, X: object) -> Floats:
        """(documents, categories decided)."""
        present = self._checked_documents(X)
        columns = [
            self._boundary(place).margins(self._coordinates(present, place))
            for place in self._places()
        ]
        return np.column_stack(columns)

    def _boundary(self, place: int) -> Boundary:
        """The boundary that the parameters put up for the category at `place`."""
        where = self._where(place)
        slope = number_of("slope", self.slope, *where)
        intercept = number_of("intercept", self.intercept, *where)
        slope = 1.0 if slope is None else slope
        if self.curve != 1:
            return Boundary(slope, 0.0, curve=self._curve(place, slope, intercept))
        if self.curve_coefficients is not None:
            raise SteersmanError(
                "curve_coefficients are given, but curve=1 is a line",
                todo="set curve to their degree, or give slope and intercept",
                code="curve-is-line",
            )
        if intercept is not None:
            return Boundary(slope, intercept)
        cost_shift = float(np.log(costs_of(self.costs, *where)))
        positive, negative = self._prior_odds(place)
        # After `partial_fit` a class may have no documents yet: its intercept is infinite, as it
        # should be.
        with np.errstate(divide="ignore"):
            return Boundary(slope, bayes_intercept(positive, negative) + cost_shift, cost_shift)

    def _where(self, place: int) -> tuple[int, list[object]]:
        """A category's position among those decided, and those; what per-category knobs need."""
        places = self._places()
        return places.index(place), [self.classes_.tolist()[decided] for decided in places]

    def _prior_odds(self, place: int) -> tuple[float, float]:
        """P(c) and P(not c), or numbers in the same proportion."""
        prior = prior_of(self.prior, *self._where(place))
        if prior is not None:
            return prior, 1.0 - prior
        positive, negative = self.counts.sides(place)
        return positive.documents, negative.documents

    def _curve(self, place: int, slope: float, intercept: float | None) -> Curve:
        """The curve that was given or fitted for the category at `place`."""
        if slope != 1.0 or intercept is not None:
            raise SteersmanError(
                f"slope and intercept do not apply to a curve of degree {self.curve}",
                todo="leave slope=1.0 and intercept=None, or set curve=1",
                code="curve-has-no-line",
                degree=self.curve,
                slope=slope,
                intercept=intercept,
            )
        if self.curve_coefficients is not None:
            return given_curve(self.curve_coefficients, self.curve, *self._where(place))
        if place not in self.curves_ or len(self.curves_[place].coefficients) != self.curve + 1:
            raise SteersmanError(
                f"no curve of degree {self.curve} has been fitted yet",
                todo="call fit (partial_fit only counts), or pass curve_coefficients",
                code="curve-not-fitted",
                degree=self.curve,
            )
        return self.curves_[place]

    def _fitted_curves(
        self, present: Presence, members: NDArray[np.bool_], weights: Floats
    ) -> dict[int, Curve]:
        """A curve for each category decided; costs and priors weigh the positives."""
        if not is_whole(self.curve) or self.curve < 1:
            raise SteersmanError(
                f"curve is {self.curve!r}",
                todo="give a degree of 1 or more",
                code="bad-setting",
                name="curve",
                value=self.curve,
            )
        if self.curve == 1 or self.curve_coefficients is not None:
            return {}
        curves = {}
        for place in self._places():
            asked, other = self._prior_odds(place)
            positive, negative = self.counts.sides(place)
            # Weights positives so that the training rows have the prior odds asked for.
            balance = asked * negative.documents / (other * positive.documents)
            balance *= costs_of(self.costs, *self._where(place))
            weighed = np.where(members[:, place], balance * weights, weights)
            coordinates = self._coordinates(present, place)
            curves[place] = fitted_curve(coordinates, members[:, place], weighed, self.curve)
        return curves

    def _refuse_wrong_knobs(self) -> None:
        """Read every parameter once, so that `fit` reports a wrong one."""
        self._smoothing()
        for place in self._places():
            self._boundary(place)
            self._feature_mask(*self.counts.sides(place))

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.classifier_tags.multi_label = True
        return tags
