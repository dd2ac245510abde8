"""The lesson of height, weight and foot: every number of Gaussian naive Bayes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypedDict

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError
from steersman.maths.lessons import (
    ColumnGaussians,
    column_gaussians,
    densities,
    joint_and_posterior,
)
from steersman.session.actions import Query
from steersman.session.lessons.lesson import LessonAnswer, LessonQuestion, matrix_of, rows_text
from steersman.session.views import View

Sex = Literal["male", "female"]
Floats = NDArray[np.float64]
COLUMNS = ("height", "weight", "foot")
CLASSES: tuple[Sex, ...] = ("male", "female")
CURVE_POINTS = 97


@dataclass(frozen=True)
class LessonPeople(Query):
    """Gaussian naive Bayes on a few people: height in m, weight in kg, foot in cm."""

    rows: tuple[tuple[float, ...], ...]
    male: tuple[bool, ...]
    person: tuple[float, ...]
    unbiased: bool = False


class PeopleClassValues(TypedDict):
    """The Gaussians of one class, and what they say of the person asked about."""

    name: Sex
    prior: float
    means: list[float]
    deviations: list[float]
    densities: list[float]
    joint: float
    posterior: float
    other_posterior: float
    height_and_weight: float


class PeopleCurve(TypedDict):
    x: list[float]
    densities: list[list[float]]


class PeopleAnswer(LessonAnswer):
    """Every number of Gaussian naive Bayes."""

    classes: list[PeopleClassValues]
    decided: Sex
    pushes: list[float | None]
    """log density male minus log density female, column by column."""
    curves: list[PeopleCurve]


def people_view(asked: LessonPeople) -> View:
    """Fitted Gaussians, densities at the person asked about, products and posteriors."""
    X = matrix_of("people", asked.rows, len(COLUMNS), 4, 40)
    person = matrix_of("people", (asked.person,), len(COLUMNS), 1, 1)[0]
    codes = class_codes(asked, X)
    fitted = column_gaussians(X, codes, asked.unbiased)
    other = column_gaussians(X, codes, not asked.unbiased)
    at = densities(fitted, person)
    joint, posterior = joint_and_posterior(fitted, person)
    _, other_posterior = joint_and_posterior(other, person)
    with np.errstate(divide="ignore"):
        pushes = np.log(at[0]) - np.log(at[1])
    values: PeopleAnswer = {
        "classes": [
            {
                "name": name,
                "prior": float(fitted.priors[place]),
                "means": fitted.means[place].tolist(),
                "deviations": fitted.deviations[place].tolist(),
                "densities": at[place].tolist(),
                "joint": float(joint[place]),
                "posterior": float(posterior[place]),
                "other_posterior": float(other_posterior[place]),
                "height_and_weight": correlation(X[codes == place]),
            }
            for place, name in enumerate(CLASSES)
        ],
        "decided": CLASSES[int(posterior.argmax())],
        "pushes": [float(each) if np.isfinite(each) else None for each in pushes],
        "curves": [curve(fitted, X, person, column) for column in range(len(COLUMNS))],
    }
    return View("lesson-people", values)


def class_codes(asked: LessonPeople, X: Floats) -> NDArray[np.intp]:
    """0 for men and 1 for women; each needs two rows that differ in every column."""
    if len(asked.male) != len(asked.rows):
        raise SteersmanError(
            "each person has a row and a sex",
            todo="send as many of each",
            code="lengths-differ",
            lengths=(len(asked.rows), len(asked.male)),
        )
    codes = np.where(asked.male, 0, 1)
    for place, name in enumerate(CLASSES):
        mine = X[codes == place]
        if len(mine) < 2:
            raise SteersmanError(
                f"{name} has {len(mine)} row(s), too few for a variance",
                todo="keep at least two rows of each sex",
                code="class-too-small",
                label=name,
                rows=len(mine),
            )
        for column, values in zip(COLUMNS, mine.T):
            if np.ptp(values) == 0:
                raise SteersmanError(
                    f"all {name} rows have {column} {values[0]:g}, so the variance is 0",
                    todo="change one of them",
                    code="column-constant",
                    label=name,
                    column=column,
                    value=float(values[0]),
                )
    return codes


def correlation(X: Floats) -> float:
    """Of height and weight within a class, which naive Bayes takes to be 0."""
    return float(np.corrcoef(X[:, 0], X[:, 1])[0, 1])


def curve(fitted: ColumnGaussians, X: Floats, person: Floats, column: int) -> PeopleCurve:
    """The two densities of a column over what there is to see of it."""
    mine = fitted.deviations[:, column]
    low = min(X[:, column].min(), person[column], (fitted.means[:, column] - 2.2 * mine).min())
    high = max(X[:, column].max(), person[column], (fitted.means[:, column] + 2.2 * mine).max())
    room = 0.04 * (high - low)
    across = np.linspace(low - room, high + room, CURVE_POINTS)
    one = ColumnGaussians(fitted.means[:, [column]], fitted.deviations[:, [column]], fitted.priors)
    heights = np.array([densities(one, np.array([x]))[:, 0] for x in across]).T
    return {"x": across.tolist(), "densities": heights.tolist()}


def people_lines(asked: LessonPeople) -> str:
    return f"""\
import numpy as np
from steersman.maths.lessons import column_gaussians, densities, joint_and_posterior

people = {rows_text(asked.rows)}  # height, weight, foot
male = np.array({list(asked.male)})
person = np.array({list(asked.person)})

# without unbiased=True these are the posteriors of sklearn's GaussianNB(var_smoothing=0)
fitted = column_gaussians(people, np.where(male, 0, 1), unbiased={asked.unbiased})
product, posterior = joint_and_posterior(fitted, person)
print("densities", densities(fitted, person))
print("products, male and female", product)
print("posteriors", posterior)
"""


QUESTIONS = (LessonQuestion(LessonPeople, PeopleAnswer, people_view, people_lines),)
