"""Pictures for reports, drawn by matplotlib."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from steersman.palette import LIGHT
from steersman.pictures import require_matplotlib

POSITIVE, NEGATIVE, LINE, BISECTOR = (
    LIGHT[name] for name in ("positive", "ink", "line", "bisector")
)


@dataclass(frozen=True)
class Panel:
    """One plane: points (documents, 2), which of them are positive, and the line."""

    title: str
    points: NDArray[np.float64]
    positive: NDArray[np.bool_]
    slope: float = 1.0
    intercept: float = 0.0


def write_planes(path: Path, title: str, panels: list[Panel]) -> None:
    """Draw the panels side by side into the PNG file `path`.

    The line is blue; the bisector is green, and drawn only when the line is another one.
    """
    require_matplotlib()
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.0 * len(panels), 5.0), layout="constrained")
    FigureCanvasAgg(figure)
    figure.suptitle(title)
    for place, panel in enumerate(panels):
        axes = figure.add_subplot(1, len(panels), place + 1)
        axes.set_title(panel.title, fontsize="medium")
        axes.set_xlabel("log P(o|c) P(c)")
        axes.set_ylabel("log P(o|not c) P(not c)")
        for chosen, color in ((~panel.positive, NEGATIVE), (panel.positive, POSITIVE)):
            x, y = panel.points[chosen].T
            axes.scatter(x, y, s=4, color=color, alpha=0.5, linewidths=0)
        ends = np.array([panel.points[:, 0].min(), panel.points[:, 0].max()])
        low, high = panel.points[:, 1].min(), panel.points[:, 1].max()
        axes.plot(ends, panel.slope * ends + panel.intercept, color=LINE)
        if (panel.slope, panel.intercept) != (1.0, 0.0):
            axes.plot(ends, ends, color=BISECTOR, linewidth=1)
        axes.set_ylim(low - 0.05 * (high - low), high + 0.05 * (high - low))
    figure.savefig(path, dpi=110)


@dataclass(frozen=True)
class Series:
    """Named points of a chart; `spread` (points,) draws a band, `joined` a line through them.

    Without `marked` there is the line alone, for curves of very many points.
    """

    name: str
    x: NDArray[np.float64]
    y: NDArray[np.float64]
    spread: NDArray[np.float64] | None = None
    joined: bool = False
    marked: bool = True


def write_chart(
    path: Path,
    title: str,
    axes_names: tuple[str, str],
    series: list[Series],
    x_names: list[str] | None = None,
) -> None:
    """Draw the series into one chart in the PNG file `path`; `x_names` stand at 0, 1, 2, ..."""
    require_matplotlib()
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.0, 5.0), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    axes.set_title(title, fontsize="medium")
    axes.set_xlabel(axes_names[0])
    axes.set_ylabel(axes_names[1])
    if x_names is not None:
        axes.set_xticks(range(len(x_names)), x_names)
    for place, one in enumerate(series):
        marker = "os^Dvx*P"[place % 8] if one.marked else ""
        line = "-" if one.joined else ""
        drawn = axes.plot(one.x, one.y, marker=marker, linestyle=line, label=one.name, markersize=5)
        if one.spread is not None:
            color = drawn[0].get_color()
            axes.fill_between(
                one.x, one.y - one.spread, one.y + one.spread, color=color, alpha=0.15, linewidth=0
            )
    axes.legend(fontsize="small")
    figure.savefig(path, dpi=110)
