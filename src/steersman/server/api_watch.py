"""The predictions of an API, and the monitor that sees them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from scipy.sparse import issparse, vstack

from steersman.errors import SteersmanError
from steersman.learn.files import (
    NO_LABEL,
    SavedModel,
    class_codes,
    column_codes,
    raw_pipeline,
    score_bins,
)
from steersman.learn.monitor import Monitor, WatchLog
from steersman.learn.steering import GroupThresholdClassifier, group_column
from steersman.learn.wants import WantSyntaxError

# The log is written at least so often; what came since is lost if the machine stops.
SAVED_EVERY_S = 10
# Requests that wait to be watched, which is done a second later: predictions come first.
MOST_WAITING = 1000


@dataclass(frozen=True, eq=False)
class SeenRequest:
    """The rows of some requests, and what the model made of them."""

    rows: pa.Table
    features: Any
    predicted: NDArray[np.int64]


def stack_requests(requests: Sequence[SeenRequest]) -> SeenRequest:
    """Requests with the same columns as one."""
    if len(requests) == 1:
        return requests[0]
    parts = [each.features for each in requests]
    sparse = issparse(parts[0])
    return SeenRequest(
        pa.concat_tables([each.rows for each in requests]),
        vstack(parts, format="csr") if sparse else np.concatenate(parts),
        np.concatenate([each.predicted for each in requests]),
    )


class ApiWatch:
    """Predicts rows at once, and watches them a little later."""

    def __init__(self, saved: SavedModel, log: Path | None) -> None:
        self.saved, self.log = saved, log
        self.pipeline = raw_pipeline(saved)
        self.classes = np.asarray(self.pipeline.classes_)
        self.digest = sha256(json.dumps(dict(saved.story), default=str).encode()).hexdigest()
        self.lock = Lock()
        self.waiting: list[SeenRequest] = []
        self.saved_rows = 0
        self.monitor: Monitor | None
        try:
            self.monitor = Monitor(saved)
        except (SteersmanError, WantSyntaxError):
            # A model without limits is served all the same.
            self.monitor = None
        if self.monitor is not None and log is not None:
            with WatchLog.open(log, self.digest) as opened:
                state = opened.state()
                if state is not None:
                    self.monitor.restore(state)
            self.saved_rows = self.monitor.seen.rows

    @property
    def state(self) -> str:
        """Whether the limits hold, as far as rows were watched."""
        return "not watched" if self.monitor is None else self.monitor.report.state.value

    @property
    def rows(self) -> int:
        """Rows watched so far."""
        return 0 if self.monitor is None else self.monitor.seen.rows

    def features(self, rows: pa.Table) -> Any:
        """The rows as the last step of the pipeline sees them."""
        encoding = self.pipeline.named_steps.get("features")
        parts = getattr(encoding, "named_transformers_", {})
        if list(parts) != ["text"]:
            return self.pipeline[:-1].transform(rows)
        # Of text alone the column transformer does nothing but take time, a third of a row's.
        columns = self.pipeline.steps[0][1]
        found = parts["text"].transform(columns.transform(rows)[columns.text[0]])
        for _, step in self.pipeline.steps[2:-1]:
            found = step.transform(found)
        return found

    def predict(self, rows: pa.Table) -> dict[str, Sequence[object]]:
        """The class of each row, its probabilities if there are any, and its identifier."""
        features = self.features(rows)
        last = self.pipeline.steps[-1][1]
        found: dict[str, Sequence[object]] = {}
        if self.saved.id and self.saved.id in rows.column_names:
            found[self.saved.id] = rows[self.saved.id].to_pylist()
        if isinstance(last, GroupThresholdClassifier):
            last = last.for_rows(group_column(last, rows))
        predicted = last.predict(features)
        found["predicted"] = predicted.tolist()
        if hasattr(last, "predict_proba"):
            shares = last.predict_proba(features)
            found |= {f"p({name})": each for name, each in zip(self.classes, shares.T.tolist())}
        if self.monitor is not None:
            seen = SeenRequest(rows, features, np.searchsorted(self.classes, predicted))
            self.waiting.append(seen)
            if len(self.waiting) > MOST_WAITING:
                self.watch_waiting()
        return found

    def watch_waiting(self) -> None:
        """Show the rows that wait to the monitor, those with the same columns together."""
        if self.monitor is None:
            return
        with self.lock:
            while self.waiting:
                same = [self.waiting.pop(0)]
                schema = same[0].rows.schema
                while self.waiting and self.waiting[0].rows.schema.equals(schema):
                    same.append(self.waiting.pop(0))
                self.watch_rows(stack_requests(same))

    def watch_rows(self, seen: SeenRequest) -> None:
        """Show rows to the monitor."""
        assert self.monitor is not None  # noqa: S101
        scores, columns = None, []
        if self.monitor.shifts is not None:
            scores = score_bins(self.pipeline.steps[-1][1], seen.features)
            columns = column_codes(self.pipeline, self.monitor.shifts.columns, seen.rows)
        ids, true = self.column(seen.rows, self.saved.id), self.true_codes(seen.rows)
        self.monitor.record(seen.predicted.tolist(), true, ids, scores, columns)

    def column(self, rows: pa.Table, name: str | None) -> list[object] | None:
        """The values of a column, if there is one."""
        there = name is not None and name in rows.column_names
        return rows[name].to_pylist() if there else None

    def true_codes(self, rows: pa.Table) -> Any:
        """(rows,): the label of each row, where it comes with one; -1 where not, or not known."""
        told = self.column(rows, self.saved.label)
        known = {str(name): code for code, name in enumerate(self.classes.tolist())}
        codes = [NO_LABEL] * rows.num_rows
        if told is not None:
            codes = [known.get(str(label), NO_LABEL) for label in told]
        return np.array(codes, dtype=np.int64)

    def label(self, told: Mapping[str, object]) -> dict[str, object]:
        """Judge earlier rows by labels that came later; the report."""
        if self.monitor is None:
            raise SteersmanError(
                "the model has no limits to watch",
                todo="steer it to limits first",
                code="no-want",
            )
        # Refused before any of them counts.
        codes = class_codes(list(told.values()), self.classes, "label", "the request")
        self.watch_waiting()
        with self.lock:
            return self.monitor.label(list(told), self.classes[codes]).values()

    def report_values(self) -> dict[str, object]:
        """The report of the monitor after all rows so far."""
        self.watch_waiting()
        if self.monitor is None:
            return {"state": "not watched"}
        with self.lock:
            return self.monitor.report.values()

    def save(self) -> None:
        """Write what is known to the log, if there is one and something is new."""
        self.watch_waiting()
        if self.monitor is None or self.log is None or self.monitor.seen.rows == self.saved_rows:
            return
        with self.lock, WatchLog.open(self.log, self.digest) as opened:
            values = self.monitor.state_values()
            opened.add("steersman api", None, values, self.monitor.report.values())
            self.saved_rows = self.monitor.seen.rows

    async def save_regularly(self) -> None:
        """Watch every second, and write to the log every few, until cancelled."""
        for second in count(1):
            await asyncio.sleep(1.0)
            await asyncio.to_thread(
                self.save if second % SAVED_EVERY_S == 0 else self.watch_waiting
            )
