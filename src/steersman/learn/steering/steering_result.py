"""The result of steering: the model, its matrices, what holds on new data, and what does not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, cast

import numpy as np
from numpy.typing import NDArray

from steersman.learn.promises import Promise
from steersman.learn.steering.allowances import Allowance, allowances
from steersman.learn.steering.classifier_types import SteerableClassifier
from steersman.learn.steering.ranking import Goal, SeenRanges
from steersman.learn.steering.reasons import Answer, assumptions, guarantees, steering_answer
from steersman.learn.steering.row_costs import CostFigure
from steersman.learn.steering.row_limits import GroupOutcome
from steersman.learn.steering.row_prints import NOT_KNOWN, FittedRows
from steersman.learn.steering.steering_display import SteeringDisplay, steering_html
from steersman.learn.steering.steering_warnings import (
    SteeringWarning,
    fits_few,
    steering_warnings,
    warning_text,
)
from steersman.learn.steering.visited_model import VisitedModel
from steersman.learn.wants import ClassBound, ResolvedWant, Violation

Ints = NDArray[np.int64]

SearchEnd = Literal["met", "already-met", "closest", "closest-with-locks", "too-few-rows"]
"""How the search ended: the want holds (by the model as it was), or the closest model was taken (of
those that keep the locked cells), or no setting could promise it from so few rows."""

SteeringCode = SearchEnd | Literal["fitted-rows"]
"""How steering ended: as the search, or with a promise that is void, as the model was fitted on the
rows."""


Assurance = Literal["guaranteed", "these-rows", "none"]
"""What a result says about new data: its rates are guaranteed, nothing (it holds on these rows, and
about half of such settings do not on others), or it does not even hold here."""


@dataclass(frozen=True, eq=False, repr=False)
class Steering:
    """Result of steering: the model, how it ended (`code`), and why in words (`reason`).

    `before` and `after` are confusion matrices on the holdout (rows true, columns predicted, in
    the order of `classes`, and then, where a person decides some rows, those); `gap` is how many
    rows still have to change; `trajectory` holds every
    model visited, the first one unchanged; `ranges` (classes, classes, 2) the lowest and highest
    count each cell was seen to take while the bounds that are not about it hold. With a confidence
    asked, `met` says whether it is reached and `promise` what holds for new data. `ended` is how
    the search ended, whatever rows the model was fitted on. `exact` is False where some setting of
    the model was not tried, so that one may exist which is better. `groups` has every limit on
    groups in every group, the worst first. `row_values` are the gaps between groups, and the costs,
    that limits are about; `row_costs` what errors cost before and after, where each row has a cost
    of its own. `fitted` says how many of these rows the model was fitted on, where that is known.
    """

    model: SteerableClassifier
    before: Ints
    after: Ints
    gap: float
    trajectory: tuple[VisitedModel, ...]
    ended: SearchEnd
    ranges: Ints
    want: ResolvedWant
    violations: tuple[Violation, ...] = ()
    promise: Promise | None = None
    exact: bool = True
    groups: tuple[GroupOutcome, ...] = ()
    row_values: Mapping[ClassBound, float] = field(default_factory=dict)
    row_costs: tuple[CostFigure, CostFigure] | None = None
    fitted: FittedRows = NOT_KNOWN
    met: bool = field(init=False)
    code: SteeringCode = field(init=False)

    def __post_init__(self) -> None:
        holds = self.ended in ("met", "already-met")
        void = holds and self.is_fitted_here
        object.__setattr__(self, "met", holds and not void)
        object.__setattr__(self, "code", "fitted-rows" if void else self.ended)

    def __repr__(self) -> str:
        before, after = int(np.trace(self.before)), int(np.trace(self.after))
        return (
            f"<Steering {self.code}: {self.want}; gap {self.gap:g}, {before} -> {after} "
            f"of {int(self.after.sum())} rows right, {len(self.trajectory)} models visited>"
        )

    def _repr_html_(self) -> str:
        return steering_html(self)

    def plot(self, axes: Sequence[Any] | None = None) -> SteeringDisplay:
        """Draw the matrices before and after and, of two classes, the models on the way.

        Needs matplotlib: ``pip install 'steersman[plot]'``.

        Parameters
        ----------
        axes : sequence of matplotlib.axes.Axes, optional
            Axes to draw in; without them a new figure.

        Returns
        -------
        SteeringDisplay
            The display, with `figure_` and `axes_`.
        """
        return SteeringDisplay.of(self).plot(axes)

    @property
    def answer(self) -> Answer:
        """The result in sentences: what was reached, its price, what is guaranteed, what helps."""
        return steering_answer(self)

    @property
    def reason(self) -> str:
        """The answer in one line."""
        return str(self.answer)

    @property
    def guarantees(self) -> tuple[str, ...]:
        """What holds for new rows, a sentence for each rate."""
        return guarantees(self)

    @property
    def classes(self) -> tuple[object, ...]:
        """The classes in the order of the matrices' rows and columns."""
        return self.want.classes

    @property
    def allowances(self) -> tuple[Allowance, ...]:
        """How many errors each bound allows on these rows, and how many there are."""
        judge = self.promise if self.judged_by_promise else None
        return allowances(self.want, judge, self.after)

    @property
    def referrals(self) -> Ints:
        """(classes,): how many rows of each class go to a person."""
        beyond: Ints = self.after[:, len(self.classes) :].sum(axis=1)
        return beyond

    @property
    def assurance(self) -> Assurance:
        """What can be relied on: a guarantee, these rows only, or nothing."""
        if not self.met:
            return "none"
        return "guaranteed" if self.judged_by_promise else "these-rows"

    @property
    def is_fitted_here(self) -> bool:
        """Whether a promise was asked from rows of which the model was fitted on more than a few:
        then nothing is guaranteed."""
        rows = int(self.before.sum())
        return self.judged_by_promise and not fits_few(self.fitted.rows, rows)

    @property
    def warnings(self) -> tuple[SteeringWarning, ...]:
        """What makes the result worth less than it says, each with a code."""
        return steering_warnings(self)

    @property
    def warning_texts(self) -> tuple[str, ...]:
        """The warnings as sentences."""
        return tuple(warning_text(each, self) for each in self.warnings)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What a guarantee needs to be true; empty where nothing is guaranteed."""
        return assumptions(self)

    @property
    def judged_by_promise(self) -> bool:
        """Whether the want is judged by a promise: a confidence was asked, and of some rate."""
        return self.promise is not None and self.promise.is_of_rates

    def violations_at(self, matrix: Ints, gap: float) -> tuple[Violation, ...]:
        """The bounds that do not hold (with a promise: are not promised) at one setting."""
        return violations_at(self.want, self.promise, matrix, gap)

    def target(self) -> Ints:
        """(classes, classes): the matrix nearest to the first that meets what was asked."""
        if self.promise is None or not self.judged_by_promise:
            return self.want.target(self.before)
        return self.promise.target(self.want, self.before)


def steering_result(
    goal: Goal,
    reach: SeenRanges,
    visited: Sequence[VisitedModel],
    best: VisitedModel,
    promise: Promise | None,
) -> Steering:
    """The result, with the code that says how it ended."""
    return Steering(
        model=cast(SteerableClassifier, best.model),
        before=visited[0].matrix,
        after=best.matrix,
        gap=best.gap,
        trajectory=tuple(visited),
        ended=search_end(best, promise, unchanged=best.model is visited[0].model),
        ranges=reach.ranges(),
        want=goal.want,
        violations=violations_at(goal.want, promise, best.matrix, best.gap),
        promise=promise,
        exact=reach.exact,
    )


def search_end(best: VisitedModel, promise: Promise | None, *, unchanged: bool) -> SearchEnd:
    """How the search ended with the best model visited."""
    if best.gap == 0.0:
        return "already-met" if unchanged else "met"
    return "too-few-rows" if promise is not None and promise.shortages else "closest"


def violations_at(
    want: ResolvedWant, promise: Promise | None, matrix: Ints, gap: float
) -> tuple[Violation, ...]:
    """The bounds that do not hold, or are not promised where some can be; furthest away first."""
    if promise is None or not promise.promised_bounds:
        return want.violations(matrix)
    return promise.violations(want, matrix, gap)
