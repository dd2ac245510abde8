"""How good the scores of a model are, for its report: figures and small curves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steersman.evaluate import (
    Figure,
    ReliabilityCurve,
    ScoreCurves,
    reliability_curve,
    score_figures,
)
from steersman.learn.export.markdown_page import markdown_table
from steersman.learn.steering import Attainable, cutoff_path
from steersman.pictures.svg import INK, QUIET, Points, Scale, Svg, series_color

PANEL, GAP = 210, 46
LEFT, TOP, BOTTOM = 36, 30, 52
MOST_POINTS = 300
TICKS = (0.0, 0.5, 1.0)
NAMES = {
    "auc": "AUC",
    "average_precision": "average precision",
    "brier": "Brier score",
    "log_loss": "log loss",
}


@dataclass(frozen=True, eq=False)
class ScoreReport:
    """The scores of one class on some rows; `now` is the place of the current cut-off."""

    focus: str
    rows: str
    curves: ScoreCurves
    now: int
    figures: Sequence[Figure]
    reliability: ReliabilityCurve | None


def score_report(
    model: object, X: ArrayLike, y: ArrayLike, focus: object, rows: str
) -> ScoreReport:
    """The scores of a fitted model for the class in focus; `rows` says which rows these are."""
    scored = Attainable.of(model, X, y)
    place = list(model.classes_).index(focus)  # type: ignore[attr-defined]
    path = cutoff_path(scored, place)
    shares: NDArray[np.float64] | None = None
    if hasattr(model, "predict_proba"):
        shares = np.asarray(model.predict_proba(X), dtype=np.float64)[:, place]
    positives = int(path.truth.sum())
    curves = ScoreCurves(path.settings, path.tp, path.fp, positives, len(path.truth) - positives)
    return ScoreReport(
        str(focus),
        rows,
        curves,
        path.now,
        score_figures(path.truth, path.lead, shares),
        None if shares is None else reliability_curve(path.truth, shares),
    )


def score_table(reports: Sequence[ScoreReport]) -> str:
    """The figures of all rows as a table of Markdown."""
    by_rows = [{each.name: each for each in report.figures} for report in reports]
    lines = [
        (NAMES[name], *(figure_text(figures[name]) for figures in by_rows)) for name in by_rows[0]
    ]
    return markdown_table(("figure", *(report.rows for report in reports)), lines)


def figure_text(figure: Figure) -> str:
    """A figure with its interval."""
    return f"{figure.value:.3f} ({figure.low:.3f} to {figure.high:.3f}, {figure.method})"


def score_picture(reports: Sequence[ScoreReport]) -> str:
    """ROC, precision-recall and calibration side by side, a curve for each kind of rows."""
    panels = ["ROC", "Precision and recall"]
    panels += ["Calibration"] if any(each.reliability for each in reports) else []
    width = LEFT + len(panels) * (PANEL + GAP)
    picture = Svg(width, TOP + PANEL + BOTTOM, f"Curves of the scores of {reports[0].focus}")
    for number, title in enumerate(panels):
        left = LEFT + number * (PANEL + GAP)
        across = Scale(0.0, 1.0, left, left + PANEL)
        up = Scale(0.0, 1.0, TOP + PANEL, TOP)
        picture.axis_across(across, TICKS, TOP, TOP + PANEL)
        picture.axis_up(up, TICKS, left, left + PANEL)
        picture.text(left, TOP - 12, title, bold=True)
        picture.note(left + PANEL, TOP + PANEL + 32, f"{axis_name(title, reports[0])} →", "end")
        for place, report in enumerate(reports):
            points = [(across(x), up(y)) for x, y in panel_points(title, report)]
            picture.path(points, series_color(place))
        if title != "Calibration":
            x, y = mark_of(title, reports[0])
            picture.add("circle", cx=across(x), cy=up(y), r=5, fill=INK)
        else:
            picture.line(across(0), up(0), across(1), up(1), QUIET)
    for place, report in enumerate(reports):
        picture.marker(place, LEFT + 4 + 150 * place, TOP + PANEL + 44)
        picture.note(LEFT + 14 + 150 * place, TOP + PANEL + 48, report.rows)
    return str(picture)


def axis_name(title: str, report: ScoreReport) -> str:
    """What is drawn across a panel."""
    if title == "ROC":
        return f"others called {report.focus}"
    return f"{report.focus} caught" if title != "Calibration" else "predicted probability"


def panel_points(title: str, report: ScoreReport) -> Points:
    """The points of one curve, at most a few hundred."""
    curves = report.curves
    if title == "Calibration":
        curve = report.reliability
        return [] if curve is None else list(zip(curve.predicted, curve.observed, strict=True))
    kept = np.unique(np.linspace(0, len(curves.tp) - 1, MOST_POINTS).astype(np.intp))
    some = curves.at(kept)
    across, up = axes_of(title, some)
    return list(zip(across.tolist(), up.tolist(), strict=True))


def axes_of(title: str, curves: ScoreCurves) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What is across and up in a panel."""
    if title == "ROC":
        return curves.false_positive_rate, curves.recall
    return curves.recall, curves.precision


def mark_of(title: str, report: ScoreReport) -> tuple[float, float]:
    """The current cut-off in a panel."""
    across, up = axes_of(title, report.curves.at([report.now]))
    return float(across[0]), float(up[0])
