"""The time that comparing families may take."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from time import monotonic

import numpy as np
from sklearn import config_context, get_config
from sklearn.base import BaseEstimator

from steersman.learn.automatic.fit_rows import FitRows
from steersman.tasks import run_abandonable

Progress = Callable[[str, float | None], object]

COMPARE_S = 10.0
"""Seconds for comparing families, apart from a share of the time of one fit of the best."""


class OutOfTimeError(Exception):
    """The budget ended while a classifier was fitted."""


@dataclass(frozen=True)
class TrialTime:
    """When a trial must end, how long a fit of each family takes, and where its progress goes."""

    ends_at: float = np.inf
    started: float = field(default_factory=lambda: monotonic())
    seconds: Mapping[str, float] = field(default_factory=dict)
    progress: Progress | None = None

    @property
    def has_end(self) -> bool:
        """Whether there is a budget."""
        return self.ends_at < np.inf

    def end_of_fits(self, slowest: float) -> float:
        """When the last fits should have ended: a choice among families takes no longer than twice
        the slowest of those it ends with, and the time for comparing them."""
        return min(self.ends_at, self.started + COMPARE_S + 2.0 * slowest)

    def with_end_now(self) -> TrialTime:
        """The same, with a budget that ends now."""
        return replace(self, ends_at=min(self.ends_at, monotonic()))

    def tell(self, what: str) -> None:
        """Name what is done now."""
        if self.progress is not None:
            self.progress(what, None)

    def fit_copy(self, part: FitRows, family: BaseEstimator) -> BaseEstimator:
        """A fitted copy, or `OutOfTimeError` when the budget ends first."""
        settings = get_config()  # of this thread

        def fit() -> BaseEstimator:
            with config_context(**settings):
                return part.fit_copy(family)

        def look() -> None:
            if monotonic() >= self.ends_at:
                raise OutOfTimeError

        look()
        # Few classifiers can be stopped: one that has no time left ends unseen.
        return run_abandonable(fit, look)


def rows_in_time(data: FitRows, needed: float, left: float, least: int, seed: int = 0) -> FitRows:
    """All rows if work on them needs no more seconds than are left, else a part, of `least` rows
    or more. The time of the work grows with the rows, in proportion at least."""
    left = max(left, 0.0)
    rows = len(data) if needed <= left else max(least, int(len(data) * left / needed))
    if rows >= len(data):
        return data
    _, part = data.split(rows / len(data), seed)
    return data.at(part)
