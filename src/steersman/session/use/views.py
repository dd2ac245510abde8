"""Views of the room of a model in use."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from steersman.errors import SteersmanError
from steersman.learn.catalog import BY_NAME
from steersman.learn.export import card_html, card_markdown
from steersman.learn.files import NO_LABEL
from steersman.learn.monitor import BoundCheck, BoundState, Monitor, MonitorReport, repair_card
from steersman.learn.promises import promise_for
from steersman.learn.wants import ResolvedWant, future_text
from steersman.session.datasets.corpus import Corpus
from steersman.session.matrix.saved_file import model_file_view
from steersman.session.shapes import FileFrame
from steersman.session.state import State
from steersman.session.use.choice import UseChoice
from steersman.session.use.drawing import RowDrawings, RowPlan, pool_start
from steersman.session.use.shapes import (
    CheckedLimitValues,
    FeatureShiftValues,
    LabelQueueValues,
    LimitValues,
    NewFileValues,
    RepairRoomValues,
    UseView,
    VersionValues,
)
from steersman.session.use.watching import AllRows, ModelInUse, Version, Watched
from steersman.session.views import Column, View
from steersman.tasks import Task
from steersman.workers import WorkerJob

LARGEST = 1e12


def use_values(
    models: ModelInUse, drawings: RowDrawings, corpus: Corpus, state: State, choice: UseChoice
) -> UseView:
    """All that the room shows."""
    task = Task()
    versions = models.versions(corpus, state, choice, task)
    base, version = versions[0], versions[choice.version]
    watched = models.watch(base, version, choice.events, task)
    rows = models.all_rows(base, choice.events, task)
    monitor = Monitor(version.saved)
    report, points = watched.report, watched.points
    newest = rows.true[pool_start(rows) :]
    plan = drawings.plan(base, version, choice, task)
    return {
        "title": model_title(base, choice),
        "confidence": report.confidence,
        "classes": [str(name) for name in monitor.want.classes],
        "version": choice.version,
        "rows": len(rows.keys),
        "labeled": int(np.sum(rows.true != NO_LABEL)),
        "open_rows": int(np.sum(newest == NO_LABEL)),
        "state": report.state.value,
        "limits": [
            limit_values(check, at, monitor.want, watched, version, rows, models)
            for at, check in enumerate(report.checks)
        ],
        "times": [point.time for point in points],
        "shifts": shift_values(report, version),
        "effects": report.effect_sentences(
            [f"“{future_text(bound, monitor.want)}”" for bound in monitor.want.bounds]
        ),
        "notes": row_notes(report),
        "files": [file_values(models, base, rows, place, task) for place in range(len(rows.files))],
        "drawn": None if plan is None else drawn_values(drawings, plan, base, rows, choice, task),
        "versions": [version_values(each) for each in versions],
        "repair": repair_values(base, rows, report, version),
    }


def model_title(base: Version, choice: UseChoice) -> str:
    """What the model in use is called."""
    if choice.path:
        return Path(choice.path).name
    entry = BY_NAME.get(str(base.saved.story.get("model")))
    return f"{entry.title if entry else 'Model'} (model {choice.number})"


def limit_values(
    check: BoundCheck,
    place: int,
    want: ResolvedWant,
    watched: Watched,
    version: Version,
    rows: AllRows,
    models: ModelInUse,
) -> LimitValues:
    """One limit, now and at each point."""
    bound = want.bounds[place]
    seen = [point.checks[place] for point in watched.points]
    low, high = check.limits or (None, None)
    broken = None if check.broken_since is None else check.broken_since + version.from_row
    return {
        "bound": str(check.bound),
        "words": future_text(bound, want),
        "state": check.state.value,
        "limit": check.bound.value,
        "is_upper": check.bound.is_upper,
        "is_share": check.bound.definition.is_share,
        "rows": check.rows,
        "estimate": check.estimate,
        "low": low,
        "high": high,
        "e_value": finite(check.e_value),
        "alarm_at": check.alarm_at,
        "broken_since": broken,
        "broken_time": "" if broken is None else time_of(models, version, rows, broken - 1),
        "reason": check.reason,
        "row_numbers": [point.row for point in watched.points],
        "estimates": [each.estimate for each in seen],
        "lows": [None if each.limits is None else each.limits[0] for each in seen],
        "highs": [None if each.limits is None else each.limits[1] for each in seen],
        "e_values": [finite(each.e_value) for each in seen],
    }


def finite(value: float | None) -> float | None:
    """An e-value that JSON and a chart can hold."""
    return None if value is None else min(float(value), LARGEST)


def time_of(models: ModelInUse, version: Version, rows: AllRows, place: int) -> str:
    """The time of a row, empty where there is none."""
    for file, first, after in rows.files:
        if first <= place < after:
            times = models.rows_of(version, file, Task()).times
            return times[place - first] if times else ""
    return ""


def shift_values(report: MonitorReport, version: Version) -> list[FeatureShiftValues]:
    """What may have shifted, shifts first and the strongest evidence first."""
    found: list[FeatureShiftValues] = [
        {
            "about": each.about,
            "kind": each.kind,
            "e_value": min(each.e_value, LARGEST),
            "alarm_at": each.alarm_at,
            "before": each.before,
            "now": each.now,
            "since": None if each.shifted_since is None else each.shifted_since + version.from_row,
            "part": each.part,
        }
        for each in report.shifts
    ]
    return sorted(found, key=lambda each: (each["since"] is None, -each["e_value"]))


def row_notes(report: MonitorReport) -> list[str]:
    """What is to be known about labels that came again."""
    found = []
    if report.repeated:
        found.append(f"{report.repeated:,} labels came again and were counted once")
    if report.changed:
        found.append(f"{report.changed:,} labels came again with another class; the first stays")
    return found


def file_values(
    models: ModelInUse, base: Version, rows: AllRows, place: int, task: Task
) -> NewFileValues:
    """One file of rows."""
    file, first, after = rows.files[place]
    fed = models.rows_of(base, file, task)
    return {
        "name": Path(file.path).name,
        "rows": after - first,
        "labeled": int(np.sum(rows.true[first:after] != NO_LABEL)),
        "first_row": first,
        "label": file.label,
        "id": file.id,
        "time": file.time,
        "columns": list(fed.all_columns),
        "notes": list(fed.notes),
    }


def drawn_values(
    drawings: RowDrawings,
    plan: RowPlan,
    base: Version,
    rows: AllRows,
    choice: UseChoice,
    task: Task,
) -> LabelQueueValues:
    """The rows to label, and what their labels say."""
    places = plan.places
    waiting = [place for place in places if rows.true[place] == NO_LABEL]
    following = None
    if waiting:
        text, prose = drawings.text(base, rows, waiting[0], task)
        called = plan.plan.predicted[plan.pool.index(waiting[0])]
        following = {
            "row": rows.keys[waiting[0]],
            "text": text,
            "prose": prose,
            "predicted": str(plan.plan.want.classes[called]),
        }
    given = [event.label.label for event in choice.events if event.label is not None]
    return {
        "even": choice.drawn is not None and choice.drawn.even,
        "pool": len(plan.pool),
        "rows": len(places),
        "labeled": len(places) - len(waiting),
        "next": following,  # type: ignore[typeddict-item]
        "last": given[-1] if given else "",
        "limits": [
            checked_values(each, at, plan)
            for at, each in enumerate(drawings.checks(plan, base, rows))
        ],
    }


def checked_values(check: BoundCheck, place: int, plan: RowPlan) -> CheckedLimitValues:
    """A limit as the drawn rows show it."""
    kept, broken = plan.plan.labels_needed.get(check.bound, (0, 0))
    low, high = check.limits or (None, None)
    return {
        "bound": str(check.bound),
        "words": future_text(plan.plan.want.bounds[place], plan.plan.want),
        "state": check.state.value,
        "is_share": check.bound.definition.is_share,
        "rows": check.rows,
        "estimate": check.estimate,
        "low": low,
        "high": high,
        "needed_if_kept": kept,
        "needed_if_broken": broken,
    }


def version_values(version: Version) -> VersionValues:
    """The model, or a repair with the old and new matrices on the same rows."""
    story, done = version.saved.story, version.repair
    promises = story.get("promises")
    return {
        "version": version.number,
        "from_row": version.from_row,
        "replaced": version.replaced,
        "rows": 0 if done is None else int(done.old.sum()),
        "met": done is None or done.steering.met,
        "want": str(story.get("want") or ""),
        "guarantees": [str(each) for each in promises] if isinstance(promises, list) else [],
        "sentences": [] if done is None else done.sentences(),
        "old": [] if done is None else done.old.tolist(),
        "new": [] if done is None else done.steering.after.tolist(),
    }


def repair_values(
    base: Version, rows: AllRows, report: MonitorReport, version: Version
) -> RepairRoomValues:
    """Which rows a repair would use: those of the file that showed the break, and later ones."""
    # A repaired version is repaired again on rows that came after it.
    first = max(repair_start(rows, report, version), version.from_row)
    usable = rows.fair & (rows.true != NO_LABEL)
    usable[:first] = False
    classes = np.asarray(base.saved.model.classes_).tolist()
    counts = np.bincount(rows.true[usable], minlength=len(classes)).tolist()
    want = Monitor(version.saved).want
    sums = np.array(counts, dtype=np.float64)
    short = promise_for(want, sums, report.confidence).shortages
    return {
        "first_row": first,
        "rows": int(usable.sum()),
        "by_class": {str(name): count for name, count in zip(classes, counts)},
        "short": [
            {
                "words": future_text(bound, want),
                "rows": each.rows,
                "needed": int(each.needed) if np.isfinite(each.needed) else None,
            }
            for each in short
            for bound in want.bounds
            if bound.written == each.bound
        ],
    }


def repair_start(rows: AllRows, report: MonitorReport, version: Version) -> int:
    """The first row of the file in which a limit broke, or of the newest file."""
    broken = [
        check.broken_since + version.from_row - 1
        for check in report.checks
        if check.state is BoundState.BROKEN and check.broken_since is not None
    ]
    at = min(broken, default=len(rows.keys))
    starts: Sequence[int] = [first for _, first, _ in rows.files if first <= at]
    return max(starts, default=0)


def exported_version(version: Version, name: str, kind: str, task: Task) -> View:
    """A version as a file; a worker writes it, since model files take seconds."""
    return task.result(
        "exported version",
        lambda: (version.key, name, kind),
        lambda: version_view(version, name, kind, task),
        job=WorkerJob("write-version", (version, name, kind), name),
        stored=False,
    )


def version_view(version: Version, name: str, kind: str, task: Task) -> View:
    """A version as a file: the model, or its report."""
    task.report("writing the file")
    if kind == "model":
        return model_file_view(version.saved, f"{name}.skops", None)
    if version.repair is None:
        raise SteersmanError(
            f"version {version.number} was not repaired and has no report",
            todo="export its model, or the report of the model in Steer",
            code="version-without-repair",
            version=version.number,
        )
    card = repair_card(version.repair)
    text, ending = (card_html(card), "html") if kind == "html" else (card_markdown(card), "md")
    content = np.frombuffer(text.encode(), dtype=np.uint8)
    return View("file", FileFrame(name=f"{name}.{ending}"), (Column("bytes", content, None),))
