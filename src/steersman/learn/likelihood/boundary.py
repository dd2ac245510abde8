"""Decision boundaries of categories in the likelihood plane, read from the knobs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from numbers import Integral

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steersman.errors import SteersmanError
from steersman.maths.likelihood import Curve, cost_ratio, margins

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Boundary:
    """A line y = slope * x + intercept, or a curve; a document below it is positive.

    `cost_shift` is the part of the intercept that comes from costs.
    """

    slope: float
    intercept: float
    cost_shift: float = 0.0
    curve: Curve | None = None

    def margins(self, coordinates: Floats) -> Floats:
        """(documents,): how far each point lies below the boundary."""
        if self.curve is None:
            return margins(coordinates, self.slope, self.intercept)
        return self.curve.heights(coordinates[:, 0]) - coordinates[:, 1]


def value_of(name: str, values: object, place: int, categories: Iterable[object]) -> object:
    """The value for the category at `place`, from one for all, a mapping or a sequence."""
    known = list(categories)
    if isinstance(values, Mapping):
        if set(values) != set(known):
            raise SteersmanError(
                f"{name} has values for {list(values)}, but the categories are {known}",
                todo="give one value for each category, or a single number",
                code="category-values",
                name=name,
                came=list(values),
                categories=known,
            )
        return values[known[place]]
    if isinstance(values, list | tuple | np.ndarray):
        if len(values) != len(known):
            raise SteersmanError(
                f"{name} has {len(values)} values for {len(known)} categories",
                todo=f"give one for each of {known}, or a single number",
                code="category-value-count",
                name=name,
                came=len(values),
                categories=known,
            )
        return values[place]
    return values


def number_of(name: str, values: object, place: int, categories: Iterable[object]) -> float | None:
    """The finite number that a knob has for the category at `place`; None stays None."""
    value = value_of(name, values, place, categories)
    if value is None:
        return None
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        number = np.nan
    if not np.isfinite(number):
        raise SteersmanError(
            f"{name} is {value!r}",
            todo="give a finite number",
            code="bad-setting",
            name=name,
            value=value,
        )
    return number


def prior_of(values: object, place: int, categories: Iterable[object]) -> float | None:
    """The P(c) that a person gave for the category at `place`, if any."""
    prior = number_of("prior", values, place, categories)
    if prior is not None and not 0.0 < prior < 1.0:
        raise SteersmanError(
            f"prior is {prior:g}",
            todo="give a probability above 0 and below 1, or None",
            code="bad-setting",
            name="prior",
            value=prior,
        )
    return prior


def costs_of(values: object, place: int, categories: Iterable[object]) -> float:
    """The cost ratio of the category at `place`: of one 2x2 matrix or of one per category."""
    if values is None:
        return 1.0
    shared = not isinstance(values, Mapping) and np.ndim(values) == 2  # type: ignore[arg-type]
    costs = values if shared else value_of("costs", values, place, categories)
    if costs is None:
        return 1.0
    try:
        matrix = np.asarray(costs, dtype=float)
    except (TypeError, ValueError):
        matrix = np.array(np.nan)
    if matrix.shape != (2, 2) or not np.all(np.isfinite(matrix)):
        raise SteersmanError(
            f"costs is {costs!r}",
            todo="give [[tn, fp], [fn, tp]] in finite numbers",
            code="costs-shape",
            costs=costs,
        )
    (true_negative, false_positive), (false_negative, true_positive) = matrix
    if false_positive <= true_negative or false_negative <= true_positive:
        raise SteersmanError(
            f"costs {matrix.tolist()} make an error cost no more than a correct decision",
            todo="give [[tn, fp], [fn, tp]] with fp above tn and fn above tp",
            code="costs-reward-errors",
            costs=matrix.tolist(),
        )
    return cost_ratio(matrix)


def given_curve(values: object, degree: int, place: int, categories: Iterable[object]) -> Curve:
    """The curve that a person gave: one for all, or one for each category."""
    shared = not isinstance(values, Mapping) and np.ndim(values) == 1  # type: ignore[arg-type]
    own = values if shared else value_of("curve_coefficients", values, place, categories)
    coefficients = np.asarray(own, dtype=float)
    if coefficients.shape != (degree + 1,) or not np.all(np.isfinite(coefficients)):
        raise SteersmanError(
            f"curve_coefficients has shape {coefficients.shape} for degree {degree}",
            todo=f"give {degree + 1} finite numbers, lowest power of x first",
            code="curve-shape",
            shape=coefficients.shape,
            degree=degree,
        )
    return Curve(coefficients)


def is_whole(value: object) -> bool:
    """Whether a parameter is a whole number; True and False are not."""
    return isinstance(value, Integral) and not isinstance(value, bool)


def smoothing(name: str, value: float | ArrayLike, features: int) -> float | Floats:
    """alpha or beta, checked: one number above 0 or one for each feature."""
    try:
        numbers = np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        numbers = np.array(np.nan)
    if numbers.ndim > 0 and numbers.shape != (features,):
        raise SteersmanError(
            f"{name} has shape {numbers.shape}, but there are {features} features",
            todo="give one number or one for each feature",
            code="smoothing-shape",
            name=name,
            shape=numbers.shape,
            features=features,
        )
    if not np.all((numbers > 0) & (numbers < np.inf)):
        wrong = value if numbers.ndim == 0 else numbers[~((numbers > 0) & (numbers < np.inf))][0]
        raise SteersmanError(
            f"{name} is {wrong}, but it must be above 0: 0 makes unseen words impossible",
            todo="give a finite number above 0, however small",
            code="bad-setting",
            name=name,
            value=wrong,
        )
    return float(numbers) if numbers.ndim == 0 else numbers
