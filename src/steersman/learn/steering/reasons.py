"""Sentences that explain the result of steering, made from its code and fields.

The answer first, with the class named and its number; then the price paid elsewhere, what is
guaranteed or that nothing is, and what would help.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from steersman.learn.promises import RowPromise, Shortage, unpromised_reason
from steersman.learn.steering.allowances import Allowance
from steersman.learn.wants import (
    ClassBound,
    Violation,
    assumption_text,
    class_share_text,
    count_text,
    counts_text,
    future_text,
    gap_text,
    limit_text,
    reached_text,
    share_text,
    subject_name,
    violation_text,
)

if TYPE_CHECKING:
    from steersman.learn.steering.steering_result import Steering

NOT_FITTED = "the model was not fitted on these rows"
MOST_CELLS = 2  # a bound on more cells than these is described without their ranges
THESE_ROWS_ONLY = "This holds on these rows. On new data, about half of such settings do not."


class Answer(NamedTuple):
    """The parts of an answer; each is a sentence or two, or empty."""

    headline: str
    price: str
    guarantee: str
    caveat: str
    advice: str

    def __str__(self) -> str:
        return " ".join(filter(None, self))


def steering_answer(steering: Steering) -> Answer:
    """What people read; programs read the code, the allowances, the violations and the promise."""
    counted = steering.promise.counted_bounds if steering.promise and steering.met else ()
    instead = f"{unpromised_reason([each.instead for each in counted])}." if counted else ""
    return Answer(
        headline(steering),
        price(steering),
        " ".join(guarantees(steering)),
        " ".join(caveats(steering)),
        instead[:1].upper() + instead[1:] if steering.met else advice(steering),
    )


def caveats(steering: Steering) -> list[str]:
    """What to know before relying on the result."""
    said = list(steering.warning_texts)
    warned = {each.code for each in steering.warnings}
    if steering.want.bounds and steering.assurance == "these-rows":
        said.append(THESE_ROWS_ONLY)
    unsure = steering.assurance == "guaranteed" and not steering.fitted.is_known
    if unsure and "too-good" not in warned:
        said.append(f"This assumes that {NOT_FITTED}.")
    return said


def assumptions(steering: Steering) -> tuple[str, ...]:
    """What a guarantee needs to be true."""
    if steering.assurance != "guaranteed":
        return ()
    prior = steering.want.prior
    found = ["new rows are like these"]
    if prior is not None:
        subject = subject_name(str(steering.want.classes[prior.place]))
        found.append(f"in use, {share_text(prior.share)} of the rows are {subject}")
    return (*found, *(() if steering.fitted.is_known else (NOT_FITTED,)))


def headline(steering: Steering) -> str:
    """Whether it was reached, with each bound's number."""
    asked = [bound for bound in steering.want.bounds if not bound.written.locked]
    texts = [bound_text(bound, steering) for bound in asked]
    if steering.met:
        begin = "Already true" if steering.code == "already-met" else "Reached"
        best = objective_text(steering)
        reached = "; ".join(filter(None, [*texts, best]))
        return f"{begin}: {reached}.{room_text(steering)}"
    if steering.code == "fitted-rows":
        return f"Not guaranteed. Here: {'; '.join(texts)}."
    if steering.code == "too-few-rows":
        return f"Not guaranteed: {shortage_text(steering)}. Here: {'; '.join(texts)}."
    locks = " while the locked cells hold" if steering.code == "closest-with-locks" else ""
    refused = "Not guaranteed" if steering.judged_by_promise else "Not reached"
    missed = [missed_text(each, steering) for each in worst_violations(steering)]
    return f"{refused}. Closest{locks}: {'; '.join(missed) or shortage_text(steering)}."


def bound_text(bound: ClassBound, steering: Steering) -> str:
    """What a bound reached; one for each group, where it is worst."""
    if bound.by_row:
        return row_text(bound, steering)
    worst = next((each for each in steering.groups if each.bound == bound.written), None)
    if worst is None:
        return reached_text(bound, steering.want, steering.after)
    reached = reached_text(bound, steering.want, worst.matrix)
    return f"{reached} in {bound.written.each_group} {worst.group}, the worst"


