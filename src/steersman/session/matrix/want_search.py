"""The search for a setting of the current model that keeps a want."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from steersman.learn.martingale import (
    with_granularity,
    with_weak_threshold,
)
from steersman.learn.steering import (
    UNSEEN,
    Rank,
    SteerableClassifier,
    Steering,
    free_label,
    group_step,
    with_one_cutoff,
)
from steersman.learn.wants import Want
from steersman.session.matrix.begins import (
    VisitedBegins,
    fitted_ancestor,
    fitted_ancestors,
    rank_of_steering,
    ranks_of_begins,
    row_ranks_of_begins,
)
from steersman.session.matrix.choice import MatrixChoice
from steersman.session.matrix.known_scores import know_scores
from steersman.session.matrix.loosening import find_looser_want, without_way
from steersman.session.matrix.model_jobs import (
    brief_mark,
    is_compared_quickly,
    is_quick,
    rows_behind,
    steered_part,
    steering_toward,
)
from steersman.session.matrix.model_registry import (
    ModelOrigin,
    RegisteredModel,
    stacked_counts,
)
from steersman.session.matrix.models import MatrixModels, choice_of
from steersman.session.matrix.outcome import (
    Outcome,
    reached_bounds,
    reached_objective,
    steered_outcome,
    with_better_model,
)
from steersman.session.matrix.problem import MatrixProblem
from steersman.session.matrix.requests import (
    checked_prior,
)
from steersman.session.matrix.row_wants import (
    SteerColumns,
    asks_of_rows,
    recipe_want,
    row_guarantees,
    row_objective,
    with_row_values,
)
from steersman.session.matrix.stored_models import pack_steering
from steersman.session.state import State
from steersman.tasks import Task
from steersman.workers import WorkerJob

MOST_QUICK_BEGINS = 5
"""Of more models, those of a small table are compared by a worker, too."""
MOST_QUICK_CLASSES = 10
"""With more of them, the integer program for the nearest matrix can take seconds."""


@dataclass(frozen=True)
class FoundSteering:
    """A steering with the registered model it began at, and that model as it was given to it."""

    steering: Steering
    begin: RegisteredModel
    model: object


def rank_of_found(found: FoundSteering) -> Rank:
    """How good the model of a steering is; smaller is better."""
    return rank_of_steering(found.steering)


class WantSearch:
    """The search for a setting that keeps a want, from the current model on."""

    def __init__(
        self,
        models: MatrixModels,
        state: State,
        problem: MatrixProblem,
        want: Want,
        costs: NDArray[np.float64] | None,
        task: Task,
    ) -> None:
        self.models, self.state, self.problem, self.want = models, state, problem, want
        self.costs, self.task, self.choice = costs, task, choice_of(state)
        self.shown = models.current_model(state)
        # A guarantee is valid only if the held out rows had no part in the model's scores, so
        # steering starts from the model as fitted.
        self.afresh = promises_new_rows(self.choice, want)
        self.columns: SteerColumns = {}
        self.mark = brief_mark(models.question(state), self.choice.model, problem)
        self.prior = checked_prior(self.choice.prior, problem)
        self.guaranteed = guaranteed_models(models, state) if self.afresh else 0
        self.among = self.guaranteed if self.choice.shared and self.afresh else 1
        self.options: dict[str, Any] = {
            "confidence": self.choice.confidence,
            "costs": costs,
            "positive": problem.positive,
            "prior": self.choice.prior,
            "among": self.among,
            "referral": free_label(problem.classes),
        }

    def find(self) -> FoundSteering:
        """The best steering from the first model, or from another where that leads to more."""
        begin = fitted_ancestor(self.models, self.state) if self.afresh else self.shown
        best = self.found_from(begin)
        # What can be reached must not depend on the way there: the fitted model, and those visited
        # on the way from it, are tried too.
        if not self.afresh:
            best = self.best_from_visited(best)
        know_scores(
            self.models.registry(self.state),
            best.steering.model,
            self.choice.model,
            self.problem.holdout,
            lambda: (self.inputs(best.model), "after"),
            self.task,
        )
        if best.begin is self.shown and group_step(self.shown.model) is None:
            return best
        # Progress is measured against the model that the person sees, not against the restart.
        return replace(
            best, steering=replace(best.steering, before=self.shown.counts_for(self.want))
        )

    def best_from_visited(self, best: FoundSteering) -> FoundSteering:
        """The best steering from the fitted model and the most promising of those visited."""
        others = VisitedBegins(self.models, self.state, self.problem, best.steering.want)
        if others.fitted is not None:
            best = min(best, self.found_from(others.fitted), key=rank_of_found)
        # A steering to groups, costs of rows or a referral turns cut-offs alone: it is as quick to
        # try as to judge.
        begins = others.visited_models()
        if not begins:
            return best
        if asks_of_rows(self.want) or self.want.refers or self.choice.cutoff_column:
            ranks = self.row_ranks(begins)
        else:
            ranks = self.ranks_of_begins(others, begins)
        rank, begin = min(zip(ranks, begins), key=lambda each: (each[0], -each[1].number))
        if rank < rank_of_found(best) or not best.steering.met:
            self.know_begin(begin, others)
            best = min(best, self.found_from(begin), key=rank_of_found)
        return best

    def know_begin(self, begin: RegisteredModel, others: VisitedBegins) -> None:
        """Have the scores of a visited model at hand: they are among the inputs of its steering."""
        registry, holdout = self.models.registry(self.state), self.problem.holdout
        known = others.scores.find(begin.model, holdout)
        if known is not None:
            registry.know_scores(begin.model, holdout, {"values": known.values, "decided": None})
            return
        question = self.models.question(self.state)
        know_scores(
            registry,
            begin.model,
            self.choice.model,
            holdout,
            lambda: (*question, begin.number, "tuning"),
            self.task,
        )

    def ranks_of_begins(
        self, others: VisitedBegins, begins: Sequence[RegisteredModel]
    ) -> list[Rank]:
        """How good the best cut-off of each model is; where that takes long, a worker says it."""
        holdout, known = self.problem.holdout, others.known_cutoffs(begins)
        asked = (self.want, self.choice.costs, self.prior, self.problem.positive)
        compared = [holdout, *(each.model for each in begins)]
        if (ranks := others.scores.last_ranks(compared, asked)) is not None:
            return ranks
        models = [None if seen else each.model for each, seen in zip(begins, known)]
        given = (others.want, stacked_counts(begins, others.want.want), models, known, holdout)
        quick = is_compared_quickly(self.choice.model, self.problem, known)
        found = self.task.result(
            "ranks of models",
            lambda: (self.inputs(self.shown.model), *(each.number for each in begins)),
            lambda: ranks_of_begins(*given, self.task),
            job=None if quick else self.job("begin-ranks", given, "models seen before"),
            stored=False,
        )
        others.keep_cutoffs(begins, found)
        others.scores.keep_ranks(compared, asked, found.ranks)
        return found.ranks

    def row_ranks(self, begins: Sequence[RegisteredModel]) -> list[Rank]:
        """The same under limits that single rows decide, for which each model is steered."""
        holdout = self.problem.holdout
        options = self.options | {"confidence": None} | dict(self.columns)
        given = ([each.model for each in begins], holdout, self.want, options)
        quick = is_quick(self.choice.model, self.problem) and len(begins) <= MOST_QUICK_BEGINS
        quick = quick or holdout.whole is not None
        return self.task.result(
            "row ranks of models",
            lambda: (self.inputs(self.shown.model), *(each.number for each in begins)),
            lambda: row_ranks_of_begins(*given, self.task),
            job=None if quick else self.job("begin-row-ranks", given, "models seen before"),
            stored=False,
        )

    def found_from(self, begin: RegisteredModel) -> FoundSteering:
        """The steering of one model to the want; its result is stored."""
        choice, problem, task = self.choice, self.problem, self.task
        model = with_granularity(with_one_cutoff(begin.model), choice.granularity)
        model = with_weak_threshold(model, choice.threshold)
        options = self.options | dict(self.columns)

        given = (model, rows_behind(model), steered_part(problem), self.want, options)
        steering = task.result(
            "steered",
            partial(self.inputs, model),
            lambda: steering_toward(model, problem, self.want, options, task),
            pack=lambda found: pack_steering(found, model),
            unpack=lambda stored: self.models.restored.unpack(stored, model),
            job=self.job("steer-model", given, "the search"),
        )
        # The tuning rows are kept apart from every fit.
        return FoundSteering(replace(steering, fitted=UNSEEN), begin, model)

    def job(self, name: str, given: tuple[object, ...], about: str) -> WorkerJob | None:
        """A job of the search, unless it counts the rows in partitions."""
        if self.problem.holdout.whole is not None:
            return None
        return WorkerJob(name, given, about, self.mark)

    def inputs(self, model: object) -> object:
        """The inputs of a steering, as the key of its stored result.

        The number tells two searches for the same want apart, one of which may have been cut short.
        """
        want, choice, holdout = self.want, self.choice, self.problem.holdout
        asked = (want.bounds, want.objective, choice.confidence, choice.costs)
        in_use: tuple[object, ...] = () if choice.prior is None else (choice.prior,)
        in_use += (self.columns,) if self.columns else ()
        in_use += ("shared",) if choice.shared else ()
        turned = (choice.model, choice.granularity, choice.threshold)
        scores = tuple(self.models.registry(self.state).part_scores(model, holdout))
        rows = (self.problem.positive, holdout, scores)
        return (len(self.models.outcomes), *asked, *in_use, *turned, *rows)

    def outcome(self, found: FoundSteering) -> Outcome:
        """The outcome of a steering, whose models are registered."""
        steering, restarted = found.steering, self.afresh and found.begin is not self.shown
        same = np.array_equal(steering.after, self.shown.counts_for(self.want))
        as_it_was = same and (not steering.met or steering.model is found.model)
        # What decides at one cut-off for all is another model, even with the same matrix.
        as_it_was &= group_step(found.begin.model) is None or not steering.met
        # A restart that missed the want must not replace the tuned model that is shown. Nor must
        # one that so few rows could not guarantee: no setting is closer to a guarantee than others.
        refused = restarted or steering.code == "too-few-rows"
        as_it_was = as_it_was or (refused and not steering.met)
        numbers, after = registered_trajectory(
            self.models, self.state, found.begin, self.problem, self.want, steering, as_it_was
        )
        at = (steering.after, self.problem, self.costs, self.prior)
        reached = with_row_values(reached_bounds(self.want, *at), steering)
        outcome = replace(
            steered_outcome(
                reached,
                steering,
                numbers,
                self.shown.number if as_it_was else after,
                self.target(found),
            ),
            before=self.shown.number,
            afresh=restarted,
            confidence=self.choice.confidence,
            among=self.among,
            guaranteed_models=self.guaranteed,
            prior=self.choice.prior,
            best=row_objective(reached_objective(self.want, *at), steering),
            groups=steering.groups,
            row_guarantees=row_guarantees(steering),
            cost_column=self.want.cost_column,
            row_costs=steering.row_costs,
        )
        # What was tuned on the held out rows can be promised of no others.
        if steering.judged_by_promise or asks_of_rows(self.want):
            return outcome
        return with_better_model(outcome, steering, self.models.registry(self.state).models)

    def target(self, found: FoundSteering) -> NDArray[np.int64]:
        """The nearest matrix that meets what was asked; of many classes a worker computes it."""
        job, bare = None, without_way(found.steering)
        if len(bare.classes) > MOST_QUICK_CLASSES and bare.ended != "already-met":
            # The model has no part in it.
            bare = replace(bare, model=cast(SteerableClassifier, None))
            job = WorkerJob("target-matrix", (bare,), "the nearest matrix")
        return self.task.result(
            "target matrix",
            lambda: (self.inputs(found.model), found.steering.before),
            lambda: target_matrix(bare, self.task),
            job=job,
            stored=False,
        )

    def looser(self, found: FoundSteering) -> Want | None:
        """A looser want that can be kept; checked by steering to it."""
        options = self.options | dict(self.columns)
        steering, holdout = without_way(found.steering), self.problem.holdout

        given = (steering, rows_behind(steering.model), holdout, options)
        return self.task.result(
            "looser want",
            partial(self.inputs, found.model),
            lambda: find_looser_want(steering, None, holdout, options, self.task),
            job=self.job("looser-want", given, "the search for a looser want"),
        )


def target_matrix(steering: Steering, task: Task) -> NDArray[np.int64]:
    """The matrix nearest to the first of a steering that meets what was asked."""
    task.report("looking for the nearest matrix", 0.0)
    return steering.target()


def guaranteed_models(models: MatrixModels, state: State) -> int:
    """How many fitted models a guarantee was asked of on the tuning rows, with the current one.

    Those that were refused count too: on other tuning rows they might not have been.
    """
    shelved = models.registry(state).models
    asked = [
        shelved[each.before]
        for each in models.outcomes_of(state)
        if each.confidence is not None and each.want.has_rates
    ]
    ancestors = fitted_ancestors(shelved)
    fitted = [*(ancestors[each.number] for each in asked), fitted_ancestor(models, state)]
    return len({each.number for each in fitted})


def promises_new_rows(choice: MatrixChoice, want: Want) -> bool:
    """Whether something is promised of new rows: then no model will do that was tuned on the
    held out rows, because its scores have learned from them."""
    if choice.confidence is None:
        return False
    return want.has_rates


def registered_trajectory(
    models: MatrixModels,
    state: State,
    shown: RegisteredModel,
    problem: MatrixProblem,
    want: Want,
    steering: Steering,
    as_it_was: bool,
) -> tuple[list[int], int]:
    """The numbers of the models on the way from the one `shown`, now on the shelf, and of the
    one that was taken; a search that changed nothing took none."""
    shelf, choice = models.registry(state), choice_of(state)
    begun = with_one_cutoff(shown.model)
    offered = with_granularity(begun, choice.granularity)
    weak = with_weak_threshold(offered, choice.threshold) is not offered
    recipe = shown.recipe.steered_to(
        recipe_want(want), problem.holdout.size, choice.confidence, choice.costs, choice.prior
    )
    recipe = replace(recipe, threshold=choice.threshold) if weak else recipe
    origin = ModelOrigin(
        shown.number,
        want,
        choice.confidence,
        choice.costs,
        prior=choice.prior,
        cutoff_column=choice.cutoff_column,
    )
    origin = replace(origin, threshold=choice.threshold) if weak else origin
    if choice.shared and promises_new_rows(choice, want):
        origin = replace(origin, among=guaranteed_models(models, state))
        recipe = replace(recipe, among=origin.among)
    if offered is not begun:
        recipe = replace(recipe, granularity=choice.granularity)
        origin = replace(origin, granularity=choice.granularity)
    # With locks, another model of the trajectory may have been taken than steering chose.
    own = steering.met or not choice.locked
    numbers = [shown.number]
    after = shown.number
    for place, seen in enumerate(steering.trajectory[1:], start=1):
        taken = seen.model is steering.model
        shelved = shelf.add(
            seen.model,
            str(want),
            problem,
            steering.after if taken else seen.matrix,
            gap=seen.gap,
            objective=seen.objective,
            knobs=seen.knobs,
            tuned=shown.tuned,
            recipe=recipe,
            origin=replace(origin, place=None if taken and own else place),
        )
        numbers.append(shelved.number)
        after = shelved.number if taken else after
    if not as_it_was and after == shown.number and steering.model is not shown.model:
        # The model that was taken need not be on the trajectory.
        after = shelf.add(
            steering.model, str(want), problem, gap=steering.gap, recipe=recipe, origin=origin
        ).number
        numbers.append(after)
    return numbers, after
