"""The lesson of height, weight and foot: every number of Gaussian naive Bayes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError
from steersman.maths.lessons import (
    ColumnGaussians,
    column_gaussians,
    densities,
    joint_and_posterior,
)
from steersman.session.lessons.actions import LessonPeople
from steersman.session.lessons.checks import as_printed, check, matrix_of
from steersman.session.lessons.shapes import CheckValues, PeopleAnswer, PeopleCurve, Sex
from steersman.session.views import View

Floats = NDArray[np.float64]
PEOPLE = LessonPeople(
    rows=(
        (1.82, 82, 30), (1.80, 86, 28), (1.70, 77, 30), (1.80, 75, 25),
        (1.52, 45, 15), (1.65, 68, 20), (1.68, 59, 18), (1.75, 68, 23),
    ),
    male=(True,) * 4 + (False,) * 4,
    person=(1.81, 59, 21),
)  # fmt: skip
COLUMNS = ("height", "weight", "foot")
CLASSES: tuple[Sex, ...] = ("male", "female")
CURVE_POINTS = 97
PRINTED_MEANS = (("1.78", "80", "28.25"), ("1.65", "60", "19"))
PRINTED_DEVIATIONS = (("0.0469", "4.3012", "2.0463"), ("0.0834", "9.4074", "2.9154"))
TYPED_DEVIATIONS = (("0.04690416", "4.301163", "2.0463382"), ("0.08336666", "9.407444", "2.915476"))
PRINTED_JOINTS = ("7.854e-10", "1.730e-3")


def people_view(asked: LessonPeople) -> View:
    """Fitted Gaussians, densities at the person asked about, products and posteriors."""
    X = matrix_of("people", asked.rows, len(COLUMNS), 4, 40)
    person = matrix_of("people", (asked.person,), len(COLUMNS), 1, 1)[0]
    codes = class_codes(asked, X)
    fitted = column_gaussians(X, codes, asked.unbiased)
    other = column_gaussians(X, codes, not asked.unbiased)
    lecture = asked.rows == PEOPLE.rows and asked.male == PEOPLE.male and not asked.unbiased
    at = densities(fitted, person)
    joint, posterior = joint_and_posterior(fitted, person)
    _, other_posterior = joint_and_posterior(other, person)
    with np.errstate(divide="ignore"):
        pushes = np.log(at[0]) - np.log(at[1])
    values: PeopleAnswer = {
        "classes": [
            {
                "name": name,
                "rows": int(np.count_nonzero(codes == place)),
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
        "checks": checks(fitted, joint, person, asked.person == PEOPLE.person) if lecture else [],
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
                f"there are {len(mine)} {name} rows",
                todo="keep two of each, to have a spread",
                code="class-too-small",
                label=name,
                rows=len(mine),
            )
        for column, values in zip(COLUMNS, mine.T):
            if np.ptp(values) == 0:
                raise SteersmanError(
                    f"the {name} rows all have {column} {values[0]:g}: a Gaussian without width",
                    todo="make two of them differ",
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


def checks(
    fitted: ColumnGaussians, joint: Floats, person: Floats, the_person: bool
) -> list[CheckValues]:
    """Every number of the lecture's table and of its two products."""
    found: list[CheckValues] = []
    for place, name in enumerate(CLASSES):
        found.append(check(f"P({name})", "0.5", fitted.priors[place]))
        for column, title in enumerate(COLUMNS):
            mean, deviation = fitted.means[place, column], fitted.deviations[place, column]
            printed = PRINTED_DEVIATIONS[place][column]
            cut = "cut, not rounded: it is 2.91548" if printed == "2.9154" else ""
            found += [
                check(f"mean of {title}, {name}", PRINTED_MEANS[place][column], mean),
                check(f"σ of {title}, {name}", printed, deviation, cut),
                check(
                    f"σ of {title}, {name}, as typed", TYPED_DEVIATIONS[place][column], deviation
                ),
            ]
        if the_person:
            rounded = float(joint_and_posterior(rounded_fit(fitted), person)[0][place])
            note = "" if as_printed(PRINTED_JOINTS[place], rounded) else rounded_note(rounded)
            found.append(check(f"product, {name}", PRINTED_JOINTS[place], joint[place], note))
    return found


def rounded_fit(fitted: ColumnGaussians) -> ColumnGaussians:
    """The fit with the standard deviations as the lecture's formula has them."""
    printed = np.array(PRINTED_DEVIATIONS, dtype=np.float64)
    return fitted._replace(deviations=printed)


def rounded_note(product: float) -> str:
    return f"made with all digits: the rounded σ of the slide's formula give {product:.4g}"
