"""Worlds of two classes in the plane whose truth is known, so that every error has a floor.

A world draws points with a seed, knows P(positive | x) everywhere, and so knows the error that no
classifier can go below.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit
from scipy.stats import norm

from steersman.learn.classic.window import Window

Floats = NDArray[np.float64]
Labels = NDArray[np.int64]

TEST_POINTS = 2_000
CELLS_A_SIDE = 600
ARC_POINTS = 200
TAIL_SPREADS = 6.0


class Simulation(ABC):
    """A source of `n` random points; class 1 is the positive one."""

    n: int

    @abstractmethod
    def points(self, n: int, rng: np.random.Generator) -> tuple[Floats, Labels]:
        """(n, 2) points and their (n,) classes."""

    @abstractmethod
    def joint_densities(self, X: Floats) -> Floats:
        """(points, 2) P(class) times the density of each class at each point."""

    @abstractmethod
    def support(self) -> Window:
        """A rectangle outside which there is (as good as) nothing."""

    def draw(self, seed: int = 0) -> tuple[Floats, Labels]:
        """The points to learn from; the same seed gives the same points."""
        return self.points(self.n, np.random.default_rng([seed, 0]))

    def draw_test(self, seed: int = 0, n: int = TEST_POINTS) -> tuple[Floats, Labels]:
        """Fresh points to test with, from another stream of the same seed."""
        return self.points(n, np.random.default_rng([seed, 1]))

    def posterior(self, X: Floats) -> Floats:
        """(points,) P(positive | x); a half where nothing can be."""
        return shares_of_positives(self.joint_densities(X))

    def posterior_on_grid(self, window: Window, side: int) -> Floats:
        """(side, side) P(positive | x) at the cells of a window."""
        return self.posterior(window.cells(side)).reshape(side, side)

    def joint_on_grid(self, window: Window, side: int) -> Floats:
        """(side * side, 2) the joint densities at the cells of a window."""
        return self.joint_densities(window.cells(side))

    def bayes_error(self) -> float:
        """The probability of error of the best possible rule, integrated over fine cells."""
        return integrated_error(self)


@cache
def integrated_error(world: Simulation) -> float:
    window = world.support()
    # The best rule errs exactly where the less likely class comes up.
    lesser = world.joint_on_grid(window, CELLS_A_SIDE).min(axis=1)
    return float(lesser.mean() * window.area)


@dataclass(frozen=True)
class TwoGaussians(Simulation):
    """A round cloud for each class.

    >>> TwoGaussians(positive_x=1.0, negative_x=-1.0, spread=1.0, other_spread=1.0).bayes_error()
    0.15865525393145707
    """

    n: int = 100
    positive_x: float = 1.0
    positive_y: float = 0.0
    negative_x: float = -1.0
    negative_y: float = 0.0
    spread: float = 1.0
    other_spread: float = 1.0
    share: float = 0.5

    def points(self, n: int, rng: np.random.Generator) -> tuple[Floats, Labels]:
        y = class_column(n, self.share, rng)
        spreads = np.array([self.other_spread, self.spread])
        return self.centers()[y] + rng.normal(size=(n, 2)) * spreads[y, np.newaxis], y

    def centers(self) -> Floats:
        """(2, 2) the center of the negatives, the center of the positives."""
        return np.array([[self.negative_x, self.negative_y], [self.positive_x, self.positive_y]])

    def joint_densities(self, X: Floats) -> Floats:
        negative, positive = self.centers()
        return np.column_stack(
            [
                (1 - self.share) * round_density(X, negative, self.other_spread),
                self.share * round_density(X, positive, self.spread),
            ]
        )

    def posterior(self, X: Floats) -> Floats:
        """From the log of the odds, which are finite however far out."""
        far = [((X - center) ** 2).sum(axis=1) / 2 for center in self.centers()]
        odds = far[0] / self.other_spread**2 - far[1] / self.spread**2
        odds += np.log(self.share / (1 - self.share)) + 2 * np.log(self.other_spread / self.spread)
        return np.asarray(expit(odds))

    def support(self) -> Window:
        reach = TAIL_SPREADS * np.array([self.other_spread, self.spread])[:, np.newaxis]
        return Window.around(np.vstack([self.centers() - reach, self.centers() + reach]))

    def bayes_error(self) -> float:
        """In closed form where both clouds are as wide; else integrated."""
        distance = float(np.linalg.norm(np.subtract(*self.centers())))
        if self.spread != self.other_spread:
            return super().bayes_error()
        if distance == 0:
            return min(self.share, 1 - self.share)
        apart = distance / self.spread
        shift = np.log(self.share / (1 - self.share)) / apart
        missed = self.share * norm.cdf(-apart / 2 - shift)
        return float(missed + (1 - self.share) * norm.cdf(-apart / 2 + shift))


@dataclass(frozen=True)
class UniformSquare(Simulation):
    """Points of the unit square: positive with probability `p` above 2 x1 + x2 = 1.5, `q` below.

    >>> UniformSquare(p=0.2, q=0.8).bayes_error()
    0.2
    """

    n: int = 100
    p: float = 0.2
    q: float = 0.8
    above: ClassVar[float] = 0.5  # the share of the square above the frontier

    def points(self, n: int, rng: np.random.Generator) -> tuple[Floats, Labels]:
        X = rng.random((n, 2))
        return X, (rng.random(n) < self.positive_rate(X)).astype(np.int64)

    def positive_rate(self, X: Floats) -> Floats:
        return np.where(2 * X[:, 0] + X[:, 1] > 1.5, self.p, self.q)

    def joint_densities(self, X: Floats) -> Floats:
        inside = np.asarray(((X >= 0) & (X <= 1)).all(axis=1))
        rate = self.positive_rate(X)
        return np.column_stack([1 - rate, rate]) * inside[:, np.newaxis]

    def posterior(self, X: Floats) -> Floats:
        """The rule does not end at the edge of the square."""
        return self.positive_rate(X)

    def support(self) -> Window:
        return Window(0.0, 1.0, 0.0, 1.0)

    def bayes_error(self) -> float:
        sides = self.above * min(self.p, 1 - self.p) + (1 - self.above) * min(self.q, 1 - self.q)
        return round(sides, 12)


@dataclass(frozen=True)
class Moons(Simulation):
    """Two half circles that reach into each other, blurred by `noise`."""

    n: int = 200
    noise: float = 0.2

    def points(self, n: int, rng: np.random.Generator) -> tuple[Floats, Labels]:
        y = class_column(n, 0.5, rng)
        angle = np.pi * rng.random(n)
        return moon_points(angle, y) + rng.normal(size=(n, 2)) * self.noise, y

    def arcs(self) -> list[Floats]:
        """(points, 2) evenly on each of the two half circles."""
        angle = np.pi * (np.arange(ARC_POINTS) + 0.5) / ARC_POINTS
        return [moon_points(angle, np.full(ARC_POINTS, label)) for label in (0, 1)]

    def joint_densities(self, X: Floats) -> Floats:
        return np.column_stack([0.5 * mixed_density(X, arc, self.noise) for arc in self.arcs()])

    def joint_on_grid(self, window: Window, side: int) -> Floats:
        """A round Gaussian is a product of one for each axis: on a grid, a matrix product."""
        joint = []
        for arc in self.arcs():
            across, up = (
                norm.pdf(axis[:, np.newaxis], center, self.noise)
                for axis, center in zip(window.axes(side), arc.T)
            )
            joint.append(0.5 * (up @ across.T).ravel() / len(arc))
        return np.column_stack(joint)

    def posterior_on_grid(self, window: Window, side: int) -> Floats:
        return shares_of_positives(self.joint_on_grid(window, side)).reshape(side, side)

    def support(self) -> Window:
        reach = TAIL_SPREADS * self.noise
        return Window(-1.0 - reach, 2.0 + reach, -0.5 - reach, 1.0 + reach)


@dataclass(frozen=True)
class LogicTable(Simulation):
    """The four rows of a truth table, or with a `spread` a cloud about each of them.

    The rows come in the order of the four e-mails of COMP9417 (2023): 11, 00, 10, 01.
    """

    function: str = "and"
    n: int = 4
    spread: float = 0.0

    def points(self, n: int, rng: np.random.Generator) -> tuple[Floats, Labels]:
        corner = np.arange(n) % len(CORNERS)
        return (
            CORNERS[corner] + rng.normal(size=(n, 2)) * self.spread,
            self.truth()[corner],
        )

    def truth(self) -> Labels:
        """(4,) the class of each row of the table."""
        first, second = CORNERS.T.astype(np.int64)
        tables = {"and": first & second, "or": first | second, "xor": first ^ second}
        return np.asarray(tables[self.function])

    def joint_densities(self, X: Floats) -> Floats:
        joint = np.zeros((len(X), 2))
        for corner, label in zip(CORNERS, self.truth()):
            joint[:, label] += round_density(X, corner, max(self.spread, SHARPEST)) / len(CORNERS)
        return joint

    def posterior(self, X: Floats) -> Floats:
        """By the nearest corners where densities are too small for numbers."""
        known = super().posterior(X)
        nearest = ((X[:, np.newaxis] - CORNERS) ** 2).sum(axis=2).argmin(axis=1)
        lost = self.joint_densities(X).sum(axis=1) == 0
        return np.where(lost, self.truth()[nearest], known)

    def support(self) -> Window:
        reach = TAIL_SPREADS * max(self.spread, SHARPEST)
        return Window(-reach, 1 + reach, -reach, 1 + reach)

    def bayes_error(self) -> float:
        return 0.0 if self.spread == 0 else super().bayes_error()


CORNERS = np.array([[1.0, 1.0], [0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
SHARPEST = 0.05


def shares_of_positives(joint: Floats) -> Floats:
    """(points,) the second of two densities as a share of both."""
    total = joint.sum(axis=1)
    known = np.divide(joint[:, 1], total, out=np.full(len(joint), 0.5), where=total > 0)
    return np.asarray(known)


def class_column(n: int, share: float, rng: np.random.Generator) -> Labels:
    """(n,) classes in mixed order: as near to the share as whole points allow, both present."""
    positives = min(max(round(n * share), 1), n - 1)
    return np.asarray(rng.permutation((np.arange(n) < positives).astype(np.int64)))


def moon_points(angle: Floats, y: NDArray[np.integer]) -> Floats:
    """(points, 2) on the upper half circle for class 0, on the lower for class 1."""
    upper = np.column_stack([np.cos(angle), np.sin(angle)])
    lower = np.column_stack([1 - np.cos(angle), 0.5 - np.sin(angle)])
    return np.where((y == 1)[:, np.newaxis], lower, upper)


def round_density(X: Floats, center: Floats, spread: float) -> Floats:
    """(points,) the density of a round Gaussian."""
    far = ((X - center) ** 2).sum(axis=1) / (2 * spread**2)
    return np.asarray(np.exp(-far) / (2 * np.pi * spread**2))


def mixed_density(X: Floats, centers: Floats, spread: float) -> Floats:
    """(points,) the mean density of round Gaussians about many centers."""
    squares = (X**2).sum(axis=1)
    density = np.zeros(len(X))
    for center in centers:
        far = squares - 2 * (X @ center) + center @ center
        density += np.exp(-far / (2 * spread**2))
    return density / (len(centers) * 2 * np.pi * spread**2)
