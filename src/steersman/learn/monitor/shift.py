"""Whether new rows are like those the guarantee was made on, without labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from steersman.learn.files import ColumnPrint, Fingerprint
from steersman.learn.wants import Bound, PromisedBy, share_text
from steersman.maths import sequential

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
ShiftKind = Literal["score", "class", "column"]
TO_A_PERSON = "to a person"
"""The answer that a referred row counts as."""


@dataclass(frozen=True)
class ShiftCheck:
    """One thing that may shift: the score, the share of rows predicted as a class, or a column.

    `before` and `now` are shares of the rows: of the class, or of the values of a column named in
    `part`, whose share changed most; None for the score. `shifted_since` is the number of the row
    that showed the shift.
    """

    about: str
    e_value: float
    alarm_at: float
    before: float | None = None
    now: float | None = None
    shifted_since: int | None = None
    kind: ShiftKind = "class"
    part: str = ""

    def sentence(self) -> str:
        """What shifted, from what to what.

        >>> print(ShiftCheck("spam", 40.0, 20.0, 0.2, 0.31, 212).sentence())
        Predicted as spam: 31 % of the new rows, 20 % before. Shift shown at row 212.
        >>> print(ShiftCheck("age", 40.0, 20.0, 0.1, 0.4, 9, "column", "above 65").sentence())
        Column age: above 65 in 40 % of the new rows, 10 % before. Shift shown at row 9.
        """
        state = "No shift shown." if self.shifted_since is None else ""
        state = state or f"Shift shown at row {self.shifted_since:,}."
        if self.before is None or self.now is None:
            name = "Scores" if self.kind == "score" else self.about
            return f"{name}: {state[0].lower()}{state[1:]}"
        shares = f"{share_text(self.now)} of the new rows, {share_text(self.before)} before"
        if self.kind == "column":
            return f"Column {self.about}: {self.part} in {shares}. {state}"
        return f"Predicted as {self.about}: {shares}. {state}"


@dataclass
class ShiftWatch:
    """A sequential test for one thing, by the places of its values."""

    about: str
    kind: ShiftKind
    reference: Ints  # (values,): counts of the rows of the guarantee
    column: ColumnPrint | None = None
    counts: Floats = field(init=False)
    stakes: Floats = field(default_factory=lambda: sequential.first_stakes())
    shifted_since: int | None = None

    def __post_init__(self) -> None:
        self.counts = self.reference.astype(np.float64)

    def see(self, codes: Ints, first: int, risk: float) -> None:
        """Bet on new rows, of which the first is the row number `first`, from 0."""
        ranks = sequential.uniform_ranks(
            self.counts, codes, sequential.tie_breakers(first, len(codes))
        )
        crossed = np.flatnonzero(sequential.bet_on_ranks(self.stakes, ranks) >= 1.0 / risk)
        if len(crossed) and self.shifted_since is None:
            self.shifted_since = first + int(crossed[0]) + 1

    def check(self, risk: float) -> ShiftCheck:
        """The state after the rows so far."""
        before = now = None
        part = ""
        new = self.counts - self.reference
        if self.kind != "score" and new.sum():
            shares = self.reference / self.reference.sum(), new / new.sum()
            # Of a class the rows predicted as it; of a column the values that changed most.
            place = 1 if self.column is None else int(np.argmax(np.abs(shares[1] - shares[0])))
            part = "" if self.column is None else self.column.bin_name(place)
            before, now = (float(each[place]) for each in shares)
        evidence, since = sequential.mean_wealth(self.stakes), self.shifted_since
        return ShiftCheck(self.about, evidence, 1 / risk, before, now, since, self.kind, part)

    def values(self) -> dict[str, Any]:
        """What was learned from the rows, as JSON."""
        counts, stakes = self.counts.tolist(), self.stakes.tolist()
        return {"counts": counts, "stakes": stakes, "since": self.shifted_since}

    def restore(self, values: Mapping[str, Any]) -> None:
        """Continue from what `values` gave."""
        self.counts = np.array(values["counts"], dtype=np.float64)
        self.stakes = np.array(values["stakes"], dtype=np.float64)
        self.shifted_since = values["since"]


class ShiftWatches:
    """All tests for shift of one model.

    Scores and classes share one half of the risk equally, columns the other: many columns must not
    make a shift of the score hard to see.
    """

    def __init__(self, fingerprint: Fingerprint, classes: Sequence[object]) -> None:
        self.has_scores = fingerprint.scores is not None
        found = []
        if fingerprint.scores is not None:
            found.append(ShiftWatch("score", "score", fingerprint.scores))
        total = int(fingerprint.classes.sum())
        # Of two classes the share of one says all.
        self.places = [1] if len(classes) == 2 else list(range(len(classes)))
        for place in self.places:
            rows = int(fingerprint.classes[place])
            found.append(ShiftWatch(str(classes[place]), "class", np.array([total - rows, rows])))
        self.columns = fingerprint.columns
        for column in self.columns:
            counts = np.array(column.counts, dtype=np.int64)
            found.append(ShiftWatch(column.title, "column", counts, column))
        self.watches = found
        # Of each class, how many new rows were predicted as it.
        self.predicted = np.zeros(len(classes), dtype=np.int64)

    def risk(self, watch: ShiftWatch, confidence: float) -> float:
        """The chance of a false alarm that one test may use up."""
        n_columns = len(self.columns)
        if not n_columns:
            return (1.0 - confidence) / len(self.watches)
        others = len(self.watches) - n_columns
        return 0.5 * (1.0 - confidence) / (n_columns if watch.kind == "column" else others)

    def see(
        self,
        predicted: Ints,
        scores: Ints | None,
        columns: Sequence[Ints],
        first: int,
        confidence: float,
    ) -> None:
        """Test new rows by their predicted classes and the bins of their scores and columns."""
        self.predicted += np.bincount(predicted, minlength=len(self.predicted))
        of_classes = [(predicted == place).astype(np.int64) for place in self.places]
        codes: list[Ints | None] = [*([scores] if self.has_scores else []), *of_classes, *columns]
        for watch, values in zip(self.watches, codes):
            if values is not None:
                watch.see(values, first, self.risk(watch, confidence))

    def checks(self, confidence: float) -> tuple[ShiftCheck, ...]:
        """The state of each test."""
        return tuple(watch.check(self.risk(watch, confidence)) for watch in self.watches)

    def values(self) -> dict[str, Any]:
        """What was learned from the rows, as JSON."""
        tests = [watch.values() for watch in self.watches]
        return {"tests": tests, "predicted": self.predicted.tolist()}

    def restore(self, values: Mapping[str, Any]) -> None:
        """Continue from what `values` gave."""
        for watch, each in zip(self.watches, values["tests"]):
            watch.restore(each)
        self.predicted = np.array(values["predicted"], dtype=np.int64)


def shift_sentences(checks: Sequence[ShiftCheck]) -> list[str]:
    """A sentence for each test; columns without a shift are only counted."""
    # Of many columns only those that shifted are worth a line.
    shown = [each for each in checks if each.kind != "column" or each.shifted_since is not None]
    found = [check.sentence() for check in shown]
    quiet = len(checks) - len(shown)
    if quiet:
        found.append(f"{quiet:,} {'column shows' if quiet == 1 else 'columns show'} no shift.")
    return found


def touched_limits(limits: Sequence[tuple[Bound, str]]) -> str:
    """Which limits, each with its name, a change of class shares alone can break, and which not.

    >>> bounds = [Bound("fpr", (), "<=", 0.02), Bound("precision", (), ">=", 0.9)]
    >>> print(touched_limits([(bound, str(bound)) for bound in bounds]))
    A change of class shares alone can break precision >= 90%, but not fpr <= 2%.
    """
    # A rate among rows of one actual class does not depend on how many rows the class has.
    is_safe = [bound.definition.promised_by is PromisedBy.ROW_RATE for bound, _ in limits]
    safe = " and ".join(name for (_, name), kept in zip(limits, is_safe) if kept)
    touched = " and ".join(name for (_, name), kept in zip(limits, is_safe) if not kept)
    if not touched:
        return f"A change of class shares alone cannot break {safe}."
    return (
        f"A change of class shares alone can break {touched}{f', but not {safe}' if safe else ''}."
    )
