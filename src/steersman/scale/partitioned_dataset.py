"""Rows in partitions: what `open_partitions` returns and all work beyond memory starts from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.pipeline import Pipeline

from steersman.data.dataset import Label
from steersman.data.positive_class import named_class
from steersman.data.read_options import ReadOptions
from steersman.errors import SteersmanError
from steersman.scale.bad_rows import BadRow
from steersman.scale.engine import Engine, LocalEngine
from steersman.scale.partition import Features, Partition
from steersman.tasks import Progress, Task

if TYPE_CHECKING:
    from steersman.learn.clustering import MultinomialMixture, SphericalKMeans
    from steersman.learn.jobs import Job, SteeredTable
    from steersman.learn.likelihood import LikelihoodSpaceClassifier, Line, Metric
    from steersman.scale.held_out_plane import PartitionedPlane

Value = TypeVar("Value")
Model = TypeVar("Model", bound=BaseEstimator)
Longs = NDArray[np.int64]


@dataclass(frozen=True, eq=False, repr=False)
class PartitionedDataset:
    """Rows with features and labels in partitions on disk.

    `engine` does the work; everything that is computed is the same on every engine. `files` are the
    names of the files that the rows come from, and `bad_rows` those that were skipped.
    """

    name: str
    partitions: tuple[Partition, ...]
    classes: tuple[Label, ...]
    feature_names: tuple[str, ...]
    positive: Label | None = None
    from_raw: Pipeline | None = None
    label: str = ""
    id: str | None = None
    files: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    bad_rows: tuple[BadRow, ...] = ()
    read_options: ReadOptions = ReadOptions()  # noqa: RUF009  (frozen)
    has_text: bool = False
    engine: Engine = field(default_factory=LocalEngine)

    @property
    def rows(self) -> int:
        """The number of rows."""
        return sum(partition.rows for partition in self.partitions)

    def __repr__(self) -> str:
        return (
            f"PartitionedDataset({self.name!r}, {self.rows:,} rows, {len(self.feature_names):,} "
            f"features, {len(self.classes)} classes, {len(self.partitions)} partitions)"
        )

    @property
    def content_key(self) -> tuple[object, ...]:
        """What decides all counts: the content of the partitions, and the classes."""
        parts = [(*Path(each.path).parts[-2:], each.code_map) for each in self.partitions]
        return (parts, self.classes)

    def reduce(
        self, work: Callable[[Partition], Value], combine: Callable[[Value, Value], Value]
    ) -> Value:
        """What `work` returns for each partition, combined in pairs by the engine."""
        if not self.partitions:
            raise SteersmanError(
                f"{self.name} has no rows with a label",
                todo="check the label column",
                code="file-without-rows",
                file=self.name,
            )
        return self.engine.reduce(work, self.partitions, combine)

    def place(self, label: object = None) -> int:
        """The place of a class among the classes; of the class to catch by default."""
        asked = self.positive if label is None else label
        if asked is None:
            raise SteersmanError(
                f"{self.name} has {len(self.classes)} classes",
                todo=f"choose one of: {', '.join(map(str, self.classes))}",
                code="category-needed",
                categories=list(self.classes),
            )
        return self.classes.index(named_class(self.classes, asked, self.name))

    def against_others(self, label: object) -> PartitionedDataset:
        """The same rows with two classes: the one named, and all others put together.

        Parameters
        ----------
        label : str or int
            The class to catch.

        Returns
        -------
        PartitionedDataset
            The rows with the classes `label` and "not label"; two classes keep their names.
        """
        place = self.place(label)
        if len(self.classes) == 2:
            return replace(self, positive=self.classes[place])
        names = (str(self.classes[place]), f"not {self.classes[place]}")
        classes = tuple(sorted(names))
        one, other = classes.index(names[0]), classes.index(names[1])
        codes = tuple(one if at == place else other for at in range(len(self.classes)))
        parts = tuple(partition.with_codes(codes) for partition in self.partitions)
        return replace(self, partitions=parts, classes=classes, positive=names[0])

    def class_sizes(self) -> dict[Label, int]:
        """The number of rows of each class.

        Returns
        -------
        dict
            Rows by class.
        """
        sizes = self.reduce(CodeCounts(len(self.classes)), np.add)
        return dict(zip(self.classes, sizes.tolist()))

    def sample(self, rows: int = 100_000, seed: int = 0) -> tuple[Features, NDArray[np.generic]]:
        """Features and labels of some rows, drawn at random; all rows where there are not more.

        Parameters
        ----------
        rows : int
            Number of rows to draw.
        seed : int
            The same seed draws the same rows, however they are partitioned.

        Returns
        -------
        tuple of array or sparse matrix, and array
            Features and labels.
        """
        from steersman.scale.row_draws import drawn_rows

        drawn = drawn_rows(self, rows, seed)
        return drawn.X, np.asarray(self.classes)[drawn.codes]

    def fit(
        self,
        model: Model,
        progress: Progress | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> Model:
        """Fit a model to all rows by sums over partitions, or to a sample of them.

        Counts of a likelihood-space classifier add, so that its fit is exact. Logistic regressions
        and martingale programs with logistic nodes take every step from gradients and Hessians
        that are summed over all rows, also behind a `StandardScaler`, `TfidfTransformer` or
        `CountRoots` in a pipeline. Any other scikit-learn classifier is fitted to 100,000 rows.

        Parameters
        ----------
        model : classifier or Pipeline
            The model to fit; it is changed and returned.
        progress : callable, optional
            Called with what is being done and the part done.
        cancelled : callable, optional
            When it returns true, `Cancelled` is raised before the next pass over the rows.

        Returns
        -------
        classifier or Pipeline
            The fitted model.
        """
        from steersman.scale.model_fits import fit_model

        return fit_model(self, model, Task(progress=progress, cancelled=cancelled))

    def plane(self, category: object = None, folds: int = 5, seed: int = 0) -> PartitionedPlane:
        """The likelihood plane of all rows, each placed by a model that has not seen its fold.

        Parameters
        ----------
        category : str or int, optional
            Class to catch; that of the data by default.
        folds : int
            Number of folds.
        seed : int
            The same seed gives the same folds.

        Returns
        -------
        PartitionedPlane
            Counts of all folds; its `at` turns the knobs.
        """
        from steersman.scale.held_out_plane import partitioned_plane

        return partitioned_plane(self, category, folds, seed)

    def best_line(
        self,
        model: LikelihoodSpaceClassifier,
        category: object = None,
        metric: Metric = "f1",
        max_seconds: float = 60.0,
    ) -> Line:
        """The line that scores best of all lines on all rows in the plane of a model.

        Parameters
        ----------
        model : LikelihoodSpaceClassifier
            Fitted model, whose coordinates are the points.
        category : str or int, optional
            Of several classes, the one that is asked about.
        metric : str or tuple
            Score to maximize, as for `steersman.best_line`.
        max_seconds : float
            Limit on the time of the search.

        Returns
        -------
        Line
            The line with its score, the upper bound and the counts of its decisions.
        """
        from steersman.scale.best_line import partitioned_best_line

        return partitioned_best_line(self, model, category, metric, max_seconds)

    def kmeans(self, model: SphericalKMeans) -> SphericalKMeans:
        """Fit k-means by angle to all rows by partial sums.

        Parameters
        ----------
        model : SphericalKMeans
            The model to fit; it is changed and returned, without `labels_`.

        Returns
        -------
        SphericalKMeans
            The fitted model.
        """
        from steersman.scale.clusters import partitioned_kmeans

        return partitioned_kmeans(self, model)

    def mixture(self, model: MultinomialMixture) -> MultinomialMixture:
        """Fit a mixture of multinomials to all rows by partial sums.

        Parameters
        ----------
        model : MultinomialMixture
            The model to fit, with the method "em" or "hard"; it is changed and returned, without
            `labels_`.

        Returns
        -------
        MultinomialMixture
            The fitted model.
        """
        from steersman.scale.clusters import partitioned_mixture

        return partitioned_mixture(self, model)

    def steer(
        self,
        job: Job,
        progress: Progress | None = None,
        cancelled: Callable[[], bool] | None = None,
        model: BaseEstimator | None = None,
    ) -> SteeredTable:
        """Learn from one part of the rows, steer on the second, test on the third.

        The model is fitted as `fit` does: "plane" (and "auto" where there is text), "logistic" and
        "martingale" on all training rows, any other on 100,000 of them. Cut-offs and guarantees
        come from exact counts of all tuning rows.

        Parameters
        ----------
        job : Job
            The want and how to reach it.
        progress : callable, optional
            Called with what is being done and the part done.
        cancelled : callable, optional
            When it returns true, `Cancelled` is raised before the next pass over the rows.
        model : classifier or Pipeline, optional
            Any scikit-learn classifier, in place of the model that the job names. A copy of it is
            fitted.

        Returns
        -------
        SteeredTable
            The pipeline, its steering and its final test.
        """
        from steersman.scale.steering_job import steer_partitions

        task = Task(progress=progress, cancelled=cancelled).monotone()
        return steer_partitions(self, job, task, model)


@dataclass(frozen=True)
class CodeCounts:
    """Counts the rows of each class in a partition."""

    classes: int

    def __call__(self, partition: Partition) -> Longs:
        return np.bincount(partition.open().codes, minlength=self.classes)
