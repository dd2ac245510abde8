"""Actions of the scores room; the cut-off is moved by `MoveCutoff` of the matrix room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from steersman.session.actions import Change, Query

Calibration = Literal["none", "sigmoid", "isotonic"]


@dataclass(frozen=True)
class CalibrateModel(Change):
    """Give the current model other probabilities; its decisions stay."""

    method: Calibration


@dataclass(frozen=True)
class AskScores(Query):
    """Ask for the curves and figures of the current model's scores.

    With all classes asked about, `focus` is the class that the curves are about.
    """

    focus: str = ""
