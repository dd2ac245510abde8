"""The choice of the lab after each action, with every part checked."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from steersman.errors import SteersmanError, check_range
from steersman.learn.classic import BY_NAME, ClassicModel
from steersman.learn.knobs import Knob
from steersman.session.actions import Change
from steersman.session.datasets.corpus import Corpus
from steersman.session.lab import actions
from steersman.session.lab.sources import known_source
from steersman.session.state import RoomChoice

MOST_PAINTED = 1000
# Larger ones overflow where distances are squared.
FARTHEST = 1e9
MOST_MODELS = 2


@dataclass(frozen=True)
class LabModel:
    """A model of the lab; knobs and options that are not named have their defaults.

    `step` is how far its training has been played, None all the way.
    """

    model: str = "basic"
    knobs: Mapping[str, float] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    step: int | None = None


@dataclass(frozen=True)
class LabChoice(RoomChoice):
    """The choice of the lab: the source of the points, and one or two models.

    `painted` has a point (x, y, class 0 or 1) each; `columns` are two columns of the data set.
    """

    room = "lab"

    source: str = "gaussians"
    knobs: Mapping[str, float] = field(default_factory=dict)
    columns: tuple[str, ...] = ()
    painted: tuple[actions.Point, ...] = ()
    seed: int = 0
    models: tuple[LabModel, ...] = (LabModel(),)


def changed_choice(corpus: Corpus, choice: LabChoice, action: Change) -> LabChoice:
    """The choice after an action, checked."""
    match action:
        case actions.OpenLab():
            return choice
        case actions.ChooseLabSource(name):
            source = known_source(name)
            return replace(
                choice, source=source.name, knobs={}, models=fully_trained_models(choice)
            )
        case actions.MoveLabSource(name, value):
            knobs = known_source(choice.source).knobs
            turned = turned_knobs(choice.knobs, knobs, name, value)
            return replace(choice, knobs=turned, models=fully_trained_models(choice))
        case actions.ChooseLabColumns(first, second):
            return replace(choice, columns=known_columns(corpus, first, second))
        case actions.DrawLab():
            return replace(choice, seed=choice.seed + 1, models=fully_trained_models(choice))
        case actions.PaintLab(points):
            painted = checked_painting(points)
            return replace(
                choice, source="painted", painted=painted, models=fully_trained_models(choice)
            )
        case actions.ChooseLabModel(place, model):
            known_place(choice, place)
            return with_model(choice, place, LabModel(known_model(model).name))
        case actions.AddLabModel(model):
            if len(choice.models) == MOST_MODELS:
                raise SteersmanError(
                    "there are two models already",
                    todo="remove one first",
                    code="too-many-models",
                    most=MOST_MODELS,
                )
            return replace(choice, models=(*choice.models, LabModel(known_model(model).name)))
        case actions.RemoveLabModel(place):
            kept = known_place(choice, place)
            if len(choice.models) == 1:
                raise SteersmanError(
                    "the last model cannot be removed",
                    todo="choose another model instead",
                    code="last-model",
                    place=place,
                )
            return replace(choice, models=tuple(m for m in choice.models if m is not kept))
        case _:
            return changed_model(choice, action)


def changed_model(choice: LabChoice, action: Change) -> LabChoice:
    """The choice after an action on one of its models."""
    match action:
        case actions.MoveLabModel(place, name, value):
            model = known_place(choice, place)
            turned = turned_knobs(model.knobs, known_model(model.model).knobs, name, value)
            return with_model(choice, place, replace(model, knobs=turned, step=None))
        case actions.ChooseLabOption(place, name, value):
            model = known_place(choice, place)
            chosen = checked_option(known_model(model.model), name, value)
            options = {**model.options, name: chosen}
            return with_model(choice, place, replace(model, options=options, step=None))
        case actions.PlayLab(place, step):
            model = known_place(choice, place)
            if step is not None and step < 0:
                raise SteersmanError(
                    f"there is no step {step}",
                    todo="steps start at 0",
                    code="unknown-step",
                    step=step,
                )
            return with_model(choice, place, replace(model, step=step))
        case _:
            raise TypeError(f"{type(action).__name__} is not done in the lab")


def fully_trained_models(choice: LabChoice) -> tuple[LabModel, ...]:
    """The models with their training played to the end: other points, another training."""
    return tuple(replace(model, step=None) for model in choice.models)


def with_model(choice: LabChoice, place: int, model: LabModel) -> LabChoice:
    models = tuple(model if at == place else each for at, each in enumerate(choice.models))
    return replace(choice, models=models)


def known_place(choice: LabChoice, place: int) -> LabModel:
    if not 0 <= place < len(choice.models):
        raise SteersmanError(
            f"there is no model at place {place}",
            todo=f"{len(choice.models)} models are shown",
            code="unknown-place",
            place=place,
            models=len(choice.models),
        )
    return choice.models[place]


def known_model(name: str) -> ClassicModel:
    if name not in BY_NAME:
        raise SteersmanError(
            f"there is no model {name!r}",
            todo=f"choose from: {', '.join(BY_NAME)}",
            code="unknown-model",
            model=name,
        )
    return BY_NAME[name]


def known_columns(corpus: Corpus, first: str, second: str) -> tuple[str, str]:
    names = [str(name) for name in corpus.dataset.feature_names]
    for name in (first, second):
        if name not in names:
            raise SteersmanError(
                f"{corpus.dataset.name} has no column {name!r}",
                todo=f"try {names[0]!r}",
                code="column-missing",
                column=name,
                columns=tuple(names),
            )
    if first == second:
        raise SteersmanError(
            f"both columns are {first!r}",
            todo="choose two different ones",
            code="columns-equal",
            column=first,
        )
    return first, second


def turned_knobs(
    turned: Mapping[str, float], knobs: tuple[Knob, ...], name: str, value: float | None
) -> dict[str, float]:
    """Knobs with one turned, or put back by None."""
    known = {knob.name: knob for knob in knobs}
    if name not in known:
        raise SteersmanError(
            f"there is no knob {name!r}",
            todo=f"choose from: {', '.join(known) or 'another model'}",
            code="unknown-knob",
            knob=name,
        )
    rest = {key: each for key, each in turned.items() if key != name}
    return rest if value is None else {**rest, name: checked_value(known[name], value)}


def checked_value(knob: Knob, value: float) -> float:
    high = math.inf if knob.name == "n_neighbors" else knob.high
    check_range(knob.name, value, knob.low, high)
    return float(round(value)) if knob.whole else float(value)


def checked_option(model: ClassicModel, name: str, value: str) -> str:
    for option in model.options:
        if option.name == name:
            known = [each for each, _ in option.values]
            if value in known:
                return value
            raise SteersmanError(
                f"{name} cannot be {value!r}",
                todo=f"choose from: {', '.join(known)}",
                code="value-not-allowed",
                where=name,
                value=value,
                allowed=tuple(known),
            )
    raise SteersmanError(
        f"{model.title} has no option {name!r}",
        todo="choose another model",
        code="unknown-option",
        option=name,
        model=model.name,
    )


def checked_painting(points: tuple[actions.Point, ...]) -> tuple[actions.Point, ...]:
    if len(points) > MOST_PAINTED:
        raise SteersmanError(
            f"{len(points)} points are too many",
            todo=f"paint at most {MOST_PAINTED}",
            code="too-many-points",
            points=len(points),
            most=MOST_PAINTED,
        )
    for point in points:
        near = all(abs(value) <= FARTHEST for value in point)
        if len(point) != 3 or point[2] not in (0, 1) or not near:
            raise SteersmanError(
                f"invalid point {list(point)}",
                todo=f"send x and y up to {FARTHEST:,.0f}, and a class, 0 or 1",
                code="bad-point",
                point=point,
            )
    return points


def checked_choice(choice: LabChoice) -> None:
    """A choice that somebody else wrote down, every part of it checked."""
    source = known_source(choice.source)
    for name, value in choice.knobs.items():
        turned_knobs({}, source.knobs, name, value)
    checked_painting(choice.painted)
    if not 1 <= len(choice.models) <= MOST_MODELS or choice.seed < 0:
        raise SteersmanError(
            "the link has no lab settings",
            todo="open the lab again",
            code="bad-lab-link",
            models=len(choice.models),
            seed=choice.seed,
        )
    for model in choice.models:
        known = known_model(model.model)
        for name, value in model.knobs.items():
            turned_knobs({}, known.knobs, name, value)
        for name, word in model.options.items():
            checked_option(known, name, word)
