"""The limits on the way through a file of new rows, to be drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from steersman.learn.files import SavedModel
from steersman.learn.monitor import BoundCheck, Monitor
from steersman.session.use.fed_rows import FedRows
from steersman.tasks import Task

# Points of a file at which the limits are looked at, to be drawn.
POINTS = 60
# Of more rows a worker looks at the limits: at each point it takes some milliseconds.
QUICK_ROWS = 10


@dataclass(frozen=True)
class Point:
    """The limits after so many rows."""

    row: int
    time: str
    checks: tuple[BoundCheck, ...]


def watched_file(
    saved: SavedModel, known: dict[str, Any], rows: FedRows, before: int, task: Task
) -> tuple[dict[str, Any], tuple[Point, ...]]:
    """What a monitor knows after the rows of a file, and the limits on the way.

    `known` is what it knew before them, and `before` how many rows came before.
    """
    monitor = Monitor(saved)
    monitor.restore(known)
    ids = rows.ids or tuple(f"row {before + at + 1}" for at in range(len(rows)))
    ends = np.unique(np.linspace(0, len(rows), min(POINTS, len(rows)) + 1).astype(int))[1:]
    points, start = list[Point](), 0
    for end in ends.tolist():
        part = slice(start, end)
        report = monitor.record(
            rows.predicted[part].tolist(),
            rows.true[part],
            ids[part],
            None if rows.scores is None else rows.scores[part],
            [each[part] for each in rows.columns],
        )
        time = rows.times[end - 1] if rows.times else ""
        points.append(Point(before + end, time, report.checks))
        start = end
        task.report("checking the limits", end / len(rows))
    return monitor.state_values(), tuple(points)
