"""The best decision line for points in likelihood space, with a proof that no line is better.

A point counts as positive when y < slope * x + intercept. All finite slopes are searched, falling
ones too; a vertical line is not among them, but every decision it makes can be made by a line
steep enough, and those are.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steersman.errors import SteersmanError
from steersman.maths.confusion import BinaryCounts
from steersman.maths.likelihood import under_line
from steersman.maths.lines import (
    CertifiedLine,
    SearchLimits,
    accuracy_goal,
    best_cut,
    certified_line,
    cost_goal,
    f_beta_goal,
    fewest_fp_goal,
    g_mean_goal,
    most_tp_goal,
)
from steersman.palette import LIGHT
from steersman.pictures import facts_table, html_card, matrix_table, new_axes

Floats = NDArray[np.float64]
Booleans = NDArray[np.bool_]
# Far more than a million points need; a search must not be endless for points nobody thought of.
MAX_SECONDS = 60.0
Metric = str | tuple[str, float] | tuple[str, float, float]
"""'f1', 'f2', 'f0.5', ('fbeta', 2.0), 'accuracy', 'gmean' or ('cost', fp_cost, fn_cost)."""


@dataclass(frozen=True, repr=False)
class Line:
    """A line and what it scores; `upper_bound` is a score that no line in range can exceed."""

    slope: float
    intercept: float
    score: float
    upper_bound: float
    counts: BinaryCounts

    def decides(self, x: ArrayLike, y: ArrayLike) -> Booleans:
        """True for each point that the line calls positive."""
        points = np.column_stack([np.asarray(x, float), np.asarray(y, float)])
        return under_line(points, self.slope, self.intercept)

    def __repr__(self) -> str:
        proven = "" if self.score == self.upper_bound else f" (at most {self.upper_bound:.4g})"
        sign = "-" if self.intercept < 0 else "+"
        line = f"y < {self.slope:.6g} x {sign} {abs(self.intercept):.6g}"
        return f"<Line {line}: score {self.score:.4g}{proven}>"

    def _repr_html_(self) -> str:
        tp, fp, fn, tn = self.counts
        table = matrix_table([[tn, fp], [fn, tp]], ["negative", "positive"], "its decisions")
        proven = self.score == self.upper_bound
        facts = [
            ("slope", f"{self.slope:.6g}"),
            ("intercept", f"{self.intercept:.6g}"),
            ("score", f"{self.score:.6g}"),
            ("no line exceeds", f"{self.upper_bound:.6g}"),
        ]
        note = "No other line is better." if proven else "A better line may exist."
        return html_card("Line: positive below it", facts_table(facts), table, note=note)

    def plot(
        self,
        x: ArrayLike | None = None,
        y: ArrayLike | None = None,
        positive: ArrayLike | None = None,
        *,
        ax: Any = None,
    ) -> Any:
        """Draw the line and, if they are given, points.

        Needs matplotlib: ``pip install 'steersman[plot]'``.

        Parameters
        ----------
        x, y : array-like of shape (points,), optional
            Coordinates of points.
        positive : array-like of shape (points,), optional
            Which points are positive.
        ax : matplotlib.axes.Axes, optional
            Axes to draw in; without them a new figure.

        Returns
        -------
        matplotlib.axes.Axes
            The axes.
        """
        axes = new_axes(ax)
        if x is not None and y is not None:
            points = np.column_stack([np.asarray(x, float), np.asarray(y, float)])
            of_class = np.zeros(len(points), bool) if positive is None else truths(positive)
            for kind, color in ((False, "negative"), (True, "positive")):
                style = {"color": LIGHT[color], "markersize": 3, "alpha": 0.7, "label": color}
                axes.plot(*points[of_class == kind].T, "o", **style)
            axes.legend(frameon=False)
        limits = axes.axis()
        axes.axline((0.0, self.intercept), slope=self.slope, color=LIGHT["line"])
        axes.axis(limits)
        return axes


def best_line(
    x: ArrayLike,
    y: ArrayLike,
    positive: ArrayLike,
    metric: Metric = "f1",
    *,
    slopes: tuple[float, float] = (-np.inf, np.inf),
    most_ranges: int = 2**62,
    max_seconds: float = MAX_SECONDS,
    tolerance: float = 0.0,
) -> Line:
    """The line that scores best of all lines, by `metric`, on points (points,) of two classes.

    `metric` is "f1", any other "f" with its beta as in "f0.5" or ("fbeta", 0.5), "accuracy",
    "gmean" (of recall and specificity) or ("cost", fp_cost, fn_cost), whose score is minus the
    cost. `slopes` narrows the lines to a range of slopes, ends included. `upper_bound` equals the
    score unless a limit on the work stopped the search early; then no line scores more than it.
    The line keeps off the points; lines that differ by less than floating point resolves are taken
    as one.

    Parameters
    ----------
    x, y : array-like of shape (points,)
        Coordinates of the points.
    positive : array-like of shape (points,)
        Which points are positive.
    metric : str or tuple
        Score to maximize.
    slopes : tuple of two floats
        Lowest and highest slope.
    most_ranges : int
        Limit on the number of ranges of slopes to search.
    max_seconds : float
        Limit on the time of the search.
    tolerance : float
        How far the score may stay below the upper bound.

    Returns
    -------
    Line
        The line with its score, the upper bound and the counts of its decisions.

    Examples
    --------
    >>> line = best_line([0, 1, 2, 3], [1, 0, 3, 2], [False, True, False, True])
    >>> line.score, line.upper_bound
    (1.0, 1.0)
    >>> line.decides([0, 1, 2, 3], [1, 0, 3, 2])
    array([False,  True, False,  True])
    """
    points = checked_points(x, y, positive)
    if not slopes[0] <= slopes[1]:
        raise SteersmanError(
            f"slopes go from {slopes[0]} to {slopes[1]}",
            todo="give the lower end first",
            code="slopes-reversed",
            slopes=tuple(slopes),
        )
    goal = metric_goal(metric, points[2])
    limits = SearchLimits(most_ranges, max_seconds, tolerance)
    return line_with_counts(certified_line(*points, goal, slopes, limits), points[2])


def best_intercept(
    x: ArrayLike, y: ArrayLike, positive: ArrayLike, slope: float = 1.0, metric: Metric = "f1"
) -> Line:
    """The line that scores best of all lines of one slope; see `best_line`.

    >>> best_intercept([0, 0, 0], [1, 2, 3], [True, False, False]).intercept
    1.5
    """
    points = checked_points(x, y, positive)
    if not np.isfinite(slope):
        raise SteersmanError(
            f"slope is {slope}",
            todo="give a finite number",
            code="bad-setting",
            name="slope",
            value=slope,
        )
    return line_with_counts(best_cut(*points, metric_goal(metric, points[2]), slope), points[2])


def best_line_under(
    x: ArrayLike,
    y: ArrayLike,
    positive: ArrayLike,
    *,
    max_fp: int | None = None,
    max_fn: int | None = None,
    slopes: tuple[float, float] = (-np.inf, np.inf),
) -> Line:
    """Of all lines with at most `max_fp` false positives, one with the fewest false negatives.

    With `max_fn` instead, one with the fewest false positives. The score is minus the errors of
    the kind that is made least; among equals the other kind is least too.

    >>> best_line_under([0, 0, 0], [1, 2, 3], [True, False, True], max_fp=0).counts
    BinaryCounts(tp=1, fp=0, fn=1, tn=1)
    """
    points = checked_points(x, y, positive)
    total, truths = len(points[2]), int(np.count_nonzero(points[2]))
    most = max_fp if max_fp is not None else max_fn
    if most is None or (max_fp is not None and max_fn is not None) or most < 0:
        raise SteersmanError(
            f"max_fp is {max_fp} and max_fn is {max_fn}",
            todo="give one of them, 0 or more",
            code="bad-limits",
            max_fp=max_fp,
            max_fn=max_fn,
        )
    make = most_tp_goal if max_fp is not None else fewest_fp_goal
    goal, limits = make(most, truths, total - truths), SearchLimits(seconds=MAX_SECONDS)
    found = certified_line(*points, goal, slopes, limits)
    line = line_with_counts(found, points[2])
    errors = line.counts.fn if max_fp is not None else line.counts.fp
    # The goal's fraction only breaks ties, so its ceiling is the bound on whole rows.
    bound = np.ceil(found.upper_bound) - (truths if max_fp is not None else 0)
    return Line(line.slope, line.intercept, -errors, float(bound), line.counts)


def line_with_counts(found: CertifiedLine, positive: Booleans) -> Line:
    """The line with all four cells of its decisions."""
    positives = int(np.count_nonzero(positive))
    fn, tn = positives - found.tp, len(positive) - positives - found.fp
    counts = BinaryCounts(found.tp, found.fp, fn, tn)
    return Line(found.slope, found.intercept, found.score, found.upper_bound, counts)


def checked_points(
    x: ArrayLike, y: ArrayLike, positive: ArrayLike
) -> tuple[Floats, Floats, Booleans]:
    """The points as arrays of one length, finite, with both classes among them."""
    across, up = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    truth = truths(positive)
    if across.ndim != 1 or not across.shape == up.shape == truth.shape:
        shapes = f"{across.shape}, {up.shape} and {truth.shape}"
        raise SteersmanError(
            f"x, y and positive have the shapes {shapes}",
            todo="give one number each per point",
            code="points-shape",
            shapes=(across.shape, up.shape, truth.shape),
        )
    if not (np.isfinite(across).all() and np.isfinite(up).all()):
        raise SteersmanError(
            "a coordinate is infinite or missing",
            todo="give finite numbers",
            code="points-not-finite",
        )
    if truth.all() or not truth.any():
        which = "positive" if len(truth) and truth.all() else "negative"
        raise SteersmanError(
            f"all {len(truth)} points are {which}",
            todo="pass points of both classes",
            code="class-single",
            name=which,
            points=len(truth),
        )
    return across, up, truth


def truths(positive: ArrayLike) -> Booleans:
    """Which points are positive: true or false, 1 or 0, 1 or -1.

    >>> truths([1, -1, 0])
    array([ True, False, False])
    """
    given = np.asarray(positive)
    if given.dtype == np.bool_:
        return given
    with suppress(TypeError, ValueError):
        numbers = given.astype(np.float64)
        if given.dtype.kind not in "US" and np.isin(numbers, (-1.0, 0.0, 1.0)).all():
            told: Booleans = numbers > 0
            return told
    raise SteersmanError(
        f"positive contains values such as {given.ravel()[0]!s}",
        todo="pass true or false for each point, such as labels == 'spam'",
        code="labels-not-binary",
        came=str(given.ravel()[0]),
    )


def metric_goal(metric: Metric, positive: Booleans) -> Floats:
    """The goal that a search for lines maximizes, by the name of a metric."""
    positives = float(np.count_nonzero(positive))
    return goal_for_sizes(metric, positives, len(positive) - positives)


def goal_for_sizes(metric: Metric, positives: float, negatives: float) -> Floats:
    """The goal for so many points of the two classes, by the name of a metric."""
    sizes = positives, negatives
    spelled, *values = metric if isinstance(metric, tuple | list) and metric else (metric,)
    name = str(spelled).lower().replace("-", "").replace("_", "")
    if name == "accuracy" and not values:
        return accuracy_goal(*sizes)
    if name == "gmean" and not values:
        return g_mean_goal(*sizes)
    if name == "cost" and len(values) == 2 and min(values) >= 0:
        return cost_goal(values[1], values[0], *sizes)
    beta = values[0] if name == "fbeta" and len(values) == 1 else f_number(name, bool(values))
    if beta is None or not 0 < beta < np.inf:
        raise SteersmanError(
            f"unknown metric {metric!r}",
            todo="use 'f1', ('fbeta', 2.0), 'accuracy', 'gmean' or ('cost', fp_cost, fn_cost)",
            code="unknown-measure",
            measure=metric,
        )
    return f_beta_goal(beta, *sizes)


def f_number(name: str, has_values: bool) -> float | None:
    """The beta in 'f1' or 'f0.5', if that is what the name is."""
    digits = name[1:].replace(".", "", 1)
    return float(name[1:]) if name[:1] == "f" and digits.isdigit() and not has_values else None
