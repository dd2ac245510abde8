"""A mixture of multinomials: clusters of documents, with labels for none, some or all of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, Self, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_matrix
from sklearn.base import BaseEstimator, DensityMixin
from sklearn.utils import ClassifierTags, Tags, check_random_state
from sklearn.utils.validation import check_is_fitted

from steersman.errors import SteersmanError, check_choice
from steersman.learn.blas import one_blas_thread
from steersman.learn.clustering.input_checks import (
    check_whole_numbers,
    counted_rows,
    first_of_best,
    numeric_rows,
)
from steersman.learn.clustering.mixture_labels import Components, components_of, whole_numbers
from steersman.learn.clustering.spherical_kmeans import SphericalKMeans
from steersman.learn.clustering.term_weights import term_weights
from steersman.learn.row_order import content_keys, distinct_places, row_weights
from steersman.maths.clustering import (
    Method,
    MixtureCounts,
    MixtureParameters,
    MixtureProblem,
    MixtureStep,
    in_their_place,
    mixture_counts,
    mixture_parameters,
    mixture_steps,
    posteriors,
    row_products,
    rows_of,
    weighted_shares,
)

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class MultinomialMixture(DensityMixin, BaseEstimator):
    """Cluster counts with a mixture of multinomials: naive Bayes with hidden labels.

    Parameters
    ----------
    n_components : int, optional
        Number of clusters; there are more where `y` names more classes. Without it as many as `y`
        names, or 8.
    method : {"em", "generalized", "stochastic", "variational", "hard"}
        Expectation maximization; with half a step of maximization a round; with components that
        are drawn; with Dirichlet posteriors for the parameters; with each row wholly in its
        likeliest component.
    alpha : float
        Smoothing: the count that every term of every component has before any is seen.
    priors : {"free", "tied"}
        Learned shares of the components, or equal ones.
    init : {"k-means", "random"}
        Components to start from: by angle, rare terms weighing more, or random.
    n_init : int
        Number of starts; the one with the highest objective is used.
    max_iter : int
        Most rounds.
    tol : float
        Share of the objective that a round must gain to go on.
    decay : float
        What `partial_fit` keeps of earlier counts at each call.
    on_round : callable, optional
        Called as ``on_round(round, objective)`` after each round; it may raise to stop.
    random_state : int, RandomState or None
        Seed of starts and draws.

    Attributes
    ----------
    feature_log_prob_ : ndarray of shape (n_components, n_features)
        Log probabilities of terms.
    component_log_prior_ : ndarray of shape (n_components,)
        Log shares.
    term_count_ : ndarray of shape (n_components, n_features)
        Counts of terms.
    mass_ : ndarray of shape (n_components,)
        Rows that the counts are made of.
    classes_ : ndarray of shape (n_components,)
        Label of each component: the known labels, then new numbers.
    labels_ : ndarray of shape (n_rows,)
        Label of each row of `fit`.
    history_ : list of float
        The objective after each round: log likelihood (or bound) plus log prior, without
        constants. It never falls, except for "stochastic".
    objective_ : float
        Its last value; for "stochastic", its best.
    n_iter_ : int
        Number of rounds.

    Examples
    --------
    >>> X = [[5, 4, 0, 0], [3, 4, 0, 1], [0, 0, 6, 2], [0, 1, 3, 3]]
    >>> MultinomialMixture(2, random_state=0).fit(X, [-1, 0, -1, 1]).labels_
    array([0, 0, 1, 1])
    """

    def __init__(
        self,
        n_components: int | None = None,
        *,
        method: Method = "em",
        alpha: float = 1.0,
        priors: Literal["free", "tied"] = "free",
        init: Literal["k-means", "random"] = "k-means",
        n_init: int = 1,
        max_iter: int = 100,
        tol: float = 1e-6,
        decay: float = 1.0,
        on_round: Callable[[int, float], object] | None = None,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        self.n_components = n_components
        self.method = method
        self.alpha = alpha
        self.priors = priors
        self.init = init
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.decay = decay
        self.on_round = on_round
        self.random_state = random_state

    # As in k-means: the threads of the rounds need the cores.
    @one_blas_thread()
    def fit(
        self,
        X: ArrayLike | csr_matrix,
        y: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
    ) -> Self:
        """Find the components of the rows; rows whose label in `y` is not -1 stay where it says.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Counts.
        y : array-like of shape (n_rows,), optional
            Known label of each row, -1 where there is none.
        sample_weight : array-like of shape (n_rows,), optional
            How often each row counts; once without.

        Returns
        -------
        self
            The fitted model.
        """
        self._check_settings()
        everything = self._checked_counts(X, reset=True)
        there, weights = counted_rows(sample_weight, everything)
        counted = everything[there]
        said = whole_numbers(y, everything.shape[0])[there]
        components = components_of(said, len(there), self.n_components)
        rng = self._rng()
        problem = self._problem(counted, components)._replace(weights=weights)
        runs = [self._run(problem, counted, components, rng) for _ in range(self.n_init)]
        best, self.history_ = runs[first_of_best([step.objective for step, _ in runs])]
        self.take_parameters(best.counts, best.parameters, components.labels)
        self.objective_ = best.objective
        self.n_iter_ = len(self.history_)
        found = self._log_joint(everything).argmax(axis=1)
        found[there] = np.where(components.known >= 0, components.known, found[there])
        self.labels_ = self.classes_[found]
        return self

    def fit_predict(
        self,
        X: ArrayLike | csr_matrix,
        y: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
    ) -> Ints:
        """(rows,) the labels of the rows after `fit`.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Counts.
        y : array-like of shape (n_rows,), optional
            Known label of each row, -1 where there is none.
        sample_weight : array-like of shape (n_rows,), optional
            How often each row counts; once without.

        Returns
        -------
        ndarray of int of shape (n_rows,)
            Component of each row.
        """
        return np.asarray(self.fit(X, y, sample_weight).labels_)

    def partial_fit(
        self,
        X: ArrayLike | csr_matrix,
        y: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
    ) -> Self:
        """Go on with some more rows: their counts are added to those seen before.

        The first call starts the components from its rows and fixes the labels that `y` may have.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Counts.
        y : array-like of shape (n_rows,), optional
            Known label of each row, -1 where there is none.
        sample_weight : array-like of shape (n_rows,), optional
            How often each row counts; once without.

        Returns
        -------
        self
            The fitted model.
        """
        self._check_settings()
        started = hasattr(self, "term_count_")
        everything = self._checked_counts(X, reset=not started)
        there, weights = counted_rows(sample_weight, everything)
        counted = everything[there]
        said = whole_numbers(y, everything.shape[0])[there]
        if started:
            components = components_of(said, len(there), labels=self.classes_)
            responsibilities = posteriors(self._log_joint(counted))[0]
            before = MixtureCounts(self.decay * self.term_count_.T, self.decay * self.mass_)
        else:
            components = components_of(said, len(there), self.n_components)
            responsibilities = self._start(counted, components, weights, self._rng())
            shape = (counted.shape[1], len(components.labels))
            before = MixtureCounts(np.zeros(shape), np.zeros(shape[1]))
        in_their_place(responsibilities, components.known)
        shares = weighted_shares(responsibilities, weights)
        seen = mixture_counts(rows_of(counted), shares, counted.shape[1])
        counts = MixtureCounts(before.terms + seen.terms, before.masses + seen.masses)
        parameters = mixture_parameters(counts, self.alpha, self.priors == "tied")
        self.take_parameters(counts, parameters, components.labels)
        return self

    def predict(self, X: ArrayLike | csr_matrix) -> Ints:
        """(rows,) the label of the likeliest component.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Counts.

        Returns
        -------
        ndarray of int of shape (n_rows,)
            Label of the likeliest component.
        """
        check_is_fitted(self)
        return np.asarray(self.classes_[self._log_joint(self._checked_counts(X)).argmax(axis=1)])

    def predict_proba(self, X: ArrayLike | csr_matrix) -> Floats:
        """(rows, components) probabilities of the components.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Counts.

        Returns
        -------
        ndarray of shape (n_rows, n_components)
            Probability of each component.
        """
        check_is_fitted(self)
        return np.asarray(posteriors(self._log_joint(self._checked_counts(X)))[0])

    def score_samples(self, X: ArrayLike | csr_matrix) -> Floats:
        """(rows,) log likelihoods, without the multinomial coefficients, which no model changes.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Counts.

        Returns
        -------
        ndarray of shape (n_rows,)
            Log likelihood of each row.
        """
        check_is_fitted(self)
        return np.asarray(posteriors(self._log_joint(self._checked_counts(X)))[1])

    def score(
        self,
        X: ArrayLike | csr_matrix,
        y: object = None,  # noqa: ARG002
        sample_weight: ArrayLike | None = None,
    ) -> float:
        """The mean log likelihood of the rows.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Counts.
        y : None
            Not used.
        sample_weight : array-like of shape (n_rows,), optional
            How often each row counts; once without.

        Returns
        -------
        float
            Mean log likelihood of a row.
        """
        explained = self.score_samples(X)
        return float(np.average(explained, weights=row_weights(sample_weight, explained)))

    def _checked_counts(self, X: ArrayLike | csr_matrix, reset: bool = False) -> csr_matrix:
        return numeric_rows(self, X, reset=reset, counts=True)

    def _rng(self) -> np.random.Generator:
        seed = check_random_state(self.random_state).randint(np.iinfo(np.int32).max)
        return np.random.default_rng(seed)

    def _problem(self, counted: csr_matrix, components: Components) -> MixtureProblem:
        return MixtureProblem(
            rows_of(counted),
            counted.shape[1],
            components.known,
            self.method,
            self.alpha,
            self.priors == "tied",
        )

    def _start(
        self,
        counted: csr_matrix,
        components: Components,
        weights: Floats,
        rng: np.random.Generator,
    ) -> Floats:
        """(rows, components) responsibilities to start from.

        Components with labeled rows start from those; the others share the rest among them.
        """
        n_labels = len(np.unique(components.known[components.known >= 0]))
        n_components = len(components.labels)
        start = in_their_place(np.zeros((counted.shape[0], n_components)), components.known)
        unknown = np.flatnonzero(components.known < 0)
        n_free = min(n_components - n_labels, len(unknown))
        if n_free > 0:
            if self.init == "k-means":
                seed = int(rng.integers(np.iinfo(np.int32).max))
                kmeans = SphericalKMeans(n_free, n_init=1, max_iter=20, random_state=seed)
                apart = term_weights(counted[unknown], weights[unknown])
                places = kmeans.fit(apart, sample_weight=weights[unknown]).labels_
            else:
                # Dealt out one by one, so that no component starts empty; equal rows stay together.
                places = distinct_places(content_keys(counted[unknown], rng)) % n_free
            start[unknown, n_labels + places] = 1.0
        return start

    def _run(
        self,
        problem: MixtureProblem,
        counted: csr_matrix,
        components: Components,
        rng: np.random.Generator,
    ) -> tuple[MixtureStep, list[float]]:
        """One start, followed until it gains no more; the best round and the objectives of all."""
        assert problem.weights is not None  # noqa: S101  (set by `fit`)
        start = self._start(counted, components, problem.weights, rng)
        history: list[float] = []
        best: MixtureStep | None = None
        for step in mixture_steps(problem, start, rng):
            gain = step.objective - history[-1] if history else np.inf
            history.append(step.objective)
            if self.on_round is not None:
                self.on_round(len(history), step.objective)
            # Only the stochastic method can lose; of the others the last round is the best.
            if best is None or step.objective >= best.objective or self.method != "stochastic":
                best = step
            # A stochastic round without a gain says nothing about the next.
            settled = gain <= self.tol * abs(step.objective) and self.method != "stochastic"
            if settled or len(history) >= self.max_iter:
                break
        assert best is not None  # noqa: S101  (mixture_steps never ends by itself)
        return best, history

    def take_parameters(
        self, counts: MixtureCounts, parameters: MixtureParameters, labels: Ints
    ) -> None:
        """Take over counts and the parameters that they give, such as those of many partitions.

        Parameters
        ----------
        counts : MixtureCounts
            Sums that the parameters are computed from.
        parameters : MixtureParameters
            Log probabilities of terms and log shares of components.
        labels : array of int of shape (n_components,)
            Label of each component.
        """
        self.term_count_ = np.ascontiguousarray(counts.terms.T)
        self.mass_ = counts.masses
        self.feature_log_prob_ = np.ascontiguousarray(parameters.log_terms.T)
        self.component_log_prior_ = parameters.log_priors
        self.classes_ = labels

    def _log_joint(self, counted: csr_matrix) -> Floats:
        log_terms = np.ascontiguousarray(self.feature_log_prob_.T)
        return np.asarray(row_products(rows_of(counted), log_terms, self.component_log_prior_))

    def _check_settings(self) -> None:
        for name, choices in (
            ("method", get_args(Method)),
            ("priors", ("free", "tied")),
            ("init", ("k-means", "random")),
        ):
            check_choice(name, getattr(self, name), choices)
        check_whole_numbers(self, "n_init", "max_iter")
        if self.n_components is not None:
            check_whole_numbers(self, "n_components")
        if not (isinstance(self.alpha, int | float | np.number) and 0 < self.alpha < np.inf):
            raise SteersmanError(
                f"alpha={self.alpha!r} would give unseen terms probability zero",
                todo="give a small positive number, for example 1e-6",
                code="bad-setting",
                name="alpha",
                value=self.alpha,
            )

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = True
        tags.classifier_tags = ClassifierTags()  # with labels it is naive Bayes
        return tags