def row_text(bound: ClassBound, steering: Steering) -> str:
    """What a limit on a gap between groups, or on costs of rows, came to."""
    value = steering.row_values[bound]
    if not bound.written.gap_over:
        return cost_text(bound, steering)
    rated = [each for each in steering.groups if each.bound == bound.written]
    known = sorted((each for each in rated if each.value == each.value), key=lambda one: one.value)
    ends = ", ".join(f"{each.group} {share_text(each.value)}" for each in (known[-1:] + known[:1]))
    named = gap_text(bound, steering.want)
    between = f" ({ends})" if len(known) > 1 else ""
    return f"{named} differs by {share_text(value)} over {bound.written.gap_over}{between}"


def cost_text(bound: ClassBound, steering: Steering) -> str:
    """What errors cost, in all or on average with its interval, where rows have costs."""
    assert steering.row_costs is not None  # noqa: S101
    now = steering.row_costs[1]
    if bound.written.measure == "cost":
        return f"errors cost {count_text(now.total)} in all"
    within = f"{count_text(now.low)} to {count_text(now.high)}"
    return f"a row costs {count_text(now.average)} on average (95 % interval {within})"


def worst_violations(steering: Steering) -> list[Violation]:
    """The bounds that do not hold; one for each group only where it is worst."""
    seen: set[object] = set()
    kept = []
    for each in steering.violations:
        if each.group is None or each.bound not in seen:
            kept.append(each)
        seen.add(each.bound)
    return kept


def missed_text(violation: Violation, steering: Steering) -> str:
    """A bound that does not hold, and the group in which it does not."""
    if violation.group is None:
        bound = next(each for each in steering.want.bounds if each.written == violation.bound)
        if not bound.by_row:
            return violation_text(violation, steering.want, steering.after)
        asked = "to guarantee " if violation.promising else ""
        wanted = "" if violation.promising else " wanted"
        return f"{row_text(bound, steering)}; {asked}{limit_text(bound)}{wanted}"
    where = next(
        each
        for each in steering.groups
        if (each.bound, each.group) == (violation.bound, violation.group)
    )
    missed = violation_text(violation, steering.want, where.matrix)
    return f"{missed} in {violation.bound.each_group} {violation.group}"


def objective_text(steering: Steering) -> str:
    """What the objective reached, unless a bound says it already."""
    objective = steering.want.objective
    measures = [bound.written.measure for bound in steering.want.bounds]
    if objective is None or objective.written.measure in measures:
        return ""
    if objective.measured.by_row:
        return cost_text(objective.measured, steering)
    return reached_text(objective.measured, steering.want, steering.after)


def room_text(steering: Steering) -> str:
    """How many more errors there is room for, where there is any."""
    left: list[Allowance] = [
        each for each in steering.allowances if each.remaining > 0 and not each.bound.locked
    ]
    if not left:
        return ""
    if len(left) == 1:
        return f" Room for {count_text(left[0].remaining)} more."
    each_of = [
        f"{count_text(each.remaining)} more {'rows' if each.label is None else each.label}"
        for each in left
    ]
    return f" Room for {' and '.join(each_of)}."


def price(steering: Steering) -> str:
    """What changed in the errors that no bound is about."""
    before, after = steering.before, steering.after
    if np.array_equal(before, after):
        return "No change made."
    names = [str(label) for label in steering.classes]
    # Rows that go to a person are no errors.
    before, after = before[:, : len(names)], after[:, : len(names)]
    free = ~np.eye(len(names), dtype=bool) & ~steering.want.bounded_errors()
    if len(names) > 2 or not free.any():
        wrong = [int(matrix.sum() - np.trace(matrix)) for matrix in (before, after)]
        rows = "decided rows" if steering.want.refers else "rows"
        return f"All errors: {change_text(*wrong)} of {count_text(int(after.sum()))} {rows}."
    changes = []
    for true, predicted in np.argwhere(free).tolist():
        verb = "missed" if true == steering.want.positive else f"called {names[predicted]}"
        cells = change_text(int(before[true, predicted]), int(after[true, predicted]))
        changes.append(
            f"{subject_name(names[true])} {verb} {cells} of {count_text(int(after[true].sum()))}"
        )
    return f"Elsewhere: {'; '.join(changes)}."


def change_text(before: int, after: int) -> str:
    """A count before and after, or once where it is the same."""
    if before == after:
        return f"still {count_text(after)}"
    return f"{count_text(before)} → {count_text(after)}"


