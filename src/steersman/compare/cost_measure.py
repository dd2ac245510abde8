"""The average cost of a row as a measure of compared models."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from steersman.compare.refitting import Question
from steersman.evaluate.intervals import Figure
from steersman.evaluate.outcomes import MEASURES, Measure
from steersman.evaluate.resampling import resampled_sums

COST = "cost"
DRAWS = 2000
Floats = NDArray[np.float64]


def measures_of(question: Question) -> list[str]:
    """The names of the measures that models can be compared by; cost only where costs are set."""
    return [*MEASURES, *([COST] if has_costs(question) else [])]


def has_costs(question: Question) -> bool:
    """Whether decisions, or errors on single rows, have costs."""
    return bool(question.costs) or question.row_prices is not None


def truth_for(question: Question, name: str) -> NDArray[np.int64]:
    """(rows,) what the tests take for the truth: the classes, or the rows where each has a cost."""
    if name == COST and question.row_prices is not None:
        return np.arange(len(question.y))
    return question.codes


def measure_for(question: Question, name: str) -> str | Measure:
    """A measure as the tests take it: the name, or a function of (y_true, y_pred) for cost."""
    if name != COST:
        return name

    codes = question.codes

    def cost(true: NDArray[np.generic], predicted: NDArray[np.generic]) -> float:
        if question.row_prices is None:
            return float(row_costs(question, true, predicted).mean())
        rows = true.astype(np.intp)
        return float(row_costs(question, codes[rows], predicted, rows).mean())

    return cost


def row_costs(
    question: Question,
    codes: NDArray[np.generic],
    predicted: NDArray[np.generic],
    rows: NDArray[np.intp] | None = None,
) -> Floats:
    """(rows,) what each decision costs, of all rows or of some."""
    if question.row_prices is not None:
        prices = question.row_prices if rows is None else question.row_prices[rows]
        return np.asarray(prices * (codes != predicted))
    matrix = np.asarray(question.costs, dtype=np.float64)
    return np.asarray(matrix[codes.astype(np.intp), predicted.astype(np.intp)])


def cost_figure(costs: Floats, confidence: float) -> Figure:
    """The average of (rows,) costs with its percentile bootstrap interval."""
    rng = np.random.default_rng(0)
    drawn = np.concatenate(list(resampled_sums(costs[:, np.newaxis], DRAWS, rng))) / len(costs)
    low, high = np.quantile(drawn, [(1 - confidence) / 2, (1 + confidence) / 2])
    mean = float(costs.mean())
    return Figure(COST, mean, float(low), float(high), confidence, "percentile bootstrap")
