"""The next choice of the matrix room after an action that needs nothing but the choice."""

from __future__ import annotations

from dataclasses import replace

from steersman.session.actions import Change
from steersman.session.matrix import actions
from steersman.session.matrix.choice import MatrixChoice
from steersman.session.matrix.problem import MatrixProblem
from steersman.session.matrix.requests import (
    cell_bound,
    check_costs,
    checked_confidence,
    checked_learner,
    checked_levels,
    checked_prior,
    checked_threshold,
)


def next_choice(choice: MatrixChoice, action: Change) -> MatrixChoice:
    """The choice after an action; what depends on the rows was checked before."""
    match action:
        case actions.ChooseModel(model, levels, freeze, granularity, learner, published):
            return replace(
                choice,
                model=model,
                levels=checked_levels(levels),
                freeze=freeze,
                granularity=granularity,
                learner=checked_learner(learner),
                published=published,
            )
        case actions.MarkWeak(threshold):
            return replace(choice, threshold=checked_threshold(threshold))
        case actions.LockCell(true, predicted, locked):
            others = tuple(cell for cell in choice.locked if cell != (true, predicted))
            return replace(choice, locked=(*others, (true, predicted)) if locked else others)
        case actions.SetCosts(costs):
            return replace(choice, costs=costs)
        case actions.SetConfidence(confidence):
            checked_confidence(confidence)
            return replace(choice, confidence=confidence, shared=False)
        case actions.SetPrior(prior):
            return replace(choice, prior=prior)
        case actions.SetGroupCutoffs(column):
            return replace(choice, cutoff_column=column)
        case actions.PinModel(number, name):
            pins = {k: v for k, v in choice.pins.items() if k != str(number)}
            return replace(choice, pins=pins | ({str(number): name} if name else {}))
    raise TypeError(f"{type(action).__name__} is not done in the matrix room")


def check_for_problem(
    action: actions.LockCell | actions.SetCosts | actions.SetPrior, problem: MatrixProblem
) -> None:
    """Raise an error where classes, costs or a share do not fit the classes asked about."""
    match action:
        case actions.LockCell(true, predicted):
            cell_bound(true, predicted, 0, problem)
        case actions.SetCosts(costs):
            check_costs(costs, problem)
        case actions.SetPrior(prior):
            checked_prior(prior, problem)
