"""The exact best line beside the best of a grid of slopes, on the ten Reuters categories."""

from __future__ import annotations

from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from steersman.data import load
from steersman.learn.likelihood import LikelihoodSpaceClassifier, Line, best_intercept, best_line
from steersman_benchmarks.registry import BenchmarkRow

SLOPES = np.linspace(0.5, 2.0, 151)
NOISE_POINTS = (10_000, 30_000, 100_000)
GRID = "best of 151 slopes 0.5..2, exact intercept each"


def grid_line(x: NDArray[np.float64], y: NDArray[np.float64], positive: NDArray[np.bool_]) -> Line:
    """The best line by F1 of those with one of 151 slopes."""
    lines = (best_intercept(x, y, positive, float(slope)) for slope in SLOPES)
    return max(lines, key=lambda line: line.score)


def best_lines() -> list[BenchmarkRow]:
    """F1 and seconds for each category, alpha = beta = 1, all training documents."""
    train = load("reuters10-dinunzio").train()
    rows = []
    for place, category in enumerate(train.classes):
        positive = train.positives(category)
        plane = LikelihoodSpaceClassifier().fit(train.X, positive).coordinates(train.X)
        x, y = np.ascontiguousarray(plane.T)
        if place == 0:  # compiled once, before any clock runs
            best_line(x[:99], y[:99], np.arange(99) % 2 == 0)
        started = perf_counter()
        exact = best_line(x, y, positive)
        between = perf_counter()
        grid = grid_line(x, y, positive)
        exact_s, grid_s = between - started, perf_counter() - between
        proof = "proved best" if exact.upper_bound == exact.score else "NOT PROVED"
        note = f"{proof}; slope {exact.slope:.3f}, grid's {grid.slope:.2f}"
        rows += [
            BenchmarkRow(f"{category}: F1", exact.score, grid.score, "", GRID, "higher", note),
            BenchmarkRow(f"{category}: time", exact_s, grid_s, "s", GRID),
        ]
    return [*rows, *noise_rows()]


def noise_rows() -> list[BenchmarkRow]:
    """Points of two classes that overlap entirely, where every slope is about as good."""
    rng, rows = np.random.default_rng(0), []
    for points in NOISE_POINTS:
        x, y = rng.normal(size=(2, points))
        positive = rng.random(points) < 0.3
        started = perf_counter()
        line = best_line(x, y, positive)
        seconds, gap = perf_counter() - started, line.upper_bound - line.score
        note = f"F1 {line.score:.4f}, no line exceeds {line.upper_bound:.4f}; goal for the gap .01"
        rows += [
            BenchmarkRow(f"noise, {points:,} points: time", seconds, 10.0, "s", "goal"),
            BenchmarkRow(f"noise, {points:,} points: gap", gap, 0.01, "", "goal", note=note),
        ]
    return rows
