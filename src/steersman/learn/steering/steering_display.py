"""Steering drawn: confusion matrices before and after, and the models on the way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.metrics import confusion_matrix

from steersman.learn.steering.classifier_types import Rows
from steersman.palette import LIGHT
from steersman.pictures.axes import draw_matrix, new_axes, require_matplotlib
from steersman.pictures.html_parts import html_card, matrix_table, paragraph, side_by_side

if TYPE_CHECKING:
    from steersman.learn.steering.steering_result import Steering
    from steersman.learn.wants import Want

Ints = NDArray[np.int64]

VERDICTS = {
    "guaranteed": "Guaranteed on new data",
    "these-rows": "Met on these rows",
    "none": "Not met",
}


class SteeringDisplay:
    """Confusion matrices before and after steering, in scikit-learn's style of displays.

    Create it with `from_estimator`, `from_predictions` or `Steering.plot`.

    Parameters
    ----------
    before, after : array-like of shape (classes, classes)
        Confusion matrices, rows true and columns predicted.
    classes : sequence of labels
        Classes in the order of the matrices.
    title : str
        Title of the figure, such as the want.
    visited : array-like of shape (models, 2), optional
        False positives and false negatives of the models on the way; for two classes.
    caught : int
        Place of the class that false positives and negatives are about.

    Attributes
    ----------
    figure_ : matplotlib.figure.Figure
        The figure, after `plot`.
    axes_ : ndarray of matplotlib.axes.Axes
        Its axes: before, after and, of two classes, the models on the way.

    Examples
    --------
    >>> display = SteeringDisplay([[4, 2], [2, 4]], [[5, 1], [2, 4]], ["ham", "spam"])
    >>> display.after.tolist()
    [[5, 1], [2, 4]]
    """

    figure_: Any
    axes_: NDArray[np.object_]

    def __init__(
        self,
        before: ArrayLike,
        after: ArrayLike,
        classes: Sequence[object],
        title: str = "",
        visited: ArrayLike | None = None,
        caught: int = 1,
    ) -> None:
        self.before, self.after = np.asarray(before), np.asarray(after)
        self.classes, self.title, self.caught = tuple(classes), title, caught
        self.visited = None if visited is None else np.asarray(visited)

    @classmethod
    def from_estimator(
        cls,
        estimator: object,
        X: Rows,
        y: ArrayLike,
        want: str | ArrayLike | Want,
        *,
        axes: Sequence[Any] | None = None,
        **options: Any,
    ) -> Self:
        """Steer a fitted classifier on rows it has not seen, and plot the result.

        Parameters
        ----------
        estimator : classifier
            Fitted classifier.
        X : array-like, sparse matrix, frame or list of str
            Holdout rows.
        y : array-like of shape (rows,)
            Labels of the rows.
        want : str, array-like or Want
            Limits on the errors.
        axes : sequence of matplotlib.axes.Axes, optional
            Axes to draw in; without them a new figure.
        **options : dict
            Further arguments of `steer`, such as `confidence`.

        Returns
        -------
        SteeringDisplay
            The display; `SteeringDisplay.of(steering)` draws a steering that there is already.
        """
        from steersman.learn.steering.steering import steer

        return cls.of(steer(estimator, X, y, want, **options)).plot(axes)

    @classmethod
    def from_predictions(
        cls,
        y_true: ArrayLike,
        before: ArrayLike,
        after: ArrayLike,
        *,
        labels: Sequence[object] | None = None,
        title: str = "",
        axes: Sequence[Any] | None = None,
    ) -> Self:
        """Plot the errors of two predictions of the same rows.

        Parameters
        ----------
        y_true : array-like of shape (rows,)
            Labels of the rows.
        before, after : array-like of shape (rows,)
            Predicted labels before and after.
        labels : sequence of labels, optional
            Classes in the order wanted; without them sorted.
        title : str
            Title of the figure.
        axes : sequence of matplotlib.axes.Axes, optional
            Axes to draw in; without them a new figure.

        Returns
        -------
        SteeringDisplay
            The display.
        """
        truth = np.asarray(y_true)
        seen = np.union1d(np.union1d(truth, np.asarray(before)), np.asarray(after))
        classes = seen.tolist() if labels is None else list(labels)
        matrices = [
            confusion_matrix(truth, np.asarray(each), labels=classes) for each in (before, after)
        ]
        return cls(matrices[0], matrices[1], classes, title).plot(axes)

    @classmethod
    def of(cls, steering: Steering) -> Self:
        """The display of a steering, not plotted yet.

        Parameters
        ----------
        steering : Steering
            Result of `steer`.

        Returns
        -------
        SteeringDisplay
            The display.
        """
        classes = steering.classes
        caught = 1 if steering.want.positive is None else steering.want.positive
        visited = (
            [errors_of(seen.matrix, caught) for seen in steering.trajectory]
            if len(classes) == 2
            else None
        )
        title = f"{steering.want}: {VERDICTS[steering.assurance].lower()}"
        return cls(steering.before, steering.after, classes, title, visited, caught)

    def plot(self, axes: Sequence[Any] | None = None) -> Self:
        """Draw the matrices and, of two classes, the models on the way.

        Parameters
        ----------
        axes : sequence of matplotlib.axes.Axes, optional
            Two axes, or three with the models on the way; without them a new figure.

        Returns
        -------
        SteeringDisplay
            The display itself.
        """
        plots = require_matplotlib()
        if axes is None:
            panels = 2 if self.visited is None else 3
            _, axes = plots.subplots(1, panels, figsize=(3.4 * panels, 3.4), layout="constrained")
        self.axes_ = np.asarray(axes, dtype=object).ravel()
        self.figure_ = self.axes_[0].figure
        for ax, matrix, name in zip(self.axes_, (self.before, self.after), ("before", "after")):
            draw_matrix(ax, matrix, self.classes, name)
        if self.visited is not None and len(self.axes_) > 2:
            self._draw_way(new_axes(self.axes_[2]))
        if self.title:
            self.figure_.suptitle(self.title)
        return self

    def _draw_way(self, ax: Any) -> None:
        assert self.visited is not None  # noqa: S101
        fp, fn = self.visited.T
        color = LIGHT["line-ink"]
        ax.plot(fp, fn, "o", color=LIGHT["mark"], markersize=3)
        ax.plot(fp[:1], fn[:1], "o", color=color, markerfacecolor=LIGHT["paper"], label="before")
        # The model taken need not be the last one visited.
        end = errors_of(self.after, self.caught)
        ax.plot([end[0]], [end[1]], "o", color=color, label="after")
        ax.set(xlabel="false positives", ylabel="false negatives", title="models on the way")
        ax.legend(frameon=False)


def errors_of(matrix: Ints, caught: int) -> tuple[int, int]:
    """False positives and false negatives for the class to catch, of two."""
    other = 1 - caught
    return int(matrix[other, caught]), int(matrix[caught, other])


def steering_html(steering: Steering) -> str:
    """A steering as HTML: the want, matrices before and after, and what was reached."""
    answer = steering.answer
    before = matrix_table(steering.before, steering.classes, "before")
    after = matrix_table(steering.after, steering.classes, "after")
    return html_card(
        f"{VERDICTS[steering.assurance]}: {steering.want}",
        side_by_side(before, after),
        paragraph(answer.headline),
        paragraph(answer.price),
        paragraph(answer.guarantee),
        paragraph(answer.advice),
        note=answer.caveat,
    )
