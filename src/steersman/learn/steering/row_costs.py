"""Costs that each row has of its own: what errors cost in all and on average, with intervals."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.stats import norm

from steersman.errors import SteersmanError
from steersman.learn.steering.classifier_types import Rows
from steersman.learn.steering.groups import column_names, column_of

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

DRAWS = 2000
MOST_DRAWN_ROWS = 5000
"""On more rows the bootstrap adds nothing to the normal interval."""


@dataclass(frozen=True)
class CostFigure:
    """What errors cost on some rows: in all, and on average with a 95 % interval."""

    total: float
    average: float
    low: float
    high: float

    @classmethod
    def of(cls, losses: Floats) -> CostFigure:
        """The cost of rows that each cost so much."""
        low, high = mean_interval(losses)
        return cls(float(losses.sum()), float(losses.mean()), low, high)


def mean_interval(losses: Floats, confidence: float = 0.95) -> tuple[float, float]:
    """An interval for the mean of a cost on new rows: the percentile bootstrap, or the normal one
    where there are many rows.

    >>> mean_interval(np.array([1.0, 1.0]))
    (1.0, 1.0)
    """
    tail = (1.0 - confidence) / 2.0
    n, mean = len(losses), float(losses.mean())
    if n > MOST_DRAWN_ROWS:
        half = float(norm.isf(tail)) * float(losses.std(ddof=1)) / np.sqrt(n)
        return max(mean - half, 0.0), mean + half
    # Rows without a cost are all alike: only how many of the others are drawn matters.
    costly = losses[losses != 0.0]
    if not len(costly):
        return 0.0, 0.0
    rng = np.random.default_rng(0)
    numbers = rng.binomial(n, len(costly) / n, size=DRAWS)
    picked = costly[rng.integers(0, len(costly), (DRAWS, int(numbers.max())))]
    drawn = (picked * (np.arange(picked.shape[1]) < numbers[:, np.newaxis])).sum(axis=1) / n
    low, high = np.quantile(drawn, [tail, 1.0 - tail])
    return float(low), float(high)


def cost_lines(costs: tuple[CostFigure, CostFigure] | None) -> list[str]:
    """What errors cost before and after, a line each for a report; none without costs of rows."""
    return [
        f"{name}: {each.total:,.6g} in all, {each.average:,.4g} on average for a row "
        f"(95 % interval {each.low:,.4g} to {each.high:,.4g})"
        for name, each in zip(("before", "after"), costs or ())
    ]


def row_costs_of(given: ArrayLike | str, X: Rows, rows: int) -> Floats:
    """(rows,): what an error on each row costs, from a column of the frame or as given."""
    if isinstance(given, str):
        if given not in column_names(X):
            raise SteersmanError(
                f"the rows have no column {given!r} to take costs from",
                todo="give cost_column=... as one number for each row, or a column of the frame",
                code="unknown-cost-column",
                column=given,
            )
        given = column_of(X, given)
    try:
        costs = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError) as problem:
        raise bad_row_costs("some are no numbers") from problem
    if costs.shape != (rows,):
        raise bad_row_costs(f"{rows} rows came with costs of shape {costs.shape}")
    if not np.isfinite(costs).all() or (costs < 0).any():
        raise bad_row_costs("some are missing, negative or infinite")
    return costs


def bad_row_costs(why: str) -> SteersmanError:
    """The error for costs that rows cannot have."""
    return SteersmanError(
        f"the costs of the rows cannot be used: {why}",
        todo="give each row a number that is 0 or more",
        code="bad-row-costs",
    )
