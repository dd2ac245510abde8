"""A bound that too few rows can promise at no setting."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from steersman.learn.wants import Bound


@dataclass(frozen=True)
class Shortage:
    """Too few rows to promise a bound at any setting.

    `needed` is infinite where no number of rows suffices or the number is not known.
    """

    bound: Bound
    rows: int
    needed: float = np.inf
    group: object = None
