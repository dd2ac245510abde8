"""Error frontiers: the trade between two measures as a classifier's cut-off moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steersman.errors import SteersmanError
from steersman.learn.steering.classifier_types import Rows
from steersman.learn.steering.thresholded import Scores, class_scores
from steersman.learn.wants import (
    Bound,
    ClassBound,
    Scope,
    class_index,
    measure_named,
    parsed_measure,
)
from steersman.maths.confusion import MeasureParts, cutoff_sweep, interval, offset_sweep
from steersman.pictures import Scale, Svg, html_card, new_axes, series_color

Floats = NDArray[np.float64]

WIDTH, HEIGHT = 480, 300
FEW_POINTS = 40


@dataclass(frozen=True, eq=False, repr=False)
class Frontier:
    """The settings of one model that no other of its settings beats in both measures.

    `x` and `y` are the measures on the rows given, sorted by x; `x_band` and `y_band`
    (points, 2) the intervals of each point taken for itself; `threshold` the setting and
    `matrices` (points, classes, classes) the confusion matrix at each point.
    """

    name: str
    x: Floats
    y: Floats
    x_band: Floats
    y_band: Floats
    threshold: Floats
    matrices: NDArray[np.int64]
    measures: tuple[str, str] = ("fp", "fn")

    def __repr__(self) -> str:
        across, up = self.measures
        return f"<Frontier {self.name}: {len(self.x)} settings, {across} against {up}>"

    def _repr_html_(self) -> str:
        return html_card(f"{self.name}: {len(self.x)} settings", frontier_svg(self))

    def plot(self, ax: Any = None, *, color: str | None = None) -> Any:
        """Draw the curve with the band of each point.

        Needs matplotlib: ``pip install 'steersman[plot]'``.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Axes to draw in, such as those of another frontier; without them a new figure.
        color : str, optional
            Color of the curve.

        Returns
        -------
        matplotlib.axes.Axes
            The axes.
        """
        axes = new_axes(ax)
        chosen = color or series_color(len(axes.lines))
        axes.fill_between(
            self.x, self.y_band[:, 0], self.y_band[:, 1], step="post", color=chosen, alpha=0.12
        )
        marker = "o" if len(self.x) <= FEW_POINTS else None
        axes.step(self.x, self.y, where="post", color=chosen, label=self.name, marker=marker)
        axes.set(xlabel=self.measures[0], ylabel=self.measures[1])
        axes.legend(frameon=False)
        return axes


def frontier(
    models: object,
    X: Rows,
    y: ArrayLike,
    *,
    measures: tuple[str, str] = ("fp", "fn"),
    positive: object = None,
    confidence: float = 0.95,
) -> list[Frontier]:
    """The attainable trade between two measures, for each fitted model on rows X of classes y.

    `models` is one model, a list, or a mapping from name to model. Of more than two classes,
    the offset of class `positive` is moved. Bands are Clopper and Pearson's, point by point.

    Parameters
    ----------
    models : classifier, list or mapping from str to classifier
        Fitted models.
    X : array-like of shape (rows, features)
        Rows that the models were not fitted on.
    y : array-like of shape (rows,)
        Labels of the rows.
    measures : tuple of two str
        Measures across and up, written as in a want.
    positive : label, optional
        Class that measures without a class are about; the last one without it.
    confidence : float
        Confidence of the band of each point.

    Returns
    -------
    list of Frontier
        One curve for each model.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> X, y = np.arange(6.0).reshape(-1, 1), np.array([0, 0, 1, 0, 1, 1])
    >>> curve, = frontier(LogisticRegression().fit(X, y), X, y)
    >>> curve.x.tolist(), curve.y.tolist()
    ([0.0, 1.0], [1.0, 0.0])
    """
    found = []
    for name, model in named_models(models):
        classes = np.asarray(model.classes_)  # type: ignore[attr-defined]
        points = frontier_of_scores(
            class_scores(model, X), classes, y, name=name, measures=measures, positive=positive
        )
        across, up = axes_of(measures, classes, positive, confidence)
        bands = across.bands(points.matrices), up.bands(points.matrices)
        found.append(
            Frontier(name, points.x, points.y, *bands, points.threshold, points.matrices, measures)
        )
    return found


class FrontierPoints(NamedTuple):
    """The points of a `Frontier` without their bands."""

    x: Floats
    y: Floats
    threshold: Floats
    matrices: NDArray[np.int64]


def frontier_of_scores(
    scores: Scores,
    classes: NDArray[Any],
    y: ArrayLike,
    *,
    name: str = "",
    measures: tuple[str, str] = ("fp", "fn"),
    positive: object = None,
) -> FrontierPoints:
    """The attainable trade between two measures, from the scores of rows of classes y."""
    codes = np.searchsorted(classes, np.asarray(y))
    if not np.array_equal(classes[np.minimum(codes, len(classes) - 1)], np.asarray(y)):
        raise SteersmanError(f"y has labels that {name} does not know", code="unknown-labels")
    if scores.values.ndim == 1:
        sweep = cutoff_sweep(scores.values, codes == 1)
    else:
        chosen = class_place(classes, positive)
        sweep = offset_sweep(scores.values, codes, np.asarray(scores.start), chosen)
    across, up = axes_of(measures, classes, positive)
    x_values, y_values = across.values(sweep.matrices), up.values(sweep.matrices)
    keep = undominated_points(across.sign * x_values, up.sign * y_values)
    return FrontierPoints(
        x_values[keep], y_values[keep], sweep.settings[keep], sweep.matrices[keep]
    )


def class_place(classes: NDArray[Any], positive: object) -> int:
    """The place of the class that measures without a class are about."""
    return len(classes) - 1 if positive is None else class_index(positive, classes.tolist())


def axes_of(
    measures: tuple[str, str], classes: NDArray[Any], positive: object, confidence: float = 0.95
) -> tuple[Axis, Axis]:
    """The measures across and up."""
    names, chosen = classes.tolist(), class_place(classes, positive)
    across, up = (Axis(measure, names, chosen, confidence) for measure in measures)
    return across, up


def frontier_svg(frontier: Frontier) -> str:
    """The curve as a picture for notebooks."""
    left, right, top, bottom = 52.0, WIDTH - 12.0, 16.0, HEIGHT - 38.0
    across = Scale(float(frontier.x.min()), float(frontier.x.max()), left, right)
    up = Scale(float(frontier.y_band.min()), float(frontier.y_band.max()), bottom, top)
    picture = Svg(WIDTH, HEIGHT, f"{frontier.measures[0]} against {frontier.measures[1]}")
    picture.axis_across(across, across.ticks, top, bottom)
    picture.axis_up(up, up.ticks, left, right)
    x = np.array([across(value) for value in np.repeat(frontier.x, 2)[1:]])

    def stair(values: Floats) -> list[tuple[float, float]]:
        return [(at, up(value)) for at, value in zip(x, np.repeat(values, 2)[:-1])]

    low, high = (stair(frontier.y_band[:, side]) for side in (0, 1))
    picture.area([*low, *high[::-1]], series_color(0), 0.15)
    picture.path(stair(frontier.y), series_color(0))
    picture.note(right, HEIGHT - 6, f"{frontier.measures[0]} →", "end")
    picture.note(left, top - 4, f"↑ {frontier.measures[1]}")
    return str(picture)


def named_models(models: object) -> list[tuple[str, object]]:
    """The models with a name each."""
    if isinstance(models, Mapping):
        return [(str(name), model) for name, model in models.items()]
    if isinstance(models, list | tuple):
        return [(type(model).__name__, model) for model in models]
    return [(type(models).__name__, models)]


class Axis:
    """One measure, written as in a want: fp, recall(spam), balanced accuracy and so on."""

    def __init__(self, text: str, classes: list[object], chosen: int, confidence: float) -> None:
        measure, names = parsed_measure(text)
        if measure_named(measure).of_referred:
            raise SteersmanError(
                f"{measure} is no axis: every cut-off decides all rows",
                todo="choose another measure, such as fpr",
                code="referral-axis",
                measure=measure,
            )
        places = tuple(class_index(name, classes) for name in names)
        bound = Bound(measure, names, ">=", 0.0)
        overall = bound.definition.scope is Scope.OVERALL
        self.measure = ClassBound(bound, places or (() if overall else (chosen,)))
        self.sign = 1.0 if bound.definition.rises_with_errors else -1.0
        self.confidence = confidence

    def parts(self, matrices: NDArray[np.int64]) -> MeasureParts:
        """The measure as parts of matrices that share their row sums."""
        return self.measure.parts(matrices[0].sum(axis=1).astype(np.float64), None)

    def values(self, matrices: NDArray[np.int64]) -> Floats:
        """(points,): the measure of each matrix."""
        return self.parts(matrices).values(matrices)

    def bands(self, matrices: NDArray[np.int64]) -> Floats:
        """(points, 2): the interval of each point, for the rows that could have been counted."""
        parts = self.parts(matrices)
        part, whole = parts.sums(matrices)
        scale = np.ones_like(part)
        if self.measure.definition.averages_classes:
            # A mean over classes is no share of rows; its interval is approximated by that of a
            # share of all rows.
            total = matrices[0].sum()
            part, whole = np.round(part * total), np.full_like(part, total)
        elif parts.whole is None:
            # A count: the interval of its share of the rows that could be counted, scaled back.
            rows = float(matrices[0].sum(axis=1) @ (parts.part.max(axis=1) > 0))
            whole, scale = np.full_like(part, rows), np.full_like(part, rows)
        limits = [interval(int(p), int(w), self.confidence) for p, w in zip(part, whole)]
        return np.array(limits) * scale[:, np.newaxis]


def undominated_points(first: Floats, second: Floats) -> NDArray[np.intp]:
    """Places of the points that no other beats in both (smaller is better), by rising first."""
    order = np.lexsort((second, first))
    lowest_before = np.concatenate([[np.inf], np.minimum.accumulate(second[order])[:-1]])
    return order[second[order] < lowest_before]
