"""The verdict on one limit on the final test rows."""

from __future__ import annotations

from steersman.learn.wants import Bound
from steersman.session.matrix.measured_shares import MeasuredShare
from steersman.session.matrix.problem import MatrixProblem
from steersman.session.matrix.want_shapes import FinalBoundValues
from steersman.session.matrix.want_values import bound_values

# Smaller differences are rounding.
ROUNDING = 1e-12


def verdict_values(
    bound: Bound,
    problem: MatrixProblem,
    value: MeasuredShare | float,
    limit: float,
    ends: tuple[float, float],
    tuning: float,
) -> FinalBoundValues:
    """One bound with its value on the final test rows, the interval around it, and the verdict."""
    share = value if isinstance(value, MeasuredShare) else MeasuredShare(value)
    low, high = ends
    holds = holds_at(bound, share.value, limit)
    return {
        "bound": bound_values(bound, problem),
        "value": share.value,
        "limit": limit,
        "low": low,
        "high": high,
        "part": share.part,
        "rows": share.rows,
        "tuning": tuning,
        "holds": holds,
        "within_noise": not holds and low <= limit <= high,
        "group": "",
    }


def holds_at(bound: Bound, value: float, limit: float) -> bool:
    """Whether a value keeps to the limit of a bound."""
    match bound.relation:
        case "<=":
            return value <= limit + ROUNDING
        case ">=":
            return value >= limit - ROUNDING
        case "<":
            return value < limit - ROUNDING
        case ">":
            return value > limit + ROUNDING
        case _:
            return abs(value - limit) <= ROUNDING
