"""Sampling plans as files: rows with an empty label column for any labeling tool, and back."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from steersman.data.read_options import ReadOptions
from steersman.errors import SteersmanError
from steersman.learn.files import NO_LABEL, LabeledChunk, SavedModel, labeled_chunks
from steersman.learn.monitor.class_chances import class_chances
from steersman.learn.monitor.labeling_plan import (
    LabelingPlan,
    plan_from_chances,
    watched_forms,
)
from steersman.learn.monitor.report import BoundCheck
from steersman.learn.monitor.sample_check import SampledBound
from steersman.learn.monitor.watched_want import want_in_use
from steersman.learn.promises import check_confidence

Ints = NDArray[np.int64]
PLAN = "plan"
LABEL = "label"


@dataclass(frozen=True, eq=False)
class FilePlan:
    """A plan for the rows of a file, and the lines of its CSV, the names of columns first."""

    plan: LabelingPlan
    label: str
    lines: list[list[object]]

    def values(self) -> dict[str, object]:
        """The plan as JSON."""
        return {
            "label": self.label,
            "rows": len(self.plan.predicted),
            "draws": len(self.plan.draws),
            "to_label": self.plan.rows.tolist(),
            "labels_needed": {
                str(bound): {"kept": pair[0], "broken": pair[1]}
                for bound, pair in self.plan.labels_needed.items()
            },
        }


@dataclass(frozen=True)
class JudgedPlan:
    """What the labels of a plan say: a check for each limit."""

    checks: tuple[BoundCheck, ...]
    rows: int
    labeled: int

    def values(self) -> dict[str, object]:
        """The checks as JSON."""
        return {
            "rows": self.rows,
            "labeled": self.labeled,
            "bounds": [check.values() for check in self.checks],
        }


def file_plan(
    saved: SavedModel,
    source: str,
    n: int | None = None,
    *,
    options: ReadOptions | None = None,
    want: str | None = None,
    confidence: float = 0.95,
    even: bool = False,
    random_state: int = 0,
) -> FilePlan:
    """Draw rows of a file that have no label yet."""
    check_confidence(confidence)
    asked = want_in_use(saved, want, None, None)
    chunks = [
        each
        for each in labeled_chunks(saved, source, options=options)
        if (each.true == NO_LABEL).any()
    ]
    if not chunks:
        raise SteersmanError(
            "every row has a label already",
            todo="give rows without labels, or use steersman evaluate",
            code="no-rows-to-label",
        )
    frame = nw.concat([open_rows(each) for each in chunks])
    chances, predicted = class_chances(saved.model, frame.to_native(), list(asked.classes))
    forms = watched_forms(saved, asked)
    plan = plan_from_chances(asked, forms, chances, predicted, (n, confidence, even, random_state))
    label = saved.label or LABEL
    return FilePlan(plan, label, plan_lines(plan, frame, label))


def open_rows(chunk: LabeledChunk) -> nw.DataFrame[Any]:
    """The rows of a chunk that have no label."""
    assert chunk.frame is not None  # noqa: S101
    return chunk.frame[np.flatnonzero(chunk.true == NO_LABEL).tolist()]


def plan_lines(plan: LabelingPlan, frame: nw.DataFrame[Any], label: str) -> list[list[object]]:
    """The rows to label, each once, with an empty label and what the plan knows about them."""
    names = [name for name in frame.columns if name != label]
    heaviest = next((each.heaviest for each in plan.bounds if each.heaviest is not None), None)
    lines: list[list[object]] = [[*names, label, PLAN]]
    rows = frame[plan.rows.tolist()].select(names).rows()
    for place, values in zip(plan.rows.tolist(), rows):
        at = np.flatnonzero(plan.draws == place)
        told = {
            "at": at.tolist(),
            "weight": float(plan.weights[at[0]]),
            "heaviest": [] if heaviest is None else heaviest.tolist(),
        }
        lines.append([*values, "", json.dumps(told)])
    return lines


def judged_plan(
    saved: SavedModel,
    source: str,
    options: ReadOptions | None = None,
    *,
    want: str | None = None,
    confidence: float = 0.95,
) -> JudgedPlan:
    """Judge the limits by a plan with labels filled in, up to the first draw without one."""
    check_confidence(confidence)
    asked = want_in_use(saved, want, None, None)
    label = saved.label or LABEL
    chunks = list(labeled_chunks(saved, source, label, options, extra=[PLAN]))
    told = [each for chunk in chunks for each in plan_values(chunk, source)]
    true = np.concatenate([chunk.true for chunk in chunks])
    predicted = np.concatenate([chunk.predicted for chunk in chunks])
    row_of = {at: row for row, each in enumerate(told) for at in each["at"]}
    done = 0
    while done in row_of and true[row_of[done]] != NO_LABEL:
        done += 1
    drawn = np.array([row_of[at] for at in range(done)], dtype=np.int64)
    weights = np.array([each["weight"] for each in told])
    heaviest = np.array(told[0]["heaviest"], dtype=np.float64)
    risk = (1.0 - confidence) / max(1, len(asked.bounds))
    checks = []
    for bound, form in zip(asked.bounds, watched_forms(saved, asked)):
        usable = None if isinstance(form, str) else form
        reason = form if isinstance(form, str) else ""
        sampled = SampledBound(bound.written, usable, reason, heaviest)
        checks.append(sampled.check(true[drawn], predicted[drawn], weights[drawn], risk))
    return JudgedPlan(tuple(checks), len(true), int(np.sum(true != NO_LABEL)))


def plan_values(chunk: LabeledChunk, source: str) -> list[dict[str, Any]]:
    """What the plan knows about each row of a chunk."""
    assert chunk.frame is not None  # noqa: S101
    try:
        found = [dict(json.loads(str(each))) for each in chunk.frame[PLAN].to_list()]
        complete = all({"at", "weight", "heaviest"} <= set(each) for each in found)
    # A column that is missing, or cells that are no JSON.
    except (KeyError, ValueError, TypeError, nw.exceptions.ColumnNotFoundError):
        complete = False
    if not complete:
        raise SteersmanError(
            f"{source} is not a plan of steersman label",
            todo=f"keep its column {PLAN!r} as it was written",
            code="not-a-plan",
            file=source,
        )
    return found


def labeled_rows_of(
    saved: SavedModel,
    source: str,
    label: str | None = None,
    options: ReadOptions | None = None,
) -> tuple[Any, NDArray[np.generic]]:
    """The rows of a file that have a label, as the model takes them, and their labels."""
    chunks: Sequence[LabeledChunk] = list(labeled_chunks(saved, source, label, options))
    classes = np.asarray(saved.model.classes_)
    parts, labels = [], []
    for chunk in chunks:
        known = np.flatnonzero(chunk.true != NO_LABEL)
        assert chunk.frame is not None  # noqa: S101
        parts.append(chunk.frame[known.tolist()])
        labels.append(classes[chunk.true[known]])
    y = np.concatenate(labels)
    if not len(y):
        raise SteersmanError(
            f"no row of {source} has a label",
            todo="label some rows first, or name the label column with --label",
            code="empty-label",
            column=label or saved.label,
        )
    return nw.concat(parts).to_native(), y
