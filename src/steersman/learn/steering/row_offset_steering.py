"""Steering of several classes under limits that single rows decide: groups, and costs of rows."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.pipeline import Pipeline

from steersman.learn.promises import GroupPromise, Promise, promise_for
from steersman.learn.steering.holdout import confusion_of
from steersman.learn.steering.last_step import at_last_step, scorer_of
from steersman.learn.steering.pipelines import with_last_step
from steersman.learn.steering.ranking import SeenRanges
from steersman.learn.steering.row_costs import CostFigure
from steersman.learn.steering.row_limits import EachGroupLimit, cost_gaps
from steersman.learn.steering.row_offset_plan import RowOffsetPlan, refuse_unpromisable
from steersman.learn.steering.row_offsets import OffsetRows, best_row_offsets
from steersman.learn.steering.row_sweep import RowChoice, group_violations, worst_first
from steersman.learn.steering.thresholded import ThresholdedClassifier, class_scores
from steersman.learn.steering.visited_model import VisitedModel
from steersman.learn.wants import ClassBound, PromisedBy, Violation
from steersman.tasks import Task

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

PLANNED = 0.5
"""Part of the risk of planned offsets, where a single offset can show the limits too."""


@dataclass(frozen=True, eq=False)
class TakenOffsets:
    """Offsets that were taken: the promise, and for each limit in each group the rows it lacks."""

    offsets: Floats
    promise: Promise | None
    short: list[Floats]  # by limit on groups: (groups,), or (1,) for a gap
    gap: float


@dataclass(frozen=True, eq=False)
class RowOffsetSearch:
    """A search for offsets of one model, on rows with groups and costs."""

    model: object
    rows: OffsetRows
    start: Floats  # the offsets that the model has now
    own: Floats  # those that it has by itself
    reach: SeenRanges
    task: Task

    def choice(self, X: ArrayLike, confidence: float | None, *, keep: bool) -> RowChoice:
        """The model with the best offsets, and what they came to."""
        # Nobody tried all offsets: what was not found may exist.
        self.reach.exact = False
        if confidence is None:
            taken = self.counted_best(keep)
        elif tested_bounds(self.rows) or self.rows.cost_bounds:
            taken = self.promised_best(confidence)
        else:
            # Counts and costs alone promise nothing.
            plan = RowOffsetPlan(self.rows, self.own, 1.0 - confidence)
            taken = replace(self.counted_best(keep), promise=plan.promise(confidence))
        rows, offsets = self.rows, taken.offsets
        counts = rows.counts(offsets)
        self.reach.add(counts.matrices)
        before = confusion_of(self.model, X, rows.codes, np.asarray(rows.want.classes))
        begin = rows.counts(self.start)
        start = VisitedModel(self.model, before, float(rows.gaps(begin)[0]), 0.0)
        stays = np.array_equal(rows.predicted_codes(offsets), rows.predicted_codes(self.start))
        knobs: dict[str, object] = {"offsets": tuple(offsets.tolist())}
        damage = float(rows.damages(counts)[0])
        chosen = VisitedModel(
            self.model_with(offsets), counts.matrices[0], taken.gap, damage, knobs
        )
        if stays:
            start = chosen = replace(chosen, model=self.model, knobs={})
        outcomes = worst_first(rows.outcomes(counts, taken.short))
        values = {each: rows.value(each, counts) for each in rows.want.bounds if each.by_row}
        costs = None
        if rows.costs is not None:
            costs = (
                CostFigure.of(rows.losses(self.start)),
                CostFigure.of(rows.losses(offsets)),
            )
        broken = self.violations(taken, values) + tuple(group_violations(outcomes, taken.promise))
        return RowChoice(start, chosen, outcomes, taken.promise, broken, values, costs)

    def model_with(self, offsets: Floats) -> object:
        """The model with other offsets."""
        if isinstance(self.model, Pipeline) and len(self.model.steps) > 1:
            last = ThresholdedClassifier.around(self.model.steps[-1][1], offsets)
            return with_last_step(self.model, last)
        return ThresholdedClassifier.around(self.model, offsets)

    def counted_best(self, keep: bool) -> TakenOffsets:
        """The best offsets as counted on these rows."""
        rank = self.rows.rank(self.start)
        best = self.start
        if not (keep and rank[0] == 0.0):
            best = best_row_offsets(self.rows, self.start, self.task)
        counts = self.rows.counts(best)
        short = [limit.row_gaps()[0] for limit in self.rows.limits(counts)]
        return TakenOffsets(best, None, short, float(self.rows.gaps(counts)[0]))

    def promised_best(self, confidence: float) -> TakenOffsets:
        """The best offsets that hold on new data; where none do, the closest as counted."""
        refuse_unpromisable(self.rows)
        risk = 1.0 - confidence
        alone = self.one_offset_suffices
        several = len({each.places for each in tested_bounds(self.rows)}) > 1
        path_risk = 0.0 if not alone else risk * (1.0 - PLANNED if several else 1.0)
        single = self.best_single_offset(path_risk, confidence) if alone else None
        found = [single]
        if not alone or several:
            found.append(self.best_planned(risk - path_risk, confidence))
        kept = [each for each in found if each is not None and each.gap == 0.0]
        if kept:
            return min(kept, key=lambda each: self.rows.rank(each.offsets)[1])
        return self.closest_offsets(None if several else single, confidence)

    @property
    def one_offset_suffices(self) -> bool:
        """Whether all limits are on rows of known truth, which a single offset turns in one
        direction: then order statistics show what holds, from all rows."""
        kinds = [each.definition.promised_by for each in tested_bounds(self.rows)]
        gaps = any(each.written.gap_over for each in self.rows.want.bounds)
        costs = bool(self.rows.cost_bounds)
        return not gaps and not costs and all(kind is PromisedBy.ROW_RATE for kind in kinds)

    def best_single_offset(self, risk: float, confidence: float) -> TakenOffsets:
        """The best offset of the class that the first limit is about, with the others as they are
        in the model itself."""
        rows = self.rows
        moved = next((each.places[-1] for each in tested_bounds(rows) if each.places), 0)
        settings, counts = rows.path(self.own, moved)
        limits = [each for each in rows.limits(counts) if isinstance(each, EachGroupLimit)]
        sharing = sum(limit.parts for limit in limits)
        sums = counts.matrices[0].sum(axis=1).astype(np.float64)
        promise = promise_for(rows.other_bounds, sums, 1.0 - risk, sharing=sharing)
        part = risk / max(1, sharing + len(promise.promised_bounds))
        promised = [limit.promise(part) for limit in limits]
        groups = [each for kept, _ in promised for each in kept if isinstance(each, GroupPromise)]
        promise = replace(promise, confidence=confidence, groups=tuple(groups))
        gaps = promise.gaps(counts.matrices) + sum(
            (each.sum(axis=1) for _, each in promised), np.zeros(len(settings))
        )
        first = np.where(gaps == 0.0, -1.0, rows.gaps(counts))
        right = np.trace(counts.matrices, axis1=1, axis2=2)
        near = np.abs(settings - self.own[moved])
        at = int(np.lexsort((near, -right, rows.damages(counts), first))[0])
        offsets = self.own.copy()
        offsets[moved] = settings[at]
        return TakenOffsets(offsets, promise, [each[at] for _, each in promised], float(gaps[at]))

    def best_planned(self, risk: float, confidence: float) -> TakenOffsets | None:
        """The best of the planned offsets that passed their tests; None where none did."""
        plan = RowOffsetPlan(self.rows, self.own, risk)
        passed = plan.passed_offsets(self.task)
        counted = [self.rows.other_bounds.gaps_by_bound(self.rows.counts(each).matrices)
                   for each in passed]  # fmt: skip
        nothing = [each.definition.promised_by is PromisedBy.NOTHING
                   for each in self.rows.other_bounds.bounds]  # fmt: skip
        kept = [each for each, gaps in zip(passed, counted) if not gaps[0, nothing].any()]
        if not kept:
            return None
        # Settings that passed hold together, so that any choice among them is valid.
        best = min(kept, key=lambda each: self.rows.rank(each)[1:])
        limits = self.rows.limits(self.rows.counts(best))
        short = [np.zeros(each.parts) for each in limits]
        return TakenOffsets(best, plan.promise(confidence), short, 0.0)

    def closest_offsets(self, single: TakenOffsets | None, confidence: float) -> TakenOffsets:
        """The closest as counted: the start where it is as close, and never further away."""
        if single is not None:
            own = self.rows.rank(self.start)[0] <= self.rows.rank(single.offsets)[0]
            if not own:
                return single
        offsets = self.start
        if self.rows.rank(self.start)[0] > 0.0:
            offsets = best_row_offsets(self.rows, self.start, self.task)
        plan = RowOffsetPlan(self.rows, self.own, 1.0 - confidence)
        testing, counts = self.rows.part(~plan.plans), self.rows.counts(offsets)
        tested = testing.counts(offsets)
        short = []
        for limit in self.rows.limits(counts):
            chances = plan.chances(testing, offsets, tested, limit.bound)
            doubtful = (np.array(chances) > plan.risk).astype(np.float64)
            short.append(np.maximum(limit.row_gaps()[0], doubtful))
        promise = plan.promise(confidence) if single is None else single.promise
        gap = max(float(self.rows.gaps(counts)[0]), 1.0)
        if short and not any(each.any() for each in short) and not self.rows.cost_bounds:
            # No limit by itself is in doubt: the tests had ended before.
            short = [np.ones_like(each) for each in short]
        return TakenOffsets(offsets, promise, short, gap)

    def violations(
        self, taken: TakenOffsets, values: dict[ClassBound, float]
    ) -> tuple[Violation, ...]:
        """The limits on all rows, on gaps and on costs that do not hold (are not promised)."""
        rows, promised = self.rows, taken.promise is not None
        counts = rows.counts(taken.offsets)
        found = list(rows.other_bounds.violations(counts.matrices[0]))
        grouped = [each.bound for each in rows.limits(counts)]
        for bound, value in values.items():
            if bound in grouped:
                lacking = float(taken.short[grouped.index(bound)][0])
            else:
                assert counts.totals is not None  # noqa: S101
                assert rows.costs is not None  # noqa: S101
                seen = float(cost_gaps(bound, counts.totals, rows.costs)[0])
                lacking = max(seen, float(promised and taken.gap > 0.0))
            if lacking:
                found.append(Violation(bound.written, value, lacking, promised))
        if taken.gap and not found and not any(each.any() for each in taken.short):
            # Rates of all rows that hold here and are not shown.
            cells = counts.matrices[0].astype(np.float64)
            unshown = [each for each in tested_bounds(rows) if not each.written.grouping]
            found += [
                Violation(each.written, each.value(cells, None), 1.0, True) for each in unshown
            ]
        return tuple(found)


def tested_bounds(rows: OffsetRows) -> list[ClassBound]:
    """The bounds on rates of all rows or of groups."""
    nothing = PromisedBy.NOTHING
    return [
        each
        for each in rows.want.bounds
        if each.definition.promised_by is not nothing and not each.definition.is_cost
    ]


def offset_search(
    model: object, X: ArrayLike, rows: OffsetRows, reach: SeenRanges, task: Task
) -> RowOffsetSearch:
    """The search for offsets of a model whose scores the rows have."""
    last, design = at_last_step(model, X)
    own = np.asarray(class_scores(scorer_of(last), design).start, dtype=np.float64)
    scores = class_scores(last, design)
    start = np.asarray(scores.start, dtype=np.float64)
    return RowOffsetSearch(model, replace(rows, scores=scores.values), start, own, reach, task)
