"""Points in the plane to look for groups in: clouds, shapes, and digits."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import load_digits
from sklearn.decomposition import PCA

from steersman.errors import check_choice
from steersman.learn.classic import Moons, UniformSquare

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
PointSet = Literal["clouds", "long", "moons", "square", "digits"]
POINTS = 120
DIGIT_UNIT = 10.0
"""Main directions of the digits reach to about 30: in this unit to 3, as far as the other sets."""


@dataclass(frozen=True, eq=False)
class DigitPlane:
    """Handwritten digits of 8 by 8 pixels, along their two main directions."""

    points: Floats  # (rows, 2)
    digits: Ints  # (rows,)
    mean: Floats  # (64,)
    directions: Floats  # (2, 64)

    def pictures(self, points: Floats) -> Floats:
        """(points, 64) the pictures, from 0 to 1, that lie at these places of the plane."""
        pixels = self.mean + DIGIT_UNIT * points @ self.directions
        return np.clip(pixels / 16.0, 0.0, 1.0)


@cache
def digit_plane() -> DigitPlane:
    """The 1,797 digits of scikit-learn and their first two principal components.

    >>> plane = digit_plane()
    >>> plane.points.shape, plane.pictures(plane.points[:1]).shape
    ((1797, 2), (1, 64))
    """
    images, digits = load_digits(return_X_y=True)
    found = PCA(2, svd_solver="full").fit(images)
    points = np.asarray(found.transform(images)) / DIGIT_UNIT
    return DigitPlane(points, digits.astype(np.int64), found.mean_, found.components_)


def cluster_points(name: PointSet, draw: int = 0) -> Floats:
    """(rows, 2) points of a set; the digits are always the same.

    >>> cluster_points("clouds").shape
    (120, 2)
    """
    check_choice("the points", name, get_args(PointSet))
    rng = np.random.default_rng(draw)
    if name == "digits":
        return digit_plane().points
    if name == "clouds":
        # Drawn apart from each other, so that the groups are there to be found.
        angle = 2 * np.pi * (np.arange(3) + rng.random()) / 3
        centers = np.column_stack([2.1 * np.cos(angle), 1.5 * np.sin(angle)])
        X = centers[np.arange(POINTS) % 3] + 0.55 * rng.normal(size=(POINTS, 2))
    elif name == "long":
        centers = np.array([[0.0, -1.2], [0.0, 0.0], [0.0, 1.2]])
        X = centers[np.arange(POINTS) % 3] + rng.normal(size=(POINTS, 2)) * (1.3, 0.2)
    elif name == "moons":
        X = 2.0 * (Moons(POINTS, 0.12).draw(draw)[0] - (0.5, 0.25))
    else:
        X = 4.0 * (UniformSquare(POINTS).draw(draw)[0] - 0.5)
    return np.asarray(X.round(3), dtype=np.float64)
