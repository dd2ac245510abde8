"""Simulation studies behind the lessons."""

from steersman.learn.lessons.averaging_study import AveragingStudy, averaging_study
from steersman.learn.lessons.cluster_points import (
    DigitPlane,
    PointSet,
    cluster_points,
    digit_plane,
)
from steersman.learn.lessons.dimension_study import (
    SHIFT,
    SIGNAL,
    WAYS,
    DimensionStudy,
    ManyColumns,
    dimension_study,
)
from steersman.learn.lessons.line_fits import FittedLine, LineKnobs, fitted_lines
from steersman.learn.lessons.neighbor_study import NeighborStudy, mean_interval, neighbor_study
from steersman.learn.lessons.tube_fit import (
    FittedTube,
    MachineKernel,
    TubeKnobs,
    fitted_tube,
    tube_objectives,
)
from steersman.learn.lessons.width_study import MEASURES, WidthStudy, width_study

__all__ = [
    "MEASURES",
    "SHIFT",
    "SIGNAL",
    "WAYS",
    "AveragingStudy",
    "DigitPlane",
    "DimensionStudy",
    "FittedLine",
    "FittedTube",
    "LineKnobs",
    "MachineKernel",
    "ManyColumns",
    "NeighborStudy",
    "PointSet",
    "TubeKnobs",
    "WidthStudy",
    "averaging_study",
    "cluster_points",
    "digit_plane",
    "dimension_study",
    "fitted_lines",
    "fitted_tube",
    "mean_interval",
    "neighbor_study",
    "tube_objectives",
    "width_study",
]
