"""Intervals for measured figures, each saying how it was made."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.stats import norm

from steersman.errors import SteersmanError
from steersman.evaluate.measures import checked_labels
from steersman.evaluate.outcomes import (
    MEASURES,
    OTHER_NAMES_OF_ACCURACY,
    Floats,
    Measure,
    class_cells,
    measure_values,
    outcomes,
)
from steersman.evaluate.resampling import resampled_sums
from steersman.maths.confusion import f1_interval, wilson_interval


@dataclass(frozen=True)
class Figure:
    """A measured figure with its interval; `method` says how the interval was made."""

    name: str
    value: float
    low: float
    high: float
    confidence: float
    method: str


def figure_text(figure: Figure) -> str:
    """The figure with its interval.

    >>> figure_text(wilson(9, 10))
    '0.900 (0.596 to 0.982)'
    """
    return f"{figure.value:.3f} ({figure.low:.3f} to {figure.high:.3f})"


def checked_z(confidence: float) -> float:
    """The two-sided normal quantile of a confidence."""
    if not 0.0 < confidence < 1.0:
        raise SteersmanError(
            f"confidence={confidence!r} is not between 0 and 1",
            todo="use a value such as 0.95",
            code="bad-confidence",
            confidence=confidence,
        )
    return float(norm.ppf((1 + confidence) / 2))


def wilson(successes: int, trials: int, confidence: float = 0.95, name: str = "share") -> Figure:
    """A share and Wilson's score interval for it.

    Parameters
    ----------
    successes, trials : int
        The share is successes / trials.
    confidence : float
        Confidence of the interval.
    name : str
        Name of the figure.

    Returns
    -------
    Figure
        The share with its interval.

    Examples
    --------
    >>> figure = wilson(9, 10)
    >>> figure.value, round(figure.low, 3), round(figure.high, 3)
    (0.9, 0.596, 0.982)
    """
    if not 0 <= successes <= trials:
        raise SteersmanError(
            f"{successes} successes in {trials} trials is impossible",
            todo="use 0 <= successes <= trials",
            code="bad-successes",
            successes=successes,
            trials=trials,
        )
    low, high = wilson_interval(successes, trials, checked_z(confidence))
    return Figure(name, successes / trials if trials else 0.0, low, high, confidence, "Wilson")


def bootstrap_interval(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    measure: str | Measure = "f1_macro",
    *,
    confidence: float = 0.95,
    n_resamples: int = 2000,
    random_state: int | np.random.Generator = 0,
) -> Figure:
    """A measure with its percentile bootstrap interval, from rows drawn with replacement.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (rows,)
        True and predicted labels.
    measure : str or callable
        A name such as "accuracy" or "f1_macro", or a function of (y_true, y_pred).
    confidence : float
        Share of the drawn values that the interval holds.
    n_resamples : int
        Number of random resamples.
    random_state : int or numpy.random.Generator
        Seed or generator of the draws.

    Returns
    -------
    Figure
        The measure with its interval.

    Examples
    --------
    >>> figure = bootstrap_interval(list("aabb") * 5, list("abbb") * 5, "accuracy")
    >>> figure.low < figure.value == 0.75 < figure.high
    True
    """
    checked_z(confidence)
    true, predicted = checked_labels(y_true, y_pred)
    rng = np.random.default_rng(random_state)
    n_rows = len(true)
    if isinstance(measure, str):
        (rows,) = outcomes(true, predicted)
        value = float(measure_values(measure, rows.sum(axis=0), n_rows))
        drawn = np.concatenate(
            [
                measure_values(measure, sums, n_rows)
                for sums in resampled_sums(rows, n_resamples, rng)
            ]
        )
        name = measure
    else:
        value, name = measure(true, predicted), measure.__name__
        picks = (rng.integers(0, n_rows, n_rows) for _ in range(n_resamples))
        drawn = np.array([measure(true[pick], predicted[pick]) for pick in picks])
    low, high = np.quantile(drawn, [(1 - confidence) / 2, (1 + confidence) / 2])
    return Figure(name, value, float(low), float(high), confidence, "percentile bootstrap")


def figures(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    confidence: float = 0.95,
    n_resamples: int = 2000,
    random_state: int = 0,
) -> list[Figure]:
    """Accuracy, averages, and the precision, recall and F1 of each class, all with intervals.

    Shares get Wilson's interval, F1 of a class the one of the share it grows with, averages the
    bootstrap. With one label a row, micro averages and weighted recall are
    accuracy and get its interval.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (rows,) or (rows, classes)
        True and predicted labels; zeros and ones where rows may have several labels.
    confidence : float
        Confidence of the intervals.
    n_resamples : int
        Number of bootstrap resamples.
    random_state : int
        Seed of the bootstrap.

    Returns
    -------
    list of Figure
        All figures, accuracy first, then averages, then those of each class.

    Examples
    --------
    >>> for figure in figures(["a", "b"] * 10, ["a", "b"] * 9 + ["b", "b"])[:2]:
    ...     print(f"{figure.name} {figure.value:.2f} [{figure.low:.2f}, {figure.high:.2f}]")
    accuracy 0.95 [0.76, 0.99]
    balanced_accuracy 0.95 [0.83, 1.00]
    """
    true, predicted = checked_labels(y_true, y_pred)
    (rows,) = outcomes(true, predicted)
    sums = rows.sum(axis=0)
    accuracy = wilson(int(sums[0]), len(rows), confidence, "accuracy")
    found = [accuracy, *averaged_figures(rows, confidence, n_resamples, random_state)]
    if true.ndim == 1:
        found = [
            replace(accuracy, name=each.name) if each.name in OTHER_NAMES_OF_ACCURACY else each
            for each in found
        ]
    names = class_names(true, predicted)
    for label, tp, fp, fn in zip(names, *class_cells(sums), strict=True):
        found += class_figures(label, int(tp), int(fp), int(fn), confidence)
    return found


def averaged_figures(
    rows: Floats, confidence: float, n_resamples: int, random_state: int
) -> list[Figure]:
    """Every named measure but accuracy, of the outcomes of all rows, from the same draws."""
    rng = np.random.default_rng(random_state)
    # Measures are functions of the same sums, so one set of draws serves them all.
    drawn = np.concatenate(list(resampled_sums(rows, n_resamples, rng)))
    sums = rows.sum(axis=0)
    ends = [(1 - confidence) / 2, (1 + confidence) / 2]
    found = []
    for name in MEASURES:
        if name != "accuracy":
            value = float(measure_values(name, sums, len(rows)))
            low, high = np.quantile(measure_values(name, drawn, len(rows)), ends)
            method = "percentile bootstrap"
            found.append(Figure(name, value, float(low), float(high), confidence, method))
    return found


def class_figures(
    label: object, tp: int, fp: int, fn: int, confidence: float = 0.95
) -> list[Figure]:
    """Precision, recall and F1 of one class from its counts, with intervals.

    >>> [round(figure.value, 2) for figure in class_figures("spam", 8, 2, 0)]
    [0.8, 1.0, 0.89]
    """
    value = 2 * tp / (2 * tp + fp + fn) if tp else 0.0
    low, high = f1_interval(tp, fp, fn, checked_z(confidence))
    return [
        wilson(tp, tp + fp, confidence, f"precision({label})"),
        wilson(tp, tp + fn, confidence, f"recall({label})"),
        Figure(f"f1({label})", value, low, high, confidence, "Wilson of tp / (tp + fp + fn)"),
    ]


def class_names(true: NDArray[np.generic], predicted: NDArray[np.generic]) -> list[object]:
    """The classes that occur, or the columns' positions where rows have several labels."""
    if true.ndim == 2:
        return list(range(true.shape[1]))
    names: list[object] = np.unique(np.concatenate([true, predicted])).tolist()
    return names
