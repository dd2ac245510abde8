"""A frontier drawn: the errors of each kind that a model can have instead, as an SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import sqrt

Errors = tuple[int, int]
"""False positives and false negatives."""

WIDTH, HEIGHT = 640, 340
LEFT, RIGHT, TOP, BOTTOM = 52, 120, 16, 46
LEAST_APART = 0.11  # of the whole axis, for two ticks
NEAR_PX = 16
STYLE = (
    "font:12px system-ui,sans-serif;font-variant-numeric:tabular-nums;max-width:100%;height:auto"
)


def frontier_svg(points: Sequence[Errors], marks: Mapping[str, Errors]) -> str:
    """The trade between the two errors as a falling stair, with named places in it.

    Counts are drawn by their square roots: so a few errors more are as far apart where there are
    few as many more are where there are many. The colors are those of the page it stands in.
    """
    all_points = [*points, *marks.values()]
    across = RootScale(max(fp for fp, _ in all_points), LEFT, WIDTH - RIGHT)
    up = RootScale(max(fn for _, fn in all_points), HEIGHT - BOTTOM, TOP)
    return "\n".join(
        [
            f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" role="img" '
            f'aria-label="{escape(picture_description(points, marks))}" style="{STYLE}">',
            *(grid_line(across, tick, upright=True) for tick in across.ticks()),
            *(grid_line(up, tick, upright=False) for tick in up.ticks()),
            words(WIDTH - RIGHT, HEIGHT - 10, "false positives →", "end"),
            words(LEFT, TOP - 4, "↑ false negatives", "start"),
            f'<path d="{stair(points, across, up)}" fill="none" stroke="var(--link)" '
            'stroke-width="2"/>',
            *mark_shapes(marks, across, up),
            "</svg>",
        ]
    )


class RootScale:
    """Counts from 0 to `most` between two places of the picture, by their square roots."""

    def __init__(self, most: int, low: float, high: float) -> None:
        self.most, self.low, self.high = max(1, most), low, high

    def at(self, count: float) -> float:
        return self.low + (self.high - self.low) * sqrt(count / self.most)

    def ticks(self) -> list[int]:
        """Round counts, few enough to be read.

        >>> RootScale(222, 0, 100).ticks()
        [0, 5, 20, 50, 100, 200]
        """
        kept = [0]
        for tick in (step * 10**power for power in range(9) for step in (1, 2, 5)):
            apart = sqrt(tick / self.most) - sqrt(kept[-1] / self.most)
            if tick <= self.most and apart >= LEAST_APART:
                kept.append(tick)
        return kept


def grid_line(scale: RootScale, tick: int, *, upright: bool) -> str:
    place = scale.at(tick)
    if upright:
        ends = f'x1="{place:.1f}" x2="{place:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"'
        name = words(place, HEIGHT - BOTTOM + 16, f"{tick:,}", "middle")
    else:
        ends = f'x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{place:.1f}" y2="{place:.1f}"'
        name = words(LEFT - 8, place + 4, f"{tick:,}", "end")
    return f'<line {ends} stroke="var(--rule)"/>{name}'


def stair(points: Sequence[Errors], across: RootScale, up: RootScale) -> str:
    """Until more false positives are had, the false negatives stay as many as they were."""
    placed = [(across.at(fp), up.at(fn)) for fp, fn in sorted(points)]
    (x, y), *rest = placed
    return f"M{x:.1f} {y:.1f}" + "".join(f"H{x:.1f}V{y:.1f}" for x, y in rest)


def mark_shapes(marks: Mapping[str, Errors], across: RootScale, up: RootScale) -> list[str]:
    """A ring for each place but the last, which is filled; names that would touch are moved."""
    drawn: list[str] = []
    heights: list[float] = []
    last = len(marks) - 1
    for place, (name, (fp, fn)) in enumerate(marks.items()):
        x, y = across.at(fp), up.at(fn)
        height = y - 8
        while any(abs(height - other) < NEAR_PX for other in heights):
            height -= NEAR_PX
        heights.append(height)
        fill = "var(--link)" if place == last else "var(--paper)"
        drawn += [
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{fill}" stroke="var(--link)" '
            'stroke-width="2"/>',
            words(x + 9, height, f"{name}: {fp:,} and {fn:,}", "start", ink="var(--ink)"),
        ]
    return drawn


def words(x: float, y: float, text: str, anchor: str, ink: str = "var(--quiet)") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{ink}">{escape(text)}</text>'
    )


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
