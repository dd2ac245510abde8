"""Models that a steering may begin at: the fitted one, and those visited on the way from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn import config_context
from sklearn.pipeline import Pipeline

from steersman.learn.blas import one_blas_thread
from steersman.learn.martingale import shared_designs
from steersman.learn.steering import (
    Attainable,
    Goal,
    Rank,
    Steering,
    calibration_of,
    scorer_of,
    steer,
)
from steersman.learn.wants import ResolvedWant, Want
from steersman.maths.confusion import OffsetPath
from steersman.session.matrix.model_registry import RegisteredModel, stacked_counts
from steersman.session.matrix.models import MatrixModels
from steersman.session.matrix.problem import MatrixProblem, Part
from steersman.session.matrix.row_wants import asks_of_rows
from steersman.session.state import State
from steersman.tasks import Task

Ints = NDArray[np.int64]

MOST_SCORERS = 100
"""Models with scores of their own whose cut-offs are looked at, the best as visited first."""
MOST_TOGETHER = 100_000
"""Confusion matrices that are compared at once."""


class VisitedBegins:
    """Models to begin at other than the current one: those that score the rows differently.

    All cut-offs of the current model's own scores are searched anyway.
    """

    def __init__(
        self, models: MatrixModels, state: State, problem: MatrixProblem, want: ResolvedWant
    ) -> None:
        self.problem, self.want, self.goal = problem, want, Goal(want)
        self.scores = models.visited_scores
        self.shown, origin = models.current_model(state), fitted_ancestor(models, state)
        shelved = models.registry(state).models
        ancestors = fitted_ancestors(shelved)
        self.family = [each for each, first in zip(shelved, ancestors) if first is origin]
        own = scorer_of(self.shown.model)
        self.fitted = None if scorer_of(origin.model) is own else origin
        self.searched = {id(own), id(scorer_of(origin.model))}

    def visited_models(self) -> list[RegisteredModel]:
        """The best model of each other scorer, the best first."""
        found: dict[int, tuple[Rank, RegisteredModel]] = {}
        others = [
            each
            for each in self.family
            if id(scorer_of(each.model)) not in self.searched
            and (self.want.refers or not each.referred)
        ]
        if not others:
            return []
        ranks = self.goal.ranks(stacked_counts(others, self.want.want))
        for each, rank in zip(others, ranks):
            scorer = id(scorer_of(each.model))
            if scorer not in found or rank < found[scorer][0]:
                found[scorer] = rank, each
        ordered = sorted(found.values(), key=lambda each: (each[0], each[1].number))
        return [each for _, each in ordered[:MOST_SCORERS]]

    def known_cutoffs(self, begins: Sequence[RegisteredModel]) -> list[Attainable | None]:
        """What the cut-offs of each model can give, where an earlier want asked for it."""
        return [self.scores.find(each.model, self.problem.holdout) for each in begins]

    def keep_cutoffs(self, begins: Sequence[RegisteredModel], found: BeginRanks) -> None:
        """Keep what was computed of models for the next want."""
        for each, attainable in zip(begins, found.computed):
            if attainable is not None:
                self.scores.add(each.model, self.problem.holdout, attainable)


def best_cutoff_ranks(goal: Goal, counts: Ints, scored: Iterable[Attainable]) -> list[Rank]:
    """How good the best cut-off of each model is (of several classes, the best single offset).

    Cut-offs of many models are compared together: one by one would be felt at every edit.
    """
    ranks = goal.ranks(counts)
    waiting: list[tuple[int, Ints]] = []

    def compare() -> None:
        found = goal.best_ranks([matrices for _, matrices in waiting])
        for (place, _), rank in zip(waiting, found):
            ranks[place] = min(ranks[place], rank)
        waiting.clear()

    for place, attainable in enumerate(scored):
        for sweep in attainable.sweeps():
            if isinstance(sweep, OffsetPath):
                rank = goal.best_rank(sweep, goal.gaps(sweep))[1]
                ranks[place] = min(ranks[place], rank)
                continue
            waiting.append((place, sweep))
            if sum(len(matrices) for _, matrices in waiting) > MOST_TOGETHER:
                compare()
    compare()
    return ranks


class LastDesign:
    """The rows of a part as the last steps of models see them; many share the steps before."""

    def __init__(self, part: Part) -> None:
        self.part = part
        self.steps: list[object] = []
        self.rows = part.X

    def attainable(self, model: object) -> Attainable:
        """The matrices that the cut-offs of a model can give."""
        if self.part.whole is not None or not isinstance(model, Pipeline):
            return self.part.attainable(model)
        steps = [step for _, step in model.steps[:-1]]
        if list(map(id, steps)) != list(map(id, self.steps)):
            self.steps, self.rows = steps, model[:-1].transform(self.part.X)
        return Attainable.of(model.steps[-1][1], self.rows, self.part.y)


@dataclass(frozen=True)
class BeginRanks:
    """How good the best cut-off of each model is, and what was computed to find out."""

    ranks: list[Rank]
    computed: list[Attainable | None]


def ranks_of_begins(
    want: ResolvedWant,
    counts: Ints,
    models: Sequence[object],
    known: Sequence[Attainable | None],
    holdout: Part,
    task: Task,
) -> BeginRanks:
    """How good the best cut-off of each model is; only those not `known` yet are scored."""
    computed: list[Attainable | None] = [None] * len(known)
    design = LastDesign(holdout)

    def attainable_by_model() -> Iterator[Attainable]:
        for place, attainable in enumerate(known):
            if attainable is None:
                task.report("comparing models seen before", place / len(known))
                attainable = computed[place] = design.attainable(models[place])
            yield attainable

    # The rows are those of all models, and were looked at for the first.
    with one_blas_thread(), shared_designs(), config_context(assume_finite=True):
        ranks = best_cutoff_ranks(Goal(want), counts, attainable_by_model())
    return BeginRanks(ranks, computed)


def row_ranks_of_begins(
    models: Sequence[Any],
    holdout: Part,
    want: Want,
    options: Mapping[str, Any],
    task: Task,
) -> list[Rank]:
    """How good the best cut-offs of each model are under limits that single rows decide."""
    ranks = []
    for place, model in enumerate(models):
        task.report("comparing models seen before", place / len(models))
        found = steer(model, holdout.X, holdout.y, want, cancelled=task.cancelled, **options)
        ranks.append(rank_of_steering(found))
    return ranks


def rank_of_steering(steering: Steering) -> Rank:
    """How good the model of a steering is; smaller is better."""
    if not asks_of_rows(steering.want.want):
        return Goal(steering.want).rank(steering.after)
    # Single rows decide the damage, which no matrix shows.
    own = (seen for seen in steering.trajectory if seen.model is steering.model)
    damage = next((seen.objective for seen in own), np.inf)
    return steering.gap, damage, -int(np.trace(steering.after))


def fitted_ancestor(models: MatrixModels, state: State) -> RegisteredModel:
    """The fitted model that the current one was steered from."""
    return fitted_ancestors(models.registry(state).models)[models.current_model(state).number]


def fitted_ancestors(shelved: Sequence[RegisteredModel]) -> list[RegisteredModel]:
    """The fitted model that each model was steered from, itself where it was fitted.

    A calibrated model is one if the scores are those of the fitted model: they learned nothing from
    the held out rows.
    """
    first: list[RegisteredModel] = []
    found: list[RegisteredModel] = []
    for each in shelved:
        parent = each.origin.parent
        first.append(each if parent is None else first[parent])
        calibration = calibration_of(each.model)
        if calibration is None or scorer_of(each.model) is not scorer_of(first[-1].model):
            found.append(first[-1])
        elif parent is not None and calibration_of(shelved[parent].model) is calibration:
            found.append(found[parent])
        else:
            found.append(each)
    return found
