"""From scores to probabilities: one curve for each class, learned from scores of unseen rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Self

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit
from sklearn.isotonic import IsotonicRegression

from steersman.maths.platt import platt_line

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

CalibrationMethod = Literal["sigmoid", "isotonic"]
CALIBRATION_METHODS: tuple[CalibrationMethod, ...] = ("sigmoid", "isotonic")


@dataclass(frozen=True, eq=False)
class ScoreCalibration:
    """Curves from scores to probabilities, of the second of two classes or of each of several.

    A sigmoid is (1, 2): slope and intercept of its log odds. An isotonic curve is (points, 2):
    scores and probabilities with straight lines between.
    """

    method: CalibrationMethod
    curves: Sequence[Floats]

    @classmethod
    def of(cls, scores: Floats, codes: Ints, method: CalibrationMethod) -> Self:
        """Learn from (rows,) scores of two classes, or (rows, classes) scores of more."""
        if scores.ndim == 1:
            return cls(method, [calibration_curve(scores, codes == 1, method)])
        columns = range(scores.shape[1])
        curves = [calibration_curve(scores[:, each], codes == each, method) for each in columns]
        return cls(method, curves)

    def probabilities(self, scores: Floats) -> Floats:
        """(rows, classes) probabilities, which add up to 1."""
        if scores.ndim == 1:
            share = self.shares(scores, 0)
            return np.column_stack([1.0 - share, share])
        shares = np.column_stack(
            [self.shares(scores[:, each], each) for each in range(len(self.curves))]
        )
        total = shares.sum(axis=1, keepdims=True)
        # Where no class is deemed possible, all are as likely.
        even = np.full_like(shares, 1.0 / shares.shape[1])
        return np.asarray(np.divide(shares, total, out=even, where=total > 0.0))

    def shares(self, scores: Floats, place: int) -> Floats:
        """(rows,) the probability that one curve gives to scores."""
        curve = self.curves[place]
        if self.method == "sigmoid":
            slope, intercept = curve[0]
            return np.asarray(expit(slope * scores + intercept), dtype=np.float64)
        return np.asarray(np.interp(scores, curve[:, 0], curve[:, 1]), dtype=np.float64)


def calibration_curve(
    scores: Floats, positive: NDArray[np.bool_], method: CalibrationMethod
) -> Floats:
    """The curve of one class."""
    if method == "sigmoid":
        return np.array([platt_line(scores, positive)])
    fitted = IsotonicRegression(y_min=0.0, y_max=1.0, out_of_bounds="clip")
    fitted.fit(scores, positive.astype(np.float64))
    return np.column_stack([fitted.X_thresholds_, fitted.y_thresholds_])
