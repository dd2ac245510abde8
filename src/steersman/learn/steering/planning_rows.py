"""The rows that plan a guarantee; the others test what was planned."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def planning_rows(rows: int, share: float, at_least: int = 0) -> NDArray[np.bool_]:
    """(rows,): those that plan, drawn without a look at anything.

    A fixed seed: the same rows and want give the same model.

    >>> int(planning_rows(10, 0.3).sum()), int(planning_rows(3, 0.1, at_least=1).sum())
    (3, 1)
    """
    plans = np.zeros(rows, dtype=bool)
    drawn = max(at_least, round(share * rows))
    plans[np.random.default_rng(0).permutation(rows)[:drawn]] = True
    return plans
