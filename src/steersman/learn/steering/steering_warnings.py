"""What to know of a result before it is relied on: codes for programs, sentences for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from steersman.learn.steering.row_prints import FEW
from steersman.learn.wants import count_text

if TYPE_CHECKING:
    from steersman.learn.steering.steering_result import Steering

WarningCode = Literal["fitted-rows", "too-good", "never-predicted"]
MANY = 100  # rows
RARE = 0.01  # of so many: errors that a model makes on rows that it was fitted on


class SteeringWarning(NamedTuple):
    """Something that makes a result worth less than it says.

    `fitted-rows`: the model was fitted on `rows` of these rows, so nothing is guaranteed.
    `too-good`: it errs on `rows` rows, so few of them as if it was fitted on them.
    `never-predicted`: it keeps the limits by predicting the class `label` for no row.
    """

    code: WarningCode
    rows: int = 0
    label: object = None


def steering_warnings(steering: Steering) -> tuple[SteeringWarning, ...]:
    """The warnings that belong to a result."""
    found = []
    rows = int(steering.before.sum())
    if steering.is_fitted_here:
        found.append(SteeringWarning("fitted-rows", steering.fitted.rows))
    elif steering.judged_by_promise and not steering.fitted.is_known:
        errors = rows - int(np.trace(steering.before))
        if rows >= MANY and errors <= RARE * rows:
            found.append(SteeringWarning("too-good", errors))
    if steering.met and steering.want.bounds:
        size = len(steering.classes)
        never = np.flatnonzero(steering.after[:, :size].sum(axis=0) == 0)
        found += [
            SteeringWarning("never-predicted", label=steering.classes[place])
            for place in never.tolist()
            # A class without rows need not be predicted.
            if steering.after[place].sum()
        ]
    return tuple(found)


def fits_few(rows: int, of: int) -> bool:
    """Whether so few rows of all were fitted on that they may be duplicates."""
    return rows <= FEW * of


def warning_text(warning: SteeringWarning, steering: Steering) -> str:
    """A warning as a sentence."""
    rows = count_text(warning.rows)
    if warning.code == "fitted-rows":
        return (
            f"The model was fitted on {rows} of these {count_text(int(steering.before.sum()))} "
            "rows, so nothing is guaranteed on new data. Steer on rows that it has not seen."
        )
    if warning.code == "too-good":
        return (
            f"The model errs on only {rows} of {count_text(int(steering.before.sum()))} rows. "
            "If it was fitted on them, nothing is guaranteed."
        )
    others = [each for each in steering.classes if each != warning.label]
    limits = "The limit is" if len(steering.want.bounds) == 1 else "The limits are"
    if len(others) == 1:
        return f"{limits} kept by calling every row {others[0]}, and none {warning.label}."
    return f"No row is called {warning.label}."
