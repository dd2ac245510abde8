"""What a monitor knows about each bound, as values and as sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum

from steersman.learn.monitor.class_shares import ShareEffect
from steersman.learn.monitor.shift import ShiftCheck, shift_sentences, touched_limits
from steersman.learn.monitor.value_text import value_text
from steersman.learn.wants import Bound


class BoundState(StrEnum):
    """Whether a bound still holds, as far as the rows show."""

    HOLDS = "holds"
    UNDECIDED = "undecided"
    BROKEN = "broken"


@dataclass(frozen=True)
class BoundCheck:
    """One bound: its state, and the evidence for it.

    `limits` is the confidence sequence: it covers the measure at all times together. `e_value` is
    the evidence that the bound is broken; `alarm_at` is the e-value that shows it. `broken_since`
    is the number, from 1, of the row that showed it, and `broken_id` its identifier, if any.
    """

    bound: Bound
    state: BoundState
    rows: int = 0
    estimate: float | None = None
    limits: tuple[float, float] | None = None
    e_value: float | None = None
    alarm_at: float | None = None
    broken_since: int | None = None
    broken_id: str | None = None
    reason: str = ""

    def sentence(self) -> str:
        """The state first, then the figures.

        >>> bound = Bound("fpr", (), "<=", 0.02)
        >>> print(BoundCheck(bound, BoundState.HOLDS, 900, 0.01, (0.004, 0.0187)).sentence())
        fpr <= 2% holds: 1 % of 900 rows, between 0.4 % and 1.9 %.
        """
        if self.state is BoundState.BROKEN:
            who = f" ({self.broken_id})" if self.broken_id else ""
            at = "" if self.broken_since is None else f", shown at row {self.broken_since:,}{who}"
            start = f"{self.bound} is broken{at}"
        else:
            start = f"{self.bound} {'holds' if self.state is BoundState.HOLDS else 'is undecided'}"
        if self.reason:
            return f"{start}: {self.reason}."
        if self.estimate is None or self.limits is None:
            return f"{start}: no labeled row says anything about it yet."
        low, high = (value_text(self.bound, each) for each in self.limits)
        rows = "row" if self.rows == 1 else "rows"
        found = value_text(self.bound, self.estimate)
        return f"{start}: {found} of {self.rows:,} {rows}, between {low} and {high}."

    def values(self) -> dict[str, object]:
        """The check as JSON."""
        return {
            "bound": str(self.bound),
            "state": self.state.value,
            "rows": self.rows,
            "estimate": self.estimate,
            "limits": None if self.limits is None else list(self.limits),
            "e_value": self.e_value,
            "alarm_at": self.alarm_at,
            "broken_since": self.broken_since,
            "broken_id": self.broken_id,
            "reason": self.reason,
        }


@dataclass(frozen=True)
class MonitorReport:
    """All bounds after some rows.

    `rows` were seen, `labeled` of them have a label. `repeated` labels came again and were equal;
    `changed` came again with another class, and the first one stays. `shifts` compare all rows,
    labeled or not, with those that the guarantee was made on; `effects` say what a change of class
    shares alone would do to a limit.
    """

    checks: tuple[BoundCheck, ...]
    confidence: float
    rows: int
    labeled: int
    repeated: int = 0
    changed: int = 0
    shifts: tuple[ShiftCheck, ...] = ()
    effects: tuple[ShareEffect, ...] = ()

    @property
    def state(self) -> BoundState:
        """Broken where one bound is, holds where all do."""
        states = {check.state for check in self.checks}
        if BoundState.BROKEN in states:
            return BoundState.BROKEN
        return BoundState.HOLDS if states == {BoundState.HOLDS} else BoundState.UNDECIDED

    def sentences(self) -> list[str]:
        """A sentence for each bound, then what is to be known about the rows."""
        found = [check.sentence() for check in self.checks]
        found += [*shift_sentences(self.shifts), *self.effect_sentences()]
        shifted = any(shift.shifted_since is not None for shift in self.shifts)
        found.append(f"{self.labeled:,} of {self.rows:,} rows have a label.")
        if shifted and self.labeled < self.rows:
            found.append("Label some of the others to see whether the limits still hold.")
        if self.repeated:
            found.append(f"{self.repeated:,} labels came again and were counted once.")
        if self.changed:
            found.append(f"{self.changed:,} labels came again with another class; the first stays.")
        return found

    def effect_sentences(self, names: Sequence[str] | None = None) -> list[str]:
        """What a shift means for the limits, by these names; nothing without a shift."""
        shifted = [each for each in self.shifts if each.shifted_since is not None]
        if not shifted:
            return []
        bounds = [check.bound for check in self.checks]
        found = [touched_limits(list(zip(bounds, names or map(str, bounds))))]
        if any(each.kind == "class" for each in shifted):
            found += [effect.sentence() for effect in self.effects]
        return found

    def values(self) -> dict[str, object]:
        """The report as JSON."""
        return {
            "state": self.state.value,
            "confidence": self.confidence,
            "rows": self.rows,
            "labeled": self.labeled,
            "repeated": self.repeated,
            "changed": self.changed,
            "bounds": [check.values() for check in self.checks],
            "shifts": [asdict(shift) for shift in self.shifts],
            "share_effects": [effect.values() for effect in self.effects],
        }
