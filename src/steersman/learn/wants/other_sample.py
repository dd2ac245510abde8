"""A want held against more or fewer rows than its counts were meant for."""

from __future__ import annotations

from dataclasses import replace

from numpy.typing import ArrayLike

from steersman.learn.wants.want import BoundWant
from steersman.maths.confusion import COUNT_MEASURES

__all__ = ["told_of_other_rows"]


def told_of_other_rows(want: BoundWant, matrix: ArrayLike, rows_meant: float) -> tuple[str, ...]:
    """What of a want does not hold for other rows than the `rows_meant` that its counts are of;
    counts are scaled to them, and told in the numbers that were asked for.

    >>> from steersman.learn.wants.want import Want
    >>> told_of_other_rows(Want("fp <= 2").bind(["ham", "spam"]), [[103, 3], [43, 10]], 210)
    ('fp <= 2 does not hold: it is 3 of 159 rows, and 2 of 210 rows would be 1.5 of 159',)
    """
    cells = want.checked(matrix)
    total = float(cells.sum())
    fewer = replace(
        want,
        bounds=tuple(
            replace(each, bound=scaled)
            for each, scaled in zip(want.bounds, want.want.scaled(total / rows_meant).bounds)
        ),
    )
    asked = {str(scaled.bound): each.bound for scaled, each in zip(fewer.bounds, want.bounds)}
    told = []
    for found in fewer.violations(cells):
        bound = asked[found.bound]
        if bound.measure not in COUNT_MEASURES or total == rows_meant:
            told.append(str(found))
            continue
        meant = f"{bound.value:g} of {rows_meant:,.10g} rows"
        share = f"{bound.value * total / rows_meant:,.1f}".removesuffix(".0")
        scaled_to = f"{share} of {total:,.10g}"
        told.append(
            f"{bound} does not hold: it is {found.value:.4g} of {total:,.10g} rows, "
            f"and {meant} would be {scaled_to}"
        )
    return tuple(told)
