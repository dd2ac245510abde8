"""Requests of the matrix room: checked, and translated into a want for steering."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from steersman.compare.recipes import LEARNERS, PROGRAMS, Learner, Recipe, program_settings
from steersman.errors import SteersmanError
from steersman.learn.catalog import BY_NAME
from steersman.learn.steering import Attainable
from steersman.learn.wants import Bound, Prior, Want
from steersman.session.matrix.actions import AskWant, EditCell, SteerToCost
from steersman.session.matrix.choice import MatrixChoice
from steersman.session.matrix.problem import MatrixProblem, check_class

MOST_LEVELS = 40


def choice_for_new_question(choice: MatrixChoice) -> MatrixChoice:
    """The choice for another question: the same model, without the old costs, locks and pins."""
    return MatrixChoice(
        choice.model,
        choice.levels,
        choice.freeze,
        choice.granularity,
        choice.learner,
        choice.published,
        choice.threshold,
        choice.all_classes,
        confidence=choice.confidence,
    )


def as_recipe(choice: MatrixChoice, recipe: Recipe) -> MatrixChoice:
    """The choice with the kind of model that a recipe makes; one from outside has none."""
    if recipe.model not in BY_NAME:
        return choice
    if recipe.model not in PROGRAMS:
        return replace(choice, model=recipe.model)
    return replace(
        choice,
        model=recipe.model,
        levels=recipe.levels,
        freeze=recipe.freeze,
        granularity=recipe.granularity,
        learner=recipe.learner,
        published=recipe.published,
    )


def checked_levels(levels: int) -> int:
    if not 1 <= levels <= MOST_LEVELS:
        raise SteersmanError(
            f"a program cannot have {levels} levels",
            todo=f"choose 1 to {MOST_LEVELS}",
            code="bad-levels",
            levels=levels,
        )
    return levels


def check_costs(costs: tuple[tuple[float, ...], ...], problem: MatrixProblem) -> None:
    size = len(problem.classes)
    if costs and (len(costs) != size or any(len(row) != size for row in costs)):
        raise SteersmanError(
            f"the cost matrix must have {size} rows of {size}",
            todo="fill in every cell",
            code="bad-costs",
        )
    if not all(np.isfinite(cost) and cost >= 0 for row in costs for cost in row):
        raise SteersmanError(
            "a cost is negative or not a number", todo="enter 0 or more", code="bad-costs"
        )


def checked_confidence(confidence: float | None) -> None:
    if confidence is not None and not 0.5 <= confidence < 1:
        raise SteersmanError(
            f"the confidence cannot be {confidence:g}",
            todo="choose a value from 0.5 to 0.999",
            code="bad-confidence",
            confidence=confidence,
        )


def checked_prior(share: float | None, problem: MatrixProblem) -> Prior | None:
    """The share of the class to catch in use; None where it is that of the rows."""
    if share is None:
        return None
    place = problem.classes.index(problem.positive) if problem.positive else 0
    return Prior.of(share, place, len(problem.classes))


def checked_learner(learner: Learner) -> Learner:
    if learner not in LEARNERS:
        raise SteersmanError(
            f"there is no node learner {learner!r}",
            todo=f"choose from: {', '.join(LEARNERS)}",
            code="unknown-learner",
            learner=learner,
        )
    return learner


def checked_threshold(threshold: float) -> float:
    if not 0.0 <= threshold <= 0.5:
        raise SteersmanError(
            f"the weak threshold cannot be {threshold:g}",
            todo="choose a value from 0 to 0.5",
            code="bad-threshold",
            threshold=threshold,
        )
    return threshold


def recipe_of(choice: MatrixChoice) -> tuple[object, ...]:
    """The settings that decide a fit; the granularity of a program does not."""
    if choice.model not in PROGRAMS:
        return (choice.model,)
    return (choice.model, choice.levels, choice.freeze, choice.learner, choice.published)


def settings_of(choice: MatrixChoice) -> dict[str, object]:
    """The settings that the chosen model takes."""
    return program_settings(fitted_recipe(choice))


def fitted_recipe(choice: MatrixChoice) -> Recipe:
    """How the chosen model is made, before it is steered."""
    if choice.model not in PROGRAMS:
        return Recipe("", choice.model)
    parts = (choice.levels, choice.freeze, choice.granularity, choice.learner)
    return Recipe("", choice.model, *parts, published=choice.published)


def asked_want(
    asked: EditCell | AskWant, problem: MatrixProblem, before: Want | None = None
) -> Want:
    """The want of a request; a person's text is parsed here and nowhere after.

    An edit of a cell keeps the limit on rows that go to a person, where the model has one (`before`
    is what it was steered to).
    """
    if isinstance(asked, AskWant):
        return Want(asked.want)
    kept = [bound for bound in (before.bounds if before else ()) if bound.definition.of_referred]
    edited = cell_bound(asked.true, asked.predicted, asked.count, problem)
    return Want.of_bounds([edited, *(replace(bound, locked=True) for bound in kept)])


def with_locks(
    want: Want,
    locked: Sequence[tuple[int, int]],
    problem: MatrixProblem,
    matrix: NDArray[np.int64],
) -> Want:
    """The want, with the cells at these places kept as they are in a matrix."""
    names = problem.classes
    locks = [
        cell_bound(names[row], names[column], int(matrix[row, column]), problem)
        for row, column in locked
    ]
    return want.with_bounds((*want.bounds, *(replace(each, locked=True) for each in locks)))


def locked_places(
    asked: EditCell | AskWant | SteerToCost, choice: MatrixChoice, problem: MatrixProblem
) -> list[tuple[int, int]]:
    """The places of the cells that must not get worse; an edit of a locked cell is meant."""
    edited = (asked.true, asked.predicted) if isinstance(asked, EditCell) else None
    return [
        (problem.classes.index(true), problem.classes.index(predicted))
        for true, predicted in choice.locked
        # A person who edits a locked cell means the edit.
        if (true, predicted) != edited
    ]


def lowest_cost(attainable: Attainable, costs: NDArray[np.float64] | None) -> Want:
    """The want for the lowest cost that a threshold can give."""
    if costs is None:
        raise SteersmanError(
            "no costs are set", todo="set costs in Steer > Costs first", code="costs-missing"
        )
    return Want.of_bounds([Bound("cost", (), "<=", attainable.lowest_cost(costs))])


def cell_bound(true: str, predicted: str, count: int, problem: MatrixProblem) -> Bound:
    """Errors are bounded from above, right decisions from below."""
    for name in (true, predicted):
        check_class(name, problem.classes)
    if count < 0:
        raise SteersmanError(
            f"a cell cannot be {count}", todo="enter 0 or more", code="bad-count", count=count
        )
    return Bound("cell", (true, predicted), ">=" if true == predicted else "<=", float(count))
