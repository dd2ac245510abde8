"""Simulation studies behind the lessons."""

from steersman.learn.lessons.averaging_study import AveragingStudy
from steersman.learn.lessons.line_fits import FittedLine, LineKnobs, fitted_lines
from steersman.learn.lessons.neighbor_study import NeighborStudy, mean_interval

__all__ = [
    "AveragingStudy",
    "FittedLine",
    "LineKnobs",
    "NeighborStudy",
    "fitted_lines",
    "mean_interval",
]
