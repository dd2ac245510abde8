"""A model in use, computed from what happened: its versions, and the limits over time."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError
from steersman.learn.files import NO_LABEL, SavedModel, raw_pipeline, read_model
from steersman.learn.monitor import Monitor, MonitorReport, Repair, repair
from steersman.session.datasets.corpus import Corpus
from steersman.session.ledger import Ledger, Registry
from steersman.session.matrix.choice import MatrixChoice
from steersman.session.matrix.models import MatrixModels
from steersman.session.matrix.saved_file import saved_model_of
from steersman.session.state import State
from steersman.session.use.choice import FedFile, UseChoice, UseEvent
from steersman.session.use.fed_rows import FedRows, detected_columns, fed_rows
from steersman.session.use.label_files import read_labels
from steersman.session.use.limit_points import QUICK_ROWS, Point, watched_file
from steersman.tasks import Task
from steersman.workers import WorkerJob

Ints = NDArray[np.int64]
Key = tuple[Hashable, ...]


@dataclass(frozen=True, eq=False)
class Version:
    """The model, or a repair of it, in use from a row on; `replaced` is the version before."""

    number: int
    key: Key
    saved: SavedModel
    from_row: int = 0
    replaced: int | None = None
    repair: Repair | None = None


@dataclass(frozen=True, eq=False)
class Watched:
    """What the monitor of a version knows after some events, and the limits on the way."""

    report: MonitorReport
    points: tuple[Point, ...] = ()


@dataclass(frozen=True, eq=False)
class AllRows:
    """All rows so far: their keys, labels (-1 where not known) and where they are.

    `fair` rows came with their label, or were drawn evenly to be labeled.
    """

    keys: tuple[str, ...]
    true: Ints
    fair: NDArray[np.bool_]
    files: tuple[tuple[FedFile, int, int], ...]  # each with its first row and the one after it


class ModelInUse:
    """All that is computed for the room, by what it depends on."""

    def __init__(self, matrix: MatrixModels, ledger: Ledger) -> None:
        self.matrix = matrix
        self.bases: Registry[Key, SavedModel] = ledger.registry()
        self.fed: Registry[Key, FedRows] = ledger.registry()
        self.repairs: Registry[Key, Repair] = ledger.registry()
        self.watched: Registry[Key, Watched] = ledger.registry()
        # The state of a monitor and the points so far, after each file.
        self.after_files: Registry[Key, tuple[dict[str, Any], tuple[Point, ...]]]
        self.after_files = ledger.registry()

    def base_state(self, state: State, choice: UseChoice) -> State:
        """The state in which the matrix room asked the question that the model answers."""
        asked = replace(state, category=choice.category, seed=choice.seed)
        return asked.with_choice(MatrixChoice(all_classes=choice.all_classes))

    def base(self, corpus: Corpus, state: State, choice: UseChoice, task: Task) -> Version:
        """The model as it was put in use."""
        key = base_key(state, choice)
        if key not in self.bases:
            if choice.path:
                saved = read_model(choice.path)
            else:
                assert choice.number is not None  # noqa: S101
                asked = self.base_state(state, choice)
                saved = saved_model_of(self.matrix, corpus, asked, choice.number, task)
            if choice.want:
                saved = replace(saved, story={**saved.story, "want": choice.want})
            # Refused at once where there is nothing to watch.
            Monitor(saved)
            self.bases[key] = saved
        return Version(0, key, self.bases[key])

    def known_base(self, state: State, choice: UseChoice) -> SavedModel:
        """The model as it was put in use, which is known by then."""
        return self.bases[base_key(state, choice)]

    def detected_file(
        self, path: str, saved: SavedModel, task: Task
    ) -> tuple[FedFile, tuple[str, ...]]:
        """A file as detected, and all its columns; a worker looks at it."""
        return task.result(
            "detected file",
            lambda: (path, saved.label, saved.id),
            lambda: detected_columns(path, saved, task),
            job=WorkerJob("detect-file", (path, saved), Path(path).name),
            stored=False,
        )

    def labels_in(
        self, path: str, saved: SavedModel, file: FedFile | None, task: Task
    ) -> tuple[tuple[str, str], ...]:
        """The identifiers and labels in a file; a worker reads it."""
        return task.result(
            "labels",
            lambda: (path, saved.label, saved.id, file),
            lambda: read_labels(path, saved, file, task),
            job=WorkerJob("read-labels", (path, saved, file), Path(path).name),
            stored=False,
        )

    def rows_of(self, version: Version, file: FedFile, task: Task) -> FedRows:
        """The rows of a file as a version sees them."""
        key = (version.key, file)
        if key not in self.fed:
            self.fed[key] = task.result(
                "fed rows",
                lambda: (version.key, file),
                lambda: fed_rows(version.saved, file, task),
                job=WorkerJob("predict-file", (version.saved, file), Path(file.path).name),
                stored=False,
            )
        return self.fed[key]

    def all_rows(self, base: Version, events: Sequence[UseEvent], task: Task) -> AllRows:
        """Every row so far with its label, if one came with it or later."""
        keys: list[str] = []
        true: list[Ints] = []
        place: dict[str, int] = {}
        files = []
        for event in events:
            if event.file is None:
                continue
            rows = self.rows_of(base, event.file, task)
            files.append((event.file, len(keys), len(keys) + len(rows)))
            names = rows.ids or [f"row {len(keys) + at + 1}" for at in range(len(rows))]
            place |= {name: len(keys) + at for at, name in enumerate(names) if name not in place}
            keys += names
            true.append(rows.true)
        labels = np.concatenate(true).copy() if true else np.zeros(0, dtype=np.int64)
        fair = np.ones(len(labels), dtype=bool)
        # A row that came again under its identifier counts once, with the first label.
        for at, name in enumerate(keys):
            if place[name] != at and labels[at] != NO_LABEL:
                if labels[place[name]] == NO_LABEL:
                    labels[place[name]] = labels[at]
                labels[at] = NO_LABEL
        classes = class_places(base.saved)
        for event in events:
            if event.label is not None and event.label.row in place:
                at = place[event.label.row]
                if labels[at] == NO_LABEL:
                    labels[at], fair[at] = classes[event.label.label], event.fair
        return AllRows(tuple(keys), labels, fair, tuple(files))

    def versions(
        self, corpus: Corpus, state: State, choice: UseChoice, task: Task
    ) -> list[Version]:
        """The model and its repairs."""
        found = [self.base(corpus, state, choice, task)]
        for at, event in enumerate(choice.events):
            if event.repair is None:
                continue
            parent = found[event.repair.version]
            before = choice.events[:at]
            key = (found[0].key, parent.key, before, event.repair)
            rows = self.all_rows(found[0], before, task)
            if key not in self.repairs:
                X, y = self.labeled_rows(found[0], rows, event.repair.first_row, task)
                task.report("steering on the new labels", 0.6)
                source = ", ".join(each.path.rpartition("/")[2] for each, _, _ in rows.files)
                self.repairs[key] = repair(parent.saved, X, y, source=source)
            done = self.repairs[key]
            found.append(Version(len(found), key, done.saved, len(rows.keys), parent.number, done))
        return found

    def labeled_rows(
        self, base: Version, rows: AllRows, first_row: int, task: Task
    ) -> tuple[Any, NDArray[np.generic]]:
        """The fairly labeled rows since a row, as the model takes them, and their labels."""
        classes = np.asarray(base.saved.model.classes_)
        known = np.flatnonzero(rows.fair & (rows.true != NO_LABEL))
        known = known[known >= first_row]
        if not len(known):
            raise SteersmanError(
                "no row has been labeled",
                todo="label some rows, or add a file with labels",
                code="empty-label",
            )
        parts = []
        for file, first, after in rows.files:
            here = known[(known >= first) & (known < after)] - first
            frame = self.rows_of(base, file, task).frame
            parts.append(frame[here.tolist()].select(model_columns(base.saved)))
        return nw.concat(parts).to_native(), classes[rows.true[known]]

    def watch(
        self, base: Version, version: Version, events: Sequence[UseEvent], task: Task
    ) -> Watched:
        """The report of a version after these events, and the limits on the way."""
        key = (version.key, version.from_row, tuple(events))
        if key not in self.watched:
            monitor, points = self.monitor_after(base, version, tuple(events), task)
            self.watched[key] = Watched(monitor.report, points)
        return self.watched[key]

    def monitor_after(
        self, base: Version, version: Version, events: tuple[UseEvent, ...], task: Task
    ) -> tuple[Monitor, tuple[Point, ...]]:
        """The monitor of a version after these events; what it knew after each file is kept."""
        monitor = Monitor(version.saved)
        last = max((at for at, event in enumerate(events) if event.file is not None), default=None)
        if last is None:
            return monitor, ()
        key = (version.key, version.from_row, events[: last + 1])
        if key in self.after_files:
            values, points = self.after_files[key]
            monitor.restore(values)
        else:
            monitor, points = self.monitor_after(base, version, events[:last], task)
            file = events[last].file
            assert file is not None  # noqa: S101
            first = first_row(self, base, events[: last + 1], task)
            if first >= version.from_row:
                values, more = self.after_file(version, monitor.state_values(), file, first, task)
                monitor.restore(values)
                points = (*points, *more)
            self.after_files[key] = monitor.state_values(), points
        later = [
            event.label
            for event in events[last + 1 :]
            if event.label is not None and event.fair and event.label.row in monitor.seen.known
        ]
        if later:
            labels = [class_of(version.saved, each.label) for each in later]
            report = monitor.label([each.row for each in later], labels)
            time = points[-1].time if points else ""
            row = monitor.seen.rows + version.from_row
            points = (*points, Point(row, time, report.checks))
        return monitor, points

    def after_file(
        self, version: Version, known: dict[str, Any], file: FedFile, first: int, task: Task
    ) -> tuple[dict[str, Any], tuple[Point, ...]]:
        """What the monitor that knew this knows after a file, and the limits on the way."""
        rows = self.rows_of(version, file, task)
        given, job = (version.saved, known, rows, first), None
        if len(rows) > QUICK_ROWS:
            job = WorkerJob("watch-file", given, Path(file.path).name)
        return task.result(
            "watched file",
            lambda: (version.key, file, first, known),
            lambda: watched_file(*given, task),
            job=job,
            stored=False,
        )


def base_key(state: State, choice: UseChoice) -> Key:
    """What decides the model that was put in use."""
    asked = choice.number, choice.category, choice.seed, choice.all_classes
    return (state.dataset, *asked, choice.path, choice.want)


def first_row(room: ModelInUse, base: Version, events: Sequence[UseEvent], task: Task) -> int:
    """The number of rows before the last file of some events."""
    files = [event.file for event in events if event.file is not None]
    return sum(len(room.rows_of(base, file, task)) for file in files[:-1])


def class_places(saved: SavedModel) -> dict[str, int]:
    """The place of each class of a model, by its name."""
    classes = np.asarray(saved.model.classes_).tolist()
    return {str(name): code for code, name in enumerate(classes)}


def class_of(saved: SavedModel, name: str) -> object:
    """The class of a model with a name."""
    classes = np.asarray(saved.model.classes_).tolist()
    return classes[class_places(saved)[name]]


def model_columns(saved: SavedModel) -> list[str]:
    """The columns that a model takes."""
    return list(raw_pipeline(saved).steps[0][1].columns)
