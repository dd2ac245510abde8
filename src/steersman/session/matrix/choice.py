"""The choice of the matrix room."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from steersman.compare.recipes import WEAK_UNDER, Learner
from steersman.learn.martingale import Granularity
from steersman.session.state import RoomChoice


@dataclass(frozen=True)
class MatrixChoice(RoomChoice):
    """The choice of the matrix room; `shown` and `outcome` number models and steerings.

    With `shared` all models that are guaranteed share the risk, so that one of them may be chosen.
    `cutoff_column` is the column whose groups each have a cut-off of their own; empty for one
    cut-off for all rows.
    """

    room = "matrix"
    goes_along = True

    model: str = "logistic"
    levels: int = 15
    freeze: float = 0.1
    granularity: Granularity = "root"
    learner: Learner = "auto"
    published: bool = False
    threshold: float = WEAK_UNDER
    all_classes: bool = False
    locked: tuple[tuple[str, str], ...] = ()
    costs: tuple[tuple[float, ...], ...] = ()
    confidence: float | None = None
    shared: bool = False
    prior: float | None = None
    cutoff_column: str = ""
    shown: int | None = None
    outcome: int | None = None
    pins: Mapping[str, str] = field(default_factory=dict)
