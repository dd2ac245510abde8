"""Axes of matplotlib, which only plots need."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from steersman.errors import SteersmanError
from steersman.palette import LIGHT

Axes = Any
"""`matplotlib.axes.Axes`, which has no types."""


def require_matplotlib() -> Any:
    """`matplotlib.pyplot`, or an error that says how to install it."""
    try:
        return import_module("matplotlib.pyplot")
    except ImportError as error:
        raise SteersmanError(
            "plots need matplotlib, which is not installed",
            todo="pip install 'steersman[plot]'",
            code="matplotlib-missing",
        ) from error


def new_axes(ax: Axes | None = None, *, size: tuple[float, float] = (6.0, 4.2)) -> Axes:
    """The axes given, or those of a new figure of this size in inches."""
    plots = require_matplotlib()
    if ax is None:
        _, ax = plots.subplots(figsize=size, layout="constrained")
    ax.spines[["top", "right"]].set_visible(False)
    ax.grid(color=LIGHT["grid"])
    ax.set_axisbelow(True)
    return ax


def draw_matrix(ax: Axes, matrix: ArrayLike, classes: Sequence[object], title: str) -> None:
    """A confusion matrix in its own axes: right decisions blue, errors orange, darker for more."""
    cells = np.asarray(matrix)
    shares = cells / np.maximum(cells.sum(axis=1, keepdims=True), 1)
    size = len(cells)
    for true in range(size):
        for predicted in range(size):
            color = LIGHT["line" if true == predicted else "positive"]
            share = 0.08 + 0.6 * float(shares[true, predicted])
            ax.add_patch(
                import_module("matplotlib.patches").Rectangle(
                    (predicted - 0.5, true - 0.5), 1, 1, facecolor=color, alpha=share
                )
            )
            ax.text(predicted, true, f"{int(cells[true, predicted]):,}", ha="center", va="center")
    ax.set(xlim=(-0.5, size - 0.5), ylim=(size - 0.5, -0.5), title=title)
    ax.set_xticks(range(size), [str(name) for name in classes])
    ax.set_yticks(range(size), [str(name) for name in classes])
    ax.set_xlabel("predicted")
    ax.set_ylabel("actual")
    ax.grid(visible=False)
    ax.set_aspect("equal")
