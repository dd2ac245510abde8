"""All training, tuning or final test rows of partitions, known by exact counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steersman._cached import cached_property
from steersman.learn.jobs import Job
from steersman.learn.steering import (
    Attainable,
    Steering,
    ThresholdedClassifier,
    class_scores,
    resolved_for_sweep,
)
from steersman.learn.wants import Want
from steersman.maths.confusion import Sweep
from steersman.scale.class_counts import PartShares
from steersman.scale.model_fits import Model, fit_model
from steersman.scale.partitioned_dataset import PartitionedDataset
from steersman.scale.score_counts import DistinctScores, MergedScores, ScoreCounts
from steersman.scale.steering_job import CountedDecisions, PartSizes, steered_by_counts
from steersman.tasks import Task

Ints = NDArray[np.int64]
MOST_SCORERS = 4
MOST_MATRICES = 256


@dataclass(frozen=True, eq=False)
class SweptMatrices(Attainable):
    """The matrices at every cut-off of a model, of rows that are known by counts alone."""

    matrices: Ints = field(default_factory=lambda: np.zeros((0, 2, 2), np.int64))

    def sweeps(self) -> Iterator[Ints]:
        """The matrix at every cut-off."""
        yield self.matrices

    @property
    def class_sizes(self) -> Ints:
        """(classes,) the number of rows of each class."""
        return np.asarray(self.matrices[0].sum(axis=1))


@dataclass(frozen=True, eq=False)
class PartRows:
    """One part of all rows: the class to catch against all others.

    Scores of the last few scorers are kept as counts, so that another cut-off costs no pass over
    the rows; of more than a million rows, decisions are counted anew.
    """

    dataset: PartitionedDataset  # of two classes
    shares: PartShares
    part: int

    def __getstate__(self) -> dict[str, object]:
        """What a worker needs: what is known already stays here."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @cached_property
    def class_sizes(self) -> Ints:
        """(classes,) the number of rows of each class."""
        sizes: Ints = self.dataset.reduce(PartSizes(2, self.shares), np.add)[self.part]
        return sizes

    @property
    def rows(self) -> int:
        """The number of rows."""
        return int(self.class_sizes.sum())

    @property
    def content_key(self) -> tuple[object, ...]:
        """What decides all counts: the content of the partitions, and which of their rows."""
        return (*self.dataset.content_key, self.shares, self.part)

    def fit(self, model: Model, task: Task) -> Model:
        """Fit a model to these rows: to all of them where sums are enough, else to some."""
        return fit_model(self.dataset, model, task, self.shares, self.part)

    @cached_property
    def known_scores(self) -> dict[int, tuple[object, ScoreCounts]]:
        """Counts of scores by the identity of the scorer, which is kept with them."""
        return {}

    @cached_property
    def known_matrices(self) -> dict[int, tuple[object, Ints]]:
        """Confusion matrices by the identity of the model, which is kept with them."""
        return {}

    def score_counts(self, scorer: object) -> ScoreCounts:
        """The distinct scores of all rows, counted once."""
        known = self.known_scores
        if id(scorer) not in known:
            work = DistinctScores(scorer, self.shares, self.part)
            known[id(scorer)] = scorer, self.dataset.reduce(work, ScoreCounts.plus)
            for old in list(known)[:-MOST_SCORERS]:
                del known[old]
        return known[id(scorer)][1]

    def merged_scores(self, model: object) -> MergedScores:
        """The scores of a model as counts."""
        return KnownScores(self.dataset, model, self.shares, self.rows, part=self)

    def matrix(self, model: Any) -> Ints:
        """(2, 2) the confusion matrix of a model on all rows."""
        known = self.known_matrices
        if id(model) not in known:
            known[id(model)] = model, self.counted_matrix(model)
            for old in list(known)[:-MOST_MATRICES]:
                del known[old]
        return known[id(model)][1]

    def counted_matrix(self, model: Any) -> Ints:
        """The confusion matrix of a model, from known scores where only its cut-off is moved."""
        if not self.rows:
            return np.zeros((2, 2), np.int64)
        if isinstance(model, ThresholdedClassifier) and self.merged_scores(model).is_small:
            counts = self.score_counts(model.estimator_)
            # A row is of the second class where its score is above the cut-off.
            last = int(np.searchsorted(counts.values, float(model.setting()), side="right"))
            below = counts.negatives[:last].sum(), counts.positives[:last].sum()
            above = counts.negatives[last:].sum(), counts.positives[last:].sum()
            return np.array(list(zip(below, above)), np.int64)
        work = CountedDecisions(model, self.dataset.classes, self.shares, self.part)
        matrix: Ints = self.dataset.reduce(work, np.add)
        return matrix

    def attainable(self, model: object) -> SweptMatrices:
        """The matrices that the cut-offs of a model can give."""
        scorer = model.estimator_ if isinstance(model, ThresholdedClassifier) else model
        start = class_scores(model, self.dataset.partitions[0].open().X[:1]).start
        sweep = self.merged_scores(scorer).sweep(middle_setting, float(start))
        return SweptMatrices(np.zeros(0), start, np.zeros(0, np.intp), sweep.matrices)

    def steer(
        self,
        model: object,
        want: Want,
        *,
        confidence: float | None = None,
        among: int = 1,
        costs: ArrayLike | None = None,
        positive: object = None,
        prior: float | None = None,
    ) -> Steering:
        """Steer a model to a want by its cut-off, on exact counts of all rows."""
        sure = None if confidence is None else 1.0 - (1.0 - confidence) / among
        resolved = resolved_for_sweep(
            want,
            self.dataset.classes,
            self.class_sizes.astype(np.float64),
            positive=positive,
            prior=prior,
            costs=costs,
        )
        job = Job(str(want), confidence=sure)
        steering = steered_by_counts(self.merged_scores(model), resolved, job)
        if confidence is None or steering.promise is None:
            return steering
        promise = replace(steering.promise, confidence=confidence, among=among)
        return replace(steering, promise=promise)


@dataclass(frozen=True, eq=False)
class KnownScores(MergedScores):
    """Scores of one part of all rows, whose counts are kept."""

    part: PartRows | None = None

    def sweep(self, best: Any, own: float) -> Sweep:
        """The cut-offs to choose from; `best` finds the best of a first, coarse choice."""
        assert self.part is not None  # noqa: S101
        if not self.is_small:
            return super().sweep(best, own)
        model = self.model
        scorer = model.estimator_ if isinstance(model, ThresholdedClassifier) else model
        return self.part.score_counts(scorer).sweep()


def middle_setting(coarse: Sweep) -> int:
    """The setting in the middle: where nothing is asked, no cut-off is looked at more closely."""
    return len(coarse.settings) // 2
