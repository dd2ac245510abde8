"""The tables and figures of *Interactive Martingale Boosting*, under its protocol."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_limits

from steersman.pictures import require_matplotlib
from steersman_benchmarks.likelihood_spaces.pictures import Series, write_chart
from steersman_benchmarks.martingale.protocol import BINARY, DATA, LEVELS, subject_of
from steersman_benchmarks.martingale.report import FIGURE_4, FIGURE_5, MartingaleStudy, report
from steersman_benchmarks.martingale.tables import (
    ErrorCurve,
    base_learners,
    error_curves,
    granularities,
    grid_search,
    plain_accuracies,
    programs,
    tuned_nodes,
)

Progress = Callable[[str, float], object]
CURVE_SPLITS = 3
CURVE_LEVELS = list(range(2, LEVELS + 1))


def reproduce(out_dir: Path, progress: Progress) -> dict[str, object]:
    """Write `report.md` and its pictures into `out_dir`; the figures come back as plain values."""
    require_matplotlib()
    out_dir.mkdir(parents=True, exist_ok=True)
    # Many small fits: threads would only wait for each other.
    with threadpool_limits(1):
        study = run_study(progress)
    draw_figures(out_dir, study.curves)
    (out_dir / "report.md").write_text(report(study), encoding="utf-8")
    progress("Done", 1.0)
    return asdict(study)


def run_study(progress: Progress) -> MartingaleStudy:
    """Every figure of the study, one data set after another."""
    progress("Reading the tables", 0.0)
    subjects = {name: subject_of(name) for name in DATA}
    tables = {}
    for place, (name, subject) in enumerate(subjects.items()):
        progress(f"Table 2, {name}", 0.02 + 0.08 * place)
        tables[name] = programs(subject)
    plain = {}
    for place, name in enumerate(BINARY):
        progress(f"Plain models, {name}", 0.5 + 0.03 * place)
        plain[name] = plain_accuracies(subjects[name])
    table_1, table_4 = {}, {}
    for name in ("ionosphere", "sonar"):
        progress(f"Table 1, {name}", 0.62)
        table_1[name] = base_learners(subjects[name])
    for name in ("spambase", "ionosphere"):
        progress(f"Table 4, {name}", 0.7)
        table_4[name] = granularities(subjects[name])
    tuned = {}
    for name in BINARY:
        progress(f"Penalties of nodes, {name}", 0.73)
        tuned[name] = tuned_nodes(subjects[name])
    progress("Grid search, bupa", 0.75)
    grid = grid_search(subjects["bupa"])
    curves = error_curves(
        subjects["spambase"],
        CURVE_SPLITS,
        CURVE_LEVELS,
        lambda done: progress("Figures 4 and 5, spambase", 0.8 + 0.2 * done),
    )
    return MartingaleStudy(plain, table_1, tables, table_4, grid, curves, tuned)


def draw_figures(out_dir: Path, curves: Mapping[str, ErrorCurve]) -> None:
    """The two pictures."""
    write_chart(
        out_dir / FIGURE_4,
        f"Spambase, test rows, mean of {CURVE_SPLITS} splits, 2 to {LEVELS} levels",
        ("false negatives", "false positives"),
        [
            Series(name, np.array(curve.false_negatives), np.array(curve.false_positives))
            for name, curve in curves.items()
        ],
    )
    series = []
    for name in ("MB-Tune", "MB-Tune-Freeze"):
        curve = curves[name]
        levels = np.array(curve.levels, dtype=np.float64)
        for what, values, spread in (
            ("class tuned for", curve.tuned, curve.tuned_spread),
            ("overall", curve.overall, curve.overall_spread),
        ):
            series.append(
                Series(f"{name}, {what}", levels, np.array(values), np.array(spread), joined=True)
            )
    write_chart(
        out_dir / FIGURE_5,
        f"Spambase, test rows, {CURVE_SPLITS} splits",
        ("levels", "accuracy, %"),
        series,
    )
