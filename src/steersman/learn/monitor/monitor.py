"""Watch a model in use, and know when a limit no longer holds."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steersman.data.columns.label_words import is_blank
from steersman.data.files.atomic_files import atomic_file
from steersman.errors import SteersmanError
from steersman.learn.files import (
    NO_LABEL,
    Fingerprint,
    class_codes,
    column_codes,
    column_prints,
    score_bins,
)
from steersman.learn.monitor.bound_watch import BoundWatch
from steersman.learn.monitor.class_shares import ShareEffect, matrix_in_story, share_effects
from steersman.learn.monitor.report import MonitorReport
from steersman.learn.monitor.seen_rows import SeenRows
from steersman.learn.monitor.shift import TO_A_PERSON, ShiftWatches
from steersman.learn.monitor.watched_bound import watched_bound
from steersman.learn.monitor.watched_want import saved_model_of, tuning_rows, want_in_use
from steersman.learn.promises import check_confidence
from steersman.learn.steering import answer_places
from steersman.learn.wants import Want

Ints = NDArray[np.int64]
FORMAT = 1


class Monitor:
    """Check after every labeled row whether a model in use still keeps its limits.

    Look as often as you like: while all limits hold, the chance that a bound is ever called broken
    is at most 1 - `confidence`, over the whole life of the model.

    Parameters
    ----------
    model : classifier, Steering, SavedModel, str or Path
        The model in use; a name is that of a saved model.
    want : str or Want, optional
        Limits to watch, by default those that the model was steered to.
    confidence : float
        Shared equally by the bounds.
    positive : object, optional
        Class meant where the want names none, by default the one the model was steered for.
    costs : array-like of shape (classes, classes), optional
        Cost of each decision (actual, predicted), for a limit on cost.
    rows_meant : float, optional
        Number of rows that a count is a limit for, by default the rows it was tuned on.
    reference : rows as the model takes them, optional
        Rows like those of the guarantee, not learned from, with which new rows are compared
        without labels; one half gives the bins of columns. Saved models have what is needed.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.linear_model import LogisticRegression
    >>> X = np.arange(200.0).reshape(-1, 1)
    >>> model = LogisticRegression().fit(X, X[:, 0] >= 100)
    >>> monitor = Monitor(model, want="fpr <= 10%", positive=True)
    >>> check = monitor.update(X, X[:, 0] >= 100).checks[0]
    >>> check.state.value, check.estimate
    ('holds', 0.0)
    >>> print(monitor.update(X[150:], np.zeros(50, bool)).checks[0].sentence())
    fpr <= 10% is broken, shown at row 215: 33.3 % of 150 rows, between 21.4 % and 47 %.
    """

    def __init__(
        self,
        model: object,
        *,
        want: str | Want | None = None,
        confidence: float = 0.95,
        positive: object = None,
        costs: ArrayLike | None = None,
        rows_meant: float | None = None,
        reference: Any = None,
    ) -> None:
        check_confidence(confidence)
        saved = saved_model_of(model)
        self.model: Any = saved.model
        self.confidence = confidence
        self.want = want_in_use(saved, want, positive, costs)
        meant = tuning_rows(saved) if rows_meant is None else rows_meant
        self.watches = []
        for bound in self.want.bounds:
            found = watched_bound(bound, self.want, meant)
            watched, reason = (None, found) if isinstance(found, str) else (found, "")
            self.watches.append(BoundWatch(bound.written, watched, reason))
        size = len(self.want.classes)
        self.matrix: Ints = np.zeros((size, size + self.want.refers), dtype=np.int64)
        self.seen = SeenRows()
        fingerprint = Fingerprint.in_story(saved.story)
        if reference is not None:
            bins, counted = halves(reference)
            columns = column_prints(self.model, bins, counted)
            fingerprint = replace(Fingerprint.of(self.model, reference), columns=columns)
        answers = (*self.want.classes, *([TO_A_PERSON] if self.want.refers else []))
        self.shifts = None if fingerprint is None else ShiftWatches(fingerprint, answers)
        self.matrix_before = matrix_in_story(saved.story, self.matrix.shape)

    @property
    def risk(self) -> float:
        """The chance of a false alarm that each bound may use up in its whole life."""
        tested = sum(watch.watched is not None for watch in self.watches)
        return (1.0 - self.confidence) / max(1, tested)

    @property
    def report(self) -> MonitorReport:
        """The state of every bound after the rows so far."""
        checks = tuple(watch.check(self.matrix, self.risk) for watch in self.watches)
        labeled, seen = int(self.matrix.sum()), self.seen
        shifts = () if self.shifts is None else self.shifts.checks(self.confidence)
        effects: tuple[ShareEffect, ...] = ()
        if self.shifts is not None and self.matrix_before is not None:
            forms = [watch.watched for watch in self.watches]
            effects = share_effects(forms, self.matrix_before, self.shifts.predicted)
        return MonitorReport(
            checks,
            self.confidence,
            seen.rows,
            labeled,
            seen.repeated,
            seen.changed,
            shifts,
            effects,
        )

    def update(
        self,
        X: Any,
        y: Sequence[object] | NDArray[np.generic] | None = None,
        ids: Sequence[object] | None = None,
    ) -> MonitorReport:
        """Predict new rows and judge those that have a label.

        Parameters
        ----------
        X : array-like or data frame
            Rows as the model takes them.
        y : sequence, optional
            Labels; None, NaN or an empty text where one is not known yet.
        ids : sequence, optional
            Identifiers, by which labels can be given later. A row that comes again is counted
            once, and judged by its first prediction.

        Returns
        -------
        MonitorReport
            State, estimate, confidence sequence and e-value for each bound.
        """
        classes = np.asarray(self.want.classes)
        predicted = answer_places(self.model.predict(X), classes).tolist()
        labels = [None] * len(predicted) if y is None else list(y)
        scores, columns = None, []
        if self.shifts is not None:
            scores = score_bins(self.model, X)
            columns = column_codes(self.model, self.shifts.columns, X)
        return self.record(predicted, self.label_codes(labels), ids, scores, columns)

    def label(
        self, ids: Sequence[object], y: Sequence[object] | NDArray[np.generic]
    ) -> MonitorReport:
        """Judge earlier rows whose labels are now known, in the order given.

        Parameters
        ----------
        ids : sequence
            Identifiers of earlier rows.
        y : sequence
            Their labels.

        Returns
        -------
        MonitorReport
            State, estimate, confidence sequence and e-value for each limit.
        """
        unknown = [str(each) for each in ids if str(each) not in self.seen.known]
        if unknown:
            raise SteersmanError(
                f"no row with the identifier {unknown[0]!r} was seen",
                todo="give the rows first, with update(X, ids=...)",
                code="unknown-row",
                ids=unknown,
            )
        return self.record(None, self.label_codes(list(y)), ids)

    def record(
        self,
        predicted: Sequence[int] | None,
        true: Ints,
        ids: Sequence[object] | None,
        scores: Ints | None = None,
        columns: Sequence[Ints] = (),
    ) -> MonitorReport:
        """Judge rows by the places of their classes; -1 for a label that is not known.

        Parameters
        ----------
        predicted : sequence of int, optional
            Position of each predicted class.
        true : ndarray of int
            Position of each actual class, -1 where it is not known.
        ids : sequence, optional
            Identifiers of the rows.
        scores : ndarray of int, optional
            Bin of each row's score, to detect a shift.
        columns : sequence of ndarray of int
            Bin of each row's value in each column, to detect a shift.

        Returns
        -------
        MonitorReport
            State, estimate, confidence sequence and e-value for each limit.
        """
        lengths = {len(each) for each in (predicted, true, ids) if each is not None}
        if len(lengths) > 1:
            raise SteersmanError(
                f"rows, labels and identifiers differ in number: {sorted(lengths)}",
                todo="give one label and one identifier for each row",
                code="uneven-rows",
            )
        if self.shifts is not None and predicted is not None:
            fresh = self.seen.fresh_places(len(predicted), ids)
            called = np.array(predicted, dtype=np.int64)[fresh]
            binned = None if scores is None else scores[fresh]
            of_columns = [each[fresh] for each in columns]
            self.shifts.see(called, binned, of_columns, self.seen.rows, self.confidence)
        judged = self.seen.judged_rows(predicted, true.tolist(), ids)
        actual = np.array([row.true for row in judged], dtype=np.int64)
        called = np.array([row.predicted for row in judged], dtype=np.int64)
        for watch in self.watches:
            at = watch.bet(actual, called, self.risk)
            if at is not None:
                watch.broken_since, watch.broken_id = judged[at].number, judged[at].id
        np.add.at(self.matrix, (actual, called), 1)
        return self.report

    def label_codes(self, labels: Sequence[object]) -> Ints:
        """(rows,): the place of each label among the classes, -1 where there is none.

        Parameters
        ----------
        labels : sequence
            Labels.

        Returns
        -------
        ndarray of int of shape (n_rows,)
            Positions in the classes of the model.
        """
        there = [row for row, label in enumerate(labels) if not is_missing(label)]
        codes = np.full(len(labels), NO_LABEL, dtype=np.int64)
        values, classes = [labels[row] for row in there], np.asarray(self.want.classes)
        codes[there] = class_codes(values, classes, "y", "the new rows")
        return codes

    def state_values(self) -> dict[str, Any]:
        """All that was learned from the rows, as JSON.

        Returns
        -------
        dict
            The state, as JSON values.
        """
        return {
            "format": FORMAT,
            "about": self.identity,
            "matrix": self.matrix.tolist(),
            "stakes": [watch.stake.tolist() for watch in self.watches],
            "broken": [[watch.broken_since, watch.broken_id] for watch in self.watches],
            "seen": self.seen.values(),
            "shifts": None if self.shifts is None else self.shifts.values(),
        }

    @property
    def identity(self) -> list[object]:
        """What saved states must agree on: want, classes and confidence."""
        return [str(self.want), list(map(str, self.want.classes)), self.confidence]

    def restore(self, state: dict[str, Any]) -> Self:
        """Continue from what `state_values` gave.

        Parameters
        ----------
        state : dict
            What `state_values` returned.

        Returns
        -------
        Monitor
            This monitor.
        """
        if state.get("format") != FORMAT or state.get("about") != self.identity:
            raise SteersmanError(
                "the saved state belongs to another model, want or confidence",
                todo="begin a new one for this model",
                code="other-monitor",
                about=state.get("about"),
            )
        self.matrix = np.array(state["matrix"], dtype=np.int64)
        for watch, stake, broken in zip(self.watches, state["stakes"], state["broken"]):
            watch.stake = np.array(stake, dtype=np.float64)
            watch.broken_since, watch.broken_id = broken
        self.seen = SeenRows.of(state["seen"])
        if self.shifts is not None:
            self.shifts.restore(state["shifts"])
        return self

    def save(self, path: str | Path) -> None:
        """Write the state to a JSON file, whole or not at all.

        Parameters
        ----------
        path : str or Path
            File to write.
        """
        with atomic_file(Path(path)) as file:
            file.write(json.dumps(self.state_values()).encode())

    def load(self, path: str | Path) -> Self:
        """Continue from a file that `save` wrote.

        Parameters
        ----------
        path : str or Path
            File that `save` wrote.

        Returns
        -------
        Monitor
            This monitor.
        """
        try:
            state = json.loads(Path(path).read_bytes())
        except ValueError as error:
            raise SteersmanError(
                f"{path} is not the saved state of a monitor",
                todo="name a file that Monitor.save wrote",
                code="not-a-monitor",
                file=str(path),
            ) from error
        return self.restore(state if isinstance(state, dict) else {})


def halves(rows: Any) -> tuple[Any, Any]:
    """Every second row, and the others."""
    if hasattr(rows, "iloc"):
        return rows.iloc[::2], rows.iloc[1::2]
    return rows[::2], rows[1::2]


def is_missing(label: object) -> bool:
    """Whether a label is not known: None, NaN, pandas.NA or an empty text."""
    # pandas is no dependency, and its NA answers neither yes nor no to a comparison.
    is_na = type(label).__name__ in ("NAType", "NaTType")
    return is_na or is_blank(label) or (isinstance(label, float) and label != label)
