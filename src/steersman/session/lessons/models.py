"""The lesson of many models: MAP, ML, Bayes' optimal classifier, and averaging on trial."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError, check_range
from steersman.learn.lessons import AveragingStudy, averaging_study, mean_interval
from steersman.maths.lessons import (
    average_chance,
    posterior_weights,
    priors_for_posterior,
    with_share,
)
from steersman.session.actions import Query
from steersman.session.lessons.lesson import Interval, LessonAnswer, LessonQuestion
from steersman.session.views import View
from steersman.tasks import Task

Side = Literal["+", "−"]
World = Literal["true", "fitted"]
Floats = NDArray[np.float64]
LEAST = 0.001


@dataclass(frozen=True)
class LessonModels(Query):
    """A few models with P(m), P(D|m) and P(+|m); `moved` names one whose share is set `to`.

    `share` says which: its posterior P(m|D) or its prior P(m).
    """

    priors: tuple[float, ...]
    likelihoods: tuple[float, ...]
    plus: tuple[float, ...]
    moved: int | None = None
    to: float = 0.0
    share: Literal["posterior", "prior"] = "posterior"


@dataclass(frozen=True)
class LessonAverage(Query):
    """Averaging against choosing, over and over."""

    world: World = "true"
    points: int = 12
    draws: int = 200
    seed: int = 0


class ModelsAnswer(LessonAnswer):
    """Posteriors of a few models, the ways of choosing one, and what all of them say together."""

    priors: list[float]
    likelihoods: list[float]
    plus: list[float]
    posterior: list[float]
    map: int
    ml: int | None
    map_says: Side
    ml_says: Side | None
    chance: float
    optimal_says: Side


class AverageAnswer(LessonAnswer):
    """Errors on new data of averaging and of choosing, over the draws."""

    world: World
    draws: int
    names: list[str]
    members: list[Interval]
    weights: list[float]
    average: Interval
    map: Interval
    ml: Interval
    best: int
    against_map: Interval
    against_ml: Interval
    against_best: Interval
    judged_on: int


def models_view(asked: LessonModels) -> View:
    """Posteriors of the models, the two ways of choosing one, and what all of them say together."""
    models = len(asked.priors)
    check_range("the number of models", models, 2, 8)
    if not models == len(asked.likelihoods) == len(asked.plus):
        raise SteersmanError(
            "priors, likelihoods and answers differ",
            todo="send one of each",
            code="lengths-differ",
            lengths=(models, len(asked.likelihoods), len(asked.plus)),
        )
    priors = np.array([check_range("P(m)", each, 0.0, 1.0) for each in asked.priors]).clip(LEAST)
    priors /= priors.sum()
    likelihoods = np.array([check_range("P(D|m)", each, LEAST, 1.0) for each in asked.likelihoods])
    plus = np.array([check_range("P(+|m)", each, 0.0, 1.0) for each in asked.plus])
    if asked.moved is not None:
        which = int(check_range("the model moved", asked.moved, 0, models - 1))
        to = min(max(asked.to, LEAST), 1.0 - LEAST)
        if asked.share == "prior":
            priors = with_share(priors, which, to)
        else:
            wanted = with_share(posterior_weights(priors, np.log(likelihoods)), which, to)
            priors = priors_for_posterior(wanted, likelihoods)
    posterior = posterior_weights(priors, np.log(likelihoods))
    chance = float(average_chance(posterior, plus))
    best, likeliest = int(posterior.argmax()), int(likelihoods.argmax())
    tied = bool(np.isclose(likelihoods, likelihoods[likeliest]).sum() > 1)
    values: ModelsAnswer = {
        "priors": priors.tolist(),
        "likelihoods": likelihoods.tolist(),
        "plus": plus.tolist(),
        "posterior": posterior.tolist(),
        "map": best,
        "ml": None if tied else likeliest,
        "map_says": side(float(plus[best])),
        "ml_says": None if tied else side(float(plus[likeliest])),
        "chance": chance,
        "optimal_says": side(chance),
    }
    return View("lesson-models", values)


def side(chance: float) -> Side:
    """The decision at this probability of a plus; a tie is a minus."""
    return "+" if chance > 0.5 else "−"


def average_view(asked: LessonAverage, task: Task) -> View:
    """Errors on fresh data of averaging and of choosing, over the draws."""
    points = int(check_range("the number of points", asked.points, 6, 400))
    draws = int(check_range("the number of draws", asked.draws, 4, 2000))
    if asked.world == "fitted":
        check_range("the number of points to fit models", points, 20, 400)
    values: AverageAnswer | None = None
    for study in averaging_study(asked.world, points, draws, asked.seed, task):
        values = average_values(study, asked.world)
        task.show("lesson-average", values)
    assert values is not None, "there are draws"  # noqa: S101
    return View("lesson-average", values)


def average_values(study: AveragingStudy, world: World) -> AverageAnswer:
    """Means with intervals, and paired differences: averaging minus a single model.

    The best member is named on the first half of the draws and judged on the second, so that
    naming it does not flatter it.
    """
    draws = len(study.average)
    half = draws // 2
    best = int(study.members[:half].mean(axis=0).argmin())
    return {
        "world": world,
        "draws": draws,
        "names": list(study.names),
        "members": [mean_interval(errors) for errors in study.members.T],
        "weights": study.weights.mean(axis=0).tolist(),
        "average": mean_interval(study.average),
        "map": mean_interval(study.chosen),
        "ml": mean_interval(study.likeliest),
        "best": best,
        "against_map": mean_interval(study.average - study.chosen),
        "against_ml": mean_interval(study.average - study.likeliest),
        "against_best": mean_interval((study.average - study.members[:, best])[half:]),
        "judged_on": draws - half,
    }


def models_lines(asked: LessonModels) -> str:
    moved = ""
    if asked.moved is not None and asked.share == "prior":
        moved = f"priors = with_share(priors, {asked.moved}, {asked.to!r})\n"
    elif asked.moved is not None:
        moved = (
            f"wanted = with_share(posterior_weights(priors, np.log(likelihoods)), {asked.moved}, "
            f"{asked.to!r})\npriors = priors_for_posterior(wanted, likelihoods)\n"
        )
    return f"""\
import numpy as np
from steersman.maths.lessons import posterior_weights, priors_for_posterior, with_share

priors = np.array({list(asked.priors)})
priors = priors / priors.sum()
likelihoods = np.array({list(asked.likelihoods)})
plus = np.array({list(asked.plus)})
{moved}posterior = posterior_weights(priors, np.log(likelihoods))
print("posteriors", posterior)
print("MAP says", "+" if plus[posterior.argmax()] > 0.5 else "-")
print("ML says", "+" if plus[likelihoods.argmax()] > 0.5 else "-", "(the first of equals)")
print("all say + with", posterior @ plus)
"""


def average_lines(asked: LessonAverage) -> str:
    return f"""\
from steersman.learn.lessons import averaging_study, mean_interval
from steersman.tasks import Task

*_, study = averaging_study(
    "{asked.world}", points={asked.points}, draws={asked.draws}, seed={asked.seed}, task=Task()
)
half = len(study.average) // 2
best = study.members[:half].mean(axis=0).argmin()  # named on one half, judged on the other
print("average [95 %]", mean_interval(study.average))
print("against MAP", mean_interval(study.average - study.chosen))
print("against", study.names[best], mean_interval((study.average - study.members[:, best])[half:]))
"""


QUESTIONS = (
    LessonQuestion(LessonModels, ModelsAnswer, models_view, models_lines),
    LessonQuestion(LessonAverage, AverageAnswer, average_view, average_lines, study=True),
)