def guarantees(steering: Steering) -> tuple[str, ...]:
    """What holds for new rows, a sentence for each rate; nothing where it is not reached."""
    promise = steering.promise
    if promise is None or not steering.met:
        return ()
    chosen = f" for the one chosen of {promise.among} models" if promise.among > 1 else ""
    sure = f"With {share_text(promise.confidence)} confidence{chosen}"
    own = tuple(
        f"{sure}, {future_text(each.bound, steering.want)}, "
        f"{assumption_text(each.bound, steering.want)} "
        f"(here: {counts_text(each.bound, steering.want, steering.after)}). "
        f"{class_share_text(each.bound, steering.want, steering.after)}".strip()
        for each in promise.promised_bounds
    )
    grouped = [bound for bound in steering.want.bounds if bound.written.each_group]
    in_groups = tuple(f"{sure}, {group_guarantee(bound, steering)}" for bound in grouped)
    by_row = tuple(f"{sure}, {row_guarantee(each, steering)}" for each in promise.by_row)
    return own + in_groups + by_row


def group_guarantee(bound: ClassBound, steering: Steering) -> str:
    """What holds for new rows of every group, with the group that is worst here."""
    want, named = steering.want, bound.written.each_group
    worst = next(each for each in steering.groups if each.bound == bound.written)
    shares = class_share_text(bound, want, worst.matrix)
    return (
        f"{future_text(bound, want)} in every {named}, {assumption_text(bound, want)} "
        f"(worst here: {counts_text(bound, want, worst.matrix)} in {worst.group}). {shares}"
    ).strip()


def row_guarantee(promised: RowPromise, steering: Steering) -> str:
    """What holds for new rows of a gap between groups, or of costs of rows."""
    bound, want = promised.bound, steering.want
    limit, assumed = limit_text(bound), assumption_text(bound, want)
    if bound.written.gap_over:
        between = f"between any two of {bound.written.gap_over}"
        return f"{gap_text(bound, want)} differs by {limit} {between}, {assumed}."
    most = "" if promised.most is None else f" and none costs more than {count_text(promised.most)}"
    return f"{future_text(bound, want)}, {assumed}{most} (here: {cost_text(bound, steering)})."


def shortage_text(steering: Steering) -> str:
    """The bounds that too few rows can guarantee at no setting."""
    if steering.promise is None:
        return ""
    texts = []
    sure = share_text(steering.promise.confidence)
    fewest: dict[object, Shortage] = {}
    for short in sorted(steering.promise.shortages, key=lambda each: each.rows):
        fewest.setdefault(short.bound, short)
    for short in fewest.values():
        bound = next(each for each in steering.want.bounds if each.written == short.bound)
        needed = (
            f"needs at least {count_text(short.needed)} rows"
            if np.isfinite(short.needed)
            else "needs more rows"
        )
        limit = str(bound) if bound.written.gap_over else future_text(bound, steering.want)
        where = "" if short.group is None else f" in {short.bound.grouping} {short.group}"
        have = f"and there are {count_text(short.rows)}{where}"
        texts.append(f'"{limit}" at {sure} {needed}, {have}')
    return "; ".join(texts)


def advice(steering: Steering) -> str:
    """What the cells of the bound that is furthest away can be."""
    if not steering.violations or steering.judged_by_promise:
        return ""
    worst = steering.violations[0]
    if worst.group is not None or worst.bound.gap_over or steering.row_costs is not None:
        return ""
    limits = cell_ranges(steering, worst.bound)
    tried = "" if steering.exact else " None that was tried does better; others may."
    # Ranges of cells do not say how many rows would have to go to a person for them.
    if steering.want.refers:
        return tried.strip()
    if len(limits) > MOST_CELLS:
        return tried.strip()
    others = "While the other bounds hold, " if len(steering.want.bounds) > 1 else ""
    return f"{others}{', '.join(limits)}.{tried}"


def cell_ranges(steering: Steering, bound: object) -> list[str]:
    """The range of each cell that a bound of the want is about."""
    names = [str(label) for label in steering.classes]
    about: ClassBound = next(each for each in steering.want.bounds if each.written == bound)
    cells = map(tuple, np.argwhere(about.error_cells(len(names))).tolist())
    return [
        f"{' to '.join(count_text(int(each)) for each in steering.ranges[cell])} "
        f"{subject_name(names[cell[0]], 'rows of ')} can be called {names[cell[1]]}"
        for cell in cells
    ]
