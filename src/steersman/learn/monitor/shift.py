"""Whether new rows are like those the guarantee was made on, without labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steersman.learn.files import Fingerprint
from steersman.learn.wants import Bound, PromisedBy, share_text
from steersman.maths.sequential import (
    bet_on_ranks,
    first_stakes,
    mean_wealth,
    tie_breakers,
    uniform_ranks,
)

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
SCORE = "score"


@dataclass(frozen=True)
class ShiftCheck:
    """One thing that may shift: the score, or the share of rows predicted as a class.

    `before` and `now` are the shares of the class, None for the score. `shifted_since` is the
    number of the row that showed the shift.
    """

    about: str
    e_value: float
    alarm_at: float
    before: float | None = None
    now: float | None = None
    shifted_since: int | None = None

    def sentence(self) -> str:
        """What shifted, from what to what.

        >>> print(ShiftCheck("spam", 40.0, 20.0, 0.2, 0.31, 212).sentence())
        Predicted as spam: 31 % of the new rows, 20 % before. Shift shown at row 212.
        """
        state = "No shift shown." if self.shifted_since is None else ""
        state = state or f"Shift shown at row {self.shifted_since:,}."
        if self.before is None or self.now is None:
            return f"Scores: {state[0].lower()}{state[1:]}"
        shares = f"{share_text(self.now)} of the new rows, {share_text(self.before)} before"
        return f"Predicted as {self.about}: {shares}. {state}"


@dataclass
class ShiftWatch:
    """A sequential test for one thing, by the places of its values."""

    about: str
    reference: Ints  # (values,): counts of the rows of the guarantee
    counts: Floats = field(init=False)
    stakes: Floats = field(default_factory=first_stakes)
    shifted_since: int | None = None

    def __post_init__(self) -> None:
        self.counts = self.reference.astype(np.float64)

    def see(self, codes: Ints, first: int, risk: float) -> None:
        """Bet on new rows, of which the first is the row number `first`, from 0."""
        ranks = uniform_ranks(self.counts, codes, tie_breakers(first, len(codes)))
        crossed = np.flatnonzero(bet_on_ranks(self.stakes, ranks) >= 1.0 / risk)
        if len(crossed) and self.shifted_since is None:
            self.shifted_since = first + int(crossed[0]) + 1

    def check(self, risk: float) -> ShiftCheck:
        """The state after the rows so far."""
        before = now = None
        new = self.counts - self.reference
        if self.about != SCORE and new.sum():
            before = float(self.reference[1] / self.reference.sum())
            now = float(new[1] / new.sum())
        since = self.shifted_since
        return ShiftCheck(self.about, mean_wealth(self.stakes), 1 / risk, before, now, since)

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
    """All tests for shift of one model; each has an equal part of the risk."""

    def __init__(self, fingerprint: Fingerprint, classes: Sequence[object]) -> None:
        self.has_scores = fingerprint.scores is not None
        found = [] if fingerprint.scores is None else [ShiftWatch(SCORE, fingerprint.scores)]
        total = int(fingerprint.classes.sum())
        # Of two classes the share of one says all.
        self.places = [1] if len(classes) == 2 else list(range(len(classes)))
        for place in self.places:
            rows = int(fingerprint.classes[place])
            found.append(ShiftWatch(str(classes[place]), np.array([total - rows, rows])))
        self.watches = found

    def see(self, predicted: Ints, scores: Ints | None, first: int, confidence: float) -> None:
        """Test new rows by their predicted classes and the bins of their scores."""
        risk = (1.0 - confidence) / len(self.watches)
        of_classes = [(predicted == place).astype(np.int64) for place in self.places]
        codes = [scores, *of_classes] if self.has_scores else of_classes
        for watch, values in zip(self.watches, codes):
            if values is not None:
                watch.see(values, first, risk)

    def checks(self, confidence: float) -> tuple[ShiftCheck, ...]:
        """The state of each test."""
        risk = (1.0 - confidence) / len(self.watches)
        return tuple(watch.check(risk) for watch in self.watches)


def shift_sentences(checks: Sequence[ShiftCheck], bounds: Sequence[Bound]) -> list[str]:
    """A sentence for each test, and one on which limits a shift touches.

    >>> bounds = [Bound("fpr", (), "<=", 0.02), Bound("precision", (), ">=", 0.9)]
    >>> print(shift_sentences([ShiftCheck("score", 40.0, 20.0, shifted_since=9)], bounds)[1])
    A change of class shares alone can break precision >= 90%, but not fpr <= 2%.
    """
    found = [check.sentence() for check in checks]
    if all(check.shifted_since is None for check in checks):
        return found
    # A rate among rows of one actual class does not depend on how many rows the class has.
    safe = [bound for bound in bounds if bound.definition.promised_by is PromisedBy.ROW_RATE]
    touched = [bound for bound in bounds if bound not in safe]
    parts = [" and ".join(map(str, some)) for some in (touched, safe)]
    if not touched:
        effect = f"A change of class shares alone cannot break {parts[1]}"
    else:
        effect = f"A change of class shares alone can break {parts[0]}"
        effect += f", but not {parts[1]}" if safe else ""
    return [*found, f"{effect}."]
