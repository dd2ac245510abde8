"""Order of tests over the settings of a sweep, fixed by the scores before any label is seen.

Each test has its part of the risk. A part whose test succeeds goes on to the next setting (the
fallback procedure of multiple testing): neighbors decide almost alike, so a whole run of settings
costs no more than its first. A part whose test fails is spent.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray

from steersman.learn.wants import CallDirection
from steersman.maths.confusion import rows_needed

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]

MOST_SETTINGS = 2000  # that are tested; of more, a part planned by their number
OWN_CALLS = 0.8  # of the calls that the model makes by itself: where a run begins
MOST_CALLS = 0.2  # of all rows: no run of calls begins later
OWN_RISK = 0.7  # part of the risk for the model's own setting
ONWARD = 0.9  # part of the risk that goes where the objective is better
OTHER_STARTS = (
    0.05,
    0.2,
    0.5,
    0.8,
    0.95,
)  # shares of rows called, each with an equal part of the rest


class TestingPlan(Protocol):
    """Order of tests, and the risk of each."""

    @property
    def first_risk(self) -> float:
        """The risk of the test that is the first to be made."""
        ...

    @property
    def run_risk(self) -> float:
        """The least risk of the tests that follow it."""
        ...

    def successes(self, p_values: Floats, called: Ints) -> Mask:
        """(settings,): where the tests succeed; `called` (settings, classes) counts predictions."""
        ...


@dataclass(frozen=True)
class FewCallsFirst:
    """Tests from few rows called `column` to many; each start is a number of calls and a risk."""

    column: int
    starts: tuple[tuple[float, float], ...]

    @classmethod
    def of(cls, column: int, share: float, rows: int, risk: float, own_calls: int | None) -> Self:
        """The plan for a share of the rows called, where `own_calls` are the model's own.

        One run begins at the fewest calls that could show the share, were all of them right. Where
        the highest scores are not the best, one that begins later, near the model's own calls,
        finds more: it has the part of the risk that a model's own setting has elsewhere.
        """
        early = (1.0 - OWN_RISK) * risk
        fewest = rows_needed(1.0 - share, early)
        if fewest > rows:
            return cls(column, ((rows_needed(1.0 - share, risk), risk),))
        most = MOST_CALLS * rows
        later = most if own_calls is None else min(OWN_CALLS * own_calls, most)
        return cls(column, ((fewest, early), (max(fewest, later), OWN_RISK * risk)))

    @property
    def first_risk(self) -> float:
        return self.starts[0][1]

    @property
    def run_risk(self) -> float:
        return self.starts[0][1]

    def successes(self, p_values: Floats, called: Ints) -> Mask:
        calls, place = np.unique(called[:, self.column], return_inverse=True)
        worst = np.zeros(len(calls))
        np.maximum.at(worst, place, p_values)
        # Equal scores may skip a number of calls: the next higher one takes its place, which the
        # scores alone decide.
        begins = np.searchsorted(calls, [np.ceil(each - 1e-9) for each, _ in self.starts])
        added = np.zeros(len(calls) + 1)
        np.add.at(added, begins, [risk for _, risk in self.starts])
        succeeds = np.zeros(len(calls), dtype=bool)
        risk = 0.0
        for at in range(int(begins.min()), len(calls)):
            risk += added[at]
            succeeds[at] = worst[at] <= risk and risk > 0.0
            risk = risk if succeeds[at] else 0.0
        return np.asarray(succeeds[place])


@dataclass(frozen=True, eq=False)
class OwnSettingFirst:
    """Tests at the model's own setting, then away from it on both sides, and at a few others."""

    risk: float
    own_calls: Ints | None = None  # (classes,): rows that the model itself calls each class
    toward: CallDirection | None = None  # where the objective is better

    @property
    def first_risk(self) -> float:
        others = self.risk / len(OTHER_STARTS)
        return others if self.own_calls is None else OWN_RISK * self.risk

    @property
    def run_risk(self) -> float:
        return self.first_risk * (0.5 if self.toward is None else 1.0 - ONWARD)

    def successes(self, p_values: Floats, called: Ints) -> Mask:
        moved, sign = self.toward or CallDirection(int(np.argmax(np.ptp(called, axis=0))), 1)
        order = np.argsort(sign * called[:, moved], kind="stable")
        onward = 0.5 if self.toward is None else ONWARD
        shown = np.zeros(len(p_values), dtype=bool)
        for place, risk in self.starts(called[order], moved):
            shown[order] |= significant_settings(place, risk, p_values[order], onward)
        return shown

    def starts(self, called: Ints, moved: int) -> Iterable[tuple[int, float]]:
        """The settings to begin at, and the risk of each."""
        rest = self.risk
        if self.own_calls is not None:
            rest = (1.0 - OWN_RISK) * self.risk
            yield int(np.abs(called - self.own_calls).sum(axis=1).argmin()), OWN_RISK * self.risk
        rows = called[0].sum()
        for share in OTHER_STARTS:
            place = int(np.abs(called[:, moved] - share * rows).argmin())
            yield place, rest / len(OTHER_STARTS)


def significant_settings(start: int, risk: float, p_values: Floats, onward: float = 0.5) -> Mask:
    """The settings next to each other where tests succeed, from a start on both sides.

    A share `onward` of the risk goes on to the settings after it, the rest to those before.
    """
    shown = np.zeros(len(p_values), dtype=bool)
    if p_values[start] > risk:
        return shown
    above = start + 1 + np.flatnonzero(p_values[start + 1 :] > onward * risk)
    below = np.flatnonzero(p_values[:start] > (1.0 - onward) * risk)
    first = int(below[-1]) + 1 if len(below) else 0
    last = int(above[0]) if len(above) else len(p_values)
    shown[first:last] = True
    return shown


def settings_to_test(called: Ints) -> Ints:
    """The settings of a sweep that are tested: all of them, or of very many a part."""
    n = len(called)
    if n <= MOST_SETTINGS:
        return np.arange(n)
    moved = int(np.argmax(np.ptp(called, axis=0)))
    order = np.argsort(called[:, moved], kind="stable")
    # Few calls, and few others, are tested in finer steps than many.
    half = np.geomspace(1, n, MOST_SETTINGS // 4) - 1
    even = np.linspace(0, n - 1, MOST_SETTINGS // 2)
    places = np.unique(np.concatenate([half, even, n - 1 - half]).astype(np.int64))
    return np.asarray(order[places])
