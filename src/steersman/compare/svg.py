"""Drawing with nothing but text: the few shapes that reports need, as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np

from steersman.palette import LIGHT, REPORT_SERIES

INK, QUIET, RULE, PAPER = (LIGHT[name] for name in ("ink", "ink-quiet", "rule", "paper"))
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"
TARGET_TICKS = 5
STEPS = (1, 2, 2.5, 5, 10)


class Svg:
    """A picture that grows by shapes; coordinates are in pixels, the origin is top left."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self.width, self.height, self.title = width, height, title
        self.parts: list[str] = []

    def line(
        self, x1: float, y1: float, x2: float, y2: float, color: str = RULE, width: float = 1
    ) -> None:
        self.parts.append(
            f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{color}" '
            f'stroke-width="{width:g}" stroke-linecap="round"/>'
        )

    def text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        size: int = 12,
        color: str = INK,
        anchor: str = "start",
        bold: bool = False,
    ) -> None:
        weight = ' font-weight="600"' if bold else ""
        self.parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{color}" '
            f'text-anchor="{anchor}"{weight}>{escape(words)}</text>'
        )

    def rectangle(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str,
        opacity: float = 1,
        stroke: str = "none",
    ) -> None:
        self.parts.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="3" '
            f'fill="{fill}" fill-opacity="{opacity:.3f}" stroke="{stroke}"/>'
        )

    def path(self, points: Sequence[tuple[float, float]], color: str, fill: bool = False) -> None:
        """A line through points, or the area inside them, faintly."""
        way = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.parts.append(
            f'<polygon points="{way}" fill="{color}" fill-opacity="0.12"/>'
            if fill
            else f'<polyline points="{way}" fill="none" stroke="{color}" stroke-width="2" '
            'stroke-linejoin="round"/>'
        )

    def marker(self, place: int, x: float, y: float, size: float = 5) -> None:
        self.parts.append(marker(place, x, y, size))

    def __str__(self) -> str:
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width:.0f}" '
            f'height="{self.height:.0f}" viewBox="0 0 {self.width:.0f} {self.height:.0f}" '
            f'role="img" font-family="{FONT}" style="max-width:100%;height:auto">'
            f"<title>{escape(self.title)}</title>"
            f'<rect width="100%" height="100%" fill="{PAPER}"/>' + "".join(self.parts) + "</svg>"
        )


def marker(place: int, x: float, y: float, size: float = 5) -> str:
    """The mark of the model at a place: a circle, a square, a diamond or a triangle."""
    color = REPORT_SERIES[place % len(REPORT_SERIES)]
    s = size
    shapes = (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{s:.1f}" fill="{color}"/>',
        f'<rect x="{x - s:.1f}" y="{y - s:.1f}" width="{2 * s:.1f}" height="{2 * s:.1f}" '
        f'fill="{color}"/>',
        f'<path d="M{x:.1f} {y - 1.3 * s:.1f}l{1.3 * s:.1f} {1.3 * s:.1f}l{-1.3 * s:.1f} '
        f'{1.3 * s:.1f}l{-1.3 * s:.1f} {-1.3 * s:.1f}z" fill="{color}"/>',
        f'<path d="M{x:.1f} {y - 1.2 * s:.1f}l{1.2 * s:.1f} {2.1 * s:.1f}h{-2.4 * s:.1f}z" '
        f'fill="{color}"/>',
    )
    return shapes[place % len(shapes)]


class Scale:
    """Values to pixels, linear or logarithmic, with round ticks.

    >>> Scale(0.9, 1.0, 0, 100).ticks
    [0.9, 0.92, 0.94, 0.96, 0.98, 1.0]
    """

    def __init__(
        self, low: float, high: float, start: float, end: float, log: bool = False
    ) -> None:
        # A single value has no range to divide by.
        if high <= low:
            low, high = low - 0.05, high + 0.05
        self.low, self.high, self.start, self.end, self.log = low, high, start, end, log

    def __call__(self, value: float) -> float:
        if self.log:
            part = np.log(value / self.low) / np.log(self.high / self.low)
        else:
            part = (value - self.low) / (self.high - self.low)
        return float(self.start + part * (self.end - self.start))

    @property
    def ticks(self) -> list[float]:
        """Round numbers inside the range."""
        rough = (self.high - self.low) / TARGET_TICKS
        size = 10.0 ** np.floor(np.log10(rough))
        # 0.999: rounding must not pass over a step that fits exactly.
        step = next(size * each for each in STEPS if size * each >= rough * 0.999)
        # 1e-9, here and below, keeps a tick that lies on the end of the range.
        first = np.ceil(self.low / step - 1e-9)
        count = int(np.floor(self.high / step + 1e-9) - first) + 1
        return [float(np.round((first + place) * step, 10)) for place in range(count)]
