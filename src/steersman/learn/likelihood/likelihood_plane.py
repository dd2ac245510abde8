"""The likelihood plane drawn: rows by both log likelihoods, with the boundary between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steersman.learn.likelihood.boundary import Boundary
from steersman.learn.likelihood.classifier import LikelihoodSpaceClassifier
from steersman.learn.steering import Rows
from steersman.palette import LIGHT
from steersman.pictures import Scale, Svg, html_card, new_axes

Floats = NDArray[np.float64]
Booleans = NDArray[np.bool_]

WIDTH, HEIGHT = 480, 400
MOST_POINTS = 1500  # in a picture that is saved with a notebook
BOUNDARY_STEPS = 60


@dataclass(frozen=True, eq=False, repr=False)
class LikelihoodPlane:
    """Rows in the likelihood plane of a category, and the boundary below which they belong to it.

    Parameters
    ----------
    coordinates : ndarray of shape (rows, 2)
        log P(row | category) and log P(row | not category).
    positive : ndarray of shape (rows,)
        Which rows are of the category.
    boundary : Boundary
        The line or curve.
    category : object
        The category.

    Examples
    --------
    >>> from steersman import LikelihoodSpaceClassifier
    >>> X, y = [[1, 1, 0], [1, 0, 0], [0, 0, 1], [0, 1, 1]], ["spam", "spam", "ham", "ham"]
    >>> LikelihoodPlane.of(LikelihoodSpaceClassifier().fit(X, y), X, y)
    <LikelihoodPlane spam: 4 rows, 0 wrong>
    """

    coordinates: Floats
    positive: Booleans
    boundary: Boundary
    category: object

    @classmethod
    def of(
        cls, model: LikelihoodSpaceClassifier, X: Rows, y: ArrayLike, category: object = None
    ) -> Self:
        """The plane of a fitted classifier on rows with labels.

        Parameters
        ----------
        model : LikelihoodSpaceClassifier
            Fitted classifier.
        X : array-like or sparse matrix of shape (rows, features)
            Rows of counts.
        y : array-like of shape (rows,)
            Labels of the rows.
        category : object, optional
            Category; of two classes the second by default.

        Returns
        -------
        LikelihoodPlane
            The plane.
        """
        chosen = model.classes_[-1] if category is None else category
        asked = category if len(model.classes_) > 2 or category is not None else None
        return cls(
            model.coordinates(X, asked), np.asarray(y) == chosen, model.boundary(asked), chosen
        )

    @property
    def decisions(self) -> Booleans:
        """(rows,): which rows lie below the boundary."""
        return self.boundary.margins(self.coordinates) > 0.0

    def __repr__(self) -> str:
        wrong = int(np.sum(self.decisions != self.positive))
        return f"<LikelihoodPlane {self.category}: {len(self.positive):,} rows, {wrong:,} wrong>"

    def _repr_html_(self) -> str:
        wrong = int(np.sum(self.decisions != self.positive))
        note = f"{len(self.positive):,} rows, {wrong:,} on the wrong side of the boundary"
        return html_card(f"Likelihood plane of {self.category}", self.svg(), note=note)

    def boundary_points(self) -> Floats:
        """(points, 2): the boundary across the range of the rows.

        Returns
        -------
        ndarray of shape (points, 2)
            Coordinates of the boundary.
        """
        x = self.coordinates[:, 0]
        across = np.linspace(x.min(), x.max(), BOUNDARY_STEPS)
        line = np.column_stack([across, np.zeros_like(across)])
        return np.column_stack([across, self.boundary.margins(line)])

    def svg(self) -> str:
        """The plane as the text of an SVG picture; of very many rows, a part is drawn.

        Returns
        -------
        str
            The SVG text.
        """
        left, right, top, bottom = 58.0, WIDTH - 12.0, 18.0, HEIGHT - 38.0
        (x0, y0), (x1, y1) = self.coordinates.min(axis=0), self.coordinates.max(axis=0)
        across, up = Scale(x0, x1, left, right), Scale(y0, y1, bottom, top)
        picture = Svg(WIDTH, HEIGHT, f"Likelihood plane of {self.category}")
        picture.axis_across(across, across.ticks, top, bottom)
        picture.axis_up(up, up.ticks, left, right)
        step = -(-len(self.positive) // MOST_POINTS)
        # The rows of the category come last: they are fewer and must not be covered.
        for kind, color, size in ((False, "negative", 2.0), (True, "positive", 3.0)):
            for x, y in self.coordinates[self.positive == kind][::step]:
                picture.add(
                    "circle", cx=across(x), cy=up(y), r=size, fill=LIGHT[color], fill_opacity=0.7
                )
        inside = [(x, y) for x, y in self.boundary_points() if y0 <= y <= y1]
        picture.path([(across(x), up(y)) for x, y in inside], LIGHT["line"])
        picture.note(right, HEIGHT - 6, f"log P(row | {self.category}) →", "end")
        picture.note(left, top - 6, f"↑ log P(row | not {self.category})")
        return str(picture)

    def plot(self, ax: Any = None) -> Any:
        """Draw the rows and the boundary.

        Needs matplotlib: ``pip install 'steersman[plot]'``.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Axes to draw in; without them a new figure.

        Returns
        -------
        matplotlib.axes.Axes
            The axes.
        """
        axes = new_axes(ax)
        for kind, color in ((False, "negative"), (True, "positive")):
            x, y = self.coordinates[self.positive == kind].T
            name = f"{self.category}" if kind else f"not {self.category}"
            axes.plot(x, y, "o", color=LIGHT[color], markersize=3, alpha=0.7, label=name)
        limits = axes.get_ylim()
        axes.plot(*self.boundary_points().T, color=LIGHT["line"])
        axes.set(
            ylim=limits,
            xlabel=f"log P(row | {self.category})",
            ylabel=f"log P(row | not {self.category})",
        )
        axes.legend(frameon=False)
        return axes


class LikelihoodPlaneDisplay:
    """The likelihood plane in scikit-learn's style of displays.

    Parameters
    ----------
    plane : LikelihoodPlane
        The rows and the boundary.

    Attributes
    ----------
    figure_ : matplotlib.figure.Figure
        The figure, after `plot`.
    ax_ : matplotlib.axes.Axes
        Its axes.

    Examples
    --------
    >>> from steersman import LikelihoodSpaceClassifier
    >>> X, y = [[1, 1, 0], [1, 0, 0], [0, 0, 1], [0, 1, 1]], ["spam", "spam", "ham", "ham"]
    >>> display = LikelihoodPlaneDisplay.from_estimator(LikelihoodSpaceClassifier().fit(X, y), X, y)
    >>> display.ax_.get_xlabel()
    'log P(row | spam)'
    """

    figure_: Any
    ax_: Any

    def __init__(self, plane: LikelihoodPlane) -> None:
        self.plane = plane

    @classmethod
    def from_estimator(
        cls,
        estimator: LikelihoodSpaceClassifier,
        X: Rows,
        y: ArrayLike,
        *,
        category: object = None,
        ax: Any = None,
    ) -> Self:
        """Plot rows with labels in the plane of a fitted classifier.

        Parameters
        ----------
        estimator : LikelihoodSpaceClassifier
            Fitted classifier.
        X : array-like or sparse matrix of shape (rows, features)
            Rows of counts.
        y : array-like of shape (rows,)
            Labels of the rows.
        category : object, optional
            Category; of two classes the second by default.
        ax : matplotlib.axes.Axes, optional
            Axes to draw in; without them a new figure.

        Returns
        -------
        LikelihoodPlaneDisplay
            The display.
        """
        return cls(LikelihoodPlane.of(estimator, X, y, category)).plot(ax)

    def plot(self, ax: Any = None) -> Self:
        """Draw the plane.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Axes to draw in; without them a new figure.

        Returns
        -------
        LikelihoodPlaneDisplay
            The display itself.
        """
        self.ax_ = self.plane.plot(ax)
        self.figure_ = self.ax_.figure
        return self
