"""Wants, bounds and what is said of them, as fields that a page draws its words from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

import numpy as np

from steersman.learn.promises import BoundPromise, Shortage
from steersman.learn.steering import Allowance
from steersman.learn.wants import (
    Bound,
    Violation,
    Want,
    WantExample,
    class_index,
    want_completions,
)
from steersman.session.matrix.outcome import ReachedBound
from steersman.session.matrix.problem import MatrixProblem
from steersman.session.matrix.shapes import CompletionsFrame
from steersman.session.matrix.want_shapes import (
    AllowanceValues,
    BoundPromiseValues,
    BoundValues,
    ReachedBoundValues,
    Relation,
    ShortageValues,
    ViolationValues,
    WantExampleValues,
    WantValues,
)
from steersman.session.views import View


def bound_values(bound: Bound, problem: MatrixProblem) -> BoundValues:
    """One bound; its classes are named as they are in the data, however a person wrote them."""
    names = [name if isinstance(name, int) else class_index(name, problem.classes)
             for name in bound.classes]  # fmt: skip
    return {
        "measure": bound.measure,
        "classes": [problem.classes[place] for place in names],
        "relation": cast(Relation, bound.relation),
        "value": bound.value,
        "share": bound.definition.is_share,
        "locked": bound.locked,
        "each_group": bound.each_group,
        "gap_over": bound.gap_over,
    }


def reached_values(reached: ReachedBound, problem: MatrixProblem) -> ReachedBoundValues:
    """A bound with what was reached for it."""
    return {
        **bound_values(reached.bound, problem),
        "reached": reached.reached,
        "part": reached.part,
        "rows": reached.rows,
        "low": reached.low,
        "high": reached.high,
        "tight": reached.tight,
    }


def bounds_values(bounds: Iterable[Bound], problem: MatrixProblem) -> list[BoundValues]:
    """Several bounds."""
    return [bound_values(bound, problem) for bound in bounds]


def want_values(want: Want | None, problem: MatrixProblem) -> WantValues | None:
    """A want that can be asked for: its text, and its bounds."""
    if want is None:
        return None
    return {"text": str(want), "bounds": bounds_values(want.bounds, problem)}


def example_values(example: WantExample) -> WantExampleValues:
    """A want as it can be written, and what it means."""
    return {"text": example.text, "meaning": example.meaning}


def completions_view(text: str, problem: MatrixProblem) -> View:
    """Ways to go on with a want that is being written."""
    found = want_completions(text, problem.classes, problem.positive)
    values: CompletionsFrame = {
        "text": text,
        "completions": [example_values(each) for each in found],
    }
    return View("completions", values)


def violation_values(violation: Violation, problem: MatrixProblem) -> ViolationValues:
    """A bound that does not hold, its value, and the rows that would have to change; None of them
    where no number of rows would do."""
    return {
        "bound": bound_values(violation.bound, problem),
        "value": violation.value,
        "rows": finite(violation.rows),
        "promising": violation.promising,
    }


def promise_values(promise: BoundPromise, problem: MatrixProblem) -> BoundPromiseValues:
    """A bound that holds on new data but for a risk; of so many rows, so many may err here."""
    assert promise.risk is not None, "a count promises nothing"  # noqa: S101
    allowed, rows = promise.allowed or (None, None)
    return {
        "bound": bound_values(promise.bound.written, problem),
        "risk": promise.risk,
        "allowed": allowed,
        "rows": rows,
        "of_shares": promise.bound.definition.depends_on_class_shares,
    }


def allowance_values(allowance: Allowance, problem: MatrixProblem) -> AllowanceValues:
    """How many errors a bound allows here, and how many there are."""
    return {
        "bound": bound_values(allowance.bound, problem),
        "used": allowance.used,
        "allowed": allowance.allowed,
        "rows": allowance.rows,
    }


def shortage_values(shortage: Shortage, problem: MatrixProblem) -> ShortageValues:
    """A bound that so few rows cannot promise, and how many could, where that is known."""
    return {
        "bound": bound_values(shortage.bound, problem),
        "rows": shortage.rows,
        "needed": finite(shortage.needed),
    }


def finite(value: float) -> float | None:
    """The value, or None where it is infinite: JSON has no word for that."""
    return float(value) if np.isfinite(value) else None
