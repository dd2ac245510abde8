"""The lesson of k-means and mixtures: points in the plane, one half of a round at a time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, TypedDict

import numpy as np
from numpy.typing import NDArray

from steersman.errors import check_choice, check_range
from steersman.evaluate import nmi, purity
from steersman.learn.lessons import PointSet, cluster_points, digit_plane
from steersman.maths.lessons import (
    Box,
    Gaussians,
    Half,
    ellipse,
    gaussian_mixture_steps,
    kmeans,
    kmeans_steps,
    nearest_centers,
    random_centers,
    round_gaussians,
    voronoi_cells,
)
from steersman.session.actions import Query
from steersman.session.lessons.lesson import LessonAnswer, LessonQuestion, matrix_of, rows_text
from steersman.session.views import Column, View

Floats = NDArray[np.float64]
GroupMethod = Literal["k-means", "mixture"]
MOST_CLUSTERS = 12
MOST_POINTS = 2000
REACH = 100.0
STARTS = 12
TRIED = 8
"""Numbers of clusters from 1 on whose lowest sum of squares is shown."""
MANY_POINTS = 500
ASPECT = 1.5
PAD = 0.3


@dataclass(frozen=True)
class LessonKmeans(Query):
    """K-means or a mixture of Gaussians after some half rounds.

    `points` and `centers` are the person's own; without them they are those of the set `data` and
    `clusters` points drawn at random.
    """

    data: PointSet = "clouds"
    points: tuple[tuple[float, ...], ...] = ()
    centers: tuple[tuple[float, ...], ...] = ()
    clusters: int = 3
    method: GroupMethod = "k-means"
    sigma: float = 0.5
    learn_spread: bool = False
    step: int = 0
    draw: int = 0
    seed: int = 0


class EllipseValues(TypedDict):
    """One deviation around the mean of a Gaussian."""

    long: float
    short: float
    angle: float


class DigitCenter(TypedDict):
    """The picture at a center, 64 values from 0 to 1, and the most frequent digit around it."""

    pixels: list[float]
    digit: int | None
    share: float


class KmeansLimitValues(TypedDict):
    """How near a finished mixture is to k-means from the same start."""

    distance: float
    """The largest distance between a mean and the center of k-means."""
    sure: float
    """The mean of the largest share of each point: 1 for k-means."""
    same: float
    """The share of points with the cluster of k-means."""


class KmeansAnswer(LessonAnswer):
    """The step asked for; columns `points` (x, y of each), `labels` and `sure`."""

    half: Half
    step: int
    steps: int
    box: Box
    centers: list[tuple[float, float]]
    trails: list[list[tuple[float, float]]]
    """Where each center was, up to this step."""
    cells: list[list[tuple[float, float]]]
    ellipses: list[EllipseValues]
    history: list[float]
    """Sum of squares or log likelihood after each step that has one."""
    starts: list[float]
    """The sums of squares that k-means ends with from several random starts, lowest first."""
    elbow: list[float]
    limit: KmeansLimitValues | None
    digits: list[DigitCenter]
    purity: float | None
    nmi: float | None


class GroupStep(TypedDict):
    """A step of either method in the same words."""

    half: Half
    centers: Floats
    shares: Floats | None  # (rows, clusters)
    value: float | None
    gaussians: Gaussians | None


def points_of(asked: LessonKmeans) -> Floats:
    """(rows, 2) the points that are asked about."""
    if asked.points:
        X = matrix_of("points", asked.points, 2, 2, MOST_POINTS)
        check_range("a coordinate", float(np.abs(X).max()), 0.0, REACH)
        return X
    return cluster_points(asked.data, int(check_range("the draw", asked.draw, 0, 9999)))


def start_of(asked: LessonKmeans, X: Floats) -> Floats:
    """(clusters, 2) the starting centers."""
    if asked.centers:
        centers = matrix_of("centers", asked.centers, 2, 1, MOST_CLUSTERS)
        check_range("a coordinate", float(np.abs(centers).max()), 0.0, REACH)
        return centers
    most = min(MOST_CLUSTERS, len(np.unique(X, axis=0)))
    clusters = int(check_range("the number of clusters", asked.clusters, 1, most))
    return random_centers(X, clusters, np.random.default_rng(asked.seed))


@lru_cache(maxsize=4)
def steps_of(asked: LessonKmeans) -> tuple[GroupStep, ...]:
    """All steps; `asked.step` plays no part."""
    X = points_of(asked)
    centers = start_of(asked, X)
    if asked.method == "k-means":
        return tuple(
            {
                "half": half,
                "centers": at,
                "shares": None if labels is None else np.eye(len(at))[labels],
                "value": squares,
                "gaussians": None,
            }
            for half, at, labels, squares in kmeans_steps(X, centers)
        )
    return tuple(
        {
            "half": half,
            "centers": found.means,
            "shares": shares,
            "value": likelihood,
            "gaussians": found,
        }
        for half, found, shares, likelihood in gaussian_mixture_steps(
            X,
            round_gaussians(centers, asked.sigma),
            asked.learn_spread,
            most_rounds=200 if len(X) < MANY_POINTS else 60,
        )
    )


@lru_cache(maxsize=64)
def tried_sums(
    data: PointSet, points: tuple[tuple[float, ...], ...], draw: int, clusters: int
) -> tuple[float, ...]:
    """The sums of squares that k-means ends with from random starts, lowest first."""
    X = points_of(LessonKmeans(data=data, points=points, draw=draw))
    rng = np.random.default_rng(0)
    starts = STARTS if len(X) < MANY_POINTS else STARTS // 4
    ends = [kmeans(X, random_centers(X, clusters, rng)).squares or 0.0 for _ in range(starts)]
    return tuple(sorted(ends))


def kmeans_view(asked: LessonKmeans) -> View:
    """One step of the method, what came before it, and other starts."""
    check_choice("the method", asked.method, ("k-means", "mixture"))
    check_range("sigma", asked.sigma, 0.01, 10.0)
    X = points_of(asked)
    steps = steps_of(replace(asked, step=0))
    place = min(int(check_range("the step", asked.step, 0, 10_000)), len(steps) - 1)
    now = steps[place]
    box = box_around(X, steps[0]["centers"])
    shares = now["shares"]
    labels = None if shares is None else shares.argmax(axis=1)
    clusters = len(now["centers"])
    group = (asked.data, asked.points, asked.draw)
    most = min(TRIED, len(np.unique(X, axis=0)))
    is_hard = asked.method == "k-means"
    values: KmeansAnswer = {
        "half": now["half"],
        "step": place,
        "steps": len(steps) - 1,
        "box": box,
        "centers": pairs(now["centers"]),
        "trails": [pairs(np.array(trail)) for trail in trails(steps[: place + 1])],
        "cells": [pairs(cell) for cell in voronoi_cells(now["centers"], box)] if is_hard else [],
        "ellipses": [] if now["gaussians"] is None else ellipses(now["gaussians"]),
        "history": [each["value"] for each in steps[: place + 1] if each["value"] is not None],
        "starts": list(tried_sums(*group, min(clusters, len(X)))),
        "elbow": [tried_sums(*group, tried)[0] for tried in range(1, most + 1)],
        "limit": None if is_hard else limit_values(asked, X, steps),
        "digits": [],
        "purity": None,
        "nmi": None,
    }
    if asked.data == "digits" and not asked.points:
        values["digits"] = digit_centers(now["centers"], labels)
        if labels is not None:
            values["purity"] = purity(digit_plane().digits, labels)
            values["nmi"] = nmi(digit_plane().digits, labels)
    return View("lesson-kmeans", values, columns_of(X, shares))


def columns_of(X: Floats, shares: Floats | None) -> tuple[Column, ...]:
    """The points, their clusters (255 for none yet) and how sure those are."""
    labels = np.full(len(X), 255) if shares is None else shares.argmax(axis=1)
    sure = np.ones(len(X)) if shares is None else shares.max(axis=1)
    return (
        Column("points", X.astype(np.float32).ravel(), None),
        Column("labels", labels.astype(np.uint8), None),
        Column("sure", sure.astype(np.float32), None),
    )


def box_around(X: Floats, centers: Floats) -> Box:
    """A box of fixed shape around all points and starting centers."""
    corners = np.vstack([X, centers])
    low, high = corners.min(axis=0) - PAD, corners.max(axis=0) + PAD
    middle, half = (low + high) / 2, (high - low) / 2
    up = max(half[1], half[0] / ASPECT)
    across = ASPECT * up
    return (middle[0] - across, middle[0] + across, middle[1] - up, middle[1] + up)


def pairs(points: Floats) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in points]


def trails(steps: tuple[GroupStep, ...]) -> list[list[Floats]]:
    """For each center the places where it was."""
    moved = [each["centers"] for each in steps if each["half"] != "assign"]
    return [[at[place] for at in moved] for place in range(len(steps[0]["centers"]))]


def ellipses(gaussians: Gaussians) -> list[EllipseValues]:
    found: list[EllipseValues] = []
    for covariance in gaussians.covariances:
        long, short, angle = ellipse(covariance)
        found.append({"long": long, "short": short, "angle": angle})
    return found


def limit_values(asked: LessonKmeans, X: Floats, steps: tuple[GroupStep, ...]) -> KmeansLimitValues:
    """The end of the mixture beside the end of k-means."""
    end = steps[-1]
    assert end["shares"] is not None, "there is a round"  # noqa: S101
    hard = steps_of(replace(asked, step=0, method="k-means", sigma=0.5, learn_spread=False))[-1]
    away = end["centers"] - hard["centers"]
    labels, _ = nearest_centers(X, hard["centers"])
    return {
        "distance": float(np.sqrt((away**2).sum(axis=1)).max()),
        "sure": float(end["shares"].max(axis=1).mean()),
        "same": float((end["shares"].argmax(axis=1) == labels).mean()),
    }


def digit_centers(centers: Floats, labels: NDArray[np.intp] | None) -> list[DigitCenter]:
    """The picture at each center, and the most frequent digit of its cluster."""
    plane = digit_plane()
    found: list[DigitCenter] = []
    for place, pixels in enumerate(plane.pictures(centers)):
        mine = np.bincount(plane.digits[labels == place] if labels is not None else [])
        found.append(
            {
                "pixels": pixels.round(3).tolist(),
                "digit": int(mine.argmax()) if mine.any() else None,
                "share": float(mine.max() / mine.sum()) if mine.any() else 0.0,
            }
        )
    return found


def kmeans_lines(asked: LessonKmeans) -> str:
    points = (
        f"X = {rows_text(asked.points)}"
        if asked.points
        else f'X = cluster_points("{asked.data}", draw={asked.draw})'
    )
    start = (
        f"start = {rows_text(asked.centers)}"
        if asked.centers
        else f"start = random_centers(X, {asked.clusters}, np.random.default_rng({asked.seed}))"
    )
    run = KMEANS_LINES if asked.method == "k-means" else MIXTURE_LINES
    return f"""\
import numpy as np
from steersman.learn.lessons import cluster_points
from steersman.maths.lessons import random_centers

{points}
{start}
{run.format(sigma=repr(asked.sigma), learn_spread=asked.learn_spread)}"""


KMEANS_LINES = """\

# the end of sklearn's KMeans(init=start, n_init=1, tol=0)
from steersman.maths.lessons import kmeans_steps

for half, centers, labels, squares in kmeans_steps(X, start):
    print(half, squares)
"""
MIXTURE_LINES = """\

# learn_spread=True: the rounds of sklearn's GaussianMixture from the same start
from steersman.maths.lessons import gaussian_mixture_steps, round_gaussians

gaussians = round_gaussians(start, {sigma})
for step in gaussian_mixture_steps(X, gaussians, learn_spread={learn_spread}):
    print(step.half, step.log_likelihood)
"""

QUESTIONS = (LessonQuestion(LessonKmeans, KmeansAnswer, kmeans_view, kmeans_lines),)
