"""The models that steering visits on its way, so that a person can go back to any of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from steersman.errors import Cancelled

__all__ = ["Memory", "SeeModel", "Visited", "Watch"]

SeeModel = Callable[[NDArray[np.int64], float, float], object]
"""Told of a model as it is visited: its confusion matrix, its gap and its objective."""


@dataclass(frozen=True)
class Visited:
    """One model on the way: its confusion matrix on the holdout and how far it is from the want.

    `gap` is in rows that still have to change (0 when the want is met), `objective` is what was
    minimised there, `knobs` are the settings that make this model.
    """

    model: object
    matrix: NDArray[np.int64]  # (true classes, predicted classes)
    gap: float
    objective: float
    knobs: Mapping[str, object] = field(default_factory=dict)


Found = TypeVar("Found")


class Memory(Protocol):
    """Knows results of an action that was done before."""

    def remembered(self, compute: Callable[[], Found], given: object, outside: bool) -> Found: ...


@dataclass
class Watch:
    """Keeps the time of a search, tells its progress, and stops it when nobody wants it.

    `hurried` says when the best found so far will do: there is no time left then.
    """

    max_seconds: float = 60.0
    progress: Callable[[str, float | None], object] | None = None
    cancelled: Callable[[], bool] | None = None  # the result is not wanted, or something newer is
    stopped: Callable[[], bool] | None = None  # somebody asked to stop
    news: Callable[[str, Mapping[str, object]], object] | None = None
    visited: SeeModel | None = None
    memory: Memory | None = None
    hurried: Callable[[], bool] | None = None
    started: float = field(default_factory=monotonic)

    def tell(self, what: str, done: float | None = None) -> None:
        """Report progress; raise `Cancelled` when the result is no longer wanted."""
        if self.cancelled is not None and self.cancelled():
            raise Cancelled(what)
        if self.progress is not None:
            self.progress(what, done)

    def show(self, about: str, values: Mapping[str, object]) -> None:
        """Show what there is so far: plain values, to be drawn before the work is done."""
        if self.news is not None:
            self.news(about, values)

    def see(self, seen: Visited) -> Visited:
        """The model visited, once whoever follows the search has been told of it."""
        if self.visited is not None:
            self.visited(seen.matrix, seen.gap, seen.objective)
        return seen

    def remembered(
        self, compute: Callable[[], Found], given: object = None, *, outside: bool = False
    ) -> Found:
        """What `compute` gives. A project opened again has it from the first time, if it took long.

        Fits and searches of a change go through here, always in the same order. What the result
        shares with `given` (rows, the model it started from) is not kept with it. What comes from
        `outside` (a clock, settings of the user) is kept however quick it was.
        """
        if self.memory is None:
            return compute()
        return self.memory.remembered(compute, given, outside)

    def at_least(self, seconds: float) -> Watch:
        """This watch with so many seconds left: who overran must not cost the next one its turn."""
        spent = monotonic() - self.started
        return replace(self, max_seconds=max(self.max_seconds, spent + seconds))

    def patient(self) -> Watch:
        """This watch for work that nothing newer ends: what comes later stands beside it."""
        return replace(self, cancelled=self.stopped or self.cancelled)

    @property
    def seconds_left(self) -> float:
        if self.hurried is not None and self.hurried():
            return 0.0
        return self.max_seconds - (monotonic() - self.started)
