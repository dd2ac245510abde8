"""Simulation studies behind the lessons."""

from steersman.learn.lessons.averaging_study import AveragingStudy, averaging_study
from steersman.learn.lessons.cluster_points import (
    DigitPlane,
    PointSet,
    cluster_points,
    digit_plane,
)
from steersman.learn.lessons.line_fits import FittedLine, LineKnobs, fitted_lines
from steersman.learn.lessons.neighbor_study import NeighborStudy, mean_interval, neighbor_study

__all__ = [
    "AveragingStudy",
    "DigitPlane",
    "FittedLine",
    "LineKnobs",
    "NeighborStudy",
    "PointSet",
    "averaging_study",
    "cluster_points",
    "digit_plane",
    "fitted_lines",
    "mean_interval",
    "neighbor_study",
]
