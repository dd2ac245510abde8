"""Pictures as SVG text: the few shapes, scales and axes that reports and cards need."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

import numpy as np

from steersman.palette import LIGHT, REPORT_SERIES

INK, QUIET, RULE, PAPER = (LIGHT[name] for name in ("ink", "ink-quiet", "rule", "paper"))
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"
TARGET_TICKS = 5
STEPS = (1, 2, 2.5, 5, 10)
MARKER_CORNERS = (  # after the circle: a square, a diamond, a triangle
    ((-1, -1), (1, -1), (1, 1), (-1, 1)),
    ((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)),
    ((0, -1.2), (1.2, 0.9), (-1.2, 0.9)),
)
Points = Sequence[tuple[float, float]]


class Scale:
    """Values to pixels, linear unless another function spaces them, with round ticks.

    >>> Scale(0.9, 1.0, 0, 100).ticks
    [0.9, 0.92, 0.94, 0.96, 0.98, 1.0]
    >>> Scale(0, 100, 0, 10, np.sqrt)(25)
    5.0
    """

    def __init__(
        self,
        low: float,
        high: float,
        start: float,
        end: float,
        spacing: Callable[[float], float] = float,
    ) -> None:
        if high <= low:
            low, high = low - 0.05, high + 0.05
        self.low, self.high, self.start, self.end, self.spacing = low, high, start, end, spacing

    def __call__(self, value: float) -> float:
        low, here, high = (self.spacing(each) for each in (self.low, value, self.high))
        return float(self.start + (here - low) / (high - low) * (self.end - self.start))

    @property
    def ticks(self) -> list[float]:
        """Round numbers inside the range."""
        rough = (self.high - self.low) / TARGET_TICKS
        size = 10.0 ** np.floor(np.log10(rough))
        step = next(size * each for each in STEPS if size * each >= rough * 0.999)
        first = np.ceil(self.low / step - 1e-9)
        count = int(np.floor(self.high / step + 1e-9) - first) + 1
        return [float(np.round((first + place) * step, 10)) for place in range(count)]


class Svg:
    """A picture that grows by shapes; coordinates are in pixels, the origin is top left."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self.parts: list[str] = []
        self.head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
            f'viewBox="0 0 {width:.0f} {height:.0f}" role="img" font-family="{FONT}" '
            f'style="max-width:100%;height:auto"><title>{escape(title)}</title>'
        )
        self.add("rect", width=width, height=height, fill=PAPER)

    def __str__(self) -> str:
        return self.head + "".join(self.parts) + "</svg>"

    def add(self, shape: str, words: str = "", **attributes: object) -> None:
        """A shape with its attributes, `stroke_width` for stroke-width."""
        given = "".join(
            f' {name.replace("_", "-")}="{round(value, 2) if isinstance(value, float) else value}"'
            for name, value in attributes.items()
        )
        self.parts.append(f"<{shape}{given}>{escape(words)}</{shape}>")

    def line(
        self, x1: float, y1: float, x2: float, y2: float, color: str = RULE, width: float = 1
    ) -> None:
        self.add(
            "line", x1=x1, y1=y1, x2=x2, y2=y2,
            stroke=color, stroke_width=width, stroke_linecap="round",
        )  # fmt: skip

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
        weight = 600 if bold else 400
        self.add(
            "text", words, x=x, y=y,
            font_size=size, font_weight=weight, fill=color, text_anchor=anchor,
        )  # fmt: skip

    def note(self, x: float, y: float, words: str, anchor: str = "start", size: int = 11) -> None:
        """Small, quiet text."""
        self.text(x, y, words, size=size, color=QUIET, anchor=anchor)

    def rectangle(
        self, x: float, y: float, width: float, height: float, fill: str, opacity: float
    ) -> None:
        """A field with a thin frame."""
        self.add(
            "rect", x=x, y=y, width=width, height=height,
            rx=3, fill=fill, fill_opacity=opacity, stroke=RULE,
        )  # fmt: skip

    def path(self, points: Points, color: str) -> None:
        """A line through points."""
        self.add("polyline", points=point_list(points), fill="none", stroke=color, stroke_width=2)

    def area(self, points: Points, color: str, opacity: float = 1) -> None:
        """What lies inside points."""
        self.add("polygon", points=point_list(points), fill=color, fill_opacity=opacity)

    def marker(self, place: int, x: float, y: float, size: float = 5) -> None:
        """The mark of the model at a place: a circle, a square, a diamond or a triangle."""
        color = series_color(place)
        shape = place % (len(MARKER_CORNERS) + 1)
        if shape == 0:
            self.add("circle", cx=x, cy=y, r=size, fill=color)
        else:
            corners = MARKER_CORNERS[shape - 1]
            self.area([(x + size * right, y + size * down) for right, down in corners], color)

    def axis_across(self, scale: Scale, ticks: Sequence[float], top: float, bottom: float) -> None:
        """Upright grid lines, their values below."""
        for tick in ticks:
            self.line(scale(tick), top, scale(tick), bottom)
            self.note(scale(tick), bottom + 16, tick_text(tick), "middle", 12)

    def axis_up(self, scale: Scale, ticks: Sequence[float], left: float, right: float) -> None:
        """Level grid lines, their values on the left."""
        for tick in ticks:
            self.line(left, scale(tick), right, scale(tick))
            self.note(left - 8, scale(tick) + 4, tick_text(tick), "end", 12)


def series_color(place: int) -> str:
    return REPORT_SERIES[place % len(REPORT_SERIES)]


def point_list(points: Points) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def tick_text(tick: float) -> str:
    return f"{tick:,}" if isinstance(tick, int) else f"{tick:g}"
