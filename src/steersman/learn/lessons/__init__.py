"""Simulation studies behind the lessons."""

from steersman.learn.lessons.averaging_study import AveragingStudy, averaging_study
from steersman.learn.lessons.line_fits import FittedLine, LineKnobs, fitted_lines
from steersman.learn.lessons.neighbor_study import NeighborStudy, mean_interval, neighbor_study

__all__ = [
    "AveragingStudy",
    "FittedLine",
    "LineKnobs",
    "NeighborStudy",
    "averaging_study",
    "fitted_lines",
    "mean_interval",
    "neighbor_study",
]
