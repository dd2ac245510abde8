"""The best offsets and margin of several classes: rows without a clear lead go to a person."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steersman.learn.steering.ranking import Goal, Rank
from steersman.learn.steering.referring import ReferralSetting, top_leads
from steersman.maths.confusion import OffsetPath, decided_classes, places_between
from steersman.tasks import Task

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

OFFSETS_TRIED = 16  # of one class, in one turn
ROUNDS = 6


def margin_path(scores: Floats, codes: Ints, offsets: Floats) -> OffsetPath:
    """All the margins that refer different rows, the offsets kept."""
    shifted = scores + offsets
    leads, places = np.unique(top_leads(shifted), return_inverse=True)
    size = scores.shape[1]
    rivals = decided_classes(scores, offsets)
    # The first margin refers no row, hence the + 1.
    return OffsetPath(places_between(leads), places + 1, codes, rivals, size, size)


@dataclass(frozen=True, eq=False)
class MarginSearch:
    """A search that turns one offset at a time, each with the best of all margins."""

    scores: Floats  # (rows, classes)
    codes: Ints
    goal: Goal
    task: Task

    def best(self, start: Floats) -> ReferralSetting:
        """The best setting found from these offsets on."""
        offsets, (rank, margin) = start, self.best_margin(start)
        for turn in range(ROUNDS * len(start)):
            moved = turn % len(start)
            before = rank
            for value in self.offsets_to_try(offsets, moved):
                tried = offsets.copy()
                tried[moved] = value
                found, its_margin = self.best_margin(tried)
                if found < rank:
                    rank, margin, best = found, its_margin, tried
            offsets = best if rank < before else offsets
            if self.task.seconds_left <= 0.0:
                break
            self.task.report("adjusting class offsets")
        return ReferralSetting(tuple(offsets.tolist()), margin)

    def best_margin(self, offsets: Floats) -> tuple[Rank, float]:
        """The best margin with these offsets, and its rank."""
        path = margin_path(self.scores, self.codes, offsets)
        at, rank = self.goal.best_rank(path, self.goal.gaps(path))
        return rank, float(path.settings[at])

    def offsets_to_try(self, offsets: Floats, moved: int) -> Floats:
        """Offsets of one class at which shares of the rows turn to it."""
        shifted = self.scores + offsets
        shifted[:, moved] = -np.inf
        needed = shifted.max(axis=1) - self.scores[:, moved]
        near = np.sort(np.abs(needed - offsets[moved]))[: len(needed) // 2 + 1].max()
        inside = needed[np.abs(needed - offsets[moved]) <= near]
        return np.asarray(np.quantile(inside, np.linspace(0.0, 1.0, OFFSETS_TRIED)))
