"""A want held against more or fewer rows than its counts were meant for."""

from __future__ import annotations

from dataclasses import replace

from numpy.typing import ArrayLike

from steersman.learn.wants.resolved_want import ResolvedWant
from steersman.learn.wants.wording import violation_text


def violations_on_other_sample(
    want: ResolvedWant, matrix: ArrayLike, rows_meant: float
) -> tuple[str, ...]:
    """What of a want does not hold for other rows than the `rows_meant` that its counts are of;
    counts are scaled to them, and reported in the numbers that were asked for.

    >>> from steersman.learn.wants.want import Want
    >>> want = Want("fp <= 2").resolve(["ham", "spam"])
    >>> violations_on_other_sample(want, [[103, 3], [43, 10]], 210)
    ('fp <= 2 of 210 rows does not hold: 3 of 159 rows, where 1.5 is the limit',)
    """
    cells = want.checked_matrix(matrix)
    total = float(cells.sum())
    scaled = want.want.scaled_by(total / rows_meant)
    fewer = replace(
        want,
        want=scaled,
        bounds=tuple(replace(each, written=less) for each, less in zip(want.bounds, scaled.bounds)),
    )
    asked = dict(zip(scaled.bounds, want.want.bounds))
    found_broken = []
    for found in fewer.violations(cells):
        bound = asked[found.bound]
        if not bound.definition.grows_with_rows or total == rows_meant:
            found_broken.append(violation_text(found, fewer, cells))
            continue
        if bound.measure == "cost":
            found_broken.append(
                f"{bound} ({bound.value / rows_meant:.3g} per row) does not hold: "
                f"{found.value / total:.3g} per row"
            )
            continue
        limit = f"{bound.value * total / rows_meant:,.1f}".removesuffix(".0")
        found_broken.append(
            f"{bound} of {rows_meant:,.10g} rows does not hold: {found.value:.4g} of "
            f"{total:,.10g} rows, where {limit} is the limit"
        )
    return tuple(found_broken)
