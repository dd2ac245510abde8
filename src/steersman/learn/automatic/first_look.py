"""Which families are compared, and on how many rows: a first look at a sample, with a clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from time import monotonic
from typing import NamedTuple

import numpy as np
from sklearn.base import BaseEstimator

from steersman.learn.automatic.family_trial import FamilyTrial, TrialRules
from steersman.learn.automatic.fit_rows import FitRows
from steersman.learn.automatic.trial_time import (
    COMPARE_S,
    OutOfTimeError,
    TrialTime,
    rows_in_time,
)

FIRST_LOOK_ROWS = 1000
FIRST_LOOK_FOLDS = 3
TIMED_ROWS = 4000
"""Rows of one more fit, which shows how the time of a family grows."""
ENOUGH_ROWS = 5000
"""Rows that families are compared on even where that takes longer."""
COMPARE_FITS = 0.5
"""Part of the time of one fit of the best on all rows that comparing families may take too."""


class Promising(NamedTuple):
    """Families, the best first, how long a fit of each should take, and those that the first look
    skipped; `trial` is that look, without the families that it left behind."""

    families: dict[str, BaseEstimator]
    seconds: Mapping[str, float]
    skipped: tuple[str, ...] = ()
    trial: FamilyTrial | None = None

    def rows(self, data: FitRows, time: TrialTime, fits: int, seed: int) -> FitRows:
        """The rows to compare the families on, where each is fitted so often: all without a budget.

        With one, comparing takes about 10 seconds and half of the time of one fit of the best on
        all rows, and such a fit has to follow. A few thousand rows are always compared on.
        """
        if not time.has_end or len(data) <= ENOUGH_ROWS or not self.seconds:
            return data
        best = self.seconds[next(iter(self.families))]
        ends_at = min(time.started + COMPARE_S + COMPARE_FITS * best, time.ends_at - best)
        needed = fits * sum(self.seconds.values())
        return rows_in_time(data, needed, ends_at - monotonic(), ENOUGH_ROWS, seed)


def promising_families(
    families: Mapping[str, BaseEstimator],
    data: FitRows,
    rules: TrialRules,
    *,
    most: int,
    seed: int,
    time: TrialTime,
) -> Promising:
    """At most so many families, the best first, by a first look at a sample of the rows."""
    if len(families) <= most or len(data) <= FIRST_LOOK_ROWS:
        return Promising(dict(families), {})
    _, looked_at = data.split(FIRST_LOOK_ROWS / len(data), seed)
    sample = data.at(looked_at)
    # A want of a few errors among all rows says little about a sample.
    loose = replace(rules, rows=len(data))
    folds = sample.folds(FIRST_LOOK_FOLDS, seed)
    trial = FamilyTrial.of(families, sample, loose, folds, averaged=True, time=time)
    time = trial.time
    best = {one.name: families[one.name] for one in trial.family_scores()[:most]}
    short = trial.of_families(best)
    if not time.has_end or len(data) <= TIMED_ROWS:
        return Promising(best, trial.seconds, trial.skipped, short)
    _, timed = data.split(TIMED_ROWS / len(data), seed)
    fits = {name: (trial.seconds[name] / len(folds), len(folds[0][0])) for name in best}
    try:
        expected = expected_seconds(best, data.at(timed), fits, len(data), time)
    except KeyboardInterrupt:
        # Only where there is a budget: it ends here, and the sample has to do.
        return Promising(best, {}, trial.skipped, replace(short, time=time.with_end_now()))
    return Promising(best, expected, trial.skipped, short)


def expected_seconds(
    families: Mapping[str, BaseEstimator],
    sample: FitRows,
    before: Mapping[str, tuple[float, int]],
    rows: int,
    time: TrialTime,
) -> dict[str, float]:
    """How long a fit of each family on so many rows should take; inf if time ends before it is
    known.

    `before` has the seconds of a fit on fewer rows, with their number: time grows with the power
    of the rows that it and one fit on the sample show, and as that of sorting them at least.
    """
    found = {}
    for name, family in families.items():
        started = monotonic()
        try:
            time.fit_copy(sample, family)
        except OutOfTimeError:
            found[name] = np.inf
            continue
        seconds, (less, fewer) = monotonic() - started, before[name]
        power = np.log(seconds / less) / np.log(len(sample) / fewer)
        # On few rows a fit spends much time on what does not grow, so the power alone is too low.
        sorting = rows / len(sample) * np.log(rows) / np.log(len(sample))
        found[name] = float(seconds * max((rows / len(sample)) ** power, sorting))
    return found
