"""The choice of the compare room, with every part checked."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from steersman.compare.cost_measure import COST
from steersman.compare.cross_fitting import FOLDS_RANGE, REPEATS_RANGE
from steersman.compare.model_figures import INTERVALS, Interval
from steersman.compare.pairing import METHODS
from steersman.compare.recipes import Recipe
from steersman.compare.refitting import Question
from steersman.errors import SteersmanError, check_range
from steersman.evaluate.mcnemar_test import Method
from steersman.evaluate.outcomes import MEASURES
from steersman.learn.catalog import BY_NAME, model_named
from steersman.learn.wants import Want
from steersman.session.state import RoomChoice

MOST_MODELS = 12


@dataclass(frozen=True)
class CompareChoice(RoomChoice):
    """The choice of the compare room: the models, the folds, and how they are shown.

    `pair` names two of the models, or none is chosen.
    """

    room = "compare"
    goes_along = True

    models: tuple[Recipe, ...] = ()
    all_classes: bool = False
    folds: int = 5
    repeats: int = 1
    seed: int = 0
    measure: str = "accuracy"
    interval: Interval = "rows"
    method: Method = "auto"
    pair: tuple[str, ...] = ()


def checked_cuts(choice: CompareChoice, folds: int, repeats: int, seed: int) -> CompareChoice:
    """The choice with other folds."""
    return replace(
        choice,
        folds=check_range("folds", folds, *FOLDS_RANGE),
        repeats=check_range("repeats", repeats, *REPEATS_RANGE),
        seed=check_range("the seed", seed, 0, 2**31 - 1),
    )


def checked_view(
    choice: CompareChoice, measure: str, interval: Interval, method: Method
) -> CompareChoice:
    """The choice shown by another measure, interval or method."""
    for what, value, known in (
        # Cost is shown as soon as costs are set in Steer.
        ("measure", measure, (*MEASURES, COST)),
        ("interval", interval, INTERVALS),
        ("method", method, METHODS),
    ):
        if value not in known:
            raise SteersmanError(
                f"there is no {what} {value!r}",
                todo=f"choose from: {', '.join(known)}",
                code="value-not-allowed",
                where=what,
                value=value,
                allowed=tuple(known),
            )
    return replace(choice, measure=measure, interval=interval, method=method)


def with_pair(choice: CompareChoice, first: str, second: str) -> CompareChoice:
    """The choice with two of its models taken together."""
    names = [recipe.name for recipe in choice.models]
    for name in (first, second):
        if name not in names:
            raise SteersmanError(
                f"there is no model {name!r} in the comparison",
                todo=f"choose two of: {', '.join(names)}",
                code="model-not-compared",
                model=name,
                models=tuple(names),
            )
    if first == second:
        raise SteersmanError(
            "a model cannot be compared with itself",
            todo="choose two models",
            code="paired-with-itself",
            model=first,
        )
    return replace(choice, pair=(first, second))


def new_recipe(
    choice: CompareChoice,
    model: str,
    want: str,
    question: Question,
    costs: tuple[tuple[float, ...], ...] = (),
) -> Recipe:
    """A model of the catalog under a name that is not taken; its want is read at once."""
    model_named(model, sparse=question.sparse)
    if want:
        prices = np.asarray(costs) if costs else None
        Want(want).resolve(question.classes, question.positive, costs=prices)
    title = BY_NAME[model].title
    base = f"{title}: {want}" if want else title
    taken = {recipe.name for recipe in choice.models}
    name = next(
        each
        for each in (base, *(f"{base} {number}" for number in range(2, MOST_MODELS + 2)))
        if each not in taken
    )
    return Recipe(name, model, want=want, costs=costs if want else ())


def with_model(choice: CompareChoice, recipe: Recipe) -> CompareChoice:
    """The choice with one more model; it replaces one of the same name."""
    others = tuple(each for each in choice.models if each.name != recipe.name)
    if len(others) >= MOST_MODELS:
        raise SteersmanError(
            f"{MOST_MODELS} models is the most that can be compared",
            todo="remove one first",
            code="too-many-models",
            most=MOST_MODELS,
        )
    # Two names for one model would only repeat its column, and count as a pair in the tests.
    if any(each.nameless == recipe.nameless for each in others):
        raise SteersmanError(
            f"{recipe.summary()} is in the comparison already",
            todo="add another model, or change the want",
            code="model-compared-already",
            model=recipe.summary(),
        )
    return replace(choice, models=(*others, recipe))


def without_model(choice: CompareChoice, name: str) -> CompareChoice:
    """The choice without a model, and without a pair that it was in."""
    kept = tuple(each for each in choice.models if each.name != name)
    if len(kept) == len(choice.models):
        raise SteersmanError(
            f"there is no model {name!r} in the comparison",
            todo="choose one of the models in the list",
            code="model-not-compared",
            model=name,
            models=tuple(each.name for each in kept),
        )
    return replace(choice, models=kept, pair=() if name in choice.pair else choice.pair)


def with_pins(
    choice: CompareChoice, before: dict[str, Recipe], now: dict[str, Recipe]
) -> CompareChoice:
    """The choice after pins came and went; a model that was left out here stays out."""
    for name in before.keys() - now.keys():
        if any(each.name == name for each in choice.models):
            choice = without_model(choice, name)
    for name, recipe in now.items():
        alike = any(each.nameless == recipe.nameless for each in choice.models)
        # Only new pins are added: a model that was removed here must not come back by itself.
        if before.get(name) != recipe and not alike and len(choice.models) < MOST_MODELS:
            choice = with_model(choice, recipe)
    return choice


def choice_for_question(choice: CompareChoice, all_classes: bool) -> CompareChoice:
    """The choice for another question, without wants on the old one's classes."""
    kept = tuple(each for each in choice.models if not each.want)
    names = {each.name for each in kept}
    pair = choice.pair if names.issuperset(choice.pair) else ()
    return replace(choice, models=kept, all_classes=all_classes, pair=pair)


def checked_choice(choice: CompareChoice, question: Question) -> CompareChoice:
    """A choice that somebody else wrote down, every part of it checked."""
    checked = checked_cuts(choice, choice.folds, choice.repeats, choice.seed)
    checked = checked_view(checked, choice.measure, choice.interval, choice.method)
    check_range("models", len(choice.models), 0, MOST_MODELS)
    for recipe in choice.models:
        model_named(recipe.model, sparse=question.sparse)
        if recipe.want:
            costs = recipe.costs or None
            Want(recipe.want).resolve(question.classes, question.positive, costs=costs)
    if len(choice.pair) not in (0, 2):
        raise SteersmanError(
            "a pair needs two models",
            todo="choose two models",
            code="wrong-length",
            where="pair",
            length=len(choice.pair),
            expected=2,
        )
    return with_pair(checked, *choice.pair) if choice.pair else checked
