"""k-means by angle, for text: rows count by direction, not by length."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_matrix
from sklearn.base import (
    BaseEstimator,
    ClassNamePrefixFeaturesOutMixin,
    ClusterMixin,
    TransformerMixin,
)
from sklearn.utils import Tags, check_random_state
from sklearn.utils.validation import check_is_fitted

from steersman.errors import SteersmanError
from steersman.learn.blas import one_blas_thread
from steersman.learn.clustering.input_checks import (
    check_whole_numbers,
    counted_rows,
    first_of_best,
    numeric_rows,
)
from steersman.learn.row_order import content_keys, distinct_places, row_weights
from steersman.maths.clustering import (
    Rows,
    SphericalStep,
    far_apart_rows,
    random_rows,
    row_products,
    spherical_steps,
    unit_columns,
    unit_rows,
)

Floats = NDArray[np.float64]


class KMeansRun(NamedTuple):
    """The end of one start."""

    step: SphericalStep
    history: list[float]


class SphericalKMeans(
    ClassNamePrefixFeaturesOutMixin, TransformerMixin, ClusterMixin, BaseEstimator
):
    """Cluster rows by the cosine of the angle between them.

    Parameters
    ----------
    n_clusters : int
        Number of clusters.
    init : {"k-means++", "random"} or array-like of shape (n_clusters, n_features)
        Rows far apart, any rows, or centers to start from.
    n_init : int
        Number of starts; the one with the largest sum of cosines is used.
    max_iter : int
        Most rounds of one start.
    tol : float
        A start ends when a round adds less than this share to the sum of cosines.
    on_round : callable, optional
        Called as ``on_round(round, objective)`` after each round; it may raise to stop.
    random_state : int, RandomState or None
        Seed of the starts.

    Attributes
    ----------
    cluster_centers_ : ndarray of shape (n_clusters, n_features)
        Directions of length one.
    labels_ : ndarray of shape (n_rows,)
        Cluster of each row.
    objective_ : float
        Weighted sum of the cosines of rows and their centers; it never falls from round to round.
    history_ : list of float
        The objective after each round of the best start.
    n_iter_ : int
        Rounds of the best start.

    Examples
    --------
    >>> from scipy.sparse import csr_matrix
    >>> X = csr_matrix([[9, 1, 0, 0], [1, 0, 0, 0], [0, 0, 2, 3], [0, 0, 20, 30]])
    >>> labels = SphericalKMeans(n_clusters=2, random_state=0).fit_predict(X)
    >>> bool(labels[0] == labels[1] != labels[2] == labels[3])
    True
    """

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        init: Literal["k-means++", "random"] | ArrayLike = "k-means++",
        n_init: int = 3,
        max_iter: int = 100,
        tol: float = 1e-5,
        on_round: Callable[[int, float], object] | None = None,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.init = init
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.on_round = on_round
        self.random_state = random_state

    # Threads of linear algebra keep the other cores busy for a tenth of a second after each use:
    # the threads of the rounds would wait for them.
    @one_blas_thread()
    def fit(
        self,
        X: ArrayLike | csr_matrix,
        y: object = None,  # noqa: ARG002
        sample_weight: ArrayLike | None = None,
    ) -> Self:
        """Find the clusters of the rows.

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
        self
            The fitted model.
        """
        checked = numeric_rows(self, X, reset=True)
        counted = counted_rows(sample_weight, checked)
        self._check_settings((len(counted.numbers), checked.shape[1]))
        everything = unit_rows(checked)
        all_count = len(counted.numbers) == checked.shape[0]
        rows = everything if all_count else unit_rows(checked[counted.numbers])
        seed = check_random_state(self.random_state).randint(np.iinfo(np.int32).max)
        rng = np.random.default_rng(seed)
        unit = csr_matrix((rows.data, rows.indices, rows.indptr), (rows.n_rows, checked.shape[1]))
        runs = [
            self._run(rows, counted.weights, start)
            for start in self._starts(unit, counted.weights, rng)
        ]
        best = runs[first_of_best([run.step.objective for run in runs])]
        centers = best.step.centers()
        self.cluster_centers_ = np.ascontiguousarray(centers.T)
        self.history_ = best.history
        self.n_iter_ = len(best.history)
        # A round's labels belong to the centers before they turned: assign rows once more to the
        # last ones, so that `labels_` agrees with `predict`.
        similarities = row_products(everything, centers, np.zeros(self.n_clusters))
        self.labels_ = similarities.argmax(axis=1)
        cosines = similarities[counted.numbers, self.labels_[counted.numbers]]
        self.objective_ = float(cosines @ counted.weights)
        self._n_features_out = self.n_clusters
        return self

    def predict(self, X: ArrayLike | csr_matrix) -> NDArray[np.int64]:
        """(rows,) the cluster with the nearest center.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Counts.

        Returns
        -------
        ndarray of int of shape (n_rows,)
            Cluster of each row.
        """
        return np.asarray(self.transform(X).argmax(axis=1))

    def transform(self, X: ArrayLike | csr_matrix) -> Floats:
        """(rows, clusters) cosines of the rows with the centers.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Counts.

        Returns
        -------
        ndarray of shape (n_rows, n_clusters)
            Cosines.
        """
        check_is_fitted(self)
        rows = unit_rows(numeric_rows(self, X, reset=False))
        centers = np.ascontiguousarray(self.cluster_centers_.T)
        return np.asarray(row_products(rows, centers, np.zeros(len(self.cluster_centers_))))

    def score(
        self,
        X: ArrayLike | csr_matrix,
        y: object = None,  # noqa: ARG002
        sample_weight: ArrayLike | None = None,
    ) -> float:
        """The sum of the cosines of the rows with their nearest centers.

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
            Sum of cosines; larger is better.
        """
        cosines = self.transform(X).max(axis=1)
        return float(cosines @ row_weights(sample_weight, cosines))

    def _run(self, rows: Rows, weights: Floats, centers: Floats) -> KMeansRun:
        """One start, followed until it gains no more."""
        history: list[float] = []
        for step in spherical_steps(rows, centers, weights):
            gain = step.objective - history[-1] if history else np.inf
            history.append(step.objective)
            if self.on_round is not None:
                self.on_round(len(history), step.objective)
            if gain <= self.tol * abs(step.objective) or len(history) >= self.max_iter:
                break
        return KMeansRun(step, history)

    def _starts(
        self, unit: csr_matrix, weights: Floats, rng: np.random.Generator
    ) -> Iterator[Floats]:
        """(features, clusters) centers for each start."""
        if not isinstance(self.init, str):
            given = np.asarray(self.init, dtype=np.float64)
            yield unit_columns(np.ascontiguousarray(given.T))
            return
        places = distinct_places(content_keys(unit, rng))
        for _ in range(self.n_init):
            if self.init == "k-means++":
                picked = far_apart_rows(unit, places, weights, self.n_clusters, rng)
            else:
                picked = random_rows(places, weights, self.n_clusters, rng)
            yield np.ascontiguousarray(unit[picked].toarray().T)

    def _check_settings(self, shape: tuple[int, int]) -> None:
        check_whole_numbers(self, "n_clusters", "n_init", "max_iter")
        if shape[0] < self.n_clusters:
            raise SteersmanError(
                f"n_samples={shape[0]} rows cannot make n_clusters={self.n_clusters} clusters",
                todo="ask for fewer clusters",
                code="too-few-rows",
                rows=shape[0],
                clusters=self.n_clusters,
            )
        expected = (self.n_clusters, shape[1])
        if not isinstance(self.init, str) and np.shape(self.init) != expected:
            raise SteersmanError(
                f"init has shape {np.shape(self.init)}, expected {expected}",
                todo="give one center per cluster",
                code="centers-shape",
                shape=np.shape(self.init),
                expected=expected,
            )
        if isinstance(self.init, str) and self.init not in ("k-means++", "random"):
            raise SteersmanError(
                f"unknown init {self.init!r}",
                todo="choose 'k-means++', 'random' or an array of centers",
                code="bad-setting",
                name="init",
                value=self.init,
            )

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags
