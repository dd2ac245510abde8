"""A frontier drawn: the errors of each kind that a model can have instead, as an SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt

from steersman.palette import LIGHT
from steersman.pictures.svg import PAPER, Scale, Svg

Errors = tuple[int, int]
"""False positives and false negatives."""

WIDTH, HEIGHT = 640, 340
LEFT, RIGHT, TOP, BOTTOM = 52, 120, 16, 46
LEAST_APART = 0.11  # of the whole axis, for two ticks
NEAR_PX = 16


def frontier_svg(points: Sequence[Errors], marks: Mapping[str, Errors]) -> str:
    """The trade between the two errors as a falling stair, with named places in it.

    Counts are drawn by their square roots: so a few errors more are as far apart where there are
    few as many more are where there are many.
    """
    most_fp, most_fn = (max(1, *each) for each in zip((0, 0), *points, *marks.values()))
    across = Scale(0, most_fp, LEFT, WIDTH - RIGHT, sqrt)
    up = Scale(0, most_fn, HEIGHT - BOTTOM, TOP, sqrt)
    picture = Svg(WIDTH, HEIGHT, picture_description(points, marks))
    picture.axis_across(across, count_ticks(most_fp), TOP, HEIGHT - BOTTOM)
    picture.axis_up(up, count_ticks(most_fn), LEFT, WIDTH - RIGHT)
    picture.note(WIDTH - RIGHT, HEIGHT - 10, "false positives →", "end")
    picture.note(LEFT, TOP - 4, "↑ false negatives")
    picture.path([(across(fp), up(fn)) for fp, fn in stair(points)], LIGHT["line-ink"])
    heights: list[float] = []
    for place, (name, (fp, fn)) in enumerate(marks.items(), start=1):
        x, y = across(fp), up(fn)
        fill = LIGHT["line-ink"] if place == len(marks) else PAPER  # a ring for all but the last
        picture.add("circle", cx=x, cy=y, r=5, fill=fill, stroke=LIGHT["line-ink"], stroke_width=2)
        height = y - 8
        while any(abs(height - other) < NEAR_PX for other in heights):  # names would touch
            height -= NEAR_PX
        heights.append(height)
        picture.text(x + 9, height, f"{name}: {fp:,} and {fn:,}")
    return str(picture)


def count_ticks(most: int) -> list[int]:
    """Round counts, few enough to be read on an axis of square roots.

    >>> count_ticks(222)
    [0, 5, 20, 50, 100, 200]
    """
    ticks = [0]
    for tick in (step * 10**power for power in range(9) for step in (1, 2, 5)):
        apart = sqrt(tick / most) - sqrt(ticks[-1] / most)
        if tick <= most and apart >= LEAST_APART:
            ticks.append(tick)
    return ticks


def stair(points: Sequence[Errors]) -> list[Errors]:
    """Until more false positives are had, the false negatives stay as many as they were.

    >>> stair([(0, 9), (2, 4)])
    [(0, 9), (2, 9), (2, 4)]
    """
    first, *rest = sorted(points)
    corners = [first]
    for fp, fn in rest:
        corners += [(fp, corners[-1][1]), (fp, fn)]
    return corners


def picture_description(points: Sequence[Errors], marks: Mapping[str, Errors]) -> str:
    """The picture in words; the table after it has the figures."""
    (first_fp, first_fn), (last_fp, last_fn) = min(points), max(points)
    stands = "; ".join(
        f"{name}: {fp:,} false positives and {fn:,} false negatives"
        for name, (fp, fn) in marks.items()
    )
    return (
        f"From {first_fp:,} false positives with {first_fn:,} false negatives to {last_fp:,} "
        f"with {last_fn:,}. {stands}".strip()
    )
